"""Words for people: picks a language's catalogue, fills a sentence, joins lists. Knows no game; loaded when words are asked for.

A catalogue is a text file of lines `key = sentence with {parameters}`; `key[one]` is preferred when the parameter `count` is 1, and `key[own]` is
what the very player is told who is to act. Code never contains a sentence: it says `Say("key", {"parameter": value})`, and this module turns that
into words.
"""

import locale
import os
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

LANGUAGES: Final = ("en", "de")
# How German and the typographer's signs are written where only ASCII can be shown; other letters lose their marks.
_SPELLED_OUT: Final = str.maketrans({
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "§": "sec. ", "–": "-", "—": "-", "−": "-", "‑": "-", "×": "x",
    "·": "*", "•": "*", "…": "...", "→": "->", "←": "<-", "↑": "^", "↓": "v", "≥": ">=", "≤": "<=", "²": "^2", "„": '"', "“": '"', "”": '"',
    "‚": "'", "‘": "'", "’": "'", "«": '"', "»": '"', "\u00a0": " ", "\u202f": " ", "°": " deg", "½": "1/2", "æ": "ae", "ø": "o", "ł": "l",
})  # fmt: skip


class Seat(int):
    """A seat number to be told by its player's name."""


@dataclass(frozen=True)
class Say:
    """A sentence not yet in any language: its key in a catalogue, and what fills it."""

    key: str
    parameters: dict[str, Any] = field(default_factory=dict)
    told: dict[str, str] | None = field(default=None, compare=False, repr=False)  # language -> the sentence, where it is kept


def kept(what: Say) -> Say:
    """A Say that remembers its words, for a game to say again and again; no player may be named in it."""
    return Say(what.key, what.parameters, {})


def say(key: str, /, **parameters: Any) -> Say:
    """Short for Say(key, parameters). Values: text, numbers, `Seat`s, further `Say`s, or sequences of those (joined as a list)."""
    return Say(key, parameters)


@cache
def catalogue(package: str, language: str) -> dict[str, str]:
    """The sentences of one package in one language, by key."""
    lines = files(package).joinpath(f"words.{language}").read_text(encoding="utf-8").splitlines()
    found: dict[str, str] = {}
    for line in lines:
        if line.strip() and not line.startswith("#"):
            key, _, sentence = line.partition(" = ")
            found[key.strip()] = sentence.strip()
    return found


def known_language(wanted: str) -> str:
    """The nearest language there is: "de_AT" is "de", anything unknown is "en"."""
    start = wanted[:2].lower() if isinstance(wanted, str) else ""
    return start if start in LANGUAGES else LANGUAGES[0]


def locale_language() -> str:
    """The language of this machine's user, as the environment tells."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return known_language(os.environ[variable])
    return known_language(locale.getlocale()[0] or "en")


class Words:
    """One game's sentences in one language, with the players' names; falls back to what all games share."""

    def __init__(self, package: str, language: str = "en", names: Sequence[str] = ()) -> None:
        self.language = known_language(language)
        self.names = names
        self._own = catalogue(package, self.language)
        self._shared = catalogue("dragonhoard", self.language)

    def sentence(self, key: str, count: Any = None) -> str:
        """The bare sentence of a key, the form for one where count is 1."""
        for form in (f"{key}[one]", key) if count == 1 else (key,):
            for source in (self._own, self._shared):
                if form in source:
                    return source[form]
        raise KeyError(f"no sentence {key!r} in {self.language}")

    def has(self, key: str) -> bool:
        """Whether there is a sentence of that key."""
        return key in self._own or key in self._shared

    def tell(self, value: Any) -> str:
        """Words for a Say, a seat, a number, a text, or a sequence of those."""
        if isinstance(value, Say):
            if value.told is not None:
                if self.language not in value.told:
                    value.told[self.language] = self.tell(Say(value.key, value.parameters))
                return value.told[self.language]
            filled = {name: inner if type(inner) is str and inner.isprintable() else self.tell(inner) for name, inner in value.parameters.items()}
            return fill(self.sentence(value.key, value.parameters.get("count")), filled)
        if isinstance(value, Seat):
            return self.names[value] if value < len(self.names) else fill(self.sentence("player"), {"number": str(value + 1)})
        if isinstance(value, (list, tuple)):
            parts = [self.tell(part) for part in value]
            if len(parts) > 1:
                return ", ".join(parts[:-1]) + " " + self.sentence("and") + " " + parts[-1]
            return parts[0] if parts else self.sentence("none")
        text = str(value)
        if text.isprintable():
            return text
        return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)  # what was typed may hold anything


def fill(sentence: str, values: dict[str, str]) -> str:
    """The sentence with each {name} replaced, in one pass: a player's name in braces stays what it is."""
    parts = _parts(sentence)
    if len(parts) == 1:
        return sentence
    return "".join([values[part] if number & 1 else part for number, part in enumerate(parts)])


@lru_cache(maxsize=4096)
def _parts(sentence: str) -> tuple[str, ...]:
    """What stands between the holes of a sentence, and the holes' names, by turns."""
    return tuple(re.split(r"\{(\w+)\}", sentence))


def in_ascii(text: str) -> str:
    """The text in ASCII letters, as near as they come."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKD", text.translate(_SPELLED_OUT)).encode("ascii", "ignore").decode() or "?"
