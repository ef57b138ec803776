"""Translations are compiled without GNU gettext, once, and again when the source changed."""

import gettext
import os
from pathlib import Path

from config.catalogs import compile_catalogs

SOURCE = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "{}"\nmsgstr "{}"\n'


def test_a_catalog_is_compiled_when_it_changed(tmp_path: Path) -> None:
    folder = tmp_path / "en" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source = folder / "django.po"
    source.write_text(SOURCE.format("掼蛋", "Guandan"), encoding="utf-8")
    assert compile_catalogs(tmp_path) == [folder / "django.mo"]
    assert compile_catalogs(tmp_path) == []
    assert gettext.translation("django", tmp_path, ["en"]).gettext("掼蛋") == "Guandan"
    source.write_text(SOURCE.format("掼蛋", "Throwing Eggs"), encoding="utf-8")
    os.utime(source, ns=(1, source.stat().st_mtime_ns + 1))
    assert compile_catalogs(tmp_path) == [folder / "django.mo"]
    with (folder / "django.mo").open("rb") as compiled:
        assert gettext.GNUTranslations(compiled).gettext("掼蛋") == "Throwing Eggs"
