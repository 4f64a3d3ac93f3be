"""The event log: every step of every table, on disk before anyone is told, in SQLite or PostgreSQL by the same statements.

A step is what one act brings about (a move with the chance that follows it): it is written whole or not at all, under the number of its first
event, and of two writers with the same number one wins. One thread writes and commits for everybody who waits (group commit). Knows
neither frameworks nor messages: events are bytes here, and what is derived from them is told to it.

No alembic: the schema is a handful of tables that one ordered list of statements describes, on both databases alike; the log itself is never
rewritten, and whatever else is stored can be made anew from it.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeVar

import sqlalchemy as sa
from msgspec import Struct

Hook = Callable[[Literal["written", "committed", "acknowledged"]], None]
TroubleCode = Literal["unknown", "down", "refused", "closed", "newer", "taken"]
_T = TypeVar("_T")


class Step(Struct, frozen=True):
    """One act and what followed from it by itself: `count` events, the first with number `number`."""

    table: str
    number: int
    count: int
    body: bytes
    at: int  # milliseconds since 1970


class Place(NamedTuple):
    """Derived: an identity has to do with a table, in a way that `state` names."""

    who: str
    table: str
    state: str
    at: int


class Code(NamedTuple):
    """Derived: the digest of a spoken code, the table it is for, and when it lapses (milliseconds since 1970)."""

    digest: str
    table: str
    until: int


class Derived(NamedTuple):
    """What one table's steps come to: for `rebuild`."""

    places: Sequence[Place] = ()
    codes: Sequence[Code] = ()


class LogTrouble(Exception):
    """The log could not do it. By its code:

    - "unknown": it may be written or not: read the table again, never guess;
    - "down": the database is not there, or cannot; surely nothing was written;
    - "refused": the database does not take this step; surely it was not written;
    - "closed": the log is closed; "newer": a newer version wrote this database; "taken": another process has this file.
    """

    def __init__(self, code: TroubleCode, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code: Final = code


# ------------------------------------------------------------------ the schema, and its way up
# One entry a version, never changed once released; {int} and so on are the one difference between the databases.
UPGRADES: Final[tuple[tuple[str, ...], ...]] = (
    (
        # The truth. A reader's next number is always the first after a step, so this key alone decides who was faster.
        """create table steps (
            table_id text not null check (length(table_id) between 1 and 64),
            number {int} not null check (number between 0 and 2147483647),
            count {int} not null check (count between 1 and 1000000),
            body {bytes} not null,
            at {int} not null check (at between 0 and 9007199254740991),
            primary key (table_id, number)){strict}""",
        # Kept apart from what any door serves: nothing but secret_of reads it.
        "create table secrets (table_id text primary key, secret {bytes} not null check (length(secret) = 32)){strict}",
        # Derived from the steps.
        """create table places (
            who text not null check (length(who) between 1 and 200), table_id text not null, state text not null, at {int} not null,
            primary key (who, table_id)){strict}""",
        "create table codes (digest text primary key, table_id text not null, expires_at {int} not null){strict}",
        # A convenience beside the log: what somebody was called last, offered when he sits down next.
        "create table people (who text primary key check (length(who) between 1 and 200), name text not null, at {int} not null){strict}",
    ),
    # Places that somebody wished for (removed from home), beside those that steps brought about: the log cannot give them back.
    ("alter table places add column wished {int} not null default 0",),
)
_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "sqlite": {"int": "integer", "bytes": "blob", "strict": " strict"},  # strict: SQLite would store text in a number's column
    "postgresql": {"int": "bigint", "bytes": "bytea", "strict": ""},
}
_UPGRADE_LOCK: Final = 0x647261676F6E  # two servers that start at once: PostgreSQL's advisory lock of this number makes them take turns

_STEPS: Final = sa.text("select table_id, number, count, body, at from steps where table_id = :table and number + count > :since + 1 order by number")
_TABLES: Final = sa.text("select distinct table_id from steps order by table_id")
_PLACES: Final = sa.text("select who, table_id, state, at from places where who = :who order by at desc, table_id")
_SECRET: Final = sa.text("select secret from secrets where table_id = :table")
_CODE: Final = sa.text("select digest, table_id, expires_at from codes where digest = :digest and expires_at > :now")
_NAME: Final = sa.text("select name from people where who = :who")
_RENAME: Final = sa.text(
    "insert into people (who, name, at) values (:who, :name, :at) on conflict (who) do update set name = excluded.name, at = excluded.at"
)

