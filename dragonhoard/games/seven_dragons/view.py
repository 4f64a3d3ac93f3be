"""What a seat may see of Seven Dragons: its view, what happened, what a move would do, why a move is not legal, all as data.

Everything here is made from a state wiped for one seat, or from one that lies open, in the notation's words. What is legal the kernel decides;
here stands only why. Sentences are keys of the words files, section numbers those of RULES.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import Any, Final, Literal, TypedDict

from dragonhoard.bits import CHANCE, OVER, SPECTATOR, Row, new_row
from dragonhoard.contract import each_bit
from dragonhoard.games.seven_dragons import notation, rules
from dragonhoard.language import Say, Seat, kept, say

Place = tuple[int, int]
Layout = dict[Place, str]
Broken = tuple[str, dict[str, Any]] | None


# ------------------------------------------------------------------ shapes
class Group(TypedDict):
    """The largest connected group of a colour: its number of cards, and its quarters, [0, 0] the silver dragon's lower left one."""

    colour: str
    size: int
    squares: list[list[int]]


class SevenDragonsView(TypedDict):
    """What one seat sees. Cards are spelled as in the notation, places as "x,y"; colours are letters."""

    mover: int | str | None
    phase: str  # goal, deal, draw, bonus: chance; turn, zap, lift, relay, trade-goal, trade-hand, rotate: what the mover decides; over
    seat: int | None  # whose view; None: a spectator's
    seats: int
    turn: int  # whose turn it is, or who is dealt a card
    layout: dict[str, str]  # place -> card as it lies; the silver dragon is "silver"
    lifted: str  # the lifted card as printed, or empty
    lifted_as: str  # and as it lay
    lifted_from: str | None
    pile: int  # action cards on the silver dragon
    top: str  # the word of the topmost, or empty
    silver: str  # the letters of the colours that the silver dragon has
    deck: int
    hand_sizes: list[int]
    hand: list[str] | None
    goals: dict[str, str]  # number of the place -> colour, as far as known
    places: list[int | None]  # goal places clockwise: whose; None: an imaginary player's
    remembered: list[list[str]]  # per hand, cards known to be in it
    groups: dict[str, int]  # colour -> cards of its largest group
    outlines: dict[str, list[list[int]]]  # and its quarters
    group: Group | None  # that of the seat's own goal
    bonus: int  # bonus cards still to be drawn
    passes: int  # passes in a row
    move_bonus: int
    is_open: bool  # after the end: nothing is hidden
    hands: list[list[str]] | None  # all hands, when open
    deck_cards: list[str] | None  # when open, in no order of drawing
    winners: list[int] | None
    reason: str | None
    won: list[Group]  # the winners' groups; none before the end


class Match(TypedDict):
    """A pair of quarters that touch and match: the new card's quarter (0 to 3 as spelled), the side, and the colour, "*" if either has all."""

    quarter: int
    side: str
    colour: str


class GoalDealt(TypedDict):
    """A goal card comes to a place."""

    kind: Literal["goal"]
    place: int
    colour: str | None


class Drawn(TypedDict):
    """A card goes from the deck to a hand."""

    kind: Literal["draw"]
    seat: int
    card: str | None
    why: str  # deal, draw, bonus


class Laid(TypedDict):
    """A dragon card comes into the layout, from the hand or from where it was lifted."""

    kind: Literal["lay"]
    seat: int
    card: str
    place: str
    source: str | None
    matches: list[Match]
    colours: list[str]
    bonus: int  # cards that will be drawn for it, as far as the deck goes


class Played(TypedDict):
    """An action card goes onto or under the pile."""

    kind: Literal["action"]
    seat: int
    card: str
    under: bool
    carried_out: bool


class Recoloured(TypedDict):
    """The silver dragon has other colours than before."""

    kind: Literal["silver"]
    before: str
    after: str


class Taken(TypedDict):
    """A dragon card goes from the layout into a hand, seen by all."""

    kind: Literal["take"]
    seat: int
    card: str
    place: str


class Lifted(TypedDict):
    """A dragon card is lifted off the layout, to be laid again."""

    kind: Literal["lift"]
    seat: int
    card: str
    place: str


class GoalMove(TypedDict):
    """One goal card's way; its colour if it is known."""

    source: int
    target: int
    colour: str | None


class GoalsMoved(TypedDict):
    """Goal cards change places."""

    kind: Literal["goals"]
    moves: list[GoalMove]


class HandsTraded(TypedDict):
    """Two hands change owners."""

    kind: Literal["hands"]
    seat: int
    other: int
    gave: int
    got: int
    hand: list[str] | None  # what the reader then holds, if the reader is one of the two
    known: list[str]  # cards known to come to the seat that trades


class Passed(TypedDict):
    """A seat passes."""

    kind: Literal["pass"]
    seat: int


class GroupChanged(TypedDict):
    """The largest group of a colour grows or falls; the quarters that it then has."""

    kind: Literal["group"]
    colour: str
    before: int
    after: int
    squares: list[list[int]]


class Ended(TypedDict):
    """The match is over."""

    kind: Literal["end"]
    reason: str
    winners: list[int]


VIEW = SevenDragonsView
CHANGE = GoalDealt | Drawn | Laid | Played | Recoloured | Taken | Lifted | GoalsMoved | HandsTraded | Passed | GroupChanged | Ended

AUTOMATIC: Final = ("bonus-cut", "deck-empty", "seven", "all-played", "passes")

