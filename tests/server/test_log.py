"""The event log on both databases: one winner a number, whole steps, one bad row alone, and what happens when a database goes away."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa

from dragonhoard.server import log as log_module
from dragonhoard.server.log import Code, Derived, Log, LogTrouble, MemoryLog, Place, Step, open_log
from tests.server.databases import PostgreSQL

T = TypeVar("T")
TABLE, OTHER = "table0000001", "table0000002"
NOW = 1_763_600_000_000


def step(number: int, count: int = 1, body: bytes = b"[]", table: str = TABLE) -> Step:
    return Step(table, number, count, body, NOW + number)


def with_log(url: str, scene: Callable[[Log], Awaitable[T]], at: log_module.Hook | None = None) -> T:
    """Run a scene on an open log, and close it whatever happens."""

    async def run() -> T:
        log = open_log(url, at=at)
        try:
            return await scene(log)
        finally:
            await log.close()

    return asyncio.run(run())


async def trouble(appending: Awaitable[Any]) -> str:
    with pytest.raises(LogTrouble) as caught:
        await appending
    return str(caught.value.code)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql), "memory"])
def any_url(request: pytest.FixtureRequest) -> str:
    return "memory:" if request.param == "memory" else str(request.getfixturevalue(f"{request.param}_url"))


# ------------------------------------------------------------------ writing and reading
def test_steps_come_back_in_order(any_url: str) -> None:
    async def scene(log: Log) -> None:
        assert await log.append(step(1, 3, b"[1,2,3]"))
        assert await log.append(step(4, 1, b"[4]"))
        assert await log.append(step(1, 1, b"[9]", OTHER))
        assert await log.append(step(5, 2, b"\x00\xff"))
        assert await log.steps(TABLE) == [step(1, 3, b"[1,2,3]"), step(4, 1, b"[4]"), step(5, 2, b"\x00\xff")]
        assert await log.steps(OTHER) == [step(1, 1, b"[9]", OTHER)]
        assert await log.steps("nowhere") == []
        for since, first in [(0, 1), (2, 1), (3, 4), (4, 5), (5, 5)]:  # with the whole step that holds the next event
            assert (await log.steps(TABLE, since))[0].number == first
        assert await log.steps(TABLE, 6) == []
        assert await log.tables() == [TABLE, OTHER]

    with_log(any_url, scene)


def test_a_number_is_given_once(any_url: str) -> None:
    async def scene(log: Log) -> None:
        assert await log.append(step(1, 2, b"[1,2]"))
        assert await log.append(step(1, 1, b"[9]")) is False
        assert await log.append(step(3, 1, b"[3]"))
        assert await log.append(step(3, 5, b"[9]")) is False
        assert [one.body for one in await log.steps(TABLE)] == [b"[1,2]", b"[3]"]

    with_log(any_url, scene)


def test_what_loses_leaves_nothing_behind(any_url: str) -> None:
    async def scene(log: Log) -> None:
        assert await log.append(step(1), secret=b"1" * 32, places=[Place("anna", TABLE, "sat", 1)], codes=[Code("digest", TABLE, NOW)])
        assert not await log.append(
            step(1),
            secret=b"2" * 32,
            places=[Place("bert", TABLE, "sat", 1), Place("anna", TABLE, "gone", 2)],
            codes=[Code("x", TABLE, NOW)],
            closes=["digest"],
        )
        assert await log.secret_of(TABLE) == b"1" * 32
        assert await log.tables_of("bert") == []
        assert await log.tables_of("anna") == [Place("anna", TABLE, "sat", 1)]
        assert await log.code("x", 0) is None
        assert await log.code("digest", 0) == Code("digest", TABLE, NOW)

    with_log(any_url, scene)


def test_places_codes_and_names(any_url: str) -> None:
    async def scene(log: Log) -> None:
        assert await log.append(step(1), places=[Place("anna", TABLE, "sat", 1), Place("bert", TABLE, "sat", 1)])
        assert await log.append(step(1, table=OTHER), places=[Place("anna", OTHER, "sat", 7), Place("anna", OTHER, "opened", 8)])
        assert await log.tables_of("anna") == [Place("anna", OTHER, "opened", 8), Place("anna", TABLE, "sat", 1)]
        await log.set_places([Place("anna", TABLE, "removed", 9)])
        assert await log.tables_of("anna") == [Place("anna", TABLE, "removed", 9), Place("anna", OTHER, "opened", 8)]
        assert await log.tables_of("nobody") == []
        assert await log.append(step(2), codes=[Code("red-dragon", TABLE, 1000)])
        assert await log.code("red-dragon", 999) == Code("red-dragon", TABLE, 1000)
        assert await log.code("red-dragon", 1000) is None
        assert await log.append(step(3), codes=[Code("blue-dragon", TABLE, 2000)], closes=["red-dragon"])
        assert await log.code("red-dragon", 0) is None
        assert await log.code("blue-dragon", 0) is not None
        assert await log.name_of("anna") is None
        await log.set_name("anna", "Änna 龍", 1)
        await log.set_name("anna", "Anna", 2)
        assert await log.name_of("anna") == "Anna"
        assert await log.secret_of(TABLE) is None

    with_log(any_url, scene)


def test_everything_is_there_after_reopening(database: str) -> None:
    async def before(log: Log) -> None:
        for number in range(1, 50):
            assert await log.append(
                step(number, body=b"%d" % number), secret=bytes(32) if number == 1 else None, places=[Place("anna", TABLE, "sat", number)]
            )
        await log.set_name("anna", "Anna", 1)

    async def after(log: Log) -> None:
        assert [one.body for one in await log.steps(TABLE)] == [b"%d" % number for number in range(1, 50)]
        assert await log.secret_of(TABLE) == bytes(32)
        assert await log.tables_of("anna") == [Place("anna", TABLE, "sat", 49)]
        assert await log.name_of("anna") == "Anna"
        assert not await log.append(step(49))
        assert await log.append(step(50))

    with_log(database, before)
    with_log(database, after)


def test_what_is_derived_can_be_made_anew(any_url: str) -> None:
    """A table's steps here say what its places and codes are, one a step; the index after a rebuild equals the index that grew."""

    def derive(table: str, steps: list[Step]) -> Derived:
        places, codes = {}, {}
        for one in steps:
            kind, key, value = one.body.decode().split()
            if kind == "place":
                places[key] = Place(key, table, value, one.at)
            elif kind == "code":
                codes[key] = Code(key, table, int(value))
            else:
                codes.pop(key)
        return Derived(list(places.values()), list(codes.values()))

    async def index(log: Log) -> list[Any]:
        return [await log.tables_of(f"who{n}") for n in range(9)] + [await log.code(f"{table}-{n}", 0) for table in tables for n in range(40)]

    tables = [f"table{n}" for n in range(30)]

    async def scene(log: Log) -> None:
        async def play(table: str, salt: int) -> None:
            for number in range(1, 40):
                match (number + salt) % 4:
                    case 0:
                        key = f"{table}-{number}"
                        await log.append(step(number, body=f"code {key} {number}".encode(), table=table), codes=[Code(key, table, number)])
                    case 1 if number > 1 and salt % 2:
                        key = f"{table}-{number - 1}"
                        await log.append(step(number, body=f"drop {key} -".encode(), table=table), closes=[key])
                    case _:
                        who = f"who{number * salt % 9}"
                        await log.append(
                            step(number, body=f"place {who} {number}".encode(), table=table), places=[Place(who, table, str(number), NOW + number)]
                        )

        await asyncio.gather(*(play(table, salt) for salt, table in enumerate(tables, 4)))
        grown = await index(log)
        assert sum(bool(one) for one in grown) > 30
        await log.rebuild(derive)
        assert await index(log) == grown
        if not isinstance(log, MemoryLog):
            await log._errand(lambda connection: connection.exec_driver_sql("update places set state = 'spoilt'") and None)
            assert await index(log) != grown
            await log.rebuild(derive)
            assert await index(log) == grown

    with_log(any_url, scene)


