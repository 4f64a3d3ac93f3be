"""Dragon Master: two seats lay sixteen cards into one shared 4x4 grid; one scores the columns, the other the rows.

Each seat sees its own hand of eight only, and four cards are never dealt. RULES.en.md has the rules; the § below are its sections. This
module knows integers only: no text, no file, no opinion on what is a good move.
"""

from collections.abc import Mapping
from math import comb
from typing import Any, Final

from dragonhoard.bits import CHANCE, OVER, Row, at, kernel, lowest, popcount, wrap
from dragonhoard.dice import below

# ------------------------------------------------------------------ the game's words
SEATS: Final = 2
VALUES: Final = 4  # §1.1: dragon egg 0, emerald 1, sapphire 2, ruby 3 ...
COPIES: Final = 5  # ... and five cards of each
HAND_SIZE: Final = 8  # §1.4: eight cards for each seat
SIDE: Final = 4  # §2.6, §2.7: four columns and four rows
FURTHEST: Final = SIDE - 1  # the first card lies at 0,0, so no card can lie further out than this
SCORES: Final = SIDE  # per seat its four lines, lowest first
REASONS: Final = ("full-grid",)

# Actions. A card of value v to place p is v * 64 + p; then come the outcomes of chance.
START: Final = 256  # + seat
DEAL: Final = 258  # + value
DEAL_UNSEEN: Final = 262
ACTIONS: Final = 263

# Places. A bitboard of seven by seven, a column to a byte, so that all cards fit whichever way the grid grows from 0,0 (place 27):
#
#     y  3 |   6  14  22  30  38  46  54
#        2 |   5  13  21  29  37  45  53
#        1 |   4  12  20  28  36  44  52
#        0 |   3  11  19  27  35  43  51
#       -1 |   2  10  18  26  34  42  50
#       -2 |   1   9  17  25  33  41  49
#       -3 |   0   8  16  24  32  40  48
#          +-----------------------------
#        x    -3  -2  -1   0   1   2   3
MIDDLE: Final = 27

# Cards without places (a hand, the cards left) are counted in one word, a byte for each value: 0x01000203 is one ruby, two emeralds and
# three eggs. Bytes as lanes of their own: LANES has a 1 in each of four, TOPS the highest bit of each.
LANES: Final = 0x01010101
TOPS: Final = 0x80808080
SPREAD: Final = 0x204081  # times four bits: each of them at the foot of a byte of its own; times four such bytes: together again, from bit 21 on
ALL_CARDS: Final = 0x05050505

# ------------------------------------------------------------------ the state
#      0    1     2      3   4     5   6     7     8  9  10  11    12    13
#    | PLY | FIRST | KNOWN | HAND 0 1 | LAID 0 1 | REST | CARDS 0 1 2 3 | FREE | OPEN |
PLY: Final = 0  # moves made: one start, sixteen deals, sixteen cards laid
FIRST: Final = 1  # the seat that lays first
KNOWN: Final = 2  # 0: everything; else the state is wiped, for seat KNOWN - 2 (SPECTATOR included)
HAND: Final = 3  # two, counted; 0 for a hand that is not known
LAID: Final = 5  # two, counted: what each seat has laid
REST: Final = 7  # counted: the deck, once all are dealt the cards out of play; 0 if not known
CARDS: Final = 8  # four bitboards: where cards of each value lie
FREE: Final = 12  # bitboard: empty places that would not make the grid too wide or too high
OPEN: Final = 13  # bitboard: those of them that touch a card; at the beginning 0,0 alone
STATE_SIZE: Final = 14

FIRST_DEAL: Final = 1
FIRST_LAY: Final = FIRST_DEAL + SEATS * HAND_SIZE  # values of PLY
FULL: Final = FIRST_LAY + SIDE * SIDE

OUT_SIZE: Final = VALUES * 49  # every value to every place

# ------------------------------------------------------------------ the box
SEAT_TO_START: Final = 0  # option `start`: a seat, or 2 for any
BESIDE: Final = 1  # for each place: the places that share an edge with it
REACH: Final = BESIDE + 64  # for each place: where other cards may lie once a card lies here
NTH: Final = REACH + 64  # for each column of seven bits and n: which of the bits is the n-th set one
CHOOSE: Final = NTH + 128 * 8  # n * 8 + k: how many ways to choose k of n
WHOLE: Final = CHOOSE + 8 * 8  # where the hands of each size 0 to 8 begin in this box, and where those of 8 end
HANDS: Final = WHOLE + HAND_SIZE + 2  # every hand there can be, counted, by size


