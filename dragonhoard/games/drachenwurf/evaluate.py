"""How good a move looks in Drachenwurf, for bots that think one move ahead; never used by the rules.

A table is judged seat by seat in hundredths of a point: rows by their squares and by what may still join them, tiles on a base by what they
will bring if nobody steals them first, eggs by their points and their use. Dice set aside are judged by the best tile they may still pay for.
"""

from typing import Final

from dragonhoard.bits import Row, at, kernel, lowest, popcount
from dragonhoard.games.drachenwurf.rules import (
    BASE,
    COLOURS,
    DICE,
    EGG_POINTS,
    EGGS,
    EXTRA,
    FIRST,
    HOARDS,
    JOIN,
    KEPT,
    MIDDLE,
    MOST_ROLLS,
    PHASE,
    REFILL,
    ROLLS,
    ROW,
    SEAT,
    SEATS,
    SHIFT,
    SIDE,
    STATE_SIZE,
    TAKE,
    apply,
    on_bases,
    on_offer,
)

POINT: Final = 100
EGG_USE: Final = 120  # doubling a die, or bringing two rows together
SAFETY: Final = 0x645F503C23  # per cent of a tile's worth that stay with dice 2, 3, 4, 5 and 6, a byte each: what costs more is stolen less
EXTRA_TURN: Final = 500
ANOTHER_ROLL: Final = 0x322C251C1100  # what a die may yet add to a colour with 0 .. 5 rolls to come, in hundredths, a byte each


@kernel
def worth(box: Row, state: Row, seat: int, action: int, scratch: Row) -> int:
    """The seat's prospects less the mean of the others', as they stand after the move."""
    for i in range(STATE_SIZE):
        scratch[i] = state[i]
    apply(box, scratch, action)
    others = 0
    for other in range(box[SEATS]):
        if other != seat:
            others += prospects(box, scratch, other)
    found = prospects(box, scratch, seat) - others // (box[SEATS] - 1)
    if scratch[SEAT] == seat and REFILL < scratch[PHASE] <= SHIFT:
        found += EXTRA_TURN * scratch[EXTRA] + dice_set_aside(scratch)
    return found


@kernel
def prospects(box: Row, state: Row, seat: int) -> int:
    """Rows, eggs and the tiles on the base."""
    found = state[at(EGGS + seat)] * (box[EGG_POINTS] * POINT + EGG_USE)
    gone = 0
    for owner in range(box[SEATS]):
        gone |= state[HOARDS + owner]
    for row in range(state[at(FIRST + seat)], state[at(FIRST + seat + 1)]):
        tiles = popcount(state[at(ROW + row)])
        found += tiles * tiles * POINT + 4 * tiles * popcount(state[at(JOIN + row)] & ~gone)
    for i in range(4):
        tiles_here = state[SIDE + i] & state[at(BASE + seat)]
        while tiles_here != 0:
            found += promise(state, seat, lowest(tiles_here)) * ((SAFETY >> 8 * i) & 0xFF) // 100
            tiles_here &= tiles_here - 1
    return found


@kernel
def promise(state: Row, seat: int, tile: int) -> int:
    """What banking a tile will bring: it makes the longest row that it fits one longer."""
    longest = 0
    for row in range(state[at(FIRST + seat)], state[at(FIRST + seat + 1)]):
        if (state[at(JOIN + row)] >> tile) & 1 != 0:
            tiles = popcount(state[at(ROW + row)])
            if tiles > longest:
                longest = tiles
    return (2 * longest + 2) * POINT


@kernel
def dice_set_aside(state: Row) -> int:
    """What they may still pay for: the best single tile, and a part of what is sure in the other colours."""
    seat = state[SEAT]
    rolls = MOST_ROLLS - state[ROLLS] if state[DICE] > 0 else 0
    if rolls > 5:
        rolls = 5
    hope = state[DICE] * ((ANOTHER_ROLL >> 8 * rolls) & 0xFF)
    stealable = on_bases(state) & ~state[at(BASE + seat)]
    best = 0
    sure = 0
    tiles = on_offer(state)
    for colour in range(COLOURS):
        kept = (state[KEPT] >> 6 * colour) & 63
        best_here = 0
        sure_here = 0
        here = tiles & (63 << 6 * colour)
        while here != 0:
            tile = lowest(here)
            here &= here - 1
            cost = 2
            if (state[MIDDLE] >> tile) & 1 == 0:
                for i in range(4):
                    if (state[SIDE + i] >> tile) & 1 != 0:
                        cost = i + 3
            gain = promise(state, seat, tile)
            if (stealable >> tile) & 1 != 0:
                gain += POINT  # and its owner loses it
            expected = paid_for(gain, cost, kept * 100 + hope)
            if expected > best_here:
                best_here = expected
            certain = paid_for(gain, cost, kept * 100)
            if certain > sure_here:
                sure_here = certain
        if best_here > best:
            best = best_here
        sure += sure_here
    return best + sure // 2 if state[PHASE] != TAKE else sure


@kernel
def paid_for(gain: int, cost: int, results: int) -> int:
    """What a tile is worth with so many results, in hundredths of a die; between whole dice, in between."""
    dice = results // 100
    part = results % 100
    return (with_dice(gain, cost, dice) * (100 - part) + with_dice(gain, cost, dice + 1) * part) // 100


@kernel
def with_dice(gain: int, cost: int, dice: int) -> int:
    """What a tile is worth when taken with so many dice: nothing with too few, an extra turn with six."""
    if dice < cost:
        return 0
    if dice >= 6:
        return gain + EXTRA_TURN
    return gain * ((SAFETY >> 8 * (dice - 2)) & 0xFF) // 100
