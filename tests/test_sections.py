"""The numbered points of the rules hold everything together: texts in both languages, code that cites them, and tests that are named for them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import dragonhoard as dh
from dragonhoard.language import LANGUAGES

ROOT = Path(__file__).parents[1]
POINT = re.compile(r"^§([0-9]+\.[0-9]+) ", re.M)
CITED = re.compile(r"§([0-9]+(?:\.[0-9]+)?)(?:[-–]§?([0-9]+(?:\.[0-9]+)?))?")
NAMED = re.compile(r"^def test_s([0-9]+)_([0-9]+)_", re.M)

# Points that state nothing a test could see, each with the reason. A point that a test is named for does not belong here.
EXCUSED: dict[str, dict[str, str]] = {key: {} for key in dh.GAMES}


def package(key: str) -> str:
    return dh.GAMES[key].declaration.package.rpartition(".")[2]


def points(key: str, lang: str) -> list[str]:
    """The numbered points of a game's rules, as they stand."""
    return POINT.findall(dh.GAMES[key].rules(lang))


def known(key: str) -> set[str]:
    """All that may be cited: points and chapters."""
    found = points(key, "en")
    return {*found, *(point.split(".")[0] for point in found)}


def cited(text: str) -> Iterator[str]:
    for first, last in CITED.findall(text):
        yield from (number for number in (first, last) if number)


def named(key: str) -> set[str]:
    """The points that tests are named for."""
    files = sorted((ROOT / "tests" / "games").glob(f"test_{package(key)}_*.py"))
    assert files
    return {f"{chapter}.{point}" for file in files for chapter, point in NAMED.findall(file.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("key", dh.GAMES)
def test_every_point_of_the_rules_has_a_test(key: str) -> None:
    assert [point for point in points(key, "en") if point not in named(key) | EXCUSED[key].keys()] == []


@pytest.mark.parametrize("key", dh.GAMES)
def test_tests_are_named_for_points_that_exist(key: str) -> None:
    assert named(key) <= set(points(key, "en"))
    assert EXCUSED[key].keys() <= set(points(key, "en")) - named(key)


@pytest.mark.parametrize("key", dh.GAMES)
def test_points_are_numbered_one_by_one(key: str) -> None:
    chapter, point = 0, 0
    for number in points(key, "en"):
        here = tuple(map(int, number.split(".")))
        assert here in ((chapter, point + 1), (chapter + 1, 1)), number
        chapter, point = here


@pytest.mark.parametrize("key", dh.GAMES)
def test_languages_have_the_same_points_and_mark_the_same_rulings(key: str) -> None:
    rulings: list[dict[str, int]] = []
    for lang, word in (("en", "ruling"), ("de", "Festlegung")):
        text = dh.GAMES[key].rules(lang)
        assert points(key, lang) == points(key, "en")
        assert re.findall(r"^## §([0-9]+) ", text, re.M) == list(dict.fromkeys(point.split(".")[0] for point in points(key, lang)))
        parts = POINT.split(text)
        rulings.append({number: body.count(f"({word}") for number, body in zip(parts[1::2], parts[2::2], strict=True)})
    assert rulings[0] == rulings[1]
    assert sum(rulings[0].values()) > 0


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", dh.GAMES)
def test_rules_refer_to_points_that_exist(key: str, lang: str) -> None:
    assert set(cited(dh.GAMES[key].rules(lang))) <= known(key)


@pytest.mark.parametrize("key", dh.GAMES)
def test_code_cites_points_that_exist(key: str) -> None:
    wrong = [
        f"{file.name}:{number} §{section}"
        for file in sorted((ROOT / "dragonhoard" / "games" / package(key)).glob("*.py"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        for section in cited(line)
        if section not in known(key)
    ]
    assert wrong == []


@pytest.mark.parametrize("key", dh.GAMES)
def test_conditions_cite_points_that_exist(key: str) -> None:
    conditions = dh.GAMES[key].declaration.view.CONDITIONS
    assert set(conditions.values()) <= set(points(key, "en"))


@pytest.mark.parametrize("key", dh.GAMES)
def test_rules_py_cites_most_of_what_it_does(key: str) -> None:
    """A reader who looks for a rule in the code finds it by its number: the chapters about play and scoring are all cited there."""
    text = (ROOT / "dragonhoard" / "games" / package(key) / "rules.py").read_text(encoding="utf-8")
    chapters = {section.split(".")[0] for section in cited(text)}
    played = {section.split(".")[0] for code, section in dh.GAMES[key].declaration.view.CONDITIONS.items() if code not in ("turn", "kind")}
    assert played <= chapters