CONDITIONS: Final[Mapping[str, str]] = {
    "turn": "2.4",
    "kind": "3.2",
    "not-in-hand": "3.4",
    "not-lifted": "6.7",
    "no-seat": "6.10",
    "own-hand": "6.11",
    "own-place": "6.11",
    "silver": "6.3",
    "no-card": "6.4",
    "occupied": "4.1",
    "no-neighbour": "4.2",
    "can-play": "3.3",
    "no-match": "4.3",
    "empty-pile": "5.3",
    "no-target": "5.5",
    "unchanged": "6.6",
    "cannot-move": "6.7",
}

# ------------------------------------------------------------------ the table as words of the notation
COLOURS: Final = rules.COLOURS
COLOUR_OF: Final = dict(zip(rules.ACTION_CARDS, COLOURS, strict=True))
CARDS: Final = frozenset(rules.CARDS)
KIND_OF: Final = {card: kind for kind, card in enumerate(rules.KINDS)}
TWICE: Final = frozenset(colour * 4 for colour in COLOURS)  # the cards there are two of (§1.3)
HOME: Final = (0, 0)
# The phases in the order of their numbers.
PHASES: Final = ("goal", "deal", "draw", "turn", "bonus", "zap", "lift", "relay", "trade-goal", "trade-hand", "rotate", "over")
# A side: its name, the way there, and the pairs of quarters (own, neighbour's) that touch across it.
SIDES: Final = (
    ("left", (-1, 0), ((0, 1), (2, 3))),
    ("right", (1, 0), ((1, 0), (3, 2))),
    ("above", (0, 1), ((0, 2), (1, 3))),
    ("below", (0, -1), ((2, 0), (3, 1))),
)
# What may be done in each phase of a seat, by the first word of a spelling.
DUE: Final = {
    "turn": {*COLOUR_OF, "place", "pass"},
    "zap": {"zap"},
    "lift": {"lift"},
    "relay": {"place"},
    "trade-goal": {"trade-goal"},
    "trade-hand": {"trade-hand"},
    "rotate": {"rotate"},
}


