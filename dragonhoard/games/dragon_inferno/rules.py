"""Dragon Inferno: two kingdoms grow tile by tile over eight eggs; an egg under a hole wakes a dragon, which burns five squares of any stone.

The kernel of RULES.md (§ numbers there). Nothing is hidden; the only chance is the order of the dragons. Where pieces fit is found for a whole
board at once: a set of squares is one 64-bit word, and shifting it to the right asks the same question of every square's neighbour.
"""

from collections.abc import Mapping
from typing import Any, Final

from dragonhoard.bits import CHANCE, OVER, Row, at, kernel, lowest, popcount, wrap
from dragonhoard.dice import below
from dragonhoard.games.dragon_inferno import components

# ------------------------------------------------------------------ the game's words
SEATS: Final = 2
TILES: Final = 7  # §1.2 kingdom tiles of a seat, in the order I O T S Z L J
DRAGONS: Final = 5  # §1.3
EGGS: Final = 4  # §2.2 laid by each seat
CAVE_DUE, EGG_DUE, TILE_DUE, DRAGON_DUE, NOTHING_DUE = 0, 1, 2, 3, 4  # what is to be done next

REASONS: Final = ("no-room",)
SCORES: Final = 1

# ------------------------------------------------------------------ squares, placements, actions
#     a   b   c   d   e   f   g   h
# 8  56  57  58  59  60  61  62  63      a square is rank * 8 + file, and bit number `square` of a set of squares:
# 7  48  49  50  51  52  53  54  55      `set >> 1` asks of every square what lies to the right of it, `set >> 8` what lies above,
# 6  40  41  42  43  44  45  46  47      and a piece is placed by the lower left square of its bounding box (§8.3)
# 5  32  33  34  35  36  37  38  39
# 4  24  25  26  27  28  29  30  31
# 3  16  17  18  19  20  21  22  23      actions: tile * 256 + turn * 64 + square          0 .. 1791
# 2   8   9  10  11  12  13  14  15               A_DRAGON + dragon * 256 + turn * 64 + square  .. 3071
# 1   0   1   2   3   4   5   6   7               A_EGG + square,  A_CAVE + dragon
A_DRAGON, A_EGG, A_CAVE, A_END = 1792, 3072, 3136, 3141

CORNERS: Final = wrap(1 | 1 << 7 | 1 << 56 | 1 << 63)  # §1.1
MIDDLE: Final = 0x007E7E7E7E7E7E00  # §1.1 b2 to g7
FILE_A: Final = 0x0101010101010101
NOT_FILE_A: Final = wrap(~FILE_A)
NOT_FILE_H: Final = wrap(~(FILE_A << 7))

# where the lower left square of a bounding box may lie, by its width and height
BOX_4X1: Final = wrap(FILE_A * 0x1F)
BOX_1X4: Final = 0xFFFFFFFFFF
BOX_2X2: Final = (FILE_A & 0xFFFFFFFFFFFFFF) * 0x7F
BOX_3X2: Final = (FILE_A & 0xFFFFFFFFFFFFFF) * 0x3F
BOX_2X3: Final = (FILE_A & 0xFFFFFFFFFFFF) * 0x7F

# ------------------------------------------------------------------ the state
# 0   1   2   3   4 . . . 8   9   10    11  12   13  14  15  16  17 18  19 20  21
# DUE SEAT NEXT POOL CAVE x 5  EGG BURNT OWN x 2  CASTLE  HAND   BROKEN  LAID   SLAIN
DUE, SEAT = 0, 1  # what is to be done, and by whom (0 where nobody is to move)
NEXT = 2  # during setup the next empty cave, then the cave of the next dragon; 5 when none is left
POOL = 3  # a set of bits: dragons that stand before no cave yet
CAVE = 4  # the dragon of each cave
EGG, BURNT = 9, 10  # sets of squares
OWN, CASTLE = 11, 13  # for each seat the squares under its tiles, and those of its castles
HAND, BROKEN = 15, 17  # for each seat a set of bits of its tiles left, and how many eggs it broke
LAID = 19  # for each seat 9 bits a tile: 0 in hand, else 1 + turn * 64 + square
FLOWN = 21  # 9 bits a cave: 0 not called yet, else 1 + turn * 64 + square, or AWAY for a dragon that found no place
STATE_SIZE: Final = 22
PLACED_BITS: Final = 9
AWAY: Final = 257

