"""Why a move is illegal, asked product and twin at many positions.

`scripts/long reasons [GAME ...] [--positions 200] [--spellings 500] [--short]`.
"""

import argparse
import sys

import dragonhoard as dh
from tests.reasons import Reasons, walks

MATCHES = 2000


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/long reasons", description="the first broken condition, against the twin's set")
    parser.add_argument("games", nargs="*", default=list(dh.GAMES), metavar="GAME")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--spellings", type=int, default=500, help="illegal ones at each position")
    parser.add_argument("--least", type=int, default=20, help="times that every condition must come up")
    parser.add_argument("--short", action="store_true", help="what CI runs: 100 spellings at each position")
    chosen = parser.parse_args(arguments)
    failed = False
    for key in chosen.games:
        reasons = Reasons(key)
        for number, (setting, seed, steer) in enumerate(walks(key)):
            reasons.walk(setting, seed, steer, spellings=100 if chosen.short else chosen.spellings)
            if (reasons.positions >= chosen.positions and not reasons.missing(chosen.least)) or number > MATCHES:
                break
        counts = ", ".join(f"{code} {count:,}" for code, count in sorted(reasons.codes.items()))
        print(f"{key}: {reasons.positions:,} positions, {reasons.asked:,} illegal moves, all reasons equal; {counts}", flush=True)
        if missing := reasons.missing(chosen.least):
            print(f"{key}: too rare: {missing}", file=sys.stderr)
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
