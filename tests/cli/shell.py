"""How the tests use the command as people do: as a process with pipes, and as a process at a terminal."""

import contextlib
import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
import unicodedata
from pathlib import Path
from unittest import mock

from dragonhoard.cli.main import main

COMMAND = [sys.executable, "-m", "dragonhoard"]
ROOT = Path(__file__).parents[2]
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x01\x02\x07]")
PROMPT = re.compile(r"(?:\w> |: |\) )$")  # how every question ends
CLEARED = "\x1b[3J"


def environment(state: Path, **more: str) -> dict[str, str]:
    """An English user's, with a folder for state of its own."""
    ours = ("LC_", "LANG", "NO_COLOR", "TERM", "PAGER", "DRAGONHOARD_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "LANG": "en_US.UTF-8", "TERM": "xterm-256color", "PAGER": "cat", "XDG_STATE_HOME": str(state), "PYTHONPATH": str(ROOT), **more}


def run(*arguments: str, state: Path, typed: str | bytes = "", **more: str) -> subprocess.CompletedProcess[str]:
    """The command with pipes; no fault of the program is ever all right."""
    raw = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run([*COMMAND, *arguments], input=raw, capture_output=True, env=environment(state, **more), timeout=120, check=False)
    answer = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in answer.stderr + answer.stdout, answer.stderr
    assert answer.returncode != 3, answer.stderr
    return answer


def call(*arguments: str, state: Path, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """The same within this process, where a hundred calls take no longer than one process does."""
    streams = [io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8", write_through=True) for raw in (typed.encode(), b"", b"")]
    with (
        mock.patch.dict(os.environ, environment(state, **more), clear=True),
        mock.patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]),
    ):
        handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
        code = main(arguments)
        for number, handler in handlers.items():
            signal.signal(number, handler)
    out, err = (stream.buffer.getvalue().decode() for stream in streams[1:])  # type: ignore[attr-defined]
    assert code != 3, err
    return subprocess.CompletedProcess(arguments, code, out, err)


def columns(line: str) -> int:
    """How many columns a line fills."""
    return sum(0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in CONTROL.sub("", line))


def too_wide(text: str, width: int = 80) -> list[str]:
    """The lines that do not fit."""
    return [line for line in CONTROL.sub("", text).replace("\r", "").split("\n") if columns(line) > width]


class Terminal:
    """The command at a terminal of its own; `text` is all that it wrote."""

    def __init__(self, *arguments: str, state: Path, rows: int = 40, width: int = 80, **more: str) -> None:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, width, 0, 0))
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment(state, **more),
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(theirs)
        self.end = ours
        self.text = ""
        self._raw = b""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        with contextlib.suppress(OSError):
            os.close(self.end)

    def _read(self, seconds: float) -> bool:
        """Take what there is; whether there was anything, or the other side is gone."""
        if not select.select([self.end], [], [], seconds)[0]:
            return False
        try:
            piece = os.read(self.end, 1 << 16)
        except OSError:
            piece = b""
        if not piece:
            return False
        self._raw += piece
        self.text = self._raw.decode(errors="replace").replace("\r\n", "\n")
        return True

    def asked(self, seconds: float = 20) -> str:
        """Wait for a question, or for the end; all that was written since the last `type`."""
        begun, since = time.monotonic(), self._since
        while time.monotonic() - begun < seconds:
            fresh = CONTROL.sub("", self.text[since:])
            if PROMPT.search(fresh) and not self._read(0.03):  # what ends like a question may be the first half of one
                return self.text[since:]
            if not self._read(0.2) and self.process.poll() is not None and not self._read(0):
                return self.text[since:]
        raise AssertionError(f"no question came: {self.text[-2000:]}")

    _since = 0

    def type(self, text: str) -> None:
        """Type something, as it is."""
        while self._read(0):
            pass
        self._since = len(self.text)
        os.write(self.end, text.encode())

    def answer(self, text: str) -> str:
        """Type a line and wait for the next question."""
        self.type(text + "\r")
        return self.asked()

    def ended(self, seconds: float = 20) -> int:
        """Wait for the end; the exit code."""
        begun = time.monotonic()
        while self.process.poll() is None and time.monotonic() - begun < seconds:
            self._read(0.05)
        while self._read(0.05):
            pass
        assert "Traceback" not in self.text, self.text[-3000:]
        return self.process.wait(1)

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Send a signal, as the system would."""
        self.process.send_signal(number)
