"""80分: one board with two packs, by room or by pair numbers. Clauses E80-01..25.

The board says who declares and what rank is played; nothing is carried from board to board. `D` is what the defenders won.
"""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from scoring.cards import RANKS
from scoring.games.eighty import schema as leaves
from scoring.games.eighty.boards import board_at, boards, fixed_trump, trump_findings
from scoring.games.eighty.facts import check_board_fact
from scoring.games.eighty.offences import WORDS, check_penalty
from scoring.games.eighty.pack import HOLDERS, dealt, fingerprints, most_kitty_points, pack_points, step_of_points
from scoring.games.eighty.points import Charged, Judged, judge_board, play_steps
from scoring.games.eighty.record import (
    DECLARERS,
    DEFENDERS,
    LAST_TRICKS,
    MOST_STRANGE,
    NO_DIG,
    check_record,
)
from scoring.outcomes import Fault, Outcome, shown
from scoring.parameters import Rulebook, Schema
from scoring.penalties import Penalty, as_entered, law, leaf
from scoring.sides import SEATS, SIDES

__all__ = ["Charged", "Eighty", "Judged", "board_at", "boards", "check_penalty", "fixed_trump", "judge_board", "trump_findings"]

SCORED = ("trump", "rank", "table_points", "kitty_points", "times", "last_trick", "D")


