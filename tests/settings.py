"""The product's settings, on a database and a data folder of this test run alone.

MINGPAI_TEST_DB=sqlite (default) or postgres chooses the database; both are real and on disk.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path


def _quick_folder() -> str | None:
    """Memory where there is plenty: the databases keep their durability settings, and waiting for the disk costs nothing."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 2 * 1024**3
    return str(memory) if roomy else None


# Chosen before config.settings reads it, so that a test run never meets the data of a real event.
RUN_DIR = Path(tempfile.mkdtemp(prefix="mingpai-", dir=_quick_folder()))
os.environ["MINGPAI_DATA"] = str(RUN_DIR / "data")
for name in ("DATABASE_URL", "REDIS_URL", "MINGPAI_PROFILE", "MINGPAI_RUN_ID", "MINGPAI_ATTACHMENTS", "MINGPAI_PIN_SECRET"):
    os.environ.pop(name, None)


@atexit.register
def _remove_run_dir(owner: int = os.getpid()) -> None:
    if os.getpid() == owner:  # a forked child must not take the folder away
        shutil.rmtree(RUN_DIR, ignore_errors=True)


from config import env  # noqa: E402
from config.catalogs import compile_catalogs  # noqa: E402
from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES  # noqa: E402

compile_catalogs()
TEST_DB = env.choice("MINGPAI_TEST_DB", "sqlite", ("sqlite", "postgres"))
POSTGRES_DIR = RUN_DIR / "pg"
if TEST_DB == "postgres":
    os.environ["DATABASE_URL"] = f"postgres://postgres@{str(POSTGRES_DIR).replace('/', '%2F')}/mingpai"
    DATABASES = {"default": env.database("DATABASE_URL", RUN_DIR / "unused")}
    del os.environ["DATABASE_URL"]
else:
    # A file, not Django's shared-memory database: threads of one test must meet SQLite's real locks.
    DATABASES["default"]["TEST"] = {"NAME": str(RUN_DIR / "test.sqlite3")}

# Hashing on purpose slowly protects passwords of people, not of tests.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
