"""Why a move is illegal: the first declared condition that the twin finds broken, on near misses and on anything else that is spelled well.

`scripts/long reasons` asks at more positions, about more moves, and wants every condition more often.
"""

import pytest

import dragonhoard as dh
from tests.reasons import Reasons, walks

POSITIONS = 40
SPELLINGS = 40
LEAST = 3  # times that every condition must come up
MATCHES = 150


@pytest.mark.parametrize("key", dh.GAMES)
def test_the_reason_is_the_first_condition_that_is_broken(key: str) -> None:
    reasons = Reasons(key)
    for number, (setting, seed, steer) in enumerate(walks(key)):
        reasons.walk(setting, seed, steer, spellings=SPELLINGS)
        if reasons.positions >= POSITIONS and not reasons.missing(LEAST):
            break
        assert number < MATCHES, f"too rare after {reasons.positions} positions: {reasons.missing(LEAST)}"
