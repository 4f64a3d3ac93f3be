"""Dragon Inferno drawn: a view as SVG, stone on a mat in flat print, and as letters for a terminal.

Works from the view alone and knows no rules. Whose stone is whose is told by colour and by pattern, brick or hatching; a dragon's rim is left
free, so that the stone below it still shows.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from dragonhoard.contract import Pen
from dragonhoard.drawing import BRASS, EYE, INK, JAW, PAPER, WELL, egg, mat, pennant, plain, short, stroked, text
from dragonhoard.games.dragon_inferno import DECLARATION
from dragonhoard.language import Seat, Words

# ------------------------------------------------------------------ pigments
BOARD: Final = "#C0CB9F"
MIDDLE: Final = "#D3DCB9"
GRID: Final = "#A5B28A"
GATE: Final = "#6F8450"
EGG_SHELL: Final = "#EFE3C8"
FIRE: Final = "#7E1D0B"
FIRE_EDGE: Final = "#F0A24A"
FIRE_SCALE: Final = "#B5502A"
CAVE: Final = "#3A2F2A"
SCORCHED: Final = "#3A0B05"
STONES: Final = (("#E6D3A3", "#8A7440"), ("#4D6166", "#26343A"))  # sandstone and slate: face and lower edge

# ------------------------------------------------------------------ motifs, each in a box of 100 by 100
BROKEN: Final = (
    "M15 50L28 60L38 48L50 62L62 48L73 60L85 50C87 55 87 58 87 60C87 81 71 95 50 95C29 95 13 81 13 60C13 57 14 54 15 50Z"
    "M22 30L33 35L41 21L54 26L61 13C52 3 43 -2 35 1C27 4 22 14 22 30Z"
)
TOWER: Final = "M20 88V30H14V12H26V20H34V12H44V20H56V12H66V20H74V12H86V30H80V88Z"
GATEWAY: Final = "M40 88V66C40 58 60 58 60 66V88Z"
WINDOWS: Final = "M34 42V50M66 42V50"
FLAME: Final = "M50 96C26 96 14 78 18 58C21 44 32 38 34 22C42 28 46 35 46 44C54 34 56 20 50 4C70 16 86 40 83 64C81 84 68 96 50 96Z"
FLAME_HEART: Final = "M50 92C38 92 31 82 34 70C36 62 43 58 45 48C58 56 68 66 66 78C65 87 58 92 50 92Z"
HORNS: Final = (
    "M60 36C66 22 79 10 97 4C91 16 84 28 73 41ZM50 33C53 20 62 8 76 1C73 13 68 24 61 34ZM76 44C82 41 88 35 91 27C95 36 95 44 91 52C95 51"
    " 98 48 100 45C100 56 98 64 93 70Z"
)
DISC: Final = "M50 12A38 38 0 1 1 49.9 12Z"
RIM: Final = "M50 3A47 47 0 1 1 49.9 3Z"

# ------------------------------------------------------------------ the drawing
WIDTH: Final = 720
HEIGHT: Final = 536
UNIT: Final = 57  # a square of the board
LEFT: Final = 42
TOP: Final = 26
SIDE_LEFT: Final = 516
SIDE_WIDTH: Final = 182
SMALL: Final = 11  # a square of a tile beside the board
LONGEST_NAME: Final = 11

Place = tuple[int, int]  # a square by its file and rank, from 0


def svg(view: dict[str, Any], names: tuple[str, ...]) -> str:
    """The table on a mat of 720 by 536."""
    parts = [
        *mat(WIDTH, HEIGHT, f"{DECLARATION.name}: {', '.join(names)}", _symbols()),
        *_board(),
        *_stones(view),
        *_dragons(view),
        *(_use("di-egg", *_corner(_place(name)), 14, 30) for name in view["eggs"]),
        *_seat(view, names, 1, TOP - 4),
        *_caves(view, 206),
        *_seat(view, names, 0, 334),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _symbols() -> str:
    """Patterns and motifs, drawn once each and used many times."""
    return (
        _pattern(0, 28, 20, "M0 .7H28M0 10.7H28M7 .7V10.7M21 10.7V20", "#B79F6E")
        + _pattern(1, 16, 16, "M0 16L16 0M-4 4L4 -4M12 20L20 12", "#6F8488")
        + _pattern(2, 20, 12, "M0 0A10 10 0 0 0 20 0M-10 6A10 10 0 0 0 10 6M10 6A10 10 0 0 0 30 6", FIRE_SCALE)
        + _symbol("egg", egg())
        + _symbol("broken", _filled(BROKEN, EGG_SHELL, 6))
        + _symbol("castle", _filled(TOWER, PAPER, 6), _filled(GATEWAY, INK, 0), stroked(WINDOWS, INK, 6))
        + _symbol("hole", _filled(DISC, INK, 0), f'<path d="{DISC}" fill="none" stroke="{PAPER}" stroke-width="5" stroke-dasharray="7 6"/>')
        + _symbol("flame", _filled(FLAME, FIRE_EDGE, 0), _filled(FLAME_HEART, PAPER, 0))
        + _symbol(
            "head",
            _filled(RIM, FIRE_EDGE, 5),
            f'<g transform="translate(16 11) scale(0.68)">{_filled(HORNS + JAW, SCORCHED, 0)}{_filled(EYE, PAPER, 0)}</g>',
        )
    )


def _pattern(number: int, width: int, height: int, path: str, colour: str) -> str:
    """Brick for seat 0, hatching for seat 1, scales for dragons."""
    size = f'width="{width}" height="{height}" patternUnits="userSpaceOnUse"'
    return f'<pattern id="di-pattern-{number}" {size}><path d="{path}" stroke="{colour}" stroke-width="1.5" fill="none"/></pattern>'


def _symbol(name: str, *paths: str) -> str:
    return f'<symbol id="di-{name}" viewBox="0 0 100 100">{"".join(paths)}</symbol>'


def _filled(path: str, colour: str, line: int) -> str:
    """A path filled, with an ink line round it where there is one."""
    stroke = f' stroke="{INK}" stroke-width="{line}" stroke-linejoin="round"' if line else ""
    return f'<path d="{path}" fill="{colour}"{stroke}/>'


def _use(symbol: str, x: float, y: float, inset: float, size: float) -> str:
    """A motif in a square whose upper left corner is x, y."""
    return f'<use href="#{symbol}" x="{x + inset:g}" y="{y + inset:g}" width="{size:g}" height="{size:g}"/>'


def _place(name: str) -> Place:
    """The file and rank of a square's name."""
    return "abcdefgh".index(name[0]), "12345678".index(name[1])


