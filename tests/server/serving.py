"""A whole server for tests, on a port of its own, in a thread or as a process; and a browser as the server sees one: cookies, Origin, a socket."""

import asyncio
import contextlib
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from dragonhoard.server.app import House, make_app
from dragonhoard.server.bots import Thinker, accepted_bots
from dragonhoard.server.client import Client
from dragonhoard.server.gate import Hosts, Limits, Rate
from dragonhoard.server.hosting import Listeners, bound
from dragonhoard.server.listening import Listening
from dragonhoard.server.log import Log, open_log
from dragonhoard.server.table import Tables

ROOT = Path(__file__).parents[2]
PLENTY = Rate(1_000_000, 1_000_000)
UNBOUND = Limits(PLENTY, PLENTY, PLENTY, PLENTY, 100_000, 100_000, 100_000, PLENTY)
PAGE = "<!doctype html><title>page</title>" + " " * 600


def page_folder(folder: Path) -> Path:
    """Something like a built page."""
    (folder / "assets").mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "assets" / "index-abc123.js").write_text("export const answer = 42;\n" * 100)
    (folder / "assets" / "font-abc123.woff2").write_bytes(bytes(range(256)))
    (folder / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / ".inputs").write_text("a secret of the build")
    return folder


@dataclass
class Served:
    """A server in a thread of this process."""

    address: str
    house: House
    loop: asyncio.AbstractEventLoop
    listeners: Listeners

    @property
    def netloc(self) -> str:
        return self.address.removeprefix("http://")


@contextlib.contextmanager
def served(
    folder: Path, *, database: str | None = None, limits: Limits = UNBOUND, bots: Sequence[str] = (), is_behind_proxy: bool = False,
    names: Sequence[str] = (), addresses: Sequence[str] = (), log: Log | None = None,
) -> Iterator[Served]:  # fmt: skip
    """Serve from a thread until the block ends."""
    folder.mkdir(parents=True, exist_ok=True)
    sock = bound("127.0.0.1", 0)
    port = sock.getsockname()[1]
    ready = threading.Event()
    found: list[Served] = []
    failed: list[BaseException] = []
    stop: list[Any] = []

    async def run() -> None:
        kept = open_log(database or f"sqlite:///{folder / 'tables.db'}") if log is None else log
        thinker = Thinker()
        accepted = accepted_bots(bots)
        tables = Tables(kept, bots=accepted, thinker=thinker)
        listeners = Listeners("127.0.0.1", port, lambda: list(addresses))
        hosts = listeners.hosts = Hosts.of(names)
        client = Client(page_folder(folder / "page"))
        house = House(kept, tables, accepted, listeners, client, limits, hosts, not is_behind_proxy)
        server = Listening(make_app(house), is_behind_proxy=is_behind_proxy)
        listeners.listen = server.listen
        logging.getLogger("uvicorn").setLevel(logging.ERROR)  # it is silenced for hosts, not for us

        async def begun() -> None:
            loop = asyncio.get_running_loop()
            found.append(Served(f"http://127.0.0.1:{port}", house, loop, listeners))
            stop.append(lambda: loop.call_soon_threadsafe(server.stop))
            ready.set()

        try:
            await server.run(sock, begun)
        finally:
            await tables.close()
            await kept.close()

    def target() -> None:
        try:
            asyncio.run(run())
        except BaseException as fault:
            failed.append(fault)
        finally:
            ready.set()

    faults = Faults()
    for name in Faults.LOGGERS:
        logging.getLogger(name).addHandler(faults)
    thread = threading.Thread(target=target)
    thread.start()
    try:
        assert ready.wait(30)
        if failed:
            raise failed[0]
        yield found[0]
    finally:
        for name in Faults.LOGGERS:
            logging.getLogger(name).removeHandler(faults)
        for each in stop:
            each()
        thread.join(30)
        sock.close()
    assert not thread.is_alive()
    if failed:
        raise failed[0]
    assert faults.found == []


