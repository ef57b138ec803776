"""The knock-out through the services: winners go on, corrections carry them along, and nobody is taken out of a match that began."""

import json
from typing import Any

import pytest

from events.models import HandRecord, LedgerEntry, Match
from events.refusals import NotAllowed, Problems, StateRefusal
from events.services.competitions import competition_close
from events.services.hands import hand_correct, hand_record, hand_void
from events.services.matches import entry_withdraw, line_up_record, match_confirm, match_forfeit
from events.services.penalties import penalty_give, time_up_state
from events.services.rounds import round_open
from events.standings import full, recompute
from events.verification import verify
from scoring.fold import canonical
from tests.cast import Stage, other_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return other_event("healthcup-gomoku", teams=4)


def game(number: int, winner: str, black: str = "") -> dict[str, Any]:
    return {"game": number, "black": black or ("A" if number % 2 else "B"), "winner": winner, "reason": "five"}


def play(stage: Stage, match: Match, winners: str, key: str = "k") -> list[str]:
    """Games one after the other by a referee; gives their hashes."""
    hashes = []
    for number, winner in enumerate(winners, 1):
        mark = f"{key}-{match.code}-{number}"
        reply = hand_record(competition=stage.competition, match=match.code, record=game(number, winner), key=mark, by=stage.referee)
        assert reply.status == 201, reply.body
        hashes.append(reply.body["entry"]["hash"])
    return hashes


def table(stage: Stage, number: int, place: int) -> Match:
    return Match.objects.get(competition=stage.competition, code=f"r{number}-m{place}")


def reseated(stage: Stage) -> list[str]:
    """The matches whose people were changed, in order."""
    entries = LedgerEntry.objects.filter(book__competition=stage.competition, kind="reseated").order_by("seq")
    return [json.loads(entry.body)["match"] for entry in entries]


def confirm(stage: Stage, match: Match) -> None:
    covers = list(HandRecord.objects.filter(match=match, state="live").values_list("hash", flat=True))
    match_confirm(
        competition=stage.competition, match=match.code, covers=covers, key=f"c-{match.code}-confirm", by=stage.chief, reason="代"
    )


def test_the_table_shows_games_and_who_won(stage: Stage) -> None:
    match = table(stage, 1, 1)
    play(stage, match, "AB")
    match.refresh_from_db()
    assert (match.done, match.winner, match.shown["wins"]) == (False, "", {"NS": 1, "EW": 1})
    play_third = hand_record(
        competition=stage.competition, match=match.code, record=game(3, "B"), key="third-game", by=stage.scorer(match.table)
    )
    assert play_third.body["match"]["winner"] == "EW"
    match.refresh_from_db()
    assert (match.done, match.winner) == (True, "EW")
    with pytest.raises(StateRefusal, match="match_decided"):
        hand_record(competition=stage.competition, match=match.code, record=game(4, "A"), key="fourth-game", by=stage.referee)


def test_a_round_waits_for_every_winner(stage: Stage) -> None:
    play(stage, table(stage, 1, 1), "AA")
    with pytest.raises(StateRefusal) as refused:
        round_open(competition=stage.competition, number=2, by=stage.organiser, force=True, reason="想先开")
    assert refused.value.code == "results_missing"


def final(stage: Stage) -> Match:
    """Both semi-finals won by side A, the final opened."""
    for place in (1, 2):
        play(stage, table(stage, 1, place), "AA")
    round_open(competition=stage.competition, number=2, by=stage.organiser)
    return table(stage, 2, 1)


