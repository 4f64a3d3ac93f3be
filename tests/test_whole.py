"""Whether every registered game has all that docs/add-a-game.md asks for; what is missing is named with the step that asks for it.

Whoever adds a game runs this first and after each step: every other test then has what it needs.
"""

import ast
import importlib.util
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import dragonhoard as dh
from dragonhoard import contract
from dragonhoard.language import LANGUAGES

ROOT = Path(__file__).parents[1]
MODULES = {"rules": contract.Rules, "notation": contract.Notation, "view": contract.View, "picture": contract.Picture, "evaluate": contract.Evaluate}
STEPS = {"rules": 4, "notation": 5, "view": 6, "picture": 8, "evaluate": 8}


def offered(protocol: type) -> set[str]:
    """The names that the contract demands of a module."""
    return {name for name in (*vars(protocol), *protocol.__annotations__) if not name.startswith("_")}


def missing(key: str) -> Iterator[str]:
    """What a game has not, in the order of the steps."""
    declaration = dh.GAMES[key].declaration
    package = declaration.package.rpartition(".")[2]
    folder = ROOT / "dragonhoard" / "games" / package
    if package != key.replace("-", "_"):
        yield f"step 3: the folder of {key} is called {key.replace('-', '_')}"
    for lang in LANGUAGES:
        if not (folder / f"RULES.{lang}.md").is_file():
            yield f"step {1 if lang == LANGUAGES[0] else 7}: games/{package}/RULES.{lang}.md"
        if not (folder / f"words.{lang}").is_file():
            yield f"step 7: games/{package}/words.{lang}"
    if not (ROOT / "tests" / "games" / f"test_{package}_rules.py").is_file():
        yield f"step 1: tests/games/test_{package}_rules.py, with a test named for every point of the rules"
    if importlib.util.find_spec(f"tests.reference.{package}") is None:
        yield f"step 2: the slow twin, tests/reference/{package}.py"
    elif not hasattr(import_module(f"tests.reference.{package}"), "Match"):
        yield f"step 2: class Match of tests/reference/{package}.py"
    for name, protocol in MODULES.items():
        if importlib.util.find_spec(f"{declaration.package}.{name}") is None:
            yield f"step {STEPS[name]}: games/{package}/{name}.py"
            continue
        module = import_module(f"{declaration.package}.{name}")
        for wanted in sorted(offered(protocol) - vars(module).keys()):
            yield f"step {STEPS[name]}: {wanted} in games/{package}/{name}.py, as contract.{protocol.__name__} says"
    for option in declaration.options:
        if option.kind == "text" and not list((ROOT / "tests" / "data" / "options").glob(f"{key}.{option.name}.*.txt")):
            yield f"step 3: another value of the option {option.name}, tests/data/options/{key}.{option.name}.other.txt"
    yield from _missing_in_tables(key, declaration.is_hidden)
    if not (ROOT / "tests" / "data" / "perft" / f"{key}.perft").is_file():
        yield f"step 9: tests/data/perft/{key}.perft, positions for each number of seats; scripts/regenerate counts the leaves"
    for seats in declaration.seats:
        if not (ROOT / "tests" / "data" / "playthroughs" / f"{key}-{seats}.txt").is_file():
            yield f"step 9: tests/data/playthroughs/{key}-{seats}.txt, which scripts/regenerate writes"
    if f"(`{key}`)" not in (ROOT / "README.md").read_text(encoding="utf-8"):
        yield "step 9: a row in the README's table of games"


def _missing_in_tables(key: str, is_hidden: bool) -> Iterator[str]:
    """Step 5: what the tests have to know of a game, in tables by its key. Read as text: a table without its entry may not even load."""
    wanted = {"lockstep.py": ["TWINS", "KIND_OF", "KINDS", "ENDS", "STEERS"], "worlds.py": ["LENGTHS"], "games/test_lockstep.py": ["MATCHES"]}
    if is_hidden:
        wanted["worlds.py"].append("PASTS")
        wanted["redeals.py"] = ["SMALL_CASES"]
    for file, tables in wanted.items():
        found = dict(_tables(ROOT / "tests" / file))
        for table in tables:
            if key not in found[table]:
                yield f"step 5: {key!r} in {table} of tests/{file}"


def _tables(path: Path) -> Iterator[tuple[str, set[object]]]:
    """The dicts of a file, with their keys."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target if isinstance(node, ast.AnnAssign) else None
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Dict):  # type: ignore[attr-defined]
            yield target.id, {entry.value for entry in node.value.keys if isinstance(entry, ast.Constant)}  # type: ignore[attr-defined]


@pytest.mark.parametrize("key", dh.GAMES)
def test_a_game_has_all_that_it_needs(key: str) -> None:
    lacking = list(missing(key))
    assert not lacking, f"{key} lacks, by the steps of docs/add-a-game.md:\n  " + "\n  ".join(lacking)


def test_the_page_has_the_steps_that_are_named_here() -> None:
    page = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    steps = [int(number) for number in re.findall(r"^([0-9]+)\. ", page, re.M)]
    named = {int(number) for number in re.findall(r"step ([0-9]+):", Path(__file__).read_text(encoding="utf-8"))} | set(STEPS.values())
    assert steps == list(range(1, len(steps) + 1))
    assert named <= set(steps)
    for name in ("TWINS", "KIND_OF", "KINDS", "ENDS", "CORNERS", "STEERS", "LENGTHS", "PASTS", "MATCHES", "SMALL_CASES", "tests/test_whole.py"):
        assert name in page, name
