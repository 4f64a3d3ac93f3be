"""What a seat of a table can get hold of, frame by frame, in two worlds that it cannot tell apart.

A match becomes a table's log (`steps_of`), so that any server, in this process or behind sockets, serves it; `questions` is what the seat then
asks: everything that leaves the match as it is. `frames` puts them to a `Tables` in this process; the test over sockets puts the same ones.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import dragonhoard as dh
from dragonhoard.contract import GameError
from dragonhoard.server import messages as m
from dragonhoard.server.log import MemoryLog, Place, Step
from dragonhoard.server.table import Table
from tests.lockstep import Lock, Setting
from tests.server.tables import tables
from tests.worlds import dealt_by_twin, redealt, share_that_differs, spellings, steered

KEY = "onetable0000"
SECRET = bytes(range(32))
AT = 1_800_000_000_000


def who(seat: int | None) -> str:
    """The identity on a seat; a spectator is the opener between two hands, who sits on no seat of the match but holds one."""
    return f"{0 if seat is None else seat}" * 64


def steps_of(match: dh.Match) -> list[Step]:
    """A match as the log of a table: everybody takes a seat, play begins, and every move is a step with the chance after it."""
    steps: list[Step] = []
    number = 1

    def put(*events: m.AnyEvent) -> None:
        nonlocal number
        steps.append(Step(KEY, number, len(events), m.encode_events(list(events)), AT + number * 1000))
        number += len(events)

    put(m.TableOpened(match.game.key, [m.Chair("open")] * match.seats, dict(match.options), who(0)))
    for seat in range(match.seats - 1):
        put(m.SeatTaken(seat, who(seat), f"Player {seat + 1}"))
    events: list[m.AnyEvent] = [m.SeatTaken(match.seats - 1, who(match.seats - 1), f"Player {match.seats}"), m.MatchStarted()]
    begun = match.game.match(seats=match.seats, **match.options)
    for ply, move in enumerate(match.moves):
        if isinstance(begun.mover, int):
            put(*events)
            events = [m.Moved(begun.mover, move, f"r{ply}")]
        else:
            events.append(m.Happened(move))
        begun.play(move)
    put(*events)
    return steps


async def logged(match: dh.Match) -> MemoryLog:
    """A log with that one table."""
    log = MemoryLog()
    for step in steps_of(match):
        places = [Place(who(seat), KEY, "seat", AT) for seat in range(match.seats)]
        assert await log.append(step, secret=SECRET if step.number == 1 else None, places=places)
    return log


@dataclass
class Asked:
    """What a seat does and asks; made from what it knows, so it is the same in both worlds."""

    hellos: list[m.Hello]
    messages: list[m.ClientMessage]
    langs: list[m.Language] = field(default_factory=lambda: ["en", "de"])


def questions(match: dh.Match, seat: int | None, tried: list[str], number: int, changed: int) -> Asked:
    """Everything that leaves the match as it is: views from several events on, looks, refused moves and takebacks, wishes before the end."""
    legal = match.legal_moves() if seat is not None and match.mover == seat else []
    free = None if seat is None else match.free_undo(seat)
    messages: list[m.ClientMessage] = []
    for start in range(0, len(tried), m.MAX_LOOKS):
        messages.append(m.Look(f"l{start}", changed, tried[start : start + m.MAX_LOOKS]))
    if legal:
        messages.append(m.Look("legal", changed, legal[:: max(1, len(legal) // m.MAX_LOOKS)][: m.MAX_LOOKS]))
    messages.append(m.Look("stale", max(0, changed - 1), tried[:1]))
    messages += [m.Play(f"p{number}", changed, move) for number, move in enumerate(tried) if move not in legal]
    messages += [m.Play("stale-play", max(0, changed - 1), tried[0]), m.Play("r3", changed, tried[0])] if tried[0] not in legal else []
    messages += [m.Undo(f"u{ply}", changed, ply) for ply in {0, match.ply // 2, match.ply - 1, match.ply} if free is None or ply < free]
    messages += [m.Recall("all", 0, match.ply), m.Recall("late", match.ply - 5 if match.ply > 5 else 0, match.ply), m.Again("again")]
    hellos = [m.Hello(KEY, seat, after) for after in (0, number // 2, max(1, number - 3), number)]
    return Asked(hellos, messages)


async def frames(match: dh.Match, seat: int | None, tried: list[str], spoil: Callable[[Table], None] = lambda _: None) -> list[bytes]:
    """Every byte that goes out to this seat, in order. `spoil` plants a leak."""
    every = tables(await logged(match))
    table = await every.table(KEY)
    spoil(table)
    asked = questions(match, seat, tried, table.past.number, table.past.changed)
    out: list[bytes] = []
    me = who(seat)
    for lang in asked.langs:
        for hello in asked.hellos:
            watcher = await every.watch(m.Hello(hello.table, hello.seat, hello.after, lang), me)
            out += await watcher._frames()
            other = await every.watch(m.Hello(KEY, None), who(match.seats - 1))
            out += await watcher._frames()
            for message in asked.messages:
                out += await watcher.answer(message)
            other.close()
            watcher.close()
        out.append(m.encode(await every.home(me, lang)))
        out.append((await table.record(me, seat, lang)).encode())
        for wrong in range(match.seats):
            try:
                await table.record(me, wrong, lang)
                assert wrong == seat or (seat is None and wrong == 0)
            except GameError as fault:
                out.append(fault.sentence(lang).encode())
    await every.close()
    return out


@dataclass
class Pair:
    """Two worlds that a seat cannot tell apart, and what it asks about."""

    setting: Setting
    seat: int | None
    match: dh.Match
    world: dh.Match
    tried: list[str]

    @property
    def share(self) -> float | None:
        """Of the cards hidden from the seat, how many differ."""
        return share_that_differs(self.match, self.world, self.seat)

    def told_apart(self, spoil: Callable[[Table], None] = lambda _: None) -> list[int]:
        """The frames that differ, or -1 where their numbers do."""

        async def both() -> list[int]:
            one = await frames(self.match, self.seat, self.tried, spoil)
            other = await frames(self.world, self.seat, self.tried, spoil)
            differ = [number for number, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs]
            return differ if len(one) == len(other) else [-1, *differ]

        return asyncio.run(both())


def pair(setting: Setting, seed: int) -> Pair:
    """A match steered to somewhere in the middle, and another world, every second one dealt by the twin's own sampler where it has one."""
    lock: Lock = steered(setting, seed)
    seat = lock.rng.choice(lock.viewers)
    world: Any = dealt_by_twin(lock, seat, lock.rng) if seed % 2 else None
    return Pair(setting, seat, lock.match, world or redealt(lock.match, seat, lock.rng), spellings(lock))
