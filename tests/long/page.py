"""How fast the page is on a slow machine with a slow line: `scripts/long page [GAME ...] [--loads 5] [--short]`; writes benchmarks/page.md."""

import argparse
import gzip
import json
import random
import statistics
import sys
import tempfile
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import launch
from tests.browser.playing import GAMES, play_now, state, tap, wait_for_turn
from tests.browser.serving import Wire, serve
from tests.reports import write

WORDS: Final = """Chromium without a window, its processor slowed down four times, every byte 20 ms on its way in each direction (40 ms there
and back), nothing cached. Script: all that home and one table load, each file gzipped. Home: the first paint. Table: the
address of a table where one is to move, opened anew: first paint, until something can be picked, and layout shift until a
second later. Move: from the press that plays it to the frame that shows it lying there; preview (at full speed, without the
line's delay): from the pointer's coming where a move would be complete to its consequence in words. Travel: how long the main thread works in each
frame in which pieces move. Median and worst of all loads; p95 of all frames."""
COLUMNS: Final = (
    "| game | script, KB | home, ms | table, ms | own move possible, ms | shift | move shown, ms | preview, ms | frame, p95 ms | frames |"
)
BOUNDS: Final = {"script": 100, "home": 1000, "table": 1000, "possible": 2500, "shift": 0.05, "shown": 150, "preview": 50, "frame": 8}
STEADY: Final = ("script", "shift")  # what does not depend on how busy a machine is: all that CI fails for
SLOWER: Final = 4
WAY: Final = 0.02

OBSERVE: Final = """() => {
  window.shift = 0;
  window.possible = null;
  window.pressed = null;
  window.shown = [];
  window.previews = [];
  new PerformanceObserver((list) => { for (const each of list.getEntries()) if (!each.hadRecentInput) window.shift += each.value; })
    .observe({type: "layout-shift", buffered: true});
  let moves = null, said = null, completed = null;
  addEventListener("click", (event) => {
    const commit = event.target.closest?.(".say-line .btn.commit, .say-line [data-bar]");
    window.pressed = commit ? event.timeStamp : null;
    if (commit) completed = null;
  }, true);
  addEventListener("pointerover", (event) => {
    if (event.target.closest?.(".spot")) completed = {at: event.timeStamp, was: document.querySelector(".said .consequence")?.textContent};
  }, true);
  const look = (now) => {
    if (window.possible === null && document.title.startsWith("●") && document.querySelector(".mat .spot[data-offered], .say-line [data-bar]"))
      window.possible = performance.now();
    const count = document.querySelector(".moves li:not(.none):last-child .number")?.textContent ?? "";
    if (moves !== null && count !== moves && window.pressed !== null) {
      window.shown.push(performance.now() - window.pressed);
      window.pressed = null;
    }
    moves = count;
    const text = document.querySelector(".said .consequence")?.textContent;
    if (completed && document.querySelector(".spot[data-ghost]") && text && text !== completed.was) {
      window.previews.push(performance.now() - completed.at);
      completed = null;
    }
    if (document.querySelector("[data-travels]")) performance.mark("travelling");
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
PAINT: Final = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


def slow(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def fresh(browser: Browser, cookies: Any = None, *, is_slow: bool = True) -> Page:
    """A page that knows nothing yet."""
    context = browser.new_context(viewport={"width": 1280, "height": 860}, locale="en-GB")
    context.set_default_timeout(30_000)
    if cookies:
        context.add_cookies(cookies)
    page = context.new_page()
    page.add_init_script(f"({OBSERVE})()")
    if is_slow:
        slow(page)
    return page


def painted(page: Page) -> float:
    for _ in range(400):
        if (at := page.evaluate(PAINT)) is not None:
            return float(at)
        page.wait_for_timeout(10)
    raise AssertionError("nothing was ever painted")


def possible(page: Page) -> float:
    wait_for_turn(page)
    for _ in range(200):
        if (at := page.evaluate("window.possible")) is not None:
            return float(at)
        page.wait_for_timeout(10)
    raise AssertionError("nothing can be picked")


def script_of(browser: Browser, address: str, game: str) -> float:
    """KB of script, gzipped, from home to a table."""
    page = fresh(browser, is_slow=False)
    sizes: dict[str, int] = {}
    page.on("response", lambda answer: sizes.update({answer.url: len(gzip.compress(answer.body(), 9))}) if answer.url.endswith(".js") else None)
    page.goto(address)
    play_now(page, game)
    wait_for_turn(page)
    page.wait_for_timeout(300)
    page.context.close()
    return sum(sizes.values()) / 1000


def play_some(page: Page, plies: int, seed: int, rest: float = 0) -> None:
    chance = random.Random(seed)
    for _ in range(plies):
        now = wait_for_turn(page, where=True)
        if now["over"]:
            return
        tap(page, chance, now)
        page.wait_for_timeout(rest)


def frames_of(trace: dict[str, Any]) -> list[float]:
    """Milliseconds of work on the page's main thread in each frame in which something travelled."""
    events = trace["traceEvents"]
    marks = sorted((each["ts"], each["pid"], each["tid"]) for each in events if each.get("name") == "travelling" and "ts" in each)
    if not marks:
        return []
    pid, tid = marks[0][1:]
    tasks = [each for each in events if each.get("name") == "RunTask" and each["pid"] == pid and each["tid"] == tid and each.get("dur")]
    found = []
    for (begin, *_), (end, *_) in pairwise(marks):
        if end - begin < 100_000:  # the next frame of the same travel
            # The thread's own time, not the clock's: other programs run, too. A task that reaches into the next frame counts there by its share.
            shares = [(each, min(each["ts"] + each["dur"], end) - max(each["ts"], begin)) for each in tasks]
            found.append(sum(share / each["dur"] * each.get("tdur", each["dur"]) for each, share in shares if share > 0) / 1000)
    return found


