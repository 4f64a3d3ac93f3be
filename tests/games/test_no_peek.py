"""No byte that reaches a seat depends on what that seat cannot know: pairs of worlds compared on every channel, and leaks planted to be caught.

`scripts/long no_peek` runs the same check over thousands of pairs.
"""

import statistics
import zlib
from collections.abc import Callable
from itertools import islice, product
from typing import Any

import pytest

import dragonhoard as dh
from tests.lockstep import Setting, settings
from tests.worlds import Peeks

HIDDEN = [key for key, game in dh.GAMES.items() if game.declaration.is_hidden]
OPEN = [key for key in dh.GAMES if key not in HIDDEN]
MATCHES = 12  # a setting


@pytest.mark.parametrize("key", HIDDEN)
def test_worlds_a_seat_cannot_tell_apart_look_alike(key: str) -> None:
    peeks = Peeks()
    for setting, seed in product(settings(key), range(MATCHES)):
        peeks.compare(setting, seed, from_position=seed % 4 == 3)
    assert peeks.found == []
    assert statistics.median(peeks.shares) >= 0.5
    for kind, could in peeks.could.items():
        assert peeks.did[kind] >= 0.2 * could, kind


@pytest.mark.parametrize("key", OPEN)
def test_where_nothing_is_hidden_every_seat_knows_the_same(key: str) -> None:
    peeks = Peeks()
    for setting, seed in islice(((setting, seed) for seed in range(2) for setting in settings(key)), 12):
        peeks.compare(setting, seed)
    assert peeks.found == []


# ------------------------------------------------------------------ planted leaks
Leak = Callable[[pytest.MonkeyPatch, str], None]


def _secret(match: dh.Match) -> str:
    """Something of the whole state, or of its cards in the order in which they came."""
    return " ".join(move for move in match.moves if move.startswith(("deal", "draw", "goal")))


def _wrapped(patch: pytest.MonkeyPatch, name: str, change: Callable[[dh.Match, Any], Any]) -> None:
    """Replace a method of full matches by one that changes its answer."""
    plain = getattr(dh.Match, name)

    def leaking(self: dh.Match, *given: Any, **named: Any) -> Any:
        answer = plain(self, *given, **named)
        return change(self, answer) if self.known_to == dh.ALL else answer

    patch.setattr(dh.Match, name, leaking)


def list_in_deck_order(patch: pytest.MonkeyPatch, key: str) -> None:
    _wrapped(patch, "view", lambda match, view: {**view, "cards": _secret(match).split(" ")})


def length_of_a_text(patch: pytest.MonkeyPatch, key: str) -> None:
    _wrapped(patch, "describe", lambda match, text: text + " " * (zlib.crc32(_secret(match).encode()) % 7))


def error_that_names_a_card(patch: pytest.MonkeyPatch, key: str) -> None:
    def because(match: dh.Match, explanation: dh.Explanation) -> dh.Explanation:
        return dh.Explanation(
            explanation.code, {**explanation.parameters, "card": _secret(match)[-4:]}, explanation.section, explanation.package, explanation.names
        )

    _wrapped(patch, "_because", because)


def order_of_places(patch: pytest.MonkeyPatch, key: str) -> None:
    def shuffled(match: dh.Match, spots: dict[str, str]) -> dict[str, str]:
        return spots if zlib.crc32(_secret(match).encode()) % 2 else dict(sorted(spots.items(), reverse=True)) | {"": str(len(spots) % 2)}

    _wrapped(patch, "spots", shuffled)


def comment_in_a_picture(patch: pytest.MonkeyPatch, key: str) -> None:
    _wrapped(patch, "picture", lambda match, svg: f"{svg}<!-- {zlib.crc32(_secret(match).encode()):x} -->")


def card_in_a_record(patch: pytest.MonkeyPatch, key: str) -> None:
    patch.setattr(dh.GAMES[key].declaration.notation, "seen_action", lambda box, before, action, seat: action)


def state_left_unwiped(patch: pytest.MonkeyPatch, key: str) -> None:
    patch.setattr(dh.Match, "_eyes", lambda match, viewer: match._now)


def undo_that_knows(patch: pytest.MonkeyPatch, key: str) -> None:
    _wrapped(patch, "free_undo", lambda match, ply: zlib.crc32(_secret(match).encode()) % 2)


def answer_or_no_answer(patch: pytest.MonkeyPatch, key: str) -> None:
    _wrapped(patch, "explain", lambda match, explanation: explanation if zlib.crc32(_secret(match).encode()) % 2 else None)


LEAKS: tuple[Leak, ...] = (
    list_in_deck_order,
    length_of_a_text,
    error_that_names_a_card,
    order_of_places,
    comment_in_a_picture,
    card_in_a_record,
    state_left_unwiped,
    undo_that_knows,
    answer_or_no_answer,
)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
@pytest.mark.parametrize("key", HIDDEN)
def test_a_planted_leak_is_caught(key: str, leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    """The very same check, over worlds of a program that leaks."""
    setting: Setting = next(settings(key))
    leak(monkeypatch, key)
    peeks = Peeks()
    for seed in range(12):
        peeks.compare(setting, seed)
        if peeks.found:
            return
    pytest.fail(f"{leak.__name__} was not caught in {peeks.pairs} pairs")
