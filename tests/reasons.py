"""Why a move is illegal: the product's first broken condition against the twin's set of all that are broken."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import dragonhoard as dh
from tests.lockstep import KIND_OF, STEERS, Lock, Setting, settings

MOVES_KEPT = 60  # of each kind of spelling, to make near misses from


@dataclass
class Reasons:
    """What explaining illegal moves of one game has come to."""

    key: str
    positions: int = 0
    asked: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    pool: dict[str, list[str]] = field(default_factory=dict)  # spellings met so far, by kind
    asked_at: Counter[str] = field(default_factory=Counter)  # positions, by the kind of decision

    def missing(self, least: int) -> dict[str, int]:
        """Declared conditions that came up too rarely; "turn" is the match's, not the mover's."""
        conditions = dh.GAMES[self.key].declaration.view.CONDITIONS
        return {code: self.codes[code] for code in conditions if code != "turn" and self.codes[code] < least}

    def walk(self, setting: Setting, seed: int, steer: str, spellings: int) -> None:
        """Ask about illegal moves at some decisions of one match; at rare kinds of decision more often."""
        rng = random.Random(f"reasons {setting} {steer} {seed}")
        lock = Lock(setting, seed, setting.match(), setting.twin(), rng)
        while (mover := lock.match.mover) is not None:
            moves = lock.match.legal_moves()
            self.learn(moves, rng)
            if mover != dh.CHANCE:
                decision = getattr(lock.twin, "phase", "") or getattr(lock.twin, "due", "")
                if rng.random() * (1 + self.asked_at[decision]) < 0.5 * (1 + min(self.asked_at.values(), default=0)):
                    self.asked_at[decision] += 1
                    self.ask(lock, moves, spellings)
            move = STEERS[setting.key][steer](lock, moves) or rng.choice(moves)
            lock.match.play(move)
            lock.twin.play(move)

    def learn(self, moves: list[str], rng: random.Random) -> None:
        for move in rng.sample(moves, min(8, len(moves))):
            kept = self.pool.setdefault(KIND_OF[self.key](move), [])
            if len(kept) < MOVES_KEPT:
                kept.append(move)
            else:
                kept[rng.randrange(MOVES_KEPT)] = move

    def ask(self, lock: Lock, moves: list[str], spellings: int) -> None:
        """Near misses first, then anything that is a spelling at all."""
        order = {code: at for at, code in enumerate(dh.GAMES[self.key].declaration.view.CONDITIONS)}
        legal, asked = set(moves), set[str]()
        self.positions += 1
        for _ in range(20 * spellings):
            move = self.near_miss(moves, lock.rng) if len(asked) < spellings * 3 // 4 else self.any_spelling(lock)
            if move in legal or move in asked or not is_spelling(lock.match, move):
                continue
            asked.add(move)
            explanation = lock.match.explain(move)
            broken = lock.twin.broken(move)
            assert explanation is not None, f"{move} is not legal, and nothing says why\n{lock.match.record()}"
            unknown = broken - order.keys()
            assert not unknown, f"conditions the view does not declare: {unknown}"
            first = min(broken, key=order.__getitem__, default="")
            told = f"{move}: product {explanation.code}, twin {sorted(broken)}\n{lock.match.record()}"
            assert explanation.code == first, told
            assert explanation.section == dh.GAMES[self.key].declaration.view.CONDITIONS[first]
            assert explanation.sentence("en") and explanation.sentence("de")
            self.codes[first] += 1
            if len(asked) == spellings:
                break
        self.asked += len(asked)

    def near_miss(self, moves: list[str], rng: random.Random) -> str:
        """A legal move with one word, one letter or one number changed, or something added."""
        words = rng.choice(moves).split(" ")
        at = rng.randrange(len(words))
        way = rng.random()
        if way < 0.4:
            alike = [kind for kind in self.pool if kind.split(" ")[0] == words[0]]
            donor = rng.choice(self.pool[rng.choice(alike or list(self.pool)) if way < 0.3 else rng.choice(list(self.pool))]).split(" ")
            words[at] = donor[min(at, len(donor) - 1)]
        elif way < 0.75:
            words[at] = re.sub(r"-?[0-9]+", lambda found: str(int(found[0]) + rng.choice((-2, -1, 1, 2))), words[at], count=1)
        elif way < 0.85:
            words[-1] += rng.choice((f"+{rng.choice(words[-1])}", " act", " new", " 0,0"))
        else:
            letters = list(words[at])
            letters[rng.randrange(len(letters))] = rng.choice("RBGYPKwmfdsi01234567abcdefgh")
            words[at] = "".join(letters)
        return " ".join(words)

    def any_spelling(self, lock: Lock) -> str:
        """A move met earlier, in this match or another, or nearly so."""
        rng, history = lock.rng, lock.match.moves
        if history and rng.random() < 0.5:
            return rng.choice(history)
        move = rng.choice(self.pool[rng.choice(list(self.pool))])
        return move if rng.random() < 0.5 else self.near_miss([move], rng)


def is_spelling(match: dh.Match, move: str) -> bool:
    """Whether the text spells a move that a full match knows."""
    try:
        return not move.endswith("?") and match.game.parse_move(move, seats=match.seats, **match.options) >= 0
    except dh.NotAMove:
        return False


def walks(key: str) -> Iterator[tuple[Setting, int, str]]:
    """Endless: every steering and setting in turn, the steering changing first."""
    ways = [(setting, steer) for setting in settings(key) for steer in STEERS[key]]
    random.Random(key).shuffle(ways)
    seed = 0
    while True:
        for setting, steer in ways:
            yield setting, seed, steer
        seed += 1
