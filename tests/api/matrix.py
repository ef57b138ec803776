"""S1: who may do what, route by route. The routes come from the URL resolver; what each needs is stated here, not taken from the doors.

A route that is missing here fails the test, so nobody adds an address without saying who may use it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from events.models import Attachment, Device, Dispute, Event, Grant, HandRecord, Match, Player, Proposal
from events.services.attachments import attachment_keep
from events.services.matches import match_forfeit
from tests.api.caller import RECORD, new_key
from tests.cast import Stage
from tests.pictures import png

PREFIX = "api/v1/"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NO_DISPUTE = "q" + "0" * 12
PUBLIC = "public"  # everyone, of what is not hidden
OPEN = "open"  # everyone, about no event
SECRET = "secret"  # whoever holds the secret in the body
STAFF = "staff"  # accounts with the staff flag, in no event

# route -> method -> PUBLIC, OPEN, SECRET, STAFF or the action of docs/permissions.md
MATRIX: Mapping[str, Mapping[str, str]] = {
    "events": {"GET": OPEN, "POST": STAFF},
    "event": {"GET": PUBLIC, "PATCH": "event.change"},
    "grants": {"GET": "grant.change", "POST": "grant.change"},
    "grant-revoke": {"POST": "grant.change"},
    "pairing-codes": {"GET": "device.pair", "POST": "device.pair"},
    "devices": {"GET": "device.pair"},
    "device-revoke": {"POST": "device.revoke"},
    "pair": {"POST": SECRET},
    "competitions": {"GET": PUBLIC, "POST": "competition.create"},
    "competition": {"GET": PUBLIC, "PATCH": "visibility.set"},
    "competition-close": {"POST": "competition.close"},
    "competition-reopen": {"POST": "competition.reopen"},
    "freezes": {"GET": PUBLIC, "POST": "board.freeze"},
    "freeze-end": {"POST": "board.freeze", "DELETE": "board.freeze"},
    "pinned-rulebook": {"GET": PUBLIC},
    "teams": {"GET": PUBLIC, "POST": "team.change"},
    "team": {"PATCH": "team.change", "DELETE": "team.change"},
    "entrants": {"GET": PUBLIC, "POST": "team.change"},
    "entrant": {"DELETE": "team.change"},
    "player": {"PATCH": "team.change"},
    "personal-code": {"GET": "code.make", "POST": "code.make"},
    "draws": {"GET": PUBLIC, "POST": "draw.make"},
    "rounds": {"GET": PUBLIC},
    "round-open": {"POST": "round.open"},
    "round-lock": {"POST": "round.lock"},
    "round-unlock": {"POST": "round.lock"},
    "tables": {"GET": PUBLIC},
    "table": {"GET": PUBLIC},
    "hands": {"GET": PUBLIC, "POST": "hand.record"},
    "hand-preview": {"POST": "hand.preview"},
    "slip": {"POST": "hand.record"},
    "uploads": {"POST": "hand.record"},
    "corrections": {"POST": "hand.correct"},
    "voids": {"POST": "hand.void"},
    "confirmations": {"POST": "match.confirm"},
    "handed-over": {"POST": "match.hand_over"},
    "attachments": {"POST": "attachment.keep"},
    "attachment": {"GET": "attachment.read", "DELETE": "attachment.erase"},
    "match-adjustments": {"POST": "match.adjust"},
    "proposals": {"GET": "desk.read"},
    "proposal-second": {"POST": "proposal.second"},
    "proposal-refuse": {"POST": "proposal.refuse"},
    "forfeits": {"POST": "match.forfeit"},
    "line-ups": {"POST": "match.line_up"},
    "rulings": {"POST": "ruling.make"},
    "withdrawals": {"POST": "match.withdraw"},
    "penalties": {"POST": "penalty.give"},
    "time-ups": {"POST": "time.up"},
    "adjustments": {"POST": "board.adjust"},
    "board-trumps": {"POST": "board.trump"},
    "fouled": {"POST": "board.foul"},
    "first-finished": {"POST": "first_finished.state"},
    "vouchers": {"POST": "voucher.give"},
    "disqualifications": {"POST": "entrant.disqualify"},
    "table-clock": {"POST": "table.clock"},
    "let-stand": {"POST": "match.let_stand"},
    "seatings": {"POST": "match.reseat"},
    "table-close": {"POST": "match.close"},
    "table-reopen": {"POST": "match.close"},
    "calls": {"POST": "table.call"},
    "disputes": {"GET": "desk.read", "POST": "dispute.raise"},
    "dispute": {"GET": "desk.read"},
    "dispute-take": {"POST": "dispute.take"},
    "dispute-rulings": {"POST": "dispute.rule"},
    "dispute-appeal": {"POST": "dispute.appeal"},
    "dispute-appeal-ruling": {"POST": "dispute.rule"},
    "dispute-withdraw": {"POST": "dispute.withdraw"},
    "standings": {"GET": PUBLIC},
    "ledger": {"GET": PUBLIC},
    "refusals": {"GET": "ledger.read"},
    "rulebooks": {"GET": OPEN},
    "rulebook": {"GET": OPEN},
    "rulebook-clauses": {"GET": OPEN},
    "record-schema": {"GET": OPEN},
    "schema": {"GET": OPEN},
    "docs": {"GET": OPEN},
    "elsewhere": {},
}


@dataclass(frozen=True, slots=True)
class Route:
    """One address of the resolver: its name, its pattern below the prefix, the methods its view knows."""

    name: str
    pattern: str
    methods: tuple[str, ...]

    @property
    def of_competition(self) -> bool:
        return "<slug:competition>" in self.pattern

    @property
    def of_event(self) -> bool:
        return "<slug:event>" in self.pattern

    @property
    def of_table(self) -> bool:
        return "<match_code:match>" in self.pattern


def routes() -> list[Route]:
    """Every address under the API's prefix, as Django resolves them."""
    return [
        Route(pattern.name or "", address[len(PREFIX) :], known(pattern.callback))
        for address, pattern in _walk(get_resolver().url_patterns, "")
        if address.startswith(PREFIX)
    ]