def test_a_correction_before_the_next_match_takes_the_winner_along(stage: Stage) -> None:
    match = final(stage)
    semi = table(stage, 1, 1)
    wrong = HandRecord.objects.get(match=semi, number=2, state="live")
    hand_correct(
        competition=stage.competition,
        match=semi.code,
        supersedes=wrong.hash,
        record=game(2, "B"),
        key="correct-2",
        by=stage.referee,
        reason="看错",
    )
    hand_record(competition=stage.competition, match=semi.code, record=game(3, "B"), key="now-third", by=stage.referee)
    match.refresh_from_db()
    assert semi.ew_id in (match.ns_id, match.ew_id)
    assert semi.ns_id not in (match.ns_id, match.ew_id)
    (entry,) = LedgerEntry.objects.filter(book__competition=stage.competition, kind="reseated")
    assert entry.match == ""
    state = full(stage.competition)
    assert not any(row["differs"] for of in state["bracket"]["rounds"] for row in of["matches"])
    recompute(stage.competition.pk, "worker")
    assert stage.competition.snapshot.body.encode() == canonical(state)
    assert not verify(stage.competition).findings


def test_a_match_that_began_keeps_its_people_unless_the_chief_lets_it_stand(stage: Stage) -> None:
    match = final(stage)
    semi = table(stage, 1, 1)
    play(stage, match, "A", key="final")
    hand = HandRecord.objects.get(match=semi, number=2, state="live")
    before = LedgerEntry.objects.filter(book__competition=stage.competition).count()

    def change(key: str, **more: Any) -> None:
        competition = stage.competition
        match_forfeit(competition=competition, match=semi.code, sides=["NS"], key=key, by=stage.chief, **more)

    with pytest.raises(StateRefusal) as refused:
        change("no-show-late", reason="未到")
    assert refused.value.code == "next_match_begun"
    assert LedgerEntry.objects.filter(book__competition=stage.competition).count() == before
    with pytest.raises(Problems):
        change("without-why", reason="", let_stand=True)
    with pytest.raises(NotAllowed):
        hand_void(competition=stage.competition, match=semi.code, supersedes=hand.hash, key="void-scorer", by=stage.checker(semi.table))
    change("let-it-stand", reason="双方同意照打", let_stand=True)
    match.refresh_from_db()
    assert semi.ns_id in (match.ns_id, match.ew_id)
    state = full(stage.competition)
    assert not any(row["code"] == "bracket_differs" for row in state["plan"]["blocked"])
    assert not verify(stage.competition).findings


def test_a_changed_semi_final_moves_its_loser_to_the_match_for_third_place() -> None:
    stage = other_event("healthcup-gomoku", teams=4, overrides={"format_rules.third_place": "played"})
    match, semi = final(stage), table(stage, 1, 1)
    third = table(stage, 2, 2)
    assert semi.ew_id in (third.ns_id, third.ew_id)
    match_forfeit(competition=stage.competition, match=semi.code, sides=["NS"], key="no-show-late", by=stage.chief, reason="资格不符")
    match.refresh_from_db()
    third.refresh_from_db()
    assert semi.ew_id in (match.ns_id, match.ew_id)
    assert semi.ns_id in (third.ns_id, third.ew_id)
    assert reseated(stage) == ["r2-m1", "r2-m2"]
    state = full(stage.competition)
    assert not any(row["differs"] for of in state["bracket"]["rounds"] for row in of["matches"])
    assert not verify(stage.competition).findings


def test_a_round_of_walkovers_alone_is_opened_without_a_match() -> None:
    """Two of the four matches of round 1 were forfeited by both: both semi-finals are walkovers, and the final is played."""
    stage = other_event("healthcup-gomoku", teams=8)
    for place in (1, 3):
        code = table(stage, 1, place).code
        match_forfeit(competition=stage.competition, match=code, sides=["NS", "EW"], key=f"away-{code}", by=stage.chief, reason="都未到")
    for place in (2, 4):
        play(stage, table(stage, 1, place), "AA")
    opened = round_open(competition=stage.competition, number=2, by=stage.organiser)
    assert (opened.body["matches"], len(opened.body["byes"])) == ([], 2)
    round_open(competition=stage.competition, number=3, by=stage.organiser)
    play(stage, table(stage, 3, 1), "AA")
    for code in ("r1-m2", "r1-m4", "r3-m1"):
        confirm(stage, Match.objects.get(competition=stage.competition, code=code))
    competition_close(competition=stage.competition, by=stage.chief)
    assert [row["rank"] for row in full(stage.competition)["standings"]] == [1, 2, 5, 5, 5, 5, 5, 5]
    assert not verify(stage.competition).findings


