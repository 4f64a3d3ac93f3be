"""The slow twin of Drachenwurf.

A second implementation of the game, written straight from its rules page with nothing but clarity in mind. Tests play it in lockstep with
the fast implementation and compare everything that can be seen: moves, chances, scores, the state of the table and the reasons why a move is
illegal. The comments say the rules in a player's words; the name in brackets is the heading of the rules page they come from.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial

# [top of the page] Six colours, six landscapes, one tile for every pair, 36 eggs, six dice, a base with the sides 2 to 5.
COLOURS = "RBGYPK"
LANDSCAPES = "wmfdsi"
TILES = [colour + landscape for colour in COLOURS for landscape in LANDSCAPES]
EGGS = 36
DICE = 6
SIDES = (2, 3, 4, 5)
# [A turn, 3] Up to six rolls.
MOST_ROLLS = 6
# [End] After 40 turns in a row without a tile taken or banked the game ends.
QUIET_TURNS = 40

REMOVE = re.compile(r"remove ([RBGYPK][wmfdsi])")
BANK = re.compile(r"bank ([RBGYPK][wmfdsi]) (new|[1-9][0-9]*)")
KEEP = re.compile(r"keep ([RBGYPK]+)(?:\+([RBGYPK]))?")
TAKE = re.compile(r"take ([RBGYPK][wmfdsi]) ([1-6])")
STEAL = re.compile(r"steal ([RBGYPK][wmfdsi]) ([1-6])")
SHIFT = re.compile(r"shift ([RBGYPK][wmfdsi]) (new|[1-9][0-9]*)")


def one_kind(tiles: Iterable[str]) -> bool:
    """May these tiles form a row?"""
    # [A turn, 2] The tiles of a row all have one colour, or all have one landscape; a single tile is still undecided.
    row = list(tiles)
    return len({tile[0] for tile in row}) <= 1 or len({tile[1] for tile in row}) <= 1


def in_colour_order(letters: Iterable[str]) -> str:
    return "".join(sorted(letters, key=COLOURS.index))


def all_rolls(dice: int) -> dict[str, Fraction]:
    """Every result of so many dice with its chance."""
    # [Notation] A roll is a multiset in colour order; its probability is multinomial.
    found = {}
    for letters in combinations_with_replacement(COLOURS, dice):
        ways = factorial(dice)
        for count in Counter(letters).values():
            ways //= factorial(count)
        found["roll " + "".join(letters)] = Fraction(ways, 6**dice)
    return found


# The chances of one to six dice never change, so they are worked out once.
ROLLS = {dice: all_rolls(dice) for dice in range(1, DICE + 1)}


class Match:
    """One game of Drachenwurf."""

    def __init__(self, seats: int, *, egg_points: int = 1) -> None:
        # [top of the page] 2 to 6 seats.
        if seats not in range(2, 7):
            raise ValueError("Drachenwurf has 2 to 6 seats")
        # [End] The option egg_points is a number from 0 to 5.
        if egg_points not in range(6):
            raise ValueError("egg_points is 0 to 5")
        self.seats = seats
        self.egg_points = egg_points
        self.stack: set[str] = set(TILES)
        self.middle: set[str] = set()
        self.removed: set[str] = set()
        self.bases: list[dict[int, set[str]]] = [{side: set() for side in SIDES} for _ in range(seats)]
        self.hoards: list[list[set[str]]] = [[] for _ in range(seats)]  # per seat the rows, in the order in which they were started
        # [top of the page] One egg to each seat, the rest is the common supply.
        self.eggs = [1] * seats
        self.supply = EGGS - seats
        # [top of the page] Seat 0 begins.
        self.active = 0
        self.first_turn_done = [False] * seats
        self.quiet = 0
        self.ending = ""  # why the game ended
        # What is due: "draw", "remove", "bank" (from the base), "throw" (chance rolls), "keep", "go on" (roll or stop), "take", "bank six",
        # "shift", or "over".
        self.due = ""
        # About the present turn:
        self.dice = DICE  # dice not set aside
        self.rolls = 0  # rolls made
        self.roll = ""  # the last roll
        self.kept: dict[str, int] = dict.fromkeys(COLOURS, 0)  # results set aside and not used
        self.joker_used = False
        self.six = ""  # a tile just taken with six, its row not yet chosen
        self.extra_turn = False
        self.eventful = False  # was a tile taken or banked?
        self._begin_turn()

    def copy(self) -> Match:
        twin = Match(self.seats, egg_points=self.egg_points)
        twin.stack = set(self.stack)
        twin.middle = set(self.middle)
        twin.removed = set(self.removed)
        twin.bases = [{side: set(tiles) for side, tiles in base.items()} for base in self.bases]
        twin.hoards = [[set(row) for row in hoard] for hoard in self.hoards]
        twin.eggs = list(self.eggs)
        twin.supply = self.supply
        twin.active = self.active
        twin.first_turn_done = list(self.first_turn_done)
        twin.quiet = self.quiet
        twin.ending = self.ending
        twin.due = self.due
        twin.dice = self.dice
        twin.rolls = self.rolls
        twin.roll = self.roll
        twin.kept = dict(self.kept)
        twin.joker_used = self.joker_used
        twin.six = self.six
        twin.extra_turn = self.extra_turn
        twin.eventful = self.eventful
        return twin

    # ---- looking at the table -----------------------------------------------------------------------------------------------------------

    def _on_own_base(self) -> set[str]:
        return set().union(*self.bases[self.active].values())

    def _on_other_bases(self) -> dict[str, tuple[int, int]]:
        """The tiles on the bases of the other seats: tile -> (owner, side)."""
        return {tile: (owner, side) for owner in range(self.seats) if owner != self.active for side in SIDES for tile in self.bases[owner][side]}

    def _valid_colours(self) -> set[str]:
        # [A turn, 3] A die is valid when its colour is that of a tile in the middle or on another seat's base at that moment.
        return {tile[0] for tile in self.middle} | {tile[0] for tile in self._on_other_bases()}

    def _row_of(self, tile: str) -> int | None:
        """The number of the row of the active seat's hoard in which this tile lies."""
        for number, row in enumerate(self.hoards[self.active], start=1):
            if tile in row:
                return number
        return None

    # ---- the course of a turn -----------------------------------------------------------------------------------------------------------

    def _begin_turn(self) -> None:
        # [A turn, 7] Every turn, an extra turn too, is a turn of its own in every respect.
        self.dice = DICE
        self.rolls = 0
        self.roll = ""
        self.kept = dict.fromkeys(COLOURS, 0)
        self.joker_used = False
        self.six = ""
        self.extra_turn = False
        self.eventful = False
        self._refill()

    def _refill(self) -> None:
        # [A turn, 1] Tiles are drawn until 3 lie in the middle (with two seats: 4) or the stack is empty.
        wanted = 4 if self.seats == 2 else 3
        if len(self.middle) < wanted and self.stack:
            self.due = "draw"
        # [A turn, 1] With two seats, if 4 lie there, the active seat removes one; if not, none is removed.
        elif self.seats == 2 and len(self.middle) == 4:
            self.due = "remove"
        else:
            self._bank_base()

    def _bank_base(self) -> None:
        # [A turn, 2] Once every seat has completed its first turn, the active seat moves all tiles from its base into its hoard.
        if all(self.first_turn_done) and self._on_own_base():
            self.due = "bank"
        else:
            # [A turn, 3] The first roll of a turn is automatic, with all 6 dice.
            self.due = "throw"

    def _take(self) -> None:
        # [A turn, 5] Tiles are taken as long as there are dice for one; [Notation] when nothing can be taken, `done` is automatic.
        if len(self._take_moves()) > 1:
            self.due = "take"
        else:
            self._shift()

    def _shift(self) -> None:
        # [A turn, 5] Results not used are lost.
        self.kept = dict.fromkeys(COLOURS, 0)
        # [A turn, 6] At the end of its turn the seat may pay an egg and move a tile; [Notation] when it cannot, `end` is automatic.
        if len(self._shift_moves()) > 1:
            self.due = "shift"
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        self.first_turn_done[self.active] = True
        # [End] Turns in a row in which no tile is taken or banked are counted at the end of each turn, extra turns included.
        self.quiet = 0 if self.eventful else self.quiet + 1
        if self.quiet == QUIET_TURNS:
            self._finish("forty-turns")
            return
        # [A turn, 7] Next seat clockwise, or the extra turn.
        if not self.extra_turn:
            self.active = (self.active + 1) % self.seats
        self._begin_turn()

    def _all_banked(self) -> bool:
        # [End] Every tile still in the game lies in a hoard: stack, middle and all bases are empty.
        bases_empty = not any(tiles for base in self.bases for tiles in base.values())
        return not self.stack and not self.middle and bases_empty

    def _finish(self, reason: str) -> None:
        self.ending = reason
        self.due = "over"
        self.kept = dict.fromkeys(COLOURS, 0)

    # ---- who moves, and what may be done ------------------------------------------------------------------------------------------------

    @property
    def mover(self) -> int | str | None:
        if self.due == "over":
            return None
        if self.due in ("draw", "throw"):
            return "chance"
        return self.active

    def odds(self) -> dict[str, Fraction]:
        if self.due == "draw":
            # [Notation] Each tile left in the stack is equally likely.
            return {f"draw {tile}": Fraction(1, len(self.stack)) for tile in sorted(self.stack)}
        if self.due == "throw":
            # [A turn, 3] Dice set aside are never rolled again; all others are.
            return dict(ROLLS[self.dice])
        return {}

    def moves(self) -> list[str]:
        if self.due in ("draw", "throw"):
            return list(self.odds())
        if self.due == "remove":
            # [A turn, 1] One of the four in the middle goes.
            return [f"remove {tile}" for tile in sorted(self.middle)]
        if self.due == "bank":
            # [Notation] Base tiles are banked in any order, so every tile left on the base is on offer.
            return [move for tile in sorted(self._on_own_base()) for move in self._bank_moves(tile)]
        if self.due == "bank six":
            # [A turn, 5] The row of a tile taken with six is chosen at once.
            return self._bank_moves(self.six)
        if self.due == "keep":
            return self._keep_moves()
        if self.due == "go on":
            # [Notation] After a `keep`, with dice and rolls left.
            return ["roll", "stop"]
        if self.due == "take":
            return self._take_moves()
        if self.due == "shift":
            return self._shift_moves()
        return []

    def _bank_moves(self, tile: str) -> list[str]:
        found = []
        # [A turn, 2] A tile joins a row with which it has one colour or one landscape ...
        for number, row in enumerate(self.hoards[self.active], start=1):
            if one_kind(row | {tile}):
                found.append(f"bank {tile} {number}")
        # ... or starts a new row, which is always legal.
        found.append(f"bank {tile} new")
        return found

    def _keep_moves(self) -> list[str]:
        found = []
        # [A turn, 3] At least one valid die is set aside, or several or all of them; only valid ones.
        valid = self._valid_colours()
        ranges = [range(self.roll.count(colour) + 1) if colour in valid else range(1) for colour in COLOURS]
        for counts in product(*ranges):
            dice = "".join(colour * count for colour, count in zip(COLOURS, counts, strict=True))
            if not dice:
                continue
            found.append(f"keep {dice}")
            # [A turn, 4] Once per turn the seat may put one of its eggs on a die of just that set.
            if not self.joker_used and self.eggs[self.active] > 0:
                for colour in COLOURS:
                    if colour in dice:
                        found.append(f"keep {dice}+{colour}")
        return found

    def _take_moves(self) -> list[str]:
        found = []
        # [A turn, 5] The seat spends what it likes, up to what is left of the tile's colour, 6 at most:
        # from the middle 2 or more dice,
        for tile in sorted(self.middle):
            for count in range(2, min(6, self.kept[tile[0]]) + 1):
                found.append(f"take {tile} {count}")
        # from another seat's base, side k, k + 1 or more.
        for tile, (_, side) in sorted(self._on_other_bases().items()):
            for count in range(side + 1, min(6, self.kept[tile[0]]) + 1):
                found.append(f"steal {tile} {count}")
        # [A turn, 5] Taking is never compulsory.
        found.append("done")
        return found

    def _shift_moves(self) -> list[str]:
        found = []
        # [A turn, 6] A shift costs one egg.
        if self.eggs[self.active] > 0:
            hoard = self.hoards[self.active]
            for own in hoard:
                for tile in sorted(own):
                    # [A turn, 6] To another row, which must still be all of one colour or all of one landscape with the tile added ...
                    for number, row in enumerate(hoard, start=1):
                        if row is not own and one_kind(row | {tile}):
                            found.append(f"shift {tile} {number}")
                    # ... or to a new row, but [Notation] not for a tile that is alone in its row.
                    if len(own) > 1:
                        found.append(f"shift {tile} new")
        found.append("end")
        return found

    # ---- playing ------------------------------------------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        if move not in self.moves():
            raise ValueError(f"not legal now: {move!r}")
        words = move.split(" ")
        if self.due == "draw":
            # [A turn, 1] The tile drawn lies in the middle.
            self.stack.remove(words[1])
            self.middle.add(words[1])
            self._refill()
        elif self.due == "remove":
            # [A turn, 1] The tile is out of the game, face up.
            self.middle.remove(words[1])
            self.removed.add(words[1])
            self._bank_base()
        elif self.due == "bank":
            for tiles in self.bases[self.active].values():
                tiles.discard(words[1])
            self._bank(words[1], words[2])
            # [A turn, 2] All tiles of the base go into the hoard, one after the other.
            if self.due != "over":
                self._bank_base()
        elif self.due == "bank six":
            self.six = ""
            self._bank(words[1], words[2])
            if self.due != "over":
                self._take()
        elif self.due == "throw":
            self.roll = words[1]
            self.rolls += 1
            # [A turn, 3] If a roll shows no valid die, rolling ends at once; what was set aside before still counts.
            if set(self.roll) & self._valid_colours():
                self.due = "keep"
            else:
                self._take()
        elif self.due == "keep":
            self._keep(words[1])
        elif move == "roll":
            # [A turn, 3] The seat goes on: the dice left are rolled.
            self.due = "throw"
        elif move == "stop":
            # [A turn, 3] After setting aside, the seat may stop.
            self._take()
        elif words[0] in ("take", "steal"):
            self._take_tile(words[0], words[1], int(words[2]))
        elif move == "done":
            self._shift()
        elif words[0] == "shift":
            self._shift_tile(words[1], words[2])
            # [A turn, 6] A shift ends the turn.
            self._end_turn()
        elif move == "end":
            self._end_turn()
        else:
            raise AssertionError(move)

    def _bank(self, tile: str, target: str) -> None:
        # [A turn, 2; Notation] The tile joins a row or starts a new one, which gets the next number.
        hoard = self.hoards[self.active]
        if target == "new":
            hoard.append({tile})
        else:
            hoard[int(target) - 1].add(tile)
        self.eventful = True
        # [End] When every tile still in the game lies in a hoard, the game ends with that `bank` itself.
        if self._all_banked():
            self._finish("all-banked")

    def _keep(self, text: str) -> None:
        dice, _, joker = text.partition("+")
        # [A turn, 3] Dice set aside are not rolled again.
        self.dice -= len(dice)
        for colour in dice:
            self.kept[colour] += 1
        if joker:
            # [A turn, 4] The die with the egg counts twice; the egg goes back to the supply at once; once per turn.
            self.kept[joker] += 1
            self.eggs[self.active] -= 1
            self.supply += 1
            self.joker_used = True
        # [A turn, 3] Rolling ends when no die is left, and after six rolls.
        if self.dice == 0 or self.rolls == MOST_ROLLS:
            self._take()
        else:
            self.due = "go on"

    def _take_tile(self, word: str, tile: str, count: int) -> None:
        # [A turn, 5] Every die serves one tile.
        self.kept[tile[0]] -= count
        self.eventful = True
        if word == "take":
            self.middle.remove(tile)
        else:
            owner, side = self._on_other_bases()[tile]
            self.bases[owner][side].remove(tile)
            # [A turn, 5] The owner at once gets one egg from the supply, if one is left.
            if self.supply > 0:
                self.supply -= 1
                self.eggs[owner] += 1
        if count == 6:
            # [A turn, 5] A tile taken with exactly six goes straight into the hoard and gives one extra turn.
            self.extra_turn = True
            self.six = tile
            self.due = "bank six"
        else:
            # [A turn, 5] A tile taken with n = 2, 3, 4 or 5 dice goes to side n of the taker's base.
            self.bases[self.active][count].add(tile)
            self._take()

    def _shift_tile(self, tile: str, target: str) -> None:
        # [A turn, 6] The egg goes to the supply.
        self.eggs[self.active] -= 1
        self.supply += 1
        hoard = self.hoards[self.active]
        own = next(row for row in hoard if tile in row)
        # [Notation] The number is the number before the shift; a new row is the last one.
        if target == "new":
            hoard.append({tile})
        else:
            hoard[int(target) - 1].add(tile)
        own.remove(tile)
        # [A turn, 6; Notation] A row left empty disappears and the later ones move up.
        self.hoards[self.active] = [row for row in hoard if row]

    # ---- why a move is illegal ----------------------------------------------------------------------------------------------------------

    def broken(self, move: str) -> set[str]:
        if self.due == "remove" and (match := REMOVE.fullmatch(move)):
            # [A turn, 1] The tile removed is one of those in the middle.
            return set() if match[1] in self.middle else {"not-in-middle"}
        if self.due in ("bank", "bank six") and (match := BANK.fullmatch(move)):
            return self._bank_faults(match[1], match[2])
        if self.due == "keep" and (match := KEEP.fullmatch(move)):
            return self._keep_faults(match[1], match[2])
        if self.due == "go on" and move in ("roll", "stop"):
            return set()
        if self.due == "take" and move == "done":
            return set()
        if self.due == "take" and (match := TAKE.fullmatch(move)):
            return self._take_faults(match[1], int(match[2]))
        if self.due == "take" and (match := STEAL.fullmatch(move)):
            return self._steal_faults(match[1], int(match[2]))
        if self.due == "shift" and move == "end":
            return set()
        if self.due == "shift" and (match := SHIFT.fullmatch(move)):
            return self._shift_faults(match[1], match[2])
        return {"kind"}

    def _bank_faults(self, tile: str, target: str) -> set[str]:
        faults = set()
        # [A turn, 2] Tiles of the own base are banked; [A turn, 5] after a six it is the tile just taken.
        offered = self._on_own_base() if self.due == "bank" else {self.six}
        if tile not in offered:
            faults.add("not-on-base")
        if target != "new":
            hoard = self.hoards[self.active]
            # [A turn, 2] The row must be there ...
            if int(target) > len(hoard):
                faults.add("no-row")
            # ... and with the tile all of one colour or all of one landscape.
            elif not one_kind(hoard[int(target) - 1] | {tile}):
                faults.add("row-mismatch")
        return faults

    def _keep_faults(self, dice: str, joker: str | None) -> set[str]:
        faults = set()
        # [A turn, 3] What is set aside is part of the roll ...
        if any(dice.count(colour) > self.roll.count(colour) for colour in dice):
            faults.add("not-rolled")
        # ... and valid.
        if not set(dice) <= self._valid_colours():
            faults.add("not-valid")
        if joker:
            # [A turn, 4] The egg may be used once per turn,
            if self.joker_used:
                faults.add("joker-used")
            # by a seat that has one,
            if self.eggs[self.active] == 0:
                faults.add("no-egg")
            # on a die of just that set.
            if joker not in dice:
                faults.add("joker-colour")
        return faults

    def _take_faults(self, tile: str, count: int) -> set[str]:
        faults = set()
        # [A turn, 5] From the middle, for 2 or more dice.
        if tile not in self.middle:
            faults.add("not-in-middle")
        elif count < 2:
            faults.add("too-few-dice")
        # [A turn, 5] Not more than what is left of that colour.
        if count > self.kept[tile[0]]:
            faults.add("not-kept")
        return faults

    def _steal_faults(self, tile: str, count: int) -> set[str]:
        faults = set()
        # [A turn, 5] From another seat's base side k, for k + 1 or more dice.
        others = self._on_other_bases()
        if tile not in others:
            faults.add("not-on-other-base")
        elif count < others[tile][1] + 1:
            faults.add("too-few-dice")
        # [A turn, 5] Not more than what is left of that colour.
        if count > self.kept[tile[0]]:
            faults.add("not-kept")
        return faults

    def _shift_faults(self, tile: str, target: str) -> set[str]:
        # [A turn, 6] A tile of the own hoard is moved.
        own = self._row_of(tile)
        if own is None:
            return {"not-in-hoard"}
        hoard = self.hoards[self.active]
        if target == "new":
            # [Notation] A tile that is alone in its row cannot start a new one.
            return {"alone"} if len(hoard[own - 1]) == 1 else set()
        if int(target) > len(hoard):
            return {"no-row"}
        # [A turn, 6] It goes to another row ...
        if int(target) == own:
            return {"same-row"}
        # ... that stays all of one colour or all of one landscape.
        if not one_kind(hoard[int(target) - 1] | {tile}):
            return {"row-mismatch"}
        return set()

    # ---- scoring ------------------------------------------------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        # [End] A row of n tiles scores n * n, a left-over egg the points of the option; tiles on a base or in the middle score nothing.
        return [sum(len(row) * len(row) for row in self.hoards[seat]) + self.egg_points * self.eggs[seat] for seat in range(self.seats)]

    def winners(self) -> list[int]:
        if self.due != "over":
            return []
        # [End] Most points win; equal points share the win.
        points = self.scores()
        return [seat for seat in range(self.seats) if points[seat] == max(points)]

    def reason(self) -> str:
        return self.ending

    # ---- what a seat may see ------------------------------------------------------------------------------------------------------------

    def facts(self, seat: int | None) -> dict:
        # [What a seat may see] Everything but the order of the stack; the same for all.
        rolling = self.due in ("throw", "keep", "go on")
        taking = self.due in ("take", "bank six")
        return {
            "mover": self.mover,
            "middle": sorted(self.middle),
            "stack": len(self.stack),
            "removed": sorted(self.removed),
            "bases": [[sorted(base[side]) for side in SIDES] for base in self.bases],
            "hoards": [[sorted(row) for row in hoard] for hoard in self.hoards],
            "eggs": list(self.eggs),
            "supply": self.supply,
            "roll": self.roll if self.due == "keep" else "",
            "kept": {colour: count for colour, count in self.kept.items() if count > 0} if rolling or taking else {},
            "rolls": self.rolls if rolling else 0,
            "quiet": self.quiet,
        }

    def seen(self, seat: int | None, move: str) -> str:
        # [What a seat may see] Every move is open to all.
        return move


