"""Who plays what: the menu, or what the command line says instead; and going back to a kept match."""

import argparse
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import dragonhoard as dh
from dragonhoard.cli.arguments import (
    LEAST_SEED,
    Fault,
    given_options,
    number,
    option_value,
    player_name,
    read_matches,
    read_text,
    seats_of,
    the_game,
    whole,
)
from dragonhoard.cli.kept import Chair, Kept, latest_kept
from dragonhoard.cli.reading import rules_lines
from dragonhoard.cli.screen import Screen

HINTED_BY: Final = "greedy"  # the computer player one gets for Enter, and whose opinion a hint is


class Left(Exception):
    """Somebody gets up from the table."""


@dataclass(frozen=True)
class Seating:
    """A match, who sits at it, and where it is kept."""

    match: dh.Match
    chairs: tuple[Chair, ...]
    kept: Kept
    seed: int | None = None
    is_read_aloud: bool = False

    def next(self) -> "Seating":
        """The same players one seat on, at a new match."""
        chairs = (*self.chairs[1:], self.chairs[0])
        match = _new_match(self.match.game, chairs, dict(self.match.options))
        return Seating(match, chairs, Kept(None, match.game.key), None if self.seed is None else self.seed + 1, self.is_read_aloud)


def seated(given: argparse.Namespace, screen: Screen) -> Seating:
    """The table that was asked for on the command line; what was left open is asked here."""
    seed = number(given.seed, "--seed", LEAST_SEED)
    if given.resume is not None:
        path = Path(given.resume).expanduser() if given.resume else latest_kept()
        if path is None:
            raise Fault("resume.none")
        return _resumed(path, given, seed, screen)
    named = given.players.split(",") if given.players is not None else None
    seats = number(given.seats, "--seats", 1) or (len(named) if named else None)
    if given.game is None:
        screen.fresh()
        game = _choose_game(screen)
        if isinstance(game, Path):
            return _resumed(game, given, seed, screen)
    else:
        game = the_game(given.game)
    options = given_options(game, given.option)
    game.match(seats=seats, **options)  # refused at once, before anything is asked
    if named is None:
        seats = seats or _choose_seats(screen, game)
        chairs = _choose_chairs(screen, game, seats)
        options = {**_choose_options(screen, game, options), **options}
    else:
        chairs = _chairs_of(named, seats or len(named), screen)
    return Seating(_new_match(game, chairs, options), chairs, Kept(None, game.key), seed, given.words)


def _resumed(path: Path, given: argparse.Namespace, seed: int | None, screen: Screen) -> Seating:
    found = read_matches(read_text(str(path)))
    if isinstance(found, dh.Series) or found[0].known_to != dh.ALL:
        raise Fault("resume.not-full", file=str(path)[:200])
    match = found[0]
    kept = Kept(path, match.game.key)
    bots, old_seed = kept.seats()
    if given.players is not None:
        bots = [chair.bot for chair in _chairs_of(given.players.split(","), match.seats, screen)]
    elif len(bots) != match.seats:
        bots = [None] * match.seats
    chairs = [Chair(player_name(screen, match, seat), bot if bot is None or _is_bot(bot) else HINTED_BY) for seat, bot in enumerate(bots)]
    return Seating(match, tuple(chairs), kept, old_seed if seed is None else seed, given.words)


def _new_match(game: dh.Game, chairs: Sequence[Chair], options: dict[str, Any]) -> dh.Match:
    return game.match(seats=len(chairs), names=[chair.name for chair in chairs], **options)


def _is_bot(text: str) -> bool:
    try:
        dh.bot(text)
    except dh.NotABot:
        return False
    return True


