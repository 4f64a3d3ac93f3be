"""What a screen reader is told during one match per game, as text: all of it first, then what has changed whenever one is to move."""

import difflib
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Seat
from tests.browser.frames import Frames
from tests.browser.playing import GAMES, play_now, tap, wait_for_turn
from tests.browser.serving import serve
from tests.regenerate import DATA, compare

pytestmark = [pytest.mark.browser, pytest.mark.golden, pytest.mark.long]
CLOSELY = 2  # decisions of which every step is told
MASKED = re.compile(r"tables?/[a-z0-9]{12}")  # a table's name is drawn anew every time


def tree(page: Page) -> list[str]:
    return MASKED.sub("table/…", page.locator("body").aria_snapshot()).split("\n")


@pytest.mark.parametrize("game", GAMES)
def test_the_tree_of_a_match(sit: Seat, tmp_path: Path, game: str) -> None:
    with serve(tmp_path / "tables") as server:  # a fresh one: its first table has the first secret
        page = sit(at=None)
        frames = Frames(page)
        page.goto(server.address)
        play_now(page, game)
        chance = random.Random(2)
        lines: list[str] = []
        before: list[str] = []
        decisions = 0
        while True:
            wait_for_turn(page)
            frames.settle()  # equal taps need equal moments
            now = wait_for_turn(page, where=True)
            begins = not now["picked"]
            decisions += begins
            if begins or decisions <= CLOSELY or now["over"]:
                after = tree(page)
                title = "the end" if now["over"] else f"decision {decisions}" + ("" if begins else f", in the hand: {', '.join(now['picked'])}")
                lines += ["", f"# {title}"]
                if before:
                    changes = difflib.unified_diff(before, after, n=0, lineterm="")
                    lines += [line for line in changes if not line.startswith(("---", "+++", "@@"))]
                else:
                    lines += after
                before = after
            if now["over"]:
                break
            tap(page, chance, now)
    head = f"# {game}: the page as a screen reader has it, then what has changed. Written by scripts/regenerate."
    compare(DATA / "accessibility" / f"{game}.txt", "\n".join([head, *lines]) + "\n")
