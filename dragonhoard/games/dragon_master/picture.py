"""Dragon Master drawn: a view as SVG, paper cards on a mat in flat print, and as letters for a terminal.

Works from the view alone and knows no rules. A card tells its value by number, count and shape of gems, head, pattern and colour, so that any
one may fail. Whose line is whose is told by where its tab stands: columns below, rows at the side.
"""

from html import escape
from typing import Any, Final

from dragonhoard.contract import Pen
from dragonhoard.games.dragon_master.view import AXES
from dragonhoard.language import Seat, Words

# ------------------------------------------------------------------ pigments
PAPER: Final = "#FBF6EA"
INK: Final = "#241F17"
MAT: Final = "#AAB6A1"
WELL: Final = "#97A48E"
STITCH: Final = "#8E9C87"
DASH: Final = "#2B3429"
SHEET: Final = "#F6F1E4"
FAINT: Final = "#574F40"
BRASS: Final = "#F1DCA2"
COLUMN_EDGE: Final = "#7A560C"
ROW_EDGE: Final = "#574F40"
BACK: Final = "#3A3D36"
# for emerald, sapphire and ruby: field, head, pattern, the outline that sets a dark head off its field, gem
PIGMENTS: Final = {
    1: ("#45A56D", "#0F4629", "#8CCBA3", "#45A56D", "#1F7A4D"),
    2: ("#245D94", "#071A31", "#5E93C4", "#A9CDE8", "#245D94"),
    3: ("#A6290D", "#3A0B05", "#D9694B", "#F3B48F", "#A6290D"),
}

