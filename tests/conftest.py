"""What all tests share: a test that takes `setting` runs with every game, number of seats and option; `first` with every game's smallest."""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.play import FIRST, SETTINGS, ids

settings.register_profile("here", derandomize=True, database=None, deadline=5000, max_examples=200, suppress_health_check=list(HealthCheck))
settings.register_profile("long", parent=settings.get_profile("here"), derandomize=False, max_examples=5000, print_blob=True)
settings.load_profile(os.environ.get("DRAGONHOARD_FUZZ", "here"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "setting" in metafunc.fixturenames:
        metafunc.parametrize("setting", SETTINGS, ids=ids, scope="session")
    if "first" in metafunc.fixturenames:
        metafunc.parametrize("first", FIRST, ids=ids, scope="session")
