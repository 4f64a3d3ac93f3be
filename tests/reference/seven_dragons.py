"""Seven Dragons, written down a second time: the slow twin.

This file plays the game straight from its rules page, with dicts, lists and sets, and shares nothing with the game the product ships. The tests
step both through the same matches in lockstep; a difference means that one of the two has misread the page. It is meant to be checked by reading, so
each rule stands next to a comment that says it in a player's words and names the heading of the rules page it comes from.

A match is in one of these phases:

    goal, deal, draw, bonus      chance is the mover
    turn                         the seat lays a dragon card, plays an action card, or passes
    zap, lift, relay, trade-goal, trade-hand, rotate      the seat owes the rest of its action (relay: the lifted card is to be laid again)
    over
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

Place = tuple[int, int]

COLOURS = "RYBGK"
ALL = frozenset(COLOURS)
RAINBOW = "****"
SILVER = "silver"
HOME = (0, 0)

# Cards: the 51 dragon cards, in the order of the list, read line by line; whole dragons twice, everything else once.
WHOLES = "RRRR YYYY BBBB GGGG KKKK".split()
DRAGONS = (
    WHOLES
    + [RAINBOW]
    + "BRBR GBGB YGYG RYRY GRGR KGKG BKBK YBYB KYKY RKRK".split()
    + "RRBB GGBB YYGG RRYY GGRR KKGG BBKK BBYY YYKK KKRR".split()
    + "BBYR GGBY RRKG YYRK KKGB".split()
    + "RYRB YBYG GKGR KRKY BGBK".split()
    + "BRGK GRKY RKBG KGYR BKYR YGBR GYBK GRYB YBRK YKGB".split()
)
# Cards: three action cards of each colour; Records: after the dragon cards, action cards come in this order.
ACTIONS = "red yellow blue green black".split()
KINDS = DRAGONS + ACTIONS
COPIES = {kind: 2 if kind in WHOLES else 3 if kind in ACTIONS else 1 for kind in KINDS}
COLOUR_OF_WORD = {"red": "R", "yellow": "Y", "blue": "B", "green": "G", "black": "K"}
# Cards: what the action of each card is; named by the spelling that carries it out.
ACTION_OF_WORD = {"red": "zap", "yellow": "trade-goal", "blue": "rotate", "green": "lift", "black": "trade-hand"}

# Setup: places in clockwise order; None is an imaginary player.
TABLES: dict[int, list[int | None]] = {
    2: [0, None, 1, None, None],
    3: [0, None, 1, None, 2],
    4: [0, 1, 2, 3, None],
    5: [0, 1, 2, 3, 4],
}

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def turned(card: str) -> str:
    """The card after a half turn (Cards: `BRGK` turned is `KGRB`)."""
    return card[::-1]


def printed(card: str) -> str:
    """The card as it stands in the list, whichever way it was laid."""
    return card if card in COPIES else turned(card)


def orientations(card: str) -> list[str]:
    """Cards that look the same after a half turn have one spelling (Notation)."""
    return [card] if card == turned(card) else [card, turned(card)]


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards in the order a record names a hand (Records)."""
    return sorted(cards, key=KINDS.index)


