"""A real server, a real Chromium: what tests of the page share. DRAGONHOARD_TEST_PICTURES=FOLDER keeps a picture of what failed, and why."""

import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.serving import Server, serve
from tests.needs import chromium

ARGUMENTS = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
LOCALES = {"en": "en-GB", "de": "de-DE"}
BROKEN = pytest.StashKey[bool]()
PATIENCE = 20_000  # milliseconds: a busy machine is no fault of the page
expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[BROKEN] = True
        if folder := os.environ.get("DRAGONHOARD_TEST_PICTURES"):
            Path(folder, f"{item.name}.txt").write_text(report.longreprtext, encoding="utf-8")
    return report


def launch(playwright: object, *more: str) -> Browser:
    rootless = [] if os.name == "nt" or os.geteuid() else ["--no-sandbox"]
    return playwright.chromium.launch(executable_path=chromium(), args=[*ARGUMENTS, *rootless, *more])  # type: ignore[attr-defined, no-any-return]


@pytest.fixture(scope="session")
def playwright() -> Iterator[object]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: object) -> Iterator[Browser]:
    chrome = launch(playwright)
    yield chrome
    chrome.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not end it."""
    with serve(tmp_path_factory.mktemp("tables")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, to be killed and started again."""
    with serve(tmp_path / "tables") as running:
        yield running


Seat = Callable[..., Page]


@pytest.fixture
def sit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Seat]:
    """Open the page as somebody new: `sit(width=…, lang=…, at=…)`; faults of the page fail the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(
        *, width: int = 1280, height: int = 860, lang: str = "en", theme: str = "light", still: bool = True, at: str | None = "/",
        address: str | None = None, chrome: Browser | None = None,
    ) -> Page:  # fmt: skip
        context = (chrome or browser).new_context(
            viewport={"width": width, "height": height},
            locale=LOCALES[lang],
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="reduce" if still else "no-preference",
            has_touch=width < 700,
            is_mobile=width < 700,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"{error}\n{error.stack}"))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" and is_fault(message.text) else None)
        if at is not None:
            page.goto((address or request.getfixturevalue("server").address) + at)
        return page

    yield open_page
    folder = os.environ.get("DRAGONHOARD_TEST_PICTURES")
    for number, context in enumerate(contexts):
        if folder and (faults or request.node.stash.get(BROKEN, False)):
            for page in context.pages:
                page.screenshot(path=Path(folder) / f"{request.node.name}-{number}.png")
        context.close()
    assert not faults, faults


def is_fault(text: str) -> bool:
    """Is it the page's? The browser itself tells of refused requests, lost sockets, and of headers that mean nothing over plain http."""
    return not any(each in text for each in ("net::ERR", "Failed to load resource", "WebSocket connection", "header has been ignored"))
