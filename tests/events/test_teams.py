"""Teams, pairs and players up to the draw; names at any time; no name ever in the ledger."""

from collections.abc import Callable

import pytest

from events.models import Entrant, LedgerEntry, Player, Refusal, Team
from events.refusals import KeyMissing, KeyReused, NotAllowed, NotFound, Problems, StateRefusal
from events.services.teams import entrant_add, entrant_remove, player_rename, team_add, team_remove, team_rename
from scoring.outcomes import Fault
from tests.cast import Stage, add_team, bare_event, make_draws, small_event

pytestmark = pytest.mark.django_db


def faults(call: Callable[[], object]) -> list[tuple[str, str]]:
    with pytest.raises(Problems) as refused:
        call()
    return [(fault.code, fault.at) for fault in refused.value.faults]


def refusal(call: Callable[[], object]) -> str:
    with pytest.raises(StateRefusal) as refused:
        call()
    return refused.value.code


def test_a_team_and_a_pair_are_added_with_ids_alone_in_the_book() -> None:
    stage = bare_event()
    team = team_add(competition=stage.competition, name="总装车间 😀", by=stage.organiser).body["team"]
    reply = entrant_add(competition=stage.competition, team=team, names=["张𠮷三", "Zoë 🀄"], by=stage.organiser)
    assert reply.status == 201
    assert reply.body["team"] == team
    assert [player.name for player in Player.objects.filter(entrant__pid=reply.body["entrant"])] == ["张𠮷三", "Zoë 🀄"]
    for row in LedgerEntry.objects.filter(book__competition=stage.competition):
        text = f"{row.body}{row.fingerprint}{row.key}"
        assert not any(name in text for name in ("总装", "张", "Zoë"))


def test_names_are_kept_in_one_normal_form() -> None:
    stage = bare_event()
    team_add(competition=stage.competition, name="  Zoe\u0308队  ", by=stage.organiser)
    assert Team.objects.get(competition=stage.competition).name == "Zo\u00eb队"
    assert faults(lambda: team_add(competition=stage.competition, name="Zo\u00eb队", by=stage.organiser)) == [("name_taken", "name")]


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("", ["blank"]),
        (" \u3000 ", ["blank"]),
        ("a\0b", ["control_character"]),
        ("a\x1b[31m", ["control_character"]),
        ("x\ud800", ["control_character"]),
        ("队" * 101, ["text_too_long"]),
        ("\n" + "队" * 10_000, ["control_character", "text_too_long"]),
        (None, ["not_text"]),
        (5, ["not_text"]),
    ],
)
def test_a_team_name_that_cannot_be(name: object, codes: list[str]) -> None:
    stage = bare_event()
    found = faults(lambda: team_add(competition=stage.competition, name=name, by=stage.organiser))  # type: ignore[arg-type]
    assert [code for code, _at in found] == codes
    assert LedgerEntry.objects.filter(book__competition=stage.competition).count() == 1
    kept = Refusal.objects.get(competition=stage.competition)
    assert (kept.status, [row["code"] for row in kept.codes]) == (422, codes)


def test_all_faults_of_both_players_at_once() -> None:
    stage = bare_event()
    team = add_team(stage, "质检科", 0)
    wrong = ["", "名" * 61]
    assert faults(lambda: entrant_add(competition=stage.competition, team=team, names=wrong, by=stage.organiser)) == [
        ("blank", "names[0]"),
        ("text_too_long", "names[1]"),
    ]


@pytest.mark.parametrize("names", [[], ["一"], ["一", "二", "三"], "一二"])
def test_a_pair_is_two_people(names: list[str]) -> None:
    stage = bare_event()
    team = add_team(stage, "质检科", 0)
    with pytest.raises(Problems) as refused:
        entrant_add(competition=stage.competition, team=team, names=names, by=stage.organiser)
    fault: Fault = refused.value.faults[0]
    assert (fault.code, fault.values["wanted"]) == ("players_wanted", 2)


def test_taken_off_before_the_draw() -> None:
    stage = bare_event()
    one, other = add_team(stage, "甲", 2), add_team(stage, "乙", 1)
    entrant_remove(competition=stage.competition, entrant=stage.entrants[one][0], by=stage.organiser)
    team_remove(competition=stage.competition, team=other, by=stage.organiser)
    assert list(Team.objects.filter(competition=stage.competition).values_list("pid", flat=True)) == [one]
    assert list(Entrant.objects.filter(competition=stage.competition).values_list("pid", flat=True)) == [stage.entrants[one][1]]
    kinds = list(LedgerEntry.objects.filter(book__competition=stage.competition).order_by("seq").values_list("kind", flat=True))
    assert kinds[-2:] == ["entrant_out", "entrant_out"]


