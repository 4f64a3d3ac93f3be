"""Speed, measured: against OpenSpiel in the same run (`peers`), whole random matches (`playouts`), leaves (`perft`), people's moves (`latency`).

Machines are noisy, so what is promised is a ratio of two things that alternate in one process on one core, in CPU time, as the median of
nine pairs. Each measurement is a table of Markdown; `--write` keeps it under benchmarks/ with its date and commit.
"""

import argparse
import importlib.metadata
import os
import platform
import random as foreign  # noqa: TID251  the peers' own matches are drawn with somebody else's dice
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from dragonhoard import compiled
from dragonhoard.bits import Row, kernel, new_row
from dragonhoard.contract import Declaration
from dragonhoard.dice import Dice, word
from dragonhoard.match import CHANCE, GAMES, Match

Clock = Callable[[], float]
_cpu: Final[Clock] = time.thread_time  # other work on the machine stretches wall time, not this


# ------------------------------------------------------------------ against OpenSpiel
@dataclass(frozen=True)
class Target:
    """How many times as fast as a stand-in among OpenSpiel's games one of ours has to be, in decisions or in legal moves a second."""

    key: str
    peer: str
    unit: str  # "decisions" or "moves"
    least: float


TARGETS: Final = (
    Target("dragon-master", "pentago", "decisions", 5),
    Target("dragon-master", "connect_four", "decisions", 5),
    Target("drachenwurf", "maedn", "decisions", 4),
    Target("drachenwurf", "einstein_wurfelt_nicht", "decisions", 4),
    Target("drachenwurf", "maedn", "moves", 7),
    Target("seven-dragons", "hex", "decisions", 0.5),
    Target("seven-dragons", "crazy_eights", "moves", 5),
    Target("dragon-inferno", "breakthrough", "decisions", 8),
    Target("dragon-inferno", "havannah", "decisions", 4),
    Target("dragon-inferno", "breakthrough", "moves", 10),
)

# Random matches a second of OpenSpiel 2.0.2 in C++, and of the control as a multiple of its own, where the targets were set: 18 November 2026,
# a core of an AMD EPYC (Zen 4). A run that is far from these says little about us.
ANCHORS: Final = {
    "pentago": 103_000.0,
    "connect_four": 128_000.0,
    "maedn": 18_250.0,
    "einstein_wurfelt_nicht": 115_500.0,
    "hex": 21_400.0,
    "crazy_eights": 49_800.0,
    "breakthrough": 22_750.0,
    "havannah": 26_100.0,
}
CONTROL_ANCHOR: Final = 11.4
FAR: Final = 0.4  # a run is flagged from here on


@dataclass(frozen=True)
class Peer:
    """What a random match of one of OpenSpiel's games is like, by its own Python interface."""

    name: str
    decisions: float  # a match
    plies: float
    moves: float  # legal moves a decision


def _opened(game: Any, source: foreign.Random) -> Any:
    """A new match of OpenSpiel's at its first decision: its rollouts cannot begin at chance."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(source.choices(*zip(*state.chance_outcomes(), strict=True))[0])
    return state


def _look(name: str, seconds: float) -> Peer:
    """Length and width of a peer's random matches, from its first decision on."""
    import pyspiel

    game, source = pyspiel.load_game(name), foreign.Random(1)
    matches = decisions = plies = moves = 0
    begun = _cpu()
    while _cpu() - begun < seconds:
        state = _opened(game, source)
        while not state.is_terminal():
            if state.is_chance_node():
                action = source.choices(*zip(*state.chance_outcomes(), strict=True))[0]
            else:
                legal = state.legal_actions()
                action = source.choice(legal)
                decisions += 1
                moves += len(legal)
            plies += 1
            state.apply_action(action)
        matches += 1
    return Peer(name, decisions / matches, plies / matches, moves / decisions)