class Faults(logging.Handler):
    """Whatever the server, its sockets or the loop complain of: in a test that is a failure."""

    LOGGERS = ("dragonhoard.server", "uvicorn", "asyncio")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it, unless it is only that a client's text was none."""
        if record.levelno >= logging.ERROR and "Invalid UTF-8" not in record.getMessage():
            self.found.append(record.getMessage() + (f" {record.exc_info[1]!r}" if record.exc_info else ""))


class Browser:
    """One browser: it keeps its cookie, says from which page it comes, and opens sockets."""

    def __init__(self, address: str, *, host: str | None = None, language: str = "en") -> None:
        self.address = address
        self.origin = f"http://{host}" if host else address
        headers = {"origin": self.origin, "accept-language": language} | ({"host": host} if host else {})
        self.http = httpx.Client(base_url=address, headers=headers, timeout=20, trust_env=False)
        self.host = host

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, **query: Any) -> Any:
        """The JSON behind an address."""
        answer = self.http.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        """Send JSON, and what is answered."""
        answer = self.http.post(path, content=json.dumps({} if body is None else body), headers={"content-type": "application/json"})
        assert answer.status_code in ((200, 201) if status == 200 else (status,)), (answer.status_code, answer.text)
        return answer.json()

    def socket(self, host: str | None = None, **more: str) -> "Line":
        """A socket of this browser's, under another name if one is given; `more` are headers in place of its own."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"origin": self.origin} | ({"cookie": cookies} if cookies else {}) | more
        where, _, port = self.address.removeprefix("http://").rpartition(":")
        name = host or self.host or f"{where}:{port}"
        line = socket.create_connection((where.strip("[]"), int(port)), timeout=20)
        try:
            opened = connect(f"ws://{name}/ws", sock=line, origin=None, additional_headers=headers, compression=None, open_timeout=10, proxy=None)
            return Line(opened.__enter__())
        except BaseException:
            line.close()
            raise


class Line:
    """A socket: messages as dictionaries, all frames kept as they came."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frames: list[str] = []

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def say(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.connection.send(json.dumps(message))

    def hear(self, seconds: float = 20) -> dict[str, Any]:
        """The next message."""
        frame = self.connection.recv(seconds)
        assert isinstance(frame, str)
        self.frames.append(frame)
        found: dict[str, Any] = json.loads(frame)
        return found

    def until(self, kind: str, seconds: float = 20, **wanted: Any) -> dict[str, Any]:
        """The next message of that kind, with those fields."""
        end = time.monotonic() + seconds
        while True:
            found = self.hear(max(0.01, end - time.monotonic()))
            if found["t"] == kind and all(found.get(name) == value for name, value in wanted.items()):
                return found

    def silence(self, seconds: float = 0.3) -> list[dict[str, Any]]:
        """Everything that comes within so long."""
        found = []
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            while True:
                found.append(self.hear(seconds))
        return found

    def closed(self, seconds: float = 20) -> tuple[list[dict[str, Any]], int]:
        """What still comes before the server hangs up, and the code it does so with."""
        found = []
        try:
            while True:
                found.append(self.hear(seconds))
        except ConnectionClosed as end:
            return found, end.rcvd.code if end.rcvd else 1006


# ------------------------------------------------------------------ as a process
class Process:
    """`dragonhoard serve` as a process of its own."""

    def __init__(self, data: Path, *arguments: str, **environment: str) -> None:
        ours = ("LC_", "LANG", "DRAGONHOARD_", "DISPLAY", "WAYLAND")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        command = [sys.executable, "-m", "dragonhoard", "serve", "--data", str(data), *arguments]
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
            env={**kept, "LANG": "en_US.UTF-8", "PYTHONPATH": str(ROOT), **environment},
        )  # fmt: skip
        self.lines: list[str] = []

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def address(self) -> str:
        """Where it says that it is."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if "http://" in line:
                return "http://" + line.split("http://")[1].strip()
        raise AssertionError(f"no address: {self.lines}")

    def ended(self, seconds: float = 20) -> tuple[int, str]:
        """Wait for the end: the exit code, and all that was written."""
        assert self.process.stdout is not None
        self.lines += self.process.stdout.readlines()
        return self.process.wait(seconds), "".join(self.lines)
