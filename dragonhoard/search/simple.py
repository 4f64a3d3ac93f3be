"""The two simplest bots: one moves at random, one takes what looks best at once. Both see what their seat sees and nothing else."""

from typing import Protocol

from dragonhoard.bits import new_row
from dragonhoard.contract import BadOption, Unknown
from dragonhoard.dice import Dice
from dragonhoard.match import ALL, Chance, Match, below_of, check_dice


class Bot(Protocol):
    """Whatever picks a move: `choose(match.seen_by(seat))` gives a spelling."""

    name: str

    def choose(self, seen: Match, dice: Chance | None = None, deadline: float | None = None) -> str:
        """A legal move for the seat that `seen` is known to; `deadline` in seconds from the call."""


def _own_moves(seen: object) -> list[int]:
    """The legal actions of the seat that this match is known to; whoever hands over more than it knows is refused."""
    if not isinstance(seen, Match) or seen.known_to == ALL or seen.known_to is None:
        raise BadOption("full")
    if seen.mover != seen.known_to:
        raise Unknown("moves")
    return seen.legal_actions()


class Random:
    """Any legal move, each as likely."""

    name = "random"

    def choose(self, seen: Match, dice: Chance | None = None, deadline: float | None = None) -> str:
        """A legal move."""
        actions = _own_moves(seen)
        return _any(seen, actions, dice)


class Greedy:
    """The move that looks best by one page of judgement a game; equal ones by the dice."""

    name = "greedy"

    def choose(self, seen: Match, dice: Chance | None = None, deadline: float | None = None) -> str:
        """The best-looking legal move."""
        actions = _own_moves(seen)
        declaration = seen.game.declaration
        seat = int(seen.known_to or 0)
        box, state = seen._box, seen._eyes(seat)
        scratch = new_row(declaration.rules.STATE_SIZE + declaration.rules.OUT_SIZE)
        worth = [declaration.evaluate.worth(box, state, seat, action, scratch) for action in actions]
        most = max(worth)
        return _any(seen, [action for action, value in zip(actions, worth, strict=True) if value == most], dice)


def _any(seen: Match, actions: list[int], dice: Chance | None) -> str:
    """The spelling of one of these actions, each as likely."""
    source = Dice(0) if dice is None else dice
    check_dice(source)
    return seen.game.declaration.notation.move_text(seen._box, actions[below_of(source, len(actions))])
