"""掼蛋: one hand of two pairs, by the order of going out or by its kind alone. Clauses GD-04, GD-08."""

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

from scoring.outcomes import Fault, Outcome, Step, shown
from scoring.parameters import Choice, Flag, Rulebook, Schema, Whole
from scoring.penalties import Tariff
from scoring.sides import SEATS, SIDE_OF, SIDES

DOUBLE_DOWN, FIRST_THIRD, FIRST_FOURTH = KINDS = ("double_down", "first_third", "first_fourth")
MOST_STRANGE = 10  # unknown fields named in one answer
FIELDS = ("hand", "order", "side", "kind")

POINTS: Mapping[str, str] = {kind: f"game_rules.points.{kind}" for kind in KINDS}
LOSER, HANDS, PLAYERS = "game_rules.points.loser", "game_rules.hands", "game_rules.players"

SCHEMA: Schema = {
    **{path: Whole(0, 99) for path in POINTS.values()},
    LOSER: Whole(0, 99),
    HANDS: Whole(1, 99),
    PLAYERS: Whole(4, 4),
    "game_rules.decks": Whole(2, 2),
    "game_rules.level": Choice(("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")),
    "game_rules.tribute": Flag(),
    "game_rules.shuffler": Choice(SEATS),
    "game_rules.cutter": Choice(("right_hand", "left_hand")),
    "game_rules.joker_turned": Choice(("turn_again", "shuffler_draws_first")),
    "game_rules.borrowed_lead": Choice(("partner", "next_player")),
    "game_rules.straight_flush_beats_bombs_of": Whole(4, 8),
    "game_rules.report_at": Whole(1, 27),
    "game_rules.missed_plays.shown_card": Whole(0, 9),
    "game_rules.missed_plays.dropped_card": Whole(0, 9),
    "game_rules.missed_plays.out_of_turn": Whole(0, 9),
}


def kind_of(order: list[str]) -> str:
    """The kind of a hand from a checked order: where the partner of the first came."""
    side = SIDE_OF[order[0]]
    if SIDE_OF[order[1]] == side:
        return DOUBLE_DOWN
    return FIRST_THIRD if SIDE_OF[order[2]] == side else FIRST_FOURTH


def both_sides(rulebook: Rulebook) -> tuple[int, ...]:
    """What each kind of hand gives to both sides together."""
    return tuple(rulebook.number(points) + rulebook.number(LOSER) for points in POINTS.values())


def always_odd(rulebook: Rulebook) -> bool:
    """Whether every hand gives an odd sum, so that n hands add up to an odd number exactly where n is odd. Points may be overridden."""
    return all(points % 2 for points in both_sides(rulebook))


