"""What anybody may see of Dragon Inferno, what a move did or would do, and why it is not legal: plain data.

Nothing is hidden (§7.1), so every seat and every spectator gets the same, and a preview may tell all that follows from a move. It knows no
language: sentences are keys into words.en and words.de.
"""

from array import array
from functools import lru_cache
from typing import Any, Final, Literal, TypedDict

from dragonhoard.bits import CHANCE, Row, wrap
from dragonhoard.contract import State, each_bit
from dragonhoard.games.dragon_inferno import rules
from dragonhoard.games.dragon_inferno.components import TILE_LETTERS
from dragonhoard.games.dragon_inferno.notation import (
    DUE_WORDS,
    dragon_letter,
    dragon_placed,
    dragon_squares,
    fits_board,
    is_turn,
    place_text,
    square_name,
    squares_text,
    tile_column,
    tile_marks,
    tile_placed,
    tile_squares,
)
from dragonhoard.language import Say, Seat, say

Cell = list[int | str]  # x to the right and y upward from the lower left square, and the mark: C, H, . or X
Due = Literal["cave", "egg", "tile", "dragon", ""]
DUES: Final[tuple[Due, ...]] = ("cave", "egg", "tile", "dragon", "")
ALL: Final = 0xFFFFFFFFFFFFFFFF  # a set of squares & ALL is a number that is not negative


class Turned(TypedDict):
    """A piece in one of its turns."""

    turn: int
    width: int
    height: int
    cells: list[Cell]


class TileView(TypedDict):
    """A kingdom tile of a seat; where it lies, if it does."""

    letter: str
    turns: list[Turned]
    placed: str | None  # "L2 c4"
    squares: list[str]


class DragonView(TypedDict):
    """A dragon, how it can be turned, and where it is."""

    letter: str
    turns: list[Turned]
    cave: int | None  # 1 to 5; None before it was drawn
    is_at: Literal["drawing", "cave", "summoned", "board", "away"]
    placed: str | None  # "W1 c4"
    squares: list[str]


class Standing(TypedDict):
    """What a seat's points are made of."""

    squares: int
    castles: int
    broken: int
    points: int


class BoardView(TypedDict):
    """The table, the same for everybody."""

    seat: int | None  # who looks; None for a spectator
    mover: int | Literal["chance"] | None
    due: Due
    caves: list[str]  # dragons that wait, the next one first
    eggs: list[str]
    squares: dict[str, list[int | str]]  # covered square -> whose tile, and the mark on it
    burnt: list[str]
    hands: list[list[str]]  # tiles left
    broken: list[int]
    summoned: str  # the dragon to be placed now
    scores: list[int]
    standings: list[Standing]
    next_dragon: str  # the one that the next egg at a hole wakes
    eggs_to_lay: list[int]
    outlines: dict[str, str]  # covered square -> the tile that covers it: seat and letter
    lairs: dict[str, str]  # burnt square -> the dragon that lies there
    tiles: list[list[TileView]]
    dragons: list[DragonView]


class CaveFilled(TypedDict):
    """A dragon stands before a cave."""

    kind: Literal["cave"]
    cave: int
    dragon: str


class EggLaid(TypedDict):
    """An egg was laid."""

    kind: Literal["egg"]
    seat: int
    square: str


class TileLaid(TypedDict):
    """A kingdom tile was laid."""

    kind: Literal["tile"]
    seat: int
    tile: str
    turn: int
    square: str
    squares: list[str]
    castle: str
    hole: str


class EggBroken(TypedDict):
    """An egg broke; the seat takes it."""

    kind: Literal["break"]
    seat: int
    square: str


class EggUsed(TypedDict):
    """An egg lay exactly at the hole and is used up."""

    kind: Literal["hatch"]
    seat: int
    square: str


class DragonWoken(TypedDict):
    """A dragon leaves its cave and is to be placed."""

    kind: Literal["wake"]
    seat: int
    cave: int
    dragon: str