def test_what_was_wished_outlives_a_rebuild(any_url: str) -> None:
    """Removed from home: no step says so. Sitting down there again puts it back."""

    async def scene(log: Log) -> None:
        for number in (1, 2):
            assert await log.append(step(1, table=f"table{number}"), places=[Place("anna", f"table{number}", "sat", NOW)])
        await log.set_places([Place("anna", table, "removed", NOW) for table in ("table1", "table2")])
        assert await log.append(step(2, table="table2"), places=[Place("anna", "table2", "sat", NOW)])
        before = await log.tables_of("anna")
        assert [place.state for place in before] == ["removed", "sat"]
        await log.rebuild(lambda table, steps: Derived([Place("anna", table, "sat", NOW)]))
        assert await log.tables_of("anna") == before

    with_log(any_url, scene)


def test_a_rebuild_that_fails_changes_nothing(database: str) -> None:
    def derive(table: str, steps: list[Step]) -> Derived:
        raise KeyError(table)

    async def scene(log: Log) -> None:
        assert await log.append(step(1), places=[Place("anna", TABLE, "sat", 1)])
        with pytest.raises(KeyError):
            await log.rebuild(derive)
        assert await log.tables_of("anna") == [Place("anna", TABLE, "sat", 1)]
        assert await log.append(step(2))

    with_log(database, scene)


