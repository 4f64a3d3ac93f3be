"""Drachenwurf drawn: a view as SVG, paper tiles on a mat in flat print, and as letters for a terminal.

Works from the view alone and knows no rules. A tile tells its colour by pigment, head, pattern and letter, and its landscape by skyline and
letter, so that any of them may fail. Seats carry shapes, since colours belong to the dragons.
"""

from typing import Any, Final

from dragonhoard.contract import Pen
from dragonhoard.drawing import (
    BACK,
    BRASS,
    DASH,
    INK,
    PAPER,
    PIGMENTS,
    SHEET,
    WELL,
    egg,
    head,
    mat,
    pattern,
    pennant,
    plain,
    rect,
    scales,
    short,
    text,
)
from dragonhoard.games.drachenwurf import DECLARATION
from dragonhoard.games.drachenwurf.notation import COLOURS
from dragonhoard.language import Seat, Words

# ------------------------------------------------------------------ pigments
TRAY: Final = "#5C432E"
HOLLOW: Final = "#47331F"
STONE: Final = "#D9C79A"

# ------------------------------------------------------------------ motifs: landscapes in a box of 100 by 62, a keep in one of 100 by 100
LANDS: Final = {
    "w": (
        '<rect width="100" height="62" fill="#CFE0E4"/>'
        '<path d="M0 24C9 17 17 17 25 24S42 31 50 24S67 17 75 24S92 31 100 24V62H0Z" fill="#3E7F97"/>'
        '<path d="M0 37C9 30 17 30 25 37S42 44 50 37S67 30 75 37S92 44 100 37" fill="none" stroke="#E9F3F2" stroke-width="3.5"/>'
        '<path d="M0 51C9 44 17 44 25 51S42 58 50 51S67 44 75 51S92 58 100 51" fill="none" stroke="#E9F3F2" stroke-width="3.5"/>'
        '<circle cx="74" cy="10" r="6" fill="#F7F2E2"/>'
    ),
    "m": (
        '<rect width="100" height="62" fill="#DDD9CC"/><path d="M-4 62L30 12L48 40L66 20L104 62Z" fill="#6C675F"/>'
        '<path d="M30 12L41 29L34 26L29 32L24 26L20 27ZM66 20L77 32L70 31L66 36L61 29L58 29Z" fill="#FBF6EA"/>'
        '<path d="M30 34L26 62M36 44L38 62M66 40L62 62M72 44L80 62M48 44L50 62" stroke="#3C3832" stroke-width="2.5"/>'
    ),
    "f": (
        '<rect width="100" height="62" fill="#DCE3C9"/><path d="M0 50H100V62H0Z" fill="#33532F"/>'
        '<g fill="#3F6B3A"><path d="M14 8L27 30H21L30 46H-2L7 30H1Z"/><path d="M46 2L61 28H54L65 50H27L38 28H31Z"/>'
        '<path d="M82 10L95 32H89L99 48H65L75 32H69Z"/></g><path d="M14 18V46M46 14V50M82 20V48" stroke="#DCE3C9" stroke-width="2"/>'
    ),
    "d": (
        '<rect width="100" height="62" fill="#F3E3BE"/><circle cx="24" cy="16" r="9" fill="#C4632B"/>'
        '<path d="M0 40C20 28 38 30 54 40C70 50 84 42 100 34V62H0Z" fill="#CFA052"/><path d="M0 54C24 42 50 46 100 56V62H0Z" fill="#A6762F"/>'
        '<path d="M74 40V18M74 30H66V22M74 27H83V20" stroke="#4E6B33" stroke-width="5" fill="none" stroke-linecap="round"/>'
    ),
    "s": (
        '<rect width="100" height="62" fill="#D5D6BC"/><path d="M0 38H100V62H0Z" fill="#5C6444"/>'
        '<path d="M8 46H34M44 52H78M60 44H92M14 56H36" stroke="#D5D6BC" stroke-width="2.5" stroke-linecap="round"/>'
        '<g stroke="#3B4128" stroke-width="2.5" fill="none"><path d="M22 44V12M28 46V20M17 45V24"/>'
        '<path d="M74 44C74 30 70 24 62 18M74 32C78 26 82 24 88 22M70 25L66 12"/></g>'
        '<g fill="#6B4423"><rect x="19.5" y="8" width="5" height="13" rx="2.5"/><rect x="25.5" y="15" width="5" height="12" rx="2.5"/>'
        '<rect x="14.5" y="20" width="5" height="11" rx="2.5"/></g>'
    ),
    "i": (
        '<rect width="100" height="62" fill="#D9E7EA"/>'
        '<path d="M0 62V44L14 36L22 14L32 34L44 26L56 44L64 18L74 8L84 36L100 44V62Z" fill="#FBFDFC" stroke="#7FA3AE" stroke-width="2.5"'
        ' stroke-linejoin="round"/>'
        '<path d="M22 14L24 40L14 52M74 8L70 36L78 54M44 26L42 46L50 56" fill="none" stroke="#7FA3AE" stroke-width="2.5"/>'
        '<path d="M50 4V14M45.7 6.5L54.3 11.5M54.3 6.5L45.7 11.5" stroke="#7FA3AE" stroke-width="2" stroke-linecap="round"/>'
    ),
}
KEEP: Final = "M4 4H24V16H38V4H62V16H76V4H96V24H84V38H96V62H84V76H96V96H76V84H62V96H38V84H24V96H4V76H16V62H4V38H16V24H4Z"

