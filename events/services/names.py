"""What a name typed by a person must be: text that every database, page and sheet can hold. Any script and emoji are fine."""

import re
import unicodedata
from collections.abc import Mapping
from zoneinfo import available_timezones

from events.refusals import Problems
from scoring.outcomes import Fault

MOST_TEAM = 100  # characters, as the columns hold them
MOST_PLAYER = 60
MOST_REASON = 500
CODE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
MOST_CODE = 40

# Controls, lone surrogates, line separators; and the marks that turn the direction of what follows them.
_REFUSED_CATEGORIES = {"Cc", "Cs", "Zl", "Zp"}
_REFUSED = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
# Categories that leave nothing to see when a name has no others.
_UNSEEN = {"Cf", "Mn", "Me", "Zs"}


def text_faults(value: object, *, at: str, most: int, required: bool = True) -> tuple[str, list[Fault]]:
    """The text in NFC without blanks around it, and everything that is wrong with it."""
    if not isinstance(value, str):
        return "", [Fault("not_text", at=at)]
    faults = [
        Fault("control_character", at=at, values={"position": place, "character": f"U+{ord(letter):04X}"})
        for place, letter in enumerate(value, 1)
        if unicodedata.category(letter) in _REFUSED_CATEGORIES or letter in _REFUSED
    ][:10]
    text = unicodedata.normalize("NFC", value).strip()
    if len(text) > most:
        faults.append(Fault("text_too_long", at=at, values={"limit": most, "length": len(text)}))
    if required and all(unicodedata.category(letter) in _UNSEEN for letter in text):
        faults.append(Fault("blank", at=at))
    return text, faults


def code_faults(value: object, *, at: str) -> list[Fault]:
    """A code of an address: small letters, digits and single hyphens between them."""
    if not isinstance(value, str):
        return [Fault("not_text", at=at)]
    faults = []
    if len(value) > MOST_CODE:
        faults.append(Fault("text_too_long", at=at, values={"limit": MOST_CODE, "length": len(value)}))
    if not CODE.fullmatch(value[: MOST_CODE + 1]):
        faults.append(Fault("code_malformed", at=at))
    return faults


def time_zone_faults(value: object, *, at: str) -> list[Fault]:
    return [] if isinstance(value, str) and value in available_timezones() else [Fault("time_zone_unknown", at=at)]


def checked_name(value: object, *, at: str = "name", most: int = MOST_TEAM) -> str:
    """The name as it is stored. Raises Problems with all that is wrong."""
    text, faults = text_faults(value, at=at, most=most)
    if faults:
        raise Problems(faults)
    return text


def checked_reason(value: object, *, at: str = "reason", most: int = MOST_REASON) -> str:
    """A reason in one line, as a remark keeps it. Raises Problems, also when there is none."""
    text, faults = text_faults(" ".join(value.split()) if isinstance(value, str) else value, at=at, most=most)
    if faults:
        raise Problems([Fault("reason_missing", at=at) if fault.code == "blank" else fault for fault in faults])
    return text


def checked_fields(
    values: Mapping[str, object], limits: Mapping[str, int], *, required: frozenset[str]
) -> tuple[dict[str, str], list[Fault]]:
    """Several texts at once: what they are when stored, and the faults of all."""
    texts: dict[str, str] = {}
    faults: list[Fault] = []
    for name, value in values.items():
        texts[name], found = text_faults(value, at=name, most=limits[name], required=name in required)
        faults += found
    return texts, faults