class DragonGone(TypedDict):
    """A dragon woke, found no place and left the game."""

    kind: Literal["away"]
    seat: int
    cave: int
    dragon: str


class DragonLaid(TypedDict):
    """A dragon was placed, and its squares are burnt."""

    kind: Literal["burn"]
    seat: int
    dragon: str
    turn: int
    square: str
    squares: list[str]


class ScoreChanged(TypedDict):
    """A seat's points changed."""

    kind: Literal["score"]
    seat: int
    before: int
    after: int


class Passed(TypedDict):
    """A seat has no room for a tile."""

    kind: Literal["pass"]
    seat: int


class Ended(TypedDict):
    """Neither seat has room for a tile."""

    kind: Literal["end"]


Change = CaveFilled | EggLaid | TileLaid | EggBroken | EggUsed | DragonWoken | DragonGone | DragonLaid | ScoreChanged | Passed | Ended

VIEW: Final = BoardView
CHANGE: Final = Change
AUTOMATIC: Final[tuple[str, ...]] = ("away", "no-dragon", "pass", "end")
CONDITIONS: Final = {
    "turn": "5.1",
    "kind": "5.4",
    "tile-used": "3.1",
    "not-summoned": "4.3",
    "off-board": "3.2",
    "outside-middle": "2.3",
    "egg-there": "2.4",
    "covered": "3.3",
    "not-connected": "3.4",
    "not-on-tiles": "4.4",
    "burnt": "4.5",
}


# ------------------------------------------------------------------ the view
def view(box: Row, state: Row, seat: int) -> BoardView:
    """Everything on the table."""
    mover = rules.mover(box, state)
    due = state[rules.DUE]
    standings = [standing(state, other) for other in range(rules.SEATS)]
    tiles = [[_tile_view(box, state, other, tile) for tile in range(rules.TILES)] for other in range(rules.SEATS)]
    dragons = [_dragon_view(box, state, dragon) for dragon in range(rules.DRAGONS)]
    waiting = _waiting(box, state)
    squares, outlines = _covered(box, state)
    return {
        "seat": seat if seat >= 0 else None,
        "mover": "chance" if mover == CHANCE else mover if mover >= 0 else None,
        "due": DUES[due],
        "caves": waiting,
        "eggs": sorted(squares_text(state[rules.EGG])),
        "squares": squares,
        "burnt": sorted(squares_text(state[rules.BURNT])),
        "hands": [sorted(TILE_LETTERS[tile] for tile in each_bit(state[rules.HAND + other])) for other in range(rules.SEATS)],
        "broken": [state[rules.BROKEN], state[rules.BROKEN + 1]],
        "summoned": dragon_letter(box, state[rules.CAVE + state[rules.NEXT]]) if due == rules.DRAGON_DUE else "",
        "scores": [each["points"] for each in standings],
        "standings": standings,
        "next_dragon": waiting[0] if waiting and due > rules.CAVE_DUE else "",
        "eggs_to_lay": eggs_to_lay(state),
        "outlines": outlines,
        "lairs": {square: dragon["letter"] for dragon in dragons for square in dragon["squares"]},
        "tiles": tiles,
        "dragons": dragons,
    }


def _covered(box: Row, state: Row) -> tuple[dict[str, list[int | str]], dict[str, str]]:
    """The squares under tiles: whose and with which mark, and which tile."""
    squares: dict[str, list[int | str]] = {}
    outlines: dict[str, str] = {}
    for other in range(rules.SEATS):
        for tile in range(rules.TILES):
            placed = tile_placed(state, other, tile)
            if placed >= 0:
                castle, hole = tile_marks(box, other, tile, placed)
                for square in each_bit(tile_squares(box, other, tile, placed) & ALL):
                    squares[square_name(square)] = [other, "C" if square == castle else "H" if square == hole else "."]
                    outlines[square_name(square)] = f"{other}{TILE_LETTERS[tile]}"
    return squares, outlines


