"""Seven Dragons: cards with quarters in five colours are laid so that colours touch; hands and goals are hidden, action cards turn the table.

Whoever has seven connected dragons in the colour of the goal card that lies in front of it wins. RULES.en.md has the rules; the § below are
its sections. This module knows integers only: no text, no file, no opinion on what is a good move.
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
# 51 cards, 3 zapped ones and 3 moved ones are ever laid (§6.1, §6.2), so that nothing lies further out than 57 and nothing is free beyond 58.
REACH: Final = 58
WIDTH: Final = 2 * REACH + 1
HOME: Final = REACH * WIDTH + REACH
MOST_PLACES: Final = 176  # laid or free: 5 at first, and each laying adds at most 3
MOST_FREE: Final = 124
MOST_EVENTS: Final = 216  # every card drawn, played, and passed with once after it came; 3 zaps, 3 trades, and a few passes without a draw
SEVEN: Final = 7

# ------------------------------------------------------------------ the state
#
#   0      PHASE     9 LIFTED  18 DECK    21 COUNT   26 HAND  41 GOAL_PLACE 46 GOAL_COLOUR 51 GOAL_SEEN 56 GOAL_BARRED 61 SHOWN
#   |..................|.......|3 words...|5 seats...|5 x 3...|5............|5.............|5...........|5.............|3 x 2 x 3
#
#   79 STORY                               295 MAP                                        471 SCRATCH               571
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
STATE_SIZE: Final = SCRATCH + 100
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
SEAT_AT: Final = 2  # five goal places: the seat, or -1 for an imaginary player (§2.2)
PLACE_OF: Final = 7  # five seats: its goal place
UPRIGHT: Final = 12  # quarters of each card,
TURNED: Final = 64  # and when turned by half
TWO_WAYS: Final = 116  # the kinds that look different then
FITS: Final = 128  # four tables of 1024: kinds that fit, by the ten bits of a place's upper, lower quarters, upright; the same, turned
BOX_SIZE: Final = FITS + 4096

_TABLES: Final = {2: (0, -1, 1, -1, -1), 3: (0, -1, 1, -1, 2), 4: (0, 1, 2, 3, -1), 5: (0, 1, 2, 3, 4)}


def quarters_of(card: str) -> int:
    """The quarters of a card as they are written on it; the rainbow shows every colour everywhere (§1.2, §1.5)."""
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
        table, shift = FITS + 1024 * half, 10 * (half & 1)
        side = UPRIGHT if half < 2 else TURNED
        for bit in range(10):
            kinds = (kind for kind in range(DRAGONS) if half < 2 or box[TWO_WAYS] >> kind & 1)
            box[table + (1 << bit)] = sum(1 << kind for kind in kinds if box[side + kind] >> shift >> bit & 1)
        for colours in range(1, 1024):
            box[table + colours] = box[table + (colours & -colours)] | box[table + (colours & (colours - 1))]
    return box


# ------------------------------------------------------------------ the kernel
@kernel
def start(box: Row, state: Row) -> None:
    """§2.1, §1.6: the silver dragon lies in the middle and has all colours; nothing is dealt yet."""
    for i in range(STATE_SIZE):
        state[at(i)] = 0
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
    """§2.5, §3.2: chance deals and draws; all else is decided by the seat whose turn it is."""
    phase = state[PHASE]
    if phase == ENDED:
        return OVER
    if phase <= DRAW or phase == BONUS_DRAW:
        return CHANCE
    return state[TURN]


@kernel
def legal(box: Row, state: Row, out: Row) -> int:
    """§3.2: what the mover may do, or what chance may bring."""
    phase = state[PHASE]
    if phase == PLAY:
        hand = state[at(HAND + 3 * state[TURN])]
        n = legal_cards(box, state, hand, out)
        hand &= DRAGON_KINDS
        if hand:
            for i in range(state[PLACES]):
                word = state[at(MAP + i)]
                if word & IS_LAID == 0:
                    first = PLACE_ACTION + (word >> PLACE_SHIFT << 7)
                    kinds = fits_upright(box, word) & hand
                    while kinds:
                        out[at(n)] = first + lowest(kinds)
                        n += 1
                        kinds &= kinds - 1
                    kinds = fits_turned(box, word) & hand
                    while kinds:
                        out[at(n)] = first + 64 + lowest(kinds)
                        n += 1
                        kinds &= kinds - 1
        if n == 0:
            out[0] = PASS
            return 1
        return n
    if phase == GOAL:
        return emit(goals_left(state), GOAL_ACTION, out)
    if phase <= DRAW or phase == BONUS_DRAW:
        return emit(state[DECK], DRAW_ACTION, out)
    if phase == TRADE_GOAL:
        return emit(31 & ~(1 << box[at(PLACE_OF + state[TURN])]), TRADE_GOAL_ACTION, out)
    if phase == TRADE_HAND:
        return emit(((1 << box[SEATS]) - 1) & ~(1 << state[TURN]), TRADE_HAND_ACTION, out)
    if phase == ROTATE:
        return emit(3, ROTATE_ACTION, out)
    if phase == ZAP or phase == LIFT:
        return legal_cards_laid(box, state, out)
    if phase == RELAY:
        return legal_relay(box, state, out)
    return 0


@kernel
def odds(box: Row, state: Row, out: Row) -> int:
    """§2.2: each goal left is equally likely; §2.3: a card is as likely as copies of it are left."""
    if state[PHASE] == GOAL:
        n = popcount(goals_left(state))
        for i in range(n):
            out[at(i)] = 1
        return n
    kinds = state[DECK]
    n = 0
    while kinds:
        out[at(n)] = copies(state, DECK, lowest(kinds))
        n += 1
        kinds &= kinds - 1
    return state[DECK_COUNT]


@kernel
def draw(box: Row, state: Row, dice: Row) -> int:
    """One outcome of chance."""
    if state[PHASE] == GOAL:
        left = goals_left(state)
        return GOAL_ACTION + nth(left, below(dice, popcount(left)))
    return DRAW_ACTION + any_card(state[DECK], state[DECK + 1], state[DECK + 2], below(dice, state[DECK_COUNT]))


@kernel
def pick(box: Row, state: Row, out: Row, dice: Row) -> int:
    """A uniformly random legal action; dragon cards are counted place by place and never listed."""
    if state[PHASE] != PLAY:
        n = legal(box, state, out)
        action = out[at(below(dice, n))]
        out[0] = n
        return action
    hand = state[at(HAND + 3 * state[TURN])]
    cards = legal_cards(box, state, hand, out)
    hand &= DRAGON_KINDS
    total = cards
    n = 16
    if hand:
        for i in range(state[PLACES]):
            word = state[at(MAP + i)]
            if word & IS_LAID == 0:
                upright = fits_upright(box, word) & hand
                turned = fits_turned(box, word) & hand
                if upright | turned:
                    out[at(n)] = upright
                    out[at(n + 1)] = turned
                    out[at(n + 2)] = word >> PLACE_SHIFT
                    total += popcount(upright) + popcount(turned)
                    out[at(n + 3)] = total
                    n += 4
    if total == 0:
        below(dice, 1)
        out[0] = 1
        return PASS
    number = below(dice, total)
    if number < cards:
        action = out[at(number)]
    else:
        n = 16
        while number >= out[at(n + 3)]:
            n += 4
        number = out[at(n + 3)] - 1 - number  # counted from the end of this place's
        action = PLACE_ACTION + (out[at(n + 2)] << 7)
        turned = out[at(n + 1)]
        upright = out[at(n)]
        many = popcount(turned)
        if number < many:
            action += 64 + nth(turned, many - 1 - number)
        else:
            action += nth(upright, many + popcount(upright) - 1 - number)
    out[0] = total
    return action


@kernel
def apply(box: Row, state: Row, action: int) -> None:
    """Make a move, then look for sevens, owe bonus cards, end the match or begin the next turn, in the order of §7.5."""
    phase = state[PHASE]
    seat = state[TURN]
    if phase <= DRAW or phase == BONUS_DRAW:
        if phase == GOAL:
            deal_goal(box, state, action - GOAL_ACTION)
            return
        receive(state, seat, action - DRAW_ACTION)
        if phase == DRAW:
            state[PHASE] = PLAY
        elif phase == BONUS_DRAW:
            state[BONUS] -= 1
            go_on(box, state)
        elif seat < box[SEATS] - 1:
            state[TURN] = seat + 1
        elif state[at(COUNT + seat)] < 3:
            state[TURN] = 0
        else:
            begin_turn(state, 0)
        return
    if action == PASS:
        pass_turn(box, state)
        return
    state[PASSES] = 0
    if action >= PLACE_ACTION:
        kind = action & 63
        place = action >> 7 & 0x3FFF
        bonus = 0
        if phase == PLAY:
            spend(state, seat, kind)
            bonus = bonus_of(box, state, place, kind, action >> 6 & 1)
        else:
            state[LIFTED] = 0
            if box[MOVE_BONUS]:
                bonus = bonus_of(box, state, place, kind, action >> 6 & 1)
        lay(box, state, place, kind, action >> 6 & 1)
        end_play(box, state, bonus)
    elif phase == PLAY:
        play_action_card(box, state, (action - CARD_ACTION) // 3, (action - CARD_ACTION) % 3)
    elif phase == ZAP:
        zap(box, state, action - ZAP_ACTION)
    elif phase == LIFT:
        place = action - LIFT_ACTION
        word = look_up(state, place)
        state[LIFTED] = PLACE_ACTION + (place << 7) + (word >> CARD_SHIFT & 127)
        take_up(state, place)
        state[PHASE] = RELAY
    elif phase == TRADE_GOAL:
        trade_goal(box, state, action - TRADE_GOAL_ACTION)
    elif phase == TRADE_HAND:
        trade_hand(box, state, action - TRADE_HAND_ACTION)
    else:
        rotate(box, state, 1 if action == ROTATE_ACTION else 4)


@kernel
def score(box: Row, state: Row, out: Row) -> None:
    """§7.9: the size of the largest group in the colour of the goal that lies before the seat."""
    for seat in range(box[SEATS]):
        colour = goal_of(box, state, seat)
        out[at(seat)] = largest(state, colour - 1, CARDS_COUNT) if colour else 0


@kernel
def winners(box: Row, state: Row) -> int:
    """Who has won, as bits."""
    return state[WINNERS]


@kernel
def reason(box: Row, state: Row) -> int:
    """Why it ended."""
    return state[REASON]


@kernel
def wipe(box: Row, state: Row, seat: int) -> None:
    """§8.1: what remains is the open table, the own hand and goal, and what is remembered."""
    if state[PHASE] == ENDED or state[WIPED]:
        return
    watcher = seat if seat >= 0 else WATCHER
    recall(state, watcher, state, SCRATCH)
    for other in range(box[SEATS]):
        for i in range(3):
            if other != watcher:
                state[at(HAND + 3 * other + i)] = state[at(SCRATCH + 3 * other + i)]
    for i in range(15):
        state[at(SCRATCH + i)] = 0
    trade = SHOWN
    for i in range(state[EVENTS]):
        word = state[at(STORY + i)]
        event = word & 7
        drawer = word >> 3 & 7
        if event == DRAWN and drawer != watcher:
            state[at(STORY + i)] = UNKNOWN << 6 | drawer << 3 | DRAWN
        elif event == TRADED:
            if drawer != watcher and word >> 6 != watcher:
                for j in range(6):
                    state[at(trade + j)] = 0
            trade += 6
    for i in range(3):
        state[DECK + i] = 0
    for goal in range(5):
        if state[at(GOAL_SEEN + goal)] >> watcher & 1 == 0:
            state[at(GOAL_COLOUR + goal)] = 0
    state[WIPED] = 1 + watcher


@kernel
def redeal(box: Row, state: Row, seat: int, dice: Row) -> None:
    """Deal anew what the seat cannot know: goals it has not held, cards it has not seen, and with them the past of all hands.

    A state that contradicts itself, which only a forged record can bring about, stays wiped.
    """
    wipe(box, state, seat)
    if state[PHASE] == ENDED:
        return
    ways = goal_worlds(state, -1)
    unseen(state, POOL)
    told = False
    tries = 0
    while tries < MOST_TRIES and ways and not told:
        tries += 1
        chance = imagine(box, state, dice)
        told = chance > 0 and (below(dice, 1 << 28) << 27 | below(dice, 1 << 27)) < chance
    tries = 0
    while tries < MOST_TRIES and ways and not told:
        tries += 1
        told = arrange(box, state, dice)
        if told:
            rearrange(state, dice)
    for i in range(state[EVENTS]):
        word = state[at(STORY + i)] & ((1 << STRETCH_SHIFT) - 1)
        event = word & 7
        if event == PLAYED:
            word &= 0o7777
        elif event == DRAWN or event == OPEN:
            hidden = word >> 3 & 7 != state[WIPED] - 1 and not told
            word = (UNKNOWN if hidden else word >> 6 & 63) << 6 | (word & 0o70) | DRAWN
        state[at(STORY + i)] = word
    if told:
        goal_worlds(state, below(dice, ways))
        reveal(state)
    for i in range(SCRATCH, STATE_SIZE):
        state[at(i)] = 0


# ------------------------------------------------------------------ reading a state (for all the game's modules)
@kernel
def silver_quarters(top: int) -> int:
    """§1.6: what the silver dragon shows: all colours while no action card has been played, else the colour on top of the pile."""
    if top == 0:
        return QUARTERS
    return EACH_QUARTER << (top - 1)


@kernel
def find(state: Row, place: int) -> int:
    """Where in MAP a place stands, or would stand. Halving without a branch, which the processor could only guess."""
    low = 0
    length = state[PLACES]
    while length > 1:
        half = length >> 1
        low += half * (state[at(MAP + low + half - 1)] >> PLACE_SHIFT < place)
        length -= half
    return low + (state[at(MAP + low)] >> PLACE_SHIFT < place)


@kernel
def find_after(state: Row, i: int, place: int) -> int:
    """The same for a place soon after word i: in the row above."""
    last = state[PLACES]
    i += 1
    while i < last and state[at(MAP + i)] >> PLACE_SHIFT < place:
        i += 1
    return i


@kernel
def find_before(state: Row, i: int, place: int) -> int:
    """The same for a place soon before word i: in the row below."""
    while i > 0 and state[at(MAP + i - 1)] >> PLACE_SHIFT >= place:
        i -= 1
    return i


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
        spread(state, 0, quarters)
    else:
        refresh(state, HOME + 1)
        refresh(state, HOME - 1)
        refresh(state, HOME + WIDTH)
        refresh(state, HOME - WIDTH)


@kernel
def spread(state: Row, i: int, quarters: int) -> int:
    """Tell the four places around the card just laid, word i, what touches them now; where its word stands afterwards."""
    place = state[at(MAP + i)] >> PLACE_SHIFT
    touch(state, find_after(state, i, place + WIDTH), place + WIDTH, (quarters & TOP_QUARTERS) << 10)
    touch(state, i + 1, place + 1, quarters >> 5 & LEFT_QUARTERS)
    if i > 0 and state[at(MAP + i - 1)] >> PLACE_SHIFT == place - 1:
        touch(state, i - 1, place - 1, (quarters & LEFT_QUARTERS) << 5)
    else:
        touch(state, i, place - 1, (quarters & LEFT_QUARTERS) << 5)
        i += 1
    many = state[PLACES]
    touch(state, find_before(state, i, place - WIDTH), place - WIDTH, quarters >> 10)
    return i + state[PLACES] - many


@kernel
def touch(state: Row, i: int, place: int, colours: int) -> None:
    """A card beside this place, which stands in MAP at i or should, shows it these colours; now it is free for cards if it was not yet."""
    word = state[at(MAP + i)]
    n = state[PLACES]
    if i < n and word >> PLACE_SHIFT == place:
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
    joined = colours_of(state[at(MAP + i)] & quarters)
    state[at(MAP + i)] = place << PLACE_SHIFT | IS_LAID | turned << 26 | kind << CARD_SHIFT | quarters
    i = spread(state, i, quarters)
    state[LAID] += 1
    join_sevens(state, i, joined)


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
def flood(state: Row, i: int, colour: int, enough: int) -> int:
    """§7.1: mark the cards that hang together with card i of MAP in a colour and list them in SCRATCH; stops soon after `enough`.

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
            j = find_after(state, i, place + WIDTH)
            near = state[at(MAP + j)]
            if near >> PLACE_SHIFT == place + WIDTH and near & (IS_LAID | IS_MARKED) == IS_LAID and near >> colour >> 10 & mine & (1 | 1 << 5):
                state[at(MAP + j)] = near | IS_MARKED
                state[at(SCRATCH + size)] = j
                size += 1
        if mine & (1 << 10 | 1 << 15):
            j = find_before(state, i, place - WIDTH)
            near = state[at(MAP + j)]
            if near >> PLACE_SHIFT == place - WIDTH and near & (IS_LAID | IS_MARKED) == IS_LAID and mine >> 10 & near >> colour & (1 | 1 << 5):
                state[at(MAP + j)] = near | IS_MARKED
                state[at(SCRATCH + size)] = j
                size += 1
    return size


