"""Moves and positions of Dragon Master as text (§6), strict, both ways. Knows spellings, no sentences.

Coordinates are spelled from -9 to 9 though no card can lie further than 3 from the first: who asks why `3 4,0` is refused shall hear the rule.
Such actions are numbered after all others, from FAR on; programs that never ask why need not know them.
"""

import re
from array import array
from collections.abc import Iterable, Iterator
from typing import Final

from dragonhoard.bits import Row, new_row
from dragonhoard.contract import Learned, NotAMove, NotAPosition, State, each_bit
from dragonhoard.dice import below
from dragonhoard.games.dragon_master import rules
from dragonhoard.no_secrets import learn, learned, learned_text, learns, parse_learned  # noqa: F401 (handed on)

PACKAGE: Final = __package__ or ""

Place = tuple[int, int]

SPELLED: Final = range(-9, 10)  # coordinates that have a spelling
FAR: Final = rules.ACTIONS + 1  # + value * 361 + (x + 9) * 19 + y + 9, for places that no card can reach

_CARD: Final = re.compile(r"([0-3]) (-[1-9]|[0-9]),(-[1-9]|[0-9])")
_CHANCE: Final = {
    "start 0": rules.START,
    "start 1": rules.START + 1,
    **{f"deal {value}": rules.DEAL + value for value in range(rules.VALUES)},
    "deal ?": rules.DEAL_UNSEEN,
}
_CHANCE_TEXT: Final = {action: text for text, action in _CHANCE.items()}
_CARDS: Final = r"([0-3]+|\?+|-)"
_POSITION: Final = re.compile(rf"start ([01-]) hands {_CARDS} {_CARDS} laid {_CARDS} {_CARDS} rest {_CARDS} grid (-|[-0-9, ]+)")
_LONGEST: Final = 200  # characters of a position; none has so many


# ------------------------------------------------------------------ moves
def is_near(x: int, y: int) -> bool:
    """Whether a card may ever lie there."""
    return max(abs(x), abs(y)) <= rules.FURTHEST


def card_action(value: int, x: int, y: int) -> int:
    """The action of laying a card at x,y."""
    if is_near(x, y):
        return value * 64 + (x + rules.FURTHEST) * 8 + y + rules.FURTHEST
    return FAR + (value * len(SPELLED) + x - SPELLED[0]) * len(SPELLED) + y - SPELLED[0]


def card_of(action: int) -> tuple[int, int, int] | None:
    """Value, x and y of a card laid; None for an outcome of chance."""
    if action >= FAR:
        column, y = divmod(action - FAR, len(SPELLED))
        value, x = divmod(column, len(SPELLED))
        return value, SPELLED[x], SPELLED[y]
    if action < rules.START:
        value, place = divmod(action, 64)
        return value, place // 8 - rules.FURTHEST, place % 8 - rules.FURTHEST
    return None


def actions(box: Row) -> Iterable[int]:
    """Cards to the places in reach, outcomes of chance, cards to places out of reach."""
    cards = [card_action(value, x, y) for value in range(rules.VALUES) for x in SPELLED for y in SPELLED]
    return sorted([*cards, *_CHANCE_TEXT])


def move_text(box: Row, action: int) -> str:
    """For example `3 0,-1`, `start 0`, `deal 2`, `deal ?`."""
    card = card_of(action)
    if card is None:
        return _CHANCE_TEXT[action]
    value, x, y = card
    return f"{value} {x},{y}"


def parse_move(box: Row, text: str) -> int:
    """The action of a spelling."""
    if text in _CHANCE:
        return _CHANCE[text]
    found = _CARD.fullmatch(text)
    if found is None:
        raise NotAMove("spelling", given=text)
    return card_action(int(found[1]), int(found[2]), int(found[3]))


# ------------------------------------------------------------------ what a seat sees of a move
def is_unseen(box: Row, action: int) -> bool:
    """Whether the action is `deal ?`."""
    return action == rules.DEAL_UNSEEN


def receiver(ply: int) -> int:
    """§1.4: the seat to which the card of that ply is dealt."""
    return (ply - rules.FIRST_DEAL) // rules.HAND_SIZE


