"""单循环 between teams of k pairs: who meets whom, where they sit, which table. Clauses TR-01, TR-02, GD-07.

Teams are known here by their draw numbers 1..n; nothing is read but numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.parameters import Choice, Rulebook, Schema, Whole

PAIRING, PAIRS_MEET, NS_BY = "format_rules.pairing", "format_rules.pairs_meet", "format_rules.ns_by"
ROUNDS, PAIRS, BYE_POINTS = "format_rules.rounds", "format_rules.pairs", "format_rules.bye_points"

SCHEMA: Schema = {
    PAIRING: Choice(("berger", "circle")),
    PAIRS_MEET: Choice(("same_number", "shifted")),
    NS_BY: Choice(("lower_number", "alternate")),
    ROUNDS: Whole(0, 999),
    PAIRS: Whole(0, 99),
    BYE_POINTS: Whole(0, 99),
}


@dataclass(frozen=True, slots=True)
class Table:
    """One match of a round. `ns` and `ew` are (team draw number, pair draw number)."""

    encounter: str
    match: str
    pair: int
    table: int
    ns: tuple[int, int]
    ew: tuple[int, int]


def full_rounds(teams: int) -> int:
    """Rounds of a whole single round robin (TR-01): n - 1 for an even number of teams, n for an odd one."""
    return 0 if teams < 2 else teams - 1 + teams % 2


def rounds_wanted(rulebook: Rulebook, teams: int) -> int:
    """Rounds this competition plays: all of them, or the organiser's number if that is smaller."""
    full, wanted = full_rounds(teams), rulebook.number(ROUNDS)
    return min(full, wanted) if wanted else full


def _berger(places: int, number: int) -> list[tuple[int, int]]:
    """Round `number` of the Berger table for an even number of places: i meets j when i + j = number + 1, modulo places - 1."""
    around = places - 1
    meetings = []
    for one in range(1, places):
        other = (number + 1 - one) % around or around
        if other == one:
            meetings.append((one, places))
        elif one < other:
            meetings.append((one, other))
    return meetings


def _circle(places: int, number: int) -> list[tuple[int, int]]:
    """Round `number` with place 1 fixed and the others moving one place on each round."""
    ring = list(range(2, places + 1))
    shift = (number - 1) % len(ring)
    line = [1, *ring[len(ring) - shift :], *ring[: len(ring) - shift]]
    return [(line[index], line[places - 1 - index]) for index in range(places // 2)]


def meetings(rulebook: Rulebook, teams: int, number: int) -> tuple[list[tuple[int, int]], int | None]:
    """Round `number` of `teams` teams: the meetings as (lower, higher), in order of the lower, and who has the bye."""
    places = teams + teams % 2
    drawn = _circle(places, number) if rulebook.choice(PAIRING) == "circle" else _berger(places, number)
    ordered = sorted((min(meeting), max(meeting)) for meeting in drawn)
    bye = next((low for low, high in ordered if high > teams), None)
    return [meeting for meeting in ordered if meeting[1] <= teams], bye


def encounter_id(number: int, low: int, high: int) -> str:
    """`r3-2v7`: round 3, team 2 against team 7."""
    return f"r{number}-{low}v{high}"


def tables(rulebook: Rulebook, number: int, met: Sequence[tuple[int, int]], pairs: int) -> list[Table]:
    """The matches of a round: `pairs` of them an encounter, tables numbered through the encounters."""
    alternate = rulebook.choice(NS_BY) == "alternate" and number % 2 == 0
    shift = number - 1 if rulebook.choice(PAIRS_MEET) == "shifted" else 0
    rows: list[Table] = []
    for place, (low, high) in enumerate(met):
        encounter = encounter_id(number, low, high)
        for pair in range(1, pairs + 1):
            one, other = (low, pair), (high, (pair - 1 + shift) % pairs + 1)
            ns, ew = (other, one) if alternate else (one, other)
            rows.append(Table(encounter, f"{encounter}-p{pair}", pair, place * pairs + pair, ns, ew))
    return rows
