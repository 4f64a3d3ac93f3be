"""Moves and positions of Seven Dragons as text, strict both ways. Knows no words of people and no rules but counts of cards."""

import re
from collections.abc import Iterable
from itertools import chain
from typing import Final

from dragonhoard.bits import SPECTATOR, Row, new_row
from dragonhoard.contract import Learned, NotAMove, NotAPosition, State
from dragonhoard.games.seven_dragons import rules
from dragonhoard.games.seven_dragons.rules import ACTION_CARDS, CARDS, COLOURS, KINDS

PACKAGE: Final = "dragonhoard.games.seven_dragons"
RAINBOW: Final = "****"

_NUMBER: Final = "(0|-?[1-9][0-9]?)"
_AT: Final = re.compile(f"(zap|lift) {_NUMBER},{_NUMBER}", re.ASCII)
_PLACE: Final = re.compile(rf"place ([RYBGK*]{{4}}) {_NUMBER},{_NUMBER}", re.ASCII)
_HOW: Final = ("over", "over act", "under act")

_AS_LAID: Final = {card: kind for kind, card in enumerate(CARDS)} | {card[::-1]: 64 + kind for kind, card in enumerate(CARDS) if card != card[::-1]}
_KIND: Final = {card: kind for kind, card in enumerate(KINDS)}
_SHORT: Final[dict[int, str]] = (
    {rules.GOAL_ACTION + number: f"goal {colour}" for number, colour in enumerate(COLOURS + "?")}
    | {rules.DRAW_ACTION + number: f"draw {card}" for number, card in enumerate((*KINDS, "?"))}
    | {rules.PASS: "pass"}
    | {rules.CARD_ACTION + number: f"{ACTION_CARDS[number // 3]} {_HOW[number % 3]}" for number in range(15)}
    | {rules.TRADE_GOAL_ACTION + place: f"trade-goal {place}" for place in range(5)}
    | {rules.TRADE_HAND_ACTION + seat: f"trade-hand {seat}" for seat in range(5)}
    | {rules.ROTATE_ACTION: "rotate cw", rules.ROTATE_ACTION + 1: "rotate ccw"}
)
_SHORT_AGAIN: Final = {text: action for action, text in _SHORT.items()}


# ------------------------------------------------------------------ cards and places
def card_text(card: int) -> str:
    """A card as laid: its kind, plus 64 if it is turned by half; action cards by their colour's word."""
    kind = card & 63
    return KINDS[kind][::-1] if card & 64 else KINDS[kind]


def place_text(place: int) -> str:
    """A place of the layout as `x,y`."""
    return f"{place % rules.WIDTH - rules.REACH},{place // rules.WIDTH - rules.REACH}"


def place_at(x: int, y: int) -> int:
    """The place at these coordinates, -1 if it is further out than any match can reach."""
    if max(abs(x), abs(y)) > rules.REACH:
        return -1
    return (y + rules.REACH) * rules.WIDTH + x + rules.REACH


def cards_in(state: Row, bag: int) -> list[int]:
    """The cards of a bag in the order of the card list, equal ones repeated."""
    found = []
    kinds = state[bag]
    while kinds:
        kind = (kinds & -kinds).bit_length() - 1
        found += [kind] * rules.copies(state, bag, kind)
        kinds &= kinds - 1
    return found


# ------------------------------------------------------------------ moves
def actions(box: Row) -> Iterable[int]:
    """Every action there is, ascending, unseen outcomes included."""
    places = range(rules.WIDTH * rules.WIDTH)
    laid = sorted(_AS_LAID.values())
    return chain(
        sorted(_SHORT),
        (rules.ZAP_ACTION + place for place in places),
        (rules.LIFT_ACTION + place for place in places),
        (rules.PLACE_ACTION + (place << 7) + card for place in places for card in laid),
    )


def move_text(box: Row, action: int) -> str:
    """The spelling of an action."""
    if action >= rules.PLACE_ACTION:
        return f"place {card_text(action & 127)} {place_text(action - rules.PLACE_ACTION >> 7)}"
    if action >= rules.LIFT_ACTION:
        return f"lift {place_text(action - rules.LIFT_ACTION)}"
    if action >= rules.ZAP_ACTION:
        return f"zap {place_text(action - rules.ZAP_ACTION)}"
    return _SHORT[action]


def parse_move(box: Row, text: str) -> int:
    """The action of a spelling, unseen outcomes included; raises NotAMove for anything else."""
    action = _SHORT_AGAIN.get(text, -1)
    if action >= 0:
        return action
    if found := _PLACE.fullmatch(text):
        place = place_at(int(found[2]), int(found[3]))
        card = _AS_LAID.get(found[1], -1)
        if place >= 0 and card >= 0:
            return rules.PLACE_ACTION + (place << 7) + card
    elif found := _AT.fullmatch(text):
        place = place_at(int(found[2]), int(found[3]))
        if place >= 0:
            return (rules.ZAP_ACTION if found[1] == "zap" else rules.LIFT_ACTION) + place
    raise NotAMove("spelling", given=text[:40])


# ------------------------------------------------------------------ what a seat sees of a move
def is_unseen(box: Row, action: int) -> bool:
    """Whether the action is an outcome of chance written with `?`."""
    return action in (rules.GOAL_ACTION + 5, rules.DRAW_ACTION + rules.KINDS_COUNT)