def measure(browser: Browser, address: str, direct: str, game: str, loads: int) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {name: [] for name in BOUNDS}
    found["script"].append(script_of(browser, direct, game))
    for load in range(loads):
        page = fresh(browser)
        page.goto(address)
        found["home"].append(painted(page))
        play_now(page, game)
        wait_for_turn(page)
        table, cookies = page.url, page.context.cookies()
        page.context.close()

        page = fresh(browser, cookies)
        page.goto(table)
        found["table"].append(painted(page))
        found["possible"].append(possible(page))
        page.wait_for_timeout(1000)
        found["shift"].append(page.evaluate("window.shift"))
        browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"])
        play_some(page, 16, load)
        trace = json.loads(browser.stop_tracing())
        found["frame"] += frames_of(trace)
        found["shown"] += page.evaluate("window.shown")
        page.context.close()

        page = fresh(browser, is_slow=False)
        page.goto(direct)
        play_now(page, game)
        play_some(page, 12, load, rest=400)
        found["preview"] += page.evaluate("window.previews")
        assert state(page)["gone"] is None
        page.context.close()
    return found


def both(values: list[float], digits: int = 0) -> str:
    return f"{statistics.median(values):.{digits}f} / {max(values):.{digits}f}" if values else "-"


def p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)] if values else 0.0


def faults(game: str, found: dict[str, list[float]], names: Iterable[str]) -> Iterable[str]:
    for name in names:
        bound = BOUNDS[name]
        if not found[name]:
            yield f"{game}: nothing was measured of {name}"
            continue
        value = p95(found[name]) if name == "frame" else statistics.median(found[name])
        if value > bound:
            yield f"{game}: {name} is {value:.3g}, over {bound:.3g}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/long page", description="how fast the page is on a slow machine with a slow line")
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--loads", type=int, default=5, help="of home and of a table, for each game")
    parser.add_argument("--short", action="store_true", help="what CI runs: one load, no time is a failure, nothing written")
    chosen = parser.parse_args(arguments)
    rows, failed = [], False
    with tempfile.TemporaryDirectory() as scratch, serve(Path(scratch, "tables")) as server, sync_playwright() as playwright:
        wire = Wire(server.port, WAY)
        browser = launch(playwright)
        for game in chosen.games:
            found = measure(browser, wire.address, server.address, game, 1 if chosen.short else chosen.loads)
            parts = [both(found[name]) for name in ("home", "table", "possible")]
            parts += [both(found["shift"], 3), both(found["shown"]), both(found["preview"])]
            rows.append(f"| {game} | {found['script'][0]:.1f} | {' | '.join(parts)} | {p95(found['frame']):.1f} | {len(found['frame'])} |")
            print(rows[-1], flush=True)
            for fault in faults(game, found, STEADY if chosen.short else BOUNDS):
                failed = True
                print(f"  {fault}", flush=True)
        browser.close()
        wire.close()
    if not chosen.short:
        write("page", "The page on a slow machine", "page", " ".join(WORDS.split()), COLUMNS, rows)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
