"""What all tests share: a test that takes `setting` runs with every game, number of seats and option; `first` with every game's smallest.

Tests marked "browser" or "postgresql" are left out where the machine lacks that, in one line; DRAGONHOARD_NEEDS=browser,postgresql makes leaving
one out a failure. Browser tests run by themselves (`pytest tests/browser`): Playwright keeps an event loop running in its thread, under which
other tests could not start theirs.
"""

import os
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests.needs import missing
from tests.play import FIRST, SETTINGS, ids

settings.register_profile("here", derandomize=True, database=None, deadline=5000, max_examples=200, suppress_health_check=list(HealthCheck))
settings.register_profile("long", parent=settings.get_profile("here"), derandomize=False, max_examples=5000, print_blob=True)
settings.load_profile(os.environ.get("DRAGONHOARD_FUZZ", "here"))

MAY_LACK: Final = ("browser", "postgresql")
NEEDS: Final = set(filter(None, os.environ.get("DRAGONHOARD_NEEDS", "").split(",")))
BROWSER: Final = Path(__file__).parent / "browser"


def pytest_configure() -> None:
    if unknown := NEEDS - set(MAY_LACK):
        raise pytest.UsageError(f"DRAGONHOARD_NEEDS={','.join(sorted(unknown))}: only {' and '.join(MAY_LACK)} are known")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "setting" in metafunc.fixturenames:
        metafunc.parametrize("setting", SETTINGS, ids=ids, scope="session")
    if "first" in metafunc.fixturenames:
        metafunc.parametrize("first", FIRST, ids=ids, scope="session")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if collection_path != BROWSER:
        return None
    asked = [Path(argument.split("::")[0]).resolve() for argument in config.args]
    return True if not any(path == BROWSER or BROWSER in path.parents for path in asked) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for need in MAY_LACK:
        marked = [item for item in items if item.get_closest_marker(need)]
        if marked and (lack := missing(need)):
            if need in NEEDS:
                raise pytest.UsageError(f"{len(marked)} tests cannot run: {lack}")
            config.hook.pytest_deselected(items=marked)
            items[:] = [item for item in items if item not in marked]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if lack := missing("postgresql"):
        terminalreporter.write_line(f"tests marked postgresql were left out: {lack}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    needed = [need for need in NEEDS if item.get_closest_marker(need)]
    if report.skipped and needed and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"left out, though DRAGONHOARD_NEEDS names {needed[0]}: {report.longrepr}"
    return report
