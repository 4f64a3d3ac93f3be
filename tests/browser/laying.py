"""Tables as if somebody had played there: a match's moves written into the log before a server begins. For pictures, and for certain moments."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import dragonhoard as dh
from dragonhoard.server.log import Log, Place, Step
from dragonhoard.server.messages import AnyEvent, Chair, Happened, MatchStarted, Moved, TableOpened, encode_events
from dragonhoard.server.seats import who_is

IDENTITY: Final = "A" * 43  # the cookie of whoever looks at these tables
NAMES: Final = ("Jo", "Mira", "Orm", "Kesta", "Linnea", "Tarn")
AT: Final = 1_790_000_000_000

Wanted = Callable[[dh.Match], bool]


@dataclass(frozen=True)
class Laid:
    """A table to lay: whose match, and which of its seats are persons at this screen; the others are computers."""

    key: str
    match: dh.Match
    people: Sequence[int] = (0,)
    open_seats: Sequence[int] = ()  # with one of these the table still waits


def lay(folder: Path, tables: Sequence[Laid]) -> None:
    """Write the tables into the folder of a server that does not run."""
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(_write(f"sqlite:///{folder}/tables.db", tables))


async def _write(url: str, tables: Sequence[Laid]) -> None:
    log = Log(url)
    who = who_is(IDENTITY)
    assert who is not None
    for number, laid in enumerate(tables):
        events = events_of(laid, who)
        secret = hashlib.sha256(laid.key.encode()).digest()
        step = Step(laid.key, 1, len(events), encode_events(events), AT - number * 60_000)
        assert await log.append(step, secret=secret, places=[Place(who, laid.key, "opener", AT - number * 60_000)])
    await log.close()


def events_of(laid: Laid, who: str) -> list[AnyEvent]:
    """The events that such a match leaves."""
    match = laid.match
    chairs = [Chair("person", NAMES[seat]) if seat in laid.people else Chair("computer", NAMES[seat], "greedy") for seat in range(match.seats)]
    for seat in laid.open_seats:
        chairs[seat] = Chair("open")
    events: list[AnyEvent] = [TableOpened(match.game.key, chairs, dict(match.options), who)]
    if laid.open_seats:
        return events
    events.append(MatchStarted())
    for ply, move in enumerate(match.moves):
        mover = match.at(ply).mover
        events.append(Happened(move) if mover == dh.CHANCE else Moved(int(mover), move))  # type: ignore[arg-type]
    return events


@cache
def _candidates(game: str, seats: int, seed: int) -> dh.Match:
    """A match played to its end: greedily, with some moves at random, so that corners come about."""
    dice = dh.Dice(seed)
    match = dh.GAMES[game].match(seats=seats, names=NAMES[:seats])
    greedy = dh.bot("greedy")
    while match.outcome is None and match.ply < 600:
        if match.mover == dh.CHANCE:
            match.roll(dice)
        elif dice.below(5) == 0:
            legal = match.legal_moves()
            match.play(legal[dice.below(len(legal))])
        else:
            match.play(greedy.choose(match.seen_by(match.mover), dice=dice))  # type: ignore[arg-type]
    return match


def moment(game: str, wanted: Wanted, seats: int = 2, late: bool = False) -> dh.Match:
    """The first (or last) moment of some match at which seat 0 is to move, or it is over, and that is as wanted."""
    for seed in range(1, 60):
        whole = _candidates(game, seats, seed)
        plies = range(whole.ply, -1, -1) if late else range(whole.ply + 1)
        for ply in plies:
            then = whole.at(ply)
            if (then.mover == 0 or then.outcome is not None) and wanted(then):
                return then
    raise AssertionError(f"no such moment in {game}")


def offers(start: str) -> Wanted:
    """Seat 0 may make a move whose spelling begins like that."""
    return lambda match: match.outcome is None and any(move.startswith(start) for move in match.legal_moves())
