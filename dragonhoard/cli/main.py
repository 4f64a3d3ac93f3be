"""The commands of `dragonhoard`: what each takes, what it prints for people and (with --json) for programs, and how it ends.

Playing is in `terminal`, what is to be read in `reading`. The commands are a table, from which the parser, the help in both languages and the
shell completions are made. Exit codes: docs/command-line.md.
"""

import argparse
import contextlib
import errno
import json
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, NoReturn

import dragonhoard as dh
from dragonhoard.cli import reading
from dragonhoard.cli.arguments import (
    LEAST_SEED,
    Argument,
    Command,
    Fault,
    Stopped,
    given_options,
    nearest,
    number,
    player_name,
    read_matches,
    read_text,
    seats_of,
    the_game,
)
from dragonhoard.cli.screen import Screen, harmless
from dragonhoard.language import LANGUAGES, locale_language

OK: Final = 0
FAILED: Final = 1  # a check failed: a record that is none
USAGE: Final = 2  # what was asked for cannot be done
BROKEN: Final = 3  # a fault in this program
CLOSED: Final = 141  # whoever read the output went away, as a shell reports it


# ------------------------------------------------------------------ arguments
class _Help(argparse.HelpFormatter):
    """argparse's help with the first word in the reader's language, at most 80 columns wide."""

    def __init__(self, prog: str, usage: str, width: int, **more: Any) -> None:
        super().__init__(prog, max_help_position=26, width=width, **more)
        self._usage_word = usage

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: Any = None) -> None:
        """The line of what can be typed."""
        super().add_usage(usage, actions, groups, self._usage_word + " " if prefix is None else prefix)


class _Parser(argparse.ArgumentParser):
    """argparse that raises what is wrong, in the reader's language, instead of printing and leaving."""

    def __init__(self, screen: Screen, command: Command) -> None:
        words = screen.sentence
        super().__init__(
            prog=f"dragonhoard {command.name}",
            description=words(f"command.{command.name}"),
            formatter_class=lambda prog: _Help(prog, words("help.usage"), screen.width),
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
        )
        places, options = self.add_argument_group(words("help.places")), self.add_argument_group(words("help.options"))
        for argument in command.all_arguments():
            key = argument.name.lstrip("-").lower()
            told = words(f"takes.{command.name}.{key}" if screen.words.has(f"takes.{command.name}.{key}") else f"takes.{key}").replace("%", "%%")
            if not argument.name.startswith("-"):
                places.add_argument(key, metavar=argument.name, nargs=argument.count or None, help=told)
            elif argument.value:
                option: dict[str, Any] = {"nargs": "?", "const": ""} if argument.count else {}
                options.add_argument(argument.name, metavar=argument.value, action="append" if argument.is_list else "store", help=told, **option)
            else:
                options.add_argument(argument.name, action="store_true", help=told)

    def error(self, message: str) -> NoReturn:
        """Something that must be there is missing."""
        places = [action.metavar for action in self._actions if not action.option_strings]
        raise Fault("usage.missing", usage=" ".join([self.prog, *map(str, places), "..."]), prog=self.prog)


def _parsed(screen: Screen, command: Command, given: Sequence[str]) -> argparse.Namespace:
    parser = _Parser(screen, command)
    if "--help" in given or "-h" in given:
        text = parser.format_help()
        if command.name == "bench":
            text += "\n" + screen.sentence("help.bench") + "\n"
        screen.draw(text.rstrip())
        raise SystemExit(OK)
    try:
        parsed, rest = parser.parse_known_args(given)
    except argparse.ArgumentError as fault:
        if fault.argument_name is None:
            parser.error("")
        raise Fault("usage.option", option=fault.argument_name, prog=parser.prog) from None
    if rest:
        known = [argument.name for argument in command.all_arguments()]
        near = get_close_matches(rest[0], known, 1)
        raise Fault("usage.extra", given=rest[0][:40], prog=parser.prog, near=nearest(near))
    return parsed


