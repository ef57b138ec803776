"""我的桌: what one player is shown of himself: where he sits, against whom, what is his to do, his own results as the public may see them.

Reads the state of his table and the published state; computes no score.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.models import Announcement, Device, Match, Player, Visibility
from events.pinned import rulebook_of
from events.selectors.announcements import announcements_now
from events.selectors.board import board_of
from events.selectors.boards.parts import Row
from events.selectors.boards.three_tables import Card
from events.selectors.desk_clock import minutes_left_now
from events.selectors.people import Names, names_of
from events.selectors.published import Phase, Published, published_of
from events.selectors.schedule import RoundView, TableView, rounds_view
from events.selectors.table_page import Holder, holder_of, state_at
from scoring.disputes import OPEN
from scoring.formats import FORMATS
from scoring.formats.protocol import TEAMS
from scoring.parameters import Rulebook
from scoring.sides import SIDES
from scoring.tallies import TALLIES

EARNED = frozenset({Phase.PROVISIONAL, Phase.NOTICE, Phase.OFFICIAL})  # before that no place has been earned
SEATS: Mapping[str, tuple[str, ...]] = {"NS": ("S", "N"), "EW": ("E", "W")}  # as the table page seats a pair, in their order

# What is his to do, or why there is nothing.
BEGIN, RECORD, CHECK, WATCH, HANDED_IN, CONFIRMED, STOPPED, DECIDED = TASKS = (
    "begin",
    "record",
    "check",
    "watch",
    "handed_in",
    "confirmed",
    "stopped",
    "decided",
)


@dataclass(frozen=True, slots=True)
class OwnRow:
    """One of his tables that the public sees: the other side, both figures as text ("" while there is none), how it looks."""

    round: int
    table: int
    match: str
    against: str
    ours: str
    theirs: str
    tick: str
    counts: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One side of his table: `own` is his."""

    code: str
    names: tuple[str, ...]
    team: str
    points: int | None
    own: bool


@dataclass(frozen=True, slots=True)
class AtTable:
    """Where he sits now. `seat` is a compass point, "" where the side says it; `hands` of `hands_total` (0: no fixed number) are in;
    `minutes_left` None where no time runs."""

    table: int
    round: int
    side: str
    seat: str
    role: str
    task: str
    hands: int
    hands_total: int
    unit: str
    under_review: bool
    called: bool
    minutes_left: int | None
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Mine:
    """`at` is None for who sits nowhere now; `standing` and `rows` are empty where the public sees no results."""

    player: Player
    at: AtTable | None
    round: int
    bye: bool
    standing: Row | None
    rows: tuple[OwnRow, ...]
    scores_shown: bool
    over: bool
    announcements: Sequence[Announcement]


def mine_of(*, device: Device, player: Player) -> Mine:
    """About eighteen queries, whatever the size of the event."""
    competition = device.competition
    rulebook = rulebook_of(competition)
    names = names_of(competition=competition)
    holder = holder_of(device=device)
    shown = published_of(competition=competition, sees_all=False)
    visible = competition.visibility != Visibility.HIDDEN and shown.scores_shown
    views = rounds_view(published=shown, names=names, rulebook=rulebook) if visible else []
    key = player.entrant.team.pid if FORMATS[rulebook.format].contenders == TEAMS else player.entrant.pid
    return Mine(
        player=player,
        at=_at_table(holder, state_at(competition=competition, holder=holder), player, rulebook) if holder is not None else None,
        round=max((view.round for view in views if view.opened), default=0),
        bye=_bye(shown, key),
        standing=_standing(shown, names, rulebook, key) if visible and shown.phase in EARNED else None,
        rows=tuple(row for view in views for row in _rows(view, player.entrant.pid)),
        scores_shown=visible,
        over=bool(shown.state["closed"]),
        announcements=announcements_now(competition.event, competition),
    )


