"""What a machine lacks is left out, or is a failure where it was asked for; never a test that passes because nothing ran."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = '''"""Tests that want something."""
import pytest

@pytest.mark.browser
def test_browser() -> None:
    pass

@pytest.mark.postgresql
def test_postgresql() -> None:
    pytest.skip("it does not start")

def test_nothing() -> None:
    pass
'''


def run(folder: Path, **environment: str) -> tuple[int, str]:
    (folder / "test_wanting.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder), "-q"]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("DRAGONHOARD_", "PYTEST_"))}
    ran = subprocess.run(
        [*command, "-p", "no:cacheprovider", str(folder)],
        cwd=ROOT, env=inherited | {"PYTHONPATH": str(ROOT)} | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return ran.returncode, ran.stdout + ran.stderr


def test_what_is_lacking_is_left_out(tmp_path: Path) -> None:
    code, said = run(tmp_path, DRAGONHOARD_CHROMIUM="/nowhere", TEST_PG_DSN="postgresql://nowhere")
    assert code == 0 and "1 passed, 1 skipped, 1 deselected" in said, said


@pytest.mark.parametrize(
    ("needs", "lacking", "code", "words"),
    [
        ("postgresql", {}, 1, "left out, though DRAGONHOARD_NEEDS names postgresql"),
        ("browser,postgresql", {"DRAGONHOARD_CHROMIUM": "/nowhere"}, 4, "1 tests cannot run: there is no Chromium"),
        ("quiet", {}, 4, "DRAGONHOARD_NEEDS=quiet"),
    ],
)
def test_what_was_asked_for_is_a_failure(tmp_path: Path, needs: str, lacking: dict[str, str], code: int, words: str) -> None:
    ended, said = run(tmp_path, DRAGONHOARD_NEEDS=needs, TEST_PG_DSN="postgresql://nowhere", **lacking)
    assert ended == code and words in said, said