def test_the_roster_is_frozen_at_the_draw_and_names_are_not() -> None:
    """TR-03; names stay open because they are no facts."""
    stage = small_event(2, 1, opened=0)
    competition, by = stage.competition, stage.organiser
    team, entrant = stage.teams[0], stage.entrants[stage.teams[0]][0]
    before = LedgerEntry.objects.filter(book__competition=competition).count()
    calls: list[Callable[[], object]] = [
        lambda: team_add(competition=competition, name="迟到队", by=by),
        lambda: team_remove(competition=competition, team=team, by=by),
        lambda: entrant_add(competition=competition, team=team, names=["一", "二"], by=by),
        lambda: entrant_remove(competition=competition, entrant=entrant, by=by),
    ]
    assert [refusal(call) for call in calls] == ["roster_frozen"] * 4
    team_rename(competition=competition, team=team, name="机加工一队", by=by)
    player = Player.objects.filter(entrant__pid=entrant).first()
    assert player is not None
    player_rename(competition=competition, player=player.pid, name="张三丰", by=by)
    assert Team.objects.get(pid=team).name == "机加工一队"
    assert Player.objects.get(pk=player.pk).name == "张三丰"
    assert LedgerEntry.objects.filter(book__competition=competition).count() == before


def test_a_name_of_another_team_is_taken() -> None:
    stage = small_event(2, 1, drawn=False)
    assert faults(lambda: team_rename(competition=stage.competition, team=stage.teams[0], name="总装车间", by=stage.organiser)) == [
        ("name_taken", "name")
    ]


def another(stage: Stage) -> list[Callable[[], object]]:
    other = small_event(2, 1, code="other", drawn=False)
    player = Player.objects.filter(entrant__competition=other.competition).first()
    assert player is not None
    competition, by, team = stage.competition, stage.organiser, other.teams[0]
    return [
        lambda: team_rename(competition=competition, team=team, name="x", by=by),
        lambda: team_remove(competition=competition, team=team, by=by),
        lambda: entrant_add(competition=competition, team=team, names=["一", "二"], by=by),
        lambda: entrant_remove(competition=competition, entrant=other.entrants[team][0], by=by),
        lambda: player_rename(competition=competition, player=player.pid, name="x", by=by),
        lambda: team_add(competition=other.competition, name="x", by=by),
    ]


def test_what_is_anothers_is_not_there() -> None:
    stage = bare_event()
    for call in another(stage):
        with pytest.raises(NotFound):
            call()


@pytest.mark.parametrize("role", ["chief_referee", "referee", "scorer", "checker", "auditor"])
def test_only_the_organiser_sets_up(role: str) -> None:
    stage = small_event(2, 1, drawn=False)
    by, competition, team = stage.actors[role], stage.competition, stage.teams[0]
    for call in (
        lambda: team_add(competition=competition, name="x", by=by),
        lambda: team_rename(competition=competition, team=team, name="x", by=by),
        lambda: team_remove(competition=competition, team=team, by=by),
        lambda: entrant_add(competition=competition, team=team, names=["一", "二"], by=by),
        lambda: entrant_remove(competition=competition, entrant=stage.entrants[team][0], by=by),
    ):
        with pytest.raises(NotAllowed):
            call()


def test_a_key_is_answered_once_and_for_good() -> None:
    stage = bare_event()
    first = team_add(competition=stage.competition, name="甲", by=stage.organiser, key="team-key-1")
    again = team_add(competition=stage.competition, name="甲", by=stage.organiser, key="team-key-1")
    assert (again.replayed, again.status, again.body) == (True, first.status, first.body)
    assert Team.objects.filter(competition=stage.competition).count() == 1
    with pytest.raises(KeyReused):
        team_add(competition=stage.competition, name="乙", by=stage.organiser, key="team-key-1")
    with pytest.raises(KeyReused):
        entrant_add(competition=stage.competition, team=first.body["team"], names=["一", "二"], by=stage.organiser, key="team-key-1")
    with pytest.raises(KeyMissing):
        team_add(competition=stage.competition, name="丙", by=stage.organiser, key="short")


def test_a_replay_after_the_draw_still_answers() -> None:
    stage = bare_event()
    reply = team_add(competition=stage.competition, name="甲", by=stage.organiser, key="team-key-1")
    stage.teams.append(reply.body["team"])
    entrant = entrant_add(competition=stage.competition, team=stage.teams[0], names=["一", "二"], by=stage.organiser).body["entrant"]
    stage.entrants[stage.teams[0]] = [entrant]
    add_team(stage, "乙", 1)
    make_draws(stage)
    again = team_add(competition=stage.competition, name="甲", by=stage.organiser, key="team-key-1")
    assert (again.replayed, again.body) == (True, reply.body)


def test_a_refused_key_is_not_used_up() -> None:
    stage = bare_event()
    with pytest.raises(Problems):
        team_add(competition=stage.competition, name="", by=stage.organiser, key="team-key-1")
    assert team_add(competition=stage.competition, name="甲", by=stage.organiser, key="team-key-1").status == 201


def test_nobody_is_his_own_partner_but_two_people_may_share_a_name() -> None:
    stage = bare_event()
    team = team_add(competition=stage.competition, name="总装车间", by=stage.organiser).body["team"]
    add = lambda *names: entrant_add(competition=stage.competition, team=team, names=names, by=stage.organiser)  # noqa: E731
    assert faults(lambda: add("张伟", " 张伟 ")) == [("player_twice", "names[1]")]
    assert add("张伟", "李娜").status == 201
    assert add("张伟", "王芳").status == 201
