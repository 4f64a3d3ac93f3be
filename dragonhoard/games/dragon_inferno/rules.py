"""Dragon Inferno: two kingdoms grow tile by tile over eight eggs; an egg under a hole wakes a dragon, which burns five squares of any stone.

Nothing is hidden; the only chance is the order of the dragons. RULES.en.md has the rules; the § below are its sections. Where pieces fit is
found for a whole board at once: a set of squares is one 64-bit word, and shifting it to the right asks the same question of every square's
neighbour. This module knows integers only: no text, no file (`components` reads those), no opinion on what is a good move.
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
# 6  40  41  42  43  44  45  46  47      and a piece is placed by the lower left square of its bounding box (§9.3)
# 5  32  33  34  35  36  37  38  39
# 4  24  25  26  27  28  29  30  31
# 3  16  17  18  19  20  21  22  23      actions: tile * 256 + turn * 64 + square          0 .. 1791
# 2   8   9  10  11  12  13  14  15               A_DRAGON + dragon * 256 + turn * 64 + square  .. 3071
# 1   0   1   2   3   4   5   6   7               A_EGG + square,  A_CAVE + dragon
A_DRAGON, A_EGG, A_CAVE = 1792, 3072, 3136

CORNERS: Final = wrap(1 | 1 << 7 | 1 << 56 | 1 << 63)  # §1.1
MIDDLE: Final = 0x007E7E7E7E7E7E00  # §1.1 b2 to g7
NOT_FILE_H: Final = 0x7F7F7F7F7F7F7F7F

# ------------------------------------------------------------------ the state
# 0   1   2   3   4 . . . 8   9   10    11  12   13  14  15  16  17 18  19 20  21
# DUE SEAT NEXT POOL CAVE x 5  EGG BURNT OWN x 2  CASTLE  HAND   BROKEN  LAID   FLOWN
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
# A turned tile has the number tile * 4 + turn, a turned dragon dragon * 4 + turn. What is known of all 28 turned tiles of a seat stands side by
# side in columns, so that the compiler can look for room for several at once.
TURNED: Final = 4 * TILES
ORIGINS = 0  # 28 sets of squares: where the lower left square may lie so that the tile stays on the board
OFFSETS = TURNED  # four columns of 28: how far its squares lie from the lower left one
SQUARES = 5 * TURNED  # its squares when the lower left one is a1
CASTLE_AT, HOLE_AT = 6 * TURNED, 7 * TURNED  # how far castle and hole lie from the lower left square
TILE_BOX: Final = 8 * TURNED  # all this for seat 0, then for seat 1
DRAGON_BOX: Final = SEATS * TILE_BOX  # each turned dragon seven words: origins (none for a turn like an earlier one), five offsets, squares
LETTERS: Final = DRAGON_BOX + 7 * 4 * DRAGONS  # a word for each dragon's letter
BOX_SIZE: Final = LETTERS + DRAGONS

# out:  0 . . . . . . . . 1199   1200 . . . 1227   1228 . . 1234
#       the list of actions      SPOTS x 28        COUNTS x 7
MOST: Final = 1200  # more than the 1196 places there are for 28 turned tiles on an empty board
SPOTS: Final = MOST  # scratch: for each turned tile the squares where it fits
COUNTS: Final = SPOTS + TURNED  # scratch: for each tile how many legal actions belong to the tiles before it
OUT_SIZE: Final = COUNTS + TILES


def normal_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with a component set as its canonical text; raises NotAComponentSet."""
    text = options["components"]
    return {**options, "components": text if text == "house" else components.canonical(text)}