def standing(state: Row, seat: int) -> Standing:
    """§6.1 What a seat's points are made of."""
    alive = ~state[rules.BURNT] & ALL
    return {
        "squares": (state[rules.OWN + seat] & alive).bit_count(),
        "castles": (state[rules.CASTLE + seat] & alive).bit_count(),
        "broken": state[rules.BROKEN + seat],
        "points": rules.points(state, seat),
    }


def eggs_to_lay(state: Row) -> list[int]:
    """§2.2 How many eggs each seat has still to lay."""
    if state[rules.DUE] > rules.EGG_DUE:
        return [0, 0]
    laid = state[rules.EGG].bit_count()
    return [rules.EGGS - min(laid, rules.EGGS), 2 * rules.EGGS - max(laid, rules.EGGS)]


def _waiting(box: Row, state: Row) -> list[str]:
    """The dragons before caves, the next one first; a summoned one has left its cave."""
    first, last = state[rules.NEXT] + (state[rules.DUE] == rules.DRAGON_DUE), rules.DRAGONS
    if state[rules.DUE] == rules.CAVE_DUE:
        first, last = 0, state[rules.NEXT]
    return [dragon_letter(box, state[rules.CAVE + cave]) for cave in range(first, last)]


def _tile_view(box: Row, state: Row, seat: int, tile: int) -> TileView:
    """A tile in its four turns, and where it lies."""
    turns: list[Turned] = []
    for turn in range(4):
        column = tile_column(seat, tile, turn)
        marks = {box[column + rules.CASTLE_AT]: "C", box[column + rules.HOLE_AT]: "H"}
        turns.append(_turned(turn, box[column + rules.SQUARES], marks, "."))
    placed = tile_placed(state, seat, tile)
    is_laid = placed >= 0
    return {
        "letter": TILE_LETTERS[tile],
        "turns": turns,
        "placed": place_text(TILE_LETTERS[tile], placed) if is_laid else None,
        "squares": squares_text(tile_squares(box, seat, tile, placed)) if is_laid else [],
    }


def _dragon_view(box: Row, state: Row, dragon: int) -> DragonView:
    """A dragon in those of its turns that differ, and where it is."""
    found = _dragon_place(box, state, dragon)
    turned = range(dragon * 4, dragon * 4 + 4)
    found["turns"] = [_turned(turn & 3, box[rules.DRAGON_BOX + turn * 7 + 6], {}, "X") for turn in turned if is_turn(box, turn)]
    return found


def _dragon_place(box: Row, state: Row, dragon: int) -> DragonView:
    """A dragon and where it is, without its turns."""
    letter = dragon_letter(box, dragon)
    filled = state[rules.NEXT] if state[rules.DUE] == rules.CAVE_DUE else rules.DRAGONS
    cave = next((number for number in range(filled) if state[rules.CAVE + number] == dragon), None)
    found: DragonView = {"letter": letter, "turns": [], "cave": None, "is_at": "drawing", "placed": None, "squares": []}
    if cave is not None:
        found["cave"] = cave + 1
        placed = dragon_placed(state, cave)
        if placed == rules.AWAY - 1:
            found["is_at"] = "away"
        elif placed >= 0:
            found["is_at"] = "board"
            found["placed"] = place_text(letter, placed)
            found["squares"] = squares_text(dragon_squares(box, dragon, placed))
        else:
            found["is_at"] = "summoned" if state[rules.DUE] == rules.DRAGON_DUE and state[rules.NEXT] == cave else "cave"
    return found


def _turned(turn: int, squares: int, marks: dict[int, str], plain: str) -> Turned:
    """A piece whose lower left corner is at a1."""
    offsets = _offsets(squares)
    return {
        "turn": turn,
        "width": 1 + max([offset & 7 for offset in offsets]),
        "height": 1 + (offsets[-1] >> 3),
        "cells": [[offset & 7, offset >> 3, marks.get(offset, plain)] for offset in offsets],
    }