# ------------------------------------------------------------------ the drawing
WIDTH: Final = 720
EDGE: Final = 18
STRIP: Final = 150  # the middle and the dice
PANEL: Final = 338  # a seat
BASE_SIZE: Final = 132
HOARD_WIDTH: Final = 190
TALL: Final = 1.2  # a tile's height, in widths


def svg(view: dict[str, Any], names: tuple[str, ...]) -> str:
    """The table, on a mat as high as the hoards need."""
    panels: list[str] = []
    y: float = EDGE + STRIP + (56 if view["removed"] else 0)
    for left in range(0, view["seats"], 2):
        pair = range(left, min(left + 2, view["seats"]))
        height = max(_panel_height(view, seat) for seat in pair)
        for seat in pair:
            panels += _panel(view, names, seat, EDGE + (seat - left) * (PANEL + 8), y, height)
        y += height + 8
    height = round(y + EDGE - 8)
    parts = [
        *mat(WIDTH, height, f"{DECLARATION.name}: {', '.join(names)}", _symbols()),
        *_middle(view),
        *_tray(view),
        *panels,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _symbols() -> str:
    """Heads on their fields, 100 by 62, and landscapes, drawn once each."""
    found = [
        '<clipPath id="dw-window"><rect width="100" height="62"/></clipPath>',
        '<clipPath id="dw-die"><rect width="100" height="100" rx="20"/></clipPath>',
        scales("dw-scales"),
        f'<g id="dw-egg">{egg()}</g>',
    ]
    for colour in COLOURS:
        field = PIGMENTS[colour][0]
        found += [
            pattern(f"dw-pattern-{colour}", colour),
            f'<g id="dw-head-{colour}">{head(colour)}</g>',
            (
                f'<g id="dw-field-{colour}" clip-path="url(#dw-window)"><rect width="100" height="62" fill="{field}"/>'
                f'<rect width="100" height="62" fill="url(#dw-pattern-{colour})"/>'
                f'<use href="#dw-head-{colour}" transform="translate(30 0) scale(0.66)"/></g>'
            ),
            (
                f'<g id="dw-die-{colour}"><rect y="6" width="100" height="100" rx="20" fill="{INK}"/><g clip-path="url(#dw-die)">'
                f'<rect width="100" height="100" fill="{field}"/><rect width="100" height="100" fill="url(#dw-pattern-{colour})"/>'
                f'<use href="#dw-head-{colour}" transform="translate(22 22) scale(0.78)"/></g>'
                f'<rect x="3" y="3" width="94" height="94" rx="17" fill="none" stroke="{PAPER}" stroke-width="6"/></g>'
            ),
        ]
    found += [f'<g id="dw-land-{letter}" clip-path="url(#dw-window)">{drawn}</g>' for letter, drawn in LANDS.items()]
    return "".join(found)


def _use(what: str, x: float, y: float, scale: float) -> str:
    return f'<use href="#dw-{what}" transform="translate({x:g} {y:g}) scale({scale:g})"/>'


def _chip(x: float, y: float, radius: float, mark: object, is_dark: bool) -> str:
    """A round mark with a letter or a number, never too small to read."""
    ground, letter = (INK, PAPER) if is_dark else (PAPER, INK)
    size = radius * (1.45 if len(str(mark)) == 1 else 1.15)
    circle = f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{ground}" stroke="{letter if is_dark else INK}" stroke-width="1.2"/>'
    return circle + text(x, y + size * 0.36, mark, size, letter)


def _tile(tile: str, x: float, y: float, width: float) -> list[str]:
    """A tile: the dragon above, the landscape below, a letter for each."""
    height, inner = width * TALL, (width - 3) / 100
    half = height / 2
    mark = max(7.5, width * 0.13)
    return [
        rect(x, y + 2, width, height, width * 0.08, f'fill="{INK}"'),
        rect(x, y, width, height, width * 0.08, f'fill="{PAPER}" stroke="{INK}" stroke-width="1"'),
        _use(f"field-{tile[0]}", x + 1.5, y + 1.5, inner),
        f'<use href="#dw-land-{tile[1]}" transform="translate({x + 1.5:g} {y + half + 0.75:g}) scale({inner:g} {(half - 2.25) / 62:g})"/>',
        _chip(x + mark + 1, y + mark + 1, mark, tile[0], False),
        rect(x + width - 2 * mark - 1, y + height - 2 * mark - 1, 2 * mark, 2 * mark, 2.5, f'fill="{PAPER}" stroke="{INK}" stroke-width="1.2"'),
        text(x + width - mark - 1, y + height - mark * 0.5 - 1, tile[1], mark * 1.45),
    ]


def _die(colour: str, x: float, y: float, size: float, is_void: bool = False) -> list[str]:
    """A die; one that does not count wears a cross."""
    found = [_use(f"die-{colour}", x, y, size / 100), _chip(x + size * 0.27, y + size * 0.27, size * 0.25, colour, False)]
    if is_void:
        found.append(_chip(x + size * 0.76, y + size * 0.76, size * 0.22, "×", True))
    return found


def _egg(x: float, y: float, size: float, count: int) -> list[str]:
    return [_use("egg", x, y, size / 100), text(x + size + 3, y + size * 0.78, count, size * 0.85, INK, "start")]


def _middle(view: dict[str, Any]) -> list[str]:
    """The stack and the supply, the tiles in the middle with what they cost, and below them those out of the game."""
    y = EDGE + 8
    found = []
    for i in range(min(3, view["stack"]) - 1, -1, -1):
        found.append(rect(EDGE + 8 + 3 * i, y + 3 * i, 66, 79, 6, f'fill="{BACK}" stroke="{PAPER}" stroke-width="2.5"'))
    if view["stack"]:
        found.append(rect(EDGE + 11, y + 3, 60, 73, 4, 'fill="url(#dw-scales)"'))
    else:
        found.append(rect(EDGE + 8, y, 66, 79, 6, f'fill="none" stroke="{DASH}" stroke-width="1.5" stroke-dasharray="6 5"'))
    found.append(_chip(EDGE + 41, y + 40, 19, view["stack"], False))
    found += _egg(EDGE + 16, y + 97, 26, view["supply"])
    for number, tile in enumerate(view["middle"]):
        x = EDGE + 96 + number * 88
        found += _tile(tile, x, y, 80)
        if view["due"] != "over":
            found.append(_chip(x + 76, y + 5, 12, 2, True))
    for number, tile in enumerate(view["removed"]):
        found += _tile(tile, EDGE + 8 + number * min(34, 640 / len(view["removed"])), EDGE + STRIP, 32)
    return found


def _tray(view: dict[str, Any]) -> list[str]:
    """What is set aside above, what was rolled below, and a tile taken with six."""
    left, top, width = WIDTH - EDGE - 232, EDGE + 4, 228
    found = [rect(left, top, width, 126, 12, f'fill="{TRAY}" stroke="{INK}" stroke-width="1.5"')]
    kept = [colour for colour, count in view["kept"].items() for _ in range(count)]
    for place in range(max(6, len(kept))):
        x = left + 10 + place * (30 if len(kept) > 6 else 35)
        if place < len(kept):
            found += _die(kept[place], x, top + 12, 28 if len(kept) > 6 else 32)
        else:
            found.append(rect(x, top + 12, 32, 32, 7, f'fill="{HOLLOW}"'))
    valid = list(view["valid"])
    for place, colour in enumerate(view["roll"]):
        is_valid = colour in valid
        found += _die(colour, left + 10 + place * 35, top + 56, 32, not is_valid)
    if view["rolls"]:
        found.append(text(left + 10, top + 116, f"{view['rolls']} / 6", 15, PAPER, "start"))
    if view["held"]:
        found += _tile(view["held"], left + 92, top + 50, 58)
    if view["extra_turn"]:
        found.append(text(left + width - 12, top + 116, "+1", 18, BRASS, "end"))
    return found


def _flow(view: dict[str, Any], seat: int) -> list[tuple[dict[str, Any], float, float]]:
    """Where each row of a hoard is drawn: from left to right, and on a new line when there is no room."""
    found = []
    x = y = 0.0
    for row in view["rows"][seat]:
        width = len(row["tiles"]) * 27 + 25
        if x and x + width > HOARD_WIDTH + 6:
            x, y = 0.0, y + 40
        found.append((row, x, y))
        x += width
    return found


def _panel_height(view: dict[str, Any], seat: int) -> float:
    flow = _flow(view, seat)
    return 42 + max(BASE_SIZE + 4, flow[-1][2] + 44 if flow else 0)


def _panel(view: dict[str, Any], names: tuple[str, ...], seat: int, x: float, y: float, height: float) -> list[str]:
    """A seat: its sign, name (on brass in its turn), eggs and points; its base; its hoard with what each row is worth."""
    is_turn = view["turn"] == seat
    found = [
        rect(x, y, PANEL, height, 12, f'fill="{WELL}"'),
        rect(x + 6, y + 6, 218, 28, 8, f'fill="{BRASS if is_turn else SHEET}" stroke="{INK}" stroke-width="{2 if is_turn else 1}"'),
        pennant(seat, x + 12, y + 11, 0.18),
        text(x + 36, y + 26, short(names[seat], 20), 16, INK, "start"),
        *_egg(x + 234, y + 9, 22, view["eggs"][seat]),
        rect(x + PANEL - 52, y + 6, 46, 28, 8, f'fill="{PAPER}" stroke="{INK}" stroke-width="1"'),
        text(x + PANEL - 29, y + 27, view["points"][seat], 19),
    ]
    found += _base(view, seat, x + 8, y + 40)
    for row, at_x, at_y in _flow(view, seat):
        for number, tile in enumerate(row["tiles"]):
            found += _tile(tile, x + BASE_SIZE + 14 + at_x + number * 27, y + 44 + at_y, 26)
        found.append(text(x + BASE_SIZE + 17 + at_x + len(row["tiles"]) * 27, y + 66 + at_y, row["value"], 14, INK, "start"))
    return found


def _base(view: dict[str, Any], seat: int, x: float, y: float) -> list[str]:
    """The keep with its four sides; what lies on one wears what the others pay for it."""
    found = [
        f'<path d="{KEEP}" transform="translate({x + 49:g} {y + 47:g}) scale(0.34)" fill="{STONE}" stroke="{INK}" stroke-width="4"/>',
        pennant(seat, x + 58, y + 56, 0.16),
    ]
    wide = 34.0
    for side, (at_x, at_y) in enumerate(((49.0, 2.0), (90.0, 43.0), (49.0, 86.0), (8.0, 43.0))):
        tiles = view["bases"][seat][side]
        if not tiles:
            found.append(rect(x + at_x, y + at_y, wide, wide * TALL, 5, f'fill="none" stroke="{DASH}" stroke-width="1.4" stroke-dasharray="5 4"'))
            found.append(text(x + at_x + wide / 2, y + at_y + 26, side + 2, 15, DASH))
            continue
        step = min(12.0, 40 / len(tiles))
        start = at_x - step * (len(tiles) - 1) / 2
        for number, tile in enumerate(tiles):
            found += _tile(tile, x + start + number * step, y + at_y, wide)
        found.append(_chip(x + start + step * (len(tiles) - 1) + wide - 3, y + at_y + 3, 9, side + 3, True))
    return found


# ------------------------------------------------------------------ letters
STYLES: Final = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "P": "magenta", "K": "bold"}
COLUMNS: Final = 79
LONGEST_NAME: Final = 24

