"""Dragon Master drawn: a view as SVG, paper cards on a mat in flat print, and as letters for a terminal.

Works from the view alone and knows no rules. A card tells its value by number, count and shape of gems, head, pattern and colour, so that any
one may fail. Whose line is whose is told by where its tab stands: columns below, rows at the side.
"""

from typing import Any, Final

from dragonhoard.contract import Pen
from dragonhoard.drawing import (
    BACK,
    BRASS,
    DASH,
    EGG,
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
    stroked,
    text,
)
from dragonhoard.games.dragon_master import DECLARATION
from dragonhoard.games.dragon_master.view import AXES
from dragonhoard.language import Seat, Words

# ------------------------------------------------------------------ pigments
FAINT: Final = "#574F40"
COLOURS: Final = {1: "G", 2: "B", 3: "R"}  # the dragons of emerald, sapphire and ruby
COLUMN_EDGE: Final = "#7A560C"
ROW_EDGE: Final = "#574F40"

# ------------------------------------------------------------------ motifs, each in a box of 100 by 100
GEMS: Final = {  # octagon, round, kite: outline, facets, colour
    1: ("M28 8H72L92 28V72L72 92H28L8 72V28Z", "M36 26H64L74 36V64L64 74H36L26 64V36ZM28 8L36 26M72 8L64 26M92 72L74 64M28 92L36 74", "#1F7A4D"),
    2: ("M50 7A43 43 0 1 1 50 93A43 43 0 1 1 50 7Z", "M50 24L72.5 37V63L50 76L27.5 63V37ZM50 7V24M87 72L72.5 63M13 72L27.5 63", "#245D94"),
    3: ("M50 4L95 38L50 97L5 38Z", "M5 38H95M32 38L50 4L68 38L50 97Z", "#A6290D"),
}
NEST: Final = "M18 93C32 86 68 86 82 93M14 98C32 92 68 92 86 98M24 88C20 84 17 84 14 86M76 88C80 84 83 84 86 86"

# ------------------------------------------------------------------ the drawing
WIDTH: Final = 720
HEIGHT: Final = 640
GRID_LEFT: Final = 82
GRID_TOP: Final = 26
GRID_SIZE: Final = (400, 540)
SIDE_LEFT: Final = 508
SIDE_WIDTH: Final = 188