def seen_action(box: Row, before: Row, action: int, seat: int) -> int:
    """§4.2: a card is seen by the seat it is dealt to."""
    if rules.DEAL <= action < rules.DEAL_UNSEEN and receiver(before[rules.PLY]) != seat:
        return rules.DEAL_UNSEEN
    return action


# ------------------------------------------------------------------ positions
def cards_of(counted: int) -> list[int]:
    """Counted cards one by one, lowest first."""
    return [value for value in range(rules.VALUES) for _ in range(counted >> value * 8 & 0xFF)]


def counted(cards: Iterable[int]) -> int:
    """Cards as the state counts them."""
    return sum(1 << value * 8 for value in cards)


def grid_of(state: Row) -> dict[Place, int]:
    """The cards on the table, by column and from below."""
    places = [(place, value) for value in range(rules.VALUES) for place in each_bit(state[rules.CARDS + value])]
    return {(place // 8 - rules.FURTHEST, place % 8 - rules.FURTHEST): value for place, value in sorted(places)}


def hand_size(state: Row, seat: int) -> int:
    """How many cards a seat holds; everybody may know."""
    return rules.dealt_to(state, seat) - rules.count(state[rules.LAID + seat])


def rest_size(state: Row) -> int:
    """How many cards nobody was dealt; everybody may know."""
    return rules.count(rules.ALL_CARDS) - rules.dealt_to(state, 0) - rules.dealt_to(state, 1)


def is_hidden(state: Row, seat: int) -> bool:
    """Whether the state does not tell that seat's hand."""
    return state[rules.KNOWN] not in (0, seat + 2)


def position_text(box: Row, state: Row) -> str:
    """For example `start 0 hands 0112233 00012233 laid 3 - rest 0112 grid 3 0,0`; `-` is none, hidden cards are `?` each."""
    hands = [_cards_text(state[rules.HAND + seat], hand_size(state, seat), is_hidden(state, seat)) for seat in range(rules.SEATS)]
    laid = [_cards_text(state[rules.LAID + seat], 0, False) for seat in range(rules.SEATS)]
    rest = _cards_text(state[rules.REST], rest_size(state), state[rules.KNOWN] != 0)
    grid = " ".join(f"{value} {x},{y}" for (x, y), value in grid_of(state).items())
    first = state[rules.FIRST] if state[rules.PLY] > 0 else "-"
    return f"start {first} hands {' '.join(hands)} laid {' '.join(laid)} rest {rest} grid {grid or '-'}"


def _cards_text(cards: int, size: int, is_unknown: bool) -> str:
    return ("?" * size if is_unknown else "".join(map(str, cards_of(cards)))) or "-"


def parse_position(box: Row, text: str, seat: int | None) -> State:
    """The state of a text. Refused is whatever the number of cards, their values or their places show to be impossible."""
    found = _POSITION.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None:
        raise _not("form")
    first = 0 if found[1] == "-" else int(found[1])
    hands, laid, rest = found.group(2, 3), found.group(4, 5), found[6]
    state = new_row(rules.STATE_SIZE)
    rules.start(box, state)
    state[rules.PLY] = _ply(found[1], first, [_size(text) for text in hands], [_size(text) for text in laid])
    if found[1] != "-":
        if box[rules.SEAT_TO_START] not in (first, rules.SEATS):
            raise _not("start")
        state[rules.FIRST] = first
    for other in range(rules.SEATS):
        state[rules.HAND + other] = _parse_cards(hands[other])
        state[rules.LAID + other] = _parse_cards(laid[other])
    state[rules.REST] = _parse_cards(rest)
    if seat is not None and state[rules.PLY] < rules.FULL:
        state[rules.KNOWN] = seat + 2
    _check_cards(state)
    _lay_grid(box, state, found[7])
    if position_text(box, state) != text:
        raise _not("not-canonical")
    return state


def _not(code: str) -> NotAPosition:
    return NotAPosition(code, package=PACKAGE)


def _size(cards: str) -> int:
    return 0 if cards == "-" else len(cards)


def _parse_cards(cards: str) -> int:
    return 0 if cards[0] in "-?" else counted(map(int, cards))


def _ply(started: str, first: int, hands: list[int], laid: list[int]) -> int:
    """How many moves lead there: a start, all cards dealt, all cards laid."""
    dealt = [hands[seat] + laid[seat] for seat in range(rules.SEATS)]
    if started == "-":
        if dealt != [0, 0]:
            raise _not("not-started")
        return 0
    if max(dealt) > rules.HAND_SIZE or (dealt[1] > 0 and dealt[0] < rules.HAND_SIZE):
        raise _not("hands")
    if (sum(laid) > 0 and sum(dealt) < rules.SEATS * rules.HAND_SIZE) or laid[first] - laid[1 - first] not in (0, 1):
        raise _not("turns")
    return rules.FIRST_DEAL + sum(dealt) + sum(laid)


def _check_cards(state: State) -> None:
    """§1.1: five cards of each value; all of them are somewhere, unless some are hidden."""
    cards = [state[place] for place in (rules.HAND, rules.HAND + 1, rules.LAID, rules.LAID + 1, rules.REST)]
    for value in range(rules.VALUES):
        copies = sum(part >> value * 8 & 0xFF for part in cards)
        if copies > rules.COPIES or (state[rules.KNOWN] == 0 and copies < rules.COPIES):
            raise _not("cards")


def _lay_grid(box: Row, state: State, text: str) -> None:
    """§2.3-2.7: the cards can be laid one by one, the starting seat's first at 0,0, and are those that the seats have laid."""
    words = [] if text == "-" else text.split(" ")
    cards: dict[int, int] = {}
    for word, at in zip(words[::2], words[1::2], strict=False):  # a word too many is not canonical
        found = _CARD.fullmatch(f"{word} {at}")
        action = card_action(int(found[1]), int(found[2]), int(found[3])) if found is not None else FAR
        value, place = divmod(action, 64)
        if action >= rules.START or place in cards:
            raise _not("grid")
        cards[place] = value
    if counted(cards.values()) != state[rules.LAID] + state[rules.LAID + 1]:
        raise _not("laid")
    if cards and not rules.contains(state[rules.LAID + state[rules.FIRST]], counted([cards.get(rules.MIDDLE, 0)])):
        raise _not("first-card")
    while cards:
        fits = [place for place in cards if state[rules.OPEN] >> place & 1]
        if not fits:
            raise _not("grid")
        rules.put(box, state, cards.pop(fits[0]), fits[0])


# ------------------------------------------------------------------ a past that fits a world
def relive(box: Row, begin: State, moves: list[tuple[int, Learned | None]], seat: int, world: Row, dice: Row) -> tuple[State, list[int]]:
    """The cards of each hidden hand, dealt in any order: what had been dealt at the beginning, and a card for each `deal ?`."""
    past = array("q", begin)
    unseen: list[Iterator[int]] = [iter(()), iter(())]
    for other in range(rules.SEATS):
        if other != seat:
            cards = cards_of(world[rules.HAND + other] + world[rules.LAID + other])
            if begin[rules.LAID + other] == 0:
                _shuffle(cards, dice)
                held = rules.dealt_to(begin, other)
                past[rules.HAND + other] = counted(cards[:held])
                unseen[other] = iter(cards[held:])
            else:
                past[rules.HAND + other] = counted(cards) - begin[rules.LAID + other]
    past[rules.KNOWN] = 0
    past[rules.REST] = rules.ALL_CARDS - past[rules.HAND] - past[rules.LAID] - past[rules.HAND + 1] - past[rules.LAID + 1]
    ply = begin[rules.PLY]
    full = []
    for action, _ in moves:
        full.append(rules.DEAL + next(unseen[receiver(ply)]) if action == rules.DEAL_UNSEEN else action)
        ply += 1
    return past, full


def _shuffle(cards: list[int], dice: Row) -> None:
    for i in range(len(cards) - 1, 0, -1):
        j = below(dice, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
