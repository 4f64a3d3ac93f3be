"""Product and slow twin side by side: one match, move by move, everything that can be compared compared.

Chance and decisions are steered, part of the time, towards corners that random play hardly reaches. The twin is asked what is legal and what
lies where; the product, interpreted and compiled, must say the same. `play_together` raises Difference at the first thing that is not equal
and returns what was reached, so that tests can count it.
"""

import json
import random
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

import dragonhoard as dh
from dragonhoard.compiled import compiled, row, shared
from tests.play import values_of
from tests.reference import drachenwurf, dragon_inferno, dragon_master, seven_dragons

TWINS: dict[str, Callable[..., Any]] = {
    "dragon-master": dragon_master.Match,
    "drachenwurf": drachenwurf.Match,
    "seven-dragons": seven_dragons.Match,
    "dragon-inferno": dragon_inferno.Match,
}


class Difference(AssertionError):
    """Product and twin disagree."""


class Setting(NamedTuple):
    """A way to open a table."""

    key: str
    seats: int
    options: tuple[tuple[str, Any], ...]

    def match(self) -> dh.Match:
        return dh.GAMES[self.key].match(seats=self.seats, **dict(self.options))

    def match_at(self, match: dh.Match) -> dh.Match:
        """A match that begins where another stands."""
        return dh.GAMES[self.key].match(position=match.position)

    def twin(self) -> Any:
        return TWINS[self.key](self.seats, **dict(self.options))

    def __str__(self) -> str:
        shown = [f"{name}={value if len(str(value)) < 12 else 'own'}" for name, value in self.options]
        return " ".join([self.key, f"seats={self.seats}", *shown])


def settings(key: str) -> Iterator[Setting]:
    """Every number of seats with every value of every option."""
    game = dh.GAMES[key]
    values = [[(option.name, value) for value in values_of(key, option)] for option in game.options]
    for seats in game.seats:
        for chosen in product(*values):
            yield Setting(key, seats, tuple(chosen))


# ------------------------------------------------------------------ what is compared
def plain(value: Any) -> Any:
    """The value as a program on the other side of a wire would get it."""
    return json.loads(json.dumps(value))


def expect(what: str, mine: Any, theirs: Any, lock: "Lock") -> None:
    if mine != theirs:
        raise Difference(f"{lock.setting}, seed {lock.seed}, ply {lock.match.ply}: {what}\nproduct: {mine}\ntwin:    {theirs}\n{lock.match.record()}")


@dataclass
class Lock:
    """Product and twin in one match."""

    setting: Setting
    seed: int
    match: dh.Match
    twin: Any
    rng: random.Random
    seen: list[list[str]] = field(default_factory=list)  # each viewer's record by the twin; the spectator's comes last
    reached: Counter[str] = field(default_factory=Counter)
    compiled_state: Any = None
    compiled_out: Any = None

    @property
    def viewers(self) -> list[int | None]:
        return [*range(self.setting.seats), None]

    def compare(self, thorough: bool) -> list[str]:
        """Everything that can be compared here; returns the legal moves."""
        match, twin = self.match, self.twin
        mover = match.mover
        expect("mover", mover, twin.mover, self)
        moves = match.legal_moves()
        theirs = sorted(twin.moves())
        expect("moves", sorted(moves), theirs, self)
        if mover == dh.CHANCE:
            expect("odds", match.odds(), twin.odds(), self)
        for viewer in self.viewers if thorough else [self.rng.choice(self.viewers)]:
            facts = plain(twin.facts(viewer))
            view = plain(match.view(viewer))
            expect(f"view of {viewer}", {name: view.get(name) for name in facts}, facts, self)
        self.compare_compiled(mover)
        return moves

    def compare_compiled(self, mover: int | str | None) -> None:
        """The compiled kernel has come to the same state and lists the same actions in the same order."""
        kernels = compiled(self.match.game.declaration)
        box = compiled_box(self.match)
        expect("compiled state", self.compiled_state.tolist(), self.match._now.tolist(), self)
        count = kernels.legal(box, self.compiled_state, self.compiled_out) if mover is not None else 0
        expect("compiled moves", self.compiled_out[:count].tolist(), self.match.legal_actions(), self)

    def play(self, move: str) -> None:
        action = self.match.game.declaration.notation.parse_move(self.match._box, move)
        self.note(move)
        self.match.play(move)
        self.twin.play(move)
        compiled(self.match.game.declaration).apply(compiled_box(self.match), self.compiled_state, action)
        for viewer, seen in zip(self.viewers, self.seen, strict=True):
            seen.append(self.twin.seen(viewer, move))

    def note(self, move: str) -> None:
        """Count the kind of spelling and the corners that this move is."""
        self.reached[KIND_OF[self.setting.key](move)] += 1
        for name, is_reached in CORNERS.get(self.setting.key, {}).items():
            if is_reached(self, move):
                self.reached[name] += 1

    def compare_records(self) -> None:
        """Every seat's record, as it stood before the last move."""
        before = self.match.at(self.match.ply - 1)
        for viewer, seen in zip(self.viewers, self.seen, strict=True):
            expect(f"record of {viewer}", list(before.record(seat=viewer).moves), seen[:-1], self)

    def compare_end(self) -> None:
        outcome = self.match.outcome
        assert outcome is not None
        expect("winners", list(outcome.winners), self.twin.winners(), self)
        expect("scores", plain(outcome.scores), plain(self.twin.scores()), self)
        expect("reason", outcome.reason, self.twin.reason(), self)
        self.reached[f"end {outcome.reason}"] += 1


