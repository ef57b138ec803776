"""Every sentence the product can say: msgids of templates and of Python files, without GNU gettext."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("config", "events")
CALLS = frozenset({"_", "__", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"})
STRING = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
MARKED = re.compile(rf"\b(_|gettext|ngettext|pgettext|npgettext)\(({STRING}(?:, ?{STRING})*)")

# A message as a catalog keys it: (context, msgid, plural); empty where there is none.
Message = tuple[str, str, str]


def of_templates() -> Iterator[tuple[Path, Message]]:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for call, arguments in MARKED.findall(templatize(path.read_text(encoding="utf-8"))):
            strings = [ast.literal_eval(found) for found in re.findall(STRING, arguments)]
            yield path, _message(call, strings)


def of_python() -> Iterator[tuple[Path, Message]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
                    strings = [found.value for found in node.args if isinstance(found, ast.Constant) and isinstance(found.value, str)]
                    if strings:
                        yield path, _message(node.func.id.removesuffix("_lazy"), strings)


def _message(call: str, strings: list[str]) -> Message:
    if call == "pgettext":
        return strings[0], strings[1], ""
    if call == "npgettext":
        return strings[0], strings[1], strings[2]
    if call == "ngettext":
        return "", strings[0], strings[1]
    return "", strings[0], ""
