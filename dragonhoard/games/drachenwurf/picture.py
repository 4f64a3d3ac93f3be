"""Drachenwurf drawn: a view as SVG, paper tiles on a mat in flat print, and as letters for a terminal.

Works from the view alone and knows no rules. A tile tells its colour by pigment, head, pattern and letter, and its landscape by skyline and
letter, so that any of them may fail. Seats carry shapes, since colours belong to the dragons.
"""

from html import escape
from typing import Any, Final

from dragonhoard.contract import Pen
from dragonhoard.language import Seat, Words

# ------------------------------------------------------------------ pigments
PAPER: Final = "#FBF6EA"
INK: Final = "#241F17"
MAT: Final = "#AAB6A1"
WELL: Final = "#97A48E"
STITCH: Final = "#8E9C87"
DASH: Final = "#2B3429"
SHEET: Final = "#F6F1E4"
BRASS: Final = "#F1DCA2"
TRAY: Final = "#5C432E"
HOLLOW: Final = "#47331F"
STONE: Final = "#D9C79A"
BACK: Final = "#3A3D36"
# field, dragon, pattern, and for the dark ones the rim that sets a dragon off its field
PIGMENTS: Final = {
    "R": ("#A6290D", "#3A0B05", "#D9694B", "#F3B48F"),
    "B": ("#245D94", "#071A31", "#5E93C4", "#A9CDE8"),
    "G": ("#45A56D", "#0F4629", "#8CCBA3", "none"),
    "Y": ("#EBC24A", "#7D4B05", "#FBE49B", "none"),
    "P": ("#B682DB", "#472068", "#D9BBEE", "none"),
    "K": ("#221D15", "#7E7362", "#4A4236", "none"),
}