_boxes: dict[int, Any] = {}


def compiled_box(match: dh.Match) -> Any:
    """The match's box as compiled code takes it; boxes are shared between matches and live as long as the process."""
    return _boxes.setdefault(id(match._box), (row(match._box), match._box))[0]


def play_together(setting: Setting, seed: int, steer: str = "any", every: int = 1) -> Counter[str]:
    """One match in lockstep; views and everything else are compared at every `every`-th ply, movers and moves at each."""
    rng = random.Random(f"{setting} {steer} {seed}")
    lock = Lock(setting, seed, setting.match(), setting.twin(), rng)
    lock.seen = [[] for _ in lock.viewers]
    lock.compiled_state = shared(array("q", lock.match._now))
    lock.compiled_out = row(lock.match.game.declaration.rules.OUT_SIZE)
    choose = STEERS[setting.key][steer]
    while True:
        moves = lock.compare(thorough=lock.match.ply % every == 0)
        if not moves:
            break
        lock.play(choose(lock, moves) or rng.choice(moves))
    lock.compare_end()
    lock.compare_records()
    return lock.reached


# ------------------------------------------------------------------ kinds of spelling
# The kind of a spelling: its words, with pieces, places and numbers left out.
def _kind_in_dragon_master(move: str) -> str:
    first = move.split(" ")[0]
    return first if first in ("start", "deal") else "card"


def _kind_in_drachenwurf(move: str) -> str:
    first, *more = move.split(" ")
    if first in ("bank", "shift"):
        return f"{first} new" if more[-1] == "new" else f"{first} row"
    if first == "keep":
        return "keep +" if "+" in move else "keep"
    return "roll dice" if first == "roll" and more else first


def _kind_in_seven_dragons(move: str) -> str:
    words = move.split(" ")
    is_told_apart = words[0] in seven_dragons.ACTIONS or words[0] == "rotate" or (words[0] == "draw" and words[1] in seven_dragons.ACTIONS)
    return move if is_told_apart else words[0]


def _kind_in_dragon_inferno(move: str) -> str:
    first = move.split(" ")[0]
    return first if first in ("cave", "egg", "dragon") else "tile"


KIND_OF: dict[str, Callable[[str], str]] = {
    "dragon-master": _kind_in_dragon_master,
    "drachenwurf": _kind_in_drachenwurf,
    "seven-dragons": _kind_in_seven_dragons,
    "dragon-inferno": _kind_in_dragon_inferno,
}


# ------------------------------------------------------------------ corners
def _is_lone_shift(lock: Lock, move: str) -> bool:
    words = move.split(" ")
    return words[0] == "shift" and any(row == {words[1]} for row in lock.twin.hoards[lock.twin.active])


def _is_turned_in_place(lock: Lock, move: str) -> bool:
    words = move.split(" ")
    return lock.twin.phase == "relay" and words[0] == "place" and seven_dragons.where(words[2]) == lock.twin.lifted_from


def _is_goal_traded_back(lock: Lock, move: str) -> bool:
    """The seat gets a goal by trade that it has held before."""
    words = move.split(" ")
    if words[0] != "trade-goal":
        return False
    twin = lock.twin
    return twin.goals[int(words[1])] in twin.goals_met[twin.turn]


def _is_first_without_deck(lock: Lock, move: str) -> bool:
    return move.startswith("draw ") and len(lock.twin.deck) == 1


