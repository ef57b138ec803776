"""Tables of three through the services: draws before each round, seats 1 to 3, two who sign, corrections that carry people along."""

import json
from typing import Any

import pytest

from events.models import Draw, Entrant, HandRecord, LedgerEntry, Match, Round
from events.refusals import KeyReused, NotAllowed, NotFound, Problems, StateRefusal
from events.services.arrivals import disqualification_withdraw, entrant_disqualify, first_finished_state, voucher_give
from events.services.bracket import match_let_stand
from events.services.competitions import competition_close
from events.services.draws import draw_make
from events.services.hands import hand_correct, hand_record, hand_void
from events.services.matches import match_confirm, match_forfeit
from events.services.penalties import penalty_give, time_up_state
from events.services.rounds import round_open
from events.services.table_clock import table_clock_set
from events.services.teams import entrant_add, entrant_remove
from events.standings import full, recompute
from events.verification import verify
from scoring.fold import canonical
from tests.cast import Stage, add_team, bare_event, team_name

pytestmark = pytest.mark.django_db


def event_of_threes(rulebook: str, players: int, *, overrides: dict[str, Any] | None = None) -> Stage:
    """So many single players in teams of three, nothing drawn."""
    stage = bare_event(rulebook=rulebook, overrides=overrides)
    for place in range((players + 2) // 3):
        add_team(stage, team_name(place), min(3, players - 3 * place), 1)
    return stage


def everybody(stage: Stage) -> list[str]:
    return [entrant for team in stage.teams for entrant in stage.entrants[team]]


def draw(stage: Stage, number: int, order: list[str] | None = None) -> list[str]:
    given = order if order is not None else list(full(stage.competition)["next"]["entrants"])
    draw_make(competition=stage.competition, draw="groups", round=number, order=given, by=stage.organiser)
    return given


def opened(stage: Stage, number: int, order: list[str] | None = None) -> list[Match]:
    draw(stage, number, order)
    round_open(competition=stage.competition, number=number, by=stage.organiser)
    return list(Match.objects.filter(competition=stage.competition, round__number=number).order_by("table"))


def landlord_wins(number: int, seat: int, *, bid: int = 1, first: int | None = None, won: bool = True) -> dict[str, Any]:
    """A hand of which seat `seat` is the landlord, called by whoever speaks first; by default himself."""
    first = first or seat
    bids = [0] * ((seat - first) % 3) + [bid]
    if bid not in (3, 30):  # the top ends the bidding
        bids += [0] * (3 - len(bids))
    out = seat if won else seat % 3 + 1
    play = {"landlord": seat, "out": out, "bombs": 0, "rocket": False, "spring": "none"}
    return {"hand": number, "first_bidder": first, "bids": bids, **play}


def hand(stage: Stage, match: Match, record: dict[str, Any], by: Any = None) -> Any:
    key = f"k-{match.code}-{record['hand']}-{HandRecord.objects.count()}"
    return hand_record(competition=stage.competition, match=match.code, record=record, key=key, by=by or stage.referee)


def sign(stage: Stage, match: Match) -> None:
    covers = list(HandRecord.objects.filter(match=match, state="live").values_list("hash", flat=True))
    match_confirm(competition=stage.competition, match=match.code, covers=covers, key=f"sign-{match.code}", by=stage.chief, reason="代")


def sound(stage: Stage) -> None:
    """The tables shown, the snapshot and the fold agree."""
    recompute(stage.competition.pk, "worker")
    found = verify(competition=stage.competition)
    assert not found.findings, found.findings


@pytest.fixture
def stage() -> Stage:
    return event_of_threes("doudizhu-single-hand", 9)


def test_a_competition_from_draw_to_prizes(stage: Stage) -> None:
    first = opened(stage, 1)
    assert [match.sides for match in first] == [("1", "2", "3")] * 3
    assert [entrant.pid for match in first for entrant in match.entrants().values()] == everybody(stage)
    assert list(Entrant.objects.filter(competition=stage.competition).order_by("number").values_list("pid", flat=True)) == everybody(stage)
    for place, match in enumerate(first):
        hand(stage, match, landlord_wins(1, place % 3 + 1))
        sign(stage, match)
    on = [everybody(stage)[0], everybody(stage)[4], everybody(stage)[8]]
    assert full(stage.competition)["next"]["entrants"] == on
    (final,) = opened(stage, 2, on)
    hand(stage, final, landlord_wins(1, 2, bid=2))
    sign(stage, final)
    assert full(stage.competition)["plan"]["over"]
    competition_close(competition=stage.competition, by=stage.chief, key="close-it-now")
    best = full(stage.competition)["standings"][0]
    assert (best["entrant"], best["rank"]) == (on[1], 1)
    sound(stage)


def test_a_draw_names_exactly_those_who_are_in(stage: Stage) -> None:
    everyone = everybody(stage)
    with pytest.raises(Problems) as found:
        draw(stage, 1, [*everyone[:7], everyone[0], "e000000000000"])
    codes = sorted(fault.code for fault in found.value.faults)
    assert codes == ["id_missing", "id_missing", "id_twice", "id_unknown"]
    with pytest.raises(StateRefusal) as refused:
        draw(stage, 2, everyone)
    assert refused.value.code == "not_next"
    assert not Draw.objects.filter(competition=stage.competition).exists()
    draw(stage, 1, everyone)
    draw(stage, 1, everyone[::-1])  # before the round opens a later draw replaces it
    matches = opened(stage, 1, everyone[::-1])
    assert matches[0].ns.pid == everyone[-1]
    with pytest.raises(StateRefusal):
        draw(stage, 1, everyone)


def test_the_next_round_waits_for_results_and_ties(stage: Stage) -> None:
    first = opened(stage, 1)
    for match in first[:2]:
        hand(stage, match, landlord_wins(1, 1))
    with pytest.raises(StateRefusal) as refused:
        draw(stage, 2, everybody(stage)[:3])
    assert refused.value.code == "results_missing"
    hand(stage, first[2], landlord_wins(1, 1, won=False))  # two peasants with the same points
    with pytest.raises(StateRefusal):
        draw(stage, 2, everybody(stage)[:3])
    shown = Match.objects.get(pk=first[2].pk).shown
    assert shown["phase"] == "extra"
    hand(stage, first[2], landlord_wins(2, 2))
    state = full(stage.competition)
    assert state["next"]["entrants"][-1] == everybody(stage)[7]
    assert state["matches"][2]["points"] == {"1": -2, "2": 1, "3": 1}  # extra hands enter no total


def test_both_seats_that_do_not_keep_the_score_sign(stage: Stage) -> None:
    match = opened(stage, 1)[0]
    scorer, second, third = (stage.device(1, seat) for seat in "123")
    for wrong in (second, third):
        with pytest.raises(NotAllowed) as refused:
            hand(stage, match, landlord_wins(1, 1), by=wrong)
        assert refused.value.code == "other_side_records"
    stored = hand(stage, match, landlord_wins(1, 1), by=scorer)
    covers = [stored.body["entry"]["hash"]]
    say: dict[str, Any] = {"competition": stage.competition, "match": match.code, "covers": covers}
    with pytest.raises(NotAllowed) as refused:
        match_confirm(**say, key="one-signs-1", by=scorer)
    assert refused.value.code == "other_side_confirms"
    match_confirm(**say, key="two-signs-1", by=second)
    assert not Match.objects.get(pk=match.pk).confirmed_hash
    with pytest.raises(StateRefusal) as again:
        match_confirm(**say, key="two-signs-2", by=second)
    assert again.value.code == "side_signed"
    match_confirm(**say, key="three-signs", by=third)
    assert Match.objects.get(pk=match.pk).confirmed_hash
    sound(stage)


def test_what_was_ruled_no_table_states(stage: Stage) -> None:
    match = opened(stage, 1)[0]
    ruled = {**landlord_wins(1, 1), "ruled": {"winner": "landlord", "doubled": False, "offender": 2}}
    with pytest.raises(Problems) as found:
        hand(stage, match, ruled, by=stage.device(1, "1"))
    assert "by_officials" in {fault.code for fault in found.value.faults}


def test_a_correction_carries_the_right_one_along_until_the_next_match_began(stage: Stage) -> None:
    first = opened(stage, 1)
    stored = [hand(stage, match, landlord_wins(1, 1)) for match in first]
    (final,) = opened(stage, 2)
    assert final.ns.pid == everybody(stage)[0]
    say: dict[str, Any] = {
        "competition": stage.competition,
        "match": first[0].code,
        "supersedes": stored[0].body["entry"]["hash"],
        "by": stage.chief,
    }
    moved = hand_correct(**say, record=landlord_wins(1, 2), key="correct-1", reason="记错")
    assert Match.objects.get(pk=final.pk).ns.pid == everybody(stage)[1]
    entry = LedgerEntry.objects.get(book__competition=stage.competition, kind="reseated")
    assert json.loads(entry.body)["1"] == everybody(stage)[1]
    sound(stage)
    hand(stage, final, landlord_wins(1, 1))
    say["supersedes"] = moved.body["entry"]["hash"]
    with pytest.raises(StateRefusal) as refused:
        hand_correct(**say, record=landlord_wins(1, 3), key="correct-2", reason="又记错")
    assert refused.value.code == "next_match_begun"
    hand_correct(**say, record=landlord_wins(1, 3), key="correct-3", reason="按原座次", let_stand=True)
    assert Match.objects.get(pk=final.pk).ns.pid == everybody(stage)[1]
    sound(stage)


def test_the_order_of_arrival_is_irrelevant(stage: Stage) -> None:
    match = opened(stage, 1)[0]
    hand(stage, match, landlord_wins(2, 2))
    assert full(stage.competition)["matches"][0]["state"] == "playing"
    hand(stage, match, landlord_wins(1, 1, won=False))
    before = canonical(full(stage.competition))
    recompute(stage.competition.pk, "worker")
    assert canonical(full(stage.competition)) == before
    sound(stage)


def test_a_fourth_hand_of_three_is_a_finding() -> None:
    stage = event_of_threes("doudizhu-three-hands", 3)
    (match,) = opened(stage, 1)
    for number, first in ((1, 1), (2, 2), (3, 3)):
        hand(stage, match, landlord_wins(number, 1, bid=2, first=first))
    with pytest.raises(StateRefusal) as refused:
        hand(stage, match, landlord_wins(4, 1))
    assert refused.value.code == "match_decided"


def test_an_absent_player_and_a_forfeit_taken_back(stage: Stage) -> None:
    match = opened(stage, 1)[0]
    with pytest.raises(Problems):
        match_forfeit(competition=stage.competition, match=match.code, sides=["NS"], key="forfeit-ns", reason="未到", by=stage.chief)
    match_forfeit(competition=stage.competition, match=match.code, sides=["3"], key="forfeit-3", reason="未到", by=stage.chief)
    assert Match.objects.get(pk=match.pk).forfeited_by == "3"
    sound(stage)


def test_the_clock_is_stopped_and_time_given_back() -> None:
    stage = event_of_threes("healthcup-doudizhu", 3)
    (match,) = opened(stage, 1)
    say: dict[str, Any] = {"competition": stage.competition, "match": match.code, "by": stage.referee}
    table_clock_set(**say, act="paused", key="pause-it-1")
    with pytest.raises(StateRefusal) as refused:
        table_clock_set(**say, act="paused", key="pause-it-2")
    assert refused.value.code == "clock_paused"
    table_clock_set(**say, act="resumed", key="resume-it")
    table_clock_set(**say, act="extra", minutes=5, key="extra-five")
    assert Match.objects.get(pk=match.pk).clock["extra"] == 5
    with pytest.raises(Problems):
        table_clock_set(**say, act="extra", minutes=0, key="extra-none")
    hand(stage, match, landlord_wins(1, 1))
    time_up_state(competition=stage.competition, match=match.code, game=1, last_hand=1, key="time-is-up", by=stage.referee)
    assert full(stage.competition)["matches"][0]["state"] == "complete"
    sound(stage)


def test_acts_of_other_formats_are_refused(stage: Stage) -> None:
    opened(stage, 1)
    somebody = everybody(stage)[0]
    with pytest.raises(Problems):
        voucher_give(competition=stage.competition, entrant=somebody, act="issued", by=stage.organiser, key="voucher-1")
    with pytest.raises(StateRefusal):
        entrant_disqualify(competition=stage.competition, entrant=somebody, code="d7", reason="x", by=stage.chief, key="dq-somebody")
    with pytest.raises(StateRefusal):
        first_finished_state(competition=stage.competition, number=1, match="r1-t1", by=stage.referee, key="first-one")
    with pytest.raises(NotFound):
        voucher_give(competition=stage.competition, entrant="e000000000000", act="issued", by=stage.organiser, key="voucher-2")
    with pytest.raises(StateRefusal):
        entrant_add(competition=stage.competition, team=stage.teams[0], names=["晚来"], by=stage.organiser)
    with pytest.raises(StateRefusal):
        round_open(competition=stage.competition, number=2, by=stage.organiser, day="2026-07-05")
    assert Round.objects.filter(competition=stage.competition).count() == 1


def test_void_and_penalty_are_refused_where_the_text_has_none(stage: Stage) -> None:
    match = opened(stage, 1)[0]
    stored = hand(stage, match, landlord_wins(1, 1))
    with pytest.raises(Problems):
        penalty_give(
            competition=stage.competition,
            match=match.code,
            penalty={"code": "hint", "side": "2"},
            number=1,
            key="no-such-fine",
            by=stage.chief,
        )
    hand_void(
        competition=stage.competition,
        match=match.code,
        supersedes=stored.body["entry"]["hash"],
        key="void-that-hand",
        by=stage.referee,
        reason="误记",
    )
    assert full(stage.competition)["matches"][0]["state"] == "waiting"
    sound(stage)


def test_a_lot_puts_the_right_one_into_a_match_that_has_not_begun() -> None:
    stage = event_of_threes("doudizhu-single-hand", 9)
    first = opened(stage, 1)
    for match in first:
        hand(stage, match, landlord_wins(1, 1, bid=2))
    (final,) = opened(stage, 2)
    match_forfeit(competition=stage.competition, match=first[0].code, sides=["1"], key="gone-home", reason="离场", by=stage.chief)
    tied = everybody(stage)[1:3]
    draw_make(competition=stage.competition, draw="lot", order=tied[::-1], by=stage.organiser)
    assert Match.objects.get(pk=final.pk).ns.pid == tied[1]
    assert full(stage.competition)["due"] == []
    sound(stage)


def test_the_chief_referee_lets_a_table_stand_and_what_is_true_can_be_entered() -> None:
    stage = event_of_threes("doudizhu-single-hand", 9)
    first = opened(stage, 1)
    stored = [hand(stage, match, landlord_wins(1, 1, bid=2)) for match in first]
    (final,) = opened(stage, 2)
    hand(stage, final, landlord_wins(1, 1))
    about: dict[str, Any] = {"competition": stage.competition, "match": first[0].code}
    hand_void(**about, supersedes=stored[0].body["entry"]["hash"], key="void-first", by=stage.chief, reason="记错桌", let_stand=True)
    stand: dict[str, Any] = {"competition": stage.competition, "match": final.code, "reason": "已经打完"}
    with pytest.raises(NotAllowed):
        match_let_stand(**stand, key="stand-referee", by=stage.referee)
    if not LedgerEntry.objects.filter(kind="reseated").exists():
        with pytest.raises(StateRefusal) as refused:
            hand(stage, first[0], landlord_wins(1, 2, bid=2))
        assert refused.value.code == "next_match_begun"
        match_let_stand(**stand, key="stand-chief-1", by=stage.chief)
    with pytest.raises(StateRefusal) as again:
        match_let_stand(**stand, key="stand-chief-2", by=stage.chief)
    assert again.value.code == "stands_already"
    assert hand(stage, first[0], landlord_wins(1, 2, bid=2)).status == 201
    for match in (*first, final):
        sign(stage, match)
    competition_close(competition=stage.competition, by=stage.chief, key="close-after-all")
    sound(stage)


def test_stacks_that_were_put_right_stay_when_a_table_is_let_stand() -> None:
    stage = event_of_threes("doudizhu-stack-300", 6)
    first = opened(stage, 1)
    stored = []
    for match in first:
        stored.append(hand(stage, match, landlord_wins(1, 1, bid=20)))
        hand(stage, match, landlord_wins(2, 2, bid=10))
        time_up_state(competition=stage.competition, match=match.code, game=1, last_hand=2, key=f"bell-{match.code}", by=stage.referee)
    second = opened(stage, 2)[0]
    about: dict[str, Any] = {"competition": stage.competition, "match": first[0].code, "by": stage.chief, "reason": "记错"}
    moved = hand_correct(**about, supersedes=stored[0].body["entry"]["hash"], record=landlord_wins(1, 1, bid=30), key="first-change")
    stakes = Match.objects.get(pk=second.pk).shown["start"]
    assert stakes != second.shown["start"]
    hand(stage, second, landlord_wins(1, 1, bid=10))
    hand_correct(**about, supersedes=moved.body["entry"]["hash"], record=landlord_wins(1, 1, bid=20), key="second-change", let_stand=True)
    assert Match.objects.get(pk=second.pk).shown["start"] == stakes
    sound(stage)


def test_signing_locking_and_the_clock_move_nobody() -> None:
    stage = event_of_threes("doudizhu-single-hand", 9)
    first = opened(stage, 1)
    for match in first:
        hand(stage, match, landlord_wins(1, 1, bid=2))
    (final,) = opened(stage, 2)
    hand(stage, final, landlord_wins(1, 1))
    for match in first:
        sign(stage, match)
        table_clock_set(competition=stage.competition, match=match.code, act="paused", key=f"pause-{match.code}", by=stage.referee)
    assert not LedgerEntry.objects.filter(kind="reseated").exists()


def test_a_bell_needs_a_time() -> None:
    stage = event_of_threes("doudizhu-three-hands", 3)
    (match,) = opened(stage, 1)
    with pytest.raises(StateRefusal) as refused:
        time_up_state(competition=stage.competition, match=match.code, game=1, last_hand=1, key="no-such-bell", by=stage.chief)
    assert refused.value.code == "not_in_this_game"


def test_somebody_elses_key_is_not_an_answer(stage: Stage) -> None:
    match = opened(stage, 1)[0]
    stored = hand(stage, match, landlord_wins(1, 1), by=stage.device(1, "1"))
    say: dict[str, Any] = {"competition": stage.competition, "match": match.code, "covers": [stored.body["entry"]["hash"]]}
    match_confirm(**say, key="one-and-the-same", by=stage.device(1, "2"))
    with pytest.raises(KeyReused):
        match_confirm(**say, key="one-and-the-same", by=stage.device(1, "3"))


# ------------------------------------------------------------------------------------------------ refill, wild card, ladder


def played(stage: Stage, match: Match, seat: int = 1) -> None:
    """One hand that seat wins as landlord, the bell after it, signed."""
    hand(stage, match, landlord_wins(1, seat, bid=2))
    time_up_state(competition=stage.competition, match=match.code, game=1, last_hand=1, key=f"bell-{match.code}", by=stage.referee)
    sign(stage, match)


def test_a_refill_table_opens_beside_the_running_round() -> None:
    stage = event_of_threes("doudizhu-refill", 10, overrides={"tally_rules.time.minutes": 30})
    with pytest.raises(Problems) as recorded:
        draw_make(competition=stage.competition, draw="groups", round=1, seed="七", by=stage.organiser)
    assert [fault.code for fault in recorded.value.faults] == ["draw_recorded_only"]
    first = opened(stage, 1)
    waiting = everybody(stage)[9]
    say: dict[str, Any] = {"competition": stage.competition, "number": 1, "by": stage.referee}
    with pytest.raises(StateRefusal) as refused:
        first_finished_state(**say, match="r1-t2", key="first-finished-1")
    assert refused.value.code == "table_not_finished"
    hand(stage, first[1], landlord_wins(1, 1, bid=2))
    hand(stage, first[1], landlord_wins(2, 2, first=1))
    time_up_state(competition=stage.competition, match="r1-t2", game=1, last_hand=2, key="bell-of-two", by=stage.referee)
    sign(stage, first[1])
    first_finished_state(**say, match="r1-t2", key="first-finished-2")
    round_open(competition=stage.competition, number=2, by=stage.organiser)
    refill = Match.objects.get(competition=stage.competition, round__number=2)
    seated = [entrant.pid for entrant in refill.entrants().values()]
    assert seated[0] == waiting
    assert set(seated[1:]) == {everybody(stage)[4], everybody(stage)[5]}
    for match in (first[0], first[2], refill):
        played(stage, match)
    assert len(full(stage.competition)["next"]["entrants"]) == 4
    sound(stage)


def test_seventeen_are_too_few_and_the_ninth_is_missing() -> None:
    stage = event_of_threes("doudizhu-repechage", 17, overrides={"awards.champion": 2500})
    with pytest.raises(StateRefusal) as refused:
        draw(stage, 1, everybody(stage))
    assert refused.value.code == "entrants_wanted"
    team = stage.teams[-1]
    added = entrant_add(competition=stage.competition, team=team, names=["第十八人"], by=stage.organiser)
    stage.entrants[team].append(added.body["entrant"])
    for match in opened(stage, 1):
        hand(stage, match, landlord_wins(1, 1, bid=2))
        hand(stage, match, landlord_wins(2, 2, first=2))
        time_up_state(competition=stage.competition, match=match.code, game=1, last_hand=2, key=f"bell-{match.code}", by=stage.referee)
    for match in opened(stage, 2):
        hand(stage, match, landlord_wins(1, 1, bid=2))
        hand(stage, match, landlord_wins(2, 2, first=2))
        time_up_state(competition=stage.competition, match=match.code, game=1, last_hand=2, key=f"bell-{match.code}", by=stage.referee)
    with pytest.raises(StateRefusal) as ninth:
        draw(stage, 3, [])
    assert ninth.value.code == "entrants_wanted"
    entrant_add(competition=stage.competition, team=stage.teams[0], names=["陈先生"], by=stage.organiser, wild_card=True)
    assert len(opened(stage, 3)) == 3
    sound(stage)


class Ladder:
    """Players of the ladder: born in the right year, with vouchers for each session."""

    def __init__(self, players: int) -> None:
        self.stage = bare_event(rulebook="doudizhu-ladder")
        self.stage.event.simulated = True
        self.stage.event.save()
        self.stage.competition.event.simulated = True
        self.sessions = 0
        self.people: list[str] = []
        team = add_team(self.stage, "散客", 0, 1)
        for place in range(players):
            self.people.append(
                entrant_add(
                    competition=self.stage.competition, team=team, names=[f"选手{place}"], by=self.stage.organiser, born="1990-05-31"
                ).body["entrant"]
            )
        self.team = team

    def voucher(self, entrant: str, day: str, act: str = "issued") -> None:
        voucher_give(competition=self.stage.competition, entrant=entrant, act=act, by=self.stage.organiser, day=day)

    def session(self, day: str, trio: list[str], winner: int = 1) -> Match:
        """Three people with vouchers, one game that seat `winner` wins as landlord, signed by all."""
        for entrant in trio:
            self.voucher(entrant, day)
        self.sessions += 1
        draw(self.stage, self.sessions, trio)
        round_open(competition=self.stage.competition, number=self.sessions, by=self.stage.organiser, day=day)
        match = Match.objects.get(competition=self.stage.competition, code=f"r{self.sessions}-t1")
        record = {"hand": 1, "first_bidder": winner, "bids": [1], "landlord": winner, "out": winner}
        hand(self.stage, match, record)
        sign(self.stage, match)
        for entrant in trio:
            self.voucher(entrant, day, "returned")
        return match


def test_a_fourth_win_of_the_day_is_not_played_for() -> None:
    ladder = Ladder(5)
    best, others = ladder.people[0], ladder.people[1:]
    for _ in range(3):
        ladder.session("2026-07-05", [best, *others[:2]])
    row = next(row for row in full(ladder.stage.competition)["standings"] if row["entrant"] == best)
    assert (row["level"], row["today"]) == (3, 3)
    with pytest.raises(Problems) as refused:
        ladder.voucher(best, "2026-07-05")
    assert [fault.code for fault in refused.value.faults] == ["day_cap"]
    assert refused.value.faults[0].clause == "F1-12"
    ladder.session("2026-07-06", [best, *others[:2]])
    row = next(row for row in full(ladder.stage.competition)["standings"] if row["entrant"] == best)
    assert (row["level"], row["today"]) == (4, 1)
    sound(ladder.stage)


def test_nobody_is_drawn_without_a_voucher_or_seated_twice() -> None:
    ladder = Ladder(4)
    for entrant in ladder.people[:3]:
        ladder.voucher(entrant, "2026-07-05")
    with pytest.raises(Problems) as stranger:
        draw(ladder.stage, 1, ladder.people[1:])
    assert [fault.code for fault in stranger.value.faults] == ["id_unknown"]
    with pytest.raises(Problems) as twice:
        draw(ladder.stage, 1, [ladder.people[0], ladder.people[0], ladder.people[1]])
    assert [fault.code for fault in twice.value.faults] == ["id_twice"]


def test_age_is_checked_at_the_door_and_kept_nowhere() -> None:
    ladder = Ladder(0)
    say: dict[str, Any] = {"competition": ladder.stage.competition, "team": ladder.team, "by": ladder.stage.organiser}
    with pytest.raises(Problems) as missing:
        entrant_add(**say, names=["没带证件"])
    assert [fault.code for fault in missing.value.faults] == ["birth_date_missing"]
    with pytest.raises(Problems) as young:
        entrant_add(**say, names=["太小"], born="2020-01-01")
    assert [fault.code for fault in young.value.faults] == ["too_young"]
    entrant_add(**say, names=["正好"], born="1990-05-31")
    assert not LedgerEntry.objects.filter(body__contains="1990").exists()


def test_a_disqualification_voids_levels_and_is_taken_back() -> None:
    ladder = Ladder(3)
    match = ladder.session("2026-07-05", ladder.people)
    del match
    say: dict[str, Any] = {"competition": ladder.stage.competition, "entrant": ladder.people[0], "reason": "替打"}
    gone = entrant_disqualify(**say, code="d2", by=ladder.stage.chief, key="disqualify-1")
    row = next(row for row in full(ladder.stage.competition)["standings"] if row["entrant"] == ladder.people[0])
    assert row["status"] == "disqualified"
    with pytest.raises(StateRefusal) as kept:
        entrant_remove(competition=ladder.stage.competition, entrant=ladder.people[1], by=ladder.stage.organiser)
    assert kept.value.code == "roster_frozen"
    with pytest.raises(Problems) as barred:
        ladder.voucher(ladder.people[0], "2026-07-06")
    assert "disqualified" in {fault.code for fault in barred.value.faults}
    with pytest.raises(StateRefusal):
        entrant_disqualify(**say, code="d2", by=ladder.stage.chief, key="disqualify-2")
    before = [row["level"] for row in full(ladder.stage.competition)["standings"]]
    disqualification_withdraw(
        competition=ladder.stage.competition,
        supersedes=gone.body["entry"]["hash"],
        reason="查无此事",
        by=ladder.stage.chief,
        key="take-it-back",
    )
    assert [row["level"] for row in full(ladder.stage.competition)["standings"]] != before
    sound(ladder.stage)
