"""The doors that all resources are built on: who asks, in which event, may they, with which key, saying what.

A resource states, per method, the action of events.access it needs (None: public), whether a key is needed, and the shape of the
body. The event and the competition are found from the address and the caller's grants together, before any handler runs, so no
handler ever holds an object the caller may not know of. Order of refusals: 405, 406, 413/415, 401, 404, 403, 400 (key, query), 422.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, ClassVar

from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from events import actors
from events.access import KEYED, Actor
from events.api.authentication import DeviceCaller, DeviceToken, SessionWithCsrf
from events.api.errors import BadRequest, NoCredentials
from events.api.reading import MOST_BYTES, TooLarge, declared_too_large, read_body
from events.api.shapes import Fields, Shape
from events.ledger import check_key
from events.models import Competition, Event, Match, Visibility
from events.pinned import rulebook_of
from events.refusals import NotAllowed, NotFound, Problems
from events.selectors import competitions as competition_reads
from events.selectors.published import Published, changed_since, frozen_of
from events.selectors.secrets_kept import secret_parts
from events.selectors.tables import match_of
from events.services.replies import Reply, refusals_kept
from events.services.sitting import require_own_table, require_right_side
from scoring.outcomes import Fault
from scoring.rulebook import Rulebook

WITH_BODY = frozenset({"POST", "PUT", "PATCH"})


class Door(APIView):
    """A resource outside any event."""

    http_method_names = ["get", "head", "post", "patch", "delete"]
    authentication_classes = [DeviceToken, SessionWithCsrf]
    metadata_class = None
    format_kwarg = None
    public: ClassVar[frozenset[str]] = frozenset({"GET"})  # methods that need no credentials
    actions: ClassVar[Mapping[str, str]] = {}  # method -> action of events.access, in an event
    shapes: ClassVar[Mapping[str, Fields]] = {}  # method -> body
    query: ClassVar[Mapping[str, Shape]] = {}  # parameters of GET, or of the one method of a door without

    actor: Actor | None = None
    pinned_rulebook: Rulebook | None = None
    key = ""
    asked: dict[str, Any]
    data: dict[str, Any]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method not in self.allowed_methods:
            raise exceptions.MethodNotAllowed(request.method or "")
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(request)
        if request.method in WITH_BODY:
            self._check_body_head(request)
        self.perform_authentication(request)
        method = "GET" if request.method == "HEAD" else request.method or ""
        if method not in self.public and not self.known_caller:
            raise NoCredentials("credentials_missing")
        self.find(**kwargs)
        self._let_in(method)
        if self.keyed(method):
            self.key = check_key(request.headers.get("Idempotency-Key", ""))
        self.asked = self._read_query(request)
        if method in self.shapes:
            self.data = self._read_body(request, self.shapes[method])

    @classmethod
    def keyed(cls, method: str) -> bool:
        """Whether the method makes an entry in the ledger and so needs an Idempotency-Key."""
        return method in {"POST", "DELETE"} and cls.actions.get(method) in KEYED

    @property
    def device(self) -> Actor | None:
        """The device that asks, if it is one."""
        return self.request.auth.actor if isinstance(self.request.auth, DeviceCaller) else None

    @property
    def known_caller(self) -> bool:
        return self.device is not None or self.request.user.is_authenticated

    @property
    def by(self) -> Actor:
        """Who acts, once an action was allowed."""
        if self.actor is None:
            raise NoCredentials("credentials_missing")
        return self.actor

    def find(self, **kwargs: Any) -> None:
        """Finds what the address names. Raises NotFound."""

    def more_faults(self, data: Mapping[str, Any]) -> list[Fault]:
        """What is wrong with a body beyond its outer shape, so that everything is said at once."""
        return []

    def _check_body_head(self, request: Request) -> None:
        if request.META.get("HTTP_TRANSFER_ENCODING"):
            raise BadRequest("length_required")  # Django reads no body without a length: it would look empty
        if declared_too_large(request.META.get("CONTENT_LENGTH")):
            raise TooLarge("body_too_large", values={"limit": MOST_BYTES})
        media_type = (request.META.get("CONTENT_TYPE") or "").partition(";")[0].strip().lower()
        if media_type != "application/json" and (media_type or request.META.get("CONTENT_LENGTH") not in ("", "0", None)):
            raise exceptions.UnsupportedMediaType(media_type)

    def _let_in(self, method: str) -> None:
        """Whether the caller may do this; a door inside a competition notes who tried to change something and may not."""
        self._check_action(method)

    def _check_action(self, method: str) -> None:
        action = self.actions.get(method)
        if action is None:
            return
        if self.actor is None:
            raise NotFound("not_found")
        if not self.actor.may(action):
            raise NotAllowed("role_may_not", values={"role": self.actor.role})

    def _read_query(self, request: Request) -> dict[str, Any]:
        faults: list[Fault] = []
        asked: dict[str, Any] = {}
        for name, values in request._request.GET.lists():
            if name not in self.query:
                faults.append(Fault("unknown_parameter", at=name[:40], values={"known": list(self.query)}))
            elif len(values) > 1:
                faults.append(Fault("named_twice", at=name))
            else:
                text = values[0]
                value: Any = int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else text
                asked[name] = self.query[name].read(value, name, faults)
        if faults:
            refused = Problems(faults)
            refused.status = BadRequest.status
            raise refused
        return asked

    def _read_body(self, request: Request, shape: Fields) -> dict[str, Any]:
        value = read_body(request._request)
        faults: list[Fault] = []
        data = shape.read(value, "", faults)
        if isinstance(value, dict):
            said = {fault.at for fault in faults}
            faults.extend(fault for fault in self.more_faults(value) if fault.at not in said)
        if faults or data is None:
            self.refuse_body(Problems(faults))
        return data or {}

    def refuse_body(self, problems: Problems) -> None:
        """Raises them; a door inside a competition notes them first, as the services do with what they refuse."""
        raise problems


class EventDoor(Door):
    """A resource of one event. `self.event` is there; `self.actor` is the caller's part in it, or None."""

    event: Event

    def find(self, **kwargs: Any) -> None:
        self.event = competition_reads.event_visible(user=self.request.user, code=kwargs["event"], actor=self.device)
        self.actor = self.part_in(self.event)

    def part_in(self, event: Event) -> Actor | None:
        """The caller's part in an event: a device has one in its own event alone."""
        if self.device is not None:
            return self.device if self.device.event_id == event.pk else None
        return actors.for_user(user=self.request.user, event=event)

    @property
    def sees_all(self) -> bool:
        """Whether the caller may see what is not public yet."""
        return self.actor is not None and self.actor.may("hidden.read")


