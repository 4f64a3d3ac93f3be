"""Seven Dragons drawn: a view as SVG, in flat print of two tones, and as letters for a terminal.

Works from the view alone and knows no rules. Every colour is told four times, by pigment, head, pattern and letter, so that any one may fail.
"""

import textwrap
from collections.abc import Iterable, Iterator
from html import escape
from itertools import zip_longest
from typing import Any, Final

from dragonhoard.contract import Pen
from dragonhoard.games.seven_dragons import DECLARATION
from dragonhoard.games.seven_dragons.view import COLOURS, in_words
from dragonhoard.language import Seat, Words, say

# ------------------------------------------------------------------ pigments and motifs
WIDTH: Final = 720
PAPER: Final = "#FBF6EA"
INK: Final = "#241F17"
MAT: Final = "#AAB6A1"
WELL: Final = "#97A48E"
STITCH: Final = "#8E9C87"
ON_MAT: Final = "#1E241C"
BRASS: Final = "#F1DCA2"
BACK: Final = "#3A3D36"
SILVER: Final = "#AEB6B4"
# field, head, pattern
PIGMENTS: Final = {
    "R": ("#A6290D", "#3A0B05", "#D9694B"),
    "Y": ("#EBC24A", "#7D4B05", "#FBE49B"),
    "B": ("#245D94", "#071A31", "#5E93C4"),
    "G": ("#45A56D", "#0F4629", "#8CCBA3"),
    "K": ("#221D15", "#7E7362", "#4A4236"),
    "S": ("#AEB6B4", "#4B5655", "#DDE3E1"),
}
CONTOURS: Final = {"R": "#F3B48F", "B": "#A9CDE8"}  # where head and field are nearest in brightness
# A dragon's head is a jaw or a beak, what stands out behind it (horns, fins, antlers, rays, hoods), and the cuts; 100 by 100, looking left.
JAW: Final = (
    "M7 58C6 52 9 47 14 45.5C19 44 23 47 28 46.5C34 46 36 39 42 35C48 31 57 29.5 64 33C76 38 86 49 91 64C94.5 75 96 88 96 100L49"
    " 100C54 94 58.5 88 57.5 81C56.8 77 54 75.5 49.5 77C42 79.5 35 83.5 27 83.5C21 83.5 17 80.5 14.5 76C22 77.5 30 75 37 71C41.5"
    " 68.5 45 66 47 62.5C41 65 35 66.3 30 66.3L27.8 71L24.6 66.5L20 66.5L17.4 71.5L14 65.6C10.5 64.8 7.7 62.5 7 58Z"
)
BEAK: Final = (
    "M5 66C5 58 8 50 15 46.5C20 44 24 46 29 45C34 44 37 38 43 34.5C49 31 57 29.5 64 33C76 38 86 49 91 64C94.5 75 96 88 96 100L49"
    " 100C54 94 58.5 88 57.5 81C56.8 77 54 75.5 49.5 77C43 79.2 36 82 29 82C23 82 18.5 79.5 16 75C23 76 31 73.5 37.5 70C42 67.5 45"
    " 65.5 47 62.5C39 65.5 30 66.5 21 65.5C15 64.8 11 66.5 9.5 73C6.5 71.5 5.1 69 5 66Z"
)
BEHIND: Final = {
    "R": (
        "M60 36C66 22 79 10 97 4C91 16 84 28 73 41ZM50 33C53 20 62 8 76 1C73 13 68 24 61 34ZM76 44C82 41 88 35 91 27C95 36 95 44 91"
        " 52C95 51 98 48 100 45C100 56 98 64 93 70ZM40 37L41 27L47 34Z"
    ),
    "Y": (
        "M49.2 38.9L34.1 15L53.6 35.5ZM53.9 35.3L49.7 15.4L59.2 33.4ZM59.5 33.3L61.4 5L65.2 33.1ZM65.5 33.2L73.7 14.5L70.9 34.7ZM71.2"
        " 34.9L89.3 13L75.8 38ZM76.1 38.2L93.7 28L79.5 42.6ZM79.7 42.9L107.2 35.9L81.6 48.2ZM81.7 48.5L102 50.6L81.9 54.2ZM81.8"
        " 54.5L108.2 65L80.3 59.9ZM80.1 60.2L95.3 73.8L77 64.8ZM13 47C12 40 14 33 19 28C22 34 23 40 23 47Z"
    ),
    "B": (
        "M50 36C48 24 52 12 60 3C63 9 66 11 71 10C72 16 75 19 81 19C81 25 84 29 90 30C88 36 90 42 96 45C92 50 92 57 95 63L88 66C82 50 68"
        " 38 50 36ZM94 62C98 66 100 72 100 80L95 84ZM20 80C17 86 12 90 5 91C8 94 14 94 19 91C23 88.5 25.5 85 26 81Z"
    ),
    "G": (
        "M58 36C57 29 59 23 63 18C60 15 58 10 59 4C63 8 66 11 69 12C73 8 78 4 85 2C83 8 80 12 75 16C81 16 88 15 94 11C92 18 86 22 78"
        " 22.5C71 23 67.5 28 67 37ZM44 35C40 29 39 23 41 17C36 16 33 12 32 6C37 9 41 10 44 10C45 6 47 3 50 0C51.5 6 50 11 47.5 15C48.5"
        " 22 51 28 55 33ZM27 81C25 88 28 94 34 98C40 93 41.5 86 38 79.5ZM70 39C80 34 90 35 98 41C92 50 83 52 75 48Z"
    ),
    "K": (
        "M52 36C46 28 44 17 49 3C53 13 60 20 68 24C65 28 63 32 62 37ZM64 35C64 24 72 12 88 5C85 13 86 20 91 26C88 27 86 30 86 33C91 33"
        " 96 36 99 41C95 42 92.5 45 92 49C96 51 99 55 100 61C97 61 94 63 92 66L80 48ZM34 41L32 33L40 36ZM26 46L23 39L31 43Z"
    ),
    "S": "M52 35C54 18 68 4 88 3C76 10 71 20 73 30C74 37 78 42 84 45C86 47 92 49 97 48C93 55 90 60 89 66C84 50 70 38 52 35Z",
}
CUTS: Final = {
    "R": (
        "M66 30C71 22 78 15 86 10.5M56.5 27C59 20 63 14 68 9.5M63 47C71 50 76 57 78 66M61 56C67 59 70.5 64 72 71M80.5 58C84 64 86 70 87"
        " 77M76 80C79 83 80 88 79 94C83 91 86 92 87 97"
    ),
    "Y": (
        "M17 44.5C16.7 41 17.2 37.5 18.5 34.5M66 45A19 19 0 0 1 79 59A21 21 0 0 1 76 74M64 54A10.5 10.5 0 0 1 69.5 62A11 11 0 0 1 67"
        " 71M78 80L83 78M77 86L84 86.5M77 92L83 95"
    ),
    "B": (
        "M56 34C56 24 58 15 61 9M62 35C66 27 70 20 73 15M69 39C74 33 79 28 83 24.5M76 45C81 41 86 38 90.5 36.5M62 50C66 48 70 48 72.5"
        " 51C74.5 54 78 54.5 81.5 52.5M64 61C68 59 72 59 74.5 62C76.5 65 80 65.5 84 63.5M67 72C71 70 75 70 77.5 73C79.5 76 83.5 76.5 88"
        " 74.5M74 84C77 82.5 80 83 82 85.5C84 88 88 88 91 86.5"
    ),
    "G": (
        "M75 44C82 41 88 40.5 93 41.5M80 42.5L84 38.5M82 42L86 45M33 83L34.2 93M63 52C69 50 74 52 77 57C71 60 66 58 63 52ZM69 65C75 63"
        " 80 65 83 70C77 73 72 71 69 65ZM76 79C81 77 86 79 89 84C83 87 79 85 76 79Z"
    ),
    "K": (
        "M50.5 13C52 20 55 26 59 30M68 33C71 25 77 17 83 12.5M74 38C78 33 81 30 84 28.5M80 43C84 40.5 88 39.5 91.5 40M85 50C88 50 91 51"
        " 94 54M62 48L69 51L76 48M65 58L72.5 61L80 58M69 68.5L76.5 71.5L84 68.5M74 79L81.5 82L89 79M77 90L84 93L91 90"
    ),
    "S": ("M60 30C63 20 69 12 77 7.5M62 49C68 50 73 54 76 60M66 60C71 61 75.5 65 78 70M71 71C75.5 72.5 79.5 76 82 81M76 83C80 84.5 83.5 88 85 92"),
}
THROAT: Final = "M60.5 83C64 84 67 83.5 69.5 82M58.5 90C63 91.5 67.5 91 71 89M54.5 97C60 98.5 66.5 98 71.5 96"
EYE: Final = "M37.5 48.5C42 42 49.5 40.5 55 43.5C51.5 49.5 44 51.5 37.5 48.5Z"
PUPIL: Final = "M46.5 42.6C49 44.5 49 47.8 46 49.6C44.3 47.6 44.5 44.6 46.5 42.6Z"
NOSTRIL_AND_BROW: Final = "M12.5 53C14.5 51 17 51 18.5 52.6M35.5 43C41 36.5 50 34.5 58 38"
# What a field's ground is strewn with: flames, crosses, waves, leaves, chevrons; 24 by 24.
PATTERNS: Final = {
    "R": (
        "M6 20C3 15 8 12 6 6C11 9 12 14 9 20ZM18 8C15 3 20 0 18 -6C23 -3 24 2 21 8ZM18 32C15 27 20 24 18 18C23 21 24 26 21 32Z",
        'fill="#D9694B"',
    ),
    "Y": ("M6 2V10M2 6H10M18 14V22M14 18H22", 'fill="none" stroke="#FBE49B" stroke-width="2.2" stroke-linecap="round"'),
    "B": ("M0 6C4 2 8 2 12 6S20 10 24 6M0 18C4 14 8 14 12 18S20 22 24 18", 'fill="none" stroke="#5E93C4" stroke-width="2"'),
    "G": (
        "M6 3C11 5 11 11 6 13C1 11 1 5 6 3ZM18 15C23 17 23 23 18 25C13 23 13 17 18 15ZM18 -9C23 -7 23 -1 18 1C13 -1 13 -7 18 -9Z",
        'fill="#8CCBA3"',
    ),
    "K": ("M0 9L6 3L12 9L18 3L24 9M0 21L6 15L12 21L18 15L24 21", 'fill="none" stroke="#4A4236" stroke-width="2"'),
}
# Seats have a shape, for colours belong to dragons.
PENNANTS: Final = (
    (
        '<circle cx="50" cy="50" r="20"/><path d="M50 8V22M50 78V92M8 50H22M78 50H92M20 20L30 30M70 70L80 80M80 20L70 30M30 70L20 80"'
        ' stroke="#1E241C" stroke-width="9" stroke-linecap="round"/>'
    ),
    '<path d="M64 10A42 42 0 1 0 90 66A34 34 0 0 1 64 10Z"/>',
    (
        '<path d="M50 92V60M50 62C30 66 18 54 26 42C14 34 24 16 38 22C42 6 62 8 64 22C80 18 88 36 76 44C84 58 68 68 50 62Z"'
        ' stroke="#1E241C" stroke-width="8" stroke-linejoin="round"/>'
    ),
    (
        '<path fill-rule="evenodd" d="M30 8A22 22 0 1 0 41 49L76 84L90 84L90 70L82 70V62L74 62L52 40A22 22 0 0 0 30 8Z'
        'M29 22A8 8 0 1 1 29 38A8 8 0 0 1 29 22Z"/>'
    ),
    '<path d="M50 10C70 10 74 28 75 46C76 60 80 66 88 74H12C20 66 24 60 25 46C26 28 30 10 50 10ZM38 80H62A12 12 0 0 1 38 80Z"/>',
)
# The sign of each action: a hand's hook, two goals that cross, goals in a ring, an arrow to another place, two hands of cards.
ACTIONS: Final = {
    "red": ("R", "M50 20V64M32 46L50 64L68 46M26 80H74"),
    "yellow": ("Y", "M24 36H72M60 24L74 36L60 48M76 64H28M40 52L26 64L40 76"),
    "blue": ("B", "M26 40A28 28 0 0 1 76 44M74 60A28 28 0 0 1 24 56M78 28V46H60M22 72V54H40"),
    "green": ("G", "M26 50H72M56 34L74 50L56 66M20 26V74"),
    "black": ("K", "M22 34L40 28L50 66L32 72ZM60 30L78 34L68 72L50 66"),
}
FONT: Final = "font-family=\"'Alegreya Sans','Segoe UI',Ubuntu,sans-serif\""
# The fields of a card: colour's quarter, column and row of the field, and how many columns and rows it spans.
Field = tuple[str, int, int, int, int]