def _is_dragon_without_room(lock: Lock, move: str) -> bool:
    """The tile has its hole on an egg, a dragon waits, and none of its places is free."""
    twin = lock.twin
    if twin.due != "tile" or not twin.caves:
        return False
    after = twin.copy()
    after.play(move)
    return len(after.caves) < len(twin.caves) and after.due != "dragon"


CORNERS: dict[str, dict[str, Callable[[Lock, str], bool]]] = {
    "drachenwurf": {
        "six-dice take": lambda lock, move: move.split(" ")[0] in ("take", "steal") and move.endswith(" 6"),
        "shift of a lone tile": _is_lone_shift,
    },
    "seven-dragons": {
        "under act": lambda lock, move: move.endswith(" under act"),
        "lift turned in place": _is_turned_in_place,
        "goal traded back": _is_goal_traded_back,
        "empty deck": _is_first_without_deck,
    },
    "dragon-inferno": {"dragon without room": _is_dragon_without_room},
}

# What must be reached, besides kinds of spelling and corners; ends that play hardly reaches are constructed elsewhere.
ENDS: dict[str, tuple[str, ...]] = {
    "dragon-master": ("end full-grid",),
    "drachenwurf": ("end all-banked", "end forty-turns"),
    "seven-dragons": ("end seven", "end all-played"),
    "dragon-inferno": ("end no-room",),
}
_COLOURED = [f"{word} {how}" for word in seven_dragons.ACTIONS for how in ("over", "over act", "under act")]
KINDS: dict[str, tuple[str, ...]] = {
    "dragon-master": ("start", "deal", "card"),
    "drachenwurf": (
        *("draw", "remove", "bank row", "bank new", "roll dice", "keep", "keep +", "roll", "stop"),
        *("take", "steal", "done", "shift row", "shift new", "end"),
    ),
    "seven-dragons": (
        *("goal", "draw", *(f"draw {word}" for word in seven_dragons.ACTIONS), "place", *_COLOURED),
        *("zap", "lift", "trade-goal", "trade-hand", "rotate cw", "rotate ccw", "pass"),
    ),
    "dragon-inferno": ("cave", "egg", "tile", "dragon"),
}


def wanted(key: str) -> tuple[str, ...]:
    """All kinds of spelling, corners and ends of a game."""
    return (*KINDS[key], *CORNERS.get(key, {}), *ENDS[key])


# ------------------------------------------------------------------ steering
Steer = Callable[[Lock, list[str]], str | None]


def _starting(moves: list[str], *starts: str) -> list[str]:
    return [move for move in moves if move.startswith(starts)]


def _pick(lock: Lock, moves: list[str]) -> str | None:
    return lock.rng.choice(moves) if moves else None


def _sixes(lock: Lock, moves: list[str]) -> str | None:
    """Drachenwurf: dice of one colour that is on offer, all of them kept and spent on one tile; lone rows, shifted."""
    twin = lock.twin
    if twin.due == "throw":
        colours = sorted(twin._valid_colours())
        return f"roll {(colours[0] if colours else 'R') * twin.dice}"
    if twin.due == "keep":
        return max(moves, key=len)
    return _pick(lock, [move for move in moves if move.endswith(" 6")]) or _shifts(lock, moves)


def _thieves(lock: Lock, moves: list[str]) -> str | None:
    """Drachenwurf: steal whenever one can, roll on until one can."""
    return _pick(lock, _starting(moves, "steal")) or _pick(lock, _starting(moves, "roll")) or _pick(lock, _starting(moves, "take"))


def _shifts(lock: Lock, moves: list[str]) -> str | None:
    """Drachenwurf: every tile in a row of its own, no egg spent on dice; then shift, lone tiles first."""
    lone = [move for move in moves if _is_lone_shift(lock, move)]
    new = [move for move in moves if move.startswith("bank ") and move.endswith(" new")]
    without_egg = [move for move in moves if move.startswith("keep ") and "+" not in move]
    return _pick(lock, lone) or _pick(lock, _starting(moves, "shift")) or _pick(lock, new) or _pick(lock, without_egg)


def _idlers(lock: Lock, moves: list[str]) -> str | None:
    """Drachenwurf: nobody ever takes a tile, after the first few turns."""
    twin = lock.twin
    if sum(len(rows) for rows in twin.hoards) < 3 and not twin.quiet and lock.match.ply < 60:
        return None
    quiet = [move for move in moves if move in ("stop", "done", "end")]
    return _pick(lock, quiet) or (min(moves, key=len) if twin.due == "keep" else None)


