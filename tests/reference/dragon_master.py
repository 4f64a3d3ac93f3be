"""The slow twin of Dragon Master.

A second implementation of the game, written straight from its rules page with nothing but clarity in mind. Tests play it in lockstep with
the fast implementation and compare everything that can be seen: moves, chances, views, scores and the reasons why a move is illegal. The
comments say the rules in a player's words; the name in brackets is the heading of the rules page they come from.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb, factorial

Place = tuple[int, int]
Arrangement = tuple[tuple[str, tuple[int, ...]], ...]

# [top of the page] Four kinds of card: dragon egg 0, emerald 1, sapphire 2, ruby 3; five of each, 20 cards.
VALUES = (0, 1, 2, 3)
COPIES = 5
# [Play, 2] Each seat is dealt 8 cards; 4 stay out of play.
HAND = 8
# [Play, 3] At most 4 columns and 4 rows.
SIDE = 4
MOST_WORLDS = 200_000

CARD_MOVE = re.compile(r"([0-3]) (-?[0-9]+),(-?[0-9]+)")


def line_value(cards: list[int]) -> int:
    """What one column or row is worth, also when it is not yet full."""
    total = 0
    for value in VALUES:
        copies = cards.count(value)
        if copies == 1:  # [Scoring] A value that lies there once is worth itself.
            total += value
        elif copies == 2:  # [Scoring] A pair is worth ten times the value, a pair of eggs nothing; two pairs both count.
            total += 10 * value
        elif copies >= 3:  # [Scoring] Three or four of a kind are a flat 100, eggs too.
            total += 100
    return total


def orders(cards: list[int]) -> int:
    """In how many different orders these cards may have been dealt (equal cards look alike)."""
    count = factorial(len(cards))
    for value in VALUES:
        count //= factorial(cards.count(value))
    return count


def choices(pool: list[int], size: int) -> Iterator[list[int]]:
    """Every different collection of so many cards from the pool, each once and sorted."""
    for zeros in range(pool.count(0) + 1):
        for ones in range(pool.count(1) + 1):
            for twos in range(pool.count(2) + 1):
                threes = size - zeros - ones - twos
                if 0 <= threes <= pool.count(3):
                    yield [0] * zeros + [1] * ones + [2] * twos + [3] * threes


def without(cards: list[int], gone: list[int]) -> list[int]:
    """The cards that remain when others are taken out (all of which must be there)."""
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return sorted(rest)


class Match:
    """One game of Dragon Master."""

    def __init__(self, seats: int = 2, *, start: str = "random") -> None:
        # [top of the page] The game is for two.
        if seats != 2:
            raise ValueError("Dragon Master has 2 seats")
        # [Match] The option `start` is the text random, 0 or 1.
        if start not in ("random", "0", "1"):
            raise ValueError("start is random, 0 or 1")
        self.start = start
        self.started = False  # has the starting seat been drawn?
        self.turn = 0  # the seat that lays next
        self.deck = sorted(list(VALUES) * COPIES)  # cards not dealt; after the deal those out of play
        self.hands: list[list[int]] = [[], []]
        self.laid: list[list[int]] = [[], []]  # what each seat has laid so far
        self.grid: dict[Place, int] = {}
        self.dealt = 0
        self.last_dealt_to: int | None = None

    def copy(self) -> Match:
        twin = Match(2, start=self.start)
        twin.started = self.started
        twin.turn = self.turn
        twin.deck = list(self.deck)
        twin.hands = [list(hand) for hand in self.hands]
        twin.laid = [list(cards) for cards in self.laid]
        twin.grid = dict(self.grid)
        twin.dealt = self.dealt
        twin.last_dealt_to = self.last_dealt_to
        return twin

    # ---- who moves, and what may be done ------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        # [Play, 4] After 16 cards the grid is full and the game ends.
        return len(self.grid) == SIDE * SIDE

    @property
    def dealing(self) -> bool:
        # [Play, 2; Notation] Sixteen cards are dealt one by one.
        return self.dealt < 2 * HAND

    @property
    def mover(self) -> int | str | None:
        if self.over:
            return None
        # [Notation] First the starting seat is drawn, then sixteen cards are dealt.
        if not self.started or self.dealing:
            return "chance"
        # [Play, 3] The seats alternate.
        return self.turn

    def odds(self) -> dict[str, Fraction]:
        if self.mover != "chance":
            return {}
        if not self.started:
            # [Match] When the option names the starting seat, the draw is still made, with probability 1.
            if self.start != "random":
                return {f"start {self.start}": Fraction(1)}
            # [Play, 1; Notation] Otherwise either seat begins with probability one half.
            return {"start 0": Fraction(1, 2), "start 1": Fraction(1, 2)}
        # [Notation] A value comes with the probability copies left / cards left.
        return {f"deal {value}": Fraction(self.deck.count(value), len(self.deck)) for value in VALUES if self.deck.count(value) > 0}

    def moves(self) -> list[str]:
        mover = self.mover
        if mover is None:
            return []
        if isinstance(mover, str):
            return list(self.odds())
        # [Notation] Equal cards in a hand give one move.
        return [f"{value} {x},{y}" for value in sorted(set(self.hands[mover])) for x, y in self.places()]

    def places(self) -> list[Place]:
        """Where the next card may be laid."""
        # [Notation] The first card of the game is always laid at 0,0.
        if not self.grid:
            return [(0, 0)]
        found = []
        # The first card lies at 0,0 and there are at most four columns and rows, so nothing can lie farther than three from it.
        for x in range(-SIDE + 1, SIDE):
            for y in range(-SIDE + 1, SIDE):
                if (x, y) in self.grid:  # a place holds one card
                    continue
                # [Play, 3] A card must share an edge with a card already laid ...
                if not any(beside in self.grid for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))):
                    continue
                # [Play, 3] ... and the cards may never spread over more than 4 columns or 4 rows.
                columns = [x] + [at[0] for at in self.grid]
                rows = [y] + [at[1] for at in self.grid]
                if max(columns) - min(columns) + 1 <= SIDE and max(rows) - min(rows) + 1 <= SIDE:
                    found.append((x, y))
        return found

    def broken(self, move: str) -> set[str]:
        mover = self.mover
        match = CARD_MOVE.fullmatch(move)
        if isinstance(mover, str) or mover is None or match is None:
            return {"kind"}
        value, x, y = int(match[1]), int(match[2]), int(match[3])
        faults = set()
        # [Play, 3] A seat lays a card of its hand.
        if value not in self.hands[mover]:
            faults.add("not-in-hand")
        if not self.grid:
            # [Notation] The first card of the game is always laid at 0,0.
            if (x, y) != (0, 0):
                faults.add("first-card")
            return faults
        # [Play, 3] The card needs a free place that shares an edge with a card already laid.
        if (x, y) in self.grid:
            faults.add("occupied")
        elif not any(abs(x - a) + abs(y - b) == 1 for a, b in self.grid):
            faults.add("not-adjacent")
        # [Play, 3] Never more than 4 columns ...
        columns = {x} | {a for a, _ in self.grid}
        if max(columns) - min(columns) >= SIDE:
            faults.add("too-wide")
        # [Play, 3] ... nor more than 4 rows.
        rows = {y} | {b for _, b in self.grid}
        if max(rows) - min(rows) >= SIDE:
            faults.add("too-high")
        return faults

    # ---- playing ------------------------------------------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        if move not in self.moves():
            raise ValueError(f"not legal now: {move!r}")
        self.last_dealt_to = None
        first, _, rest = move.partition(" ")
        if first == "start":
            # [Play, 1] The seat drawn lays the first card.
            self.turn = int(rest)
            self.started = True
        elif first == "deal":
            # [Notation] The first eight cards go to seat 0, the next eight to seat 1.
            seat = 0 if self.dealt < HAND else 1
            self.deck.remove(int(rest))
            self.hands[seat].append(int(rest))
            self.dealt += 1
            self.last_dealt_to = seat
        else:
            # [Play, 3] One hand card is laid face up, then it is the other seat's turn.
            x, y = (int(part) for part in rest.split(","))
            self.hands[self.turn].remove(int(first))
            self.laid[self.turn].append(int(first))
            self.grid[x, y] = int(first)
            self.turn = 1 - self.turn

    # ---- scoring ------------------------------------------------------------------------------------------------------------------------

    def scores(self) -> list[list[int]]:
        # [Scoring] Seat 0 owns the columns (cards of equal x), seat 1 the rows (cards of equal y).
        both = []
        for axis in (0, 1):
            lines: dict[int, list[int]] = {}
            for at, value in self.grid.items():
                lines.setdefault(at[axis], []).append(value)
            # Before the end a line without a card is worth nothing; there are always four lines.
            values = [line_value(cards) for cards in lines.values()] + [0] * (SIDE - len(lines))
            # [Scoring] The score of a seat: its four line values, ascending.
            both.append(sorted(values))
        return both

    def winners(self) -> list[int]:
        if not self.over:
            return []
        # [Scoring] Lowest against lowest, then second lowest and so on: the first difference decides; none at all is a draw, both win.
        mine, theirs = self.scores()
        for one, other in zip(mine, theirs, strict=True):
            if one > other:
                return [0]
            if other > one:
                return [1]
        return [0, 1]

    def reason(self) -> str:
        return "full-grid" if self.over else ""

    # ---- what a seat may see ------------------------------------------------------------------------------------------------------------

    def facts(self, seat: int | None) -> dict:
        # [What a seat may see] Its own hand, the grid, both hand sizes, whose turn; a spectator no hand.
        view: dict = {
            "mover": self.mover,
            "hand": None if seat is None else sorted(self.hands[seat]),
            "hand_sizes": [len(hand) for hand in self.hands],
            "grid": {f"{x},{y}": value for (x, y), value in self.grid.items()},
        }
        # [What a seat may see] After the end everything is open.
        if self.over:
            view["hands"] = [sorted(hand) for hand in self.hands]
            view["out"] = sorted(self.deck)
        return view

    def seen(self, seat: int | None, move: str) -> str:
        # [What a seat may see] A card dealt is seen only by the seat dealt to; the others see `deal ?`.
        if self.last_dealt_to is not None and seat != self.last_dealt_to:
            return "deal ?"
        return move

    def hidden(self, seat: int | None) -> dict[str, list[int]]:
        # [What a seat may see] Never the other hand nor the cards that are not dealt; nothing is hidden after the end.
        if self.over:
            return {}
        places = {f"hand {other}": sorted(self.hands[other]) for other in (0, 1) if other != seat}
        places["deck" if self.dealing else "out"] = sorted(self.deck)
        return places

    def sample(self, seat: int | None, rng: random.Random) -> Match:
        """Another game that looks the same to this seat.

        Every order of the shuffled cards that fits what the seat has seen (its own cards, and what the others have laid) is equally likely.
        """
        world = self.copy()
        if self.over:
            return world
        others = [other for other in (0, 1) if other != seat]
        unseen = sorted(self.deck)
        for other in others:
            unseen += self.hands[other]
        while True:
            # Deal the unseen cards to the hidden places.
            cards = sorted(unseen)
            rng.shuffle(cards)
            for other in others:
                size = len(self.hands[other])
                world.hands[other], cards = cards[:size], cards[size:]
            world.deck = sorted(cards)
            # A hand that was dealt h copies of a value, p of them laid by now, is one and the same deal whichever p of the h were laid. To
            # deal only the rest finds this deal once for each of the C(h, p) choices, so it is kept once in so many times.
            ways = 1
            for other in others:
                for value in VALUES:
                    played = self.laid[other].count(value)
                    ways *= comb(played + world.hands[other].count(value), played)
            if rng.randrange(ways) == 0:
                return world

    def worlds(self, seat: int | None) -> dict[Arrangement, int]:
        """Every hidden arrangement that this seat must think possible, with the number of orders of the cards that lead to it.

        Found by going through all hands that may have been dealt, and counting for each the orders in which its cards, and those left over,
        may have lain in the shuffled deck.
        """
        if self.over:
            return {(): 1}
        pool = sorted(list(VALUES) * COPIES)
        if seat is not None:
            pool = without(pool, self.laid[seat] + self.hands[seat])
        left = "deck" if self.dealing else "out"
        others = [other for other in (0, 1) if other != seat]
        found: dict[Arrangement, int] = {}

        def deal(index: int, rest: list[int], weight: int, arrangement: list[tuple[str, tuple[int, ...]]]) -> None:
            if index == len(others):
                found[tuple(sorted([*arrangement, (left, tuple(sorted(rest)))]))] = weight * orders(rest)
                if len(found) > MOST_WORLDS:
                    raise ValueError("too many worlds")
                return
            other = others[index]
            for whole in choices(rest, len(self.laid[other]) + len(self.hands[other])):
                # What a seat has laid was among the cards dealt to it.
                if Counter(self.laid[other]) <= Counter(whole):
                    now = without(whole, self.laid[other])
                    deal(index + 1, without(rest, whole), weight * orders(whole), [*arrangement, (f"hand {other}", tuple(now))])

        deal(0, pool, 1, [])
        return found


def main() -> None:
    """Plays random games and counts the kinds of spellings."""
    rng = random.Random(1)
    # [Scoring] The printed example: lowest 6 = 6, then 12 > 6.
    assert line_value([0, 0, 0, 0]) == 100 and line_value([0, 0, 3, 3]) == 30 and line_value([2, 2, 2, 2]) == 100
    assert line_value([0, 1, 2, 3]) == 6 and line_value([1, 1, 2, 2]) == 30 and line_value([3, 3, 3, 2]) == 102
    for start in ("random", "0", "1"):
        counts: Counter[str] = Counter()
        ends: Counter[str] = Counter()
        for number in range(200):
            match = Match(2, start=start)
            while match.mover is not None:
                moves = match.moves()
                assert len(moves) == len(set(moves)) > 0
                if match.mover == "chance":
                    odds = match.odds()
                    assert set(odds) == set(moves) and sum(odds.values()) == 1 and min(odds.values()) > 0
                elif number < 10:
                    every = [f"{v} {x},{y}" for v in VALUES for x in range(-3, 4) for y in range(-3, 4)]
                    assert {move for move in every if not match.broken(move)} == set(moves)
                if number < 3:
                    for seat in (0, 1, None):
                        world = match.sample(seat, rng)
                        assert world.facts(seat) == match.facts(seat)
                        if number < 1 and len(match.grid) % 5 == 0:
                            key = tuple(sorted((place, tuple(cards)) for place, cards in world.hidden(seat).items()))
                            assert key in match.worlds(seat)
                move = rng.choice(moves)
                match.play(move)
                counts["card" if move[0].isdigit() else move.split(" ")[0]] += 1
            assert len(match.deck) == 4 and match.hands == [[], []]
            ends[f"{match.reason()} {match.winners()}"] += 1
        print(f"start={start}: {dict(counts)} {dict(ends)}")


if __name__ == "__main__":
    main()
