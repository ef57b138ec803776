"""The next rulebook is a copy of a file with other numbers: it loads and plays from draw to close, and no code is touched."""

import re
from pathlib import Path
from typing import Any

import pytest

from events.models import HandRecord, Match
from events.services.competitions import competition_close
from events.services.draws import draw_make
from events.services.hands import hand_record
from events.services.matches import match_confirm
from events.services.rounds import round_open
from events.standings import full, recompute
from events.verification import verify
from scoring import rulebook
from scoring.rulebook import aliases, load_file
from tests.cast import add_team, bare_event, team_name

COPIED = "doudizhu-three-hands"
CHANGES = {  # leaf -> (what the copied file has, what the new one has)
    "tally_rules.hands.count": (3, 2),
    "game_rules.base.landlord_times": (2, 4),
    "game_rules.pass_out_fine.first_bidder": (4, 10),
    "game_rules.pass_out_fine.others": (2, 5),
}


def copied(text: str) -> str:
    """The file under another id, with four other numbers; its alias stays with the first."""
    text = text.replace(f'id = "{COPIED}"', 'id = "village-two-hands"')
    text = re.sub(r"^aliases = .*\n", "", text, flags=re.MULTILINE)
    for leaf, (was, now) in CHANGES.items():
        head = f"[{leaf}]\nvalue = {was}\n"
        assert text.count(head) == 1, leaf
        text = text.replace(head, f"[{leaf}]\nvalue = {now}\n")
    return text


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The rulebooks of the product and the new one beside them."""
    for path in rulebook.FOLDER.glob("*.toml"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    new = copied((tmp_path / f"{COPIED}.toml").read_text(encoding="utf-8"))
    (tmp_path / "village-two-hands.toml").write_text(new, encoding="utf-8")
    monkeypatch.setattr(rulebook, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.django_db
@pytest.mark.usefixtures("folder")
def test_a_copy_with_four_other_numbers_loads_and_plays() -> None:
    stage = bare_event(rulebook="village-two-hands")
    for place in range(3):
        add_team(stage, team_name(place), 1, 1)
    people = [stage.entrants[team][0] for team in stage.teams]
    draw_make(competition=stage.competition, draw="groups", round=1, order=people, by=stage.organiser)
    round_open(competition=stage.competition, number=1, by=stage.organiser)
    match = Match.objects.get(competition=stage.competition)
    passed: list[dict[str, Any]] = [{"hand": number, "first_bidder": 1, "bids": [0, 0, 0]} for number in (1, 2, 3)]
    play = {"bombs": 0, "rocket": False, "spring": "none"}
    hands: list[dict[str, Any]] = [
        {"hand": 4, "first_bidder": 1, "bids": [3], "landlord": 1, "out": 1, **play},
        {"hand": 5, "first_bidder": 2, "bids": [1, 0, 0], "landlord": 2, "out": 2, **play},
    ]
    for record in [*passed, *hands]:
        reply = hand_record(
            competition=stage.competition, match=match.code, record=record, key=f"village-{record['hand']}", by=stage.referee
        )
        assert reply.status == 201
    covers = list(HandRecord.objects.filter(match=match, state="live").values_list("hash", flat=True))
    match_confirm(competition=stage.competition, match=match.code, covers=covers, key="village-sign", by=stage.chief, reason="代")
    state = full(stage.competition)
    # the fine of three deals passed out, then 4 x 3 and -3 -3, then 4 x 1 and -1 -1
    assert state["matches"][0]["points"] == {"1": -10 + 12 - 1, "2": 5 - 3 + 4, "3": 5 - 3 - 1}
    competition_close(competition=stage.competition, by=stage.chief, key="village-close")
    assert full(stage.competition)["standings"][0]["entrant"] == people[1]
    recompute(stage.competition.pk, "worker")
    assert not verify(competition=stage.competition).findings


def test_two_texts_with_the_same_rules_are_one_file() -> None:
    assert aliases() == {"doudizhu-fanwen-10": COPIED}
    assert load_file("doudizhu-fanwen-10").digest == load_file(COPIED).digest
    with pytest.raises(KeyError):
        load_file("doudizhu-fanwen-11")
