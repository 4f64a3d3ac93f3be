"""Which text of a German page is English: sentences of the English catalogues, and the small words that no German sentence has."""

import re
from functools import cache
from typing import Final

import dragonhoard as dh
from dragonhoard.language import catalogue
from tests.browser.playing import WORDS

PACKAGES: Final = ("dragonhoard", "dragonhoard.server", *(f"dragonhoard.games.{key.replace('-', '_')}" for key in dh.GAMES))
SMALL: Final = re.compile(r"\b(the|your|you|with|and|of|is|are|to|from|has|nobody|seats?|cards?|tiles?|moves?|turn)\b", re.IGNORECASE)
# What stays English or is nobody's language: names of games, of languages, notation.
NAMES: Final = re.compile(r"Dragonhoard|Dragon Master|Seven Dragons|Dragon Inferno|Drachenwurf|English|Deutsch")

# Everything a page tells: its text, and the names and descriptions of what has no text. Notation is no language.
TEXTS: Final = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest("script, style, code, kbd, textarea, [lang=en]")) continue;
    found.push(node.textContent);
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    if (element.closest("[lang=en]")) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) found.push(element.getAttribute(name) ?? "");
  }
  found.push(document.title);
  return found.map((text) => text.trim()).filter(Boolean);
}"""


def pattern(sentence: str) -> str:
    """A sentence with anything in the place of its parameters."""
    return r"\S.*?".join(re.escape(part) for part in re.split(r"\{[a-z_0-9.]+\}", sentence))


@cache
def sentences() -> tuple[list[re.Pattern[str]], list[re.Pattern[str]]]:
    """English sentences that can be told from German ones, wherever they stand in a text; and short words, as the whole of a text."""
    pairs = [(WORDS["en"][key], WORDS["de"].get(key, "")) for key in WORDS["en"]]
    for package in PACKAGES:
        english, german = catalogue(package, "en"), catalogue(package, "de")
        pairs += [(english[key], german.get(key, "")) for key in english]
    german_words = {word.lower() for _, german in pairs for word in re.findall(r"\w+", german)}
    whole, within = [], []
    for english, german in pairs:
        letters = re.sub(r"\{[a-z_0-9.]+\}|[^A-Za-z]", " ", english).split()
        if english == german or all(word.lower() in german_words for word in letters):
            continue
        (within if len(letters) >= 3 else whole).append(re.compile(pattern(english)))
    return whole, within


def english_in(texts: list[str]) -> list[str]:
    """Those of these texts that are English."""
    whole, within = sentences()
    found = []
    for text in dict.fromkeys(texts):
        bare = NAMES.sub("", text)
        if SMALL.search(bare) or any(each.fullmatch(text) for each in whole) or any(each.search(bare) for each in within):
            found.append(text)
    return found
