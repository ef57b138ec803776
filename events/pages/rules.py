"""规程: what this competition plays by. Every parameter with its value, its clause and, where the text is silent, the reading adopted."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from events.pages.base import page, place_of
from events.pinned import rulebook_of
from events.wording.leaves import GROUPS, group_title, leaf_name, value_text
from scoring.rulebook import Rulebook


@require_safe
@page
def rules(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """The pinned rulebook: not today's file, but the text this competition is scored by."""
    place = place_of(request, event, competition)
    rulebook = rulebook_of(place.competition)
    english = get_language() == "en"
    context = place.context() | {
        "rulebook": rulebook,
        "title": rulebook.title["en" if english else "zh"],
        "groups": _groups(rulebook, english),
        "clauses": [(clause, clause.en if english else clause.zh) for clause in rulebook.clauses.values()],
        "house": [clause for clause in rulebook.clauses.values() if clause.id.startswith("house:")],
    }
    return render(request, "pages/rules.html", context)


def _groups(rulebook: Rulebook, english: bool) -> list[tuple[str, list[Mapping[str, object]]]]:
    """Leaves under their tables, from the hand to the ranking and who decides."""
    groups: dict[str, list[Mapping[str, object]]] = {}
    for path, leaf in rulebook.leaves.items():
        groups.setdefault(path.split(".")[0], []).append(
            {
                "path": path,
                "name": leaf_name(path),
                "value": value_text(leaf.value),
                "clause": rulebook.clauses[leaf.clause],
                "reading": leaf.reading_en if english else leaf.reading,
                "why": leaf.why_en if english else leaf.why,
                "house": leaf.clause.startswith("house:"),
            }
        )
    order = [*(key for key in GROUPS if key in groups), *(key for key in groups if key not in GROUPS)]
    return [(group_title(key), groups[key]) for key in order]
