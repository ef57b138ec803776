"""规程: the rulebooks of the product and a competition's pinned one, with every number's clause, reading and reason."""

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from events.api.doors import CompetitionDoor, Door
from events.pinned import rulebook_of
from events.refusals import NotFound
from scoring import records, rulebook
from scoring.leaf_types import plain_value
from scoring.rulebook import Rulebook


def heading_json(book: Rulebook) -> dict[str, Any]:
    names = {"id": book.id, "aliases": list(book.aliases), "title": dict(book.title)}
    return {**names, "digest": book.digest, "source": book.source, "game": book.game}


def clauses_json(book: Rulebook) -> list[dict[str, Any]]:
    return [{"clause": clause.id, **clause.as_json()} for clause in book.clauses.values()]


def rulebook_json(book: Rulebook) -> dict[str, Any]:
    """Complete in itself: an auditor reads one document."""
    leaves = [
        {
            "path": path,
            "value": plain_value(leaf.value),
            "clause": leaf.clause,
            "reading": leaf.reading,
            "why": leaf.why,
            "reading_en": leaf.reading_en,
            "why_en": leaf.why_en,
            "overridable": leaf.overridable,
        }
        for path, leaf in book.leaves.items()
    ]
    return {**heading_json(book), "tally": book.tally, "format": book.format, "clauses": clauses_json(book), "leaves": leaves}


class Rulebooks(Door):
    """The rulebooks a competition can be opened with."""

    outputs: ClassVar = {"GET": {200: "RulebookList"}}

    def get(self, request: Request) -> Response:
        return Response({"results": [heading_json(rulebook.load_file(name)) for name in rulebook.ids()]})


class RulebookDoor(Door):
    """One rulebook of the product."""

    book: Rulebook

    def find(self, **kwargs: Any) -> None:
        try:
            self.book = rulebook.load_file(kwargs["rulebook"])
        except KeyError:
            raise NotFound("rulebook") from None


class RulebookDetail(RulebookDoor):
    """Clauses and leaves of one rulebook."""

    outputs: ClassVar = {"GET": {200: "Rulebook"}}

    def get(self, request: Request, **_address: Any) -> Response:
        return Response(rulebook_json(self.book))


class RulebookClauses(RulebookDoor):
    """The clauses of one rulebook, paraphrased, with their place in the regulation."""

    outputs: ClassVar = {"GET": {200: "ClauseList"}}

    def get(self, request: Request, **_address: Any) -> Response:
        return Response({"results": clauses_json(self.book)})


class RecordSchema(RulebookDoor):
    """JSON Schema of one record of this rulebook."""

    outputs: ClassVar = {"GET": {200: "JsonSchema"}}

    def get(self, request: Request, **_address: Any) -> Response:
        return Response(described_record(self.book))


class PinnedRulebook(CompetitionDoor):
    """The rulebook this competition pinned, overrides included; a later edition changes nothing here."""

    outputs: ClassVar = {"GET": {200: "Rulebook"}}

    def get(self, request: Request, **_address: Any) -> Response:
        return Response(rulebook_json(rulebook_of(self.competition)))


def described_record(book: Rulebook) -> dict[str, Any]:
    """The game's record schema as a document of its own."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"{book.id}: record", **records.json_schema(book)}