class CompetitionDoor(EventDoor):
    """A resource of one competition. A device has a part in its own competition alone."""

    competition: Competition

    def find(self, **kwargs: Any) -> None:
        self.competition = competition_reads.competition_visible(
            user=self.request.user, event=kwargs["event"], code=kwargs["competition"], actor=self.device
        )
        self.event = self.competition.event
        self.actor = self.part_in(self.event)
        if self.actor is not None and self.actor.competition_id not in (None, self.competition.pk):
            self.actor = None

    def refuse_body(self, problems: Problems) -> None:
        with self._kept(self.request.method or "", self.key):
            raise problems

    def _let_in(self, method: str) -> None:
        """Reading what is not theirs is no attempt: a page that polls would fill the list."""
        with self._kept(method, self.request.headers.get("Idempotency-Key", "")) if method != "GET" else nullcontext():
            super()._let_in(method)

    def _kept(self, method: str, key: str) -> AbstractContextManager[None]:
        """What is refused within is noted, as the services do, where it is known who asks for what."""
        action = self.actions.get(method)
        if action is None or self.actor is None:
            return nullcontext()
        match = self.kwargs.get("match", "")
        return refusals_kept(competition=self.competition, action=action, by=self.actor, match=match, key=key)

    @property
    def pinned_rulebook(self) -> Rulebook | None:  # type: ignore[override]
        competition = getattr(self, "competition", None)
        return rulebook_of(competition) if competition is not None else None


class ResultsDoor(CompetitionDoor):
    """Results of a competition: not for a device of a hidden one, and for nobody outside before the close where they are withheld."""

    def find(self, **kwargs: Any) -> None:
        super().find(**kwargs)
        if self.sees_all:
            return
        if self.competition.visibility == Visibility.HIDDEN:
            raise NotFound("competition")
        if withheld(self.competition):
            raise NotAllowed("results_withheld")


class TableDoor(CompetitionDoor):
    """A resource of one match. A device sees its own table even where the public sees nothing."""

    match: Match
    kept: tuple[str, ...] = ()  # parts of records that this caller may not see yet
    held: Published | None = None  # where the public's board stands still, for who may see no more

    def find(self, **kwargs: Any) -> None:
        super().find(**kwargs)
        self.match = match_of(competition=self.competition, code=kwargs["match"])
        mine = self.actor is not None and self.actor.sits_at(table=self.match.table, match=self.match.code)
        official = self.actor is not None and self.actor.may("hidden.read")
        self.kept = () if mine or official else secret_parts(self.competition)
        if mine or official:
            return
        if self.competition.visibility == Visibility.HIDDEN:
            raise NotFound("match")
        if self.request.method not in {"GET", "HEAD"}:
            return
        if withheld(self.competition):
            raise NotAllowed("results_withheld")
        self.held = frozen_of(competition=self.competition, sees_all=False)
        if self.held is not None:
            self._refuse_held(self.held)

    def _refuse_held(self, held: Published) -> None:
        """While the public's board stands still its tables are told as they stood there; nothing is told of what moved since."""
        if self.match.round.number > (held.frozen.last_round if held.frozen else 0):
            raise NotFound("match")
        if self.match.code in changed_since(competition=self.competition, seq=held.seq):
            raise NotAllowed("board_is_frozen")

    def _check_action(self, method: str) -> None:
        if self.actor is not None and method in self.actions:
            require_own_table(self.actor, self.actions[method], self.match.code)
            require_right_side(self.actor, self.actions[method], rulebook_of(self.competition))
        super()._check_action(method)


def withheld(competition: Competition) -> bool:
    """The organisers show results only once they are official, and they are not."""
    return competition.visibility == Visibility.OFFICIAL and not competition.book.closed


def answer(reply: Reply) -> Response:
    """A service's reply as it is: the same bytes again for the same key."""
    response = Response(dict(reply.body), status=reply.status)
    if reply.replayed:
        response["Idempotency-Replayed"] = "true"
    return response
