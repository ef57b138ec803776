"""Translations: `locale/*/LC_MESSAGES/*.po` -> `.mo`, without GNU gettext, which a fresh machine has not.

Reads the .po files, writes the .mo beside them (not kept in git). `python -m config.catalogs` does it by hand.
"""

import os
from pathlib import Path

import polib

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def compile_catalogs(folder: Path = LOCALE) -> list[Path]:
    """Compile each catalog that is newer than its compiled form; gives the paths written. Safe when two processes start at once."""
    written = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        stamp = source.stat().st_mtime_ns
        if compiled.exists() and compiled.stat().st_mtime_ns == stamp:
            continue
        partial = compiled.with_name(f"{compiled.name}.{os.getpid()}")
        polib.pofile(str(source)).save_as_mofile(str(partial))
        os.utime(partial, ns=(stamp, stamp))
        partial.replace(compiled)
        written.append(compiled)
    return written


if __name__ == "__main__":
    for path in compile_catalogs():
        print(path)  # noqa: T201  a command
