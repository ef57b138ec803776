"""参赛码: whose phone may do what, where, and until when."""

from collections.abc import Callable

import pytest

from events import actors
from events.access import Actor
from events.models import Book, Device, HandRecord, Match, PersonalCode, Player
from events.refusals import NotAllowed, NotFound, StateRefusal
from events.selectors.devices import where
from events.selectors.places import place_now
from events.services.devices import device_label, device_leave, device_revoke
from events.services.hands import hand_correct, hand_record, hand_void
from events.services.matches import entry_withdraw, line_up_record, match_confirm
from events.services.personal_codes import personal_code_make, personal_codes_make, personal_device_pair
from events.services.rounds import round_open
from events.verification import verify
from tests.cast import Stage, small_event
from tests.floor.three_event import three_event

pytestmark = pytest.mark.django_db

KINDS = ("double_down", "first_third", "first_fourth", "first_third", "double_down")


@pytest.fixture
def stage() -> Stage:
    return small_event()


def players(match: Match, side: str) -> list[Player]:
    return list(match.entrants()[side].players.order_by("order"))


def phone(stage: Stage, player: Player) -> tuple[Device, Callable[[], Actor]]:
    """A phone of his, and whoever it is at the moment it acts."""
    secret = personal_code_make(competition=stage.competition, player=player.pid, by=stage.organiser)
    return another(secret)


def another(secret: str) -> tuple[Device, Callable[[], Actor]]:
    paired = personal_device_pair(secret=secret)

    def now() -> Actor:
        actor = actors.for_token(token=paired.token)
        assert actor is not None, "the phone is nobody's any more"
        return actor

    return paired.device, now


def record(stage: Stage, match: Match, by: Actor, number: int = 1, kind: str = "double_down", key: str = "") -> object:
    return hand_record(
        competition=stage.competition,
        match=match.code,
        record={"hand": number, "side": "NS", "kind": kind},
        key=key or f"hand-{match.code}-{number}",
        by=by,
    )


def live(match: Match) -> list[HandRecord]:
    return list(HandRecord.objects.filter(match=match, state="live").order_by("number"))


def test_north_south_records_and_east_west_confirms_on_their_own_phones(stage: Stage) -> None:
    match = stage.match()
    device, scorer = phone(stage, players(match, "NS")[0])
    _partner, partner = phone(stage, players(match, "NS")[1])
    _other, checker = phone(stage, players(match, "EW")[1])
    assert (scorer().role, scorer().table, scorer().side, scorer().match) == ("scorer", 1, "NS", match.code)
    assert (checker().role, checker().side) == ("checker", "EW")
    assert where(device=device) == (1, "NS")
    for number, kind in enumerate(KINDS, 1):
        record(stage, match, (scorer, partner)[number % 2](), number, kind)
    assert {row.entered_side for row in live(match)} == {"NS"}
    with pytest.raises(NotAllowed, match="other_side_confirms"):
        match_confirm(
            competition=stage.competition, match=match.code, covers=[row.hash for row in live(match)], key="own-side", by=partner()
        )
    with pytest.raises(NotAllowed, match="other_side_records"):
        record(stage, match, checker(), 1, key="by-the-checker")
    match_confirm(competition=stage.competition, match=match.code, covers=[row.hash for row in live(match)], key="other-side", by=checker())
    match.refresh_from_db()
    assert match.confirmed_hash
    assert not match.confirmed_on_behalf
    assert not list(verify(stage.competition).findings)


def test_a_phone_and_the_tablet_of_the_same_side_correct_each_other_until_confirmed(stage: Stage) -> None:
    match = stage.match()
    _device, own = phone(stage, players(match, "NS")[0])
    record(stage, match, own(), 1)
    hand_correct(
        competition=stage.competition,
        match=match.code,
        supersedes=live(match)[0].hash,
        record={"hand": 1, "side": "NS", "kind": "first_third"},
        key="by-the-tablet",
        by=stage.scorer(),
    )
    hand_void(competition=stage.competition, match=match.code, supersedes=live(match)[0].hash, key="by-the-phone", by=own())
    record(stage, match, stage.scorer(), 1, key="by-the-tablet-again")
    _partner, partner = phone(stage, players(match, "NS")[1])
    hand_correct(
        competition=stage.competition,
        match=match.code,
        supersedes=live(match)[0].hash,
        record={"hand": 1, "side": "EW", "kind": "first_third"},
        key="by-the-partner",
        by=partner(),
    )
    assert live(match)[0].record["side"] == "EW"