class Rollouts:
    """OpenSpiel's C++ at its best: a tree search of one simulation, whose evaluator plays N whole random matches from the root."""

    def __init__(self, name: str) -> None:
        import pyspiel

        self._pyspiel = pyspiel
        self._game = pyspiel.load_game(name)
        self._source = foreign.Random(2)

    def __call__(self, count: int, seed: int) -> float:
        """CPU seconds for so many matches."""
        state = _opened(self._game, self._source)
        evaluator = self._pyspiel.RandomRolloutEvaluator(count, seed)
        bot = self._pyspiel.MCTSBot(self._game, evaluator, 2.0, 1, 1000, False, seed, False)
        begun = _cpu()
        bot.mcts_search(state)
        return _cpu() - begun


@kernel
def connect_four(board: Row, heights: Row, legal: Row, seed: int, count: int) -> int:
    """The control: so many random matches of connect four, compiled the plain way, each with its full legal list; returns the plies."""
    plies = 0
    number = 0
    for _match in range(count):
        for square in range(42):
            board[square] = 0
        for column in range(7):
            heights[column] = 0
        mark = 1
        won = False
        ply = 0
        while ply < 42 and not won:
            choices = 0
            for column in range(7):
                if heights[column] < 6:
                    legal[choices] = column
                    choices += 1
            number += 1
            column = legal[(((word(seed, number) >> 32) & 0xFFFFFFFF) * choices) >> 32]
            height = heights[column]
            board[height * 7 + column] = mark
            heights[column] = height + 1
            ply += 1
            for direction in range(4):
                across = 0 if direction == 1 else 1
                up = 0 if direction == 0 else (-1 if direction == 3 else 1)
                run = 1
                for sign in range(-1, 2, 2):
                    x = column + sign * across
                    y = height + sign * up
                    while x >= 0 and x < 7 and y >= 0 and y < 6 and board[y * 7 + x] == mark:
                        run += 1
                        x += sign * across
                        y += sign * up
                if run >= 4:
                    won = True
            mark = 3 - mark
        plies += ply
    return plies


def _control() -> Callable[[int, int], float]:
    loop = compiled.bound(connect_four, compiled.NUMBER(compiled.ROW, compiled.ROW, compiled.ROW, compiled.NUMBER, compiled.NUMBER))
    rows = compiled.row(42), compiled.row(7), compiled.row(7)

    def play(count: int, seed: int) -> float:
        begun = _cpu()
        loop(*rows, seed, count)
        return _cpu() - begun

    return play


def _ours(declaration: Declaration, by: Any) -> tuple[Callable[[int, int], float], list[compiled.Tallies]]:
    """Our random matches with the fewest seats, and what they came to, sample by sample."""
    seats = declaration.seats[0]
    box = standard_box(declaration, seats)
    seen: list[compiled.Tallies] = []

    def play(count: int, seed: int) -> float:
        begun = _cpu()
        seen.append(compiled.playouts(declaration, box, seats, count, seed, by=by))
        return _cpu() - begun

    return play, seen


def standard_box(declaration: Declaration, seats: int) -> list[int]:
    """The box of a game with all options as they are by default."""
    return declaration.rules.make_box(seats, {option.name: option.default for option in declaration.options})


def _fitting(play: Callable[[int, int], float], seconds: float) -> int:
    """How many matches take about so long."""
    play(1, 1)  # what is not compiled yet is compiled here
    count = 8
    while (spent := play(count, 1)) < seconds / 3:
        count *= 2 if spent > seconds / 20 else 8
    return max(1, int(count * seconds / spent))


def _spread(values: Sequence[float]) -> str:
    return f"{_short(statistics.median(values))} [{_short(min(values))}–{_short(max(values))}]"


