"""The page loaded again, the line lost, the server killed in the middle of a match: the page comes back by itself, and says so."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Seat
from tests.browser.playing import GAMES, WORDS, is_ready, new_table, play_now, play_out, state, take_turns, tap, wait_for_turn
from tests.browser.serving import Server, Wire
from tests.browser.test_friends import opened_link, sit_down

pytestmark = pytest.mark.browser
EN = WORDS["en"]
LOST = re.compile(re.escape(EN["table.lost"]).replace(re.escape("{seconds}"), r"\d+"))


def shown(page: Page) -> str:
    """All that lies on the mat, and the moves."""
    result: str = page.evaluate(
        "[...document.querySelectorAll('.mat .spot')].map((spot) => spot.getAttribute('aria-label')).join('|')"
        " + [...document.querySelectorAll('.moves li')].map((line) => line.textContent).join('|')"
    )
    return result


@pytest.mark.parametrize("game", [pytest.param(game, marks=[pytest.mark.long] if game != "drachenwurf" else []) for game in GAMES])
def test_loaded_again(sit: Seat, server: Server, game: str) -> None:
    page = sit()
    play_now(page, game)
    play_out(page, until=6)
    if state(page)["picked"]:
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
    wait_for_turn(page)
    before = shown(page)
    page.reload()
    wait_for_turn(page)
    expect(page.locator(".moves li").first).to_be_visible()
    assert shown(page) == before
    play_out(page, until=3)


def test_a_killed_server(sit: Seat, own_server: Server) -> None:
    page = sit(address=own_server.address)
    play_now(page, "dragon-inferno")
    play_out(page, until=4)
    own_server.kill()
    expect(page.locator("#say-line")).to_contain_text(LOST)
    assert page.locator(".mat .spot[data-offered]").count() == 0  # nothing can be picked that could not be played
    before = page.locator(".mat .spot").count()
    assert before > 0  # pieces stay where they are
    own_server.start()
    wait_for_turn(page)
    expect(page.locator("#say-line")).not_to_contain_text(LOST)
    assert page.locator(".mat .spot").count() == before
    play_out(page, until=4)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_killed_again_and_again(sit: Seat, own_server: Server, game: str) -> None:
    page = sit(address=own_server.address)
    play_now(page, game)
    chance = random.Random(3)
    for _ in range(4):
        play_out(page, seed=chance.randrange(10**6), until=6)
        if state(page)["over"]:
            break
        now = state(page, True)
        if is_ready(now) and not now["over"]:
            tap(page, chance, now)  # a move may be under way
        own_server.kill()
        own_server.start()
    play_out(page)
    expect(page.locator(".ending h2")).not_to_be_empty()


def test_moves_meanwhile(sit: Seat, server: Server) -> None:
    wire = Wire(server.port)
    host = sit(address=wire.address)
    new_table(host, "dragon-inferno", "invite")
    link = opened_link(host)
    guest = sit(at=None)
    guest.goto(link.replace(link.partition("/join")[0], server.address))
    sit_down(guest, "Mira")
    chance = random.Random(4)
    expect(host.locator(".mat .spot").first).to_be_visible()
    expect(guest.locator(".mat .spot").first).to_be_visible()
    until_done(host, chance)  # if it was theirs to begin
    wire.cut()
    expect(host.locator("#say-line")).to_contain_text(LOST)
    until_done(guest, chance)
    wire.mend()
    expect(host.locator("#say-line")).to_contain_text(re.compile(r"You are back\. (One move|\d+ moves) happened\."))
    take_turns([host, guest], until=4)
    wire.close()


def until_done(page: Page, chance: random.Random) -> None:
    """Play until somebody else is to move: for a while nothing can be done here."""
    quiet = 0
    while quiet < 12:
        page.wait_for_timeout(80)
        if is_ready(now := state(page, True)):
            tap(page, chance, now)
            quiet = 0
        else:
            quiet += 1