# ------------------------------------------------------------------ the box: a component set
TILE = 0  # 56 turned tiles, seat * 28 + tile * 4 + turn, of four words: squares with the lower left corner at a1, castle, hole, silhouette
DRAGON = TILE + 56 * 4  # 20 turned dragons of seven words: where the lower left corner may lie (0: a turn like an earlier one), offsets of five squares, squares
LETTER = DRAGON + 20 * 7  # a word for each dragon's letter
BOX_SIZE: Final = LETTER + DRAGONS

MOST: Final = 1200  # more than the 1196 places there are for 28 turned tiles on an empty board
SPOTS: Final = MOST  # scratch in `out`: a set of squares for each of the 19 silhouettes
OUT_SIZE: Final = SPOTS + 24

# §1.2 The nineteen ways a tetromino can lie, in the order in which `rooms` writes where they fit.
SILHOUETTES: Final = (
    *("XXXX", "X/X/X/X", "XX/XX"),
    *("XXX/_X_", "_X/XX/_X", "_X_/XXX", "X_/XX/X_"),
    *("_XX/XX_", "X_/XX/_X", "XX_/_XX", "_X/XX/X_"),
    *("X_/X_/XX", "XXX/X__", "XX/_X/_X", "__X/XXX"),
    *("_X/_X/XX", "X__/XXX", "XX/X_/X_", "XXX/__X"),
)


