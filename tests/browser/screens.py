"""Pictures of every screen and state of the page: `scripts/screens [OUT] [--only NAME] [--widths 390,1440] [--themes light,dark] [--langs en,de]`.

Each is a moment laid into a server's log beforehand, opened in Chromium and brought about by taps. A sheet of them all lies beside the pictures.
"""

import argparse
import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

import dragonhoard as dh
from tests.browser.laying import IDENTITY, NAMES, Laid, lay, moment, offers
from tests.browser.serving import ROOT, serve
from tests.needs import chromium

Act = Callable[[Page], None]
HEIGHTS: Final = {390: 844, 360: 740, 768: 1024, 1440: 900}
OFFERED: Final = ".mat .spot[data-offered]:not([data-picked])"


def nothing(page: Page) -> None:
    """As it lies."""


def pick(page: Page) -> None:
    """The first thing on offer is picked."""
    page.locator(OFFERED).first.click(force=True)
    page.wait_for_timeout(150)


def ghost(page: Page) -> None:
    """Things are picked until a move is complete."""
    for _ in range(6):
        if page.locator(".say-line .btn.commit").count():
            break
        if not page.locator(OFFERED).count():
            break
        offered = page.locator(OFFERED)
        offered.nth(offered.count() // 2).click(force=True)
        page.wait_for_timeout(120)
    page.wait_for_timeout(250)


def refuse(page: Page) -> None:
    """A thing is picked, and then one that does not go with it."""
    pick(page)
    page.locator(".mat .spot[aria-disabled=true]").last.click(force=True)
    page.wait_for_timeout(400)


def token(*names: str) -> Act:
    """The spots of these tokens are picked, one after another; a name with * fits any that begins so."""

    def act(page: Page) -> None:
        for name in names:
            matching = f'[data-token^="{name[:-1]}"]' if name.endswith("*") else f'[data-token="{name}"]'
            page.locator(f".mat .spot{matching}[data-offered]").first.click(force=True)
            page.wait_for_timeout(150)
        page.wait_for_timeout(300)

    return act


def tap(selector: str, *more: str) -> Act:
    """Things of the page around the mat are tapped."""

    def act(page: Page) -> None:
        for each in (selector, *more):
            page.locator(each).first.click()
            page.wait_for_timeout(350)

    return act


def rules(page: Page) -> None:
    """A refusal, and from it into the rules."""
    refuse(page)
    if page.locator(".say-line .why").count():
        page.locator(".say-line .why").click()
    page.wait_for_timeout(500)


@dataclass(frozen=True)
class Screen:
    """One picture: where, and what is done there first."""

    name: str
    at: str  # a path, or the key of a laid table
    act: Act = nothing
    full: bool = False  # the whole page, not the window alone


def tables() -> Iterator[Laid]:
    """Every moment that a picture is taken of."""
    yield Laid("sdwaiting000", dh.GAMES["seven-dragons"].match(seats=3, names=NAMES[:3]), open_seats=(2,))
    hidden_pair = moment("dragon-master", lambda match: match.ply > 24 and match.mover == 0)
    yield Laid("dmopen000000", moment("dragon-master", lambda match: 21 <= match.ply <= 23))
    yield Laid("dmmiddle0000", hidden_pair)
    yield Laid("dmend0000000", moment("dragon-master", lambda match: match.outcome is not None))
    yield Laid("dmhandover00", hidden_pair, people=(0, 1))
    for count in (2, 4, 6):
        yield Laid(f"dwkeep{count}00000", moment("drachenwurf", lambda match: match.ply > 60 * count / 2 and offers("keep")(match), count))
    yield Laid("dwremove0000", moment("drachenwurf", offers("remove")))
    yield Laid("dwgo00000000", moment("drachenwurf", lambda match: match.ply > 70 and offers("stop")(match), 3))
    yield Laid("dwbank000000", moment("drachenwurf", lambda match: match.ply > 90 and offers("bank")(match), 4))
    yield Laid("dwtake000000", moment("drachenwurf", lambda match: match.ply > 50 and offers("take")(match), 3))
    yield Laid("dwsteal00000", moment("drachenwurf", lambda match: match.ply > 50 and offers("steal")(match), 3))
    yield Laid("dwshift00000", moment("drachenwurf", lambda match: match.ply > 60 and offers("shift")(match), 3))
    yield Laid("dwend0000000", moment("drachenwurf", lambda match: match.outcome is not None, 4))
    yield Laid("sdopen000000", moment("seven-dragons", lambda match: match.outcome is None))
    for count in (2, 3, 5):
        yield Laid(f"sdturn{count}00000", moment("seven-dragons", lambda match: match.ply > 45 and offers("place")(match), count))
    yield Laid("sdaction0000", moment("seven-dragons", lambda match: match.ply > 40 and any(" act" in move for move in match.legal_moves()), 3))
    for start in ("trade-goal", "trade-hand", "rotate", "zap", "lift"):
        yield Laid(f"sd{start.replace('-', '')}000000000000"[:12], moment("seven-dragons", offers(start), 3))
    yield Laid("sdrelay00000", moment("seven-dragons", lambda match: match.ply > 20 and match.view(0)["phase"] == "relay", 3))
    yield Laid("sdend0000000", moment("seven-dragons", lambda match: match.outcome is not None, 3))
    yield Laid("dieggs000000", moment("dragon-inferno", lambda match: match.ply >= 7 and offers("egg")(match)))
    yield Laid("ditile000000", moment("dragon-inferno", lambda match: match.ply > 18 and not offers("dragon")(match)))
    yield Laid("didragon0000", moment("dragon-inferno", offers("dragon")))
    yield Laid("diend0000000", moment("dragon-inferno", lambda match: match.outcome is not None))


SCREENS: Final = (
    Screen("home", "/", full=True),
    Screen("new-dragon-inferno", "/new", tap('[role=radio]:has-text("Inferno")'), full=True),
    Screen("new-seven-dragons", "/new", tap('[role=radio]:has-text("Seven")'), full=True),
    Screen("settings", "/", tap("header button[aria-expanded]")),
    Screen("rules-page", "/rules/drachenwurf"),
    Screen("not-found", "/table/nothinghere0"),
    Screen("join-void", "/join#" + "B" * 43),
    Screen("dm-open", "dmopen000000"),
    Screen("dm-open-picked", "dmopen000000", pick),
    Screen("dm-ghost", "dmmiddle0000", ghost),
    Screen("dm-refused", "dmmiddle0000", refuse),
    Screen("dm-rules", "dmmiddle0000", rules),
    Screen("dm-end", "dmend0000000"),
    Screen("dm-handover", "dmhandover00"),
    Screen("dw-remove", "dwremove0000", ghost),
    Screen("dw-two", "dwkeep200000", pick),
    Screen("dw-four", "dwkeep400000", pick),
    Screen("dw-six", "dwkeep600000", pick),
    Screen("dw-go-on", "dwgo00000000"),
    Screen("dw-bank", "dwbank000000", ghost),
    Screen("dw-take", "dwtake000000", ghost),
    Screen("dw-steal", "dwsteal00000", ghost),
    Screen("dw-shift", "dwshift00000", ghost),
    Screen("dw-end", "dwend0000000"),
    Screen("sd-open", "sdopen000000"),
    Screen("sd-two", "sdturn200000", ghost),
    Screen("sd-three", "sdturn300000", pick),
    Screen("sd-five", "sdturn500000", ghost),
    Screen("sd-refused", "sdturn300000", refuse),
    Screen("sd-action", "sdaction0000", token("card:*")),
    Screen("sd-goal", "sdtradegoal0", pick),
    Screen("sd-hands", "sdtradehand0", pick),
    Screen("sd-rotate", "sdrotate0000", pick),
    Screen("sd-zap", "sdzap0000000", pick),
    Screen("sd-move", "sdlift000000", pick),
    Screen("sd-relay", "sdrelay00000", ghost),
    Screen("sd-end", "sdend0000000"),
    Screen("di-eggs", "dieggs000000", ghost),
    Screen("di-picked", "ditile000000", pick),
    Screen("di-ghost", "ditile000000", ghost),
    Screen("di-refused", "ditile000000", refuse),
    Screen("di-dragon", "didragon0000", ghost),
    Screen("di-end", "diend0000000"),
    Screen("moves", "dwgo00000000", tap("nav button:nth-of-type(2):visible, [role=tab]:nth-of-type(1):visible")),
    Screen("waiting", "sdwaiting000"),
)


def shoot(browser: Browser, address: str, out: Path, screen: Screen, width: int, theme: str, lang: str) -> str | None:
    """Take one picture; what went wrong, if something did."""
    locale = {"en": "en-GB", "de": "de-DE"}[lang]
    size = {"width": width, "height": HEIGHTS.get(width, 900)}
    with contextlib.closing(
        browser.new_context(viewport=size, locale=locale, color_scheme=theme, reduced_motion="reduce", has_touch=width < 700)  # type: ignore[arg-type]
    ) as context:
        context.set_default_timeout(4000)
        context.add_cookies([{"name": "dragonhoard", "value": IDENTITY, "url": address}])
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(address + (screen.at if screen.at.startswith("/") else f"/table/{screen.at}"))
        page.wait_for_timeout(900)
        try:
            screen.act(page)
        except Exception as error:
            faults.append(str(error).splitlines()[0])
        wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wider > 0:
            faults.append(f"wider than the window by {wider} px")
        page.screenshot(path=out / f"{screen.name}-{width}-{theme}-{lang}.png", full_page=screen.full)
        return f"{screen.name} {width} {theme} {lang}: {'; '.join(faults)}" if faults else None


def sheet(browser: Browser, out: Path, width: int, to: Path) -> None:
    """All light English pictures of one width side by side, small, as one picture: to be looked over at a glance."""
    columns, size = (9, 170) if width < 700 else (5, 420)
    figures = "".join(
        f'<figure><img src="{(out / f"{screen.name}-{width}-light-en.png").resolve().as_uri()}"><figcaption>{screen.name}</figcaption></figure>'
        for screen in SCREENS
        if not screen.full and (out / f"{screen.name}-{width}-light-en.png").exists()
    )
    style = f"body{{margin:12px;display:grid;grid-template-columns:repeat({columns},{size}px);gap:12px;background:#e4dfd1;font:13px sans-serif}}"
    written = out / "sheet.html"
    written.write_text(f"<!doctype html><style>{style}figure{{margin:0}}img{{width:100%;display:block}}</style>{figures}", encoding="utf-8")
    with contextlib.closing(browser.new_page(viewport={"width": columns * (size + 12) + 12, "height": 600})) as page:
        page.goto(written.resolve().as_uri())
        page.screenshot(path=to, full_page=True, type="jpeg", quality=72)
    written.unlink()


def main() -> None:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(description="pictures of every screen and state")
    parser.add_argument("out", nargs="?", default="screens", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--widths", default="390,1440")
    parser.add_argument("--themes", default="light,dark")
    parser.add_argument("--langs", default="en,de")
    wanted = parser.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "tables")
        lay(folder, list(tables()))
        with sync_playwright() as playwright, serve(folder) as server:
            browser = playwright.chromium.launch(executable_path=chromium(), args=[] if os.geteuid() else ["--no-sandbox"])
            for screen in SCREENS:
                if wanted.only and not screen.name.startswith(wanted.only):
                    continue
                for width in map(int, wanted.widths.split(",")):
                    for theme in wanted.themes.split(","):
                        for lang in wanted.langs.split(","):
                            if fault := shoot(browser, server.address, wanted.out, screen, width, theme, lang):
                                print(fault, flush=True)
            if not wanted.only:
                for width in map(int, wanted.widths.split(",")):
                    sheet(browser, wanted.out, width, ROOT / "docs" / "pictures" / f"screens-{width}.jpeg")
            browser.close()


if __name__ == "__main__":
    main()
