"""Formats 赛制: who meets whom, who goes on, how the matches become standings. One module a format."""

from collections.abc import Mapping

from scoring.formats.cut import Cut
from scoring.formats.drawn_tables import DrawnTables
from scoring.formats.groups import Groups
from scoring.formats.knockout import Knockout
from scoring.formats.ladder import Ladder
from scoring.formats.mitchell import Mitchell
from scoring.formats.protocol import Format
from scoring.formats.rooms_round_robin import RoomsRoundRobin
from scoring.formats.round_robin import RoundRobin
from scoring.formats.stages import Stages
from scoring.formats.travelling import Travelling
from scoring.parameters import Rulebook, Schema

FORMATS: Mapping[str, Format] = {
    "cut": Cut(),
    "groups": Groups(),
    "knockout": Knockout(),
    "ladder": Ladder(),
    "mitchell": Mitchell(),
    "round_robin": RoundRobin(),
    "rooms_round_robin": RoomsRoundRobin(),
    "stages": Stages(),
    "travelling": Travelling(),
}
SCHEMAS: Mapping[str, Schema] = {name: form.schema for name, form in FORMATS.items()}


def drawn_form(rulebook: Rulebook) -> DrawnTables | None:
    """The rulebook's format, if it draws the tables of every round."""
    form = FORMATS[rulebook.format]
    return form if isinstance(form, DrawnTables) else None
