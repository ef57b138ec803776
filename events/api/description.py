"""The API's description of itself: OpenAPI 3.1 made from what the doors state. Served by events.api.docs.

The operation of each method is built from the same attributes that the door obeys (actions, keys, shapes, query, outputs), so the
description cannot promise what the door does not do.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

from events.api.components import COMPONENTS
from events.api.doors import WITH_BODY, EventDoor
from scoring import records, rulebook

PATH_PARAMETERS: Mapping[str, dict[str, Any]] = {
    "event": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    "competition": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    "rulebook": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    "match": {"type": "string", "pattern": "^[A-Za-z0-9-]{1,40}$"},
    "number": {"type": "integer", "minimum": 1, "maximum": 999},
    "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    **{
        name: {"type": "string", "pattern": "^[a-z][0-9a-f]{12}$"}
        for name in ("grant", "device", "team", "entrant", "player", "dispute", "proposal")
    },
}
REASONS: Mapping[str, str] = {
    "400": "不是合格的 JSON，缺少或写错 Idempotency-Key，或查询参数不对",
    "401": "没有凭据，或令牌不明、已撤销",
    "403": "看得到但无权做，或缺 CSRF",
    "404": "没有，或不归您看",
    "405": "此地址没有这种方法",
    "406": "只提供 application/json",
    "409": "本身没错，但现在不行；current 说明现状",
    "413": "超过 64 kB",
    "415": "只收 application/json",
    "422": "内容不可能成立（一次列出全部问题），或钥匙被用于别的内容",
    "503": "数据库没有及时应答：用同一把钥匙再试",
}
BYTES: Mapping[str, Any] = {"type": "string", "format": "binary"}
KEY_PARAMETER = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": True,
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{8,64}$"},
    "description": "按下“保存”时生成，直到得到 2xx 才丢弃",
}


class DoorSchema(AutoSchema):
    """Describes a Door."""

    view: Any

    def get_operation(self, path: str, path_regex: str, path_prefix: str, method: str, registry: Any) -> dict[str, Any] | None:
        self.registry, self.path, self.method = registry, path, method.upper()
        outputs = getattr(self.view, "outputs", {}).get(self.method)
        if outputs is None:
            return None
        self.get_auth()  # registers the security schemes
        operation: dict[str, Any] = {
            "operationId": f"{self.method.lower()}_{type(self.view).__name__}",
            "summary": (type(self.view).__doc__ or "").strip().splitlines()[0],
            "tags": [type(self.view).__module__.rsplit(".", 1)[-1]],
            "parameters": self._parameters(path),
            "security": self._security(),
            "responses": self._responses(outputs),
        }
        if self.method in WITH_BODY:
            operation["requestBody"] = {"required": True, "content": self._content()}
        return operation

    def _content(self) -> dict[str, Any]:
        kinds: tuple[str, ...] = getattr(self.view, "media", {}).get(self.method, ())
        if kinds:  # a picture, as it is
            return {kind: {"schema": BYTES} for kind in kinds}
        return {"application/json": {"schema": self.view.shapes[self.method].schema()}}

    def _parameters(self, path: str) -> list[dict[str, Any]]:
        names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
        parameters = [{"in": "path", "name": name, "required": True, "schema": dict(PATH_PARAMETERS[name])} for name in names]
        if self.method == "GET" or not hasattr(self.view, "get"):
            parameters += [{"in": "query", "name": name, "schema": shape.schema()} for name, shape in self.view.query.items()]
        if self.view.keyed(self.method):
            parameters.append(KEY_PARAMETER)
        return parameters

    def _security(self) -> list[dict[str, list[str]]]:
        named: list[dict[str, list[str]]] = [{"session": []}, {"device": []}] if self.view.authentication_classes else []
        return [*named, {}] if self.method in self.view.public else named

    def _responses(self, outputs: Mapping[int, str | None]) -> dict[str, Any]:
        responses: dict[str, Any] = {}
        for status, name in outputs.items():
            responses[str(status)] = {"description": name or ""}
            if name == "image":
                responses[str(status)]["content"] = {"image/*": {"schema": BYTES}}
            elif name is not None:
                responses[str(status)]["content"] = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
        responses |= {refused: {"$ref": f"#/components/responses/Refused{refused}"} for refused in self._refusals()}
        return responses

    def _refusals(self) -> list[str]:
        found = {"400", "405", "406", "503"}
        if self.view.authentication_classes:
            found |= {"401"}
        if self.method in WITH_BODY or self.method == "DELETE":
            found |= {"403", "404", "409", "422"}
        if self.method in WITH_BODY:
            found |= {"413", "415"}
        if isinstance(self.view, EventDoor) or "{" in self.path:
            found |= {"404", "403"}
        return sorted(found)


def refusals() -> dict[str, Any]:
    """The answers that all doors share."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Refused"}}}
    found: dict[str, Any] = {f"Refused{status}": {"description": reason, "content": content} for status, reason in REASONS.items()}
    found["Refused503"]["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "秒"}}
    return found


def finish(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Adds the shapes of answers and of the games' records."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(COMPONENTS)
    books = [rulebook.load_file(name) for name in rulebook.ids()]
    forms = {f"Record-{book.id}": {"title": f"{book.id}: record", **records.json_schema(book)} for book in books}
    schemas.update(forms)
    schemas["Record"] = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in sorted(forms)]}
    result["components"]["responses"] = refusals()
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


@lru_cache(maxsize=1)
def openapi() -> dict[str, Any]:
    """The whole description. The same for everyone: it says nothing about any event."""
    generator = SchemaGenerator()
    return dict(generator.get_schema(request=None, public=True))
