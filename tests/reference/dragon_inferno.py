"""The slow twin of Dragon Inferno: the rules page written down once more, as plainly as possible.

It exists to be stepped in lockstep with the game the product plays: after every move both must agree on who moves, what is
legal, what can be seen, why a move is refused and what the match is worth.  It therefore shares no code with the product, needs
nothing but the standard library, and prefers the obvious way to the quick one.  Names in brackets, such as (Play), are the
headings of the rules page that a rule stands under.

Squares are pairs (x, y): x counts the files a to h from the left, y the ranks 1 to 8 from the bottom, both from 0.  A piece is
a dictionary from the squares it fills, counted from the lower left square of its bounding box, to the marks on them.
"""

from __future__ import annotations

import random
import re
from fractions import Fraction
from typing import Any

Square = tuple[int, int]
Piece = dict[Square, str]

FILES = "abcdefgh"
RANKS = "12345678"
TILE_LETTERS = "IOTSZLJ"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
HEADERS = ("tiles", "tiles 0", "tiles 1", "dragons")

# (head of the page) The board is 8x8.
BOARD: list[Square] = [(x, y) for y in range(8) for x in range(8)]
# (head of the page) Its four corner squares are a1, a8, h1 and h8.
CORNERS: list[Square] = [(0, 0), (0, 7), (7, 0), (7, 7)]
# (head of the page) Eggs lie on the middle 6x6, b2 to g7.
MIDDLE: list[Square] = [(x, y) for x, y in BOARD if 1 <= x <= 6 and 1 <= y <= 6]
# (Setup) Each seat places four eggs.
EGGS_PER_SEAT = 4

