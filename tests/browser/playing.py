"""Playing through the page without knowing a rule: whatever is on offer is picked, until the match is over.

Three ways: taps at what lies on the mat, the keyboard alone, and roles and names alone, as a screen reader has them.
"""

import json
import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, expect
from playwright.sync_api import TimeoutError as TooLate

GAMES = ("dragon-master", "drachenwurf", "seven-dragons", "dragon-inferno")
WORDS = {lang: json.loads((Path(__file__).parents[2] / f"web/src/words/{lang}.json").read_text()) for lang in ("en", "de")}
Way = Callable[[Page, random.Random, dict[str, Any]], None]
State = dict[str, Any]

# What the page is doing, read off what everybody can see: the mat's spots and the bar's buttons. `offered` holds a point of each spot on offer at
# which a finger would meet it and nothing else; null where it can be seen but not met, and nothing for one that has to be scrolled to.
STATE = """(where) => {
  const seen = (element) => element.getClientRects().length > 0;
  const points = [[0.5, 0.5], [0.5, 0.25], [0.2, 0.3], [0.2, 0.7], [0.8, 0.3], [0.8, 0.7], [0.1, 0.5], [0.5, 0.9], [0.9, 0.5], [0.06, 0.06]];
  const free = (spot) => {
    const box = spot.getBoundingClientRect();
    for (const [x, y] of points) {
      const at = [box.left + box.width * x, box.top + box.height * y];
      if (document.elementFromPoint(...at)?.closest(".spot") === spot) return at;
    }
    return null;
  };
  const offered = [...document.querySelectorAll(".mat .spot[data-offered]:not([data-picked])")].filter(seen);
  return {
    over: document.querySelector(".ending") !== null,
    handover: document.querySelector(".handover") !== null,
    gone: document.querySelector("main.gone")?.textContent ?? null,
    offered: offered.map((spot) => ({
      id: spot.dataset.spot, token: spot.dataset.token, name: spot.getAttribute("aria-label"),
      size: [spot.getBoundingClientRect().width, spot.getBoundingClientRect().height], at: where ? free(spot) : null,
    })),
    picked: [...document.querySelectorAll(".mat .spot[data-picked]")].map((spot) => spot.dataset.token),
    commit: document.querySelector(".say-line .btn.commit") !== null,
    bar: [...document.querySelectorAll(".say-line [data-bar]:not([aria-disabled=true])")].map((button) => ({
      id: button.dataset.bar, key: button.querySelector("kbd")?.textContent ?? "", primary: button.classList.contains("primary"),
    })),
    said: document.querySelector("#say-line")?.textContent ?? "",
    turn: document.title.startsWith("●"),
    busy: document.querySelector("[data-travels]") !== null,
    wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    focus: document.activeElement?.tagName ?? "",
  };
}"""


def state(page: Page, where: bool = False) -> State:
    result: State = page.evaluate(STATE, where)
    return result


def is_ready(now: State) -> bool:
    return bool(now["over"] or now["handover"] or (now["turn"] and (now["offered"] or now["commit"] or now["bar"])))