# ------------------------------------------------------------------ commands
def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def _play(given: argparse.Namespace, screen: Screen) -> int:
    from dragonhoard.cli import terminal

    return terminal.play(given, screen)


def _serve(given: argparse.Namespace, screen: Screen) -> int:
    from dragonhoard.cli import serve

    return serve.serve(given, screen)


def _games(given: argparse.Namespace, screen: Screen) -> int:
    lang = screen.language
    if given.json:
        _print_json([_game_data(game, lang) for game in dh.GAMES.values()])
        return OK
    for game in dh.GAMES.values():
        screen.draw(screen.pen("bold", screen.fitting(game.title(lang))) + f"   {game.key}   {seats_of(screen, game)}")
        screen.write("   " + game.pitch(lang), indent="   ")
        for option in game.options:
            choices = ", ".join(map(str, option.choices)) or screen.sentence("any-text")
            screen.write("   " + screen.sentence("game.option", name=option.name, choices=choices, default=option.default), "dim", "     ")
            screen.write("     " + option.sentence(lang), "dim", "     ")
    return OK


def _game_data(game: dh.Game, lang: str) -> dict[str, Any]:
    options = [
        {"name": option.name, "kind": option.kind, "default": option.default, "choices": list(option.choices), "sentence": option.sentence(lang)}
        for option in game.options
    ]
    title = {"key": game.key, "name": game.name, "title": game.title(lang), "pitch": game.pitch(lang)}
    return {**title, "seats": list(game.seats), "rules_version": game.rules_version, "options": options}


def _rules(given: argparse.Namespace, screen: Screen) -> int:
    game = the_game(given.game)
    lines = reading.rules_lines(screen, game, given.section or "")
    if not lines:
        raise Fault("rules.none", section=given.section[:20], game=game.title(screen.language))
    screen.read_on(lines)
    return OK


def _bots(given: argparse.Namespace, screen: Screen) -> int:
    told = {name: screen.sentence(f"bot.{name}") if screen.words.has(f"bot.{name}") else "" for name in dh.BOTS}
    if given.json:
        _print_json([{"name": name, "sentence": sentence} for name, sentence in told.items()])
        return OK
    for name, sentence in told.items():
        screen.write(f"{name:10} {sentence}", indent=" " * 11)
    return OK


def _verify(given: argparse.Namespace, screen: Screen) -> int:
    found = [_verified(name, screen) for name in given.file]
    if given.json:
        _print_json(found)
    else:
        for one in found:
            line = screen.sentence("verify.ok" if one["ok"] else "verify.bad", file=one["file"])
            screen.write(f"{line} {one['sentence']}", "" if one["ok"] else "bold red", "  ")
    return OK if all(one["ok"] for one in found) else FAILED


def _verified(name: str, screen: Screen) -> dict[str, Any]:
    lang = screen.language
    try:
        text = read_text(name)
        found = read_matches(text)
    except Fault as fault:
        if fault.key != "file.utf8":
            raise
        return {"file": name, "ok": False, "code": "not-text", "sentence": screen.sentence(fault.key, **fault.parameters)}
    except dh.GameError as fault:
        return {"file": name, "ok": False, "code": fault.code, "sentence": fault.sentence(lang)}
    matches = found.matches if isinstance(found, dh.Series) else found
    if isinstance(found, dh.Series):
        sentence = screen.sentence("verify.series", game=found.game.title(lang), count=len(matches), wins="-".join(map(str, found.wins)))
    else:
        match = matches[0]
        sentence = screen.sentence("verify.match", game=match.game.title(lang), seats=match.seats, count=match.ply)
        if match.known_to == dh.ALL:
            sentence += " " + (match.outcome_sentence(lang) or screen.sentence("verify.open"))
        else:
            sentence += " " + screen.sentence("verify.partial", who=_who(screen, match))
    kind = "series" if isinstance(found, dh.Series) else "record"
    return {"file": name, "ok": True, "kind": kind, "sentence": sentence, "matches": [_match_data(match) for match in matches]}