def task_of(state: Mapping[str, Any], rulebook: Rulebook) -> str:
    """What is this side's to do at its table, from the state of its page."""
    match, side = state["match"], state["device"]["side"]
    if match["annulled"] or match["forfeited_by"]:
        return DECIDED
    if match["confirmed"]:
        return CONFIRMED
    full = _full(state, rulebook)
    unsigned = side in state["confirming"] and side not in match["signed_by"]
    waiting = any(not hand.get("confirmed") for hand in match["hands"]) if state["unit"] == "hand" else full
    if unsigned and waiting and match["hands"] and not state["published"]:
        return CHECK
    if state["published"] or state["locked"] or match["closed"]:
        return STOPPED
    if state["device"]["role"] == "scorer":
        return HANDED_IN if full else RECORD if match["hands"] else BEGIN
    return HANDED_IN if side in match["signed_by"] and state["unit"] != "hand" else WATCH


def _full(state: Mapping[str, Any], rulebook: Rulebook) -> bool:
    match = state["match"]
    return len(match["hands"]) >= state["hands_total"] if TALLIES[rulebook.tally].additive else bool(match["done"])


def _at_table(holder: Holder, state: Mapping[str, Any], player: Player, rulebook: Rulebook) -> AtTable:
    match = state["match"]
    points = match.get("totals", {}).get("points") or match.get("shown", {}).get("totals") or {}
    sides = [side for side in (*SIDES, "1", "2", "3") if side in match]
    seated = match[holder.side]["players"]
    place = seated.index(player.name) if player.name in seated else -1
    seats = SEATS.get(holder.side, ()) if len(seated) > 1 else ()
    found = Match.objects.select_related("round").get(code=holder.match, competition_id=player.entrant.competition_id)
    return AtTable(
        table=holder.table,
        round=match["round"],
        side=holder.side,
        seat=seats[place] if 0 <= place < len(seats) else "",
        role=holder.role,
        task=task_of(state, rulebook),
        hands=len(match["hands"]),
        hands_total=state["hands_total"],
        unit=state["unit"],
        under_review=any(hand.get("under_review") for hand in match["hands"]) or (match.get("dispute") or {}).get("state") in OPEN,
        called=match["call"] is not None,
        minutes_left=minutes_left_now(rulebook, found),
        sides=tuple(
            Side(side, tuple(match[side]["players"]), match[side]["team"], points.get(side), side == holder.side) for side in sides
        ),
    )


def _bye(shown: Published, key: str) -> bool:
    """Whether he sits out in the round opened last."""
    opened = [row for row in shown.state["rounds"] if row["opened"]]
    return bool(opened) and key in opened[-1].get("byes", [opened[-1]["bye"]])


def _standing(shown: Published, names: Names, rulebook: Rulebook, key: str) -> Row | None:
    board = board_of(published=shown, names=names, rulebook=rulebook)
    return next((row for row in board.rows if row.key == key), None)


def _rows(view: RoundView, entrant: str) -> list[OwnRow]:
    tables = [table for meeting in view.encounters for table in meeting.tables] or list(view.tables)
    rows = [_row(view.round, table, entrant) for table in tables if entrant in (table.ns.entrant, table.ew.entrant)]
    return rows + [_card(view.round, card, entrant) for card in view.cards if any(seat.key == entrant for seat in card.seats)]


def _row(number: int, table: TableView, entrant: str) -> OwnRow:
    own, other = (table.ns, table.ew) if table.ns.entrant == entrant else (table.ew, table.ns)
    figures = (table.figures.ns, table.figures.ew) if own is table.ns else (table.figures.ew, table.figures.ns)
    against = other.name if other.by_team else other.pair
    return OwnRow(number, table.table, table.match, against, *figures, table.tick, table.counts)


def _card(number: int, card: Card, entrant: str) -> OwnRow:
    own = next(seat for seat in card.seats if seat.key == entrant)
    others = "、".join(seat.name for seat in card.seats if seat is not own)
    return OwnRow(number, card.table, card.match, others, own.total, "", card.tick.state, counts=True)
