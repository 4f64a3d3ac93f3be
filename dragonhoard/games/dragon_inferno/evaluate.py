"""How good a move looks in Dragon Inferno, for bots that think one move ahead; never used by the rules.

Points count as they stand, and a dragon just woken counts for what it can burn at best: woken at the wrong time it burns one's own stone. A tile
that still has a place somewhere is nearly points already, so room is worth keeping for oneself and taking from the other side.
"""

from typing import Final

from dragonhoard.bits import Row, at, kernel, lowest, popcount, wrap
from dragonhoard.games.dragon_inferno.rules import (
    CASTLE,
    CAVE,
    DRAGON_BOX,
    DRAGON_DUE,
    DUE,
    HAND,
    NEXT,
    OWN,
    STATE_SIZE,
    TILES,
    apply,
    find_rooms,
    fuel,
    lairs,
    places,
    points,
)

POINT: Final = 100
TILE: Final = 200  # a tile in hand that has a place: five points, if nobody builds there first
PLACE: Final = 1  # each single place


@kernel
def worth(box: Row, state: Row, seat: int, action: int, scratch: Row) -> int:
    """The seat's points and prospects after the move, less the other's."""
    for i in range(STATE_SIZE):
        scratch[i] = state[i]
    apply(box, scratch, action)
    found = POINT * (points(scratch, seat) - points(scratch, 1 - seat))
    if scratch[DUE] == DRAGON_DUE:
        found += POINT * best_fire(box, scratch, seat)
    return found + prospects(box, scratch, seat) - prospects(box, scratch, 1 - seat)


@kernel
def prospects(box: Row, scratch: Row, seat: int) -> int:
    """What the tiles in hand may still bring. `find_rooms` writes far behind the state, so one row serves for both."""
    find_rooms(box, scratch, seat, scratch)
    found = 0
    for tile in range(TILES):
        count = places(scratch, tile)
        if (scratch[HAND + seat] >> tile) & 1 != 0 and count != 0:
            found += TILE + PLACE * count
    return found


@kernel
def best_fire(box: Row, state: Row, seat: int) -> int:
    """By how many points the woken dragon can change the lead at best; below zero if it must burn the seat's own stone."""
    dragon = state[at(CAVE + state[NEXT])]
    burning = fuel(state)
    best = -100
    for turned in range(dragon * 4, dragon * 4 + 4):
        spots = lairs(box, turned, burning)
        while spots != 0:
            squares = wrap(box[at(DRAGON_BOX + turned * 7 + 6)] << lowest(spots))
            lead = burnt_points(state, 1 - seat, squares) - burnt_points(state, seat, squares)
            if lead > best:
                best = lead
            spots &= spots - 1
    return best


@kernel
def burnt_points(state: Row, seat: int, squares: int) -> int:
    """What a seat loses when these squares burn."""
    return popcount(state[OWN + seat] & squares) + popcount(state[CASTLE + seat] & squares)