def make_box(seats: int, options: Mapping[str, Any]) -> list[int]:
    """The read-only tables of a component set; raises NotAComponentSet."""
    found = components.read(options["components"])
    box = [0] * BOX_SIZE
    for seat in range(seats):
        for tile, drawing in enumerate(found.tiles[seat].values()):
            for turn in range(4):
                column = seat * TILE_BOX + tile * 4 + turn
                cells = components.cells(drawing, turn)
                box[column + ORIGINS] = _origins(cells)
                for i, (x, y, mark) in enumerate(cells):
                    offset = y * 8 + x
                    box[column + OFFSETS + i * TURNED] = offset
                    box[column + SQUARES] |= 1 << offset
                    if mark == "C":
                        box[column + CASTLE_AT] = offset
                    if mark == "H":
                        box[column + HOLE_AT] = offset
    for dragon, (letter, drawing) in enumerate(found.dragons.items()):
        box[LETTERS + dragon] = ord(letter)
        known = []
        for turn in range(4):
            row = DRAGON_BOX + (dragon * 4 + turn) * 7
            cells = components.cells(drawing, turn)
            box[row] = 0 if cells in known else _origins(cells)  # §9.4 a turn that gives the same squares is no other move
            box[row + 1 : row + 6] = [y * 8 + x for x, y, _ in cells]
            box[row + 6] = sum(1 << y * 8 + x for x, y, _ in cells)
            known.append(cells)
    return box


def _origins(cells: list[components.Cell]) -> int:
    """Where the lower left square of a piece's bounding box may lie."""
    width, height = max(x for x, _, _ in cells), max(y for _, y, _ in cells)
    return wrap(sum(1 << y * 8 + x for y in range(8 - height) for x in range(8 - width)))


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
        find_rooms(box, state, seat, out)
        for tile in range(TILES):
            if (state[HAND + seat] >> tile) & 1 != 0:
                for turned in range(tile * 4, tile * 4 + 4):
                    n = emit(out[SPOTS + turned], turned << 6, out, n)
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
        find_rooms(box, state, seat, out)
        total = 0
        for tile in range(TILES):
            out[COUNTS + tile] = total
            total += places(out, tile) & -((hand >> tile) & 1)
        n = below(dice, total)
        out[0] = total
        # which tile and which turn: counted without branches, since nothing can foretell them
        tile = (n >= out[COUNTS + 1]) + (n >= out[COUNTS + 2]) + (n >= out[COUNTS + 3])
        tile += (n >= out[COUNTS + 4]) + (n >= out[COUNTS + 5]) + (n >= out[COUNTS + 6])
        n -= out[at(COUNTS + tile)]
        first = popcount(out[at(SPOTS + tile * 4)])
        second = popcount(out[at(SPOTS + tile * 4 + 1)])
        third = popcount(out[at(SPOTS + tile * 4 + 2)])
        past_first = -(n >= first)
        past_second = -(n >= first + second)
        past_third = -(n >= first + second + third)
        n -= (past_first & first) + (past_second & second) + (past_third & third)
        turned = tile * 4 - past_first - past_second - past_third
        return (turned << 6) + nth(out[at(SPOTS + turned)], n)
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
    elif due == DRAGON_DUE:  # §4.4 five squares burn
        placed = action - A_DRAGON
        cave = state[NEXT]
        state[BURNT] = state[BURNT] | wrap(box[at(DRAGON_BOX + (placed >> 6) * 7 + 6)] << (placed & 63))
        state[FLOWN] = state[FLOWN] | ((1 + (placed & 255)) << cave * PLACED_BITS)
        state[NEXT] = cave + 1
        next_turn(box, state)
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
    for seat in range(SEATS):
        out[seat] = points(state, seat)


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
    column = seat * TILE_BOX + (action >> 6)
    squares = wrap(box[at(column + SQUARES)] << square)
    hole = wrap(1 << (square + box[at(column + HOLE_AT)]))
    eggs = state[EGG] & squares
    state[EGG] = state[EGG] ^ eggs
    state[OWN + seat] = state[OWN + seat] | squares
    state[CASTLE + seat] = state[CASTLE + seat] | wrap(1 << (square + box[at(column + CASTLE_AT)]))
    state[HAND + seat] = state[HAND + seat] ^ (1 << tile)
    state[LAID + seat] = state[LAID + seat] | ((1 + (action & 255)) << tile * PLACED_BITS)
    state[BROKEN + seat] = state[BROKEN + seat] + popcount(eggs & ~hole)
    if eggs & hole != 0:
        cave = state[NEXT]
        if cave < DRAGONS:  # §4.7 with no dragon left the egg has no effect
            if has_lair(box, state, state[at(CAVE + cave)]):
                state[DUE] = DRAGON_DUE
                return
            state[FLOWN] = state[FLOWN] | (AWAY << cave * PLACED_BITS)  # §4.6
            state[NEXT] = cave + 1
    next_turn(box, state)