# ------------------------------------------------------------------ motifs: heads in a box of 100 by 100, landscapes in one of 100 by 62
EYE: Final = "M37.5 48.5C42 42 49.5 40.5 55 43.5C51.5 49.5 44 51.5 37.5 48.5Z"
PUPIL: Final = "M46.5 42.6C49 44.5 49 47.8 46 49.6C44.3 47.6 44.5 44.6 46.5 42.6Z"
FACE: Final = "M12.5 53C14.5 51 17 51 18.5 52.6M35.5 43C41 36.5 50 34.5 58 38M60.5 83C64 84 67 83.5 69.5 82M58.5 90C63 91.5 67.5 91 71 89"
TOOTHED: Final = (
    "M7 58C6 52 9 47 14 45.5C19 44 23 47 28 46.5C34 46 36 39 42 35C48 31 57 29.5 64 33C76 38 86 49 91 64C94.5 75 96 88 96 100L49 100C54 94"
    " 58.5 88 57.5 81C56.8 77 54 75.5 49.5 77C42 79.5 35 83.5 27 83.5C21 83.5 17 80.5 14.5 76C22 77.5 30 75 37 71C41.5 68.5 45 66 47 62.5C41"
    " 65 35 66.3 30 66.3L27.8 71L24.6 66.5L20 66.5L17.4 71.5L14 65.6C10.5 64.8 7.7 62.5 7 58Z"
)
BEAKED: Final = (
    "M5 66C5 58 8 50 15 46.5C20 44 24 46 29 45C34 44 37 38 43 34.5C49 31 57 29.5 64 33C76 38 86 49 91 64C94.5 75 96 88 96 100L49 100C54 94"
    " 58.5 88 57.5 81C56.8 77 54 75.5 49.5 77C43 79.2 36 82 29 82C23 82 18.5 79.5 16 75C23 76 31 73.5 37.5 70C42 67.5 45 65.5 47 62.5C39 65.5"
    " 30 66.5 21 65.5C15 64.8 11 66.5 9.5 73C6.5 71.5 5.1 69 5 66Z"
)
BEHIND: Final = {
    "R": (
        "M60 36C66 22 79 10 97 4C91 16 84 28 73 41ZM50 33C53 20 62 8 76 1C73 13 68 24 61 34ZM76 44C82 41 88 35 91 27C95 36 95 44 91 52C95 51 98 48"
        " 100 45C100 56 98 64 93 70ZM40 37L41 27L47 34Z"
    ),
    "B": (
        "M50 36C48 24 52 12 60 3C63 9 66 11 71 10C72 16 75 19 81 19C81 25 84 29 90 30C88 36 90 42 96 45C92 50 92 57 95 63L88 66C82 50 68 38 50 36Z"
        "M94 62C98 66 100 72 100 80L95 84ZM20 80C17 86 12 90 5 91C8 94 14 94 19 91C23 88.5 25.5 85 26 81Z"
    ),
    "G": (
        "M58 36C57 29 59 23 63 18C60 15 58 10 59 4C63 8 66 11 69 12C73 8 78 4 85 2C83 8 80 12 75 16C81 16 88 15 94 11C92 18 86 22 78 22.5C71 23"
        " 67.5 28 67 37ZM44 35C40 29 39 23 41 17C36 16 33 12 32 6C37 9 41 10 44 10C45 6 47 3 50 0C51.5 6 50 11 47.5 15C48.5 22 51 28 55 33ZM27 81"
        "C25 88 28 94 34 98C40 93 41.5 86 38 79.5ZM70 39C80 34 90 35 98 41C92 50 83 52 75 48Z"
    ),
    "Y": (
        "M49.2 38.9L34.1 15L53.6 35.5ZM53.9 35.3L49.7 15.4L59.2 33.4ZM59.5 33.3L61.4 5L65.2 33.1ZM65.5 33.2L73.7 14.5L70.9 34.7ZM71.2 34.9L89.3 13"
        "L75.8 38ZM76.1 38.2L93.7 28L79.5 42.6ZM79.7 42.9L107.2 35.9L81.6 48.2ZM81.7 48.5L102 50.6L81.9 54.2ZM81.8 54.5L108.2 65L80.3 59.9ZM80.1"
        " 60.2L95.3 73.8L77 64.8ZM13 47C12 40 14 33 19 28C22 34 23 40 23 47Z"
    ),
    "P": "M22 82C20 88 20 94 23 100C27 96 29 93 30 89C32 92 34 94 37 95C38 90 37.5 85 35 80Z",
    "K": (
        "M52 36C46 28 44 17 49 3C53 13 60 20 68 24C65 28 63 32 62 37ZM64 35C64 24 72 12 88 5C85 13 86 20 91 26C88 27 86 30 86 33C91 33 96 36 99 41"
        "C95 42 92.5 45 92 49C96 51 99 55 100 61C97 61 94 63 92 66L80 48ZM34 41L32 33L40 36ZM26 46L23 39L31 43Z"
    ),
}
# a line as thick as a horn, where the others are outlines
RAM_HORN: Final = "M57 33C56 17 69 6 83 8.5C96 11 99.5 26 91 34C84 40 73.5 36.5 75 28C76 23 82 22 84 26"
CUTS: Final = {
    "R": (
        "M66 30C71 22 78 15 86 10.5M56.5 27C59 20 63 14 68 9.5M63 47C71 50 76 57 78 66M61 56C67 59 70.5 64 72 71M80.5 58C84 64 86 70 87 77M76 80"
        "C79 83 80 88 79 94C83 91 86 92 87 97"
    ),
    "B": (
        "M56 34C56 24 58 15 61 9M62 35C66 27 70 20 73 15M69 39C74 33 79 28 83 24.5M76 45C81 41 86 38 90.5 36.5M62 50C66 48 70 48 72.5 51C74.5 54"
        " 78 54.5 81.5 52.5M64 61C68 59 72 59 74.5 62C76.5 65 80 65.5 84 63.5M67 72C71 70 75 70 77.5 73C79.5 76 83.5 76.5 88 74.5M74 84C77 82.5 80"
        " 83 82 85.5C84 88 88 88 91 86.5"
    ),
    "G": (
        "M75 44C82 41 88 40.5 93 41.5M80 42.5L84 38.5M82 42L86 45M33 83L34.2 93M63 52C69 50 74 52 77 57C71 60 66 58 63 52ZM69 65C75 63 80 65 83 70"
        "C77 73 72 71 69 65ZM76 79C81 77 86 79 89 84C83 87 79 85 76 79Z"
    ),
    "Y": (
        "M17 44.5C16.7 41 17.2 37.5 18.5 34.5M66 45A19 19 0 0 1 79 59A21 21 0 0 1 76 74M64 54A10.5 10.5 0 0 1 69.5 62A11 11 0 0 1 67 71M78 80L83"
        " 78M77 86L84 86.5M77 92L83 95"
    ),
    "P": (
        "M53.5 22L61 25.5M59.5 12.5L65 18.5M69.5 5.5L72.5 13M81.5 4L80.5 12M92 9.5L86.5 15.5M97.5 19.5L89.5 21.5M96.5 31L89.5 28M86.5 40.5L85 33"
        "M71 61.5L72.3 65L76 66.3L72.3 67.6L71 71.2L69.7 67.6L66 66.3L69.7 65ZM83 71.5L84.3 75L88 76.3L84.3 77.6L83 81.2L81.7 77.6L78 76.3L81.7 75"
        "ZM78.5 87L79.6 90L82.5 91L79.6 92L78.5 95L77.4 92L74.5 91L77.4 90Z"
    ),
    "K": (
        "M50.5 13C52 20 55 26 59 30M68 33C71 25 77 17 83 12.5M74 38C78 33 81 30 84 28.5M80 43C84 40.5 88 39.5 91.5 40M85 50C88 50 91 51 94 54M62"
        " 48L69 51L76 48M65 58L72.5 61L80 58M69 68.5L76.5 71.5L84 68.5M74 79L81.5 82L89 79M77 90L84 93L91 90"
    ),
}
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
PATTERNS: Final = {
    "R": (
        '<path d="M6 20C3 15 8 12 6 6C11 9 12 14 9 20ZM18 8C15 3 20 0 18 -6C23 -3 24 2 21 8ZM18 32C15 27 20 24 18 18C23 21 24 26 21 32Z" fill="{}"/>'
    ),
    "B": '<path d="M0 6C4 2 8 2 12 6S20 10 24 6M0 18C4 14 8 14 12 18S20 22 24 18" fill="none" stroke="{}" stroke-width="2"/>',
    "G": (
        '<path d="M6 3C11 5 11 11 6 13C1 11 1 5 6 3ZM18 15C23 17 23 23 18 25C13 23 13 17 18 15ZM18 -9C23 -7 23 -1 18 1C13 -1 13 -7 18 -9Z"'
        ' fill="{}"/>'
    ),
    "Y": '<path d="M6 2V10M2 6H10M18 14V22M14 18H22" stroke="{}" stroke-width="2.2" stroke-linecap="round"/>',
    "P": (
        '<path d="M6 1L7.4 4.6L11 6L7.4 7.4L6 11L4.6 7.4L1 6L4.6 4.6ZM18 13L19.4 16.6L23 18L19.4 19.4L18 23L16.6 19.4L13 18L16.6 16.6Z" fill="{}"/>'
    ),
    "K": '<path d="M0 9L6 3L12 9L18 3L24 9M0 21L6 15L12 21L18 15L24 21" fill="none" stroke="{}" stroke-width="2"/>',
}
EGG: Final = "M50 5C70 5 87 37 87 60C87 81 71 95 50 95C29 95 13 81 13 60C13 37 30 5 50 5Z"
BANDS: Final = "M33 40Q41.5 50 50 40Q58.5 50 67 40M24 56Q32.7 66 41.3 56Q50 66 58.7 56Q67.3 66 76 56M32 72Q41 82 50 72Q59 82 68 72"
KEEP: Final = "M4 4H24V16H38V4H62V16H76V4H96V24H84V38H96V62H84V76H96V96H76V84H62V96H38V84H24V96H4V76H16V62H4V38H16V24H4Z"
PENNANTS: Final = (  # sun, moon, oak, key, bell, fish
    "M50 28A22 22 0 1 0 50.01 28ZM46 4H54L53 20H47ZM46 96H54L53 80H47ZM4 46V54L20 53V47ZM96 46V54L80 53V47Z",
    "M64 10A42 42 0 1 0 90 66A34 34 0 0 1 64 10Z",
    "M46 94V64C30 68 16 54 26 42C12 34 22 14 38 22C42 4 62 6 64 22C82 16 90 36 76 44C86 58 70 70 54 64V94Z",
    "M30 8A22 22 0 1 0 41 49L76 84L90 84L90 70L82 70V62L74 62L52 40A22 22 0 0 0 30 8ZM29 22A8 8 0 1 0 29 38A8 8 0 0 0 29 22Z",
    "M50 10C70 10 74 28 75 46C76 60 80 66 88 74H12C20 66 24 60 25 46C26 28 30 10 50 10ZM38 80H62A12 12 0 0 1 38 80Z",
    "M6 50C24 22 56 22 72 44L94 26V74L72 56C56 78 24 78 6 50ZM28 46A5 5 0 1 0 28 56A5 5 0 0 0 28 46Z",
)

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
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            "font-family=\"'Alegreya Sans', Verdana, sans-serif\">"
        ),
        f"<title>Drachenwurf: {escape(', '.join(names))}</title>",
        f"<defs>{_symbols()}</defs>",
        _rect(0, 0, WIDTH, height, 18, f'fill="{MAT}"'),
        _rect(7, 7, WIDTH - 14, height - 14, 13, f'fill="none" stroke="{STITCH}" stroke-width="1.5" stroke-dasharray="6 4"'),
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
        (
            '<pattern id="dw-scales" width="12" height="12" patternUnits="userSpaceOnUse">'
            '<path d="M0 0A6 6 0 0 0 12 0M-6 6A6 6 0 0 0 6 6A6 6 0 0 0 18 6" stroke="#5C5F53" stroke-width="1.3" fill="none"/></pattern>'
        ),
        (
            f'<g id="dw-egg"><path d="{EGG}" fill="#EFE3C8" stroke="{INK}" stroke-width="5"/>'
            f'<path d="{BANDS}" fill="none" stroke="#8A7A56" stroke-width="4" stroke-linecap="round"/></g>'
        ),
    ]
    for colour, (field, dragon, light, rim) in PIGMENTS.items():
        jaw = BEAKED if colour in "YK" else TOOTHED
        outline = f"{BEHIND[colour]}{jaw}"
        contour = "" if rim == "none" else f'<path d="{outline}" fill="{rim}" stroke="{rim}" stroke-width="4.4" stroke-linejoin="round"/>'
        horn = f'<path d="{RAM_HORN}" fill="none" stroke="{dragon}" stroke-width="11.5" stroke-linecap="round"/>' if colour == "P" else ""
        found += [
            f'<pattern id="dw-pattern-{colour}" width="24" height="24" patternUnits="userSpaceOnUse">{PATTERNS[colour].format(light)}</pattern>',
            (
                f'<g id="dw-head-{colour}">{contour}{horn}<path d="{BEHIND[colour]}" fill="{dragon}"/><path d="{jaw}" fill="{dragon}"/>'
                f'<path d="{EYE}" fill="{PAPER}"/><path d="{PUPIL}" fill="{INK}"/>'
                f'<path d="{FACE}{CUTS[colour]}" fill="none" stroke="{PAPER}" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round"/></g>'
            ),
            (
                f'<g id="dw-field-{colour}" clip-path="url(#dw-window)"><rect width="100" height="62" fill="{field}"/>'
                f'<rect width="100" height="62" fill="url(#dw-pattern-{colour})" opacity="0.55"/>'
                f'<use href="#dw-head-{colour}" transform="translate(30 0) scale(0.66)"/></g>'
            ),
            (
                f'<g id="dw-die-{colour}"><rect y="6" width="100" height="100" rx="20" fill="{INK}"/><g clip-path="url(#dw-die)">'
                f'<rect width="100" height="100" fill="{field}"/><rect width="100" height="100" fill="url(#dw-pattern-{colour})" opacity="0.55"/>'
                f'<use href="#dw-head-{colour}" transform="translate(22 22) scale(0.78)"/></g>'
                f'<rect x="3" y="3" width="94" height="94" rx="17" fill="none" stroke="{PAPER}" stroke-width="6"/></g>'
            ),
        ]
    found += [f'<g id="dw-land-{letter}" clip-path="url(#dw-window)">{drawn}</g>' for letter, drawn in LANDS.items()]
    return "".join(found)


