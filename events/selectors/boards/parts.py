"""What the leaderboards of all formats share: the round that runs, a tick a table, a row of the standings.

Reads rows of the published state; computes no score.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from events.selectors.people import Names
from events.selectors.published import Published
from scoring.disputes import OPEN as STILL_OPEN

# The looks of a table, as the live frames name them too.
OPEN, HANDED_IN, CONFIRMED, UNDER_REVIEW = "open", "handed_in", "confirmed", "under_review"
NOT_PLAYED = frozenset({"forfeited", "annulled"})


@dataclass(frozen=True, slots=True)
class Tick:
    """One table of the round: its report, and how many hands are in."""

    match: str
    table: int
    state: str
    hands: int
    handed_in: bool


@dataclass(frozen=True, slots=True)
class Split:
    """What put a row above the next one: a key of the tie-break chain, both values, and the other's name."""

    key: str
    mine: object
    theirs: object
    other: str


@dataclass(frozen=True, slots=True)
class Current:
    """The round that runs: points so far, and how many of one's tables have handed in."""

    round: int
    points: object
    handed_in: int
    matches: int
    tables: str
    against: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the standings. `key`: pid of the team or entrant that is ranked; `of`: an entrant's team by name, else empty."""

    key: str
    name: str
    of: str
    number: int
    rank: int
    shared: bool
    points: object
    split: Split | None = None
    change: int = 0  # places gained since the round before; negative for lost
    current: Current | None = None
    next_round: int = 0
    next_against: str = ""  # "" when unknown
    next_bye: bool = False

    @property
    def lost(self) -> int:
        return -self.change


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What every leaderboard prints but its phase; each format adds its own parts."""

    rows: tuple[Row, ...]
    ticks: tuple[Tick, ...]
    round: int
    rounds_total: int
    finished: int
    round_finished: bool
    handed_in: int
    confirmed: int
    matches: int
    under_review: int
    over: bool

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Who may be kept at the foot of the page: key and name, in an order that does not move with the places."""
        return [(row.key, row.name) for row in sorted(self.rows, key=lambda row: row.number)]


def progress(state: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a Board that say how far the competition is, from the state's rounds and matches."""
    rounds = state["rounds"]
    opened = [row for row in rounds if row["opened"]]
    now = opened[-1] if opened else None
    number = now["round"] if now else 0
    return {
        "ticks": tuple(tick_of(match) for match in by_table(state["matches"], number)),
        "round": number,
        "rounds_total": len(rounds),
        "finished": sum(1 for row in rounds if row["finished"]),
        "round_finished": bool(now and now["finished"]),
        "handed_in": now["handed_in"] if now else 0,
        "confirmed": now["confirmed"] if now else 0,
        "matches": now["matches"] if now else 0,
        "under_review": now["under_review"] if now else 0,
        "over": bool(state["plan"]["over"]),
    }


def by_table(matches: Iterable[Mapping[str, Any]], number: int) -> list[Mapping[str, Any]]:
    """The matches of a round in order of their tables."""
    return sorted((match for match in matches if match["round"] == number), key=lambda match: match["table"])


def in_question(match: Mapping[str, Any]) -> bool:
    """Whether something of the match is looked into: one of its hands, or the match as a whole."""
    return bool(match.get("under_review")) or any(hand["under_review"] for hand in match["hands"])


def look_of(match: Mapping[str, Any]) -> str:
    """The look of a table, as the live frames name it too. A forfeited or annulled one needs no signature and says what it is."""
    if match["state"] in NOT_PLAYED and not any(one["state"] in STILL_OPEN for one in match.get("disputes", ())):
        return str(match["state"])
    if in_question(match):
        return UNDER_REVIEW
    if match["confirmed"]:
        return CONFIRMED
    return HANDED_IN if match["state"] == "complete" else OPEN


def tick_of(match: Mapping[str, Any]) -> Tick:
    """A match as one square."""
    return Tick(match["match"], match["table"], look_of(match), len(match["hands"]), match["state"] in {"complete", *NOT_PLAYED})


def split_of(below: Mapping[str, Any], name: str) -> Split | None:
    """What separated the row `below` (called `name`) from the one above it, told from above; None where plain points did."""
    if below["split_by"] in {"", "points"} or not below["split"]:
        return Split("shared", None, None, name) if below["split_by"] == "shared" else None
    split = below["split"]
    return Split(split["key"], split["theirs"], split["mine"], name)


def row_key(row: Mapping[str, Any]) -> str:
    """Who a row of the state's standings is about: the entrant where entrants are ranked, else the team."""
    return str(row.get("entrant") or row["team"])


def name_of(names: Names, row: Mapping[str, Any]) -> str:
    """The name of who a row is about: a pair's players or the team."""
    return breakable(names.pair(row["entrant"])) if row.get("entrant") else names.team(row["team"])


def team_of(names: Names, row: Mapping[str, Any]) -> str:
    """The team of an entrant's row; empty where the row is the team's own."""
    return names.team(row["team"]) if row.get("entrant") else ""


def numbers_of(published: Published) -> dict[str, int]:
    """Pid of every team and entrant -> its draw number, 0 before the draw."""
    found: dict[str, int] = {}
    for team in published.state["teams"]:
        found[team["team"]] = team["number"] or 0
        found |= {entrant["entrant"]: entrant["number"] or 0 for entrant in team["entrants"]}
    return found


def breakable(pair: str) -> str:
    """`张三/李四` that may break after the stroke and nowhere else: a name is never torn apart."""
    return pair.replace("/", "/\u200b")


def spans(numbers: Iterable[int]) -> str:
    """`1–4、7` for 1, 2, 3, 4, 7."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return "、".join(str(part[0]) if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts)


def seats_of(matches: Iterable[Mapping[str, Any]], number: int, by: str) -> dict[str, str]:
    """Team or entrant (`by`) -> its tables of the round, as `7–10`."""
    tables: dict[str, list[int]] = {}
    for match in matches:
        if match["round"] == number:
            for side in ("ns", "ew"):
                tables.setdefault(match[side][by], []).append(match["table"])
    return {key: spans(found) for key, found in tables.items()}


def larger(mine: object, theirs: object) -> str:
    """Which of two totals is larger, for the weight of the figure: win, lose, even. Points are whole or exact `n/d`."""
    left, right = Fraction(str(mine)), Fraction(str(theirs))
    return "win" if left > right else "lose" if left < right else "even"


PLACES = 2  # decimals of a fraction that does not end before


def number_text(value: object, *, signed: bool = False) -> str:
    """A score for reading: `−15`, `3.6`, `12.67`; exact where two decimals can be. `signed`: with its plus. Empty for None."""
    if value is None:
        return ""
    exact = Fraction(str(value))
    hundredths = abs(exact) * 10**PLACES
    rounded = (2 * hundredths.numerator + hundredths.denominator) // (2 * hundredths.denominator)
    whole, rest = divmod(rounded, 10**PLACES)
    text = f"{whole}.{rest:0{PLACES}d}".rstrip("0") if rest else str(whole)
    sign = "\u2212" if exact < 0 and rounded else "+" if signed and exact > 0 else ""
    return sign + text


def percent_text(value: object) -> str:
    """A share `n/d` of one hundred with two decimals, so that a column of them lines up. Empty for None."""
    if value is None:
        return ""
    hundredths = Fraction(str(value)) * 10**PLACES
    rounded = (2 * hundredths.numerator + hundredths.denominator) // (2 * hundredths.denominator)
    return f"{rounded // 10**PLACES}.{rounded % 10**PLACES:0{PLACES}d}"