def normal_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with a component set as its canonical text; raises NotAComponentSet."""
    text = options["components"]
    return {**options, "components": text if text == "house" else components.canonical(text)}


def make_box(seats: int, options: Mapping[str, Any]) -> list[int]:
    """The read-only tables of a component set; raises NotAComponentSet."""
    found = components.read(options["components"])
    box = [0] * BOX_SIZE
    lying = {components.silhouette(tuple(drawing.split("/")), 0): number for number, drawing in enumerate(SILHOUETTES)}
    for seat in range(seats):
        for tile, drawing in enumerate(found.tiles[seat].values()):
            for turn in range(4):
                row = TILE + (seat * 28 + tile * 4 + turn) * 4
                for x, y, mark in components.cells(drawing, turn):
                    offset = y * 8 + x
                    box[row] |= 1 << offset
                    box[row + 1] = offset if mark == "C" else box[row + 1]
                    box[row + 2] = offset if mark == "H" else box[row + 2]
                box[row + 3] = lying[components.silhouette(drawing, turn)]
    for dragon, (letter, drawing) in enumerate(found.dragons.items()):
        box[LETTER + dragon] = ord(letter)
        known = set()
        for turn in range(4):
            row = DRAGON + (dragon * 4 + turn) * 7
            squares = components.silhouette(drawing, turn)
            width, height = (1 + max(size) for size in zip(*squares, strict=True))
            if squares not in known:  # §8.4 a turn that gives the same squares is no other move
                box[row] = wrap(sum(1 << y * 8 + x for y in range(9 - height) for x in range(9 - width)))
            known.add(squares)
            box[row + 1 : row + 6] = sorted(y * 8 + x for x, y in squares)
            box[row + 6] = sum(1 << y * 8 + x for x, y in squares)
    return box


# ------------------------------------------------------------------ the kernel
@kernel
def start(box: Row, state: Row) -> None:
    """§2 The board is empty, no dragon stands before a cave, both seats hold all their tiles."""
    for i in range(STATE_SIZE):
        state[i] = 0
    state[POOL] = (1 << DRAGONS) - 1
    state[HAND] = (1 << TILES) - 1
    state[HAND + 1] = (1 << TILES) - 1


@kernel
def mover(box: Row, state: Row) -> int:
    """Chance puts the dragons before the caves (§2.1); then a seat moves until nothing is due."""
    due = state[DUE]
    if due == CAVE_DUE:
        return CHANCE
    if due == NOTHING_DUE:
        return OVER
    return state[SEAT]


@kernel
def legal(box: Row, state: Row, out: Row) -> int:
    """Write the legal actions, ascending; return how many."""
    due = state[DUE]
    n = 0
    if due == TILE_DUE:
        seat = state[SEAT]
        find_rooms(state, seat, out)
        for tile in range(TILES):
            if (state[HAND + seat] >> tile) & 1 != 0:
                for turned in range(tile * 4, tile * 4 + 4):
                    n = emit(out[at(SPOTS + box[TILE + (seat * 28 + turned) * 4 + 3])], turned << 6, out, n)
    elif due == EGG_DUE:
        n = emit(MIDDLE & ~state[EGG], A_EGG, out, n)
    elif due == DRAGON_DUE:
        dragon = state[at(CAVE + state[NEXT])]
        for turned in range(dragon * 4, dragon * 4 + 4):
            n = emit(lairs(box, turned, fuel(state)), A_DRAGON + (turned << 6), out, n)
    elif due == CAVE_DUE:
        n = emit(state[POOL], A_CAVE, out, n)
    return n


@kernel
def odds(box: Row, state: Row, out: Row) -> int:
    """§2.1 Every dragon that is left is equally likely to stand before the next cave."""
    n = popcount(state[POOL])
    for i in range(n):
        out[i] = 1
    return n


@kernel
def draw(box: Row, state: Row, dice: Row) -> int:
    """§2.1 One of the dragons left."""
    return A_CAVE + nth(state[POOL], below(dice, popcount(state[POOL])))


@kernel
def pick(box: Row, state: Row, out: Row, dice: Row) -> int:
    """One legal action, each as likely, without writing the list: sets of squares are counted instead."""
    due = state[DUE]
    if due == TILE_DUE:
        seat = state[SEAT]
        hand = state[HAND + seat]
        find_rooms(state, seat, out)
        total = 0
        for tile in range(TILES):
            total += rooms_of(out, tile) & -((hand >> tile) & 1)
        n = below(dice, total)
        out[0] = total
        tile = 0
        here = rooms_of(out, tile) & -(hand & 1)
        while n >= here:
            n -= here
            tile += 1
            here = rooms_of(out, tile) & -((hand >> tile) & 1)
        turned = tile * 4
        spots = out[at(SPOTS + box[at(TILE + (seat * 28 + turned) * 4 + 3)])]
        while n >= popcount(spots):
            n -= popcount(spots)
            turned += 1
            spots = out[at(SPOTS + box[at(TILE + (seat * 28 + turned) * 4 + 3)])]
        return (turned << 6) + nth(spots, n)
    if due == EGG_DUE:
        spots = MIDDLE & ~state[EGG]
        out[0] = popcount(spots)
        return A_EGG + nth(spots, below(dice, popcount(spots)))
    total = legal(box, state, out)
    action = out[at(below(dice, total))]
    out[0] = total
    return action


@kernel
def apply(box: Row, state: Row, action: int) -> None:
    """Make a move and settle what is automatic: a dragon without room leaves, a seat without room passes, and when both must, the match ends."""
    due = state[DUE]
    if due == TILE_DUE:
        lay_tile(box, state, action)
    elif due == EGG_DUE:  # §2.2 four eggs of seat 0, then four of seat 1, then seat 0 begins
        state[EGG] = state[EGG] | (1 << (action - A_EGG))
        laid = popcount(state[EGG])
        if laid == EGGS:
            state[SEAT] = 1
        elif laid == 2 * EGGS:
            state[SEAT] = 0
            state[DUE] = TILE_DUE
    elif due == DRAGON_DUE:  # §4.3 five squares burn
        placed = action - A_DRAGON
        cave = state[NEXT]
        state[BURNT] = state[BURNT] | wrap(box[at(DRAGON + (placed >> 6) * 7 + 6)] << (placed & 63))
        state[FLOWN] = state[FLOWN] | ((1 + (placed & 255)) << cave * PLACED_BITS)
        state[NEXT] = cave + 1
        next_turn(state)
    elif due == CAVE_DUE:  # §2.1
        cave = state[NEXT]
        dragon = action - A_CAVE
        state[at(CAVE + cave)] = dragon
        state[POOL] = state[POOL] ^ (1 << dragon)
        state[NEXT] = cave + 1
        if cave + 1 == DRAGONS:
            state[NEXT] = 0
            state[DUE] = EGG_DUE


@kernel
def score(box: Row, state: Row, out: Row) -> None:
    """§6.1 A point for each square not burnt and one more for each castle not burnt, minus one for each egg broken."""
    standing = ~state[BURNT]
    for seat in range(SEATS):
        out[seat] = popcount(state[OWN + seat] & standing) + popcount(state[CASTLE + seat] & standing) - state[BROKEN + seat]


@kernel
def points(state: Row, seat: int) -> int:
    """The points of one seat."""
    standing = ~state[BURNT]
    return popcount(state[OWN + seat] & standing) + popcount(state[CASTLE + seat] & standing) - state[BROKEN + seat]


@kernel
def winners(box: Row, state: Row) -> int:
    """§6.2 The higher score; with equal scores both."""
    lead = points(state, 0) - points(state, 1)
    if lead > 0:
        return 1
    if lead < 0:
        return 2
    return 3


@kernel
def reason(box: Row, state: Row) -> int:
    """§5.3 There is but one way to end: neither seat has room."""
    return 0


@kernel
def wipe(box: Row, state: Row, seat: int) -> None:
    """Nothing is hidden, so nothing is blanked and everybody's state is the whole one."""


