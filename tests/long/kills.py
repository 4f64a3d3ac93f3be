"""`kill -9` under load, and two at once: `scripts/long kills [--kills 50] [--hooks 15] [--races 2000] [--only DATABASE] [--short]`.

A real `dragonhoard serve` is killed while people play, started again, and everybody comes back by the page's own protocol (hello with the last
event known, unanswered requests asked again under their ids). Then the log is held against every answer that anybody was given. The deaths
between write, commit and acknowledgement are brought about by `_server`, which hands the log a hook; the product has no way to ask for it.
Races: both sockets of one seat submit for the same event in the same moment. Writes benchmarks/kills.md.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dragonhoard as dh
from dragonhoard.server.log import open_log
from dragonhoard.server.messages import AgainWanted, Moved, decode_events
from dragonhoard.server.past import Past
from tests.long._line import Line, Person, seated
from tests.reports import ROOT, write
from tests.server.databases import NoPostgreSQL, PostgreSQL

PORT = 8610
PACE = 0.03  # seconds between two requests of one socket: below what the server lets one socket ask
RETRIES = (0.25, 0.5, 1.0, 2.0, 3.0)  # web/src/socket.ts
ONE_WON = "one accepted, the other told stale with the fresh view"
POINTS = ("written", "committed", "acknowledged")
WORDS = """Outside: `kill -9` at a random moment of a real `dragonhoard serve`; hook: a server that ends itself so at that point of a commit. Two
sockets a table, all four games, moves and rematches at random; after every death each page comes back by itself. *Lost*: answered "done" and not
in the log as it was asked for. *Repeated*: in the log more than once, or answered with two numbers. *Gaps*: missing numbers. *Unasked*: in the log
though nobody was answered, once everybody had been. *Not back*: pages without a view of the restarted server after 60 seconds. Races: two sockets
of one seat submit for one event in the same moment; one in ten with the same id on both, which has to be answered alike."""
COLUMNS = "| database | death | deaths | moves answered | lost | repeated | gaps | unasked | not back | asked again |"


# ------------------------------------------------------------------ one page
class Page:
    """A page as `web/src/socket.ts` has it, before one table after another; it plays whenever it may."""

    def __init__(self, hall: "Hall", person: Person, table: str, seat: int) -> None:
        self.hall, self.person, self.table, self.seat = hall, person, table, seat
        self.after = self.changed = 0
        self.moves: list[str] = []
        self.phase = ""
        self.next: str | None = None
        self.waiting: dict[str, dict[str, Any]] = {}
        self.is_back = False
        self.line: Line | None = None
        self._tries = self._count = 0
        self._is_wanting = False

    async def connect(self) -> None:
        """Connect, say hello, ask again what was not answered; until it works."""
        while not self.hall.is_over:
            try:
                self.line = await self.person.line(self._hear, self._lost)
                break
            except OSError:
                await self._wait()
        if self.line is not None and not self.line.transport.is_closing() and self.seat >= 0:
            self._greet()
            for message in self.waiting.values():
                self.hall.asked_again += 1
                self._send(message)

    async def _wait(self) -> None:
        self._tries += 1
        await asyncio.sleep(RETRIES[min(self._tries - 1, len(RETRIES) - 1)])

    def _greet(self) -> None:
        self._send({"t": "hello", "table": self.table, "seat": self.seat, "after": self.after})

    def _send(self, message: dict[str, Any]) -> None:
        if self.line is not None and not self.line.transport.is_closing():
            self.line.send(json.dumps(message).encode())

    def _lost(self) -> None:
        self.line, self.is_back = None, False
        if not self.hall.is_over:
            self.hall.keep(self._again())

    async def _again(self) -> None:
        await self._wait()
        await self.connect()

    def _hear(self, frame: bytes) -> None:
        message = json.loads(frame)
        kind = message["t"]
        if kind == "now":
            self._now(message)
        elif kind == "done":
            asked = self.waiting.pop(message["id"], None)
            if asked is None:
                self.hall.faults["answered twice"] += 1
            else:
                self.hall.answered(self, asked, message["number"])
                self._perhaps_on()
        elif kind == "refused":
            asked = self.waiting.pop(message["id"], None)
            self.hall.refused[message["code"]] += 1
            if message["code"] == "retry" and asked is not None:
                self.waiting[message["id"]] = asked
                asyncio.get_running_loop().call_later(0.2, self._send, asked)
            elif message["code"] != "stale":
                self.hall.faults[f"refused: {message['code']}"] += 1
        elif kind == "closed":
            self.hall.faults[f"closed: {message['code']}"] += 1

    def _now(self, now: dict[str, Any]) -> None:
        if now["table"] != self.table:
            return
        if now["number"] < self.after:
            self.hall.faults["the server knows less than a page"] += 1
        self._tries, self.is_back = 0, True
        self.after, self.changed, self.moves = now["number"], now["changed"], now["moves"]
        self.phase, self.next = now["phase"], now["next"]
        if not self._perhaps_on():
            self.want()

    def _perhaps_on(self) -> bool:
        """To the next table, once there is one and every answer is here."""
        if self.next is None or self.waiting:
            return False
        self.table, self.seat, self.after, self.phase, self.moves, self.next = self.next, -1, 0, "", [], None
        self.hall.keep(self._find_seat())
        return True

    async def _find_seat(self) -> None:
        """Seats were rotated: which one is mine now? The page asks at home."""
        while not self.hall.is_over:
            try:
                tables = (await self.person.get("/api/tables"))["tables"]
                self.seat = next(line["mine"][0] for line in tables if line["table"] == self.table)
                self._greet()
                return
            except (OSError, StopIteration):
                await asyncio.sleep(0.3)

    def want(self) -> None:
        """Ask for something, in a moment."""
        if not self._is_wanting and not self.hall.is_ending:
            self._is_wanting = True
            asyncio.get_running_loop().call_later(PACE, self._ask)

    def _ask(self) -> None:
        self._is_wanting = False
        if self.hall.is_ending or self.waiting:
            return
        if self.phase == "playing" and self.moves:
            wanted: dict[str, Any] = {"t": "play", "after": self.changed, "move": random.choice(self.moves)}
        elif self.phase == "over":
            wanted = {"t": "again", "wanted": True}
        else:
            return
        self._count += 1
        message = {**wanted, "id": f"p{self.hall.pages.index(self)}-{self._count}"}
        self.waiting[message["id"]] = message
        self._send(message)


class Hall:
    """Everybody who plays, and all that they were answered."""

    def __init__(self) -> None:
        self.pages: list[Page] = []
        self.acknowledged: dict[tuple[str, int, str], tuple[int, dict[str, Any]]] = {}
        self.faults: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.asked_again = self.moves = 0
        self.is_ending = self.is_over = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def fill(self, port: int, tables: int) -> None:
        """Open tables and sit everybody down."""
        for number in range(tables):
            key, people = await seated(port, list(dh.GAMES)[number % len(dh.GAMES)], f"127.0.0.{10 + number}")
            for seat, person in enumerate(people):
                page = Page(self, person, key, seat)
                self.pages.append(page)
                await page.connect()

    def keep(self, act: Any) -> None:
        task = asyncio.get_running_loop().create_task(act)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def answered(self, page: Page, asked: dict[str, Any], number: int) -> None:
        """A page was told "done"."""
        key = page.table, page.seat, asked["id"]
        if key in self.acknowledged and self.acknowledged[key][0] != number:
            self.faults["two numbers for one id"] += 1
        self.acknowledged[key] = number, asked
        self.moves += asked["t"] == "play"

    async def until(self, true: Callable[[], bool], seconds: float = 60) -> bool:
        """Wait for something; whether it came."""
        end = time.monotonic() + seconds
        while not true():
            if time.monotonic() > end:
                return False
            await asyncio.sleep(0.01)
        return True

    async def close(self) -> None:
        self.is_over = True
        for page in self.pages:
            if page.line is not None:
                page.line.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.sleep(0)


# ------------------------------------------------------------------ servers that die
class Mortal:
    """A server process, and how to start it again."""

    def __init__(self, folder: Path, database: str, port: int) -> None:
        self.folder, self.database, self.port = folder, database, port
        self.process: subprocess.Popen[str] | None = None

    def start(self, die_at: str | None = None) -> None:
        """`dragonhoard serve`, or the test's own server that dies at a point of a commit."""
        ours = ["-m", "dragonhoard", "serve", "--data", str(self.folder), "--port", str(self.port), "--database", self.database]
        theirs = ["-m", "tests.long._server", "--database", self.database, "--port", str(self.port), *(["--die-at", die_at] if die_at else [])]
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("DRAGONHOARD_", "DISPLAY", "WAYLAND"))}
        self.process = subprocess.Popen(
            [sys.executable, *(ours if die_at is None else theirs)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
            text=True, cwd=ROOT, env={**kept, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip

    async def ready(self) -> None:
        """It answers."""
        process = self.process
        assert process is not None and process.stdout is not None
        line = await asyncio.to_thread(process.stdout.readline)
        assert "http://" in line or "ready" in line, f"the server did not start: {line}"

    def kill(self) -> None:
        """Nothing can be done against this."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.buried()

    def buried(self) -> None:
        assert self.process is not None and self.process.stdout is not None
        self.process.wait(20)
        self.process.stdout.close()

    @property
    def is_dead(self) -> bool:
        return self.process is None or self.process.poll() is not None


class Count:
    """What a table of deaths comes to."""

    def __init__(self) -> None:
        self.deaths = self.moves = self.lost = self.repeated = self.gaps = self.unasked = self.not_back = self.asked_again = 0
        self.faults: Counter[str] = Counter()
        self.is_held = False

    @property
    def is_bad(self) -> bool:
        return bool(self.lost or self.repeated or self.gaps or self.unasked or self.not_back or self.faults or not self.moves)

    def row(self, database: str, death: str) -> str:
        numbers = [self.deaths, self.moves, self.lost, self.repeated, self.gaps, self.unasked, self.not_back, self.asked_again]
        return f"| {database} | {death} | {' | '.join(f'{number:,}' for number in numbers)} |"


async def deaths(mortal: Mortal, kind: str, wanted: int, tables: int) -> Count:
    """So many deaths under load; then everything is compared."""
    count, hall = Count(), Hall()

    def start() -> None:
        mortal.start(None if kind == "outside" else f"{kind}:{random.randrange(15, 60)}")

    mortal.start(None if kind == "outside" else "written:1000000000")
    await mortal.ready()
    try:
        await hall.fill(mortal.port, tables)
        if kind != "outside":
            mortal.kill()  # a death that does not count: from here on it ends itself
            start()
            await mortal.ready()
        while count.deaths < wanted:
            if not await hall.until(lambda: all(page.is_back for page in hall.pages)):
                count.not_back += sum(not page.is_back for page in hall.pages)
                break
            before = hall.moves
            if kind == "outside":
                await hall.until(lambda before=before: hall.moves > before + 5)  # type: ignore[misc]
                await asyncio.sleep(random.uniform(0, 1))
                mortal.kill()
            else:
                if not await hall.until(lambda: mortal.is_dead):
                    hall.faults["did not die"] += 1
                    break
                mortal.buried()
            count.deaths += 1
            if kind == "outside" or count.deaths < wanted:
                start()
            else:
                mortal.start("written:1000000000")
            await mortal.ready()
        if not await hall.until(lambda: all(page.is_back for page in hall.pages)):
            count.not_back += sum(not page.is_back for page in hall.pages)
        hall.is_ending = True
        if not await hall.until(lambda: not any(page.waiting for page in hall.pages)):
            hall.faults["never answered"] += sum(len(page.waiting) for page in hall.pages)
    finally:
        await hall.close()
        if not mortal.is_dead:
            mortal.kill()
    count.moves, count.asked_again = hall.moves, hall.asked_again
    count.faults = hall.faults
    await compare(mortal.database, hall, count)
    print(dict(hall.refused), dict(hall.faults), flush=True)
    return count


async def compare(database: str, hall: Hall, count: Count) -> None:
    """The log against all answers."""
    log = open_log(database)
    try:
        found: Counter[tuple[str, int, str]] = Counter()
        for table in await log.tables():
            past, events = Past(dh.GAMES), dict[int, Any]()
            for step in await log.steps(table):
                count.gaps += step.number != past.number + 1
                put = decode_events(step.body)
                events.update(enumerate(put, start=step.number))
                try:
                    past.fold(step.number, put)
                except dh.GameError as fault:
                    count.faults[f"the log does not fit together: {fault.kind}"] += 1
                    past.number = step.number + len(put) - 1
            for event in events.values():
                if isinstance(event, Moved | AgainWanted) and event.id:
                    found[table, event.seat, event.id] += 1
            for key, (number, asked) in hall.acknowledged.items():
                if key[0] == table:
                    event = events.get(number)
                    is_same = isinstance(event, Moved) and event.move == asked["move"] if asked["t"] == "play" else isinstance(event, AgainWanted)
                    count.lost += not (is_same and (event.seat, event.id) == key[1:])  # type: ignore[union-attr]
        count.lost += sum(key not in found for key in hall.acknowledged)
        count.repeated += sum(times - 1 for times in found.values())
        count.unasked += sum(key not in hall.acknowledged for key in found)
    finally:
        await log.close()


# ------------------------------------------------------------------ races
class Racer:
    """One of two sockets of a seat."""

    def __init__(self) -> None:
        self.line: Line | None = None
        self.now: dict[str, Any] = {}
        self.frames: list[dict[str, Any]] = []

    def hear(self, frame: bytes) -> None:
        message = json.loads(frame)
        self.frames.append(message)
        if message["t"] == "now":
            self.now = message

    @property
    def answer(self) -> dict[str, Any] | None:
        return next((frame for frame in self.frames if frame["t"] in ("done", "refused")), None)


async def race(port: int, game: str, near: str, wanted: int, told: Counter[str]) -> None:
    """One table: every move is asked for by two sockets of its seat at once."""
    waits = Hall()
    while wanted > 0:
        table, people = await seated(port, game, near)
        racers = []
        for seat, person in enumerate(people):
            for _ in range(2):
                racer = Racer()
                racer.line = await person.line(racer.hear)
                racer.line.send(json.dumps({"t": "hello", "table": table, "seat": seat}).encode())
                racers.append(racer)
        event = 0
        while wanted > 0:
            assert await waits.until(lambda event=event: all(racer.now and racer.now["changed"] >= event for racer in racers))  # type: ignore[misc]
            now = racers[0].now
            if now["phase"] == "over":
                break
            pair = racers[2 * now["mover"] : 2 * now["mover"] + 2]
            moves = random.choices(pair[0].now["moves"], k=2)
            is_same = wanted % 10 == 0
            ids = [f"r{wanted}"] * 2 if is_same else [f"r{wanted}a", f"r{wanted}b"]
            for racer, move, name in zip(pair, moves, ids, strict=True):
                racer.frames.clear()
                assert racer.line is not None
                racer.line.send(json.dumps({"t": "play", "id": name, "after": now["changed"], "move": move}).encode())
            assert await waits.until(lambda pair=pair: all(racer.answer for racer in pair))  # type: ignore[misc]
            answers = [racer.answer or {} for racer in pair]
            kinds = sorted(answer["t"] for answer in answers)
            if is_same:
                told["the same id: answered alike" if kinds == ["done", "done"] and answers[0]["number"] == answers[1]["number"] else "WRONG"] += 1
            elif kinds != ["done", "refused"]:
                told["WRONG"] += 1
            else:
                winner = next(answer for answer in answers if answer["t"] == "done")
                loser = next(racer for racer in pair if (racer.answer or {})["t"] == "refused")
                at = loser.frames.index(loser.answer or {})
                is_fresh = at > 0 and loser.frames[at - 1]["t"] == "now" and loser.frames[at - 1]["number"] >= winner["number"]
                told[ONE_WON if is_fresh and (loser.answer or {})["code"] == "stale" else "WRONG"] += 1
            event = next(answer["number"] for answer in answers if answer["t"] == "done")
            wanted -= 1
        for racer in racers:
            if racer.line is not None:
                racer.line.close()


async def races(mortal: Mortal, wanted: int, tables: int = 16) -> Counter[str]:
    """Races at several tables at once, before a real `dragonhoard serve`."""
    told: Counter[str] = Counter()
    mortal.start()
    await mortal.ready()
    try:
        shares = [wanted // tables + (number < wanted % tables) for number in range(tables)]
        await asyncio.gather(
            *(race(mortal.port, list(dh.GAMES)[number % 4], f"127.0.0.{10 + number}", share, told) for number, share in enumerate(shares))
        )
    finally:
        mortal.kill()
    return told


# ------------------------------------------------------------------ all of it
@contextlib.contextmanager
def databases(chosen: str) -> Iterator[list[tuple[str, Callable[[Path], str]]]]:
    """The kinds of databases there are here, and how to get a fresh one."""
    found: list[tuple[str, Callable[[Path], str]]] = [("SQLite", lambda folder: f"sqlite:///{folder / 'tables.db'}")]
    server = None
    if chosen != "sqlite":
        try:
            server = PostgreSQL()
            postgresql = server
            found.append(("PostgreSQL", lambda folder: postgresql.new_database()))
        except NoPostgreSQL as reason:
            if "postgresql" in os.environ.get("DRAGONHOARD_NEEDS", ""):
                raise
            print(f"PostgreSQL is left out: {reason}")
    try:
        yield found if chosen != "postgresql" else found[1:]
    finally:
        if server is not None:
            server.close()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/long kills", description="kill -9 under load, and races")
    parser.add_argument("--kills", type=int, default=50, help="from outside, on each database")
    parser.add_argument("--hooks", type=int, default=15, help="at each point of a commit, on each database")
    parser.add_argument("--races", type=int, default=2000)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--only", choices=("sqlite", "postgresql", ""), default="")
    parser.add_argument("--short", action="store_true", help="what CI runs: a few of each, nothing written")
    chosen = parser.parse_args(arguments)
    kills, hooks, wanted = (3, 1, 200) if chosen.short else (chosen.kills, chosen.hooks, chosen.races)
    rows: list[str] = []
    is_bad = False
    with tempfile.TemporaryDirectory() as folder, databases(chosen.only) as kinds:
        for name, fresh in kinds:
            for kind in ("outside", *POINTS):
                place = Path(folder) / f"{name}-{kind}"
                place.mkdir()
                mortal = Mortal(place, fresh(place), chosen.port)
                count = asyncio.run(deaths(mortal, kind, kills if kind == "outside" else hooks, chosen.tables))
                is_bad |= count.is_bad
                rows.append(count.row(name, kind))
                print(rows[-1], *count.faults.items(), flush=True)
        told: Counter[tuple[str, str]] = Counter()
        for name, fresh in kinds:
            place = Path(folder) / f"{name}-races"
            place.mkdir()
            came = asyncio.run(races(Mortal(place, fresh(place), chosen.port), wanted * 10 // 9 + 16))
            is_bad |= "WRONG" in came or came[ONE_WON] < wanted
            told.update({(name, what): times for what, times in came.items()})
            print(name, dict(came), flush=True)
    if not chosen.short:
        rows += ["", "| database | races | what came of them |", "|---|---|---|"]
        rows += [f"| {name} | {times:,} | {what} |" for (name, what), times in sorted(told.items())]
        write("kills", "Killed under load", "kills", WORDS, COLUMNS, rows)
    return int(is_bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