def svg(view: dict[str, Any], names: tuple[str, ...]) -> str:
    """The table as one seat sees it, on a mat of 720 by 640."""
    parts = [
        *mat(WIDTH, HEIGHT, f"{DECLARATION.name}: {', '.join(names)}", _symbols()),
        *_grid(view),
        *_seat(view, names, 1, 26),
        *_ladders(view, 218),
        *_seat(view, names, 0, 378),
        *_others(view, 560),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _symbols() -> str:
    """The cards, drawn once each and used many times: 100 by 140."""
    found = [
        scales("dm-scales"),
        f'<clipPath id="dm-window">{rect(10, 37, 80, 66, 5, "")}</clipPath>',
        f'<clipPath id="dm-name">{rect(SIDE_LEFT + 34, 0, SIDE_WIDTH - 70, HEIGHT, 0, "")}</clipPath>',
        '<g id="dm-paper">',
        rect(0, 3, 100, 140, 9, f'fill="{INK}" opacity="0.35"'),
        rect(0, 0, 100, 140, 9, f'fill="{PAPER}"'),
        rect(0.75, 0.75, 98.5, 138.5, 8.5, f'fill="none" stroke="{INK}" stroke-width="1.5"'),
        '</g><g id="dm-back"><use href="#dm-paper"/>',
        rect(7, 7, 86, 126, 5, f'fill="{BACK}"'),
        rect(7, 7, 86, 126, 5, 'fill="url(#dm-scales)"'),
        f'<path d="{EGG}" transform="translate(33 48) scale(0.34 0.44)" fill="#DAD3BD"/></g>',
        _card(0, f'<circle cx="84" cy="18" r="6" fill="none" stroke="{INK}" stroke-width="2.4"/>', _nest()),
    ]
    for value, colour in COLOURS.items():
        outline, facets, gem = GEMS[value]
        one = f'<path d="{outline}" fill="{gem}" stroke="{INK}" stroke-width="5" stroke-linejoin="round"/>' + stroked(facets, PAPER, 3.2)
        gems = "".join(f'<g transform="translate({80 - 17 * i} 11) scale(0.145)">{one}</g>' for i in range(value))
        found.append(pattern(f"dm-field-{value}", colour))
        found.append(_card(value, gems, _dragon(value)))
    return "".join(found)


def _nest() -> str:
    """The window of the egg card."""
    return rect(10, 37, 80, 66, 5, 'fill="#D8CDB4"') + stroked(NEST, "#8A7A56", 2.2) + f'<g transform="translate(25 40) scale(0.5 0.54)">{egg()}</g>'


def _dragon(value: int) -> str:
    """The window of a dragon card: field, pattern, and a head whose outline sets it off."""
    return (
        '<g clip-path="url(#dm-window)">'
        + rect(10, 37, 80, 66, 0, f'fill="{PIGMENTS[COLOURS[value]][0]}"')
        + rect(10, 37, 80, 66, 0, f'fill="url(#dm-field-{value})"')
        + f'<g transform="translate(15 36) scale(0.7)">{head(COLOURS[value])}</g></g>'
    )


def _card(value: int, corner: str, window: str) -> str:
    """A card: number and gems in two corners, the second turned round, and a window between them."""
    half = f"{text(17, 31, value, 31)}{corner}"
    return f'<g id="dm-{value}"><use href="#dm-paper"/>{half}<g transform="rotate(180 50 70)">{half}</g>{window}</g>'


def _use(what: object, x: float, y: float, width: float) -> str:
    return f'<use href="#dm-{what}" transform="translate({x:g} {y:g}) scale({width / 100:g})"/>'


def _grid(view: dict[str, Any]) -> list[str]:
    """The places that the square may still reach, the cards in them, and a tab of its worth for each line that holds a card."""
    (left, right), (low, high) = view["room"]
    gap = 8.0
    pitch = min((GRID_SIZE[0] + gap) / (right - left + 1), ((GRID_SIZE[1] + gap) / (high - low + 1) - gap) / 1.4 + gap, 104.0)
    wide, tall = pitch - gap, (pitch - gap) * 1.4
    found = []
    for y in range(high, low - 1, -1):
        for x in range(left, right + 1):
            at_x, at_y, place = GRID_LEFT + (x - left) * pitch, GRID_TOP + (high - y) * (tall + gap), f"{x},{y}"
            if place in view["grid"]:
                found.append(_use(view["grid"][place], at_x, at_y, wide))
            elif place in view["open"]:
                found.append(rect(at_x, at_y, wide, tall, 7, f'fill="{WELL}" stroke="{DASH}" stroke-width="1.6" stroke-dasharray="6 5"'))
                found.append(text(at_x + wide / 2, at_y + tall / 2 + 5, place, 15, DASH))
            else:
                found.append(rect(at_x, at_y, wide, tall, 7, f'fill="{WELL}" opacity="0.55"'))
    foot = GRID_TOP + (high - low + 1) * (tall + gap)
    for line in view["columns"]:
        at_x = GRID_LEFT + (line["line"] - left) * pitch
        found += [
            rect(at_x, foot, wide, 40, 7, f'fill="{COLUMN_EDGE}"'),
            rect(at_x, foot, wide, 36, 7, f'fill="{SHEET}"'),
            text(at_x + wide / 2, foot + 26, line["points"], 22),
        ]
        if wide > 70:
            found.append(text(at_x + 8, foot + 15, line["line"], 13, FAINT, "start"))
    for line in view["rows"]:
        at_y = GRID_TOP + (high - line["line"]) * (tall + gap)
        found += [
            rect(22, at_y, 52, tall, 7, f'fill="{ROW_EDGE}"'),
            rect(26, at_y, 48, tall, 7, f'fill="{SHEET}"'),
            text(50, at_y + tall / 2 + 8, line["points"], 22),
            text(32, at_y + 16, line["line"], 13, FAINT, "start"),
        ]
    return found


def _seat(view: dict[str, Any], names: tuple[str, ...], seat: int, top: float) -> list[str]:
    """A seat: its sign, its name (on brass if it is to move), which lines are its own, and its hand."""
    ground = BRASS if view["mover"] == seat or view["deal_to"] == seat else SHEET
    bars = "M0 0H5V18H0ZM8 0H13V18H8ZM16 0H21V18H16Z" if seat == 0 else "M0 0H21V4.5H0ZM0 6.75H21V11.25H0ZM0 13.5H21V18H0Z"
    found = [
        rect(SIDE_LEFT, top, SIDE_WIDTH, 34, 8, f'fill="{ground}" stroke="{INK}" stroke-width="1"'),
        pennant(seat, SIDE_LEFT + 8, top + 7, 0.2),
        f'<g clip-path="url(#dm-name)">{text(SIDE_LEFT + 34, top + 23, short(names[seat], 12), 15, anchor="start")}</g>',
        f'<path d="{bars}" transform="translate({SIDE_LEFT + SIDE_WIDTH - 30} {top + 8})" fill="{COLUMN_EDGE if seat == 0 else ROW_EDGE}"/>',
    ]
    hand = _hand(view, seat)
    cards = hand if hand is not None else ["back"] * view["hand_sizes"][seat]
    for row in range(0, len(cards), 4):
        for number, card in enumerate(cards[row : row + 4]):
            found.append(_use(card, SIDE_LEFT + number * 48, top + 42 + row / 4 * 68, 44))
    return found


def _hand(view: dict[str, Any], seat: int) -> list[int] | None:
    """The cards of a seat's hand, if this view tells them."""
    if view["hands"] is not None:
        return list(view["hands"][seat])
    return list(view["hand"]) if view["seat"] == seat else None


def _ladders(view: dict[str, Any], top: float) -> list[str]:
    """Both seats' lines, lowest on top, and a frame round the first that differ."""
    found = [rect(SIDE_LEFT, top, SIDE_WIDTH, 144, 12, f'fill="{SHEET}" stroke="{INK}" stroke-width="1"')]
    middle = SIDE_LEFT + SIDE_WIDTH / 2
    for seat in (0, 1):
        at_x = middle + (52 if seat else -52)
        found.append(pennant(seat, at_x - 8, top + 7, 0.16))
    for rung in range(4):
        at_y = top + 29 + rung * 28
        if rung == view["decides"]:
            found.append(rect(SIDE_LEFT + 8, at_y, SIDE_WIDTH - 16, 27, 7, f'fill="{BRASS}" stroke="{INK}" stroke-width="1.5"'))
        colour = INK if view["decides"] is None or rung <= view["decides"] else FAINT
        for seat in (0, 1):
            found.append(text(middle + (52 if seat else -52), at_y + 20, view["ladders"][seat][rung], 19, colour))
        found.append(text(middle, at_y + 19, "I" * (rung + 1) if rung < 3 else "IV", 13, FAINT))
    return found


def _others(view: dict[str, Any], top: float) -> list[str]:
    """The cards nobody was dealt, open at the end; before it how many of each value this seat has not seen."""
    found = []
    if view["out"] is not None:
        step = min(38, (SIDE_WIDTH - 36) / max(1, len(view["out"]) - 1))  # four, more if somebody gave up during the deal
        for number, card in enumerate(view["out"]):
            found.append(_use(card, SIDE_LEFT + number * step, top, 36))
        return found
    found.append(rect(SIDE_LEFT, top, SIDE_WIDTH, 56, 12, f'fill="{SHEET}" stroke="{INK}" stroke-width="1" stroke-dasharray="4 3"'))
    found.append(text(SIDE_LEFT + 13, top + 36, "?", 22, FAINT))
    for value, count in enumerate(view["unseen"]):
        found += [_use(value, SIDE_LEFT + 25 + value * 41, top + 10, 25), text(SIDE_LEFT + 57 + value * 41, top + 34, count, 16)]
    found.append(_use("back", 28, HEIGHT - 62, 28))
    found.append(text(62, HEIGHT - 36, view["rest"], 17, anchor="start"))
    return found


# ------------------------------------------------------------------ letters
MARKS: Final = ("E", "G", "B", "R")  # egg, green emerald, blue sapphire, red ruby
STYLES: Final = ("bold", "bold green", "bold blue", "bold red")
LONGEST_NAME: Final = 28


def letters(view: dict[str, Any], words: Words, pen: Pen) -> list[str]:
    """The square with the worth of its lines, both seats' ladders and hands, and what has not been seen.

    Compact, only rows are drawn where a card lies or may be laid now.
    """
    (left, right), (low, high) = view["room"]
    columns = range(left, right + 1)
    used = {int(place.partition(",")[2]) for place in (*view["grid"], *view["open"])}
    points = {axis: {line["line"]: line["points"] for line in view[axis]} for axis in AXES}
    vertical, horizontal, corner = ("│", "─", "┼") if pen.has_unicode else ("|", "-", "+")
    lines = []
    for y in range(high, low - 1, -1):
        if pen.is_compact and y not in used:
            continue
        cells = "".join(_cell(view, f"{x},{y}", pen) for x in columns)
        worth = pen("bold", f"{points['rows'][y]:>4}") if y in points["rows"] else ""
        lines.append(f"{y:>4} {vertical}{cells} {vertical}{worth}".rstrip())
    lines.append(f"   y {corner}" + horizontal * (5 * len(columns) + 1) + corner)
    lines.append("     x" + "".join(f"{x:>4} " for x in columns).rstrip())
    if points["columns"]:
        lines.append("      " + "".join(pen("bold", f"{points['columns'][x]:>4} ") if x in points["columns"] else " " * 5 for x in columns).rstrip())
    if not pen.is_compact:
        lines.append("")
    for seat in (0, 1):
        name = plain(words.tell(Seat(seat)), pen)[:LONGEST_NAME]
        ladder = " ".join(f"{value:>3}" for value in view["ladders"][seat])
        marker = ">" if view["mover"] == seat else " "
        lines.append(f"{marker} {name:<{LONGEST_NAME}} {plain(words.sentence('picture.' + AXES[seat]), pen):<8} {pen('bold', ladder)}")
        hand = _hand(view, seat)
        shown = _cards(hand, pen) if hand is not None else " ".join(["??"] * view["hand_sizes"][seat])
        lines.append(f"    {plain(words.sentence('picture.hand'), pen)}: {shown}".rstrip())
    if view["out"] is not None:
        lines.append(f"  {plain(words.sentence('picture.out'), pen)}: {_cards(view['out'], pen)}")
    else:
        unseen = "  ".join(f"{count} x {_cards([value], pen)}" for value, count in enumerate(view["unseen"]) if count)
        lines.append(f"  {plain(words.sentence('picture.unseen'), pen)}: {unseen}")
    return lines


def _cell(view: dict[str, Any], place: str, pen: Pen) -> str:
    if place in view["grid"]:
        return "   " + _cards([view["grid"][place]], pen)
    return "    " + (pen("dim", "·" if pen.has_unicode else ".") if place in view["open"] else " ")


def _cards(cards: list[int], pen: Pen) -> str:
    return " ".join(pen(STYLES[card], f"{card}{MARKS[card]}") for card in cards)