def _who(screen: Screen, match: dh.Match) -> str:
    return screen.sentence("spectator") if match.known_to is None else player_name(screen, match, int(match.known_to))


def _match_data(match: dh.Match) -> dict[str, Any]:
    head = {"game": match.game.key, "seats": match.seats, "options": dict(match.options), "names": list(match.names)}
    return {**head, "known_to": match.known_to, "plies": match.ply, "mover": match.mover, "outcome": _outcome_data(match)}


def _outcome_data(match: dh.Match) -> dict[str, Any] | None:
    try:
        outcome = match.outcome
    except dh.Unknown:
        return None
    return None if outcome is None else {"winners": list(outcome.winners), "scores": outcome.scores, "reason": outcome.reason}


def _replay(given: argparse.Namespace, screen: Screen) -> int:
    found = read_matches(read_text(given.file))
    matches = found.matches if isinstance(found, dh.Series) else found
    which = number(given.match, "--match", 1) or len(matches)
    if which > len(matches):
        raise Fault("replay.no-match", count=len(matches), given=which)
    match = matches[which - 1]
    seat: int | None = None if match.known_to in (dh.ALL, None) else int(match.known_to)
    if given.seat is not None:
        seat = None if given.seat == "spectator" else number(given.seat, "--seat", 0)
        match.at(0).view(seat)  # refused here, before anything is drawn
    ply = number(given.ply, "--ply", 0)
    shown = match.at(match.ply if ply is None else ply)
    if given.json:
        data = {**_match_data(match), "ply": shown.ply, "seat": seat, "view": shown.view(seat), "moves": list(match.record(match.known_to).moves)}
        if match.known_to == dh.ALL and match.mover is not None and seat is not None:
            data["moves"] = list(match.record(seat).moves)
        data["told"] = shown.told(seat, 0, screen.language)
        _print_json(data)
        return OK
    if screen.is_terminal and not given.list:
        reading.step_through(screen, match, shown.ply if ply is not None else 0, seat)
        return OK
    reading.print_replay(screen, match, ply, seat)
    return OK


def _perft(given: argparse.Namespace, screen: Screen) -> int:
    game = the_game(given.game)
    asked = number(given.depth, "--depth", 0)
    depth = 3 if asked is None else asked
    match = game.match(seats=number(given.seats, "--seats", 1), position=given.position, **given_options(game, given.option))
    for move in given.move or ():
        match.play(move)
    _warm(screen, [game])
    from dragonhoard import compiled

    declaration, box = game.declaration, list(match._box)
    if match.mover is None:
        counts: dict[str, int] = {}
        total = 0 if depth else 1
    elif given.divide and depth:
        counts = {game.declaration.notation.move_text(box, action): n for action, n in compiled.divide(declaration, box, match._now, depth).items()}
        total = sum(counts.values())
    else:
        counts, total = {}, compiled.perft(declaration, box, match._now, depth)
    if given.json:
        divided = {"divide": counts} if given.divide else {}
        _print_json({"game": game.key, "seats": match.seats, "position": match.position, "depth": depth, "leaves": total, **divided})
    else:
        for move, leaves in counts.items():
            print(f"{move}: {leaves}")
        print(total)
    return OK


def _playouts(given: argparse.Namespace, screen: Screen) -> int:
    game = the_game(given.game)
    options = given_options(game, given.option)
    asked, seed = number(given.count, "--count", 0), number(given.seed, "--seed", LEAST_SEED) or 0
    count = 1000 if asked is None else asked
    seats = number(given.seats, "--seats", 1)
    game.match(seats=seats, **options)  # what is refused is refused before anything is compiled
    _warm(screen, [game])
    found = game.playouts(count, seed, seats=seats, **options)
    data = {name: getattr(found, name) for name in ("matches", "plies", "decisions", "moves_offered", "scores")}
    if given.json:
        _print_json({"game": game.key, "seed": seed, **data})
    else:
        for name, value in data.items():
            print(f"{screen.fitting(screen.sentence('playouts.' + name))}: {value}")
    return OK