@lru_cache(maxsize=1024)  # a box has some hundred pieces in their turns, and every view shows them
def _offsets(squares: int) -> tuple[int, ...]:
    """The squares of a piece, ascending."""
    return tuple(each_bit(squares))


# ------------------------------------------------------------------ what happened, and what would
def changes(box: Row, before: Row, action: int, after: Row, seat: int) -> list[Change]:
    """What visibly happened, in the order of §4.8."""
    mover = before[rules.SEAT]
    cave = before[rules.NEXT]
    found: list[Change] = []
    if before[rules.DUE] == rules.CAVE_DUE:
        return [{"kind": "cave", "cave": cave + 1, "dragon": dragon_letter(box, action - rules.A_CAVE)}]
    if before[rules.DUE] == rules.EGG_DUE:
        return [{"kind": "egg", "seat": mover, "square": square_name(action - rules.A_EGG)}]
    if before[rules.DUE] == rules.TILE_DUE:
        tile, placed = action >> 8, action & 255
        castle, hole = tile_marks(box, mover, tile, placed)
        squares = tile_squares(box, mover, tile, placed)
        found.append({
            "kind": "tile",
            "seat": mover,
            "tile": TILE_LETTERS[tile],
            "turn": placed >> 6,
            "square": square_name(placed & 63),
            "squares": squares_text(squares),
            "castle": square_name(castle),
            "hole": square_name(hole),
        })  # fmt: skip
        under = squares & before[rules.EGG] & ALL
        found += [{"kind": "break", "seat": mover, "square": square_name(square)} for square in each_bit(under) if square != hole]
        if under >> hole & 1:
            found.append({"kind": "hatch", "seat": mover, "square": square_name(hole)})
            if cave < rules.DRAGONS:
                letter = dragon_letter(box, before[rules.CAVE + cave])
                if after[rules.DUE] == rules.DRAGON_DUE:
                    found.append({"kind": "wake", "seat": mover, "cave": cave + 1, "dragon": letter})
                else:
                    found.append({"kind": "away", "seat": mover, "cave": cave + 1, "dragon": letter})
    else:
        placed = action - rules.A_DRAGON
        dragon = placed >> 8
        found.append({
            "kind": "burn",
            "seat": mover,
            "dragon": dragon_letter(box, dragon),
            "turn": (placed >> 6) & 3,
            "square": square_name(placed & 63),
            "squares": squares_text(dragon_squares(box, dragon, placed & 255)),
        })  # fmt: skip
    for other in range(rules.SEATS):
        was, now = rules.points(before, other), rules.points(after, other)
        if was != now:
            found.append({"kind": "score", "seat": other, "before": was, "after": now})
    if after[rules.DUE] == rules.NOTHING_DUE:
        found.append({"kind": "end"})
    elif after[rules.DUE] == rules.TILE_DUE and after[rules.SEAT] == mover:
        found.append({"kind": "pass", "seat": 1 - mover})
    return found


def automatic(box: Row, before: Row, action: int, after: Row, seat: int) -> list[tuple[str, Say]]:
    """A dragon without room leaves, a seat without room passes, and when neither has room the match ends."""
    steps: list[tuple[str, Say]] = []
    found = changes(box, before, action, after, seat)
    for change in found:
        if change["kind"] == "away":
            steps.append(("away", say("auto.away", dragon=change["dragon"])))
        elif change["kind"] == "hatch" and before[rules.NEXT] == rules.DRAGONS:
            steps.append(("no-dragon", say("auto.no-dragon", square=change["square"])))
        elif change["kind"] == "pass":
            steps.append(("pass", say("auto.pass", player=Seat(change["seat"]))))
        elif change["kind"] == "end":
            steps.append(("end", say("auto.end")))
    return steps