def _written(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def _where(text: str) -> Place:
    x, _, y = text.partition(",")
    return int(x), int(y)


def printed(card: str) -> str:
    """A card as it stands in the list, whichever way it lies."""
    return card if card in CARDS else card[::-1]


# ------------------------------------------------------------------ touching and groups
def _matches(layout: Layout, card: str, place: Place) -> list[Match]:
    """The pairs of quarters that would match across the sides of a card laid there (§4.3, §4.4), each with its colour."""
    found: list[Match] = []
    x, y = place
    for side, (dx, dy), pairs in SIDES:
        near = layout.get((x + dx, y + dy))
        if near is not None:
            for own, other in pairs:
                mine, theirs = card[own], near[other]
                if mine == theirs or mine == "*" or theirs == "*":
                    found.append({"quarter": own, "side": side, "colour": "*" if "*" in (mine, theirs) else mine})
    return found


def _colours(matches: Iterable[Match]) -> list[str]:
    """The different colours among matches that count for the bonus (§4.6)."""
    counted = {match["colour"] for match in matches}
    return [colour for colour in COLOURS if colour in counted]


def _is_beside(layout: Layout, place: Place) -> bool:
    """§4.2: a card lies left, right, above or below."""
    x, y = place
    return (x - 1, y) in layout or (x + 1, y) in layout or (x, y + 1) in layout or (x, y - 1) in layout


def _free_places(layout: Layout) -> set[Place]:
    """The free places beside a card."""
    return {(x + dx, y + dy) for x, y in layout for _, (dx, dy), _ in SIDES} - layout.keys()


@cache
def _quarters(card: str, colour: str) -> tuple[int, int]:
    """The quarters of a card that have the colour, as two bits below and two bits above, left before right."""
    top_left, top_right, left, right = (letter in (colour, "*") for letter in card)
    return left + 2 * right, top_left + 2 * top_right


def _largest(layout: Layout, colour: str) -> tuple[int, tuple[tuple[int, int], ...]]:
    """§7.1: how many cards the largest connected group of a colour has, and its quarters."""
    if not isinstance(layout, _KeptLayout):
        return _find_largest(layout, colour)
    if colour not in layout.groups:
        layout.groups[colour] = _find_largest(layout, colour)
    return layout.groups[colour]


def _find_largest(layout: Layout, colour: str) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The same, by one number.

    The whole layout is one number, a bit for each quarter, row upon row with a spare column between; a group grows by shifting.
    """
    across = [place[0] for place in layout]
    left, low = min(across), min([place[1] for place in layout])
    row = 2 * (max(across) - left) + 3
    squares = cards = 0
    for (x, y), card in layout.items():
        lower, upper = _quarters(card, colour)
        if lower or upper:
            corner = 2 * (x - left) + 2 * (y - low) * row
            squares |= lower << corner | upper << corner + row
            cards |= 1 << corner
    best = size = 0
    while squares:
        group, reached = 0, squares & -squares
        while reached != group:
            group = reached
            reached = (group | group << 1 | group >> 1 | group << row | group >> row) & squares
        squares ^= group
        count = ((group | group >> 1 | group >> row | group >> row + 1) & cards).bit_count()
        if count > size:
            best, size = group, count
    found = []
    while best:
        bit = (best & -best).bit_length() - 1
        found.append((bit % row + 2 * left, bit // row + 2 * low))
        best &= best - 1
    return size, tuple(found)


# ------------------------------------------------------------------ a state, read
class _KeptLayout(dict[Place, str]):
    """A layout that nobody changes, with what has been found in it: the largest groups, and a line for every place."""

    __slots__ = ("groups", "lines")

    def __init__(self) -> None:
        super().__init__()
        self.groups: dict[str, tuple[int, tuple[tuple[int, int], ...]]] = {}
        self.lines: dict[str, Say] = {}


class _Table:
    """A state in words of the notation; hands and goals only as far as the state knows them."""

    def __init__(self, box: Row, state: Row) -> None:
        self.box, self.state = box, state
        self.phase = PHASES[state[rules.PHASE]]
        self.mover = rules.mover(box, state)
        self.seats = box[rules.SEATS]
        self.turn = state[rules.TURN]
        self.places = [None if box[rules.SEAT_AT + place] < 0 else box[rules.SEAT_AT + place] for place in range(5)]
        self.move_bonus = box[rules.MOVE_BONUS]
        self.deck = state[rules.DECK_COUNT]
        self.pile = state[rules.PILE]
        self.top = rules.ACTION_CARDS[state[rules.TOP] - 1] if state[rules.TOP] else ""
        self.silver = COLOUR_OF[self.top] if self.top else COLOURS
        self.dealt = state[rules.GOALS]
        self.bonus = state[rules.BONUS]
        self.passes = state[rules.PASSES]
        self.is_open = state[rules.WIPED] == 0
        # Whose eyes these are: a seat, or SPECTATOR; of no use where all is open.
        self.watcher = SPECTATOR if state[rules.WIPED] - 1 == rules.WATCHER else state[rules.WIPED] - 1
        back = state[rules.LIFTED]
        self.lifted = notation.card_text(back & 127) if back else ""
        self.lifted_from = _place_of(back >> 7 & 0x3FFF) if back else HOME
        self.layout = _layout_of(tuple([state[i] for i in range(rules.MAP, rules.MAP + state[rules.PLACES])]), self.silver)

    def goal(self, place: int) -> str | None:
        """The colour of the goal at a place, if it is dealt and known."""
        colour = self.state[rules.GOAL_COLOUR + rules.goal_at(self.state, place)]
        return COLOURS[colour - 1] if colour else None

    def size(self, seat: int) -> int:
        """How many cards a hand has."""
        return self.state[rules.COUNT + seat]

    def held(self, seat: int) -> list[str]:
        """The cards known to be in a hand: all of them, or those remembered (§8.4)."""
        return _cards_in(self.state, rules.HAND + 3 * seat)

    def hand(self, seat: int) -> list[str] | None:
        """A whole hand, if its cards may be seen."""
        return self.held(seat) if self.is_open or seat == self.watcher else None

    def remembered(self, watcher: int, seat: int) -> list[str]:
        """§8.4: the cards that a watcher knows to be in another hand."""
        if watcher == seat:
            return []
        if not self.is_open:
            return self.held(seat)
        bags = new_row(15)
        rules.recall(self.state, rules.WATCHER if watcher == SPECTATOR else watcher, bags, 0)
        return _cards_in(bags, 3 * seat)

    def deck_cards(self) -> list[str]:
        """The deck of an open state, in no order of drawing."""
        return _cards_in(self.state, rules.DECK)

    def winners(self) -> list[int]:
        """Who has won; nobody can tell while goals are hidden."""
        return list(each_bit(rules.winners(self.box, self.state))) if self.mover == OVER and self.is_open else []

    def playable(self) -> int:
        """The kinds that could be played now, as bits."""
        return rules.playable(self.box, self.state)


@lru_cache(maxsize=64)  # one move is looked at from many sides; nobody changes a layout
def _layout_of(words: tuple[int, ...], silver: str) -> _KeptLayout:
    """The layout that the words of the map hold."""
    layout = _KeptLayout()
    layout[HOME] = _silver_card(silver)
    for word in words:
        if word & rules.IS_LAID and word >> rules.PLACE_SHIFT != rules.HOME:
            layout[_place_of(word >> rules.PLACE_SHIFT)] = notation.card_text(word >> rules.CARD_SHIFT & 127)
    return layout


def _place_of(place: int) -> Place:
    return place % rules.WIDTH - rules.REACH, place // rules.WIDTH - rules.REACH


def _cards_in(row: Row, bag: int) -> list[str]:
    """The cards of a bag, in the order in which a record names a hand."""
    return [rules.KINDS[kind] for kind in notation.cards_in(row, bag)]


# ------------------------------------------------------------------ the view
def view(box: Row, state: Row, seat: int) -> dict[str, Any]:
    """The view of a wiped state, or of an open one."""
    table = _Table(box, state)
    watcher = None if seat == SPECTATOR else seat
    own = None if watcher is None else table.goal(table.places.index(watcher))
    winners = table.winners()
    groups = {colour: _group(table, colour) for colour in COLOURS}
    seen: SevenDragonsView = {
        "mover": "chance" if table.mover == CHANCE else None if table.mover == OVER else table.mover,
        "phase": table.phase,
        "seat": watcher,
        "seats": table.seats,
        "turn": table.turn,
        "layout": {_written(place): "silver" if place == HOME else card for place, card in sorted(table.layout.items())},
        "lifted": printed(table.lifted) if table.lifted else "",
        "lifted_as": table.lifted,
        "lifted_from": _written(table.lifted_from) if table.lifted else None,
        "pile": table.pile,
        "top": table.top,
        "silver": table.silver,
        "deck": table.deck,
        "hand_sizes": [table.size(other) for other in range(table.seats)],
        "hand": None if watcher is None else table.hand(watcher),
        "goals": {str(place): colour for place in range(5) if (colour := table.goal(place)) is not None},
        "places": table.places,
        "remembered": [table.remembered(seat, other) for other in range(table.seats)],
        "groups": {colour: group["size"] for colour, group in groups.items()},
        "outlines": {colour: group["squares"] for colour, group in groups.items()},
        "group": None if own is None else groups[own],
        "bonus": table.bonus,
        "passes": table.passes,
        "move_bonus": table.move_bonus,
        "is_open": table.is_open,
        "hands": [table.held(other) for other in range(table.seats)] if table.is_open else None,
        "deck_cards": table.deck_cards() if table.is_open else None,
        "winners": winners if table.mover == OVER and table.is_open else None,
        "reason": rules.REASONS[rules.reason(box, state)] if table.mover == OVER else None,
        "won": [_group(table, colour) for winner in winners if (colour := table.goal(table.places.index(winner)))],
    }
    return {**seen}


def _group(table: _Table, colour: str) -> Group:
    size, squares = _largest(table.layout, colour)
    return {"colour": colour, "size": size, "squares": [[x, y] for x, y in squares]}


# ------------------------------------------------------------------ what happened, what would happen
def changes(box: Row, before: Row, action: int, after: Row, seat: int) -> list[dict[str, Any]]:
    """What visibly happened between two states of one reader, as changes."""
    old, new = _Table(box, before), _Table(box, after)
    found: list[Any] = list(_done(old, notation.move_text(box, action).split(" "), seat, new))
    for colour in COLOURS:
        found += _group_change(old.layout, new.layout, colour)
    if new.mover == OVER:
        ended: Ended = {"kind": "end", "reason": rules.REASONS[rules.reason(box, after)], "winners": new.winners()}
        found.append(ended)
    return found


def _done(old: _Table, words: list[str], reader: int, new: "_Table | None") -> Iterator[Any]:
    """The changes of one action; `new` is the table after it, if that is known."""
    kind, seat = words[0], old.turn
    if kind == "goal":
        place = old.dealt
        dealt: GoalDealt = {"kind": "goal", "place": place, "colour": _known(words[1])}
        yield dealt
    elif kind == "draw":
        drawn: Drawn = {"kind": "draw", "seat": seat, "card": _known(words[1]), "why": old.phase}
        yield drawn
    elif kind == "place":
        yield _laying(old, words[1], _where(words[2]))
    elif kind in COLOUR_OF:
        played: Played = {"kind": "action", "seat": seat, "card": kind, "under": words[1] == "under", "carried_out": words[-1] == "act"}
        yield played
        silver = _silver_after(old, kind, words[1])
        if silver != old.silver:
            recoloured: Recoloured = {"kind": "silver", "before": old.silver, "after": silver}
            yield recoloured
    elif kind == "zap":
        taken: Taken = {"kind": "take", "seat": seat, "card": old.layout[_where(words[1])], "place": words[1]}
        yield taken
    elif kind == "lift":
        lifted: Lifted = {"kind": "lift", "seat": seat, "card": old.layout[_where(words[1])], "place": words[1]}
        yield lifted
    elif kind in ("trade-goal", "rotate"):
        source = _goal_sources(old, words)
        ways: list[GoalMove] = [
            {"source": source[place], "target": place, "colour": _either(old.goal(source[place]), new.goal(place) if new else None)}
            for place in range(5)
            if source[place] != place
        ]
        moved: GoalsMoved = {"kind": "goals", "moves": ways}
        yield moved
    elif kind == "trade-hand":
        other = int(words[1])
        traded: HandsTraded = {
            "kind": "hands",
            "seat": seat,
            "other": other,
            "gave": old.size(seat),
            "got": old.size(other),
            "hand": new.hand(reader) if new and reader in (seat, other) else None,
            "known": old.hand(other) or [] if reader == other else old.remembered(reader, other),
        }
        yield traded
    else:
        passed: Passed = {"kind": "pass", "seat": seat}
        yield passed


def _laying(old: _Table, card: str, place: Place) -> Laid:
    matches = _matches(old.layout, card, place)
    colours = _colours(matches)
    bonus = 0 if old.lifted and not old.move_bonus else min(max(0, len(colours) - 1), old.deck)
    return {
        "kind": "lay",
        "seat": old.turn,
        "card": card,
        "place": _written(place),
        "source": _written(old.lifted_from) if old.lifted else None,
        "matches": matches,
        "colours": colours,
        "bonus": bonus,
    }


def _known(word: str) -> str | None:
    return None if word == "?" else word


def _either(one: str | None, other: str | None) -> str | None:
    return one if one is not None else other


def _silver_after(old: _Table, card: str, where: str) -> str:
    """§5.1, §5.2: the silver dragon's colours after an action card went over or under the pile."""
    return COLOUR_OF[card] if where == "over" else old.silver


def _goal_sources(old: _Table, words: list[str]) -> list[int]:
    """Where the goal that each place then has comes from (§6.9, §6.12)."""
    if words[0] == "rotate":
        step = 1 if words[1] == "cw" else 4
        return [(place - step) % 5 for place in range(5)]
    source = list(range(5))
    own, other = old.places.index(old.turn), int(words[1])
    source[own], source[other] = other, own
    return source


def _group_change(old: Layout, new: Layout, colour: str) -> list[GroupChanged]:
    if old == new:
        return []
    before, (after, squares) = _largest(old, colour)[0], _largest(new, colour)
    if before == after:
        return []
    return [{"kind": "group", "colour": colour, "before": before, "after": after, "squares": [[x, y] for x, y in squares]}]


def automatic(box: Row, before: Row, action: int, after: Row, seat: int) -> list[tuple[str, Say]]:
    """The automatic steps that followed: a bonus cut short, an end, a turn that begins without a draw."""
    old, new = _Table(box, before), _Table(box, after)
    words = notation.move_text(box, action).split(" ")
    steps = []
    if new.mover == OVER:
        reason = rules.REASONS[rules.reason(box, after)]
        winners = [Seat(winner) for winner in new.winners()]
        return [(reason, say(f"auto.{reason}", winners=winners) if winners else say(f"end.{reason}"))]
    if words[0] == "place" and not (old.lifted and not old.move_bonus):
        due = len(_colours(_matches(old.layout, words[1], _where(words[2])))) - 1
        if due > old.deck:
            steps.append(("bonus-cut", say("auto.bonus-cut", seat=Seat(old.turn), due=due, left=old.deck)))
    if new.phase == "turn" and old.phase != "draw":
        steps.append(("deck-empty", say("auto.deck-empty", seat=Seat(new.turn))))
    return steps


def sentence(box: Row, before: Row, action: int, after: Row, seat: int) -> Say:
    """What happened, in one sentence."""
    old, new = _Table(box, before), _Table(box, after)
    words = notation.move_text(box, action).split(" ")
    kind, who = words[0], Seat(old.turn)
    if kind == "goal":
        place = goal_place(old.dealt, old.places)
        return say("did.goal-hidden", place=place) if words[1] == "?" else say("did.goal", place=place, colour=say(f"colour.{words[1]}"))
    if kind == "draw":
        if words[1] == "?":
            return say(f"did.{old.phase}-hidden", seat=who)
        return say(f"did.{old.phase}", seat=who, card=in_words(words[1]))
    if kind == "place":
        laid = _laying(old, words[1], _where(words[2]))
        key = "did.relay" if old.lifted else "did.lay"
        told = {"seat": who, "card": in_words(words[1]), "place": words[2], "what": _matched(old.layout, laid)}
        return say(f"{key}-bonus", **told, count=laid["bonus"]) if laid["bonus"] and new.mover != OVER else say(key, **told)
    if kind in COLOUR_OF:
        key = f"did.{words[1]}-act" if words[-1] == "act" else f"did.{words[1]}"
        return say(key, seat=who, card=in_words(kind), colour=_silver_words(_silver_after(old, kind, words[1])))
    if kind in ("zap", "lift"):
        return say(f"did.{kind}", seat=who, card=in_words(old.layout[_where(words[1])]), place=words[1])
    if kind == "trade-goal":
        own, other = old.places.index(old.turn), int(words[1])
        gave, got = _either(old.goal(own), new.goal(other)), _either(old.goal(other), new.goal(own))
        return say("did.trade-goal", seat=who, place=goal_place(other, old.places), gave=_goal_words(gave), got=_goal_words(got))
    if kind == "rotate":
        own_goal = None if seat == SPECTATOR else new.goal(new.places.index(seat))
        if own_goal is None:
            return say(f"did.rotate-{words[1]}", seat=who)
        return say(f"did.rotate-{words[1]}-own", seat=who, owner=Seat(seat), got=_goal_words(own_goal))
    if kind == "trade-hand":
        other = int(words[1])
        told = {"seat": who, "other": Seat(other), "gave": old.size(old.turn), "got": old.size(other)}
        hand = new.hand(seat) if seat in (old.turn, other) else None
        return say("did.trade-hand", **told) if hand is None else say("did.trade-hand-own", **told, owner=Seat(seat), cards=_cards(hand))
    return say("did.pass", seat=who)


def preview(box: Row, state: Row, action: int) -> tuple[list[dict[str, Any]], Say]:
    """What a legal action of the mover would visibly do, from what the mover may see; never whether it ends the match."""
    table = _Table(box, state)
    words = notation.move_text(box, action).split(" ")
    kind, who = words[0], Seat(table.turn)
    found: list[Any] = list(_done(table, words, table.turn, None))
    place = table.places.index(table.turn)
    own = table.goal(place)
    if kind in ("place", "zap", "lift", *COLOUR_OF) and own is not None:
        after = dict(table.layout)
        if kind == "place":
            after[_where(words[2])] = words[1]
        elif kind in ("zap", "lift"):
            del after[_where(words[1])]
        else:
            after[HOME] = _silver_card(_silver_after(table, kind, words[1]))
        changed = _group_change(table.layout, after, own)
        size = _largest(table.layout, own)[0]
        group = _group_words(own, size, changed[0]["after"] if changed else size)
        found += changed
        if kind == "place":
            told = {"card": in_words(words[1]), "place": words[2], "what": _matched(table.layout, found[0]), "group": group}
            bonus = found[0]["bonus"]
            return found, say("would.lay-bonus", **told, count=bonus) if bonus else say("would.lay", **told)
        if kind in ("zap", "lift"):
            return found, say(f"would.{kind}", card=in_words(table.layout[_where(words[1])]), place=words[1], group=group)
        key = f"would.{words[1]}-act" if words[-1] == "act" else f"would.{words[1]}"
        colour = _silver_words(_silver_after(table, kind, words[1]))
        return found, say(key, card=in_words(kind), colour=colour, action=say(f"action.{kind}"), group=group)
    if kind in ("trade-goal", "rotate") and own is not None:
        source = _goal_sources(table, words)
        target = source.index(place)
        got = table.goal(source[place])
        group = say("group.unknown") if got is None else say("group.is", colour=say(f"colour.{got}"), after=_largest(table.layout, got)[0])
        told = {"gave": _goal_words(own), "place": goal_place(target, table.places), "got": _goal_words(got), "group": group}
        if kind == "trade-goal":
            return found, say("would.trade-goal", **told)
        return found, say(f"would.rotate-{words[1]}", **told, source=goal_place(source[place], table.places))
    if kind == "trade-hand":
        other = int(words[1])
        known = found[0]["known"]
        told = {"other": Seat(other), "gave": table.size(table.turn), "got": table.size(other)}
        return found, say("would.trade-hand-known", **told, cards=_cards(known)) if known else say("would.trade-hand", **told)
    return found, say("would.pass", seat=who)


def _silver_card(silver: str) -> str:
    """The silver dragon as a whole card of its colours (§1.6)."""
    return "****" if len(silver) > 1 else silver * 4


# ------------------------------------------------------------------ why not
def broken(box: Row, state: Row, action: int) -> Broken:
    """The first of CONDITIONS that the action breaks, with what its sentence needs; None if it is legal, or if it may be for all one can see."""
    table = _Table(box, state)
    words = notation.move_text(box, action).split(" ")
    if table.mover == CHANCE:
        return None if _can_come(table, words) else ("kind", {"prompt": _asked(table, False)})
    if table.mover == OVER or words[0] not in DUE[table.phase]:
        return "kind", {"prompt": _asked(table, False)}
    if words[0] == "place":
        return _broken_laying(table, words[1], _where(words[2]))
    if words[0] in COLOUR_OF:
        return _broken_action(table, words)
    if words[0] == "pass":
        return _broken_pass(table)
    if words[0] in ("zap", "lift"):
        return _broken_target(table, words[0], _where(words[1]))
    return _broken_trade(table, words)


def _can_come(table: _Table, words: list[str]) -> bool:
    """Whether an outcome of chance is possible, seen or unseen, for all that the state tells."""
    is_goal = table.phase == "goal"
    seen_by = table.places[table.dealt] if is_goal else table.turn
    if words[0] != ("goal" if is_goal else "draw"):
        return False
    if words[1] == "?":
        return not table.is_open and table.watcher != seen_by
    if is_goal:
        return all(table.goal(place) != words[1] for place in range(table.dealt))
    if table.is_open:
        return rules.copies(table.state, rules.DECK, KIND_OF[words[1]]) > 0
    return _Unseen(table).allow(KIND_OF[words[1]])


def _broken_laying(table: _Table, card: str, place: Place) -> Broken:
    if table.lifted:
        if (card, place) == (table.lifted, table.lifted_from):
            return "unchanged", {"card": in_words(card), "place": _written(place)}
        if printed(card) != printed(table.lifted):
            return "not-lifted", {"card": in_words(card), "lifted": in_words(table.lifted)}
    elif not _may_hold(table, printed(card)):
        return "not-in-hand", {"seat": Seat(table.turn), "card": in_words(printed(card))}
    if place in table.layout:
        return "occupied", {"place": _written(place), "card": say("look.silver") if place == HOME else in_words(table.layout[place])}
    if not _is_beside(table.layout, place):
        return "no-neighbour", {"place": _written(place)}
    if not _matches(table.layout, card, place):
        return "no-match", {"card": in_words(card), "place": _written(place), "near": _around(table.layout, place)}
    return None


def _broken_action(table: _Table, words: list[str]) -> Broken:
    if not _may_hold(table, words[0]):
        return "not-in-hand", {"seat": Seat(table.turn), "card": in_words(words[0])}
    if words[1] == "under" and not table.pile:
        return "empty-pile", {"card": in_words(words[0])}
    colour = rules.ACTION_CARDS.index(words[0])
    top = 1 + colour if words[1] == "over" else table.state[rules.TOP]
    if words[-1] == "act" and not rules.has_target(table.box, table.state, colour, top):
        return "no-target", {"card": in_words(words[0]), "action": say(f"action.{words[0]}")}
    return None


def _broken_pass(table: _Table) -> Broken:
    """§3.3: a seat passes only if nothing can be played. Of a hidden hand one knows the remembered cards, and what the rest may be."""
    playable = table.playable()
    for card in table.held(table.turn):
        if playable >> KIND_OF[card] & 1:
            return "can-play", {"seat": Seat(table.turn), "card": in_words(card)}
    if table.hand(table.turn) is None and not _Unseen(table).lack(table.turn, playable):
        return "can-play", {"seat": Seat(table.turn), "card": say("some-card")}
    return None


def _broken_target(table: _Table, kind: str, place: Place) -> Broken:
    if place == HOME:
        return "silver", {}
    if place not in table.layout:
        return "no-card", {"place": _written(place)}
    if kind == "lift":
        number = rules.find(table.state, (place[1] + rules.REACH) * rules.WIDTH + place[0] + rules.REACH)
        if not rules.can_lift(table.box, table.state, number, rules.silver_quarters(table.state[rules.TOP])):
            return "cannot-move", {"card": in_words(table.layout[place]), "place": _written(place)}
    return None


def _broken_trade(table: _Table, words: list[str]) -> Broken:
    """A rotation is always legal; a trade needs somebody else (§6.9 to §6.12)."""
    if words[0] == "trade-hand" and int(words[1]) >= table.seats:
        return "no-seat", {"given": words[1], "last": table.seats - 1}
    if words[0] == "trade-hand" and int(words[1]) == table.turn:
        return "own-hand", {"seat": Seat(table.turn)}
    if words[0] == "trade-goal" and int(words[1]) == table.places.index(table.turn):
        return "own-place", {"seat": Seat(table.turn), "place": words[1]}
    return None


def _may_hold(table: _Table, card: str) -> bool:
    """Whether the hand of the seat to move holds a card, or may, for all one can see."""
    if card in table.held(table.turn):
        return True
    return table.hand(table.turn) is None and _Unseen(table).play(table.turn, KIND_OF[card])


class _Unseen:
    """What a wiped state leaves open: the unknown cards of each hand, and the cards they may be.

    An unknown card is told by the kinds, as bits, that it cannot be since its hand passed (§3.3): the longer it was in hand, the more. Whenever a
    card was played that nobody remembered, the oldest that could be it is taken to have been it; that leaves the freest ones behind, so that
    what is impossible here is impossible in every world.
    """

    def __init__(self, table: _Table) -> None:
        self.pool = Counter({kind: 1 + (card in TWICE) + 2 * (card in COLOUR_OF) for kind, card in enumerate(rules.KINDS)})
        self.pool.subtract(KIND_OF[printed(card)] for place, card in table.layout.items() if place != HOME)
        self.pool.subtract({KIND_OF[word]: table.state[rules.PILED] >> 2 * number & 3 for number, word in enumerate(COLOUR_OF)})
        if table.lifted:
            self.pool.subtract([KIND_OF[printed(table.lifted)]])
        self.unknown: list[list[int]] = [[] for _ in range(table.seats)]
        known: list[list[int]] = [[] for _ in range(table.seats)]
        for seat in range(table.seats):
            self.pool.subtract(KIND_OF[card] for card in table.held(seat))
        shown = rules.SHOWN
        for number in range(table.state[rules.EVENTS]):
            word = table.state[rules.STORY + number]
            event, seat, what = word & 7, word >> 3 & 7, word >> 6
            if event == rules.TRADED:
                known[seat], known[what] = known[what], known[seat]
                self.unknown[seat], self.unknown[what] = self.unknown[what], self.unknown[seat]
                if table.watcher in (seat, what):
                    other, bag = (what, shown) if table.watcher == seat else (seat, shown + 3)
                    known[other], self.unknown[other] = notation.cards_in(table.state, bag), []
                shown += 6
            elif seat == table.watcher:
                continue
            elif event == rules.DRAWN:
                self.unknown[seat].append(0)
            elif event == rules.ZAPPED:
                known[seat].append(what)
            elif event == rules.PASSED:
                self.unknown[seat] = [barred | what for barred in self.unknown[seat]]
            elif what in known[seat]:
                known[seat].remove(what)
            else:
                self._spend(seat, what)

    def _spend(self, seat: int, kind: int) -> bool:
        """Take the oldest unknown card that can be of a kind out of a hand."""
        for number, barred in enumerate(self.unknown[seat]):
            if not barred >> kind & 1:
                del self.unknown[seat][number]
                return True
        return False

    def play(self, seat: int, kind: int) -> bool:
        """Whether an unknown card of that hand may be of a kind."""
        return self._spend(seat, kind) and self.allow(kind)

    def lack(self, seat: int, kinds: int) -> bool:
        """Whether none of the unknown cards of that hand may be of these kinds."""
        self.unknown[seat] = [barred | kinds for barred in self.unknown[seat]]
        return self._is_possible()

    def allow(self, kind: int) -> bool:
        """Whether a card of a kind may be seen to leave the deck or the unknown cards."""
        self.pool[kind] -= 1
        return self.pool[kind] >= 0 and self._is_possible()

    def _is_possible(self) -> bool:
        """Whether every unknown card can be one of the pool, each a different one; those that may be anything always find one."""
        taken: dict[int, list[int]] = {}
        return all(self._find(barred, taken, set()) for hand in self.unknown for barred in hand if barred)

    def _find(self, barred: int, taken: dict[int, list[int]], tried: set[int]) -> bool:
        """A card for one more unknown one, if need be by giving others another."""
        for kind, count in self.pool.items():
            if count > 0 and not barred >> kind & 1 and kind not in tried:
                tried.add(kind)
                holders = taken.setdefault(kind, [])
                if len(holders) < count:
                    holders.append(barred)
                    return True
                for number, other in enumerate(holders):
                    if self._find(other, taken, tried):
                        holders[number] = barred
                        return True
        return False


# ------------------------------------------------------------------ words
def describe(box: Row, state: Row, seat: int) -> list[Say]:
    """The table, sentence by sentence: the layout row by row, the silver dragon, deck, goals, hands."""
    table = _Table(box, state)
    lines = []
    for row in sorted({y for _, y in table.layout}, reverse=True):
        cards = [
            say("describe.cell", card=say("look.silver") if place == HOME else in_words(card), place=_written(place))
            for place, card in sorted(table.layout.items())
            if place[1] == row
        ]
        lines.append(say("describe.row", row=row, cards=cards))
    lines.append(_silver_line(table))
    if table.lifted:
        lines.append(say("describe.lifted", card=in_words(table.lifted), place=_written(table.lifted_from)))
    sizes = [say("group.of", colour=say(f"colour.{colour}"), size=_largest(table.layout, colour)[0]) for colour in COLOURS]
    lines.append(say("describe.groups", groups=sizes))
    lines += [_goal_line(table, number) for number in range(table.dealt)]
    for other in range(table.seats):
        hand = table.hand(other)
        known = table.remembered(seat, other) if hand is None else hand
        if hand is not None:
            lines.append(say("describe.hand", seat=Seat(other), cards=_cards(hand)))
        elif known:
            lines.append(say("describe.hand-known", seat=Seat(other), count=table.size(other), cards=_cards(known)))
        else:
            lines.append(say("describe.hand-hidden", seat=Seat(other), count=table.size(other)))
    lines.append(say("describe.deck", count=table.deck))
    if table.is_open and table.deck:
        lines.append(say("describe.deck-open", cards=_cards(table.deck_cards())))
    return lines


def prompt(box: Row, state: Row, seat: int) -> Say:
    """What the mover, or chance, is to do now."""
    table = _Table(box, state)
    return _asked(table, seat == table.turn)


def _asked(table: _Table, is_own: bool) -> Say:
    """What is asked now. That a hand can only pass is told to nobody but its owner."""
    who = Seat(table.turn)
    if table.phase == "goal":
        return say("ask.goal", place=goal_place(table.dealt, table.places))
    if table.phase == "bonus":
        return say("ask.bonus", seat=who, count=min(table.bonus, table.deck))
    if table.phase == "relay":
        return say("ask.relay", seat=who, card=in_words(table.lifted))
    if table.phase == "turn" and is_own:
        playable = table.playable()
        if not any(playable >> KIND_OF[card] & 1 for card in table.held(table.turn)):
            return say("ask.pass", seat=who)
    return say(f"ask.{table.phase}", seat=who)


def spots(box: Row, state: Row, seat: int) -> dict[str, Say]:
    """Every card of the layout, every free place beside one, the goal places, hands, pile and deck; the looks of the cards known to be in hands."""
    table = _Table(box, state)
    if not table.layout.lines:
        for place in sorted({*table.layout, *_free_places(table.layout)}, key=lambda place: (-place[1], place[0])):
            table.layout.lines[_written(place)] = _spot_line(place, table.layout.get(place), _touching(table.layout, place))
    found: dict[str, Say] = {**table.layout.lines, _written(HOME): _silver_line(table)}
    for number in range(table.dealt):
        found[f"goal {number}"] = _goal_line(table, number)
    for other in range(table.seats):
        found[f"hand {other}"] = say("describe.hand-hidden", seat=Seat(other), count=table.size(other))
    found["deck"] = say("describe.deck", count=table.deck)
    hands = [table.hand(other) or table.remembered(seat, other) for other in range(table.seats)]
    for card in sorted({*chain.from_iterable(hands), *([printed(table.lifted)] if table.lifted else [])}):
        found[f"card {card}"] = in_words(card)
    return found


@lru_cache(maxsize=8192)  # from move to move few places change, and every reader hears of all
def _spot_line(place: Place, card: str | None, touching: tuple[str | None, ...]) -> Say:
    """A place of the layout: its card, or that it is free, and what touches it. The silver dragon has a line of its own."""
    near = _shown_towards(touching)
    if card is None:
        return kept(say("spot.free", place=_written(place), near=near))
    told = {"card": in_words(card), "place": _written(place)}
    return kept(say("spot.card", **told, near=near) if near else say("spot.card-alone", **told))


def _around(layout: Layout, place: Place) -> list[Say]:
    """What touches a place, side by side: the colours that the neighbours show towards it."""
    return _shown_towards(_touching(layout, place))


def _touching(layout: Layout, place: Place) -> tuple[str | None, ...]:
    """The cards beside a place, in the order of SIDES."""
    x, y = place
    return (layout.get((x - 1, y)), layout.get((x + 1, y)), layout.get((x, y + 1)), layout.get((x, y - 1)))


def _shown_towards(touching: tuple[str | None, ...]) -> list[Say]:
    near = []
    for (side, _, pairs), card in zip(SIDES, touching, strict=True):
        if card is not None:
            letters = dict.fromkeys(card[other] for _, other in pairs)
            shown = [say("colour.all") if letter == "*" else say(f"colour.{letter}") for letter in letters]
            near.append(say(f"side.{side}", colours=shown))
    return near


def _goal_line(table: _Table, place: int) -> Say:
    colour, where = table.goal(place), goal_place(place, table.places)
    return say("describe.goal-hidden", place=where) if colour is None else say("describe.goal", place=where, colour=say(f"colour.{colour}"))


def _silver_line(table: _Table) -> Say:
    if not table.pile:
        return say("describe.silver-all")
    return say("describe.silver", colour=say(f"colour.{table.silver}"), count=table.pile)


def _silver_words(silver: str) -> Say:
    return say("colour.all") if len(silver) > 1 else say(f"colour.{silver}")


def _matched(layout: Layout, laid: Laid) -> list[Say]:
    """What a laid card matches: colours, and beside them what has all colours."""
    found = [say(f"colour.{colour}") for colour in laid["colours"]]
    if laid["card"] == "****":
        return [say("match.all")]
    x, y = _where(laid["place"])
    for side, (dx, dy), _ in SIDES:
        if any(match["side"] == side and match["colour"] == "*" for match in laid["matches"]):
            found.append(say("match.silver" if (x + dx, y + dy) == HOME else "match.rainbow"))
    return found


def _group_words(colour: str, before: int, after: int) -> Say:
    key = "group.grows" if after > before else "group.falls" if after < before else "group.stays"
    return say(key, colour=say(f"colour.{colour}"), before=before, after=after)


def _goal_words(colour: str | None) -> Say:
    return say("goal.hidden") if colour is None else say("goal.known", colour=say(f"colour.{colour}"))


def goal_place(place: int, places: list[int | None]) -> Say:
    """A goal place by its number and whose it is."""
    seat = places[place]
    return say("place.nobody", place=place) if seat is None else say("place.seat", place=place, seat=Seat(seat))


def _cards(cards: Iterable[str]) -> list[Say]:
    return [in_words(card) for card in cards]


@cache
@cache
def in_words(card: str) -> Say:
    """A card as it lies, or an action card: its looks, and its spelling."""
    return kept(say("card", look=_look(card), card=card))


def _look(card: str) -> Say:
    if card in COLOUR_OF:
        return say(f"look.{card}")
    if card == "****":
        return say("look.rainbow")
    a, b, c, d = (say(f"colour.{letter}") for letter in card)
    if card[0] == card[1]:
        if card[2] == card[3]:
            return say("look.whole", a=a) if card[0] == card[2] else say("look.above", a=a, b=c)
        return say("look.half-above", a=a, b=c, c=d)
    if card[2] == card[3]:
        return say("look.half-below", a=a, b=b, c=c)
    if card[0] == card[2]:
        return say("look.beside", a=a, b=b) if card[1] == card[3] else say("look.half-left", a=a, b=b, c=d)
    if card[1] == card[3]:
        return say("look.half-right", a=a, b=c, c=b)
    return say("look.four", a=a, b=b, c=c, d=d)