def wait_for_turn(page: Page, *, where: bool = False, seconds: float = 30) -> State:
    """Wait until something can be done here, or it is over."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        now = state(page, where)
        if is_ready(now):
            return now
        assert now["gone"] is None, now
        page.wait_for_timeout(15)
    raise AssertionError(f"nothing can be done: {state(page)}")


def choose_bar(now: State, chance: random.Random) -> dict[str, Any] | None:
    """Sometimes a button beside the say-line: always where nothing else is on offer."""
    bar = now["bar"]
    if not bar or (now["offered"] and chance.random() < 0.5):
        return None
    return dict(chance.choice(bar))


def click(page: Page, selector: str) -> None:
    """Click what lies beside the say-line, unless it is gone by then: the table may have moved on."""
    try:
        page.locator(selector).click(timeout=4000)
    except TooLate:
        if page.locator(selector).count():
            raise


def tap(page: Page, chance: random.Random, now: State) -> None:
    """One step by taps."""

    def press(x: float, y: float) -> None:
        if page.evaluate("matchMedia('(pointer: coarse)').matches"):
            page.touchscreen.tap(x, y)
        else:
            page.mouse.click(x, y)

    if now["commit"] and (not now["offered"] or chance.random() < 0.85):
        click(page, ".say-line .btn.commit")
        return
    button = choose_bar(now, chance)
    if button is not None:
        click(page, f'.say-line [data-bar="{button["id"]}"]:not([aria-disabled=true])')
        return
    if not now["offered"]:
        return
    chosen = chance.choice(now["offered"])
    if chosen["at"] is None:  # it has to be scrolled to
        # Asked in one go: while a locator waits, the table may have moved on and taken the thing away.
        scroll = "(id) => document.querySelector(`.mat .spot[data-spot='${id}']`)?.scrollIntoView({block: 'nearest', inline: 'nearest'})"
        page.evaluate(scroll, chosen["id"])
        again = [each for each in state(page, True)["offered"] if each["token"] == chosen["token"]]
        if not again:
            return
        again = [each for each in again if each["at"] is not None]  # another thing may stand for the same: a number for a side that is covered
        assert again, f"it is on offer, but a finger cannot meet it: {chosen}"
        chosen = again[0]
    press(*chosen["at"])


def press_keys(page: Page, chance: random.Random, now: State) -> None:
    """One step by the keyboard alone: N walks to what is on offer, Enter picks and commits, a letter presses a button."""
    keys = page.keyboard
    button = choose_bar(now, chance)
    if button is not None and button["key"]:
        keys.press(button["key"].lower())
    elif now["commit"] and not now["bar"]:
        # what was picked last is under the focus: Enter there commits
        keys.press("Enter")
    elif now["offered"]:
        for _ in range(1 + chance.randrange(min(8, len(now["offered"]) + 1))):
            keys.press("n")
        keys.press("Enter")
        assert state(page)["focus"] != "BODY", f"the focus was lost after picking: {now['said']}"
    else:
        tab_to(page, ".say-line [data-bar], .say-line .commit")
        keys.press("Enter")


def tab_to(page: Page, selector: str, most: int = 60) -> None:
    """Reach something by Tab alone."""
    for _ in range(most):
        if page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")


def tree(page: Page) -> list[dict[str, Any]]:
    """The accessibility tree as a list, in order: role, name, and the states that matter here."""
    session: CDPSession = getattr(page, "_tree", None) or page.context.new_cdp_session(page)
    page._tree = session  # type: ignore[attr-defined]
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}

    def within(node: dict[str, Any]) -> list[str]:
        names = []
        while "parentId" in node and node["parentId"] in by_id:
            node = by_id[node["parentId"]]
            if not node.get("ignored") and node.get("name", {}).get("value"):
                names.append(f"{node['role']['value']} {node['name']['value']}")
        return names

    found = []
    for node in nodes:
        if node.get("ignored") or node.get("role", {}).get("value") != "button":
            continue
        states = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
        found.append(
            {
                "name": node.get("name", {}).get("value", ""),
                "toggle": "pressed" in states,
                "pressed": states.get("pressed") == "true",
                "disabled": bool(states.get("disabled")),
                "within": within(node),
            }
        )
    return found


def speak(page: Page, chance: random.Random, now: State) -> None:
    """One step by roles and names alone: nothing of the document is asked but what a screen reader would be told."""
    lang = page.evaluate("document.documentElement.lang")
    words = WORDS[lang]
    line = f"region {words['table.say-line']}"
    never = {words["table.back-to-hand"], words["table.undo"], words["table.turn"] + " T"}
    rule = re.compile(re.escape(words["table.rule"]).replace(re.escape("{section}"), ".+"))
    buttons = tree(page)
    bar = [b for b in buttons if line in b["within"] and not b["disabled"] and b["name"] not in never and not rule.fullmatch(b["name"])]
    spots = [b for b in buttons if b["toggle"] and not b["disabled"] and not b["pressed"]]
    if bar and (not spots or chance.random() < 0.8):
        chosen = chance.choice(bar)
        found = page.get_by_role("region", name=words["table.say-line"], exact=True).get_by_role("button", name=chosen["name"], exact=True)
    elif spots:
        chosen = chance.choice(spots)
        found = page.get_by_role("button", name=chosen["name"], exact=True, disabled=False, pressed=False)
    else:
        return  # it moved on while we looked
    try:
        found.first.press("Enter", timeout=3000)
    except Exception:
        if state(page)["over"] or found.count() == 0:
            return  # it went on by itself: what was read stands there no more
        raise


def lift(page: Page, keyboard: bool = False) -> None:
    """Hold the hand-over's button until the sheet is gone."""
    if keyboard:
        tab_to(page, ".handover button")
        page.keyboard.down("Enter")
    else:
        box = page.locator(".handover .hold").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
    expect(page.locator(".handover")).to_have_count(0)
    if keyboard:
        page.keyboard.up("Enter")
    else:
        page.mouse.up()


