"""A kept event as ledger entries made by hand, for any format whose rounds state their seats: no service, no database.

Who sits where in an opened round is asked of scoring, as the service asks it; what was played there is the file's.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from events.plays.event_file import ActFile, EventFile, HallActFile, Key, MatchFile, resolved
from events.plays.kinds import KINDS
from events.plays.kinds.protocol import Named, rows_of
from scoring.entries import Entry
from scoring.fold import fold
from scoring.formats import drawn_form
from scoring.games import GAMES
from scoring.nodes import is_setup, planned_matches, setup_node
from scoring.rulebook import Rulebook
from scoring.sides import key_of
from tests.plays.facts import Writer, pid

KIND_OF_DOOR = {
    "penalties": "penalty",
    "time-ups": "time_up",
    "adjustments": "adjustment",
    "board-trumps": "board_trump",
    "fouled": "fouled",
    "draws": "draw",
    "vouchers": "voucher",
    "disqualifications": "disqualified",
    "first-finished": "first_finished",
}
DRAWN = {"method": "recorded", "seed": ""}
PLACE = ("game", "number", "room")  # columns of an entry, not of its body


class Book:
    """The entries of an event, written round by round. `named`: what every team and entrant is called."""

    def __init__(self, event: EventFile, rulebook: Rulebook) -> None:
        self.event, self.rulebook, self.kind = event, rulebook, KINDS[event.kind]
        self.writer = Writer()
        self.named: dict[str, Named] = {}
        self._covers: dict[str, dict[Any, str]] = {}
        self._ids: dict[Key, str] = {}
        self._set_up()

    @property
    def entries(self) -> list[Entry]:
        return self.writer.entries

    def state(self) -> dict[str, Any]:
        return fold(self.rulebook, self.entries)

    def table(self) -> list[Mapping[str, Any]]:
        """The final table in the form of standings.json."""
        return [self.kind.placed(row, self.named) for row in rows_of(self.state())]

    def play(self) -> None:
        for number in range(1, self.event.rounds + 1):
            self.open_round(number)
            self.play_round(number)

    def open_round(self, number: int) -> None:
        """What officials fix before it, the seats that scoring plans, then what is found out of earlier rounds and put right."""
        for act in self.event.acts:
            if act.round == number and not act.refused:
                self._hall_act(act)
        setup = setup_node(self.rulebook, [entry for entry in self.entries if is_setup(entry)])
        each = drawn_form(self.rulebook) is not None
        seats, _ = planned_matches(self.rulebook, setup, number, self.state() if number > 1 or each else None)
        sides = [key_of(side) for side in self.kind.SIDES]
        stated = [{**seat, **{side: seat[side]["entrant"] for side in sides}} for seat in seats]
        on = {"day": self.event.days[number]} if number in self.event.days else {}
        self.writer.write("round_opened", {"round": number, "seats": stated, **on})
        for match in self.event.matches.values():
            if match.later is not None and match.later.round == number:
                self._put_right(match)

    def play_round(self, number: int) -> None:
        """Its tables, and those of earlier rounds that are played beside it; but for those that wait for a later one."""
        earlier = (seat for seat in self.state()["matches"] if seat["round"] < number)
        beside = [seat for seat in earlier if self.event.matches[self.kind.meeting(seat["match"])].plays_in == number]
        for seat in (*beside, *self.seats(number)):
            match = self.event.matches[self.kind.meeting(seat["match"])]
            if match.plays_in > number:
                continue
            if match.forfeited_by:
                self.writer.write("forfeit", {"sides": [match.forfeited_by]}, match=seat["match"])
            else:
                self._play(match, seat["match"])

    def seats(self, number: int) -> Iterator[Mapping[str, Any]]:
        """The matches of an opened round as they are seated now."""
        return (match for match in self.state()["matches"] if match["round"] == number)

    def _set_up(self) -> None:
        head = {"rulebook": self.rulebook.id, "digest": self.rulebook.digest, "event": "v000000000001", "simulated": True, "officials": 1}
        self.writer.write("open", head)
        ids = self._ids
        for team in self.event.teams:
            ids[team.name] = pid("t", team.name)
            self.writer.write("team", {"team": ids[team.name]})
            for place, names in enumerate(team.pairs, start=1):
                ids[team.name, place] = pid("e", *names)
                entered = {"entrant": pid("e", *names), "team": ids[team.name], "players": [pid("p", name) for name in names]}
                said = self.event.entering.get((team.name, place), {})
                self.writer.write("entrant", entered | {name: value for name, value in said.items() if name == "wild_card"})
        numbers: dict[str, int] = {}
        for draw in self.event.draws:
            order = [ids[key] for key in draw.order]
            numbers |= {one: number for number, one in enumerate(order, start=1)}
            body: dict[str, Any] = {"draw": draw.draw, **DRAWN, "order": order} | ({"round": draw.round} if draw.round else {})
            self.writer.write("draw", body | ({"team": ids[draw.team]} if draw.team else {}))
        if all(draw.round for draw in self.event.draws):
            for one in (ids[team.name, place] for team in self.event.teams for place in range(1, len(team.pairs) + 1)):
                numbers.setdefault(one, len(numbers) + 1)
        for team in self.event.teams:
            self.named[ids[team.name]] = Named(team.name, team.name, numbers.get(ids[team.name], 0))
            for place, names in enumerate(team.pairs, start=1):
                entrant = ids[team.name, place]
                self.named[entrant] = Named("、".join(names), team.name, numbers.get(entrant, 0))

    def _hall_act(self, act: HallActFile) -> None:
        """What an official enters about the competition, with ids for keys."""
        door = act.door.rpartition("/")[2]
        kind = KIND_OF_DOOR[door]
        body = {name: value for name, value in resolved(act.body, self._ids.__getitem__).items() if name not in ("reason", "day")}
        if kind == "draw":
            body |= DRAWN
        if kind == "first_finished":
            body["round"] = int(act.door.split("/")[1])
        self.writer.write(kind, body)

    def _play(self, match: MatchFile, code: str) -> None:
        covers: dict[Any, str] = {}
        for record in match.records:
            slot = self.kind.slot(record)
            if match.later is not None and match.later.slot == slot:
                record = match.later.first
            covers[slot] = self._record(code, record)
            for act in match.acts:
                if act.after == slot:
                    self._act(code, act)
        for act in match.acts:
            if act.after is None:
                self._act(code, act)
        self._covers[code] = covers
        self._confirm(code)

    def _confirm(self, code: str) -> None:
        for side in self.kind.SIGNED_BY if self._covers[code] else ():
            body = {"covers": list(self._covers[code].values()), "side": side, "on_behalf": False}
            self.writer.write("confirmation", body, match=code)

    def _record(self, code: str, record: Mapping[str, Any], kind: str = "hand", supersedes: str = "") -> str:
        game, number, room = GAMES[self.rulebook.game].place(record)
        body = {"record": record}
        return self.writer.write(kind, body, match=code, game=game, number=number, room=room, supersedes=supersedes).hash

    def _act(self, code: str, act: ActFile) -> None:
        if act.refused:
            return
        body = act.body.get("penalty") or {name: value for name, value in act.body.items() if name not in PLACE}
        place = {name: act.body[name] for name in PLACE if name in act.body}
        if "board" in act.body:
            place["number"] = act.body["board"]
        entry = self.writer.write(KIND_OF_DOOR[act.door], body, match=code, **({"game": 1} | place))
        if act.withdrawn:
            self.writer.write("withdrawn", {}, match=code, supersedes=entry.hash)

    def _put_right(self, match: MatchFile) -> None:
        """The correction, the new signature, and who sits in the next match because of it."""
        later = match.later
        assert later is not None
        code = next(seat["match"] for seat in self.state()["matches"] if self.kind.meeting(seat["match"]) == match.meeting)
        covers = self._covers[code]
        covers[later.slot] = self._record(code, later.record, "correction", covers[later.slot])
        self._confirm(code)
        for drawn in self.state().get("bracket", {"rounds": []})["rounds"]:
            for row in drawn["matches"]:
                if row["due"]:
                    self.writer.write("reseated", {"match": row["match"], **row["due"]})
        for row in self.state().get("due", ()):
            at = next(seat for seat in self.state()["matches"] if seat["match"] == row["match"])
            seated = {side: at[side]["entrant"] for side in self.kind.SIDES}
            start = {"start": row["start"]} if "start" in row else {}
            self.writer.write("reseated", {"match": row["match"], **seated, **row["seats"], **start})