def test_at_no_other_table_round_or_competition(stage: Stage) -> None:
    match = stage.match()
    _device, own = phone(stage, players(match, "NS")[0])
    with pytest.raises(NotAllowed, match="moved_on"):
        record(stage, stage.match(table=2), own(), key="at-table-two")
    with pytest.raises(NotAllowed, match="moved_on"):
        hand_record(
            competition=stage.competition,
            match="r9-1v2-p1",
            record={"hand": 1, "side": "NS", "kind": "double_down"},
            key="no-match-1",
            by=own(),
        )
    other = small_event(code="other")
    with pytest.raises(NotFound):
        record(other, other.match(), own(), key="other-event")


def test_whoever_moves_loses_the_old_table_at_once_and_gains_the_new(stage: Stage) -> None:
    match = stage.match()
    device, own = phone(stage, players(match, "NS")[0])
    record(stage, match, own(), 1)
    round_open(competition=stage.competition, number=2, by=stage.organiser, force=True, reason="测试")
    seat = place_now(competition=stage.competition, player=players(match, "NS")[0])
    assert seat is not None
    assert seat.match != match.code
    with pytest.raises(NotAllowed, match="moved_on"):
        record(stage, match, own(), 2)
    assert own().match == seat.match
    assert where(device=device) == (seat.table, seat.side)
    assert not list(verify(stage.competition).findings)


def test_a_line_up_says_who_sits_there(stage: Stage) -> None:
    match, other = stage.match(table=1), stage.match(table=2)
    reserve = players(other, "NS")[0]
    assert other.ns.team_id == match.ns.team_id
    _first, replaced = phone(stage, players(match, "NS")[0])
    _reserve, stands_in = phone(stage, reserve)
    assert stands_in().match == other.code
    names = [reserve.pid, players(match, "NS")[1].pid]
    line_up_record(competition=stage.competition, match=match.code, side="NS", players=names, key="line-up-1", by=stage.chief)
    assert stands_in().match == match.code
    assert replaced().table is None
    assert not replaced().roles
    with pytest.raises(NotAllowed, match="not_seated"):
        record(stage, match, replaced(), key="replaced-1")
    match.refresh_from_db()
    entry = stage.competition.book.entries.get(kind="line_up")
    entry_withdraw(competition=stage.competition, match=match.code, supersedes=entry.hash, key="taken-back", reason="写错", by=stage.chief)
    assert replaced().match == match.code
    assert stands_in().match == other.code


def test_no_one_confirms_what_he_entered_whatever_phone_he_takes(stage: Stage) -> None:
    """A player who is moved to the other side of the same match stays the one who entered."""
    match = stage.match()
    player = players(match, "NS")[0]
    secret = personal_code_make(competition=stage.competition, player=player.pid, by=stage.organiser)
    _one, first = another(secret)
    _two, second = another(secret)
    for number, kind in enumerate(KINDS, 1):
        record(stage, match, first(), number, kind)
    names = [player.pid, players(match, "EW")[0].pid]
    line_up_record(competition=stage.competition, match=match.code, side="EW", players=names, key="moved-over", by=stage.chief)
    line_up_entry = stage.competition.book.entries.get(kind="line_up")
    assert second().side == "EW"
    assert second().was(live(match)[0].actor)
    with pytest.raises((NotAllowed, StateRefusal)):
        match_confirm(
            competition=stage.competition, match=match.code, covers=[row.hash for row in live(match)], key="own-hands", by=second()
        )
    assert line_up_entry.kind == "line_up"


