"""What stands between now and the next round, or the close: the tables of the current one, and what the plan says. Reads only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.models import Competition, Match, Round
from events.pinned import rulebook_of
from events.selectors.desk_blocked import blocked_row
from events.selectors.desk_open import Open
from events.selectors.desk_tiles import DONE, Tile
from events.selectors.people import Names
from events.selectors.plan import seats_of_round, setup_of
from scoring.formats import drawn_form
from scoring.formats.protocol import ENTRANTS
from scoring.parameters import Rulebook
from scoring.setup import contenders

DRAW_MISSING, RESULTS_MISSING, BRACKET_DIFFERS, SEATS_DIFFER = "draw_missing", "results_missing", "bracket_differs", "seats_differ"
MISPLACED = frozenset({BRACKET_DIFFERS, SEATS_DIFFER})  # others sit at an opened table than the results before it lead to


@dataclass(frozen=True, slots=True)
class Place:
    """A match as the desk links to it."""

    match: str
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class Blocked:
    """One reason why the plan goes no further: its code and operands, the matches it names, the clause it cites, and which form of
    the set-up helps; "" where none does."""

    code: str
    values: Mapping[str, Any]
    places: tuple[Place, ...]
    clause: str = ""
    form: str = ""

    @property
    def fault(self) -> Mapping[str, Any]:
        """As the words are looked up."""
        return {"code": self.code, "values": self.values}


@dataclass(frozen=True, slots=True)
class Checklist:
    """Table numbers of the current round by what they lack; `byes`, `next_byes`: who sits out, by name.

    `ties` is None where shared places are nothing to settle: in a bracket all who are still in share the first. `by_entrants`:
    pairs or players are ranked, not teams. `stage` and `next_stage` are codes; `beside`: the next round may open while this one runs;
    `last`: no round comes after this one. `disputed`: an open dispute each, of any round; `proposed`: a decision that waits for a
    second official; `absent`: matches of this round that somebody has forfeited.
    """

    round: int
    not_handed_in: tuple[int, ...]
    unconfirmed: tuple[int, ...]
    under_review: tuple[int, ...]
    to_check: tuple[int, ...]
    ties: int | None
    blocked: tuple[Blocked, ...]
    draws_missing: int
    byes: tuple[str, ...]
    next_round: int | None
    next_tables: int
    next_byes: tuple[str, ...]
    over: bool
    by_entrants: bool
    stage: str = ""
    next_stage: str = ""
    beside: bool = False
    last: bool = False
    disputed: tuple[Place, ...] = ()
    proposed: tuple[Place, ...] = ()
    absent: tuple[Place, ...] = ()

    @property
    def open_items(self) -> int:
        """How many things are missing, a table once for each of them."""
        return len(self.not_handed_in) + len(self.unconfirmed) + len(self.under_review) + len(self.disputed) + len(self.proposed)


def checklist_of(
    competition: Competition, state: Mapping[str, Any], tiles: Sequence[Tile], current: Round | None, names: Names, found: Open
) -> Checklist:
    """One query, for the plan; the rest was read already."""
    setup = setup_of(competition)
    rulebook = rulebook_of(competition)
    each = drawn_form(rulebook) is not None
    plan = state["plan"] if each else setup["plan"]
    open_tiles = [tile for tile in tiles if tile.state not in DONE]
    disputed = {case.match.pk for case in found.cases if case.dispute is not None}
    now_at = current.number if current is not None else 0
    ready = not plan["blocked"] and not plan["draws"]
    results = state if each else _results(state, now_at + 1)
    seats, byes = seats_of_round(competition, setup, now_at + 1, results) if ready else ([], [])
    going_on = bool(seats or byes)
    last = each and not plan.get("open_end") and _is_last(state["rounds"], now_at)
    return Checklist(
        round=now_at,
        not_handed_in=tuple(tile.row.match.table for tile in open_tiles if not tile.row.match.done),
        unconfirmed=tuple(tile.row.match.table for tile in open_tiles if tile.row.match.done and not tile.row.match.under_review),
        under_review=tuple(tile.row.match.table for tile in tiles if tile.row.match.under_review and tile.row.match.pk not in disputed),
        to_check=tuple(tile.row.match.table for tile in tiles if tile.findings),
        ties=None if each or "bracket" in state else sum(1 for row in state["standings"] if row["shared"]),
        blocked=_blocked(rulebook, _reasons(setup, state, each=each, last=last), state, names),
        draws_missing=len(plan["draws"]),
        byes=_byes(setup, state, now_at, names),
        next_round=now_at + 1 if going_on else None,
        next_tables=len(seats),
        next_byes=tuple(names.contender(one) for one in byes),
        over=now_at > 0 and (state["plan"]["over"] if each or "bracket" in state else ready and not going_on),
        by_entrants=contenders(rulebook) == ENTRANTS,
        stage=current.stage if current is not None else "",
        next_stage=(state.get("next") or {}).get("stage", "") if going_on else "",
        beside=now_at + 1 in plan.get("beside", ()),
        last=last,
        disputed=tuple(_place(case.match) for case in found.cases if case.dispute is not None),
        proposed=tuple(_place(one.match) if one.match is not None else Place("", 0, 0) for one in found.proposals),
        absent=tuple(_place(tile.row.match) for tile in tiles if tile.row.match.forfeited_by),
    )


def _place(match: Match) -> Place:
    return Place(match.code, match.round.number, match.table)


def _is_last(rounds: Sequence[Mapping[str, Any]], number: int) -> bool:
    """Whether the round opened last is known to have none behind it."""
    return [row["round"] for row in rounds if row["opened"]][-1:] == [number] and all(row["opened"] for row in rounds)


def _results(state: Mapping[str, Any], number: int) -> Mapping[str, Any] | None:
    """The computed state, unless it is from before the draw of a bracket and knows no such round yet."""
    return state if "bracket" in state and number <= len(state["bracket"]["rounds"]) else None


def _reasons(setup: Mapping[str, Any], state: Mapping[str, Any], *, each: bool, last: bool) -> list[Mapping[str, Any]]:
    """Why the plan goes no further: where every round is drawn the computed state says it all. Nothing comes after the last round
    that its results could keep; which tables lack them is said anyway."""
    if each:
        return [row for row in state["plan"]["blocked"] if not (last and row["code"] == RESULTS_MISSING)]
    return [
        *setup["plan"]["blocked"],
        *(row for row in state["plan"]["blocked"] if row["code"] in (RESULTS_MISSING, BRACKET_DIFFERS)),
    ]


def _blocked(rulebook: Rulebook, reasons: Sequence[Mapping[str, Any]], state: Mapping[str, Any], names: Names) -> tuple[Blocked, ...]:
    """What the plan waits for, without the draws, which are counted by themselves."""
    known = {match["match"]: Place(match["match"], match["round"], match["table"]) for match in state["matches"]}
    found = []
    for item in reasons:
        values = item.get("values", {})
        if item["code"] != DRAW_MISSING:
            named = [*values.get("matches", ()), *([values["match"]] if "match" in values else ())]
            told = blocked_row(rulebook, item, state)
            places = tuple(known[match] for match in named if match in known)
            found.append(Blocked(told["code"], names.said(values), places, told["clause"], told["form"]))
    return tuple(found)


def _byes(setup: Mapping[str, Any], state: Mapping[str, Any], number: int, names: Names) -> tuple[str, ...]:
    """Who sits out in an opened round: as the setup says where it does, else as the computed state."""
    rows = [row for row in (*setup["rounds"], *state["rounds"]) if row["round"] == number]
    for row in rows:
        found = row.get("byes") or [one for one in (row.get("bye"),) if one]
        if found:
            return tuple(names.contender(one) for one in found)
    return ()
