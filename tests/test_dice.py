"""The dice: docs/dice.md is recomputed, by a second implementation written from its formulas, interpreted and compiled."""

import re
from pathlib import Path

import pytest

import dragonhoard as dh
from dragonhoard import dice
from dragonhoard.bits import new_row, wrap

PAGE = (Path(__file__).parents[1] / "docs" / "dice.md").read_text(encoding="utf-8")
MASK = 2**64 - 1


def rows(first: str) -> list[list[str]]:
    """The body of the table whose first column has that heading and whose second follows it."""
    table = re.search(rf"^\| {re.escape(first)} .*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.M)
    assert table is not None
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[1].splitlines()]


WORDS = [(int(key), n, int(value)) for key, *values in rows("key") for n, value in enumerate(values, start=1)]
BELOW = [(int(seed), int(n), [int(answer) for answer in answers.split()], int(count)) for seed, n, answers, count in rows("seed | n")]
CHILDREN = [tuple(map(int, row)) for row in rows("seed | child")]


def second_word(key: int, count: int) -> int:
    """The page's formulas, in the unsigned arithmetic in which they are usually told."""
    z = (key + count * 0x9E3779B97F4A7C15) & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    z ^= z >> 31
    return z - 2**64 if z >> 63 else z


@pytest.mark.parametrize(("key", "count", "value"), WORDS)
def test_words(key: int, count: int, value: int) -> None:
    assert dice.word(key, count) == second_word(key, count) == value


def test_words_of_many_keys() -> None:
    for n in range(3000):
        key = dice.word(n, 5)
        assert dice.word(key, n) == second_word(key, n)


@pytest.mark.parametrize(("seed", "n", "answers", "count"), BELOW)
def test_below(seed: int, n: int, answers: list[int], count: int) -> None:
    stream = dh.Dice(seed)
    assert [stream.below(n) for _ in answers] == answers
    assert list(stream.row) == [seed, count]


@pytest.mark.parametrize(("seed", "child", "key"), CHILDREN)
def test_children(seed: int, child: int, key: int) -> None:
    parent = dh.Dice(seed)
    assert list(parent.split(child).row) == [key, 0]
    assert list(parent.row) == [seed, 0]


@pytest.mark.compiler
def test_the_compiled_stream_is_the_same() -> None:
    from dragonhoard import compiled

    word = compiled.bound(dice.word, compiled.NUMBER(compiled.NUMBER, compiled.NUMBER))
    below = compiled.bound(dice.below, compiled.NUMBER(compiled.ROW, compiled.NUMBER))
    for key, count, value in WORDS:
        assert word(key, count) == value
    for n in (1, 2, 6, 72, 3 * 2**29, 2**31 - 1):
        plain, row = new_row(2), compiled.row(2)
        for _ in range(500):
            assert below(row, n) == dice.below(plain, n)
        assert list(row) == list(plain)


def test_a_seed_of_any_size_is_reduced() -> None:
    assert list(dh.Dice(2**64 + 5).row) == list(dh.Dice(5).row)
    assert list(dh.Dice(2**63).row) == [wrap(2**63), 0]


@pytest.mark.parametrize("n", [0, -1, 2**31])
def test_below_refuses_what_it_cannot_do(n: int) -> None:
    with pytest.raises(dh.BadOption):
        dh.Dice(1).below(n)
