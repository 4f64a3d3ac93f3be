"""How good a move of Seven Dragons looks at first sight, for the `greedy` bot: grow the own colour, feed no other's, draw bonus cards.

One ply, from what the mover sees. It knows nothing of what others will answer.
"""

from typing import Final

from dragonhoard.bits import OVER, Row, at, kernel, lowest, popcount
from dragonhoard.games.seven_dragons.rules import (
    CARD_ACTION,
    CARD_SHIFT,
    COUNT,
    GOAL_BARRED,
    GOAL_COLOUR,
    GOAL_PLACE,
    LIFT_ACTION,
    MAP,
    PASS,
    PLACE_ACTION,
    PLACE_OF,
    QUARTERS,
    RAINBOW,
    ROTATE_ACTION,
    SEAT_AT,
    SEATS,
    STATE_SIZE,
    TRADE_GOAL_ACTION,
    TRADE_HAND_ACTION,
    WINNERS,
    ZAP_ACTION,
    apply,
    bonus_of,
    colours_of,
    find,
    goal_at,
    goal_of,
    group,
    largest,
    look_up,
    mover,
)

WON: Final = 1_000_000
GROWTH: Final = 8  # for the square of the size of a group in the own colour
A_CARD: Final = 30
KEEP: Final = 40  # action cards are for later
ENOUGH: Final = 9


@kernel
def worth(box: Row, state: Row, seat: int, action: int, scratch: Row) -> int:
    """How good a legal action of the seat to move looks on its own wiped state."""
    if action == PASS:
        return 0
    if action >= PLACE_ACTION:
        return worth_of_card(box, state, seat, action, scratch)
    own = goal_of(box, state, seat) - 1
    if TRADE_HAND_ACTION <= action < ROTATE_ACTION:
        return A_CARD * (state[at(COUNT + action - TRADE_HAND_ACTION)] - state[at(COUNT + seat)])
    if TRADE_GOAL_ACTION <= action < TRADE_HAND_ACTION:
        return worth_of_goal(box, state, own, action - TRADE_GOAL_ACTION)
    if action == ROTATE_ACTION:
        return worth_of_goal(box, state, own, (box[at(PLACE_OF + seat)] + 4) % 5)
    if action == ROTATE_ACTION + 1:
        return worth_of_goal(box, state, own, (box[at(PLACE_OF + seat)] + 1) % 5)
    if action >= LIFT_ACTION:
        return worth_of_lift(state, own, action - LIFT_ACTION)
    before = standing(box, state, seat)
    for i in range(STATE_SIZE):
        scratch[at(i)] = state[at(i)]
    apply(box, scratch, action)
    if mover(box, scratch) == OVER:
        return WON if scratch[WINNERS] >> seat & 1 else -WON
    gain = standing(box, scratch, seat) - before
    if action >= ZAP_ACTION:
        return gain
    gain -= KEEP
    if (action - CARD_ACTION) % 3:
        colour = (action - CARD_ACTION) // 3
        mine = box[at(PLACE_OF + seat)]
        more = 0
        if colour == 0:
            more = A_CARD
        elif colour == 1:
            more = worth_of_goal(box, state, own, (mine + 1) % 5)
            for step in range(2, 5):
                other = worth_of_goal(box, state, own, (mine + step) % 5)
                more = other if other > more else more
        elif colour == 2:
            more = worth_of_goal(box, state, own, (mine + 1) % 5)
            other = worth_of_goal(box, state, own, (mine + 4) % 5)
            more = other if other > more else more
        elif colour == 4:
            more = -A_CARD * 8
            for other in range(box[SEATS]):
                cards = state[at(COUNT + other)] - state[at(COUNT + seat)] + 1
                if other != seat and A_CARD * cards > more:
                    more = A_CARD * cards
        gain += more
    return gain


@kernel
def worth_of_card(box: Row, state: Row, seat: int, action: int, scratch: Row) -> int:
    """A dragon card laid: the groups that it joins, and the cards that it earns."""
    place = action >> 7 & 0x3FFF
    earned = bonus_of(box, state, place, action & 63, action >> 6 & 1)
    for i in range(STATE_SIZE):
        scratch[at(i)] = state[at(i)]
    apply(box, scratch, action)
    if mover(box, scratch) == OVER and scratch[WINNERS]:
        return WON if scratch[WINNERS] >> seat & 1 else -WON
    own = goal_of(box, state, seat) - 1
    i = find(scratch, place)
    colours = colours_of(scratch[at(MAP + i)])
    worth_ = A_CARD * earned
    while colours:
        colour = lowest(colours)
        colours &= colours - 1
        size = group(scratch, i, colour, ENOUGH)
        if colour == own:
            worth_ += GROWTH * size * size
        else:
            worth_ -= danger(box, state, seat, colour) * size * size * (8 if size >= 7 else 1) // 25
    return worth_


@kernel
def standing(box: Row, state: Row, seat: int) -> int:
    """How the layout looks for a seat: the largest group of its colour against those of the others' likely colours."""
    own = goal_of(box, state, seat) - 1
    total = 0
    for colour in range(5):
        size = largest(state, colour, ENOUGH)
        if colour == own:
            total += GROWTH * size * size
        else:
            total -= danger(box, state, seat, colour) * size * size * (8 if size >= 7 else 1) // 25
    return total


@kernel
def danger(box: Row, state: Row, seat: int, colour: int) -> int:
    """How likely it is, in per cent, that another seat wants this colour."""
    unknown = 0
    wanted = 0
    for goal in range(5):
        owner = box[at(SEAT_AT + state[at(GOAL_PLACE + goal)])]
        is_other = owner >= 0 and owner != seat
        known = state[at(GOAL_COLOUR + goal)]
        if known == colour + 1:
            return 100 if is_other else 0
        if known == 0:
            unknown += 1
            if is_other and state[at(GOAL_BARRED + goal)] >> colour & 1 == 0:
                wanted += 1
    return 100 * wanted // unknown if unknown else 0


@kernel
def worth_of_goal(box: Row, state: Row, own: int, place: int) -> int:
    """The goal card of a place instead of the own one: the largest group in its colour, or the mean of those it could have."""
    goal = goal_at(state, place)
    colours = 31
    if state[at(GOAL_COLOUR + goal)]:
        colours = 1 << (state[at(GOAL_COLOUR + goal)] - 1)
    else:
        for other in range(5):
            if state[at(GOAL_COLOUR + other)]:
                colours &= ~(1 << (state[at(GOAL_COLOUR + other)] - 1))
        if colours & ~state[at(GOAL_BARRED + goal)]:
            colours &= ~state[at(GOAL_BARRED + goal)]
    many = popcount(colours)
    total = 0
    while colours:
        size = largest(state, lowest(colours), ENOUGH)
        total += GROWTH * size * size
        colours &= colours - 1
    size = largest(state, own, ENOUGH) if own >= 0 else 0
    return total // many - GROWTH * size * size - KEEP


@kernel
def worth_of_lift(state: Row, own: int, place: int) -> int:
    """A card of the own colour that stands alone is worth moving; one of the own group is not."""
    word = look_up(state, place)
    if own < 0 or word >> CARD_SHIFT & 63 == RAINBOW or colours_of(word & QUARTERS) >> own & 1 == 0:
        return 0
    size = group(state, find(state, place), own, ENOUGH)
    return 2 * A_CARD - GROWTH * size * size