class Eighty:
    """One board. The game remembers nothing from board to board."""

    schema: Schema = leaves.SCHEMA
    sides: tuple[str, ...] = SIDES
    official_parts: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ("cards",)
    tariffs = leaves.TARIFFS
    extra_acts: tuple[str, ...] = ("penalty", "adjustment", "board_trump", "fouled")
    remembers = False

    def operand_words(self, name: str) -> tuple[str, ...]:
        """The words of `found`, `held`, `objector` and `suit`."""
        return WORDS.get(name, ())

    def place(self, record: Mapping[str, Any]) -> tuple[int, int, str]:
        """Boards are the hands of the one game; in teams each room has its own slot."""
        return 1, int(record["board"]), str(record.get("room", ""))

    def given_twice(self, rulebook: Rulebook, record: Mapping[str, Any]) -> Fault:
        """A board is played once in each room, or once by each two pairs (E80T-01, E80P-01)."""
        where = {name: record[name] for name in ("board", "room", "ns", "ew") if name in record}
        return Fault("board_given_twice", rulebook.law(leaves.RESULT_BY), "board", where)

    def fits_seat(self, rulebook: Rulebook, record: Mapping[str, Any], seat: Mapping[str, Any]) -> tuple[Fault, ...]:
        """A board that is not played here, the other room, other pairs than those at the table (`numbers` of the seat), or another trump
        than the one that is fixed (`trumps` of the seat, else the printed one)."""
        faults: list[Fault] = []
        law = rulebook.law(leaves.RESULT_BY)
        if "room" in record and record["room"] != seat["room"]:
            faults.append(Fault("other_room", law, "room", {"wanted": seat["room"], "given": record["room"]}))
        for name in ("ns", "ew"):
            if name in record and record[name] != seat["numbers"][name]:
                faults.append(Fault("other_pair", law, name, {"wanted": seat["numbers"][name], "given": record[name]}))
        if record["board"] not in seat["boards"]:
            faults.append(
                Fault("board_not_here", rulebook.law(leaves.BOARDS), "board", {"known": list(seat["boards"]), "given": record["board"]})
            )
        said = {"board": record["board"], "trump": record["trump"], "rank": record.get("rank", board_at(rulebook, record["board"]).rank)}
        fixed = fixed_trump(rulebook, record["board"], seat.get("trumps", {}).get(str(record["board"])))
        return (*faults, *trump_findings(rulebook, said, fixed))

    def check(self, rulebook: Rulebook, record: object) -> tuple[Fault, ...]:
        """All that cannot be right by itself: shape, board, trump, points against the pack, the dig, the hands written down."""
        return check_record(rulebook, record)

    def check_penalty(self, rulebook: Rulebook, body: object, number: int | None = None) -> tuple[Fault, ...]:
        """All that is wrong with a penalty an official enters, also that one which works on a board names none (`number` 0)."""
        faults = check_penalty(rulebook, body)
        if faults or number != 0 or not isinstance(body, Mapping) or rulebook.choice(leaf(body["code"], "moves")) == leaves.MATCH_POINTS:
            return faults
        return (Fault("penalty_needs_hand", law(rulebook, body["code"]), "number"),)

    def check_board_fact(self, rulebook: Rulebook, kind: str, body: Mapping[str, Any]) -> tuple[Fault, ...]:
        """All that is wrong with a trump fixed for a board, or with the groups of a fouled one."""
        return check_board_fact(rulebook, kind, body)

    def normal(self, rulebook: Rulebook, record: Mapping[str, Any]) -> dict[str, Any]:
        """Board, where it was played, trump, points, the dig, `D`, `declarers`, `defenders`; the hands as dealt where they are given."""
        board = board_at(rulebook, record["board"])
        dug = record["dig"] if record["last_trick"] == DEFENDERS else NO_DIG
        times = rulebook.number(leaves.DIG[dug]) if dug != NO_DIG else 0
        counts = bool(times) or rulebook.choice(leaves.REST_KITTY) == leaves.AS_SINGLE
        kitty = record["kitty_points"] if counts else 0
        points = record["table_points"] + kitty * times
        form: dict[str, Any] = {
            **{name: record[name] for name in ("board", "room", "ns", "ew") if name in record},
            "trump": record["trump"],
            "rank": record.get("rank", board.rank),
            "table_points": record["table_points"],
            "kitty_points": kitty,
            "last_trick": record["last_trick"],
            "dig": dug,
            "times": times,
            "declarers": board.declarers,
            "defenders": board.defenders,
            "D": points,
            "points": {side: points if side == board.defenders else 0 for side in SIDES},
        }
        if record.get("cards"):
            form["cards"] = dealt(board, record["cards"])
        return form

    def result(self, normal: Mapping[str, Any]) -> dict[str, Any]:
        """Trump, points and D."""
        return {name: normal[name] for name in SCORED}

    def row(self, rulebook: Rulebook, record: Mapping[str, Any], normal: Mapping[str, Any]) -> dict[str, Any]:
        """The normal form, the dealer, the trace of D by play; of the hands only fingerprints, for others may still play the board."""
        return {
            **{name: value for name, value in normal.items() if name != "cards"},
            "points": dict(normal["points"]),
            "dealer": board_at(rulebook, normal["board"]).dealer,
            "cards": fingerprints(normal["cards"]) if "cards" in normal else None,
            "trace": [step.as_json() for step in play_steps(rulebook, normal)],
        }

    def judge(self, rulebook: Rulebook, record: object) -> Outcome:
        """D with the penalties stated in the record, what each side is fined outside it, whose offence makes the board an adjusted one
        (E80-18); or all the problems."""
        problems = check_record(rulebook, record, inline=True)
        if problems or not isinstance(record, Mapping):
            number = record.get("board") if isinstance(record, Mapping) else None
            return self.unjudged(problems, number if type(number) is int and abs(number) < 10**9 else None)
        normal = self.normal(rulebook, record)
        sides = {DECLARERS: normal["declarers"], DEFENDERS: normal["defenders"]}
        bodies = [
            {**as_entered(leaves.TARIFFS, body), "side": sides.get(body["side"], body["side"])} for body in record.get("penalties", [])
        ]
        judged = judge_board(rulebook, normal, [Penalty.from_body(body, game=1, number=normal["board"]) for body in bodies])
        moved = {
            "D": judged.D,
            "declarers": normal["declarers"],
            "trump": normal["trump"],
            "rank": normal["rank"],
            "fines": judged.fines,
            "match_point_fines": judged.match_points,
            "adjusted": [side for side in SIDES if side in judged.adjusted],
        }
        findings = (*trump_findings(rulebook, normal, fixed_trump(rulebook, normal["board"])), *judged.findings)
        points = {side: judged.D if side == normal["defenders"] else 0 for side in SIDES}
        return Outcome("board", normal["board"], points, moved, findings=findings, trace=tuple(judged.trace))

    def unjudged(self, problems: tuple[Fault, ...], number: int | None = None) -> Outcome:
        """The outcome of what cannot be judged: nobody has anything."""
        return Outcome("board", number, None, {"D": None}, problems=problems)

    def unused_carry(self, carry: Mapping[str, Any]) -> tuple[Fault, ...]:
        """Nothing is carried from board to board, so every stated carry is a fault."""
        return tuple(Fault("carry_not_used", at=f"carry.{shown(name)}") for name in islice(carry, MOST_STRANGE))

    def json_schema(self, rulebook: Rulebook) -> dict[str, Any]:
        """The record as JSON Schema; penalties are no part of what is posted."""
        known, step = boards(rulebook), step_of_points(rulebook)
        by_room = rulebook.choice(leaves.RESULT_BY) == leaves.BY_ROOM
        pair = {"type": "integer", "minimum": 1}
        where: dict[str, Any] = {"room": {"enum": list(leaves.ROOMS)}} if by_room else {"ns": pair, "ew": pair}

        def points(most: int, kind: str | list[str] = "integer") -> dict[str, Any]:
            return {"type": kind, "minimum": 0, "maximum": most, "multipleOf": step}

        pack, optional = pack_points(rulebook), ["integer", "null"]
        call = {"seat": {"enum": list(SEATS)}, "with": {"enum": list(leaves.CALLS)}, "trump": {"enum": list(leaves.TRUMPS)}}
        properties: dict[str, Any] = {
            "board": {"type": "integer", "enum": sorted(known)},
            **where,
            "trump": {"enum": list(leaves.TRUMPS)},
            "rank": {"enum": list(RANKS)},
            "table_points": points(pack),
            "declarers_points": points(pack, optional),
            "kitty_points": points(most_kitty_points(rulebook), optional),
            "last_trick": {"enum": list(LAST_TRICKS)},
            "dig": {"enum": [NO_DIG, *leaves.DIGS]},
            "cards": {
                "type": "object",
                "properties": {name: {"type": "string"} for name in HOLDERS},
                "additionalProperties": False,
            },
            "calls": {
                "type": "array",
                "items": {"type": "object", "properties": call, "required": list(call), "additionalProperties": False},
            },
            "drawn": {"type": "string"},
        }
        required = ["board", *where, "trump", "table_points", "last_trick", "dig"]
        if rulebook.choice(leaves.TRUMP_MODE) == leaves.DRAWN:
            required.append("rank")
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