def sentence(box: Row, before: Row, action: int, after: Row, seat: int) -> Say:
    """What happened."""
    return _told("told", changes(box, before, action, after, seat))


def preview(box: Row, state: State, action: int) -> tuple[list[Change], Say]:
    """All that the move would do: nothing here is hidden and nothing random."""
    after = array("q", state)
    rules.apply(box, after, action)
    found = changes(box, state, action, after, state[rules.SEAT])
    return found, _told("preview", found)


def _told(how: str, found: list[Change]) -> Say:
    """The act in one sentence, with what it brought about on the board."""
    act = found[0]
    kinds = {change["kind"] for change in found}
    broken = [change["square"] for change in found if change["kind"] == "break"]
    effects = [say("effect.break", squares=broken, count=len(broken))] if broken else []
    scores: list[Say] = []
    for change in found:
        if change["kind"] == "hatch" and "wake" in kinds:
            dragon = next(other["dragon"] for other in found if other["kind"] == "wake")
            effects.append(say("effect.wake", dragon=dragon, square=change["square"]))
        elif change["kind"] == "score":
            scores.append(say("effect.score", player=Seat(change["seat"]), before=change["before"], after=change["after"]))
        elif how == "preview":  # what would follow by itself; once it has happened `automatic` tells it
            if change["kind"] == "hatch" and "away" not in kinds:
                effects.append(say("effect.no-dragon"))
            elif change["kind"] == "away":
                effects.append(say("effect.away", dragon=change["dragon"]))
            elif change["kind"] == "pass":
                scores.append(say("effect.pass", player=Seat(change["seat"])))
            elif change["kind"] == "end":
                scores.append(say("effect.end"))
    if act["kind"] == "cave":
        return say(f"{how}.cave", cave=act["cave"], dragon=act["dragon"])
    if act["kind"] == "egg":
        return say(f"{how}.egg", player=Seat(act["seat"]), square=act["square"])
    happened = [*effects, *scores]  # never empty: every tile and every dragon changes points
    if act["kind"] == "tile":
        return say(f"{how}.tile", player=Seat(act["seat"]), tile=act["tile"], squares=act["squares"], effects=happened)
    assert act["kind"] == "burn"
    return say(f"{how}.burn", player=Seat(act["seat"]), dragon=act["dragon"], squares=act["squares"], effects=happened)


# ------------------------------------------------------------------ why not
def broken(box: Row, state: Row, action: int) -> tuple[str, dict[str, Any]] | None:
    """Why the action is not legal: the first of CONDITIONS that it breaks."""
    due = state[rules.DUE]
    if due != _kind(action) or (due == rules.CAVE_DUE and state[rules.POOL] >> (action - rules.A_CAVE) & 1 == 0):
        return "kind", {"now": _now(box, state)}
    if due == rules.TILE_DUE:
        return _broken_by_tile(box, state, action)
    if due == rules.EGG_DUE:
        square = action - rules.A_EGG
        if rules.MIDDLE >> square & 1 == 0:  # §2.3
            return "outside-middle", {"square": square_name(square)}
        if state[rules.EGG] >> square & 1 == 1:  # §2.4
            return "egg-there", {"square": square_name(square)}
    if due == rules.DRAGON_DUE:
        return _broken_by_dragon(box, state, action)
    return None


def _kind(action: int) -> int:
    """What must be due for this action."""
    return (
        rules.CAVE_DUE
        if action >= rules.A_CAVE
        else rules.EGG_DUE
        if action >= rules.A_EGG
        else rules.DRAGON_DUE
        if action >= rules.A_DRAGON
        else rules.TILE_DUE
    )


