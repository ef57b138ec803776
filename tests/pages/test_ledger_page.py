"""比赛记录: in words, a page at a time; the content is for those who may read the ledger."""

import pytest

from events import ledger
from events.models import Book
from tests.cast import Stage
from tests.pages.conftest import Visitor, path

pytestmark = pytest.mark.django_db


def test_kinds_in_words_with_seq_time_role_and_place(stage: Stage, visitor: Visitor) -> None:
    page = visitor.page(path(stage, "ledger/?after=0"))
    first = page.one("tr", id="e1").text
    assert "开项" in first
    assert "组委会" in first
    corrected = next(line.text for line in page.all("tr") if "更正" in line.text)
    assert "第 1 轮 1 桌 第 1 局" in corrected
    assert "记分" in corrected


def test_no_names_and_no_content_for_the_public(stage: Stage, visitor: Visitor) -> None:
    text = visitor.page(path(stage, "ledger/?after=0")).text
    for secret in ("小明", "first_fourth", "double_down", "hall-organiser", "1桌 NS", stage.scorer().pid, stage.organiser.pid):
        assert secret not in text
    full = visitor.signed_in(stage.users["auditor"]).page(path(stage, "ledger/?after=0")).text
    assert "first_fourth" in full


def test_a_page_at_a_time_the_newest_first(stage: Stage, visitor: Visitor) -> None:
    with ledger.locked(stage.competition) as book:
        for _ in range(250 - book.seq):
            ledger.append(book, kind="round_unlocked", body={"round": 1}, by=stage.chief)
    assert Book.objects.get(competition=stage.competition).seq == 250

    def seqs(rest: str) -> tuple[int, int]:
        found = [int(line.get("id")[1:]) for line in visitor.page(path(stage, rest)).all("tr") if line.get("id")]
        assert found == list(range(found[0], found[-1] + 1))
        return found[0], found[-1]

    assert seqs("ledger/") == (151, 250)
    assert seqs("ledger/?after=50") == (51, 150)
    assert seqs("ledger/?after=0") == (1, 100)
    links = {link.get("rel"): link.get("href") for link in visitor.page(path(stage, "ledger/?after=50")).all("a") if link.get("rel")}
    assert links == {"prev": "?after=0", "next": "?after=150"}


@pytest.mark.parametrize("after", ["-1", "x", "1e9", "99999999999999999999", "٣", "", "1 OR 1", "%00"])
def test_a_seq_that_cannot_be_meant_is_not_an_error(stage: Stage, visitor: Visitor, after: str) -> None:
    assert visitor.get(path(stage, f"ledger/?after={after}")).status_code == 200
