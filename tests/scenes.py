"""Small tables for the tests that are named for sections of the rules: drawn in a few words, opened through the public door."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import dragonhoard as dh
from tests.play import DATA
from tests.reference import seven_dragons

# ------------------------------------------------------------------ any game


def refused(match: dh.Match, move: str) -> str:
    """The section that forbids the move to whose turn it is; playing it is refused for the same reason and changes nothing."""
    before = (match.moves, match.mover, match._now.tobytes())
    assert move not in match.legal_moves()
    explanation = match.explain(move)
    assert explanation is not None, f"{move} is allowed"
    try:
        match.play(move)
    except dh.IllegalMove as fault:
        assert fault.code == explanation.code
    else:
        raise AssertionError(f"{move} was played")
    assert before == (match.moves, match.mover, match._now.tobytes())
    return explanation.section


def after(match: dh.Match, *moves: str) -> dh.Match:
    """The match once these moves have been made; the one given stays as it is."""
    later = match.copy()
    for move in moves:
        later.play(move)
    return later


def kinds(match: dh.Match) -> set[str]:
    """The first words of all legal moves."""
    return {move.split(" ")[0] for move in match.legal_moves()}


def among(match: dh.Match, first: str) -> list[str]:
    """The legal moves that begin so, without that beginning."""
    return [move.removeprefix(first) for move in match.legal_moves() if move.startswith(first)]


def changes(match: dh.Match, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
    """What the last move visibly did, of one kind."""
    return [change for change in match.told(seat, since=match.ply - 1)[0]["changes"] if change["kind"] == kind]


def automatic(match: dh.Match) -> list[str]:
    """Why something happened by itself after the last move."""
    return [step["reason"] for step in match.told(None, since=match.ply - 1)[0]["automatic"]]


# ------------------------------------------------------------------ Dragon Master
def square(drawing: str, hands: Sequence[str] = ("", ""), first: int = 0, corner: tuple[int, int] = (0, 0), **options: Any) -> dh.Match:
    """Cards on the table, drawn from the top row on, `.` an empty place, `corner` the coordinates of the lower left one.

    The cards were laid in turn from 0,0 on. Hands are what the seats then hold; cards not named are dealt lowest first.
    """
    rows = drawing.split()[::-1]
    cards = {(corner[0] + x, corner[1] + y): value for y, row in enumerate(rows) for x, value in enumerate(row) if value != "."}
    laying: list[str] = []
    open_places = {(0, 0)}
    reached: set[tuple[int, int]] = set()
    while open_places & cards.keys() - reached:
        place = min(open_places & cards.keys() - reached)
        laying.append(f"{cards[place]} {place[0]},{place[1]}")
        reached.add(place)
        open_places |= {(place[0] + dx, place[1] + dy) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    assert len(laying) == len(cards), "the cards do not hang together"
    held = [list(hand) for hand in hands]
    for number, move in enumerate(laying):
        held[(first + number) % 2].append(move[0])
    left = sorted("01233210" * 2 + "0123")
    for value in held[0] + held[1]:
        left.remove(value)
    for hand in held:
        while len(hand) < 8:
            hand.append(left.pop(0))
        assert len(hand) == 8, "a hand has eight cards, laid ones included"
    match = dh.GAMES["dragon-master"].match(**options)
    return after(match, f"start {first}", *(f"deal {value}" for hand in held for value in hand), *laying)


# ------------------------------------------------------------------ Drachenwurf
TILES = tuple(colour + landscape for colour in "RBGYPK" for landscape in "wmfdsi")


def dragons(
    seats: int = 3,
    due: str = "keep",
    turn: int = 0,
    marks: str = "",
    rolls: int | None = None,
    roll: str = "",
    kept: str = "",
    held: str = "",
    quiet: int = 0,
    middle: str = "",
    bases: Mapping[int, Mapping[int, str]] | None = None,
    hoards: Mapping[int, str] | None = None,
    eggs: Mapping[int, int] | None = None,
    stack: str | None = None,
    **options: Any,
) -> dh.Match:
    """A table in the middle of a turn; dice and tiles are spelled as in moves.

    What is not said: tiles not named are in the stack, or, if the stack is named, out of the game where two play and else in rows of one colour in
    the last seat's hoard; every seat has one egg; the dice have been rolled once when some wait to be set aside.
    """
    bases, hoards, eggs = bases or {}, dict(hoards or {}), eggs or {}
    named = middle.split() + [held] * bool(held) + [tile for sides in bases.values() for tiles in sides.values() for tile in tiles.split()]
    for rows in hoards.values():
        named += [rows.replace(" ", "")[i : i + 2] for i in range(0, len(rows.replace(" ", "")), 2)]
    named += (stack or "").split()
    assert len(set(named)) == len(named), "a tile lies in two places"
    rest = [tile for tile in TILES if tile not in named]
    removed: list[str] = []
    if stack is None:
        stack = " ".join(rest)
    elif seats == 2:
        removed = rest
    elif rest:
        rows_of_rest = ["".join(tile for tile in rest if tile[0] == colour) for colour in "RBGYPK"]
        hoards[seats - 1] = " ".join(filter(None, [hoards.get(seats - 1, ""), *rows_of_rest]))
    owned = [eggs.get(seat, 1) for seat in range(seats)]
    if rolls is None:
        rolls = 1 if due in ("keep", "go-on") else 0
    parts = [
        " ".join(["turn", str(turn), *marks.split()]),
        f"due {due}",
        f"rolls {rolls}",
        f"roll {roll or '-'}",
        f"kept {kept or '-'}",
        f"held {held or '-'}",
        f"quiet {quiet}",
        f"middle {_tiles(middle) or '-'}",
        f"stack {_tiles(stack) or '-'}",
        f"removed {' '.join(removed) or '-'}",
        f"supply {36 - sum(owned)}",
    ]
    for seat in range(seats):
        sides = " ".join(_tiles(bases.get(seat, {}).get(side, "")).replace(" ", ",") or "-" for side in range(2, 6))
        rows = " ".join("".join(_tiles(row).split()) for row in hoards.get(seat, "").split())
        parts.append(f"seat {seat} eggs {owned[seat]} base {sides} hoard {rows or '-'}")
    egg_points = options.get("egg_points", 1)
    return dh.GAMES["drachenwurf"].match(position=f"drachenwurf seats {seats} egg_points {egg_points} {'; '.join(parts)}")


def _tiles(text: str) -> str:
    """Tiles in the order in which a position names them."""
    letters = text.replace(" ", "")
    return " ".join(sorted((letters[i : i + 2] for i in range(0, len(letters), 2)), key=TILES.index))


# ------------------------------------------------------------------ Dragon Inferno
CAVES = "X T U V W"
EGGS = "b2 c3 f6 g7 b7 c6 f3 g2"


def inferno(
    due: str = "tile 0", *, caves: str = CAVES, eggs: str = EGGS, broken: str = "0 0", tiles: Sequence[str] = ("", ""), dragons: str = ""
) -> dh.Match:
    """A board of the `house` set; pieces are spelled as in moves, in any order."""
    squares = " ".join(sorted(eggs.split(), key=lambda square: square[::-1]))
    laid = []
    for seat in range(2):
        words = tiles[seat].split()
        pairs = sorted(zip(words[::2], words[1::2], strict=True), key=lambda pair: "IOTSZLJ".index(pair[0][0]))
        laid.append(" ".join(f"tiles {seat} {' '.join(f'{piece} {square}' for piece, square in pairs)}".split()))
    body = " ".join(f"{due} caves {caves} eggs {squares} broken {broken} {laid[0]} {laid[1]} dragons {dragons}".split())
    return dh.GAMES["dragon-inferno"].match(position=f"dragon-inferno seats 2 components house {body}")


def set_up(caves: str = CAVES, eggs: str = EGGS, **options: Any) -> dh.Match:
    """Dragons before the caves, eggs on the board, and no tile yet."""
    match = dh.GAMES["dragon-inferno"].match(**options)
    return after(match, *(f"cave {letter}" for letter in caves.split()), *(f"egg {square}" for square in eggs.split()))


# ------------------------------------------------------------------ Seven Dragons
ACTIONS = ("red", "yellow", "blue", "green", "black")
PLACES = {2: "0I1II", 3: "0I1I2", 4: "0123I", 5: "01234"}  # whose goal places are, clockwise


@cache
def _kinds_of_cards() -> frozenset[str]:
    match = after(dh.GAMES["seven-dragons"].match(), *(f"goal {colour}" for colour in "RYBGK"))
    return frozenset(among(match, "draw "))


def printed(card: str) -> str:
    """A card as the list has it, whichever way it lies."""
    return card if card in _kinds_of_cards() else card[::-1]


def table(
    layout: Mapping[str, str],
    hands: Iterable[str] = ("", ""),
    *,
    goals: str = "RYBGK",
    pile: str = "",
    turn: int = 0,
    due: str = "play",
    sevens: str = "",
    move_bonus: int = 0,
) -> dh.Match:
    """A layout (place -> card as it lies), the seats' hands, the goals by place, the action cards on the silver dragon from the bottom to the top.

    The deck is what is left. Nothing is remembered: each hand has been drawn card by card. `sevens`: the colours that have a group of seven already,
    so that nobody has had such a goal so far.
    """
    cards = [[printed(card) for card in hand.split()] for hand in hands]
    seats = len(cards)
    owners = PLACES[seats]
    words = pile.split()
    laid = sorted(layout.items(), key=lambda item: tuple(map(int, item[0].split(",")))[::-1])
    parts = {
        "phase": due,
        "turn": str(turn),
        "passes": "0",
        "bonus": "0",
        "end": "",
        "top": words[-1] if words else "",
        "pile": ".".join(sorted(words, key=ACTIONS.index)),
        "lifted": "",
        "layout": ";".join(f"{card}@{place}" for place, card in laid),
        "goals": ";".join(
            f"{colour}@{place}/{owners[place].replace('I', '')}/{'' if owners[place] == 'I' else sevens}" for place, colour in enumerate(goals)
        ),
        "story": ";".join(f"{seat}+{card}" for seat, hand in enumerate(cards) for card in hand),
    }
    body = " ".join(f"{name}={text or '-'}" for name, text in parts.items())
    return dh.GAMES["seven-dragons"].match(position=f"seven-dragons seats {seats} move_bonus {move_bonus} {body}")


def everything_in(match: dh.Match) -> Counter[str]:
    """Every card of a Seven Dragons match that has ended, wherever it is, as printed."""
    view = match.view(None)
    laid = [card for card in view["layout"].values() if card != "silver"]
    return Counter(laid + [card for hand in view["hands"] for card in hand] + view["deck_cards"])


@dataclass(frozen=True)
class Ending:
    """A position shortly before its end, as tests/data/passes.txt tells it."""

    seats: int
    turn: int
    goals: str
    pile: str
    hands: tuple[str, ...]
    deck: str
    layout: tuple[tuple[str, str], ...]

    def match(self, move_bonus: int) -> dh.Match:
        due = "draw" if self.deck else "play"
        return table(dict(self.layout), self.hands, goals=self.goals, pile=self.pile, turn=self.turn, due=due, move_bonus=move_bonus)

    def twin(self, move_bonus: int) -> seven_dragons.Match:
        """The same position for the slow twin."""
        hands = [hand.split() for hand in self.hands]
        options = {"move_bonus": move_bonus}
        return seven_dragons.Match.from_parts(
            self.seats, options, dict(self.layout), hands, self.deck.split(), list(self.goals), self.pile.split(), self.turn
        )


@cache
def endings() -> tuple[Ending, ...]:
    """The positions of tests/data/passes.txt."""
    _, *blocks = (DATA / "passes.txt").read_text(encoding="utf-8").split("\n\n")
    return tuple(_ending(block.splitlines()) for block in blocks)


def _ending(lines: list[str]) -> Ending:
    told = dict(line.split(" ", 1) for line in lines[:6])
    rows = [line.split() for line in lines[6:]]
    home_row = next(number for number, cards in enumerate(rows) if "SSSS" in cards)
    home_column = rows[home_row].index("SSSS")
    layout = tuple(
        (f"{column - home_column},{home_row - number}", card)
        for number, cards in enumerate(rows)
        for column, card in enumerate(cards)
        if card not in ("....", "SSSS")
    )
    hands = tuple(hand.replace("-", "") for hand in told["hands"].split(" / "))
    return Ending(int(told["seats"]), int(told["turn"]), told["goals"], told["pile"], hands, told["deck"].replace("-", ""), layout)