def _text(x: float, y: float, text: object, size: float, colour: str = INK, anchor: str = "middle", weight: int = 700) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" fill="{colour}" text-anchor="{anchor}">{escape(str(text))}</text>'


def _rect(x: float, y: float, width: float, height: float, radius: float, rest: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" {rest}/>'


def _use(what: str, x: float, y: float, scale: float) -> str:
    return f'<use href="#dw-{what}" transform="translate({x:g} {y:g}) scale({scale:g})"/>'


def _chip(x: float, y: float, radius: float, text: object, is_dark: bool) -> str:
    """A round mark with a letter or a number, never too small to read."""
    ground, letter = (INK, PAPER) if is_dark else (PAPER, INK)
    size = radius * (1.45 if len(str(text)) == 1 else 1.15)
    circle = f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{ground}" stroke="{letter if is_dark else INK}" stroke-width="1.2"/>'
    return circle + _text(x, y + size * 0.36, text, size, letter)


def _tile(tile: str, x: float, y: float, width: float) -> list[str]:
    """A tile: the dragon above, the landscape below, a letter for each."""
    height, inner = width * TALL, (width - 3) / 100
    half = height / 2
    mark = max(7.5, width * 0.13)
    return [
        _rect(x, y + 2, width, height, width * 0.08, f'fill="{INK}"'),
        _rect(x, y, width, height, width * 0.08, f'fill="{PAPER}" stroke="{INK}" stroke-width="1"'),
        _use(f"field-{tile[0]}", x + 1.5, y + 1.5, inner),
        f'<use href="#dw-land-{tile[1]}" transform="translate({x + 1.5:g} {y + half + 0.75:g}) scale({inner:g} {(half - 2.25) / 62:g})"/>',
        _chip(x + mark + 1, y + mark + 1, mark, tile[0], False),
        _rect(x + width - 2 * mark - 1, y + height - 2 * mark - 1, 2 * mark, 2 * mark, 2.5, f'fill="{PAPER}" stroke="{INK}" stroke-width="1.2"'),
        _text(x + width - mark - 1, y + height - mark * 0.5 - 1, tile[1], mark * 1.45),
    ]


def _die(colour: str, x: float, y: float, size: float, is_void: bool = False) -> list[str]:
    """A die; one that does not count wears a cross."""
    found = [_use(f"die-{colour}", x, y, size / 100), _chip(x + size * 0.27, y + size * 0.27, size * 0.25, colour, False)]
    if is_void:
        found.append(_chip(x + size * 0.76, y + size * 0.76, size * 0.22, "×", True))
    return found


def _egg(x: float, y: float, size: float, count: int) -> list[str]:
    return [_use("egg", x, y, size / 100), _text(x + size + 3, y + size * 0.78, count, size * 0.85, INK, "start")]


def _middle(view: dict[str, Any]) -> list[str]:
    """The stack and the supply, the tiles in the middle with what they cost, and below them those out of the game."""
    y = EDGE + 8
    found = []
    for i in range(min(3, view["stack"]) - 1, -1, -1):
        found.append(_rect(EDGE + 8 + 3 * i, y + 3 * i, 66, 79, 6, f'fill="{BACK}" stroke="{PAPER}" stroke-width="2.5"'))
    if view["stack"]:
        found.append(_rect(EDGE + 11, y + 3, 60, 73, 4, 'fill="url(#dw-scales)"'))
    else:
        found.append(_rect(EDGE + 8, y, 66, 79, 6, f'fill="none" stroke="{DASH}" stroke-width="1.5" stroke-dasharray="6 5"'))
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
    found = [_rect(left, top, width, 126, 12, f'fill="{TRAY}" stroke="{INK}" stroke-width="1.5"')]
    kept = [colour for colour, count in view["kept"].items() for _ in range(count)]
    for place in range(max(6, len(kept))):
        x = left + 10 + place * (30 if len(kept) > 6 else 35)
        if place < len(kept):
            found += _die(kept[place], x, top + 12, 28 if len(kept) > 6 else 32)
        else:
            found.append(_rect(x, top + 12, 32, 32, 7, f'fill="{HOLLOW}"'))
    valid = list(view["valid"])
    for place, colour in enumerate(view["roll"]):
        is_valid = colour in valid
        found += _die(colour, left + 10 + place * 35, top + 56, 32, not is_valid)
    if view["rolls"]:
        found.append(_text(left + 10, top + 116, f"{view['rolls']} / 6", 15, PAPER, "start"))
    if view["held"]:
        found += _tile(view["held"], left + 92, top + 50, 58)
    if view["extra_turn"]:
        found.append(_text(left + width - 12, top + 116, "+1", 18, BRASS, "end"))
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
    name = names[seat] if seat < len(names) else str(seat + 1)
    found = [
        _rect(x, y, PANEL, height, 12, f'fill="{WELL}"'),
        _rect(x + 6, y + 6, 218, 28, 8, f'fill="{BRASS if is_turn else SHEET}" stroke="{INK}" stroke-width="{2 if is_turn else 1}"'),
        f'<path d="{PENNANTS[seat]}" fill-rule="evenodd" transform="translate({x + 12:g} {y + 11:g}) scale(0.18)" fill="{INK}"/>',
        _text(x + 36, y + 26, name if len(name) <= 20 else name[:19] + "…", 16, INK, "start"),
        *_egg(x + 234, y + 9, 22, view["eggs"][seat]),
        _rect(x + PANEL - 52, y + 6, 46, 28, 8, f'fill="{PAPER}" stroke="{INK}" stroke-width="1"'),
        _text(x + PANEL - 29, y + 27, view["points"][seat], 19),
    ]
    found += _base(view, seat, x + 8, y + 40)
    for row, at_x, at_y in _flow(view, seat):
        for number, tile in enumerate(row["tiles"]):
            found += _tile(tile, x + BASE_SIZE + 14 + at_x + number * 27, y + 44 + at_y, 26)
        found.append(_text(x + BASE_SIZE + 17 + at_x + len(row["tiles"]) * 27, y + 66 + at_y, row["value"], 14, INK, "start"))
    return found


def _base(view: dict[str, Any], seat: int, x: float, y: float) -> list[str]:
    """The keep with its four sides; what lies on one wears what the others pay for it."""
    found = [
        f'<path d="{KEEP}" transform="translate({x + 49:g} {y + 47:g}) scale(0.34)" fill="{STONE}" stroke="{INK}" stroke-width="4"/>',
        f'<path d="{PENNANTS[seat]}" fill-rule="evenodd" transform="translate({x + 58:g} {y + 56:g}) scale(0.16)" fill="{INK}"/>',
    ]
    wide = 34.0
    for side, (at_x, at_y) in enumerate(((49.0, 2.0), (90.0, 43.0), (49.0, 86.0), (8.0, 43.0))):
        tiles = view["bases"][seat][side]
        if not tiles:
            found.append(_rect(x + at_x, y + at_y, wide, wide * TALL, 5, f'fill="none" stroke="{DASH}" stroke-width="1.4" stroke-dasharray="5 4"'))
            found.append(_text(x + at_x + wide / 2, y + at_y + 26, side + 2, 15, DASH))
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
        return _plain(words.sentence(f"picture.{key}"), pen)

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
    name = _plain(words.tell(Seat(seat))[:LONGEST_NAME], pen)
    wide = min(LONGEST_NAME, max(len(words.tell(Seat(each))) for each in range(view["seats"]))) if pen.is_compact else LONGEST_NAME
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
        rows.append(
            (" ".join([before, *(plain for plain, _ in shown), after]), " ".join([before, *(drawn for _, drawn in shown), pen("bold", after)]))
        )
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
    for plain, styled in pieces:
        if drawn and width + 1 + len(plain) > COLUMNS:
            lines.append(drawn)
            drawn, width = "", 0
        if drawn:
            drawn, width = f"{drawn} {styled}", width + 1 + len(plain)
        else:
            start = indent if not lines else indent + "    "
            drawn, width = start + styled, len(start) + len(plain)
    return [*lines, drawn] if drawn else lines


def _plain(text: str, pen: Pen) -> str:
    return text if pen.unicode else text.encode("ascii", "replace").decode("ascii")
