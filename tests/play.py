"""What the tests play: every game with every number of seats and every option, and random matches of each, each played once.

Names no game. Options that take any text find their other values in tests/data/options/GAME.OPTION.*.txt.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import dragonhoard as dh

DATA = Path(__file__).parent / "data"

# As long as a name may be, and full of what a sentence, a record or a drawing could trip over.
NAMES = (
    'Ann "The Egg" O\'Hara \\ {mover} <b>&amp;',
    "Ben",
    "Çelik-Übermaß the Third, Ω & 龙",
    "{0} {name} %s </text>",
    "?",
    "draw ? {}",
)


@dataclass(frozen=True)
class Setting:
    """A game with a number of seats and options."""

    key: str
    seats: int
    options: tuple[tuple[str, int | str], ...]

    @property
    def game(self) -> dh.Game:
        return dh.GAMES[self.key]

    @property
    def how(self) -> dict[str, Any]:
        """The arguments that a match of this setting takes."""
        return {"seats": self.seats, **dict(self.options)}

    @property
    def viewers(self) -> tuple[int | None, ...]:
        return (*range(self.seats), None)

    def open(self, **more: Any) -> dh.Match:
        return self.game.match(names=NAMES[: self.seats], **self.how, **more)

    def __str__(self) -> str:
        own = {option.name: option for option in self.game.options}
        values = [f"{name}={value if own[name].kind != 'text' or value == own[name].default else 'other'}" for name, value in self.options]
        return "-".join([self.key, str(self.seats), *values])


def values_of(key: str, option: dh.Option) -> tuple[int | str, ...]:
    """What the tests choose for an option: everything there is; of texts the default and those in tests/data/options."""
    if option.kind != "text":
        return option.choices
    files = sorted((DATA / "options").glob(f"{key}.{option.name}.*.txt"))
    assert files, f"no other value of {option.name} in tests/data/options"
    return (option.default, *(file.read_text(encoding="utf-8") for file in files))


def _settings() -> Iterator[Setting]:
    """All combinations where they are few; else every number of seats and every combination of options at least once."""
    for key, game in dh.GAMES.items():
        names = [option.name for option in game.options]
        standard = tuple(option.default for option in game.options)
        combinations = sorted(product(*(values_of(key, option) for option in game.options)), key=lambda chosen: chosen != standard)
        pairs = list(product(game.seats, combinations))
        if len(pairs) > 8:
            most = max(len(game.seats), len(combinations))
            pairs = [(game.seats[number % len(game.seats)], combinations[number % len(combinations)]) for number in range(most)]
        for seats, chosen in pairs:
            yield Setting(key, seats, tuple(zip(names, chosen, strict=True)))


SETTINGS = tuple(_settings())
FIRST = tuple(next(setting for setting in SETTINGS if setting.key == key) for key in dict.fromkeys(setting.key for setting in SETTINGS))


def played(setting: Setting, number: int = 0) -> dh.Match:
    """A random match, whole, with names. Whoever changes it works on a copy."""
    return _played(setting, number).copy()


@lru_cache(maxsize=64)
def _played(setting: Setting, number: int) -> dh.Match:
    told = setting.game.playout(2024, number, **setting.how)
    match = setting.open()
    for action in told_actions(told):
        match.play_action(action)
    return match


@lru_cache(maxsize=4)
def domain(setting: Setting) -> "array[int]":
    """Every action there is, kept small: some games have a million."""
    return array("q", setting.game.declaration.notation.actions(setting.open()._box))


@lru_cache(maxsize=64)
def some_actions(setting: Setting) -> tuple[int, ...]:
    """A few hundred actions of all kinds, unseen outcomes left out."""
    every, notation, box = domain(setting), setting.game.declaration.notation, setting.open()._box
    chosen = sorted({*every[:150], *every[-20:], *every[:: max(1, len(every) // 150)]})
    return tuple(action for action in chosen if not notation.is_unseen(box, action))


def told_actions(match: dh.Match) -> list[int]:
    """The numbers of a full match's moves."""
    return [match.game.parse_move(move, seats=match.seats, **match.options) for move in match.moves]


@lru_cache(maxsize=64)
def _resumed(setting: Setting, number: int) -> dh.Match:
    match = played(setting, number)
    middle = match.ply // 2
    again = setting.open(position=match.at(middle).position)
    for move in match.moves[middle:]:
        again.play(move)
    return again


def resumed(setting: Setting, number: int = 0) -> dh.Match:
    """The second half of a random match, begun from its middle's position."""
    return _resumed(setting, number).copy()


def stops(match: dh.Match, count: int) -> list[int]:
    """About so many plies of a match from the first to the last, in even steps."""
    if match.ply <= count:
        return list(range(match.ply + 1))
    return sorted({match.ply * step // count for step in range(count + 1)})


def ids(setting: Setting) -> str:
    return str(setting)


class Foreign:
    """A source of chance that is not ours: Python's own, behind the one method that is asked for."""

    def __init__(self, seed: int) -> None:
        import random

        self.source = random.Random(seed)

    def below(self, n: int) -> int:
        return self.source.randrange(n)


def everything(match: dh.Match) -> tuple[Any, ...]:
    """All that is in a match, to see that nothing changed."""
    return (
        str(match.record()) if match.known_to != dh.ALL or match.mover is not None else "over",
        match._now.tobytes(),
        match._begin.tobytes(),
        tuple(match._plies),
        len(match._states),
        match._ending,
        match.known_to,
        match.names,
        dict(match.options),
        tuple(match._box),
    )
