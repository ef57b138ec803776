"""What the entries that name no match say, once read in order: who is there, what was drawn, which rounds were opened with whom.

Reads entries; knows no format. Where a fact was stated twice, the last one counts.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.entries import Entry
from scoring.sides import ALL_SIDES, key_of

Value = dict[str, Any]
SITTING = tuple(key_of(side) for side in ALL_SIDES)
RESEATED = (*SITTING, "start", "ruled")


class SetupFacts:
    """The setup entries of one book, read. Ids only.

    `teams`: pid -> None in order of entry; `entrants`: pid -> (team, players); `gone`: pids taken off; `team_order`,
    `entrant_order`, `pair_orders`: the last draws of their kinds; `lots`: every lot among the tied; `opened`: round -> the seats
    stated when it was opened (empty where the format derives them); `reseated`: match -> who sits there now; `trumps`: board -> the
    last `board_trump`; `fouled`: board -> groups of matches; `groups`: round -> the order drawn for its tables; `days`: round -> the
    venue's day; `first_finished`: round -> the match; `wild_cards`: entrants; `vouchers`: entrant -> acts in order, each
    `{"act", "form", "day", "after"}` with the last round opened before it; `disqualified`: entrant -> codes that stand.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.simulated = self.closed = False
        self.teams: dict[str, None] = {}
        self.entrants: dict[str, tuple[str, list[str]]] = {}
        self.gone: set[str] = set()
        self.team_order: list[str] = []
        self.entrant_order: list[str] = []
        self.pair_orders: dict[str, list[str]] = {}
        self.lots: list[list[str]] = []
        self.opened: dict[int, list[Value]] = {}
        self.locked: dict[int, bool] = {}
        self.reseated: dict[str, Value] = {}
        self.trumps: dict[int, Value] = {}
        self.fouled: dict[int, list[list[str]]] = {}
        self.groups: dict[int, list[str]] = {}
        self.days: dict[int, str] = {}
        self.first_finished: dict[int, str] = {}
        self.wild_cards: list[str] = []
        self.vouchers: dict[str, list[Value]] = {}
        self.disqualified: dict[str, list[str]] = {}
        ordered = sorted(entries, key=lambda entry: entry.seq)
        withdrawn = {entry.supersedes for entry in ordered if entry.kind == "withdrawn"}
        for entry in ordered:
            if entry.hash not in withdrawn or not entry.hash:
                self._read(entry.kind, entry.body)

    def _read(self, kind: str, body: Mapping[str, Any]) -> None:
        if kind == "open":
            self.simulated = body.get("simulated") is True
        elif kind == "team":
            self.teams[body["team"]] = None
        elif kind == "entrant":
            self.entrants[body["entrant"]] = (body["team"], list(body["players"]))
            if body.get("wild_card") is True and body["entrant"] not in self.wild_cards:
                self.wild_cards.append(body["entrant"])
        elif kind == "entrant_out":
            self.gone |= {body[name] for name in ("entrant", "team") if name in body}
        elif kind == "draw":
            self._draw(body)
        elif kind == "round_opened":
            self.opened[body["round"]] = list(body.get("seats", ()))
            self.days |= {body["round"]: body["day"]} if "day" in body else {}
        elif kind in ("round_locked", "round_unlocked"):
            self.locked[body["round"]] = kind == "round_locked"
        elif kind == "reseated":
            self.reseated[body["match"]] = {name: body[name] for name in RESEATED if name in body}
        elif kind == "board_trump":
            self.trumps[body["board"]] = {name: body[name] for name in ("mode", "rank", "trump")}
        elif kind == "fouled":
            self.fouled[body["board"]] = [list(group) for group in body["groups"]]
        elif kind in ("close", "reopen"):
            self.closed = kind == "close"
        else:
            self._read_arrivals(kind, body)

    def _read_arrivals(self, kind: str, body: Mapping[str, Any]) -> None:
        """What is stated of people as they come and go: of the ladder, the repechage and the refill table."""
        if kind == "first_finished":
            self.first_finished[body["round"]] = body["match"]
        elif kind == "voucher":
            said = {"act": body["act"], "form": body.get("form", ""), "day": body.get("day", ""), "after": max(self.opened, default=0)}
            self.vouchers.setdefault(body["entrant"], []).append(said)
        elif kind == "disqualified":
            self.disqualified.setdefault(body["entrant"], []).append(body["code"])

    def _draw(self, body: Mapping[str, Any]) -> None:
        order = list(body["order"])
        if body["draw"] == "teams":
            self.team_order = order
        elif body["draw"] == "entrants":
            self.entrant_order = order
        elif body["draw"] == "pairs":
            self.pair_orders[body["team"]] = order
        elif body["draw"] == "groups":
            self.groups[body["round"]] = order
        elif body["draw"] == "lot":
            self.lots.append(order)

    def present(self) -> dict[str, list[str]]:
        """Team -> its entrants, of those who were not taken off."""
        members: dict[str, list[str]] = {team: [] for team in self.teams if team not in self.gone}
        for entrant, (team, _) in self.entrants.items():
            if entrant not in self.gone and team in members:
                members[team].append(entrant)
        return members

    def seat_of(self, entrant: str) -> Value:
        """One side of a table: `{"team", "entrant", "players"}`."""
        team, players = self.entrants[entrant]
        return {"team": team, "entrant": entrant, "players": list(players)}

    def as_seated(self, seat: Value) -> Value:
        """A seat that follows from the draws, with those who really sat there where an official said so (`reseated`)."""
        said = self.reseated.get(seat["match"], {})
        return {**seat, **{side: self.seat_of(said[side]) for side in SITTING if side in said and said[side] in self.entrants}}

    def stated_seats(self) -> list[Value]:
        """The seats of every opened round as they were stated, with what was changed since: seat dicts with both sides filled in.

        A stated seat `{"match", …, "ns": entrant, "ew": entrant}` (or `1`, `2`, `3`) comes back with them as `seat_of` gives them and
        `round`; everything else it says is kept.
        """
        seats = []
        for number in sorted(self.opened):
            for stated in self.opened[number]:
                last = {**stated, **self.reseated.get(stated["match"], {})}
                seats.append({**last, "round": number, **{side: self.seat_of(last[side]) for side in SITTING if side in last}})
        return seats


def drawn_numbers(present: Iterable[str], drawn: Sequence[str]) -> dict[str, int | None]:
    """Draw numbers from 1; nobody has one unless the draw names exactly those present."""
    ids = sorted(present)
    if sorted(drawn) != ids:
        return dict.fromkeys(ids)
    return {name: place for place, name in enumerate(drawn, start=1)}


def numbered_teams(facts: SetupFacts) -> list[Value]:
    """The rows of `teams`: `{"team", "number", "entrants": [{"entrant", "number", "players"}]}` in order of draw numbers.

    Teams have numbers by the draw of teams; entrants by the draw of entrants where there is one, else by that of their team.
    """
    members = facts.present()
    numbers = drawn_numbers(members, facts.team_order)
    across = drawn_numbers([entrant for its in members.values() for entrant in its], facts.entrant_order) if facts.entrant_order else None
    rows = []
    for team in sorted(members, key=lambda name: (numbers[name] or 0, name)):
        own = drawn_numbers(members[team], facts.pair_orders.get(team, ()))
        given = own if across is None else across
        entrants = [
            {"entrant": entrant, "number": given[entrant], "players": facts.entrants[entrant][1]}
            for entrant in sorted(own, key=lambda name: (given[name] or 0, name))
        ]
        rows.append({"team": team, "number": numbers[team], "entrants": entrants})
    return rows
