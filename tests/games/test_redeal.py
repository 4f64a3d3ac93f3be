"""What is dealt anew is dealt as chance would have dealt it: against full enumeration on small cases, against the twin's sampler elsewhere.

`scripts/long redeal` takes ten times as many worlds.
"""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

import dragonhoard as dh
from tests.games.test_seven_dragons_passes import twin_of
from tests.lockstep import Lock, Setting, settings
from tests.redeals import contents, kernel_world, most_z, p_of_enumeration, rates
from tests.scenes import endings
from tests.worlds import steered

HIDDEN = [key for key, game in dh.GAMES.items() if game.declaration.is_hidden]
CASES = 12
DRAWS = 600
POSITIONS = 20
WORLDS = 200


def small_cases(key: str) -> Iterator[Lock]:
    """Matches in which little is hidden: Dragon Master as it comes; of Seven Dragons the constructed ends, played on a little."""
    if key == "dragon-master":
        for seed in range(1000):
            yield steered(next(settings(key)), seed)
    for seed in range(1000):
        ending = endings()[seed % len(endings())]
        rng = random.Random(seed)
        options = (("move_bonus", seed // 20 % 2),)
        lock = Lock(Setting(key, ending.seats, options), seed, ending.match(options[0][1]), twin_of(ending, options[0][1]), rng)
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


@pytest.mark.parametrize("key", HIDDEN)
def test_small_cases_agree_with_full_enumeration(key: str) -> None:
    found: list[float] = []
    for number, lock in enumerate(small_cases(key)):
        p = p_of_enumeration(lock, lock.rng.choice(lock.viewers), DRAWS, number)
        if p is not None:
            found.append(p)
        if len(found) == CASES:
            break
    assert len(found) == CASES
    assert min(found) > 0.001 / CASES, sorted(found)


@pytest.mark.parametrize("key", HIDDEN)
def test_every_unseen_card_lies_everywhere_as_often_as_the_twin_deals_it(key: str) -> None:
    every = list(settings(key))
    for seed in range(POSITIONS):
        lock = steered(every[seed % len(every)], seed)
        seat = lock.rng.choice(lock.viewers)
        largest, z, cells = rates(lock, seat, WORLDS, seed)
        assert z < most_z(cells * POSITIONS), f"{lock.setting}, seed {seed}, seat {seat}: {largest:.3f}\n{lock.match.record(seat=seat)}"


@pytest.mark.parametrize("key", HIDDEN)
def test_the_match_and_the_kernel_deal_from_one_distribution(key: str) -> None:
    """The match makes up a past for what the kernel dealt and comes to exactly that state."""
    for seed, setting in islice(((seed, setting) for seed in range(3) for setting in settings(key)), 16):
        match = steered(setting, seed).match
        for seat in (0, None):
            dealt = match.redeal(seat, dh.Dice(seed))
            world = kernel_world(match, seat, seed)
            assert contents(dealt, dealt._now) == contents(match, world)
            assert dealt.position == match._position_text(world)
