"""All four games between people at one screen: in those with hidden hands nothing of the former seat stays, and nothing of the next comes early."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Seat
from tests.browser.frames import Frames
from tests.browser.playing import GAMES, WORDS, lift, new_table, state, tap, wait_for_turn
from tests.browser.serving import Server

pytestmark = pytest.mark.browser
EN = WORDS["en"]
HIDDEN = ("dragon-master", "seven-dragons")

KEPT = """async () => JSON.stringify([
  document.documentElement.outerHTML, {...localStorage}, {...sessionStorage}, history.state, document.cookie,
  (await indexedDB.databases()).map((each) => each.name), "caches" in window ? await caches.keys() : [],
])"""


def handed_over(frames: Frames) -> int:
    """A seat's knowledge comes only after it was asked for, and in a hidden game it is asked for only after a hold; how many hand-overs."""
    asked: int | None = None
    former: int | None = None  # what the server said before it heard that the screen is handed on may still be under way
    held = hands = 0
    known: int | None = None  # whose knowledge this screen has, or had last
    for what, frame in frames.all:
        if what == "held":
            held += 1
        elif what == "sent" and frame["t"] == "hello":
            former, asked = asked, frame["seat"]
            if asked is not None and asked != known:
                assert held == 1, f"seat {asked} was asked for after {held} holds, not one"
                held, known, hands = 0, asked, hands + 1
        elif what == "received" and frame["t"] == "now":
            assert frame["seat"] in (asked, former, None), "knowledge that was not asked for"
            if frame["seat"] == asked:
                former = None
    return hands


def private(frames: Frames) -> dict[int, set[str]]:
    """Sentences that one seat was told and the public was told otherwise."""
    told: dict[int | None, dict[int, str]] = {}
    for what, frame in frames.all:
        if what == "received" and frame["t"] == "now":
            told.setdefault(frame["seat"], {}).update({line["ply"]: line["sentence"] for line in frame["told"]})
    public = told.get(None, {})
    return {
        seat: {sentence for ply, sentence in lines.items() if public.get(ply, sentence) != sentence}
        for seat, lines in told.items()
        if seat is not None
    }


def is_kept_quiet(page: Page, frames: Frames, seats: set[int]) -> None:
    """Nothing that only these seats were told is on the page or in what it keeps."""
    told = private(frames)
    others = set().union(*(told[seat] for seat in told if seat not in seats))
    kept = page.evaluate(KEPT)
    for seat in seats:
        for sentence in told.get(seat, set()) - others:
            assert sentence not in kept, f"seat {seat} alone was told: {sentence}"


def play_at_one_screen(page: Page, frames: Frames, seats: int, until: int) -> int:
    """Play and hand over; returns how often the screen was handed over."""
    chance = random.Random(5)
    handed = 0
    seat: int | None = None
    for _ in range(until):
        now = wait_for_turn(page, where=True)
        if now["over"]:
            return handed
        if not now["handover"]:
            tap(page, chance, now)
            continue
        page.wait_for_timeout(60)  # the sheet lies; whatever was on its way has come
        assert page.locator(".mat .spot").count() == 0
        assert page.locator(".moves").count() == 0 or "?" not in state(page)["said"]
        is_kept_quiet(page, frames, set(range(seats)))
        if handed == 0:  # letting go early leaves the sheet, and asks for nothing
            asked = len([1 for what, frame in frames.all if what == "sent" and frame.get("seat") is not None])
            button = page.locator(".handover .hold")
            button.hover()
            page.mouse.down()
            page.wait_for_timeout(200)
            page.mouse.up()
            page.wait_for_timeout(700)
            expect(button).to_be_visible()
            assert asked == len([1 for what, frame in frames.all if what == "sent" and frame.get("seat") is not None])
        frames.mark("held")
        lift(page)
        handed += 1
        wait_for_turn(page)
        seat = next(frame["seat"] for what, frame in reversed(frames.all) if what == "sent" and frame["t"] == "hello")
        is_kept_quiet(page, frames, set(range(seats)) - {seat})
    return handed


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), [("dragon-master", 2), ("drachenwurf", 2), ("seven-dragons", 3), ("dragon-inferno", 2)])
def test_a_match_at_one_screen(sit: Seat, server: Server, game: str, seats: int) -> None:
    page = sit()
    frames = Frames(page)
    new_table(page, game, "screen", seats)
    handed = play_at_one_screen(page, frames, seats, 3000)
    expect(page.locator(".ending h2")).not_to_be_empty()
    if game in HIDDEN:
        assert handed_over(frames) == handed >= 5
        assert all(private(frames).values()), "nobody was told anything of their own: this test saw nothing"
    else:
        assert handed == 0


