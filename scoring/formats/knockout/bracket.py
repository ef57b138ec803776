"""The bracket 签表 as it stands: who has come how far, who sits where, and whether an opened match has the right people in it.

Reads the setup's value and the values of the opened matches; writes nothing. Who sits at an opened match is a fact; who ought to
follows from the lines and the results. A round is a list of rows; the last round may have a second row, the match for third place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.formats.knockout.leaves import BOTH_ABSENT, LOWER_DRAW, NS_BY, PLAYED, THIRD_PLACE
from scoring.parameters import Rulebook
from scoring.sides import SIDES

Value = dict[str, Any]
UNDECIDED = ""
Came = str | None  # who came out of a match: an entrant, None for nobody, UNDECIDED

DECIDED = ("complete", "forfeited")


def match_code(number: int, place: int) -> str:
    """`r2-m3`: round 2, third match from the top."""
    return f"r{number}-m{place}"


def number_of(setup: Mapping[str, Any]) -> dict[str, int]:
    """Draw number of every entrant."""
    return {row["entrant"]: row["number"] or 0 for team in setup["teams"] for row in team["entrants"]}


def sides(rulebook: Rulebook, numbers: Mapping[str, int], upper: str, lower: str) -> tuple[str, str]:
    """Who sits North-South and who East-West, of those who come on the upper and on the lower line."""
    by_number = rulebook.choice(NS_BY) == LOWER_DRAW and numbers.get(lower, 0) < numbers.get(upper, 0)
    return (lower, upper) if by_number else (upper, lower)


def came_out(rulebook: Rulebook, setup: Mapping[str, Any], match: Mapping[str, Any]) -> tuple[Came, Came]:
    """Winner and loser of a match from its value. With both sides away nobody goes on, or the smaller draw number, by the rulebook."""
    seated = (match["ns"]["entrant"], match["ew"]["entrant"])
    if match["state"] not in DECIDED:
        return UNDECIDED, UNDECIDED
    if match["winner"] in SIDES:
        return seated if match["winner"] == SIDES[0] else (seated[1], seated[0])
    if match["state"] != "forfeited":
        return UNDECIDED, UNDECIDED
    if rulebook.choice(BOTH_ABSENT) == LOWER_DRAW:
        numbers = number_of(setup)
        first, second = sorted(seated, key=lambda one: numbers.get(one, 0))
        return first, second
    return None, None


@dataclass
class Meeting:
    """One match of the bracket. `upper` and `lower` are who comes to it by the lines and the results before it; `seated` who was
    seated when it was opened; `winner` and `loser` who came out of it."""

    match: str
    round: int
    sources: tuple[str, ...]
    third_place: bool
    upper: Came
    lower: Came
    seated: tuple[str, str] | None = None
    absent: Sequence[str] = ()
    winner: Came = UNDECIDED
    loser: Came = UNDECIDED
    differs: bool = False  # the wrong people were seated, or its round was opened without it
    due: tuple[str, str] | None = None  # who ought to be seated, where others are and both are known

    @property
    def decided(self) -> bool:
        return self.winner != UNDECIDED

    @property
    def bye(self) -> bool:
        """One comes and there is nobody to meet."""
        return self.seated is None and self.decided and (self.upper is None) != (self.lower is None)

    @property
    def walked(self) -> bool:
        """Decided without a match."""
        return self.seated is None and self.decided

    def as_json(self, sides: tuple[str | None, str | None]) -> Value:
        ns, ew = sides
        return {
            "match": self.match,
            "ns": ns,
            "ew": ew,
            "from": list(self.sources),
            "winner": self.winner or None,
            "decided": self.decided,
            "bye": self.bye,
            "opened": self.seated is not None,
            "differs": self.differs,
            "due": None if self.due is None else {"ns": self.due[0], "ew": self.due[1]},
            "third_place": self.third_place,
        }


class Bracket:
    """All the meetings, from the first round to the final, with what came out of each."""

    def __init__(self, rulebook: Rulebook, setup: Mapping[str, Any], matches: Mapping[str, Mapping[str, Any]]) -> None:
        self.rulebook, self.setup, self.numbers = rulebook, setup, number_of(setup)
        self.seats = {seat["match"]: (seat["ns"]["entrant"], seat["ew"]["entrant"]) for seat in setup["matches"]}
        self.ruled = {seat["match"] for seat in setup["matches"] if seat.get("ruled")}
        self.opened = {row["round"] for row in setup["rounds"] if row["opened"]}
        self.matches = matches
        self.rounds: list[list[Meeting]] = []
        lines: Sequence[tuple[Came, Came]] = [(upper, lower) for upper, lower in setup["lines"]]
        self.size = 2 * len(lines)
        while lines:
            number = len(self.rounds) + 1
            self.rounds.append([self._meeting(number, place, pair) for place, pair in enumerate(lines, start=1)])
            winners = [meeting.winner for meeting in self.rounds[-1]]
            lines = list(zip(winners[0::2], winners[1::2], strict=True)) if len(winners) > 1 else []
        if len(self.rounds) > 1 and rulebook.choice(THIRD_PLACE) == PLAYED:
            losers = tuple(meeting.loser for meeting in self.rounds[-2])
            self.rounds[-1].append(self._meeting(len(self.rounds), 2, (losers[0], losers[1]), third_place=True))

    @property
    def final(self) -> Meeting | None:
        return self.rounds[-1][0] if self.rounds else None

    @property
    def third(self) -> Meeting | None:
        """The match for third place, where there is one."""
        return self.rounds[-1][1] if self.rounds and len(self.rounds[-1]) > 1 else None

    def meetings(self) -> list[Meeting]:
        return [meeting for row in self.rounds for meeting in row]

    def _meeting(self, number: int, place: int, pair: tuple[Came, Came], *, third_place: bool = False) -> Meeting:
        before = (1, 2) if third_place else (2 * place - 1, 2 * place)
        sources = tuple(match_code(number - 1, one) for one in before) if number > 1 else ()
        meeting = Meeting(match_code(number, place), number, sources, third_place, *pair)
        if meeting.match in self.seats:
            self._played(meeting)
        elif UNDECIDED not in pair:
            self._unplayed(meeting)
        return meeting

    def _unplayed(self, meeting: Meeting) -> None:
        """Whoever comes alone goes on at once; where nobody comes, nobody goes on."""
        come = [one for one in (meeting.upper, meeting.lower) if one]
        if len(come) > 1:
            meeting.differs = meeting.round in self.opened
        else:
            meeting.winner, meeting.loser = (come[0] if come else None), None

    def _played(self, meeting: Meeting) -> None:
        seated = meeting.seated = self.seats[meeting.match]
        value = self.matches[meeting.match]
        meeting.absent = value["forfeited_by"]
        meeting.winner, meeting.loser = came_out(self.rulebook, self.setup, value)
        if meeting.match not in self.ruled:  # otherwise the chief referee let it stand, whatever was changed before it
            self._compare(meeting, seated)

    def _compare(self, meeting: Meeting, seated: tuple[str, str]) -> None:
        """Hold who was seated against who comes. Whoever was seated where nobody comes any more must have been stated absent."""
        come = [one for one in (meeting.upper, meeting.lower) if one]
        if len(come) > 1:
            due = sides(self.rulebook, self.numbers, *come)
            meeting.differs, meeting.due = due != seated, None if due == seated else due
        elif not set(come) <= set(seated):
            meeting.differs = True
        elif UNDECIDED not in (meeting.upper, meeting.lower):
            strangers = [side for side, one in zip(SIDES, seated, strict=True) if one not in come]
            meeting.differs = any(side not in meeting.absent for side in strangers)

    def row(self, meeting: Meeting) -> Value:
        """The meeting as it is published: who sits there, or who comes to it as far as that is known."""
        shown: tuple[str | None, str | None] = (meeting.upper or None, meeting.lower or None)
        if meeting.seated is not None:
            shown = meeting.seated
        elif meeting.upper and meeting.lower:
            shown = sides(self.rulebook, self.numbers, meeting.upper, meeting.lower)
        return meeting.as_json(shown)

    def as_json(self) -> Value:
        """`{"size", "rounds": [{"round", "of", "matches": [row…]}], "champion"}`; `of` is how many lines the round begins with."""
        return {
            "size": self.size,
            "rounds": [
                {"round": number, "of": self.size >> number - 1, "matches": [self.row(meeting) for meeting in row]}
                for number, row in enumerate(self.rounds, start=1)
            ],
            "champion": (self.final.winner or None) if self.final else None,
        }
