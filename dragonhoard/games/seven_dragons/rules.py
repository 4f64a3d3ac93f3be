"""Seven Dragons: cards with quarters in five colours are laid so that colours touch; hands and goals are hidden, action cards turn the table.
Whoever has seven connected dragons in the colour of the goal card that lies in front of it wins. The rules in words: RULES.en.md beside
this file; the sections named here are its.
"""

from collections.abc import Mapping
from typing import Any, Final

from dragonhoard.bits import CHANCE, OVER, Row, at, kernel, lowest, popcount
from dragonhoard.dice import below

# ------------------------------------------------------------------ the game's words
COLOURS: Final = "RYBGK"
CARDS: Final = (
    "RRRR YYYY BBBB GGGG KKKK **** BRBR GBGB YGYG RYRY GRGR KGKG BKBK YBYB KYKY RKRK RRBB GGBB YYGG RRYY GGRR KKGG BBKK BBYY YYKK KKRR "
    "BBYR GGBY RRKG YYRK KKGB RYRB YBYG GKGR KRKY BGBK BRGK GRKY RKBG KGYR BKYR YGBR GYBK GRYB YBRK YKGB"
).split()
ACTION_CARDS: Final = "red yellow blue green black".split()
KINDS: Final = (*CARDS, *ACTION_CARDS)  # a card is its index here; dragon cards first, in the order of the card list
DRAGONS: Final = 46
KINDS_COUNT: Final = 51
RAINBOW: Final = 5
SILVER: Final = 51  # not a card one can hold, but it lies in the layout
UNKNOWN: Final = 63  # a card this seat has not seen
RED: Final = 46  # the first action card; colour c's is RED + c
CARDS_COUNT: Final = 66  # in the deck at the beginning
ONE: Final = (1 << 51) - 1  # kinds of which there is a first,
TWO: Final = 31 | 31 << 46  # a second,
THREE: Final = 31 << 46  # and a third copy
DRAGON_KINDS: Final = (1 << 46) - 1

# phases
GOAL, DEAL, DRAW, PLAY, BONUS_DRAW, ZAP, LIFT, RELAY, TRADE_GOAL, TRADE_HAND, ROTATE, ENDED = range(12)
REASONS: Final = ("seven", "all-played", "passes")

# actions
GOAL_ACTION: Final = 0  # goal R Y B G K, then goal ?
DRAW_ACTION: Final = 6  # draw and the card, then draw ?
PASS: Final = 58
CARD_ACTION: Final = 59  # three for each colour: over, over act, under act
TRADE_GOAL_ACTION: Final = 74  # and the place
TRADE_HAND_ACTION: Final = 79  # and the seat
ROTATE_ACTION: Final = 84  # cw, ccw
ZAP_ACTION: Final = 1 << 14  # and the place in the layout
LIFT_ACTION: Final = 2 << 14
PLACE_ACTION: Final = 1 << 21  # place << 7 | turned << 6 | card

# The layout lies on a square of WIDTH x WIDTH places; the silver dragon in its middle. Every laying reaches at most one step further, and at most
# 51 cards, 3 zapped ones and 3 moved ones are ever laid (§4.4, §4.5), so that nothing lies further out than 57 and nothing is free beyond 58.
REACH: Final = 58
WIDTH: Final = 2 * REACH + 1
HOME: Final = REACH * WIDTH + REACH
MOST_PLACES: Final = 176  # laid or free: 5 at first, and each laying adds at most 3
MOST_FREE: Final = 124
MOST_EVENTS: Final = 240
SEVEN: Final = 7

