"""Moves and positions of Seven Dragons as text (§9), strict, both ways. Knows spellings, no sentences, and no rules but counts of cards."""

import re
from array import array
from collections.abc import Iterable
from itertools import chain
from typing import Final

from dragonhoard.bits import SPECTATOR, Row, new_row
from dragonhoard.contract import Learned, NotAMove, NotAPosition, State
from dragonhoard.games.seven_dragons import rules
from dragonhoard.games.seven_dragons.rules import ACTION_CARDS, CARDS, COLOURS, KINDS

PACKAGE: Final = __package__ or ""
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
    raise NotAMove("spelling", given=text)


# ------------------------------------------------------------------ what a seat sees of a move
def is_unseen(box: Row, action: int) -> bool:
    """Whether the action is an outcome of chance written with `?`."""
    return action in (rules.GOAL_ACTION + 5, rules.DRAW_ACTION + rules.KINDS_COUNT)


def seen_action(box: Row, before: Row, action: int, seat: int) -> int:
    """The action as that seat sees it: a goal is seen by the seat of its place alone, a draw by the drawer alone (§8.2)."""
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
        raise NotAMove("spelling", given=text)
    words = text.split(" ") if text else []
    cards = tuple(_KIND.get(word, -1) for word in words[: rules.CARDS_COUNT + 1])
    if -1 in cards or list(cards) != sorted(cards) or any(cards.count(kind) > copies_of(kind) for kind in cards):
        raise NotAMove("spelling", given=text)
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
    _take_note(state, seat, new)


def _take_note(state: Row, seat: int, cards: Iterable[int]) -> None:
    """The trade told last showed that seat these cards beside those that it remembered."""
    bag = rules.HAND + 3 * seat
    for card in cards:
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


# ------------------------------------------------------------------ positions
#
# phase=play turn=0 passes=0 bonus=0 end=- top=red pile=red.red.blue lifted=- layout=BRGK@0,1;KKKK@1,1 goals=R@0/0/K;?@1//;... story=0+BRGK;1+?;...
#
# A goal card, in the order of the places to which they were dealt: colour @ where it lies / seats that have seen it / colours it cannot have.
# The story: 0+BRGK a draw, 0-BRGK a play, 0!BRGK a zap, 0x1 a trade of hands, 0x1{BRGK.red} with what the watcher got by it, 0:BRGK.RRRR a pass
# of a hand that holds none of these. Hands are what the story leaves; the deck is what lies nowhere else. `-` stands for nothing.
_PHASES: Final = tuple("goal deal draw play bonus zap lift relay trade-goal trade-hand rotate ended".split())
_CARD: Final = "(?:[RYBGK*]{4}|red|yellow|blue|green|black)"
_CARDS: Final = rf"(?:{_CARD}(?:\.{_CARD})*)?"
_LAID: Final = rf"[RYBGK*]{{4}}@{_NUMBER},{_NUMBER}"
_GOAL: Final = "([RYBGK?])@([0-4])/([0-4]*)/([RYBGK]*)"
_EVENT: Final = rf"(?:[0-4][+\-!](?:{_CARD}|\?)|[0-4]x[0-4](?:\{{{_CARDS}\}})?|[0-4]:{_CARDS})"
_POSITION: Final = re.compile(
    rf"phase=([a-z-]+) turn=([0-4]) passes=(0|[1-9][0-9]?) bonus=([0-3]) end=(-|{'|'.join(rules.REASONS)}) top=(-|{'|'.join(ACTION_CARDS)}) "
    rf"pile=(-|{_CARDS}) lifted=(-|{_LAID}) layout=(-|{_LAID}(?:;{_LAID})*) goals=(-|{_GOAL}(?:;{_GOAL})*) story=(-|{_EVENT}(?:;{_EVENT})*)".replace(
        _NUMBER, _NUMBER.replace("(", "(?:")
    ).replace(_GOAL, _GOAL.replace("(", "(?:")),
    re.ASCII,
)
_LONGEST: Final = 20_000
_MOST_PASSES: Final = 80


