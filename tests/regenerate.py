"""Golden files: what a test compares with, and how it is written anew.

`scripts/regenerate` runs the tests marked "golden" with DRAGONHOARD_REGENERATE set; they then write their files instead of comparing. Read the
diff: that is where a leak or a wrong rule shows itself in plain words.
"""

import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dragonhoard as dh

DATA = Path(__file__).parent / "data"
WRITING = bool(os.environ.get("DRAGONHOARD_REGENERATE"))


def compare(path: Path, text: str) -> None:
    """The file holds this text, or does from now on."""
    if WRITING:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{path.name} is missing: scripts/regenerate writes it"
    there = path.read_text(encoding="utf-8")
    if there != text:
        old, new = there.split("\n"), text.split("\n")
        line = next((number for number, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), min(len(old), len(new)))
        raise AssertionError(
            f"{path.name}, line {line + 1}:\n  was {old[line : line + 1]}\n  is  {new[line : line + 1]}\n"
            "scripts/regenerate writes it anew; read the diff"
        )


# ------------------------------------------------------------------ playthroughs
def flat(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Data as lines: a path and what stands there; lists of plain values on one line."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from flat(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and any(isinstance(inner, (dict, list)) for inner in value):
        yield f"{path}.count", str(len(value))
        for number, inner in enumerate(value):
            yield from flat(inner, f"{path}.{number}")
    elif isinstance(value, list):
        yield path, " ".join(map(plain, value)) or "-"
    else:
        yield path, plain(value)


def plain(value: Any) -> str:
    return "-" if value is None or value == {} else str(value).lower() if isinstance(value, bool) else str(value)


def eyes(viewer: int | None) -> str:
    return "spectator" if viewer is None else f"seat {viewer}"


def playthrough(match: dh.Match) -> str:
    """A whole match: every move, who sees it how, the list it was chosen from, and what changes in the view of every seat and of a spectator.

    A line of a view that all see alike stands there once; `+` is new or changed, `-` is gone.
    """
    viewers = (*range(match.seats), None)
    lines = [f"# {match.game.name}, {match.seats} seats: every view at every ply. Written by scripts/regenerate."]
    lines += [f"option {name} {value}" for name, value in match.options.items()]
    before: dict[int | None, dict[str, str]] = {viewer: {} for viewer in viewers}
    seen = {viewer: (*match.at(match.ply - 1).record(seat=viewer).moves, match.moves[-1]) for viewer in viewers}
    for ply in range(match.ply + 1):
        then = match.at(ply)
        lines.append("")
        if ply:
            mover = match.at(ply - 1).mover
            lines.append(f"ply {ply}  {'chance' if mover == dh.CHANCE else f'seat {mover}'}: {match.moves[ply - 1]}")
            for viewer in viewers:
                if seen[viewer][ply - 1] != match.moves[ply - 1]:
                    lines.append(f"  {eyes(viewer)} sees: {seen[viewer][ply - 1]}")
        else:
            lines.append("ply 0")
        after = {viewer: dict(flat(then.view(viewer))) for viewer in viewers}
        lines += view_lines(before, after, viewers)
        before = after
        moves = then.legal_moves()
        if moves:
            listed = " | ".join(moves) if len(moves) <= 8 else f"{moves[0]} | ... | {moves[-1]}"
            lines.append(f"  {len(moves)} legal, checksum {zlib.crc32(chr(10).join(moves).encode()):08x}: {listed}")
    outcome = match.outcome
    assert outcome is not None
    lines += ["", f"end {outcome.reason}, won by {' '.join(map(str, outcome.winners))}, scores {' '.join(map(str, outcome.scores))}"]
    return "\n".join(lines) + "\n"


def view_lines(before: dict[int | None, dict[str, str]], after: dict[int | None, dict[str, str]], viewers: tuple[int | None, ...]) -> list[str]:
    """What changed in the views, told once where all see it alike."""
    lines: list[str] = []
    paths = list(dict.fromkeys(path for viewer in viewers for path in (*after[viewer], *before[viewer])))
    for path in paths:
        was = {viewer: before[viewer].get(path) for viewer in viewers}
        now = {viewer: after[viewer].get(path) for viewer in viewers}
        if was == now:
            continue
        if len(set(now.values())) == 1:
            value = now[None]
            lines.append(f"  - {path}" if value is None else f"  + {path} {value}")
            continue
        for viewer in viewers:
            if was[viewer] != now[viewer]:
                value = now[viewer]
                lines.append(f"  {eyes(viewer)} - {path}" if value is None else f"  {eyes(viewer)} + {path} {value}")
    return lines


def played_through(game: dh.Game, seats: int) -> dh.Match:
    """The match of a playthrough: of some random ones the one whose length comes next to what can still be read."""
    matches = [game.playout(1, number, seats=seats) for number in range(24)]
    return min(matches, key=lambda match: abs(match.ply - 150))


# ------------------------------------------------------------------ perft tables
@dataclass
class Counted:
    """A position and how many ways there are to make so many plies from it."""

    position: str
    leaves: dict[int, int]


def read_perft(path: Path) -> list[Counted]:
    """The table of one game: `position TEXT` lines, each followed by `perft DEPTH LEAVES` lines, `# remarks` between them."""
    found: list[Counted] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "position":
            found.append(Counted(rest, {}))
        elif word == "perft":
            depth, leaves = map(int, rest.split(" "))
            found[-1].leaves[depth] = leaves
    return found


def perft(game: dh.Game, position: str, depth: int) -> int:
    from dragonhoard import compiled

    match = game.match(position=position)
    return compiled.perft(game.declaration, match._box, match._now, depth)


def perft_again(game: dh.Game, path: Path) -> str:
    """The table with its counts made anew; positions, depths and remarks stay."""
    lines, position = [], ""
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "position":
            position = rest
        if word == "perft":
            depth = int(rest.split(" ")[0])
            line = f"perft {depth} {perft(game, position, depth)}"
        lines.append(line)
    return "\n".join(lines) + "\n"
