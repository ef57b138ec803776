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
from events.plays.event_file import ActFile, EventFile, HallActFile, Key, LaterFile, MatchFile, resolved
from events.plays.kinds import KINDS, read_event
from events.plays.kinds.protocol import Kind
from events.selectors.rounds import matches_of
from events.selectors.tables import hands_of
from events.services import arrivals, boards, competitions, devices, draws, hands, matches, penalties, rounds, teams

# What is shown beside the 掼蛋 event, and under which address.
CODES: Mapping[str, str] = {
    "healthcup-chaodipi": "chaodipi",
    "healthcup-gomoku": "gomoku",
    "hefei-eighty-teams": "eighty-teams",
    "hefei-eighty-pairs": "eighty-pairs",
    "healthcup-doudizhu": "doudizhu",
    "doudizhu-ladder": "doudizhu-ladder",
    "doudizhu-single-hand": "doudizhu-single-hand",
    "doudizhu-stack-300": "doudizhu-stack-300",
    "doudizhu-travelling": "doudizhu-travelling",
    "doudizhu-repechage": "doudizhu-repechage",
    "doudizhu-refill": "doudizhu-refill",
    "doudizhu-beans": "doudizhu-beans",
    "doudizhu-three-hands": "doudizhu-three-hands",
    "doudizhu-ten-hands": "doudizhu-ten-hands",
}
# Events of many rounds, of which fewer show as much.
UNTIL: Mapping[str, int] = {"doudizhu-ladder": 6}
HALL_ACTS: Mapping[str, Callable[..., Any]] = {
    "board-trumps": boards.board_trump_set,
    "fouled": boards.board_foul,
    "draws": draws.draw_make,
    "vouchers": arrivals.voucher_give,
    "disqualifications": arrivals.entrant_disqualify,
    "first-finished": arrivals.first_finished_state,
}

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
    waiting: dict[int, list[Match]] = field(default_factory=dict)  # round beside which they are played -> matches opened before

    def keyed(self, what: str) -> dict[str, Any]:
        return {"competition": self.competition, "by": self.organiser, "key": f"rehearsal-{what}"}


def rehearse(*, event: Event, organiser: Actor, rulebook: str, say: Say) -> Competition:
    """The competition of that rulebook in the event: registered, drawn, played, its last round half way. Raises NoSuchPlay."""
    file, code = read_event(rulebook), CODES[rulebook]
    about: dict[str, Any] = {"event": event, "code": code, "name": file.competition, "rulebook_id": rulebook, "overrides": file.settings}
    competitions.competition_create(**about, by=organiser, key=f"sample-{code}")
    competition = Competition.objects.select_related("event").get(event=event, code=code)
    made = Rehearsal(file, KINDS[file.kind], competition, organiser)
    _register(made)
    _pair_tablets(made)
    last = UNTIL.get(rulebook, file.rounds)
    for number in range(1, last + 1):
        _play_round(made, number, whole=number < last)
    for device in Device.objects.filter(competition=competition):
        devices.device_revoke(event=event, device=device.pid, by=organiser)
    say(f"{file.competition}：打到第{last}轮一半")
    return competition


def _register(made: Rehearsal) -> None:
    by: dict[str, Any] = {"competition": made.competition, "by": made.organiser}
    for team in made.file.teams:
        made.ids[team.name] = teams.team_add(name=team.name, **by).body["team"]
        for place, names in enumerate(team.pairs, start=1):
            said = made.file.entering.get((team.name, place), {})
            added = teams.entrant_add(team=made.ids[team.name], names=names, **said, **by)
            made.ids[team.name, place] = added.body["entrant"]
    for draw in made.file.draws:
        of: dict[str, Any] = {"team": made.ids[draw.team]} if draw.team else {"round": draw.round} if draw.round else {}
        draws.draw_make(draw=draw.draw, order=[made.ids[key] for key in draw.order], **of, **by)


def _pair_tablets(made: Rehearsal) -> None:
    for table in range(1, made.file.tables + 1):
        for side in made.kind.SIDES:
            _, secret = devices.pairing_code_make(competition=made.competition, table=table, side=side, by=made.organiser)
            actor = actors.for_token(token=devices.device_pair(secret=secret, label=f"试打 {table}桌").token)
            if actor is None:
                raise LookupError(f"no tablet at table {table}")
            made.tablets[table, side] = actor


