"""Seven Dragons that ends by passes, which play hardly ever reaches: constructed late positions, stepped through product and twin side by side."""

import random
from array import array
from collections import Counter

import pytest

import dragonhoard as dh
from dragonhoard.compiled import row, shared
from tests.lockstep import Lock, Setting
from tests.scenes import endings

NUMBERS = range(20)


@pytest.mark.compiler
@pytest.mark.parametrize("number", NUMBERS)
def test_s7_7_an_end_by_passes(number: int) -> None:
    ending, move_bonus = endings()[number], number % 2
    match, twin = ending.match(move_bonus), ending.twin(move_bonus)
    lock = Lock(Setting("seven-dragons", ending.seats, (("move_bonus", move_bonus),)), number, match, twin, random.Random(number))
    lock.seen = [[] for _ in lock.viewers]
    lock.compiled_state = shared(array("q", match._now))
    lock.compiled_out = row(match.game.declaration.rules.OUT_SIZE)
    while moves := lock.compare(thorough=True):
        lock.play(moves[(number + match.ply) % len(moves)] if match.mover == dh.CHANCE else moves[-1])
    lock.compare_end()
    lock.compare_records()
    assert match.outcome is not None and match.outcome.reason == "passes"
    assert match.moves[-1] == "pass" and match.view(None)["deck"] == 0
    last = [move for move in match.moves if not move.startswith("draw ")][-ending.seats :]
    assert last == ["pass"] * ending.seats
    assert match.view(None)["passes"] >= ending.seats


def test_s7_7_the_endings_are_distinct_and_of_many_kinds() -> None:
    found = endings()
    assert len(found) == len(NUMBERS) == len(set(found))
    assert len({ending.layout for ending in found}) == len(found)
    kinds = Counter[str]()
    for ending in found:
        kinds[f"seats {ending.seats}"] += 1
        kinds["the deck is empty" if not ending.deck else "something is left in the deck"] += 1
        kinds["a hand is empty"] += any(not hand for hand in ending.hands)
        kinds["an action card is still to come"] += any(card in " ".join((*ending.hands, ending.deck)) for card in ("blue", "yellow", "black"))
    assert min(kinds.values()) >= 4, kinds
