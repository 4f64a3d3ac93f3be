"""Two and three browsers at one table, by link and by spoken code."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Seat
from tests.browser.playing import WORDS, new_table, take_turns
from tests.browser.seeded import NETWORK
from tests.browser.serving import Server

pytestmark = pytest.mark.browser
EN = WORDS["en"]


def opened_link(host: Page) -> str:
    """The link on the sheet of an invitation; the table is opened to the network first, if that is still asked."""
    sheet = host.locator(".invite")
    expect(sheet.locator("#invite-link").or_(sheet.get_by_role("button", name=EN["invite.open-network-yes"]))).to_be_visible()
    if sheet.get_by_role("button", name=EN["invite.open-network-yes"]).count():
        sheet.get_by_role("button", name=EN["invite.open-network-yes"]).click()
    field = sheet.locator("#invite-link")
    expect(field).to_have_value(re.compile("#"))
    return field.input_value()


def sit_down(guest: Page, name: str) -> None:
    guest.get_by_label(EN["join.name"]).fill(name)
    guest.get_by_role("button", name=EN["home.sit"]).click()
    guest.wait_for_url("**/table/*")


def asked(page: Page) -> list[str]:
    """Every address that a page asks for from now on, with what it sends."""
    found: list[str] = []
    page.on("request", lambda request: found.append(f"{request.method} {request.url}"))
    return found


def test_a_link_is_used_once_and_by_its_button_alone(sit: Seat, server: Server) -> None:
    host = sit()
    new_table(host, "dragon-master", "invite")
    expect(host.locator(".waiting")).to_contain_text(EN["waiting.title[one]"])
    link = opened_link(host)
    parts = urlsplit(link)
    host.reload()
    assert opened_link(host) == link, "who only loads the page again makes a link void that somebody may hold"
    assert parts.hostname == NETWORK and parts.path == "/join" and len(parts.fragment) >= 20 and not parts.query

    curious, guest = sit(at=None), sit(at=None)
    requests = asked(guest)
    for page in (curious, guest, guest):  # looked at, looked at, loaded again: nobody sits yet
        page.goto(link)
        expect(page.get_by_role("heading", name=EN["game.dragon-master"])).to_be_visible()
        expect(page.get_by_role("button", name=EN["home.sit"])).to_be_visible()
    assert not any("/take" in each for each in requests)
    expect(host.locator(".waiting")).to_be_visible()

    sit_down(guest, "Mira")
    assert parts.fragment not in guest.url
    assert not any(parts.fragment in each.partition("#")[0] for each in requests), "the key of a seat went into an address"
    expect(host.locator(".waiting")).to_have_count(0)  # play begins by itself
    expect(host.get_by_role("list", name=EN["table.seats"]).last).to_contain_text("Mira")

    curious.reload()
    expect(curious.locator("main")).to_contain_text(EN["join.used"].format(name="Mira"))
    expect(curious.get_by_role("button", name=EN["home.sit"])).to_have_count(0)
    guest_again = guest.context.new_page()
    guest_again.goto(link)
    expect(guest_again.get_by_role("link", name=EN["join.to-table"])).to_be_visible()  # who sits there is led back
    guest_again.close()

    take_turns([host, guest], until=6)


@pytest.mark.long
@pytest.mark.parametrize("game", ["dragon-master", "dragon-inferno"])
def test_two_play_by_link(sit: Seat, server: Server, game: str) -> None:
    host = sit()
    new_table(host, game, "invite")
    link = opened_link(host)
    guest = sit(at=None)
    guest.goto(link)
    sit_down(guest, "Mira")
    take_turns([host, guest])
    for page in (host, guest):
        expect(page.locator(".ending h2")).not_to_be_empty()
    before = host.url
    host.get_by_role("button", name=EN["ending.ask"]).click()
    guest.get_by_role("button", name=EN["ending.ask"]).click()
    host.wait_for_url(lambda url: url != before)
    guest.wait_for_url(host.url.replace(urlsplit(host.url).netloc, urlsplit(guest.url).netloc))
    take_turns([host, guest], until=4)


@pytest.mark.long
@pytest.mark.parametrize("game", ["drachenwurf", "seven-dragons"])
def test_three_play_by_link_and_by_word(sit: Seat, server: Server, game: str) -> None:
    host = sit()
    new_table(host, game, "invite", seats=3)
    link = opened_link(host)
    first = sit(at=None)
    first.goto(link)
    sit_down(first, "Orm")
    expect(host.locator(".waiting")).to_contain_text(EN["waiting.title[one]"])
    expect(host.locator("#invite-link")).not_to_have_value(link)
    host.get_by_role("button", name=EN["invite.speak"]).click()
    code = host.locator(".invite .code").inner_text()
    assert re.fullmatch(r"[a-z]+(-[a-z]+){3}", code)

    second = sit(address=f"http://{urlsplit(link).netloc}")
    second.get_by_label(EN["home.code"]).fill(code.replace("-", " ").upper())  # as it was heard
    second.get_by_role("button", name=EN["home.sit"]).click()
    expect(second.get_by_role("heading", name=EN[f"game.{game}"])).to_be_visible()
    sit_down(second, "Linnea")
    take_turns([host, first, second])
    for page in (host, first, second):
        expect(page.locator(".ending h2")).not_to_be_empty()


def test_a_wrong_code_says_so(sit: Seat, server: Server) -> None:
    page = sit(at="/join#code=amber-owl-42-and-more")
    expect(page.get_by_role("alert")).not_to_be_empty()
    expect(page.get_by_role("button", name=EN["home.sit"])).to_have_count(0)
