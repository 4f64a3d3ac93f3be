"""Each game to its end against the computer: by taps, by the keyboard alone, and by roles and names alone."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seat
from tests.browser.playing import GAMES, play_now, play_out, press_keys, speak, tap

pytestmark = pytest.mark.browser
WAYS = {"taps": tap, "keys": press_keys, "names": speak}


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_to_its_end(sit: Seat, game: str, way: str) -> None:
    page = sit()
    play_now(page, game, WAYS[way])
    play_out(page, WAYS[way])
    expect(page.locator(".ending h2")).not_to_be_empty()


def test_one_match(sit: Seat) -> None:
    """The shortest of them, for every run."""
    page = sit()
    play_now(page, "dragon-master")
    play_out(page, tap)
    expect(page.locator(".ending h2")).not_to_be_empty()
