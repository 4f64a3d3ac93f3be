"""Drachenwurf: roll dice, set aside those that fit, take tiles from the middle and from other bases, bank them in rows.

Rows of one colour or one landscape score the square of their length; eggs pay for doubled dice and for moving a tile. Nothing is hidden: the
order of the stack is drawn by chance, tile by tile, when it is needed. RULES.en.md has the rules; the § below are its sections. This module
knows integers only: no text, no file, no opinion on what is a good move.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any

from dragonhoard.bits import CHANCE, OVER, Row, at, kernel, lowest, popcount
from dragonhoard.dice import below

COLOURS = 6
LANDSCAPES = 6
TILES = 36  # tile = colour * 6 + landscape: one for every pair (§1.1)
EGGS_IN_GAME = 36
DICE_IN_GAME = 6
MOST_SEATS = 6
MOST_ROLLS = 6  # §5.6
CHEAPEST_SIDE = 2  # a base has the sides 2, 3, 4 and 5 (§1.3)
DEAREST_SIDE = 5
SIX = 6  # what is taken with six goes to the hoard at once (§7.5)
QUIET_TURNS = 40  # §10.2
REASONS = ("all-banked", "forty-turns")
SCORES = 1

# A set of tiles is 36 bits, tile 0 lowest; from the highest down:
#
#     35..30 black   29..24 purple   23..18 yellow   17..12 green   11..6 blue   5..0 red      each: ice swamp desert forest mountain water
#
# A count of dice has the same six fields of six bits, a number in each, so that dice and tiles meet by plain bit arithmetic.
EVERY_TILE = (1 << TILES) - 1
FIELD = 63
ONES = 0o010101010101  # 1 in every field: also all tiles of landscape 0
TOPS = ONES << 5
LOWS = TOPS - ONES

# Phases: what is due. Chance moves in the first two.
REFILL, ROLL, REMOVE, BANK, KEEP, AGAIN, TAKE, HOARD, SHIFT, ENDED = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9

# The state, one word each unless a bracket says how many:
#
#    0 PHASE   1 SEAT   2 OPEN   3 QUIET   4 BUSY   5 EXTRA   6 ROLLS   7 DICE   8 SHOWN   9 KEPT   10 JOKER   11 HELD
#   12 SUPPLY  13 STACK  14 MIDDLE  15 SIDE [4]  19 BASE [6]  25 HOARDS [6]  31 EGGS [6]  37 FIRST [7]  44 ROW [36]  80 JOIN [36]
#
# A tile lies on side k of seat s's base if it is both in SIDE[k - 2] and in BASE[s].
# The rows of all hoards lie behind each other, those of seat s from FIRST[s] up to but without FIRST[s + 1], in the order in which they were
# started. JOIN holds for each row the tiles that share a colour or landscape with all that lie there. Unused words are 0.
PHASE = 0
SEAT = 1  # whose turn it is
OPEN = 2  # 1 once every seat has completed its first turn (§4.1)
QUIET = 3  # turns in a row that ended without a tile taken or banked (§10.2)
BUSY = 4  # 1 if a tile was taken or banked in this turn
EXTRA = 5  # 1 if this turn has earned another one (§7.5)
ROLLS = 6  # rolls made in this turn, while it is rolling
DICE = 7  # dice not set aside, while it is rolling
SHOWN = 8  # the dice of the last roll, while it waits for a `keep`: counts
KEPT = 9  # results set aside and not yet used: counts
JOKER = 10  # 1 if an egg has doubled a die in this turn, while it is rolling
HELD = 11  # a tile just taken with six that waits for its row: a set
SUPPLY = 12
STACK = 13
MIDDLE = 14
SIDE = 15
BASE = 19
HOARDS = 25
EGGS = 31
FIRST = 37
ROW = 44
JOIN = 80
STATE_SIZE = 116
OUT_SIZE = 512  # a roll of six dice has 462 outcomes; no list is longer

# Actions. `legal` is ascending in these numbers, and they are pinned for ever:
#   draw TILE | remove TILE | bank: 36 x row + TILE (row 0 is a new one) | take and steal: 36 x (dice - 1) + TILE |
#   shift: 36 x row + TILE (row 0 is a new one) | roll | stop | done | end | what chance rolled: small counts |
#   keep: 2^18 x joker + small counts (joker 0 is none, else colour + 1)
# Small counts are three bits for each colour, red lowest.
DRAW = 0
REMOVED = DRAW + TILES
BANKED = REMOVED + TILES
TAKEN = BANKED + TILES * (TILES + 1)
STOLEN = TAKEN + TILES * SIX
SHIFTED = STOLEN + TILES * SIX
GO_ON = SHIFTED + TILES * (TILES + 1)
STOP = GO_ON + 1
DONE = GO_ON + 2
END = GO_ON + 3
SMALL = 18  # bits of small counts
ROLLED = 1 << SMALL
KEPT_ASIDE = 2 << SMALL
ACTIONS = KEPT_ASIDE + ((COLOURS + 1) << SMALL)  # above all actions

# The box: seats, points of an egg, then two tables.
SEATS = 0
EGG_POINTS = 1
PARTS = 2  # [8]  x // n == x * PARTS[n] >> 9 for x up to 64: mixed digits without division
FACES = 10  # [6 + 36 + 216]  the small counts of one, two and three dice thrown one after the other
BOX_SIZE = FACES + 6 + 36 + 216


def make_box(seats: int, options: Mapping[str, Any]) -> list[int]:
    """The tables. Three dice at a time are looked up: a table for all six would not fit in the fastest memory."""
    parts = [0] + [512 // n + 1 for n in range(1, 8)]
    faces = [sum(1 << 3 * face for face in thrown) for dice in (1, 2, 3) for thrown in product(range(COLOURS), repeat=dice)]
    return [seats, int(options["egg_points"]), *parts, *faces]


# ------------------------------------------------------------------ the kernel
@kernel
def start(box: Row, state: Row) -> None:
    """All tiles in the stack, an egg for each seat, the rest in the supply; seat 0 begins (§2)."""
    for i in range(STATE_SIZE):
        state[i] = 0
    state[STACK] = EVERY_TILE
    for seat in range(box[SEATS]):
        state[EGGS + seat] = 1
    state[SUPPLY] = EGGS_IN_GAME - box[SEATS]
    begin_turn(box, state)


@kernel
def mover(box: Row, state: Row) -> int:
    """The seat to move, CHANCE or OVER."""
    phase = state[PHASE]
    if phase <= ROLL:
        return CHANCE
    if phase == ENDED:
        return OVER
    return state[SEAT]


@kernel
def legal(box: Row, state: Row, out: Row) -> int:
    """Write the legal actions, strictly ascending; return how many."""
    phase = state[PHASE]
    if phase == KEEP:
        return list_keeps(state, out)
    if phase == AGAIN:
        # §5.5: after setting aside the seat may stop.
        out[0] = GO_ON
        out[1] = STOP
        return 2
    if phase == TAKE:
        return list_takes(state, out)
    if phase == BANK:
        return list_rows(state, state[at(BASE + state[SEAT])], out)
    if phase == HOARD:
        return list_rows(state, state[HELD], out)
    if phase == SHIFT:
        return list_shifts(state, out)
    if phase == REFILL:
        return list_tiles(state[STACK], DRAW, out, 0)
    if phase == REMOVE:
        return list_tiles(state[MIDDLE], REMOVED, out, 0)
    if phase == ROLL:
        return list_rolls(state[DICE], out)
    return 0


@kernel
def odds(box: Row, state: Row, out: Row) -> int:
    """At chance: every tile of the stack alike; a roll in as many ways as its dice can be told apart."""
    count = legal(box, state, out)
    if state[PHASE] == REFILL:
        for i in range(count):
            out[i] = 1
        return count
    total = 0
    for i in range(count):
        counts = out[i] - ROLLED
        left = state[DICE]
        ways = 1
        for colour in range(COLOURS):
            for die in range((counts >> (3 * colour)) & 7):
                ways = ways * left // (die + 1)  # a product of binomials: exact at every step
                left -= 1
        out[i] = ways
        total += ways
    return total


@kernel
def draw(box: Row, state: Row, dice: Row) -> int:
    """At chance: one outcome, distributed as `odds` says. All dice of a roll come from one number."""
    if state[PHASE] == REFILL:
        return DRAW + nth(state[STACK], below(dice, popcount(state[STACK])))
    count = state[DICE]
    if count == 6:
        thrown = below(dice, 46656)
        return ROLLED + box[at(FACES + 42 + thrown % 216)] + box[at(FACES + 42 + thrown // 216)]
    if count == 5:
        thrown = below(dice, 7776)
        return ROLLED + box[at(FACES + 42 + thrown % 216)] + box[at(FACES + 6 + thrown // 216)]
    if count == 4:
        thrown = below(dice, 1296)
        return ROLLED + box[at(FACES + 42 + thrown % 216)] + box[at(FACES + thrown // 216)]
    if count == 3:
        return ROLLED + box[at(FACES + 42 + below(dice, 216))]
    if count == 2:
        return ROLLED + box[at(FACES + 6 + below(dice, 36))]
    return ROLLED + box[at(FACES + below(dice, 6))]


@kernel
def pick(box: Row, state: Row, out: Row, dice: Row) -> int:
    """Equals out[below(dice, legal(box, state, out))], by counting instead of listing; out[0] becomes the count."""
    phase = state[PHASE]
    if phase == KEEP:
        return pick_keep(box, state, out, dice)
    if phase == AGAIN:
        out[0] = 2
        return GO_ON + below(dice, 2)
    if phase == TAKE:
        return pick_take(state, out, dice)
    if phase == BANK:
        return pick_row(state, state[at(BASE + state[SEAT])], out, dice)
    if phase == HOARD:
        return pick_row(state, state[HELD], out, dice)
    if phase == SHIFT:
        return pick_shift(state, out, dice)
    count = popcount(state[MIDDLE])
    out[0] = count
    return REMOVED + nth(state[MIDDLE], below(dice, count))


@kernel
def apply(box: Row, state: Row, action: int) -> None:
    """Make a move and settle what follows by itself."""
    phase = state[PHASE]
    if phase == KEEP:
        set_aside(box, state, action - KEPT_ASIDE)
    elif phase == ROLL:
        show(box, state, action - ROLLED)
    elif phase == AGAIN:
        if action == GO_ON:
            state[PHASE] = ROLL
        else:
            begin_take(box, state)
    elif phase == TAKE:
        if action == DONE:
            begin_shift(box, state)
        else:
            take(box, state, action)
    elif phase == BANK:
        bank(box, state, (action - BANKED) // TILES, (action - BANKED) % TILES)
    elif phase == HOARD:
        bank_six(box, state, (action - BANKED) // TILES)
    elif phase == SHIFT:
        if action != END:
            shift(state, (action - SHIFTED) // TILES, (action - SHIFTED) % TILES)
        end_turn(box, state)
    elif phase == REFILL:
        # §3.1: the tile drawn lies in the middle.
        state[STACK] = state[STACK] ^ (1 << action)
        state[MIDDLE] = state[MIDDLE] | (1 << action)
        refill(box, state)
    elif phase == REMOVE:
        # §3.2: it is out of the game.
        state[MIDDLE] = state[MIDDLE] ^ (1 << (action - REMOVED))
        begin_bank(state)


@kernel
def score(box: Row, state: Row, out: Row) -> None:
    """A row of n tiles scores n x n, an egg what the option says (§10.3)."""
    for seat in range(box[SEATS]):
        points = state[EGGS + seat] * box[EGG_POINTS]
        for row in range(state[FIRST + seat], state[FIRST + seat + 1]):
            tiles = popcount(state[ROW + row])
            points += tiles * tiles
        out[seat] = points


@kernel
def winners(box: Row, state: Row) -> int:
    """Most points win; equal points share the win (§10.4)."""
    best = -1
    seats = 0
    for seat in range(box[SEATS]):
        points = state[EGGS + seat] * box[EGG_POINTS]
        for row in range(state[FIRST + seat], state[FIRST + seat + 1]):
            tiles = popcount(state[ROW + row])
            points += tiles * tiles
        if points > best:
            best = points
            seats = 1 << seat
        elif points == best:
            seats |= 1 << seat
    return seats


@kernel
def reason(box: Row, state: Row) -> int:
    """Why it is over: everything banked (§10.1), or forty quiet turns (§10.2)."""
    return 1 if state[QUIET] >= QUIET_TURNS else 0


@kernel
def wipe(box: Row, state: Row, seat: int) -> None:
    """Nothing is hidden: which tiles the stack holds can be counted, and its order does not exist before it is drawn (§11.1)."""


@kernel
def redeal(box: Row, state: Row, seat: int, dice: Row) -> None:
    """Nothing is hidden, so there is one world only (§11.1)."""


# ------------------------------------------------------------------ sets and counts
@kernel
def nth(bits: int, number: int) -> int:
    """The index of set bit `number`, counted from 0."""
    start_at = 0
    half = popcount(bits & 0o777777)
    if number >= half:
        number -= half
        start_at = 18
        bits = (bits >> 18) & 0o777777
    for _ in range(number):
        bits &= bits - 1
    return start_at + lowest(bits)


@kernel
def whole_fields(tops: int) -> int:
    """Every bit of the fields whose top bit is given."""
    return tops | (tops - (tops >> 5))


@kernel
def colours_of(tiles: int) -> int:
    """All tiles that share a colour with one of these."""
    return whole_fields((((tiles & LOWS) + LOWS) | tiles) & TOPS)


@kernel
def at_least(counts: int, number: int) -> int:
    """All tiles of the colours counted that often or more."""
    return whole_fields((counts + ONES * (32 - number)) & TOPS)


@kernel
def widen(small: int) -> int:
    """Small counts, three bits a colour, as counts with six."""
    halves = (small & 0o777) | ((small & 0o777000) << 9)
    return (halves & 0o000007000007) | ((halves & 0o000070000070) << 3) | ((halves & 0o000700000700) << 6)


@kernel
def akin(tile: int) -> int:
    """All tiles of the same colour or the same landscape."""
    return (FIELD << (tile // LANDSCAPES * LANDSCAPES)) | (ONES << (tile % LANDSCAPES))


@kernel
def on_bases(state: Row) -> int:
    """All tiles on bases."""
    return state[SIDE] | state[SIDE + 1] | state[SIDE + 2] | state[SIDE + 3]


@kernel
def on_offer(state: Row) -> int:
    """What the seat to move could take: the middle, and all on other bases (§5.2, §7.1)."""
    return state[MIDDLE] | (on_bases(state) & ~state[at(BASE + state[SEAT])])


@kernel
def all_banked(state: Row) -> bool:
    """Whether every tile still in the game lies in a hoard (§10.1)."""
    return (state[STACK] | state[MIDDLE] | on_bases(state) | state[HELD]) == 0


# ------------------------------------------------------------------ the course of a turn
@kernel
def begin_turn(box: Row, state: Row) -> None:
    """Every turn, an extra one too, starts afresh (§9.1)."""
    state[BUSY] = 0
    state[EXTRA] = 0
    refill(box, state)


@kernel
def refill(box: Row, state: Row) -> None:
    """Three tiles lie in the middle (§3.1); with two seats four, and the seat removes one of them (§3.2)."""
    lie = popcount(state[MIDDLE])
    if box[SEATS] == 2:
        if lie == 4:
            state[PHASE] = REMOVE
            return
        if state[STACK] != 0:
            state[PHASE] = REFILL
            return
    elif lie < 3 and state[STACK] != 0:
        state[PHASE] = REFILL
        return
    begin_bank(state)


@kernel
def begin_bank(state: Row) -> None:
    """Once every seat has completed its first turn, all tiles of the base are banked (§4.1); then all six dice are rolled (§5.1)."""
    if state[OPEN] != 0 and state[at(BASE + state[SEAT])] != 0:
        state[PHASE] = BANK
    else:
        state[DICE] = DICE_IN_GAME
        state[PHASE] = ROLL


@kernel
def begin_take(box: Row, state: Row) -> None:
    """The rolling is over. Where nothing can be taken, `done` is automatic (§7.3)."""
    state[ROLLS] = 0
    state[DICE] = 0
    state[SHOWN] = 0
    state[JOKER] = 0
    if state[KEPT] != 0 and can_take(state):
        state[PHASE] = TAKE
    else:
        begin_shift(box, state)


@kernel
def begin_shift(box: Row, state: Row) -> None:
    """Results not used are lost (§7.6). Where no tile can be shifted, `end` is automatic (§8.1)."""
    state[KEPT] = 0
    if can_shift(state):
        state[PHASE] = SHIFT
    else:
        end_turn(box, state)


@kernel
def end_turn(box: Row, state: Row) -> None:
    """Count quiet turns (§10.2); then the next seat, or the extra turn (§9.1)."""
    if state[SEAT] == box[SEATS] - 1:
        state[OPEN] = 1
    if state[BUSY] != 0:
        state[QUIET] = 0
    else:
        state[QUIET] = state[QUIET] + 1
        if state[QUIET] == QUIET_TURNS:
            finish(state)
            return
    if state[EXTRA] == 0:
        following = state[SEAT] + 1
        state[SEAT] = following if following < box[SEATS] else 0
    begin_turn(box, state)


@kernel
def finish(state: Row) -> None:
    """Nobody moves any more: forget whose turn it was."""
    state[PHASE] = ENDED
    state[SEAT] = 0
    state[BUSY] = 0
    state[EXTRA] = 0
    state[KEPT] = 0


# ------------------------------------------------------------------ moves
@kernel
def show(box: Row, state: Row, small: int) -> None:
    """Dice are rolled. If none is valid, rolling ends at once, and what was set aside before still counts (§5.4)."""
    state[ROLLS] = state[ROLLS] + 1
    counts = widen(small)
    if (counts & colours_of(on_offer(state))) != 0:
        state[SHOWN] = counts
        state[PHASE] = KEEP
    else:
        begin_take(box, state)


@kernel
def set_aside(box: Row, state: Row, kept: int) -> None:
    """Dice set aside stay (§5.3); a die with an egg counts twice, and the egg goes to the supply at once (§6)."""
    small = kept & (ROLLED - 1)
    joker = kept >> SMALL
    dice = state[DICE] - (((small * 0o111111) >> 15) & 7)
    state[KEPT] = state[KEPT] + widen(small)
    if joker != 0:
        state[KEPT] = state[KEPT] + (1 << (joker * 6 - 6))
        state[at(EGGS + state[SEAT])] = state[at(EGGS + state[SEAT])] - 1
        state[SUPPLY] = state[SUPPLY] + 1
        state[JOKER] = 1
    # §5.6: rolling ends when no die is left, and after six rolls (when, with a die aside each time at least, none is left either).
    if dice == 0 or state[ROLLS] == MOST_ROLLS:
        begin_take(box, state)
    else:
        state[DICE] = dice
        state[SHOWN] = 0
        state[PHASE] = AGAIN


@kernel
def take(box: Row, state: Row, action: int) -> None:
    """A tile goes to the side of as many dice as it was taken with (§7.4), or with six dice to the hoard (§7.5)."""
    seat = state[SEAT]
    spent = (action - TAKEN) // TILES
    tile = (action - TAKEN) % TILES
    bit = 1 << tile
    if action < STOLEN:
        state[MIDDLE] = state[MIDDLE] ^ bit
    else:
        spent -= SIX
        for i in range(4):
            state[SIDE + i] = state[SIDE + i] & ~bit
        for owner in range(box[SEATS]):
            if (state[BASE + owner] & bit) != 0:
                state[BASE + owner] = state[BASE + owner] ^ bit
                # §7.7: the robbed owner gets an egg at once, if one is left.
                if state[SUPPLY] > 0:
                    state[SUPPLY] = state[SUPPLY] - 1
                    state[EGGS + owner] = state[EGGS + owner] + 1
    spent += 1
    state[KEPT] = state[KEPT] - (spent << (tile // LANDSCAPES * 6))
    state[BUSY] = 1
    if spent == SIX:
        state[EXTRA] = 1
        state[HELD] = bit
        state[PHASE] = HOARD
        return
    state[at(SIDE + spent - CHEAPEST_SIDE)] = state[at(SIDE + spent - CHEAPEST_SIDE)] | bit
    state[at(BASE + seat)] = state[at(BASE + seat)] | bit
    if not (state[KEPT] != 0 and can_take(state)):
        begin_shift(box, state)


@kernel
def bank(box: Row, state: Row, number: int, tile: int) -> None:
    """A tile goes from the base to a row; the last tile of all ends the match with that (§10.1)."""
    bit = 1 << tile
    seat = state[SEAT]
    for i in range(4):
        state[SIDE + i] = state[SIDE + i] & ~bit
    state[at(BASE + seat)] = state[at(BASE + seat)] ^ bit
    lay(state, number, tile)
    state[BUSY] = 1
    if state[at(BASE + seat)] == 0:
        if all_banked(state):
            finish(state)
        else:
            begin_bank(state)


@kernel
def bank_six(box: Row, state: Row, number: int) -> None:
    """The tile taken with six gets its row at once; then the taking goes on, unless that was the last tile of all (§10.1)."""
    tile = lowest(state[HELD])
    state[HELD] = 0
    lay(state, number, tile)
    if all_banked(state):
        finish(state)
    else:
        begin_take(box, state)


@kernel
def lay(state: Row, number: int, tile: int) -> None:
    """Put a tile into row `number` of the seat to move, or start a new row with it (0), which is its last (§4.2, §4.6)."""
    seat = state[SEAT]
    bit = 1 << tile
    state[at(HOARDS + seat)] = state[at(HOARDS + seat)] | bit
    if number != 0:
        row = state[at(FIRST + seat)] + number - 1
        state[at(ROW + row)] = state[at(ROW + row)] | bit
        state[at(JOIN + row)] = state[at(JOIN + row)] & akin(tile)
        return
    place = state[at(FIRST + seat + 1)]
    row = state[FIRST + MOST_SEATS]
    while row > place:
        state[at(ROW + row)] = state[at(ROW + row - 1)]
        state[at(JOIN + row)] = state[at(JOIN + row - 1)]
        row -= 1
    state[at(ROW + place)] = bit
    state[at(JOIN + place)] = akin(tile)
    for later in range(seat + 1, MOST_SEATS + 1):
        state[FIRST + later] = state[FIRST + later] + 1


@kernel
def shift(state: Row, number: int, tile: int) -> None:
    """An egg to the supply, and a tile to another or a new row; a row left empty disappears (§8.2, §8.3)."""
    seat = state[SEAT]
    bit = 1 << tile
    state[at(EGGS + seat)] = state[at(EGGS + seat)] - 1
    state[SUPPLY] = state[SUPPLY] + 1
    row = state[at(FIRST + seat)]
    while (state[at(ROW + row)] & bit) == 0:
        row += 1
    lay(state, number, tile)
    left = state[at(ROW + row)] ^ bit
    state[at(ROW + row)] = left
    if left == 0:
        last = state[FIRST + MOST_SEATS] - 1
        while row < last:
            state[at(ROW + row)] = state[at(ROW + row + 1)]
            state[at(JOIN + row)] = state[at(JOIN + row + 1)]
            row += 1
        state[at(ROW + last)] = 0
        state[at(JOIN + last)] = 0
        for later in range(seat + 1, MOST_SEATS + 1):
            state[FIRST + later] = state[FIRST + later] - 1
    elif (left & (left - 1)) == 0:
        # §4.4: a row reduced to one tile is undecided again.
        state[at(JOIN + row)] = akin(lowest(left))


# ------------------------------------------------------------------ what may be taken
@kernel
def can_take(state: Row) -> bool:
    """Whether the results left pay for any tile: two for the middle, one more than its side on another base (§7.1)."""
    kept = state[KEPT]
    if (state[MIDDLE] & at_least(kept, 2)) != 0:
        return True
    others = ~state[at(BASE + state[SEAT])]
    for i in range(4):
        if (state[SIDE + i] & others & at_least(kept, i + 3)) != 0:
            return True
    return False


@kernel
def list_takes(state: Row, out: Row) -> int:
    """From the least that pays for a tile to what is left of its colour, six at most (§7.2)."""
    kept = state[KEPT]
    others = ~state[at(BASE + state[SEAT])]
    n = 0
    for spent in range(2, 7):
        n = list_tiles(state[MIDDLE] & at_least(kept, spent), TAKEN + TILES * (spent - 1), out, n)
    reached = 0
    for spent in range(3, 7):
        reached |= state[SIDE + spent - 3] & others
        n = list_tiles(reached & at_least(kept, spent), STOLEN + TILES * (spent - 1), out, n)
    out[at(n)] = DONE
    return n + 1


@kernel
def pick_take(state: Row, out: Row, dice: Row) -> int:
    """One of `list_takes`."""
    kept = state[KEPT]
    others = ~state[at(BASE + state[SEAT])]
    count = 1
    reached = 0
    for spent in range(2, 7):
        enough = at_least(kept, spent)
        if enough == 0:
            break
        if spent > 2:
            reached |= state[SIDE + spent - 3] & others
        count += popcount(state[MIDDLE] & enough) + popcount(reached & enough)
    out[0] = count
    number = below(dice, count)
    if number == count - 1:
        return DONE
    for spent in range(2, 7):
        tiles = state[MIDDLE] & at_least(kept, spent)
        here = popcount(tiles)
        if number < here:
            return TAKEN + TILES * (spent - 1) + nth(tiles, number)
        number -= here
    reached = 0
    for spent in range(3, 7):
        reached |= state[SIDE + spent - 3] & others
        tiles = reached & at_least(kept, spent)
        here = popcount(tiles)
        if number < here:
            return STOLEN + TILES * (spent - 1) + nth(tiles, number)
        number -= here
    return DONE


# ------------------------------------------------------------------ where tiles may lie
@kernel
def list_rows(state: Row, tiles: int, out: Row) -> int:
    """Each tile may start a row (§4.3), or join one whose tiles all share its colour, or all its landscape (§4.2)."""
    seat = state[SEAT]
    n = list_tiles(tiles, BANKED, out, 0)
    first = state[at(FIRST + seat)]
    for row in range(first, state[at(FIRST + seat + 1)]):
        n = list_tiles(tiles & state[at(JOIN + row)], BANKED + TILES * (row - first + 1), out, n)
    return n


@kernel
def pick_row(state: Row, tiles: int, out: Row, dice: Row) -> int:
    """One of `list_rows`."""
    seat = state[SEAT]
    first = state[at(FIRST + seat)]
    end = state[at(FIRST + seat + 1)]
    fresh = popcount(tiles)
    count = fresh
    for row in range(first, end):
        count += popcount(tiles & state[at(JOIN + row)])
    out[0] = count
    number = below(dice, count)
    if number < fresh:
        return BANKED + nth(tiles, number)
    number -= fresh
    for row in range(first, end):
        fitting = tiles & state[at(JOIN + row)]
        here = popcount(fitting)
        if number < here:
            return BANKED + TILES * (row - first + 1) + nth(fitting, number)
        number -= here
    return BANKED


@kernel
def can_shift(state: Row) -> bool:
    """Whether the seat to move has an egg, and a tile that may leave its row (§8.1)."""
    seat = state[SEAT]
    if state[at(EGGS + seat)] == 0:
        return False
    hoard = state[at(HOARDS + seat)]
    for row in range(state[at(FIRST + seat)], state[at(FIRST + seat + 1)]):
        tiles = state[at(ROW + row)]
        if (tiles & (tiles - 1)) != 0 or (state[at(JOIN + row)] & hoard & ~tiles) != 0:
            return True
    return False


@kernel
def in_company(state: Row) -> int:
    """The seat's tiles that are not alone in their rows: only these may start a new one (§8.2)."""
    seat = state[SEAT]
    tiles = 0
    for row in range(state[at(FIRST + seat)], state[at(FIRST + seat + 1)]):
        here = state[at(ROW + row)]
        if (here & (here - 1)) != 0:
            tiles |= here
    return tiles


