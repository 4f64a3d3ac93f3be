"""How far the worlds of Seven Dragons are from exact where too few tries succeed: `scripts/long chain [--worlds 8000] [--positions 6]`.

`redeal` deals a whole past at random until it fits, which is exact; after MOST_TRIES it takes one past that fits and shuffles that. Here the
same compiled function runs with tries that never succeed, so that it always shuffles, on the positions of many matches with passes that need
the most tries, and the rates of every card in every hand are compared with the twin's exact sampler. Writes benchmarks/redeal-chain.md.
"""

import argparse
import math
import random
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
from tests.lockstep import Lock, Setting
from tests.redeals import contents, contents_of_twin, most_z
from tests.reports import write
from tests.worlds import steered

FAR_AWAY = 10_000_000
SHUFFLED = 5  # shuffled worlds for each of the twin's


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


def hard_positions(count: int, exact: Any, matches: int) -> list[tuple[Lock, int, float]]:
    """The match, viewer and milliseconds a world of the positions that need the longest for exact worlds."""
    found = []
    for seed in range(matches):
        seats = 2 + seed % 4
        lock = steered(Setting("seven-dragons", seats, (("move_bonus", 0),)), seed)
        if "pass" not in lock.match.moves:
            continue
        viewer = seed % (seats + 1)
        viewer = SPECTATOR if viewer == seats else viewer
        begun = time.thread_time()
        worlds(lock.match, viewer, exact, 20, seed)
        found.append((lock, viewer, (time.thread_time() - begun) * 50))
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


def rates_of_twin(lock: Lock, seat: int | None, count: int) -> Counter[tuple[str, Any]]:
    """The same by the twin's sampler."""
    rng, found = random.Random(1), Counter[tuple[str, Any]]()
    for _ in range(count):
        for place, cards in contents_of_twin(lock.twin.sample(seat, rng)).items():
            if place.startswith("hand"):
                found.update((place, card) for card in cards)
    return Counter({cell: times / count for cell, times in found.items()})


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/long chain", description="shuffled worlds of Seven Dragons against exact ones")
    parser.add_argument("--worlds", type=int, default=8_000, help="of the twin's; five times as many of ours")
    parser.add_argument("--positions", type=int, default=6)
    parser.add_argument("--matches", type=int, default=400, help="looked through for hard positions")
    parser.add_argument("--short", action="store_true", help="few worlds, nothing written")
    chosen = parser.parse_args(arguments)
    count, positions, matches = (400, 2, 60) if chosen.short else (chosen.worlds, chosen.positions, chosen.matches)
    rows, failed, shuffled = [], False, bound(is_exact=False)
    for lock, viewer, cost in hard_positions(positions, bound(is_exact=True), matches):
        match = lock.match
        mine = rates(match, worlds(match, viewer, shuffled, SHUFFLED * count, 1))
        theirs = rates_of_twin(lock, None if viewer == SPECTATOR else viewer, count)
        error = most = 0.0
        for cell in mine.keys() | theirs.keys():
            spread = math.sqrt(max(theirs[cell] * (1 - theirs[cell]), 1 / count) * (1 + 1 / SHUFFLED) / count)
            error, most = max(error, abs(mine[cell] - theirs[cell])), max(most, abs(mine[cell] - theirs[cell]) / spread)
        limit = most_z(len(mine) * positions)
        failed |= most > limit
        who, passes = "spectator" if viewer == SPECTATOR else f"seat {viewer}", match.moves.count("pass")
        rows.append(f"| {match.seats} | {match.ply} | {passes} | {who} | {cost:.3f} | {len(mine)} | {error:.4f} | {most:.2f} of {limit:.2f} |")
        print(rows[-1], flush=True)
    if not chosen.short:
        words = (
            f"The hardest positions among those of many matches with passes: {SHUFFLED * count:,} worlds, all shuffled, against {count:,} of the slow"
            " twin's exact sampler. *Error*: the largest difference in how many of a card a hand holds on average; *z*: the largest in standard"
            f" deviations, beside what the largest of so many passes with a chance of 0.001. A redeal shuffles only after {rules.MOST_TRIES} tries in"
            " vain, so in practice nearly all worlds are exact."
        )
        columns = "| seats | ply | passes | known to | ms a world, exact | averages | error | z |"
        write("redeal-chain", "Worlds of Seven Dragons where exact ones are slow", "chain", words, columns, rows)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
