"""Chance of served tables: known answers worked out by another way, fairness, and streams that know nothing of each other."""

import hashlib
import hmac as hmac_of_the_library
import os
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency, chisquare

import dragonhoard as dh
from dragonhoard.server.chance import TableChance

SECRET = bytes(range(32))


def hmac_by_hand(key: bytes, message: bytes) -> bytes:
    """RFC 2104 with nothing but the hash."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def drawn_by_hand(secret: bytes, number: int, sizes: list[int]) -> Iterator[int]:
    """What `below` must give for those n, from the whole stream at once as one long string of bytes."""
    stream = b"".join(
        hmac_by_hand(secret, b"dragonhoard table chance 1" + number.to_bytes(8, "big") + block.to_bytes(8, "big")) for block in range(400)
    )
    at = 0
    for n in sizes:
        bits = len(f"{n - 1:b}") if n > 1 else 0
        width = -(-bits // 8)
        while True:
            value = int("0" + "".join(f"{byte:08b}" for byte in stream[at : at + width])[:bits], 2)
            at += width
            if value < n:
                break
        yield value


def test_known_answers_worked_out_by_hand() -> None:
    sizes = [1, 2, 6, 52, 255, 256, 257, 65537, 2**31 - 1, 2**64, 2**64 + 1, 3**200] * 8
    for number in (0, 1, 2, 77, 2**31 - 1, 2**62):
        stream = TableChance(SECRET).at(number)
        assert [stream.below(n) for n in sizes] == list(drawn_by_hand(SECRET, number, sizes))


def test_the_first_block_is_what_openssl_says() -> None:
    # printf 'dragonhoard table chance 1\0\0\0\0\0\0\0\7\0\0\0\0\0\0\0\0' | openssl dgst -sha256 -mac hmac -macopt hexkey:000102...1f
    assert TableChance(SECRET).at(7).below(2**256) == 0x05E6063D4C15D3AE10BF88C5FA342A05AD03C3464156035823CD51499A422E79


def test_hmac_by_hand_is_hmac() -> None:
    assert hmac_by_hand(SECRET, b"x") == hmac_of_the_library.digest(SECRET, b"x", "sha256")


@pytest.mark.parametrize("n", [2, 3, 6, 13, 52, 100, 255, 257])
def test_every_value_is_as_likely_within_one_stream(n: int) -> None:
    stream = TableChance(SECRET).at(5)
    seen = Counter(stream.below(n) for _ in range(n * 400))
    assert set(seen) == set(range(n))
    assert chisquare([seen[value] for value in range(n)]).pvalue > 0.0005


@pytest.mark.parametrize("n", [2, 6, 52, 257])
def test_every_value_is_as_likely_over_numbers(n: int) -> None:
    """The first draw of each event, as a table has it: one die or card an event."""
    chance = TableChance(SECRET)
    seen = Counter(chance.at(number).below(n) for number in range(n * 400))
    assert chisquare([seen[value] for value in range(n)]).pvalue > 0.0005


def test_a_number_that_a_remainder_would_bend() -> None:
    """Of three quarters of a power of two: by remainders its lower third would come twice as often."""
    n = 3 * 2**60
    stream = TableChance(SECRET).at(9)
    thirds = Counter(stream.below(n) * 3 // n for _ in range(6000))
    assert chisquare([thirds[third] for third in range(3)]).pvalue > 0.0005


def test_neighbours_know_nothing_of_each_other() -> None:
    """An undo across chance leads to a higher number: its draw is new, whatever was drawn before."""
    chance = TableChance(SECRET)
    pairs = Counter((chance.at(number).below(6), chance.at(number + 1).below(6)) for number in range(0, 20_000, 2))
    assert chi2_contingency([[pairs[first, second] for second in range(6)] for first in range(6)]).pvalue > 0.0005


def test_no_two_numbers_and_no_two_tables_share_a_stream() -> None:
    firsts = {TableChance(SECRET).at(number).below(2**128) for number in range(20_000)}
    firsts |= {TableChance(os.urandom(32)).at(number).below(2**128) for number in range(1000)}
    assert len(firsts) == 21_000


def test_a_stream_never_repeats_its_bytes() -> None:
    stream = TableChance(SECRET).at(3)
    assert len({stream.below(2**128) for _ in range(5000)}) == 5000


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**63 - 1), st.lists(st.integers(1, 2**300), max_size=20))
def test_any_secret_number_and_size(secret: bytes, number: int, sizes: list[int]) -> None:
    one, other = TableChance(secret).at(number), TableChance(secret).at(number)
    drawn = [one.below(n) for n in sizes]
    assert all(0 <= value < n for value, n in zip(drawn, sizes, strict=True))
    assert drawn == [other.below(n) for n in sizes]  # a step that has to be tried again has no new dice
    assert drawn == list(drawn_by_hand(secret, number, sizes))


def test_a_secret_does_not_show() -> None:
    assert SECRET.hex() not in repr(TableChance(SECRET)) and repr(SECRET) not in repr(TableChance(SECRET))


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33), "x" * 32])
def test_no_other_secret_is_taken(secret: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        TableChance(secret)


@pytest.mark.parametrize("number", [-1, 2**63, 1.0, True, "1"])
def test_no_other_number_is_taken(number: int) -> None:
    with pytest.raises(ValueError, match="number"):
        TableChance(SECRET).at(number)


@pytest.mark.parametrize("n", [0, -1, 1.0, True, "6"])
def test_no_other_size_is_taken(n: int) -> None:
    with pytest.raises(ValueError, match="n must"):
        TableChance(SECRET).at(1).below(n)


def test_the_library_draws_from_it() -> None:
    """Every event of chance of a real match, each from the stream of its own number."""
    chance = TableChance(SECRET)
    for game in dh.GAMES.values():
        match = game.match()
        number = 0
        while match.mover == dh.CHANCE:
            number += 1
            match.roll(chance.at(number))
        again = game.match()
        for replayed in range(1, number + 1):
            again.roll(chance.at(replayed))
        assert again.position == match.position