def make_box(seats: int, options: Mapping[str, Any]) -> list[int]:
    """The read-only tables: the option, neighbours and reach of every place, and every hand that can be dealt."""
    box = [0] * HANDS
    box[SEAT_TO_START] = {"random": 2, "0": 0, "1": 1}[options.get("start", "random")]
    places = {(x, y): (x + FURTHEST) * 8 + y + FURTHEST for x in range(-FURTHEST, SIDE) for y in range(-FURTHEST, SIDE)}
    for (x, y), place in places.items():
        for (other_x, other_y), other in places.items():
            if abs(x - other_x) + abs(y - other_y) == 1:
                box[BESIDE + place] |= 1 << other
            if other != place and abs(x - other_x) < SIDE and abs(y - other_y) < SIDE:
                box[REACH + place] |= 1 << other
    for column in range(128):
        for n, bit in enumerate(bit for bit in range(7) if column >> bit & 1):
            box[NTH + column * 8 + n] = bit
    for n in range(8):
        for k in range(8):
            box[CHOOSE + n * 8 + k] = comb(n, k)
    counts = range(COPIES + 1)
    hands = [(a, b, c, d) for a in counts for b in counts for c in counts for d in counts]
    for size in range(HAND_SIZE + 1):
        box[WHOLE + size] = len(box)
        box += [a + (b << 8) + (c << 16) + (d << 24) for a, b, c, d in hands if a + b + c + d == size]
    box[WHOLE + HAND_SIZE + 1] = len(box)
    return box


# ------------------------------------------------------------------ the kernel
@kernel
def start(box: Row, state: Row) -> None:
    """The empty table; the first card may only be laid at 0,0 (§2.3)."""
    for i in range(STATE_SIZE):
        state[i] = 0
    state[REST] = ALL_CARDS
    state[FREE] = 0x7F7F7F7F7F7F7F
    state[OPEN] = 1 << MIDDLE


@kernel
def mover(box: Row, state: Row) -> int:
    """§1.3, §1.4: first chance starts and deals; §2.1: then the seats alternate; §3.1: sixteen cards end it."""
    ply = state[PLY]
    if ply < FIRST_LAY:
        return CHANCE
    if ply == FULL:
        return OVER
    return turn(state)


@kernel
def legal(box: Row, state: Row, out: Row) -> int:
    """§2.1-2.7: any value in hand to any open place; equal cards are one move. Or the outcomes of chance."""
    ply = state[PLY]
    n = 0
    if ply == FULL:
        return 0
    if ply >= FIRST_LAY:
        hand = state[HAND + turn(state)]
        for value in range(VALUES):
            if (hand >> value * 8) & 0xFF != 0:
                n = write_places(state[OPEN], value * 64, out, n)
    elif ply >= FIRST_DEAL:
        for value in range(VALUES):
            if (state[REST] >> value * 8) & 0xFF != 0:
                out[n] = DEAL + value
                n += 1
    else:
        for seat in range(SEATS):
            if box[SEAT_TO_START] == seat or box[SEAT_TO_START] == SEATS:
                out[n] = START + seat
                n += 1
    return n


@kernel
def odds(box: Row, state: Row, out: Row) -> int:
    """§1.3: either seat starts alike, unless the option names it; §1.4: every card left is as likely to be dealt."""
    n = 0
    total = 0
    if state[PLY] >= FIRST_DEAL:
        for value in range(VALUES):
            copies = (state[REST] >> value * 8) & 0xFF
            if copies != 0:
                out[n] = copies
                total += copies
                n += 1
        return total
    out[0] = 1
    if box[SEAT_TO_START] != SEATS:
        return 1
    out[1] = 1
    return 2


@kernel
def draw(box: Row, state: Row, dice: Row) -> int:
    """One outcome of chance."""
    ply = state[PLY]
    if ply >= FIRST_DEAL:
        card = below(dice, VALUES * COPIES + FIRST_DEAL - ply)
        below_card = state[REST] * LANES  # in each lane: how many cards left have this value or a lower one; the fourth is not needed
        return DEAL + popcount(((card * LANES | TOPS) - (below_card & 0xFFFFFF)) & 0x808080)
    if box[SEAT_TO_START] != SEATS:
        return START + box[SEAT_TO_START]
    return START + below(dice, SEATS)


@kernel
def pick(box: Row, state: Row, out: Row, dice: Row) -> int:
    """One legal action, each as likely, without writing the list: which of the values in hand, and which of the open places."""
    hand = state[HAND + turn(state)]
    spots = state[OPEN]
    held = (((hand | hand >> 1 | hand >> 2) & LANES) * SPREAD >> 21) & 15  # a bit for each value in hand
    places = popcount(spots)
    total = popcount(held) * places
    out[0] = total
    number = below(dice, total)
    skipped = (number >= places) + (number >= 2 * places) + (number >= 3 * places)
    return box[NTH + held * 8 + skipped] * 64 + nth_place(box, spots, number - skipped * places)