def random_spelling(rng: random.Random, match: Match) -> str:
    """Any well-formed move of a seat."""
    word = rng.choice(["remove", "bank", "keep", "keep", "keep", "roll", "stop", "take", "steal", "done", "shift", "end"])
    tile = rng.choice(TILES)
    if word == "remove":
        return f"remove {tile}"
    if word in ("bank", "shift"):
        return f"{word} {tile} {rng.choice(['new', *range(1, 8), 36])}"
    if word in ("take", "steal"):
        return f"{word} {tile} {rng.randint(1, 6)}"
    if word == "keep":
        dice = in_colour_order(rng.choices(match.roll or COLOURS, k=rng.randint(1, 3)))
        return f"keep {dice}{rng.choice(['', '+' + rng.choice(COLOURS)])}"
    return word


def main() -> None:
    """Plays random games and counts the kinds of spellings."""
    rng = random.Random(1)
    for dice in range(1, DICE + 1):
        assert sum(ROLLS[dice].values()) == 1
    for seats in range(2, 7):
        for egg_points in (0, 1, 5):
            counts: Counter[str] = Counter()
            ends: Counter[str] = Counter()
            for number in range(20):
                match = Match(seats, egg_points=egg_points)
                while match.mover is not None:
                    # Every tile is somewhere, once; so is every egg.
                    places = [match.stack, match.middle, match.removed, {match.six} - {""}]
                    places += [tiles for base in match.bases for tiles in base.values()] + [row for hoard in match.hoards for row in hoard]
                    assert sorted(tile for place in places for tile in place) == sorted(TILES)
                    assert sum(match.eggs) + match.supply == EGGS and min(match.eggs) >= 0 and match.supply >= 0
                    assert all(row and one_kind(row) for hoard in match.hoards for row in hoard)
                    moves = match.moves()
                    assert len(moves) == len(set(moves)) > 0
                    if match.mover == "chance":
                        odds = match.odds()
                        assert set(odds) == set(moves) and sum(odds.values()) == 1
                        move = rng.choices(moves, weights=[float(odds[move]) for move in moves])[0] if match.due == "throw" else rng.choice(moves)
                    else:
                        move = rng.choice(moves)
                        if number < 5:
                            assert not any(match.broken(legal) for legal in moves)
                            for other in [random_spelling(rng, match) for _ in range(20)]:
                                faults = match.broken(other)
                                assert (not faults) == (other in moves), (other, faults, moves)
                                counts.update(faults)
                    counts[move.split(" ")[0] + ("+" if "+" in move else "") + (" new" if move.endswith("new") else "")] += 1
                    match.play(move)
                ends[match.reason()] += 1
            print(f"seats={seats} egg_points={egg_points}: {dict(sorted(counts.items()))} {dict(ends)}")


if __name__ == "__main__":
    main()
