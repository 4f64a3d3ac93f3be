"""A small phone: whole matches by thumb, in German; nothing wider than the screen, nothing too small to be hit, nothing told in English."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Seat
from tests.browser.english import TEXTS, english_in
from tests.browser.playing import GAMES, play_now, play_out, wait_for_turn
from tests.browser.serving import Server

pytestmark = pytest.mark.browser
LEAST = 40  # CSS pixels
# Everything else that can be pressed; a link inside a sentence is as high as its line.
SMALL = """(least) => [...document.querySelectorAll("button:not(.spot), select, input, a[class], summary")]
  .filter((each) => each.checkVisibility() && !each.closest(".visually-hidden"))
  .filter((each) => {
    const box = (each.matches("input[type=checkbox]") ? each.closest("label") ?? each : each).getBoundingClientRect();
    return box.height < least || box.width < least;
  })
  .map((each) => `${each.className} ${each.textContent} ${each.getBoundingClientRect().width}x${each.getBoundingClientRect().height}`)"""


def too_small(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SMALL, LEAST)
    return found


def played_by_thumb(page: Page, game: str, until: int = 10**9) -> set[str]:
    """Play; returns all that the page ever told."""
    assert not too_small(page)
    play_now(page, game)
    small: dict[str, Any] = {}
    told: set[str] = set()

    def look(now: dict[str, Any]) -> None:
        told.update(page.evaluate(TEXTS))
        for spot in now["offered"]:
            if min(spot["size"]) < LEAST - 0.5:
                small.setdefault(f"{spot['token'].partition(':')[0]} {round(spot['size'][0])}x{round(spot['size'][1])}", spot["name"])

    play_out(page, each=look, until=until, seed=8)
    assert not too_small(page)
    assert not small or game == "seven-dragons", small  # its layout may be zoomed instead
    return told


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_thumb_in_german(sit: Seat, server: Server, game: str) -> None:
    page = sit(width=360, height=740, lang="de")
    told = played_by_thumb(page, game)
    expect(page.locator(".ending h2")).not_to_be_empty()
    assert page.evaluate("document.documentElement.lang") == "de"
    assert len(told) > 40
    assert not english_in(sorted(told))


def test_a_beginning_by_thumb(sit: Seat, server: Server) -> None:
    played_by_thumb(sit(width=360, height=740), "dragon-inferno", until=12)


def test_one_tap_chooses_a_place(sit: Seat, server: Server) -> None:
    """What stands on a place gives way to the ghost while the finger is still down: the tap is on the place all the same."""
    page = sit(width=390, height=844)
    play_now(page, "dragon-master")
    wait_for_turn(page)
    page.locator('.mat .spot[data-spot^="card"]').first.tap()
    page.locator(".mat .spot.place[data-offered] .where").first.tap(force=True)
    expect(page.locator(".say-line .btn.commit")).to_be_visible()
