"""The processes that bots think in, and the closed list of those that this door accepts.

A bot is handed what its seat knows, as the record of a match that is known to that seat alone, and answers with a spelling that the table checks
like anybody's. What it thinks with is a process of its own, with a lower priority: it may burn, hang or die, and no table waits for longer than
it must. Only what is new since the last question is sent; the process keeps the matches.
"""

import asyncio
import contextlib
import logging
import os
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from dragonhoard.contract import NotABot
from dragonhoard.dice import Dice
from dragonhoard.language import Say, Words
from dragonhoard.match import Match, read_record
from dragonhoard.record import Record
from dragonhoard.search import BOTS, Bot, bot

PACKAGE: Final = "dragonhoard.server"
PATIENCE: Final = 4.0  # seconds beyond the deadline: then a process is taken for hung
WAKING: Final = 15.0  # seconds more that a process has for its first answer
KEPT: Final = 64  # matches that a process keeps
_PROGRAMS: Final = frozenset({"exec", "python"})  # what would run a program of somebody's choice, where the library has such; never from outside

_LOGGER: Final = logging.getLogger(__name__)


# ------------------------------------------------------------------ the closed list
def accepted_bots(extra: Sequence[str] = ()) -> tuple[str, ...]:
    """The specs that this door accepts: every plain name in BOTS, and what the host named at start. Raises NotABot for what is none.

    Nothing else can be asked for: a spec is compared as a whole, never taken apart.

    >>> accepted_bots()[:2]
    ('random', 'greedy')
    """
    accepted = [name for name in BOTS if name not in _PROGRAMS]
    for spec in extra:
        if not 1 <= len(spec) <= 40 or not spec.isprintable():
            raise NotABot("name", given=repr(spec[:40]), nearest=accepted[0])
        bot(spec)  # the host hears of a misspelling now, not a player later
        if spec not in accepted:
            accepted.append(spec)
    return tuple(accepted)


def bot_title(spec: str, lang: str = "en") -> str:
    """What people are told of a computer player: how it plays.

    >>> bot_title("random")
    'Gentle'
    """
    words = Words(PACKAGE, lang)
    return words.sentence(f"bot.{spec}") if words.has(f"bot.{spec}") else words.tell(Say("bot.other", {"spec": spec}))


# ------------------------------------------------------------------ what the processes are asked
class Question(Struct, frozen=True, omit_defaults=True):
    """Which move? `record` is the whole record where the process does not have the match; else `keep` plies stand, and `moves` follow."""

    match: str  # the table and the seat
    spec: str
    seed: int
    deadline: float
    record: str | None = None
    keep: int = 0
    moves: list[str] = []


class Answer(Struct, frozen=True, omit_defaults=True):
    """A spelling, or what went wrong."""

    move: str | None = None
    trouble: str = ""


_write: Final = msgspec.json.Encoder().encode
_question: Final = msgspec.json.Decoder(Question).decode
_answer: Final = msgspec.json.Decoder(Answer).decode


class BotTrouble(Exception):
    """A bot that did not answer, twice, each time in a fresh process or with the whole record."""


# ------------------------------------------------------------------ the table's side
class Thinker:
    """Processes of their own in which bots think; starts them when they are needed, replaces dead ones."""

    def __init__(self, processes: int = 1, *, patience: float = PATIENCE, command: Sequence[str] = ()) -> None:
        """`command` is for tests: another program that answers."""
        chosen = tuple(command) or (sys.executable, "-m", "dragonhoard.server.bots")
        self._workers = [_Worker(chosen, patience) for _ in range(processes)]

    async def think(self, table: str, seat: int, spec: str, record: Record, seed: int, deadline: float) -> str:
        """The move of the bot with this spec, from the record of what its seat knows. Raises BotTrouble."""
        match = f"{table} {seat}"
        worker = self._workers[hash(match) % len(self._workers)]
        last = ""
        for _ in range(2):
            answer = await worker.ask(match, spec, record, seed, deadline)
            if answer.move is not None:
                return answer.move
            last = answer.trouble
            _LOGGER.warning("the bot %s of %s: %s", spec, match, last)
            worker.forget(match)
        raise BotTrouble(last)

    async def start(self) -> None:
        """Start now what would start with the first question."""
        await asyncio.gather(*(worker.start() for worker in self._workers))

    async def close(self) -> None:
        """End the processes."""
        for worker in self._workers:
            await worker.close()

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        return [worker.pid for worker in self._workers if worker.pid is not None]


