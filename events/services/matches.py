"""What happens to a match 对阵 beyond its hands: confirmed, forfeited, its line-up, its table closed, a referee called.

Writes through events.ledger and keeps `Match` in the same transaction; `TableCall` is no fact of the score and stays outside the ledger.
"""

from collections.abc import Sequence

from events.access import Actor
from events.models import Competition, TableCall
from events.services.replies import Reply


def match_confirm(*, competition: Competition, match: str, covers: Sequence[str], key: str, by: Actor, reason: str = "") -> Reply:
    """The other side confirms exactly the live hands `covers` names, or a referee does on its behalf with a reason: 201.

    StateRefusal: hands_missing (values.missing), under_review (values.hands), covers_stale (current.live), match_confirmed, match_forfeited.
    NotAllowed: enterer_confirms, other_side_confirms.
    """
    raise NotImplementedError


def match_forfeit(*, competition: Competition, match: str, sides: Sequence[str], key: str, reason: str, by: Actor) -> Reply:
    """One or both sides give the match up: 201."""
    raise NotImplementedError


def line_up_record(
    *, competition: Competition, match: str, side: str, players: Sequence[str], key: str, by: Actor, reason: str = ""
) -> Reply:
    """State who (player pids) really sat on a side: 201. Differing from the registered pair is a forfeit."""
    raise NotImplementedError


def entry_withdraw(*, competition: Competition, match: str, supersedes: str, key: str, reason: str, by: Actor) -> Reply:
    """Take back a forfeit or a line-up by its hash: 201."""
    raise NotImplementedError


def table_close(*, competition: Competition, match: str, key: str, by: Actor) -> Reply:
    """Nothing more is entered at this table: 201."""
    raise NotImplementedError


def table_reopen(*, competition: Competition, match: str, key: str, by: Actor) -> Reply:
    """Undo table_close: 201."""
    raise NotImplementedError


def table_call(*, competition: Competition, match: str, reason: str, by: Actor, hand_number: int | None = None) -> TableCall:
    """Raise a hand 叫裁判; the same open call again returns the first. Raises Problems("reason_unknown")."""
    raise NotImplementedError


def call_answer(*, competition: Competition, call_id: int, by: Actor) -> TableCall:
    """A referee was there. Twice is as once."""
    raise NotImplementedError