BATCH: Final = 128  # steps in one transaction at most
_FAULTS_OF_ROWS: Final = (  # what a database or its driver says of a value; everything else is the database's own trouble
    sa.exc.IntegrityError, sa.exc.DataError, sa.exc.ProgrammingError, sa.exc.InterfaceError, ValueError, TypeError, OverflowError,
)  # fmt: skip
_LONGEST_WAIT = 5  # seconds that a locked SQLite file is waited for
_ALIVE: Final = {  # a server that went away without a word is noticed in seconds
    "connect_timeout": 3, "keepalives": 1, "keepalives_idle": 10, "keepalives_interval": 3, "keepalives_count": 3,
}  # fmt: skip


class _Job:
    """A step that waits to be written, with what is derived from it."""

    __slots__ = ("closes", "codes", "done", "places", "secret", "step")

    def __init__(
        self, step: Step, secret: bytes | None, places: Sequence[Place], codes: Sequence[Code], closes: Sequence[str], done: "asyncio.Future[bool]"
    ) -> None:
        self.step = step
        self.secret = secret
        self.places = places
        self.codes = codes
        self.closes = closes
        self.done = done


class _Errand:
    """Something else to do in a transaction of its own."""

    __slots__ = ("done", "work")

    def __init__(self, work: Callable[[sa.Connection], Any], done: "asyncio.Future[Any]") -> None:
        self.work = work
        self.done = done


_Queued = _Job | _Errand


