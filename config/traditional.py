"""繁體: makes and updates `locale/zh_Hant/LC_MESSAGES/django.po` from the 简体 sentences.  `python -m config.traditional`

Reads templates and Python files (config/msgids.py), the printed words of the rulebooks, `locale/zh_Hans` and Django's own
catalogs; writes the one .po. Needs OpenCC, which only developers have: what runs in a hall reads the finished catalog.

Characters become those of Taiwan, which Hong Kong reads as well, with 台 for 臺; words of computers and of the card table that
differ, or that a converter gets wrong, stand in `locale/zh_Hant/terms.toml`. An entry with the comment `by hand` is kept as it is.
Names of people and teams are data and are never converted.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import django
import opencc
import polib

from config.msgids import Message, of_python, of_templates

ROOT = Path(__file__).resolve().parent.parent
CATALOG = ROOT / "locale" / "zh_Hant" / "LC_MESSAGES" / "django.po"
TERMS = ROOT / "locale" / "zh_Hant" / "terms.toml"
OURS_SIMPLIFIED = ROOT / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
RULEBOOKS = ROOT / "scoring" / "rulebooks"
DJANGO = Path(django.__file__).parent
DJANGOS_FOLDERS = ("conf/locale", "contrib/admin/locale", "contrib/auth/locale")

BY_HAND = "by hand"
PRINTED = "rulebook"  # the context of what rulebooks print: events/wording/printed.py asks under it
PRINTED_KEYS = frozenset({"zh", "reading", "why"})

CHINESE = re.compile(r"[㐀-鿿]")
QUOTES = str.maketrans("“”‘’", "「」『』")


@cache
def _converter() -> opencc.OpenCC:
    return opencc.OpenCC("s2tw")


@cache
def _terms() -> tuple[re.Pattern[str], dict[str, str], dict[int, str]]:
    """Words that are not left to the converter, longest first; characters that the converter leaves or makes and we do not want."""
    told = tomllib.loads(TERMS.read_text(encoding="utf-8"))
    words: dict[str, str] = told["words"]
    longest = sorted(words, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest))), words, str.maketrans(told["characters"])


def traditional(text: str) -> str:
    """The 繁體 of a 简体 sentence; placeholders and markup, being ASCII, stay."""
    pattern, words, characters = _terms()
    parts, end = [], 0
    for found in pattern.finditer(text):
        parts += [_plain(text[end : found.start()], characters), words[found.group()]]
        end = found.end()
    return "".join([*parts, _plain(text[end:], characters)]).translate(QUOTES)


def _plain(text: str, characters: dict[int, str]) -> str:
    return _converter().convert(text).translate(characters) if text else ""


def printed() -> Iterator[str]:
    """What the rulebooks print in Chinese: titles, clauses, readings and their reasons."""
    for path in sorted(RULEBOOKS.glob("*.toml")):
        yield from _printed_in(tomllib.loads(path.read_text(encoding="utf-8")))


def _printed_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in PRINTED_KEYS and isinstance(inner, str):
                yield inner
            else:
                yield from _printed_in(inner)


def wanted() -> Iterator[tuple[Message, str]]:
    """Every message with the 简体 that it is converted from; what comes first holds."""
    for entry in polib.pofile(str(OURS_SIMPLIFIED)):
        yield (entry.msgctxt or "", entry.msgid, entry.msgid_plural), entry.msgstr or entry.msgstr_plural[0]
    for _path, message in (*of_templates(), *of_python()):
        if CHINESE.search(message[1]):
            yield message, message[1]
    for text in printed():
        yield (PRINTED, text, ""), text
    for folder in DJANGOS_FOLDERS:
        yield from _left_by_django(DJANGO / folder)


def _left_by_django(folder: Path) -> Iterator[tuple[Message, str]]:
    """Django's sentences that have a 简体 but no 繁體."""
    theirs = {(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(folder / "zh_Hant/LC_MESSAGES/django.po")) if entry.translated()}
    for entry in polib.pofile(str(folder / "zh_Hans/LC_MESSAGES/django.po")):
        if entry.translated() and (entry.msgctxt, entry.msgid) not in theirs:
            yield (entry.msgctxt or "", entry.msgid, entry.msgid_plural), entry.msgstr or entry.msgstr_plural[0]


def made(before: polib.POFile) -> polib.POFile:
    """The catalog as it should be now, with what was corrected by hand in the one before."""
    by_hand = {_key(entry): entry for entry in before if entry.tcomment == BY_HAND}
    catalog = polib.POFile(wrapwidth=0)
    catalog.metadata = {
        "Project-Id-Version": "mingpai",
        "Language": "zh_Hant",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=1; plural=0;",
    }
    sources: dict[Message, str] = {}
    for message, source in wanted():
        sources.setdefault(message, source)
    for message in sorted(sources):
        catalog.append(by_hand.get(message) or _entry(message, traditional(sources[message])))
    return catalog


def _key(entry: polib.POEntry) -> Message:
    return entry.msgctxt or "", entry.msgid, entry.msgid_plural


def _entry(message: Message, said: str) -> polib.POEntry:
    context, msgid, plural = message
    named: dict[str, Any] = {"msgctxt": context} if context else {}
    if plural:
        return polib.POEntry(msgid=msgid, msgid_plural=plural, msgstr_plural={0: said}, **named)
    return polib.POEntry(msgid=msgid, msgstr=said, **named)


def make() -> int:
    """Write the catalog; gives how many entries it has."""
    before = polib.pofile(str(CATALOG)) if CATALOG.exists() else polib.POFile()
    catalog = made(before)
    CATALOG.parent.mkdir(parents=True, exist_ok=True)
    catalog.save(str(CATALOG), newline="\n")
    return len(catalog)


if __name__ == "__main__":
    print(CATALOG, make())  # noqa: T201  a command