@kernel
def list_shifts(state: Row, out: Row) -> int:
    """Each tile of the hoard to a new row, or to another one that it fits (§8.2); or `end`."""
    seat = state[SEAT]
    hoard = state[at(HOARDS + seat)]
    n = list_tiles(in_company(state), SHIFTED, out, 0)
    first = state[at(FIRST + seat)]
    for row in range(first, state[at(FIRST + seat + 1)]):
        fitting = hoard & state[at(JOIN + row)] & ~state[at(ROW + row)]
        n = list_tiles(fitting, SHIFTED + TILES * (row - first + 1), out, n)
    out[at(n)] = END
    return n + 1


@kernel
def pick_shift(state: Row, out: Row, dice: Row) -> int:
    """One of `list_shifts`."""
    seat = state[SEAT]
    hoard = state[at(HOARDS + seat)]
    first = state[at(FIRST + seat)]
    end = state[at(FIRST + seat + 1)]
    company = 0
    count = 1
    for row in range(first, end):
        tiles = state[at(ROW + row)]
        if (tiles & (tiles - 1)) != 0:
            company |= tiles
        count += popcount(hoard & state[at(JOIN + row)] & ~tiles)
    fresh = popcount(company)
    count += fresh
    out[0] = count
    number = below(dice, count)
    if number < fresh:
        return SHIFTED + nth(company, number)
    number -= fresh
    for row in range(first, end):
        fitting = hoard & state[at(JOIN + row)] & ~state[at(ROW + row)]
        here = popcount(fitting)
        if number < here:
            return SHIFTED + TILES * (row - first + 1) + nth(fitting, number)
        number -= here
    return END