@kernel
def redeal(box: Row, state: Row, seat: int, dice: Row) -> None:
    """Nothing is hidden, so there is but one world."""


# ------------------------------------------------------------------ helpers of the kernel, each one rule
@kernel
def lay_tile(box: Row, state: Row, action: int) -> None:
    """§3 and §4.1, §4.2: cover, break eggs, summon, and if no dragon is to be placed go on."""
    seat = state[SEAT]
    tile = action >> 8
    square = action & 63
    turned = at(TILE + (seat * 28 + (action >> 6)) * 4)
    squares = wrap(box[turned] << square)
    hole = wrap(1 << (square + box[turned + 2]))
    eggs = state[EGG] & squares
    state[EGG] = state[EGG] ^ eggs
    state[OWN + seat] = state[OWN + seat] | squares
    state[CASTLE + seat] = state[CASTLE + seat] | wrap(1 << (square + box[turned + 1]))
    state[HAND + seat] = state[HAND + seat] ^ (1 << tile)
    state[LAID + seat] = state[LAID + seat] | ((1 + (action & 255)) << tile * PLACED_BITS)
    state[BROKEN + seat] = state[BROKEN + seat] + popcount(eggs & ~hole)
    if eggs & hole != 0:
        cave = state[NEXT]
        if cave < DRAGONS:  # §4.5 with no dragon left the egg has no effect
            if has_lair(box, state, state[at(CAVE + cave)]):
                state[DUE] = DRAGON_DUE
                return
            state[FLOWN] = state[FLOWN] | (AWAY << cave * PLACED_BITS)  # §4.4
            state[NEXT] = cave + 1
    next_turn(state)


@kernel
def next_turn(state: Row) -> None:
    """§5 The other seat, if it has room; else the same seat again; if neither has room, the end."""
    seat = 1 - state[SEAT]
    if has_room(state, seat):
        state[SEAT] = seat
        state[DUE] = TILE_DUE
    elif has_room(state, 1 - seat):
        state[DUE] = TILE_DUE
    else:
        state[SEAT] = 0
        state[DUE] = NOTHING_DUE


@kernel
def beside(own: int) -> int:
    """The squares that share an edge with a set of squares."""
    return wrap(own << 8) | ((own >> 8) & 0xFFFFFFFFFFFFFF) | wrap((own & NOT_FILE_H) << 1) | ((own >> 1) & (NOT_FILE_H & 0x7FFFFFFFFFFFFFFF))


