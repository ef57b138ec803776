"""Every refusal in one shape: code, sentence, problems with clause and remedy, and what stands now.

Reads the caller's language and, for the reference of a clause, the competition's rulebook. Nothing personal is logged: of an
unexpected fault of the database only its class, because its text may quote a name.
"""

import logging
from collections.abc import Mapping, Sequence
from traceback import format_tb
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.db import DatabaseError, InterfaceError
from django.db.models import ProtectedError, RestrictedError
from django.http import Http404, UnreadablePostError
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from events.api.reading import TooLarge, Unreadable
from events.refusals import Busy, NotFound, Problems, Refused, StateRefusal
from events.wording import problem_text, remedy_text
from scoring.outcomes import Fault
from scoring.rulebook import Rulebook

log = logging.getLogger("mingpai.api")

RETRY_AFTER_SECONDS = 1


class BadRequest(Refused):
    """400: wrong in the address or the headers."""

    status = 400


class NoCredentials(Refused):
    """401: who asks is not known, or no longer."""

    status = 401


def handle(exc: Exception, context: Mapping[str, Any]) -> Response:
    """DRF's exception handler: any exception becomes the one shape."""
    set_rollback()
    view = context.get("view")
    refused = _as_refusal(exc)
    if refused is None:
        request = context["request"]
        # Where it happened, not what it says: a fault's own text may quote what was sent.
        log.error("unexpected %s in %s\n%s", type(exc).__name__, type(view).__name__, "".join(format_tb(exc.__traceback__)))
        got_request_exception.send(sender=type(view), request=getattr(request, "_request", request))
        refused = Refused("fault_of_ours")
        refused.status = status.HTTP_500_INTERNAL_SERVER_ERROR
    response = Response(body_of(refused, getattr(view, "pinned_rulebook", None)), status=refused.status)
    if refused.status == status.HTTP_503_SERVICE_UNAVAILABLE:
        response["Retry-After"] = str(RETRY_AFTER_SECONDS)
    if refused.status == status.HTTP_401_UNAUTHORIZED:
        response["WWW-Authenticate"] = 'Bearer realm="mingpai"'
    if isinstance(exc, exceptions.MethodNotAllowed):
        response["Allow"] = ", ".join(getattr(view, "allowed_methods", []))
    return response


def body_of(refused: Refused, rulebook: Rulebook | None) -> dict[str, Any]:
    """The refusal's JSON body, in the active language."""
    faults: Sequence[Fault] = refused.faults if isinstance(refused, Problems) else [Fault(refused.code, refused.clause, "", refused.values)]
    body: dict[str, Any] = {
        "code": refused.code,
        "message": problem_text(refused.code, {**refused.values, "count": len(faults)}),
        "problems": [problem(fault, rulebook) for fault in faults],
    }
    if refused.current is not None:
        body["current"] = refused.current
    return body


def problem(fault: Fault, rulebook: Rulebook | None) -> dict[str, Any]:
    """One thing that is wrong: for programs by code and values, for people by message, clause and remedy."""
    clause = rulebook.clauses.get(fault.clause) if rulebook is not None and fault.clause else None
    return {
        "code": fault.code,
        "at": fault.at,
        "clause": fault.clause,
        "clause_ref": clause.ref if clause is not None else "",
        "message": problem_text(fault.code, fault.values),
        "remedy": remedy_text(fault.code, fault.values),
        "values": dict(fault.values),
    }


def _as_refusal(exc: Exception) -> Refused | None:
    if isinstance(exc, Refused):
        return exc
    if isinstance(exc, exceptions.APIException):
        return _of_framework(exc)
    if isinstance(exc, Http404):
        return NotFound("not_found")
    if isinstance(exc, RequestDataTooBig):
        return TooLarge("body_too_large")
    if isinstance(exc, PermissionDenied):
        return _coded("not_allowed", status.HTTP_403_FORBIDDEN)
    if isinstance(exc, (SuspiciousOperation, UnreadablePostError)):
        return Unreadable("request_unreadable")
    if isinstance(exc, (ProtectedError, RestrictedError)):
        return StateRefusal("still_in_use")
    if isinstance(exc, (DatabaseError, InterfaceError)):
        log.error("database: %s", type(exc).__name__)
        return Busy("busy")
    return None


_FRAMEWORK_CODES: tuple[tuple[type[exceptions.APIException], str], ...] = (
    (exceptions.NotAuthenticated, "credentials_missing"),
    (exceptions.AuthenticationFailed, "credentials_unknown"),
    (exceptions.PermissionDenied, "not_allowed"),
    (exceptions.NotFound, "not_found"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.NotAcceptable, "not_acceptable"),
    (exceptions.UnsupportedMediaType, "not_json_type"),
    (exceptions.Throttled, "too_many_requests"),
)


def _of_framework(exc: exceptions.APIException) -> Refused:
    for kind, code in _FRAMEWORK_CODES:
        if isinstance(exc, kind):
            return _coded(code, exc.status_code)
    return _coded("request_unreadable", exc.status_code)


def _coded(code: str, status_code: int) -> Refused:
    refused = Refused(code)
    refused.status = status_code
    return refused