# ------------------------------------------------------------------ the state
#
#   0      PHASE     9 LIFTED  18 DECK    21 COUNT   26 HAND  41 GOAL_PLACE 46 GOAL_COLOUR 51 GOAL_SEEN 56 GOAL_BARRED 61 SHOWN
#   |..................|.......|3 words...|5 seats...|5 x 3...|5............|5.............|5...........|5.............|3 x 2 x 3
#
#   79 STORY                               319 MAP                                        495 SCRATCH               567
#   |one word an event, in order of time...|one word a place that is laid or free, ascending..|zero between two calls..|
#
PHASE: Final = 0
TURN: Final = 1  # the seat whose turn it is, or to which a card is dealt
WIPED: Final = 2  # 0: everything is known; else 1 + the watcher this state is wiped for (a seat, or WATCHER for a spectator)
DECK_COUNT: Final = 3
PILE: Final = 4  # cards on the silver dragon
PILED: Final = 5  # how many of each colour, two bits a colour
TOP: Final = 6  # 0: no pile; else 1 + the colour on top
PASSES: Final = 7  # in a row
BONUS: Final = 8  # cards still to be drawn
LIFTED: Final = 9  # 0, or the place action that would put the lifted card back as it lay
SEVENS: Final = 10  # colours that have a group of seven
REASON: Final = 11
WINNERS: Final = 12
GOALS: Final = 13  # goal cards dealt so far
TRADES: Final = 14  # of hands
EVENTS: Final = 15
PLACES: Final = 16  # words of MAP in use
LAID: Final = 17  # dragon cards in the layout, the silver dragon not counted
DECK: Final = 18  # a bag of cards: three sets of kinds, "at least one / two / three of them"; empty in a wiped state
COUNT: Final = 21  # cards in each seat's hand
HAND: Final = 26  # a bag a seat; in a wiped state what the watcher knows to be in it
GOAL_PLACE: Final = 41  # goal cards are told apart by the place to which they were dealt: where each lies now,
GOAL_COLOUR: Final = 46  # 1 + its colour, 0 if not known (or not yet dealt),
GOAL_SEEN: Final = 51  # the seats that have had it before them, as bits,
GOAL_BARRED: Final = 56  # colours that it cannot have: it lay before a seat at a look for sevens that found that colour and ended nothing
SHOWN: Final = 61  # each trade's two hands before the trade, first that of the seat to move; what the watcher did not see is empty
STORY: Final = 79  # what happened to hands: payload << 6 | seat << 3 | one of the kinds of event below
MAP: Final = STORY + MOST_EVENTS
SCRATCH: Final = MAP + MOST_PLACES
STATE_SIZE: Final = SCRATCH + 72
OUT_SIZE: Final = MOST_FREE * 97 + 32
SCORES: Final = 1

SEATS_MOST: Final = 5
WATCHER: Final = 5  # the spectator, among the watchers

# Events of the story. All watchers know them, but for the card of a draw. A hand is what matters to the story: `trade` makes two seats change theirs.
DRAWN: Final = 1  # payload: the card, or UNKNOWN
PLAYED: Final = 2  # the card
ZAPPED: Final = 3  # the card
TRADED: Final = 4  # the other seat
PASSED: Final = 5  # the kinds that could have been played, as bits: the hand holds none of them

# A word of MAP, from the lowest bits:  20 bits quarters | 6 card | 1 turned | 1 IS_LAID | 1 IS_MARKED (only within a search) | place.
# Quarters are four sets of colours, top left, top right, bottom left, bottom right, five bits each: what the laid card shows there, or, at
# a free place, what touches that quarter. So a card fits where its quarters and the place's have a bit in common.
CARD_SHIFT: Final = 20
TURNED_BIT: Final = 1 << 26
IS_LAID: Final = 1 << 27
IS_MARKED: Final = 1 << 28
PLACE_SHIFT: Final = 29
QUARTERS: Final = (1 << 20) - 1
LEFT_QUARTERS: Final = 31 | 31 << 10
TOP_QUARTERS: Final = 1023
EACH_QUARTER: Final = 1 | 1 << 5 | 1 << 10 | 1 << 15

# ------------------------------------------------------------------ the box
SEATS: Final = 0
MOVE_BONUS: Final = 1
SEAT_AT: Final = 2  # five goal places: the seat, or -1 for an imaginary player (§1.4)
PLACE_OF: Final = 7  # five seats: its goal place
UPRIGHT: Final = 12  # quarters of each card,
TURNED: Final = 64  # and when turned by half
TWO_WAYS: Final = 116  # the kinds that look different then
FITS: Final = 128  # four tables of 1024: kinds that fit, by the ten bits of a place's upper, lower quarters, upright; the same, turned
BOX_SIZE: Final = FITS + 4096

_TABLES: Final = {2: (0, -1, 1, -1, -1), 3: (0, -1, 1, -1, 2), 4: (0, 1, 2, 3, -1), 5: (0, 1, 2, 3, 4)}


def quarters_of(card: str) -> int:
    """The quarters of a card as they are written on it; the rainbow shows every colour everywhere (§1.2)."""
    return sum((31 if letter == "*" else 1 << COLOURS.index(letter)) << 5 * corner for corner, letter in enumerate(card))