def canonical(hidden: dict[str, Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What `hidden` returned, as something a dict can have for a key: the sorted items, every value a tuple (a colour too)."""
    return tuple(sorted((place, tuple(content)) for place, content in hidden.items()))


def text(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def where(words: str) -> Place:
    x, y = words.split(",")
    return int(x), int(y)


# --- The layout -----------------------------------------------------------------------------------------------------------------------


def neighbours(place: Place) -> list[Place]:
    """The four places that share a full side with this one (A turn)."""
    return [(place[0] + dx, place[1] + dy) for dx, dy in SIDES]


def squares(place: Place) -> list[Place]:
    """A card covers two by two small squares, one for each quarter: top-left, top-right, bottom-left, bottom-right (Cards); y grows upward."""
    x, y = 2 * place[0], 2 * place[1]
    return [(x, y + 1), (x + 1, y + 1), (x, y), (x + 1, y)]


def card_of(square: Place) -> Place:
    """The place of the card that a small square belongs to."""
    return square[0] // 2, square[1] // 2


def quarters(card: str, top: str) -> list[frozenset[str]]:
    """The colours of each quarter of a card as it lies; `top` is the colour word of the top of the action pile, or empty."""
    if card == RAINBOW:  # Cards: rainbow: all five colours at once
        return [ALL] * 4
    if card == SILVER:  # A turn: the silver dragon is one whole card, of all colours until there is an action card, then of the top card's
        return [frozenset(COLOUR_OF_WORD[top]) if top else ALL] * 4
    return [frozenset(letter) for letter in card]


def painted(layout: dict[Place, str], top: str) -> dict[Place, frozenset[str]]:
    """The whole layout as small squares with their colours."""
    return {square: colours for place, card in layout.items() for square, colours in zip(squares(place), quarters(card, top), strict=True)}


def touches(place: Place, paint: dict[Place, frozenset[str]]) -> list[set[str]]:
    """For a card laid at this place: the colours that each of its quarters would touch across the card's sides."""
    own = squares(place)
    result = []
    for square in own:
        colours: set[str] = set()
        for beyond in neighbours(square):
            if beyond not in own:
                colours |= paint.get(beyond, frozenset())
        result.append(colours)
    return result


def free_places(layout: dict[Place, str]) -> set[Place]:
    """A turn: free places next to at least one card of the layout."""
    return {place for taken in layout for place in neighbours(taken)} - set(layout)


def matches(card: str, touched: list[set[str]]) -> bool:
    """A turn: at least one quarter touches an equal-coloured quarter of a neighbour; the rainbow matches everything."""
    if card == RAINBOW:
        return any(touched)
    return any(letter in colours for letter, colours in zip(card, touched, strict=True))


def landings(card: str, layout: dict[Place, str], top: str) -> list[tuple[str, Place]]:
    """Every legal way to lay this card (in either orientation): the card as laid, and the place."""
    paint = painted(layout, top)
    spots = [(place, touches(place, paint)) for place in free_places(layout)]
    return [(laid, place) for laid in orientations(printed(card)) for place, touched in spots if matches(laid, touched)]


def bonus_of(card: str, place: Place, layout: dict[Place, str], top: str) -> int:
    """A turn, Bonus: the cards to draw for laying this card at this place of a layout that does not hold it yet."""
    if card == RAINBOW:  # laying the rainbow gives no bonus
        return 0
    # A match made through a rainbow card, or through the silver dragon while it has all colours, counts for no colour: leave those cards out.
    plain = {at: other for at, other in layout.items() if other != RAINBOW and not (other == SILVER and not top)}
    touched = touches(place, painted(plain, top))
    colours = {letter for letter, near in zip(card, touched, strict=True) if letter in near}
    return max(0, len(colours) - 1)  # for 2, 3, 4 distinct colours draw 1, 2, 3 cards


def largest_group(colour: str, layout: dict[Place, str], top: str) -> int:
    """End: the most cards that are connected in this colour. Quarters connect when they touch across an inner or an outer edge of a card and share
    the colour; rainbow and silver count like any card of it; each card counts once."""
    todo = {square for square, colours in painted(layout, top).items() if colour in colours}
    best = 0
    while todo:
        front = [todo.pop()]
        cards = set()
        while front:
            square = front.pop()
            cards.add(card_of(square))
            for near in neighbours(square):
                if near in todo:
                    todo.remove(near)
                    front.append(near)
        best = max(best, len(cards))
    return best


def can_be_moved(place: Place, layout: dict[Place, str], top: str) -> list[tuple[str, Place]]:
    """A turn, Move: the ways in which the dragon card of this place can be laid again. It is lifted off first: its old place is free, but supports
    nothing. Its own old place and orientation is not on offer (Notation)."""
    rest = {at: card for at, card in layout.items() if at != place}
    return [landing for landing in landings(layout[place], rest, top) if landing != (layout[place], place)]


def dragons_laid(layout: dict[Place, str]) -> list[Place]:
    """Cards: zap and move take any dragon card, not the silver dragon."""
    return [place for place in layout if place != HOME]


# --- What one watcher knows of one hand -----------------------------------------------------------------------------------------------


class Story:
    """What a watcher knows of a hand it cannot see, since it last knew the whole hand (at first: since the hand was empty).

    known: the cards that must be in the hand: those of a hand the watcher gave away, and zapped ones (What a seat may see).
    events, in the order of time: ("draw",) for a card nobody but its drawer saw, ("play", card) for a played card that was not among the known
    ones, ("pass", kinds) for a pass that tells that the hand held no card of these kinds.
    """

    def __init__(self, known: Iterable[str] = (), events: Iterable[tuple[Any, ...]] = ()) -> None:
        self.known = list(known)
        self.events = list(events)

    def copy(self) -> Story:
        return Story(self.known, self.events)

    def play(self, card: str) -> None:
        # What a seat may see: each card played from that hand strikes off one equal remembered card.
        if card in self.known:
            self.known.remove(card)
        else:
            self.events.append(("play", card))


# --- The match ------------------------------------------------------------------------------------------------------------------------


class Match:
    def __init__(self, seats: int, **options: Any) -> None:
        if seats not in TABLES:
            raise ValueError(f"Seven Dragons is played by 2 to 5 seats, not {seats}")
        unknown = set(options) - {"move_bonus"}
        if unknown:
            raise ValueError(f"no such option: {', '.join(sorted(unknown))}")
        self.move_bonus: int = options.get("move_bonus", 0)
        if self.move_bonus not in (0, 1):
            raise ValueError("move_bonus is 0 or 1")
        self.seats = seats
        self.table = TABLES[seats]  # place -> seat, or None for an imaginary player
        self.layout: dict[Place, str] = {HOME: SILVER}  # Setup: the silver dragon lies at 0,0 for the whole game
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.deck = [kind for kind in KINDS for _ in range(COPIES[kind])]
        self.goals: list[str] = []  # by place
        self.pile: list[str] = []  # action cards from bottom to top
        self.phase = "goal"
        self.turn = 0  # the seat whose turn it is, or to which a card is dealt
        self.lifted = ""  # the lifted card as it lay, and where it lay
        self.lifted_from = HOME
        self.bonus = 0  # bonus cards still to be drawn
        self.passes = 0  # passes in a row
        self.result: list[int] = []
        self.why = ""
        # What everybody knows. The watchers are the seats and, after them, the spectator.
        self.stories = [[Story() for _ in range(seats)] for _ in range(seats + 1)]  # watcher, hand
        self.goals_met: list[set[str]] = [set() for _ in range(seats + 1)]  # the colours that a watcher has held, and so follows for good
        self.goal_orders = list(itertools.permutations(COLOURS))  # where the five goals can lie by all that is public
        # Everything that happened to cards and goals, in order; only `worlds` reads it.
        self.log: list[tuple[Any, ...]] = []
        self.all_cards = list(self.deck)
        self._last_mover = 0
        self._cache: list[str] | None = None

    @classmethod
    def from_parts(
        cls,
        seats: int,
        options: dict[str, Any],
        layout: dict[str, str],
        hands: list[list[str]],
        deck: list[str],
        goals: list[str],
        pile: list[str],
        mover: int,
        drawn: bool = False,
    ) -> Match:
        """A match that begins in the middle, for small cases and long endings.

        layout: dragon cards as laid, by "x,y" (the silver dragon may be left out); hands: per seat, cards as printed; deck: its cards in any order;
        goals: the five colours by place; pile: action cards as colour words from bottom to top; mover: the seat whose turn begins. The turn begins
        with its draw, if the deck is not empty, or with the decision of what to play when `drawn` is true. Not all cards need to be in the match, but
        none more often than the list has it. Nobody knows any history from before: the cards of hands and deck count as having been shuffled together
        and dealt, each seat knows its own hand and its own goal, nothing else is remembered, no pass and no look for sevens has been made.
        """
        match = cls(seats, **options)
        match.layout = {HOME: SILVER, **{where(at): card for at, card in layout.items() if card != SILVER}}
        laid = [printed(card) for card in match.layout.values() if card != SILVER]
        in_hands = [card for hand in hands for card in hand]
        for kind, count in Counter(laid + in_hands + deck + pile).items():
            if count > COPIES.get(kind, 0):
                raise ValueError(f"there are not {count} cards {kind}")
        if match.layout[HOME] != SILVER or len(hands) != seats or sorted(goals) != sorted(COLOURS) or mover not in range(seats):
            raise ValueError("these parts do not make a match")
        match.pile = list(pile)
        match.all_cards = in_hands + deck
        match.deck = in_hands + deck
        for place, colour in enumerate(goals):
            match._goal_comes(place, colour)
        for seat, hand in enumerate(hands):
            for card in hand:
                match._draw(seat, card)
        match._begin_turn(mover)
        if drawn:
            match.phase = "turn"
        return match

    def copy(self) -> Match:
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.layout = dict(self.layout)
        twin.hands = [list(hand) for hand in self.hands]
        twin.deck = list(self.deck)
        twin.goals = list(self.goals)
        twin.pile = list(self.pile)
        twin.result = list(self.result)
        twin.stories = [[story.copy() for story in row] for row in self.stories]
        twin.goals_met = [set(met) for met in self.goals_met]
        twin.goal_orders = list(self.goal_orders)
        twin.log = list(self.log)
        return twin

    # --- Looking at the match ---

    @property
    def mover(self) -> int | str | None:
        if self.phase == "over":
            return None
        return "chance" if self.phase in ("goal", "deal", "draw", "bonus") else self.turn

    @property
    def top(self) -> str:
        """The colour word of the top of the action pile, or empty."""
        return self.pile[-1] if self.pile else ""

    def own_place(self, seat: int) -> int:
        return self.table.index(seat)

    def scores(self) -> list[int]:
        """End, Score: the largest connected group in the seat's present goal colour (0 while the seat has no goal yet)."""
        return [largest_group(self._goal_of(seat), self.layout, self.top) if self._goal_of(seat) else 0 for seat in range(self.seats)]

    def winners(self) -> list[int]:
        return sorted(self.result)

    def reason(self) -> str:
        return self.why

    def _goal_of(self, seat: int) -> str:
        place = self.own_place(seat)
        return self.goals[place] if place < len(self.goals) else ""

    def _watcher(self, seat: int | None) -> int:
        return self.seats if seat is None else seat

    def facts(self, seat: int | None) -> dict[str, Any]:
        """What this seat (None: a spectator) may see (What a seat may see)."""
        watcher = self._watcher(seat)
        over = self.phase == "over"
        met = self.goals_met[watcher]
        result: dict[str, Any] = {
            "mover": self.mover,
            "layout": {text(place): card for place, card in self.layout.items()},
            "lifted": printed(self.lifted) if self.lifted else "",
            "pile": len(self.pile),
            "top": self.top,
            "deck": len(self.deck),
            "hand_sizes": [len(hand) for hand in self.hands],
            "hand": None if seat is None else in_order(self.hands[seat]),
            "goals": {place: colour for place, colour in enumerate(self.goals) if over or colour in met},
            "remembered": [[] if other == seat else in_order(self.stories[watcher][other].known) for other in range(self.seats)],
        }
        if over:
            result["hands"] = [in_order(hand) for hand in self.hands]
        return result

    def hidden(self, seat: int | None) -> dict[str, Any]:
        """What this seat (None: a spectator) cannot see: other hands, the deck, and the goals it has not met, by place. Lists of cards in the order
        of their letters. A goal that it could find by elimination is listed all the same."""
        if self.phase == "over":  # What a seat may see: after the end everything is open
            return {}
        result: dict[str, Any] = {f"hand {other}": sorted(self.hands[other]) for other in range(self.seats) if other != seat}
        result["deck"] = sorted(self.deck)
        met = self.goals_met[self._watcher(seat)]
        result.update({f"goal {place}": colour for place, colour in enumerate(self.goals) if colour not in met})
        return result

    def seen(self, seat: int | None, move: str) -> str:
        """The move just played, as it stands in the partial record of this seat (Records). A match that is over has only full records."""
        if self.phase == "over":
            return move
        words = move.split(" ")
        last = self.log[-1]
        if words[0] == "draw":  # seen only by the drawer
            return move if last[1] == seat else "draw ?"
        if words[0] == "goal":  # seen only by the seat of that place, by nobody at an imaginary one
            return move if seat is not None and self.table[last[1]] == seat else "goal ?"
        # A trade or a rotation that touches a seat's hand or goal is followed in its record by what the seat then has.
        if seat is not None and words[0] == "trade-hand" and seat in (self._last_mover, int(words[1])):
            return f"{move} {{{' '.join(in_order(self.hands[seat]))}}}"
        if seat is not None and words[0] == "trade-goal" and seat in (self._last_mover, self.table[int(words[1])]):
            return f"{move} {{{self._goal_of(seat)}}}"
        if seat is not None and words[0] == "rotate":
            return f"{move} {{{self._goal_of(seat)}}}"
        return move

    # --- Legal moves ---

    def moves(self) -> list[str]:
        if self._cache is None:
            self._cache = self._moves()
        return list(self._cache)

    def _moves(self) -> list[str]:
        if self.phase == "over":
            return []
        if self.phase == "goal":
            return [f"goal {colour}" for colour in COLOURS if colour not in self.goals]
        if self.phase in ("deal", "draw", "bonus"):
            return [f"draw {card}" for card in in_order(set(self.deck))]
        if self.phase == "turn":
            return self._turn_moves()
        if self.phase == "zap":
            return [f"zap {text(place)}" for place in dragons_laid(self.layout)]
        if self.phase == "lift":
            return [f"lift {text(place)}" for place in dragons_laid(self.layout) if can_be_moved(place, self.layout, self.top)]
        if self.phase == "relay":
            # Notation: after `lift`, the card's own old place and orientation is not on offer.
            offers = landings(self.lifted, self.layout, self.top)
            return [f"place {card} {text(place)}" for card, place in offers if (card, place) != (self.lifted, self.lifted_from)]
        if self.phase == "trade-goal":  # Cards: with another seat or an imaginary place
            return [f"trade-goal {place}" for place in range(5) if place != self.own_place(self.turn)]
        if self.phase == "trade-hand":  # Cards: with another seat; even if either or both hands are empty (A turn)
            return [f"trade-hand {other}" for other in range(self.seats) if other != self.turn]
        return ["rotate cw", "rotate ccw"]

    def _turn_moves(self) -> list[str]:
        result = []
        for card in in_order(set(self.hands[self.turn])):  # Notation: two equal cards in hand give one move
            if card in ACTIONS:
                result.append(f"{card} over")
                if self._has_target(card, over=True):
                    result.append(f"{card} over act")
                # On an empty pile it can only go over.
                if self.pile and self._has_target(card, over=False):
                    result.append(f"{card} under act")
            else:
                result.extend(f"place {laid} {text(place)}" for laid, place in landings(card, self.layout, self.top))
        return result or ["pass"]  # A turn: must play if able; if no card can be played, pass

    def _has_target(self, card: str, over: bool) -> bool:
        """A turn: the card goes onto or under the pile first; the action is judged with the silver dragon's colour after that. Only zap and move
        can lack a target."""
        pile = [*self.pile, card] if over else [card, *self.pile]
        if card == "red":
            return bool(dragons_laid(self.layout))
        if card == "green":
            return any(can_be_moved(place, self.layout, pile[-1]) for place in dragons_laid(self.layout))
        return True

    def odds(self) -> dict[str, Fraction]:
        if self.phase == "goal":  # Setup: each colour left equally likely
            left = self.moves()
            return {move: Fraction(1, len(left)) for move in left}
        if self.mover == "chance":  # Notation: copies left / cards left
            return {f"draw {card}": Fraction(self.deck.count(card), len(self.deck)) for card in set(self.deck)}
        return {}

    def broken(self, move: str) -> set[str]:
        """The conditions that a well-formed move of the present mover breaks, each judged by itself; empty if it is legal."""
        words = move.split(" ")
        kind = "action" if words[0] in ACTIONS else words[0]
        due = {"turn": {"place", "action", "pass"}, "relay": {"place"}}.get(self.phase, {self.phase})
        if not isinstance(self.mover, int) or kind not in due:
            return {"kind"}
        result = set()
        hand = self.hands[self.turn]
        if kind == "place":
            place = where(words[2])
            if self.phase == "relay":
                if (words[1], place) == (self.lifted, self.lifted_from):
                    return {"unchanged"}
                if printed(words[1]) != printed(self.lifted):
                    result.add("not-lifted")
            elif printed(words[1]) not in hand:
                result.add("not-in-hand")
            if place in self.layout:
                result.add("occupied")
            if not any(near in self.layout for near in neighbours(place)):
                result.add("no-neighbour")
            elif not matches(words[1], touches(place, painted(self.layout, self.top))):
                result.add("no-match")
        elif kind == "action":
            if words[0] not in hand:
                result.add("not-in-hand")
            if words[1] == "under" and not self.pile:
                result.add("empty-pile")
            if "act" in words and not self._has_target(words[0], over=words[1] == "over"):
                result.add("no-target")
        elif kind == "pass":
            if self.moves() != ["pass"]:
                result.add("can-play")
        elif kind in ("zap", "lift"):
            place = where(words[1])
            if place == HOME:
                result.add("silver")
            elif place not in self.layout:
                result.add("no-card")
            elif kind == "lift" and not can_be_moved(place, self.layout, self.top):
                result.add("cannot-move")
        elif kind == "trade-goal":
            if int(words[1]) == self.own_place(self.turn):
                result.add("own-place")
        elif kind == "trade-hand":
            if int(words[1]) >= self.seats:
                result.add("no-seat")
            elif int(words[1]) == self.turn:
                result.add("own-hand")
        return result

    # --- Playing ---

    def play(self, move: str) -> None:
        if move not in self.moves():
            raise ValueError(f"not legal now: {move!r}")
        self._cache = None
        words = move.split(" ")
        self._last_mover = self.turn
        if isinstance(self.mover, int):
            self.passes = self.passes + 1 if move == "pass" else 0
        getattr(self, "_play_" + self.phase.replace("-", "_"))(words)

    def _play_goal(self, words: list[str]) -> None:
        # Setup, Notation: the next place, in clockwise order, gets this goal; five times.
        self._goal_comes(len(self.goals), words[1])
        if len(self.goals) == 5:
            self.phase = "deal"
            self.turn = 0

    def _play_deal(self, words: list[str]) -> None:
        # Setup: the seats are dealt one card each in turn, beginning with seat 0, until each has three; then seat 0 starts.
        self._draw(self.turn, words[1])
        if all(len(hand) == 3 for hand in self.hands):
            self._begin_turn(0)
        else:
            self.turn = (self.turn + 1) % self.seats

    def _play_draw(self, words: list[str]) -> None:
        self._draw(self.turn, words[1])
        self.phase = "turn"

    def _play_bonus(self, words: list[str]) -> None:
        # A turn, Bonus: the cards go to hand and allow no further play.
        self._draw(self.turn, words[1])
        self.bonus -= 1
        self._draw_bonus_or_go_on()

    def _play_turn(self, words: list[str]) -> None:
        if words[0] == "pass":
            self._pass()
        elif words[0] == "place":
            card, place = words[1], where(words[2])
            self._leave_hand(printed(card))
            bonus = bonus_of(card, place, self.layout, self.top)
            self.layout[place] = card
            self._end_play(bonus)
        else:
            card = words[0]
            self._leave_hand(card)
            # A turn: over the pile, which gives the silver dragon this card's colour; or under it.
            if words[1] == "over":
                self.pile.append(card)
            else:
                self.pile.insert(0, card)
            if "act" in words:
                self.phase = ACTION_OF_WORD[card]
            else:
                self._end_play(0)

    def _pass(self) -> None:
        # What a seat may see: every public move was legal, so this hand holds no action card and no dragon card that fits anywhere.
        playable = {card for card in DRAGONS if landings(card, self.layout, self.top)} | set(ACTIONS)
        self.log.append(("pass", self.turn, frozenset(playable)))
        for watcher in range(self.seats + 1):
            if watcher != self.turn:
                self.stories[watcher][self.turn].events.append(("pass", frozenset(playable)))
        # End: at a pass after which the deck is empty and the last n decisions were passes of all n seats.
        if not self.deck and self.passes >= self.seats:
            self._finish(self._longest(), "passes")
        else:
            self._begin_turn((self.turn + 1) % self.seats)

    def _play_zap(self, words: list[str]) -> None:
        card = printed(self.layout.pop(where(words[1])))
        self.hands[self.turn].append(card)
        self.log.append(("zap", self.turn, card))
        for watcher in range(self.seats + 1):  # What a seat may see: all seats saw a zapped card, and remember it
            if watcher != self.turn:
                self.stories[watcher][self.turn].known.append(card)
        self._end_play(0)

    def _play_lift(self, words: list[str]) -> None:
        self.lifted_from = where(words[1])
        self.lifted = self.layout.pop(self.lifted_from)
        self.phase = "relay"

    def _play_relay(self, words: list[str]) -> None:
        card, place = words[1], where(words[2])
        # A turn, Bonus: cards laid again by move give no bonus, except by the option; the lifted card is not in the layout here.
        bonus = bonus_of(card, place, self.layout, self.top) if self.move_bonus else 0
        self.layout[place] = card
        self.lifted = ""
        self._end_play(bonus)

    def _play_trade_goal(self, words: list[str]) -> None:
        mine, other = self.own_place(self.turn), int(words[1])
        source = list(range(5))
        source[mine], source[other] = other, mine
        self._move_goals(source)
        self._end_play(0)

    def _play_rotate(self, words: list[str]) -> None:
        # Notation: `rotate cw` moves the goal of place p to place p+1 (4 to 0).
        step = 1 if words[1] == "cw" else -1
        self._move_goals([(place - step) % 5 for place in range(5)])
        self._end_play(0)

    def _play_trade_hand(self, words: list[str]) -> None:
        one, two = self.turn, int(words[1])
        self.log.append(("hands", one, two, sorted(self.hands[one]), sorted(self.hands[two])))
        # What a seat may see: who gave a hand away remembers all of it; everybody else follows what they remember to the other seat.
        for watcher in range(self.seats + 1):
            row = self.stories[watcher]
            if watcher == one:
                row[two] = Story(self.hands[one])
            elif watcher == two:
                row[one] = Story(self.hands[two])
            else:
                row[one], row[two] = row[two], row[one]
        self.hands[one], self.hands[two] = self.hands[two], self.hands[one]
        self._end_play(0)

    # --- The steps a play is made of ---

    def _goal_comes(self, place: int, colour: str) -> None:
        self.goals.append(colour)
        self.log.append(("goal", place, colour))
        self._look_at_own_goals()

    def _move_goals(self, source: list[int]) -> None:
        """Every goal card moves in the open: place p gets what lay at source[p]."""
        self.goals = [self.goals[place] for place in source]
        self.goal_orders = [tuple(order[place] for place in source) for order in self.goal_orders]
        self.log.append(("goals", tuple(source)))
        self._look_at_own_goals()

    def _look_at_own_goals(self) -> None:
        # Setup: a seat may always look at its own goal; What a seat may see: it knows for good where each goal it has held lies.
        for seat in range(self.seats):
            if self._goal_of(seat):
                self.goals_met[seat].add(self._goal_of(seat))

    def _draw(self, seat: int, card: str) -> None:
        self.deck.remove(card)
        self.hands[seat].append(card)
        self.log.append(("draw", seat, card))
        for watcher in range(self.seats + 1):
            if watcher != seat:
                self.stories[watcher][seat].events.append(("draw",))

    def _leave_hand(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.log.append(("play", self.turn, card))
        for watcher in range(self.seats + 1):
            if watcher != self.turn:
                self.stories[watcher][self.turn].play(card)

    def _begin_turn(self, seat: int) -> None:
        # A turn: draw a card, unless the deck is empty.
        self.turn = seat
        self.phase = "draw" if self.deck else "turn"

    def _end_play(self, bonus: int) -> None:
        # End: after each complete play look for connected dragons of at least 7 cards.
        sevens = frozenset(colour for colour in COLOURS if largest_group(colour, self.layout, self.top) >= 7)
        winners = [seat for seat in range(self.seats) if self._goal_of(seat) in sevens]
        if self.turn in winners:  # the active seat alone wins
            winners = [self.turn]
        if winners:
            self._finish(winners, "seven")
            return
        # What a seat may see: the look was fruitless, so no real player has one of these colours now.
        self.log.append(("look", sevens))
        real = [place for place in range(5) if self.table[place] is not None]
        self.goal_orders = [order for order in self.goal_orders if not any(order[place] in sevens for place in real)]
        self.bonus = bonus
        self._draw_bonus_or_go_on()

    def _draw_bonus_or_go_on(self) -> None:
        # End: then bonus draws, as many as the deck still holds; then, if the deck and all hands are empty, the game ends; then the next seat.
        if self.bonus and self.deck:
            self.phase = "bonus"
            return
        self.bonus = 0
        if not self.deck and not any(self.hands):
            self._finish(self._longest(), "all-played")
        else:
            self._begin_turn((self.turn + 1) % self.seats)

    def _longest(self) -> list[int]:
        # End: the seat or seats with the largest connected group in their own present goal colour; no privilege for the active seat.
        scores = self.scores()
        return [seat for seat in range(self.seats) if scores[seat] == max(scores)]

    def _finish(self, winners: list[int], why: str) -> None:
        self.phase = "over"
        self.result = winners
        self.why = why
        self.bonus = 0

    # --- Other worlds: everything that this seat cannot tell from the truth ---

    def sample(self, seat: int | None, rng: random.Random) -> Match:
        """Another world, drawn from all that are alike in everything this seat (None: a spectator) knows: each order of the shuffled goals and of the
        shuffled deck that leads to the same history as the seat knows it is equally likely.

        Only the present of the new match is right for every seat; its past, and so what *other* seats remember, is still that of the true match.
        """
        world = self.copy()
        if self.phase == "over":
            return world
        met = self.goals_met[self._watcher(seat)]
        orders = [order for order in self.goal_orders if all(order[place] == colour for place, colour in enumerate(self.goals) if colour in met)]
        world.goals = list(rng.choice(orders))[: len(self.goals)]
        stories = self.stories[self._watcher(seat)]
        others = [other for other in range(self.seats) if other != seat]
        # The cards that can be in the deck or, unknown, in any hidden hand.
        pool = list(self.deck)
        for other in others:
            rest = list(self.hands[other])
            for card in stories[other].known:
                rest.remove(card)
            pool += rest
        dealt = _deal_again([stories[other] for other in others], sorted(pool), rng)
        for other, cards in zip(others, dealt, strict=True):
            world.hands[other] = stories[other].known + cards
            for card in cards:
                pool.remove(card)
        world.deck = pool
        world._cache = None
        return world

    def worlds(self, seat: int | None, limit: int = 200_000) -> dict[tuple[tuple[str, tuple[str, ...]], ...], int]:
        """Every arrangement of what is hidden from this seat, with the number of orders of the shuffled cards and goals that lead to it (up to one
        common factor), by trying everything that could have happened. For small cases: ValueError if there were more than `limit` cases to follow."""
        if self.phase == "over":
            return {(): 1}
        goals = self._goal_worlds(seat)
        cards = self._card_worlds(seat, limit)
        if len(goals) * len(cards) > limit:
            raise ValueError("too many worlds")
        result: Counter[tuple[tuple[str, tuple[str, ...]], ...]] = Counter()
        met = self.goals_met[self._watcher(seat)]
        for order, one in goals.items():
            unknown = {f"goal {place}": colour for place, colour in enumerate(order) if colour not in met}
            for (hands, deck), two in cards.items():
                hidden = {f"hand {other}": hand for other, hand in enumerate(hands) if other != seat}
                result[canonical({**unknown, **hidden, "deck": deck})] += one * two
        return dict(result)

    def _goal_worlds(self, seat: int | None) -> Counter[tuple[str, ...]]:
        """Where the goals dealt so far can lie now: try all orders in which the five were shuffled, and replay what happened to them."""
        result: Counter[tuple[str, ...]] = Counter()
        real = [place for place in range(5) if self.table[place] is not None]
        dealt = [event[2] for event in self.log if event[0] == "goal"]
        for order in itertools.permutations(COLOURS):
            truth = dealt + [colour for colour in COLOURS if colour not in dealt]
            guess = list(order)
            ok = True
            shown = 0
            for event in self.log:
                if event[0] == "goal":
                    shown += 1
                elif event[0] == "goals":
                    truth = [truth[place] for place in event[1]]
                    guess = [guess[place] for place in event[1]]
                elif event[0] == "look":  # every earlier look for sevens was fruitless for real players
                    ok = ok and not any(guess[place] in event[1] for place in real)
                if seat is not None and self.own_place(seat) < shown:  # the seat sees its own goal at any time
                    ok = ok and guess[self.own_place(seat)] == truth[self.own_place(seat)]
            if ok:
                result[tuple(guess[:shown])] += 1
        return result

    def _card_worlds(self, seat: int | None, limit: int) -> Counter[tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]]:
        """What hands and deck can be now: replay the history with every card that could have been drawn whenever the seat did not see it."""
        nothing: tuple[tuple[str, ...], ...] = ((),) * self.seats
        states = Counter({(nothing, tuple(sorted(self.all_cards))): 1})
        to_come = Counter(event[2] for event in self.log if event[0] == "draw" and event[1] == seat)  # draws that the seat will see
        for event in self.log:
            if event[0] in ("goal", "goals", "look"):
                continue
            if event[0] == "draw" and event[1] == seat:
                to_come[event[2]] -= 1
            after: Counter[tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]] = Counter()
            for (hands, deck), ways in states.items():
                who = event[1]
                if event[0] == "draw":
                    for card in {event[2]} if who == seat else set(deck):
                        copies = deck.count(card)
                        # A card that the seat is going to see drawn from the deck must stay there until then.
                        if copies > to_come[card]:
                            after[_with(hands, who, [*hands[who], card]), _without(deck, card)] += ways * copies
                elif event[0] == "play":
                    if event[2] in hands[who]:  # a card that was played must have been in the hand
                        after[_with(hands, who, _without(hands[who], event[2])), deck] += ways
                elif event[0] == "zap":
                    after[_with(hands, who, [*hands[who], event[2]]), deck] += ways
                elif event[0] == "pass":
                    if not set(hands[who]) & event[2]:  # who passed could not play
                        after[hands, deck] += ways
                elif event[0] == "hands":
                    _, one, two, first, second = event
                    # The traders see the hand they get, and knew the one they gave.
                    if seat not in (one, two) or (list(hands[one]) == first and list(hands[two]) == second):
                        after[_with(_with(hands, one, hands[two]), two, hands[one]), deck] += ways
            if len(after) > limit:
                raise ValueError("too many worlds")
            states = after
        return states


def _with(hands: tuple[tuple[str, ...], ...], seat: int, hand: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    return (*hands[:seat], tuple(sorted(hand)), *hands[seat + 1 :])


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


# --- Dealing the unseen cards again ---------------------------------------------------------------------------------------------------
#
# All cards are told apart here, equal ones too. Every card that was drawn unseen is a slot. A slot is either played later (then we know as what, but
# not always which slot it was), or it is still in the hand, and then it is one of the cards of the pool. A pass tells about every slot in the hand at
# that time that it is none of the kinds that could have been played. So slots differ only by the passes of their hand that they have lived
# through, which is to say by how many passes there were before they were drawn: their *age class*, 0 the oldest. The older a slot, the
# fewer kinds it can still be.
#
# For one hand, `Ways` counts how many slots of each class are left after all plays, and in how many ways, and so can draw one of the ways fairly. For
# several hands, each is drawn in turn from what the ones before left in the pool; since what these left can leave more or fewer ways to the
# next, a draw is accepted with probability (ways there are) / (most ways there could be), or all of it is begun again.
#
# One history of kinds can be told in several ways if equal cards were in one hand at one time (which of them was played?). Only the telling in which
# the oldest of them is always played first is accepted, so that every history counts once.


class Ways:
    """The ways in which the slots of one hand can have been played."""

    def __init__(self, story: Story) -> None:
        self.events = story.events
        self.classes = 1 + sum(event[0] == "pass" for event in self.events)
        # barred[c]: kinds that a slot of class c, still in the hand, cannot be now.
        self.barred = [self._barred(age, len(self.events)) for age in range(self.classes)]
        self.size = sum({"draw": 1, "play": -1, "pass": 0}[event[0]] for event in self.events)
        # layers[i]: after i events, the slots left of each class -> the number of ways.
        self.layers: list[Counter[tuple[int, ...]]] = [Counter({(0,) * self.classes: 1})]
        passes = 0
        for i, event in enumerate(self.events):
            layer: Counter[tuple[int, ...]] = Counter()
            for left, ways in self.layers[-1].items():
                if event[0] == "draw":
                    layer[_changed(left, passes, 1)] += ways
                elif event[0] == "play":
                    for age in self._could_be(event[1], i):
                        if left[age]:
                            layer[_changed(left, age, -1)] += ways * left[age]
                else:
                    layer[left] += ways
            passes += event[0] == "pass"
            self.layers.append(layer)

    def _barred(self, age: int, until: int) -> frozenset[str]:
        """The kinds shown, by passes before event number `until`, not to be a slot of this class that was in the hand all the time."""
        passes = [event[1] for event in self.events[:until] if event[0] == "pass"]
        return frozenset().union(*passes[age:])

    def _could_be(self, card: str, until: int) -> list[int]:
        return [age for age in range(self.classes) if card not in self._barred(age, until)]

    def room(self, pool: Iterable[str], age: int) -> int:
        """How many cards of the pool a slot of this class can be."""
        return sum(card not in self.barred[age] for card in pool)

    def final(self, room: list[int]) -> dict[tuple[int, ...], int]:
        """The slots left of each class -> the number of ways to have played the others and to find a card of the pool for each of these, when `room`
        says how many cards there are for each class. The oldest go first: what is there for them is there for the younger ones too."""
        result = {}
        for left, ways in self.layers[-1].items():
            taken = 0
            for age, slots in enumerate(left):
                for _ in range(slots):
                    ways *= max(0, room[age] - taken)
                    taken += 1
            result[left] = ways
        return result

    def pick(self, pool: list[str], final: dict[tuple[int, ...], int], rng: random.Random) -> list[str] | None:
        """The cards still in the hand, drawn fairly from all ways; None if of two equal cards the younger was played first in this telling."""
        left = _weighted(final, rng)
        # Go back in time: which class was each played card of?
        classes: list[int] = []
        passes = self.classes - 1
        for i in range(len(self.events) - 1, -1, -1):
            event = self.events[i]
            if event[0] == "pass":
                passes -= 1
            elif event[0] == "draw":
                left = _changed(left, passes, -1)
            else:
                choices = {}
                for age in self._could_be(event[1], i):
                    before = _changed(left, age, 1)
                    choices[age] = self.layers[i][before] * before[age]
                age = _weighted(choices, rng)
                left = _changed(left, age, 1)
                classes.append(age)
        # Go forward: which slot of the class was it? Slots are numbered as drawn.
        slots: list[list[int]] = [[] for _ in range(self.classes)]
        kinds: dict[int, str] = {}
        played: list[tuple[int, list[int]]] = []  # the slot that was played, the older slots in the hand at that time
        drawn = 0
        for event in self.events:
            if event[0] == "pass":
                passes += 1
            elif event[0] == "draw":
                slots[passes].append(drawn)
                drawn += 1
            else:
                age = classes.pop()
                slot = rng.choice(slots[age])
                slots[age].remove(slot)
                kinds[slot] = event[1]
                played.append((slot, [older for row in slots for older in row if older < slot]))
        # The slots still in the hand, oldest class first.
        rest = list(pool)
        hand = []
        for age, row in enumerate(slots):
            for slot in row:
                card = rng.choice([card for card in rest if card not in self.barred[age]])
                rest.remove(card)
                kinds[slot] = card
                hand.append(card)
        if any(kinds[older] == kinds[slot] for slot, row in played for older in row):
            return None
        return hand


def _changed(left: tuple[int, ...], age: int, by: int) -> tuple[int, ...]:
    return (*left[:age], left[age] + by, *left[age + 1 :])


def _weighted(weights: dict[Any, int], rng: random.Random) -> Any:
    """One of the keys, with a probability proportional to its weight; exact, however large the numbers are."""
    number = rng.randrange(sum(weights.values()))
    for key, weight in weights.items():
        if number < weight:
            return key
        number -= weight
    raise AssertionError


def _deal_again(stories: list[Story], pool: list[str], rng: random.Random) -> list[list[str]]:
    """The unknown cards of each hand, drawn fairly from all ways that the stories allow."""
    hands = [Ways(story) for story in stories]
    # Those with the least room go first, so that little has to be begun again.
    order = sorted(range(len(hands)), key=lambda i: sum(hands[i].room(pool, age) for age in range(hands[i].classes)) / hands[i].classes)
    # most[i]: at most so many ways, whatever the hands before take.
    most = {}
    for n, i in enumerate(order):
        room = []
        for age in range(hands[i].classes):
            # A hand before this one takes its cards from what its youngest class can be; those of them that this class cannot be are no loss.
            lost = 0
            for before in order[:n]:
                free = sum(card not in hands[before].barred[-1] and card in hands[i].barred[age] for card in pool)
                lost += max(0, hands[before].size - free)
            room.append(hands[i].room(pool, age) - lost)
        most[i] = sum(hands[i].final(room).values())
    while True:
        rest = list(pool)
        dealt: dict[int, list[str]] = {}
        for i in order:
            final = hands[i].final([hands[i].room(rest, age) for age in range(hands[i].classes)])
            if rng.randrange(most[i]) >= sum(final.values()):
                break
            cards = hands[i].pick(rest, final, rng)
            if cards is None:
                break
            for card in cards:
                rest.remove(card)
            dealt[i] = cards
        else:
            return [dealt[i] for i in range(len(hands))]


# --- Self-test ------------------------------------------------------------------------------------------------------------------------


def _spelling(move: str) -> str:
    words = move.split(" ")
    if words[0] in ACTIONS or words[0] == "rotate":
        return move
    return words[0]


def _self_test(matches_each: int) -> None:
    assert len(DRAGONS) == 46 and sum(COPIES[kind] for kind in DRAGONS) == 51 and sum(COPIES.values()) == 66
    assert not any(turned(kind) in COPIES for kind in DRAGONS if turned(kind) != kind)
    for colour in COLOURS:
        assert sum(COPIES[kind] for kind in DRAGONS if colour in kind) == 24
    for seats in TABLES:
        for move_bonus in (0, 1):
            counts: Counter[str] = Counter()
            ends: Counter[str] = Counter()
            begun = time.perf_counter()
            sampling = 0.0
            for seed in range(matches_each):
                rng = random.Random(f"{seats} {move_bonus} {seed}")
                match = Match(seats, move_bonus=move_bonus)
                while match.mover is not None:
                    if match.mover == "chance":
                        assert sum(match.odds().values()) == 1 and set(match.odds()) == set(match.moves())
                    else:
                        assert all(not match.broken(move) for move in match.moves())
                    move = rng.choice(match.moves())
                    counts[_spelling(move)] += 1
                    match.play(move)
                    if rng.random() < 0.1:
                        started = time.perf_counter()
                        seat = rng.choice([None, *range(seats)])
                        world = match.sample(seat, rng)
                        assert world.facts(seat) == match.facts(seat)
                        sampling += time.perf_counter() - started
                ends[match.reason()] += 1
            spent = (time.perf_counter() - begun - sampling) / matches_each
            print(f"{seats} seats, move_bonus={move_bonus}: {spent:.3f} s a match, {sampling / matches_each:.3f} s sampling")
            print(f"   {dict(sorted(ends.items()))}")
            print("   " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))


if __name__ == "__main__":
    _self_test(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
