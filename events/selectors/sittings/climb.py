"""A match that is climbed hand by hand (炒地皮): both levels, the deal, what each hand moved, and the climb as a drawing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.selectors.people import Names
from events.selectors.sittings.fines import Fine, fines_of
from scoring.parameters import Rulebook

LEVELS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SIDES = ("NS", "EW")
SINGLE, PAIR, TRACTOR = "single", "pair", "tractor"


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand. `level` is what the declarers played, empty where it is not known; `before` and `after` levels by side.

    `moved`: the side whose level rose; `passed`: who passed the last level with it; `dig`: none, single, pair, tractor2…;
    `counted` is false for a hand after a gap or after the end: then nothing is known of levels.
    """

    game: int
    number: int
    side: str
    declarer: str
    level: str
    trump: str
    table: int
    kitty: int
    dig: str
    pairs: int
    points: int
    hook: str
    counted: bool
    moved: str
    before: Mapping[str, str]
    after: Mapping[str, str]
    swapped: bool
    demoted: str
    judged: str
    passed: bool
    ended: str
    under_review: bool
    by: str
    fines: tuple[Fine, ...]
    clauses: tuple[str, ...]
    trace: tuple[Mapping[str, Any], ...]

    @property
    def moved_from(self) -> str:
        return self.before.get(self.moved, "")

    @property
    def moved_to(self) -> str:
        return self.after.get(self.moved, "")

    @property
    def demoted_to(self) -> str:
        return self.after.get(self.demoted, "")


@dataclass(frozen=True, slots=True)
class Bar:
    """One hand in the drawing: where it begins and how wide, and whose deal it was."""

    x: float
    width: float
    side: str
    number: int
    told: bool


