"""Moves and positions of Dragon Inferno as text (§9), strict, both ways: exactly the text that would be written is read.

A position names what lies on the table and nothing else; what follows from that (squares, points, burnt stone) is worked out again when it is
read, and what cannot have come about is refused as far as counting tells.

    tile 1 caves X T U V W eggs b4 d4 b6 b7 broken 1 1 tiles 0 I0 e3 J3 f1 tiles 1 O0 g7 dragons X away T1 f1
"""

import re
from collections.abc import Iterable
from typing import Final

from dragonhoard.bits import Row, new_row, popcount, wrap
from dragonhoard.contract import NotAMove, NotAPosition, State, each_bit
from dragonhoard.games.dragon_inferno import rules
from dragonhoard.games.dragon_inferno.components import TILE_LETTERS
from dragonhoard.no_secrets import is_unseen, learn, learned, learned_text, learns, parse_learned, relive, seen_action  # noqa: F401 (handed on)

PACKAGE: Final = __package__ or ""
DUE_WORDS: Final = ("cave", "egg", "tile", "dragon", "over")
_MOVE: Final = re.compile(r"(cave [A-Z])|(egg [a-h][1-8])|(?:dragon )?[A-Z][0-3] [a-h][1-8]", re.ASCII)
_SQUARES: Final = r"((?: [a-h][1-8])*)"
_PLACES: Final = r"((?: [IOTSZLJ][0-3] [a-h][1-8]){0,7})"
_POSITION: Final = re.compile(
    r"(cave|over|(?:egg|tile|dragon) [01]) caves((?: [A-Z]){0,5}) eggs" + _SQUARES + r" broken ([0-8]) ([0-8])"
    r" tiles 0" + _PLACES + " tiles 1" + _PLACES + r" dragons((?: [A-Z](?:[0-3] [a-h][1-8]| away)){0,5})",
    re.ASCII,
)
LONGEST: Final = 1000  # characters; no position comes near


# ------------------------------------------------------------------ moves
def square_name(square: int) -> str:
    """§9.1 A file's letter and a rank's number."""
    return "abcdefgh"[square & 7] + "12345678"[square >> 3]


def square_number(name: str) -> int:
    """Back again; the name is known to be one."""
    return "12345678".index(name[1]) * 8 + "abcdefgh".index(name[0])


def dragon_letter(box: Row, dragon: int) -> str:
    """The name of a dragon in this component set."""
    return chr(box[rules.LETTERS + dragon])


def dragon_letters(box: Row) -> list[str]:
    """The names of the five dragons, in order."""
    return [dragon_letter(box, dragon) for dragon in range(rules.DRAGONS)]


def is_turn(box: Row, turned: int) -> bool:
    """Whether a turned dragon (dragon * 4 + turn) differs from its earlier turns."""
    return box[rules.DRAGON_BOX + turned * 7] != 0


def actions(box: Row) -> Iterable[int]:
    """Every action there is, ascending; that a piece would stick out of the board makes it no other text."""
    yield from range(rules.A_DRAGON)
    for turned in range(rules.DRAGONS * 4):
        if is_turn(box, turned):
            yield from range(rules.A_DRAGON + turned * 64, rules.A_DRAGON + turned * 64 + 64)
    yield from range(rules.A_EGG, rules.A_CAVE + rules.DRAGONS)


def place_text(letter: str, placed: int) -> str:
    """A piece's turn and square: `L2 c4`."""
    return f"{letter}{(placed >> 6) & 3} {square_name(placed & 63)}"


def move_text(box: Row, action: int) -> str:
    """The spelling of an action."""
    if action >= rules.A_CAVE:
        return f"cave {dragon_letter(box, action - rules.A_CAVE)}"
    if action >= rules.A_EGG:
        return f"egg {square_name(action - rules.A_EGG)}"
    if action >= rules.A_DRAGON:
        return "dragon " + place_text(dragon_letter(box, (action - rules.A_DRAGON) >> 8), action - rules.A_DRAGON)
    return place_text(TILE_LETTERS[action >> 8], action)


