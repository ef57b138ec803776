"""The penalty picker 判罚: offences found by any word people have for them or by their clause, each with what it costs and who rules.

Under a rulebook that prints no tariff it offers what its clauses name instead. Reads the rulebook and what the match holds; no rule.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from events.models import Match
from events.pages.case_three import every
from events.selectors.whole_case import Stated
from events.wording.leaves import leaf_name, value_text
from events.wording.offences import ACTS, AT_THE_TABLE, SYNONYMS
from events.wording.penalties import penalty_word
from events.wording.printed import clause_text
from events.wording.sides import side_name
from events.wording.terms import TERMS
from scoring.clauses import Clause
from scoring.competence import competence_clause, least_role
from scoring.games import GAMES
from scoring.parameters import Rulebook
from scoring.penalties import law, leaf, may_impose, official
from scoring.tallies import adjusts_points

MOST_QUERY = 40  # letters


@dataclass(frozen=True, slots=True)
class Offer:
    """What a referee may do where no tariff fines: by which clause, who may, and where on the page (`anchor`, "" for nowhere)."""

    word: str
    says: str
    ref: str
    official: str
    anchor: str
    find: str


def picker(rulebook: Rulebook, query: str, roles: frozenset[str]) -> dict[str, Any]:
    """`tariff`: the codes that the rulebook prints; `offers`: what else may be done; both as far as the words of `query` are found."""
    asked = query.strip()[:MOST_QUERY]
    rows = [tariff_row(rulebook, code, roles) for code in codes_of(rulebook)]
    offers = [] if rows else _offers(rulebook)
    return {
        "q": asked,
        "has_tariff": bool(rows),
        "tariff": [row for row in rows if _found(asked, row["find"])],
        "offers": [offer for offer in offers if _found(asked, offer.find)],
    }


def codes_of(rulebook: Rulebook) -> list[str]:
    """The codes that this rulebook prints, in the order of the game."""
    return [code for code in GAMES[rulebook.game].tariffs if rulebook.has(leaf(code, "amount"))]


def tariff_row(rulebook: Rulebook, code: str, roles: frozenset[str]) -> dict[str, Any]:
    """One line of the tariff: what it costs and on what, by which clause, by whom, and the words by which it is found."""
    clause = rulebook.clauses[law(rulebook, code)]
    return {
        "code": code,
        "word": penalty_word(code),
        "ref": clause.ref,
        "clause": clause_text(clause),
        "amount": rulebook.number(leaf(code, "amount")),
        "per": rulebook.choice(leaf(code, "per")),
        "does": _does(rulebook, code),
        "moves": value_text(rulebook.choice(leaf(code, "moves"))),
        "phase": value_text(rulebook.choice(leaf(code, "phase"))),
        "every": every(rulebook, code),
        "official": TERMS[official(rulebook, code)],
        "mine": may_impose(rulebook, code, roles),
        "find": _haystack(clause, *_named(code), *SYNONYMS.get(code, ())),
    }


def given_before(
    rulebook: Rulebook, stated: tuple[Stated, ...], match: Match, code: str, people: Mapping[str, str]
) -> list[dict[str, Any]]:
    """How often each side of this match has had this penalty, hand by hand where so many of one hand are fined, and what the next makes."""
    per, counted = every(rulebook, code), Counter[tuple[str, int]]()
    for one in stated:
        if one.kind == "penalty" and one.body["code"] == code:
            counted[one.body["side"], one.number if per else 0] += one.body.get("count", 1)
    amount = rulebook.number(leaf(code, "amount"))
    return [
        {
            "side": side,
            "name": side_name(side, rulebook.game),
            "people": people.get(side, ""),
            "hand": hand,
            "times": times,
            "fines": per > 0 and (times + 1) % per == 0,
            "short": per - times % per if per else 0,
            "amount": amount,
        }
        for (side, hand), times in sorted(counted.items())
        if side in match.sides
    ]


def _does(rulebook: Rulebook, code: str) -> str:
    """What a penalty without a number does: one whose amount is no number of the organiser's moves none. "" for a fine, be it 0."""
    if rulebook.leaves[leaf(code, "amount")].overridable or rulebook.number(leaf(code, "amount")):
        return ""
    return value_text(rulebook.choice(leaf(code, "moves")))


def _offers(rulebook: Rulebook) -> list[Offer]:
    """What follows an offence by play itself, and what an official may do by the clauses that make him competent."""
    found = []
    for path, words in AT_THE_TABLE.items():
        if rulebook.has(path):
            clause = rulebook.clauses[rulebook.law(path)]
            word = _("%(what)s：%(n)s") % {"what": leaf_name(path), "n": rulebook.number(path)}
            says = _("在牌桌上执行，不改分；有异议就开一个争议。")
            found.append(Offer(word, says, clause.ref, str(TERMS["referee"]), "raise", _haystack(clause, word, *words)))
    acts = (
        ("warning", "violation", _("警告"), _("开一个争议，裁定为警告：留在记录里，不改分。"), "raise"),
        ("dispute", "ruling", _("裁定一局"), _("开一个争议，裁定维持、改判、重打或不予受理。"), "raise"),
        ("forfeit", "forfeit", _("弃权或判负"), _("按弃权计整场，打过的局不计。"), "forfeit"),
    )
    for act, competence, word, says, anchor in acts:
        clause = rulebook.clauses[competence_clause(rulebook, competence)]
        role = str(TERMS[least_role(rulebook, competence)])
        found.append(Offer(word, says, clause.ref, role, anchor, _haystack(clause, word, *ACTS[act])))
    if adjusts_points(rulebook):
        clause = rulebook.clauses[competence_clause(rulebook, "ruling")]
        word, says = _("调整分"), _("裁判长加减这一桌的分，写明条款和理由。")
        found.append(Offer(word, says, clause.ref, str(TERMS["chief_referee"]), "adjust-points", _haystack(clause, word, *ACTS["adjust"])))
    return found


def _named(code: str) -> list[str]:
    """What the code is called in every language of the pages: people type the one they think in."""
    found = []
    for language, _word in settings.LANGUAGES:
        with override(language):
            found.append(penalty_word(code))
    return found


def _haystack(clause: Clause, *words: str) -> str:
    return " ".join((*words, clause.id, clause.ref, clause.zh, clause.en)).casefold()


def _found(query: str, haystack: str) -> bool:
    """Whether every word of a query stands somewhere in it; nothing asked finds everything."""
    return all(word in haystack for word in query.casefold().split())
