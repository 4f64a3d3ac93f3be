"""Fixtures of the server's tests. A test that takes `database` runs on a fresh SQLite file and on a fresh PostgreSQL database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.databases import NoPostgreSQL, PostgreSQL


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A PostgreSQL server for the whole run."""
    try:
        server = PostgreSQL()
    except NoPostgreSQL as reason:
        pytest.skip(f"no PostgreSQL here: {reason}")
    yield server
    server.close()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A fresh SQLite file."""
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def postgresql_url(postgresql: PostgreSQL) -> Iterator[str]:
    """A fresh PostgreSQL database."""
    url = postgresql.new_database()
    yield url
    postgresql.drop(url)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def database(request: pytest.FixtureRequest) -> str:
    """The address of a fresh database, of either kind."""
    return str(request.getfixturevalue(f"{request.param}_url"))