def position_text(box: Row, state: Row) -> str:
    """A state as one line; `?` for what a wiped state does not know."""
    lifted = state[rules.LIFTED]
    parts = {
        "phase": _PHASES[state[rules.PHASE]],
        "turn": str(state[rules.TURN]),
        "passes": str(state[rules.PASSES]),
        "bonus": str(state[rules.BONUS]),
        "end": rules.REASONS[state[rules.REASON]] if state[rules.PHASE] == rules.ENDED else "",
        "top": ACTION_CARDS[state[rules.TOP] - 1] if state[rules.TOP] else "",
        "pile": ".".join(card for colour, card in enumerate(ACTION_CARDS) for _ in range(state[rules.PILED] >> 2 * colour & 3)),
        "lifted": f"{card_text(lifted & 127)}@{place_text(lifted - rules.PLACE_ACTION >> 7)}" if lifted else "",
        "layout": ";".join(
            f"{card_text(word >> rules.CARD_SHIFT & 127)}@{place_text(word >> rules.PLACE_SHIFT)}"
            for word in (state[rules.MAP + i] for i in range(state[rules.PLACES]))
            if word & rules.IS_LAID and word >> rules.PLACE_SHIFT != rules.HOME
        ),
        "goals": ";".join(_goal_text(state, goal) for goal in range(state[rules.GOALS])),
        "story": ";".join(_story_texts(state)),
    }
    return " ".join(f"{name}={text or '-'}" for name, text in parts.items())


def _goal_text(state: Row, goal: int) -> str:
    colour = ("?" + COLOURS)[state[rules.GOAL_COLOUR + goal]]
    seen = "".join(str(seat) for seat in range(5) if state[rules.GOAL_SEEN + goal] >> seat & 1)
    barred = "".join(letter for number, letter in enumerate(COLOURS) if state[rules.GOAL_BARRED + goal] >> number & 1)
    return f"{colour}@{state[rules.GOAL_PLACE + goal]}/{seen}/{barred}"


def _story_texts(state: Row) -> Iterable[str]:
    trade = rules.SHOWN
    for i in range(state[rules.EVENTS]):
        word = state[rules.STORY + i]
        event, seat, payload = word & 7, word >> 3 & 7, word >> 6
        if event == rules.TRADED:
            shown = ""
            if state[rules.WIPED] - 1 in (seat, payload):
                shown = "{" + ".".join(KINDS[card] for card in cards_in(state, trade if state[rules.WIPED] - 1 == payload else trade + 3)) + "}"
            trade += 6
            yield f"{seat}x{payload}{shown}"
        elif event == rules.PASSED:
            yield f"{seat}:" + ".".join(card for kind, card in enumerate(CARDS) if payload >> kind & 1)
        else:
            yield f"{seat}{'+-!'[event - rules.DRAWN]}{'?' if payload == rules.UNKNOWN else KINDS[payload]}"


def parse_position(box: Row, text: str, seat: int | None) -> State:
    """The state of a text, strict: writing it again gives the text. Refuses what no match can reach, as far as counts tell."""
    found = _POSITION.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None or found[1] not in _PHASES:
        raise NotAPosition("spelling", PACKAGE, given=text)
    phase, turn, passes, bonus, end, top, pile, lifted, layout, goals, story = ("" if part == "-" else part for part in found.groups())
    state = new_row(rules.STATE_SIZE)
    rules.start(box, state)
    if phase != "ended" and seat is not None:
        state[rules.WIPED] = 1 + (rules.WATCHER if seat == SPECTATOR else seat)
    _read_table(box, state, pile.split(".") if pile else [], top, layout.split(";") if layout else [], lifted)
    _read_goals(box, state, goals.split(";") if goals else [])
    _read_story(box, state, story.split(";") if story else [])
    state[rules.PHASE] = _PHASES.index(phase)
    state[rules.TURN] = int(turn)
    state[rules.PASSES] = int(passes)
    state[rules.BONUS] = int(bonus)
    state[rules.REASON] = rules.REASONS.index(end) if end else 0
    _count_deck(box, state)
    _check_phase(box, state, end)
    if position_text(box, state) != text:
        raise NotAPosition("spelling", PACKAGE, given=text)
    return state


