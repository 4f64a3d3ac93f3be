"""The hand that draws every game: linocut pigments, dragons, mat and lettering as SVG, and plain letters for a terminal.

What looks the same in every game stands here; what only one game has stands in its `picture.py`. Knows no game, no view and no rule. A shape
is a path in a box of 100 by 100 unless it says otherwise; pictures put it where they want it.
"""

from html import escape
from typing import Final

from dragonhoard.contract import Pen
from dragonhoard.language import in_ascii

# ------------------------------------------------------------------ the room
PAPER: Final = "#FBF6EA"
INK: Final = "#241F17"
MAT: Final = "#AAB6A1"
WELL: Final = "#97A48E"  # where pieces may lie
STITCH: Final = "#8E9C87"
ON_MAT: Final = "#1E241C"  # letters on the mat
DASH: Final = "#2B3429"  # dashes and small letters on the mat
SHEET: Final = "#F6F1E4"
BRASS: Final = "#F1DCA2"  # whose turn it is
BACK: Final = "#3A3D36"  # of a card or tile
FONTS: Final = "'Alegreya Sans', Verdana, sans-serif"

# ------------------------------------------------------------------ dragons: red, yellow, blue, green, purple, black, silver
# field, head, pattern
PIGMENTS: Final = {
    "R": ("#A6290D", "#3A0B05", "#D9694B"),
    "Y": ("#EBC24A", "#7D4B05", "#FBE49B"),
    "B": ("#245D94", "#071A31", "#5E93C4"),
    "G": ("#45A56D", "#0F4629", "#8CCBA3"),
    "P": ("#B682DB", "#472068", "#D9BBEE"),
    "K": ("#221D15", "#7E7362", "#4A4236"),
    "S": ("#AEB6B4", "#4B5655", "#DDE3E1"),
}
CONTOURS: Final = {"R": "#F3B48F", "B": "#A9CDE8"}  # where head and field are nearest in brightness
# A head is a jaw or a beak, what stands out behind it (horns, fins, antlers, rays, hoods), and the cuts; it looks to the left.
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
BEAKED: Final = "YK"
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
    "P": "M22 82C20 88 20 94 23 100C27 96 29 93 30 89C32 92 34 94 37 95C38 90 37.5 85 35 80Z",
    "K": (
        "M52 36C46 28 44 17 49 3C53 13 60 20 68 24C65 28 63 32 62 37ZM64 35C64 24 72 12 88 5C85 13 86 20 91 26C88 27 86 30 86 33C91 33"
        " 96 36 99 41C95 42 92.5 45 92 49C96 51 99 55 100 61C97 61 94 63 92 66L80 48ZM34 41L32 33L40 36ZM26 46L23 39L31 43Z"
    ),
    "S": "M52 35C54 18 68 4 88 3C76 10 71 20 73 30C74 37 78 42 84 45C86 47 92 49 97 48C93 55 90 60 89 66C84 50 70 38 52 35Z",
}
# of the purple one: a line as thick as a horn, where the others are outlines
RAM_HORN: Final = "M57 33C56 17 69 6 83 8.5C96 11 99.5 26 91 34C84 40 73.5 36.5 75 28C76 23 82 22 84 26"
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
    "P": (
        "M53.5 22L61 25.5M59.5 12.5L65 18.5M69.5 5.5L72.5 13M81.5 4L80.5 12M92 9.5L86.5 15.5M97.5 19.5L89.5 21.5M96.5 31L89.5 28M86.5 40.5L85 33"
        "M71 61.5L72.3 65L76 66.3L72.3 67.6L71 71.2L69.7 67.6L66 66.3L69.7 65ZM83 71.5L84.3 75L88 76.3L84.3 77.6L83 81.2L81.7 77.6L78 76.3L81.7 75"
        "ZM78.5 87L79.6 90L82.5 91L79.6 92L78.5 95L77.4 92L74.5 91L77.4 90Z"
    ),
    "K": (
        "M50.5 13C52 20 55 26 59 30M68 33C71 25 77 17 83 12.5M74 38C78 33 81 30 84 28.5M80 43C84 40.5 88 39.5 91.5 40M85 50C88 50 91 51"
        " 94 54M62 48L69 51L76 48M65 58L72.5 61L80 58M69 68.5L76.5 71.5L84 68.5M74 79L81.5 82L89 79M77 90L84 93L91 90"
    ),
    "S": ("M60 30C63 20 69 12 77 7.5M62 49C68 50 73 54 76 60M66 60C71 61 75.5 65 78 70M71 71C75.5 72.5 79.5 76 82 81M76 83C80 84.5 83.5 88 85 92"),
}
NOSTRIL_AND_BROW: Final = "M12.5 53C14.5 51 17 51 18.5 52.6M35.5 43C41 36.5 50 34.5 58 38"
THROAT: Final = "M60.5 83C64 84 67 83.5 69.5 82M58.5 90C63 91.5 67.5 91 71 89M54.5 97C60 98.5 66.5 98 71.5 96"
EYE: Final = "M37.5 48.5C42 42 49.5 40.5 55 43.5C51.5 49.5 44 51.5 37.5 48.5Z"
PUPIL: Final = "M46.5 42.6C49 44.5 49 47.8 46 49.6C44.3 47.6 44.5 44.6 46.5 42.6Z"
# What a field is strewn with, 24 by 24: flames, crosses, waves, leaves, four-pointed stars, chevrons; and how wide a line, if it is one.
PATTERNS: Final = {
    "R": ("M6 20C3 15 8 12 6 6C11 9 12 14 9 20ZM18 8C15 3 20 0 18 -6C23 -3 24 2 21 8ZM18 32C15 27 20 24 18 18C23 21 24 26 21 32Z", 0),
    "Y": ("M6 2V10M2 6H10M18 14V22M14 18H22", 2.2),
    "B": ("M0 6C4 2 8 2 12 6S20 10 24 6M0 18C4 14 8 14 12 18S20 22 24 18", 2),
    "G": ("M6 3C11 5 11 11 6 13C1 11 1 5 6 3ZM18 15C23 17 23 23 18 25C13 23 13 17 18 15ZM18 -9C23 -7 23 -1 18 1C13 -1 13 -7 18 -9Z", 0),
    "P": ("M6 1L7.4 4.6L11 6L7.4 7.4L6 11L4.6 7.4L1 6L4.6 4.6ZM18 13L19.4 16.6L23 18L19.4 19.4L18 23L16.6 19.4L13 18L16.6 16.6Z", 0),
    "K": ("M0 9L6 3L12 9L18 3L24 9M0 21L6 15L12 21L18 15L24 21", 2),
}

