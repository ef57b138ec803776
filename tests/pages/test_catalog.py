"""English is complete: every sentence of templates and code has one, and speaks of the same values."""

import re
from pathlib import Path

import polib
import pytest

from config.msgids import ROOT, Message, of_python, of_templates

CATALOG = ROOT / "locale" / "en" / "LC_MESSAGES" / "django.po"
VALUES = re.compile(r"%\(\w+\)[sd]|\{\w+\}|<[^>]+>")
CHINESE = re.compile(r"[㐀-鿿]")


@pytest.fixture(scope="module")
def catalog() -> polib.POFile:
    return polib.pofile(str(CATALOG))


def test_the_sentences_are_found() -> None:
    found = {message[1] for _path, message in (*of_templates(), *of_python())}
    assert {"团体名次", "核对中", "已核对", "试的次数太多，请过一刻钟再来，或请组委会发一个登录链接。"} <= found
    assert len(found) > 400


def test_every_sentence_has_an_english_one(catalog: polib.POFile) -> None:
    known = {(entry.msgctxt or "", entry.msgid, entry.msgid_plural) for entry in catalog if entry.translated() and not entry.obsolete}
    missing: dict[Message, Path] = {}
    for path, message in (*of_templates(), *of_python()):
        if message not in known and CHINESE.search(message[1]):
            missing.setdefault(message, path.relative_to(ROOT))
    assert not missing, "\n".join(f"{path}: {message}" for message, path in missing.items())


def test_no_sentence_stands_twice_and_none_is_a_guess(catalog: polib.POFile) -> None:
    keys = [(entry.msgctxt, entry.msgid) for entry in catalog]
    assert len(keys) == len(set(keys)), {key for key in keys if keys.count(key) > 1}
    assert not [entry.msgid for entry in catalog if entry.fuzzy]


def test_both_languages_name_the_same_values(catalog: polib.POFile) -> None:
    for entry in catalog:
        for english in [entry.msgstr, *entry.msgstr_plural.values()]:
            if english:
                assert sorted(set(VALUES.findall(entry.msgid))) == sorted(set(VALUES.findall(english))), entry.msgid


def test_english_is_english(catalog: polib.POFile) -> None:
    for entry in catalog:
        for english in [entry.msgstr, *entry.msgstr_plural.values()]:
            assert not CHINESE.search(english) or "中文" in english, entry.msgid
