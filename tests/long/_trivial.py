"""The trivial game of the load comparison: 40 squares, two hands and a deck that are hidden. The same, in `_peer.cjs`, for boardgame.io."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

SQUARES = 40
HAND = 5
DECK = tuple(range(1, 61))
CHANGES = [{"kind": "put"}]


class TrivialMatch:
    """What `past.Play` asks of a match. A move puts a card on a square and takes another one from the deck; it never ends."""

    __slots__ = ("_names", "board", "deck", "hands", "last", "ply", "points")
    mover: int
    outcome = None
    options: Mapping[str, int | str] = {}

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self.ply = 0
        self.board = [0] * SQUARES
        self.hands = [list(DECK[:HAND]), list(DECK[HAND : 2 * HAND])]
        self.deck = list(DECK[2 * HAND :])
        self.points = [0, 0]
        self.last = ""

    @property
    def mover(self) -> int:  # type: ignore[no-redef]
        return self.ply & 1

    @property
    def names(self) -> tuple[str, ...]:
        return self._names

    def copy(self) -> "TrivialMatch":
        return self.with_names(self._names)

    def with_names(self, names: Sequence[str]) -> "TrivialMatch":
        twin = TrivialMatch.__new__(TrivialMatch)
        twin._names = tuple(names)
        twin.ply, twin.last = self.ply, self.last
        twin.board, twin.deck, twin.points = self.board.copy(), self.deck.copy(), self.points.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        return twin

    def play(self, move: str, seat: int | None = None) -> None:
        mover = self.ply & 1
        square = int(move.removeprefix("put "))
        if seat != mover or not 0 <= square < SQUARES:
            raise ValueError(move)
        hand = self.hands[mover]
        card = hand.pop(0)
        self.deck.insert(0, self.board[square] or card)
        self.board[square] = card
        hand.append(self.deck.pop())
        self.points[mover] += card
        self.ply += 1
        self.last = move

    def legal_moves(self) -> list[str]:
        return ["put 0", "put 7", "put 14"]

    def free_undo(self, seat: int) -> int | None:
        return None

    def view(self, seat: int | None) -> dict[str, Any]:
        return {
            "board": self.board,
            "hands": [hand if number == seat else len(hand) for number, hand in enumerate(self.hands)],
            "deck": len(self.deck),
            "points": self.points,
            "mover": self.ply & 1,
            "rows": [{"name": "row", "count": 8, "kind": "plain", "open": True} for _ in range(5)],
            "note": "a view of about 480 bytes, as in the comparison",
        }

    def prompt(self, seat: int | None, lang: str) -> str:
        return "Put a card."

    def spots(self, seat: int | None, lang: str) -> dict[str, str]:
        return {}

    def told(self, seat: int | None, since: int, lang: str) -> list[dict[str, Any]]:
        line = {"mover": (self.ply - 1) & 1, "move": self.last, "sentence": "A card was put.", "changes": CHANGES, "automatic": []}
        return [{"ply": ply, **line} for ply in range(since, self.ply)]

    def at(self, ply: int) -> "TrivialMatch":
        return self

    def end(self, reason: str, winners: Iterable[int]) -> None:
        raise NotImplementedError


class TrivialGame:
    """What `past.Game` asks of a game."""

    name = key = "trivial"
    is_hidden = True
    options = ()

    def match(self, *, seats: int | None = None, names: Sequence[str] = (), **options: Any) -> TrivialMatch:
        return TrivialMatch(tuple(names))
