"""How far the worlds of Seven Dragons are from exact where too few tries succeed: `scripts/long chain [--worlds 20000] [--positions 8]`.

`redeal` deals a whole past at random until it fits, which is exact; after MOST_TRIES it takes one past that fits and shuffles that. Here the
same compiled function runs with the limit far away (always exact) and with tries that never succeed (always shuffled), on the positions of
many matches with passes that need the most tries, and the rates of every card in every hand are compared. Writes benchmarks/redeal-chain.md.
"""

import argparse
import sys
import time
from array import array
from collections import Counter
from typing import Any

import numba
import numpy as np

import dragonhoard as dh
from dragonhoard import bits, compiled, dice
from dragonhoard.bits import SPECTATOR
from dragonhoard.games.seven_dragons import rules
from tests.lockstep import Setting
from tests.redeals import contents
from tests.reports import write
from tests.worlds import steered

FAR_AWAY = 10_000_000


def never(box: Any, state: Any, dice: Any) -> int:
    """In the place of `imagine`: no try succeeds."""
    return 0


def bound(is_exact: bool) -> Any:
    """`redeal`, compiled once more to be always exact, or always shuffled."""
    natives: dict[Any, Any] = {
        plain: numba.njit(native)
        for plain, native in (
            (bits.wrap, compiled._wrap), (bits.popcount, compiled._popcount), (bits.lowest, compiled._lowest), (bits.at, compiled._at)
        )
    }  # fmt: skip
    make = numba.njit(**compiled.FLAGS)
    bits.rebind(vars(dice), natives, make)
    if is_exact:
        return bits.rebind({**vars(rules), "MOST_TRIES": FAR_AWAY}, natives, make)["redeal"]
    natives[rules.imagine] = make(never)
    return bits.rebind(vars(rules), natives, make)["redeal"]


def hard_positions(count: int, exact: Any, matches: int, slowest: float) -> list[tuple[dh.Match, int, float]]:
    """The match, viewer and milliseconds a world of the positions that need the longest for exact worlds, up to `slowest`."""
    found = []
    for seed in range(matches):
        seats = 2 + seed % 4
        match = steered(Setting("seven-dragons", seats, (("move_bonus", 0),)), seed).match
        if "pass" not in match.moves:
            continue
        viewer = seed % (seats + 1)
        viewer = SPECTATOR if viewer == seats else viewer
        begun = time.thread_time()
        worlds(match, viewer, exact, 50, seed)
        cost = (time.thread_time() - begun) * 20
        if cost <= slowest:
            found.append((match, viewer, cost))
    return sorted(found, key=lambda one: -one[2])[:count]


def worlds(match: dh.Match, viewer: int, redeal: Any, count: int, seed: int) -> Counter[bytes]:
    """So many worlds, equal ones counted together."""
    box, row = np.array(match._box, np.int64), np.array([seed, 0], np.int64)
    seen: Counter[bytes] = Counter()
    first, last = rules.HAND, rules.HAND + 3 * match.seats
    for _ in range(count):
        world = np.array(match._now, np.int64)
        rules.wipe(match._box, match_row := array("q", world.tolist()), viewer)
        world[:] = match_row
        redeal(box, world, viewer, row)
        seen[world[first:last].tobytes()] += 1
    return seen


def rates(match: dh.Match, seen: Counter[bytes]) -> Counter[tuple[str, Any]]:
    """How many of each card lie in each hand, on average."""
    total, found = sum(seen.values()), Counter[tuple[str, Any]]()
    state = array("q", match._now)
    for hands, count in seen.items():
        state[rules.HAND : rules.HAND + 3 * match.seats] = array("q", hands)
        for place, cards in contents(match, state).items():
            if place.startswith("hand"):
                for card in cards:
                    found[place, card] += count
    return Counter({cell: count / total for cell, count in found.items()})


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/long chain", description="shuffled worlds of Seven Dragons against exact ones")
    parser.add_argument("--worlds", type=int, default=20_000)
    parser.add_argument("--positions", type=int, default=8)
    parser.add_argument("--matches", type=int, default=600, help="looked through for hard positions")
    parser.add_argument("--slowest", type=float, default=3.0, help="milliseconds an exact world may take at the positions chosen")
    parser.add_argument("--short", action="store_true", help="few worlds, nothing written")
    chosen = parser.parse_args(arguments)
    count, positions, matches = (4000, 3, 60) if chosen.short else (chosen.worlds, chosen.positions, chosen.matches)
    exact, shuffled = bound(is_exact=True), bound(is_exact=False)
    rows, worst = [], 0.0
    for match, viewer, cost in hard_positions(positions, exact, matches, chosen.slowest):
        one, two, again = (rates(match, worlds(match, viewer, how, count, seed)) for how, seed in ((exact, 1), (shuffled, 2), (exact, 3)))
        error = max(abs(one[cell] - two[cell]) for cell in one.keys() | two.keys())
        noise = max(abs(one[cell] - again[cell]) for cell in one.keys() | again.keys())
        worst = max(worst, error)
        who = "spectator" if viewer == SPECTATOR else f"seat {viewer}"
        rows.append(f"| {match.seats} | {match.ply} | {match.moves.count('pass')} | {who} | {cost:.3f} | {error:.4f} | {noise:.4f} |")
        print(rows[-1], flush=True)
    if not chosen.short:
        words = (
            f"Hard positions of matches with passes, {count:,} worlds each. *Error*: the largest difference in how many of a card a hand holds on"
            " average, always shuffled against always exact; *noise*: the same between two runs of exact worlds. A redeal shuffles only after"
            f" {rules.MOST_TRIES} tries in vain, so what is met in practice is smaller."
        )
        columns = "| seats | ply | passes | known to | ms a world, exact | error | noise |"
        write("redeal-chain", "Worlds of Seven Dragons where exact ones are slow", "chain", words, columns, rows)
    return int(worst > (0.03 if chosen.short else 0.01))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