@kernel
def list_tiles(tiles: int, first: int, out: Row, n: int) -> int:
    """Append first + tile for each tile; return the new length."""
    while tiles != 0:
        out[at(n)] = first + lowest(tiles)
        tiles &= tiles - 1
        n += 1
    return n


# ------------------------------------------------------------------ dice
@kernel
def valid_dice(state: Row) -> int:
    """The dice shown whose colour is on offer (§5.2): counts."""
    return state[SHOWN] & colours_of(on_offer(state))


@kernel
def may_joker(state: Row) -> bool:
    """Whether an egg may double a die now: one to give, and none given in this turn (§6.1)."""
    return state[JOKER] == 0 and state[at(EGGS + state[SEAT])] != 0


@kernel
def list_keeps(state: Row, out: Row) -> int:
    """At least one valid die, several or all of them (§5.3); then the same with an egg on a die of each colour in turn (§6.3)."""
    valid = valid_dice(state)
    n = 0
    for joker in range(COLOURS + 1 if may_joker(state) else 1):
        needed = 7 << (3 * joker - 3) if joker != 0 else ROLLED - 1
        first = KEPT_ASIDE + (joker << SMALL)
        for black in range(((valid >> 30) & 7) + 1):
            for purple in range(((valid >> 24) & 7) + 1):
                for yellow in range(((valid >> 18) & 7) + 1):
                    for green in range(((valid >> 12) & 7) + 1):
                        for blue in range(((valid >> 6) & 7) + 1):
                            most = blue << 3 | green << 6 | yellow << 9 | purple << 12 | black << 15
                            for red in range((valid & 7) + 1):
                                if ((most | red) & needed) != 0:
                                    out[at(n)] = first + most + red
                                    n += 1
    return n


