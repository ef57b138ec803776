"""What a proposal asks for, in words: sides, clauses, points. Reads nothing, writes nothing."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from events.wording.penalties import penalty_word
from events.wording.sides import side_name
from scoring.games import GAMES
from scoring.parameters import Rulebook


def asked_words(rulebook: Rulebook, act: str, asks: Mapping[str, Any], names: Mapping[str, str] = MappingProxyType({})) -> str:
    """One line; empty where the act says it all. `names`: pid -> name, of the players of a line-up and of who was seated."""
    said: list[str] = []
    if act == "line_up":
        people = _("、").join(names.get(pid, "") for pid in asks.get("players", ()))
        said.append(f"{side_name(str(asks.get('side', '')), rulebook.game)} {people}")
    if act == "reseat":
        said += [f"{side_name(side, rulebook.game)} {names.get(pid, '')}" for side, pid in asks.get("seats", {}).items()]
    if asks.get("sides"):
        said.append(_("、").join(side_name(side, rulebook.game) for side in asks["sides"]))
    if isinstance(asks.get("side_points"), Mapping):
        said += [f"{side_name(side, rulebook.game)} {points:+d}" for side, points in asks["side_points"].items() if points]
    if isinstance(asks.get("penalty"), Mapping):
        penalty = asks["penalty"]
        said.append(f"{side_name(str(penalty.get('side', '')), rulebook.game)} {penalty_word(str(penalty.get('code', '')))}")
    number = asks.get("number")
    if act == "hand_correct" and isinstance(asks.get("record"), Mapping):
        number = GAMES[rulebook.game].place(asks["record"])[1]
    if number:
        said.append(_("第%(number)s局") % {"number": number})
    if asks.get("board"):
        said.append(_("%(board)s号牌 %(ns)s : %(ew)s") % {"board": asks["board"], "ns": asks.get("ns"), "ew": asks.get("ew")})
    if asks.get("uphold"):
        said.append(_("维持已记的一个结果"))
    elif asks.get("record"):
        said.append(_("另定结果"))
    said += [rulebook.clauses[clause].ref for clause in asks.get("clauses", ()) if clause in rulebook.clauses]
    return " · ".join(said)