def fields(card: str) -> Iterator[Field]:
    """The dragons of a card: neighbouring equal quarters are one."""
    left = set(range(4))
    for quarter in range(4):
        if quarter not in left:
            continue
        colour, column, row = card[quarter], quarter % 2, quarter // 2
        wide = 2 if column == 0 and card[quarter + 1] == colour else 1
        high = 2 if row == 0 and card[quarter + 2] == colour else 1
        left -= {quarter + dx + 2 * dy for dx in range(wide) for dy in range(high)}
        yield colour, column, row, wide, high


def svg(view: dict[str, Any], names: tuple[str, ...]) -> str:
    """The table as one seat sees it, or as it lies open after the end: goals and hands on top, the layout, then the seat's own cards."""
    ring = list(_ring(view, names))
    layout, width, height = _layout(view)
    scale = min(0.72, (WIDTH - 64) / width, 760 / height)
    top = _ring_height(view) + 40
    bottom = top + height * scale + 24
    own, tall = _own(view)
    total = bottom + tall + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {total:.0f}" width="{WIDTH}" height="{total:.0f}" role="img">',
        f"<title>{escape(DECLARATION.name)}</title>",
        "<defs>" + "".join(_definitions()) + "</defs>",
        f'<rect width="{WIDTH}" height="{total:.0f}" rx="18" fill="{MAT}"/>',
        f'<rect x="7" y="7" width="{WIDTH - 14}" height="{total - 14:.0f}" rx="13" fill="none" stroke="{STITCH}" stroke-dasharray="6 4"/>',
        *ring,
        f'<g transform="translate({(WIDTH - width * scale) / 2:.1f} {top:.1f}) scale({scale:.4f})">{layout}</g>',
        f'<g transform="translate(0 {bottom:.1f})">{own}</g>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


