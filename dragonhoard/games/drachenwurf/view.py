"""What everybody may see of Drachenwurf, what happened, what a move would do, and why it is not legal: plain data and sentences to be said.

All seats see the same (§11.1), so `seat` is never looked at.
"""

from array import array
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypedDict

from dragonhoard.bits import CHANCE, OVER, Row, lowest, popcount
from dragonhoard.contract import State, each_bit
from dragonhoard.games.drachenwurf import rules
from dragonhoard.games.drachenwurf.notation import (
    COLOURS,
    DUE,
    PLAIN_TEXT,
    TILES,
    dice_text,
    narrow,
    removed_of,
    rows_of,
    side_of,
    tiles_of,
)
from dragonhoard.language import Say, Seat, say


# ------------------------------------------------------------------ shapes
class RowView(TypedDict):
    """A row of a hoard: what holds it together ("open": a lone tile, still undecided), and what it scores."""

    kind: Literal["colour", "landscape", "open"]
    of: str | None  # the letter of that colour or landscape
    tiles: list[str]
    value: int


class VIEW(TypedDict):
    """The whole table; lists of tiles are in the order of their letters, hoards and bases by seat."""

    mover: int | Literal["chance"] | None
    seats: int
    turn: int | None  # whose turn it is
    due: str  # draw, throw, remove, bank, keep, go-on, take, bank-six, shift or over
    opening: bool  # some seat has not completed its first turn
    middle: list[str]
    stack: int
    unseen: list[str]  # what the stack holds, in no order
    removed: list[str]
    bases: list[list[list[str]]]  # per seat the sides 2, 3, 4 and 5
    hoards: list[list[list[str]]]  # per seat the rows in the order of their numbers
    rows: list[list[RowView]]  # the same rows, told more fully
    eggs: list[int]
    supply: int
    points: list[int]  # as they would be if the match ended now
    egg_points: int
    roll: str  # the dice that wait for a `keep`
    valid: str  # those of them that count
    kept: dict[str, int]  # results set aside and not yet used
    rolls: int
    dice: int  # dice not yet set aside, while rolling
    joker_used: bool
    wanted: list[str]  # colours on offer to whose turn it is
    costs: dict[str, int]  # the dice that each tile on offer costs
    in_reach: list[str]  # those that the results set aside pay for
    held: str | None  # a tile taken with six, whose row is due
    extra_turn: bool  # whose turn it is has earned another one
    eventful: bool  # a tile has been taken or banked in this turn
    quiet: int
    quiet_limit: int


class TileMoved(TypedDict):
    """A tile went from one place to another: "stack", "middle", "removed", "base SEAT SIDE", "held SEAT" or "hoard SEAT ROW"."""

    kind: Literal["tile"]
    tile: str
    origin: str
    target: str


class EggMoved(TypedDict):
    """An egg went from one place to another: "supply" or "eggs SEAT"."""

    kind: Literal["egg"]
    origin: str
    target: str


class Rolled(TypedDict):
    """Dice were rolled; `valid` are those that count."""

    kind: Literal["roll"]
    dice: str
    valid: str


class SetAside(TypedDict):
    """Dice were set aside; `joker` is the colour that an egg doubled, `kept` what has been set aside in this turn."""

    kind: Literal["aside"]
    dice: str
    joker: str | None
    kept: dict[str, int]
    in_reach: list[str]


class Spent(TypedDict):
    """Results were spent on a tile."""

    kind: Literal["spent"]
    colour: str
    dice: int


class Lost(TypedDict):
    """Results were left unused."""

    kind: Literal["lost"]
    kept: dict[str, int]


class RowChanged(TypedDict):
    """A row, by its number before the move, is worth something else now; from 0: it is new, to 0: it has disappeared."""

    kind: Literal["row"]
    seat: int
    row: int
    before: int
    after: int


class PointsChanged(TypedDict):
    """A seat's points, as they would be if the match ended now."""

    kind: Literal["points"]
    seat: int
    before: int
    after: int


class TurnBegun(TypedDict):
    """A turn began."""

    kind: Literal["turn"]
    seat: int
    extra: bool


class MatchEnded(TypedDict):
    """Nobody moves any more."""

    kind: Literal["over"]
    reason: str


CHANGE = TileMoved | EggMoved | Rolled | SetAside | Spent | Lost | RowChanged | PointsChanged | TurnBegun | MatchEnded

