"""A small phone: whole matches by thumb, nothing wider than the screen, nothing too small to be hit."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Seat
from tests.browser.playing import GAMES, play_now, play_out
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


@pytest.mark.parametrize("game", [pytest.param(game, marks=[] if game == "dragon-inferno" else [pytest.mark.long]) for game in GAMES])
def test_by_thumb(sit: Seat, server: Server, game: str) -> None:
    page = sit(width=360, height=740)
    assert not too_small(page)
    play_now(page, game)
    small: dict[str, Any] = {}

    def measure(now: dict[str, Any]) -> None:
        for spot in now["offered"]:
            if min(spot["size"]) < LEAST - 0.5:
                small.setdefault(f"{spot['token'].partition(':')[0]} {round(spot['size'][0])}x{round(spot['size'][1])}", spot["name"])

    play_out(page, each=measure, until=10**9 if game != "dragon-inferno" else 12)
    assert not too_small(page)
    assert not small or game == "seven-dragons", small  # its layout may be zoomed instead
    if game != "dragon-inferno":
        expect(page.locator(".ending h2")).not_to_be_empty()
