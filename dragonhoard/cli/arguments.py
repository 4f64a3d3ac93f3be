"""What can be typed after `dragonhoard`, and what it means: games, numbers, options, files; and the fault that says why it means nothing."""

import argparse
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, Literal

import dragonhoard as dh
from dragonhoard.cli.screen import Screen
from dragonhoard.language import LANGUAGES, Say, say
from dragonhoard.record import LONGEST, SERIES_FORMAT


@dataclass(frozen=True)
class Argument:
    """Something a command takes. A name in capitals stands in a place of its own; its help is the sentence `takes.NAME`."""

    name: str
    value: str = ""  # what follows an option, in capitals; nothing for a switch
    kind: Literal["", "game", "file", "language", "bot", "measurement", "shell"] = ""  # what a shell can complete it with
    count: Literal["", "?", "*", "+"] = ""  # may it be left out, may there be several
    is_list: bool = False  # an option that may be given several times


@dataclass(frozen=True)
class Command:
    """One command; its help is the sentence `command.NAME`."""

    name: str
    run: Callable[[argparse.Namespace, Screen], int]
    arguments: tuple[Argument, ...] = ()

    def all_arguments(self) -> tuple[Argument, ...]:
        """What it takes, and what every command takes."""
        return self.arguments + COMMON


LEAST_SEED: Final = 1 - 10**18  # a number here has at most 18 digits
COMMON: Final = (
    Argument("--lang", "LANG", "language"),
    Argument("--ascii"),
    Argument("--no-color"),
    Argument("--help"),
)


class Fault(Exception):
    """What cannot be done, as a sentence of the terminal's catalogue."""

    def __init__(self, key: str, /, **parameters: Any) -> None:
        super().__init__(key)
        self.key = key
        self.parameters = parameters


class Stopped(BaseException):
    """The system wants this process to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def whole(text: str) -> int | None:
    """The whole number somebody typed, 0 or more; None if it is none, or one that nothing here could be."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 18 else None


def number(text: str | None, name: str, least: int) -> int | None:
    """A whole number out of the command line; None if it was left out."""
    if text is None:
        return None
    size = whole(text.strip().removeprefix("-"))
    value = size if size is None or not text.strip().startswith("-") else -size
    if value is None or value < least:
        raise Fault("usage.number", option=name, least=least, given=text[:40])
    return value


def the_game(text: str) -> dh.Game:
    """The game somebody means: its key or title in any case, or an unmistakable beginning of them."""
    wanted = " ".join(text.lower().replace("-", " ").split())
    names = {key.replace("-", " "): game for key, game in dh.GAMES.items()}
    if wanted not in names:
        names |= {game.title(lang).lower().replace("-", " "): game for game in dh.GAMES.values() for lang in LANGUAGES}
    if wanted in names:
        return names[wanted]
    begun = {game.key: game for name, game in names.items() if wanted and name.startswith(wanted)}
    if len(begun) == 1:
        return next(iter(begun.values()))
    near = get_close_matches(wanted, names, 1)
    raise Fault("usage.game", given=text[:40], games=list(dh.GAMES), near=nearest([names[name].key for name in near]))


def nearest(found: list[str]) -> Say | str:
    """A guess at what was meant, for the end of a fault; nothing if there is none."""
    return say("near", nearest=found[0]) if found else ""


def given_options(game: dh.Game, pairs: Iterable[str] | None) -> dict[str, Any]:
    """Options as `name=value`; a text option's value may be the name of a file, whose text is taken."""
    found: dict[str, Any] = {}
    declared = {option.name: option for option in game.options}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise Fault("usage.pair", given=pair[:40], options=list(declared))
        found[name] = option_value(declared[name], value) if name in declared else value
    return found


def option_value(option: dh.Option, text: str) -> int | str:
    """What somebody typed for an option, as the value it stands for; whether the game takes it is for the game to say."""
    text = text.strip()
    for choice in option.choices:
        if text.lower() == str(choice).lower():
            return choice
    if option.kind == "text" and text != option.default:
        return read_text(text)
    return text


def read_text(name: str) -> str:
    """The text of a file, or of the standard input for `-`; never more than a record can have."""
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(4 * LONGEST + 1)
        else:
            with Path(name).expanduser().open("rb") as file:
                raw = file.read(4 * LONGEST + 1)
    except (OSError, ValueError, RuntimeError) as fault:
        raise Fault("file.read", file=name[:200], why=getattr(fault, "strerror", None) or type(fault).__name__) from None
    try:
        return raw.decode()
    except UnicodeDecodeError as fault:
        raise Fault("file.utf8", file=name[:200], at=fault.start) from None


def read_matches(text: str) -> tuple[dh.Match, ...] | dh.Series:
    """The match of a record's text, alone in a tuple, or the series."""
    if text.startswith(SERIES_FORMAT):
        return dh.read_series(text)
    return (dh.read_record(text),)


def seats_of(screen: Screen, game: dh.Game) -> str:
    """How many can play, in words."""
    first, last = game.seats[0], game.seats[-1]
    return screen.sentence("seats" if first == last else "seats-range", least=first, most=last)


def player_name(screen: Screen, match: dh.Match, seat: int) -> str:
    """What a seat's player is called."""
    return match.names[seat] if match.names else screen.sentence("player", number=seat + 1)
