"""繁體 is complete: the catalog is what the converter makes today, says the same values, and has no sign that only 简体 has."""

import re
from collections.abc import Iterator

import opencc
import polib
import pytest
from django.utils import translation

from config.traditional import BY_HAND, CATALOG, CHINESE, PRINTED, made, traditional, wanted
from events.services.events import event_create
from events.wording.printed import CONTEXT, printed
from scoring import rulebook as rulebooks
from tests.cast import make_user
from tests.pages.conftest import Visitor

VALUES = re.compile(r"%(?:\(\w+\))?[sd]|\{\w+\}|<[^>]+>")
# Each has an own meaning in 繁體: 台 a machine or a table, 游 a place in the game, 干 as in 若干. The converter alone would change them.
BOTH = frozenset("台游干")


@pytest.fixture(scope="module")
def catalog() -> polib.POFile:
    return polib.pofile(str(CATALOG))


def _said(entry: polib.POEntry) -> list[str]:
    return [text for text in (entry.msgstr, *entry.msgstr_plural.values()) if text]


def _only_simplified(text: str) -> Iterator[str]:
    converter = opencc.OpenCC("s2t")
    for sign in set(text) - BOTH:
        if CHINESE.match(sign) and converter.convert(sign) != sign:
            yield sign


def test_every_sentence_has_a_traditional_one(catalog: polib.POFile) -> None:
    """Run `python -m config.traditional` after a sentence was added."""
    known = {(entry.msgctxt or "", entry.msgid, entry.msgid_plural) for entry in catalog if entry.translated()}
    missing = {message for message, _source in wanted()} - known
    assert not missing, sorted(missing)[:20]


def test_the_catalog_is_what_the_converter_makes(catalog: polib.POFile) -> None:
    now = {(entry.msgctxt, entry.msgid): _said(entry) for entry in made(catalog)}
    kept = {(entry.msgctxt, entry.msgid): _said(entry) for entry in catalog}
    assert {key: said for key, said in kept.items() if now.get(key) != said} == {}


def test_a_correction_by_hand_is_kept() -> None:
    before = polib.POFile()
    before.append(polib.POEntry(msgid="团体名次", msgstr="隊伍名次", tcomment=BY_HAND))
    before.append(polib.POEntry(msgid="核对中", msgstr="查對中"))
    now = made(before)
    assert now.find("团体名次").msgstr == "隊伍名次"
    assert now.find("核对中").msgstr == "核對中"


def test_both_scripts_name_the_same_values(catalog: polib.POFile) -> None:
    for entry in catalog:
        if CHINESE.search(entry.msgid):
            for text in _said(entry):
                assert sorted(VALUES.findall(entry.msgid)) == sorted(VALUES.findall(text)), entry.msgid


def test_no_sign_is_left_that_only_simplified_has(catalog: polib.POFile) -> None:
    left = {sign: entry.msgid for entry in catalog for text in _said(entry) for sign in _only_simplified(text)}
    assert not left


def test_control_a_sign_left_in_simplified_is_seen() -> None:
    assert set(_only_simplified("這一輪还沒打完")) == {"还"}


@pytest.mark.parametrize(
    ("simplified", "wanted_text"),
    [
        ("斗地主", "鬥地主"),
        ("掼蛋", "摜蛋"),
        ("台上", "台上"),
        ("台下抠底", "台下摳底"),
        ("上游加三游", "上游加三游"),
        ("台面分", "檯面分"),
        ("第3副发牌", "第3副發牌"),
        ("这一局里", "這一局裡"),
        ("先停表", "先停錶"),
        ("对方已签", "對方已簽"),
        ("抽签以后签字", "抽籤以後簽字"),
        ("若干桌", "若干桌"),
        ("只出过一手", "只出過一手"),
        ("没有采用", "沒有採用"),
        ("每桌几人", "每桌幾人"),
        ("“保存”", "「儲存」"),
        ("用登录链接登录", "用登入連結登入"),
        ("%(n)s 个项目", "%(n)s 個項目"),
    ],
)
def test_words_of_the_table(simplified: str, wanted_text: str) -> None:
    assert traditional(simplified) == wanted_text


def test_what_rulebooks_print_is_read_in_traditional() -> None:
    book = rulebooks.load_file("healthcup-doudizhu")
    with translation.override("zh-hant"):
        for text in (book.title["zh"], *(clause.zh for clause in book.clauses.values())):
            assert not set(_only_simplified(printed(text, "English"))), text
        assert printed("组委会自己的一条") == "组委会自己的一条"
    with translation.override("zh-hans"):
        assert printed(book.title["zh"], "English") == book.title["zh"]
    with translation.override("en"):
        assert (printed("简", "English"), printed("简")) == ("English", "简")
    assert CONTEXT == PRINTED


@pytest.mark.django_db
def test_a_page_is_written_in_it_and_names_stay(visitor: Visitor) -> None:
    founder = make_user("founder", staff=True)
    event_create(code="hall", name="东风杯", by_user=founder)
    visitor.signed_in(founder)
    visitor.client.post("/language/", {"language": "zh-hant"})
    page = visitor.page("/")
    assert page.one("html").get("lang") == "zh-Hant"
    assert page.one("h1").text == "賽事"
    assert "东风杯" in page.one("main").text
    assert page.one("button", name="language", value="zh-hant").get("aria-pressed") == "true"


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["zh-Hant", "zh-TW", "zh-HK", "zh-MO;q=0.9, en;q=0.1"])
def test_the_api_speaks_it(visitor: Visitor, asked: str) -> None:
    response = visitor.get("/api/v1/events/nowhere/", Accept_Language=asked)
    assert response.headers["Content-Language"] == "zh-hant"
    assert not set(_only_simplified(response.json()["message"]))


def test_the_administration_speaks_it() -> None:
    """Django's own sentences: none falls back to 简体."""
    with translation.override("zh-hant"):
        for sentence in (
            "Change password",
            "Select all",
            "History",
            "Log out",
            "Add %s",
            "By %(filter_title)s ",
            "Toggle theme (current theme: auto)",
        ):
            assert not set(_only_simplified(translation.gettext(sentence))), sentence