class Log:
    """The log in a database. Append for one table at a time: who appends holds that table's lock and waits for the answer.

    `at` is for tests alone: it is told "written", "committed" and "acknowledged" as they come to pass, so that a process can die right there.
    """

    def __init__(self, url: str, *, at: Hook | None = None) -> None:
        parsed = _parse(url)
        self._at = at
        self._lite = parsed.get_backend_name() == "sqlite"
        self._mark = "?" if self._lite else "%s"
        self._statements: dict[tuple[str, int], str] = {}
        self._guard = _take(parsed.database) if self._lite else None
        self._writing, self._reading = _engines(parsed, self._lite)
        try:
            _upgrade(self._writing, self._lite)
        except Exception as error:
            self._let_go()
            if isinstance(error, sa.exc.DBAPIError):
                raise LogTrouble("down", _first_line(error)) from error
            raise
        self._connection: sa.Connection | None = None  # the writer's
        self._is_committing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._gathered: list[_Queued] = []
        self._is_closed = False
        self._queue: queue.SimpleQueue[list[_Queued] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(2, "log-reader")
        self._writer = threading.Thread(target=self._run, name="log-writer", daemon=True)  # dying may cut off what nobody was told yet, never more
        self._writer.start()

    # -------------------------------------------------------------- writing
    async def append(
        self, step: Step, *, secret: bytes | None = None, places: Sequence[Place] = (), codes: Sequence[Code] = (), closes: Sequence[str] = ()
    ) -> bool:
        """Write a step and what is derived from it, synced to disk: True if it is mine, False if somebody else has that number.

        `secret` comes with a table's first step; `places` and `codes` are put or replaced, `closes` are digests of codes to forget.
        Raises LogTrouble.
        """
        done: asyncio.Future[bool] = self._running().create_future()
        self._gather(_Job(step, secret, places, codes, closes, done))
        return await done

    async def passed(self) -> None:
        """Wait until everything that was asked for before is written, or surely never will be. Raises LogTrouble."""
        await self._errand(_nothing)

    async def set_name(self, who: str, name: str, at: int) -> None:
        """Remember what somebody wants to be called."""
        await self._errand(lambda connection: _nothing(connection.execute(_RENAME, {"who": who, "name": name, "at": at})))

    async def set_places(self, places: Sequence[Place]) -> None:
        """Put or replace places that somebody wishes for and no step brings about; they outlive a rebuild, and the next step's replace them."""
        if places:
            await self._errand(lambda connection: self._put_places(connection, places, "wish"))

    async def rebuild(self, derive: Callable[[str, list[Step]], Derived]) -> None:
        """Forget everything that is derived and make it anew: `derive` is given a table and its steps, in order."""

        def work(connection: sa.Connection) -> None:
            connection.exec_driver_sql("delete from places where wished = 0")
            connection.exec_driver_sql("delete from codes")
            for (table,) in connection.execute(_TABLES).all():
                derived = derive(table, _steps(connection, table, 0))
                self._put_places(connection, derived.places, "derived place")
                self._put_codes(connection, derived.codes)

        await self._errand(work)

    async def close(self) -> None:
        """Write what waits, answer it, and let go of the database."""
        if self._is_closed:
            return
        self._hand_over()
        self._is_closed = True
        self._queue.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._writer.join)
        await asyncio.sleep(0)  # answers that the writer sent last
        self._readers.shutdown()
        self._let_go()

    def _let_go(self) -> None:
        self._writing.dispose()
        self._reading.dispose()
        if self._guard is not None:
            self._guard.close()

    # -------------------------------------------------------------- reading
    async def steps(self, table: str, since: int = 0) -> list[Step]:
        """A table's steps, in order: those with an event after number `since`."""
        return await self._read(lambda connection: _steps(connection, table, since))

    async def tables(self) -> list[str]:
        """Every table there is."""
        return await self._read(lambda connection: [row[0] for row in connection.execute(_TABLES)])

    async def tables_of(self, who: str) -> list[Place]:
        """Everything an identity has to do with, the latest first."""
        return await self._read(lambda connection: [Place(*row) for row in connection.execute(_PLACES, {"who": who})])

    async def secret_of(self, table: str) -> bytes | None:
        """A table's secret, for its chance alone."""
        return await self._read(lambda connection: _only(connection.execute(_SECRET, {"table": table}), bytes))

    async def code(self, digest: str, now: int) -> Code | None:
        """What a spoken code opens, if it has not lapsed."""
        return await self._read(lambda connection: next((Code(*row) for row in connection.execute(_CODE, {"digest": digest, "now": now})), None))

    async def name_of(self, who: str) -> str | None:
        """What somebody wanted to be called last."""
        return await self._read(lambda connection: _only(connection.execute(_NAME, {"who": who}), str))

    # -------------------------------------------------------------- on the event loop
    def _running(self) -> asyncio.AbstractEventLoop:
        if self._is_closed:
            raise LogTrouble("closed")
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        return self._loop

    def _gather(self, job: _Queued) -> None:
        """Hand over once for all that one turn of the loop brings: waking the writer costs more than writing."""
        if not self._gathered:
            self._running().call_soon(self._hand_over)
        self._gathered.append(job)

    def _hand_over(self) -> None:
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    async def _errand(self, work: Callable[[sa.Connection], _T]) -> _T:
        done: asyncio.Future[_T] = self._running().create_future()
        self._gather(_Errand(work, done))
        return await done

    async def _read(self, query: Callable[[sa.Connection], _T]) -> _T:
        if self._is_closed:
            raise LogTrouble("closed")

        def work() -> _T:
            try:
                with self._reading.connect() as connection:
                    return query(connection)
            except sa.exc.DBAPIError as error:
                raise LogTrouble("down", _first_line(error)) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    def _settle(self, jobs: Sequence[_Queued], answers: Sequence[Any]) -> None:
        for job, answer in zip(jobs, answers, strict=True):
            if not job.done.done():  # who waited may have gone away; it is written all the same
                if isinstance(answer, Exception):
                    job.done.set_exception(answer)
                else:
                    job.done.set_result(answer)
        if self._at is not None:
            self._at("acknowledged")

    # -------------------------------------------------------------- in the writer's thread, the only one that writes
    def _run(self) -> None:
        waiting: list[_Queued] = []
        is_last = False
        while waiting or not is_last:
            if not waiting:
                is_last = self._take_in(waiting, self._queue.get())
            while not is_last and len(waiting) < BATCH and not self._queue.empty():
                is_last = self._take_in(waiting, self._queue.get())
            if not waiting:
                continue
            jobs: list[_Queued] = []
            answers: list[Any]
            if isinstance(waiting[0], _Errand):
                jobs = [waiting[0]]
                answers = self._run_errand(waiting[0])
            else:
                steps: list[_Job] = []
                for job in waiting[:BATCH]:
                    if isinstance(job, _Errand):
                        break
                    steps.append(job)
                jobs = list(steps)
                answers = self._write(steps)
            del waiting[: len(jobs)]
            loop = self._loop
            assert loop is not None  # it queued the jobs
            try:
                loop.call_soon_threadsafe(self._settle, jobs, answers)
            except RuntimeError:
                pass  # the loop is closed: nobody waits any more
        self._drop()

    @staticmethod
    def _take_in(waiting: list[_Queued], more: list[_Queued] | None) -> bool:
        if more is None:
            return True
        waiting += more
        return False

    def _write(self, jobs: Sequence[_Job], has_tried: bool = False) -> list[bool | LogTrouble]:
        """What each job is to be told. Whatever happens, the next batch finds a working connection or makes one."""
        try:
            return list(self._transaction(lambda connection: self._insert(connection, jobs)))
        except Exception as error:
            code = self._give_up(error)
            if code == "again" and not has_tried:
                return self._write(jobs, True)
            if code != "refused" or len(jobs) == 1:
                return [_trouble(code, error) for _ in jobs]
            middle = len(jobs) // 2  # one bad row must not hurt the rest: look for it by halves
            return self._write(jobs[:middle]) + self._write(jobs[middle:])

    def _run_errand(self, errand: _Errand, has_tried: bool = False) -> list[Any]:
        try:
            return [self._transaction(errand.work)]
        except Exception as error:
            code = self._give_up(error)
            if code == "again" and not has_tried:
                return self._run_errand(errand, True)
            return [_trouble(code, error) if isinstance(error, sa.exc.SQLAlchemyError) else error]  # or it is the errand's own

    def _transaction(self, work: Callable[[sa.Connection], _T]) -> _T:
        self._is_committing = False
        if self._connection is None:
            self._connection = self._writing.connect()
        with self._connection.begin() as transaction:
            result = work(self._connection)
            if self._at is not None:
                self._at("written")
            self._is_committing = True
            transaction.commit()
        self._is_committing = False
        if self._at is not None:
            self._at("committed")
        return result

    def _insert(self, connection: sa.Connection, jobs: Sequence[_Job]) -> list[bool]:
        first: dict[tuple[str, int], _Job] = {}  # two steps for one number in one batch: the earlier wins
        for job in jobs:
            first.setdefault((job.step.table, job.step.number), job)
        keys = sorted(first)  # sorted, so that batches of two processes cannot wait for each other in a circle
        values: list[Any] = []
        for key in keys:
            step = first[key].step
            values += (step.table, step.number, step.count, step.body, step.at)
        result = connection.exec_driver_sql(self._statement("step", len(keys)), tuple(values))
        mine = {first[row[0], row[1]] for row in result}  # decided by what comes back, never by a count of rows
        places: list[Place] = []
        codes: list[Code] = []
        closes: list[str] = []
        for job in jobs:
            if job in mine:
                if job.secret is not None:
                    connection.exec_driver_sql(self._statement("secret", 1), (job.step.table, job.secret))
                if job.places:
                    places += job.places
                if job.codes:
                    codes += job.codes
                if job.closes:
                    closes += job.closes
        if places:
            self._put_places(connection, places, "place")
        if codes:
            self._put_codes(connection, codes)
        for digest in closes:
            connection.exec_driver_sql(self._statement("close", 1), (digest,))
        return [job in mine for job in jobs]

    def _put_places(self, connection: sa.Connection, places: Iterable[Place], kind: Literal["place", "wish", "derived place"]) -> None:
        last = {place[:2]: place for place in places}  # PostgreSQL refuses to put one row twice in one statement
        rows = [last[key] for key in sorted(last)]
        for start in range(0, len(rows), BATCH):
            part = rows[start : start + BATCH]
            connection.exec_driver_sql(self._statement(kind, len(part)), tuple(value for row in part for value in (*row, int(kind == "wish"))))

    def _put_codes(self, connection: sa.Connection, codes: Iterable[Code]) -> None:
        for code in codes:
            connection.exec_driver_sql(self._statement("code", 1), tuple(code))

    def _statement(self, kind: str, rows: int) -> str:
        """One statement for so many rows. Made here, not by SQLAlchemy's inserts, which cost more than the database does."""
        statement = self._statements.get((kind, rows))
        if statement is None:
            before, columns, after = _WRITES[kind]
            row = "(" + ", ".join([self._mark] * columns) + ")"
            statement = self._statements[kind, rows] = f"{before} {', '.join([row] * rows)} {after}"
        return statement

    def _give_up(self, error: Exception) -> Literal["unknown", "again", "refused", "down"]:
        """Drop the connection; what does the failure mean?"""
        is_unknown = self._is_committing
        self._drop()
        if is_unknown:
            return "unknown"
        if isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated:
            return "again"  # a connection that died before a commit was asked for has written nothing: trying again is safe
        return "refused" if isinstance(error, _FAULTS_OF_ROWS) else "down"

    def _drop(self) -> None:
        """Let go of the connection; the next transaction makes a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except Exception:  # it is gone either way
                pass


_PLACE: Final = "insert into places (who, table_id, state, at, wished) values"
_REPLACING: Final = "on conflict (who, table_id) do update set state = excluded.state, at = excluded.at, wished = excluded.wished"
_WRITES: Final[Mapping[str, tuple[str, int, str]]] = {
    "step": ("insert into steps (table_id, number, count, body, at) values", 5, "on conflict do nothing returning table_id, number"),
    "secret": ("insert into secrets (table_id, secret) values", 2, ""),
    "place": (_PLACE, 5, _REPLACING),
    "wish": (_PLACE, 5, _REPLACING),
    "derived place": (_PLACE, 5, "on conflict do nothing"),
    "code": (
        "insert into codes (digest, table_id, expires_at) values", 3,
        "on conflict (digest) do update set table_id = excluded.table_id, expires_at = excluded.expires_at",
    ),
    "close": ("delete from codes where digest in", 1, ""),
}  # fmt: skip


class MemoryLog(Log):
    """The same without a database, for measurements alone: what does the log cost?"""

    def __init__(self) -> None:
        self._kept: dict[str, list[Step]] = {}
        self._next: dict[str, int] = {}
        self._secrets: dict[str, bytes] = {}
        self._places: dict[tuple[str, str], Place] = {}
        self._wished: dict[tuple[str, str], Place] = {}
        self._codes: dict[str, Code] = {}
        self._names: dict[str, str] = {}

    async def append(
        self, step: Step, *, secret: bytes | None = None, places: Sequence[Place] = (), codes: Sequence[Code] = (), closes: Sequence[str] = ()
    ) -> bool:
        """Keep a step."""
        if step.number < self._next.get(step.table, 0):
            return False
        self._next[step.table] = step.number + step.count
        self._kept.setdefault(step.table, []).append(step)
        if secret is not None:
            self._secrets[step.table] = secret
        for place in places:
            self._places[place[:2]] = place
            self._wished.pop(place[:2], None)
        self._codes.update({code.digest: code for code in codes})
        for digest in closes:
            self._codes.pop(digest, None)
        return True

    async def passed(self) -> None:
        """Nothing waits here."""

    async def set_name(self, who: str, name: str, at: int) -> None:
        """Remember a name."""
        self._names[who] = name

    async def set_places(self, places: Sequence[Place]) -> None:
        """Put places."""
        self._wished.update({place[:2]: place for place in places})
        self._places.update(self._wished)

    async def rebuild(self, derive: Callable[[str, list[Step]], Derived]) -> None:
        """Make what is derived anew."""
        derived = [derive(table, steps) for table, steps in sorted(self._kept.items())]
        self._places = {place[:2]: place for one in derived for place in one.places} | self._wished
        self._codes = {code.digest: code for one in derived for code in one.codes}

    async def close(self) -> None:
        """Nothing to let go of."""

    async def steps(self, table: str, since: int = 0) -> list[Step]:
        """A table's steps."""
        return [step for step in self._kept.get(table, ()) if step.number + step.count > since + 1]

    async def tables(self) -> list[str]:
        """Every table."""
        return sorted(self._kept)

    async def tables_of(self, who: str) -> list[Place]:
        """What somebody has to do with."""
        return sorted((place for place in self._places.values() if place.who == who), key=lambda place: (-place.at, place.table))

    async def secret_of(self, table: str) -> bytes | None:
        """A table's secret."""
        return self._secrets.get(table)

    async def code(self, digest: str, now: int) -> Code | None:
        """What a code opens."""
        found = self._codes.get(digest)
        return found if found is not None and found.until > now else None

    async def name_of(self, who: str) -> str | None:
        """A name."""
        return self._names.get(who)