@kernel
def group(state: Row, i: int, colour: int, enough: int) -> int:
    """How many cards hang together with card i of MAP in a colour; counts no further than `enough`."""
    size = flood(state, i, colour, enough)
    for k in range(size):
        state[at(MAP + state[at(SCRATCH + k)])] &= ~IS_MARKED
        state[at(SCRATCH + k)] = 0
    return size if size < enough else enough


@kernel
def largest(state: Row, colour: int, enough: int) -> int:
    """The size of the largest group of a colour, 0 if no card shows it; counts no further than `enough`."""
    most = 0
    shows = EACH_QUARTER << colour
    for i in range(state[PLACES]):
        word = state[at(MAP + i)]
        if word & shows and word & (IS_LAID | IS_MARKED) == IS_LAID and most < enough:
            size = flood(state, i, colour, enough)
            for k in range(size):
                state[at(SCRATCH + k)] = 0
            most = size if size > most else most
    for i in range(state[PLACES]):
        state[at(MAP + i)] &= ~IS_MARKED
    return most if most < enough else enough


@kernel
def join_sevens(state: Row, i: int, colours: int) -> None:
    """Note in which of these colours card i of MAP now belongs to a group of seven."""
    if state[LAID] < SEVEN - 1:
        return
    colours &= ~state[SEVENS]
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


