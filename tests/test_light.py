"""`import dragonhoard` is light: no numpy, no compiler, hardly any time; playing by hand stays so."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

import dragonhoard as dh

ROOT = Path(__file__).parents[1]
HEAVY = (
    "numpy",
    "numba",
    "llvmlite",
    "scipy",
    "asyncio",
    "multiprocessing",
    "sqlite3",
    "concurrent",
    "dragonhoard.compiled",
    "dragonhoard.cli",
    "dragonhoard.bench",
    "dragonhoard.server",
    "litestar",
    "msgspec",
    "sqlalchemy",
    "uvicorn",
)

PLAY = """
match = dh.GAMES["{key}"].match()
dice = dh.Dice(1)
for _ in range(60):
    if match.mover is None:
        break
    match.roll(dice) if match.mover == dh.CHANCE else match.play(dh.bot("greedy").choose(match.seen_by(match.mover), dice))
    match.view(0), match.describe(0), match.told(0), match.picture(0), match.letters(0), str(match.record(0)), match.redeal(0, dice), match.spots(0)
"""


def loaded_after(program: str) -> set[str]:
    code = "import dragonhoard as dh\n" + program + "\nimport sys\nprint(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    return set(ran.stdout.split())


def heavy(modules: set[str]) -> set[str]:
    return {module for module in modules if module.startswith(HEAVY)}


def test_importing_loads_neither_numpy_nor_a_compiler() -> None:
    modules = loaded_after("")
    assert "dragonhoard.match" in modules and heavy(modules) == set()
    assert not {module for module in modules if module.endswith((".view", ".picture", ".notation", ".evaluate"))}, (
        "a game's modules come when they are needed"
    )


@pytest.mark.parametrize("key", list(dh.GAMES))
def test_playing_by_hand_loads_no_compiler(key: str) -> None:
    assert heavy(loaded_after(PLAY.replace("{key}", key))) == set()


def seconds_of(code: str) -> float:
    """Processor time of the quickest of a few starts: a busy machine does not count."""
    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def test_importing_takes_hardly_any_time() -> None:
    assert seconds_of("import dragonhoard") - seconds_of("pass") < 0.15
