"""Product and slow twin in lockstep, for every number of seats and every option; each kind of move and each corner comes up often enough."""

from collections import Counter
from itertools import islice

import pytest

import dragonhoard as dh
from tests.lockstep import Tally, play_together, schedule, settings

MATCHES = {"dragon-master": 120, "drachenwurf": 150, "seven-dragons": 90, "dragon-inferno": 60}
LEAST = 5  # distinct matches


@pytest.mark.parametrize("key", dh.GAMES)
def test_product_and_twin_agree(key: str) -> None:
    """And everything that must come up does."""
    tally = Tally()
    for setting, seed, steer in islice(schedule(key), MATCHES[key]):
        tally.add(play_together(setting, seed, steer, every=11))
    assert tally.missing(key, LEAST) == {}


def test_the_schedule_covers_every_setting() -> None:
    for key, matches in MATCHES.items():
        covered = Counter(setting for setting, _, _ in islice(schedule(key), matches))
        assert set(covered) == set(settings(key))
