"""What `notation.py` says of secrets where there are none. A game imports by name what holds for it.

On purpose these are no defaults of the contract: whoever forgets to say what a seat sees of a move has no game, instead of one that shows
everything. Knows no game. The docstrings of `contract.Notation` are the law here too.
"""

from array import array

from dragonhoard.bits import Row
from dragonhoard.contract import Learned, NotAMove, State


# ------------------------------------------------------------------ nothing is hidden from anybody
def is_unseen(box: Row, action: int) -> bool:
    """No outcome of chance is written with `?`."""
    return False


def seen_action(box: Row, before: Row, action: int, seat: int) -> int:
    """Everybody sees every move as it is."""
    return action


def relive(box: Row, begin: State, moves: list[tuple[int, Learned | None]], seat: int, world: Row, dice: Row) -> tuple[State, list[int]]:
    """No past is hidden: the beginning and the actions as they are."""
    return array("q", begin), [action for action, _ in moves]


# ------------------------------------------------------------------ hidden or not, nothing hidden changes hands
def learns(box: Row, before: Row, action: int, seat: int) -> bool:
    """Nobody learns more than the move."""
    return False


def learned(box: Row, after: Row, action: int, seat: int) -> Learned:
    """Nothing."""
    return ()


def learned_text(box: Row, action: int, learned: Learned) -> str:
    """Nothing."""
    return ""


def parse_learned(box: Row, action: int, text: str) -> Learned:
    """No move is followed by braces."""
    raise NotAMove("spelling", given=text)


def learn(box: Row, state: Row, seat: int, action: int, learned: Learned) -> None:
    """There is nothing to put into the state."""