def test_a_hand_over(sit: Seat, server: Server) -> None:
    page = sit()
    frames = Frames(page)
    new_table(page, "dragon-master", "screen")
    handed = play_at_one_screen(page, frames, 2, 12)
    assert handed_over(frames) == handed >= 2


def test_keys_hand_over(sit: Seat, server: Server) -> None:
    page = sit()
    new_table(page, "seven-dragons", "screen")
    wait_for_turn(page)
    lift(page, keyboard=True)
    wait_for_turn(page)
    expect(page.locator(".mat .spot[data-offered]").first).to_be_visible()


assert set(HIDDEN) < set(GAMES)


def test_the_sheet_is_lifted_by_a_hold_or_by_what_cannot_hold(sit: Seat, server: Server) -> None:
    page = sit()
    new_table(page, "dragon-master", "screen")
    hold, sheet = page.locator(".handover .hold"), page.locator(".handover")
    expect(hold).to_be_focused()  # whoever listens is told whose turn it is
    for press in ("Enter", " "):
        page.keyboard.press(press)
        page.wait_for_timeout(150)
        expect(sheet).to_be_visible()
    hold.click()
    page.wait_for_timeout(150)
    expect(sheet).to_be_visible()
    hold.evaluate("(button) => button.click()")  # as screen readers, switches and voices press
    expect(sheet).to_have_count(0)
    expect(page.locator(".mat .spot").first).to_be_visible()


def test_keys_are_for_the_dialog_while_one_lies_over_the_table(sit: Seat, server: Server) -> None:
    page = sit()
    new_table(page, "dragon-inferno", "screen")
    wait_for_turn(page)
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    picked = page.locator(".mat [data-picked]")
    expect(picked).not_to_have_count(0)
    page.get_by_role("button", name=EN["top.settings"]).click()
    page.keyboard.press("u")
    page.get_by_label(EN["settings.keys"], exact=True).uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(picked).not_to_have_count(0)
    page.keyboard.press("u")  # letters that act can be turned off
    expect(picked).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(picked).to_have_count(0)


def test_a_faulty_set_of_pieces_is_refused_and_no_other_one_laid(sit: Seat, server: Server) -> None:
    page = sit(at="/new")
    page.get_by_role("radio", name=EN["game.dragon-inferno"]).click()
    page.get_by_label(EN["components.own"]).check()
    page.get_by_label(EN["components.text"]).fill("tiles\nI X")
    page.get_by_role("button", name=EN["new.lay"]).click()
    expect(page.get_by_role("alert")).to_contain_text("Line 2")
    assert page.url.endswith("/new")


def test_two_stay_when_one_of_three_leaves(sit: Seat, server: Server) -> None:
    page = sit()
    new_table(page, "drachenwurf", "screen", 3)
    wait_for_turn(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name=EN["table.leave"]).click()
    seats = page.get_by_role("list", name=EN["table.seats"]).last
    expect(seats).to_contain_text(EN["seat.stands-in"])
    expect(seats).to_contain_text(EN["seat.here"])
    wait_for_turn(page)


def test_a_new_table_by_its_address_alone(sit: Seat) -> None:
    """Opened in a tab of its own, the sheet knows the game and who sits there, too."""
    page = sit(at="/new?game=dragon-inferno&way=screen")
    expect(page.get_by_role("radio", name="Dragon Inferno")).to_have_attribute("aria-checked", "true")
    expect(page.get_by_label(EN["new.who-sits"].format(number=2))).to_have_value("person")