def make_box(seats: int, options: Mapping[str, Any]) -> list[int]:
    """Seats, options and the quarters of all cards, and for every way in which colours can touch a place the kinds that fit there."""
    box = [0] * BOX_SIZE
    box[SEATS] = seats
    box[MOVE_BONUS] = int(options.get("move_bonus", 0))
    for place, seat in enumerate(_TABLES[seats]):
        box[SEAT_AT + place] = seat
        if seat >= 0:
            box[PLACE_OF + seat] = place
    for kind, card in enumerate(CARDS):
        box[UPRIGHT + kind] = quarters_of(card)
        box[TURNED + kind] = quarters_of(card[::-1])
        if card != card[::-1]:
            box[TWO_WAYS] |= 1 << kind
    for half in range(4):
        start_, shift = FITS + 1024 * half, 10 * (half & 1)
        side = UPRIGHT if half < 2 else TURNED
        for bit in range(10):
            box[start_ + (1 << bit)] = sum(1 << kind for kind in range(DRAGONS) if box[side + kind] >> shift >> bit & 1 and (half < 2 or box[TWO_WAYS] >> kind & 1))
        for touching in range(1024):
            box[start_ + touching] = box[start_ + (touching & -touching)] | box[start_ + (touching & touching - 1)] if touching & touching - 1 else box[start_ + touching]
    return box


# ------------------------------------------------------------------ the kernel
@kernel
def start(box: Row, state: Row) -> None:
    """§2.1: the silver dragon lies in the middle and has all colours; nothing is dealt yet."""
    for i in range(STATE_SIZE):
        state[i] = 0
    state[PHASE] = GOAL
    state[DECK_COUNT] = CARDS_COUNT
    state[DECK] = ONE
    state[DECK + 1] = TWO
    state[DECK + 2] = THREE
    for goal in range(5):
        state[GOAL_PLACE + goal] = goal
    state[PLACES] = 1
    state[MAP] = HOME << PLACE_SHIFT | IS_LAID | SILVER << CARD_SHIFT
    show_silver(state, 0)


@kernel
def mover(box: Row, state: Row) -> int:
    """§3: chance deals and draws; all else is decided by the seat whose turn it is."""
    phase = state[PHASE]
    if phase == ENDED:
        return OVER
    if phase <= DRAW or phase == BONUS_DRAW:
        return CHANCE
    return state[TURN]


# ------------------------------------------------------------------ reading a state (for all the game's modules)
@kernel
def silver_quarters(top: int) -> int:
    """§1.3: what the silver dragon shows: all colours while no action card has been played, else the colour on top of the pile."""
    if top == 0:
        return QUARTERS
    return EACH_QUARTER << (top - 1)


@kernel
def find(state: Row, place: int) -> int:
    """Where in MAP a place stands, or would stand."""
    low = 0
    high = state[PLACES]
    while low < high:
        middle = (low + high) >> 1
        if state[at(MAP + middle)] >> PLACE_SHIFT < place:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def look_up(state: Row, place: int) -> int:
    """The word of MAP of a place, 0 if it is neither laid nor free."""
    i = find(state, place)
    if i < state[PLACES]:
        word = state[at(MAP + i)]
        if word >> PLACE_SHIFT == place:
            return word
    return 0


@kernel
def copies(state: Row, bag: int, kind: int) -> int:
    """How many cards of a kind a bag holds."""
    return (state[at(bag)] >> kind & 1) + (state[at(bag + 1)] >> kind & 1) + (state[at(bag + 2)] >> kind & 1)


@kernel
def put_in(state: Row, bag: int, kind: int) -> None:
    """One more card of that kind."""
    bit = 1 << kind
    if state[at(bag)] & bit == 0:
        state[at(bag)] |= bit
    elif state[at(bag + 1)] & bit == 0:
        state[at(bag + 1)] |= bit
    else:
        state[at(bag + 2)] |= bit


@kernel
def take_out(state: Row, bag: int, kind: int) -> bool:
    """One card less of that kind, if there is one; whether there was."""
    bit = 1 << kind
    if state[at(bag + 2)] & bit:
        state[at(bag + 2)] ^= bit
    elif state[at(bag + 1)] & bit:
        state[at(bag + 1)] ^= bit
    elif state[at(bag)] & bit:
        state[at(bag)] ^= bit
    else:
        return False
    return True


