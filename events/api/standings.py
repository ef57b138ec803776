"""名次: the snapshot that workers computed, with team names joined, and an ETag over exactly the bytes served.

Polling is the fallback of the live board, so an unchanged poll must cost next to nothing: what identifies the bytes (snapshot,
phase, names) is read first, and a body is only built when it is not in memory. The memory is a cache of derived bytes, bounded,
and right in every process because its key says all that the bytes depend on.
"""

import hashlib
import json
from collections import OrderedDict
from threading import Lock
from typing import Any, ClassVar

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from rest_framework.request import Request

from events.api.doors import ResultsDoor
from events.api.publishing import frozen_json
from events.models import Competition, Freeze, Publication, Snapshot
from events.pinned import rulebook_of
from events.selectors.board import team_names
from events.selectors.people import names_of
from events.selectors.published import freeze_of, published, stage_rows
from scoring.setup import contenders

MOST_KEPT = 64
OF_SOME_FORMATS = ("bracket", "boards", "awards", "stages", "cut", "movement", "ladder")


class _Kept:
    """The bodies served last, oldest out first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._bodies: OrderedDict[tuple[Any, ...], tuple[str, bytes]] = OrderedDict()

    def get(self, key: tuple[Any, ...]) -> tuple[str, bytes] | None:
        with self._lock:
            found = self._bodies.get(key)
            if found is not None:
                self._bodies.move_to_end(key)
            return found

    def put(self, key: tuple[Any, ...], etag: str, body: bytes) -> None:
        with self._lock:
            self._bodies[key] = (etag, body)
            while len(self._bodies) > self._most:
                self._bodies.popitem(last=False)


_kept = _Kept(MOST_KEPT)


class Standings(ResultsDoor):
    """Places by finished rounds, the round that runs beside them, and the cross-table. Sends `ETag`; poll with `If-None-Match`."""

    outputs: ClassVar = {"GET": {200: "Standings", 304: None}}

    def get(self, request: Request, **_address: Any) -> HttpResponse:
        etag, body = self._bytes()
        if etag in _asked_for(request.headers.get("If-None-Match", "")):
            response = HttpResponse(status=304)
        else:
            response = HttpResponse(body, content_type="application/json")
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ["Accept-Language", "Cookie", "Authorization"])
        return response

    def _bytes(self) -> tuple[str, bytes]:
        held = self.competition.frozen_seq is not None and not self.sees_all
        snapshot = None if held else Snapshot.objects.filter(competition=self.competition).defer("body").first()
        closed = None
        if self.competition.book.closed:
            found = Publication.objects.filter(competition=self.competition, reopened_at__isnull=True).defer("body")
            closed = found.order_by("-version").first()
        names = _names(self.competition)
        key = (
            self.competition.pk,
            self.competition.name,
            self.competition.visibility,
            (self.competition.notice_until, self.competition.frozen_seq, self.competition.shown_version),
            self.sees_all,
            (snapshot.seq, snapshot.digest, snapshot.made_by, snapshot.made_at) if snapshot is not None else None,
            closed.version if closed is not None else 0,
            tuple(sorted(names.items())),
        )
        kept = _kept.get(key)
        if kept is None:
            body = _rendered(self.competition, snapshot, closed, names, sees_all=self.sees_all)
            kept = (f'"{hashlib.sha256(body).hexdigest()[:32]}"', body)
            _kept.put(key, *kept)
        return kept


def _names(competition: Competition) -> dict[str, str]:
    """Whom the standings name: teams, and where entrants are ranked, them too. One query, or two."""
    if contenders(rulebook_of(competition)) == "teams":
        return team_names(competition=competition)
    names = names_of(competition=competition)
    return {**names.teams, **{entrant: names.pair(entrant) for entrant in names.entrants}}


def _rendered(
    competition: Competition, snapshot: Snapshot | None, closed: Publication | None, names: dict[str, str], *, sees_all: bool
) -> bytes:
    freeze, stages = freeze_of(competition), stage_rows(competition)
    shown = published(competition=competition, snapshot=snapshot, newest=closed, sees_all=sees_all, freeze=freeze, stages=stages)
    # What was closed is shown as it was closed, whatever later code would make of the same entries.
    state = json.loads(closed.body) if closed is not None else shown.state
    content = {
        "event": competition.event.code,
        "competition": competition.code,
        "name": competition.name,
        "rulebook": {"id": competition.rulebook_id, "digest": competition.rulebook_digest},
        "simulated": competition.event.simulated,
        "phase": shown.phase,
        "state": competition.visibility,
        "notice_until": shown.notice_until.isoformat() if shown.notice_until else None,
        "frozen": _frozen(freeze),
        "stage_states": [
            {"stage": one.code, "state": one.state, "notice_until": one.until.isoformat() if one.until else None} for one in shown.stages
        ],
        "version": shown.version,
        "seq": closed.seq if closed is not None else shown.seq,
        "digest": closed.digest if closed is not None else shown.digest,
        "made_by": snapshot.made_by if snapshot is not None else "",
        "made_at": shown.made_at.isoformat() if shown.made_at else None,
        "teams": [{"team": row["team"], "number": row["number"], "name": names.get(row["team"], "")} for row in state["teams"]],
        "standings": [{**row, "name": names.get(row.get("entrant") or row["team"], "")} for row in state["standings"]],
        "rounds": state["rounds"],
        "encounters": state["encounters"],
        "previous": state["previous"],
        "plan": state["plan"],
        **{name: state[name] for name in OF_SOME_FORMATS if name in state},
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _frozen(freeze: Freeze | None) -> dict[str, Any] | None:
    said = frozen_json(freeze)
    return None if said is None else {**said, "since": freeze.began_at.isoformat() if freeze and freeze.began_at else None}


def _asked_for(header: str) -> set[str]:
    """The entity tags of `If-None-Match`, weak ones taken as strong: the comparison of RFC 9110 for GET."""
    return {tag.strip().removeprefix("W/") for tag in header[:4000].split(",")}