def _choose_game(screen: Screen) -> dh.Game | Path:
    """The menu of games, and the match that was left last."""
    games = list(dh.GAMES.values())
    game: dh.Game | None
    screen.say("menu.head", "bold")
    screen.say("menu.which")
    screen.draw("")
    for number_of_game, game in enumerate(games, start=1):
        title = screen.pen("bold", screen.fitting(game.title(screen.language)))
        screen.draw(f"  {number_of_game}  {title}  {screen.pen('dim', screen.fitting('(' + seats_of(screen, game) + ')'))}")
        screen.write("     " + game.pitch(screen.language), "dim", "     ")
    left = latest_kept()
    if left is not None:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(left.stat().st_mtime))
        title = next((game.title(screen.language) for game in games if left.name.startswith(game.key + "-")), left.name)
        screen.write(f"  r  {screen.sentence('menu.resume', game=title, when=when)}", indent="     ")
    screen.draw("")
    while True:
        rules = screen.spoken("rules")
        answer = _answer(screen, screen.sentence("menu.game", rules=rules[0]), [game.key for game in games])
        if answer.lower() == "r" and left is not None:
            return left
        word, _, named = answer.partition(" ")
        is_to_read = word.lower() in rules and bool(named)
        named = named if is_to_read else answer
        try:
            at = whole(named)
            game = games[at - 1] if at is not None and 0 < at <= len(games) else the_game(named) if named else None
        except Fault as fault:
            screen.say(fault.key, "red", **fault.parameters)
            continue
        if game is not None and not is_to_read:
            return game
        if game is not None:
            screen.read_on(rules_lines(screen, game))


def _answer(screen: Screen, question: str, offered: Iterable[str] = ()) -> str:
    """What somebody answers in the menu, tidied; leaving is always possible."""
    text = " ".join(screen.ask(question, lambda _: offered).split())
    if text.lower() in screen.spoken("quit"):
        raise Left
    return text


def _choose_seats(screen: Screen, game: dh.Game) -> int:
    if len(game.seats) == 1:
        return game.seats[0]
    while True:
        answer = _answer(screen, screen.sentence("menu.seats", seats=seats_of(screen, game), default=game.seats[0]))
        if not answer:
            return game.seats[0]
        chosen = whole(answer)
        if chosen is not None and chosen in game.seats:
            return chosen
        screen.say("menu.seats-not", "red", seats=seats_of(screen, game))


def _choose_chairs(screen: Screen, game: dh.Game, seats: int) -> tuple[Chair, ...]:
    screen.say("menu.players", "dim", bots=list(dh.BOTS))
    answers: list[str] = []
    while len(answers) < seats:
        default = HINTED_BY if answers else screen.sentence("player", number=1)
        answer = _answer(screen, screen.sentence("menu.player", number=len(answers) + 1, default=default), dh.BOTS) or default
        if not any(letter.isalnum() for letter in answer):  # somebody asks what is wanted here
            screen.say("menu.players", "dim", bots=list(dh.BOTS))
            continue
        try:
            game.match(names=[answer] * game.seats[0])
        except dh.BadOption as fault:
            screen.write(fault.sentence(screen.language), "red")
        else:
            answers.append(answer)
    return _chairs_of(answers, seats, screen)


def _chairs_of(named: Sequence[str], seats: int, screen: Screen) -> tuple[Chair, ...]:
    """Who sits where, from names of people and of bots; equal names are told apart by a number."""
    if len(named) != seats:
        raise Fault("players.count", wanted=seats, given=len(named))
    chairs: list[Chair] = []
    for seat, given in enumerate(named):
        text = " ".join(given.split())
        is_bot = _is_bot(text.lower())
        name = text.capitalize() if is_bot else text or screen.sentence("player", number=seat + 1)
        taken = {chair.name for chair in chairs}
        name = next(tried for n in range(1, seats + 2) if (tried := name if n == 1 else f"{name[:37]} {n}") not in taken)
        chairs.append(Chair(name, text.lower() if is_bot else None))
    return tuple(chairs)


def _choose_options(screen: Screen, game: dh.Game, given: dict[str, Any]) -> dict[str, Any]:
    """The options nobody has given yet, each asked with its sentence if somebody wants that; Enter keeps the usual ones."""
    chosen: dict[str, Any] = {}
    open_options = [option.name for option in game.options if option.name not in given]
    if not open_options or _answer(screen, screen.sentence("menu.options", names=", ".join(open_options)), "o").lower() != "o":
        return chosen
    for option in game.options:
        while option.name not in given and option.name not in chosen:
            screen.write(option.sentence(screen.language), "dim")
            choices = ", ".join(map(str, option.choices)) or screen.sentence("any-text")
            question = screen.sentence("menu.option", name=option.name, choices=choices, default=option.default)
            answer = _answer(screen, question, map(str, option.choices))
            try:
                tried: dict[str, Any] = {option.name: option_value(option, answer) if answer else option.default}
                game.match(**tried)
                chosen |= tried
            except Fault as fault:
                screen.say(fault.key, "red", **fault.parameters)
            except dh.GameError as fault:
                screen.write(fault.sentence(screen.language), "red")
    return chosen
