"""No peeking at a table: whatever goes out to a seat is the same, byte for byte and in the same order, in all worlds that it cannot tell apart."""

import statistics
from collections.abc import Callable
from itertools import cycle, islice
from typing import Any

import pytest

import dragonhoard as dh
from dragonhoard.server.table import Table
from tests.lockstep import settings
from tests.server.peeking import Pair, pair

HIDDEN = [key for key, game in dh.GAMES.items() if game.is_hidden]
PAIRS = {"dragon-master": 14, "seven-dragons": 12, "drachenwurf": 3, "dragon-inferno": 3}
PLANTED = 16  # pairs in which a planted leak is looked for


def pairs(key: str, count: int, first: int = 0) -> list[Pair]:
    return [pair(setting, first + number) for number, setting in enumerate(islice(cycle(settings(key)), count))]


@pytest.mark.parametrize("key", list(dh.GAMES))
def test_no_frame_tells_two_worlds_apart(key: str, record_property: Callable[[str, object], None]) -> None:
    shares = []
    for each in pairs(key, PAIRS[key]):
        differ = each.told_apart()
        assert not differ, f"{each.setting}, seat {each.seat}, ply {each.match.ply}: frames {differ[:5]}\n{each.match.record()}"
        if each.share is not None:
            shares.append(each.share)
    assert bool(shares) == (key in HIDDEN)
    if shares:
        record_property("hidden cards that differ (median)", statistics.median(shares))
        print(f"{key}: of the cards hidden from the seat {statistics.median(shares):.2f} differ (median of {len(shares)} pairs)")
        assert statistics.median(shares) >= 0.5


# ------------------------------------------------------------------ leaks, planted
class Leaky:
    """A match with one door that leaks; what goes through the others is the match's own."""

    def __init__(self, match: Any, **doors: Callable[..., Any]) -> None:
        self._match, self._doors = match, doors

    def __getattr__(self, name: str) -> Any:
        if name in self._doors:
            return lambda *given, **more: self._doors[name](self._match, *given, **more)
        return getattr(self._match, name)

    def copy(self) -> Any:
        return Leaky(self._match.copy(), **self._doors)

    def at(self, ply: int) -> Any:
        return Leaky(self._match.at(ply), **self._doors)

    def with_names(self, names: Any) -> Any:
        return Leaky(self._match.with_names(names), **self._doors)


def other_than(match: dh.Match, seat: int | None) -> int:
    return 0 if seat is None else (seat + 1) % match.seats


def legality_first(match: dh.Match, move: str, seat: int | None = None) -> None:
    """Says of a move of somebody else whether it would be legal, before it says whose turn it is."""
    if not match.is_legal(move):
        match.play(move)
    match.play(move, seat=seat)


def hand_of_mover(match: dh.Match) -> int:
    return sum(map(ord, "".join(match.moves))) % 7


LEAKS: dict[str, Callable[[Any], Leaky]] = {
    "another seat's view": lambda match: Leaky(match, view=lambda real, seat: real.view(other_than(real, seat))),
    "another seat's places": lambda match: Leaky(match, spots=lambda real, seat, lang: real.spots(other_than(real, seat), lang)),
    "another seat's past": lambda match: Leaky(match, told=lambda real, seat, since, lang: real.told(other_than(real, seat), since, lang)),
    "the record of all": lambda match: Leaky(match, record=lambda real, seat: real.record()),
    "the order of keys": lambda match: Leaky(
        match, view=lambda real, seat: dict(sorted(real.view(seat).items(), key=lambda item: hash_of(real, item[0])))
    ),
    "the length of a frame": lambda match: Leaky(match, prompt=lambda real, seat, lang: real.prompt(seat, lang) + " " * hand_of_mover(real)),
    "legality before the turn": lambda match: Leaky(match, play=legality_first),
    "an explanation from the full state": lambda match: Leaky(match, explain=lambda real, move, seat=None: real.explain(move)),
    "how far one may take back": lambda match: Leaky(match, free_undo=lambda real, seat: hand_of_mover(real) or None),
}


def hash_of(match: dh.Match, key: str) -> int:
    return sum(map(ord, key)) * (1 + hand_of_mover(match)) % 11


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("key", HIDDEN)
def test_a_planted_leak_is_found(key: str, leak: str) -> None:
    def spoil(table: Table) -> None:
        table.past.match = LEAKS[leak](table.past.match)

    assert any(each.told_apart(spoil) for each in pairs(key, PLANTED)), f"{leak} was not found"


@pytest.mark.parametrize("key", HIDDEN)
def test_a_message_more_in_one_world_is_found(key: str) -> None:
    def spoil(table: Table) -> None:
        real = table.seats_shown
        told = [0]

        def shown() -> Any:
            told[0] += 1
            if hand_of_mover(table.past.match) % 2 and told[0] % 3 == 0:  # type: ignore[arg-type]
                table.past.met += 1
            return real()

        table.seats_shown = shown  # type: ignore[method-assign]

    assert any(each.told_apart(spoil) for each in pairs(key, 8))