# ------------------------------------------------------------------ motifs, each in a box of 100 by 100
JAW: Final = (
    "M7 58C6 52 9 47 14 45.5C19 44 23 47 28 46.5C34 46 36 39 42 35C48 31 57 29.5 64 33C76 38 86 49 91 64C94.5 75 96 88 96 100L49 100"
    "C54 94 58.5 88 57.5 81C56.8 77 54 75.5 49.5 77C42 79.5 35 83.5 27 83.5C21 83.5 17 80.5 14.5 76C22 77.5 30 75 37 71C41.5 68.5 45 66"
    " 47 62.5C41 65 35 66.3 30 66.3L27.8 71L24.6 66.5L20 66.5L17.4 71.5L14 65.6C10.5 64.8 7.7 62.5 7 58Z"
)
EYE: Final = "M37.5 48.5C42 42 49.5 40.5 55 43.5C51.5 49.5 44 51.5 37.5 48.5Z"
PUPIL: Final = "M46.5 42.6C49 44.5 49 47.8 46 49.6C44.3 47.6 44.5 44.6 46.5 42.6Z"
FACE: Final = (
    "M12.5 53C14.5 51 17 51 18.5 52.6M35.5 43C41 36.5 50 34.5 58 38M60.5 83C64 84 67 83.5 69.5 82M58.5 90C63 91.5 67.5 91 71 89"
    "M54.5 97C60 98.5 66.5 98 71.5 96"
)
# antlers and leaf beard, fan ear and barbels, spear horns and flame crest
BEHIND: Final = {
    1: (
        "M58 36C57 29 59 23 63 18C60 15 58 10 59 4C63 8 66 11 69 12C73 8 78 4 85 2C83 8 80 12 75 16C81 16 88 15 94 11C92 18 86 22 78 22.5"
        "C71 23 67.5 28 67 37ZM44 35C40 29 39 23 41 17C36 16 33 12 32 6C37 9 41 10 44 10C45 6 47 3 50 0C51.5 6 50 11 47.5 15C48.5 22 51 28"
        " 55 33ZM27 81C25 88 28 94 34 98C40 93 41.5 86 38 79.5ZM70 39C80 34 90 35 98 41C92 50 83 52 75 48Z"
    ),
    2: (
        "M50 36C48 24 52 12 60 3C63 9 66 11 71 10C72 16 75 19 81 19C81 25 84 29 90 30C88 36 90 42 96 45C92 50 92 57 95 63L88 66C82 50 68 38"
        " 50 36ZM94 62C98 66 100 72 100 80L95 84ZM20 80C17 86 12 90 5 91C8 94 14 94 19 91C23 88.5 25.5 85 26 81Z"
    ),
    3: (
        "M60 36C66 22 79 10 97 4C91 16 84 28 73 41ZM50 33C53 20 62 8 76 1C73 13 68 24 61 34ZM76 44C82 41 88 35 91 27C95 36 95 44 91 52C95 51"
        " 98 48 100 45C100 56 98 64 93 70ZM40 37L41 27L47 34Z"
    ),
}
CUTS: Final = {
    1: "M63 52C69 50 74 52 77 57C71 60 66 58 63 52ZM69 65C75 63 80 65 83 70C77 73 72 71 69 65ZM76 79C81 77 86 79 89 84C83 87 79 85 76 79Z",
    2: "M56 34C56 24 58 15 61 9M62 35C66 27 70 20 73 15M69 39C74 33 79 28 83 24.5M62 50C66 48 70 48 72.5 51C74.5 54 78 54.5 81.5 52.5M67 72C71 70"
    " 75 70 77.5 73C79.5 76 83.5 76.5 88 74.5",
    3: "M66 30C71 22 78 15 86 10.5M56.5 27C59 20 63 14 68 9.5M63 47C71 50 76 57 78 66M61 56C67 59 70.5 64 72 71M80.5 58C84 64 86 70 87 77",
}
PATTERNS: Final = {  # leaves, waves, flames
    1: "M6 3C11 5 11 11 6 13C1 11 1 5 6 3ZM18 15C23 17 23 23 18 25C13 23 13 17 18 15ZM18 -9C23 -7 23 -1 18 1C13 -1 13 -7 18 -9Z",
    2: "M0 5C4 1 8 1 12 5S20 9 24 5V7C20 11 16 11 12 7S4 3 0 7ZM0 17C4 13 8 13 12 17S20 21 24 17V19C20 23 16 23 12 19S4 15 0 19Z",
    3: "M6 20C3 15 8 12 6 6C11 9 12 14 9 20ZM18 8C15 3 20 0 18 -6C23 -3 24 2 21 8ZM18 32C15 27 20 24 18 18C23 21 24 26 21 32Z",
}
GEMS: Final = {  # octagon, round, kite: outline and facets
    1: ("M28 8H72L92 28V72L72 92H28L8 72V28Z", "M36 26H64L74 36V64L64 74H36L26 64V36ZM28 8L36 26M72 8L64 26M92 72L74 64M28 92L36 74"),
    2: ("M50 7A43 43 0 1 1 50 93A43 43 0 1 1 50 7Z", "M50 24L72.5 37V63L50 76L27.5 63V37ZM50 7V24M87 72L72.5 63M13 72L27.5 63"),
    3: ("M50 4L95 38L50 97L5 38Z", "M5 38H95M32 38L50 4L68 38L50 97Z"),
}
EGG: Final = "M50 5C70 5 87 37 87 60C87 81 71 95 50 95C29 95 13 81 13 60C13 37 30 5 50 5Z"
BANDS: Final = "M33 40Q41.5 50 50 40Q58.5 50 67 40M24 56Q32.7 66 41.3 56Q50 66 58.7 56Q67.3 66 76 56M32 72Q41 82 50 72Q59 82 68 72"
NEST: Final = "M18 93C32 86 68 86 82 93M14 98C32 92 68 92 86 98M24 88C20 84 17 84 14 86M76 88C80 84 83 84 86 86"
SUN: Final = (
    "M50 28A22 22 0 1 0 50.01 28ZM46 4H54L53 20H47ZM46 96H54L53 80H47ZM4 46V54L20 53V47ZM96 46V54L80 53V47ZM15 20L20 15L31 27L27 31Z"
    "M85 20L80 15L69 27L73 31ZM15 80L20 85L31 73L27 69ZM85 80L80 85L69 73L73 69Z"
)
MOON: Final = "M62 8A44 44 0 1 0 92 66A36 36 0 0 1 62 8Z"
PENNANTS: Final = (SUN, MOON)  # seats carry shapes: colours belong to the dragons

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
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="Alegreya Sans, Verdana, sans-serif">',
        f"<title>Dragon Master: {escape(', '.join(names))}</title>",
        f"<defs>{_symbols()}</defs>",
        _rect(0, 0, WIDTH, HEIGHT, 18, f'fill="{MAT}"'),
        _rect(7, 7, WIDTH - 14, HEIGHT - 14, 13, f'fill="none" stroke="{STITCH}" stroke-width="1.5" stroke-dasharray="6 4"'),
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
        _pattern("scales", 12, '<path d="M0 0A6 6 0 0 0 12 0M-6 6A6 6 0 0 0 6 6A6 6 0 0 0 18 6" stroke="#5C5F53" stroke-width="1.3" fill="none"/>'),
        f'<clipPath id="dm-window">{_rect(10, 37, 80, 66, 5, "")}</clipPath>',
        f'<clipPath id="dm-name">{_rect(SIDE_LEFT + 34, 0, SIDE_WIDTH - 70, HEIGHT, 0, "")}</clipPath>',
        '<g id="dm-paper">',
        _rect(0, 3, 100, 140, 9, f'fill="{INK}" opacity="0.35"'),
        _rect(0, 0, 100, 140, 9, f'fill="{PAPER}"'),
        _rect(0.75, 0.75, 98.5, 138.5, 8.5, f'fill="none" stroke="{INK}" stroke-width="1.5"'),
        '</g><g id="dm-back"><use href="#dm-paper"/>',
        _rect(7, 7, 86, 126, 5, f'fill="{BACK}"'),
        _rect(7, 7, 86, 126, 5, 'fill="url(#dm-scales)"'),
        f'<path d="{EGG}" transform="translate(33 48) scale(0.34 0.44)" fill="#DAD3BD"/></g>',
        _card(0, f'<circle cx="84" cy="18" r="6" fill="none" stroke="{INK}" stroke-width="2.4"/>', _nest()),
    ]
    for value, (_, _, light, _, gem) in PIGMENTS.items():
        outline, facets = GEMS[value]
        one = f'<path d="{outline}" fill="{gem}" {_line(INK, 5)}/><path d="{facets}" fill="none" {_line(PAPER, 3.2)}/>'
        gems = "".join(f'<g transform="translate({80 - 17 * i} 11) scale(0.145)">{one}</g>' for i in range(value))
        found.append(_pattern(f"field-{value}", 24, f'<path d="{PATTERNS[value]}" fill="{light}"/>'))
        found.append(_card(value, gems, _dragon(value)))
    return "".join(found)


