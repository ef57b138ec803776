"""More competitions for the rehearsal event 试打: every other kept event, played up to its last round, which is left half way.

Writes through the services alone, with names and hands of the kept events; what the files say went wrong on the way is left out.
Takes no chance: the same competitions every time.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from events import actors
from events.access import Actor
from events.models import Competition, Device, Event, Match
from events.plays.event_file import ActFile, EventFile, Key, MatchFile
from events.plays.kinds import KINDS, read_event
from events.plays.kinds.protocol import Kind
from events.selectors.rounds import matches_of
from events.services import boards, competitions, devices, draws, hands, matches, penalties, rounds, teams

# What is shown beside the 掼蛋 event, and under which address.
CODES: Mapping[str, str] = {
    "healthcup-chaodipi": "chaodipi",
    "healthcup-gomoku": "gomoku",
    "hefei-eighty-teams": "eighty-teams",
    "hefei-eighty-pairs": "eighty-pairs",
}
HALL_ACTS: Mapping[str, Callable[..., Any]] = {"board-trumps": boards.board_trump_set, "fouled": boards.board_foul}

Say = Callable[[str], None]


@dataclass(slots=True)
class Rehearsal:
    """One competition being played."""

    file: EventFile
    kind: Kind
    competition: Competition
    organiser: Actor
    tablets: dict[tuple[int, str], Actor] = field(default_factory=dict)
    ids: dict[Key, str] = field(default_factory=dict)

    def keyed(self, what: str) -> dict[str, Any]:
        return {"competition": self.competition, "by": self.organiser, "key": f"rehearsal-{what}"}


def rehearse(*, event: Event, organiser: Actor, rulebook: str, say: Say) -> Competition:
    """The competition of that rulebook in the event: registered, drawn, played, its last round half way. Raises NoSuchPlay."""
    file, code = read_event(rulebook), CODES[rulebook]
    competitions.competition_create(event=event, code=code, name=file.competition, rulebook_id=rulebook, by=organiser, key=f"sample-{code}")
    competition = Competition.objects.select_related("event").get(event=event, code=code)
    made = Rehearsal(file, KINDS[file.kind], competition, organiser)
    _register(made)
    _pair_tablets(made)
    for number in range(1, file.rounds + 1):
        _play_round(made, number, whole=number < file.rounds)
    for device in Device.objects.filter(competition=competition):
        devices.device_revoke(event=event, device=device.pid, by=organiser)
    say(f"{file.competition}：打到第{file.rounds}轮一半")
    return competition


def _register(made: Rehearsal) -> None:
    by: dict[str, Any] = {"competition": made.competition, "by": made.organiser}
    for team in made.file.teams:
        made.ids[team.name] = teams.team_add(name=team.name, **by).body["team"]
        for place, names in enumerate(team.pairs, start=1):
            added = teams.entrant_add(team=made.ids[team.name], names=names, **by)
            made.ids[team.name, place] = added.body["entrant"]
    for draw in made.file.draws:
        of_team: dict[str, Any] = {"team": made.ids[draw.team]} if draw.team else {}
        draws.draw_make(draw=draw.draw, order=[made.ids[key] for key in draw.order], **of_team, **by)


def _pair_tablets(made: Rehearsal) -> None:
    for table in range(1, made.file.tables + 1):
        for side in ("NS", "EW"):
            _, secret = devices.pairing_code_make(competition=made.competition, table=table, side=side, by=made.organiser)
            actor = actors.for_token(token=devices.device_pair(secret=secret, label=f"试打 {table}桌").token)
            if actor is None:
                raise LookupError(f"no tablet at table {table}")
            made.tablets[table, side] = actor


def _play_round(made: Rehearsal, number: int, *, whole: bool) -> None:
    for place, act in enumerate(act for act in made.file.acts if act.round == number):
        HALL_ACTS[act.door](**made.keyed(f"{act.door}-{number}-{place}"), **act.body)
    rounds.round_open(competition=made.competition, number=number, by=made.organiser)
    for match in matches_of(competition=made.competition, number=number):
        file = made.file.matches[made.kind.meeting(match.code)]
        count = len(file.records) if whole else (len(file.records) + 1) // 2
        _play(made, match, file, count)


def _play(made: Rehearsal, match: Match, file: MatchFile, count: int) -> None:
    """The first `count` records, what officials did about them, and the signatures."""
    if file.forfeited_by:
        about = made.keyed(f"{match.code}-forfeit")
        matches.match_forfeit(**about, match=match.code, sides=[file.forfeited_by], reason="开赛十五分钟未到")
        return
    scorer, checker = made.tablets[match.table, "NS"], made.tablets[match.table, "EW"]
    about = {"competition": made.competition, "match": match.code}
    acts = [act for act in file.acts if not act.withdrawn and not act.refused]
    covers = []
    for record in file.records[:count]:
        game, number, room = slot = made.kind.slot(record)
        reply = hands.hand_record(**about, record=record, key=f"rehearsal-{match.code}-{game}-{number}{room}", by=scorer)
        covers.append(reply.body["entry"]["hash"])
        for act in acts:
            if act.after == slot:
                _act(made, match, act, acts.index(act))
        if made.kind.SIGNS_EACH:
            matches.match_confirm(**about, covers=covers[-1:], key=f"rehearsal-{match.code}-{game}-{number}{room}-sign", by=checker)
    if count == len(file.records):
        for act in acts:
            if act.after is None:
                _act(made, match, act, acts.index(act))
        if not made.kind.SIGNS_EACH:
            matches.match_confirm(**about, covers=covers, key=f"rehearsal-{match.code}-confirm", by=checker)


def _act(made: Rehearsal, match: Match, act: ActFile, place: int) -> None:
    about = {**made.keyed(f"{match.code}-act-{place}"), "match": match.code}
    if act.door == "penalties":
        penalties.penalty_give(**about, **act.body)
    elif act.door == "time-ups":
        penalties.time_up_state(**about, **act.body)
    else:
        penalties.board_adjust(**about, **act.body)