AUTOMATIC: Final = (
    "robbed",
    "supply-empty",
    "dead-roll",
    "no-die-left",
    "six-rolls",
    "nothing-to-take",
    "no-egg",
    "nothing-to-shift",
    "all-banked",
    "forty-turns",
    "extra-turn",
    "next-turn",
    "stack-empty",
    "first-round",
    "base-empty",
    "first-roll",
)

CONDITIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "turn": "9.1",
        "kind": "9.2",
        # the piece is there
        "not-in-middle": "3.3",
        "not-on-base": "4.1",
        "not-rolled": "5.3",
        "not-on-other-base": "7.1",
        "not-in-hoard": "8.1",
        # the place is there
        "no-row": "4.6",
        "same-row": "8.2",
        "alone": "8.2",
        # the rules, point by point
        "row-mismatch": "4.2",
        "not-valid": "5.2",
        "joker-used": "6.1",
        "no-egg": "6.1",
        "joker-colour": "6.3",
        "too-few-dice": "7.1",
        "not-kept": "7.2",
    }
)


# ------------------------------------------------------------------ the view
def view(box: Row, state: Row, seat: int) -> dict[str, Any]:
    """The table as data of the shape VIEW."""
    return dict(_view(box, state))


def _view(box: Row, state: Row) -> VIEW:
    mover = rules.mover(box, state)
    phase = state[rules.PHASE]
    is_over = phase == rules.ENDED
    costs = {} if is_over else costs_of(state)
    seats = range(box[rules.SEATS])
    return {
        "mover": "chance" if mover == CHANCE else None if mover == OVER else mover,
        "seats": box[rules.SEATS],
        "turn": None if is_over else state[rules.SEAT],
        "due": DUE[phase],
        "opening": not state[rules.OPEN],
        "middle": sorted(tiles_of(state[rules.MIDDLE])),
        "stack": popcount(state[rules.STACK]),
        "unseen": tiles_of(state[rules.STACK]),
        "removed": sorted(tiles_of(removed_of(state))),
        "bases": [[sorted(tiles_of(side_of(state, owner, side))) for side in range(2, 6)] for owner in seats],
        "hoards": [[sorted(tiles_of(row)) for row in rows_of(state, owner)] for owner in seats],
        "rows": [[_row_view(row) for row in rows_of(state, owner)] for owner in seats],
        "eggs": [state[rules.EGGS + owner] for owner in seats],
        "supply": state[rules.SUPPLY],
        "points": points_of(box, state),
        "egg_points": box[rules.EGG_POINTS],
        "roll": dice_text(narrow(state[rules.SHOWN])),
        "valid": dice_text(narrow(rules.valid_dice(state))),
        "kept": counts_of(state[rules.KEPT]),
        "rolls": state[rules.ROLLS],
        "dice": state[rules.DICE],
        "joker_used": bool(state[rules.JOKER]),
        "wanted": [letter for letter in COLOURS if any(tile[0] == letter for tile in costs)],
        "costs": costs,
        "in_reach": in_reach(state, state[rules.KEPT]),
        "held": TILES[lowest(state[rules.HELD])] if state[rules.HELD] else None,
        "extra_turn": bool(state[rules.EXTRA]),
        "eventful": bool(state[rules.BUSY]),
        "quiet": state[rules.QUIET],
        "quiet_limit": rules.QUIET_TURNS,
    }


def _row_view(row: int) -> RowView:
    tiles = sorted(tiles_of(row))
    kind, of = row_kind(row)
    return {"kind": kind, "of": of, "tiles": tiles, "value": len(tiles) ** 2}


def row_kind(row: int) -> tuple[Literal["colour", "landscape", "open"], str | None]:
    """What holds a row together (§4.2, §4.4)."""
    tiles = tiles_of(row)
    if len(tiles) == 1:
        return "open", None
    if tiles[0][0] == tiles[1][0]:
        return "colour", tiles[0][0]
    return "landscape", tiles[0][1]


def counts_of(counts: int) -> dict[str, int]:
    """Counts by letter, without zeros."""
    found = {letter: (counts >> 6 * colour) & rules.FIELD for colour, letter in enumerate(COLOURS)}
    return {letter: count for letter, count in found.items() if count}


def points_of(box: Row, state: Row) -> list[int]:
    """Every seat's points as things stand (§10.3)."""
    out = [0] * box[rules.SEATS]
    rules.score(box, state, out)
    return out


def cost_of(state: Row, tile: int) -> int:
    """The dice that a tile on offer costs (§7.1)."""
    if state[rules.MIDDLE] >> tile & 1:
        return 2
    return next(side for side in range(2, 6) if state[rules.SIDE + side - rules.CHEAPEST_SIDE] >> tile & 1) + 1


