"""The decisions that the page is held against: distinct, the same every time, every kind of spelling that a seat chooses among them."""

import json

import pytest

import dragonhoard as dh
from tests.lockstep import KINDS
from tests.web.decisions import Decisions


@pytest.mark.parametrize("key", dh.GAMES)
def test_every_kind_of_spelling_is_on_offer(key: str) -> None:
    decisions = Decisions(key, 40, 2)
    told = [json.dumps(decision, sort_keys=True) for decision in decisions]
    assert len(told) >= 40 and len(set(told)) == len(told)
    assert set(KINDS[key]) == set(decisions.on_offer) | decisions.by_chance
    assert min(decisions.on_offer.values()) >= 2 and not decisions.missing
    again = iter(Decisions(key, 40, 2))
    assert [json.dumps(next(again), sort_keys=True) for _ in range(5)] == told[:5]


def test_a_decision_is_one_seats_alone() -> None:
    for decision in Decisions("seven-dragons", 20, 0):
        assert decision["view"]["seat"] == decision["seat"] == decision["view"]["mover"]
        assert decision["moves"] and decision["spots"] and not decision["view"]["is_open"]
