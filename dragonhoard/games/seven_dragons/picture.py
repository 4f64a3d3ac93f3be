"""Seven Dragons drawn: a view as SVG, in flat print of two tones, and as letters for a terminal.

Works from the view alone and knows no rules. Every colour is told four times, by pigment, head, pattern and letter, so that any one may fail.
"""

import textwrap
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, Final

from dragonhoard.contract import Pen
from dragonhoard.drawing import BACK, BRASS, INK, ON_MAT, PAPER, PIGMENTS, WELL, head, mat, pattern, pennant, plain, rect, scales, short, text
from dragonhoard.games.seven_dragons import DECLARATION
from dragonhoard.games.seven_dragons.view import COLOURS, in_words
from dragonhoard.language import Seat, Words, say

# ------------------------------------------------------------------ pigments and motifs
WIDTH: Final = 720
SILVER: Final = "#AEB6B4"
# The sign of each action: a hand's hook, two goals that cross, goals in a ring, an arrow to another place, two hands of cards.
ACTIONS: Final = {
    "red": ("R", "M50 20V64M32 46L50 64L68 46M26 80H74"),
    "yellow": ("Y", "M24 36H72M60 24L74 36L60 48M76 64H28M40 52L26 64L40 76"),
    "blue": ("B", "M26 40A28 28 0 0 1 76 44M74 60A28 28 0 0 1 24 56M78 28V46H60M22 72V54H40"),
    "green": ("G", "M26 50H72M56 34L74 50L56 66M20 26V74"),
    "black": ("K", "M22 34L40 28L50 66L32 72ZM60 30L78 34L68 72L50 66"),
}
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
    parts = [
        *mat(WIDTH, round(bottom + tall + 24), f"{DECLARATION.name}: {', '.join(names)}", "".join(_definitions())),
        *ring,
        f'<g transform="translate({(WIDTH - width * scale) / 2:.1f} {top:.1f}) scale({scale:.4f})">{layout}</g>',
        f'<g transform="translate(0 {bottom:.1f})">{own}</g>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


# ------------------------------------------------------------------ pieces
def _definitions() -> Iterator[str]:
    for colour in COLOURS:
        yield pattern(f"sd-p{colour}", colour)
    yield scales("sd-pb")
    for wide, high in ((1, 1), (1, 2), (2, 1), (2, 2)):
        across, down = _extent(wide, high)
        yield f'<clipPath id="sd-c{wide}{high}"><rect width="{across}" height="{down}" rx="3"/></clipPath>'
    for colour in COLOURS + "S":
        yield f'<g id="sd-d{colour}">{head(colour)}</g>'
    for colour in COLOURS:
        letter = text(50, 75, colour, 72, weight=800)
        yield f'<g id="sd-l{colour}"><circle cx="50" cy="50" r="47" fill="{PAPER}" stroke="{INK}" stroke-width="5"/>{letter}</g>'


def _extent(wide: int, high: int) -> tuple[float, float]:
    return (90 if wide == 2 else 43.5, 130 if high == 2 else 63.5)


def _placed(name: str, x: float, y: float, size: float, is_mirrored: bool = False) -> str:
    """A motif of 100 by 100 in a square of that size."""
    scale = size / 100
    if is_mirrored:
        return f'<use href="#{name}" transform="translate({x + size:.4g} {y:.4g}) scale(-{scale:.4g} {scale:.4g})"/>'
    return f'<use href="#{name}" transform="translate({x:.4g} {y:.4g}) scale({scale:.4g})"/>'


def _field(field: Field) -> str:
    """One dragon: ground, pattern, head and letter, cut to its field."""
    colour, column, row, wide, high = field
    across, down = _extent(wide, high)
    size = {(1, 1): 46.0, (1, 2): 58.0, (2, 1): 63.0, (2, 2): 90.0}[wide, high]
    emblem = _placed(f"sd-d{colour}", (across - size) / 2, min(down - size, (down - size) / 2 + size * 0.1), size, column == 1)
    letter = {(1, 1): 21, (1, 2): 23, (2, 1): 23, (2, 2): 28}[wide, high]
    return (
        f'<g transform="translate({5 + column * 46.5} {5 + row * 66.5})"><g clip-path="url(#sd-c{wide}{high})">'
        f'<rect width="{across}" height="{down}" fill="{PIGMENTS[colour][0]}"/><rect width="{across}" height="{down}" fill="url(#sd-p{colour})"/>'
        f"{emblem}</g>{_placed(f'sd-l{colour}', across - letter - 3 if column == 1 else 3, 3, letter)}</g>"
    )


def _paper(across: float, down: float) -> str:
    return (
        f'<rect y="3" width="{across}" height="{down}" rx="8" fill="{ON_MAT}" opacity=".28"/>'
        f'<rect width="{across}" height="{down}" rx="8" fill="{PAPER}"/>'
        f'<rect x=".75" y=".75" width="{across - 1.5}" height="{down - 1.5}" rx="7.5" fill="none" stroke="{INK}" stroke-width="1.5"/>'
    )


def _stripes(has_letters: bool) -> str:
    drawn = ""
    for number, colour in enumerate(COLOURS):
        x = 5 + 18 * number
        for paint in (PIGMENTS[colour][0], f"url(#sd-p{colour})"):
            drawn += f'<rect x="{x}" y="5" width="18" height="130" fill="{paint}"/>'
        if has_letters:
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
        return drawn + _label(50, 119, view["pile"], 40)
    for number, colour in enumerate(COLOURS):
        drawn += _placed(f"sd-l{colour}", 6 + 18 * number, 114, 16)
    return drawn


def _label(x: float, y: float, number: int, width: float) -> str:
    """A number on a slip of paper, its middle at x, y."""
    slip = rect(x - width / 2, y - 12, width, 24, 6, f'fill="{PAPER}" stroke="{INK}" stroke-width="1.5"')
    return slip + text(x, y + 6.5, number, 19, weight=800)


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
    seven = text(115, 66, 7, 50, weight=800)
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
            yield pennant(seat, x + 12, 28, 0.2, ON_MAT)
            name = text(0, 20, short(names[seat], 12), 16, ON_MAT, "start")
            yield f'<svg x="{x + 37:.1f}" y="24" width="{width - 46:.1f}" height="30">{name}</svg>'
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
    yield text(x + 112, y + 24, count, 17, ON_MAT, "end", 800)


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
    return text(x, y, number, 21, ON_MAT)


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
    drawn = [f'<g transform="translate(30 10) scale(.6)">{_back(100, 140) if view["deck"] else ""}</g>', _label(60, 84, view["deck"], 40)]
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


def _place(name: str) -> tuple[int, int]:
    x, _, y = name.partition(",")
    return int(x), int(y)


# ------------------------------------------------------------------ letters
STYLES: Final = {"R": "red", "Y": "yellow", "B": "blue", "G": "green", "K": "bold", "*": "bold", "@": "bold"}
COLUMNS: Final = 80
ACROSS: Final = 24  # cards side by side that fit
LEAST_BESIDE: Final = 32  # columns beside the layout in which something can be told


def letters(view: dict[str, Any], words: Words, pen: Pen) -> list[str]:
    """The table in letters: the layout as a grid of quarters with its coordinates, then goals, hands, pile and deck.

    Compact, the cards of a column touch, and what is told of the table stands beside the layout if it is narrow enough.
    """
    lines = list(_grid(view, words, pen))
    across = [_place(place)[0] for place in view["layout"]]
    width = 5 + 3 * (max(across) - min(across) + 3) + 1
    is_beside = pen.is_compact and COLUMNS - width - 2 >= LEAST_BESIDE
    facts = [line for fact in _facts(view, words) for line in _folded(fact, pen, COLUMNS - width - 2 if is_beside else COLUMNS)]
    if not is_beside:
        return [*(line.rstrip() for line in lines), *facts]
    pairs = zip_longest(lines, facts, fillvalue="")
    return [f"{line or ' ' * width}  {fact}".rstrip() for line, fact in pairs]


def _folded(fact: str, pen: Pen, columns: int = COLUMNS) -> list[str]:
    return textwrap.wrap(plain(fact, pen), columns, subsequent_indent="    ")


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
    return "│" if pen.has_unicode else "|"


def _edge(cells: dict[tuple[int, int], str], left: int, right: int, y: int, pen: Pen) -> str:
    """The line above the cards of row y."""
    cross, dash = ("┼", "─") if pen.has_unicode else ("+", "-")
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