def _play_round(made: Rehearsal, number: int, *, whole: bool) -> None:
    for place, act in enumerate(act for act in made.file.acts if act.round == number and not act.refused):
        _hall_act(made, act, f"{number}-{place}")
    rounds.round_open(competition=made.competition, number=number, by=made.organiser, day=made.file.days.get(number, ""))
    _put_right(made, number)
    for match in (*made.waiting.pop(number, []), *matches_of(competition=made.competition, number=number)):
        file = made.file.matches[made.kind.meeting(match.code)]
        if file.plays_in > number:
            made.waiting.setdefault(file.plays_in, []).append(match)
        else:
            _play(made, match, file, len(file.records) if whole else _half(len(file.records)))


def _half(records: int) -> int:
    """How many of a table that is left half way: of a single hand none."""
    return (records + 1) // 2 if records > 1 else 0


def _hall_act(made: Rehearsal, act: HallActFile, purpose: str) -> None:
    door = act.door.rpartition("/")[2]
    body = resolved(act.body, made.ids.__getitem__)
    if door == "first-finished":
        body |= {"number": int(act.door.split("/")[1])}
    HALL_ACTS[door](**made.keyed(f"{door}-{purpose}"), **body)


def _later(made: Rehearsal, file: MatchFile) -> LaterFile | None:
    """What is put right later matters here only where the next tables were drawn by what was written first."""
    drawn_by_rounds = all(draw.round for draw in made.file.draws)
    return file.later if drawn_by_rounds else None


def _put_right(made: Rehearsal, number: int) -> None:
    for match in matches_of(competition=made.competition):
        file = made.file.matches[made.kind.meeting(match.code)]
        later = _later(made, file)
        if later is not None and later.round == number:
            wrong = next(hand for hand in hands_of(match=match) if hand.state == "live" and hand.number == later.slot[1])
            about = made.keyed(f"{match.code}-later") | {"match": match.code, "reason": later.reason}
            hands.hand_correct(**about, supersedes=wrong.hash, record=later.record)
            _sign(made, match, [hand.hash for hand in hands_of(match=match) if hand.state == "live"], "later")


def _sign(made: Rehearsal, match: Match, covers: list[str], purpose: str) -> None:
    """Everybody's signature whose it takes, each on his own tablet."""
    for side in made.kind.SIGNED_BY:
        key = f"rehearsal-{match.code}-{purpose}-{side}"
        by = made.tablets[match.table, side]
        matches.match_confirm(competition=made.competition, match=match.code, covers=covers, key=key, by=by)


def _play(made: Rehearsal, match: Match, file: MatchFile, count: int) -> None:
    """The first `count` records, what officials did about them, and the signatures."""
    if file.forfeited_by:
        about = made.keyed(f"{match.code}-forfeit")
        matches.match_forfeit(**about, match=match.code, sides=[file.forfeited_by], reason="开赛十五分钟未到")
        return
    scorer = made.tablets.get((match.table, made.kind.RECORDED_BY), made.organiser)
    later = _later(made, file)
    about = {"competition": made.competition, "match": match.code}
    acts = [act for act in file.acts if not act.withdrawn and not act.refused]
    covers = []
    for record in file.records[:count]:
        game, number, room = slot = made.kind.slot(record)
        by = made.organiser if made.kind.official(record) else scorer
        if later is not None and later.slot == slot:
            record = later.first
        reply = hands.hand_record(**about, record=record, key=f"rehearsal-{match.code}-{game}-{number}{room}", by=by)
        covers.append(reply.body["entry"]["hash"])
        for act in acts:
            if act.after == slot:
                _act(made, match, act, acts.index(act))
        if made.kind.SIGNS_EACH:
            _sign(made, match, covers[-1:], f"{game}-{number}{room}-sign")
    if count == len(file.records):
        for act in acts:
            if act.after is None:
                _act(made, match, act, acts.index(act))
        if covers and not made.kind.SIGNS_EACH:
            _sign(made, match, covers, "confirm")


def _act(made: Rehearsal, match: Match, act: ActFile, place: int) -> None:
    about = {**made.keyed(f"{match.code}-act-{place}"), "match": match.code}
    if act.door == "penalties":
        penalties.penalty_give(**about, **act.body)
    elif act.door == "time-ups":
        penalties.time_up_state(**about, **act.body)
    else:
        penalties.board_adjust(**about, **act.body)
