"""The rehearsal event 试打 of a first start: drawn, three rounds played and confirmed, the fourth part way, one hand contested.

Writes through the services alone, with names and hands of the kept event. Reads no network, takes no chance: the same event every time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from events import actors
from events.access import Actor
from events.models import Competition, Device, Event, Role
from events.plays.event_file import EventFile, MatchFile
from events.plays.kinds import read_event
from events.plays.kinds.guandan import pair_draw, result_of, team_draw
from events.plays.rehearsal import CODES, rehearse
from events.selectors.rounds import matches_of
from events.selectors.tables import hands_of
from events.services import accounts, competitions, devices, draws, events, hands, matches, rounds, teams

RULEBOOK = "healthcup-guandan"
EVENT = "sample"
COMPETITION = "guandan"
ORGANISER = "organiser"
PLAYED_ROUNDS = 3
TABLES = 16
CONTESTED_TABLE = 6
CALLING_TABLE = 11

# Tables of the fourth round: how many hands each has handed in, and whether it is confirmed already.
PART_WAY = {1: (5, True), 2: (5, False), 3: (4, False), 4: (3, False), 5: (5, True), 6: (3, False), 7: (2, False), 8: (4, False)}
PART_WAY |= {9: (5, False), 10: (1, False), 11: (2, False), 12: (3, False), 13: (0, False), 14: (4, False), 15: (2, False), 16: (3, False)}

Say = Callable[[str], None]


@dataclass(slots=True)
class Sample:
    """What is made along the way."""

    file: EventFile
    event: Event
    competition: Competition
    organiser: Actor
    tablets: dict[tuple[int, str], Actor]


def organiser_account() -> User:
    """The account that a first start logs in: it founds events and is organiser and chief referee of the sample."""
    return accounts.account_make(username=ORGANISER, name="组委会", staff=True)


def organiser_actor(event: Event) -> Actor:
    """The sample's organiser as the services know him."""
    return _actor(organiser_account(), event)


def sample_load(*, say: Say) -> Event:
    """The sample event; when there is one already, that one, untouched."""
    user = organiser_account()
    found = Event.objects.filter(code=EVENT).first()
    if found is not None:
        return found
    sample = _begin(user)
    _register(sample)
    say("报名、抽签完成")
    _pair_tablets(sample)
    for number in range(1, PLAYED_ROUNDS + 1):
        _play_round(sample, number)
        say(f"第{number}轮打完")
    _play_part_of_round(sample, PLAYED_ROUNDS + 1)
    for device in Device.objects.filter(competition=sample.competition):
        devices.device_revoke(event=sample.event, device=device.pid, by=sample.organiser)
    return sample.event


def games_load(*, say: Say) -> Event:
    """The sample event with a competition of every other kept event; those that are there already stay untouched."""
    event = sample_load(say=say)
    there = set(Competition.objects.filter(event=event).values_list("code", flat=True))
    for rulebook, code in CODES.items():
        if code not in there:
            rehearse(event=event, organiser=organiser_actor(event), rulebook=rulebook, say=say)
    return event


def _begin(user: User) -> Sample:
    file = read_event(RULEBOOK)
    event = events.event_create(code=EVENT, name=f"{file.name}（试打）", host=file.host, venue=file.venue, by_user=user, simulated=True)
    organiser = _actor(user, event)
    events.grant_give(event=event, user=user, role=Role.CHIEF_REFEREE, by=organiser)
    competitions.competition_create(
        event=event, code=COMPETITION, name=file.competition, rulebook_id=RULEBOOK, by=organiser, key="sample-competition"
    )
    competition = Competition.objects.select_related("event").get(event=event, code=COMPETITION)
    return Sample(file, event, competition, _actor(user, event), {})


def _actor(user: User, event: Event) -> Actor:
    actor = actors.for_user(user=user, event=event)
    if actor is None:
        raise LookupError(f"{user} has no part in {event.code}")
    return actor


