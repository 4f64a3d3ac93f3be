"""What each seat of Dragon Master may see and was told, what a move would do and why it is not legal: data, from wiped states.

It knows no language: sentences are keys into words.en and words.de. What lies on the table, the worth of all lines included, is open to
everybody; of cards not laid a seat sees its own hand, a spectator none.
"""

from array import array
from typing import Any, Final, Literal, TypedDict

from dragonhoard.bits import CHANCE, OVER, Row, new_row
from dragonhoard.contract import State
from dragonhoard.games.dragon_master import rules
from dragonhoard.games.dragon_master.notation import Place, card_of, cards_of, grid_of, hand_size, is_hidden, receiver, rest_size
from dragonhoard.language import Say, Seat, say

Axis = Literal["columns", "rows"]
AXES: Final[tuple[Axis, Axis]] = ("columns", "rows")  # §1.2: seat 0 scores the columns, seat 1 the rows


class Line(TypedDict):
    """A column or row that holds a card: its x or y, what it is worth, how many cards lie in it."""

    line: int
    points: int
    cards: int


class TableView(TypedDict):
    """The table as one seat, or a spectator, sees it."""

    seat: int | None  # who looks; None for a spectator
    mover: int | Literal["chance"] | None
    start: int | None  # the seat that lays first
    hand: list[int] | None  # of the seat that looks; None for a spectator
    hand_sizes: list[int]
    grid: dict[str, int]  # "x,y" -> value
    laid: list[list[int]]  # what each seat has laid
    hands: list[list[int]] | None  # both, once everything is open
    out: list[int] | None  # cards nobody was dealt, once everything is open
    rest: int  # how many these are
    unseen: list[int]  # how many cards of each value this seat has not seen
    deal_to: int | None  # the seat that is dealt the next card
    axes: list[Axis]  # what each seat scores
    columns: list[Line]
    rows: list[Line]
    ladders: list[list[int]]  # each seat's four lines, lowest first, empty ones included
    decides: int | None  # the first rung on which the ladders differ
    open: list[str]  # places where the next card may lie
    room: list[list[int]]  # [lowest, highest] x and y that the grid may still reach


class Started(TypedDict):
    """The starting seat was drawn."""

    kind: Literal["start"]
    seat: int


class Dealt(TypedDict):
    """A card was dealt; its value only if this seat sees it."""

    kind: Literal["deal"]
    seat: int
    card: int | None
    hand_size: int


class Laid(TypedDict):
    """A card was laid."""

    kind: Literal["lay"]
    seat: int
    card: int
    place: str
    hand_size: int


class LineChanged(TypedDict):
    """A line became worth more."""

    kind: Literal["line"]
    seat: int  # whose line it is
    axis: Axis
    line: int
    before: int
    after: int


class Full(TypedDict):
    """The sixteenth card lies."""

    kind: Literal["full"]


class Revealed(TypedDict):
    """The cards out of play are shown."""

    kind: Literal["reveal"]
    out: list[int]


Change = Started | Dealt | Laid | LineChanged | Full | Revealed

VIEW: Final = TableView
CHANGE: Final = Change
AUTOMATIC: Final[tuple[str, ...]] = ()
CONDITIONS: Final = {
    "turn": "2.1",
    "kind": "2.1",
    "not-in-hand": "2.2",
    "first-card": "2.3",
    "occupied": "2.4",
    "not-adjacent": "2.5",
    "too-wide": "2.6",
    "too-high": "2.7",
}


# ------------------------------------------------------------------ the view
def view(box: Row, state: Row, seat: int) -> TableView:
    """Everything this seat may see."""
    mover = rules.mover(box, state)
    ladders = ladders_of(box, state)
    columns, rows = lines_of(state)
    everything = state[rules.KNOWN] == 0
    return {
        "seat": seat if seat >= 0 else None,
        "mover": {CHANCE: "chance", OVER: None}.get(mover, mover),
        "start": state[rules.FIRST] if state[rules.PLY] > 0 else None,
        "hand": cards_of(state[rules.HAND + seat]) if seat >= 0 else None,
        "hand_sizes": [hand_size(state, other) for other in range(rules.SEATS)],
        "grid": {f"{x},{y}": value for (x, y), value in grid_of(state).items()},
        "laid": [cards_of(state[rules.LAID + other]) for other in range(rules.SEATS)],
        "hands": [cards_of(state[rules.HAND + other]) for other in range(rules.SEATS)] if everything else None,
        "out": cards_of(state[rules.REST]) if everything else None,
        "rest": rest_size(state),
        "unseen": unseen(state),
        "deal_to": receiver(state[rules.PLY]) if rules.FIRST_DEAL <= state[rules.PLY] < rules.FIRST_LAY else None,
        "axes": list(AXES),
        "columns": columns,
        "rows": rows,
        "ladders": ladders,
        "decides": next((rung for rung in range(rules.SIDE) if ladders[0][rung] != ladders[1][rung]), None),
        "open": [f"{x},{y}" for x, y in places_of(state[rules.OPEN])] if mover >= 0 else [],
        "room": room(state),
    }