@kernel
def next_turn(box: Row, state: Row) -> None:
    """§5 The other seat, if it has room; else the same seat again; if neither has room, the end."""
    seat = 1 - state[SEAT]
    if has_room(box, state, seat):
        state[SEAT] = seat
        state[DUE] = TILE_DUE
    elif has_room(box, state, 1 - seat):
        state[DUE] = TILE_DUE
    else:
        state[SEAT] = 0
        state[DUE] = NOTHING_DUE


@kernel
def points(state: Row, seat: int) -> int:
    """§6.1 What one seat's kingdom is worth."""
    standing = ~state[BURNT]
    return popcount(state[OWN + seat] & standing) + popcount(state[CASTLE + seat] & standing) - state[BROKEN + seat]


@kernel
def beside(own: int) -> int:
    """The squares that share an edge with a set of squares: above, below, to the right, to the left."""
    return wrap(own << 8) | ((own >> 8) & 0xFFFFFFFFFFFFFF) | wrap((own & NOT_FILE_H) << 1) | ((own >> 1) & NOT_FILE_H)


@kernel
def room(box: Row, column: int, free: int, touching: int) -> int:
    """Where a turned tile fits, as a set of lower left squares: all four squares free (§3.3), and one of them touching (§3.4)."""
    a = box[at(column + OFFSETS)]
    b = box[at(column + OFFSETS + TURNED)]
    c = box[at(column + OFFSETS + 2 * TURNED)]
    d = box[at(column + OFFSETS + 3 * TURNED)]
    fits = free >> a & free >> b & free >> c & free >> d
    return box[at(column + ORIGINS)] & fits & (touching >> a | touching >> b | touching >> c | touching >> d)


@kernel
def find_rooms(box: Row, state: Row, seat: int, out: Row) -> None:
    """Write where each turned tile of a seat would fit, used tiles included: branching on the hand takes longer than looking."""
    free = ~(state[OWN] | state[OWN + 1])
    touching = free & (CORNERS | beside(state[OWN + seat]))
    for turned in range(TURNED):
        out[SPOTS + turned] = room(box, seat * TILE_BOX + turned, free, touching)


@kernel
def places(out: Row, tile: int) -> int:
    """How many places a tile has in all its turns."""
    first = SPOTS + tile * 4
    return popcount(out[first]) + popcount(out[first + 1]) + popcount(out[first + 2]) + popcount(out[first + 3])


@kernel
def has_room(box: Row, state: Row, seat: int) -> bool:
    """§5.1 Whether the seat can place any tile it has left."""
    hand = state[HAND + seat]
    free = ~(state[OWN] | state[OWN + 1])
    touching = free & (CORNERS | beside(state[OWN + seat]))
    while hand != 0:
        first = seat * TILE_BOX + 4 * lowest(hand)
        for column in range(first, first + 4):
            if room(box, column, free, touching) != 0:
                return True
        hand &= hand - 1
    return False


@kernel
def fuel(state: Row) -> int:
    """§4.4, §4.5 What can burn: squares of tiles of either seat, none of them burnt already."""
    return (state[OWN] | state[OWN + 1]) & ~state[BURNT]


@kernel
def lairs(box: Row, turned: int, burning: int) -> int:
    """Where a turned dragon fits: a set of lower left squares."""
    row = at(DRAGON_BOX + turned * 7)
    fits = burning >> box[row + 1] & burning >> box[row + 2] & burning >> box[row + 3]
    return box[row] & fits & burning >> box[row + 4] & burning >> box[row + 5]


@kernel
def has_lair(box: Row, state: Row, dragon: int) -> bool:
    """§4.6 Whether the dragon has a place in any of its turns."""
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
    """The n-th square of a set, counted from 0: by halves, without branches."""
    first = 0
    for half in (32, 16, 8, 4, 2, 1):
        low = popcount((spots >> first) & ((1 << half) - 1))
        past = -(n >= low)
        n -= past & low
        first += past & half
    return first
