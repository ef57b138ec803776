"""Loading a rulebook: everything that is wrong is said at once, and equal content has an equal digest."""

import tomllib
from pathlib import Path

import pytest

from scoring import rulebook
from scoring.judge import judge
from scoring.parameters import Rulebook, RulebookFaults

FILE = Path(rulebook.__file__).parent / "rulebooks" / "healthcup-guandan.toml"
TEXT = FILE.read_text(encoding="utf-8")


def faults(text: str) -> set[tuple[str, str]]:
    """(code, key) of every fault of a text that does not load."""
    with pytest.raises(RulebookFaults) as caught:
        rulebook.load(text, file="mine.toml")
    assert all(fault.values["file"] == "mine.toml" for fault in caught.value.faults)
    return {(fault.code, fault.at) for fault in caught.value.faults}


def edited(*changes: tuple[str, str]) -> str:
    text = TEXT
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def test_all_faults_are_said_at_once() -> None:
    text = edited(
        ('[game_rules.level]\nvalue = "7"', '[game_rules.level]\nvalue = "1"'),
        ("[game_rules.hands]\nvalue = 5", "[game_rules.hands]\nvalue = 5.0"),
        ("[tally_rules.forfeit.points]\nvalue = 18", "[tally_rules.forfeit.points]\nvalue = true"),
        ("[tally_rules.double_forfeit.limit]\nvalue = 2", "[tally_rules.double_forfeit.limit]\nvalue = 0"),
        ('[game_rules.players]\nvalue = 4\nclause = "GD-04"', '[game_rules.playerz]\nvalue = 4\nclause = "GD-04"'),
        ('[competence.close]\nvalue = "chief_referee"\nclause = "GD-03"', '[competence.close]\nvalue = "chief_referee"\nclause = "GD-99"'),
        ('reading = "轮空没有分"\n', ""),
        ('kind = "E"\nzh = "四人', 'kind = "X"\nzh = "四人'),
        ("[clauses.GD-17]\nref", "[clauses.GD-17]\npage = 3\nref"),
        ('source = "000.txt"', 'source = "000.txt"\nedition = 2'),
        ('en = "Health-cup Guandan team event"', 'fr = "Guandan"'),
        ('[game_rules.points.loser]\nvalue = 0\nclause = "GD-08"', "[game_rules.points.loser]\nvalue = 0"),
    )
    assert faults(text) == {
        ("not_a_choice", "game_rules.level.value"),
        ("wrong_type", "game_rules.hands.value"),
        ("wrong_type", "tally_rules.forfeit.points.value"),
        ("out_of_range", "tally_rules.double_forfeit.limit.value"),
        ("unknown_key", "game_rules.playerz"),
        ("missing_leaf", "game_rules.players"),
        ("clause_unknown", "competence.close.clause"),
        ("missing_key", "format_rules.bye_points.reading"),
        ("clause_kind", "clauses.GD-04.kind"),
        ("unknown_key", "clauses.GD-17.page"),
        ("unknown_key", "edition"),
        ("unknown_key", "title.fr"),
        ("missing_key", "title.en"),
        ("clause_missing", "game_rules.points.loser.clause"),
    }


def test_a_fault_names_file_key_and_clause() -> None:
    with pytest.raises(RulebookFaults, match=r"game_rules\.hands\.value: out_of_range") as caught:
        rulebook.load(edited(("[game_rules.hands]\nvalue = 5", "[game_rules.hands]\nvalue = 0")), file="mine.toml")
    (fault,) = caught.value.faults
    assert (fault.clause, dict(fault.values)) == ("GD-08", {"file": "mine.toml", "least": 1, "most": 99, "given": 0})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", {"game", "tally", "format", "id", "source", "title", "clauses"}),
        ('id = 1\ngame = "whist"\nclauses = 3', {"id", "game", "clauses"}),
    ],
)
def test_the_head_is_checked(text: str, wanted: set[str]) -> None:
    assert wanted <= {at for _, at in faults(text)}


def test_not_toml() -> None:
    assert faults("a = = 1") == {("toml_syntax", "")}
    with pytest.raises(RulebookFaults):
        rulebook.from_canonical("{")
    with pytest.raises(RulebookFaults):
        rulebook.from_canonical("[1]")


def test_a_leaf_without_a_table_and_an_empty_one() -> None:
    bare = edited(('[game_rules.decks]\nvalue = 2\nclause = "GD-04"', "[game_rules]\ndecks = 2"))
    assert faults(bare) == {("not_a_leaf", "game_rules.decks")}
    empty = edited(('[game_rules.decks]\nvalue = 2\nclause = "GD-04"', "[game_rules.decks]"))
    assert faults(empty) == {("missing_key", "game_rules.decks.value"), ("clause_missing", "game_rules.decks.clause")}


