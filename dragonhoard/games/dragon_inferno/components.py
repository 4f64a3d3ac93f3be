"""A component set: which squares the tiles and dragons have, and where castles and holes are, from a file's text to drawings.

Pure parsing (§8): knows the file format and what makes a set valid, nothing of boards, boxes or moves. The printed game keeps its drawings to
itself, so they are data: anyone who owns a box can write a set of their own, and a record carries it as its canonical text.
"""

from typing import Final, NamedTuple

from dragonhoard.contract import NotAComponentSet

TILE_LETTERS: Final = "IOTSZLJ"  # §1.2 the seven tetrominoes that may be turned, not flipped; this order is the order of moves
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DRAGONS: Final = 5
LONGEST: Final = 20_000  # characters; a set needs some four hundred
TILE_MARKS: Final = ("C", "H", ".", "_")
DRAGON_MARKS: Final = ("X", "_")

Drawing = tuple[str, ...]  # rows, the top one first, a mark a letter
Cell = tuple[int, int, str]  # x to the right and y upward from the lower left square of the bounding box, and the mark

FORMS: Final[dict[str, Drawing]] = {
    "I": ("XXXX",),
    "O": ("XX", "XX"),
    "T": ("XXX", "_X_"),
    "S": ("_XX", "XX_"),
    "Z": ("XX_", "_XX"),
    "L": ("X_", "X_", "XX"),
    "J": ("_X", "_X", "XX"),
}

HOUSE: Final = """\
tiles
I  C . H .
O  C .
   . H
T  . H .
   _ C _
S  _ . C
   . H _
Z  C . _
   _ H .
L  . _
   H _
   . C
J  _ .
   _ H
   C .
dragons
T  X X X
   _ X _
   _ X _
U  X _ X
   X X X
V  X _ _
   X _ _
   X X X
W  X _ _
   X X _
   _ X X
X  _ X _
   X X X
   _ X _
"""


class ComponentSet(NamedTuple):
    """The tiles of seat 0 and of seat 1 in the order of TILE_LETTERS, and the dragons in the order of their letters."""

    tiles: tuple[dict[str, Drawing], dict[str, Drawing]]
    dragons: dict[str, Drawing]


def cells(drawing: Drawing, turn: int) -> list[Cell]:
    """The squares of a drawing after quarter turns clockwise, row by row from the lower left."""
    found = [(x, len(drawing) - 1 - down, mark) for down, row in enumerate(drawing) for x, mark in enumerate(row) if mark != "_"]
    for _ in range(turn):
        right = max(x for x, _, _ in found)
        found = [(y, right - x, mark) for x, y, mark in found]
    return sorted(found, key=lambda cell: (cell[1], cell[0]))


def silhouette(drawing: Drawing, turn: int) -> frozenset[tuple[int, int]]:
    """The squares of a turned drawing without their marks."""
    return frozenset((x, y) for x, y, _ in cells(drawing, turn))


def read(text: str) -> ComponentSet:
    """The set of a file's text, or of the word "house"; raises NotAComponentSet naming line and fault."""
    if text == "house":
        text = HOUSE
    if len(text) > LONGEST:
        raise _fault("too-long", 1, most=LONGEST)
    sections, headers, last = _sections(text)
    wanted = ["tiles 0", "tiles 1", "dragons"] if "tiles 0" in headers or "tiles 1" in headers else ["tiles", "dragons"]
    for name in wanted:
        if name not in headers:
            raise _fault("section-missing", last, section=name)
    drawings = {name: {letter: _drawing(letter, rows) for letter, rows in pieces.items()} for name, pieces in sections.items()}
    for name, pieces in sections.items():
        for letter, rows in pieces.items():
            (_check_dragon if name == "dragons" else _check_tile)(letter, drawings[name][letter], rows[0][0])
        if name != "dragons":
            for letter in TILE_LETTERS:
                if letter not in pieces:
                    raise _fault("tile-missing", headers[name], letter=letter, section=name)
        elif len(pieces) != DRAGONS:
            raise _fault("dragon-count", headers[name], count=len(pieces), wanted=DRAGONS)
    first, second = (drawings[name] for name in (("tiles", "tiles") if "tiles" in headers else ("tiles 0", "tiles 1")))
    return ComponentSet(
        ({letter: first[letter] for letter in TILE_LETTERS}, {letter: second[letter] for letter in TILE_LETTERS}),
        dict(sorted(drawings["dragons"].items())),
    )