@kernel
def find_rooms(state: Row, seat: int, out: Row) -> None:
    """Write where each silhouette fits: a set of lower left squares at out[SPOTS + silhouette]."""
    f = ~(state[OWN] | state[OWN + 1])  # §3.1 no tile lies there yet
    t = f & (CORNERS | beside(state[OWN + seat]))  # §3.2 one of the four must be a corner or beside the seat's own stone
    # two and three squares in a row and in a column, all free; and any of them touching
    f_across = f & f >> 1
    t_across = t | t >> 1
    f_upright = f & f >> 8
    t_upright = t | t >> 8
    f_row = f_across & f >> 2
    t_row = t_across | t >> 2
    f_column = f_upright & f >> 16
    t_column = t_upright | t >> 16
    out[SPOTS] = BOX_4X1 & f_across & f_across >> 2 & (t_across | t_across >> 2)
    out[SPOTS + 1] = BOX_1X4 & f_upright & f_upright >> 16 & (t_upright | t_upright >> 16)
    out[SPOTS + 2] = BOX_2X2 & f_across & f_across >> 8 & (t_across | t_across >> 8)
    out[SPOTS + 3] = BOX_3X2 & f_row >> 8 & f >> 1 & (t_row >> 8 | t >> 1)
    out[SPOTS + 4] = BOX_2X3 & f_column >> 1 & f >> 8 & (t_column >> 1 | t >> 8)
    out[SPOTS + 5] = BOX_3X2 & f_row & f >> 9 & (t_row | t >> 9)
    out[SPOTS + 6] = BOX_2X3 & f_column & f >> 9 & (t_column | t >> 9)
    out[SPOTS + 7] = BOX_3X2 & f_across & f_across >> 9 & (t_across | t_across >> 9)
    out[SPOTS + 8] = BOX_2X3 & f_upright >> 1 & f_upright >> 8 & (t_upright >> 1 | t_upright >> 8)
    out[SPOTS + 9] = BOX_3X2 & f_across >> 1 & f_across >> 8 & (t_across >> 1 | t_across >> 8)
    out[SPOTS + 10] = BOX_2X3 & f_upright & f_upright >> 9 & (t_upright | t_upright >> 9)
    out[SPOTS + 11] = BOX_2X3 & f_column & f >> 1 & (t_column | t >> 1)
    out[SPOTS + 12] = BOX_3X2 & f_row >> 8 & f & (t_row >> 8 | t)
    out[SPOTS + 13] = BOX_2X3 & f_column >> 1 & f >> 16 & (t_column >> 1 | t >> 16)
    out[SPOTS + 14] = BOX_3X2 & f_row & f >> 10 & (t_row | t >> 10)
    out[SPOTS + 15] = BOX_2X3 & f_column >> 1 & f & (t_column >> 1 | t)
    out[SPOTS + 16] = BOX_3X2 & f_row & f >> 8 & (t_row | t >> 8)
    out[SPOTS + 17] = BOX_2X3 & f_column & f >> 17 & (t_column | t >> 17)
    out[SPOTS + 18] = BOX_3X2 & f_row >> 8 & f >> 2 & (t_row >> 8 | t >> 2)


@kernel
def rooms_of(out: Row, tile: int) -> int:
    """How many places a tile has in all its turns: I, S and Z lie in two ways each twice, O in one way four times."""
    if tile == 0:
        return 2 * (popcount(out[SPOTS]) + popcount(out[SPOTS + 1]))
    if tile == 1:
        return 4 * popcount(out[SPOTS + 2])
    if tile == 3:
        return 2 * (popcount(out[SPOTS + 7]) + popcount(out[SPOTS + 8]))
    if tile == 4:
        return 2 * (popcount(out[SPOTS + 9]) + popcount(out[SPOTS + 10]))
    first = SPOTS + 3
    if tile == 5:
        first = SPOTS + 11
    elif tile == 6:
        first = SPOTS + 15
    return popcount(out[first]) + popcount(out[first + 1]) + popcount(out[first + 2]) + popcount(out[first + 3])


