"""Words: both languages say the same things, nothing is missing and nothing left over."""

import ast
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

import dragonhoard as dh
from dragonhoard.contract import ENDINGS, GameError
from dragonhoard.language import LANGUAGES, Say, Seat, Words, catalogue, fill, known_language, locale_language, say
from dragonhoard.server.past import Refusal

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "dragonhoard"
PACKAGES = sorted(".".join(path.parent.relative_to(ROOT).parts) for path in PACKAGE.rglob("words.en"))
GAMES = {game.declaration.package: game for game in dh.GAMES.values()}


def sources(package: str) -> list[Path]:
    """The modules that speak through a catalogue: its folder's; the shared one serves all."""
    if package == "dragonhoard":
        return sorted(PACKAGE.rglob("*.py"))
    return sorted((ROOT / package.replace(".", "/")).rglob("*.py"))


def holes(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w*)\}", sentence))


def base(key: str) -> str:
    return key.removesuffix("[one]").removesuffix("[own]")


# ------------------------------------------------------------------ the catalogues
@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_tidy(package: str, language: str) -> None:
    text = (ROOT / package.replace(".", "/") / f"words.{language}").read_text(encoding="utf-8")
    assert text.endswith("\n") and not text.endswith("\n\n")
    keys = []
    for number, line in enumerate(text.split("\n")[:-1], start=1):
        assert line == line.rstrip() and "\t" not in line, number
        if line and not line.startswith("#"):
            key, equals, sentence = line.partition(" = ")
            assert equals and sentence and re.fullmatch(r"[A-Za-z0-9*?._-]+(\[(one|own)\])?", key), (number, line)
            assert re.sub(r"\{\w+\}", "", sentence).count("{") == 0 == re.sub(r"\{\w+\}", "", sentence).count("}"), (number, line)
            assert "  " not in sentence or package.endswith(".cli"), (number, line)  # which lays out lines of a help
            keys.append(key)
    assert len(keys) == len(set(keys))
    assert {base(key) for key in keys} <= set(keys), "a form for one needs the form for more"


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_have_the_same_keys_and_holes(package: str) -> None:
    english, german = (catalogue(package, language) for language in ("en", "de"))
    assert {base(key) for key in english} == {base(key) for key in german}
    for key in english.keys() & german.keys():
        if not key.endswith("[one]"):
            assert holes(english[key]) == holes(german[key]), key
    for words in (english, german):
        for key, sentence in words.items():
            assert holes(sentence) <= holes(words[base(key)]) | {"count"}, key
    same = {
        key
        for key in english.keys() & german.keys()
        if english[key] == german[key] and len(re.findall(r"[a-z]{2,}", re.sub(r"\{\w+\}", "", english[key]))) > 3
    }
    assert same == set(), "not yet in German"


@pytest.mark.parametrize("package", sorted(GAMES))
def test_sentences_of_a_game_serve_every_reader(package: str) -> None:
    """Players are named; nobody is spoken to."""
    for language, address in (("en", r"\b(you|your|yours)\b"), ("de", r"\b(du|dein\w*|dich|dir|Sie haben|Ihr)\b")):
        spoken = {
            key: sentence
            for key, sentence in catalogue(package, language).items()
            if re.search(address, sentence) and key not in ("pitch",) and not key.startswith("option.") and not key.endswith("[own]")
        }
        assert spoken == {}


# ------------------------------------------------------------------ what code says
@dataclass
class Spoken:
    """What the code of a package says: whole keys, patterns of keys, calls with the parameters they fill."""

    literals: set[str] = field(default_factory=set)
    patterns: set[str] = field(default_factory=set)
    endings: set[str] = field(default_factory=set)  # what is added to a key that was begun before
    calls: list[tuple[str, str, str, set[str] | None]] = field(default_factory=list)  # where, what was called, the key or pattern, parameters

    def says(self, key: str) -> bool:
        if key in self.literals or any(re.fullmatch(pattern, key) for pattern in self.patterns):
            return True
        return any(key.endswith(ending) and key.removesuffix(ending) in self.literals for ending in self.endings)


ERRORS = {error.__name__: error.kind for error in [*vars(dh).values(), Refusal] if isinstance(error, type) and issubclass(error, GameError)}
SAYING = {"say": 0, "Say": 0, "sentence": 0, "complain": -1}