# (Pieces) The built-in component set: where castles and holes are, and which five pentominoes the dragons are.
HOUSE = """\
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

# (Component-set file) The form that each tile letter stands for; it may be drawn in any orientation.
FORMS = {
    "I": ["XXXX"],
    "O": ["XX", "XX"],
    "T": ["XXX", "_X_"],
    "S": ["_XX", "XX_"],
    "Z": ["XX_", "_XX"],
    "L": ["X_", "X_", "XX"],
    "J": ["_X", "_X", "XX"],
}


# ---------------------------------------------------------------- squares and pieces


def square_name(square: Square) -> str:
    # (head of the page) Squares are named as on a chess board: the file's letter, then the rank's number.
    return FILES[square[0]] + RANKS[square[1]]


def square_at(name: str) -> Square:
    return FILES.index(name[0]), RANKS.index(name[1])


def neighbours(square: Square) -> list[Square]:
    x, y = square
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def piece_from_rows(rows: list[list[str]]) -> Piece:
    # (Pieces) A drawing's top row points to rank 8; `_` is no part of the piece.
    piece = {}
    for number, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark != "_":
                piece[(x, len(rows) - 1 - number)] = mark
    return piece


def turned_once(piece: Piece) -> Piece:
    # (Notation) One quarter turn clockwise: what pointed up points to the right, what pointed to the right points down.
    # The new bounding box starts at (0, 0) again.
    width = 1 + max(x for x, _ in piece)
    return {(y, width - 1 - x): mark for (x, y), mark in piece.items()}


def four_turns(piece: Piece) -> list[Piece]:
    # (Notation) Turn 0 is the drawing as written, then 1, 2 and 3 quarter turns clockwise.  (Pieces) Nothing is ever flipped.
    turns = [piece]
    while len(turns) < 4:
        turns.append(turned_once(turns[-1]))
    return turns


def dragon_turns(piece: Piece) -> dict[int, Piece]:
    # (Notation) Turns of a dragon that give the same squares are spelled with the smallest number.
    kept: dict[int, Piece] = {}
    for turn, turned in enumerate(four_turns(piece)):
        if all(set(turned) != set(other) for other in kept.values()):
            kept[turn] = turned
    return kept


def is_in_one_piece(squares: set[Square]) -> bool:
    reached: set[Square] = set()
    to_visit = [min(squares)]
    while to_visit:
        square = to_visit.pop()
        if square in squares and square not in reached:
            reached.add(square)
            to_visit.extend(neighbours(square))
    return reached == squares


# ---------------------------------------------------------------- component-set files


class Components:
    """What a component set says: the seven tiles of each seat and the five dragons, as drawn (turn 0)."""

    def __init__(self, tiles: list[dict[str, Piece]], dragons: dict[str, Piece]) -> None:
        self.tiles = tiles
        self.dragons = dragons


def fault(line: int, what: str) -> ValueError:
    # (Component-set file) An error names line and fault.
    return ValueError(f"line {line}: {what}")


def read_components(text: str) -> Components:
    """Reads a component-set file.  Raises ValueError with the number of the line and the fault."""
    # Each drawing found so far: section -> letter -> rows, a row being its line number and its marks.
    sections: dict[str, dict[str, list[tuple[int, list[str]]]]] = {}
    header_lines: dict[str, int] = {}
    section = ""
    letter = ""

    # (Component-set file) Lines end in LF or CRLF and in nothing else.  A carriage return anywhere else is an ordinary, wrong, mark.
    parts = text.split("\n")
    lines = [part.removesuffix("\r") for part in parts[:-1]] + [parts[-1]]

    for number, line in enumerate(lines, start=1):
        # (Component-set file) The space is the only white space, so nothing else is stripped.
        content = line.strip(" ")
        # (Component-set file) Blank lines and lines whose first mark is `#` are ignored everywhere, inside a drawing too.
        if content == "" or content[0] == "#":
            continue

        # (Component-set file) The headers stand from column 1, spelled exactly so; spaces may follow at the line's end.
        if line.rstrip(" ") in HEADERS:
            section = line.rstrip(" ")
            letter = ""
            # (Component-set file) Each section stands in the file once.
            if section in sections:
                raise fault(number, f"a second '{section}'")
            # (Component-set file) Either both seats have the same `tiles`, or each has its own; never a mixture.
            if section == "tiles" and ("tiles 0" in sections or "tiles 1" in sections):
                raise fault(number, "'tiles' beside the tiles of one seat")
            if section in ("tiles 0", "tiles 1") and "tiles" in sections:
                raise fault(number, f"'{section}' beside 'tiles'")
            sections[section] = {}
            header_lines[section] = number
            continue

        if section == "":
            raise fault(number, "a section header is missing before this line")

        if line[0] != " ":
            # (Component-set file) A piece starts with its letter in column 1.
            letter = line[0]
            if letter not in CAPITALS:
                raise fault(number, "neither a header nor a piece's letter A to Z in column 1")
            # (Component-set file) After the letter come spaces, then the top row on the same line.
            if line[1:2] not in ("", " "):
                raise fault(number, "no space after the piece's letter")
            if section != "dragons" and letter not in TILE_LETTERS:
                raise fault(number, f"there is no tile '{letter}'")
            # (Component-set file) Tiles once each; dragons under different letters.
            if letter in sections[section]:
                raise fault(number, f"a second piece '{letter}'")
            sections[section][letter] = []
            marks = [mark for mark in line[1:].split(" ") if mark != ""]
            if not marks:
                raise fault(number, f"the top row of '{letter}' is missing")
        else:
            # (Component-set file) Further rows begin with a space.
            if letter == "":
                raise fault(number, "a row that belongs to no piece")
            marks = [mark for mark in line.split(" ") if mark != ""]

        # (Component-set file) Tiles are drawn with `C H . _`, dragons with `X _`; marks written together are a fault.
        allowed = ("X", "_") if section == "dragons" else ("C", "H", ".", "_")
        for mark in marks:
            if mark not in allowed:
                raise fault(number, f"{mark!r} is none of the marks {' '.join(allowed)}")
        sections[section][letter].append((number, marks))

    # (Component-set file) Exactly one `tiles`, or one `tiles 0` and one `tiles 1`; and one `dragons`.
    needed = ["tiles", "dragons"]
    if "tiles 0" in sections or "tiles 1" in sections:
        needed = ["tiles 0", "tiles 1", "dragons"]
    for name in needed:
        if name not in sections:
            raise fault(len(lines), f"the file ends without '{name}'")

    pieces: dict[str, dict[str, Piece]] = {}
    for name, drawings in sections.items():
        pieces[name] = {}
        for each, rows in drawings.items():
            pieces[name][each] = read_drawing(each, rows)
            if name == "dragons":
                check_dragon(each, pieces[name][each], rows[0][0])
            else:
                check_tile(each, pieces[name][each], rows[0][0])
        if name == "dragons":
            # (Component-set file) Five dragons.
            if len(drawings) != 5:
                raise fault(header_lines[name], f"{len(drawings)} dragons, not five")
        else:
            # (Component-set file) Tiles I O T S Z L J once each.
            for each in TILE_LETTERS:
                if each not in drawings:
                    raise fault(header_lines[name], f"tile '{each}' is missing from '{name}'")

    # (Component-set file) With a single `tiles` both seats have the same tiles.
    if "tiles" in pieces:
        return Components([pieces["tiles"], pieces["tiles"]], pieces["dragons"])
    return Components([pieces["tiles 0"], pieces["tiles 1"]], pieces["dragons"])


def read_drawing(letter: str, rows: list[tuple[int, list[str]]]) -> Piece:
    # (Component-set file) Drawings are rectangular: every row has as many marks as the top row.
    width = len(rows[0][1])
    for number, marks in rows:
        if len(marks) != width:
            raise fault(number, f"this row of '{letter}' has {len(marks)} marks, the top row {width}")
    # (Component-set file) No outer row and no outer column is empty.
    for number, marks in (rows[0], rows[-1]):
        if all(mark == "_" for mark in marks):
            raise fault(number, f"an outer row of '{letter}' is empty")
    for column in (0, width - 1):
        if all(marks[column] == "_" for _, marks in rows):
            raise fault(rows[0][0], f"an outer column of '{letter}' is empty")
    return piece_from_rows([marks for _, marks in rows])


def check_tile(letter: str, piece: Piece, line: int) -> None:
    # (Component-set file) A tile has the shape of its letter, turned perhaps, not flipped.
    form = piece_from_rows([list(row) for row in FORMS[letter]])
    if all(set(piece) != set(turned) for turned in four_turns(form)):
        raise fault(line, f"this is not the shape of tile '{letter}'")
    # (Component-set file) Each tile has exactly one castle and one hole.
    for mark, name in (("C", "castle"), ("H", "hole")):
        if list(piece.values()).count(mark) != 1:
            raise fault(line, f"tile '{letter}' has not exactly one {name}")


def check_dragon(letter: str, piece: Piece, line: int) -> None:
    # (Component-set file) A dragon is a connected pentomino: five squares that hang together by their edges.
    if len(piece) != 5:
        raise fault(line, f"dragon '{letter}' has {len(piece)} squares, not five")
    if not is_in_one_piece(set(piece)):
        raise fault(line, f"dragon '{letter}' is in more than one part")


# ---------------------------------------------------------------- the match


class Match:
    """One match, from the drawing of the dragons to the end."""

    def __init__(self, seats: int, components: str = "house") -> None:
        # (head of the page) Two seats.
        if seats != 2:
            raise ValueError("Dragon Inferno has two seats")
        # (Pieces) The component set is the built-in one or the text of a file.
        read = read_components(HOUSE if components == "house" else components)
        self.tiles = [{letter: four_turns(piece) for letter, piece in own.items()} for own in read.tiles]
        self.dragons = {letter: dragon_turns(piece) for letter, piece in read.dragons.items()}

        self.caves: list[str] = []  # the dragons drawn and not yet summoned, next one first
        self.eggs: set[Square] = set()
        self.eggs_placed = 0
        self.owner: dict[Square, int] = {}  # covered squares: whose tile
        self.mark: dict[Square, str] = {}  # covered squares: castle, hole or plain
        self.burnt: set[Square] = set()
        # (Pieces) Each seat has the seven tiles, once each.
        self.hands = [set(TILE_LETTERS), set(TILE_LETTERS)]
        self.broken_eggs = [0, 0]
        self.summoned = ""  # the dragon that must be placed now

        # What is due: a "cave", "egg", "tile" or "dragon"; "" when the match is over.
        self.due = "cave"
        self.seat = 0  # whose egg, tile or dragon it is
        self.legal = self.caves_possible()

    @property
    def mover(self) -> int | str | None:
        if self.due == "":
            return None
        # (Setup) The dragons come in random order.
        return "chance" if self.due == "cave" else self.seat

    def moves(self) -> list[str]:
        return list(self.legal)

    def odds(self) -> dict[str, Fraction]:
        # (Notation) Each dragon left is equally likely.
        if self.due != "cave":
            return {}
        return {move: Fraction(1, len(self.legal)) for move in self.legal}

    # ------------------------------------------------------------ legality

    def squares_of(self, piece: Piece, corner: Square) -> Piece:
        # (Notation) A piece is placed by the lower left square of its bounding box, which need not be part of it.
        return {(corner[0] + x, corner[1] + y): mark for (x, y), mark in piece.items()}

    def caves_possible(self) -> list[str]:
        # (Setup) Any dragon that stands before no cave yet may be the next.
        return [f"cave {letter}" for letter in self.dragons if letter not in self.caves]

    def egg_faults(self, square: Square) -> set[str]:
        faults = set()
        # (Setup) Eggs are placed in the middle 6x6 ...
        if square not in MIDDLE:
            faults.add("outside-middle")
        # (Setup) ... on empty squares.
        if square in self.eggs:
            faults.add("egg-there")
        return faults

    def tile_faults(self, seat: int, letter: str, turn: int, corner: Square) -> set[str]:
        faults = set()
        # (Pieces) Each seat has each tile once.
        if letter not in self.hands[seat]:
            faults.add("tile-used")
        squares = self.squares_of(self.tiles[seat][letter][turn], corner)
        # (Play) A kingdom tile covers four squares: all of them on the board.
        if not all(0 <= x <= 7 and 0 <= y <= 7 for x, y in squares):
            faults.add("off-board")
            return faults
        # (Play) No kingdom tile covers them yet; eggs do not block, and a burnt square is still covered.
        if any(square in self.owner for square in squares):
            faults.add("covered")
        # (Play) The tile must cover an empty corner square, or share an edge with a tile of the same seat, burnt or not.
        if not self.covers_empty_corner(squares) and not self.touches_own(seat, squares):
            faults.add("not-connected")
        return faults

    def covers_empty_corner(self, squares: Piece) -> bool:
        return any(corner in squares and corner not in self.owner for corner in CORNERS)

    def touches_own(self, seat: int, squares: Piece) -> bool:
        return any(self.owner.get(next_to) == seat for square in squares for next_to in neighbours(square))

    def dragon_faults(self, letter: str, turn: int, corner: Square) -> set[str]:
        faults = set()
        # (Play) It is the summoned dragon that must be placed, no other.
        if letter != self.summoned:
            faults.add("not-summoned")
        squares = self.squares_of(self.dragons[letter][turn], corner)
        # (Play) A dragon covers five squares of the board.
        if not all(0 <= x <= 7 and 0 <= y <= 7 for x, y in squares):
            faults.add("off-board")
            return faults
        # (Play) They are squares of kingdom tiles, of either seat or both; the tile just placed counts too.
        if any(square not in self.owner for square in squares):
            faults.add("not-on-tiles")
        # (Play) None of them is burnt already.
        if any(square in self.burnt for square in squares):
            faults.add("burnt")
        return faults

    def eggs_possible(self) -> list[str]:
        return [f"egg {square_name(square)}" for square in BOARD if not self.egg_faults(square)]

    def tiles_possible(self, seat: int) -> list[str]:
        # (Notation) `L2 c4`: tile letter, quarter turns clockwise, lower left square.  Turns of a kingdom tile always differ.
        return [
            f"{letter}{turn} {square_name(corner)}"
            for letter in sorted(self.hands[seat])
            for turn in range(4)
            for corner in BOARD
            if not self.tile_faults(seat, letter, turn, corner)
        ]

    def dragons_possible(self) -> list[str]:
        # (Notation) `dragon W1 c4`: likewise, each different turn once.
        return [
            f"dragon {self.summoned}{turn} {square_name(corner)}"
            for turn in self.dragons[self.summoned]
            for corner in BOARD
            if not self.dragon_faults(self.summoned, turn, corner)
        ]

    def broken(self, move: str) -> set[str]:
        """The conditions that a move in proper spelling breaks; empty if it is legal.  Only where a seat is to move."""
        if self.mover not in (0, 1):
            raise ValueError("no seat is to move")
        kind, letter, turn, square = read_move(move)
        if kind != self.due:
            return {"kind"}
        if kind == "egg":
            return self.egg_faults(square)
        if kind == "tile":
            return self.tile_faults(self.seat, letter, turn, square)
        # (Notation) There is no other spelling than the smallest of the numbers, and no dragon outside the set.
        if letter not in self.dragons or turn not in self.dragons[letter]:
            raise ValueError(f"no such dragon and turn: {move!r}")
        return self.dragon_faults(letter, turn, square)

    # ------------------------------------------------------------ playing

    def play(self, move: str) -> None:
        if move not in self.legal:
            raise ValueError(f"not legal now: {move!r}")
        kind, letter, turn, square = read_move(move)
        if kind == "cave":
            self.play_cave(letter)
        elif kind == "egg":
            self.play_egg(square)
        elif kind == "tile":
            self.play_tile(letter, turn, square)
        else:
            self.play_dragon(letter, turn, square)

    def play_cave(self, letter: str) -> None:
        # (Setup) The five dragons are put before caves 1 to 5, one after the other.
        self.caves.append(letter)
        self.legal = self.caves_possible()
        if len(self.caves) == 5:
            # (Setup) Then seat 0 begins with the eggs.
            self.due = "egg"
            self.seat = 0
            self.legal = self.eggs_possible()

    def play_egg(self, square: Square) -> None:
        self.eggs.add(square)
        self.eggs_placed += 1
        # (Setup) Seat 0 places four eggs, then seat 1 places four.
        if self.eggs_placed < 2 * EGGS_PER_SEAT:
            self.seat = 0 if self.eggs_placed < EGGS_PER_SEAT else 1
            self.legal = self.eggs_possible()
        else:
            # (Play) Seat 0 begins.
            self.tile_is_due(first=0)

    def play_tile(self, letter: str, turn: int, corner: Square) -> None:
        # (Play, order within a move) First, cover.
        squares = self.squares_of(self.tiles[self.seat][letter][turn], corner)
        self.hands[self.seat].remove(letter)
        for square, mark in squares.items():
            self.owner[square] = self.seat
            self.mark[square] = mark

        # (Play, order within a move) Second, break eggs: every egg under the tile other than at its hole; the seat takes it.
        egg_in_hole = False
        for square, mark in squares.items():
            if square in self.eggs:
                self.eggs.remove(square)
                if mark == "H":
                    # (Play) An egg exactly at the hole never costs a point.
                    egg_in_hole = True
                else:
                    self.broken_eggs[self.seat] += 1

        # (Play, order within a move) Third, summon: an egg at the hole calls the next dragon in line, cave 1 first.
        # (Play) When no dragon is left, an egg at a hole has no effect.
        if egg_in_hole and self.caves:
            self.summoned = self.caves.pop(0)
            places = self.dragons_possible()
            if places:
                # (Play) The summoning seat must place that dragon at once; the game cannot go on or end before.
                self.due = "dragon"
                self.legal = places
                return
            # (Play) If there is no place for it the dragon leaves the game; that is automatic.
            self.summoned = ""

        # (Play, order within a move) Last, pass or end.
        self.tile_is_due(first=1 - self.seat)

    def play_dragon(self, letter: str, turn: int, corner: Square) -> None:
        # (Play) The five squares under the dragon are burnt: plain squares, castles and holes, used or not, of either seat.
        self.burnt.update(self.squares_of(self.dragons[letter][turn], corner))
        self.summoned = ""
        # (Play, order within a move) Last, pass or end.
        self.tile_is_due(first=1 - self.seat)

    def tile_is_due(self, first: int) -> None:
        # (Play) Seats alternate.  A seat that can place a kingdom tile must; one that cannot passes, which is automatic.
        for seat in (first, 1 - first):
            places = self.tiles_possible(seat)
            if places:
                self.due = "tile"
                self.seat = seat
                self.legal = places
                return
        # (End) The match ends when neither seat can place a tile.
        self.due = ""
        self.legal = []

    # ------------------------------------------------------------ results and views

    def scores(self) -> list[int]:
        scores = [0, 0]
        for square, seat in self.owner.items():
            if square not in self.burnt:
                # (End) 1 for each square of the seat not burnt, castle and hole squares included.
                scores[seat] += 1
                # (End) 1 more for each of its castles not burnt.
                if self.mark[square] == "C":
                    scores[seat] += 1
        for seat in (0, 1):
            # (End) Minus 1 for each egg it broke.  Eggs still on the board count nothing.
            scores[seat] -= self.broken_eggs[seat]
        return scores

    def winners(self) -> list[int]:
        if self.due != "":
            return []
        # (End) The higher score wins; with equal scores both seats are winners.
        scores = self.scores()
        return [seat for seat in (0, 1) if scores[seat] == max(scores)]

    def reason(self) -> str:
        # (End) There is one way to end: no seat has room for a tile.
        return "no-room" if self.due == "" else ""

    def facts(self, seat: int | None) -> dict[str, Any]:
        # (head of the page) No hidden information: every seat and every spectator sees the same.
        return {
            "mover": self.mover,
            "caves": list(self.caves),
            "eggs": sorted(square_name(square) for square in self.eggs),
            "squares": {square_name(square): [owner, self.mark[square]] for square, owner in self.owner.items()},
            "burnt": sorted(square_name(square) for square in self.burnt),
            "hands": [sorted(hand) for hand in self.hands],
            "broken": list(self.broken_eggs),
            "summoned": self.summoned,
        }

    def seen(self, seat: int | None, move: str) -> str:
        # (head of the page) No hidden information: every record shows every move as it is.
        return move

    def copy(self) -> Match:
        other = Match.__new__(Match)
        other.tiles = self.tiles
        other.dragons = self.dragons
        other.caves = list(self.caves)
        other.eggs = set(self.eggs)
        other.eggs_placed = self.eggs_placed
        other.owner = dict(self.owner)
        other.mark = dict(self.mark)
        other.burnt = set(self.burnt)
        other.hands = [set(hand) for hand in self.hands]
        other.broken_eggs = list(self.broken_eggs)
        other.summoned = self.summoned
        other.due = self.due
        other.seat = self.seat
        other.legal = list(self.legal)
        return other


def read_move(move: str) -> tuple[str, str, int, Square]:
    """The kind of a move, its letter, its turn and its square (empty values where the kind has none)."""
    # (Notation) The four spellings: `cave W`, `egg c3`, `L2 c4`, `dragon W1 c4`.
    found = re.fullmatch(r"cave ([A-Z])", move)
    if found:
        return "cave", found[1], 0, (0, 0)
    found = re.fullmatch(r"egg ([a-h][1-8])", move)
    if found:
        return "egg", "", 0, square_at(found[1])
    found = re.fullmatch(r"([IOTSZLJ])([0-3]) ([a-h][1-8])", move)
    if found:
        return "tile", found[1], int(found[2]), square_at(found[3])
    found = re.fullmatch(r"dragon ([A-Z])([0-3]) ([a-h][1-8])", move)
    if found:
        return "dragon", found[1], int(found[2]), square_at(found[3])
    raise ValueError(f"no such spelling: {move!r}")


# ---------------------------------------------------------------- self-test


def perft(match: Match, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are from here."""
    if depth == 1:
        return len(match.moves())
    total = 0
    for move in match.moves():
        after = match.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total