@kernel
def apply(box: Row, state: Row, action: int) -> None:
    """Make a move; nothing happens by itself."""
    ply = state[PLY]
    state[PLY] = ply + 1
    if action < START:
        lay(box, state, ply, action)
    elif action < DEAL:
        state[FIRST] = action - START
    elif action != DEAL_UNSEEN:
        one = 1 << (action - DEAL) * 8
        seat = (ply - FIRST_DEAL) >> 3  # §1.4: eight cards to seat 0, then eight to seat 1
        state[HAND + seat] = state[HAND + seat] + one
        if state[KNOWN] == 0:
            state[REST] = state[REST] - one


@kernel
def score(box: Row, state: Row, out: Row) -> None:
    """§3.6: each seat's four lines, lowest first."""
    lines = line_values(state)
    for seat in range(SEATS):
        sorted_lines = ladder(lines, seat)
        for i in range(SIDE):
            out[seat * SIDE + i] = (sorted_lines >> (SIDE - 1 - i) * 8) & 0xFF


@kernel
def winners(box: Row, state: Row) -> int:
    """§3.4: lowest against lowest, then second lowest and so on; §3.5: all equal is a draw, and both have won."""
    lines = line_values(state)
    columns = ladder(lines, 0)
    rows = ladder(lines, 1)
    if columns > rows:
        return 1
    if columns < rows:
        return 2
    return 3


@kernel
def reason(box: Row, state: Row) -> int:
    """§3.1: the grid is full; there is no other end."""
    return 0


@kernel
def wipe(box: Row, state: Row, seat: int) -> None:
    """§4.1-4.3: blank the other hand, or both, and the cards left; §4.4: after the end everything is open."""
    if state[PLY] == FULL:
        return
    state[KNOWN] = seat + 2
    state[REST] = 0
    for other in range(SEATS):
        if other != seat:
            state[HAND + other] = 0


@kernel
def redeal(box: Row, state: Row, seat: int, dice: Row) -> None:
    """Deal anew what the seat cannot know: one of all the ways to deal twenty different cards that agree with what it has seen.

    What counts is the whole hand that was dealt, cards laid since included: a hand of two rubies of which one was laid is twice as likely as
    dealing out the cards unseen would make it, for either ruby may be the one.
    """
    wipe(box, state, seat)
    if state[KNOWN] == 0:
        return
    both = deal_number(box, state, below(dice, deal_number(box, state, -1)))
    first = both & 0xFFFFFFFF
    second = both >> 32
    state[KNOWN] = 0
    state[HAND] = first - state[LAID]
    state[HAND + 1] = second - state[LAID + 1]
    state[REST] = ALL_CARDS - first - second


# ------------------------------------------------------------------ one rule each
@kernel
def turn(state: Row) -> int:
    """§2.1: whose turn it is once all cards are dealt."""
    return (state[FIRST] + state[PLY] - FIRST_LAY) & 1


@kernel
def dealt_to(state: Row, seat: int) -> int:
    """§1.4: how many cards the seat has been dealt so far."""
    return max(0, min(HAND_SIZE, state[PLY] - FIRST_DEAL - seat * HAND_SIZE))


@kernel
def count(cards: int) -> int:
    """How many cards there are of all four values."""
    return (cards * LANES >> 24) & 0xFF


@kernel
def lay(box: Row, state: Row, ply: int, action: int) -> None:
    """§2.1: one card from the hand face up to an open place."""
    seat = (state[FIRST] + ply - FIRST_LAY) & 1
    value = action >> 6
    place = action & 63
    one = 1 << value * 8
    put(box, state, value, place)
    state[LAID + seat] = state[LAID + seat] + one
    if state[KNOWN] == 0:
        state[HAND + seat] = state[HAND + seat] - one
    else:
        if state[KNOWN] == seat + 2:
            state[HAND + seat] = state[HAND + seat] - one
        if ply == FULL - 1:  # §4.4: everything is open now, and the cards out of play are those not laid
            state[KNOWN] = 0
            state[REST] = ALL_CARDS - state[LAID] - state[LAID + 1]


@kernel
def put(box: Row, state: Row, value: int, place: int) -> None:
    """The card lies there: what it forbids stays forbidden (§2.4, §2.6, §2.7), and new places touch it (§2.5)."""
    free = state[FREE] & box[at(REACH + place)]
    state[CARDS + value] = state[CARDS + value] | 1 << place
    state[FREE] = free
    state[OPEN] = (state[OPEN] | box[at(BESIDE + place)]) & free


@kernel
def write_places(spots: int, first: int, out: Row, n: int) -> int:
    """Write first + place for each place of a bitboard, as the n-th and following; return how many there are then."""
    while spots != 0:
        out[at(n)] = first + lowest(spots)
        n += 1
        spots &= spots - 1
    return n


