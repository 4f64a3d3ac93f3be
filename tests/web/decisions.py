"""Decisions as the page meets them: what one seat sees and may do, from matches steered to corners, rare kinds of spelling preferred.

`python -m tests.web.decisions GAME --count 200` prints one JSON object a line; web/tests/gestures.test.ts holds the page's gestures against them.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import dragonhoard as dh
from tests.lockstep import KIND_OF, KINDS, STEERS, Lock, schedule

NAMES = ("Ada", "Berta", "Carl", "Dora", "Emil", "Frida")
MOST = 24  # of one match
MATCHES = 4000  # before giving up


@dataclass
class Decisions:
    """Distinct decisions of one game; each kind of spelling is on offer at least so often, if it is one that seats choose."""

    key: str
    count: int
    least: int
    on_offer: Counter[str] = field(default_factory=Counter)  # kind of spelling -> decisions at which it may be chosen
    by_chance: set[str] = field(default_factory=set)
    met: set[str] = field(default_factory=set)

    @property
    def missing(self) -> dict[str, int]:
        """Kinds of spelling that came up too rarely."""
        chosen = [kind for kind in KINDS[self.key] if kind not in self.by_chance]
        return {kind: self.on_offer[kind] for kind in chosen if self.on_offer[kind] < self.least}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for _, (setting, seed, steer) in zip(range(MATCHES), schedule(self.key), strict=False):
            if len(self.met) >= self.count and not self.missing:
                return
            rng = random.Random(f"decisions {setting} {steer} {seed}")
            lock = Lock(setting, seed, setting.match(), setting.twin(), rng)
            left = MOST
            while (mover := lock.match.mover) is not None:
                moves = lock.match.legal_moves()
                if mover == dh.CHANCE:
                    self.by_chance |= {KIND_OF[self.key](move) for move in moves}
                elif left and self._is_wanted(moves, rng) and (decision := self._decision(lock.match, mover, moves)):
                    left -= 1
                    yield decision
                move = STEERS[self.key][steer](lock, moves) or rng.choice(moves)
                lock.match.play(move)
                lock.twin.play(move)
        raise AssertionError(f"{self.key}: {len(self.met)} decisions, too few of {self.missing} in {MATCHES} matches")

    def _is_wanted(self, moves: list[str], rng: random.Random) -> bool:
        """Rare kinds at once; others so that they are spread over many matches, and never more than are asked for."""
        rarest = min(self.on_offer[KIND_OF[self.key](move)] for move in moves)
        if rarest < self.least:
            return True
        return len(self.met) < self.count and rng.random() < 0.2

    def _decision(self, match: dh.Match, seat: int, moves: list[str]) -> dict[str, Any] | None:
        lang = "de" if len(self.met) % 2 else "en"
        named = dh.GAMES[self.key].match(position=match.position, names=NAMES[: match.seats])
        decision = {
            "game": self.key,
            "seat": seat,
            "lang": lang,
            "names": NAMES[: match.seats],
            "options": dict(match.options),
            "view": match.view(seat),
            "moves": moves,
            "spots": named.spots(seat, lang),
        }
        text = json.dumps([decision["view"], moves], sort_keys=True)
        if text in self.met:
            return None
        self.met.add(text)
        self.on_offer.update({KIND_OF[self.key](move) for move in moves})
        return decision


def main() -> None:
    """Print decisions of one game, and on the error channel what kinds of spelling they offer how often."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.decisions", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=list(dh.GAMES))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--least", type=int, help="of each kind of spelling; a fortieth of the decisions if not given")
    asked = parser.parse_args()
    decisions = Decisions(asked.game, asked.count, asked.count // 40 if asked.least is None else asked.least)
    for decision in decisions:
        print(json.dumps(decision, ensure_ascii=False, separators=(",", ":")))
    print(f"{asked.game}: {len(decisions.met)} decisions; {dict(decisions.on_offer.most_common())}", file=sys.stderr)


if __name__ == "__main__":
    main()
