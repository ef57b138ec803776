"""移位 in numbers: who sits where in which round with which boards, and who meets what again. Clauses F4-01, F4-03, AMB-27.

Seat 1 stays, seats 2 and 3 go one table in opposite directions, the last table being followed by the first. Players are known here by
their seat and the table where they began, boards by the number of the set that lay on that table in round 1. Reads a rulebook alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.formats.travelling.leaves import BOARDS, BY_SHIFT, DIRECTION, FRESH, SHIFT, UP, WITH_SEAT_3
from scoring.parameters import Rulebook
from scoring.sides import THREE

SUITS = ("S", "H", "D")  # the card of a suit says the seat, its number the table
STAYS, FOLLOWS, LEADS = THREE
NO_SET = 0


@dataclass(frozen=True, slots=True)
class Movement:
    """`seat_2`: how many tables up seat 2 goes after a round, seat 3 going as many down; `boards`: how many the boards go, None where
    every round is dealt afresh."""

    seat_2: int
    boards: int | None

    def step(self, seat: str) -> int:
        """How many tables up whoever sits there goes after a round."""
        return {STAYS: 0, FOLLOWS: self.seat_2, LEADS: -self.seat_2}[seat]


@dataclass(frozen=True, slots=True)
class Place:
    """One table of a round: at each seat the table where its player began; `boards` the set, 0 for freshly dealt ones."""

    table: int
    seats: Mapping[str, int]
    boards: int


@dataclass(frozen=True, slots=True)
class Again:
    """Who meets something a second time: the player of `seat` at `table`, who began at `began`; `boards` that set, or `partner` seat."""

    round: int
    table: int
    seat: str
    began: int
    boards: int = NO_SET
    partner: str = ""
    partner_began: int = 0


def movement_of(rulebook: Rulebook) -> Movement:
    """The movement as the rulebook has it."""
    seat_2 = 1 if rulebook.choice(DIRECTION) == UP else -1
    boards = {FRESH: None, BY_SHIFT: rulebook.number(SHIFT), WITH_SEAT_3: -seat_2}
    return Movement(seat_2, boards[rulebook.choice(BOARDS)])


def places(tables: int, number: int, movement: Movement) -> list[Place]:
    """Round `number` at so many tables, in order of tables."""
    gone = number - 1
    return [
        Place(
            table,
            {seat: _around(table - gone * movement.step(seat), tables) for seat in THREE},
            NO_SET if movement.boards is None else _around(table - gone * movement.boards, tables),
        )
        for table in range(1, tables + 1)
    ]


def replays(tables: int, rounds: int, movement: Movement) -> list[Again]:
    """Every seat at which somebody comes to boards that he has played, in order of rounds, tables and seats."""
    found: list[Again] = []
    played: set[tuple[str, int, int]] = set()
    for number, place in _all(tables, rounds, movement):
        for seat, began in place.seats.items() if place.boards else ():
            if (seat, began, place.boards) in played:
                found.append(Again(number, place.table, seat, began, boards=place.boards))
            played.add((seat, began, place.boards))
    return found


def partners_again(tables: int, rounds: int, movement: Movement) -> list[Again]:
    """Every table at which two players meet who have met before."""
    found: list[Again] = []
    met: set[tuple[str, int, str, int]] = set()
    for number, place in _all(tables, rounds, movement):
        for one, other in combinations(THREE, 2):
            pair = (one, place.seats[one], other, place.seats[other])
            if pair in met:
                found.append(Again(number, place.table, one, pair[1], partner=other, partner_began=pair[3]))
            met.add(pair)
    return found


def longest_without_replay(tables: int, movement: Movement) -> int:
    """How many rounds, up to one for each table, go by before anybody comes to boards again."""
    again = replays(tables, tables, movement)
    return again[0].round - 1 if again else tables


def card_of(place: int) -> str:
    """The card that stands for a place of the draw, from 1: place 11 is H4, seat 2 of table 4."""
    return f"{SUITS[(place - 1) % len(SUITS)]}{(place - 1) // len(SUITS) + 1}"


def place_of(card: str) -> int:
    """The place of the draw, from 1, that a card stands for; ValueError for a card that is not in it."""
    suit, number = card[:1], card[1:]
    if suit not in SUITS or not number.isascii() or not number.isdigit() or int(number) < 1:
        raise ValueError(f"not a card of the draw: {card!r}")
    return (int(number) - 1) * len(SUITS) + SUITS.index(suit) + 1


def drawn_at(drawn: Sequence[str], seat: str, began: int) -> str:
    """Who drew this seat of the table where he began; empty while nothing is drawn."""
    return drawn[(began - 1) * len(THREE) + THREE.index(seat)] if drawn else ""


def _all(tables: int, rounds: int, movement: Movement) -> Iterator[tuple[int, Place]]:
    for number in range(1, rounds + 1):
        for place in places(tables, number, movement):
            yield number, place


def _around(number: int, tables: int) -> int:
    return (number - 1) % tables + 1
