"""Every screen and state: without a fault that axe knows, in both themes and languages; and in German without an English sentence."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Seat
from tests.browser.english import TEXTS, english_in
from tests.browser.laying import IDENTITY, lay
from tests.browser.playing import WORDS, new_table, play_now, wait_for_turn
from tests.browser.screens import SCREENS, Screen, tables
from tests.browser.serving import ROOT, Server, serve

pytestmark = pytest.mark.browser
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
# The letters and numbers that are drawn on pieces are pictures, not labels: a card is named by what it is and where it lies.
RUN = """async (tags) => {
  const bare = (text) => text.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, " ").trim();
  const unlabelled = (node) => {
    const shown = document.querySelector(node.target[0])?.cloneNode(true);
    for (const picture of shown?.querySelectorAll("[aria-hidden=true], kbd") ?? []) picture.remove();
    return shown && !bare(shown.getAttribute("aria-label") ?? "").includes(bare(shown.textContent));
  };
  const {violations} = await axe.run(document, {runOnly: {type: "tag", values: tags}, resultTypes: ["violations"]});
  return violations
    .map(({id, nodes}) => ({id, nodes: id === "label-content-name-mismatch" ? nodes.filter(unlabelled) : nodes}))
    .filter(({nodes}) => nodes.length)
    .map(({id, nodes}) => id + ": " + nodes.slice(0, 3)
      .map((node) => node.html.slice(0, 200) + " " + node.any.map((one) => one.message).join("; ")).join(" | "));
}"""
RAW = re.compile(r"[a-z]+(-[a-z]+)*(\.[a-z0-9-]+)+|.*\{[a-z_]+\}.*")  # a key without its sentence, a parameter without its value
SHORT = ("home", "settings", "dm-ghost", "dw-two", "sd-three", "di-ghost")


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("laid") / "tables"
    with ThreadPoolExecutor(1) as aside:  # in this thread Playwright's loop runs, which lets no other begin
        aside.submit(lay, folder, list(tables())).result()
    with serve(folder) as running:
        yield running


def violations(page: Page) -> list[str]:
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN, list(RULES))
    return found


def faults_of(page: Page, lang: str) -> list[str]:
    """What is wrong with what the page shows now."""
    found = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        found += [f"{theme} {each}" for each in violations(page)]
    texts: list[str] = page.evaluate(TEXTS)
    found += [f"raw: {text}" for text in texts if RAW.fullmatch(text)]
    if lang == "de":
        found += [f"English: {text}" for text in english_in(texts)]
    return found


def visit(page: Page, server: Server, screen: Screen) -> None:
    page.goto(server.address + (screen.at if screen.at.startswith("/") else f"/table/{screen.at}"))
    page.wait_for_load_state("networkidle")
    if not screen.at.startswith("/"):
        page.locator(".mat .spot:visible, .waiting, main.gone, .handover").first.wait_for()
    page.wait_for_timeout(100)
    screen.act(page)


def all_faults(sit: Seat, server: Server, lang: str, width: int, screens: list[Screen]) -> dict[str, list[str]]:
    page = sit(at=None, lang=lang, width=width)
    page.context.add_cookies([{"name": "dragonhoard", "value": IDENTITY, "url": server.address}])
    found: dict[str, list[str]] = {}
    for screen in screens:
        visit(page, server, screen)
        if faults := faults_of(page, lang):
            found[screen.name] = faults
    return found


def told(found: dict[str, Any]) -> str:
    return "\n".join(f"{name}:\n    " + "\n    ".join(faults) for name, faults in found.items())


@pytest.mark.long
@pytest.mark.parametrize(("lang", "width"), [("en", 1280), ("de", 1280), ("de", 390)])
def test_every_screen(sit: Seat, laid: Server, lang: str, width: int) -> None:
    screens = [screen for screen in SCREENS if width > 700 or screen.at in ("/", "/new") or screen.name not in SHORT]
    found = all_faults(sit, laid, lang, width, screens)
    assert not found, told(found)


def test_some_screens(sit: Seat, server: Server) -> None:
    page = sit(lang="de")
    found = {"home": faults_of(page, "de")}
    play_now(page, "dragon-inferno")
    wait_for_turn(page)
    page.locator(".mat .spot[data-offered]").first.click()
    found["table"] = faults_of(page, "de")
    page.get_by_role("button", name=WORDS["de"]["top.settings"]).click()
    found["settings"] = faults_of(page, "de")
    found = {name: faults for name, faults in found.items() if faults}
    assert not found, told(found)


def test_german_sheets(sit: Seat, server: Server) -> None:
    """What lies between home and play: the sheets of a new table, of an invitation, of a seat to be taken, of a screen to be handed on."""
    page = sit(lang="de")
    new_table(page, "dragon-inferno", "invite")
    page.get_by_role("button", name=WORDS["de"]["invite.open-network-yes"]).or_(page.locator("#invite-link")).first.wait_for()
    found = {"invite": faults_of(page, "de")}
    if page.locator("#invite-link").count() == 0:
        page.get_by_role("button", name=WORDS["de"]["invite.open-network-yes"]).click()
    expect(page.locator("#invite-link")).to_have_value(re.compile("#"))
    page.get_by_role("button", name=WORDS["de"]["invite.speak"]).click()
    page.locator(".invite .code").wait_for()
    page.evaluate("document.querySelector('.invite .code').setAttribute('lang', 'en')")  # a code is made of English words in every language
    found["link"] = faults_of(page, "de")
    guest = sit(at=None, lang="de")
    guest.goto(page.locator("#invite-link").input_value())
    guest.locator("main h1").wait_for()
    found["void"] = faults_of(guest, "de")  # the spoken one took its place, or it did not: both are said in German
    hand = sit(lang="de")
    new_table(hand, "dragon-master", "screen")
    hand.locator(".handover").wait_for()
    found["handover"] = faults_of(hand, "de")
    wait_for_turn(hand)
    found = {name: faults for name, faults in found.items() if faults}
    assert not found, told(found)
