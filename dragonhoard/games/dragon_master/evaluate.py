"""How good a move looks in Dragon Master, for bots that think one move ahead; never used by the rules.

Matches are decided at the lowest lines. So what a line is worth is put on a curve that rises steeply at first and hardly at the top, its empty
places count as some points already, and a seat's weaker lines weigh more than its stronger ones.
"""

from typing import Final

from dragonhoard.bits import Row, kernel, popcount
from dragonhoard.games.dragon_master.rules import FIRST_LAY, LANES, PLY, SIDE, STATE_SIZE, apply, corner, ladder, line_values, taken

PROMISE: Final = 0x0908060400  # points for what no, one ... four empty places of a line may still bring, a byte each
HALFWAY: Final = 8  # points at which a line is half as good as a line can be


@kernel
def worth(box: Row, state: Row, seat: int, action: int, scratch: Row) -> int:
    """The seat's own lines less the other's, as they lie after the move."""
    for i in range(STATE_SIZE):
        scratch[i] = state[i]
    apply(box, scratch, action)
    lines = line_values(scratch) + promises(scratch)
    return strength(ladder(lines, seat)) - strength(ladder(lines, 1 - seat))


@kernel
def promises(state: Row) -> int:
    """What the empty places of the eight lines may still bring, a byte each: four columns, then four rows."""
    grid = 0
    if state[PLY] > FIRST_LAY:
        cards = taken(state)
        grid = cards >> corner(cards)
    found = 0
    for i in range(SIDE):
        column = SIDE - popcount((grid >> i * 8) & 15)
        row = SIDE - popcount((grid >> i) & LANES)
        found |= (PROMISE >> column * 8 & 0xFF) << i * 8 | (PROMISE >> row * 8 & 0xFF) << (i * 8 + 32)
    return found


@kernel
def strength(sorted_lines: int) -> int:
    """Four lines in one number: the curve of each, the lowest weighing eight times the highest."""
    found = 0
    for i in range(SIDE):
        points = (sorted_lines >> i * 8) & 0xFF
        found += (10000 * points // (points + HALFWAY)) << i
    return found