def _register(sample: Sample) -> None:
    by: dict[str, Any] = {"competition": sample.competition, "by": sample.organiser}
    team_ids: dict[str, str] = {}
    orders: dict[str, list[str]] = {}
    for team in sample.file.teams:
        team_ids[team.name] = teams.team_add(name=team.name, **by).body["team"]
        pairs = {names: teams.entrant_add(team=team_ids[team.name], names=names, **by).body["entrant"] for names in team.pairs}
        orders[team.name] = [pairs[names] for names in pair_draw(sample.file, team.name)]
    draws.draw_make(draw="teams", order=[team_ids[name] for name in team_draw(sample.file)], **by)
    for name, order in orders.items():
        draws.draw_make(draw="pairs", team=team_ids[name], order=order, **by)


def _pair_tablets(sample: Sample) -> None:
    for table in range(1, TABLES + 1):
        for side in ("NS", "EW"):
            _, secret = devices.pairing_code_make(competition=sample.competition, table=table, side=side, by=sample.organiser)
            token = devices.device_pair(secret=secret, label=f"试打 {table}桌").token
            actor = actors.for_token(token=token)
            if actor is None:
                raise LookupError(f"no tablet at table {table}")
            sample.tablets[table, side] = actor


def _open(sample: Sample, number: int) -> dict[int, tuple[str, MatchFile]]:
    """Opens a round; its matches by table: the match's code and what the file says of it."""
    rounds.round_open(competition=sample.competition, number=number, by=sample.organiser)
    return {
        match.table: (match.code, sample.file.matches[match.code.partition("-")[2]])
        for match in matches_of(competition=sample.competition, number=number)
    }


def _play_round(sample: Sample, number: int) -> None:
    for table, (code, match) in _open(sample, number).items():
        _enter(sample, table, code, match, len(match.records))
        _confirm(sample, table, code, match)


def _play_part_of_round(sample: Sample, number: int) -> None:
    for table, (code, match) in _open(sample, number).items():
        count, confirmed = PART_WAY[table]
        _enter(sample, table, code, match, count)
        if confirmed:
            _confirm(sample, table, code, match)
        if table == CONTESTED_TABLE:
            _contest(sample, code, match)
        if table == CALLING_TABLE:
            tablet = sample.tablets[table, "NS"]
            matches.table_call(competition=sample.competition, match=code, reason="wrong_play", by=tablet, hand_number=count + 1)


def _enter(sample: Sample, table: int, code: str, match: MatchFile, count: int) -> None:
    """The first `count` hands, each as the scorer saves it; a match that the file calls forfeited has none."""
    if match.forfeited_by:
        matches.match_forfeit(
            competition=sample.competition,
            match=code,
            sides=[match.forfeited_by],
            key=f"sample-{code}-forfeit",
            reason="开赛十五分钟未到",
            by=sample.organiser,
        )
    for record in match.records[:count]:
        hands.hand_record(
            competition=sample.competition, match=code, record=record, key=_key(code, record["hand"]), by=sample.tablets[table, "NS"]
        )


def _confirm(sample: Sample, table: int, code: str, match: MatchFile) -> None:
    if match.forfeited_by:
        return
    row = matches_of(competition=sample.competition).get(code=code)
    covers = [hand.hash for hand in hands_of(match=row) if hand.state == "live"]
    matches.match_confirm(
        competition=sample.competition, match=code, covers=covers, key=f"sample-{code}-confirm", by=sample.tablets[table, "EW"]
    )


def _contest(sample: Sample, code: str, match: MatchFile) -> None:
    """The last hand entered there was seen otherwise by an official: it waits for a ruling."""
    count, _ = PART_WAY[CONTESTED_TABLE]
    record = match.records[count - 1]
    side, kind = result_of(record)
    rival = {"hand": record["hand"], "side": "EW" if side == "NS" else "NS", "kind": kind}
    hands.hand_record(
        competition=sample.competition, match=code, record=rival, key=_key(code, f"{record['hand']}-rival"), by=sample.organiser
    )


def _key(code: str, what: object) -> str:
    return f"sample-{code}-{what}"