def _pattern(name: str, size: int, drawing: str) -> str:
    return f'<pattern id="dm-{name}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">{drawing}</pattern>'


def _line(colour: str, width: float) -> str:
    return f'stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"'


def _nest() -> str:
    """The window of the egg card."""
    egg = f'<path d="{EGG}" fill="#EFE3C8" {_line(INK, 4)}/><path d="{BANDS}" fill="none" {_line("#8A7A56", 3.6)}/>'
    straw = f'<path d="{NEST}" fill="none" {_line("#8A7A56", 2.2)}/>'
    return _rect(10, 37, 80, 66, 5, 'fill="#D8CDB4"') + f'{straw}<g transform="translate(25 40) scale(0.5 0.54)">{egg}</g>'


def _dragon(value: int) -> str:
    """The window of a dragon card: field, pattern, and a head whose outline sets it off."""
    field, head, _, rim, _ = PIGMENTS[value]
    return "".join(
        [
            '<g clip-path="url(#dm-window)">',
            _rect(10, 37, 80, 66, 0, f'fill="{field}"'),
            _rect(10, 37, 80, 66, 0, f'fill="url(#dm-field-{value})" opacity="0.55"'),
            '<g transform="translate(15 36) scale(0.7)">',
            f'<path d="{BEHIND[value]}{JAW}" fill="{rim}" {_line(rim, 4.4)}/>',
            f'<path d="{BEHIND[value]}" fill="{head}"/><path d="{JAW}" fill="{head}"/>',
            f'<path d="{EYE}" fill="{PAPER}"/><path d="{PUPIL}" fill="{INK}"/>',
            f'<path d="{FACE}{CUTS[value]}" fill="none" {_line(PAPER, 2.1)}/></g></g>',
        ]
    )


