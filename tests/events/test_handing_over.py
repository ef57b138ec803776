"""递给对方核对: the tablet of one side passes on the confirmation of the other, only with that side's PIN or signature."""

import json
from typing import Any

import pytest
from django.apps import apps

from events import actors
from events.access import Actor
from events.models import Entrant, Event, LedgerEntry, PinCounter, Player
from events.refusals import NotAllowed, Problems, StateRefusal
from events.services.adjustments import match_adjust
from events.services.attachments import attachment_erase, attachment_keep
from events.services.disputes import dispute_raise, dispute_withdraw
from events.services.events import grant_give
from events.services.matches import match_confirm
from events.services.pins import pins_make
from events.services.rehearsal import effect_of
from events.services.rulings import ruling_make
from events.services.seatings import seats_correct
from tests.cast import Stage, other_event, small_event
from tests.events.score_kit import by_kind, confirm, correct, five, hand, match_state, new_key, sound
from tests.events.test_tables_of_three import event_of_threes, landlord_wins, opened
from tests.events.test_tables_of_three import hand as play
from tests.pictures import png

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return small_event()


def pin_of(stage: Stage, entrant: Entrant) -> str:
    return pins_make(competition=stage.competition, entrants=[entrant.pid], by=stage.organiser)[entrant.pid]


def pass_on(stage: Stage, covers: list[str], *, by: Actor | None = None, side: str = "EW", **more: Any) -> Any:
    return match_confirm(
        competition=stage.competition,
        match=more.pop("match", stage.match().code),
        covers=covers,
        key=more.pop("key", "") or new_key(),
        by=by or stage.scorer(),
        side=side,
        **more,
    )


def at(stage: Stage) -> dict[str, Any]:
    return {"competition": stage.competition, "match": stage.match().code, "key": new_key(), "by": stage.chief}


def sign(stage: Stage, *, side: str = "EW", by: Actor | None = None, colour: int = 0, about: str = "") -> str:
    reply = attachment_keep(
        competition=stage.competition,
        match=stage.match().code,
        what="signature",
        body=png(colour),
        media_type="image/png",
        key=new_key(),
        by=by or stage.scorer(),
        side=side,
        about=about,
    )
    return str(reply.body["attachment"])


def allow(stage: Stage, how: str) -> None:
    Event.objects.filter(pk=stage.event.pk).update(hand_over=how)
    stage.competition.event.refresh_from_db()


def refused(code: str, error: type[Exception], act: Any) -> None:
    with pytest.raises(error) as said:
        act()
    assert getattr(said.value, "code", "") == code


def test_with_the_right_pin_it_is_the_other_sides_confirmation(stage: Stage) -> None:
    hashes, pin = five(stage), pin_of(stage, stage.match().ew)
    player = Player.objects.filter(entrant=stage.match().ew)[0].pid
    assert pass_on(stage, hashes, pin=pin, player=player).status == 201
    match = stage.match()
    assert match_state(stage, match.code)["confirmed"] == {"hash": match.confirmed_hash, "side": "EW", "on_behalf": False}
    body = json.loads(LedgerEntry.objects.get(kind="confirmation").body)
    assert body == {"covers": hashes, "side": "EW", "on_behalf": False, "by": "pin", "player": player}
    sound(stage)


def test_with_a_signature(stage: Stage) -> None:
    hashes = five(stage)
    signature = sign(stage)
    assert pass_on(stage, hashes, signature=signature).status == 201
    body = json.loads(LedgerEntry.objects.get(kind="confirmation").body)
    assert body == {"covers": hashes, "side": "EW", "on_behalf": False, "by": "signature", "signature": signature}
    sound(stage)


def test_a_scorer_without_either_still_confirms_nothing(stage: Stage) -> None:
    hashes, pin = five(stage), pin_of(stage, stage.match().ew)
    mine = pin_of(stage, stage.match().ns)
    refused(
        "other_side_confirms",
        NotAllowed,
        lambda: match_confirm(competition=stage.competition, match=stage.match().code, covers=hashes, key=new_key(), by=stage.scorer()),
    )
    refused("problems", Problems, lambda: pass_on(stage, hashes))
    refused("problems", Problems, lambda: pass_on(stage, hashes, side="NS", pin=mine))
    refused("problems", Problems, lambda: pass_on(stage, hashes, pin="12345"))
    refused("problems", Problems, lambda: pass_on(stage, hashes, pin=pin, signature="0" * 64))
    refused("wrong_pin", NotAllowed, lambda: pass_on(stage, hashes, pin=mine if mine != pin else "000000"))
    refused("signature_unknown", NotAllowed, lambda: pass_on(stage, hashes, signature="0" * 64))
    assert not stage.match().confirmed_hash


