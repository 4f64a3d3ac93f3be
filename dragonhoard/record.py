"""A match as text: header, moves, ending. Knows text only, no rules: whether the moves are legal is for `match` to say.

    dragonhoard record 1
    game seven-dragons
    rules 1
    seats 2
    option move_bonus 0
    name "Ann"
    name "Ben"
    known-to 0                 only in a partial record: a seat, or "spectator"
    position ...               only if the match did not begin at the beginning
    moves 3
    goal R
    goal ?
    ...
    end seven                  only after the end, with the two lines below
    winners 0
    scores 7 3

Reading is strict: a text is a record only if writing it again gives the same text.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dragonhoard.contract import NotARecord

FORMAT: Final = "dragonhoard record 1"
SERIES_FORMAT: Final = "dragonhoard series 1"
LONGEST: Final = 500_000  # characters; matches that people or random play come to stay far below, and reading it takes no more than seconds
LONGEST_SERIES: Final = 4_000_000
_STRING: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"')
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})", re.ASCII)
_WORD: Final = re.compile(r"[a-z][a-z_-]*", re.ASCII)


def quoted(text: str) -> str:
    """A text as one JSON string, readable where it can be."""
    return json.dumps(text, ensure_ascii=False)


def value_text(value: int | str) -> str:
    """An option's value as it stands in records and positions: a bare number or word, else a JSON string."""
    return str(value) if isinstance(value, int) or _WORD.fullmatch(value) else quoted(value)


def parse_value(text: str) -> int | str | None:
    """An option's value back again; None if the text is none."""
    if _NUMBER.fullmatch(text):
        return int(text)
    if _WORD.fullmatch(text):
        return text
    if _STRING.fullmatch(text):
        return str(json.loads(text))
    return None


@dataclass(frozen=True)
class Ending:
    """How it ended: why, who won, and every seat's score."""

    reason: str
    winners: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Record:
    """A record taken apart. `str(record)` is its text."""

    game: str
    rules: int
    seats: int
    options: tuple[tuple[str, int | str], ...]
    names: tuple[str, ...]
    known_to: int | str | None = "all"  # "all", a seat, or None for a spectator
    position: str | None = None
    moves: tuple[str, ...] = ()
    ending: Ending | None = None

    def __str__(self) -> str:
        return "\n".join(self.lines()) + "\n"

    def lines(self) -> Iterator[str]:
        """The lines of the text, without their ends."""
        yield FORMAT
        yield f"game {self.game}"
        yield f"rules {self.rules}"
        yield f"seats {self.seats}"
        for name, value in self.options:
            yield f"option {name} {value_text(value)}"
        for name in self.names:
            yield f"name {quoted(name)}"
        if self.known_to != "all":
            yield f"known-to {'spectator' if self.known_to is None else self.known_to}"
        if self.position is not None:
            yield f"position {self.position}"
        yield f"moves {len(self.moves)}"
        yield from self.moves
        if self.ending is not None:
            yield f"end {self.ending.reason}"
            yield " ".join(["winners", *map(str, self.ending.winners)])
            yield " ".join(["scores", *(",".join(map(str, score)) for score in self.ending.scores)])


@dataclass
class _Lines:
    """A text being read line by line; every fault names its line."""

    lines: Sequence[str]
    at: int = 0
    first: int = 1  # number of the first line, for a record inside a series

    def fail(self, code: str, **more: str) -> NotARecord:
        given = self.lines[self.at] if self.at < len(self.lines) else ""
        return NotARecord(code, line=self.first + self.at, given=given, **more)

    def peek(self, word: str) -> bool:
        return self.at < len(self.lines) and self.lines[self.at].startswith(word + " ")

    def take(self, word: str) -> str:
        if not self.peek(word):
            raise self.fail("expected", word=word)
        self.at += 1
        return self.lines[self.at - 1][len(word) + 1 :]

    def number(self, word: str) -> int:
        text = self.take(word)
        if not _NUMBER.fullmatch(text):
            self.at -= 1
            raise self.fail("number")
        return int(text)

    def names(self, word: str) -> tuple[str, ...]:
        found: list[str] = []
        while self.peek(word):
            value = parse_value(self.take(word))
            if not isinstance(value, str):
                self.at -= 1
                raise self.fail("value")
            found.append(value)
        return tuple(found)


