"""What the tests of tables share: tables over a log in memory, pages that sit before them, a bot that thinks at once.

`Page` talks to a `Watcher` as the socket does, in encoded frames, and keeps every frame that came; the tests over real sockets use `Heard`, its
other half.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from itertools import count
from typing import Any, TypeVar

import msgspec

import dragonhoard as dh
from dragonhoard.server import messages as m
from dragonhoard.server.log import Log, MemoryLog
from dragonhoard.server.table import Table, Tables, Watcher

T = TypeVar("T")
BOTS = ("random", "greedy")


def run(act: Coroutine[Any, Any, T]) -> T:
    """An asynchronous test, to its end, in a time that says when it hangs."""
    return asyncio.run(asyncio.wait_for(act, 60))


class AtOnce:
    """Thinks in this process."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, str, str, int]] = []

    async def think(self, table: str, seat: int, spec: str, record: dh.Record, seed: int, deadline: float) -> str:
        self.asked.append((table, seat, spec, str(record), seed))
        return dh.bot(spec).choose(dh.read_record(str(record)), dice=dh.Dice(seed))

    async def close(self) -> None:
        pass


class Clock:
    """A time that moves when it is told to, in seconds."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def seconds(self) -> float:
        return self.now

    def milliseconds(self) -> int:
        return int(self.now * 1000)


def tables(log: Log | None = None, thinker: Any = None, clock: Clock | None = None, **more: Any) -> Tables:
    clock = clock or Clock()
    return Tables(log or MemoryLog(), bots=BOTS, thinker=thinker or AtOnce(), clock=clock.milliseconds, seconds=clock.seconds, **more)


def chairs(kinds: str) -> list[m.Chair]:
    """Chairs by letters: p a person, c a computer, o an open seat."""
    made: Mapping[str, Callable[[], m.Chair]] = {
        "p": lambda: m.Chair("person"),
        "c": lambda: m.Chair("computer", bot="greedy"),
        "o": lambda: m.Chair("open"),
    }
    return [made[kind]() for kind in kinds]


async def opened(every: Tables, key: str, kinds: str, **more: Any) -> Table:
    """A table opened by "ann"."""
    series = more.pop("series", 1)
    answer = await every.open(m.NewTable(key, chairs(kinds), more, series), "ann", "Ann")
    return await every.table(answer.table)


async def seated(every: Tables, key: str, kinds: str, who: str = "ben", **more: Any) -> Table:
    """The same, its open seats taken by people called after `who`."""
    table = await opened(every, key, kinds, **more)
    for number, kind in enumerate(kinds):
        if kind == "o":
            token = (await table.invite("ann", number)).token
            await every.sit_down(m.SitDown(who.title(), token=token), who if kinds.count("o") == 1 else f"{who}{number}")
    return table


class Heard:
    """All that came to one socket."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.messages: list[Any] = []
        self.now: Any = None

    def hear(self, frames: list[bytes]) -> list[Any]:
        heard = [msgspec.json.decode(frame) for frame in frames]
        self.frames += frames
        self.messages += heard
        for message in heard:
            if message["t"] == "now":
                self.now = message
            elif message["t"] == "presence":
                self.now["seats"] = message["seats"]
        return heard


class Page(Heard):
    """Somebody's page before a table, in place of a socket."""

    def __init__(self, watcher: Watcher) -> None:
        super().__init__()
        self.watcher = watcher
        self._ids = count(1)

    @classmethod
    async def open(cls, every: Tables, key: str, who: str, seat: int | None, after: int = 0, lang: m.Language = "en") -> "Page":
        page = cls(await every.watch(m.Hello(key, seat, after, lang), who))
        await page.look_up()
        return page

    async def look_up(self) -> list[Any]:
        """What is new, without waiting for it."""
        if not self.watcher.flag.is_set():
            return []
        return self.hear(await self.watcher._frames())

    async def say(self, message: Any) -> list[Any]:
        return self.hear(await self.watcher.answer(m.decode_client(m.encode(message))))

    async def play(self, move: str, name: str | None = None, after: int | None = None) -> list[Any]:
        return await self.say(m.Play(name or f"r{next(self._ids)}", self.now["changed"] if after is None else after, move))

    async def play_any(self, dice: dh.Dice) -> list[Any]:
        moves = self.now["moves"]
        return await self.play(moves[dice.below(len(moves))])

    def close(self) -> None:
        self.watcher.close()


async def pages(every: Tables, table: Table) -> list[Page]:
    """A page for every person's seat."""
    return [
        await Page.open(every, table.key, seat.who, number) for number, seat in enumerate(table.past.seats) if seat.who is not None and not seat.left
    ]


async def quiet(table: Table) -> None:
    """Wait until no bot moves any more."""
    while table._driver is not None:
        await asyncio.sleep(0)


async def played_on(table: Table, all_pages: list[Page], dice: dh.Dice, until: int = 10**9) -> None:
    """Everybody moves at random until the match is over, or has so many plies."""
    while table.past.phase == "playing" and table.past.match is not None and table.past.match.ply < until:
        await quiet(table)
        for page in all_pages:
            await page.look_up()
        page = next((page for page in all_pages if page.now["moves"]), None)
        if page is None:
            assert table.past.phase == "over"
            return
        answers = await page.play_any(dice)
        assert answers[0]["t"] == "done", answers
    await quiet(table)
    for page in all_pages:
        await page.look_up()


async def again_from_log(every: Tables, table: Table) -> Table:
    """The same table, as a server that starts now would have it."""
    return await tables(every.log, games=every.games).table(table.key)


async def alike(every: Tables, table: Table, langs: tuple[m.Language, ...] = ("en", "de")) -> None:
    """What is told of a table does not depend on whether it was lived through or read again."""
    twin = await again_from_log(every, table)
    twin._here = table._here
    for lang in langs:
        for number, seat in enumerate(table.past.seats):
            if seat.who is not None and not seat.left:
                for each in (number, None):
                    one, other = await table.now(seat.who, each, lang=lang), await twin.now(seat.who, each, lang=lang)
                    assert m.encode(one) == m.encode(other)
    assert twin.past.plies == table.past.plies and twin.past.answers == table.past.answers


async def events_of(every: Tables, table: Table) -> list[tuple[int, Any]]:
    """All events with their numbers; that these have no gap is checked here."""
    found: list[tuple[int, Any]] = []
    for step in await every.log.steps(table.key):
        events = m.decode_events(step.body)
        assert step.number == len(found) + 1 and step.count == len(events)
        found += enumerate(events, start=step.number)
    return found