def costs_of(state: Row) -> dict[str, int]:
    """What each tile on offer costs whose turn it is."""
    return {TILES[tile]: cost_of(state, tile) for tile in each_bit(rules.on_offer(state))}


def in_reach(state: Row, kept: int) -> list[str]:
    """The tiles that so many results pay for, each by itself."""
    return [tile for tile, cost in costs_of(state).items() if (kept >> 6 * COLOURS.index(tile[0])) & rules.FIELD >= cost]


def owner_of(box: Row, state: Row, tile: int) -> int:
    """The seat on whose base a tile lies."""
    return next(seat for seat in range(box[rules.SEATS]) if state[rules.BASE + seat] >> tile & 1)


# ------------------------------------------------------------------ what an action is made of
def _row_and_tile(action: int, first: int) -> tuple[int, int]:
    return divmod(action - first, rules.TILES)


def _spent_on(action: int) -> tuple[int, int]:
    """Dice and tile of a `take` or `steal`."""
    dice, tile = divmod(action - (rules.TAKEN if action < rules.STOLEN else rules.STOLEN), rules.TILES)
    return dice + 1, tile


def _aside(action: int) -> tuple[int, int]:
    """Counts and doubled colour (from 1; 0 is none) of a `keep`."""
    small = (action - rules.KEPT_ASIDE) & (rules.ROLLED - 1)
    return rules.widen(small), (action - rules.KEPT_ASIDE) >> rules.SMALL


def _after_keep(state: Row, action: int) -> int:
    """What is set aside once a `keep` has been made."""
    counts, joker = _aside(action)
    return state[rules.KEPT] + counts + ((1 << 6 * (joker - 1)) if joker else 0)


def _home_row(state: Row, tile: int) -> int:
    """The number of the row in which a tile of the active seat's hoard lies."""
    return 1 + next(i for i, row in enumerate(rows_of(state, state[rules.SEAT])) if row >> tile & 1)


def _value(row: int) -> int:
    return popcount(row) ** 2


# ------------------------------------------------------------------ what happened
def changes(box: Row, before: Row, action: int, after: Row, seat: int) -> list[dict[str, Any]]:
    """What visibly happened, in the order in which it happened."""
    return [dict(change) for change in _changes(box, before, action, after)]


def _changes(box: Row, before: Row, action: int, after: Row) -> list[CHANGE]:
    found = _direct_changes(box, before, action)
    lost = _left_over(before, action)
    if lost and not after[rules.KEPT] and _has_left_taking(before, action, after):
        found.append({"kind": "lost", "kept": counts_of(lost)})
    for seat, (was, is_now) in enumerate(zip(points_of(box, before), points_of(box, after), strict=True)):
        if was != is_now:
            found.append({"kind": "points", "seat": seat, "before": was, "after": is_now})
    if after[rules.PHASE] == rules.ENDED:
        found.append({"kind": "over", "reason": rules.REASONS[rules.reason(box, after)]})
    elif _is_new_turn(before, action, after):
        found.append({"kind": "turn", "seat": after[rules.SEAT], "extra": after[rules.SEAT] == before[rules.SEAT]})
    return found


def _direct_changes(box: Row, before: Row, action: int) -> list[CHANGE]:
    """What the move itself did."""
    phase, seat = before[rules.PHASE], before[rules.SEAT]
    if phase == rules.REFILL:
        return [{"kind": "tile", "tile": TILES[action - rules.DRAW], "origin": "stack", "target": "middle"}]
    if phase == rules.REMOVE:
        return [{"kind": "tile", "tile": TILES[action - rules.REMOVED], "origin": "middle", "target": "removed"}]
    if phase == rules.ROLL:
        counts = rules.widen(action - rules.ROLLED)
        valid = counts & rules.colours_of(rules.on_offer(before))
        return [{"kind": "roll", "dice": dice_text(action - rules.ROLLED), "valid": dice_text(narrow(valid))}]
    if phase in (rules.BANK, rules.HOARD):
        return _banked(before, action)
    if phase == rules.KEEP:
        counts, joker = _aside(action)
        kept = _after_keep(before, action)
        aside: SetAside = {
            "kind": "aside",
            "dice": dice_text(narrow(counts)),
            "joker": COLOURS[joker - 1] if joker else None,
            "kept": counts_of(kept),
            "in_reach": in_reach(before, kept),
        }
        return [aside, {"kind": "egg", "origin": f"eggs {seat}", "target": "supply"}] if joker else [aside]
    if phase == rules.TAKE and action != rules.DONE:
        return _taken(box, before, action)
    if phase == rules.SHIFT and action != rules.END:
        return _shifted(before, action)
    return []