def perft_start() -> Match:
    # (Numbers to check against)
    match = Match(2)
    for letter in "XTUVW":
        match.play(f"cave {letter}")
    for square in ("b2", "c3", "f6", "g7", "b7", "c6", "f3", "g2"):
        match.play(f"egg {square}")
    return match


OWN_TILES = """\
# each seat its own tiles, dragons with few different turns, two of the same form
dragons
Z  X X X X X
A  X
   X
   # a remark inside a drawing

   X
   X
   X
I  _ X X
   X X _
   _ X _
B  X X _
   _ X _
   _ X X
C  X X
   X X
   X _
tiles 1
J  C . H
   _ _ .
I  .
   C
   H
   .
O  H C
   . .
T  . _
   C H
   . _
S  . _
   H C
   _ .
Z  _ .
   C H
   . _
L  C H .
   . _ _
tiles 0
""" + HOUSE.split("dragons\n")[0].removeprefix("tiles\n")


def self_test(matches: int) -> None:
    for name, components in (("house", "house"), ("own set", OWN_TILES)):
        kinds: dict[str, int] = {}
        results = {"seat 0": 0, "seat 1": 0, "draw": 0}
        for seed in range(matches):
            chooser = random.Random(seed)
            match = Match(2, components=components)
            while match.mover is not None:
                if match.mover == "chance":
                    assert sum(match.odds().values()) == 1 and list(match.odds()) == match.moves()
                else:
                    assert all(match.broken(move) == set() for move in match.moves())
                move = chooser.choice(match.moves())
                kind = read_move(move)[0]
                kinds[kind] = kinds.get(kind, 0) + 1
                match.play(move)
            assert match.reason() == "no-room" and match.moves() == []
            winners = match.winners()
            results["draw" if len(winners) == 2 else f"seat {winners[0]}"] += 1
        print(f"{name}: {matches} matches, moves {kinds}, winners {results}")
    for depth, expected in ((1, 80), (2, 4800), (3, 649544)):
        count = perft(perft_start(), depth)
        print(f"perft {depth}: {count}, expected {expected}")
        assert count == expected


if __name__ == "__main__":
    self_test(20)
