"""Lockstep of product and twin over thousands of matches, resumable: `scripts/long lockstep [GAME ...] [--matches 5000] [--short]`.

Counts are kept in .long/ after every hundred matches and go on from there; when a game has its number, its table is written to
benchmarks/lockstep.md.
"""

import argparse
import json
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import islice

from tests.lockstep import TWINS, Tally, play_together, schedule, wanted
from tests.reports import ROOT, write

KEPT = ROOT / ".long"
STEP = 100
LEAST = 500  # distinct matches in which each kind and corner must come up, in the full run
SHORT_LEAST = 5
WORDS = """In every match, at every ply: mover, legal moves, odds, a view, and the compiled kernel's state and list; views of all seats at every
seventh ply, records of all seats, winners, scores and reason at the end. No difference. The number behind a kind of spelling or a corner says in
how many distinct matches it came up."""


def _one_step(key: str, first: int, count: int) -> list[list[str]]:
    """What each of some matches of the schedule reached."""
    return [sorted(play_together(setting, seed, steer, every=7)) for setting, seed, steer in islice(schedule(key), first, first + count)]


def run(key: str, matches: int, least: int, keep: bool) -> Tally:
    """The first `matches` of a game's schedule, and as many more as it takes for everything to come up often enough, at most ten times that."""
    file = KEPT / f"lockstep-{key}.json"
    state = {"matches": 0, "reached": {}, "seconds": 0.0}
    if keep and file.exists():
        state = json.loads(file.read_text(encoding="utf-8"))
    tally = Tally(state["matches"], Counter(state["reached"]))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        while tally.matches < matches or (tally.missing(key, least) and tally.matches < 10 * matches):
            begun = time.perf_counter()
            firsts = [tally.matches + i * STEP for i in range(os.cpu_count() or 1)]
            for reached in pool.map(_one_step, [key] * len(firsts), firsts, [STEP] * len(firsts)):
                for names in reached:
                    tally.add(Counter(names))
            state["seconds"] += time.perf_counter() - begun
            print(f"{key}: {tally.matches} matches, {state['seconds']:.0f} s, still below {least}: {tally.missing(key, least)}", flush=True)
            if keep:
                KEPT.mkdir(exist_ok=True)
                state |= {"matches": tally.matches, "reached": dict(tally.reached)}
                file.write_text(json.dumps(state), encoding="utf-8")
    return tally


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/long lockstep", description="product and slow twin in lockstep")
    parser.add_argument("games", nargs="*", default=list(TWINS), metavar="GAME")
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--short", action="store_true", help="what CI runs: 200 matches a game, nothing kept or written")
    parser.add_argument("--report", action="store_true", help="play nothing, write down what has been kept so far")
    chosen = parser.parse_args(arguments)
    matches, least = (200, SHORT_LEAST) if chosen.short else (0, 0) if chosen.report else (chosen.matches, LEAST)
    tallies = {key: run(key, matches, least, keep=not chosen.short) for key in chosen.games}
    failed = False
    for key, tally in tallies.items():
        missing = tally.missing(key, least)
        failed |= bool(missing)
        print(f"{key}: {tally.matches} matches equal; " + ", ".join(f"{name} {tally.reached[name]}" for name in wanted(key)))
        if missing:
            print(f"{key}: too rare: {missing}", file=sys.stderr)
    if not chosen.short:
        rows = [
            f"| {key} | {tally.matches:,} | {', '.join(f'{name} {tally.reached[name]:,}' for name in wanted(key))} |"
            for key, tally in tallies.items()
        ]
        write("lockstep", "Lockstep of product and slow twin", "lockstep", WORDS, "| game | matches | reached in so many matches |", rows)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