def _banked(before: Row, action: int) -> list[CHANGE]:
    number, tile = _row_and_tile(action, rules.BANKED)
    seat = before[rules.SEAT]
    rows = rows_of(before, seat)
    row = number or len(rows) + 1
    was = rows[number - 1] if number else 0
    origin = f"held {seat}" if before[rules.PHASE] == rules.HOARD else f"base {seat} {cost_of(before, tile) - 1}"
    return [
        {"kind": "tile", "tile": TILES[tile], "origin": origin, "target": f"hoard {seat} {row}"},
        {"kind": "row", "seat": seat, "row": row, "before": _value(was), "after": _value(was | 1 << tile)},
    ]


def _taken(box: Row, before: Row, action: int) -> list[CHANGE]:
    dice, tile = _spent_on(action)
    seat = before[rules.SEAT]
    target = f"held {seat}" if dice == rules.SIX else f"base {seat} {dice}"
    found: list[CHANGE] = [{"kind": "spent", "colour": TILES[tile][0], "dice": dice}]
    if action < rules.STOLEN:
        return [*found, {"kind": "tile", "tile": TILES[tile], "origin": "middle", "target": target}]
    owner = owner_of(box, before, tile)
    found.append({"kind": "tile", "tile": TILES[tile], "origin": f"base {owner} {cost_of(before, tile) - 1}", "target": target})
    if before[rules.SUPPLY]:
        found.append({"kind": "egg", "origin": "supply", "target": f"eggs {owner}"})
    return found


def _shifted(before: Row, action: int) -> list[CHANGE]:
    number, tile = _row_and_tile(action, rules.SHIFTED)
    seat = before[rules.SEAT]
    rows = rows_of(before, seat)
    home = _home_row(before, tile)
    row = number or len(rows) + 1
    was = rows[number - 1] if number else 0
    left = rows[home - 1] ^ 1 << tile
    return [
        {"kind": "egg", "origin": f"eggs {seat}", "target": "supply"},
        {"kind": "tile", "tile": TILES[tile], "origin": f"hoard {seat} {home}", "target": f"hoard {seat} {row}"},
        {"kind": "row", "seat": seat, "row": home, "before": _value(rows[home - 1]), "after": _value(left)},
        {"kind": "row", "seat": seat, "row": row, "before": _value(was), "after": _value(was | 1 << tile)},
    ]