# ------------------------------------------------------------------ races
@pytest.mark.parametrize("apart", [0, 1, 2], ids=["in one turn of the loop", "a turn apart", "two apart"])
def test_of_two_submits_for_one_number_exactly_one_wins(database: str, apart: int) -> None:
    """2,000 races: 100 tables at once, 20 numbers each."""

    async def scene(log: Log) -> None:
        async def submit(one: Step, turns: int) -> bool:
            for _ in range(turns):
                await asyncio.sleep(0)
            return await log.append(one)

        async def race(table: str) -> list[Step]:
            winners = []
            number = 1
            for turn in range(20):
                both = [Step(table, number, 1 + turn % 3, b"%d-%d" % (turn, which), NOW) for which in (0, 1)]
                answers = await asyncio.gather(submit(both[turn % 2], 0), submit(both[1 - turn % 2], apart))
                assert sorted(answers) == [False, True]
                winners.append(both[turn % 2] if answers[0] else both[1 - turn % 2])
                number += 1 + turn % 3
            return winners

        names = [f"table{n}" for n in range(100)]
        for name, winners in zip(names, await asyncio.gather(*(race(name) for name in names)), strict=True):
            assert await log.steps(name) == winners

    with_log(database, scene)


def test_of_two_writers_for_one_number_exactly_one_wins(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """2,000 races between two logs, each with a thread and a connection of its own, so that the database alone decides."""
    monkeypatch.setattr(log_module, "_take", lambda path: None)  # two logs on one SQLite file: only here

    async def scene(log: Log) -> None:
        other = open_log(database)
        wins = [0, 0]

        async def race(table: str, salt: int) -> list[Step]:
            winners = []
            for number in range(1, 21):
                both = [Step(table, number, 1, b"%d" % which, NOW) for which in (0, 1)]
                first, second = (log, other) if (number + salt) % 2 else (other, log)
                places = [
                    Place(who, table, str(number), number) for who in ("zoe", "anna")
                ]  # in an order that could make two transactions meet crosswise
                answers = await asyncio.gather(first.append(both[0], places=places), second.append(both[1], places=places[::-1]))
                assert sorted(answers) == [False, True]
                wins[answers.index(True)] += 1
                winners.append(both[answers.index(True)])
            return winners

        names = [f"table{n}" for n in range(100)]
        try:
            for name, winners in zip(names, await asyncio.gather(*(race(name, salt) for salt, name in enumerate(names))), strict=True):
                assert await log.steps(name) == winners == await other.steps(name)
            assert len(await log.tables_of("anna")) == 100
            assert min(wins) > 100  # it was a race
        finally:
            await other.close()

    with_log(database, scene)


def test_an_answer_nobody_waits_for_is_written_all_the_same(database: str) -> None:
    async def scene(log: Log) -> None:
        waiting = asyncio.create_task(log.append(step(1)))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await log.append(step(1)) is False
        assert await log.append(step(2))

    with_log(database, scene)


# ------------------------------------------------------------------ bad rows
BAD_STEPS = [
    Step(TABLE, 2**31, 1, b"[]", NOW),
    Step(TABLE, 2**63, 1, b"[]", NOW),
    Step(TABLE, 10**30, 1, b"[]", NOW),
    Step(TABLE, -1, 1, b"[]", NOW),
    Step(TABLE, 1, 0, b"[]", NOW),
    Step(TABLE, 1, 10**7, b"[]", NOW),
    Step(TABLE, 1, 1, None, NOW),  # type: ignore[arg-type]
    Step(TABLE, 1, 1, b"[]", 2**60),
    Step("", 1, 1, b"[]", NOW),
    Step("x" * 65, 1, 1, b"[]", NOW),
    Step("\ud800", 1, 1, b"[]", NOW),
    Step(TABLE, "one", 1, b"[]", NOW),  # type: ignore[arg-type]
    Step(TABLE, 1, 1, {}, NOW),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("bad", BAD_STEPS, ids=repr)
def test_a_bad_row_hurts_nobody_else(database: str, bad: Step) -> None:
    async def scene(log: Log) -> None:
        good = [step(1, table=f"table{n}") for n in range(20)]
        answers = await asyncio.gather(
            *(log.append(one) for one in good[:11]),
            log.append(bad),
            *(log.append(one) for one in good[11:]),
            log.append(good[3]),
            return_exceptions=True,
        )
        refused = answers.pop(11)
        assert isinstance(refused, LogTrouble) and refused.code == "refused"
        assert answers == [True] * 20 + [False]
        assert await log.steps(TABLE) == []
        assert await log.tables() == sorted(one.table for one in good)

    with_log(database, scene)


def test_what_is_derived_badly_takes_its_step_along(database: str) -> None:
    """A step and what comes with it are one: neither is written without the other."""

    async def scene(log: Log) -> None:
        fine = [log.append(step(1, table=f"table{n}")) for n in range(5)]
        bad = [
            log.append(step(1), secret=b"short"),
            log.append(step(2), places=[Place("", TABLE, "sat", 1)]),
            log.append(step(3), codes=[Code("digest", TABLE, 2**70)]),
            log.append(step(4), secret=bytes(32), places=[Place("anna", TABLE, "sat", 1), Place("x" * 201, TABLE, "sat", 1)]),
        ]
        answers = await asyncio.gather(*bad, *fine, return_exceptions=True)
        assert [one.code for one in answers[:4] if isinstance(one, LogTrouble)] == ["refused"] * 4
        assert answers[4:] == [True] * 5
        assert await log.steps(TABLE) == []
        assert await log.tables_of("anna") == []
        assert await log.secret_of(TABLE) is None

    with_log(database, scene)


def test_nothing_secret_shows_in_trouble(database: str) -> None:
    async def scene(log: Log) -> None:
        with pytest.raises(LogTrouble) as caught:
            await log.append(step(1, body=b"hidden"), secret=b"hidden" * 6)
        assert "hidden" not in str(caught.value) and b"hidden".hex() not in str(caught.value)
        assert caught.value.__cause__ is None

    with_log(database, scene)


# ------------------------------------------------------------------ databases that go away
@pytest.mark.postgresql
def test_cut_connections_are_not_noticed_between_steps(postgresql: PostgreSQL, postgresql_url: str) -> None:
    async def scene(log: Log) -> None:
        for number in range(1, 6):
            assert await log.append(step(number))
            assert len(await log.steps(TABLE)) == number
            assert postgresql.cut(postgresql_url) >= 1

    with_log(postgresql_url, scene)


@pytest.mark.postgresql
def test_a_connection_cut_before_the_commit(postgresql: PostgreSQL, postgresql_url: str) -> None:
    """The commit was asked for and never answered: nobody may guess. Here it was not written; the next step finds a new connection."""
    cuts = []

    def at(point: str) -> None:
        if point == "written" and not cuts:
            cuts.append(postgresql.cut(postgresql_url))

    async def scene(log: Log) -> None:
        assert await trouble(log.append(step(1))) == "unknown"
        assert await log.steps(TABLE) == []
        assert await log.append(step(1))
        assert len(await log.steps(TABLE)) == 1

    with_log(postgresql_url, scene, at)
    assert cuts


def test_a_commit_whose_answer_was_lost(database: str) -> None:
    """It is written, and whoever asked cannot know: he reads again, and whoever tries again is told that the number is taken."""

    async def scene(log: Log) -> None:
        dialect = log._writing.dialect
        real = dialect.do_commit

        def commit_and_lose(connection: Any) -> None:
            real(connection)
            dialect.do_commit = real  # type: ignore[method-assign]
            raise dialect.loaded_dbapi.OperationalError("the answer was lost")

        assert await log.append(step(1))
        dialect.do_commit = commit_and_lose  # type: ignore[method-assign]
        answers = await asyncio.gather(log.append(step(2)), log.append(step(1, table=OTHER)), return_exceptions=True)
        assert [one.code for one in answers if isinstance(one, LogTrouble)] == ["unknown"] * 2
        assert [one.number for one in await log.steps(TABLE)] == [1, 2]
        assert await log.append(step(2)) is False
        assert await log.append(step(3))

    with_log(database, scene)


@pytest.mark.postgresql
def test_a_server_that_crashes_under_load_and_comes_back(postgresql: PostgreSQL, postgresql_url: str) -> None:
    """No acknowledged step is lost, none is there twice, no number is left out, and the log goes on by itself."""
    if not postgresql.can_restart:
        pytest.skip("the PostgreSQL server of TEST_PG_DSN is not ours to crash")

    async def scene(log: Log) -> None:
        acknowledged: dict[str, int] = {}
        seen: set[str] = set()
        is_over = asyncio.Event()

        async def read_again(table: str) -> int:
            while True:
                await asyncio.sleep(0.02)
                try:
                    return len(await log.steps(table)) + 1
                except LogTrouble:
                    pass

        async def play(table: str) -> None:
            number = 1
            while not is_over.is_set():
                try:
                    if await log.append(Step(table, number, 1, b"%d" % number, NOW)):
                        acknowledged[table] = number
                        number += 1
                    else:  # a server that is dying may still have shown it without what it wrote last
                        assert "unknown" in seen
                        number = await read_again(table)
                except LogTrouble as problem:
                    seen.add(problem.code)
                    if problem.code == "unknown":  # never guess
                        number = await read_again(table)
                    else:
                        await asyncio.sleep(0.02)  # surely not written: the same again

        players = [asyncio.create_task(play(f"table{n}")) for n in range(20)]
        for _ in range(3):
            await asyncio.sleep(0.3)
            before = sum(acknowledged.values())
            await asyncio.to_thread(postgresql.crash)
            await asyncio.sleep(0.1)
            await asyncio.to_thread(postgresql.start)
            for _ in range(500):
                await asyncio.sleep(0.02)
                if sum(acknowledged.values()) > before + 200:
                    break
        is_over.set()
        await asyncio.gather(*players)
        assert seen  # it was noticed
        for table, last in acknowledged.items():
            kept = [one.number for one in await log.steps(table)]
            assert kept == list(range(1, len(kept) + 1))
            assert last <= len(kept) <= last + 1
        assert sum(acknowledged.values()) > 600

    with_log(postgresql_url, scene)


def test_a_file_that_another_program_holds(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Held a moment: waited for. Held for long: told so, and nothing was written; afterwards all is well again."""
    monkeypatch.setattr(log_module, "_LONGEST_WAIT", 0.5)
    path = sa.make_url(sqlite_url).database
    assert path is not None

    async def scene(log: Log) -> None:
        assert await log.append(step(1))
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("begin immediate")
        threading.Timer(0.1, lambda: other.execute("rollback")).start()
        assert await log.append(step(2))
        other.execute("begin immediate")
        assert await trouble(log.append(step(3))) == "down"
        assert len(await log.steps(TABLE)) == 2  # readers are not held up
        other.execute("rollback")
        other.close()
        assert await log.append(step(3))

    with_log(sqlite_url, scene)


def test_a_file_has_one_process(sqlite_url: str, tmp_path: Path) -> None:
    """A second one is told "taken"; a process that was killed holds nothing."""
    program = "import sys, time; from dragonhoard.server.log import Log; Log(sys.argv[1]); print('open', flush=True); time.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", program, sqlite_url], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "open\n"
        (tmp_path / "again.db").symlink_to(tmp_path / "tables.db")
        for url in (sqlite_url, f"sqlite:///{tmp_path / 'again.db'}"):  # under whatever name
            with pytest.raises(LogTrouble) as caught:
                open_log(url)
            assert caught.value.code == "taken"
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()

    async def scene(log: Log) -> bool:
        return await log.append(step(1))

    assert with_log(sqlite_url, scene)


def test_no_such_database(tmp_path: Path) -> None:
    with pytest.raises(LogTrouble) as caught:
        open_log(f"sqlite:///{tmp_path}/nowhere/tables.db")
    assert caught.value.code == "down"
    (tmp_path / "letter.db").write_text("Dear Anna, " * 1000)
    with pytest.raises(LogTrouble) as caught:
        open_log(f"sqlite:///{tmp_path}/letter.db")
    assert caught.value.code == "down"
    assert (tmp_path / "letter.db").read_text() == "Dear Anna, " * 1000


@pytest.mark.postgresql
def test_no_such_postgresql(postgresql_url: str) -> None:
    with pytest.raises(LogTrouble) as caught:
        open_log(sa.make_url(postgresql_url).set(database="nowhere").render_as_string(hide_password=False))
    assert caught.value.code == "down"


@pytest.mark.parametrize("url", ["mysql://x/y", "sqlite://", "sqlite:///:memory:", "oracle://x"])
def test_no_other_kind_of_database(url: str) -> None:
    with pytest.raises(ValueError, match="a database is"):
        open_log(url)


# ------------------------------------------------------------------ deaths at each point
@pytest.mark.parametrize(("point", "is_kept"), [("written", False), ("committed", True), ("acknowledged", True)])
def test_dying_right_there(database: str, point: str, is_kept: bool) -> None:
    """Killed between write, commit and acknowledgement: whole or not at all, and what was acknowledged is there."""
    program = """
import asyncio, os, signal, sys
from dragonhoard.server.log import Log, Place, Step
async def main():
    armed = []
    def at(point):
        if armed and point == sys.argv[2]:
            os.kill(os.getpid(), signal.SIGKILL)
    log = Log(sys.argv[1], at=at)
    assert await log.append(Step("table0000001", 1, 1, b"[]", 5), secret=bytes(32))
    armed.append(True)
    await log.append(Step("table0000001", 2, 3, b"[2]", 5), places=[Place("anna", "table0000001", "sat", 5)])
asyncio.run(main())
"""
    died = subprocess.run(
        [sys.executable, "-c", program, database, point], cwd=Path(__file__).parents[2], check=False, capture_output=True, text=True
    )
    assert died.returncode == -signal.SIGKILL, died.stderr

    async def scene(log: Log) -> None:
        assert [one.number for one in await log.steps(TABLE)] == ([1, 2] if is_kept else [1])
        assert len(await log.tables_of("anna")) == is_kept
        assert await log.append(step(2)) is not is_kept

    with_log(database, scene)


def test_the_points_come_in_order(database: str) -> None:
    points: list[str] = []

    async def scene(log: Log) -> None:
        assert await log.append(step(1))

    with_log(database, scene, points.append)
    assert points == ["written", "committed", "acknowledged"]


# ------------------------------------------------------------------ opening and closing
def test_closing_waits_for_everything(database: str) -> None:
    async def scene() -> None:
        log = open_log(database)
        waiting = [asyncio.create_task(log.append(step(1, table=f"table{n}"))) for n in range(1000)]
        await asyncio.sleep(0)
        await log.close()
        assert all(task.done() and task.result() for task in waiting)
        assert await trouble(log.append(step(2))) == "closed"
        assert await trouble(log.steps(TABLE)) == "closed"
        assert await trouble(log.set_name("anna", "Anna", 1)) == "closed"
        await log.close()

    asyncio.run(scene())

    async def after(log: Log) -> None:
        assert len(await log.tables()) == 1000

    with_log(database, after)


def execute(url: str, statement: str) -> list[Any]:
    engine = sa.create_engine(log_module._parse(url), poolclass=sa.NullPool)
    with engine.begin() as connection:
        result = connection.exec_driver_sql(statement)
        return list(result.all()) if result.returns_rows else []


def test_a_newer_database_is_refused(database: str) -> None:
    asyncio.run(open_log(database).close())
    execute(database, "update schema_version set version = 99")
    for _ in range(2):
        with pytest.raises(LogTrouble) as caught:
            open_log(database)
        assert caught.value.code == "newer"
    execute(database, f"update schema_version set version = {len(log_module.UPGRADES)}")
    asyncio.run(open_log(database).close())


def test_an_older_database_is_brought_up(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_log(database, lambda log: log.append(step(1)))
    more = ("create table trophies (who text primary key, count {int} not null){strict}", "insert into trophies (who, count) values ('anna', 3)")
    monkeypatch.setattr(log_module, "UPGRADES", (*log_module.UPGRADES, more))
    for _ in range(2):  # once, not twice
        assert [one.number for one in with_log(database, lambda log: log.steps(TABLE))] == [1]
        assert execute(database, "select who, count from trophies") == [("anna", 3)]
    assert execute(database, "select version from schema_version") == [(len(log_module.UPGRADES),)]


def test_an_upgrade_that_fails_changes_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_log(database, lambda log: log.append(step(1)))
    before = len(log_module.UPGRADES)
    with monkeypatch.context() as patch:
        patch.setattr(log_module, "UPGRADES", (*log_module.UPGRADES, ("create table trophies (who text)", "create table steps (who text)")))
        with pytest.raises(LogTrouble):
            open_log(database)
    assert execute(database, "select version from schema_version") == [(before,)]
    with pytest.raises(sa.exc.DBAPIError):
        execute(database, "select * from trophies")
    assert with_log(database, lambda log: log.append(step(2)))


def test_several_that_start_at_once_on_a_fresh_database(database: str) -> None:
    """PostgreSQL makes them take turns; of a SQLite file's, one starts and the others are told."""
    logs: list[Log] = []
    faults: list[LogTrouble] = []
    gate = threading.Barrier(4)

    def start() -> None:
        gate.wait()
        try:
            logs.append(open_log(database))
        except LogTrouble as problem:
            faults.append(problem)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    async def close() -> None:
        for log in logs:
            await log.close()

    asyncio.run(close())
    assert [problem.code for problem in faults] == (["taken"] * 3 if database.startswith("sqlite") else [])
    assert len(logs) + len(faults) == 4
    assert execute(database, "select version from schema_version") == [(len(log_module.UPGRADES),)]


def test_sqlite_writes_through_to_the_disk(sqlite_url: str) -> None:
    async def scene(log: Log) -> None:
        asked = {
            name: (await log._errand(lambda connection, name=name: connection.exec_driver_sql(f"pragma {name}").scalar()))
            for name in ("journal_mode", "synchronous")
        }  # type: ignore[misc]
        assert asked == {"journal_mode": "wal", "synchronous": 2}  # 2 is FULL

    with_log(sqlite_url, scene)


@pytest.mark.postgresql
def test_postgresql_writes_through_to_the_disk(postgresql: PostgreSQL, postgresql_url: str) -> None:
    """Even where somebody set the database to answer before the disk does."""
    postgresql.administer(f"alter database {sa.make_url(postgresql_url).database} set synchronous_commit = off")

    async def scene(log: Log) -> Any:
        return await log._errand(lambda connection: connection.exec_driver_sql("show synchronous_commit").scalar())

    assert with_log(postgresql_url, scene) == "on"


def test_who_reads_cannot_write(sqlite_url: str) -> None:
    async def scene(log: Log) -> None:
        assert await trouble(log._read(lambda connection: connection.exec_driver_sql("delete from steps"))) == "down"

    with_log(sqlite_url, scene)


def test_memory_is_a_log_too() -> None:
    assert isinstance(open_log("memory:"), MemoryLog)


def test_sqlite_takes_no_other_kind_of_value(sqlite_url: str) -> None:
    """Left to itself it would keep text in a column of bytes."""

    async def scene(log: Log) -> None:
        assert await trouble(log.append(Step(TABLE, 1, 1, "[]", NOW))) == "refused"  # type: ignore[arg-type]

    with_log(sqlite_url, scene)


def test_sqlite_asks_for_its_lock_at_once(sqlite_url: str) -> None:
    """Before the first statement: a lock that is asked for in the middle is refused at once, however long one would have waited."""

    def work(_connection: sa.Connection) -> str:
        other = sqlite3.connect(str(sa.make_url(sqlite_url).database), timeout=0, isolation_level=None)
        try:
            other.execute("begin immediate")
        except sqlite3.OperationalError as error:
            return str(error)
        finally:
            other.close()
        return "free"

    async def scene(log: Log) -> None:
        assert await log._errand(work) == "database is locked"

    with_log(sqlite_url, scene)


def test_nobody_shows_in_trouble(database: str) -> None:
    """What goes to the server's own log names no identity, however deep one looks."""
    who = "-".join(["anna", "of", "the", "digest"])  # a traceback shows lines of source too

    async def scene(log: Log) -> None:
        await log._errand(lambda connection: connection.exec_driver_sql("drop table places") and None)
        with pytest.raises(LogTrouble) as caught:
            await log.tables_of(who)
        assert who not in "".join(traceback.format_exception(caught.value))

    with_log(database, scene)