def _walk(patterns: list[Any], under: str) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, under + str(pattern.pattern))
        else:
            yield under + str(pattern.pattern), pattern


def known(callback: Any) -> tuple[str, ...]:
    view = callback.cls
    return tuple(method for method in METHODS if method.lower() in view.http_method_names and hasattr(view, method.lower()))


def address(route: Route, ids: Mapping[str, str], **instead: str) -> str:
    """The route's address with the ids of a stage; `instead` swaps single parts for another's."""
    ids = {**ids, **instead}
    parts = []
    for part in route.pattern.split("/"):
        parts.append(ids[part.strip("<>").split(":")[1]] if part.startswith("<") else part)
    return "/".join(parts) + ("?what=sheet" if route.name == "attachments" else "")


def ids_of(stage: Stage) -> dict[str, str]:
    """What stands in the addresses of a stage."""
    team = stage.teams[0]
    return {
        "event": stage.event.code,
        "competition": stage.competition.code,
        "match": stage.match(1, 2 if stage.competition.rounds.filter(number=2).exists() else 1).code,
        "number": "1",
        "team": team,
        "entrant": stage.entrants[team][0],
        "player": Player.objects.filter(entrant__pid=stage.entrants[team][0]).order_by("order")[0].pid,
        "grant": Grant.objects.get(event=stage.event, role="checker").pid,
        "device": Device.objects.filter(competition=stage.competition).order_by("-pk")[0].pid,
        "rulebook": stage.competition.rulebook_id,
        "sha256": Attachment.objects.filter(competition=stage.competition).values_list("sha256", flat=True).first() or "0" * 64,
        "proposal": Proposal.objects.filter(competition=stage.competition).values_list("pid", flat=True).first() or "s000000000000",
        "dispute": Dispute.objects.filter(match__competition=stage.competition).values_list("pid", flat=True).first() or NO_DISPUTE,
    }


def evidence_of(stage: Stage, colour: int) -> None:
    """A picture and a proposal of a stage, whatever it wants of officials."""
    say: dict[str, Any] = {"competition": stage.competition, "match": stage.match().code, "by": stage.chief}
    attachment_keep(**say, what="sheet", body=png(colour), media_type="image/png", key=new_key())
    Event.objects.filter(pk=stage.event.pk).update(officials_required=2)
    stage.competition.event.refresh_from_db()
    match_forfeit(**say, sides=["NS"], reason="没有来", key=new_key())
    Event.objects.filter(pk=stage.event.pk).update(officials_required=1)
    stage.competition.event.refresh_from_db()


def live_hash(stage: Stage) -> str:
    """The hash of a live hand of the stage; of none where nothing was entered yet."""
    hand = HandRecord.objects.filter(match__competition=stage.competition, state="live").first()
    return hand.hash if hand is not None else "0" * 64


def seats_exchanged(stage: Stage) -> dict[str, str]:
    """The two pairs of a match at each other's side."""
    match = Match.objects.select_related("ns", "ew").get(competition=stage.competition, code=ids_of(stage)["match"])
    return {"NS": match.ew.pid, "EW": match.ns.pid}


def players_of(stage: Stage) -> list[str]:
    return list(Player.objects.filter(entrant__pid=stage.entrants[stage.teams[0]][0]).values_list("pid", flat=True))


def upload_item(stage: Stage) -> dict[str, Any]:
    return {"key": new_key(), "match": ids_of(stage)["match"], "kind": "hand", "body": {"record": {**RECORD, "hand": 3}}}