# ------------------------------------------------------------------ pieces
def _definitions() -> Iterator[str]:
    for colour, (shape, style) in PATTERNS.items():
        yield f'<pattern id="sd-p{colour}" width="24" height="24" patternUnits="userSpaceOnUse"><path d="{shape}" {style} opacity=".6"/></pattern>'
    yield (
        '<pattern id="sd-pb" width="12" height="12" patternUnits="userSpaceOnUse"><path d="M0 0A6 6 0 0 0 12 0M-6 6A6 6 0 0 0 6 6A6 6 0 0 0 18 6"'
        ' stroke="#5C5F53" stroke-width="1.3" fill="none"/></pattern>'
    )
    for wide, high in ((1, 1), (1, 2), (2, 1), (2, 2)):
        across, down = _extent(wide, high)
        yield f'<clipPath id="sd-c{wide}{high}"><rect width="{across}" height="{down}" rx="3"/></clipPath>'
    for colour in PIGMENTS:
        yield f'<g id="sd-d{colour}">{_head(colour)}</g>'
    for colour in COLOURS:
        yield (
            f'<g id="sd-l{colour}"><circle cx="50" cy="50" r="47" fill="{PAPER}" stroke="{INK}" stroke-width="5"/>'
            f'<text x="50" y="75" text-anchor="middle" {FONT} font-weight="800" font-size="72" fill="{INK}">{colour}</text></g>'
        )


