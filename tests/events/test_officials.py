"""What officials state beside the hands: where it belongs, that it can be taken back without a trace, and what a signature stops."""

from collections.abc import Callable
from typing import Any

import pytest

from events.models import HandRecord, LedgerEntry, Match
from events.refusals import NotAllowed, Problems, StateRefusal
from events.services.boards import board_foul, board_trump_set
from events.services.hands import hand_correct, hand_record
from events.services.matches import entry_withdraw, match_confirm, match_forfeit
from events.services.penalties import board_adjust, penalty_give, time_up_state
from events.services.replies import Reply
from events.services.rounds import round_open
from events.services.rulings import ruling_make
from events.standings import full
from scoring.fold import canonical
from tests.cast import Stage, other_event
from tests.events.score_kit import new_key, sound

pytestmark = pytest.mark.django_db
EXPOSED = {"code": "exposed_card", "side": "EW", "count": 2}
THROW = {"code": "failed_throw", "side": "NS", "count": 2}


@pytest.fixture
def teams() -> Stage:
    return other_event("hefei-eighty-teams", teams=2, entrants=2, overrides={"format_rules.boards": 2})


@pytest.fixture
def pairs() -> Stage:
    return other_event("hefei-eighty-pairs", teams=6, overrides={"format_rules.boards_per_round": 1})


@pytest.fixture
def climb() -> Stage:
    return other_event("healthcup-chaodipi", teams=2, code="climb")


def table(stage: Stage, code: str) -> Match:
    return Match.objects.get(competition=stage.competition, code=code)


def board(number: int, room: str = "open", points: int = 60) -> dict[str, Any]:
    return {"board": number, "room": room, "trump": "H", "table_points": points, "last_trick": "declarers", "dig": "none"}


def deal(number: int, points: int = 85) -> dict[str, Any]:
    seats = {"declarer": "N", "trump": "S", "buried_by": "N"}
    return {
        "game": 1,
        "hand": number,
        **seats,
        "table_points": points,
        "kitty_points": 0,
        "last_trick": "declarers",
        "dig": "none",
        "hook": "none",
    }


def enter(stage: Stage, code: str, record: dict[str, Any]) -> str:
    by = stage.scorer(table(stage, code).table)
    reply = hand_record(competition=stage.competition, match=code, record=record, key=new_key(), by=by)
    assert reply.status == 201, reply.body
    entry_hash: str = reply.body["entry"]["hash"]
    return entry_hash


def fine(stage: Stage, code: str, **changes: Any) -> Reply:
    asked: dict[str, Any] = {"penalty": EXPOSED, "number": 1, "key": new_key(), "by": stage.referee, **changes}
    return penalty_give(competition=stage.competition, match=code, **asked)


def bell(stage: Stage, code: str, **changes: Any) -> Reply:
    asked: dict[str, Any] = {"game": 1, "last_hand": 1, "key": new_key(), "by": stage.referee, **changes}
    return time_up_state(competition=stage.competition, match=code, **asked)


def adjust(stage: Stage, code: str, **changes: Any) -> Reply:
    asked: dict[str, Any] = {"board": 1, "ns": 3, "ew": 0, "unit": "net", "clauses": ["E80-24"], "reason": "迟到"}
    asked |= {"key": new_key(), "by": stage.chief, **changes}
    return board_adjust(competition=stage.competition, match=code, **asked)


def foul(stage: Stage, groups: list[list[str]], **changes: Any) -> Reply:
    asked: dict[str, Any] = {"board": 1, "groups": groups, "reason": "牌插错", "key": new_key(), "by": stage.chief, **changes}
    return board_foul(competition=stage.competition, **asked)


def take_back(stage: Stage, code: str, reply: Reply) -> None:
    entry_withdraw(
        competition=stage.competition, match=code, supersedes=reply.body["entry"]["hash"], reason="看错", key=new_key(), by=stage.chief
    )


def sign(stage: Stage, code: str, covers: list[str]) -> Reply:
    by = stage.checker(table(stage, code).table)
    return match_confirm(competition=stage.competition, match=code, covers=covers, key=new_key(), by=by)


def wrong(act: Callable[..., Reply], *args: Any, **changes: Any) -> list[tuple[str, str]]:
    """Codes and places of all problems of an act that is refused, in order; each cites a clause of its rulebook or none."""
    with pytest.raises(Problems) as refused:
        act(*args, **changes)
    return [(fault.code, fault.at) for fault in refused.value.faults]


def entries(stage: Stage) -> int:
    return LedgerEntry.objects.filter(book__competition=stage.competition).count()


def as_it_stands(stage: Stage) -> bytes:
    return canonical({**full(stage.competition), "seq": 0})


