"""Pairs of worlds that a seat cannot tell apart, by the thousand: `scripts/long no_peek [GAME ...] [--pairs 1000] [--short]`.

At least so many pairs for every game and number of seats, half of them dealt by the twin's own sampler where something is hidden, a quarter of
the matches begun from a position. Writes benchmarks/no-peek.md.
"""

import argparse
import os
import statistics
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice

import dragonhoard as dh
from tests.lockstep import settings
from tests.reports import write
from tests.worlds import Peeks

STEP = 20
WORDS = """Pairs of worlds that a seat (or a spectator) cannot tell apart, compared byte for byte on every channel that reaches it; half of them
dealt by the slow twin's sampler where cards are hidden. *Differ*: the median share of the outcomes of chance hidden from the seat that are
another card in the other world, and in how many pairs each kind of secret differs where there is one. A deck is compared as a collection: its
order is drawn by chance as cards come, so no state holds it."""
COLUMNS = "| game | seats | pairs | told apart | hidden cards that differ (median) | pairs in which each kind of secret differs |"


def _some(key: str, seats: int, first: int, count: int) -> Peeks:
    """Matches number first, first + 1, ... of a game with so many seats, its options in turn."""
    chosen = [setting for setting in settings(key) if setting.seats == seats]
    peeks = Peeks()
    for number, setting in islice(enumerate(cycle(chosen)), first, first + count):
        peeks.compare(setting, number, from_position=number // len(chosen) % 4 == 3)
    return peeks


def gathered(parts: Iterable[Peeks]) -> Peeks:
    whole = Peeks()
    for part in parts:
        whole.pairs += part.pairs
        whole.found += part.found
        whole.shares += part.shares
        whole.could += part.could
        whole.did += part.did
    return whole


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/long no_peek", description="worlds that a seat cannot tell apart")
    parser.add_argument("games", nargs="*", default=list(dh.GAMES), metavar="GAME")
    parser.add_argument("--pairs", type=int, default=1000, help="for each game and number of seats")
    parser.add_argument("--short", action="store_true", help="what CI runs: 100 pairs each, nothing written")
    chosen = parser.parse_args(arguments)
    least = 100 if chosen.short else chosen.pairs
    rows, failed = [], False
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for key in chosen.games:
            for seats in dh.GAMES[key].seats:
                whole, first = Peeks(), 0
                while whole.pairs < least:
                    firsts = [first + part * STEP for part in range(os.cpu_count() or 1)]
                    first = firsts[-1] + STEP
                    whole = gathered([whole, *pool.map(_some, [key] * len(firsts), [seats] * len(firsts), firsts, [STEP] * len(firsts))])
                share = f"{statistics.median(whole.shares):.2f}" if whole.shares else "nothing is hidden"
                kinds = ", ".join(f"{kind} {whole.did[kind] / could:.0%}" for kind, could in sorted(whole.could.items())) or "nothing is hidden"
                rows.append(f"| {key} | {seats} | {whole.pairs:,} | {len(whole.found)} | {share} | {kinds} |")
                print(rows[-1], *whole.found[:5], sep="\n", flush=True)
                failed |= bool(whole.found) or any(whole.did[kind] < 0.2 * could for kind, could in whole.could.items())
                failed |= bool(whole.shares) and statistics.median(whole.shares) < 0.5
    if not chosen.short:
        write("no-peek", "No peeking", "no_peek", WORDS, COLUMNS, rows)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