def canonical(text: str) -> str:
    """The one text of a set: no remarks, no blank lines, one spacing, tiles as in TILE_LETTERS, dragons by letter; equal sets, equal text."""
    found = read(text)
    lines = []
    if found.tiles[0] == found.tiles[1]:
        lines += ["tiles", *_lines(found.tiles[0])]
    else:
        lines += ["tiles 0", *_lines(found.tiles[0]), "tiles 1", *_lines(found.tiles[1])]
    lines += ["dragons", *_lines(found.dragons)]
    return "\n".join(lines) + "\n"


def _lines(pieces: dict[str, Drawing]) -> list[str]:
    return [f"{letter if n == 0 else ' '}  {' '.join(row)}" for letter, drawing in pieces.items() for n, row in enumerate(drawing)]


def _fault(code: str, line: int, **parameters: object) -> NotAComponentSet:
    return NotAComponentSet(code, package=__package__ or "", line=line, **parameters)


Row = tuple[int, list[str]]  # the number of its line, and its marks


def _sections(text: str) -> tuple[dict[str, dict[str, list[Row]]], dict[str, int], int]:
    """The rows of every piece by section and letter, the line of every header, and the number of the last line."""
    lines = text.split("\n")
    lines[:-1] = [line.removesuffix("\r") for line in lines[:-1]]  # §8.4 lines end in LF or CRLF and in nothing else
    sections: dict[str, dict[str, list[Row]]] = {}
    headers: dict[str, int] = {}
    rows: list[Row] | None = None
    section = ""
    for number, line in enumerate(lines, start=1):
        bare = line.strip(" ")
        if not bare or bare[0] == "#":
            continue
        header = line.rstrip(" ")
        if header in ("tiles", "tiles 0", "tiles 1", "dragons"):
            if header in headers:
                raise _fault("section-twice", number, section=header)
            if header != "dragons" and any(other != "dragons" and "tiles" in (other, header) for other in headers):
                raise _fault("sections-mixed", number)
            section, rows = header, None
            sections[section] = {}
            headers[section] = number
            continue
        if not section:
            raise _fault("no-section", number, given=bare)
        if line[0] != " ":
            letter = line[0]
            if letter not in LETTERS:
                raise _fault("no-letter", number, given=bare)
            if line[1:2] not in ("", " "):
                raise _fault("no-space", number, letter=letter)
            if section != "dragons" and letter not in TILE_LETTERS:
                raise _fault("no-such-tile", number, letter=letter)
            if letter in sections[section]:
                raise _fault("piece-twice", number, letter=letter)
            marks = [mark for mark in line[1:].split(" ") if mark]
            if not marks:
                raise _fault("no-top-row", number, letter=letter)
            rows = sections[section][letter] = []
        else:
            if rows is None:
                raise _fault("row-alone", number)
            marks = [mark for mark in line.split(" ") if mark]
        allowed = DRAGON_MARKS if section == "dragons" else TILE_MARKS
        for mark in marks:
            if mark not in allowed:
                raise _fault("no-mark", number, given=mark, allowed=" ".join(allowed))
        rows.append((number, marks))
    return sections, headers, len(lines)


def _drawing(letter: str, rows: list[Row]) -> Drawing:
    """§8.6 Rectangular, without empty outer rows or columns."""
    width = len(rows[0][1])
    for number, marks in rows:
        if len(marks) != width:
            raise _fault("ragged", number, letter=letter, count=len(marks), wanted=width)
    for number, marks in (rows[0], rows[-1]):
        if set(marks) == {"_"}:
            raise _fault("empty-row", number, letter=letter)
    for column in (0, width - 1):
        if all(marks[column] == "_" for _, marks in rows):
            raise _fault("empty-column", rows[0][0], letter=letter)
    return tuple("".join(marks) for _, marks in rows)


def _check_tile(letter: str, drawing: Drawing, line: int) -> None:
    """§8.6 The shape of its letter, turned or not, with one castle and one hole."""
    if silhouette(drawing, 0) not in [silhouette(FORMS[letter], turn) for turn in range(4)]:
        raise _fault("shape", line, letter=letter)
    for mark, code in (("C", "castles"), ("H", "holes")):
        if "".join(drawing).count(mark) != 1:
            raise _fault(code, line, letter=letter, count="".join(drawing).count(mark))


def _check_dragon(letter: str, drawing: Drawing, line: int) -> None:
    """§8.6 Five squares that hang together by their edges."""
    squares = silhouette(drawing, 0)
    if len(squares) != 5:
        raise _fault("dragon-size", line, letter=letter, count=len(squares))
    reached = {min(squares)}
    for _ in squares:
        reached |= {(x, y) for x, y in squares if reached & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}}
    if reached != squares:
        raise _fault("dragon-apart", line, letter=letter)
