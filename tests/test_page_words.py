"""What the page itself says: both catalogues alike, nothing without words, no words left over; and its bounds are those of the server."""

import json
import re
from functools import cache
from pathlib import Path

import msgspec
import pytest

from dragonhoard.server import messages

WEB = Path(__file__).parents[1] / "web" / "src"


@cache
def catalogue(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((WEB / "words" / f"{language}.json").read_text(encoding="utf-8"))
    return found


@cache
def source() -> str:
    paths = sorted(path for path in WEB.rglob("*") if path.suffix in (".svelte", ".ts") and ".test" not in path.name and path.name != "messages.ts")
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def holes(sentence: str) -> set[str]:
    return set(re.findall(r"\{([a-z_]+)\}", sentence))


def base(key: str) -> str:
    return key.removesuffix("[one]")


def pattern(template: str) -> str:
    """A key with holes in it, as an expression."""
    return r"[A-Za-z0-9_*-]+".join(map(re.escape, re.split(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", template)))


def test_both_languages_have_the_same_keys_and_holes() -> None:
    english, german = catalogue("en"), catalogue("de")
    assert english.keys() == german.keys()
    assert {key: holes(english[key]) for key in english} == {key: holes(german[key]) for key in german}
    assert {base(key) for key in english} <= english.keys(), "a form for one needs the form for more"
    assert list(english) == sorted(english) and list(german) == sorted(german)
    same = [key for key in english if english[key] == german[key] and len(re.findall(r"[a-z]{2,}", re.sub(r"\{\w+\}", "", english[key]))) > 2]
    assert same == [], "not yet in German"


def test_whatever_is_said_has_words() -> None:
    said = re.findall(r"""\bsay\(\s*(?:(["'])(.+?)\1|`([^`]+)`)""", source())
    assert len(said) > 300
    assert {key for _, key, _ in said if key} - catalogue("en").keys() == set()
    bare = [template for _, _, template in said if template and not any(re.fullmatch(pattern(template), key) for key in catalogue("en"))]
    assert bare == []


def test_no_words_are_left_over() -> None:
    text = source()
    templates = [pattern(template) for template in re.findall(r"`([a-z-]+\.[^`\s]*\$\{[^`]*|[a-z]+\.[^`\s]*)`", text)]
    assert templates
    unsaid = [
        key
        for key in catalogue("en")
        if not re.search(rf"""["']{re.escape(base(key))}["']""", text) and not any(re.fullmatch(each, base(key)) for each in templates)
    ]
    assert unsaid == []


@pytest.mark.parametrize(
    ("name", "bound"),
    [
        ("NAME", msgspec.json.schema(messages.Rename)["$defs"]["Rename"]["properties"]["name"]["maxLength"]),
        ("CODE", msgspec.json.schema(messages.Knock)["$defs"]["Knock"]["properties"]["code"]["anyOf"][0]["maxLength"]),
        ("COMPONENTS", msgspec.json.schema(messages.Components)["$defs"]["Components"]["properties"]["text"]["maxLength"]),
        ("LOOKS", messages.MAX_LOOKS),
    ],
)
def test_the_page_keeps_the_bounds_of_the_server(name: str, bound: int) -> None:
    found = re.search(rf"export const {name} = ([0-9_]+);", (WEB / "bounds.ts").read_text(encoding="utf-8"))
    assert found is not None and int(found[1]) == bound
