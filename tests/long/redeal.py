"""Worlds dealt anew against the twin: `scripts/long redeal [GAME ...] [--worlds 2000] [--positions 20] [--short]`; writes benchmarks/redeal.md."""

import argparse
import sys

from tests.lockstep import settings
from tests.redeals import HIDDEN, most_z, ps_of_small_cases, rates
from tests.reports import write
from tests.worlds import steered

WORDS = """In the middle of steered matches: how many of each card lie at each place on average, over so many worlds of ours and as many of the
slow twin's sampler; the largest difference, and the largest z of one beside the z that the largest of so many passes with a chance of 0.001.
Small cases: the least chi-square p against full enumeration."""
COLUMNS = "| game | positions | worlds each | averages compared | largest difference | largest z | small cases | least p |"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/long redeal", description="whether worlds are dealt as chance would deal them")
    parser.add_argument("games", nargs="*", default=HIDDEN, metavar="GAME")
    parser.add_argument("--worlds", type=int, default=2000, help="from each side, at each position")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--cases", type=int, default=40, help="small ones, against full enumeration")
    parser.add_argument("--short", action="store_true", help="what CI runs: 400 worlds at 10 positions, 10 small cases; nothing written")
    chosen = parser.parse_args(arguments)
    worlds, positions, cases = (400, 10, 10) if chosen.short else (chosen.worlds, chosen.positions, chosen.cases)
    rows, failed = [], False
    for key in chosen.games:
        every = list(settings(key))
        largest = most = 0.0
        compared = 0
        for seed in range(100, 100 + positions):
            lock = steered(every[seed % len(every)], seed)
            difference, z, cells = rates(lock, lock.rng.choice(lock.viewers), worlds, seed)
            largest, most, compared = max(largest, difference), max(most, z), compared + cells
        found = ps_of_small_cases(key, cases, worlds)
        failed |= most > most_z(compared) or min(found) < 0.001 / len(found)
        row = f"| {key} | {positions} | {worlds:,} | {compared:,} | {largest:.3f} | {most:.2f} of {most_z(compared):.2f} "
        rows.append(f"{row}| {len(found)} | {min(found):.4f} |")
        print(rows[-1], flush=True)
    if not chosen.short:
        write("redeal", "Dealing anew", "redeal", WORDS, COLUMNS, rows)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