Body = Callable[[Stage], Any]
OTHER_RECORD = {"hand": 1, "side": "EW", "kind": "first_third"}
# Bodies that would do something if the caller were let through.
BODIES: Mapping[tuple[str, str], Body] = {
    ("events", "POST"): lambda stage: {"code": new_key(), "name": "新赛事"},
    ("event", "PATCH"): lambda stage: {"name": "改了名"},
    ("grants", "POST"): lambda stage: {"user": "stranger", "role": "organiser"},
    ("pairing-codes", "POST"): lambda stage: {"competition": stage.competition.code, "table": 1, "side": "NS"},
    ("pair", "POST"): lambda stage: {"secret": "no-such-secret-at-all"},
    ("competitions", "POST"): lambda stage: {"code": new_key(), "name": "新项目", "rulebook": "healthcup-guandan"},
    ("competition", "PATCH"): lambda stage: {"visibility": "hidden"},
    ("freezes", "POST"): lambda stage: {"round": stage.competition.rounds.count()},
    ("competition-reopen", "POST"): lambda stage: {"reason": "重开"},
    ("teams", "POST"): lambda stage: {"name": new_key()},
    ("team", "PATCH"): lambda stage: {"name": new_key()},
    ("entrants", "POST"): lambda stage: {"team": stage.teams[0], "names": ["张三", "李四"]},
    ("player", "PATCH"): lambda stage: {"name": "改名"},
    ("draws", "POST"): lambda stage: {"draw": "teams", "seed": "七"},
    ("hands", "POST"): lambda stage: {"record": {**RECORD, "hand": 2}},
    ("hand-preview", "POST"): lambda stage: {"record": RECORD},
    ("slip", "POST"): lambda stage: {"items": [{"key": new_key(), "record": {**RECORD, "hand": 3}}]},
    ("uploads", "POST"): lambda stage: {"items": [upload_item(stage)]},
    ("corrections", "POST"): lambda stage: {"supersedes": live_hash(stage), "record": OTHER_RECORD},
    ("voids", "POST"): lambda stage: {"supersedes": live_hash(stage)},
    ("confirmations", "POST"): lambda stage: {"covers": [live_hash(stage)], "reason": "代"},
    ("handed-over", "POST"): lambda stage: {"covers": [live_hash(stage)], "side": "EW", "pin": "000000"},
    ("attachments", "POST"): lambda _stage: png(),
    ("match-adjustments", "POST"): lambda stage: {"side_points": {"NS": -1}, "clauses": ["GD-08"], "reason": "迟到"},
    ("proposal-refuse", "POST"): lambda stage: {"reason": "不"},
    ("forfeits", "POST"): lambda stage: {"sides": ["EW"], "reason": "未到"},
    ("line-ups", "POST"): lambda stage: {"side": "NS", "players": players_of(stage)},
    ("rulings", "POST"): lambda stage: {"number": 1, "uphold": live_hash(stage), "clauses": ["GD-08"], "reason": "看过"},
    ("withdrawals", "POST"): lambda stage: {"supersedes": live_hash(stage), "reason": "记错"},
    ("penalties", "POST"): lambda stage: {"penalty": {"code": "failed_throw", "side": "EW", "count": 3}, "number": 1},
    ("time-ups", "POST"): lambda stage: {"last_hand": 3},
    ("adjustments", "POST"): lambda stage: {"board": 1, "ns": 1, "ew": 0, "unit": "net", "clauses": ["GD-08"], "reason": "迟到"},
    ("board-trumps", "POST"): lambda stage: {"board": 1, "mode": "C", "rank": "2", "trump": "S"},
    ("fouled", "POST"): lambda stage: {"board": 1, "groups": [["r1-t1"], ["r1-t2"]], "reason": "牌不同"},
    ("first-finished", "POST"): lambda stage: {"match": "r1-t1"},
    ("vouchers", "POST"): lambda stage: {"entrant": stage.entrants[stage.teams[0]][0], "act": "issued"},
    ("disqualifications", "POST"): lambda stage: {"entrant": stage.entrants[stage.teams[0]][0], "code": "d7", "reason": "作弊"},
    ("let-stand", "POST"): lambda stage: {"reason": "照坐"},
    ("table-clock", "POST"): lambda stage: {"act": "extra", "minutes": 5},
    ("calls", "POST"): lambda stage: {"reason": "other"},
    ("disputes", "POST"): lambda stage: {"match": ids_of(stage)["match"], "subject": "miscount", "number": 4},
    ("dispute-rulings", "POST"): lambda stage: {"outcome": "dismissed", "clauses": ["GD-08"], "reason": "无据"},
    ("dispute-appeal", "POST"): lambda stage: {"side": "NS", "reason": "不服"},
    ("dispute-appeal-ruling", "POST"): lambda stage: {"outcome": "dismissed", "clauses": ["GD-08"], "reason": "维持"},
    ("seatings", "POST"): lambda stage: {"seats": seats_exchanged(stage), "reason": "坐反了"},
    ("dispute-withdraw", "POST"): lambda stage: {"reason": "双方认可"},
}


def body(route: Route, method: str, stage: Stage) -> Any:
    return BODIES.get((route.name, method), lambda _stage: {})(stage)