# ------------------------------------------------------------------ what may be done
@kernel
def fits_upright(box: Row, word: int) -> int:
    """The dragon cards that could be laid upright at a free place: some quarter touches its own colour (§4.3)."""
    return box[at(FITS + (word & 1023))] | box[at(FITS + 1024 + (word >> 10 & 1023))]


@kernel
def fits_turned(box: Row, word: int) -> int:
    """The same for cards turned by half; those that look the same then are not counted twice."""
    return box[at(FITS + 2048 + (word & 1023))] | box[at(FITS + 3072 + (word >> 10 & 1023))]


@kernel
def playable(box: Row, state: Row) -> int:
    """All kinds that could be played now; action cards always can."""
    kinds = THREE
    for i in range(state[PLACES]):
        word = state[at(MAP + i)]
        if word & IS_LAID == 0:
            kinds |= fits_upright(box, word) | fits_turned(box, word)
    return kinds


@kernel
def is_beside(one: int, other: int) -> bool:
    """Whether two places share a side."""
    step = one - other
    return step == 1 or step == -1 or step == WIDTH or step == -WIDTH


@kernel
def can_lift(box: Row, state: Row, i: int, silver: int) -> bool:
    """§6.5, §6.7: whether card i of MAP has another legal place, or fits turned in its own, once it is lifted and the silver shows `silver`."""
    word = state[at(MAP + i)]
    place = word >> PLACE_SHIFT
    kind = word >> CARD_SHIFT & 63
    upright = box[at(UPRIGHT + kind)]
    turned = box[at(TURNED + kind)]
    changed = silver != silver_quarters(state[TOP])
    for j in range(state[PLACES]):
        free = state[at(MAP + j)]
        if free & IS_LAID == 0:
            there = free >> PLACE_SHIFT
            if is_beside(there, place) or (changed and is_beside(there, HOME)):
                free = touching(state, there, place, silver)
            if free & (upright | turned) & QUARTERS:
                return True
    other = upright if word & TURNED_BIT else turned
    return upright != turned and touching(state, place, -1, silver) & other != 0