class _Worker:
    """One process, asked one question at a time."""

    def __init__(self, command: Sequence[str], patience: float) -> None:
        self._command = command
        self._patience = patience
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._is_closed = False
        self._is_awake = False
        self._sent: OrderedDict[str, tuple[str, ...]] = OrderedDict()  # the moves of the matches that the process keeps

    @property
    def pid(self) -> int | None:
        process = self._process
        return process.pid if process is not None and process.returncode is None else None

    async def start(self) -> None:
        async with self._lock:
            await self._started()

    async def ask(self, match: str, spec: str, record: Record, seed: int, deadline: float) -> Answer:
        async with self._lock:
            try:
                process = await self._started()
                assert process.stdin is not None and process.stdout is not None
                question = self._question(match, spec, record, seed, deadline)
                process.stdin.write(_write(question) + b"\n")
                patience = deadline + self._patience + (0 if self._is_awake else WAKING)
                line = await asyncio.wait_for(self._asked(process), patience)
                self._is_awake = True
                return _answer(line)
            except TimeoutError:
                await self._end()
                return Answer(trouble="did not answer in time")
            except (OSError, ValueError) as trouble:  # it died, or wrote what is no answer
                await self._end()
                return Answer(trouble=f"died or raved: {type(trouble).__name__}")
            except asyncio.CancelledError:
                await self._end()  # its answer would be taken for the next one
                raise

    def forget(self, match: str) -> None:
        """Send the whole record the next time."""
        self._sent.pop(match, None)

    async def close(self) -> None:
        self._is_closed = True
        await self._end()

    async def _asked(self, process: asyncio.subprocess.Process) -> bytes:
        assert process.stdin is not None and process.stdout is not None
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line.endswith(b"\n"):
            raise EOFError
        return line

    def _question(self, match: str, spec: str, record: Record, seed: int, deadline: float) -> Question:
        known = self._sent.pop(match, None)
        self._sent[match] = record.moves
        while len(self._sent) > KEPT:
            self._sent.popitem(last=False)
        if known is None:
            return Question(match, spec, seed, deadline, str(record))
        keep = 0
        for one, other in zip(known, record.moves, strict=False):
            if one != other:
                break
            keep += 1
        return Question(match, spec, seed, deadline, None, keep, list(record.moves[keep:]))

    async def _started(self) -> asyncio.subprocess.Process:
        if self._is_closed:
            raise OSError
        if self._process is None or self._process.returncode is not None:
            self._sent.clear()
            self._is_awake = False
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=2**20,
                start_new_session=True,  # Ctrl-C is for the server, which ends us
            )
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


# ------------------------------------------------------------------ the process's side
class Mind:
    """What the process keeps: matches as one seat knows each, and the bots."""

    def __init__(self) -> None:
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._bots: dict[str, Bot] = {}

    def answer(self, question: Question) -> Answer:
        """Think."""
        try:
            match = self._match(question)
            if question.spec not in self._bots:
                self._bots[question.spec] = bot(question.spec)
            return Answer(self._bots[question.spec].choose(match, dice=Dice(question.seed), deadline=question.deadline))
        except Exception as trouble:  # whatever a bot raises, the process lives on
            self._matches.pop(question.match, None)
            return Answer(trouble=f"{type(trouble).__name__}: {trouble}"[:300])

    def _match(self, question: Question) -> Match:
        match = self._matches.pop(question.match, None)
        if question.record is not None:
            match = read_record(question.record)
        elif match is None:
            raise LookupError("no such match here")
        elif question.keep < match.ply:
            match = match.at(question.keep)
        for move in question.moves:
            match.play(move)
        self._matches[question.match] = match
        while len(self._matches) > KEPT:
            self._matches.popitem(last=False)
        return match


def serve(asked: BinaryIO, answered: BinaryIO) -> None:
    """Answer questions, a line each, until there are no more: when the server goes away, so does this process."""
    mind = Mind()
    for line in asked:
        answered.write(_write(mind.answer(_question(line))) + b"\n")
        answered.flush()


def main() -> None:
    """The process."""
    if hasattr(os, "nice"):
        os.nice(10)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    serve(sys.stdin.buffer, sys.stdout.buffer)


def _end_with(parent: int) -> None:
    """A bot that thinks forever does not notice that the server is gone; this does."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


if __name__ == "__main__":
    main()
