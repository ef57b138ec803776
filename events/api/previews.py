"""看影响 `?preview=1`: what an act would change, told instead of done. Nothing is stored, and the key stays free."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from events.api.doors import CompetitionDoor
from events.api.shapes import Shape, Whole
from events.pinned import rulebook_of
from events.refusals import NotAllowed
from events.selectors.disputes import dispute_of
from events.selectors.effects import effect_rows
from events.services.rehearsal import effect_of

PREVIEW: Mapping[str, Shape] = {"preview": Whole(0, 1)}

Post = Callable[..., Response]


class Tried:
    """Part of a door with one method, POST, whose act an official may look at first. Goes before the door among its bases."""

    query: ClassVar[Mapping[str, Shape]] = PREVIEW


def tried(post: Post) -> Post:
    """Decorator of such a door's `post`: with `?preview=1` 200 `{"effect": …}`, refused as the act itself would be. Raises NotAllowed
    for a table: it would see more of the competition than its own match, and others wait while it looks."""

    @wraps(post)
    def answered(self: CompetitionDoor, request: Request, **address: Any) -> Response:
        if not self.asked.get("preview"):
            return post(self, request, **address)
        if not self.by.is_official:
            raise NotAllowed("role_may_not", values={"role": self.by.role})
        effect = effect_of(competition=self.competition, act=lambda: post(self, request, **address))
        if effect.refused is not None:
            raise effect.refused
        match = address["match"] if "match" in address else dispute_of(self.competition, address["dispute"]).match.code
        shown = effect_rows(rulebook_of(self.competition), effect.before, effect.after, match)
        return Response({"effect": shown.as_dict()})

    return answered