def test_from_the_draw_to_the_close(stage: Stage) -> None:
    match = final(stage)
    play(stage, match, "AA", key="final")
    for code in ("r1-m1", "r1-m2", "r2-m1"):
        confirm(stage, Match.objects.get(competition=stage.competition, code=code))
    competition_close(competition=stage.competition, by=stage.chief)
    state = full(stage.competition)
    assert state["bracket"]["champion"] == match.ns.pid
    assert [row["rank"] for row in state["standings"]] == [1, 2, 3, 3]


def test_nobody_leaves_a_match_that_was_played_on_without_the_chiefs_word(stage: Stage) -> None:
    """Both of a semi-final are struck off after the final: its winner came from there, so the act is refused or the final stands."""
    match = final(stage)
    semi = table(stage, 1, 1)
    play(stage, match, "AA", key="final")

    def strike(key: str, **more: Any) -> None:
        competition = stage.competition
        match_forfeit(competition=competition, match=semi.code, sides=["NS", "EW"], key=key, reason="资格不符", by=stage.chief, **more)

    with pytest.raises(StateRefusal) as refused:
        strike("strike-both")
    assert refused.value.code == "next_match_begun"
    strike("strike-both-stand", let_stand=True)
    state = full(stage.competition)
    assert not state["plan"]["blocked"]
    assert state["bracket"]["champion"] == match.ns.pid
    assert not verify(stage.competition).findings


def test_who_was_seated_for_nobody_is_stated_absent(stage: Stage) -> None:
    match = final(stage)
    semi = table(stage, 1, 1)
    match_forfeit(competition=stage.competition, match=semi.code, sides=["NS", "EW"], key="strike-both", reason="资格不符", by=stage.chief)
    assert [row["code"] for row in full(stage.competition)["plan"]["blocked"]] == ["bracket_differs"]
    side = "NS" if match.ns_id == semi.ns_id else "EW"
    match_forfeit(competition=stage.competition, match=match.code, sides=[side], key="not-there", reason="资格不符", by=stage.chief)
    line_up_record(
        competition=stage.competition,
        match=semi.code,
        side="EW",
        players=list(semi.ew.players.values_list("pid", flat=True)),
        key="line-up-after",
        by=stage.chief,
    )  # what is stated of the semi-final afterwards finds everything in order
    assert not full(stage.competition)["plan"]["blocked"]
    assert not verify(stage.competition).findings


@pytest.mark.parametrize("stated", ["penalty", "line_up", "time_up"])
def test_what_was_stated_of_people_does_not_pass_to_others(stated: str) -> None:
    """A fine, a line-up or the bell in the final is about those who sit there: they are not changed for others until it is taken back."""
    stage = other_event("healthcup-chaodipi", teams=4)
    for place in (1, 2):
        match_forfeit(
            competition=stage.competition, match=f"r1-m{place}", sides=["EW"], key=f"away-{place}-ew", reason="未到", by=stage.chief
        )
    round_open(competition=stage.competition, number=2, by=stage.organiser)
    match = table(stage, 2, 1)
    asked: dict[str, Any] = {"competition": stage.competition, "match": match.code, "key": "stated-of-final", "by": stage.referee}
    throw = {"code": "failed_throw", "side": "NS", "count": 2}
    if stated == "penalty":
        reply = penalty_give(**asked, penalty=throw, number=1)
    elif stated == "line_up":
        reply = line_up_record(**asked, side="NS", players=list(match.ns.players.values_list("pid", flat=True)))
    else:
        reply = time_up_state(**asked, game=1, last_hand=3)
    away = LedgerEntry.objects.get(book__competition=stage.competition, kind="forfeit", match="r1-m1")
    take_back: dict[str, Any] = {"competition": stage.competition, "reason": "看错", "by": stage.chief}
    entry_withdraw(**take_back, match="r1-m1", supersedes=away.hash, key="withdraw-away")

    def other_wins(key: str) -> None:
        match_forfeit(competition=stage.competition, match="r1-m1", sides=["NS"], key=key, reason="未到", by=stage.chief)

    with pytest.raises(StateRefusal) as refused:
        other_wins("away-1-ns")
    assert refused.value.code == "next_match_begun"
    entry_withdraw(**take_back, match=match.code, supersedes=reply.body["entry"]["hash"], key="withdraw-stated")
    other_wins("away-1-ns-now")
    assert reseated(stage) == [match.code]
    match.refresh_from_db()
    assert (match.forfeited_by, match.done) == ("", False)
    assert not verify(stage.competition).findings