@kernel
def nth_place(box: Row, spots: int, n: int) -> int:
    """The n-th place of a bitboard, counted from 0, without a loop: which column holds it, then which place of the column."""
    pairs = spots - ((spots >> 1) & 0x55555555555555)
    fours = (pairs & 0x33333333333333) + ((pairs >> 2) & 0x33333333333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F
    so_far = wrap(eights * 0x01010101010101) & 0x7F7F7F7F7F7F7F  # in each byte: how many places up to and with this column
    column = popcount(((n * 0x01010101010101 | 0x80808080808080) - so_far) & 0x80808080808080) * 8
    before = ((so_far << 8) >> column) & 0xFF
    return column + box[at(NTH + ((spots >> column) & 0x7F) * 8 + n - before)]


@kernel
def taken(state: Row) -> int:
    """Where cards lie."""
    return state[CARDS] | state[CARDS + 1] | state[CARDS + 2] | state[CARDS + 3]


@kernel
def corner(cards: int) -> int:
    """The place in the leftmost column and the lowest row of a grid that is not empty."""
    rows = cards | cards >> 32
    rows |= rows >> 16
    rows |= rows >> 8
    return (lowest(cards) & 56) + lowest(rows)


@kernel
def line_values(state: Row) -> int:
    """§3.2, §3.3: what the eight lines are worth, a byte each: four columns from the left, then four rows from below.

    A line without a card is worth nothing; as long as the grid is narrow, the columns beyond its right edge are such, likewise rows.
    """
    if state[PLY] <= FIRST_LAY:
        return 0
    lower_left = corner(taken(state))
    values = 0
    for value in range(VALUES):
        grid = state[CARDS + value] >> lower_left  # now the four columns are the low halves of four bytes
        pairs = grid - ((grid >> 1) & 0x05050505)
        copies = (pairs & 0x03030303) + ((pairs >> 2) & 0x03030303)  # in each byte: how many the column has
        for i in range(SIDE):
            copies += ((((grid >> i * 8) & 15) * SPREAD) & LANES) << 32  # and for the rows: spread each column over four bytes
        ones = copies & 0x0101010101010101
        twos = copies >> 1 & 0x0101010101010101
        fours = copies >> 2 & 0x0101010101010101
        values += (ones & ~twos) * value + (twos & ~ones) * (10 * value) + (ones & twos | fours) * 100
    return values


@kernel
def ladder(lines: int, seat: int) -> int:
    """§3.4: a seat's four lines in one number, the lowest line in the highest byte, so that comparing numbers compares lowest first."""
    mine = lines >> seat * 32
    a = mine & 0xFF
    b = mine >> 8 & 0xFF
    c = mine >> 16 & 0xFF
    d = mine >> 24 & 0xFF
    low = min(a, b)
    high = max(a, b)
    other_low = min(c, d)
    other_high = max(c, d)
    second = max(low, other_low)
    third = min(high, other_high)
    return min(low, other_low) << 24 | min(second, third) << 16 | max(second, third) << 8 | max(high, other_high)


@kernel
def contains(cards: int, part: int) -> bool:
    """Whether there are as many cards of each value as in the part."""
    return ((cards | TOPS) - part) & TOPS == TOPS


@kernel
def ways(box: Row, cards: int, hand: int) -> int:
    """In how many ways this hand can be taken out of these cards, were all cards different."""
    found = 1
    for shift in range(0, VALUES * 8, 8):
        found *= box[CHOOSE + ((cards >> shift) & 0xFF) * 8 + ((hand >> shift) & 0xFF)]
    return found


@kernel
def deal_number(box: Row, state: Row, number: int) -> int:
    """Go through all deals that agree with a wiped state: both whole hands of deal `number`, seat 1's in the upper half; for -1 how many there are.

    A known hand is what has been laid from it and what is left; of a hidden hand only what has been laid is known. No more than 20! / (8! 8! 4!).
    """
    total = 0
    sizes = WHOLE + dealt_to(state, 0)
    sizes_second = WHOLE + dealt_to(state, 1)
    known = state[HAND] + state[LAID]
    known_second = state[HAND + 1] + state[LAID + 1]
    for i in range(box[sizes], box[sizes + 1]):
        hand = box[i]
        if contains(hand, known) and contains(ALL_CARDS - hand, known_second):
            rest = ALL_CARDS - hand
            of_hand = ways(box, ALL_CARDS, hand)
            for j in range(box[sizes_second], box[sizes_second + 1]):
                second = box[j]
                if contains(second, known_second) and contains(rest, second):
                    total += of_hand * ways(box, rest, second)
                    if 0 <= number < total:
                        return hand | second << 32
    return total