@kernel
def has_room(state: Row, seat: int) -> bool:
    """§3.3 Whether the seat can place any of its tiles."""
    hand = state[HAND + seat]
    f = ~(state[OWN] | state[OWN + 1])
    t = f & (CORNERS | beside(state[OWN + seat]))
    f_across = f & f >> 1
    t_across = t | t >> 1
    f_upright = f & f >> 8
    t_upright = t | t >> 8
    f_row = f_across & f >> 2
    t_row = t_across | t >> 2
    f_column = f_upright & f >> 16
    t_column = t_upright | t >> 16
    room = 0
    if hand & 0b1100100 != 0:
        if hand & 0b0000100 != 0:
            room |= BOX_3X2 & f_row >> 8 & f >> 1 & (t_row >> 8 | t >> 1)
            room |= BOX_2X3 & f_column >> 1 & f >> 8 & (t_column >> 1 | t >> 8)
            room |= BOX_3X2 & f_row & f >> 9 & (t_row | t >> 9)
            room |= BOX_2X3 & f_column & f >> 9 & (t_column | t >> 9)
        if hand & 0b0100000 != 0:
            room |= BOX_2X3 & f_column & f >> 1 & (t_column | t >> 1)
            room |= BOX_3X2 & f_row >> 8 & f & (t_row >> 8 | t)
            room |= BOX_2X3 & f_column >> 1 & f >> 16 & (t_column >> 1 | t >> 16)
            room |= BOX_3X2 & f_row & f >> 10 & (t_row | t >> 10)
        if hand & 0b1000000 != 0:
            room |= BOX_2X3 & f_column >> 1 & f & (t_column >> 1 | t)
            room |= BOX_3X2 & f_row & f >> 8 & (t_row | t >> 8)
            room |= BOX_2X3 & f_column & f >> 17 & (t_column | t >> 17)
            room |= BOX_3X2 & f_row >> 8 & f >> 2 & (t_row >> 8 | t >> 2)
        if room != 0:
            return True
    if hand & 0b0000001 != 0:
        room |= BOX_4X1 & f_across & f_across >> 2 & (t_across | t_across >> 2)
        room |= BOX_1X4 & f_upright & f_upright >> 16 & (t_upright | t_upright >> 16)
    if hand & 0b0000010 != 0:
        room |= BOX_2X2 & f_across & f_across >> 8 & (t_across | t_across >> 8)
    if hand & 0b0001000 != 0:
        room |= BOX_3X2 & f_across & f_across >> 9 & (t_across | t_across >> 9)
        room |= BOX_2X3 & f_upright >> 1 & f_upright >> 8 & (t_upright >> 1 | t_upright >> 8)
    if hand & 0b0010000 != 0:
        room |= BOX_3X2 & f_across >> 1 & f_across >> 8 & (t_across >> 1 | t_across >> 8)
        room |= BOX_2X3 & f_upright & f_upright >> 9 & (t_upright | t_upright >> 9)
    return room != 0


@kernel
def fuel(state: Row) -> int:
    """§4.3 What can burn: squares of tiles of either seat, none of them burnt already."""
    return (state[OWN] | state[OWN + 1]) & ~state[BURNT]


@kernel
def lairs(box: Row, turned: int, burning: int) -> int:
    """Where a turned dragon fits: a set of lower left squares."""
    row = at(DRAGON + turned * 7)
    fits = burning >> box[row + 1] & burning >> box[row + 2] & burning >> box[row + 3]
    return box[row] & fits & burning >> box[row + 4] & burning >> box[row + 5]


@kernel
def has_lair(box: Row, state: Row, dragon: int) -> bool:
    """§4.4 Whether the dragon has a place in any of its turns."""
    burning = fuel(state)
    found = 0
    for turned in range(dragon * 4, dragon * 4 + 4):
        found |= lairs(box, turned, burning)
    return found != 0


@kernel
def emit(spots: int, first: int, out: Row, n: int) -> int:
    """Write an action for each square of a set, from out[n] on; return where it ended."""
    while spots != 0:
        out[at(n)] = first + lowest(spots)
        n += 1
        spots &= spots - 1
    return n


@kernel
def nth(spots: int, n: int) -> int:
    """The n-th square of a set, counted from 0."""
    for _ in range(n):
        spots &= spots - 1
    return lowest(spots)