Piece = tuple[str, str]  # what stands there, and how it is drawn
SPACE: Final = ("", "")


def letters(view: dict[str, Any], words: Words, pen: Pen) -> list[str]:
    """The middle, the dice, then each seat with its base and its rows; compact, what fits on one line stands there."""

    def word(key: str) -> str:
        return plain(words.sentence(f"picture.{key}"), pen)

    def labelled(key: str, *pieces: Piece) -> list[Piece]:
        label = word(key) + ":"
        return [(label, label), *pieces]

    lines = _wrapped(
        [
            *labelled("middle", *_tiles(view["middle"], pen)),
            SPACE,
            *labelled("stack", _number(view["stack"])),
            SPACE,
            *labelled("supply", _number(view["supply"])),
        ]
    )
    if view["removed"]:
        lines += _wrapped(labelled("removed", *_tiles(view["removed"], pen)))
    dice: list[Piece] = []
    if view["rolls"]:
        dice += labelled("roll", (f"{view['rolls']}/6", f"{view['rolls']}/6"), *_dice(view["roll"], view["valid"], pen))
    if view["kept"]:
        kept = [(f"{colour}x{count}", pen(STYLES[colour], f"{colour}x{count}")) for colour, count in view["kept"].items()]
        dice += [*([SPACE] if dice else []), *labelled("kept", *kept)]
    if view["held"]:
        dice += labelled("held", *_tiles([view["held"]], pen))
    lines += _wrapped(dice)
    for seat in range(view["seats"]):
        if not pen.is_compact:
            lines.append("")
        lines += _seat(view, words, pen, seat, word)
    return lines