def parse_record(text: str) -> Record:
    """The record of a text; raises NotARecord naming line and fault."""
    return _parse(text, 1)


def _parse(text: object, first: int) -> Record:
    if not isinstance(text, str):
        raise NotARecord("not-text")
    if len(text) > LONGEST:
        raise NotARecord("too-long", most=LONGEST)
    reading = _Lines(text.split("\n"), first=first)
    if reading.lines[0] != FORMAT:
        raise reading.fail("format")
    reading.at = 1
    game = reading.take("game")
    rules = reading.number("rules")
    seats = reading.number("seats")
    options: list[tuple[str, int | str]] = []
    while reading.peek("option"):
        name, _, written = reading.take("option").partition(" ")
        value = parse_value(written)
        if value is None:
            reading.at -= 1
            raise reading.fail("value")
        options.append((name, value))
    names = reading.names("name")
    known_to: int | str | None = "all"
    if reading.peek("known-to"):
        written = reading.take("known-to")
        if written == "spectator":
            known_to = None
        elif _NUMBER.fullmatch(written):
            known_to = int(written)
        else:
            reading.at -= 1
            raise reading.fail("known-to")
    position = reading.take("position") if reading.peek("position") else None
    count = reading.number("moves")
    if not 0 <= count <= len(reading.lines) - reading.at:
        reading.at -= 1
        raise reading.fail("count")
    moves = tuple(reading.lines[reading.at : reading.at + count])
    reading.at += count
    ending = None
    if reading.peek("end"):
        reason = reading.take("end")
        winners = _numbers(reading, reading.take("winners").split(" "))
        scores = tuple(_numbers(reading, score.split(",")) for score in reading.take("scores").split(" "))
        ending = Ending(reason, winners, scores)
    record = Record(game, rules, seats, tuple(options), names, known_to, position, moves, ending)
    if "\n".join(reading.lines) != str(record):
        again = str(record).split("\n")
        reading.at = next((n for n, line in enumerate(reading.lines) if n >= len(again) or line != again[n]), len(reading.lines) - 1)
        raise reading.fail("not-canonical")
    return record


def _numbers(reading: _Lines, words: Sequence[str]) -> tuple[int, ...]:
    if not all(_NUMBER.fullmatch(word) for word in words):
        reading.at -= 1
        raise reading.fail("number")
    return tuple(int(word) for word in words)


@dataclass(frozen=True)
class SeriesRecord:
    """A series taken apart: how many wins it takes, who starts later matches, the players, and the records of its matches."""

    to: int
    starts: str
    names: tuple[str, ...]
    records: tuple[Record, ...]

    def __str__(self) -> str:
        head = [SERIES_FORMAT, f"to {self.to}", f"starts {self.starts}", *(f"player {quoted(name)}" for name in self.names)]
        return "\n".join(head) + "\n" + "".join("match\n" + str(record) for record in self.records)


def parse_series(text: str) -> SeriesRecord:
    """The series of a text; raises NotARecord naming line and fault."""
    if not isinstance(text, str):
        raise NotARecord("not-text")
    if len(text) > LONGEST_SERIES:
        raise NotARecord("too-long", most=LONGEST_SERIES)
    blocks = text.split("\nmatch\n")
    head = _Lines(blocks[0].split("\n"))
    if head.lines[0] != SERIES_FORMAT:
        raise head.fail("series-format")
    head.at = 1
    to = head.number("to")
    starts = head.take("starts")
    names = head.names("player")
    records: list[Record] = []
    line = len(head.lines) + 2
    for number, block in enumerate(blocks[1:], start=1):
        block += "\n" if number < len(blocks) - 1 else ""
        records.append(_parse(block, line))
        line += block.count("\n") + 1
    found = SeriesRecord(to, starts, names, tuple(records))
    if not records or str(found) != text:
        raise head.fail("not-canonical")
    return found