def _card(value: int, corner: str, window: str) -> str:
    """A card: number and gems in two corners, the second turned round, and a window between them."""
    half = f'<text x="17" y="31" text-anchor="middle" font-size="31" font-weight="700" fill="{INK}">{value}</text>{corner}'
    return f'<g id="dm-{value}"><use href="#dm-paper"/>{half}<g transform="rotate(180 50 70)">{half}</g>{window}</g>'


def _use(what: object, x: float, y: float, width: float) -> str:
    return f'<use href="#dm-{what}" transform="translate({x:g} {y:g}) scale({width / 100:g})"/>'


def _text(x: float, y: float, text: object, size: float, colour: str = INK, anchor: str = "middle", weight: int = 500) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" fill="{colour}" text-anchor="{anchor}">{escape(str(text))}</text>'


def _rect(x: float, y: float, width: float, height: float, radius: float, rest: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" {rest}/>'


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


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
                found.append(_rect(at_x, at_y, wide, tall, 7, f'fill="{WELL}" stroke="{DASH}" stroke-width="1.6" stroke-dasharray="6 5"'))
                found.append(_text(at_x + wide / 2, at_y + tall / 2 + 5, place, 15, DASH))
            else:
                found.append(_rect(at_x, at_y, wide, tall, 7, f'fill="{WELL}" opacity="0.55"'))
    foot = GRID_TOP + (high - low + 1) * (tall + gap)
    for line in view["columns"]:
        at_x = GRID_LEFT + (line["line"] - left) * pitch
        found += [
            _rect(at_x, foot, wide, 40, 7, f'fill="{COLUMN_EDGE}"'),
            _rect(at_x, foot, wide, 36, 7, f'fill="{SHEET}"'),
            _text(at_x + wide / 2, foot + 26, line["points"], 22, weight=700),
        ]
        if wide > 70:
            found.append(_text(at_x + 8, foot + 15, line["line"], 13, FAINT, "start"))
    for line in view["rows"]:
        at_y = GRID_TOP + (high - line["line"]) * (tall + gap)
        found += [
            _rect(22, at_y, 52, tall, 7, f'fill="{ROW_EDGE}"'),
            _rect(26, at_y, 48, tall, 7, f'fill="{SHEET}"'),
            _text(50, at_y + tall / 2 + 8, line["points"], 22, weight=700),
            _text(32, at_y + 16, line["line"], 13, FAINT, "start"),
        ]
    return found


def _seat(view: dict[str, Any], names: tuple[str, ...], seat: int, top: float) -> list[str]:
    """A seat: its sign, its name (on brass if it is to move), which lines are its own, and its hand."""
    ground = BRASS if view["mover"] == seat or view["deal_to"] == seat else SHEET
    bars = "M0 0H5V18H0ZM8 0H13V18H8ZM16 0H21V18H16Z" if seat == 0 else "M0 0H21V4.5H0ZM0 6.75H21V11.25H0ZM0 13.5H21V18H0Z"
    found = [
        _rect(SIDE_LEFT, top, SIDE_WIDTH, 34, 8, f'fill="{ground}" stroke="{INK}" stroke-width="1"'),
        f'<path d="{PENNANTS[seat]}" transform="translate({SIDE_LEFT + 8} {top + 7}) scale(0.2)" fill="{INK}"/>',
        f'<g clip-path="url(#dm-name)">{_text(SIDE_LEFT + 34, top + 23, _short(names[seat], 12), 15, weight=700, anchor="start")}</g>',
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
    found = [_rect(SIDE_LEFT, top, SIDE_WIDTH, 144, 12, f'fill="{SHEET}" stroke="{INK}" stroke-width="1"')]
    middle = SIDE_LEFT + SIDE_WIDTH / 2
    for seat in (0, 1):
        at_x = middle + (52 if seat else -52)
        found.append(f'<path d="{PENNANTS[seat]}" transform="translate({at_x - 8:g} {top + 7:g}) scale(0.16)" fill="{INK}"/>')
    for rung in range(4):
        at_y = top + 29 + rung * 28
        if rung == view["decides"]:
            found.append(_rect(SIDE_LEFT + 8, at_y, SIDE_WIDTH - 16, 27, 7, f'fill="{BRASS}" stroke="{INK}" stroke-width="1.5"'))
        colour = INK if view["decides"] is None or rung <= view["decides"] else FAINT
        for seat in (0, 1):
            found.append(_text(middle + (52 if seat else -52), at_y + 20, view["ladders"][seat][rung], 19, colour, weight=700))
        found.append(_text(middle, at_y + 19, "I" * (rung + 1) if rung < 3 else "IV", 13, FAINT))
    return found


def _others(view: dict[str, Any], top: float) -> list[str]:
    """The cards nobody was dealt, open at the end; before it how many of each value this seat has not seen."""
    found = []
    if view["out"] is not None:
        step = min(38, (SIDE_WIDTH - 36) / max(1, len(view["out"]) - 1))  # four, more if somebody gave up during the deal
        for number, card in enumerate(view["out"]):
            found.append(_use(card, SIDE_LEFT + number * step, top, 36))
        return found
    found.append(_rect(SIDE_LEFT, top, SIDE_WIDTH, 56, 12, f'fill="{SHEET}" stroke="{INK}" stroke-width="1" stroke-dasharray="4 3"'))
    found.append(_text(SIDE_LEFT + 13, top + 36, "?", 22, FAINT, weight=700))
    for value, count in enumerate(view["unseen"]):
        found += [_use(value, SIDE_LEFT + 25 + value * 41, top + 10, 25), _text(SIDE_LEFT + 57 + value * 41, top + 34, count, 16, weight=700)]
    found.append(_use("back", 28, HEIGHT - 62, 28))
    found.append(_text(62, HEIGHT - 36, view["rest"], 17, weight=700, anchor="start"))
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
    vertical, horizontal, corner = ("│", "─", "┼") if pen.unicode else ("|", "-", "+")
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
        name = _plain(words.tell(Seat(seat))[:LONGEST_NAME], pen)
        ladder = " ".join(f"{value:>3}" for value in view["ladders"][seat])
        marker = ">" if view["mover"] == seat else " "
        lines.append(f"{marker} {name:<{LONGEST_NAME}} {_plain(words.sentence('picture.' + AXES[seat]), pen):<8} {pen('bold', ladder)}")
        hand = _hand(view, seat)
        shown = _cards(hand, pen) if hand is not None else " ".join(["??"] * view["hand_sizes"][seat])
        lines.append(f"    {_plain(words.sentence('picture.hand'), pen)}: {shown}".rstrip())
    if view["out"] is not None:
        lines.append(f"  {_plain(words.sentence('picture.out'), pen)}: {_cards(view['out'], pen)}")
    else:
        unseen = "  ".join(f"{count} x {_cards([value], pen)}" for value, count in enumerate(view["unseen"]) if count)
        lines.append(f"  {_plain(words.sentence('picture.unseen'), pen)}: {unseen}")
    return lines


def _cell(view: dict[str, Any], place: str, pen: Pen) -> str:
    if place in view["grid"]:
        return "   " + _cards([view["grid"][place]], pen)
    return "    " + (pen("dim", "·" if pen.unicode else ".") if place in view["open"] else " ")


def _cards(cards: list[int], pen: Pen) -> str:
    return " ".join(pen(STYLES[card], f"{card}{MARKS[card]}") for card in cards)


def _plain(text: str, pen: Pen) -> str:
    return text if pen.unicode else text.encode("ascii", "replace").decode("ascii")