def _left_over(before: Row, action: int) -> int:
    """The results set aside and unused right after the move itself: counts."""
    phase = before[rules.PHASE]
    if phase == rules.KEEP:
        return _after_keep(before, action)
    if phase == rules.TAKE and action != rules.DONE:
        dice, tile = _spent_on(action)
        return before[rules.KEPT] - (dice << tile // rules.LANDSCAPES * 6)
    return before[rules.KEPT]


def _is_new_turn(before: Row, action: int, after: Row) -> bool:
    """Whether another turn has begun, or would have if the match had not ended for forty quiet turns."""
    is_late = before[rules.PHASE] in (rules.ROLL, rules.KEEP, rules.AGAIN, rules.TAKE, rules.HOARD, rules.SHIFT) and action != rules.GO_ON
    is_early = after[rules.PHASE] in (rules.REFILL, rules.REMOVE, rules.BANK, rules.ROLL)
    return is_late and (is_early or _has_been_quiet(after))


def _has_been_quiet(state: Row) -> bool:
    return state[rules.PHASE] == rules.ENDED and state[rules.QUIET] == rules.QUIET_TURNS


def _has_left_taking(before: Row, action: int, after: Row) -> bool:
    """Whether this move, or what followed by itself, ended the taking."""
    is_rolling_or_taking = before[rules.PHASE] in (rules.ROLL, rules.KEEP, rules.AGAIN, rules.TAKE, rules.HOARD)
    return is_rolling_or_taking and (after[rules.PHASE] == rules.SHIFT or _is_new_turn(before, action, after))


def automatic(box: Row, before: Row, action: int, after: Row, seat: int) -> list[tuple[str, Say]]:
    """What followed by itself, in that order, each step with its reason (§9.3)."""
    phase, active = before[rules.PHASE], Seat(before[rules.SEAT])
    steps: list[tuple[str, Say]] = []

    def step(reason: str, **parameters: Any) -> None:
        steps.append((reason, say(f"automatic.{reason}", **parameters)))

    if phase == rules.TAKE and rules.STOLEN <= action < rules.SHIFTED:
        owner = Seat(owner_of(box, before, _spent_on(action)[1]))
        step("robbed" if before[rules.SUPPLY] else "supply-empty", owner=owner)
    if phase == rules.ROLL and after[rules.PHASE] != rules.KEEP:
        step("dead-roll", player=active)
    if phase == rules.KEEP and after[rules.PHASE] != rules.AGAIN:
        step("six-rolls" if before[rules.ROLLS] == rules.MOST_ROLLS else "no-die-left", player=active)
    if _has_left_taking(before, action, after):
        if action != rules.DONE:
            step("nothing-to-take", player=active)
        if after[rules.PHASE] != rules.SHIFT:
            step("nothing-to-shift" if after[rules.EGGS + active] else "no-egg", player=active)
    if after[rules.PHASE] == rules.ENDED:
        step("forty-turns" if _has_been_quiet(after) else "all-banked", count=rules.QUIET_TURNS)
        return steps
    if _is_new_turn(before, action, after):
        step("extra-turn" if after[rules.SEAT] == active else "next-turn", player=Seat(after[rules.SEAT]))
        if after[rules.STACK] == 0:
            step("stack-empty")
    active = Seat(after[rules.SEAT])
    if after[rules.PHASE] == rules.ROLL and action != rules.GO_ON:
        if phase != rules.BANK:
            step("base-empty" if after[rules.OPEN] else "first-round", player=active)
        step("first-roll", player=active)
    return steps


def dice_counted(counts: int) -> int:
    """How many dice were counted."""
    return sum(counts_of(counts).values())


# ------------------------------------------------------------------ sentences
def tile_words(tile: int) -> Say:
    """A tile's name."""
    return say("tile", colour=say(f"colour.{TILES[tile][0]}"), landscape=say(f"landscape.{TILES[tile][1]}"), letters=TILES[tile])


def tile_list(tiles: list[str]) -> list[Say]:
    """Names of several tiles."""
    return [tile_words(TILES.index(tile)) for tile in tiles]


def results_list(kept: Mapping[str, int]) -> list[Say]:
    """Results set aside, colour by colour."""
    return [say("result", colour=say(f"colour.{letter}"), count=count) for letter, count in kept.items()]


def row_words(row: int) -> Say:
    """A row of a hoard: what holds it together, its tiles and its value."""
    kind, of = row_kind(row)
    tiles = " ".join(sorted(tiles_of(row)))
    if kind == "open":
        return say("row.open", tiles=tiles, value=_value(row))
    return say("row.held", by=say(f"{kind}.{of}"), tiles=tiles, value=_value(row))


def sentence(box: Row, before: Row, action: int, after: Row, seat: int) -> Say:
    """What happened, in one sentence."""
    phase, player = before[rules.PHASE], Seat(before[rules.SEAT])
    if phase == rules.REFILL:
        return say("told.draw", tile=tile_words(action - rules.DRAW))
    if phase == rules.ROLL:
        return say("told.rolled", player=player, dice=dice_text(action - rules.ROLLED))
    if phase == rules.REMOVE:
        return say("told.remove", player=player, tile=tile_words(action - rules.REMOVED))
    if phase == rules.KEEP:
        counts, joker = _aside(action)
        dice = dice_text(narrow(counts))
        if joker:
            return say("told.keep-joker", player=player, dice=dice, colour=say(f"colour.{COLOURS[joker - 1]}"))
        return say("told.keep", player=player, dice=dice)
    if phase in (rules.BANK, rules.HOARD):
        return _row_sentence("told.bank", before, action, rules.BANKED)
    if phase == rules.TAKE and action != rules.DONE:
        return _take_sentence("told", box, before, action)
    if phase == rules.SHIFT and action != rules.END:
        return _row_sentence("told.shift", before, action, rules.SHIFTED)
    return say(f"told.{PLAIN_TEXT[action]}", player=player)


def _row_sentence(key: str, before: Row, action: int, first: int) -> Say:
    """A tile to a row: what the row is worth then, and for a shift what the old row is worth."""
    number, tile = _row_and_tile(action, first)
    rows = rows_of(before, before[rules.SEAT])
    parameters: dict[str, Any] = {"player": Seat(before[rules.SEAT]), "tile": tile_words(tile)}
    if first == rules.SHIFTED:
        home = rows[_home_row(before, tile) - 1]
        parameters |= {"home_before": _value(home), "home_after": _value(home ^ 1 << tile)}
    if number == 0:
        return Say(f"{key}-new", parameters)
    row = rows[number - 1]
    return Say(key, parameters | {"row": number, "before": _value(row), "after": _value(row | 1 << tile)})


def _take_sentence(key: str, box: Row, before: Row, action: int) -> Say:
    """A tile taken or stolen, to a side or with six to the hoard."""
    dice, tile = _spent_on(action)
    parameters: dict[str, Any] = {"player": Seat(before[rules.SEAT]), "tile": tile_words(tile), "count": dice, "dice": dice}
    where = "-six" if dice == rules.SIX else ""
    if action < rules.STOLEN:
        return Say(f"{key}.take{where}", parameters)
    owner = Seat(owner_of(box, before, tile))
    parameters |= {"owner": owner, "egg": say("preview.egg" if before[rules.SUPPLY] else "preview.no-egg", owner=owner)}
    return Say(f"{key}.steal{where}", parameters)


def preview(box: Row, state: State, action: int) -> tuple[list[dict[str, Any]], Say]:
    """What a legal action would visibly do; nothing is hidden, so that is all that it does."""
    after = array("q", state)
    rules.apply(box, after, action)
    return changes(box, state, action, after, state[rules.SEAT]), _preview_sentence(box, state, action)


def _preview_sentence(box: Row, state: Row, action: int) -> Say:
    phase = state[rules.PHASE]
    if phase == rules.REMOVE:
        return say("preview.remove", tile=tile_words(action - rules.REMOVED))
    if phase == rules.KEEP:
        return _keep_preview(state, action)
    if phase == rules.AGAIN:
        if action == rules.GO_ON:
            return say("preview.roll", count=state[rules.DICE], number=state[rules.ROLLS] + 1, most=rules.MOST_ROLLS)
        return say("preview.stop", reach=_reach(state, state[rules.KEPT]))
    if phase == rules.TAKE:
        if action == rules.DONE:
            return say("preview.done", kept=results_list(counts_of(state[rules.KEPT])))
        return _take_sentence("preview", box, state, action)
    if phase in (rules.BANK, rules.HOARD):
        return _row_sentence("preview.bank", state, action, rules.BANKED)
    if action == rules.END:
        return say("preview.end")
    return _row_sentence("preview.shift", state, action, rules.SHIFTED)


def _keep_preview(state: Row, action: int) -> Say:
    """What each colour then counts, what that pays for, and how many dice stay."""
    kept = _after_keep(state, action)
    counts, joker = _aside(action)
    left = state[rules.DICE] - dice_counted(counts)
    parameters: dict[str, Any] = {
        "kept": results_list(counts_of(kept)),
        "left": say("preview.dice-left", count=left) if left and state[rules.ROLLS] < rules.MOST_ROLLS else say("preview.no-roll-left"),
    }
    return Say("preview.keep-joker" if joker else "preview.keep", parameters | {"reach": _reach(state, kept)})


def _reach(state: Row, kept: int) -> Say:
    """Which tiles so many results pay for."""
    reached = in_reach(state, kept)
    return say("reach", tiles=tile_list(reached)) if reached else say("reach.none")


# ------------------------------------------------------------------ why not
def broken(box: Row, state: Row, action: int) -> tuple[str, dict[str, Any]] | None:
    """The first of CONDITIONS that an action breaks, with what its sentence needs; None if it is legal."""
    phase = state[rules.PHASE]
    found: dict[str, dict[str, Any]] | None = None
    if phase in (rules.REFILL, rules.ROLL):
        found = {} if _is_outcome(state, action) else None
    elif phase == rules.REMOVE and rules.REMOVED <= action < rules.BANKED:
        tile = action - rules.REMOVED
        found = {} if state[rules.MIDDLE] >> tile & 1 else {"not-in-middle": {"tile": tile_words(tile)}}
    elif phase in (rules.BANK, rules.HOARD) and rules.BANKED <= action < rules.TAKEN:
        found = _bank_faults(state, action)
    elif phase == rules.KEEP and action >= rules.KEPT_ASIDE:
        found = _keep_faults(state, action)
    elif phase == rules.AGAIN and action in (rules.GO_ON, rules.STOP):
        found = {}
    elif phase == rules.TAKE and rules.TAKEN <= action < rules.SHIFTED:
        found = _take_faults(state, action)
    elif phase == rules.TAKE and action == rules.DONE:
        found = {}
    elif phase == rules.SHIFT and rules.SHIFTED <= action < rules.GO_ON:
        found = _shift_faults(state, action)
    elif phase == rules.SHIFT and action == rules.END:
        found = {}
    if found is None:
        return "kind", {"asked": say(f"asked.{DUE[phase]}")}
    return next(((code, found[code]) for code in CONDITIONS if code in found), None)


def _is_outcome(state: Row, action: int) -> bool:
    """Whether chance could do this now."""
    if state[rules.PHASE] == rules.REFILL:
        return action < rules.REMOVED and bool(state[rules.STACK] >> action & 1)
    return rules.ROLLED <= action < rules.KEPT_ASIDE and dice_counted(rules.widen(action - rules.ROLLED)) == state[rules.DICE]


def _bank_faults(state: Row, action: int) -> dict[str, dict[str, Any]]:
    number, tile = _row_and_tile(action, rules.BANKED)
    rows = rows_of(state, state[rules.SEAT])
    offered = state[rules.HELD] if state[rules.PHASE] == rules.HOARD else state[rules.BASE + state[rules.SEAT]]
    found: dict[str, dict[str, Any]] = {}
    if not offered >> tile & 1:
        found["not-on-base"] = {"tile": tile_words(tile), "offered": tile_list(tiles_of(offered))}
    if number > len(rows):
        found["no-row"] = {"row": number, "count": len(rows)}
    elif number and not _fits(rows[number - 1], tile):
        found["row-mismatch"] = {"tile": tile_words(tile), "row": number, "what": row_words(rows[number - 1])}
    return found


def _fits(row: int, tile: int) -> bool:
    """Whether a tile shares its colour with a whole row, or its landscape (§4.2)."""
    both = tiles_of(row | 1 << tile)
    return len({text[0] for text in both}) == 1 or len({text[1] for text in both}) == 1


def _keep_faults(state: Row, action: int) -> dict[str, dict[str, Any]]:
    counts, joker = _aside(action)
    shown = counts_of(state[rules.SHOWN])
    wanted = counts_of(counts)
    found: dict[str, dict[str, Any]] = {}
    if any(count > shown.get(letter, 0) for letter, count in wanted.items()):
        found["not-rolled"] = {"dice": dice_text(narrow(counts)), "shown": dice_text(narrow(state[rules.SHOWN]))}
    useless = counts & ~rules.colours_of(rules.on_offer(state))
    if useless:
        found["not-valid"] = {"colours": [say(f"colour.{letter}") for letter in counts_of(useless)]}
    if joker:
        player = Seat(state[rules.SEAT])
        if state[rules.JOKER]:
            found["joker-used"] = {"player": player}
        if not state[rules.EGGS + state[rules.SEAT]]:
            found["no-egg"] = {"player": player}
        if COLOURS[joker - 1] not in wanted:
            found["joker-colour"] = {"colour": say(f"colour.{COLOURS[joker - 1]}")}
    return found


def _take_faults(state: Row, action: int) -> dict[str, dict[str, Any]]:
    dice, tile = _spent_on(action)
    is_there = state[rules.MIDDLE] if action < rules.STOLEN else rules.on_offer(state) & ~state[rules.MIDDLE]
    found: dict[str, dict[str, Any]] = {}
    if not is_there >> tile & 1:
        found["not-in-middle" if action < rules.STOLEN else "not-on-other-base"] = {"tile": tile_words(tile)}
    elif dice < cost_of(state, tile):
        found["too-few-dice"] = {"tile": tile_words(tile), "count": cost_of(state, tile), "given": dice}
    kept = (state[rules.KEPT] >> tile // rules.LANDSCAPES * 6) & rules.FIELD
    if dice > kept:
        found["not-kept"] = {"colour": say(f"colour.{TILES[tile][0]}"), "count": kept, "given": dice}
    return found


def _shift_faults(state: Row, action: int) -> dict[str, dict[str, Any]]:
    number, tile = _row_and_tile(action, rules.SHIFTED)
    seat = state[rules.SEAT]
    rows = rows_of(state, seat)
    if not state[rules.HOARDS + seat] >> tile & 1:
        return {"not-in-hoard": {"tile": tile_words(tile), "player": Seat(seat)}}
    home = _home_row(state, tile)
    if number > len(rows):
        return {"no-row": {"row": number, "count": len(rows)}}
    if number == home:
        return {"same-row": {"tile": tile_words(tile), "row": home}}
    if number == 0:
        return {"alone": {"tile": tile_words(tile), "row": home}} if popcount(rows[home - 1]) == 1 else {}
    if not _fits(rows[number - 1], tile):
        return {"row-mismatch": {"tile": tile_words(tile), "row": number, "what": row_words(rows[number - 1])}}
    return {}


# ------------------------------------------------------------------ the table in words
def describe(box: Row, state: Row, seat: int) -> list[Say]:
    """The table, a sentence a line."""
    lines = [
        say("describe.middle", tiles=tile_list(tiles_of(state[rules.MIDDLE]))),
        say("describe.stack", count=popcount(state[rules.STACK]), supply=state[rules.SUPPLY]),
    ]
    if removed_of(state):
        lines.append(say("describe.removed", tiles=tile_list(tiles_of(removed_of(state)))))
    points = points_of(box, state)
    for owner in range(box[rules.SEATS]):
        eggs = say("eggs", count=state[rules.EGGS + owner])
        lines.append(say("describe.seat", player=Seat(owner), points=say("points", count=points[owner]), eggs=eggs))
        lines.append(say("describe.base", player=Seat(owner), sides=_sides(state, owner)))
        rows = [say("describe.row", number=number, row=row_words(row)) for number, row in enumerate(rows_of(state, owner), start=1)]
        lines.append(say("describe.hoard", player=Seat(owner), rows=rows))
    if state[rules.HELD]:
        lines.append(say("describe.held", tile=tile_words(lowest(state[rules.HELD]))))
    if state[rules.SHOWN]:
        lines.append(say("describe.roll", dice=dice_text(narrow(state[rules.SHOWN])), valid=dice_text(narrow(rules.valid_dice(state)))))
    if state[rules.ROLLS]:
        lines.append(say("describe.rolls", rolls=state[rules.ROLLS], most=rules.MOST_ROLLS, count=state[rules.DICE]))
    if state[rules.KEPT]:
        kept = state[rules.KEPT]
        lines.append(say("describe.kept", kept=results_list(counts_of(kept)), reach=_reach(state, kept)))
    if state[rules.JOKER]:
        lines.append(say("describe.joker"))
    if state[rules.EXTRA]:
        lines.append(say("describe.extra", player=Seat(state[rules.SEAT])))
    if state[rules.QUIET] and state[rules.PHASE] != rules.ENDED:
        lines.append(say("describe.quiet", count=state[rules.QUIET], most=rules.QUIET_TURNS))
    return lines


def _sides(state: Row, owner: int) -> list[Say]:
    """The sides of a base that hold tiles."""
    sides = ((side, tiles_of(side_of(state, owner, side))) for side in range(2, 6))
    return [say("describe.side", side=side, tiles=tile_list(tiles)) for side, tiles in sides if tiles]


def prompt(box: Row, state: Row, seat: int) -> Say:
    """What the mover, or chance, is to do now."""
    parameters: dict[str, Any] = {"player": Seat(state[rules.SEAT]), "count": state[rules.DICE]}
    if state[rules.HELD]:
        parameters["tile"] = tile_words(lowest(state[rules.HELD]))
    return Say(f"prompt.{DUE[state[rules.PHASE]]}", parameters)


def spots(box: Row, state: Row, seat: int) -> dict[str, Say]:
    """Place -> words: the table's places, then each seat's."""
    found = {
        "stack": say("spot.stack", count=popcount(state[rules.STACK])),
        "middle": say("spot.middle", tiles=tile_list(tiles_of(state[rules.MIDDLE]))),
        "supply": say("spot.supply", count=state[rules.SUPPLY]),
        "tray": say("spot.tray", kept=results_list(counts_of(state[rules.KEPT])), dice=dice_text(narrow(state[rules.SHOWN])) or say("none")),
    }
    if box[rules.SEATS] == 2:
        found["removed"] = say("spot.removed", tiles=tile_list(tiles_of(removed_of(state))))
    for owner in range(box[rules.SEATS]):
        found[f"eggs {owner}"] = say("spot.eggs", player=Seat(owner), count=state[rules.EGGS + owner])
        for side in range(2, 6):
            tiles = tiles_of(side_of(state, owner, side))
            key = "spot.side" if tiles else "spot.side-empty"
            found[f"base {owner} {side}"] = say(key, player=Seat(owner), side=side, tiles=tile_list(tiles), cost=side + 1)
        for number, row in enumerate(rows_of(state, owner), start=1):
            found[f"hoard {owner} {number}"] = say("spot.row", player=Seat(owner), number=number, row=row_words(row))
    return found
