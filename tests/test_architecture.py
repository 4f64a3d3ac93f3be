"""The house rules that a program can check: who imports whom, what kernels may be, what the twins may know."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import dragonhoard as dh
from dragonhoard.games import DECLARATIONS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "dragonhoard"
MODULES = sorted(PACKAGE.rglob("*.py"))
FILES = ("RULES.en.md", "RULES.de.md", "rules.py", "notation.py", "view.py", "words.en", "words.de", "picture.py", "evaluate.py", "__init__.py")


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found |= {node.module or ""} | {f"{node.module}.{name.name}" for name in node.names}
    return found


def test_import_rules() -> None:
    command = Path(sys.executable).with_name("lint-imports")
    if not command.exists():
        found = shutil.which("lint-imports")
        assert found is not None, "import-linter is missing"
        command = Path(found)
    ran = subprocess.run([str(command), "--no-logo"], capture_output=True, text=True, cwd=ROOT, check=False)
    assert ran.returncode == 0, ran.stdout


def test_twins_know_nothing_of_ours() -> None:
    twins = sorted((ROOT / "tests" / "reference").glob("*.py"))
    assert len(twins) == len(dh.GAMES)
    for path in twins:
        assert "dragonhoard" not in path.read_text(encoding="utf-8"), path
        assert not {name for name in imports_of(path) if name.startswith("tests")}, path


def test_nothing_of_the_product_knows_the_tests() -> None:
    for path in MODULES:
        assert not {name for name in imports_of(path) if name.split(".")[0] in ("tests", "pytest", "hypothesis")}, path


@pytest.mark.parametrize("declaration", DECLARATIONS, ids=lambda declaration: declaration.key)
def test_every_game_has_the_same_files(declaration: object) -> None:
    folder = PACKAGE / "games" / declaration.key.replace("-", "_")  # type: ignore[attr-defined]
    there = {path.name for path in folder.iterdir() if path.is_file()}
    assert set(FILES) <= there
    assert there - set(FILES) <= {"components.py"}


def test_the_architecture_page_shows_the_layers() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert re.findall(r"^    ([a-z_]+(?: \| [a-z_]+)*)  ", page, re.M) == contracts[0]["layers"]


def test_nothing_but_games_and_bench_names_a_game() -> None:
    """Whatever is said of one game stands in its folder; documentation may take one as a sample."""
    for path in MODULES:
        if "games" not in path.parts and path.name != "bench.py":
            strings = [text for text, _ in strings_of(path)]
            assert not [key for key in dh.GAMES for text in strings if key in text], path


def test_games_read_no_files_and_run_no_text() -> None:
    """What no import gives away."""
    for path in [
        *(PACKAGE / "games").rglob("*.py"),
        *(PACKAGE / f"{name}.py" for name in ("bits", "dice", "contract", "record", "match", "drawing")),
    ]:
        calls = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not calls & {"open", "eval", "exec", "compile", "input", "print", "__import__"}, path


def test_every_module_says_what_it_is_for() -> None:
    for path in [*MODULES, *(path for path in (ROOT / "tests").rglob("*.py"))]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if tree.body:
            words = ast.get_docstring(tree) or ""
            assert len(words) > 30, path


def test_rules_read_in_one_order() -> None:
    """Whoever has read the rules of one game can read all."""
    order = ["make_box", "start", "mover", "legal", "odds", "draw", "pick", "apply", "score", "winners", "reason", "wipe", "redeal"]
    for declaration in DECLARATIONS:
        tree = ast.parse(Path(str(declaration.rules.__file__)).read_text(encoding="utf-8"))  # type: ignore[attr-defined]
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert [name for name in names if name in order] == order, declaration.key


def test_sentences_for_people_stand_in_catalogues_only() -> None:
    """No text in the code of a game reads like a sentence."""
    for path in (PACKAGE / "games").rglob("*.py"):
        for text, line in strings_of(path):
            assert not re.fullmatch(r"[A-Z][a-z]+ ([a-z]+[ ,]*){2,}[.!?]?", text), f"{path.name}:{line}: {text}"


def strings_of(path: Path) -> Iterator[tuple[str, int]]:
    """The texts in a module's code with their lines, documentation left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {
        id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and _documented(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.value, node.lineno


def _documented(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> bool:
    return bool(node.body) and isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)
