"""Everything that tells how a match stands, read over HTTP after a step of a story and held against the fold of the ledger."""

import re
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from events.pinned import rulebook_of
from events.standings import full, recompute
from events.verification import verify
from events.wording.entries import public_kind
from tests.api.caller import Caller, competition_path
from tests.cast import Stage
from tests.pages.document import Element, parse

TAGS = re.compile(r"<[^>]+>")
UNPRINTED = frozenset({"bar", "acts", "mine", "no-print"})  # as css/public.css has it


@dataclass
class Told:
    """One match of a stage, as the public, the officials and the ledger tell of it."""

    stage: Stage
    match: str

    @property
    def place(self) -> str:
        return f"/e/{self.stage.event.code}/{self.stage.competition.code}/"

    def html(self, path: str, user: User | None = None) -> str:
        """A page as it came."""
        client = Client(headers={"Accept-Language": "zh-CN"})
        if user is not None:
            client.force_login(user)
        answer = client.get(self.place + path, follow=True)
        assert answer.status_code == 200, (path, answer.status_code)
        return answer.content.decode()

    def page(self, path: str, user: User | None = None) -> str:
        """The text of a page without its tags, as one line."""
        return " ".join(TAGS.sub(" ", self.html(path, user)).split())

    def printed(self, path: str) -> Element:
        """What a page shows on the screen and on paper alike."""
        return _kept(parse(self.html(path)))

    def api(self, path: str, user: User | None = None) -> dict[str, Any]:
        answer = Caller(user=user).get(competition_path(self.stage) + path)
        assert answer.status_code == 200, (path, answer.content)
        body: dict[str, Any] = answer.json()
        return body

    @property
    def row(self) -> dict[str, Any]:
        """The match as the ledger says."""
        found: dict[str, Any] = next(row for row in full(self.stage.competition)["matches"] if row["match"] == self.match)
        return found

    def places(self) -> dict[str, tuple[int, int]]:
        """Rank and points of each, as the API publishes them."""
        return {row.get("entrant") or row["team"]: (row["rank"], row["points"]) for row in self.api("standings/")["standings"]}

    def agrees(self, *, looked_into: bool) -> dict[str, Any]:
        """After a step: whatever is shown says what the ledger says, and nobody outside hears more than 核对中. Gives the match's row."""
        recompute(self.stage.competition.pk, "worker")
        report = verify(self.stage.competition)
        assert not report.findings, report
        row = self.row
        assert bool(row["under_review"]) is looked_into
        self._table(row, looked_into=looked_into)
        self._leaderboard(row, looked_into=looked_into)
        self._ledger()
        chief = self.stage.users["chief_referee"]
        self.page("desk/", chief)
        self.page(f"desk/tables/{self.match}/", chief)
        return row

    def _table(self, row: dict[str, Any], *, looked_into: bool) -> None:
        """The match in the API and on its page, as it is shown and as it is printed."""
        table = self.api(f"tables/{self.match}/")
        assert table["under_review"] == row["under_review"]
        live = {hand["hash"]: hand for hand in table["hands"] if hand["state"] == "live"}
        if not looked_into:
            assert list(live) == [hand["hash"] for hand in row["hands"]]
        assert ("核对中" in self.page(f"tables/{self.match}/")) is looked_into
        sheet = self.printed(f"tables/{self.match}/")
        if "shown" in row:
            assert [_levels(one) for one in sheet.all("dd", "lv")] == list(row["shown"]["levels"].values()), "match page"
            worth = [_cells(one)[3] for one in _rows(sheet, "逐副") if "how-row" not in one.classes]
            assert worth == [str(hand["D"]) for hand in row["hands"]], "match page"
            return
        score = [str(row["played"][side]) for side in ("NS", "EW")]
        assert sheet.one("p", "result").text == (":".join(score) if row["hands"] else "–"), "match page"
        foot = sheet.one("tfoot")
        assert [cell.text for cell in foot.all("td", "big")] == score, "sum of the match page"
        shown = [[int(text or 0) for text in _cells(one)[2:4]] for one in _rows(sheet, "逐局")]
        told = {hand["number"]: [hand["points"][side] for side in ("NS", "EW")] for hand in row["hands"]}
        assert shown == [told.get(number, [0, 0]) for number in range(1, len(shown) + 1)], "hands of the match page"

    def _leaderboard(self, row: dict[str, Any], *, looked_into: bool) -> None:
        """The API's standings are the fold's; the board and every why/ say the same numbers; the mark says what is looked into."""
        published = self.api("standings/")["standings"]
        folded = full(self.stage.competition)
        assert [{name: part for name, part in one.items() if name != "name"} for one in published] == folded["standings"]
        board = self.printed("")
        marks = [one for one in board if "data-review" in one.attributes]
        assert [("hidden" not in mark.attributes) for mark in marks] == [looked_into], "the board's mark"
        for place in published:
            key = place.get("entrant") or place["team"]
            shown = board.one("tr", data_team=key)
            _says(shown, "points", str(place["points"]), "board")
            if "shown" in row:
                continue
            _says(shown, "double_downs", str(place["double_downs"]), "board")
            current = place["current"]
            if current:
                _says(shown, "current", f"+{current['points']}", "board")
                _says(shown, "current-in", f"+{current['points']}", "board")
            if all(one["finished"] for one in folded["rounds"]):
                _says(shown, "rank", str(place["rank"]), "board")
            self._why(key, place)
        if "shown" in row:
            self._climbed(board, row)

    def _why(self, team: str, place: dict[str, Any]) -> None:
        told = self.printed(f"why/{team}/")
        assert told.one("h1").text == f"为什么是 {place['points']} 分", "why"
        sums = {one.one("caption").one("b").text: one.one("tfoot").one("td", "big").text for one in told.all("table", "hands")}
        assert sums == {f"第 {one['round']} 轮": str(one["points"]) for one in place["rounds"]}, "sum of why"

    def _climbed(self, board: Element, row: dict[str, Any]) -> None:
        """The levels in the bracket and on the way of each side."""
        levels = row["shown"]["levels"]
        sides = {row["ns"]["entrant"]: ("NS", "EW"), row["ew"]["entrant"]: ("EW", "NS")}
        for key, (mine, theirs) in sides.items():
            name = next(one for one in board.all("a", "tie-name") if one.get("href").endswith(f"/why/{key}/"))
            side = next(one for one in board.all("p", "tie-side") if name in list(one))
            assert side.one("b", "tie-fig").text == levels[mine], "bracket"
            figures = self.printed(f"why/{key}/").one("span", "leg-fig").text.replace(" ", "")
            assert figures == f"{levels[mine]}:{levels[theirs]}", "why"

    def _ledger(self) -> None:
        """Row by row, the newest hundred on the page are those of the API."""
        head = full(self.stage.competition)["seq"]
        assert f"到第 {head} 条" in self.page("ledger/")
        rows = {one.get("id"): one for one in self.printed("ledger/").all("tr") if one.get("id")}
        entries = self.api("ledger/")["results"]
        assert list(rows) == [f"e{entry['seq']}" for entry in entries], "ledger"
        game = rulebook_of(self.stage.competition).game
        for entry in entries:
            shown = rows[f"e{entry['seq']}"]
            assert _cells(shown)[0] == str(entry["seq"]), "ledger"
            assert shown.one("th").one("b").text == public_kind(entry["kind"], game), "ledger"
            assert bool(shown.all("a", "nb")) is bool(entry["match"]), "ledger"
            assert (f"第 {entry['number']} " in shown.one("th").text) is bool(entry["number"]), "ledger"
            assert bool(_cells(shown)[2]) is bool(entry["role"]), "ledger"
            assert _cells(shown)[4] == entry["hash"][:10], "ledger"


def _kept(element: Element) -> Element:
    children = [_kept(one) if isinstance(one, Element) else one for one in element.children if not _unprinted(one)]
    return Element(element.tag, element.attributes, children)


def _unprinted(one: Element | str) -> bool:
    return isinstance(one, Element) and bool(one.classes & UNPRINTED)


def _says(shown: Element, what: str, wanted: str, where: str) -> None:
    assert shown.one(data_f=what).text == wanted, (where, what)


def _rows(page: Element, caption: str) -> list[Element]:
    """The rows of the tables with this caption."""
    tables = [one for one in page.all("table") if [said.text for said in one.all("caption")] == [caption]]
    return [row for table in tables for body in table.all("tbody") for row in body.all("tr")]


def _cells(row: Element) -> list[str]:
    return [one.text for one in row.children if isinstance(one, Element)]


def _levels(one: Element) -> str:
    """What is played, without the mark of whose deal it is."""
    return "".join(child for child in one.children if isinstance(child, str)).strip()