@dataclass(frozen=True, slots=True)
class Level:
    name: str
    y: float
    must: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """The climb as two stepped lines; all in the units of the drawing's view box."""

    width: int
    height: int
    left: float
    right: float
    base: float
    levels: tuple[Level, ...]
    ns: str
    ew: str
    ns_end: float
    ew_end: float
    ns_level: str
    ew_level: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class GameView:
    """One game. `winner` and `reason` are empty while it goes on; `gap`: the first hand that is missing."""

    game: int
    levels: Mapping[str, str]
    winner: str
    reason: str
    hands: tuple[HandRow, ...]
    fines: tuple[Fine, ...]
    charts: tuple[Chart, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """`ahead`: who leads if time ended now, by levels alone; empty where they are level."""

    games: tuple[GameView, ...]
    several: bool
    wins: Mapping[str, int]
    game: int
    levels: Mapping[str, str]
    deal: str
    dealer: str
    next_hand: int | None
    gap: int | None
    time_up: bool
    ahead: str
    decided: bool


def sheet_of(match: Mapping[str, Any], *, names: Names, rulebook: Rulebook) -> Sheet:
    """Games in order with their hands; the last one stands first on the page."""
    shown = match["shown"]
    fines = fines_of(match)
    must = tuple(str(level) for level in rulebook.several("game_rules.must_play.levels"))
    games = tuple(_game(row, match, fines, must) for row in shown["games"])
    ranks = [LEVELS.index(shown["levels"][side]) for side in SIDES]
    return Sheet(
        games=games,
        several=shown["to_win"] > 1,
        wins=shown["wins"],
        game=shown["game"],
        levels=shown["levels"],
        deal=shown["deal"],
        dealer=shown["dealer"],
        next_hand=shown["next_hand"],
        gap=shown["gap"],
        time_up=shown["time_up"],
        ahead="" if ranks[0] == ranks[1] else SIDES[ranks[0] < ranks[1]],
        decided=bool(match["winner"]) or match["state"] == "forfeited",
    )


def _game(row: Mapping[str, Any], match: Mapping[str, Any], fines: Sequence[Fine], must: Sequence[str]) -> GameView:
    number = row["game"]
    own = [fine for fine in fines if fine.game == number]
    hands = tuple(_hand(hand, own) for hand in match["hands"] if hand["game"] == number)
    return GameView(
        game=number,
        levels=row["levels"],
        winner=row["winner"],
        reason=row["reason"],
        hands=hands,
        fines=tuple(fine for fine in own if not fine.number),
        charts=_charts([hand for hand in hands if hand.counted], must),
    )


def _hand(hand: Mapping[str, Any], fines: Sequence[Fine]) -> HandRow:
    counted, side = hand["counted"], hand["declarers"]
    before = hand["before"]["levels"] if hand["before"] else {}
    after = hand["after"]["levels"] if hand["after"] else {}
    moved = next((one for one in SIDES if counted and _rank(after[one]) > _rank(before[one])), "")
    dig = hand["dig"].removeprefix("throw:")
    passed = hand["ended"] == "passed_A"
    return HandRow(
        game=hand["game"],
        number=hand["number"],
        side=side,
        declarer=hand["declarer"],
        level=before.get(side, ""),
        trump=hand["trump"] or "",
        table=hand["table_points"],
        kitty=hand["kitty_points"],
        dig=TRACTOR if dig.startswith(TRACTOR) else dig if hand["last_trick"] == "defenders" else "none",
        pairs=int(dig.removeprefix(TRACTOR)) if dig.startswith(TRACTOR) else 0,
        points=hand["D"],
        hook=hand["hook"],
        counted=counted,
        moved=moved,
        before=before,
        after=after,
        swapped=bool(hand["after"]) and hand["after"]["deal"] != side,
        demoted=hand["demoted"],
        judged=hand["judged"],
        passed=passed,
        ended=hand["ended"],
        under_review=hand["under_review"],
        by=hand["by"],
        fines=tuple(fine for fine in fines if fine.number == hand["number"]),
        clauses=tuple(dict.fromkeys(step["clause"] for step in hand["trace"])),
        trace=tuple(hand["trace"]),
    )


def _rank(level: str) -> int:
    return LEVELS.index(level)


# The drawing for a wide page and the one for a phone: width, right end of the lines, how many hands get their number.
SIZES = ((680, 600.0, 16), (330, 282.0, 8))
HEIGHT, LEFT, TOP, BASE = 330, 30.0, 12.0, 290.0


def _charts(hands: Sequence[HandRow], must: Sequence[str]) -> tuple[Chart, ...]:
    """Two stepped lines, one a side: a level moves at the end of the hand that moved it. Nothing before the second hand."""
    return tuple(_chart(hands, must, *size) for size in SIZES) if len(hands) > 1 else ()


def _chart(hands: Sequence[HandRow], must: Sequence[str], width: int, right: float, most_told: int) -> Chart:
    step = (right - LEFT) / len(hands)
    rows = max(_rank("J"), *(_rank(hand.after[side]) for hand in hands for side in SIDES))

    def y(level: str) -> float:
        return round(BASE - (BASE - TOP) * _rank(level) / rows, 1)

    def path(side: str) -> str:
        drawn = f"M{LEFT} {y(hands[0].before[side])}"
        for place, hand in enumerate(hands, start=1):
            drawn += f"H{round(LEFT + place * step, 1)}V{y(hand.after[side])}"
        return drawn

    every = -(-len(hands) // most_told)
    last = hands[-1].after
    return Chart(
        width=width,
        height=HEIGHT,
        left=LEFT,
        right=right,
        base=BASE,
        levels=tuple(Level(level, y(level), level in must) for level in LEVELS[: rows + 1]),
        ns=path("NS"),
        ew=path("EW"),
        ns_end=y(last["NS"]),
        ew_end=y(last["EW"]),
        ns_level=last["NS"],
        ew_level=last["EW"],
        bars=tuple(
            Bar(round(LEFT + place * step, 1), round(step - 1, 1), hand.side, hand.number, place % every == 0)
            for place, hand in enumerate(hands)
        ),
    )