def _short(value: float) -> str:
    """A number with three digits that say something."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def _pinned() -> None:
    """Stay on one core from here on, where the machine lets us."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def peers(keys: Sequence[str], pairs: int = 9, seconds: float = 0.3) -> str:
    """Ours against OpenSpiel's, alternating: the table that the targets are about."""
    _pinned()
    targets = [target for target in TARGETS if target.key in keys]
    names = list(dict.fromkeys(["connect_four", *(target.peer for target in targets)]))
    looked = {name: _look(name, 2.0) for name in names}
    theirs = {name: Rollouts(name) for name in names}
    control = _control()
    ours = {(key, by): _ours(GAMES[key].declaration, by) for key in dict.fromkeys(target.key for target in targets) for by in ("pick", "list")}
    samples: dict[Any, tuple[Callable[[int, int], float], int]] = {}
    plays: dict[Any, Callable[[int, int], float]] = {**theirs, "control": control, **{key: play for key, (play, _seen) in ours.items()}}
    for name, play in plays.items():
        samples[name] = play, _fitting(play, seconds)
    for _play, seen in ours.values():
        seen.clear()

    speeds: dict[Any, list[float]] = {name: [] for name in samples}  # matches a second, pair after pair
    for pair in range(pairs):
        for name, (play, count) in samples.items():
            speeds[name].append(count / play(count, 1000 + pair))

    def paired(key: str, by: str, peer: str, unit: str) -> list[float]:
        mean = _mean(ours[key, by][1])
        here, there = mean.decisions / mean.matches, looked[peer].decisions
        if unit == "moves":
            here, there = mean.moves_offered / mean.matches, looked[peer].decisions * looked[peer].moves
        return [a * here / (b * there) for a, b in zip(speeds[key, by], speeds[peer], strict=True)]

    lines = ["| ours | OpenSpiel | a second | by `pick` | by full list | needed | |", "|---|---|---|---|---|---|---|"]
    for target in targets:
        ratios = {by: paired(target.key, by, target.peer, target.unit) for by in ("pick", "list")}
        best = max(statistics.median(values) for values in ratios.values())
        words = {"decisions": "decisions", "moves": "legal moves"}[target.unit]
        verdict = "yes" if best >= target.least else "**no**"
        lines.append(
            f"| {target.key} | {target.peer} | {words} | {_spread(ratios['pick'])} | {_spread(ratios['list'])} | {target.least:g} | {verdict} |"
        )
    lines += [
        "",
        "| match | matches/s | decisions/s | legal moves/s | decisions a match | plies a match | legal moves a decision |",
        "|---|---|---|---|---|---|---|",
    ]
    for (key, by), (_play, seen) in ours.items():
        mean = _mean(seen)
        lines.append(
            _row_of(f"{key}, {by}", speeds[key, by], mean.decisions / mean.matches, mean.plies / mean.matches, mean.moves_offered / mean.decisions)
        )
    lines += [_row_of(f"OpenSpiel {name}", speeds[name], look.decisions, look.plies, look.moves) for name, look in looked.items()]
    ratio = [a / b for a, b in zip(speeds["control"], speeds["connect_four"], strict=True)]
    lines += ["", f"Control: connect four compiled the plain way plays {_spread(ratio)} times as many matches a second as OpenSpiel's."]
    lines += ["", *_flags({name: statistics.median(speeds[name]) for name in names}, statistics.median(ratio))]
    return "\n".join(lines)


def _row_of(name: str, matches: Sequence[float], decisions: float, plies: float, moves: float) -> str:
    middle = statistics.median(matches)
    cells = [
        name,
        _spread(matches),
        _short(middle * decisions),
        _short(middle * decisions * moves),
        f"{decisions:.1f}",
        f"{plies:.1f}",
        f"{moves:.1f}",
    ]
    return "| " + " | ".join(cells) + " |"


def _mean(seen: Sequence[compiled.Tallies]) -> compiled.Tallies:
    return compiled.Tallies(
        sum(tally.matches for tally in seen),
        sum(tally.plies for tally in seen),
        sum(tally.decisions for tally in seen),
        sum(tally.moves_offered for tally in seen),
        (),
    )


def _flags(found: dict[str, float], control: float) -> Iterator[str]:
    """A line for each figure that is far from what it was where the targets were set."""
    far = False
    for name, anchor, value in [*((name, ANCHORS[name], value) for name, value in found.items()), ("the control", CONTROL_ANCHOR, control)]:
        if not 1 - FAR <= value / anchor <= 1 + FAR:
            far = True
            yield f"FLAG: {name} came to {_short(value)}, {value / anchor:.2f} times the {_short(anchor)} of the machine where the targets were set."
    if not far:
        yield f"No flag: all peers and the control are within {FAR:.0%} of the machine where the targets were set."