def _must(is_so: bool, field: str) -> None:
    if not is_so:
        raise NotAPosition("impossible", PACKAGE, given=field)


def _read_table(box: Row, state: State, pile: list[str], top: str, layout: list[str], lifted: str) -> None:
    """Pile and layout; no further out, and with no more free places, than that many layings can reach."""
    for name in pile:
        _must(name in ACTION_CARDS and pile.count(name) <= 3, "pile")
        state[rules.PILED] += 1 << 2 * ACTION_CARDS.index(name)
    state[rules.PILE] = len(pile)
    _must(top in pile if pile else not top, "top")
    laid = [_read_laid(card) for card in layout]
    layings = len(laid) + (1 if lifted else 0) + pile.count("red") + pile.count("green")
    places = [rules.HOME]
    for _, place in laid:
        _must(place not in places and _steps_out(place) <= layings, "layout")
        places.append(place)
    near = {place + step for place in places for step in (0, 1, -1, rules.WIDTH, -rules.WIDTH)}
    _must(len(near) <= 5 + 3 * layings, "layout")
    if top:
        rules.show_silver(state, 1 + ACTION_CARDS.index(top))
    for card, place in laid:
        rules.touch(state, rules.find(state, place), place, 0)
        rules.lay(box, state, place, card & 63, card >> 6)
    if lifted:
        card, place = _read_laid(lifted)
        _must(place not in places and _steps_out(place) <= layings, "lifted")
        state[rules.LIFTED] = rules.PLACE_ACTION + (place << 7) + card
    _must(all(count >= 0 for count in unseen(box, state)), "layout")