def places_of(spots: int) -> list[Place]:
    """The places of a bitboard."""
    return [(bit // 8 - rules.FURTHEST, bit % 8 - rules.FURTHEST) for bit in range(56) if spots >> bit & 1]


def unseen(state: Row) -> list[int]:
    """How many cards of each value are neither laid nor in a hand that this state tells: plain arithmetic."""
    if state[rules.KNOWN] == 0:
        return [0] * rules.VALUES
    left = rules.ALL_CARDS - state[rules.LAID] - state[rules.LAID + 1] - state[rules.HAND] - state[rules.HAND + 1]
    return [left >> value * 8 & 0xFF for value in range(rules.VALUES)]


def lines_of(state: Row) -> tuple[list[Line], list[Line]]:
    """The columns and rows that hold a card, with their worth."""
    values = rules.line_values(state)
    cards: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for place in grid_of(state):
        for axis in range(rules.SEATS):
            cards[axis][place[axis]] = cards[axis].get(place[axis], 0) + 1
    both: tuple[list[Line], list[Line]] = ([], [])
    for axis in range(rules.SEATS):
        first = min(cards[axis], default=0)
        for number in sorted(cards[axis]):
            place_in_word = axis * rules.SIDE + number - first
            both[axis].append({"line": number, "points": values >> place_in_word * 8 & 0xFF, "cards": cards[axis][number]})
    return both


def ladders_of(box: Row, state: Row) -> list[list[int]]:
    """§3.6: each seat's four lines, lowest first."""
    out = new_row(rules.OUT_SIZE)
    rules.score(box, state, out)
    return [[out[seat * rules.SIDE + rung] for rung in range(rules.SIDE)] for seat in range(rules.SEATS)]


def room(state: Row) -> list[list[int]]:
    """How far the grid may still grow: §2.6, §2.7 leave the empty places within it free."""
    places = [*grid_of(state), *places_of(state[rules.FREE])]
    return [[min(place[axis] for place in places), max(place[axis] for place in places)] for axis in range(rules.SEATS)]


# ------------------------------------------------------------------ what happened, and what would
def changes(box: Row, before: Row, action: int, after: Row, seat: int) -> list[Change]:
    """What visibly happened."""
    if rules.DEAL <= action <= rules.DEAL_UNSEEN:
        to = receiver(before[rules.PLY])
        return [{"kind": "deal", "seat": to, "card": None if action == rules.DEAL_UNSEEN else action - rules.DEAL, "hand_size": hand_size(after, to)}]
    if rules.START <= action < rules.DEAL:
        return [{"kind": "start", "seat": action - rules.START}]
    found = _laid(before, action, after)
    if after[rules.PLY] == rules.FULL:
        found.append({"kind": "reveal", "out": cards_of(after[rules.REST])})
    return found


def _laid(before: Row, action: int, after: Row) -> list[Change]:
    """The card, and the lines that changed; all of it public."""
    value, x, y = card_of(action) or (0, 0, 0)
    mover = rules.turn(before)
    found: list[Change] = [{"kind": "lay", "seat": mover, "card": value, "place": f"{x},{y}", "hand_size": hand_size(after, mover)}]
    old, new = lines_of(before), lines_of(after)
    for axis, number in ((0, x), (1, y)):
        was = next((line["points"] for line in old[axis] if line["line"] == number), 0)
        now = next(line["points"] for line in new[axis] if line["line"] == number)
        if was != now:
            found.append({"kind": "line", "seat": axis, "axis": AXES[axis], "line": number, "before": was, "after": now})
    if after[rules.PLY] == rules.FULL:
        found.append({"kind": "full"})
    return found


def automatic(box: Row, before: Row, action: int, after: Row, seat: int) -> list[tuple[str, Say]]:
    """Nothing happens by itself in this game."""
    return []


def sentence(box: Row, before: Row, action: int, after: Row, seat: int) -> Say:
    """What happened."""
    found = changes(box, before, action, after, seat)
    first = found[0]
    if first["kind"] == "start":
        return say("told.start", player=Seat(first["seat"]))
    if first["kind"] == "deal":
        if first["card"] is None:
            return say("told.deal-unseen", player=Seat(first["seat"]))
        return say("told.deal", player=Seat(first["seat"]), card=a_card(first["card"]))
    return _told("told.lay", found)


def _told(key: str, found: list[Change]) -> Say:
    """A card laid, and what became of its lines."""
    parameters: dict[str, Any] = {}
    lines = []
    for change in found:
        if change["kind"] == "lay":
            card = change["card"]  # as a subject, and as what is laid: German tells them apart
            parameters = {"player": Seat(change["seat"]), "card": a_card(card), "laid": say(f"laid-card.{card}"), "place": change["place"]}
        elif change["kind"] == "line":
            worth = {"player": Seat(change["seat"]), "line": change["line"], "before": change["before"], "after": change["after"]}
            lines.append(Say(f"line.{change['axis']}", worth))
        elif change["kind"] == "full":
            key += "-last"
    return Say(key, {**parameters, "lines": lines or say("line.none")})


def preview(box: Row, state: State, action: int) -> tuple[list[Change], Say]:
    """What laying the card would do on the table; the cards out of play, which the last card reveals, stay hidden."""
    after = array("q", state)
    rules.apply(box, after, action)
    found = _laid(state, action, after)
    return found, _told("preview.lay", found)


# ------------------------------------------------------------------ why not
def broken(box: Row, state: Row, action: int) -> tuple[str, dict[str, Any]] | None:
    """Why the action is not legal: the first of CONDITIONS that it breaks."""
    mover = rules.mover(box, state)
    card = card_of(action)
    if mover < 0 or card is None:
        return None if mover == CHANCE and _can_come(box, state, action) else ("kind", {"now": _expected(state)})
    value, x, y = card
    place = f"{x},{y}"
    if not can_hold(state, mover, value):  # §2.2
        return "not-in-hand", {"player": Seat(mover), "card": a_card(value)}
    grid = grid_of(state)
    if not grid:
        return None if (x, y) == (0, 0) else ("first-card", {"place": place})  # §2.3
    if (x, y) in grid:  # §2.4
        return "occupied", {"place": place, "card": a_card(grid[x, y])}
    if not any(abs(x - other_x) + abs(y - other_y) == 1 for other_x, other_y in grid):  # §2.5
        return "not-adjacent", {"place": place}
    for axis, code in ((0, "too-wide"), (1, "too-high")):  # §2.6, §2.7
        numbers = [there[axis] for there in [*grid, (x, y)]]
        if max(numbers) - min(numbers) >= rules.SIDE:
            return code, {"place": place, "lines": max(numbers) - min(numbers) + 1}
    return None


def can_hold(state: Row, seat: int, value: int) -> bool:
    """Whether a card of that value may be in the seat's hand, as far as this state tells."""
    return unseen(state)[value] > 0 if is_hidden(state, seat) else value in cards_of(state[rules.HAND + seat])


def _can_come(box: Row, state: Row, action: int) -> bool:
    """Whether this outcome of chance, as this state's seat would be told of it, is possible as far as it knows."""
    if state[rules.PLY] < rules.FIRST_DEAL:
        return rules.START <= action < rules.DEAL and box[rules.SEAT_TO_START] in (rules.SEATS, action - rules.START)
    if is_hidden(state, receiver(state[rules.PLY])):  # §4.2
        return action == rules.DEAL_UNSEEN
    left = cards_of(state[rules.REST]) if state[rules.KNOWN] == 0 else [value for value in range(rules.VALUES) if unseen(state)[value] > 0]
    return action - rules.DEAL in left


def _expected(state: Row) -> Say:
    """What is to be done now instead."""
    if state[rules.PLY] < rules.FIRST_DEAL:
        return say("now.start")
    if state[rules.PLY] < rules.FIRST_LAY:
        return say("now.deal", player=Seat(receiver(state[rules.PLY])))
    return say("now.lay", player=Seat(rules.turn(state)))


# ------------------------------------------------------------------ in words
def a_card(value: int) -> Say:
    """One card of a value."""
    return say(f"a-card.{value}")


def cards_in_words(counts: list[int]) -> list[Say]:
    """How many cards of each value, those of which there are any."""
    return [say(f"cards.{value}", count=count) for value, count in enumerate(counts) if count > 0]


def counts_of(cards: int) -> list[int]:
    """Counted cards by value."""
    return [cards >> value * 8 & 0xFF for value in range(rules.VALUES)]


def describe(box: Row, state: Row, seat: int) -> list[Say]:
    """The table: the grid row by row from the top, the worth of the columns, the ladders, the hands, what has not been seen."""
    grid = grid_of(state)
    columns, rows = lines_of(state)
    lines = [] if grid else [say("describe.empty")]
    for row in reversed(rows):
        cards = [say("describe.card", card=a_card(value), place=f"{x},{y}") for (x, y), value in grid.items() if y == row["line"]]
        lines.append(say("describe.row", line=row["line"], points=row["points"], cards=cards))
    if grid:
        lines.append(say("describe.columns", columns=[say("describe.column", line=line["line"], points=line["points"]) for line in columns]))
        for owner, ladder in enumerate(ladders_of(box, state)):
            lines.append(say(f"describe.{AXES[owner]}-of", player=Seat(owner), lines=ladder))
    for other in range(rules.SEATS):
        count = hand_size(state, other)
        if count == 0:
            lines.append(say("describe.no-hand", player=Seat(other)))
        elif is_hidden(state, other):
            lines.append(say("describe.hidden-hand", player=Seat(other), count=count))
        else:
            lines.append(say("describe.hand", player=Seat(other), cards=cards_in_words(counts_of(state[rules.HAND + other]))))
    if state[rules.KNOWN] == 0:
        lines.append(say("describe.out", cards=cards_in_words(counts_of(state[rules.REST]))))
    else:
        lines.append(say("describe.rest" if state[rules.PLY] < rules.FIRST_LAY else "describe.hidden-out", count=rest_size(state)))
        lines.append(say("describe.unseen", cards=cards_in_words(unseen(state))))
    return lines


def prompt(box: Row, state: Row, seat: int) -> Say:
    """What is to do now."""
    if state[rules.PLY] < rules.FIRST_DEAL:
        return say("prompt.start")
    if state[rules.PLY] < rules.FIRST_LAY:
        return say("prompt.deal", player=Seat(receiver(state[rules.PLY])))
    return say("prompt.first" if state[rules.PLY] == rules.FIRST_LAY else "prompt.lay", player=Seat(rules.turn(state)))


def spots(box: Row, state: Row, seat: int) -> dict[str, Say]:
    """Every place that the grid may still reach, both hands and the cards nobody was dealt."""
    grid = grid_of(state)
    open_now = places_of(state[rules.OPEN]) if rules.mover(box, state) >= 0 else []
    columns, rows = ({line["line"]: line["points"] for line in lines} for lines in lines_of(state))
    (left, right), (low, high) = room(state)
    found: dict[str, Say] = {}
    for y in range(high, low - 1, -1):
        for x in range(left, right + 1):
            if (x, y) in grid:
                found[f"{x},{y}"] = say("spot.card", card=a_card(grid[x, y]), column=columns[x], row=rows[y])
            else:
                found[f"{x},{y}"] = say("spot.open" if (x, y) in open_now else "spot.empty")
    for other in range(rules.SEATS):
        count = hand_size(state, other)
        if count == 0:
            found[f"hand {other}"] = say("spot.no-hand", player=Seat(other))
        elif is_hidden(state, other):
            found[f"hand {other}"] = say("spot.hidden-hand", player=Seat(other), count=count)
        else:
            found[f"hand {other}"] = say("spot.hand", player=Seat(other), cards=cards_in_words(counts_of(state[rules.HAND + other])))
    if state[rules.KNOWN] == 0:
        found["rest"] = say("spot.out", cards=cards_in_words(counts_of(state[rules.REST])))
    else:
        found["rest"] = say("spot.rest", count=rest_size(state))
    return found