# ------------------------------------------------------------------ our own speed
def playouts(keys: Sequence[str], seconds: float = 0.5, samples: int = 5) -> str:
    """Whole random matches a second, for every number of seats, on one core."""
    _pinned()
    lines = ["| game | seats | by | matches/s | decisions/s | ns a decision | legal moves/s | decisions a match | plies a match |", "|" + "---|" * 9]
    for key in keys:
        declaration = GAMES[key].declaration
        for seats in declaration.seats:
            box = standard_box(declaration, seats)
            for by in ("pick", "list"):

                def play(
                    count: int, seed: int, declaration: Declaration = declaration, box: list[int] = box, seats: int = seats, by: Any = by
                ) -> float:
                    begun = _cpu()
                    compiled.playouts(declaration, box, seats, count, seed, by=by)
                    return _cpu() - begun

                count = _fitting(play, seconds)
                speed = [count / play(count, 100 + sample) for sample in range(samples)]
                mean = compiled.playouts(declaration, box, seats, count, 100, by="pick")
                middle, decisions = statistics.median(speed), mean.decisions / mean.matches
                moves = mean.moves_offered / mean.matches
                lines.append(
                    f"| {key} | {seats} | {by} | {_spread(speed)} | {_short(middle * decisions)} | {1e9 / (middle * decisions):.0f} "
                    f"| {_short(middle * moves)} | {decisions:.1f} | {mean.plies / mean.matches:.1f} |"
                )
    return "\n".join(lines)


def perft(keys: Sequence[str], seconds: float = 2.0) -> str:
    """Leaves from the empty table with the fewest seats, as deep as time allows; chance outcomes are plies like any other."""
    lines = ["| game | seats | depth | leaves | leaves/s |", "|---|---|---|---|---|"]
    for key in keys:
        declaration = GAMES[key].declaration
        seats = declaration.seats[0]
        box, state = standard_box(declaration, seats), new_row(declaration.rules.STATE_SIZE)
        declaration.rules.start(box, state)
        depth = leaves = before = 0
        spent, growth = 0.0, 1.0
        compiled.perft(declaration, box, state, 1)
        while spent * growth < seconds and depth < 60:
            depth += 1
            begun = _cpu()
            leaves = compiled.perft(declaration, box, state, depth)
            spent = max(_cpu() - begun, 1e-6)
            growth = leaves / before if before else 1.0
            before = leaves
            lines.append(f"| {key} | {seats} | {depth} | {leaves} | {_short(leaves / spent)} |")
    return "\n".join(lines)


# ------------------------------------------------------------------ people's moves
LATENCY: Final = (2.0, 20.0)  # milliseconds that legal_moves may take: the median, and 99 in 100


def latency(keys: Sequence[str], matches: int = 30) -> str:
    """How long `legal_moves` takes interpreted, at every decision of random matches with every number of seats."""
    lines = ["| game | decisions | p50 ms | p99 ms | worst ms | most moves | |", "|---|---|---|---|---|---|---|"]
    for key in keys:
        lines.append(_timed(key, _decisions(key, matches)))
        if key in HARD:
            what, decisions = HARD[key]
            lines.append(_timed(f"{key}, {what}", decisions(key, matches)))
    return "\n".join([*lines, "", f"Needed: p50 under {LATENCY[0]:g} ms, p99 under {LATENCY[1]:g} ms."])


