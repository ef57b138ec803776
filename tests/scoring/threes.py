"""斗地主 for tests: rulebooks of every kind of text made from one, random records, and an oracle that shares no code with the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from scoring.entries import Entry
from scoring.games.doudizhu.leaves import OPTIONAL as GAME_GROUPS
from scoring.matches import match_node
from scoring.parameters import Leaf, Rulebook
from scoring.rulebook import load_file
from scoring.sides import THREE
from scoring.tallies.table_of_three.leaves import OPTIONAL as TALLY_GROUPS

HEALTH = load_file("healthcup-doudizhu")
GROUPS = {**GAME_GROUPS, **TALLY_GROUPS}
SEAT: Mapping[str, Any] = {
    "match": "r1-t1", "round": 1, "stage": "", "encounter": "r1-t1", "pair": 1, "table": 1, "room": "", "boards": [], "kind": "regular",
    **{side: {"team": f"t{side}", "entrant": f"e{side}", "players": [f"p{side}"]} for side in THREE},
}  # fmt: skip


def text_with(values: Mapping[str, Any], *, without: Sequence[str] = ()) -> Rulebook:
    """The health-cup rulebook with other values and groups, each under a clause of its own name."""
    leaves = {path: leaf for path, leaf in HEALTH.leaves.items() if not any(path.startswith(f"{group}.") for group in without)}
    schema = {**HEALTH.schema, **{path: kind for group in GROUPS.values() for path, kind in group.items()}}
    for path, value in values.items():
        assert schema[path].fault(list(value) if isinstance(value, tuple) else value) is None, path
        leaves[path] = Leaf(value, f"law of {path}")
    return replace(HEALTH, leaves=leaves, schema=schema)


def penalty(code: str, amount: int, **more: Any) -> dict[str, Any]:
    """The leaves of a penalty in points."""
    parts = {"amount": amount, "per": "occurrence", "official": "referee", "phase": "total", "order": 1, "moves": "own_points", **more}
    return {f"penalties.{code}.{part}": value for part, value in parts.items()}


FINED = text_with(
    {
        "game_rules.third_seat.least": 2,
        "game_rules.third_seat.must_call": False,
        "game_rules.opener.after": 2,
        "game_rules.opener.least": 2,
        "game_rules.opener.must_call": False,
        "game_rules.pass_out_fine.after": 3,
        "game_rules.pass_out_fine.first_bidder": 4,
        "game_rules.pass_out_fine.others": 2,
        "game_rules.pass_out_fine.rotates": False,
        "game_rules.pass_out_fine.resets": True,
        "tally_rules.ends": "hands",
        "tally_rules.hands.count": 3,
    }
)
STACKS = text_with(
    {
        "game_rules.scoring": "stack",
        "game_rules.calls.values": (10, 20, 30),
        "game_rules.stack.start": 300,
        "game_rules.stack.clip_at_zero": False,
        "game_rules.stack.short_payer": "split_from_landlord",
        "tally_rules.bust.at": 0,
    }
)
CLIPPED = text_with(
    {path: leaf.value for path, leaf in STACKS.leaves.items() if leaf.clause.startswith("law of")} | {"game_rules.stack.clip_at_zero": True}
)
BEANS = text_with(
    {
        "game_rules.scoring": "beans",
        "game_rules.bids.mode": "none",
        "game_rules.first_bidder.next": "free",
        "game_rules.stake.mode": "transfers",
        "game_rules.stake.base": 1,
        "game_rules.stack.start": 15,
        "game_rules.stack.clip_at_zero": True,
        "game_rules.stack.short_payer": "split_from_landlord",
        "tally_rules.bust.at": 0,
    },
    without=("game_rules.calls", "game_rules.doubling", "game_rules.spring", "game_rules.pass_out"),
)
CIRCLES = text_with(
    {
        "game_rules.bids.mode": "circles",
        "game_rules.circles.opener_extra": True,
        "game_rules.circles.closing_passes": 2,
        "game_rules.first_bidder.first": "seat_1",
        "game_rules.first_bidder.next": "by_hand_number",
        "game_rules.pass_out.counts_as_hand": True,
    },
    without=("game_rules.spring",),
)
LADDER = text_with(
    {
        "game_rules.scoring": "win_loss",
        "game_rules.bids.mode": "call",
        "game_rules.first_bidder.next": "free",
        "game_rules.forced_third.must_call": True,
        "game_rules.must_call.patterns": (
            "both_jokers", "four_twos", "joker_two_twos", "joker_two_bombs", "two_twos_two_bombs", "three_bombs",
        ),
        "game_rules.overruns.limit": 2,
        "game_rules.overruns.counts_warned": True,
        "game_rules.face_up.margin": 10,
        "game_rules.face_up.where": "between_the_ends",
    },
    without=("game_rules.calls", "game_rules.doubling", "game_rules.spring", "game_rules.pass_out", "game_rules.base"),
)  # fmt: skip
TEN = text_with(
    {
        "game_rules.shown.times": 2,
        "game_rules.shown.latest": "before_first_lead",
        "game_rules.ruled.times": 2,
        "tally_rules.ends": "hands",
        "tally_rules.hands.count": 2,
        "tally_rules.extra.hands": 3,
        "tally_rules.extra.batches": 2,
        **penalty("hint", 3, phase="with_hand"),
        **penalty("slow_play", 3, phase="with_hand"),
        "penalties.slow_play.every": 3,
        **penalty("dropped_card", 2),
    }
)
ALL = (HEALTH, FINED, STACKS, CLIPPED, BEANS, CIRCLES, LADDER, TEN)


def bids_of(rulebook: Rulebook, random: Random) -> list[int]:
    """A lawful bidding: everybody says something that he may say, until nobody speaks any more."""
    values = [1]
    if rulebook.has("game_rules.calls"):
        values = sorted(int(value) for value in rulebook.several("game_rules.calls.values"))
    bids: list[int] = []
    while not spoken_out(rulebook, bids, values[-1]):
        higher = [value for value in values if value > max(bids, default=0)]
        may = [0, *higher]
        if len(bids) == 2 and not any(bids):
            if rulebook.has("game_rules.forced_third"):
                may = [1]
            elif rulebook.has("game_rules.third_seat"):
                may = [value for value in may if value == 0 or value >= rulebook.number("game_rules.third_seat.least")]
        bids.append(random.choice(may))
    return bids


def spoken_out(rulebook: Rulebook, bids: Sequence[int], top: int) -> bool:
    """Whether the bidding is over, by the words of the texts."""
    if top in bids:
        return True
    if rulebook.choice("game_rules.bids.mode") == "circles":
        return list(bids) == [0, 0, 0, 0] or (any(bids) and list(bids[-2:]) == [0, 0])
    return len(bids) == 3


def any_record(rulebook: Rulebook, number: int, random: Random, first: int | None = None) -> dict[str, Any]:
    """A record without faults; who bids first is anybody, if it is not said."""
    record: dict[str, Any] = {"hand": number}
    if rulebook.choice("game_rules.bids.mode") != "none":
        bids = bids_of(rulebook, random)
        first = first or random.randint(1, 3)
        record |= {"first_bidder": first, "bids": bids}
        if not any(bids):
            return record
        record["landlord"] = (first - 1 + bids.index(max(bids))) % 3 + 1
    else:
        record["landlord"] = random.randint(1, 3)
    record["out"] = random.randint(1, 3)
    won = record["out"] == record["landlord"]
    if rulebook.has("game_rules.doubling"):
        record |= {"bombs": random.choice((0, 0, 0, 1, 1, 2, 3)), "rocket": random.random() < 0.3}
    if rulebook.has("game_rules.spring"):
        record["spring"] = random.choice(("none", "none", "spring" if won else "anti_spring"))
    if rulebook.has("game_rules.shown"):
        record["shown"] = random.random() < 0.2
    if rulebook.choice("game_rules.scoring") == "beans":
        one, two = random.randint(1, 6), random.randint(1, 6)
        sign = 1 if won else -1
        others = [seat for seat in (1, 2, 3) if seat != record["landlord"]]
        record["transfers"] = {str(record["landlord"]): sign * (one + two), str(others[0]): -sign * one, str(others[1]): -sign * two}
    return record


def worth(record: Mapping[str, Any]) -> dict[str, int]:
    """What a hand brings each seat where nobody is short, straight from the words of the texts: the bid, doubled so often."""
    doubled = record["bombs"] + record["rocket"] + (record.get("spring", "none") != "none") + record.get("shown", False)
    amount = max(record["bids"]) << doubled
    won = record["out"] == record["landlord"]
    return {str(seat): (2 if seat == record["landlord"] else -1) * (amount if won else -amount) for seat in (1, 2, 3)}


class Sheet:
    """The entries of one table."""

    def __init__(self, rulebook: Rulebook, **seat: Any) -> None:
        self.rulebook, self.seat = rulebook, {**SEAT, **seat}
        self.entries: list[Entry] = []

    def add(self, kind: str, body: Mapping[str, Any], number: int = 0, supersedes: str = "") -> str:
        seq = len(self.entries) + 1
        name = f"h{seq}"
        self.entries.append(Entry(seq, kind, f"key-{seq}", name, supersedes, "r1-t1", 1, number, "", "d1", "referee", body))
        return name

    def hand(self, record: Mapping[str, Any]) -> str:
        return self.add("hand", {"record": dict(record)}, record["hand"])

    def fine(self, code: str, side: str, number: int = 0, count: int = 1) -> str:
        return self.add("penalty", {"code": code, "side": side, "count": count}, number)

    def bell(self, last: int) -> str:
        return self.add("time_up", {"last_hand": last})

    def value(self) -> dict[str, Any]:
        return match_node(self.rulebook, self.seat, self.entries)


def line(number: int, first: int, bids: Sequence[int], out: int, bombs: int = 0, *, spring: str = "none", **more: Any) -> dict[str, Any]:
    """A played hand of the texts with bids, bombs and springs."""
    landlord = (first - 1 + bids.index(max(bids))) % 3 + 1
    said = {"hand": number, "first_bidder": first, "bids": list(bids), "landlord": landlord, "out": out}
    return {**said, "bombs": bombs, "rocket": False, "spring": spring, **more}


def passed(number: int, first: int) -> dict[str, Any]:
    """A hand that nobody called."""
    return {"hand": number, "first_bidder": first, "bids": [0, 0, 0]}
