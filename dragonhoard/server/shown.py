"""What the library says of its games, as messages: the games and their options, the rules point by point, component sets. Knows no table."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import dragonhoard as dh
from dragonhoard.server.messages import ComponentsShown, GameOption, GameShown, QrDrawn, RulePoint, Rules

_RULING: Final = re.compile(r"\s*\*\((?:ruling|Festlegung)\)\*")
_RULING_INSIDE: Final = re.compile(r"\((?:ruling|Festlegung)[:)]")
_POINT: Final = re.compile(r"§(\d+\.\d+)\s+")
_HEADING: Final = re.compile(r"## (?:§(\d+)\s+)?(.+)")


@cache
def game_shown(key: str, lang: str) -> GameShown:
    """One game for the page."""
    game = dh.GAMES[key]
    options = [GameOption(each.name, each.kind, each.default, list(each.choices), each.sentence(lang)) for each in game.options]
    is_series = any(each.name == "start" for each in game.options)  # where who begins is an option, one match alone favours somebody
    return GameShown(game.key, game.title(lang), game.pitch(lang), list(game.seats), game.declaration.is_hidden, is_series, options)


@cache
def rules_of(key: str, lang: str) -> Rules:
    """A game's rules as points with their numbers; what stands before the first heading has none."""
    game = dh.GAMES[key]
    return Rules(game.key, game.title(lang), game.pitch(lang), list(_points(game.rules(lang))))


def _points(text: str) -> Iterator[RulePoint]:
    """Markdown as points. A point's paragraphs, tables and drawings are parted by empty lines; drawings keep their four spaces."""
    number = ""
    blocks: list[str] = []

    def whole() -> Iterator[RulePoint]:
        if blocks:
            told = "\n\n".join(blocks)
            ruled = number != "" and bool(_RULING.search(told) or _RULING_INSIDE.search(told))
            yield RulePoint(number, _RULING.sub("" if number else " R", told), ruling=ruled)  # what stands first explains the sign
        blocks.clear()

    for block in re.split(r"\n\s*\n", text.strip("\n")):
        heading, point = _HEADING.match(block), _POINT.match(block)
        if block.startswith("# "):
            continue
        if heading or point:
            yield from whole()
        if heading:
            number = heading[1] or ""
            yield RulePoint(number, heading[2].strip(), heading=True)
            continue
        if point:
            number = point[1]
            block = block[point.end() :]
        kept = block.startswith(("    ", "|", "- ", "* ")) and not block.startswith("*(")
        blocks.append(block.rstrip() if kept else " ".join(block.split()))
    yield from whole()


def component_option(game: dh.Game) -> str | None:
    """The option that takes a component set; None if the game knows no such thing."""
    return next((each.name for each in game.options if each.kind == "text"), None)


def components_shown(key: str, text: str, lang: str) -> ComponentsShown:
    """A component set as the game would show it, or its first fault with the line."""
    game = dh.GAMES[key]
    option = component_option(game)
    assert option is not None
    given: dict[str, Any] = {option: text}
    try:
        match = game.match(**given)
    except dh.GameError as fault:
        line = fault.parameters.get("line")
        return ComponentsShown(line=line if isinstance(line, int) else None, sentence=fault.sentence(lang))
    return ComponentsShown(pieces=match.view(None), canonical=str(match.options[option]))


def qr(text: str) -> QrDrawn:
    """A text as QR code: the dark modules, row by row, as one path of rectangles; four light modules belong around it."""
    import segno  # only an invitation needs it

    # Any mask can be read; trying all eight, as is usual, for the best contrast takes ten times as long.
    rows = [list(row) for row in segno.make(text, error="m", micro=False, mask=4, boost_error=False).matrix]
    path = ""
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            width = 0
            while x + width < len(row) and row[x + width]:
                width += 1
            path += f"M{x} {y}h{width}v1h-{width}z" if width else ""
            x += max(width, 1)
    return QrDrawn(len(rows), path)