def test_a_signature_is_that_sides_that_devices_and_that_moments(stage: Stage) -> None:
    hashes = five(stage)
    theirs = sign(stage, by=stage.checker())
    refused("signature_unknown", NotAllowed, lambda: pass_on(stage, hashes, signature=theirs))
    ours = sign(stage, side="NS", colour=2)
    refused("signature_unknown", NotAllowed, lambda: pass_on(stage, hashes, signature=ours))
    drawn = sign(stage, colour=3)
    second = correct(stage, hashes[1], by_kind(2)).body["entry"]["hash"]
    refused("signature_stale", StateRefusal, lambda: pass_on(stage, [hashes[0], second, *hashes[2:]], signature=drawn))
    assert pass_on(stage, [hashes[0], second, *hashes[2:]], signature=sign(stage, colour=4)).status == 201
    sound(stage)


def test_an_official_hands_nothing_over_whatever_else_he_holds(stage: Stage) -> None:
    """His own records, a signature of the other side that he kept himself, and a grant as scorer: it is still his own confirmation."""
    grant_give(event=stage.event, user=stage.users["referee"], role="scorer", by=stage.organiser)
    by = actors.for_user(user=stage.users["referee"], event=stage.event)
    assert by is not None
    hashes, pin = five(stage, by=by), pin_of(stage, stage.match().ew)
    signature = sign(stage, by=by)
    for brought in ({"signature": signature}, {"pin": pin}):
        refused("handed_by_device", NotAllowed, lambda brought=brought: pass_on(stage, hashes, by=by, reason="吃饭", **brought))
    refused("enterer_confirms", NotAllowed, lambda: confirm(stage, hashes, by=by, reason="吃饭"))
    assert not stage.match().confirmed_hash
    assert not PinCounter.objects.filter(subject="").exists()
    stage.device(1, "NS")
    Event.objects.filter(pk=stage.event.pk).update(photo_on_behalf=True)
    stage.competition.event.refresh_from_db()
    other = stage.chief
    refused("problems", Problems, lambda: confirm(stage, hashes, by=other, reason="吃饭"))


def test_a_drawing_is_for_what_stood_when_it_was_drawn(stage: Stage) -> None:
    """Not for what somebody moved after it: kept again, about something else or for another side, it signs no more."""
    hashes = five(stage)
    drawn = sign(stage)
    second = correct(stage, hashes[1], by_kind(2)).body["entry"]["hash"]
    now = [hashes[0], second, *hashes[2:]]
    assert sign(stage) == drawn
    refused("signature_stale", StateRefusal, lambda: pass_on(stage, now, signature=drawn))
    refused("problems", Problems, lambda: sign(stage, about=second))
    refused("signature_used", StateRefusal, lambda: sign(stage, side="NS"))
    attachment_erase(competition=stage.competition, sha256=drawn, by=stage.chief)
    refused("signature_used", StateRefusal, lambda: sign(stage))
    again = sign(stage, colour=5)
    match_adjust(**at(stage), side_points={"EW": -5}, clauses=["GD-08"], reason="迟到")
    refused("signature_stale", StateRefusal, lambda: pass_on(stage, now, signature=again))
    assert pass_on(stage, now, signature=sign(stage, colour=6)).status == 201
    sound(stage)


def test_a_ruling_after_the_drawing_makes_it_stale(stage: Stage) -> None:
    hashes = five(stage)
    rival = hand(stage, by_kind(1, "EW"), by=stage.referee).body["kept"]["hash"]
    drawn = sign(stage)
    ruling_make(**at(stage), number=1, uphold=rival, clauses=["GD-08"], reason="看过")
    refused("signature_stale", StateRefusal, lambda: pass_on(stage, [rival, *hashes[1:]], signature=drawn))
    said = json.loads(LedgerEntry.objects.get(kind="attachment").body)
    assert said["covers"] == hashes


def test_who_really_sat_there_signs_anew(stage: Stage) -> None:
    hashes, drawn, match = five(stage), sign(stage), stage.match()
    seats_correct(**at(stage), seats={"NS": match.ew.pid, "EW": match.ns.pid}, reason="坐反了")
    refused("signature_stale", StateRefusal, lambda: pass_on(stage, hashes, signature=drawn))


def test_what_moves_nothing_leaves_a_drawing_good(stage: Stage) -> None:
    hashes, drawn = five(stage), sign(stage)
    raised = dispute_raise(**at(stage), subject="behaviour").body["dispute"]["dispute"]
    dispute_withdraw(competition=stage.competition, dispute=raised, key=new_key(), by=stage.chief, reason="没事")
    assert pass_on(stage, hashes, signature=drawn).status == 201


def test_a_side_whose_pin_another_tablet_locked_signs_by_its_own_phone_and_by_the_desk(stage: Stage) -> None:
    hashes, pin = five(stage), pin_of(stage, stage.match().ew)
    wrong = "271828" if pin != "271828" else "314159"
    for _ in range(5):
        refused("wrong_pin", NotAllowed, lambda: pass_on(stage, hashes, pin=wrong))
    refused("pin_locked", NotAllowed, lambda: pass_on(stage, hashes, pin=pin))
    assert effect_of(competition=stage.competition, act=lambda: confirm(stage, hashes)).refused is None
    behalf = effect_of(competition=stage.competition, act=lambda: confirm(stage, hashes, by=stage.referee, reason="密码锁住"))
    assert behalf.refused is None
    assert pass_on(stage, hashes, signature=sign(stage)).status == 201