def _broken_by_tile(box: Row, state: Row, action: int) -> tuple[str, dict[str, Any]] | None:
    """§3.1 to §3.4, in this order."""
    seat, tile, placed = state[rules.SEAT], action >> 8, action & 255
    letter = TILE_LETTERS[tile]
    if state[rules.HAND + seat] >> tile & 1 == 0:
        return "tile-used", {"player": Seat(seat), "tile": letter}
    if not fits_board(box[tile_column(seat, tile, placed >> 6) + rules.SQUARES], placed & 63):
        return "off-board", {"piece": place_text(letter, placed)}
    squares = tile_squares(box, seat, tile, placed)
    under = squares & (state[rules.OWN] | state[rules.OWN + 1]) & ALL
    if under:
        square = next(each_bit(under))
        owner = next(other for other in range(rules.SEATS) if state[rules.OWN + other] >> square & 1)
        return "covered", {"square": square_name(square), "player": Seat(owner), "tile": TILE_LETTERS[_tile_at(box, state, owner, square)]}
    if squares & (rules.CORNERS | rules.beside(state[rules.OWN + seat])) == 0:
        return "not-connected", {"player": Seat(seat), "tile": letter}
    return None


def _tile_at(box: Row, state: Row, seat: int, square: int) -> int:
    """Which tile of the seat covers the square."""
    laid = [(tile, tile_placed(state, seat, tile)) for tile in range(rules.TILES)]
    return next(tile for tile, placed in laid if placed >= 0 and tile_squares(box, seat, tile, placed) >> square & 1)


def _broken_by_dragon(box: Row, state: Row, action: int) -> tuple[str, dict[str, Any]] | None:
    """§4.3, §3.2, §4.4, §4.5, in this order."""
    dragon, placed = (action - rules.A_DRAGON) >> 8, action & 255
    letter = dragon_letter(box, dragon)
    summoned = state[rules.CAVE + state[rules.NEXT]]
    if dragon != summoned:
        return "not-summoned", {"dragon": letter, "summoned": dragon_letter(box, summoned)}
    if not fits_board(box[rules.DRAGON_BOX + (action - rules.A_DRAGON >> 6) * 7 + 6], placed & 63):
        return "off-board", {"piece": place_text(letter, placed)}
    squares = dragon_squares(box, dragon, placed)
    bare = squares & ~(state[rules.OWN] | state[rules.OWN + 1]) & ALL
    if bare:
        return "not-on-tiles", {"dragon": letter, "squares": squares_text(bare), "count": bare.bit_count()}
    burnt = squares & state[rules.BURNT] & ALL
    if burnt:
        return "burnt", {"dragon": letter, "squares": squares_text(burnt), "count": burnt.bit_count()}
    return None


def _now(box: Row, state: Row) -> Say:
    """What is to be done now instead."""
    due = state[rules.DUE]
    if due == rules.CAVE_DUE:
        return say("now.cave", cave=state[rules.NEXT] + 1)
    if due == rules.NOTHING_DUE:
        return say("now.over")
    if due == rules.DRAGON_DUE:
        return say("now.dragon", player=Seat(state[rules.SEAT]), dragon=dragon_letter(box, state[rules.CAVE + state[rules.NEXT]]))
    return say(f"now.{DUE_WORDS[due]}", player=Seat(state[rules.SEAT]))