def parse_move(box: Row, text: str) -> int:
    """The action of a spelling; a dragon's turn has one number only, the smallest (§9.4)."""
    if len(text) > 12 or not _MOVE.fullmatch(text):
        raise NotAMove("spelling", given=text)
    words = text.split(" ")
    if words[0] == "egg":
        return rules.A_EGG + square_number(words[1])
    if words[0] in ("cave", "dragon"):
        letters = dragon_letters(box)
        if words[1][0] not in letters:
            raise NotAMove("spelling", given=text)
        dragon = letters.index(words[1][0])
        if words[0] == "cave":
            return rules.A_CAVE + dragon
        turned = dragon * 4 + int(words[1][1])
        if not is_turn(box, turned):
            raise NotAMove("spelling", given=text)
        return rules.A_DRAGON + turned * 64 + square_number(words[2])
    if words[0][0] not in TILE_LETTERS:
        raise NotAMove("spelling", given=text)
    return TILE_LETTERS.index(words[0][0]) * 256 + int(words[0][1]) * 64 + square_number(words[1])


# ------------------------------------------------------------------ positions
def tile_placed(state: Row, seat: int, tile: int) -> int:
    """Where a tile lies, turn * 64 + square; -1 while it is in hand."""
    return ((state[rules.LAID + seat] >> tile * rules.PLACED_BITS) & 511) - 1


def dragon_placed(state: Row, cave: int) -> int:
    """Where the dragon of a cave lies, turn * 64 + square; -1 while it sleeps, AWAY - 1 if it found no place."""
    return ((state[rules.FLOWN] >> cave * rules.PLACED_BITS) & 511) - 1


def tile_column(seat: int, tile: int, turn: int) -> int:
    """Where the box has what it knows of a turned tile."""
    return seat * rules.TILE_BOX + tile * 4 + turn


def tile_squares(box: Row, seat: int, tile: int, placed: int) -> int:
    """The squares under a tile, as a set of bits; it is known to lie on the board."""
    return wrap(box[tile_column(seat, tile, placed >> 6) + rules.SQUARES] << (placed & 63))


def tile_marks(box: Row, seat: int, tile: int, placed: int) -> tuple[int, int]:
    """The squares of its castle and of its hole."""
    column = tile_column(seat, tile, placed >> 6)
    return (placed & 63) + box[column + rules.CASTLE_AT], (placed & 63) + box[column + rules.HOLE_AT]


def dragon_squares(box: Row, dragon: int, placed: int) -> int:
    """The squares under a dragon, as a set of bits; it is known to lie on the board."""
    return wrap(box[rules.DRAGON_BOX + (dragon * 4 + (placed >> 6)) * 7 + 6] << (placed & 63))


def fits_board(squares: int, square: int) -> bool:
    """Whether a piece, its lower left corner at a1, stays on the board when that corner is moved to the square."""
    return all((bit & 7) + (square & 7) < 8 and (bit >> 3) + (square >> 3) < 8 for bit in each_bit(squares))


def squares_text(squares: int) -> list[str]:
    """The names of a set of squares, in the order of their numbers."""
    return [square_name(square) for square in each_bit(squares & 0xFFFFFFFFFFFFFFFF)]


def position_text(box: Row, state: Row) -> str:
    """What is due, the caves, the eggs, and where every piece lies."""
    due = state[rules.DUE]
    words = [DUE_WORDS[due]]
    if due in (rules.EGG_DUE, rules.TILE_DUE, rules.DRAGON_DUE):
        words.append(str(state[rules.SEAT]))
    filled = state[rules.NEXT] if due == rules.CAVE_DUE else rules.DRAGONS
    words += ["caves", *(dragon_letter(box, state[rules.CAVE + cave]) for cave in range(filled))]
    words += ["eggs", *squares_text(state[rules.EGG])]
    words += ["broken", str(state[rules.BROKEN]), str(state[rules.BROKEN + 1])]
    for seat in range(rules.SEATS):
        words += ["tiles", str(seat)]
        for tile in range(rules.TILES):
            placed = tile_placed(state, seat, tile)
            if placed >= 0:
                words.append(place_text(TILE_LETTERS[tile], placed))
    words.append("dragons")
    for cave in range(state[rules.NEXT] if due > rules.EGG_DUE else 0):
        letter = dragon_letter(box, state[rules.CAVE + cave])
        placed = dragon_placed(state, cave)
        words.append(f"{letter} away" if placed == rules.AWAY - 1 else place_text(letter, placed))
    return " ".join(words)