# ------------------------------------------------------------------ eggs and seats
EGG: Final = "M50 5C70 5 87 37 87 60C87 81 71 95 50 95C29 95 13 81 13 60C13 37 30 5 50 5Z"
BANDS: Final = "M33 40Q41.5 50 50 40Q58.5 50 67 40M24 56Q32.7 66 41.3 56Q50 66 58.7 56Q67.3 66 76 56M32 72Q41 82 50 72Q59 82 68 72"
# Seats have a shape, for colours belong to dragons: sun, moon, oak, key, bell, fish.
PENNANTS: Final = (
    (
        "M50 28A22 22 0 1 0 50.01 28ZM46 4H54L53 20H47ZM46 96H54L53 80H47ZM4 46V54L20 53V47ZM96 46V54L80 53V47ZM15 20L20 15L31 27L27 31Z"
        "M85 20L80 15L69 27L73 31ZM15 80L20 85L31 73L27 69ZM85 80L80 85L69 73L73 69Z"
    ),
    "M64 10A42 42 0 1 0 90 66A34 34 0 0 1 64 10Z",
    "M46 94V64C30 68 16 54 26 42C12 34 22 14 38 22C42 4 62 6 64 22C82 16 90 36 76 44C86 58 70 70 54 64V94Z",
    "M30 8A22 22 0 1 0 41 49L76 84L90 84L90 70L82 70V62L74 62L52 40A22 22 0 0 0 30 8ZM29 22A8 8 0 1 0 29 38A8 8 0 0 0 29 22Z",
    "M50 10C70 10 74 28 75 46C76 60 80 66 88 74H12C20 66 24 60 25 46C26 28 30 10 50 10ZM38 80H62A12 12 0 0 1 38 80Z",
    "M6 50C24 22 56 22 72 44L94 26V74L72 56C56 78 24 78 6 50ZM28 46A5 5 0 1 0 28 56A5 5 0 0 0 28 46Z",
)