def walked_over() -> Stage:
    """Eight: both of r1-m2 stayed away, so that the winner of r1-m1 was in the final without a match in round 2; the final is opened."""
    stage = other_event("healthcup-gomoku", teams=8)
    match_forfeit(competition=stage.competition, match="r1-m2", sides=["NS", "EW"], key="away-r1-m2", by=stage.chief, reason="都未到")
    for place in (1, 3, 4):
        play(stage, table(stage, 1, place), "AA")
    round_open(competition=stage.competition, number=2, by=stage.organiser)
    play(stage, table(stage, 2, 2), "AA")
    round_open(competition=stage.competition, number=3, by=stage.organiser)
    return stage


def test_a_changed_result_follows_a_walkover_to_the_match_it_led_to() -> None:
    stage = walked_over()
    first, last = table(stage, 1, 1), table(stage, 3, 1)
    assert first.ns_id in (last.ns_id, last.ew_id)
    match_forfeit(competition=stage.competition, match="r1-m1", sides=["NS"], key="no-show-late", by=stage.chief, reason="资格不符")
    last.refresh_from_db()
    assert first.ew_id in (last.ns_id, last.ew_id)
    assert reseated(stage) == ["r3-m1"]
    assert not full(stage.competition)["plan"]["blocked"]
    stated = LedgerEntry.objects.get(book__competition=stage.competition, kind="forfeit", match="r1-m1")
    play(stage, last, "A", key="final")
    take_back: dict[str, Any] = {"competition": stage.competition, "supersedes": stated.hash, "reason": "看错", "by": stage.chief}
    with pytest.raises(StateRefusal) as refused:
        entry_withdraw(**take_back, match="r1-m1", key="withdraw-late")
    assert refused.value.code == "next_match_begun"
    entry_withdraw(**take_back, match="r1-m1", key="withdraw-stand", let_stand=True)
    assert not full(stage.competition)["plan"]["blocked"]
    recompute(stage.competition.pk, "worker")
    assert not verify(stage.competition).findings


def test_a_match_whose_round_was_opened_without_it_does_not_come_about() -> None:
    stage = walked_over()
    stated = LedgerEntry.objects.get(book__competition=stage.competition, kind="forfeit", match="r1-m2")
    before = LedgerEntry.objects.filter(book__competition=stage.competition).count()
    with pytest.raises(StateRefusal) as refused:
        entry_withdraw(
            competition=stage.competition, match="r1-m2", supersedes=stated.hash, key="they-came", reason="后来到了", by=stage.chief
        )
    assert (refused.value.code, refused.value.values) == ("walkover_given", {"match": "r2-m1", "round": 2})
    assert LedgerEntry.objects.filter(book__competition=stage.competition).count() == before
    line_up_record(  # what changes nothing of it is taken
        competition=stage.competition,
        match="r1-m2",
        side="NS",
        players=list(table(stage, 1, 2).ns.players.values_list("pid", flat=True)),
        key="line-up-there",
        by=stage.chief,
    )
    assert not full(stage.competition)["plan"]["blocked"]