def test_a_penalty_belongs_to_its_own_table(teams: Stage) -> None:
    """A fine in the other room, on a board of another round or in a second game would count where nobody sees it, or twice."""
    before = entries(teams)
    assert wrong(fine, teams, "r1-1v2-open", room="closed", number=9, game=2) == [
        ("game_out_of_range", "game"),
        ("board_not_here", "number"),
        ("other_room", "room"),
    ]
    assert wrong(fine, teams, "r1-1v2-open", number=0) == [("penalty_needs_hand", "number")]
    assert entries(teams) == before
    given = fine(teams, "r1-1v2-open")
    entry = LedgerEntry.objects.get(hash=given.body["entry"]["hash"])
    assert (entry.game, entry.number, entry.room) == (1, 1, "open")  # the room of the table, where none is named


def test_a_climb_has_the_games_of_its_match_and_no_rooms(climb: Stage) -> None:
    assert wrong(fine, climb, "r1-m1", penalty=THROW, game=4, room="open") == [("game_out_of_range", "game"), ("other_room", "room")]
    assert wrong(bell, climb, "r1-m1", game=9) == [("game_out_of_range", "game")]
    assert fine(climb, "r1-m1", penalty=THROW, game=3).status == 201  # the only match is the final, which goes to the first to win two


def test_the_bell_says_everything_that_is_wrong(climb: Stage) -> None:
    wanted = [("out_of_range", "last_hand"), ("unknown_side", "lot")]
    assert wrong(bell, climb, "r1-m1", last_hand=-1, lot="N") == wanted
    match_forfeit(competition=climb.competition, match="r1-m1", sides=["NS"], key=new_key(), reason="未到", by=climb.chief)
    with pytest.raises(StateRefusal) as refused:
        bell(climb, "r1-m1")
    assert refused.value.code == "match_forfeited"


@pytest.mark.parametrize("act", ["penalty", "bell", "adjusted"])
def test_what_an_official_takes_back_was_never_there(act: str, teams: Stage, climb: Stage) -> None:
    stage, code = (teams, "r1-1v2-open") if act == "adjusted" else (climb, "r1-m1")
    enter(stage, code, board(1) if stage is teams else deal(1))
    before = as_it_stands(stage)
    given = {
        "penalty": lambda: fine(stage, code, penalty=THROW),
        "bell": lambda: bell(stage, code),
        "adjusted": lambda: adjust(stage, code),
    }
    reply = given[act]()
    assert as_it_stands(stage) != before
    again = given[act]()  # said twice, taken back one by one
    sound(stage)
    take_back(stage, code, reply)
    take_back(stage, code, again)
    with pytest.raises(StateRefusal) as stale:
        take_back(stage, code, reply)
    assert stale.value.code == "stale"
    assert as_it_stands(stage) == before
    sound(stage)


def test_of_two_adjusted_scores_the_later_holds(teams: Stage) -> None:
    for name in ("open", "closed"):
        enter(teams, f"r1-1v2-{name}", board(1, name))
    adjust(teams, "r1-1v2-open", ns=0, ew=30)
    adjust(teams, "r1-1v2-open", ns="85/2", ew=10)
    (row,) = full(teams.competition)["encounters"]
    assert (row["boards"][0]["state"], row["boards"][0]["net"]) == ("adjusted", "185/2")  # 85/2 - 10 here, 60 in the other room
    sound(teams)


def test_an_adjusted_score_belongs_to_a_board_of_the_table(teams: Stage) -> None:
    assert wrong(adjust, teams, "r1-1v2-open", board=7, room="closed", unit="percent", clauses=["XX-1"]) == [
        ("clause_unknown", "clauses[0]"),
        ("not_a_choice", "unit"),
        ("board_not_here", "board"),
        ("other_room", "room"),
    ]


def test_only_who_the_tariff_names_may_impose_it(climb: Stage) -> None:
    loses = {"code": "hidden_throw", "side": "NS"}
    with pytest.raises(NotAllowed) as refused:
        fine(climb, "r1-m1", penalty=loses)
    assert (refused.value.code, refused.value.values["need"]) == ("not_competent", "chief_referee")
    reply = fine(climb, "r1-m1", penalty=loses, by=climb.chief)
    with pytest.raises(NotAllowed):  # and who may not impose it may not take it back
        entry_withdraw(
            competition=climb.competition,
            match="r1-m1",
            supersedes=reply.body["entry"]["hash"],
            reason="看错",
            key=new_key(),
            by=climb.referee,
        )


