"""A form of the desk that was refused, as it came: with what was typed, why not, and a key that may be used again."""

from django.http import QueryDict

from events.models import Competition
from events.pages.case_acts import Kept
from events.pages.refused import told
from events.pinned import rulebook_of
from events.refusals import Refused

SPENT = ("key_reused", "key_missing", "key_malformed")


def kept_of(competition: Competition, act: str, data: QueryDict, refused: Refused, about: str = "") -> Kept:
    """A key that was used for something else would be refused for ever: such a form gets a new one."""
    values = {name: data.getlist(name) for name in data}
    key = "" if refused.code in SPENT else data.get("key", "")
    return Kept(act, about, values, told(refused, rulebook_of(competition)), key, refused.code)