def _timed(name: str, decisions: Iterable[Match]) -> str:
    times, most = [], 0
    for match in decisions:
        begun = _cpu()
        legal = match.legal_moves()
        times.append((_cpu() - begun) * 1000)
        most = max(most, len(legal))
    times.sort()
    middle, high = times[len(times) // 2], times[len(times) * 99 // 100]
    verdict = "yes" if middle <= LATENCY[0] and high <= LATENCY[1] else "**no**"
    return f"| {name} | {len(times)} | {middle:.3f} | {high:.3f} | {times[-1]:.3f} | {most} | {verdict} |"


def _decisions(key: str, matches: int) -> Iterator[Match]:
    """Matches at each decision of random play, not yet asked for their moves."""
    game = GAMES[key]
    for number in range(matches):
        dice = Dice(number)
        match = game.match(seats=game.seats[number % len(game.seats)])
        while match.mover is not None:
            if match.mover == CHANCE:
                match.roll(dice)
                continue
            yield match.copy()
            actions = match.legal_actions()
            match.play_action(actions[dice.below(len(actions))])


def _crowded(key: str, matches: int) -> Iterator[Match]:
    """Seven Dragons at its widest: two green cards kept in hand until fifty cards lie, then one of them played and a card lifted."""
    game = GAMES[key]
    found = number = 0
    while found < matches:
        number += 1
        dice = Dice(number)
        match = game.match(seats=game.seats[number % len(game.seats)])
        while match.mover is not None:
            if match.mover == CHANCE:
                match.roll(dice)
                continue
            seat = int(match.mover)
            view = match.view(seat)
            if len(view["layout"]) >= 50 and view["hand"].count("green") >= 2 and "green over act" in match.legal_moves():
                yield match.copy()
                for wanted in ("green over act", "lift ", "place "):
                    moves = [move for move in match.legal_moves() if move.startswith(wanted)]
                    match.play(moves[dice.below(len(moves))])
                    if match.mover == seat:
                        yield match.copy()
                found += 1
                break
            calm = [move for move in match.legal_moves() if move.startswith("place ")] or match.legal_moves()
            match.play(calm[dice.below(len(calm))])
            if match.outcome is not None and len(view["layout"]) < 50:  # a seven too early: another card instead
                match.undo()
                others = [move for move in calm if not _ends(match, move)]
                if not others:
                    break
                match.play(others[dice.below(len(others))])


def _ends(match: Match, move: str) -> bool:
    there = match.copy()
    there.play(move)
    return there.outcome is not None


HARD: Final[dict[str, tuple[str, Callable[[str, int], Iterator[Match]]]]] = {"seven-dragons": ("50 cards laid, two green in hand", _crowded)}


# ------------------------------------------------------------------ what is kept
def _heading(name: str) -> str:
    """Title, date, commit and machine."""
    root = Path(__file__).resolve().parents[1]
    commit = _said(["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=12"]) or "no commit"
    model = platform.processor() or platform.machine()
    with_model = Path("/proc/cpuinfo")
    if with_model.is_file():
        model = next((line.partition(": ")[2] for line in with_model.read_text().splitlines() if line.startswith("model name")), model)
    versions = [f"Python {platform.python_version()}"]
    for package in ("numba", "open_spiel") if name == "peers" else ("numba",):
        versions.append(f"{package} {importlib.metadata.version(package)}")
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"# {name}\n\nMeasured {when} at {commit} on {model}, {os.cpu_count()} cores; {', '.join(versions)}. CPU time; median [least–most].\n"


def _said(command: Sequence[str]) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


MEASUREMENTS: Final[dict[str, Callable[[Sequence[str]], str]]] = {"peers": peers, "playouts": playouts, "perft": perft, "latency": latency}


def main(arguments: Iterable[str] | None = None) -> int:
    """Measure what is named, or everything, and print it; with --write, keep it as well."""
    parser = argparse.ArgumentParser(prog="dragonhoard bench", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("measurements", nargs="*", metavar="NAME", help=f"any of {', '.join(MEASUREMENTS)}; all of them when none is named")
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this game; may be given several times")
    parser.add_argument("--write", action="store_true", help="also write benchmarks/NAME.md")
    chosen = parser.parse_args(None if arguments is None else list(arguments))
    for name in chosen.measurements:
        if name not in MEASUREMENTS:
            parser.error(f"{name} is none of {', '.join(MEASUREMENTS)}")
    missed = 0
    for name in chosen.measurements or MEASUREMENTS:
        if name == "peers" and find_spec("pyspiel") is None:
            sys.stderr.write("peers: needs OpenSpiel as the yardstick: scripts/bench installs it, or pip install open_spiel\n")
            missed = 1
            continue
        text = _heading(name) + "\n" + MEASUREMENTS[name](chosen.game or list(GAMES)) + "\n"
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
        if chosen.write:
            Path("benchmarks").mkdir(exist_ok=True)
            Path("benchmarks", f"{name}.md").write_text(text, encoding="utf-8")
    return missed


if __name__ == "__main__":
    sys.exit(main())