def head(colour: str) -> str:
    """A dragon's head."""
    shapes = [f"M{part}" for part in BEHIND[colour].split("M")[1:]] + [BEAK if colour in BEAKED else JAW]
    drawn = "".join(f'<path d="{shape}"/>' for shape in shapes)
    contour = CONTOURS.get(colour, "")
    if contour:
        contour = f'<g fill="{contour}" stroke="{contour}" stroke-width="4.4" stroke-linejoin="round">{drawn}</g>'
    deep = PIGMENTS[colour][1]
    horn = f'<path d="{RAM_HORN}" fill="none" stroke="{deep}" stroke-width="11.5" stroke-linecap="round"/>' if colour == "P" else ""
    cuts = stroked(NOSTRIL_AND_BROW + CUTS[colour] + THROAT, PAPER, 2.1)
    return f'{contour}{horn}<g fill="{deep}">{drawn}</g><path d="{EYE}" fill="{PAPER}"/><path d="{PUPIL}" fill="{INK}"/>{cuts}'


def pattern(name: str, colour: str) -> str:
    """What a dragon's field is strewn with, as a pattern of that name."""
    shape, line = PATTERNS[colour]
    light = PIGMENTS[colour][2]
    style = f'fill="none" stroke="{light}" stroke-width="{line:g}" stroke-linecap="round"' if line else f'fill="{light}"'
    return f'<pattern id="{name}" width="24" height="24" patternUnits="userSpaceOnUse"><path d="{shape}" {style} opacity="0.6"/></pattern>'


def scales(name: str) -> str:
    """What the back of a card is strewn with, as a pattern of that name."""
    shape = "M0 0A6 6 0 0 0 12 0M-6 6A6 6 0 0 0 6 6A6 6 0 0 0 18 6"
    style = 'stroke="#5C5F53" stroke-width="1.3" fill="none"'
    return f'<pattern id="{name}" width="12" height="12" patternUnits="userSpaceOnUse"><path d="{shape}" {style}/></pattern>'


def egg() -> str:
    """A dragon's egg."""
    return f'<path d="{EGG}" fill="#EFE3C8" stroke="{INK}" stroke-width="5" stroke-linejoin="round"/>' + stroked(BANDS, "#8A7A56", 4)


def pennant(seat: int, x: float, y: float, scale: float, colour: str = INK) -> str:
    """The sign of a seat."""
    return f'<path d="{PENNANTS[seat]}" fill-rule="evenodd" transform="translate({x:g} {y:g}) scale({scale:g})" fill="{colour}"/>'


# ------------------------------------------------------------------ strokes and lettering
def mat(width: float, height: float, title: str, definitions: str) -> list[str]:
    """How a picture begins: the mat with its stitched edge. What lies on it follows, and `</svg>`."""
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONTS}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<defs>{definitions}</defs>",
        rect(0, 0, width, height, 18, f'fill="{MAT}"'),
        rect(7, 7, width - 14, height - 14, 13, f'fill="none" stroke="{STITCH}" stroke-width="1.5" stroke-dasharray="6 4"'),
    ]


def rect(x: float, y: float, width: float, height: float, radius: float, rest: str) -> str:
    """A rectangle with round corners; `rest` says how it is painted."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" {rest}/>'


def stroked(path: str, colour: str, width: float) -> str:
    """A path as a line with round ends."""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"/>'


def text(x: float, y: float, words: object, size: float, colour: str = INK, anchor: str = "middle", weight: int = 700) -> str:
    """Lettering whose foot stands on y."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" fill="{colour}" text-anchor="{anchor}">{escape(str(words))}</text>'


def short(name: str, longest: int) -> str:
    """A name cut to so many letters."""
    return name if len(name) <= longest else name[: longest - 1] + "…"


# ------------------------------------------------------------------ letters
def plain(words: str, pen: Pen) -> str:
    """The words as this pen can write them."""
    return words if pen.has_unicode else in_ascii(words)