@kernel
def goal_at(state: Row, place: int) -> int:
    """The number of the goal card that lies at a place."""
    for goal in range(5):
        if state[GOAL_PLACE + goal] == place:
            return goal
    return -1


@kernel
def goal_of(box: Row, state: Row, seat: int) -> int:
    """1 + the colour of the goal before a seat, 0 if it is not known or not dealt."""
    return state[GOAL_COLOUR + goal_at(state, box[PLACE_OF + seat])]


# ------------------------------------------------------------------ the layout
@kernel
def show_silver(state: Row, top: int) -> None:
    """Give the silver dragon its colours and tell the free places around it."""
    state[TOP] = top
    quarters = silver_quarters(top)
    i = find(state, HOME)
    state[at(MAP + i)] = state[at(MAP + i)] & ~QUARTERS | quarters
    if state[PLACES] == 1:
        spread(state, HOME, quarters)
    else:
        refresh(state, HOME + 1)
        refresh(state, HOME - 1)
        refresh(state, HOME + WIDTH)
        refresh(state, HOME - WIDTH)


@kernel
def spread(state: Row, place: int, quarters: int) -> None:
    """Tell the four places around a card just laid what touches them now."""
    touch(state, place + 1, quarters >> 5 & LEFT_QUARTERS)
    touch(state, place - 1, (quarters & LEFT_QUARTERS) << 5)
    touch(state, place + WIDTH, (quarters & TOP_QUARTERS) << 10)
    touch(state, place - WIDTH, quarters >> 10)


@kernel
def touch(state: Row, place: int, colours: int) -> None:
    """A card beside this place shows it these colours; the place becomes free for cards if it was not yet."""
    i = find(state, place)
    n = state[PLACES]
    if i < n:
        word = state[at(MAP + i)]
        if word >> PLACE_SHIFT == place:
            if word & IS_LAID == 0:
                state[at(MAP + i)] = word | colours
            return
    j = n
    while j > i:
        state[at(MAP + j)] = state[at(MAP + j - 1)]
        j -= 1
    state[at(MAP + i)] = place << PLACE_SHIFT | colours
    state[PLACES] = n + 1


@kernel
def touching(state: Row, place: int, without: int, silver: int) -> int:
    """The colours that touch the quarters of a place, as if nothing lay at `without` and the silver dragon showed those quarters."""
    colours = 0
    if place - 1 != without:
        word = look_up(state, place - 1)
        if word & IS_LAID:
            colours |= (silver if place - 1 == HOME else word) >> 5 & LEFT_QUARTERS
    if place + 1 != without:
        word = look_up(state, place + 1)
        if word & IS_LAID:
            colours |= ((silver if place + 1 == HOME else word) & LEFT_QUARTERS) << 5
    if place - WIDTH != without:
        word = look_up(state, place - WIDTH)
        if word & IS_LAID:
            colours |= ((silver if place - WIDTH == HOME else word) & TOP_QUARTERS) << 10
    if place + WIDTH != without:
        word = look_up(state, place + WIDTH)
        if word & IS_LAID:
            colours |= ((silver if place + WIDTH == HOME else word) & QUARTERS) >> 10
    return colours


@kernel
def refresh(state: Row, place: int) -> None:
    """Reckon anew what touches a place that is not laid; it drops out of MAP when nothing does."""
    i = find(state, place)
    n = state[PLACES]
    if i == n or state[at(MAP + i)] >> PLACE_SHIFT != place or state[at(MAP + i)] & IS_LAID:
        return
    colours = touching(state, place, -1, silver_quarters(state[TOP]))
    if colours:
        state[at(MAP + i)] = place << PLACE_SHIFT | colours
        return
    for j in range(i + 1, n):
        state[at(MAP + j - 1)] = state[at(MAP + j)]
    state[at(MAP + n - 1)] = 0
    state[PLACES] = n - 1


@kernel
def lay(box: Row, state: Row, place: int, kind: int, turned: int) -> None:
    """A dragon card comes to lie at a free place; groups of seven that it completes are noted."""
    quarters = box[at((TURNED if turned else UPRIGHT) + kind)]
    i = find(state, place)
    state[at(MAP + i)] = place << PLACE_SHIFT | IS_LAID | turned << 26 | kind << CARD_SHIFT | quarters
    spread(state, place, quarters)
    state[LAID] += 1
    join_sevens(state, place, quarters)