def test_the_organisers_choose(stage: Stage) -> None:
    hashes, pin = five(stage), pin_of(stage, stage.match().ew)
    signature = sign(stage)
    allow(stage, "pin")
    refused("pin_needed", NotAllowed, lambda: pass_on(stage, hashes, signature=signature))
    allow(stage, "off")
    refused("hand_over_off", NotAllowed, lambda: pass_on(stage, hashes, pin=pin))
    allow(stage, "pin")
    assert pass_on(stage, hashes, pin=pin).status == 201


def test_officials_and_strangers_do_not_pass_on(stage: Stage) -> None:
    hashes, pin = five(stage), pin_of(stage, stage.match().ew)
    for by in (stage.chief, stage.referee, stage.organiser, stage.auditor):
        with pytest.raises((NotAllowed, Problems)):
            pass_on(stage, hashes, pin=pin, by=by)
    refused("other_table", NotAllowed, lambda: pass_on(stage, hashes, pin=pin, by=stage.scorer(2)))
    refused("own_side", NotAllowed, lambda: pass_on(stage, hashes, pin=pin, by=stage.checker()))
    refused("problems", Problems, lambda: pass_on(stage, hashes, pin=pin, player=Player.objects.filter(entrant=stage.match().ns)[0].pid))


def test_nothing_that_is_missing_or_under_review_is_passed_on(stage: Stage) -> None:
    hashes, pin = five(stage), pin_of(stage, stage.match().ew)
    hand(stage, by_kind(4, "EW"), by=stage.referee)
    refused("under_review", StateRefusal, lambda: pass_on(stage, hashes, pin=pin))
    refused(
        "covers_stale",
        StateRefusal,
        lambda: pass_on(other := small_event(code="two"), five(other)[:4], pin=pin_of(other, other.match().ew)),
    )


def test_the_same_key_is_the_same_answer_and_tries_nothing(stage: Stage) -> None:
    hashes, pin = five(stage), pin_of(stage, stage.match().ew)
    first = pass_on(stage, hashes, pin=pin, key="handed-over-1")
    again = pass_on(stage, hashes, pin="000000", key="handed-over-1")
    assert again.replayed
    assert again.body == first.body


def test_the_pin_is_nowhere(stage: Stage) -> None:
    """Canaries: neither PINs nor anything they can be found from by trying, in no table of the database."""
    hashes = five(stage)
    right = pin_of(stage, stage.match().ew)
    wrong = "271828" if right != "271828" else "314159"
    with pytest.raises(NotAllowed):
        pass_on(stage, hashes, pin=wrong)
    reply = pass_on(stage, hashes, pin=right)
    dump = "\n".join(
        repr(row)
        for model in apps.get_models()
        for row in model._default_manager.values()
        if model.__name__ not in ("ContentType", "Permission")
    )
    for pin in (right, wrong):
        assert f"'{pin}'" not in dump
        assert f'"{pin}"' not in dump
        assert pin not in json.dumps(reply.body)
    # The fingerprint is the same whatever the PIN: nothing in it can be tried against.
    other = small_event(code="two")
    confirmed = LedgerEntry.objects.get(kind="confirmation")
    assert confirmed.fingerprint
    assert pin_of(other, other.match().ew)


def test_each_of_three_signs_on_one_tablet() -> None:
    stage = event_of_threes("doudizhu-single-hand", 9)
    match = opened(stage, 1)[0]
    by = stage.device(1, "1")
    hashes = [play(stage, match, landlord_wins(1, 1), by=by).body["entry"]["hash"]]
    for side, after in (("2", "side_signed"), ("3", "match_confirmed")):
        pin = pin_of(stage, match.entrants()[side])
        say: dict[str, Any] = {"by": by, "side": side, "pin": pin}
        assert pass_on(stage, hashes, **say).status == 201
        refused(after, StateRefusal, lambda say=say: pass_on(stage, hashes, **say))
    assert stage.match().confirmed_hash
    sound(stage)


def test_hand_by_hand_where_the_rulebook_has_it_so() -> None:
    stage = other_event("healthcup-chaodipi", 4, overrides={"confirmation.unit": "hand"})
    pin = pin_of(stage, stage.match().ew)
    for number, seat in ((1, "S"), (2, "N")):
        record = {"game": 1, "hand": number, "declarer": seat, "trump": "S", "buried_by": seat, "table_points": 0, "kitty_points": 0}
        stored = hand(stage, record | {"last_trick": "declarers", "dig": "none", "hook": "none"}).body["entry"]["hash"]
        assert pass_on(stage, [stored], pin=pin).status == 201
        assert stored in stage.match().shown["signed"]
    sound(stage)
