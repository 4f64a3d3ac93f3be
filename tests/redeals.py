"""Whether what is dealt anew is dealt as chance would have dealt it.

On small cases: the product's worlds against the twin's full enumeration. In the middle of matches: how often each unseen card lies at each
place, against the twin's own sampler.
"""

import math
import random
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from statistics import NormalDist
from typing import Any

from scipy.stats import chisquare

import dragonhoard as dh
from dragonhoard.bits import SPECTATOR
from tests.lockstep import Lock, Setting, settings
from tests.scenes import endings
from tests.worlds import steered

HIDDEN = [key for key, game in dh.GAMES.items() if game.declaration.is_hidden]

World = tuple[tuple[str, tuple[Any, ...]], ...]


def kernel_world(match: dh.Match, seat: int | None, seed: int) -> Any:
    """A full state dealt by the kernel from what the seat knows."""
    rules = match.game.declaration.rules
    viewer = SPECTATOR if seat is None else seat
    world = array("q", match._now)
    rules.wipe(match._box, world, viewer)
    rules.redeal(match._box, world, viewer, dh.Dice(seed).row)
    return world


def contents(match: dh.Match, state: Any) -> dict[str, list[Any]]:
    """What lies where in a full state: hands, the cards nobody has, goals by place."""
    view = match.game.declaration.view.view(match._box, state, SPECTATOR)
    found: dict[str, list[Any]] = {f"hand {seat}": sorted(hand) for seat, hand in enumerate(view["hands"])}
    if "goals" in view:
        found |= {f"goal {place}": [colour] for place, colour in view["goals"].items()}
        found["deck"] = sorted(view["deck_cards"])
    else:
        found["deck"] = sorted(view["out"])
    return found


def contents_of_twin(twin: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {f"hand {seat}": sorted(hand) for seat, hand in enumerate(twin.hands)}
    found |= {f"goal {place}": [colour] for place, colour in enumerate(getattr(twin, "goals", []))}
    found["deck"] = sorted(twin.deck)
    return found


def arrangement(found: dict[str, list[Any]], hidden: list[str]) -> World:
    return tuple(sorted((place, tuple(found["deck" if place == "out" else place])) for place in hidden))


def p_of_enumeration(lock: Lock, seat: int | None, draws: int, seed: int) -> float | None:
    """The chi-square p of the product's worlds against the twin's full enumeration; None where that is too large or nothing is hidden.

    A world that the enumeration does not have is an error at once.
    """
    try:
        worlds = {
            tuple((place, tuple(cards) if not place.startswith("goal") else (cards[0],)) for place, cards in world): weight
            for world, weight in lock.twin.worlds(seat).items()
        }
    except ValueError:
        return None
    if len(worlds) < 2 or len(worlds) > draws // 5:
        return None
    hidden = [place for place, _ in next(iter(worlds))]
    found = Counter(arrangement(contents(lock.match, kernel_world(lock.match, seat, seed * draws + i)), hidden) for i in range(draws))
    assert not found.keys() - worlds.keys(), f"impossible worlds: {list(found.keys() - worlds.keys())[:3]}\n{lock.match.record(seat=seat)}"
    total = sum(worlds.values())
    expected = [draws * weight / total for weight in worlds.values()]
    observed = [found[world] for world in worlds]
    return _p(observed, expected)


# ------------------------------------------------------------------ matches in which little is hidden
def _small_dragon_master() -> Iterator[Lock]:
    """As they come."""
    for seed in range(1000):
        yield steered(next(settings("dragon-master")), seed)


def _small_seven_dragons() -> Iterator[Lock]:
    """The constructed ends, played on a little."""
    for seed in range(1000):
        ending = endings()[seed % len(endings())]
        rng = random.Random(seed)
        options = (("move_bonus", seed // 20 % 2),)
        lock = Lock(Setting("seven-dragons", ending.seats, options), seed, ending.match(options[0][1]), ending.twin(options[0][1]), rng)
        for _ in range(rng.randrange(2, 9)):
            moves = lock.match.legal_moves()
            if not moves:
                break
            after = lock.twin.copy()
            move = rng.choice(moves)
            after.play(move)
            if after.mover is None:
                break
            lock.match.play(move)
            lock.twin = after
        yield lock


SMALL_CASES: dict[str, Callable[[], Iterator[Lock]]] = {"dragon-master": _small_dragon_master, "seven-dragons": _small_seven_dragons}


def ps_of_small_cases(key: str, count: int, draws: int) -> list[float]:
    """The p of so many small cases that can be enumerated."""
    tried = (p_of_enumeration(lock, lock.rng.choice(lock.viewers), draws, number) for number, lock in enumerate(SMALL_CASES[key]()))
    return list(islice((p for p in tried if p is not None), count))


# ------------------------------------------------------------------ counting
def _p(observed: list[int], expected: list[float]) -> float:
    """Chi-square with rare cells joined."""
    pairs = sorted(zip(expected, observed, strict=True))
    joined: list[list[float]] = [[0.0, 0.0]]
    for wanted, seen in pairs:
        if joined[-1][0] >= 5:
            joined.append([0.0, 0.0])
        joined[-1][0] += wanted
        joined[-1][1] += seen
    if len(joined) > 1 and joined[-1][0] < 5:
        last = joined.pop()
        joined[-1][0] += last[0]
        joined[-1][1] += last[1]
    if len(joined) < 2:
        return 1.0
    return float(chisquare([seen for _, seen in joined], [wanted for wanted, _ in joined]).pvalue)


def rates(lock: Lock, seat: int | None, worlds: int, seed: int) -> tuple[float, float, int]:
    """Over so many worlds each: the largest difference in how many of a card lie at a hidden place on average, the largest z of such a
    difference, and how many averages were compared."""
    rng = random.Random(seed)
    mine, theirs = _Averages(), _Averages()
    for i in range(worlds):
        mine.add(contents(lock.match, kernel_world(lock.match, seat, seed * worlds + i)))
        theirs.add(contents_of_twin(lock.twin.sample(seat, rng)))
    largest = most = 0.0
    cells = mine.sums.keys() | theirs.sums.keys()
    for cell in cells:
        difference = abs(mine.mean(cell) - theirs.mean(cell))
        spread = math.sqrt((mine.variance(cell) + theirs.variance(cell)) / worlds)
        largest = max(largest, difference)
        most = max(most, difference / spread if difference else 0.0)
    return largest, most, len(cells)


class _Averages:
    """How many of each card lie at each place, over many worlds."""

    def __init__(self) -> None:
        self.worlds = 0
        self.sums: Counter[tuple[str, Any]] = Counter()
        self.squares: Counter[tuple[str, Any]] = Counter()

    def add(self, found: dict[str, list[Any]]) -> None:
        self.worlds += 1
        for place, cards in found.items():
            for card, count in Counter(cards).items():
                self.sums[place, card] += count
                self.squares[place, card] += count * count

    def mean(self, cell: tuple[str, Any]) -> float:
        return self.sums[cell] / self.worlds

    def variance(self, cell: tuple[str, Any]) -> float:
        """Of one world; never quite nothing, since what came up every time might not the next."""
        return max(self.squares[cell] / self.worlds - self.mean(cell) ** 2, 1 / self.worlds)


def most_z(cells: int, chance: float = 0.001) -> float:
    """The z that the largest of so many independent differences passes with this chance only."""
    return NormalDist().inv_cdf(1 - chance / (2 * cells))