@kernel
def has_target(box: Row, state: Row, colour: int, top: int) -> bool:
    """§5.5: whether an action can be carried out once the top of the pile is `top`; only zap and move can lack a target."""
    if colour == 0:
        return state[LAID] > 0
    if colour == 3:
        silver = silver_quarters(top)
        for i in range(state[PLACES]):
            if state[at(MAP + i)] & IS_LAID and state[at(MAP + i)] >> PLACE_SHIFT != HOME and can_lift(box, state, i, silver):
                return True
        return False
    return True


@kernel
def emit(bits: int, first: int, out: Row) -> int:
    """Write first + the number of each set bit."""
    n = 0
    while bits:
        out[at(n)] = first + lowest(bits)
        n += 1
        bits &= bits - 1
    return n


@kernel
def goals_left(state: Row) -> int:
    """The colours whose goal card is not dealt yet, as bits."""
    left = 31
    for goal in range(state[GOALS]):
        left &= ~(1 << (state[at(GOAL_COLOUR + goal)] - 1)) if state[at(GOAL_COLOUR + goal)] else -1
    return left


@kernel
def legal_cards(box: Row, state: Row, hand: int, out: Row) -> int:
    """§5.1 to §5.3: each action card over the pile, over it with its action, or under it with its action if there is a pile."""
    n = 0
    cards = hand >> RED
    while cards:
        colour = lowest(cards)
        cards &= cards - 1
        out[at(n)] = CARD_ACTION + 3 * colour
        n += 1
        if has_target(box, state, colour, 1 + colour):
            out[at(n)] = CARD_ACTION + 3 * colour + 1
            n += 1
        if state[PILE] and has_target(box, state, colour, state[TOP]):
            out[at(n)] = CARD_ACTION + 3 * colour + 2
            n += 1
    return n


@kernel
def legal_cards_laid(box: Row, state: Row, out: Row) -> int:
    """§6.1, §6.3, §6.7: any dragon card can be zapped; one that could not be laid again differently cannot be lifted."""
    n = 0
    first = ZAP_ACTION if state[PHASE] == ZAP else LIFT_ACTION
    silver = silver_quarters(state[TOP])
    for i in range(state[PLACES]):
        word = state[at(MAP + i)]
        if word & IS_LAID and word >> PLACE_SHIFT != HOME and (state[PHASE] == ZAP or can_lift(box, state, i, silver)):
            out[at(n)] = first + (word >> PLACE_SHIFT)
            n += 1
    return n


@kernel
def legal_relay(box: Row, state: Row, out: Row) -> int:
    """§6.2, §6.6: the lifted card goes wherever it fits, but not back as it lay."""
    n = 0
    kind = state[LIFTED] & 63
    upright = box[at(UPRIGHT + kind)]
    turned = box[at(TURNED + kind)]
    for i in range(state[PLACES]):
        word = state[at(MAP + i)]
        if word & IS_LAID == 0:
            action = PLACE_ACTION + (word >> PLACE_SHIFT << 7) + kind
            if word & upright and action != state[LIFTED]:
                out[at(n)] = action
                n += 1
            if word & turned and turned != upright and action + 64 != state[LIFTED]:
                out[at(n)] = action + 64
                n += 1
    return n


# ------------------------------------------------------------------ chance
@kernel
def any_card(ones: int, twos: int, threes: int, number: int) -> int:
    """Card `number` of a bag."""
    n = popcount(ones)
    if number < n:
        return nth(ones, number)
    number -= n
    n = popcount(twos)
    if number < n:
        return nth(twos, number)
    return nth(threes, number - n)


@kernel
def nth(bits: int, number: int) -> int:
    """The place of a set bit, counted from the lowest, which is number 0; bits is not negative."""
    place = 0
    half = 32
    while half:
        n = popcount(bits & ((1 << half) - 1))
        if number >= n:
            number -= n
            bits >>= half
            place += half
        half >>= 1
    return place


# ------------------------------------------------------------------ making a move
@kernel
def tell(state: Row, event: int, seat: int, payload: int) -> None:
    """Write an event into the story."""
    state[at(STORY + state[EVENTS])] = payload << 6 | seat << 3 | event
    state[EVENTS] += 1


@kernel
def deal_goal(box: Row, state: Row, colour: int) -> None:
    """§2.2: the next place gets this goal card; 5 is a colour that this seat does not see."""
    goal = state[GOALS]
    state[at(GOAL_COLOUR + goal)] = 1 + colour if colour < 5 else 0
    state[GOALS] = goal + 1
    see_goals(box, state)
    if goal == 4:
        state[PHASE] = DEAL
        state[TURN] = 0


@kernel
def see_goals(box: Row, state: Row) -> None:
    """§8.3: a seat sees the goal before it, and knows for good which card that was."""
    for goal in range(state[GOALS]):
        seat = box[at(SEAT_AT + state[at(GOAL_PLACE + goal)])]
        if seat >= 0:
            state[at(GOAL_SEEN + goal)] |= 1 << seat


@kernel
def receive(state: Row, seat: int, kind: int) -> None:
    """A card goes from the deck to a hand; DRAW_ACTION + KINDS_COUNT is one that this watcher does not see."""
    state[DECK_COUNT] -= 1
    state[at(COUNT + seat)] += 1
    if kind == KINDS_COUNT:
        tell(state, DRAWN, seat, UNKNOWN)
        return
    tell(state, DRAWN, seat, kind)
    put_in(state, HAND + 3 * seat, kind)
    if state[WIPED] == 0:
        take_out(state, DECK, kind)


@kernel
def spend(state: Row, seat: int, kind: int) -> None:
    """A card leaves a hand; where only some of the hand is remembered, it strikes off one equal remembered card (§8.4)."""
    state[at(COUNT + seat)] -= 1
    take_out(state, HAND + 3 * seat, kind)
    tell(state, PLAYED, seat, kind)