def pattern_of(node: ast.expr) -> str | None:
    """A regular expression for the texts that an expression can be, where it is a text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*" for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and (pattern_of(node.left) or pattern_of(node.right)):
        return (pattern_of(node.left) or ".*") + (pattern_of(node.right) or ".*")
    return None


@cache
def spoken(package: str) -> Spoken:
    found = Spoken()
    for path in sources(package):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.literals.add(node.value)
            if (
                isinstance(node, (ast.JoinedStr, ast.BinOp))
                and re.fullmatch(r"[\w.*\\-]*[a-z][\w.*\\-]*", pattern := pattern_of(node) or "")
                and "\\" in pattern
            ):
                found.patterns.add(pattern)
            if isinstance(node, ast.AugAssign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                found.endings.add(node.value.value)
            if isinstance(node, ast.Call) and node.args:
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""
                keywords = {keyword.arg for keyword in node.keywords}
                filled = None if None in keywords else {str(keyword) for keyword in keywords}
                if len(node.args) > 1:
                    filled = None  # a dictionary, or a style
                pattern = pattern_of(node.args[0]) or ""
                where = f"{path.name}:{node.lineno}"
                if name in ("say", "Say", "sentence") and pattern:
                    found.calls.append((where, name, pattern, None if name == "Say" else filled))
                elif name in ERRORS and pattern:
                    found.calls.append((where, name, re.escape(ERRORS[name]) + r"\." + pattern, filled))
    return found


def reserved(package: str) -> set[str]:
    """Keys that the contract asks for."""
    if package not in GAMES:
        return set()
    game = GAMES[package]
    keys = {"title", "pitch", *(f"option.{option.name}" for option in game.options)}
    keys |= {f"why.{code}" for code in game.declaration.view.CONDITIONS if code != "turn"}
    return keys | {f"end.{reason}" for reason in game.declaration.rules.REASONS}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_sentence_is_left_over(package: str) -> None:
    said = spoken(package)
    own = {base(key) for key in catalogue(package, "en")}
    unused = set()
    for key in own - reserved(package):
        kind, _, code = key.partition(".")
        if kind in ("why", "end") and package in GAMES:
            unused.add(key)  # no condition, no reason
        elif kind in ERRORS.values():
            if code not in said.literals and not said.says(key):
                unused.add(key)
        elif not said.says(key):
            unused.add(key)
    unused -= {"and", "none", "player"}  # said by the language itself
    if package == "dragonhoard":
        unused -= {f"end.{ending}" for ending in ENDINGS} | {"why.turn", "why.over", "why.outcome"}
    assert unused == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_no_sentence_is_missing(package: str) -> None:
    shared = catalogue("dragonhoard", "en")
    own = catalogue(package, "en")
    known = {base(key) for key in {**shared, **own}}
    assert reserved(package) <= {base(key) for key in own}
    for where, name, pattern, filled in spoken(package).calls if package != "dragonhoard" else []:
        fitting = [key for key in known if re.fullmatch(pattern, key)]
        assert fitting, f"{where}: {name} says {pattern}"
        if filled is not None and len(fitting) == 1 and name != "sentence":
            wanted = holes({**shared, **own}[fitting[0]])
            assert wanted <= filled, f"{where}: {fitting[0]} needs {wanted - filled}"


def test_every_error_of_the_library_has_its_sentence() -> None:
    shared = catalogue("dragonhoard", "en")
    for path in [*PACKAGE.glob("*.py"), *(PACKAGE / "search").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS and node.args:
                pattern = pattern_of(node.args[0])
                if pattern is None or any(keyword.arg == "package" for keyword in node.keywords):
                    continue
                key = f"{ERRORS[node.func.id]}.{pattern.replace(chr(92), '')}"
                assert key in shared, f"{path.name}:{node.lineno}: {key}"
                keywords = {keyword.arg for keyword in node.keywords}
                assert None in keywords or holes(shared[key]) <= keywords, f"{path.name}:{node.lineno}: {key}"


# ------------------------------------------------------------------ how words are made
def test_sentences_are_filled_in_one_pass() -> None:
    assert fill("{a} and {b}", {"a": "{b}", "b": "x"}) == "{b} and x"
    words = Words("dragonhoard", "en", ("Ann", "{given}"))
    assert words.tell(Seat(0)) == "Ann" and words.tell(Seat(1)) == "{given}" and words.tell(Seat(2)) == "Player 3"
    assert words.tell(["a", "b", Seat(0)]) == "a, b and Ann" and words.tell([]) == "none" and words.tell(["a"]) == "a"
    assert words.tell(say("not-a-move.spelling", given="a\nb\x1b[31m\u202e")) == "a\\nb\\x1b[31m\\u202e is no spelling of a move in this game."
    assert words.tell(Say("nobody")) == "nobody" and words.has("nobody") and not words.has("somebody")
    with pytest.raises(KeyError):
        words.tell(say("somebody"))


def test_languages_are_known_by_their_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [known_language(name) for name in ("de", "de_AT.UTF-8", "DE", "en_GB", "fr", "", "C")] == ["de", "de", "de", "en", "en", "en", "en"]
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert locale_language() in LANGUAGES
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert locale_language() == "de"
    monkeypatch.setenv("LC_ALL", "C")
    assert locale_language() == "en"