def seen_action(box: Row, before: Row, action: int, seat: int) -> int:
    """The action as that seat sees it: a goal is seen by the seat of its place alone, a draw by the drawer alone (§7.1)."""
    if action < rules.DRAW_ACTION:
        seen = seat != SPECTATOR and box[rules.SEAT_AT + before[rules.GOALS]] == seat
        return action if seen else rules.GOAL_ACTION + 5
    if action < rules.PASS:
        return action if before[rules.TURN] == seat else rules.DRAW_ACTION + rules.KINDS_COUNT
    return action


def learns(box: Row, before: Row, action: int, seat: int) -> bool:
    """Whether the action touches that seat's hand or goal, so that its record tells what it then has."""
    if seat == SPECTATOR or not rules.TRADE_GOAL_ACTION <= action <= rules.ROTATE_ACTION + 1:
        return False
    if action >= rules.ROTATE_ACTION:
        return True
    if action >= rules.TRADE_HAND_ACTION:
        return seat in (before[rules.TURN], action - rules.TRADE_HAND_ACTION)
    return seat in (before[rules.TURN], box[rules.SEAT_AT + action - rules.TRADE_GOAL_ACTION])


def _is_of_hands(action: int) -> bool:
    return rules.TRADE_HAND_ACTION <= action < rules.ROTATE_ACTION


def learned(box: Row, after: Row, action: int, seat: int) -> Learned:
    """What the seat then has: the cards of its whole hand, or the colour of its goal."""
    if _is_of_hands(action):
        return tuple(cards_in(after, rules.HAND + 3 * seat))
    return (rules.goal_of(box, after, seat) - 1,)


def learned_text(box: Row, action: int, learned: Learned) -> str:
    """What stands between the braces."""
    return " ".join(KINDS[card] for card in learned) if _is_of_hands(action) else COLOURS[learned[0]]


def parse_learned(box: Row, action: int, text: str) -> Learned:
    """Back again: cards in the order of the list, no more of a kind than there are; or one colour."""
    if not _is_of_hands(action):
        if len(text) == 1 and text in COLOURS:
            return (COLOURS.index(text),)
        raise NotAMove("spelling", given=text[:40])
    words = text.split(" ") if text else []
    cards = tuple(_KIND.get(word, -1) for word in words[: rules.CARDS_COUNT + 1])
    if -1 in cards or list(cards) != sorted(cards) or any(cards.count(kind) > copies_of(kind) for kind in cards):
        raise NotAMove("spelling", given=text[:40])
    return cards


def copies_of(kind: int) -> int:
    """How many cards of a kind there are in the game."""
    return (rules.ONE >> kind & 1) + (rules.TWO >> kind & 1) + (rules.THREE >> kind & 1)


def learn(box: Row, state: Row, seat: int, action: int, learned: Learned) -> None:
    """Put what was learned into that seat's wiped state, after `apply`; NotAMove where it contradicts what the seat knows."""
    if not _is_of_hands(action):
        goal = rules.goal_at(state, box[rules.PLACE_OF + seat])
        known = state[rules.GOAL_COLOUR + goal]
        others = [state[rules.GOAL_COLOUR + other] for other in range(5) if other != goal]
        colour = 1 + learned[0]
        if known not in (0, colour) or colour in others or state[rules.GOAL_BARRED + goal] >> learned[0] & 1:
            raise NotAMove("contradiction", PACKAGE, given=learned_text(box, action, learned))
        state[rules.GOAL_COLOUR + goal] = colour
        return
    bag = rules.HAND + 3 * seat
    remembered = cards_in(state, bag)
    new = list(learned)
    for card in remembered:
        if card not in new:
            raise NotAMove("contradiction", PACKAGE, given=learned_text(box, action, learned))
        new.remove(card)
    pool = unseen(box, state)
    if len(learned) != state[rules.COUNT + seat] or any(new.count(card) > pool[card] for card in new):
        raise NotAMove("contradiction", PACKAGE, given=learned_text(box, action, learned))
    for card in new:
        rules.put_in(state, bag, card)
    trade = rules.SHOWN + 6 * (state[rules.TRADES] - 1)
    if state[rules.STORY + state[rules.EVENTS] - 1] >> 3 & 7 == seat:
        trade += 3
    for i in range(3):
        state[trade + i] = state[bag + i]


def unseen(box: Row, state: Row) -> list[int]:
    """Of each kind the cards of which a wiped state does not tell where they are: in the deck, or unremembered in a hand."""
    pool = [copies_of(kind) for kind in range(rules.KINDS_COUNT)]
    for i in range(state[rules.PLACES]):
        word = state[rules.MAP + i]
        if word & rules.IS_LAID and word >> rules.PLACE_SHIFT != rules.HOME:
            pool[word >> rules.CARD_SHIFT & 63] -= 1
    if state[rules.LIFTED]:
        pool[state[rules.LIFTED] & 63] -= 1
    for colour in range(5):
        pool[rules.RED + colour] -= state[rules.PILED] >> 2 * colour & 3
    for seat in range(box[rules.SEATS]):
        for card in cards_in(state, rules.HAND + 3 * seat):
            pool[card] -= 1
    return pool
