"""A match on disk while it is played, so that whatever stops the program stops no match: its record, and who sits at the table."""

import json
import os
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import dragonhoard as dh


@dataclass(frozen=True)
class Chair:
    """Who sits on a seat: a person by name, or a bot by its spec."""

    name: str
    bot: str | None = None


def kept_folder() -> Path:
    """Where matches are kept while they are played: the user's folder for state."""
    chosen = os.environ.get("XDG_STATE_HOME", "")
    if chosen.startswith("/"):  # the standard has relative ones ignored
        return Path(chosen) / "dragonhoard"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "dragonhoard"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "dragonhoard"
    return Path.home() / ".local" / "state" / "dragonhoard"


def write_whole(path: Path, text: str) -> None:
    """Put a text into a file so that at every moment either the old text or the new one is there, whole."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name[:40], suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


class Kept:
    """A match on disk while it is played: its record, and beside it who sits there (bots, the seed) until it is over."""

    def __init__(self, record: Path | None, key: str) -> None:
        self.fault: str | None = None
        if record is None:
            stamp = f"{key}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
            try:
                folder = kept_folder()
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                record = next(path for n in range(1, 1000) if not (path := folder / f"{stamp}-{n}.record").exists())
            except (OSError, RuntimeError) as fault:
                record = Path(f"{stamp}.record")
                self.fault = str(fault)
        self.record = record.absolute()

    @property
    def table(self) -> Path:
        """The file of who sits there."""
        return self.record.with_name(self.record.name + ".table")

    def write(self, match: dh.Match, chairs: Sequence[Chair], seed: int | None) -> None:
        """Keep it as it stands now; where that fails, `fault` says why."""
        if self.fault is not None:
            return
        try:
            write_whole(self.record, str(match.record()))
            if match.mover is None:
                self.table.unlink(missing_ok=True)
            else:
                write_whole(self.table, json.dumps({"bots": [chair.bot for chair in chairs], "seed": seed}) + "\n")
        except OSError as fault:
            self.fault = fault.strerror or str(fault)

    def seats(self) -> tuple[list[str | None], int | None]:
        """The bots and the seed that were written beside the record; nobody and none if nothing usable was."""
        try:
            found = json.loads(self.table.read_text(encoding="utf-8"))
            bots = [bot if isinstance(bot, str) else None for bot in found["bots"]]
            return bots, found["seed"] if type(found["seed"]) is int else None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return [], None


def latest_kept() -> Path | None:
    """The record of the match that was last left before its end."""
    try:
        tables = sorted(kept_folder().glob("*.record.table"), key=lambda path: path.stat().st_mtime)
    except (OSError, RuntimeError):
        return None
    records = [path.with_name(path.name.removesuffix(".table")) for path in tables]
    return next((record for record in reversed(records) if record.is_file()), None)


def how_to_resume(path: Path) -> str:
    """The command that goes on with a kept match, as it can be typed in this shell."""
    program = Path(sys.argv[0])
    if script := os.environ.get("DRAGONHOARD_PLAY"):  # what ./play was called as
        return f"{shlex.quote(script)} --resume {shlex.quote(str(path))}"
    if program.name == "dragonhoard" and program.suffix != ".py":
        command = "dragonhoard" if shutil.which("dragonhoard") else shlex.quote(sys.argv[0])
    else:
        command = f"{shlex.quote(sys.executable or 'python3')} -m dragonhoard"
    return f"{command} play --resume {shlex.quote(str(path))}"