def open_log(url: str, *, at: Hook | None = None) -> Log:
    """The log behind `sqlite:///PATH`, `postgresql://...` or, for measurements, `memory:`. Raises LogTrouble."""
    return MemoryLog() if url == "memory:" else Log(url, at=at)


# ------------------------------------------------------------------ the database
def _parse(url: str) -> sa.URL:
    parsed = sa.make_url(url)
    backend = parsed.get_backend_name()
    if backend in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if backend == "sqlite" and parsed.database not in (None, "", ":memory:"):
        return parsed.set(drivername="sqlite")
    raise ValueError("a database is sqlite:///PATH or postgresql://...")


def _take(path: str | None) -> sqlite3.Connection:
    """Never two processes on one SQLite file: a lock beside it, which the system itself lets go of when we die, on every system."""
    guard: sqlite3.Connection | None = None
    try:
        guard = sqlite3.connect(f"{Path(str(path)).resolve()}.lock", timeout=0, isolation_level=None, check_same_thread=False)
        guard.execute("begin exclusive")
    except sqlite3.Error as error:
        if guard is not None:
            guard.close()
        raise LogTrouble("taken" if "locked" in str(error) else "down", str(error)) from error
    return guard


def _engines(url: sa.URL, is_lite: bool) -> tuple[sa.Engine, sa.Engine]:
    """One to write with, one to read with."""
    if not is_lite:
        writing = sa.create_engine(url, hide_parameters=True, connect_args=_ALIVE, pool_size=1, max_overflow=0, pool_pre_ping=True)
        reading = sa.create_engine(
            url, hide_parameters=True, connect_args=_ALIVE, pool_size=2, max_overflow=0, pool_pre_ping=True, isolation_level="AUTOCOMMIT"
        )
        sa.event.listen(writing, "connect", _sync_commits)
        return writing, reading
    waits = {"timeout": _LONGEST_WAIT, "check_same_thread": False}
    writing = sa.create_engine(url, hide_parameters=True, connect_args=waits, pool_size=1, max_overflow=0)
    reading = sa.create_engine(url, hide_parameters=True, connect_args=waits, pool_size=2, max_overflow=0, isolation_level="AUTOCOMMIT")
    sa.event.listen(writing, "connect", _sync_to_disk)
    sa.event.listen(writing, "begin", _begin_immediate)
    sa.event.listen(reading, "connect", _only_read)
    return writing, reading