def parse_position(box: Row, text: str, seat: int | None) -> State:
    """The state of a text; the same for everybody."""
    found = _POSITION.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        raise _impossible("form", given=text)
    state = new_row(rules.STATE_SIZE)
    rules.start(box, state)
    due, _, mover = found[1].partition(" ")
    state[rules.DUE] = DUE_WORDS.index(due)
    state[rules.SEAT] = int(mover or "0")
    _read_caves(box, state, found[2].split())
    _read_eggs(state, found[3].split(), (int(found[4]), int(found[5])))
    for owner in range(rules.SEATS):
        _read_tiles(box, state, owner, found[6 + owner].split())
    called = _read_dragons(box, state, found[8].split())
    _check_counts(box, state, called)
    if position_text(box, state) != text:
        raise _impossible("order", given=text)
    return state


def _impossible(code: str, **parameters: object) -> NotAPosition:
    return NotAPosition(code, package=PACKAGE, **parameters)


def _read_caves(box: Row, state: Row, letters: list[str]) -> None:
    """§2.1 The dragons of the set, each before one cave at most; all five once the eggs are laid."""
    known = dragon_letters(box)
    if len(set(letters)) < len(letters) or not set(letters) <= set(known) or (len(letters) == rules.DRAGONS) == (state[rules.DUE] == rules.CAVE_DUE):
        raise _impossible("caves")
    for cave, letter in enumerate(letters):
        state[rules.CAVE + cave] = known.index(letter)
        state[rules.POOL] ^= 1 << known.index(letter)
    if len(letters) < rules.DRAGONS:
        if state[rules.DUE] != rules.CAVE_DUE:
            raise _impossible("caves")
        state[rules.NEXT] = len(letters)


def _read_eggs(state: Row, names: list[str], broken: tuple[int, int]) -> None:
    """§2.2 to §2.4 Eggs lie in the middle; before all eight are laid none is broken, and who lays follows from their number."""
    for name in names:
        state[rules.EGG] |= wrap(1 << square_number(name))
    count = len(names)
    state[rules.BROKEN], state[rules.BROKEN + 1] = broken
    if popcount(state[rules.EGG]) != count or state[rules.EGG] & ~rules.MIDDLE != 0 or count + sum(broken) > 2 * rules.EGGS:
        raise _impossible("eggs")
    if state[rules.DUE] <= rules.EGG_DUE:
        most = 0 if state[rules.DUE] == rules.CAVE_DUE else 2 * rules.EGGS - 1
        if sum(broken) or count > most or state[rules.SEAT] != (count >= rules.EGGS):
            raise _impossible("eggs")


def _read_tiles(box: Row, state: Row, seat: int, words: list[str]) -> None:
    """§3 Each tile once, on the board, over no other and over no egg."""
    for piece, name in zip(words[::2], words[1::2], strict=True):
        tile, square = TILE_LETTERS.index(piece[0]), square_number(name)
        placed = int(piece[1]) * 64 + square
        if (state[rules.HAND + seat] >> tile) & 1 == 0:
            raise _impossible("tile-twice", letter=piece[0])
        if not fits_board(box[tile_column(seat, tile, int(piece[1])) + rules.SQUARES], square):
            raise _impossible("tile-place", given=f"{piece} {name}")
        squares = tile_squares(box, seat, tile, placed)
        if squares & (state[rules.OWN] | state[rules.OWN + 1] | state[rules.EGG]) != 0:
            raise _impossible("tile-place", given=f"{piece} {name}")
        state[rules.OWN + seat] |= squares
        state[rules.CASTLE + seat] |= wrap(1 << tile_marks(box, seat, tile, placed)[0])
        state[rules.HAND + seat] ^= 1 << tile
        state[rules.LAID + seat] |= (1 + placed) << tile * rules.PLACED_BITS


