"""What an event's home shows: its competitions with who leads and how far they are, and where somebody sits.

Reads in bulk, so that an event of ten competitions costs the same queries as one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from events.models import Competition, Entrant, Event, Match, Player, Publication, Snapshot
from events.pinned import rulebook_of
from events.selectors.board import board_of
from events.selectors.boards.parts import Board, Row
from events.selectors.people import Names, names_in
from events.selectors.published import Phase, Published, freezes_of, published, stage_rows
from scoring.formats import FORMATS
from scoring.formats.protocol import ENTRANTS
from scoring.sides import key_of, sides_of

MOST_FOUND = 30

Place = tuple[Match, Mapping[str, Entrant]]  # a table and who sits at its sides


@dataclass(frozen=True, slots=True)
class Running:
    """One competition in the list: its phase, its first two rows and the round that runs. `format` names how its leader is told."""

    competition: Competition
    published: Published
    board: Board
    format: str
    first: Row | None
    second: Row | None
    level: bool  # the first two have the same points

    @property
    def lead(self) -> str:
        """The template that tells who leads, by the format's name."""
        return f"home/{self.format}.html"


@dataclass(frozen=True, slots=True)
class PublishedResult:
    competition: Competition
    version: int
    at: datetime
    seq: int
    digest: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Where an entrant sits in the round opened last, or only who they are when no round is open for them. `number`: as drawn, the
    team's or, where entrants are drawn, their own; `against`: the other team, or there the other players."""

    competition: Competition
    team: str
    team_pid: str
    number: int | None
    players: str
    round: int
    table: int
    side: str
    match: str
    against: str


def running_of(*, competitions: Sequence[Competition], sees_all: bool) -> list[Running]:
    """Four queries, however many competitions; one more where a board stands still, and for each whose stages are published one by one."""
    snapshots = {row.competition_id: row for row in Snapshot.objects.filter(competition__in=competitions)}
    closes = {row.competition_id: row for row in Publication.objects.filter(competition__in=competitions).order_by("version")}
    names = names_in(competitions=competitions)
    freezes = freezes_of(competitions)
    return [
        _running(
            competition,
            published(
                competition=competition,
                snapshot=snapshots.get(competition.pk),
                newest=closes.get(competition.pk),
                sees_all=sees_all,
                freeze=freezes.get(competition.pk),
                stages=stage_rows(competition),
            ),
            names[competition.pk],
        )
        for competition in competitions
    ]


def _running(competition: Competition, shown: Published, names: Names) -> Running:
    rulebook = rulebook_of(competition)
    board = board_of(published=shown, names=names, rulebook=rulebook)
    earned = board.rows if shown.phase in {Phase.PROVISIONAL, Phase.NOTICE, Phase.OFFICIAL} else ()
    first = earned[0] if earned else None
    second = earned[1] if len(earned) > 1 else None
    return Running(competition, shown, board, rulebook.format, first, second, bool(first and second and first.points == second.points))


def published_results(*, competitions: Iterable[Competition]) -> list[PublishedResult]:
    """Official results in force, newest first: one query."""
    return [
        PublishedResult(row.competition, row.version, row.published_at, row.seq, row.digest)
        for row in Publication.objects.filter(competition__in=list(competitions), reopened_at__isnull=True)
        .select_related("competition")
        .order_by("-published_at")
    ]


def seats_found(*, event: Event, competitions: Sequence[Competition], query: str, running: Sequence[Running] = ()) -> list[Seat]:
    """Pairs by a player's name, a team's name or a draw number (`3` or `签号 3`): at most four queries, at most 30 answers.

    `running`: where a board stands still, who sits where is told as it was there (two queries more).
    """
    text = query.replace("\x00", "").strip()[:60]
    digits = text.removeprefix("签号").strip()
    if not text:
        return []
    own = {competition.pk for competition in competitions if _draws_entrants(competition)}
    wanted = Q(name__icontains=text) | Q(entrant__team__name__icontains=text)
    if digits.isascii() and digits.isdigit() and len(digits) <= 4:
        drawn = Q(entrant__competition__in=own)
        wanted |= (~drawn & Q(entrant__team__number=int(digits))) | (drawn & Q(entrant__number=int(digits)))
    matching = (
        Player.objects.filter(wanted, entrant__competition__in=competitions)
        .order_by("entrant__competition__order", "entrant__team__number", "entrant__number", "order")
        .values_list("entrant_id", flat=True)
    )
    entrants = list(dict.fromkeys(matching[: MOST_FOUND * 2]))[:MOST_FOUND]
    held = {row.competition.pk: row.published for row in running if row.published.held}
    matches = Match.objects.filter(Q(ns__in=entrants) | Q(ew__in=entrants) | Q(third__in=entrants)).exclude(competition__in=held)
    live = matches.select_related("round", "ns__team", "ew__team", "third__team").order_by("round__number")
    newest: dict[int, Place] = {}
    for match, seats in [*((match, match.entrants()) for match in live), *_as_it_stood(held)]:
        newest |= {entrant.pk: (match, seats) for entrant in seats.values()}
    sitting = {entrant.pk for pk in entrants if pk in newest for entrant in newest[pk][1].values()}
    players: dict[int, list[Player]] = {}
    named = Player.objects.filter(entrant__in={*entrants, *sitting}).select_related("entrant__team", "entrant__competition")
    for player in named.order_by("order"):
        players.setdefault(player.entrant_id, []).append(player)
    return [_seat(event, players, pk, newest.get(pk), own=players[pk][0].entrant.competition_id in own) for pk in entrants if pk in players]


def _as_it_stood(held: Mapping[int, Published]) -> Iterator[Place]:
    """The tables known to the public where its board stands still, earlier rounds first, with who sat there then."""
    if not held:
        return
    people = {(one.competition_id, one.pid): one for one in Entrant.objects.filter(competition__in=held).select_related("team")}
    matches = {(one.competition_id, one.code): one for one in Match.objects.filter(competition__in=held).select_related("round")}
    for competition, shown in held.items():
        for seat in sorted(shown.state["matches"], key=lambda row: int(row["round"])):
            seats = {side: people[competition, seat[key_of(side)]["entrant"]] for side in sides_of(seat)}
            yield matches[competition, seat["match"]], seats


def _draws_entrants(competition: Competition) -> bool:
    return FORMATS[rulebook_of(competition).format].contenders == ENTRANTS


def _seat(event: Event, players: Mapping[int, list[Player]], pk: int, place: Place | None, *, own: bool) -> Seat:
    entrant = players[pk][0].entrant
    match, seats = place if place is not None else (None, {})
    others = [other for other in seats.values() if other.pk != pk]
    against = [("/".join(player.name for player in players.get(other.pk, ())) if own else other.team.name) for other in others]
    return Seat(
        competition=entrant.competition,
        team=entrant.team.name,
        team_pid=entrant.team.pid,
        number=entrant.number if own else entrant.team.number,
        players="/".join(player.name for player in players[pk]),
        round=match.round.number if match else 0,
        table=match.table if match else 0,
        side=next((side for side, one in seats.items() if one.pk == pk), ""),
        match=match.code if match else "",
        against="、".join(against),
    )