def test_nobody_confirms_his_own_side() -> None:
    same = edited(('[confirmation.records_side]\nvalue = "NS"', '[confirmation.records_side]\nvalue = "EW"'))
    assert faults(same.replace('id = "healthcup-guandan"', 'id = "mine"')) == {("same_side", "confirmation.confirms_side")}


def test_an_organiser_cannot_make_a_side_confirm_itself_either() -> None:
    mine = rulebook.load(
        edited(('[confirmation.confirms_side]\nvalue = "EW"', '[confirmation.confirms_side]\noverridable = true\nvalue = "EW"'))
    )
    with pytest.raises(RulebookFaults) as caught:
        mine.with_overrides({"confirmation.confirms_side": "NS"})
    assert [fault.code for fault in caught.value.faults] == ["same_side"]


def test_ids_and_files() -> None:
    assert "healthcup-guandan" in rulebook.ids()
    for unknown in ("nope", "../healthcup-guandan", "", "healthcup-guandan.toml"):
        with pytest.raises(KeyError):
            rulebook.load_file(unknown)


def test_reloading_the_canonical_text_gives_the_same_rulebook(rules: Rulebook) -> None:
    again = rulebook.from_canonical(rules.text)
    assert again == rules
    assert (again.digest, again.text) == (rules.digest, rules.text)


def test_the_digest_is_of_the_content_not_of_the_file(rules: Rulebook) -> None:
    assert rulebook.load("# a remark\n" + TEXT).digest == rules.digest
    assert rulebook.load(edited(("value = 18", "value = 17"))).digest != rules.digest


def test_overrides_cite_the_house(rules: Rulebook) -> None:
    changed = rules.with_overrides({"tally_rules.forfeit.points": 20, "game_rules.points.double_down": 6, "game_rules.hands": 5})
    assert changed.number("game_rules.points.double_down") == 6
    assert [(step.clause, step.value) for step in judge(changed, {"hand": 1, "order": ["N", "S"]}).trace] == [("house:1", 6)]
    assert changed.law("tally_rules.forfeit.points") == "house:2"
    assert changed.law("game_rules.hands") == "GD-08", "an equal value changes nothing"
    assert changed.clauses["house:1"].kind == rules.clauses["GD-08"].kind
    assert changed.digest != rules.digest
    assert rulebook.from_canonical(changed.text) == changed
    twice = changed.with_overrides({"game_rules.points.double_down": 7})
    assert twice.law("game_rules.points.double_down") == "house:3"
    assert rules.number("game_rules.points.double_down") == 5


def test_all_faults_of_overrides_at_once(rules: Rulebook) -> None:
    wrong = {"game_rules.points.double_down": True, "competence.ruling": "referee", "nothing": 1, "tally_rules.forfeit.double_downs": 2}
    with pytest.raises(RulebookFaults) as caught:
        rules.with_overrides(wrong)
    assert {(fault.code, fault.at) for fault in caught.value.faults} == {
        ("wrong_type", "game_rules.points.double_down"),
        ("not_overridable", "competence.ruling"),
        ("unknown_leaf", "nothing"),
        ("not_a_choice", "tally_rules.forfeit.double_downs"),
    }


def test_a_variant_is_one_file_and_no_code(rules: Rulebook) -> None:
    """The ten minutes of docs/add-a-rulebook.md: another file with other numbers scores by them."""
    text = edited(
        ('id = "healthcup-guandan"', 'id = "canteen-guandan"'),
        ("[game_rules.points.double_down]\nvalue = 5", "[game_rules.points.double_down]\nvalue = 4"),
        ("[game_rules.hands]\nvalue = 5", "[game_rules.hands]\nvalue = 8"),
    )
    mine = rulebook.load(text)
    assert mine.id == "canteen-guandan"
    assert judge(mine, {"hand": 8, "order": ["E", "W"]}).points == {"NS": 0, "EW": 4}
    assert judge(rules, {"hand": 8, "order": ["E", "W"]}).points is None


def test_every_reading_says_why(rules: Rulebook) -> None:
    parsed = tomllib.loads(TEXT)
    assert parsed["id"] == rules.id
    assert all(len({bool(leaf.reading), bool(leaf.why), bool(leaf.reading_en), bool(leaf.why_en)}) == 1 for leaf in rules.leaves.values())
    assert sum(1 for leaf in rules.leaves.values() if leaf.reading) >= 15