def _actors(lock: Lock, moves: list[str]) -> str | None:
    """Seven Dragons: action cards come early and are carried out, under the pile if that goes; goals go back where they were, cards turn in place."""
    draws = _starting(moves, *(f"draw {word}" for word in seven_dragons.ACTIONS))
    if draws and lock.rng.random() < 0.5:
        return _pick(lock, draws)
    back = [move for move in moves if _is_goal_traded_back(lock, move) or _is_turned_in_place(lock, move)]
    acts = [move for move in moves if move.endswith(" act")]
    if acts and not lock.twin.pile:
        return _pick(lock, acts)
    return _pick(lock, back) or (_pick(lock, [move for move in acts if "under" in move] or acts) if lock.rng.random() < 0.7 else None)


def _stuck(lock: Lock, moves: list[str]) -> str | None:
    """Seven Dragons: whole dragons round the silver one while it has all colours, then a green card: some of them cannot be laid elsewhere."""
    twin = lock.twin
    if twin.mover == dh.CHANCE:
        wholes = _starting(moves, *(f"draw {card}" for card in seven_dragons.WHOLES))
        return _pick(lock, _starting(moves, "draw green")) or _pick(lock, wholes) if lock.match.ply < 30 and lock.rng.random() < 0.7 else None
    if twin.pile or twin.phase != "turn":
        return None
    beside = [
        move
        for move in _starting(moves, "place ")
        if move.split(" ")[1] in seven_dragons.WHOLES and move.endswith((" 1,0", " -1,0", " 0,1", " 0,-1"))
    ]
    return _pick(lock, _starting(moves, "green over act") if len(twin.layout) > 3 else beside)


def _long_games(lock: Lock, moves: list[str]) -> str | None:
    """Seven Dragons: nobody lets a group of seven arise, so that the deck runs empty."""
    twin = lock.twin
    if twin.phase not in ("turn", "relay"):
        return None
    sample = lock.rng.sample(moves, min(len(moves), 12))
    return min(sample, key=lambda move: _largest_after(twin, move))


def _largest_after(twin: Any, move: str) -> int:
    words = move.split(" ")
    if words[0] != "place":
        return 0 if move.endswith("over") else 1
    layout = {**twin.layout, seven_dragons.where(words[2]): words[1]}
    return sum(seven_dragons.largest_group(colour, layout, twin.top) ** 3 for colour in set(words[1]) & seven_dragons.ALL)


def _burners(lock: Lock, moves: list[str]) -> str | None:
    """Dragon Inferno: wake dragons while few stones lie, so that some find no room; eggs near the corners."""
    twin = lock.twin
    if twin.due == "egg":
        return _pick(lock, [f"egg {square}" for square in ("b2", "c2", "b3", "g7", "f7", "g6", "b7", "g2", "c7", "f2") if f"egg {square}" in moves])
    if twin.due == "tile":
        return _pick(lock, [move for move in moves if _wakes(twin, move)])
    return None


def _wakes(twin: Any, move: str) -> bool:
    _, letter, turn, corner = dragon_inferno.read_move(move)
    squares = twin.squares_of(twin.tiles[twin.seat][letter][turn], corner)
    return any(mark == "H" and square in twin.eggs for square, mark in squares.items())


STEERS: dict[str, dict[str, Steer]] = {
    "dragon-master": {"any": lambda lock, moves: None},
    "drachenwurf": {"any": lambda lock, moves: None, "sixes": _sixes, "thieves": _thieves, "shifts": _shifts, "idlers": _idlers},
    "seven-dragons": {"any": lambda lock, moves: None, "actors": _actors, "stuck": _stuck, "long games": _long_games},
    "dragon-inferno": {"any": lambda lock, moves: None, "burners": _burners},
}


def schedule(key: str) -> Iterator[tuple[Setting, int, str]]:
    """Endless: every setting with every steering in turn, seeds ascending."""
    ways = [(setting, steer) for steer in STEERS[key] for setting in settings(key)]
    seed = 0
    while True:
        for setting, steer in ways:
            yield setting, seed, steer
        seed += 1


@dataclass
class Tally:
    """What many matches reached: in how many distinct matches each thing came up."""

    matches: int = 0
    reached: Counter[str] = field(default_factory=Counter)

    def add(self, counts: Counter[str]) -> None:
        self.matches += 1
        self.reached.update(counts.keys())

    def missing(self, key: str, least: int) -> dict[str, int]:
        return {name: self.reached[name] for name in wanted(key) if self.reached[name] < least}
