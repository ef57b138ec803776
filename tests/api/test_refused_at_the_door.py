"""Whoever is refused at the door leaves a trace: a row of what was tried, or, where nobody knows who asks, one line of the log."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from config.logs import LOGGING, DiscreetFormatter
from events.models import Dispute, LedgerEntry, Refusal
from events.services.devices import device_revoke
from events.services.disputes import dispute_raise
from events.standings import full
from tests.api.caller import RECORD, Caller, competition_path, device, refusal, table_path
from tests.cast import Stage

pytestmark = pytest.mark.django_db
FORGED = "forged-token-that-nobody-was-given"


def _scorer_fines(stage: Stage) -> None:
    refusal(device(stage).post(table_path(stage) + "penalties/", {"penalty": {"code": "failed_throw", "side": "EW"}}), 403)


def _scorer_rules(stage: Stage) -> None:
    pid = Dispute.objects.get().pid
    body = {"outcome": "dismissed", "clauses": ["GD-01"], "reason": "不成立"}
    refusal(device(stage).post(f"{competition_path(stage)}disputes/{pid}/rulings/", body), 403)


def _referee_adjusts(stage: Stage) -> None:
    body = {"side_points": {"NS": 1}, "clauses": ["GD-08"], "reason": "迟到"}
    refusal(Caller(user=stage.users["referee"]).post(table_path(stage) + "match-adjustments/", body), 403)


def _auditor_rules(stage: Stage) -> None:
    client = Client()
    client.force_login(stage.users["auditor"])
    where = reverse("desk-act", args=[stage.event.code, stage.competition.code, stage.match(1).code, "rule"])
    assert client.post(where, {"key": "auditor-rules", "number": "1", "reason": "我看"}).status_code == 403


def _auditor_types(stage: Stage) -> None:
    client = Client()
    client.force_login(stage.users["auditor"])
    assert client.post(reverse("desk-slip-save", args=[stage.event.code, stage.competition.code, stage.match(1).code])).status_code == 403


# name -> what is tried, the act as the row states it, the role
KNOWN: Mapping[str, tuple[Callable[[Stage], None], str, str]] = {
    "a scorer gives a penalty": (_scorer_fines, "penalty.give", "scorer"),
    "a scorer rules a dispute": (_scorer_rules, "dispute.rule", "scorer"),
    "a referee adjusts a match": (_referee_adjusts, "match.adjust", "referee"),
    "an auditor rules through the page": (_auditor_rules, "ruling.make", "auditor"),
    "an auditor types a slip": (_auditor_types, "hand.record", "auditor"),
}


@pytest.fixture
def disputed(stage: Stage) -> Stage:
    about: dict[str, Any] = {"competition": stage.competition, "match": stage.match(1).code, "by": stage.scorer(1)}
    dispute_raise(**about, key="raised-here", subject="result", number=0)
    return stage


def so_far(stage: Stage) -> tuple[int, object]:
    return LedgerEntry.objects.filter(book__competition=stage.competition).count(), full(stage.competition)


@pytest.mark.parametrize("case", sorted(KNOWN))
def test_what_somebody_known_may_not_do_is_kept_as_a_row(disputed: Stage, case: str) -> None:
    tried, action, role = KNOWN[case]
    before = so_far(disputed)
    tried(disputed)
    row = Refusal.objects.get()
    assert (row.competition, row.status, row.action, row.role) == (disputed.competition, 403, action, role)
    assert (row.match == "") == (tried is _scorer_rules)
    assert so_far(disputed) == before


@pytest.mark.parametrize("revoked", [False, True], ids=["a token that nobody was given", "a revoked device"])
def test_who_is_not_known_is_one_line_of_the_log(stage: Stage, revoked: bool, caplog: pytest.LogCaptureFixture) -> None:
    caller, pid, token = Caller(token=FORGED), "", FORGED
    if revoked:
        caller, pid, token = device(stage), stage.device(1, "NS").pid, stage.devices[1, "NS"].token
        device_revoke(event=stage.event, device=pid, by=stage.organiser)
    before, path = so_far(stage), table_path(stage) + "hands/"
    with caplog.at_level(logging.INFO):
        refusal(caller.get(table_path(stage)), 401)
        refusal(caller.post(path, {"record": RECORD}), 401)
    (line,) = [record for record in caplog.records if record.name.startswith("mingpai")]
    told = DiscreetFormatter("%(levelname)s %(message)s").format(line)
    assert told.startswith("WARNING ")
    assert path in told
    assert (pid or "unknown") in told
    assert token not in caplog.text
    loggers: Any = LOGGING["loggers"]
    assert line.name not in loggers, "a logger that is set up by itself may be quieter than a warning"
    assert not Refusal.objects.exists()
    assert so_far(stage) == before


def test_reading_what_is_not_theirs_is_no_attempt(disputed: Stage) -> None:
    """A page that polls would fill the list."""
    refusal(device(disputed).get(f"{competition_path(disputed)}refusals/"), 403)
    client = Client()
    client.force_login(disputed.users["auditor"])
    assert client.get(reverse("desk-slips", args=[disputed.event.code, disputed.competition.code])).status_code == 403
    assert not Refusal.objects.exists()