@kernel
def take_up(state: Row, place: int) -> None:
    """A dragon card leaves the layout; its place stays free as far as other cards touch it."""
    i = find(state, place)
    colours = colours_of(state[at(MAP + i)])
    state[at(MAP + i)] = place << PLACE_SHIFT
    refresh(state, place)
    refresh(state, place + 1)
    refresh(state, place - 1)
    refresh(state, place + WIDTH)
    refresh(state, place - WIDTH)
    state[LAID] -= 1
    part_sevens(state, colours)


@kernel
def colours_of(quarters: int) -> int:
    """The set of colours that quarters show."""
    return (quarters | quarters >> 5 | quarters >> 10 | quarters >> 15) & 31


# ------------------------------------------------------------------ connected dragons
@kernel
def group(state: Row, i: int, colour: int, enough: int) -> int:
    """§6.1: how many cards hang together with card i of MAP in a colour; counts no further than `enough`.

    Quarters of one card that share a colour always touch, so cards are what is connected.
    """
    state[SCRATCH] = i
    state[at(MAP + i)] |= IS_MARKED
    size = 1
    done = 0
    while done < size and size < enough:
        i = state[at(SCRATCH + done)]
        done += 1
        word = state[at(MAP + i)]
        place = word >> PLACE_SHIFT
        mine = word >> colour
        if mine & (1 << 5 | 1 << 15):
            near = state[at(MAP + i + 1)]
            if near >> PLACE_SHIFT == place + 1 and near & (IS_LAID | IS_MARKED) == IS_LAID and mine >> 5 & near >> colour & (1 | 1 << 10):
                state[at(MAP + i + 1)] = near | IS_MARKED
                state[at(SCRATCH + size)] = i + 1
                size += 1
        if mine & (1 | 1 << 10) and i > 0:
            near = state[at(MAP + i - 1)]
            if near >> PLACE_SHIFT == place - 1 and near & (IS_LAID | IS_MARKED) == IS_LAID and near >> colour >> 5 & mine & (1 | 1 << 10):
                state[at(MAP + i - 1)] = near | IS_MARKED
                state[at(SCRATCH + size)] = i - 1
                size += 1
        if mine & (1 | 1 << 5):
            j = find(state, place + WIDTH)
            near = state[at(MAP + j)]
            if near >> PLACE_SHIFT == place + WIDTH and near & (IS_LAID | IS_MARKED) == IS_LAID and near >> colour >> 10 & mine & (1 | 1 << 5):
                state[at(MAP + j)] = near | IS_MARKED
                state[at(SCRATCH + size)] = j
                size += 1
        if mine & (1 << 10 | 1 << 15):
            j = find(state, place - WIDTH)
            near = state[at(MAP + j)]
            if near >> PLACE_SHIFT == place - WIDTH and near & (IS_LAID | IS_MARKED) == IS_LAID and mine >> 10 & near >> colour & (1 | 1 << 5):
                state[at(MAP + j)] = near | IS_MARKED
                state[at(SCRATCH + size)] = j
                size += 1
    for done in range(size):
        state[at(MAP + state[at(SCRATCH + done)])] &= ~IS_MARKED
        state[at(SCRATCH + done)] = 0
    return size


@kernel
def largest(state: Row, colour: int, enough: int) -> int:
    """The size of the largest group of a colour, 0 if no card shows it; counts no further than `enough`."""
    most = 0
    for i in range(state[PLACES]):
        word = state[at(MAP + i)]
        if word & IS_LAID and colours_of(word) >> colour & 1:
            size = group(state, i, colour, enough)
            if size > most:
                most = size
                if most >= enough:
                    return most
    return most


@kernel
def join_sevens(state: Row, place: int, quarters: int) -> None:
    """Note the colours in which the card at a place now belongs to a group of seven."""
    colours = colours_of(quarters) & ~state[SEVENS]
    if state[LAID] < SEVEN - 1:
        return
    i = find(state, place)
    while colours:
        colour = lowest(colours)
        colours &= colours - 1
        if group(state, i, colour, SEVEN) >= SEVEN:
            state[SEVENS] |= 1 << colour


@kernel
def part_sevens(state: Row, colours: int) -> None:
    """Some card ceased to show these colours: look again whether they still have a group of seven."""
    colours &= state[SEVENS]
    while colours:
        colour = lowest(colours)
        colours &= colours - 1
        if largest(state, colour, SEVEN) < SEVEN:
            state[SEVENS] ^= 1 << colour
