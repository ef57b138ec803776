"""The bracket 签表 as it stands: who has come how far, who sits where, and whether an opened match has the right people in it.

Reads the setup's value and the values of the opened matches; writes nothing. Who sits at an opened match is a fact; who ought to
follows from the lines and the results. A round is a list of rows; the last round may have a second row, the match for third place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.formats.knockout.leaves import BOTH_ABSENT, LOWER_NUMBER, MATCH, NS_BY, THIRD_PLACE
from scoring.parameters import Rulebook
from scoring.sides import SIDES

Value = dict[str, Any]
UNDECIDED = ""
Came = str | None  # who came out of a match: an entrant, None for nobody, UNDECIDED

DECIDED = ("complete", "forfeited")


def match_code(number: int, place: int) -> str:
    """`r2-m3`: round 2, third match from the top."""
    return f"r{number}-m{place}"


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
        self.rulebook = rulebook
        self.numbers: dict[str, int] = {row["entrant"]: row["number"] or 0 for team in setup["teams"] for row in team["entrants"]}
        self.seats = {seat["match"]: (seat["ns"]["entrant"], seat["ew"]["entrant"]) for seat in setup["matches"]}
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
        if len(self.rounds) > 1 and rulebook.choice(THIRD_PLACE) == MATCH:
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
        if value["state"] in DECIDED:
            won = {"NS": seated[0], "EW": seated[1]}.get(value["winner"])
            if won is not None:
                meeting.winner, meeting.loser = won, seated[1] if won == seated[0] else seated[0]
            elif value["state"] == "forfeited":
                meeting.winner, meeting.loser = self._neither(seated)
        self._compare(meeting, seated)

    def _neither(self, seated: tuple[str, str]) -> tuple[Came, Came]:
        """Both were away: nobody goes on, or the smaller draw number, as the rulebook says."""
        if self.rulebook.choice(BOTH_ABSENT) == LOWER_NUMBER:
            first, second = sorted(seated, key=self._number)
            return first, second
        return None, None

    def _compare(self, meeting: Meeting, seated: tuple[str, str]) -> None:
        """Hold who was seated against who comes. Whoever was seated where nobody comes any more must have been stated absent."""
        come = [one for one in (meeting.upper, meeting.lower) if one]
        if len(come) > 1:
            due = self.sides(*come)
            meeting.differs, meeting.due = due != seated, None if due == seated else due
        elif not set(come) <= set(seated):
            meeting.differs = True
        elif UNDECIDED not in (meeting.upper, meeting.lower):
            strangers = [side for side, one in zip(SIDES, seated, strict=True) if one not in come]
            meeting.differs = any(side not in meeting.absent for side in strangers)

    def sides(self, upper: str, lower: str) -> tuple[str, str]:
        """Who sits North-South and who East-West."""
        by_number = self.rulebook.choice(NS_BY) == LOWER_NUMBER and self._number(lower) < self._number(upper)
        return (lower, upper) if by_number else (upper, lower)

    def _number(self, entrant: str) -> tuple[int, str]:
        return (self.numbers.get(entrant, 0), entrant)

    def row(self, meeting: Meeting) -> Value:
        """The meeting as it is published: who sits there, or who comes to it as far as that is known."""
        sides: tuple[str | None, str | None] = (meeting.upper or None, meeting.lower or None)
        if meeting.seated is not None:
            sides = meeting.seated
        elif meeting.upper and meeting.lower:
            sides = self.sides(meeting.upper, meeting.lower)
        return meeting.as_json(sides)

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
