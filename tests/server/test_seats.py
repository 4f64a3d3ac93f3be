"""Identities, cookies, invitations, spoken codes, and how often somebody may try."""

import math
import re

import pytest

import dragonhoard as dh
from dragonhoard.server import seats
from dragonhoard.server.messages import Code, Secret, TableId
from tests.server.tables import Clock


def test_an_identity_is_known_by_its_digest_alone() -> None:
    many = {seats.new_identity() for _ in range(200)}
    assert len(many) == 200
    for identity in many:
        who = seats.who_is(identity)
        assert who is not None and re.fullmatch("[0-9a-f]{64}", who) and who == seats.who_is(identity) and identity not in who
    for wrong in ("", "x", "a" * 42, "a" * 44, "a" * 42 + "=", "a" * 42 + "\n", "ä" * 43, "a" * 42 + "'"):
        assert seats.who_is(wrong) is None


def test_over_https_the_cookie_is_bound_to_the_host_over_http_it_still_works() -> None:
    identity = seats.new_identity()
    plain, bound = seats.cookie_header(identity, False), seats.cookie_header(identity, True)
    assert plain == f"dragonhoard={identity}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
    assert bound == f"__Host-dragonhoard={identity}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure"  # no Domain: __Host- forbids it
    assert plain.startswith(seats.cookie_name(False) + "=") and bound.startswith(seats.cookie_name(True) + "=")


def test_a_token_names_its_table_and_fits_its_message() -> None:
    key = seats.new_table_key()
    token = seats.new_token(key)
    assert seats.table_of_token(token) == key and len(token) - len(key) == 43  # 256 bits
    assert re.fullmatch(pattern(TableId), key) and re.fullmatch(pattern(Secret), token) and 16 <= len(token) <= 64
    assert len({seats.new_table_key() for _ in range(500)}) == 500
    dice = dh.Dice(3)
    assert seats.new_table_key(dice.below) == seats.new_table_key(dh.Dice(3).below) != seats.new_table_key(dice.below)


def pattern(kind: object) -> str:
    return str(kind.__metadata__[0].pattern)  # type: ignore[attr-defined]


def test_digests_are_compared_whole() -> None:
    assert seats.is_same("ab", "ab") and not seats.is_same("ab", "ac") and not seats.is_same(None, None) and not seats.is_same("a", None)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_spoken_code_is_easy_to_say_and_hard_to_guess(lang: str) -> None:
    words = seats.code_words(lang)
    assert len(set(words)) == len(words) and seats.CODE_WORDS * math.log2(len(words)) >= 28
    assert all(re.fullmatch("[a-z]{3,8}", word) for word in words)
    many = {seats.new_code(lang) for _ in range(2000)}
    assert len(many) == 2000 and {word for code in many for word in code.split("-")} > set(words[:20])
    longest = max(len(code) for code in many)
    assert longest <= next(each.max_length for each in Code.__metadata__)  # type: ignore[attr-defined]


def test_how_a_code_is_typed_makes_no_difference() -> None:
    digest = seats.code_digest("apfel-berg-kamel-zweig")
    for typed in ("Apfel Berg Kamel Zweig", "APFELBERGKAMELZWEIG", " apfel, berg – kamel.zweig ", "apfel_berg/kamel\tzweig"):
        assert seats.code_digest(typed) == digest
    assert seats.code_digest("Apfel Berg Kamel Zweik") != digest
    assert seats.code_digest("") == seats.code_digest("?!")  # opens nothing: no code is empty


def test_an_unknown_language_speaks_english() -> None:
    assert seats.code_words("fr") == seats.code_words("en") != seats.code_words("de")


# ------------------------------------------------------------------ how often
def test_a_bucket_gives_so_many_at_once_and_then_as_fast_as_it_fills() -> None:
    clock = Clock()
    bucket = seats.Bucket(2, 5, clock.seconds)
    assert [bucket.take() for _ in range(7)] == [True] * 5 + [False] * 2
    clock.now += 1
    assert bucket.has(2) and not bucket.has(3) and bucket.take(2) and not bucket.take()
    clock.now += 1000
    assert bucket.is_full and [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    clock.now -= 5000  # somebody sets the clock back
    assert not bucket.take()
    clock.now += 0.5
    assert bucket.take()


def test_buckets_by_key_are_bounded() -> None:
    clock = Clock()
    buckets = seats.Buckets(1, 2, clock.seconds, most=3)
    assert [buckets.take("a"), buckets.take("a"), buckets.take("a"), buckets.take("b")] == [True, True, False, True]
    for key in "cde":
        assert buckets.take(key)
        assert not buckets.take("a")  # who keeps coming is not forgotten
    assert len(buckets) == 3


def test_wrong_codes_are_limited_over_all_addresses() -> None:
    clock = Clock()
    tries = seats.CodeTries(clock.seconds)
    for _ in range(20):
        assert tries.begin()
    assert not tries.begin()
    clock.now += 3
    assert tries.begin()
    tries.was_right()
    assert tries.begin() and not tries.begin()
    wrong = 21
    for _ in range(3600):
        clock.now += 1
        wrong += tries.begin()
    assert 200 <= wrong <= 20 + 200 + 200 + 1  # the first hour: what was there, and what came in since
