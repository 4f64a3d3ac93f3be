"""`dragonhoard serve` as a process of its own, with a folder of its own."""

import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Server:
    """A running server; `kill` and `start` keep its folder and its port."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.folder = folder
        self.more = more
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        host = self.more[self.more.index("--host") + 1] if "--host" in self.more else "127.0.0.1"
        return f"http://{host}:{self.port}"

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        said = self.folder.parent / f"{self.folder.name}.log"
        with said.open("a") as out:
            begun = out.tell()
            how = ["--no-open", "--port", str(self.port), "--data", str(self.folder), *self.more]
            command = [sys.executable, "-m", "tests.browser.seeded", "serve", *how]
            environment = os.environ | {"DRAGONHOARD_LANG": "en", "LC_ALL": "C.UTF-8"}
            self.process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, text=True, env=environment, cwd=ROOT)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            found = re.search(r"http://[^\s/]*?:(\d+)", said.read_text()[begun:])
            if found:
                self.port = int(found[1])
                try:
                    with urllib.request.urlopen(self.address + "/api/games?lang=en", timeout=5):
                        return
                except OSError:
                    pass
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"the server did not start: {said.read_text()}")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


@contextmanager
def serve(folder: Path, *more: str) -> Iterator[Server]:
    server = Server(folder, *more)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Wire:
    """A wire between a browser and a server, on a port of its own, that can be cut and mended; what it carries takes `delay` seconds each way."""

    def __init__(self, port: int, delay: float = 0) -> None:
        self._to = port
        self._delay = delay
        self._is_whole = True
        self._open: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._is_whole = False
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._is_whole = True

    def close(self) -> None:
        self.cut()
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                if not self._is_whole:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
                for each in (near, far):
                    each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        waiting: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()
        threading.Thread(target=self._deliver, args=(waiting, one, other), daemon=True).start()
        with suppress(OSError):
            while data := one.recv(65536):
                waiting.put((time.monotonic() + self._delay, data))
        waiting.put((time.monotonic() + self._delay, b""))

    @staticmethod
    def _deliver(waiting: "queue.SimpleQueue[tuple[float, bytes]]", one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while (next_one := waiting.get())[1]:
                time.sleep(max(0.0, next_one[0] - time.monotonic()))
                other.sendall(next_one[1])
        for each in (one, other):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
