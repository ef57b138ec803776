"""What a rulebook prints, in the language of the request: 简体 and English stand in its file, 繁體 in the catalog.

A text that the catalog does not know, an organiser's own or one of an older edition, is shown as it was printed.
"""

from collections.abc import Mapping

from django.utils.translation import get_language, pgettext

from scoring.clauses import Clause

CONTEXT = "rulebook"  # config/traditional.py makes the entries under it


def printed(zh: str, en: str = "") -> str:
    """One text of a rulebook; Chinese where it has no English."""
    language = get_language() or ""
    if language.startswith("en") and en:
        return en
    return pgettext(CONTEXT, zh) if zh and language == "zh-hant" else zh


def clause_text(clause: Clause) -> str:
    """A clause's paraphrase."""
    return printed(clause.zh, clause.en)


def title_text(title: Mapping[str, str]) -> str:
    """A rulebook's title."""
    return printed(title["zh"], title["en"])