def check(now: State) -> None:
    """What holds at every moment: whoever knows names alone can tell apart what can be told apart."""
    tokens: dict[str, str] = {}
    for spot in now["offered"]:
        assert spot["name"], f"a spot without a name: {spot}"
        assert tokens.setdefault(spot["name"], spot["token"]) == spot["token"], f"two things of one name: {spot['name']}"
    assert not now["wide"], "the page is wider than the screen"


def is_over(page: Page) -> bool:
    return page.locator(".ending").count() > 0


def play_out(page: Page, way: Way = tap, seed: int = 1, steps: int = 4000, each: Callable[[State], None] | None = None, until: int = 10**9) -> int:
    """Play until the ending lies on the table, or so many steps were made; returns how many."""
    chance = random.Random(seed)
    for step in range(steps):
        now = wait_for_turn(page, where=way is tap)
        check(now)
        if each is not None:
            each(now)
        if now["over"] or step >= until:
            return step
        if now["handover"]:
            lift(page, keyboard=way is press_keys)
        else:
            way(page, chance, now)
    raise AssertionError(f"no end after {steps} steps: {state(page)}")


def take_turns(pages: list[Page], way: Way = tap, seed: int = 1, steps: int = 4000, until: int = 10**9) -> int:
    """Several people at one table, each before a page of their own: whoever may do something does it, until all see the end."""
    chance = random.Random(seed)
    waited = time.monotonic()
    made = 0
    while made < min(steps, until):
        states = [state(page, way is tap) for page in pages]
        if all(now["over"] for now in states):
            return made
        ready = [(page, now) for page, now in zip(pages, states, strict=True) if is_ready(now) and not now["over"]]
        if not ready:
            assert time.monotonic() - waited < 30, f"nobody can do anything: {states}"
            pages[0].wait_for_timeout(15)
            continue
        waited = time.monotonic()
        made += 1
        for page, now in ready:
            check(now)
            if now["handover"]:
                lift(page)
            else:
                way(page, chance, now)
    assert until < steps, "no end"
    return made


def words_of(page: Page) -> dict[str, str]:
    """The sentences of the page in its language, once it is there."""
    page.locator("main").first.wait_for()
    return dict(WORDS[page.evaluate("document.documentElement.lang")])


def press_name(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.press("Enter")


def play_now(page: Page, game: str, way: Way = tap) -> None:
    """From home to a match against the computer: one click, or by keys, or by name."""
    words = words_of(page)
    if way is press_keys:
        tab_to(page, f'.box[data-game="{game}"] .btn.primary')
        page.keyboard.press("Enter")
    elif way is speak:
        press_name(page, words["home.play-game"].format(game=words[f"game.{game}"]))
    else:
        page.locator(f'.box[data-game="{game}"] .btn.primary').click()
    page.wait_for_url("**/table/*")


def new_table(page: Page, game: str, way: str, seats: int = 2) -> None:
    """From home through the sheet for a new table: `way` is "screen" or "invite"; all seats but the first are of that kind."""
    words = words_of(page)
    box = page.locator(f'.box[data-game="{game}"]')
    box.get_by_role("link", name=words["home.same-screen" if way == "screen" else "home.invite"]).click()
    kind = "person" if way == "screen" else "open"
    for number in range(2, seats):
        page.get_by_role("button", name=words["new.add-seat"]).click()
        page.get_by_label(words["new.who-sits"].format(number=number + 1)).select_option(kind)
    page.get_by_role("button", name=words["new.lay"]).click()
    page.wait_for_url("**/table/*")
