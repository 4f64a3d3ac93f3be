"""What is dealt anew is dealt as chance would have dealt it: against full enumeration on small cases, against the twin's sampler elsewhere.

`scripts/long redeal` takes ten times as many worlds.
"""

from itertools import islice

import pytest

import dragonhoard as dh
from tests.lockstep import settings
from tests.redeals import HIDDEN, contents, kernel_world, most_z, ps_of_small_cases, rates
from tests.worlds import steered

CASES = 12
DRAWS = 600
POSITIONS = 20
WORLDS = 200


@pytest.mark.parametrize("key", HIDDEN)
def test_small_cases_agree_with_full_enumeration(key: str) -> None:
    found = ps_of_small_cases(key, CASES, DRAWS)
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