class Guandan:
    """One hand. The game remembers nothing from hand to hand: every hand is played at the same level."""

    schema = SCHEMA
    extra_acts: tuple[str, ...] = ()
    remembers = False
    sides: tuple[str, ...] = SIDES
    official_parts: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    tariffs: Mapping[str, Tariff] = MappingProxyType({})

    def operand_words(self, name: str) -> tuple[str, ...]:
        """No penalty, no operand."""
        return ()

    def place(self, record: Mapping[str, Any]) -> tuple[int, int, str]:
        """One sitting is one game; the hand's number is its place."""
        return 1, int(record["hand"]), ""

    def given_twice(self, rulebook: Rulebook, record: Mapping[str, Any]) -> None:
        """Hands are independent, and each line is answered for itself."""
        return None

    def fits_seat(self, rulebook: Rulebook, record: Mapping[str, Any], seat: Mapping[str, Any]) -> tuple[Fault, ...]:
        """A hand says nothing of its table."""
        return ()

    def check_penalty(self, rulebook: Rulebook, body: object, number: int | None = None) -> tuple[Fault, ...]:
        """The text knows no points for an offence, so nothing can be imposed."""
        return (Fault("no_tariff"),)

    def check_board_fact(self, rulebook: Rulebook, kind: str, body: Mapping[str, Any]) -> tuple[Fault, ...]:
        """No boards are kept."""
        return (Fault("not_in_this_game"),)

    def check(self, rulebook: Rulebook, record: object) -> tuple[Fault, ...]:
        """All that cannot be right by itself: shape, types, hand number, seats, both forms at once."""
        if not isinstance(record, Mapping):
            return (Fault("record_not_object", at="", values={"given": shown(record)}),)
        law = rulebook.law(POINTS[DOUBLE_DOWN])
        strange = islice((name for name in record if name not in FIELDS), MOST_STRANGE)
        faults = [Fault("unknown_field", at=str(shown(name)), values={"known": list(FIELDS)}) for name in strange]
        faults += self._check_number(rulebook, record)
        by_order, by_kind = "order" in record, "side" in record or "kind" in record
        if by_order and by_kind:
            faults.append(Fault("both_forms", law, "order", {"with": [name for name in ("side", "kind") if name in record]}))
        if not by_order and not by_kind:
            faults.append(Fault("result_missing", law, "order"))
        if by_order:
            faults += self._check_order(rulebook, record["order"])
        if by_kind:
            faults += self._check_name(record, "side", SIDES, "unknown_side", law)
            faults += self._check_name(record, "kind", KINDS, "unknown_kind", law)
        return tuple(faults)

    def _check_number(self, rulebook: Rulebook, record: Mapping[str, Any]) -> list[Fault]:
        law = rulebook.law(HANDS)
        if "hand" not in record:
            return [Fault("missing_field", law, "hand")]
        most, number = rulebook.number(HANDS), record["hand"]
        if type(number) is not int:
            return [Fault("wrong_type", law, "hand", {"wanted": "integer", "given": shown(number)})]
        if not 1 <= number <= most:
            return [Fault("hand_out_of_range", law, "hand", {"least": 1, "most": most, "given": shown(number)})]
        return []

    def _check_name(self, record: Mapping[str, Any], name: str, known: tuple[str, ...], code: str, law: str) -> list[Fault]:
        if name not in record:
            return [Fault("missing_field", law, name)]
        value = record[name]
        if not isinstance(value, str):
            return [Fault("wrong_type", law, name, {"wanted": "string", "given": shown(value)})]
        return [] if value in known else [Fault(code, law, name, {"known": list(known), "given": shown(value)})]

    def _check_order(self, rulebook: Rulebook, order: object) -> list[Fault]:
        players, seats_law, points_law = rulebook.number(PLAYERS), rulebook.law(PLAYERS), rulebook.law(POINTS[DOUBLE_DOWN])
        if not isinstance(order, list):
            return [Fault("wrong_type", seats_law, "order", {"wanted": "list", "given": shown(order)})]
        faults: list[Fault] = []
        if len(order) > players:
            faults.append(Fault("order_too_long", seats_law, "order", {"most": players, "given": len(order)}))
        seen: set[str] = set()
        for place, seat in enumerate(order[:players]):
            at = f"order[{place}]"
            if not isinstance(seat, str):
                faults.append(Fault("wrong_type", seats_law, at, {"wanted": "string", "given": shown(seat)}))
            elif seat not in SIDE_OF:
                faults.append(Fault("unknown_seat", seats_law, at, {"known": list(SEATS), "given": shown(seat)}))
            elif seat in seen:
                faults.append(Fault("seat_repeated", seats_law, at, {"given": seat}))
            else:
                seen.add(seat)
        decided = len(order) >= 2 and len(seen) == len(order) and SIDE_OF[order[0]] == SIDE_OF[order[1]]
        if len(order) < (2 if decided else players):
            faults.append(Fault("order_incomplete", points_law, "order", {"wanted": players, "given": len(order)}))
        return faults

    def normal(self, rulebook: Rulebook, record: Mapping[str, Any]) -> dict[str, Any]:
        """`{"hand", "side", "kind", "points", "double_downs"}`: the same for both forms of one result."""
        if "order" in record:
            order = record["order"]
            side, kind = SIDE_OF[order[0]], kind_of(order)
        else:
            side, kind = record["side"], record["kind"]
        won, lost, double_down = rulebook.number(POINTS[kind]), rulebook.number(LOSER), int(kind == DOUBLE_DOWN)
        return {
            "hand": record["hand"],
            "side": side,
            "kind": kind,
            "points": {"NS": won, "EW": lost} if side == "NS" else {"NS": lost, "EW": won},
            "double_downs": {"NS": double_down, "EW": 0} if side == "NS" else {"NS": 0, "EW": double_down},
        }

    def steps(self, rulebook: Rulebook, kind: str) -> tuple[Step, ...]:
        """The one step that makes the winners' points."""
        won = rulebook.number(POINTS[kind])
        return (Step(rulebook.law(POINTS[kind]), kind, (won,), won),)

    def result(self, normal: Mapping[str, Any]) -> dict[str, Any]:
        """Who won the hand, and how."""
        return {"side": normal["side"], "kind": normal["kind"]}

    def row(self, rulebook: Rulebook, record: Mapping[str, Any], normal: Mapping[str, Any]) -> dict[str, Any]:
        """Side, kind, order where it was given, points, double-downs and the trace."""
        return {
            "side": normal["side"],
            "kind": normal["kind"],
            "order": list(record["order"]) if "order" in record else None,
            "points": dict(normal["points"]),
            "double_downs": dict(normal["double_downs"]),
            "trace": [step.as_json() for step in self.steps(rulebook, normal["kind"])],
        }

    def judge(self, rulebook: Rulebook, record: object) -> Outcome:
        """Points of both sides and the double-downs won, or all the problems."""
        problems = self.check(rulebook, record)
        if problems or not isinstance(record, Mapping):
            number = record.get("hand") if isinstance(record, Mapping) else None
            number = number if type(number) is int and abs(number) < 10**9 else None
            return self.unjudged(problems, number)
        normal = self.normal(rulebook, record)
        moved = {"double_downs": normal["double_downs"]}
        return Outcome("hand", normal["hand"], normal["points"], moved, trace=self.steps(rulebook, normal["kind"]))

    def unjudged(self, problems: tuple[Fault, ...], number: int | None = None) -> Outcome:
        """The outcome of what cannot be judged: nobody has anything."""
        return Outcome("hand", number, None, {"double_downs": None}, problems=problems)

    def unused_carry(self, carry: Mapping[str, Any]) -> tuple[Fault, ...]:
        """Nothing is carried from hand to hand, so every stated carry is a fault."""
        return tuple(Fault("carry_not_used", at=f"carry.{shown(name)}") for name in islice(carry, MOST_STRANGE))

    def json_schema(self, rulebook: Rulebook) -> dict[str, Any]:
        """The two forms of a record, as JSON Schema."""
        hand = {"type": "integer", "minimum": 1, "maximum": rulebook.number(HANDS)}
        seats = {"type": "array", "items": {"enum": list(SEATS)}, "uniqueItems": True, "minItems": 2, "maxItems": rulebook.number(PLAYERS)}
        by_order = {"type": "object", "properties": {"hand": hand, "order": seats}, "required": ["hand", "order"]}
        names = {"hand": hand, "side": {"enum": list(SIDES)}, "kind": {"enum": list(KINDS)}}
        by_kind = {"type": "object", "properties": names, "required": ["hand", "side", "kind"]}
        return {"oneOf": [{**form, "additionalProperties": False} for form in (by_order, by_kind)]}