@kernel
def bonus_of(box: Row, state: Row, place: int, kind: int, turned: int) -> int:
    """§4.5, §4.6: cards to draw for a card about to be laid: one less than the colours it matches, rainbow and all-coloured silver apart."""
    mine = box[at((TURNED if turned else UPRIGHT) + kind)]
    if kind == RAINBOW or popcount(colours_of(look_up(state, place) & mine)) < 2:
        return 0
    colours = 0
    word = counting(state, place - 1)
    colours |= word >> 5 & LEFT_QUARTERS & mine
    word = counting(state, place + 1)
    colours |= (word & LEFT_QUARTERS) << 5 & mine
    word = counting(state, place - WIDTH)
    colours |= (word & TOP_QUARTERS) << 10 & mine
    word = counting(state, place + WIDTH)
    colours |= word >> 10 & mine
    many = popcount(colours_of(colours))
    return many - 1 if many else 0


@kernel
def counting(state: Row, place: int) -> int:
    """The quarters of a card that count for a bonus, 0 where there is none."""
    word = look_up(state, place)
    if word & IS_LAID == 0 or word >> CARD_SHIFT & 63 == RAINBOW or (place == HOME and state[TOP] == 0):
        return 0
    return word & QUARTERS


@kernel
def play_action_card(box: Row, state: Row, colour: int, how: int) -> None:
    """§5.1, §5.2, §5.4: over the pile (0), over it with its action (1), or under it with its action (2)."""
    spend(state, state[TURN], RED + colour)
    state[PILE] += 1
    state[PILED] += 1 << 2 * colour
    if how < 2 and state[TOP] != 1 + colour:
        old = colours_of(silver_quarters(state[TOP]))
        show_silver(state, 1 + colour)
        part_sevens(state, old & ~(1 << colour))
        join_sevens(state, find(state, HOME), 1 << colour)
    if how == 0:
        end_play(box, state, 0)
    elif colour == 0:
        state[PHASE] = ZAP
    elif colour == 1:
        state[PHASE] = TRADE_GOAL
    elif colour == 2:
        state[PHASE] = ROTATE
    elif colour == 3:
        state[PHASE] = LIFT
    else:
        state[PHASE] = TRADE_HAND


@kernel
def zap(box: Row, state: Row, place: int) -> None:
    """§6.1: a dragon card of the layout goes to the hand of the seat to move, and all have seen which."""
    kind = look_up(state, place) >> CARD_SHIFT & 63
    take_up(state, place)
    put_in(state, HAND + 3 * state[TURN], kind)
    state[at(COUNT + state[TURN])] += 1
    tell(state, ZAPPED, state[TURN], kind)
    end_play(box, state, 0)


@kernel
def trade_goal(box: Row, state: Row, place: int) -> None:
    """§6.9: the goal before the seat to move and that of another place change places."""
    mine = box[at(PLACE_OF + state[TURN])]
    given = goal_at(state, mine)
    taken = goal_at(state, place)
    state[at(GOAL_PLACE + given)] = place
    state[at(GOAL_PLACE + taken)] = mine
    see_goals(box, state)
    end_play(box, state, 0)


@kernel
def rotate(box: Row, state: Row, step: int) -> None:
    """§6.12: every goal goes one place round the table, imaginary players' too."""
    for goal in range(5):
        state[at(GOAL_PLACE + goal)] = (state[at(GOAL_PLACE + goal)] + step) % 5
    see_goals(box, state)
    end_play(box, state, 0)


@kernel
def trade_hand(box: Row, state: Row, other: int) -> None:
    """§6.10: the seat to move and another change their whole hands."""
    swap_hands(state, state[TURN], other)
    end_play(box, state, 0)


@kernel
def swap_hands(state: Row, seat: int, other: int) -> None:
    """Two seats change hands; both have now seen both."""
    tell(state, TRADED, seat, other)
    shown = SHOWN + 6 * state[TRADES]
    state[TRADES] += 1
    watcher = state[WIPED] - 1
    for i in range(3):
        mine = state[at(HAND + 3 * seat + i)]
        theirs = state[at(HAND + 3 * other + i)]
        if watcher < 0 or watcher == seat or watcher == other:
            state[at(shown + i)] = mine
            state[at(shown + 3 + i)] = theirs
        state[at(HAND + 3 * seat + i)] = theirs
        state[at(HAND + 3 * other + i)] = mine
    count = state[at(COUNT + seat)]
    state[at(COUNT + seat)] = state[at(COUNT + other)]
    state[at(COUNT + other)] = count


@kernel
def pass_turn(box: Row, state: Row) -> None:
    """§3.3: nothing can be played; everybody now knows what is not in this hand. §7.7: all passed in a row, and no card is left to draw."""
    tell_pass(state, state[TURN], playable(box, state))
    state[PASSES] += 1
    if state[DECK_COUNT] == 0 and state[PASSES] >= box[SEATS]:
        finish(box, state, 2)
    else:
        begin_turn(state, (state[TURN] + 1) % box[SEATS])


@kernel
def tell_pass(state: Row, seat: int, kinds: int) -> None:
    """Write a pass into the story, in one with an earlier pass of the same hand if no card has come to it since. An empty hand tells nothing."""
    if state[at(COUNT + seat)] == 0:
        return
    holder = seat
    last = state[EVENTS]
    i = last - 1
    while i >= 0:
        word = state[at(STORY + i)]
        event = word & 7
        if event == TRADED:
            if word >> 3 & 7 == holder:
                holder = word >> 6
            elif word >> 6 == holder:
                holder = word >> 3 & 7
        elif word >> 3 & 7 == holder:
            if event == PASSED:
                kinds |= word >> 6
                for j in range(i + 1, last):
                    state[at(STORY + j - 1)] = state[at(STORY + j)]
                state[EVENTS] = last - 1
                break
            if event == DRAWN or event == ZAPPED:
                break
        i -= 1
    tell(state, PASSED, seat, kinds)


@kernel
def begin_turn(state: Row, seat: int) -> None:
    """§3.1: a turn begins with a draw, unless the deck is empty."""
    state[TURN] = seat
    state[PHASE] = DRAW if state[DECK_COUNT] else PLAY


