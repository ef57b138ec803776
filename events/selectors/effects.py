"""What an act would change, laid out: its hands, its match, the standings, who sits where, other tables, findings. Reads two states.

Ids, codes and numbers alone; every number is one that the rules published. `events.pages.effect_words` says them to people.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from events.selectors.boards.parts import row_key
from scoring.parameters import Rulebook
from scoring.sides import key_of, sides_of

Value = Mapping[str, Any]

# What a row of the standings says beside its rank and points that may decide a place or is one, in the order of reading.
ROW_FIGURES = ("double_downs", "net", "percent", "wins", "won", "drawn", "lost", "level", "best", "status", "reached", "split_by")
MATCH_FACTS = ("state", "winner", "closed", "under_review")


@dataclass(frozen=True, slots=True)
class Change:
    """One figure by its code, before and after; None where there is none."""

    what: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class HandChange:
    """A hand, board or game of this match that comes, goes or is worth something else. `kind`: new, gone, changed."""

    game: int
    number: int
    room: str
    kind: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class SideChange:
    """One side of this match: what it has now and would have. `changes` may be empty."""

    side: str
    team: str
    entrant: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row of the standings. `key`: the team or entrant; `here`: it plays this match; `moved`: another rank."""

    key: str
    here: bool
    moved: bool
    rank: Change
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Another person due in or seated at a later match. `opened`: its round is; `side` is empty where its winner changes."""

    match: str
    round: int
    side: str
    opened: bool
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class TableChange:
    """Another match whose value changes: its points side by side, and whatever else of it."""

    match: str
    round: int
    table: int
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class FindingChange:
    """Something that the rules find at a match, new or gone."""

    match: str
    code: str
    values: Value
    new: bool


@dataclass(frozen=True, slots=True)
class EffectShown:
    """All that changes, told from the match `match`; `sides` are there whether they change or not."""

    match: str
    hands: tuple[HandChange, ...]
    sides: tuple[SideChange, ...]
    facts: tuple[Change, ...]
    encounter: tuple[Change, ...]
    rows: tuple[RowChange, ...]
    seats: tuple[SeatChange, ...]
    tables: tuple[TableChange, ...]
    findings: tuple[FindingChange, ...]

    @property
    def others(self) -> bool:
        """Whether somebody is touched who does not play this match."""
        return bool(self.tables or self.seats or any(not row.here for row in self.rows))

    @property
    def nothing(self) -> bool:
        """Whether not a single figure changes."""
        parts = (self.hands, self.facts, self.encounter, self.rows, self.seats, self.tables, self.findings)
        return not any(parts) and not any(side.changes for side in self.sides)

    @property
    def downstream(self) -> bool:
        """Whether more than this one hand and the sum of its match changes: places, seats, other tables, later hands, a signature."""
        later = len(self.hands) > 1 or any(row.moved for row in self.rows)
        return bool(later or self.seats or self.tables or any(fact.what in ("winner", "confirmed") for fact in self.facts))

    def as_dict(self) -> dict[str, Any]:
        """For an answer: plain lists and mappings."""
        return {**asdict(self), "others": self.others, "nothing": self.nothing, "downstream": self.downstream}


def effect_rows(rulebook: Rulebook, before: Value, after: Value, match: str) -> EffectShown:
    """Lays out what differs between two published states, told from the match `match`. No query."""
    old, new = _matches(before), _matches(after)
    was, now = old.get(match, {}), new.get(match, {})
    return EffectShown(
        match=match,
        hands=tuple(_hands(was, now)),
        sides=tuple(_sides(was, now)),
        facts=tuple(_facts(was, now)),
        encounter=tuple(_encounter(before, after, was or now)),
        rows=tuple(_rows(before, after, _people(was) | _people(now))),
        seats=tuple(_seats(before, after)),
        tables=tuple(_tables(old, new, match)),
        findings=tuple(_findings(before, after)),
    )


def _matches(state: Value) -> dict[str, Value]:
    return {row["match"]: row for row in state["matches"]}


def _people(match: Value) -> set[str]:
    """The teams and entrants at a match."""
    if not match:
        return set()
    return {pid for side in sides_of(match) for pid in match[key_of(side)].values()}


def _changed(pairs: Iterable[tuple[str, Any, Any]]) -> tuple[Change, ...]:
    return tuple(Change(*pair) for pair in pairs if pair[1] != pair[2])


def _hands(was: Value, now: Value) -> Iterable[HandChange]:
    old, new = _by_place(was), _by_place(now)
    for place in sorted({*old, *new}):
        before, after = old.get(place), new.get(place)
        changes = _changed((what, _hand_figure(before, what), _hand_figure(after, what)) for what in _hand_figures(before, after))
        if changes or (before is None) != (after is None):
            yield HandChange(*place, "new" if before is None else "gone" if after is None else "changed", changes)


def _by_place(match: Value) -> dict[tuple[int, int, str], Value]:
    return {(row.get("game", 1), row["number"], row.get("room", "")): row for row in match.get("hands", ())}


def _hand_figures(before: Value | None, after: Value | None) -> list[str]:
    row = after if after is not None else before
    if row is None:
        return []
    sides = list(row["points"]) if isinstance(row.get("points"), Mapping) else []
    return [*(f"points:{side}" for side in sides), *(f"level:{side}" for side in sides), "deal", "winner", "counted"]


def _hand_figure(row: Value | None, what: str) -> Any:
    """A figure of a hand: its points or level of a side, who deals next, who won."""
    if row is None:
        return None
    name, _colon, side = what.partition(":")
    left = row.get("after") if isinstance(row.get("after"), Mapping) else {}
    if name == "points":
        return (row.get("points") or {}).get(side)
    if name == "level":
        return (left or {}).get("levels", {}).get(side)
    if name == "deal":
        return (left or {}).get("deal")
    return row.get(name)


def _sides(was: Value, now: Value) -> Iterable[SideChange]:
    known = now or was
    if not known:
        return
    for side in sides_of(known):
        who = known[key_of(side)]
        old = was[key_of(side)] if was else {}
        pairs = [(what, _side_figure(was, what, side), _side_figure(now, what, side)) for what in ("points", "level", "wins")]
        pairs.append(("entrant", old.get("entrant"), who["entrant"]))
        yield SideChange(side, who["team"], who["entrant"], _changed(pairs))


def _side_figure(match: Value, what: str, side: str) -> Any:
    if not match:
        return None
    shown = match.get("shown", {})
    if what == "points":
        return (match["points"] or {}).get(side)
    if what == "wins":
        return shown["wins"][side] if shown.get("to_win", 1) > 1 else None
    return shown.get("levels", {}).get(side)


def _facts(was: Value, now: Value) -> Iterable[Change]:
    pairs = [(what, was.get(what), now.get(what)) for what in MATCH_FACTS]
    pairs.append(("confirmed", bool(was.get("confirmed")), bool(now.get("confirmed"))))
    pairs.append(("penalties", len(was.get("penalties", ())), len(now.get("penalties", ()))))
    pairs.append(("time_up", was.get("shown", {}).get("time_up"), now.get("shown", {}).get("time_up")))
    return _changed(pairs)


def _encounter(before: Value, after: Value, match: Value) -> Iterable[Change]:
    """The meeting of two teams that this match is a part of: the points of each."""
    code = match.get("encounter", "")
    old, new = ({row["encounter"]: row for row in state.get("encounters", ())}.get(code, {}) for state in (before, after))
    for which in ("low", "high"):
        pid = new.get(which) or old.get(which) or ""
        yield from _changed([(pid, (old.get("points") or {}).get(which), (new.get("points") or {}).get(which))])


def _rows(before: Value, after: Value, here: set[str]) -> Iterable[RowChange]:
    old = {row_key(row): row for row in before["standings"]}
    for row in after["standings"]:
        key = row_key(row)
        was = old.get(key, {})
        pairs = [(what, _row_figure(was, what), _row_figure(row, what)) for what in ("points", "current", *ROW_FIGURES)]
        changes, moved = _changed(pairs), was.get("rank") != row["rank"] or was.get("shared") != row["shared"]
        if moved or changes:
            yield RowChange(key, key in here or row.get("entrant") in here, moved, Change("rank", was.get("rank"), row["rank"]), changes)


def _row_figure(row: Value, what: str) -> Any:
    """`current`: the points of the round that runs, which no place counts yet."""
    if what == "current":
        return (row.get("current") or {}).get("points")
    return row.get(what)


def _seats(before: Value, after: Value) -> Iterable[SeatChange]:
    """Places of the bracket and who goes on, then seats of opened matches, then who is due elsewhere."""
    old, new = _drawn(before), _drawn(after)
    for code in new:
        number, row = new[code]
        was = old.get(code, (number, {}))[1]
        pairs = [(key, was.get(key), row[key]) for key in map(key_of, sides_of(row))]
        pairs.append(("", was.get("winner"), row["winner"]))
        for side, one, other in pairs:
            if one != other:
                yield SeatChange(code, number, side, row["opened"], one or "", other or "")
    seated, known = _matches(before), _matches(after)
    for code, match in known.items():
        for side in () if code in new or code not in seated else sides_of(match):
            one, other = seated[code][key_of(side)]["entrant"], match[key_of(side)]["entrant"]
            if one != other:
                yield SeatChange(code, match["round"], key_of(side), True, one, other)


def _drawn(state: Value) -> dict[str, tuple[int, Value]]:
    rounds = (state.get("bracket") or {"rounds": ()})["rounds"]
    return {row["match"]: (drawn["round"], row) for drawn in rounds for row in drawn["matches"]}


def _tables(old: Mapping[str, Value], new: Mapping[str, Value], match: str) -> Iterable[TableChange]:
    for code, now in new.items():
        was = old.get(code)
        if code == match or was is None:
            continue
        pairs = [(f"points:{side}", _side_figure(was, "points", side), _side_figure(now, "points", side)) for side in sides_of(now)]
        pairs += [(what, was.get(what), now.get(what)) for what in MATCH_FACTS]
        if changes := _changed(pairs):
            yield TableChange(code, now["round"], now["table"], changes)


def _findings(before: Value, after: Value) -> Iterable[FindingChange]:
    old, new = _found(before), _found(after)
    yield from (FindingChange(*one, values, True) for one, values in new.items() if one not in old)
    yield from (FindingChange(*one, values, False) for one, values in old.items() if one not in new)


def _found(state: Value) -> dict[tuple[str, str], Value]:
    return {
        (match["match"], fault["code"]): fault.get("values", {})
        for match in state["matches"]
        for fault in (*match["findings"], *(finding for hand in match["hands"] for finding in hand.get("findings", ())))
    }