# ------------------------------------------------------------------ in words
def describe(box: Row, state: Row, seat: int) -> list[Say]:
    """The table: points, eggs, caves, what lies where, what is left."""
    seen = view(box, state, seat)
    lines: list[Say] = []
    for other, each in enumerate(seen["standings"]):
        parts = [say(f"part.{name}", count=each[name]) for name in ("squares", "castles", "broken")]
        lines.append(say("describe.points", player=Seat(other), count=each["points"], parts=parts))
    if seen["caves"]:
        lines.append(say("describe.caves", dragons=[say("dragon", dragon=letter) for letter in seen["caves"]]))
    elif state[rules.DUE] > rules.CAVE_DUE:
        lines.append(say("describe.no-caves"))
    if seen["eggs"]:
        lines.append(say("describe.eggs", squares=seen["eggs"], count=len(seen["eggs"])))
    elif state[rules.DUE] > rules.EGG_DUE:
        lines.append(say("describe.no-eggs"))
    for other in range(rules.SEATS):
        for tile in range(rules.TILES):
            placed = tile_placed(state, other, tile)
            if placed >= 0:
                castle, hole = tile_marks(box, other, tile, placed)
                squares = squares_text(tile_squares(box, other, tile, placed))
                parameters = {"player": Seat(other), "tile": TILE_LETTERS[tile], "castle": square_name(castle), "hole": square_name(hole)}
                lines.append(Say("describe.tile", {**parameters, "squares": squares}))
    for dragon in seen["dragons"]:
        if dragon["is_at"] == "board":
            lines.append(say("describe.dragon", dragon=dragon["letter"], squares=dragon["squares"]))
        elif dragon["is_at"] == "away":
            lines.append(say("describe.away", dragon=dragon["letter"]))
    for other in range(rules.SEATS):
        left = seen["hands"][other]
        lines.append(say("describe.hand", player=Seat(other), tiles=left, count=len(left)) if left else say("describe.no-hand", player=Seat(other)))
    return lines


def prompt(box: Row, state: Row, seat: int) -> Say:
    """What is to be done now."""
    due = state[rules.DUE]
    if due == rules.CAVE_DUE:
        return say("prompt.cave", cave=state[rules.NEXT] + 1)
    mover = Seat(state[rules.SEAT])
    if due == rules.EGG_DUE:
        return say("prompt.egg", player=mover, number=rules.EGGS + 1 - eggs_to_lay(state)[mover], most=rules.EGGS)
    if due == rules.TILE_DUE:
        return say("prompt.tile" if state[rules.OWN + mover] else "prompt.first", player=mover)
    return say("prompt.dragon", player=mover, dragon=dragon_letter(box, state[rules.CAVE + state[rules.NEXT]]))


def spots(box: Row, state: Row, seat: int) -> dict[str, Say]:
    """Every square from a8 to h1, the caves and both hands."""
    squares, outlines = _covered(box, state)
    dragons = [_dragon_place(box, state, dragon) for dragon in range(rules.DRAGONS)]
    lairs = {square: dragon["letter"] for dragon in dragons for square in dragon["squares"]}
    eggs = set(squares_text(state[rules.EGG]))
    found: dict[str, Say] = {}
    for rank in range(7, -1, -1):
        for square in range(rank * 8, rank * 8 + 8):
            name = square_name(square)
            if name in squares:
                owner, mark = squares[name]
                what = say(MARK_WORDS[str(mark)], player=Seat(int(owner)), tile=outlines[name][1])
                found[name] = say("spot.burnt", what=what, dragon=lairs[name]) if name in lairs else what
            elif name in eggs:
                found[name] = say("spot.egg")
            elif rules.CORNERS & wrap(1 << square) != 0:
                found[name] = say("spot.corner")
            else:
                found[name] = say("spot.middle" if rules.MIDDLE >> square & 1 else "spot.free")
    for number in range(rules.DRAGONS):
        dragon = next((each for each in dragons if each["cave"] == number + 1), None)
        if dragon is None:
            found[f"cave {number + 1}"] = say("spot.no-dragon")
        else:
            found[f"cave {number + 1}"] = say(f"spot.{dragon['is_at']}", dragon=dragon["letter"])
    for other in range(rules.SEATS):
        left = sorted(TILE_LETTERS[tile] for tile in each_bit(state[rules.HAND + other]))
        found[f"hand {other}"] = (
            say("spot.hand", player=Seat(other), tiles=left, count=len(left)) if left else say("spot.no-hand", player=Seat(other))
        )
    return found


MARK_WORDS: Final = {"C": "spot.castle", "H": "spot.hole", ".": "spot.stone"}