@kernel
def end_play(box: Row, state: Row, bonus: int) -> None:
    """§7.2 to §7.4: the look for sevens after each complete play. The active seat alone wins, or else everybody whose goal has such a group.

    In a wiped state a goal that is not known was not met: the match goes on, or its record would be open.
    """
    sevens = state[SEVENS]
    if sevens:
        winners_ = 0
        for seat in range(box[SEATS]):
            colour = goal_of(box, state, seat)
            if colour and sevens >> (colour - 1) & 1:
                winners_ |= 1 << seat
        if winners_:
            active = 1 << state[TURN]
            state[WINNERS] = active if winners_ & active else winners_
            state[REASON] = 0
            state[PHASE] = ENDED
            return
        for goal in range(5):
            if box[at(SEAT_AT + state[at(GOAL_PLACE + goal)])] >= 0:
                state[at(GOAL_BARRED + goal)] |= sevens
    state[BONUS] = bonus
    go_on(box, state)


@kernel
def go_on(box: Row, state: Row) -> None:
    """§4.5: bonus cards, as many as the deck still holds; §7.6: the match ends when deck and hands are empty; else the next seat."""
    if state[BONUS] and state[DECK_COUNT]:
        state[PHASE] = BONUS_DRAW
        return
    state[BONUS] = 0
    held = state[DECK_COUNT]
    for seat in range(box[SEATS]):
        held += state[at(COUNT + seat)]
    if held == 0:
        finish(box, state, 1)
    else:
        begin_turn(state, (state[TURN] + 1) % box[SEATS])


@kernel
def finish(box: Row, state: Row, reason_: int) -> None:
    """§7.8: the largest groups in the seats' own goal colours win."""
    state[PHASE] = ENDED
    state[REASON] = reason_
    state[WINNERS] = 0
    if state[WIPED]:
        return
    most = -1
    for seat in range(box[SEATS]):
        size = largest(state, goal_of(box, state, seat) - 1, CARDS_COUNT)
        if size > most:
            most = size
            state[WINNERS] = 0
        if size == most:
            state[WINNERS] |= 1 << seat


# ------------------------------------------------------------------ what a seat cannot know
@kernel
def recall(state: Row, watcher: int, row: Row, bags: int) -> None:
    """§8.4: what a watcher remembers of each hand it cannot see, as five bags in `row` from `bags` on; its own stays empty.

    Cards of a hand it gave away and zapped cards, followed through trades; each card played strikes off an equal one.
    """
    for i in range(15):
        row[at(bags + i)] = 0
    trade = SHOWN
    for i in range(state[EVENTS]):
        word = state[at(STORY + i)]
        event = word & 7
        seat = word >> 3 & 7
        if event == TRADED:
            other = word >> 6
            for j in range(3):
                mine = row[at(bags + 3 * seat + j)]
                theirs = row[at(bags + 3 * other + j)]
                if watcher == seat:
                    mine = state[at(trade + j)]
                    theirs = 0
                elif watcher == other:
                    mine = 0
                    theirs = state[at(trade + 3 + j)]
                row[at(bags + 3 * seat + j)] = theirs
                row[at(bags + 3 * other + j)] = mine
            trade += 6
        elif seat != watcher:
            if event == PLAYED:
                take_out(row, bags + 3 * seat, word >> 6)
            elif event == ZAPPED:
                put_in(row, bags + 3 * seat, word >> 6)


# ------------------------------------------------------------------ other worlds
# A world is as likely as any other (deck and goals are shuffled fairly), so redealing is counting fairly. What must be found out is the whole
# hidden past of the other hands, as one seat's story leaves it open: which draw brought which card. A draw whose card is not known yet is
# *open*. Each play of a card that was not remembered was one of the draws then open in that hand; a pass bars kinds for all of them. Of equal
# cards the one drawn first is played first: so each order of the deck is told in one way only, and a play of the younger bars its kind for
# the older.
#
# `imagine` tells the story by choosing among the open draws a play could be, and dealing the unseen cards to those that stay open. A telling
# that had n choices where there never are more than m should count m / n times as often as one that always had m: so it is accepted with the
# probability of all its n / m multiplied, which makes accepted worlds exactly alike in chance. Nearly always a few tries do. Where passes tie
# down a long story so much that MOST_TRIES are refused, `arrange` finds one telling that is possible and `rearrange` shuffles it: a Markov
# chain, each step of which exchanges the cards of two draws if what comes out is a possible telling too. Each step may be taken either way,
# so all tellings come out alike.
OPEN: Final = 6  # an event: a draw whose card is being sought; payload: kinds it cannot be
STRETCH_SHIFT: Final = 57  # above the payload, for `rearrange`: in which stretch of which hidden hand's story the event lies
END_SHIFT: Final = 12  # in a draw, for `rearrange`: the event with which its card left that stretch
TAKEN: Final = 1 << 12  # in a play, for `arrange`: its draw is found
PAYLOAD: Final = (1 << 51) - 1
CERTAIN: Final = 1 << 55  # a probability of one
MOST_TRIES: Final = 500
STEPS: Final = 5000
BARS_KEPT: Final = 8
REMEMBERED: Final = SCRATCH + 66  # in the scratch space stand the draws now open in a hand, oldest first; then bags: what is remembered of it,
POOL: Final = SCRATCH + 69  # all unseen cards,
UNDEALT: Final = SCRATCH + 72  # those not dealt yet,
SOUGHT: Final = SCRATCH + 75  # the cards that a stretch must end with,
UNFOUND: Final = SCRATCH + 78  # those that no draw stands for yet;
BARS: Final = SCRATCH + 81  # and of each pass two words: where it is told, and how many draws open then must still be open


@kernel
def unseen(state: Row, bag: int) -> None:
    """Put into a bag all cards that lie neither on the table nor, as far as is known, in a hand."""
    state[at(bag)] = ONE
    state[at(bag + 1)] = TWO
    state[at(bag + 2)] = THREE
    for i in range(state[PLACES]):
        word = state[at(MAP + i)]
        if word & IS_LAID and word >> PLACE_SHIFT != HOME:
            take_out(state, bag, word >> CARD_SHIFT & 63)
    if state[LIFTED]:
        take_out(state, bag, state[LIFTED] & 63)
    for colour in range(5):
        for _ in range(state[PILED] >> 2 * colour & 3):
            take_out(state, bag, RED + colour)
    for seat in range(SEATS_MOST):
        take_all(state, bag, HAND + 3 * seat)


@kernel
def take_all(state: Row, bag: int, other: int) -> None:
    """Take the cards of another bag out of a bag."""
    for i in range(3):
        kinds = state[at(other + i)]
        while kinds:
            take_out(state, bag, lowest(kinds))
            kinds &= kinds - 1


@kernel
def imagine(box: Row, state: Row, dice: Row) -> int:
    """Tell the hidden past of all hands in some possible way; with which probability (of CERTAIN) it is to be accepted, 0 if it led nowhere."""
    for i in range(3):
        state[UNDEALT + i] = state[POOL + i]
    chance = CERTAIN
    for hand in range(box[SEATS]):
        if chance:
            chance = imagine_hand(state, hand, chance, dice)
    return chance


