"""`dragonhoard serve` as a process of its own, with a folder of its own."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
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
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        said = self.folder.parent / f"{self.folder.name}.log"
        with said.open("a") as out:
            begun = out.tell()
            command = [sys.executable, "-m", "tests.browser.seeded", "serve", "--no-open", "--port", str(self.port), "--data", str(self.folder), *self.more]
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
