"""What is written for people is true: samples run, links lead somewhere, every public name has its sentence, the games' table is whole."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

import dragonhoard as dh

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "ROADMAP.md")] + sorted((ROOT / "docs").glob("*.md"))
MODULES = sorted(module.name for module in pkgutil.walk_packages(dh.__path__, "dragonhoard.") if not module.name.endswith("__main__"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_samples_of_a_page_run(page: Path) -> None:
    failed, _tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0


def test_the_readme_has_samples() -> None:
    assert len(doctest.DocTestParser().get_examples(PAGES[0].read_text(encoding="utf-8"))) >= 10


@pytest.mark.parametrize("name", ["dragonhoard", *MODULES])
def test_samples_of_a_module_run(name: str) -> None:
    failed, _tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (page.parent / target).exists(), target


def test_the_index_names_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md"} <= set(re.findall(r"\(([a-z-]+\.md)\)", index))


def test_the_readme_names_every_game() -> None:
    readme = PAGES[0].read_text(encoding="utf-8")
    rows = re.findall(r"^\| \*\*(.+?)\*\* \(`(.+?)`\) \| (.+?) \|", readme, re.M)
    seats = {key: str(game.seats[0]) if len(game.seats) == 1 else f"{game.seats[0]} to {game.seats[-1]}" for key, game in dh.GAMES.items()}
    assert rows == [(game.title("en"), key, seats[key]) for key, game in dh.GAMES.items()]


def test_every_public_name_has_its_sentence() -> None:
    silent = []
    for name in dh.__all__:
        value = getattr(dh, name)
        if isinstance(value, type) or callable(value):
            silent += [name] if not value.__doc__ else []
        if isinstance(value, type) and value.__module__.startswith("dragonhoard"):
            silent += [
                f"{name}.{inner}"
                for inner, member in vars(value).items()
                if not inner.startswith("_") and (callable(member) or isinstance(member, property)) and not member.__doc__
            ]
    assert silent == []


def test_public_names_are_those_of_all() -> None:
    public = {name for name, value in vars(dh).items() if not name.startswith("_") and not isinstance(value, ModuleType)}
    assert public | {"__version__"} == set(dh.__all__)