@kernel
def imagine_hand(state: Row, hand: int, chance: int, dice: Row) -> int:
    """The same for the hand that seat `hand` began with; a stretch that ends when the watcher takes the hand must end with those very cards."""
    watcher = state[WIPED] - 1
    holder = hand
    opened = 0
    passes = 0
    shown = SHOWN
    for i in range(3):
        state[REMEMBERED + i] = 0
    for i in range(state[EVENTS]):
        word = state[at(STORY + i)]
        event = word & 7
        seat = word >> 3 & 7
        payload = word >> 6 & PAYLOAD
        if event == TRADED:
            if holder == seat or holder == payload:
                mine = shown if holder == seat else shown + 3
                holder = payload if holder == seat else seat
                if holder == watcher:
                    for j in range(3):
                        state[SOUGHT + j] = state[at(mine + j)]
                    take_all(state, SOUGHT, REMEMBERED)
                    for j in range(3):
                        state[UNFOUND + j] = state[SOUGHT + j]
                    chance = settle(state, UNFOUND, SOUGHT, opened, passes, chance, dice)
                    if chance == 0:
                        return 0
                if watcher == seat or watcher == payload:
                    opened = 0
                    passes = 0
                    for j in range(3):
                        state[REMEMBERED + j] = state[at(mine + j)]
            shown += 6
        elif seat != holder or holder == watcher:
            continue
        elif event == DRAWN or event == OPEN:
            state[at(STORY + i)] = seat << 3 | OPEN
            state[at(SCRATCH + opened)] = i
            opened += 1
        elif event == ZAPPED:
            put_in(state, REMEMBERED, payload)
        elif event == PASSED:
            for j in range(opened):
                state[at(STORY + state[at(SCRATCH + j)])] |= payload << 6
            if opened and passes < BARS_KEPT:
                state[at(BARS + 2 * passes)] = i
                state[at(BARS + 2 * passes + 1)] = opened
                passes += 1
        elif not take_out(state, REMEMBERED, payload):
            chance = serve(state, payload, opened, passes, chance, dice)
            if chance == 0:
                return 0
            opened -= 1
    if holder != watcher:
        chance = settle(state, UNDEALT, POOL, opened, passes, chance, dice)
    return chance


@kernel
def serve(state: Row, kind: int, opened: int, passes: int, chance: int, dice: Row) -> int:
    """A card was played that was not remembered: say which of the open draws it was."""
    most = opened
    for j in range(passes):
        kept = state[at(BARS + 2 * j + 1)]
        if state[at(STORY + state[at(BARS + 2 * j)])] >> 6 >> kind & 1:
            most = opened - kept if opened - kept < most else most
        elif kept:
            state[at(BARS + 2 * j + 1)] = kept - 1
    ways = 0
    for j in range(opened):
        ways += 1 - (state[at(STORY + state[at(SCRATCH + j)])] >> 6 >> kind & 1)
    if ways == 0:
        return 0
    chance = chance * ways // most
    number = below(dice, ways)
    j = 0
    while True:
        i = state[at(SCRATCH + j)]
        word = state[at(STORY + i)]
        if word >> 6 >> kind & 1 == 0:
            if number == 0:
                break
            number -= 1
            state[at(STORY + i)] = word | 1 << 6 << kind
        j += 1
    state[at(STORY + i)] = kind << 6 | (word & 0o70) | DRAWN
    while j < opened - 1:
        state[at(SCRATCH + j)] = state[at(SCRATCH + j + 1)]
        j += 1
    return chance


@kernel
def settle(state: Row, left: int, whole: int, opened: int, passes: int, chance: int, dice: Row) -> int:
    """Say which cards the draws that stay open have brought: cards of a bag `left`, of which `whole` is what it held at first."""
    for j in range(opened):
        i = state[at(SCRATCH + j)]
        word = state[at(STORY + i)]
        most = popcount(state[at(left)]) + popcount(state[at(left + 1)]) + popcount(state[at(left + 2)])
        for k in range(passes):
            if state[at(BARS + 2 * k + 1)] > j:
                barred = state[at(STORY + state[at(BARS + 2 * k)])] >> 6 & PAYLOAD
                fewer = popcount(state[at(whole)] & ~barred) + popcount(state[at(whole + 1)] & ~barred) + popcount(state[at(whole + 2)] & ~barred) - j
                most = fewer if fewer < most else most
        free = ~(word >> 6) & PAYLOAD
        ones = state[at(left)] & free
        twos = state[at(left + 1)] & free
        threes = state[at(left + 2)] & free
        ways = popcount(ones) + popcount(twos) + popcount(threes)
        if ways == 0:
            return 0
        chance = chance * ways // most
        kind = any_card(ones, twos, threes, below(dice, ways))
        take_out(state, left, kind)
        state[at(STORY + i)] = kind << 6 | (word & 0o70) | DRAWN
    return chance


@kernel
def arrange(box: Row, state: Row, dice: Row) -> bool:
    """Find one possible telling: each draw brings the card that is played soonest of those it can be. Lists the hidden draws in SCRATCH."""
    watcher = state[WIPED] - 1
    for i in range(state[EVENTS]):
        word = state[at(STORY + i)] & ((1 << STRETCH_SHIFT) - 1)
        event = word & 7
        if event == PLAYED:
            word &= ~TAKEN
        elif (event == DRAWN or event == OPEN) and word >> 3 & 7 != watcher:
            word = UNKNOWN << 6 | (word & 0o70) | DRAWN
        state[at(STORY + i)] = word
    for i in range(3):
        state[UNDEALT + i] = state[POOL + i]
    stretch = 0
    for hand in range(box[SEATS]):
        holder = hand
        stretch += 1
        shown = SHOWN
        for i in range(3):
            state[REMEMBERED + i] = 0
        for i in range(state[EVENTS]):
            word = state[at(STORY + i)]
            event = word & 7
            seat = word >> 3 & 7
            if event == TRADED:
                other = word >> 6
                if holder == seat or holder == other:
                    mine = shown if holder == seat else shown + 3
                    holder = other if holder == seat else seat
                    if holder == watcher:
                        for j in range(3):
                            state[UNFOUND + j] = state[at(mine + j)]
                        take_all(state, UNFOUND, REMEMBERED)
                        if not fill(state, stretch, i, UNFOUND, dice):
                            return False
                    if watcher == seat or watcher == other:
                        stretch += 1
                        for j in range(3):
                            state[REMEMBERED + j] = state[at(mine + j)]
                shown += 6
            elif seat == holder and holder != watcher:
                if event == ZAPPED:
                    put_in(state, REMEMBERED, word >> 6)
                elif event != PLAYED or not take_out(state, REMEMBERED, word >> 6):
                    state[at(STORY + i)] = word | stretch << STRETCH_SHIFT
        if holder != watcher and not fill(state, stretch, state[EVENTS], UNDEALT, dice):
            return False
    return True