def _corner(place: Place) -> tuple[int, int]:
    """The upper left corner of a square of the board."""
    return LEFT + place[0] * UNIT, TOP + (7 - place[1]) * UNIT


def _board() -> list[str]:
    """Sixty-four squares, the middle lighter with a dotted edge, a gate in each corner."""
    size = 8 * UNIT
    lines = "".join(f"M{LEFT} {TOP + i * UNIT}h{size}M{LEFT + i * UNIT} {TOP}v{size}" for i in range(1, 8))
    inner = f'x="{LEFT + UNIT}" y="{TOP + UNIT}" width="{6 * UNIT}" height="{6 * UNIT}"'
    found = [
        f'<rect x="{LEFT}" y="{TOP}" width="{size}" height="{size}" rx="5" fill="{BOARD}"/>',
        f'<rect {inner} fill="{MIDDLE}"/><path d="{lines}" stroke="{GRID}" stroke-width="1.5"/>',
        f'<rect {inner} fill="none" stroke="{GATE}" stroke-width="2.5" stroke-dasharray="1 5" stroke-linecap="round"/>',
    ]
    for x, right in ((LEFT, 1), (LEFT + size, -1)):
        for y, down in ((TOP, 1), (TOP + size, -1)):
            for near, far in ((8, 40), (17, 32)):
                path = f"M{x + near * right} {y + far * down}V{y + near * down}H{x + far * right}"
                found.append(stroked(path, GATE, 4))
    found.append(f'<rect x="{LEFT}" y="{TOP}" width="{size}" height="{size}" rx="5" fill="none" stroke="{INK}" stroke-width="2"/>')
    for i in range(8):
        found.append(text(LEFT + i * UNIT + UNIT // 2, TOP + size + 22, "abcdefgh"[i], 15))
        found.append(text(LEFT - 16, TOP + (7 - i) * UNIT + UNIT // 2 + 5, i + 1, 15))
    return found


def _stones(view: dict[str, Any]) -> list[str]:
    """The kingdom tiles that lie."""
    found = []
    for seat, tiles in enumerate(view["tiles"]):
        for tile in tiles:
            places = {_place(name) for name in tile["squares"]}
            if places:
                found.append(_stone(seat, places, UNIT, LEFT, TOP + 8 * UNIT, 7, 1.5))
                for name in tile["squares"]:
                    symbol = {"C": "di-castle", "H": "di-hole"}.get(view["squares"][name][1])
                    if symbol:
                        found.append(_use(symbol, *_corner(_place(name)), 10, UNIT - 20))
    return found


def _stone(seat: int, places: Iterable[Place], unit: float, left: float, bottom: float, radius: float, inset: float) -> str:
    """A tile's body: lower edge, face, pattern, outline."""
    face, edge = STONES[seat]
    path = _outline(set(places), unit, left, bottom, radius, inset)
    depth = 3 if unit > 20 else 2
    stroke = 2.2 if unit > 20 else 1.4
    return (
        f'<path d="{path}" transform="translate(0 {depth})" fill="{edge}" stroke="{INK}" stroke-width="{stroke}"/>'
        f'<path d="{path}" fill="{face}"/><path d="{path}" fill="url(#di-pattern-{seat})" stroke="{INK}" stroke-width="{stroke}"/>'
    )


def _dragons(view: dict[str, Any]) -> list[str]:
    """The dragons that lie: a head with its letter, flames on the rest."""
    found = []
    for dragon in view["dragons"]:
        if dragon["squares"]:
            places = [_place(name) for name in dragon["squares"]]
            found.append(_fire(set(places), UNIT, LEFT, TOP + 8 * UNIT))
            for place in places[1:]:
                found.append(_use("di-flame", *_corner(place), 17, UNIT - 34))
            x, y = _corner(places[0])
            found.append(_use("di-head", x, y, 7, UNIT - 14))
            found.append(_roundel(x + UNIT - 14, y + UNIT - 14, 10, dragon["letter"], 15))
    return found


def _fire(places: set[Place], unit: float, left: float, bottom: float) -> str:
    """A dragon's body, narrower than the squares it burns."""
    inset = unit * 0.12 if unit > 20 else 0.5
    path = _outline(places, unit, left, bottom, unit * 0.16, inset)
    if unit < 20:
        return f'<path d="{path}" fill="{FIRE}" stroke="{FIRE_EDGE}" stroke-width="1.2"/>'
    inner = _outline(places, unit, left, bottom, unit * 0.12, inset + 3.5)
    return (
        f'<path d="{path}" transform="translate(0 3)" fill="{INK}"/><path d="{path}" fill="{FIRE}"/>'
        f'<path d="{path}" fill="url(#di-pattern-2)" stroke="{INK}" stroke-width="2"/>'
        f'<path d="{inner}" fill="none" stroke="{FIRE_EDGE}" stroke-width="1.4"/>'
    )


def _roundel(x: float, y: float, radius: float, letter: str, size: int) -> str:
    """A letter on paper."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{PAPER}" stroke="{INK}" stroke-width="1.6"/>' + text(
        x, y + size * 0.35, letter, size, weight=800
    )


def _outline(places: set[Place], unit: float, left: float, bottom: float, radius: float, inset: float) -> str:
    """The line round a piece, clockwise, moved inwards and with round corners."""
    follows: dict[Place, Place] = {}  # no piece touches itself at a corner, so every point leads to one other
    for x, y in places:
        if (x, y + 1) not in places:
            follows[x, y + 1] = (x + 1, y + 1)
        if (x + 1, y) not in places:
            follows[x + 1, y + 1] = (x + 1, y)
        if (x, y - 1) not in places:
            follows[x + 1, y] = (x, y)
        if (x - 1, y) not in places:
            follows[x, y] = (x, y + 1)
    points = [min(follows)]
    while follows[points[-1]] != points[0]:
        points.append(follows[points[-1]])
    path: list[str] = []
    for number, (x, y) in enumerate(points):
        before, after = points[number - 1], points[(number + 1) % len(points)]
        came = (x - before[0], y - before[1])
        goes = (after[0] - x, after[1] - y)
        if came == goes:
            continue
        # the inside lies to the right hand; on the screen y grows downwards
        corner_x = left + x * unit + inset * (came[1] + goes[1])
        corner_y = bottom - y * unit + inset * (came[0] + goes[0])
        begin = f"{corner_x - radius * came[0]:g} {corner_y + radius * came[1]:g}"
        end = f"{corner_x + radius * goes[0]:g} {corner_y - radius * goes[1]:g}"
        path.append(f"{'L' if path else 'M'}{begin}Q{corner_x:g} {corner_y:g} {end}")
    return "".join(path) + "Z"


def _seat(view: dict[str, Any], names: tuple[str, ...], seat: int, top: int) -> list[str]:
    """A seat's corner: name, points, eggs, the tiles it has left."""
    is_moving = view["mover"] == seat
    style = f' stroke="{INK}" stroke-width="1.5"' if is_moving else ""
    found = [
        f'<rect x="{SIDE_LEFT}" y="{top}" width="{SIDE_WIDTH}" height="178" rx="10" fill="{BRASS if is_moving else WELL}"{style}/>',
        _stone(seat, {(0, 0)}, 20, SIDE_LEFT + 10, top + 30, 4, 0),
        pennant(seat, SIDE_LEFT + 36, top + 11, 0.18),
        text(SIDE_LEFT + 60, top + 26, short(names[seat], LONGEST_NAME), 15, anchor="start"),
        f'<rect x="{SIDE_LEFT + 10}" y="{top + 40}" width="42" height="30" rx="6" fill="{PAPER}" stroke="{INK}" stroke-width="1.5"/>',
        text(SIDE_LEFT + 31, top + 62, view["scores"][seat], 21),
    ]
    symbol, count = ("di-egg", view["eggs_to_lay"][seat]) if view["due"] in ("cave", "egg") else ("di-broken", view["broken"][seat])
    found += [_use(symbol, SIDE_LEFT + 60 + 13 * i, top + 44, 0, 22) for i in range(count)]
    x, y = SIDE_LEFT + 10.0, top + 76
    for tile in view["tiles"][seat]:
        if tile["placed"] is None:
            turned = _lying(tile)
            width = turned["width"] * SMALL
            if x + width > SIDE_LEFT + SIDE_WIDTH - 9:
                x, y = SIDE_LEFT + 10.0, y + 49
            bottom = y + 3 * SMALL
            found.append(_stone(seat, {(cell[0], cell[1]) for cell in turned["cells"]}, SMALL, x, bottom, 1.5, 0))
            for cell_x, cell_y, mark in turned["cells"]:
                if mark in "CH":
                    corner = (x + cell_x * SMALL, bottom - (cell_y + 1) * SMALL)
                    found.append(_use("di-castle" if mark == "C" else "di-hole", *corner, 0, SMALL))
            found.append(text(x + width / 2, bottom + 14, tile["letter"], 13))
            x += width + 9
    return found


def _lying(tile: dict[str, Any]) -> dict[str, Any]:
    """The tile as its set draws it; four squares high it is laid down."""
    first, second = tile["turns"][:2]
    found: dict[str, Any] = second if first["height"] > 3 else first
    return found


def _caves(view: dict[str, Any], top: int) -> list[str]:
    """Five caves: a dragon waits, or an empty arch; the next one is ringed, the one to be placed glows."""
    found = [f'<rect x="{SIDE_LEFT}" y="{top}" width="{SIDE_WIDTH}" height="122" rx="10" fill="{WELL}"/>']
    by_cave = {dragon["cave"]: dragon for dragon in view["dragons"] if dragon["cave"]}
    for cave in range(1, 6):
        x = SIDE_LEFT + 8 + 34 * (cave - 1)
        dragon = by_cave.get(cave)
        where = dragon["is_at"] if dragon else "drawing"
        is_next = dragon is not None and (dragon["letter"] == (view["summoned"] or view["next_dragon"]))
        fill = {"cave": CAVE, "summoned": BRASS}.get(where, "none")
        ring, width = (PAPER, 3) if is_next else (INK, 1.5)
        arch = f"M{x} {top + 84}V{top + 28}a15 16 0 0 1 30 0V{top + 84}Z"
        found.append(f'<path d="{arch}" fill="{fill}" stroke="{ring}" stroke-width="{width}"/>')
        if dragon is not None and where in ("cave", "summoned"):
            turned = dragon["turns"][0]
            unit = 24 / max(turned["width"], turned["height"], 3)
            left, low = x + 15 - turned["width"] * unit / 2, top + 52 + turned["height"] * unit / 2
            found.append(_fire({(cell[0], cell[1]) for cell in turned["cells"]}, unit, left, low))
        elif where == "away":
            found.append(f'<path d="M{x + 9} {top + 44}l12 12m0 -12l-12 12" stroke="{INK}" stroke-width="2.5" stroke-linecap="round"/>')
        elif where == "board":
            found.append(_use("di-flame", x + 6, top + 40, 0, 18))
        colour = PAPER if where == "cave" else INK
        if dragon is not None:
            found.append(text(x + 15, top + 80, dragon["letter"], 14, colour))
        found.append(text(x + 15, top + 104, cave, 14))
    return found


# ------------------------------------------------------------------ in letters
STYLES: Final = ("yellow", "blue")
BESIDE: Final = 47  # the column at which the lines beside the board begin
BESIDE_COMPACT: Final = 38
WIDEST: Final = 80


def letters(view: dict[str, Any], words: Words, pen: Pen) -> list[str]:
    """The board with a line round every tile; capitals are the tiles of seat 0, small letters those of seat 1.

    Compact, there is a line only where tiles part to the left and right.
    """
    legend = "  " + plain(words.sentence("letters.legend"), pen)
    if pen.is_compact:
        ranks = [*(_rank(view, rank, pen) for rank in range(7, -1, -1)), "    " + "   ".join("abcdefgh")]
        side = _beside(view, words, pen)
        lines = [(ranks[i] if i < len(ranks) else "", side[i] if i < len(side) else "") for i in range(max(len(ranks), len(side)))]
        width = [COMPACT_WIDTH if i < 8 else len(left) for i, (left, _) in enumerate(lines)]
        return [*((left + (" " * (BESIDE_COMPACT - width[i]) + right if right else "")).rstrip() for i, (left, right) in enumerate(lines)), legend]
    board = [_border(view, 8, pen)]
    for rank in range(7, -1, -1):
        board += [_rank(view, rank, pen), _border(view, rank, pen)]
    side = _beside(view, words, pen)
    gap = " " * (BESIDE - LINE_WIDTH)
    found = [(board[i] if i < len(board) else " " * LINE_WIDTH) + (gap + side[i] if i < len(side) else "") for i in range(max(len(board), len(side)))]
    files = "     " + "    ".join("abcdefgh")
    found.insert(len(board), files)
    return [*(line.rstrip() for line in found), legend]


LINE_WIDTH: Final = 43
COMPACT_WIDTH: Final = 35


def _border(view: dict[str, Any], rank: int, pen: Pen) -> str:
    """The line below the squares of a rank (rank 8: above the board): drawn where one piece ends."""
    dash, cross = ("─", "·") if pen.has_unicode else ("-", "+")
    line = "  "
    for file in range(8):
        is_edge = rank in (0, 8) or _piece(view, file, rank) != _piece(view, file, rank - 1)
        line += (cross + dash * 4) if is_edge else cross + "    "
    return line + cross


def _rank(view: dict[str, Any], rank: int, pen: Pen) -> str:
    """A rank of squares."""
    bar = "│" if pen.has_unicode else "|"
    line = f"{rank + 1} "
    for file in range(8):
        is_edge = file == 0 or _piece(view, file, rank) != _piece(view, file - 1, rank)
        line += (bar if is_edge else " ") + _square(view, file, rank, pen, 3 if pen.is_compact else 4)
    return line + bar


def _piece(view: dict[str, Any], file: int, rank: int) -> str:
    """What lies on a square: a tile, or nothing."""
    return str(view["outlines"].get("abcdefgh"[file] + str(rank + 1), ""))


def _square(view: dict[str, Any], file: int, rank: int, pen: Pen, width: int) -> str:
    """Four letters, or three without the blank before them: tile, castle or hole, burnt or not; or egg, corner, free square."""
    name = "abcdefgh"[file] + str(rank + 1)
    if name in view["squares"]:
        seat, mark = view["squares"][name]
        tile = view["outlines"][name][1] + ("" if mark == "." else mark)
        is_burnt = name in view["lairs"]
        text = f" {tile if seat == 0 else tile.lower()}{'*' if is_burnt else ''}"
        return pen("red" if is_burnt else STYLES[seat], f"{text:<4}"[-width:])
    if name in view["eggs"]:
        return pen("bold", " () "[-width:])
    if file in (0, 7) and rank in (0, 7):
        return " +  "[-width:]
    return pen("dim", (" .  " if 0 < file < 7 and 0 < rank < 7 else "    ")[-width:])


def _beside(view: dict[str, Any], words: Words, pen: Pen) -> list[str]:
    """Both seats with their points and the tiles they have left, drawn; the caves between them."""
    room = WIDEST - (BESIDE_COMPACT if pen.is_compact else BESIDE)
    caves = []
    for dragon in sorted((each for each in view["dragons"] if each["cave"]), key=lambda each: int(each["cave"])):
        marks: Mapping[str, str] = {"cave": "", "summoned": "!", "board": "*", "away": "-"}
        caves.append(dragon["letter"] + marks[dragon["is_at"]])
    found = _hand(view, words, pen, 1, room)
    gap = [] if pen.is_compact else [""]
    found += [*gap, plain(words.sentence("letters.caves"), pen) + ": " + (" ".join(caves) or "-"), *gap]
    return found + _hand(view, words, pen, 0, room)


def _hand(view: dict[str, Any], words: Words, pen: Pen, seat: int, room: int) -> list[str]:
    """A seat's name, points and tiles left, side by side as they are drawn."""
    name = plain(words.tell(Seat(seat)), pen)[: room - 14]
    points = f"{view['scores'][seat]} {plain(words.sentence('letters.points'), pen)}"
    found = [pen("bold", f"{'>' if view['mover'] == seat else ' '} {name}") + f"  {points}"]
    tiles = [tile for tile in view["tiles"][seat] if tile["placed"] is None]
    if not tiles:
        return [*found, "  " + plain(words.sentence("letters.none"), pen)]
    rows: list[list[dict[str, Any]]] = [[]]
    used = 0
    for tile in tiles:
        width = _lying(tile)["width"] + 3
        if used + width > room:
            rows.append([])
            used = 0
        rows[-1].append(tile)
        used += width
    for row in rows:
        height = max(_lying(tile)["height"] for tile in row)
        for down in range(height):
            found.append(pen(STYLES[seat], " ".join(_row_of(tile, height - 1 - down, down == 0, seat) for tile in row).rstrip()))
    return found


def _row_of(tile: dict[str, Any], y: int, is_top: bool, seat: int) -> str:
    """One row of a tile as its component set draws it, its letter before the top one."""
    turned = _lying(tile)
    marks = {cell[0]: "#" if cell[2] == "." else cell[2] for cell in turned["cells"] if cell[1] == y}
    letter = tile["letter"] if seat == 0 else tile["letter"].lower()
    return f"{letter if is_top else ' '} " + "".join(str(marks.get(x, " ")) for x in range(turned["width"]))
