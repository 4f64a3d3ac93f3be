"""What moves on the page: a computer's turn is shown in time, a tap ends it at once, and who wants no motion sees none."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Seat
from tests.browser.playing import WORDS, is_ready, new_table, play_now, state, tap, wait_for_turn
from tests.browser.serving import Server

pytestmark = pytest.mark.browser
EN = WORDS["en"]
TURN, TURN_OF_MANY = 2.5, 1.2  # seconds
OWN = 0.42 + 1.8  # before it, one's own last step: its travel, and a look at what it brought
SLACK = 0.6  # a busy machine's

# Notes every frame that comes, and at every frame of the screen what moves and whether one is to move.
WATCH = """() => {
  window.heard = [];
  window.seen = [];
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", (event) => window.heard.push([performance.now(), JSON.parse(event.data).t]));
    }
  };
  const moves = (animation) => animation.playState === "running" && animation.effect?.getKeyframes().some((frame) =>
    ["transform", "translate", "rotate", "scale", "left", "top", "offsetDistance"].some((name) => frame[name] && frame[name] !== "none"));
  const look = () => {
    const moving = document.getAnimations().filter(moves).length;
    const turn = document.title.startsWith("●") && document.querySelector(".mat .spot[data-offered], .say-line [data-bar]") !== null;
    window.seen.push([performance.now(), moving, turn || document.querySelector(".ending") !== null]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def watched(page: Page, address: str) -> None:
    page.add_init_script(f"({WATCH})()")
    page.goto(address)


def forget(page: Page) -> None:
    page.evaluate("() => { window.heard.length = 0; window.seen.length = 0; }")


def noted(page: Page) -> tuple[list[list[Any]], list[list[Any]]]:
    heard, seen = page.evaluate("() => [window.heard, window.seen]")
    return heard, seen


def until_away(page: Page, chance: random.Random) -> bool:
    """Play until the computer is to move, forgetting what came before the last press; False if the match is over."""
    for _ in range(200):
        now = wait_for_turn(page, where=True)
        if now["over"]:
            return False
        forget(page)
        tap(page, chance, now)
        page.wait_for_timeout(30)
        if not is_ready(state(page)):
            return True
    raise AssertionError("the computer is never to move")


def shown_after(page: Page) -> float:
    """Seconds from the last thing heard until one may move again."""
    wait_for_turn(page)
    page.wait_for_timeout(50)
    heard, seen = noted(page)
    last = max((at for at, what in heard if what == "now"), default=seen[0][0])
    return float(next(at for at, _, turn in seen if turn and at > last) - last) / 1000


@pytest.mark.parametrize(
    "game", ["dragon-inferno", pytest.param("drachenwurf", marks=pytest.mark.long), pytest.param("seven-dragons", marks=pytest.mark.long)]
)
def test_a_computers_turn_is_shown_in_time(sit: Seat, server: Server, game: str) -> None:
    page = sit(at=None, still=False)
    watched(page, server.address)
    play_now(page, game)
    chance = random.Random(6)
    moved = 0
    for _ in range(3 if game == "dragon-inferno" else 8):
        if not until_away(page, chance):
            break
        assert shown_after(page) <= TURN + OWN + SLACK
        moved += any(moving for _, moving, _ in noted(page)[1])
    assert moved, "nothing ever moved: this test saw nothing"


@pytest.mark.long
def test_many_computers_turns_are_shown_in_time(sit: Seat, server: Server) -> None:
    page = sit(at=None, still=False)
    watched(page, server.address)
    page.locator('.box[data-game="drachenwurf"]').get_by_role("link", name=EN["home.same-screen"]).click()
    page.get_by_label(EN["new.who-sits"].format(number=2)).select_option("computer")
    for _ in range(4):
        page.get_by_role("button", name=EN["new.add-seat"]).click()
    page.get_by_role("button", name=EN["new.lay"]).click()
    page.wait_for_url("**/table/*")
    chance = random.Random(7)
    for _ in range(3):
        assert until_away(page, chance)
        assert shown_after(page) <= 5 * TURN_OF_MANY + OWN + SLACK


def test_a_key_ends_it(sit: Seat, server: Server) -> None:
    page = sit(at=None, still=False)
    watched(page, server.address)
    play_now(page, "drachenwurf")
    chance = random.Random(8)
    took = []
    for _ in range(3):
        assert until_away(page, chance)
        page.wait_for_timeout(250)
        page.keyboard.press("Shift")
        pressed = page.evaluate("performance.now()")
        wait_for_turn(page)
        heard, seen = noted(page)
        last = max([pressed, *(at for at, what in heard if what == "now")])
        took.append(next((at for at, _, turn in seen if turn and at >= last), last) - last)
    assert min(took) < 500, took  # of a turn's 2,500 milliseconds; the others may have heard more afterwards


def test_who_wants_no_motion_sees_none(sit: Seat, server: Server) -> None:
    page = sit(at=None, still=True)
    watched(page, server.address)
    play_now(page, "drachenwurf")
    chance = random.Random(9)
    for _ in range(4):
        if not until_away(page, chance):
            break
        wait_for_turn(page)
        assert not any(moving for _, moving, _ in noted(page)[1])


def test_home_to_ones_own_first_move(sit: Seat, server: Server) -> None:
    """In under ten seconds, though nothing is known of the page yet, and things move."""
    page = sit(at=None, still=False)
    page.goto(server.address)
    play_now(page, "drachenwurf")
    now = wait_for_turn(page, where=True)
    chance = random.Random(1)
    before = page.locator(".moves li").count()
    while page.locator(".moves li").count() == before:
        tap(page, chance, now)
        now = wait_for_turn(page, where=True)
    taken = page.evaluate("performance.now() / 1000")  # since the address was opened
    assert taken < 10
    expect(page.locator(".moves li.last")).to_be_visible()


assert new_table