@kernel
def fill(state: Row, stretch: int, until: int, bag: int, dice: Row) -> bool:
    """Find the cards of all draws of a stretch that ends at event `until` with cards of the bag; whether that was possible."""
    for i in range(until):
        word = state[at(STORY + i)]
        if word >> STRETCH_SHIFT == stretch and word & 7 == DRAWN:
            barred = 0
            kind = -1
            j = i + 1
            while j < until and kind < 0:
                later = state[at(STORY + j)]
                if later >> STRETCH_SHIFT == stretch:
                    if later & 7 == PASSED:
                        barred |= later >> 6 & PAYLOAD
                    elif later & 7 == PLAYED and later & TAKEN == 0 and barred >> (later >> 6 & 63) & 1 == 0:
                        kind = later >> 6 & 63
                        state[at(STORY + j)] = later | TAKEN
                        j -= 1
                j += 1
            if kind < 0:
                ones = state[at(bag)] & ~barred
                twos = state[at(bag + 1)] & ~barred
                threes = state[at(bag + 2)] & ~barred
                many = popcount(ones) + popcount(twos) + popcount(threes)
                if many == 0:
                    return False
                kind = any_card(ones, twos, threes, below(dice, many))
                take_out(state, bag, kind)
            state[at(STORY + i)] = stretch << STRETCH_SHIFT | j << END_SHIFT | kind << 6 | (word & 0o70) | DRAWN
    for i in range(until):
        word = state[at(STORY + i)]
        if word >> STRETCH_SHIFT == stretch and word & 7 == PLAYED and word & TAKEN == 0:
            return False
    return True


@kernel
def rearrange(state: Row, dice: Row) -> None:
    """Exchange cards between draws, and between draws and the deck, many times over, as long as the story stays possible."""
    many = 0
    last = state[EVENTS]
    for i in range(last):
        if state[at(STORY + i)] & 7 == DRAWN and state[at(STORY + i)] >> STRETCH_SHIFT:
            state[at(SCRATCH + many)] = i
            many += 1
    if many == 0:
        return
    deck = popcount(state[UNDEALT]) + popcount(state[UNDEALT + 1]) + popcount(state[UNDEALT + 2])
    for _ in range(STEPS):
        one = state[at(SCRATCH + below(dice, many))]
        number = below(dice, many + 1)
        first = state[at(STORY + one)]
        kind = first >> 6 & 63
        is_final = first >> END_SHIFT & 255 == last
        if number == many:
            if is_final and deck:
                other = any_card(state[UNDEALT], state[UNDEALT + 1], state[UNDEALT + 2], below(dice, deck))
                if may_be(state, one, other, last, one):
                    take_out(state, UNDEALT, other)
                    put_in(state, UNDEALT, kind)
                    state[at(STORY + one)] = first ^ (kind ^ other) << 6
        else:
            two = state[at(SCRATCH + number)]
            second = state[at(STORY + two)]
            other = second >> 6 & 63
            if kind != other and first >> STRETCH_SHIFT != second >> STRETCH_SHIFT:
                if is_final and second >> END_SHIFT & 255 == last and may_be(state, one, other, last, one) and may_be(state, two, kind, last, two):
                    state[at(STORY + one)] = first ^ (kind ^ other) << 6
                    state[at(STORY + two)] = second ^ (kind ^ other) << 6
            elif kind != other and may_be(state, two, kind, first >> END_SHIFT & 255, one):
                if may_be(state, one, other, second >> END_SHIFT & 255, two):
                    change = (first ^ second) & (255 << END_SHIFT | 63 << 6)
                    state[at(STORY + one)] = first ^ change
                    state[at(STORY + two)] = second ^ change


@kernel
def may_be(state: Row, i: int, kind: int, end: int, without: int) -> bool:
    """Whether draw i can have brought a card that left at `end`: no pass bars it, and of equal cards the one drawn first left first.

    The draw `without`, which now stands for that card, is left out of account.
    """
    if end <= i:
        return False
    stretch = state[at(STORY + i)] >> STRETCH_SHIFT
    for j in range(end):
        word = state[at(STORY + j)]
        if word >> STRETCH_SHIFT == stretch:
            event = word & 7
            if event == PASSED and j > i and word >> 6 >> kind & 1:
                return False
            if event == DRAWN and j != i and j != without and word >> 6 & 63 == kind:
                left = word >> END_SHIFT & 255
                if left != end and (j < i) != (left < end):
                    return False
    return True


@kernel
def reveal(state: Row) -> None:
    """Every draw of the story being known, tell it again: hands, what trades showed, and the deck."""
    for i in range(15):
        state[HAND + i] = 0
    shown = SHOWN
    for i in range(state[EVENTS]):
        word = state[at(STORY + i)]
        event = word & 7
        bag = HAND + 3 * (word >> 3 & 7)
        if event == DRAWN:
            put_in(state, bag, word >> 6)
        elif event == PLAYED:
            take_out(state, bag, word >> 6)
        elif event == ZAPPED:
            put_in(state, bag, word >> 6)
        elif event == TRADED:
            other = HAND + 3 * (word >> 6)
            for j in range(3):
                state[at(shown + j)] = state[at(bag + j)]
                state[at(shown + 3 + j)] = state[at(other + j)]
                state[at(bag + j)] = state[at(shown + 3 + j)]
                state[at(other + j)] = state[at(shown + j)]
            shown += 6
    state[WIPED] = 0
    unseen(state, DECK)


@kernel
def goal_worlds(state: Row, number: int) -> int:
    """In how many ways the goals can lie by all that is known: held goals, and fruitless looks. Way `number` is put into the state."""
    ways = 0
    for order in range(120):
        left = 31
        rest = order
        colours = 0
        fits = True
        for goal in range(5):
            colour = nth(left, rest % (5 - goal))
            rest //= 5 - goal
            left ^= 1 << colour
            colours |= colour << 3 * goal
            known = state[at(GOAL_COLOUR + goal)]
            if goal < state[GOALS] and ((known and known != 1 + colour) or state[at(GOAL_BARRED + goal)] >> colour & 1):
                fits = False
        if fits:
            ways += 1
            if ways == number + 1:
                for goal in range(state[GOALS]):
                    state[at(GOAL_COLOUR + goal)] = 1 + (colours >> 3 * goal & 7)
                return ways
    return ways