def _read_dragons(box: Row, state: Row, words: list[str]) -> int:
    """§4 They come in the order of the caves and burn squares of tiles, each once; returns how many were called and are done with."""
    called = len(words) // 2
    for cave in range(called):
        piece, name = words[2 * cave], words[2 * cave + 1]
        dragon = state[rules.CAVE + cave]
        if state[rules.DUE] <= rules.EGG_DUE or piece[0] != dragon_letter(box, dragon) or (name == "away") != (len(piece) == 1):
            raise _impossible("dragons")
        placed = rules.AWAY - 1
        if name != "away":
            placed = int(piece[1]) * 64 + square_number(name)
            turned = dragon * 4 + int(piece[1])
            if not is_turn(box, turned) or not fits_board(box[rules.DRAGON_BOX + turned * 7 + 6], placed & 63):
                raise _impossible("dragon-place", given=f"{piece} {name}")
            burnt = dragon_squares(box, dragon, placed)
            if burnt & ~rules.fuel(state) != 0:
                raise _impossible("dragon-place", given=f"{piece} {name}")
            state[rules.BURNT] |= burnt
        state[rules.FLOWN] |= (1 + placed) << cave * rules.PLACED_BITS
    if state[rules.DUE] > rules.EGG_DUE:
        state[rules.NEXT] = called
    return called


def _check_counts(box: Row, state: Row, called: int) -> None:
    """What must add up: eggs, dragons, connected kingdoms, and whose turn it can be."""
    due = state[rules.DUE]
    if due <= rules.EGG_DUE:
        if state[rules.OWN] | state[rules.OWN + 1] != 0:
            raise _impossible("turn")
        return
    tiles = [
        [(tile, tile_placed(state, seat, tile)) for tile in range(rules.TILES) if tile_placed(state, seat, tile) >= 0] for seat in range(rules.SEATS)
    ]
    holes = [0, 0]  # for each seat the holes that can have lain over an egg
    for seat in range(rules.SEATS):
        under = 0
        for tile, placed in tiles[seat]:
            hole = wrap(1 << tile_marks(box, seat, tile, placed)[1]) & rules.MIDDLE
            holes[seat] += hole != 0
            under |= tile_squares(box, seat, tile, placed) & ~hole
        if state[rules.BROKEN + seat] > popcount(under & rules.MIDDLE):
            raise _impossible("broken")
        if not _is_connected(box, state, seat, [tile_squares(box, seat, tile, placed) for tile, placed in tiles[seat]]):
            raise _impossible("apart", seat=seat)
    used = 2 * rules.EGGS - popcount(state[rules.EGG]) - state[rules.BROKEN] - state[rules.BROKEN + 1]
    if used > sum(holes) or min(used, rules.DRAGONS) != called + (due == rules.DRAGON_DUE):  # §4.2 an egg at a hole calls a dragon while there is one
        raise _impossible("called")
    _check_turn(box, state, [len(laid) for laid in tiles], holes)


def _is_connected(box: Row, state: Row, seat: int, laid: list[int]) -> bool:
    """§3.4 The tiles can have been laid in some order, each over a corner or beside an earlier one."""
    reached = 0
    for _ in laid:
        for squares in laid:
            if squares & (rules.CORNERS | rules.beside(reached)) != 0:
                reached |= squares
    return reached == state[rules.OWN + seat]


def _check_turn(box: Row, state: Row, counts: list[int], holes: list[int]) -> None:
    """§5 Seats alternate, seat 0 first; a seat that once had no room for a tile never has again."""
    due, seat = state[rules.DUE], state[rules.SEAT]
    rooms = [rules.has_room(box, state, each) for each in range(rules.SEATS)]
    ahead = counts[0] - counts[1] if seat == 0 else counts[1] - counts[0]
    normal = (1 if due == rules.DRAGON_DUE else 0) - seat  # how many tiles the seat to move is ahead while both take turns
    if due == rules.NOTHING_DUE:
        is_possible = not any(rooms)
    elif due == rules.DRAGON_DUE:
        is_possible = holes[seat] > 0 and rules.has_lair(box, state, state[rules.CAVE + state[rules.NEXT]])
    else:
        is_possible = rooms[seat]
    if due != rules.NOTHING_DUE and (ahead != normal if rooms[1 - seat] else ahead < normal):
        is_possible = False
    if not is_possible:
        raise _impossible("turn")
