"""A whole match over plain http under a name that no browser trusts as secure; another name is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Seat, launch
from tests.browser.playing import WORDS, new_table, play_now, play_out, take_turns
from tests.browser.serving import Server, serve
from tests.browser.test_friends import sit_down

pytestmark = pytest.mark.browser
EN = WORDS["en"]


@pytest.fixture
def named(tmp_path: Path) -> Iterator[Server]:
    with serve(tmp_path / "tables", "--host", "127.0.0.2", "--allow-host", "dragons.test") as running:
        yield running


@pytest.fixture
def elsewhere(playwright: object) -> Iterator[Browser]:
    chrome = launch(playwright, "--host-resolver-rules=MAP dragons.test 127.0.0.2, MAP other.test 127.0.0.2")
    yield chrome
    chrome.close()


def test_a_name_that_is_not_secure(sit: Seat, named: Server, elsewhere: Browser) -> None:
    refused = sit(at=None, chrome=elsewhere)
    answer = refused.goto(f"http://other.test:{named.port}/")
    assert answer is not None and 400 <= answer.status < 500
    assert "Dragonhoard" not in refused.title()

    page = sit(address=f"http://dragons.test:{named.port}", chrome=elsewhere)
    assert not page.evaluate("isSecureContext")
    play_now(page, "dragon-master")
    play_out(page)
    expect(page.locator(".ending h2")).not_to_be_empty()


@pytest.mark.long
def test_friends_under_that_name(sit: Seat, named: Server, elsewhere: Browser) -> None:
    """The sheet shows that name at once, copies without the clipboard that such a page may not use, and two play by it."""
    host = sit(address=f"http://dragons.test:{named.port}", chrome=elsewhere)
    new_table(host, "dragon-inferno", "invite")
    field = host.locator("#invite-link")
    expect(field).not_to_have_value("")
    link = field.input_value()
    assert link.startswith(f"http://dragons.test:{named.port}/join#")
    host.get_by_role("button", name=EN["invite.copy"]).click()
    expect(host.get_by_role("button", name=EN["invite.copied"])).to_be_visible()
    guest = sit(at=None, chrome=elsewhere)
    guest.goto(link)
    sit_down(guest, "Mira")
    take_turns([host, guest])
    expect(guest.locator(".ending h2")).not_to_be_empty()