def test_a_renewed_code_voids_the_old_one_and_ends_its_phones(stage: Stage) -> None:
    player = players(stage.match(), "NS")[0]
    old = personal_code_make(competition=stage.competition, player=player.pid, by=stage.organiser)
    phones = [personal_device_pair(secret=old) for _ in range(2)]
    assert PersonalCode.objects.get(player=player, void_at=None).digest != old  # only the digest is kept
    new = personal_code_make(competition=stage.competition, player=player.pid, by=stage.organiser)
    for paired in phones:
        assert actors.for_token(token=paired.token) is None
        assert actors.for_cookie(cookie=paired.cookie) is None
    with pytest.raises(NotFound):
        personal_device_pair(secret=old)
    assert actors.for_token(token=personal_device_pair(secret=new).token) is not None
    assert PersonalCode.objects.filter(player=player).count() == 2


def test_the_cookie_alone_writes_nothing(stage: Stage) -> None:
    match = stage.match()
    secret = personal_code_make(competition=stage.competition, player=players(match, "NS")[0].pid, by=stage.organiser)
    reader = actors.for_cookie(cookie=personal_device_pair(secret=secret).cookie)
    assert reader is not None
    with pytest.raises(NotAllowed):
        record(stage, match, reader)


def test_forged_and_foreign_secrets_pair_nothing(stage: Stage) -> None:
    for forged in ("", "x" * 22, "\x00", "\ud800", "9" * 4000):
        with pytest.raises(NotFound):
            personal_device_pair(secret=forged)
    assert not Device.objects.filter(player__isnull=False).exists()


def test_who_makes_codes_and_for_whom(stage: Stage) -> None:
    player = players(stage.match(), "NS")[0].pid
    for by in (stage.referee, stage.auditor, stage.scorer()):
        with pytest.raises(NotAllowed):
            personal_code_make(competition=stage.competition, player=player, by=by)
    other = small_event(code="other")
    with pytest.raises(NotFound):
        personal_code_make(competition=other.competition, player=player, by=other.organiser)
    for strange in ("", "p000000000000", "\x00"):
        with pytest.raises(NotFound):
            personal_code_make(competition=stage.competition, player=strange, by=stage.organiser)


def test_a_sheet_leaves_whoever_has_a_code_his_own(stage: Stage) -> None:
    everybody = list(Player.objects.filter(entrant__competition=stage.competition).values_list("pid", flat=True))
    first = personal_codes_make(competition=stage.competition, by=stage.organiser, players=everybody[:3])
    rest = personal_codes_make(competition=stage.competition, by=stage.organiser, players=everybody)
    assert len(first) == 3
    assert {one.player.pid for one in rest} == set(everybody[3:])
    again = personal_codes_make(competition=stage.competition, by=stage.organiser, players=everybody, renew=True)
    assert len(again) == len(everybody)
    with pytest.raises(NotFound):
        personal_device_pair(secret=first[0].secret)


def test_at_a_table_of_three_each_seat_is_a_side() -> None:
    stage = three_event()
    match = stage.match()
    roles = {side: phone(stage, players(match, side)[0])[1]() for side in match.sides}
    assert {side: actor.side for side, actor in roles.items()} == {"1": "1", "2": "2", "3": "3"}
    assert [roles[side].role for side in ("1", "2", "3")] == ["scorer", "checker", "checker"]


def test_a_device_is_ended_by_the_desk_and_put_away_by_its_holder_only_after_the_end(stage: Stage) -> None:
    device, own = phone(stage, players(stage.match(), "NS")[0])
    with pytest.raises(StateRefusal, match="not_over"):
        device_leave(device=device)
    with pytest.raises(NotFound):
        device_label(event=stage.event, device=device.pid, label="小王", by=stage.referee)
    tablet = Device.objects.get(table=1, side="NS")
    assert device_label(event=stage.event, device=tablet.pid, label=" 志愿者小王 ", by=stage.referee).label == "志愿者小王"
    device_revoke(event=stage.event, device=device.pid, by=stage.referee)
    with pytest.raises(AssertionError):
        own()


def test_no_code_is_made_once_the_competition_is_over(stage: Stage) -> None:
    player = players(stage.match(), "NS")[0].pid
    Book.objects.filter(competition=stage.competition).update(closed=True)
    with pytest.raises(StateRefusal, match="competition_closed"):
        personal_code_make(competition=stage.competition, player=player, by=stage.organiser)
    with pytest.raises(StateRefusal, match="competition_closed"):
        personal_codes_make(competition=stage.competition, by=stage.organiser, players=[player])