def _seat(view: dict[str, Any], words: Words, pen: Pen, seat: int, word: Any) -> list[str]:
    mark = ">" if view["turn"] == seat else " "
    name = plain(words.tell(Seat(seat)), pen)[:LONGEST_NAME]
    wide = min(LONGEST_NAME, max(len(plain(words.tell(Seat(each)), pen)) for each in range(view["seats"]))) if pen.is_compact else LONGEST_NAME
    head = f"{mark} {name:<{wide}}  {word('points')} {view['points'][seat]:>3}  {word('eggs')} {view['eggs'][seat]:>2}"
    head, drawn = head.rstrip(), pen("bold", head.rstrip()) if mark == ">" else head.rstrip()
    sides = [(side, tiles) for side, tiles in enumerate(view["bases"][seat], start=2) if tiles or not pen.is_compact]
    base = [((f"{side}:", f"{side}:"), *(_tiles(tiles, pen) or [("-", "-")])) for side, tiles in sides]
    label = f"{word('base')}:"
    on_base = [(label, label), *([piece for pieces in base for piece in pieces] or [("-", "-")])]
    rows: list[Piece] = []
    for number, row in enumerate(view["rows"][seat], start=1):
        shown = _tiles(row["tiles"], pen)
        before, after = f"[{number}]", f"={row['value']}"
        rows.append((" ".join([before, *(bare for bare, _ in shown), after]), " ".join([before, *(drawn for _, drawn in shown), pen("bold", after)])))
    label = f"{word('hoard')}:"
    in_hoard = [(label, label), *(rows or [("-", "-")])]
    if pen.is_compact:
        return _wrapped([(head, drawn), SPACE, *on_base, SPACE, *in_hoard])
    return [drawn, *_wrapped(on_base, "    "), *_wrapped(in_hoard, "    ")]


def _number(number: int) -> Piece:
    return str(number), str(number)


def _tiles(tiles: list[str], pen: Pen) -> list[Piece]:
    return [(tile, pen(STYLES[tile[0]], tile)) for tile in tiles]


def _dice(roll: str, valid: str, pen: Pen) -> list[Piece]:
    """The dice rolled; those that do not count stand in brackets."""
    return [(die, pen(STYLES[die], die)) if die in valid else (f"({die})", pen("dim", f"({die})")) for die in roll]


def _wrapped(pieces: list[Piece], indent: str = "") -> list[str]:
    """Pieces side by side, as many on a line as it holds."""
    lines: list[str] = []
    drawn, width = "", 0
    for bare, styled in pieces:
        if drawn and width + 1 + len(bare) > COLUMNS:
            lines.append(drawn)
            drawn, width = "", 0
        if drawn:
            drawn, width = f"{drawn} {styled}", width + 1 + len(bare)
        else:
            start = indent if not lines else indent + "    "
            drawn, width = start + styled, len(start) + len(bare)
    return [*lines, drawn] if drawn else lines