@kernel
def pick_keep(box: Row, state: Row, out: Row, dice: Row) -> int:
    """One of `list_keeps`: how many dice of each colour are the mixed digits of its place in the list, red first."""
    valid = valid_dice(state)
    ways = 1
    for colour in range(COLOURS):
        ways *= ((valid >> (6 * colour)) & 7) + 1
    plain = ways - 1  # keeping nothing is none of them
    count = plain
    if may_joker(state):
        for colour in range(COLOURS):
            shown = (valid >> (6 * colour)) & 7
            count += shown * ((ways * box[at(PARTS + shown + 1)]) >> 9)
    out[0] = count
    number = below(dice, count)
    bases = valid + ONES
    action = KEPT_ASIDE
    if number < plain:
        number += 1
    else:
        number -= plain
        colour = 0
        shown = valid & 7
        here = shown * ((ways * box[at(PARTS + shown + 1)]) >> 9)
        while number >= here:
            number -= here
            colour += 1
            shown = (valid >> (6 * colour)) & 7
            here = shown * ((ways * box[at(PARTS + shown + 1)]) >> 9)
        bases -= 1 << (6 * colour)  # of the doubled colour one die is kept at least
        action += ((colour + 1) << SMALL) + (1 << (3 * colour))
    for colour in range(COLOURS):
        base = (bases >> (6 * colour)) & 7
        rest = (number * box[at(PARTS + base)]) >> 9
        action += (number - rest * base) << (3 * colour)
        number = rest
    return action


@kernel
def list_rolls(dice: int, out: Row) -> int:
    """Every result of so many dice."""
    n = 0
    for black in range(dice + 1):
        for purple in range(dice - black + 1):
            for yellow in range(dice - black - purple + 1):
                for green in range(dice - black - purple - yellow + 1):
                    for blue in range(dice - black - purple - yellow - green + 1):
                        red = dice - black - purple - yellow - green - blue
                        out[at(n)] = ROLLED + (red | blue << 3 | green << 6 | yellow << 9 | purple << 12 | black << 15)
                        n += 1
    return n
