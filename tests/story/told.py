"""Everything that tells how a match stands, read over HTTP after a step of a story and held against the fold of the ledger."""

import re
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from events.standings import full, recompute
from events.verification import verify
from tests.api.caller import Caller, competition_path
from tests.cast import Stage

TAGS = re.compile(r"<[^>]+>")


@dataclass
class Told:
    """One match of a stage, as the public, the officials and the ledger tell of it."""

    stage: Stage
    match: str

    @property
    def place(self) -> str:
        return f"/e/{self.stage.event.code}/{self.stage.competition.code}/"

    def page(self, path: str, user: User | None = None) -> str:
        """The text of a page without its tags, as one line."""
        client = Client(headers={"Accept-Language": "zh-CN"})
        if user is not None:
            client.force_login(user)
        answer = client.get(self.place + path, follow=True)
        assert answer.status_code == 200, (path, answer.status_code)
        return " ".join(TAGS.sub(" ", answer.content.decode()).split())

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

    def leaderboard(self, *, looked_into: bool) -> None:
        """The API's standings are the fold's, and the page marks what is looked into."""
        published = self.api("standings/")["standings"]
        assert [{name: part for name, part in row.items() if name != "name"} for row in published] == full(self.stage.competition)[
            "standings"
        ]
        board = Client(headers={"Accept-Language": "zh-CN"}).get(self.place).content.decode()
        marked = re.search(r"<[^>]*data-review(?!-)[^>]*>", board)
        assert marked is None or ("hidden" not in marked.group()) is looked_into, marked

    def agrees(self, *, looked_into: bool) -> dict[str, Any]:
        """After a step: whatever is shown says what the ledger says, and nobody outside hears more than 核对中. Gives the match's row."""
        recompute(self.stage.competition.pk, "worker")
        report = verify(self.stage.competition)
        assert not report.findings, report
        row = self.row
        assert bool(row["under_review"]) is looked_into
        table = self.api(f"tables/{self.match}/")
        assert table["under_review"] == row["under_review"]
        shown = self.page(f"tables/{self.match}/")
        assert ("核对中" in shown) is looked_into
        self.leaderboard(looked_into=looked_into)
        ledger = self.page("ledger/")
        head = full(self.stage.competition)["seq"]
        assert f"到第 {head} 条" in ledger
        chief = self.stage.users["chief_referee"]
        self.page("desk/", chief)
        self.page(f"desk/tables/{self.match}/", chief)
        return row