def _warm_command(_given: argparse.Namespace, screen: Screen) -> int:
    if not _warm(screen, dh.GAMES.values()):
        screen.say("warm.done")
    return OK


def _warm(screen: Screen, games: Iterable[dh.Game]) -> bool:
    """Compile what is not compiled yet, with a line that says how far it is; whether there was anything to do."""
    from dragonhoard import compiled

    line = sys.stderr
    has_cursor = line.isatty() and os.environ.get("TERM") != "dumb"
    last = -1

    def report(progress: compiled.Progress) -> None:
        nonlocal last
        percent = 100 * progress.done // max(1, progress.total)
        if percent == last or not (has_cursor or percent // 25 > last // 25):
            return
        last = percent
        text = screen.fitting(screen.sentence("warm.at", percent=percent))
        line.write(f"\r{text}" if has_cursor else text + "\n")
        if has_cursor and progress.done == progress.total:
            line.write("\n")
        line.flush()

    return compiled.warm(report, [game.declaration for game in games])


def _bench(given: argparse.Namespace, screen: Screen) -> int:
    from dragonhoard import bench

    chosen = [*given.name, *(part for key in given.game or () for part in ("--game", the_game(key).key)), *(["--write"] if given.write else [])]
    for name in given.name:
        if name not in bench.MEASUREMENTS:
            raise Fault("usage.measurement", given=name[:40], names=list(bench.MEASUREMENTS))
    return bench.main(chosen)


def _completion(given: argparse.Namespace, screen: Screen) -> int:
    from dragonhoard.cli.completion import SHELLS

    if given.shell not in SHELLS:
        raise Fault("usage.shell", given=given.shell[:40], shells=list(SHELLS))
    sys.stdout.write(SHELLS[given.shell](screen, COMMANDS))
    return OK


def _help(given: argparse.Namespace, screen: Screen) -> int:
    if given.command:
        _parsed(screen, _command(given.command), ["--help"])
    screen.say("help.head", "bold", version=dh.__version__)
    print()
    screen.write(f"{screen.sentence('help.usage')} dragonhoard {screen.sentence('help.line')}", indent="    ")
    print()
    for command in COMMANDS.values():
        screen.write(f"  {command.name:11} {screen.sentence(f'command.{command.name}')}", indent=" " * 14)
    print()
    screen.say("help.more")
    screen.say("help.fan")
    return OK


_GAME: Final = Argument("GAME", kind="game")
_JSON: Final = Argument("--json")
_SEATS: Final = Argument("--seats", "N")
_OPTION: Final = Argument("--option", "NAME=VALUE", is_list=True)
COMMANDS: Final = {
    command.name: command
    for command in (
        Command("play", _play, (
            Argument("GAME", kind="game", count="?"), _SEATS, Argument("--players", "A,B,..."), _OPTION, Argument("--seed", "N"),
            Argument("--resume", "FILE", "file", "?"), Argument("--words"),
        )),
        Command("serve", _serve, (
            Argument("--host", "ADDRESS"), Argument("--port", "N"), Argument("--open"), Argument("--no-open"), Argument("--data", "DIR", "file"),
            Argument("--database", "URL"), Argument("--allow-host", "NAME", is_list=True), Argument("--behind-proxy"),
            Argument("--bot", "SPEC", "bot", is_list=True),
        )),
        Command("games", _games, (_JSON,)),
        Command("rules", _rules, (_GAME, Argument("SECTION", count="?"))),
        Command("replay", _replay, (
            Argument("FILE", kind="file"), Argument("--ply", "N"), Argument("--seat", "S"), Argument("--match", "N"), Argument("--list"), _JSON,
        )),
        Command("verify", _verify, (Argument("FILE", kind="file", count="+"), _JSON)),
        Command("bots", _bots, (_JSON,)),
        Command("playouts", _playouts, (_GAME, Argument("--count", "N"), Argument("--seed", "N"), _SEATS, _OPTION, _JSON)),
        Command("perft", _perft, (
            _GAME, Argument("--depth", "N"), _SEATS, _OPTION, Argument("--position", "TEXT"), Argument("--move", "MOVE", is_list=True),
            Argument("--divide"), _JSON,
        )),
        Command("bench", _bench, (
            Argument("NAME", kind="measurement", count="*"), Argument("--game", "GAME", "game", is_list=True), Argument("--write"),
        )),
        Command("warm", _warm_command),
        Command("completion", _completion, (Argument("SHELL", kind="shell"),)),
        Command("help", _help, (Argument("COMMAND", count="?"),)),
    )
}  # fmt: skip


# ------------------------------------------------------------------ from the shell and back
def _command(name: str) -> Command:
    if name not in COMMANDS:
        near = get_close_matches(name, COMMANDS, 1)
        raise Fault("usage.command", given=name[:40], near=nearest(near))
    return COMMANDS[name]


def _language_of(given: Sequence[str]) -> tuple[str, str | None]:
    """The language that was asked for, before anything else is understood; and the text if there is no such language."""
    wanted = None
    for at, word in enumerate(given):
        if word == "--lang" and at + 1 < len(given):
            wanted = given[at + 1]
        elif word.startswith("--lang="):
            wanted = word.removeprefix("--lang=")
    if wanted is None:
        return locale_language(), None
    start = wanted.lower().replace("_", "-").partition("-")[0]
    return (start, None) if start in LANGUAGES else (locale_language(), wanted)


def _run(given: list[str], screen: Screen) -> int:
    while given and given[0].startswith("--lang"):  # it may stand before the command as well
        given = given[1:] if "=" in given[0] else given[2:]
    if not given:
        given = ["play"] if screen.is_terminal else ["help"]
    if given[0] in ("--version", "-V"):
        print(f"dragonhoard {dh.__version__}")
        return OK
    if given[0] in ("--help", "-h"):
        given = ["help"]
    command = _command(given[0])
    return command.run(_parsed(screen, command, given[1:]), screen)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; never raises, whatever was typed."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  it stays open
    language, unknown = _language_of(given)
    screen = Screen(language, "--ascii" in given, "--no-color" in given)
    try:
        if unknown is not None:
            raise Fault("usage.language", given=unknown[:20], languages=list(LANGUAGES))
        try:
            code = _run(given, screen)
        except SystemExit as leaving:  # said its help
            code = leaving.code if isinstance(leaving.code, int) else OK if leaving.code is None else USAGE
        sys.stdout.flush()
    except OSError as fault:
        if fault.errno not in (errno.EPIPE, errno.EIO):
            return _broken(screen, fault)
        _close_output()
        return CLOSED
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except Stopped as stopped:
        return 128 + stopped.number
    except Fault as fault:
        screen.complain("dragonhoard: " + screen.sentence(fault.key, **fault.parameters))
        return USAGE
    except dh.GameError as fault:
        screen.complain("dragonhoard: " + fault.sentence(screen.language))
        return USAGE
    except Exception as fault:  # a person at a terminal has no use for a traceback
        return _broken(screen, fault)
    return code


def _broken(screen: Screen, fault: Exception) -> int:
    """Our own fault: one line, or with DRAGONHOARD_DEBUG where it was."""
    if os.environ.get("DRAGONHOARD_DEBUG"):
        raise fault
    screen.complain("dragonhoard: " + screen.sentence("broken", kind=type(fault).__name__, what=harmless(str(fault))[:200]))
    return BROKEN


def _close_output() -> None:
    """Nobody reads any more: let Python's last flush go nowhere."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