def _head(colour: str) -> str:
    _, deep, _ = PIGMENTS[colour]
    shapes = [f"M{part}" for part in BEHIND[colour].split("M")[1:]] + [BEAK if colour in "YK" else JAW]
    drawn = "".join(f'<path d="{shape}"/>' for shape in shapes)
    contour = ""
    if colour in CONTOURS:
        contour = f'<g fill="{CONTOURS[colour]}" stroke="{CONTOURS[colour]}" stroke-width="4.4" stroke-linejoin="round">{drawn}</g>'
    cuts = NOSTRIL_AND_BROW + CUTS[colour] + THROAT
    return (
        f'{contour}<g fill="{deep}">{drawn}</g><path d="{EYE}" fill="{PAPER}"/><path d="{PUPIL}" fill="{INK}"/>'
        f'<path d="{cuts}" fill="none" stroke="{PAPER}" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _extent(wide: int, high: int) -> tuple[float, float]:
    return (90 if wide == 2 else 43.5, 130 if high == 2 else 63.5)


def _placed(name: str, x: float, y: float, size: float, mirrored: bool = False) -> str:
    """A motif of 100 by 100 in a square of that size."""
    scale = size / 100
    if mirrored:
        return f'<use href="#{name}" transform="translate({x + size:.4g} {y:.4g}) scale(-{scale:.4g} {scale:.4g})"/>'
    return f'<use href="#{name}" transform="translate({x:.4g} {y:.4g}) scale({scale:.4g})"/>'


def _field(field: Field) -> str:
    """One dragon: ground, pattern, head and letter, cut to its field."""
    colour, column, row, wide, high = field
    across, down = _extent(wide, high)
    size = {(1, 1): 46.0, (1, 2): 58.0, (2, 1): 63.0, (2, 2): 90.0}[wide, high]
    head = _placed(f"sd-d{colour}", (across - size) / 2, min(down - size, (down - size) / 2 + size * 0.1), size, column == 1)
    letter = {(1, 1): 21, (1, 2): 23, (2, 1): 23, (2, 2): 28}[wide, high]
    return (
        f'<g transform="translate({5 + column * 46.5} {5 + row * 66.5})"><g clip-path="url(#sd-c{wide}{high})">'
        f'<rect width="{across}" height="{down}" fill="{PIGMENTS[colour][0]}"/><rect width="{across}" height="{down}" fill="url(#sd-p{colour})"/>'
        f"{head}</g>{_placed(f'sd-l{colour}', across - letter - 3 if column == 1 else 3, 3, letter)}</g>"
    )


def _paper(across: float, down: float) -> str:
    return (
        f'<rect y="3" width="{across}" height="{down}" rx="8" fill="{ON_MAT}" opacity=".28"/>'
        f'<rect width="{across}" height="{down}" rx="8" fill="{PAPER}"/>'
        f'<rect x=".75" y=".75" width="{across - 1.5}" height="{down - 1.5}" rx="7.5" fill="none" stroke="{INK}" stroke-width="1.5"/>'
    )


def _stripes(letters: bool) -> str:
    drawn = ""
    for number, colour in enumerate(COLOURS):
        x = 5 + 18 * number
        for paint in (PIGMENTS[colour][0], f"url(#sd-p{colour})"):
            drawn += f'<rect x="{x}" y="5" width="18" height="130" fill="{paint}"/>'
        if letters:
            drawn += _placed(f"sd-l{colour}", x + 1, 114, 16)
    return drawn


def card(spelling: str) -> str:
    """A dragon card as laid, or an action card, 100 by 140."""
    if spelling in ACTIONS:
        return _paper(100, 140) + _action(spelling)
    if spelling == "****":
        drawn = _stripes(True) + f'<circle cx="50" cy="62" r="38" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>'
        return _paper(100, 140) + drawn + _placed("sd-dS", 20, 33, 58)
    return _paper(100, 140) + "".join(map(_field, fields(spelling)))


def _action(spelling: str) -> str:
    colour, sign = ACTIONS[spelling]
    drawn = ""
    for y in (5, 109):
        for paint in (PIGMENTS[colour][0], f"url(#sd-p{colour})"):
            drawn += f'<rect x="5" y="{y}" width="90" height="26" rx="4" fill="{paint}"/>'
    drawn += _placed(f"sd-l{colour}", 7, 6, 24) + f'<g transform="rotate(180 50 70)">{_placed(f"sd-l{colour}", 7, 6, 24)}</g>'
    stroke = f'fill="none" stroke="{INK}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"'
    return drawn + f'<g transform="translate(20 40) scale(.6)"><path d="{sign}" {stroke}/></g>'


def _silver(view: dict[str, Any]) -> str:
    """The silver dragon with the top of the pile: five stripes, or the ground of its one colour, and the number of action cards on it."""
    top = view["silver"] if view["pile"] else ""
    drawn = _paper(100, 140)
    if top:
        for paint in (PIGMENTS[top][0], f"url(#sd-p{top})"):
            drawn += f'<rect x="5" y="5" width="90" height="130" rx="4" fill="{paint}"/>'
    else:
        drawn += _stripes(False)
    drawn += f'<circle cx="50" cy="62" r="39" fill="{SILVER}" stroke="{INK}" stroke-width="2.5"/>' + _placed("sd-dS", 19, 31, 62)
    if top:
        drawn += _placed(f"sd-l{top}", 7, 7, 26)
        return drawn + _label(50, 119, str(view["pile"]), 40)
    for number, colour in enumerate(COLOURS):
        drawn += _placed(f"sd-l{colour}", 6 + 18 * number, 114, 16)
    return drawn


def _label(x: float, y: float, text: str, width: float) -> str:
    """A number on a slip of paper, its middle at x, y."""
    return (
        f'<rect x="{x - width / 2}" y="{y - 12}" width="{width}" height="24" rx="6" fill="{PAPER}" stroke="{INK}" stroke-width="1.5"/>'
        f'<text x="{x}" y="{y + 6.5}" text-anchor="middle" {FONT} font-weight="800" font-size="19" fill="{INK}">{escape(text)}</text>'
    )


def _back(across: float, down: float) -> str:
    return (
        _paper(across, down) + f'<rect x="6" y="6" width="{across - 12}" height="{down - 12}" rx="5" fill="{BACK}"/>'
        f'<rect x="6" y="6" width="{across - 12}" height="{down - 12}" rx="5" fill="url(#sd-pb)"/>'
        f'<ellipse cx="{across / 2}" cy="{down / 2}" rx="15" ry="19" fill="#DAD3BD" stroke="{BACK}" stroke-width="4"/>'
    )


def _goal(colour: str | None) -> str:
    """A goal card, 140 by 100: its dragon and a seven, or its back."""
    if colour is None:
        return _back(140, 100)
    ground = "".join(f'<rect x="5" y="5" width="86" height="90" rx="4" fill="{paint}"/>' for paint in (PIGMENTS[colour][0], f"url(#sd-p{colour})"))
    seven = f'<text x="115" y="66" text-anchor="middle" {FONT} font-weight="800" font-size="50" fill="{INK}">7</text>'
    return _paper(140, 100) + ground + _placed(f"sd-d{colour}", 9, 12, 80) + _placed(f"sd-l{colour}", 8, 8, 30) + seven


# ------------------------------------------------------------------ regions
def _fan(count: int) -> float:
    """How far apart the small cards of a hand lie."""
    return min(17.0, 66 / max(1, count - 1))


def _open_rows(view: dict[str, Any]) -> int:
    return max((len(hand) + 3) // 4 for hand in view["hands"]) if view["is_open"] else 1


def _ring_height(view: dict[str, Any]) -> float:
    return 102 + 44 * _open_rows(view)


def _ring(view: dict[str, Any], names: tuple[str, ...]) -> Iterator[str]:
    """The five goal places in their order round the table, and with each the hand of the seat that sits there."""
    width = (WIDTH - 40) / 5
    for place, seat in enumerate(view["places"]):
        x = 20 + place * width
        middle = x + width / 2
        tall = _ring_height(view)
        if seat is None:
            yield (
                f'<rect x="{x + 5:.1f}" y="20" width="{width - 10:.1f}" height="{tall}" rx="12" fill="none" stroke="{WELL}" stroke-width="2"'
                ' stroke-dasharray="6 5"/>'
            )
        else:
            ground = BRASS if seat == view["mover"] or seat in (view["winners"] or ()) else WELL
            yield f'<rect x="{x + 5:.1f}" y="20" width="{width - 10:.1f}" height="{tall}" rx="12" fill="{ground}"/>'
            yield f'<g transform="translate({x + 12:.1f} 28) scale(.2)" fill="{ON_MAT}">{PENNANTS[seat]}</g>'
            yield (
                f'<svg x="{x + 37:.1f}" y="24" width="{width - 46:.1f}" height="30"><text y="20" {FONT} font-weight="700" font-size="16"'
                f' fill="{ON_MAT}">{escape(_cut(names[seat] if seat < len(names) else str(seat), 12))}</text></svg>'
            )
            yield from _small_hand(view, seat, x + 14, 124)
        if view["phase"] != "goal" or str(place) in view["goals"]:
            colour = view["goals"].get(str(place))
            yield f'<g transform="translate({middle - 42:.1f} 54) scale(.6)">{_goal(colour)}</g>'
        if place < 4:
            tip = x + width + 4
            yield f'<path d="M{tip - 8:.1f} 80L{tip:.1f} 86L{tip - 8:.1f} 92" fill="none" stroke="{ON_MAT}" stroke-width="2.4"/>'


def _small_hand(view: dict[str, Any], seat: int, x: float, y: float) -> Iterator[str]:
    """A hand beside its goal: open after the end; else backs, with the remembered cards face up, and their number."""
    if view["is_open"]:
        for number, spelling in enumerate(view["hands"][seat]):
            yield f'<g transform="translate({x + 28 * (number % 4):.1f} {y + 44 * (number // 4):.1f}) scale(.27)">{card(spelling)}</g>'
        return
    shown = view["remembered"][seat]
    count = view["hand_sizes"][seat]
    for number in range(count):
        piece = card(shown[number]) if number < len(shown) else _back(100, 140)
        yield f'<g transform="translate({x + _fan(count) * number:.1f} {y}) scale(.25)">{piece}</g>'
    yield f'<text x="{x + 112:.1f}" y="{y + 24}" text-anchor="end" {FONT} font-weight="800" font-size="17" fill="{ON_MAT}">{count}</text>'


def _cut(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


def _layout(view: dict[str, Any]) -> tuple[str, float, float]:
    """The layout with its coordinates, the largest group of the seat's own goal or those of the winners outlined; its width and height unscaled."""
    cells = {_place(place): spelling for place, spelling in view["layout"].items()}
    hole = _place(view["lifted_from"]) if view["lifted_from"] else None
    spots = [*cells, hole] if hole else list(cells)
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    low, high = min(y for _, y in spots), max(y for _, y in spots)
    drawn = []
    for x in range(left, right + 1):
        drawn.append(_axis(40 + (x - left) * 107 + 50, 16, x))
    for y in range(low, high + 1):
        drawn.append(_axis(14, 30 + (high - y) * 147 + 78, y))
    for (x, y), spelling in sorted(cells.items(), key=lambda item: (-item[0][1], item[0][0])):
        piece = _silver(view) if spelling == "silver" else card(spelling)
        drawn.append(f'<g transform="translate({40 + (x - left) * 107} {30 + (high - y) * 147})">{piece}</g>')
    if hole:
        x, y = 43 + (hole[0] - left) * 107, 33 + (high - hole[1]) * 147
        drawn.append(f'<rect x="{x}" y="{y}" width="94" height="134" rx="8" fill="none" stroke="{INK}" stroke-width="3" stroke-dasharray="9 7"/>')
    for group in view["won"] or ([view["group"]] if view["group"] else []):
        drawn.append(_outline([(x, y) for x, y in group["squares"]], left, high))
    return "".join(drawn), 40 + (right - left + 1) * 107, 30 + (high - low + 1) * 147


def _axis(x: float, y: float, number: int) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="middle" {FONT} font-weight="700" font-size="21" fill="{ON_MAT}">{number}</text>'


def _outline(squares: list[tuple[int, int]], left: int, high: int) -> str:
    """A paper line with ink edges round the quarters of a group."""
    drawn = []
    inside = set(squares)
    for x, y in sorted(squares):
        column, row = x - 2 * (x // 2), 1 - (y - 2 * (y // 2))
        across, down = 40 + (x // 2 - left) * 107 + column * 50, 30 + (high - y // 2) * 147 + row * 70
        near, far = across - (3.5 if column == 0 else 0), across + (53.5 if column else 50)
        upper, lower = down - (3.5 if row == 0 else 0), down + (73.5 if row else 70)
        if (x - 1, y) not in inside:
            drawn.append(f"M{near} {upper}V{lower}")
        if (x + 1, y) not in inside:
            drawn.append(f"M{far} {upper}V{lower}")
        if (x, y + 1) not in inside:
            drawn.append(f"M{near} {upper}H{far}")
        if (x, y - 1) not in inside:
            drawn.append(f"M{near} {lower}H{far}")
    line = "".join(drawn)
    return "".join(
        f'<path d="{line}" fill="none" stroke="{paint}" stroke-width="{thick}" stroke-linecap="round" stroke-linejoin="round"/>'
        for paint, thick in ((INK, 9), (PAPER, 5))
    )


def _own(view: dict[str, Any]) -> tuple[str, float]:
    """Below the layout: the deck, a lifted card, and the seat's own goal and hand."""
    drawn = [f'<g transform="translate(30 10) scale(.6)">{_back(100, 140) if view["deck"] else ""}</g>', _label(60, 84, str(view["deck"]), 40)]
    x, y = 116.0, 10.0
    if view["lifted"]:
        ring = f'<rect x="-4" y="-4" width="108" height="148" rx="11" fill="none" stroke="{INK}" stroke-width="5"/>'
        drawn.append(f'<g transform="translate({x} 6) scale(.6)">{card(view["lifted_as"])}{ring}</g>')
        x += 84
    if view["seat"] is None:
        return "".join(drawn), 108
    own = view["goals"].get(str(view["places"].index(view["seat"])))
    if own is not None:
        drawn.append(f'<g transform="translate({x} 10) scale(.84)">{_goal(own)}</g>')
        x += 134
    room = max(1, int((WIDTH - 24 - x) // 78))
    hand = view["hand"]
    for number, spelling in enumerate(hand):
        drawn.append(f'<g transform="translate({x + 78 * (number % room)} {y + 106 * (number // room)}) scale(.7)">{card(spelling)}</g>')
    return "".join(drawn), max(108, 106 * ((len(hand) + room - 1) // room) + 4)


def _place(text: str) -> tuple[int, int]:
    x, _, y = text.partition(",")
    return int(x), int(y)


# ------------------------------------------------------------------ letters
STYLES: Final = {"R": "red", "Y": "yellow", "B": "blue", "G": "green", "K": "bold", "*": "bold", "@": "bold"}
COLUMNS: Final = 80
ACROSS: Final = 24  # cards side by side that fit
LEAST_BESIDE: Final = 32  # columns beside the layout in which something can be told
# How names and words get by without their accents where only plain letters can be shown.
PLAIN: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "…": "...", "’": "'", "–": "-"})


def letters(view: dict[str, Any], words: Words, pen: Pen) -> list[str]:
    """The table in letters: the layout as a grid of quarters with its coordinates, then goals, hands, pile and deck.

    Compact, the cards of a column touch, and what is told of the table stands beside the layout if it is narrow enough.
    """
    lines = list(_grid(view, words, pen))
    across = [_place(place)[0] for place in view["layout"]]
    width = 5 + 3 * (max(across) - min(across) + 3) + 1
    is_beside = pen.is_compact and COLUMNS - width - 2 >= LEAST_BESIDE
    facts = [line for text in _facts(view, words) for line in _folded(text, pen, COLUMNS - width - 2 if is_beside else COLUMNS)]
    if not is_beside:
        return [*(line.rstrip() for line in lines), *facts]
    pairs = zip_longest(lines, facts, fillvalue="")
    return [f"{line or ' ' * width}  {fact}".rstrip() for line, fact in pairs]


def _folded(text: str, pen: Pen, columns: int = COLUMNS) -> list[str]:
    if not pen.unicode:
        text = text.translate(PLAIN).encode("ascii", "replace").decode("ascii")
    return textwrap.wrap(text, columns, subsequent_indent="    ")


def _facts(view: dict[str, Any], words: Words) -> Iterator[str]:
    if view["lifted"]:
        yield words.tell(say("letters.lifted", card=in_words(view["lifted_as"]), place=view["lifted_from"]))
    for place, seat in enumerate(view["places"]):
        colour = view["goals"].get(str(place))
        goal = say(f"colour.{colour}") if colour else say("letters.hidden")
        known = {"place": place, "goal": goal}
        if seat is None:
            yield words.tell(say("letters.nobody", **known))
        elif view["is_open"] or seat == view["seat"]:
            yield words.tell(say("letters.open", **known, seat=Seat(seat), cards=_hand(view["hands"][seat] if view["is_open"] else view["hand"])))
        else:
            hidden = {**known, "seat": Seat(seat), "count": view["hand_sizes"][seat]}
            cards = view["remembered"][seat]
            yield words.tell(say("letters.known", **hidden, cards=_hand(cards)) if cards else say("letters.closed", **hidden))
    yield words.tell(say("letters.deck", deck=view["deck"], pile=view["pile"]))


def _hand(cards: Iterable[str]) -> str:
    return "  ".join(cards) or "-"


def _grid(view: dict[str, Any], words: Words, pen: Pen) -> Iterator[str]:
    """The cards two letters wide and two high; where the layout is too wide, the columns that show the most of it."""
    cells = {_place(place): spelling for place, spelling in view["layout"].items()}
    left, right = min(x for x, _ in cells) - 1, max(x for x, _ in cells) + 1
    low, high = min(y for _, y in cells), max(y for _, y in cells)
    if right - left >= ACROSS:
        left = max(range(left, right - ACROSS + 2), key=lambda start: (sum(start <= x < start + ACROSS for x, _ in cells), -start))
        right = left + ACROSS - 1
    hidden = sum(not left <= x <= right for x, _ in cells)
    if hidden:
        yield from (pen("bold", line) for line in _folded(words.tell(say("letters.cut", count=hidden)), pen))
    yield pen("dim", "     " + "".join(f"{x:>3}" for x in range(left, right + 1))) + " "
    for y in range(high, low - 2, -1):
        if not pen.is_compact:
            yield pen("dim", _edge(cells, left, right, y, pen))
        if y >= low:
            for row in range(2):
                line = pen("dim", f"{y:>4} " if row == 0 else "     ")
                for x in range(left, right + 2):
                    line += pen("dim", _wall(pen)) if (x, y) in cells or (x - 1, y) in cells else " "
                    if x <= right:
                        line += _half(view, cells.get((x, y)), row, pen)
                yield line


def _wall(pen: Pen) -> str:
    return "│" if pen.unicode else "|"


def _edge(cells: dict[tuple[int, int], str], left: int, right: int, y: int, pen: Pen) -> str:
    """The line above the cards of row y."""
    cross, dash = ("┼", "─") if pen.unicode else ("+", "-")
    line = "     "
    for x in range(left, right + 2):
        line += cross if any(near in cells for near in ((x, y), (x - 1, y), (x, y + 1), (x - 1, y + 1))) else " "
        if x <= right:
            line += 2 * dash if (x, y) in cells or (x, y + 1) in cells else "  "
    return line.rstrip()


def _half(view: dict[str, Any], spelling: str | None, row: int, pen: Pen) -> str:
    """One line of a card: two quarters. The silver dragon is @ with its colour crosswise."""
    if spelling is None:
        return "  "
    if spelling == "silver":
        colour = view["silver"] if view["pile"] else "*"
        spelling = f"@{colour}{colour}@"
    return "".join(pen(STYLES[letter], letter) for letter in spelling[2 * row : 2 * row + 2])