def _steps_out(place: int) -> int:
    return abs(place % rules.WIDTH - rules.REACH) + abs(place // rules.WIDTH - rules.REACH)


def _read_laid(text: str) -> tuple[int, int]:
    """A card as laid, and its place."""
    card, _, where = text.partition("@")
    x, _, y = where.partition(",")
    place = place_at(int(x), int(y))
    _must(card in _AS_LAID and place >= 0, "layout")
    return _AS_LAID[card], place


def _read_goals(box: Row, state: State, goals: list[str]) -> None:
    """The goal cards: colours and places all different; whoever has one before it has seen it; nobody else knows its colour."""
    watcher = state[rules.WIPED] - 1
    _must(len(goals) <= 5, "goals")
    for goal, text in enumerate(goals):
        found = re.fullmatch(_GOAL, text)
        _must(found is not None, "goals")
        assert found is not None
        colour = ("?" + COLOURS).index(found[1])
        place = int(found[2])
        seen = sum(1 << int(seat) for seat in set(found[3]))
        barred = sum(1 << COLOURS.index(letter) for letter in set(found[4]))
        owner = box[rules.SEAT_AT + place]
        _must(seen >> box[rules.SEATS] == 0 and (owner < 0 or seen >> owner & 1 == 1), "goals")
        _must((colour > 0) == (watcher < 0 or seen >> watcher & 1 == 1), "goals")
        _must(colour == 0 or not barred >> (colour - 1) & 1, "goals")
        _must(place == goal or len(goals) == 5, "goals")
        state[rules.GOAL_PLACE + goal] = place
        state[rules.GOAL_COLOUR + goal] = colour
        state[rules.GOAL_SEEN + goal] = seen
        state[rules.GOAL_BARRED + goal] = barred
    state[rules.GOALS] = len(goals)
    colours = [state[rules.GOAL_COLOUR + goal] for goal in range(5) if state[rules.GOAL_COLOUR + goal]]
    _must(len(set(colours)) == len(colours), "goals")
    _must(sorted(state[rules.GOAL_PLACE + goal] for goal in range(5)) == list(range(5)), "goals")
    _must(rules.goal_worlds(state, -1) > 0, "goals")


def _read_story(box: Row, state: State, story: list[str]) -> None:
    """What happened to hands, told again from the first draw: cards are played from hands that hold them, no kind more often than it exists."""
    watcher = state[rules.WIPED] - 1
    table = [copies_of(kind) - left for kind, left in enumerate(unseen(box, state))]
    _must(len(story) <= rules.MOST_EVENTS, "story")
    for text in story:
        seat = int(text[0])
        bag = rules.HAND + 3 * seat
        is_open = watcher < 0 or watcher == seat
        _must(seat < box[rules.SEATS], "story")
        if text[1] == "x":
            other = int(text[2])
            _must(other < box[rules.SEATS] and other != seat and state[rules.TRADES] < 3, "story")
            rules.swap_hands(state, seat, other)
            _must(text.endswith("}") == (watcher in (seat, other)), "story")
            if text.endswith("}"):
                _take_note(state, watcher, _read_hand(state, watcher, text[4:-1]))
        elif text[1] == ":":
            kinds = rules.THREE | sum(1 << _KIND[card] for card in set(text[2:].split(".")) if card in CARDS)
            _must(state[rules.COUNT + seat] > 0 and state[bag] & kinds == 0, "story")
            rules.tell_pass(state, seat, kinds)
        elif text[2:] == "?":
            _must(text[1] == "+" and not is_open, "story")
            state[rules.COUNT + seat] += 1
            rules.tell(state, rules.DRAWN, seat, rules.UNKNOWN)
        else:
            kind = _KIND.get(text[2:], -1)
            _must(kind >= 0, "story")
            if text[1] == "-":
                _must(state[rules.COUNT + seat] > 0 and (not is_open or state[bag] >> kind & 1 == 1), "story")
                table[kind] -= 1
                rules.spend(state, seat, kind)
            else:
                _must(is_open or text[1] == "!", "story")
                _must(sum(rules.copies(state, rules.HAND + 3 * each, kind) for each in range(box[rules.SEATS])) < copies_of(kind), "story")
                table[kind] += 1 if text[1] == "!" else 0
                _must(text[1] == "+" or kind < rules.DRAGONS, "story")
                state[rules.COUNT + seat] += 1
                rules.put_in(state, bag, kind)
                rules.tell(state, rules.DRAWN if text[1] == "+" else rules.ZAPPED, seat, kind)
    _must(min(table) >= 0, "story")


def _read_hand(state: State, seat: int, text: str) -> list[int]:
    """A hand that a trade showed: all the cards that were remembered in it, and others."""
    cards = [_KIND.get(card, -1) for card in text.split(".")] if text else []
    more = list(cards)
    for card in cards_in(state, rules.HAND + 3 * seat):
        _must(card in more, "story")
        more.remove(card)
    _must(len(cards) == state[rules.COUNT + seat] and all(card >= 0 and cards.count(card) <= copies_of(card) for card in cards), "story")
    return more


def _count_deck(box: Row, state: State) -> None:
    """The deck holds what lies nowhere else; the story's row has room for all that can still happen."""
    pool = unseen(box, state)
    held = sum(state[rules.COUNT + seat] for seat in range(5))
    remembered = sum(len(cards_in(state, rules.HAND + 3 * seat)) for seat in range(5))
    deck = sum(pool) - (held - remembered)
    _must(min(pool) >= 0 and deck >= 0, "story")
    _must(state[rules.EVENTS] + 3 * deck + held + 17 <= rules.MOST_EVENTS, "story")
    state[rules.DECK_COUNT] = deck
    for i in range(3):
        state[rules.DECK + i] = 0
    if not state[rules.WIPED]:
        for kind, count in enumerate(pool):
            for _ in range(count):
                rules.put_in(state, rules.DECK, kind)


def _check_phase(box: Row, state: State, end: str) -> None:
    """Whether a match can be at this point of a turn with these cards on the table and in hands."""
    phase, turn, deck, seats = state[rules.PHASE], state[rules.TURN], state[rules.DECK_COUNT], box[rules.SEATS]
    held = sum(state[rules.COUNT + seat] for seat in range(seats))
    events = [state[rules.STORY + i] for i in range(state[rules.EVENTS])]
    piled = [state[rules.PILED] >> 2 * colour & 3 for colour in range(5)]
    used = [sum(word & 7 == event for word in events) for event in (rules.ZAPPED, rules.TRADED)]
    known = [rules.goal_of(box, state, seat) - 1 for seat in range(seats)] if state[rules.GOALS] == 5 else []
    met = [seat for seat in range(seats) if known and known[seat] >= 0 and state[rules.SEVENS] >> known[seat] & 1]
    _must(turn < seats, "turn")
    _must((phase == rules.GOAL) == (state[rules.GOALS] < 5), "goals")
    _must((state[rules.LIFTED] != 0) == (phase == rules.RELAY), "lifted")
    _must((state[rules.BONUS] > 0) == (phase == rules.BONUS_DRAW), "bonus")
    _must((end != "") == (phase == rules.ENDED), "end")
    _must(used[0] <= piled[0] - (phase == rules.ZAP) and used[1] <= piled[4] - (phase == rules.TRADE_HAND), "story")
    _must(phase not in (rules.DRAW, rules.BONUS_DRAW) or deck > 0, "phase")
    if phase <= rules.DEAL:
        drawn = [word & 63 for word in events]
        _must(not state[rules.LAID] + state[rules.PILE] + state[rules.PASSES], "phase")
        _must(drawn == [seat % seats << 3 | rules.DRAWN for seat in range(len(events))] and len(events) < max(1, 3 * seats * phase), "story")
        _must(turn == len(events) % seats, "turn")
    least = seats if end == "passes" else 0
    most = 0
    if end == "passes" or (deck and phase in (rules.DRAW, rules.PLAY)):
        most = _MOST_PASSES
    elif phase == rules.PLAY:
        most = seats - 1
    _must(least <= state[rules.PASSES] <= most, "passes")
    if phase in (rules.ZAP, rules.TRADE_GOAL, rules.ROTATE, rules.LIFT, rules.RELAY, rules.TRADE_HAND):
        needs = {rules.ZAP: 0, rules.TRADE_GOAL: 1, rules.ROTATE: 2, rules.LIFT: 3, rules.RELAY: 3, rules.TRADE_HAND: 4}
        _must(piled[needs[phase]] > 0, "pile")
        _must(rules.legal(box, state, new_row(rules.OUT_SIZE)) > 0, "layout")
    elif phase in (rules.DRAW, rules.PLAY, rules.BONUS_DRAW):
        _must(deck + held > 0 and not met, "phase")
        barred = [state[rules.GOAL_BARRED + rules.goal_at(state, box[rules.PLACE_OF + seat])] for seat in range(seats)]
        _must(all(state[rules.SEVENS] & ~mask == 0 for mask in barred), "goals")
    elif phase == rules.ENDED:
        _must((end == "seven") == bool(met), "end")
        _must(end != "all-played" or deck + held == 0, "end")
        _must(end != "passes" or deck == 0, "end")
        if met:
            rules.end_play(box, state, 0)
        else:
            rules.finish(box, state, state[rules.REASON])


# ------------------------------------------------------------------ whole histories
def relive(box: Row, begin: State, moves: list[tuple[int, Learned | None]], seat: int, world: Row, dice: Row) -> tuple[State, list[int]]:
    """A whole history that ends in the full state `world`. The world's story names every card drawn, so nothing is left to chance.

    Raises NotAPosition if `redeal` found no world: then what the seat was told contradicts itself.
    """
    _must(world[rules.WIPED] == 0, "story")
    drawn = [word >> 6 for word in (world[rules.STORY + i] for i in range(world[rules.EVENTS])) if word & 7 == rules.DRAWN]
    goals = [world[rules.GOAL_COLOUR + goal] - 1 for goal in range(5)]
    state = array("q", begin)
    number = 0
    for i in range(state[rules.EVENTS]):
        if state[rules.STORY + i] & 7 == rules.DRAWN:
            state[rules.STORY + i] = drawn[number] << 6 | (state[rules.STORY + i] & 0o77)
            number += 1
    dealt = state[rules.GOALS]
    for goal in range(dealt):
        state[rules.GOAL_COLOUR + goal] = 1 + goals[goal]
    rules.reveal(state)
    full = []
    for action, _ in moves:
        if action < rules.DRAW_ACTION:
            full.append(rules.GOAL_ACTION + goals[dealt])
            dealt += 1
        elif action < rules.PASS:
            full.append(rules.DRAW_ACTION + drawn[number])
            number += 1
        else:
            full.append(action)
    return state, full