def test_a_signed_board_takes_no_other_result_and_no_second_signature(teams: Stage) -> None:
    first = enter(teams, "r1-1v2-open", board(1))
    sign(teams, "r1-1v2-open", [first])
    before = entries(teams)
    with pytest.raises(StateRefusal) as refused:
        enter(teams, "r1-1v2-open", board(1, points=70))
    assert refused.value.code == "match_confirmed"
    with pytest.raises(StateRefusal) as refused:
        sign(teams, "r1-1v2-open", [first])
    assert refused.value.code == "match_confirmed"
    assert entries(teams) == before
    second = enter(teams, "r1-1v2-open", board(2))
    assert sign(teams, "r1-1v2-open", [first, second]).status == 201  # one more is signed, the other with it
    hand_correct(
        competition=teams.competition,
        match="r1-1v2-open",
        supersedes=first,
        record=board(1, points=70),
        key=new_key(),
        by=teams.referee,
        reason="重算",
    )
    assert table(teams, "r1-1v2-open").shown["signed"] == [second]
    sound(teams)


def contested(stage: Stage) -> HandRecord:
    enter(stage, "r1-1v2-open", board(1))
    by = stage.scorer(table(stage, "r1-1v2-open").table)
    reply = hand_record(competition=stage.competition, match="r1-1v2-open", record=board(1, points=70), key=new_key(), by=by)
    assert reply.status == 202
    return HandRecord.objects.get(match__competition=stage.competition, state="conflict")


def test_a_ruling_is_about_a_board_of_its_table(teams: Stage) -> None:
    rival = contested(teams)
    asked: dict[str, Any] = {"match": "r1-1v2-open", "number": 1, "clauses": ["E80-24"], "reason": "看过", "by": teams.referee}
    asked |= {"competition": teams.competition}
    assert wrong(ruling_make, **asked, room="closed", record=board(1, room="closed"), key=new_key()) == [
        ("other_room", "room"),
        ("other_room", "record.room"),
    ]
    assert wrong(ruling_make, **asked, record=board(2), key=new_key()) == [("number_differs", "record.board")]
    ruling_make(**asked, uphold=rival.hash, key=new_key())  # the room goes without saying
    assert not full(teams.competition)["matches"][0]["under_review"]
    sound(teams)


def all_play(stage: Stage, number: int) -> None:
    entrants = [entrant for team in stage.teams for entrant in stage.entrants[team]]
    for match in Match.objects.filter(competition=stage.competition, round__number=number):
        pair = {"ns": entrants.index(match.ns.pid) + 1, "ew": entrants.index(match.ew.pid) + 1}
        record = {**board(match.boards[0], points=40 + 5 * match.table), **pair}
        record.pop("room")
        enter(stage, match.code, record)


def test_the_first_answer_about_a_fouled_board_stays_the_answer(pairs: Stage) -> None:
    """A round that opened since has more tables with the board; whoever asks again under the key hears what he heard."""
    all_play(pairs, 1)
    round_open(competition=pairs.competition, number=2, by=pairs.organiser)
    all_play(pairs, 2)
    groups = [["r1-t1"], ["r2-t3"]]
    first = foul(pairs, groups, key="fouled-board-1")
    round_open(competition=pairs.competition, number=3, by=pairs.organiser)
    again = foul(pairs, groups, key="fouled-board-1")
    assert (again.status, again.body, again.replayed) == (first.status, first.body, True)
    with pytest.raises(Problems):
        foul(pairs, groups)
    sound(pairs)


def test_a_fouled_board_is_refused_with_all_that_is_wrong(pairs: Stage) -> None:
    before = entries(pairs)
    assert wrong(foul, pairs, [["r1-t1"]], board=99, reason=" ") == [
        ("board_out_of_range", "board"),
        ("groups_malformed", "groups"),
        ("reason_missing", "reason"),
    ]
    assert wrong(foul, pairs, [["r1-t1"], ["r1-t2"]]) == [("groups_differ", "groups")]
    with pytest.raises(NotAllowed):
        foul(pairs, [["r1-t1"], ["r1-t2"]], by=pairs.referee)
    assert entries(pairs) == before


def test_what_a_game_does_not_know_is_refused(climb: Stage, teams: Stage) -> None:
    for stage, act in (
        (climb, lambda: board_trump_set(competition=climb.competition, board=1, mode="A", rank="2", trump="S", by=climb.organiser)),
        (climb, lambda: foul(climb, [["r1-m1"], ["r1-m2"]])),
        (teams, lambda: bell(teams, "r1-1v2-open")),
    ):
        before = entries(stage)
        with pytest.raises(StateRefusal) as refused:
            act()
        assert (refused.value.code, entries(stage)) == ("not_in_this_game", before)