def _sync_to_disk(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say, not where the driver thinks
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    connection.execute("pragma temp_store = memory")  # what a statement of many rows keeps in case it fails half-way: else a file each time


def _begin_immediate(connection: sa.Connection) -> None:
    connection.exec_driver_sql("begin immediate")  # a lock that is asked for only at the first write fails at once, without waiting


def _only_read(connection: Any, _record: object) -> None:
    connection.execute("pragma query_only = on")


def _sync_commits(connection: Any, _record: object) -> None:
    connection.execute("select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'")
    connection.commit()


def _upgrade(engine: sa.Engine, is_lite: bool) -> None:
    with engine.begin() as connection:
        if not is_lite:
            connection.exec_driver_sql(f"select pg_advisory_xact_lock({_UPGRADE_LOCK})")
        connection.exec_driver_sql("create table if not exists schema_version (version integer not null)")
        version = connection.exec_driver_sql("select max(version) from schema_version").scalar() or 0
        if version > len(UPGRADES):
            raise LogTrouble("newer", f"{version} > {len(UPGRADES)}")
        words = _WORDS[connection.dialect.name]
        for statements in UPGRADES[version:]:
            for statement in statements:
                connection.exec_driver_sql(statement.format_map(words))
        if version < len(UPGRADES):
            connection.exec_driver_sql("delete from schema_version")
            connection.exec_driver_sql(f"insert into schema_version (version) values ({len(UPGRADES)})")


def _steps(connection: sa.Connection, table: str, since: int) -> list[Step]:
    return [Step(*row) for row in connection.execute(_STEPS, {"table": table, "since": since})]


def _only(rows: sa.CursorResult[Any], kind: type[_T]) -> _T | None:
    found = rows.scalar()
    return None if found is None else kind(found)  # type: ignore[call-arg]  # bytes and str take their own kind


def _nothing(_result: object) -> None:
    return None


def _trouble(code: Literal["unknown", "again", "refused", "down"], error: Exception) -> LogTrouble:
    return LogTrouble("down" if code == "again" else code, _first_line(error))


def _first_line(error: BaseException) -> str:
    """What the database said, without statement and values: a secret may be among them."""
    original = getattr(error, "orig", None) or error
    return f"{type(original).__name__}: {original}".partition("\n")[0]
