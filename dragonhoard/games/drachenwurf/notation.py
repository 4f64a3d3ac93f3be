"""Moves and positions of Drachenwurf as text (§12), strict, both ways. Knows spellings, no sentences. Nothing is hidden (§11.1)."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from dragonhoard.bits import Row, new_row, popcount
from dragonhoard.contract import NotAMove, NotAPosition, State, each_bit
from dragonhoard.games.drachenwurf import rules
from dragonhoard.no_secrets import is_unseen, learn, learned, learned_text, learns, parse_learned, relive, seen_action  # noqa: F401 (handed on)

PACKAGE: Final = __package__ or ""
COLOURS: Final = "RBGYPK"
LANDSCAPES: Final = "wmfdsi"
TILES: Final = tuple(colour + landscape for colour in COLOURS for landscape in LANDSCAPES)
TILE_NUMBER: Final = {text: tile for tile, text in enumerate(TILES)}
PLAIN: Final = {"roll": rules.GO_ON, "stop": rules.STOP, "done": rules.DONE, "end": rules.END}
PLAIN_TEXT: Final = {action: text for text, action in PLAIN.items()}
DUE: Final = ("draw", "throw", "remove", "bank", "keep", "go-on", "take", "bank-six", "shift", "over")  # in the order of the phases

_TILE: Final = "([RBGYPK][wmfdsi])"
_DICE: Final = "(R{0,6}B{0,6}G{0,6}Y{0,6}P{0,6}K{0,6})"
_ROW: Final = "(new|[1-9]|[12][0-9]|3[0-6])"
_MOVE: Final = re.compile(
    rf"(draw|remove) {_TILE}|(bank|shift) {_TILE} {_ROW}|(take|steal) {_TILE} ([1-6])|roll {_DICE}|keep {_DICE}(?:\+([RBGYPK]))?", re.ASCII
)
_SOME_TILES: Final = "(-|[RBGYPK][wmfdsi](?: [RBGYPK][wmfdsi])*)"
_ONE_SIDE: Final = "(-|[RBGYPK][wmfdsi](?:,[RBGYPK][wmfdsi])*)"
_POSITION: Final = re.compile(
    "turn ([0-5])((?: (?:opening|eventful|extra|joker))*); due ([a-z-]{4,8}); rolls ([0-6]); roll ([RBGYPK]{1,6}|-); kept ([RBGYPK]{1,7}|-); "
    f"held (-|[RBGYPK][wmfdsi]); quiet ([0-9]{{1,2}}); middle {_SOME_TILES}; stack {_SOME_TILES}; removed {_SOME_TILES}; "
    "supply ([0-9]{1,2})((?:; seat [^;]{1,250}){2,6})",
    re.ASCII,
)
_SEAT: Final = re.compile(
    f"; seat ([0-5]) eggs ([0-9]{{1,2}}) base {_ONE_SIDE} {_ONE_SIDE} {_ONE_SIDE} {_ONE_SIDE} "
    "hoard (-|(?:[RBGYPK][wmfdsi]){1,6}(?: (?:[RBGYPK][wmfdsi]){1,6})*)",
    re.ASCII,
)


# ------------------------------------------------------------------ counts of dice
def dice_text(small: int) -> str:
    """Small counts as letters in colour order."""
    return "".join(letter * ((small >> 3 * colour) & 7) for colour, letter in enumerate(COLOURS))


def small_counts(letters: str) -> int:
    """Letters as small counts."""
    return sum(1 << 3 * COLOURS.index(letter) for letter in letters)


def narrow(counts: int) -> int:
    """Counts as the state has them, as the small counts that actions have."""
    return sum(((counts >> 6 * colour) & 7) << 3 * colour for colour in range(rules.COLOURS))


# ------------------------------------------------------------------ moves
def actions(box: Row) -> Iterable[int]:
    """Every action there is, ascending. Dice that a set lacks may be named for the egg: such a move can be written, though never made."""
    yield from range(rules.END + 1)
    handfuls = list(_handfuls())
    for small in handfuls:
        yield rules.ROLLED + small
    for joker in range(rules.COLOURS + 1):
        for small in handfuls:
            yield rules.KEPT_ASIDE + (joker << rules.SMALL) + small


def _handfuls() -> Iterator[int]:
    """The small counts of one to six dice, ascending."""
    return (small for small in range(1, 1 << rules.SMALL) if 1 <= sum((small >> 3 * colour) & 7 for colour in range(6)) <= 6)


def move_text(box: Row, action: int) -> str:
    """The spelling of an action."""
    if action < rules.REMOVED:
        return f"draw {TILES[action]}"
    if action < rules.BANKED:
        return f"remove {TILES[action - rules.REMOVED]}"
    if action < rules.TAKEN:
        return f"bank {_tile_and_row(action - rules.BANKED)}"
    if action < rules.STOLEN:
        return f"take {_tile_and_dice(action - rules.TAKEN)}"
    if action < rules.SHIFTED:
        return f"steal {_tile_and_dice(action - rules.STOLEN)}"
    if action < rules.GO_ON:
        return f"shift {_tile_and_row(action - rules.SHIFTED)}"
    if action <= rules.END:
        return PLAIN_TEXT[action]
    if action < rules.KEPT_ASIDE:
        return f"roll {dice_text(action - rules.ROLLED)}"
    joker = (action - rules.KEPT_ASIDE) >> rules.SMALL
    dice = dice_text(action & (rules.ROLLED - 1))
    return f"keep {dice}+{COLOURS[joker - 1]}" if joker else f"keep {dice}"


def _tile_and_row(number: int) -> str:
    row, tile = divmod(number, rules.TILES)
    return f"{TILES[tile]} {row or 'new'}"


def _tile_and_dice(number: int) -> str:
    dice, tile = divmod(number, rules.TILES)
    return f"{TILES[tile]} {dice + 1}"


def parse_move(box: Row, text: str) -> int:
    """The action of a spelling; raises NotAMove for anything else."""
    if text in PLAIN:
        return PLAIN[text]
    found = _MOVE.fullmatch(text)
    if found is None:
        raise NotAMove("spelling", given=text)
    from_table, table_tile, to_row, row_tile, row, from_whom, taken_tile, spent, rolled, kept, joker = found.groups()
    if from_table:
        return (rules.DRAW if from_table == "draw" else rules.REMOVED) + TILE_NUMBER[table_tile]
    if to_row:
        number = 0 if row == "new" else int(row)
        return (rules.BANKED if to_row == "bank" else rules.SHIFTED) + number * rules.TILES + TILE_NUMBER[row_tile]
    if from_whom:
        return (rules.TAKEN if from_whom == "take" else rules.STOLEN) + (int(spent) - 1) * rules.TILES + TILE_NUMBER[taken_tile]
    letters = rolled if kept is None else kept
    if not 1 <= len(letters) <= rules.DICE_IN_GAME:
        raise NotAMove("spelling", given=text)
    if kept is None:
        return rules.ROLLED + small_counts(letters)
    return rules.KEPT_ASIDE + ((COLOURS.index(joker) + 1 if joker else 0) << rules.SMALL) + small_counts(letters)


# ------------------------------------------------------------------ looking into a state
def tiles_of(tiles: int) -> list[str]:
    """A set of tiles in their order."""
    return [TILES[tile] for tile in each_bit(tiles)]


def side_of(state: Row, seat: int, side: int) -> int:
    """The tiles on one side of a base."""
    return state[rules.SIDE + side - rules.CHEAPEST_SIDE] & state[rules.BASE + seat]


def rows_of(state: Row, seat: int) -> list[int]:
    """The rows of a hoard, in the order in which they were started."""
    return [state[rules.ROW + row] for row in range(state[rules.FIRST + seat], state[rules.FIRST + seat + 1])]


def removed_of(state: Row) -> int:
    """The tiles out of the game: those that lie nowhere else."""
    elsewhere = state[rules.STACK] | state[rules.MIDDLE] | state[rules.HELD] | rules.on_bases(state)
    for seat in range(rules.MOST_SEATS):
        elsewhere |= state[rules.HOARDS + seat]
    return rules.EVERY_TILE & ~elsewhere


# ------------------------------------------------------------------ positions
def position_text(box: Row, state: Row) -> str:
    """A state as one line (§12.2)."""
    marks = [
        *(["opening"] if not state[rules.OPEN] else []),
        *(["eventful"] if state[rules.BUSY] else []),
        *(["extra"] if state[rules.EXTRA] else []),
        *(["joker"] if state[rules.JOKER] else []),
    ]
    parts = [
        " ".join(["turn", str(state[rules.SEAT]), *marks]),
        f"due {DUE[state[rules.PHASE]]}",
        f"rolls {state[rules.ROLLS]}",
        f"roll {dice_text(narrow(state[rules.SHOWN])) or '-'}",
        f"kept {dice_text(narrow(state[rules.KEPT])) or '-'}",
        f"held {_listed(state[rules.HELD])}",
        f"quiet {state[rules.QUIET]}",
        f"middle {_listed(state[rules.MIDDLE])}",
        f"stack {_listed(state[rules.STACK])}",
        f"removed {_listed(removed_of(state))}",
        f"supply {state[rules.SUPPLY]}",
    ]
    for seat in range(box[rules.SEATS]):
        sides = " ".join(",".join(tiles_of(side_of(state, seat, side))) or "-" for side in range(2, 6))
        rows = " ".join("".join(tiles_of(row)) for row in rows_of(state, seat)) or "-"
        parts.append(f"seat {seat} eggs {state[rules.EGGS + seat]} base {sides} hoard {rows}")
    return "; ".join(parts)


def _listed(tiles: int) -> str:
    return " ".join(tiles_of(tiles)) or "-"


def parse_position(box: Row, text: str, seat: int | None) -> State:
    """The state of a text; raises NotAPosition, also for states that cannot be. Every seat sees all, so the texts are the same for each."""
    found = _POSITION.fullmatch(text)
    seats = _SEAT.findall(found[13]) if found else []
    if found is None or len(seats) != box[rules.SEATS] or found[3] not in DUE:
        raise _spelling(text)
    state = new_row(rules.STATE_SIZE)
    marks = found[2].split()
    state[rules.SEAT] = int(found[1])
    state[rules.OPEN] = int("opening" not in marks)
    state[rules.BUSY] = int("eventful" in marks)
    state[rules.EXTRA] = int("extra" in marks)
    state[rules.JOKER] = int("joker" in marks)
    state[rules.PHASE] = DUE.index(found[3])
    state[rules.ROLLS] = int(found[4])
    state[rules.SHOWN] = _counts(found[5])
    state[rules.KEPT] = _counts(found[6])
    state[rules.HELD] = _set(found[7])
    state[rules.QUIET] = int(found[8])
    state[rules.MIDDLE] = _set(found[9])
    state[rules.STACK] = _set(found[10])
    state[rules.SUPPLY] = int(found[12])
    row = 0
    for number, (_, eggs, *sides, hoard) in enumerate(seats):
        state[rules.EGGS + number] = int(eggs)
        for i, side in enumerate(sides):
            state[rules.SIDE + i] |= _set(side)
            state[rules.BASE + number] |= _set(side)
        for tiles in hoard.split() if hoard != "-" else ():
            if row == rules.TILES:
                raise _impossible("tiles")
            state[rules.ROW + row] = _set(tiles)
            state[rules.JOIN + row] = _joins(state[rules.ROW + row])
            state[rules.HOARDS + number] |= state[rules.ROW + row]
            row += 1
        state[rules.FIRST + number + 1] = row
    for number in range(len(seats), rules.MOST_SEATS):
        state[rules.FIRST + number + 1] = row
    if state[rules.PHASE] in (rules.ROLL, rules.KEEP, rules.AGAIN):
        state[rules.DICE] = rules.DICE_IN_GAME - _total(state[rules.KEPT]) + state[rules.JOKER]
    _check_counts(box, state, _set(found[11]))
    _check_turn(box, state)
    _check_phase(box, state)
    if position_text(box, state) != text:
        raise _spelling(text)
    return state


def _spelling(text: str) -> NotAPosition:
    return NotAPosition("spelling", given=text)


def _impossible(code: str) -> NotAPosition:
    return NotAPosition(code, package=PACKAGE)


def _set(text: str) -> int:
    letters = text.replace(" ", "").replace(",", "") if text != "-" else ""
    tiles = 0
    for i in range(0, len(letters), 2):
        tiles |= 1 << TILE_NUMBER[letters[i : i + 2]]
    return tiles


def _counts(text: str) -> int:
    return sum(1 << 6 * COLOURS.index(letter) for letter in text) if text != "-" else 0


def _total(counts: int) -> int:
    return sum((counts >> 6 * colour) & rules.FIELD for colour in range(rules.COLOURS))


def _joins(row: int) -> int:
    fitting = rules.EVERY_TILE
    for tile in each_bit(row):
        fitting &= rules.akin(tile)
    return fitting


def _check_counts(box: Row, state: Row, removed: int) -> None:
    """Every tile once, rows that are rows, every egg once."""
    rows = [state[rules.ROW + row] for row in range(state[rules.FIRST + rules.MOST_SEATS])]
    bases = [state[rules.BASE + number] for number in range(box[rules.SEATS])]
    places = [state[rules.MIDDLE], state[rules.STACK], state[rules.HELD], removed, *bases, *rows]
    everything = 0
    for place in places:
        everything |= place
    on_sides = sum(popcount(state[rules.SIDE + i]) for i in range(4))
    if everything != rules.EVERY_TILE or sum(map(popcount, places)) != rules.TILES or on_sides != sum(map(popcount, bases)):
        raise _impossible("tiles")
    if removed and box[rules.SEATS] > 2:  # §3.2: only two seats remove tiles
        raise _impossible("removed")
    if any(row & ~_joins(row) for row in rows):
        raise _impossible("rows")
    if state[rules.SUPPLY] + sum(state[rules.EGGS + number] for number in range(box[rules.SEATS])) != rules.EGGS_IN_GAME:
        raise _impossible("eggs")


def _check_turn(box: Row, state: Row) -> None:
    """Whose turn it is, how long it has been quiet, what has happened in this turn."""
    phase, seat, quiet = state[rules.PHASE], state[rules.SEAT], state[rules.QUIET]
    if phase == rules.ENDED:
        # §10: all is banked, or it has been quiet for forty turns, and then nothing of the turn is left.
        if rules.all_banked(state) == (quiet == rules.QUIET_TURNS) or quiet > rules.QUIET_TURNS:
            raise _impossible("end")
        if seat or state[rules.BUSY] or state[rules.EXTRA] or not state[rules.OPEN]:
            raise _impossible("turn")
        return
    if rules.all_banked(state) or quiet >= rules.QUIET_TURNS:
        raise _impossible("end")
    if seat >= box[rules.SEATS]:
        raise _impossible("turn")
    if not state[rules.OPEN]:
        # In the first round every turn but an extra one has been another seat's, and who has not had a turn has nothing but an egg.
        later = range(seat + 1, box[rules.SEATS])
        untouched = all(not (state[rules.BASE + i] | state[rules.HOARDS + i]) and state[rules.EGGS + i] == 1 for i in later)
        if quiet > seat or not untouched:
            raise _impossible("turn")
    if state[rules.EXTRA] and not (state[rules.BUSY] and phase in (rules.HOARD, rules.SHIFT)):
        raise _impossible("turn")
    if state[rules.BUSY]:
        has_banked = state[rules.OPEN] and state[rules.HOARDS + seat]
        if phase in (rules.REFILL, rules.REMOVE) or (phase not in (rules.TAKE, rules.HOARD, rules.SHIFT) and not has_banked):
            raise _impossible("turn")


def _check_phase(box: Row, state: Row) -> None:
    """Whether what is due can be due at this table."""
    phase, seat = state[rules.PHASE], state[rules.SEAT]
    has_taken = phase in (rules.TAKE, rules.HOARD, rules.SHIFT) and state[rules.BUSY] != 0
    lie = popcount(state[rules.MIDDLE])
    if phase == rules.REFILL:
        is_filled = lie < (4 if box[rules.SEATS] == 2 else 3) and state[rules.STACK] != 0
    elif phase == rules.REMOVE:
        is_filled = box[rules.SEATS] == 2 and lie == 4
    else:
        # Until the first tile is taken, three lie there, unless the stack is empty (§3).
        is_filled = lie == 3 or (lie < 3 and (state[rules.STACK] == 0 or has_taken))
    if not is_filled:
        raise _impossible("middle")
    if (state[rules.HELD] != 0) != (phase == rules.HOARD) or (phase == rules.HOARD and not state[rules.EXTRA]):
        raise _impossible("held")
    has_base = state[rules.BASE + seat] != 0
    if has_base and phase not in (rules.ENDED, rules.BANK):
        # The base has been banked and nothing taken since; in the first round it holds what the turn before an extra one brought.
        is_before_bank = phase in (rules.REFILL, rules.REMOVE)
        is_extra_turn = not state[rules.OPEN] and state[rules.HOARDS + seat]
        if not (has_taken or is_extra_turn or (is_before_bank and state[rules.OPEN])):
            raise _impossible("due")
    if (
        (phase == rules.BANK and not (state[rules.OPEN] and has_base))
        or (phase == rules.TAKE and not rules.can_take(state))
        or (phase == rules.SHIFT and not rules.can_shift(state))
    ):
        raise _impossible("due")
    _check_dice(state)


def _check_dice(state: Row) -> None:
    """Dice rolled and set aside."""
    phase, rolls, kept = state[rules.PHASE], state[rules.ROLLS], state[rules.KEPT]
    results = _total(kept)
    if phase not in (rules.ROLL, rules.KEEP, rules.AGAIN):
        most = {rules.TAKE: 7, rules.HOARD: 1}.get(phase, 0)  # six dice and an egg
        if rolls or state[rules.SHOWN] or state[rules.JOKER] or results > most:
            raise _impossible("dice")
        return
    aside = results - state[rules.JOKER]
    keeps = rolls - 1 if phase == rules.KEEP else rolls  # one die at least each time
    if phase == rules.KEEP:
        fits = _total(state[rules.SHOWN]) == state[rules.DICE] and rolls >= 1
    else:
        fits = state[rules.SHOWN] == 0 and rolls < rules.MOST_ROLLS and (phase == rules.ROLL or rolls >= 1)
    valid = rules.colours_of(rules.on_offer(state))
    has_pair = not state[rules.JOKER] or rules.at_least(kept, 2) != 0
    is_possible = fits and has_pair and not kept & ~valid and keeps <= aside < rules.DICE_IN_GAME and not (keeps == 0 and results)
    if not is_possible or (phase == rules.KEEP and rules.valid_dice(state) == 0):
        raise _impossible("dice")
