"""Compiled code on disk: whatever happens to the folder costs time and never an answer; and perft, counted in two ways."""

import os
import subprocess
import sys
from array import array
from pathlib import Path
from types import ModuleType

import pytest

from dragonhoard import compiled
from dragonhoard.bits import CHANCE, OVER, new_row
from tests.play import Setting, played

pytestmark = pytest.mark.compiler

ASK = """
from dragonhoard import compiled
from dragonhoard.games import DECLARATIONS
game = DECLARATIONS[0]
rules, kernels = game.rules, compiled.compiled(game)
box, state, out = compiled.row(rules.make_box(2, {"start": "random"})), compiled.row(rules.STATE_SIZE), compiled.row(rules.OUT_SIZE)
kernels.start(box, state)
print(kernels.mover(box, state), kernels.legal(box, state, out), compiled.cache_folder())
"""


def begin(folder: Path | str, **more: str) -> "subprocess.Popen[str]":
    """A new process that compiles three functions, or finds them in that folder."""
    environment = os.environ | {"DRAGONHOARD_CACHE": str(folder)} | more
    root = Path(__file__).parents[1]
    return subprocess.Popen([sys.executable, "-c", ASK], env=environment, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def answer(process: "subprocess.Popen[str]") -> tuple[str, str, str]:
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert errors == ""
    mover, count, folder = out.split()
    return mover, count, folder


def test_damaged_files_are_compiled_again(tmp_path: Path) -> None:
    right = answer(begin(tmp_path))
    assert right == (str(CHANCE), "2", str(tmp_path))
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert {file.suffix for file in files} == {".nbi", ".nbc"}
    for number, file in enumerate(sorted(files)):
        file.write_bytes([b"", file.read_bytes()[:60], b"nonsense"][number % 3])
    assert answer(begin(tmp_path)) == right
    begun = {file: file.stat().st_mtime_ns for file in files}
    assert answer(begin(tmp_path)) == right
    assert {file: file.stat().st_mtime_ns for file in files} == begun  # they are sound again, so nothing was written


def test_processes_share_one_empty_folder(tmp_path: Path) -> None:
    together = [begin(tmp_path) for _ in range(3)]
    assert {answer(process) for process in together} == {(str(CHANCE), "2", str(tmp_path))}
    assert answer(begin(tmp_path)) == (str(CHANCE), "2", str(tmp_path))


def test_a_folder_that_cannot_be_written_is_replaced_by_one_that_vanishes(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    mover, count, folder = answer(begin(blocked / "below"))
    assert (mover, count) == (str(CHANCE), "2")
    assert not Path(folder).is_relative_to(tmp_path)
    assert not Path(folder).exists()


def test_the_folder_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = compiled.cache_folder.__wrapped__
    monkeypatch.delenv("DRAGONHOARD_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert find() == tmp_path / "xdg" / "dragonhoard"
    monkeypatch.setenv("DRAGONHOARD_CACHE", str(tmp_path / "chosen"))
    assert find() == tmp_path / "chosen"


def test_the_folders_name_changes_with_whatever_is_frozen_into_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler's own cache answers for K = 1 when the code says K = 100: it looks at neither constants nor flags."""
    rules = played_rules()
    before = compiled._fingerprint((rules,))
    assert compiled._fingerprint((rules,)) == before
    with monkeypatch.context() as change:
        change.setattr(rules, "STATE_SIZE", rules.STATE_SIZE + 1)
        assert compiled._fingerprint((rules,)) != before
    with monkeypatch.context() as change:
        change.setitem(compiled.FLAGS, "fastmath", True)
        assert compiled._fingerprint((rules,)) != before
    assert compiled._fingerprint((rules,)) == before


def played_rules() -> ModuleType:
    from dragonhoard.games import DECLARATIONS

    rules = DECLARATIONS[0].rules
    assert isinstance(rules, ModuleType)
    return rules


def test_one_version_of_each_function(first: Setting) -> None:
    """A second one, compiled for other types, could answer to the first one's symbol."""
    kernels = compiled.compiled(first.game.declaration)
    assert compiled.compiled(first.game.declaration) is kernels
    for name in compiled.SIGNATURES:
        dispatcher = getattr(kernels, name)
        assert len(dispatcher.overloads) == 1
        with pytest.raises((TypeError, RuntimeError)):
            dispatcher(1.5)
    with pytest.raises(AttributeError):
        _ = kernels.view


THREADS = """
from concurrent.futures import ThreadPoolExecutor
from dragonhoard import compiled
from dragonhoard.games import DECLARATIONS
game = DECLARATIONS[0]
box = game.rules.make_box(2, {"start": "random"})
def play(number):
    return compiled.playouts(game, box, 2, 500, 7, first=500 * number)
with ThreadPoolExecutor(4) as workers:
    parts = list(workers.map(play, range(4)))
whole = compiled.playouts(game, box, 2, 2000, 7)
assert whole.plies == sum(part.plies for part in parts)
assert whole.score_sums == tuple(map(sum, zip(*(part.score_sums for part in parts))))
assert len(compiled.compiled(game).apply.overloads) == 1
"""


def test_threads_share_one_version(tmp_path: Path) -> None:
    """Four threads ask for the same loop at once, with nothing compiled yet."""
    environment = os.environ | {"DRAGONHOARD_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", THREADS], env=environment, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


# ------------------------------------------------------------------ perft
def leaves(setting: Setting, box: list[int], state: "array[int]", depth: int) -> int:
    """Counted by calling oneself, as kernels may not."""
    if depth == 0:
        return 1
    rules, out = setting.game.declaration.rules, new_row(setting.game.declaration.rules.OUT_SIZE)
    if rules.mover(box, state) == OVER:
        return 0
    total = 0
    for action in list(out[: rules.legal(box, state, out)]):
        after = array("q", state)
        rules.apply(box, after, action)
        total += leaves(setting, box, after, depth - 1)
    return total


def test_perft_counts_what_a_walk_counts(setting: Setting) -> None:
    """All along a match, as deep as 3,000 leaves allow, over its end as well."""
    match = played(setting)
    declaration, box = setting.game.declaration, match._box
    for ply in sorted({0, match.ply // 3, match.ply // 2, *range(max(0, match.ply - 3), match.ply + 1)}):
        state = match._state(ply)
        before = array("q", state)
        assert compiled.perft(declaration, box, state, 0) == 1
        for depth in (1, 2, 3, 4):
            count = compiled.perft(declaration, box, state, depth)
            if count > 3000:
                break
            assert count == leaves(setting, box, state, depth)
            told_apart = compiled.divide(declaration, box, state, depth)
            assert sum(told_apart.values()) == count
            assert all(number == leaves(setting, box, after(setting, box, state, action), depth - 1) for action, number in told_apart.items())
        assert state == before


def after(setting: Setting, box: list[int], state: "array[int]", action: int) -> "array[int]":
    there = array("q", state)
    setting.game.declaration.rules.apply(box, there, action)
    return there
