"""Worlds that one seat cannot tell apart, and everything that goes out to that seat.

`channels` collects what a seat can get hold of, byte for byte. `other_worlds` gives matches alike in all that the seat knows: dealt by the
product's `redeal`, or by the twin's own sampler, with a past made up here that ends in the cards the twin dealt.
"""

import pickle
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import dragonhoard as dh
from tests.lockstep import STEERS, Lock, Setting
from tests.reference import seven_dragons

LENGTHS = {"dragon-master": 33, "drachenwurf": 250, "seven-dragons": 130, "dragon-inferno": 27}  # plies, about as many as a match has


# ------------------------------------------------------------------ a match somewhere in the middle
def steered(setting: Setting, seed: int) -> Lock:
    """A match and its twin somewhere in the middle, not over."""
    rng = random.Random(f"{setting} {seed}")
    steer = STEERS[setting.key][rng.choice(list(STEERS[setting.key]))]
    until = rng.randrange(LENGTHS[setting.key])
    lock = Lock(setting, seed, setting.match(), setting.twin(), rng)
    while lock.match.ply < until:
        moves = lock.match.legal_moves()
        move = steer(lock, moves) or rng.choice(moves)
        twin = lock.twin.copy()
        twin.play(move)
        if twin.mover is None:
            break
        lock.match.play(move)
        lock.twin = twin
    return lock


# ------------------------------------------------------------------ everything that goes out
def channels(match: dh.Match, seat: int | None, tried: list[str], earlier: list[int]) -> dict[str, Any]:
    """What this seat can get hold of, from every door of the library. `tried` are spellings to ask about, legal or not."""
    seen = match.seen_by(seat)
    out: dict[str, Any] = {
        "view": match.view(seat),
        "picture": match.picture(seat),
        "letters": match.letters(seat),
        "repr": repr(seen),
        "record": str(match.record(seat=seat)),
        "seen": pickle.dumps(seen),
        "seen state": seen._now.tobytes(),
        "seen moves": seen.moves,
        "mover": match.mover,
        "views before": [match.at(ply).view(seat) for ply in earlier],
        "future": str(seen.redeal(seat, dh.Dice(5)).record()),
    }
    for lang in ("en", "de"):
        out[f"describe {lang}"] = match.describe(seat, lang)
        out[f"spots {lang}"] = match.spots(seat, lang)
        out[f"told {lang}"] = match.told(seat, since=max(0, match.ply - 30), lang=lang)
    if seat is not None:
        out["free undo"] = match.free_undo(seat)
        out["explain"] = [words_of(match.explain(move, seat=seat)) for move in tried]
        out["errors"] = [error_of(match, move, seat) for move in tried]
        out["errors seen"] = [error_of(seen, move, seat) for move in tried]
    if seat is not None and match.mover == seat:
        moves = match.legal_moves()
        out["legal moves"] = moves
        few = moves[:: max(1, len(moves) // 12)]
        out["preview en"] = match.preview(few)
        out["preview de"] = match.preview(few, lang="de")
        out["greedy"] = dh.bot("greedy").choose(seen, dice=dh.Dice(3))
    return out


def words_of(explanation: dh.Explanation | None) -> Any:
    if explanation is None:
        return None
    return explanation.code, repr(explanation.parameters), explanation.section, explanation.sentence("en"), explanation.sentence("de")


def error_of(match: dh.Match, move: str, seat: int) -> Any:
    """What is said when the seat tries this move and it is refused; whether it is refused is an answer too."""
    try:
        match.copy().play(move, seat=seat)
    except dh.GameError as fault:
        return type(fault).__name__, fault.code, repr(fault.parameters), fault.sentence("en"), fault.sentence("de")
    return "played"


def differing(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The channels on which the two worlds can be told apart."""
    return [name for name in one.keys() | other.keys() if one.get(name) != other.get(name)]


# ------------------------------------------------------------------ the check
@dataclass
class Peeks:
    """What comparing pairs of worlds has found so far."""

    pairs: int = 0
    found: list[str] = field(default_factory=list)  # where two worlds could be told apart
    shares: list[float] = field(default_factory=list)
    could: Counter[str] = field(default_factory=Counter)  # pairs in which a kind of secret was there
    did: Counter[str] = field(default_factory=Counter)  # and in which it differed

    def compare(self, setting: Setting, seed: int, from_position: bool = False) -> None:
        """One match, one seat, one world dealt by `redeal` and one by the twin's sampler where it has one."""
        lock = steered(setting, seed)
        rng, match = lock.rng, lock.match
        seat = rng.choice(lock.viewers)
        others = [redealt(match, seat, rng), dealt_by_twin(lock, seat, rng)]
        if from_position:
            match = setting.match_at(match)
            others = [redealt(match, seat, rng)]
        tried = spellings(lock)
        earlier = [match.ply // 2]
        mine = channels(match, seat, tried, earlier)
        for world in others:
            if world is None:
                continue
            self.pairs += 1
            differ = differing(mine, channels(world, seat, tried, earlier))
            if differ:
                self.found.append(f"{setting}, seed {seed}, seat {seat}, ply {match.ply}: {', '.join(differ)}")
            self.measure(match, world, seat)

    def measure(self, match: dh.Match, world: dh.Match, seat: int | None) -> None:
        share = share_that_differs(match, world, seat)
        if share is not None:
            self.shares.append(share)
        if match.record().position is None:
            mine, other = secrets(match, seat), secrets(world, seat)
            self.could.update(mine.keys())
            self.did.update(kind for kind in mine if mine[kind] != other.get(kind))


def spellings(lock: Lock) -> list[str]:
    """Moves to ask about: some that are legal in the true world, some of any kind, all of them well spelled."""
    legal = lock.match.legal_moves()
    found = lock.rng.sample(legal, min(3, len(legal)))
    actions = list(lock.match.game.declaration.notation.actions(lock.match._box))
    for action in lock.rng.sample(actions, 6):
        if not lock.match.game.declaration.notation.is_unseen(lock.match._box, action):
            found.append(lock.match.game.declaration.notation.move_text(lock.match._box, action))
    return found


# ------------------------------------------------------------------ other worlds
def redealt(match: dh.Match, seat: int | None, rng: random.Random) -> dh.Match:
    return match.redeal(seat, dh.Dice(rng.getrandbits(60)))


def dealt_by_twin(lock: Lock, seat: int | None, rng: random.Random) -> dh.Match | None:
    """A full match whose present is drawn by the twin's sampler."""
    make_up = PASTS.get(lock.setting.key)
    if make_up is None:
        return None
    world = lock.twin.sample(seat, rng)
    match = lock.setting.match()
    for move in make_up(lock, world, seat, rng):
        match.play(move)
    return match


def _past_of_dragon_master(lock: Lock, world: Any, seat: int | None, rng: random.Random) -> list[str]:
    """The hands that were dealt are those of the world with what was laid; in any order."""
    moves = list(lock.match.moves)
    at = 1
    for owner in (0, 1):
        dealt = sum(move.startswith("deal") for move in moves[at : at + 8])
        if owner != seat:
            cards = world.hands[owner] + world.laid[owner]
            rng.shuffle(cards)
            moves[at : at + dealt] = [f"deal {card}" for card in cards]
        at += dealt
    return moves


def _past_of_seven_dragons(lock: Lock, world: Any, seat: int | None, rng: random.Random) -> list[str]:
    """Hidden draws are given cards so that every play finds its card and no pass had one to play; goals go back to where they were dealt."""
    moves = list(lock.match.moves)
    hands: list[_Past] = [_Past() for _ in range(lock.setting.seats)]
    where = list(range(5))  # where[place]: the place to which the goal lying there was dealt
    twin = lock.setting.twin()
    for number, move in enumerate(moves):
        words = move.split(" ")
        who = twin.turn
        hand = hands[who]
        if words[0] == "draw":
            if who == seat:
                hand.known.append(words[1])
            else:
                hand.slots.append(number)
        elif words[0] == "place" and twin.phase == "turn":
            hand.play(seven_dragons.printed(words[1]), number)
        elif words[0] in seven_dragons.ACTIONS:
            hand.play(words[0], number)
        elif words[0] == "zap":
            hand.known.append(seven_dragons.printed(twin.layout[seven_dragons.where(words[1])]))
        elif words[0] == "pass":
            playable = {card for card in seven_dragons.DRAGONS if seven_dragons.landings(card, twin.layout, twin.top)}
            hand.passes.append((number, playable | set(seven_dragons.ACTIONS)))
        elif words[0] == "trade-hand":
            other = int(words[1])
            if seat in (who, other):  # the seat sees both hands now
                for each in (who, other):
                    hands[each].settle(list(twin.hands[each]), rng)
            hands[who], hands[other] = hands[other], hands[who]
        elif words[0] == "trade-goal":
            mine, theirs = twin.own_place(who), int(words[1])
            where[mine], where[theirs] = where[theirs], where[mine]
        elif words[0] == "rotate":
            step = 1 if words[1] == "cw" else -1
            where = [where[(place - step) % 5] for place in range(5)]
        twin.play(move)
    for owner in range(lock.setting.seats):
        hands[owner].settle(list(world.hands[owner]), rng)
    for hand in hands:
        for number, card in hand.given.items():
            moves[number] = f"draw {card}"
    goals = {where[place]: colour for place, colour in enumerate(world.goals)}
    for place in range(len(world.goals)):
        moves[place] = f"goal {goals[place]}"
    return moves


class _Past:
    """What happened to one hand of cards since its contents were last settled: which unseen draw was which card is to be made up."""

    def __init__(self) -> None:
        self.known: list[str] = []
        self.slots: list[int] = []  # plies of unseen draws
        self.plays: list[tuple[str, int]] = []  # cards played out of the unseen ones, and when
        self.passes: list[tuple[int, set[str]]] = []
        self.given: dict[int, str] = {}

    def play(self, card: str, number: int) -> None:
        if card in self.known:
            self.known.remove(card)
        else:
            self.plays.append((card, number))

    def settle(self, held: list[str], rng: random.Random) -> None:
        """From here on the hand is known to hold exactly these cards."""
        rest = Counter(held) - Counter(self.known)
        assert sum(rest.values()) == len(self.slots) - len(self.plays)
        never = 10**9
        cards = [(card, number) for card, number in self.plays] + [(card, never) for card in rest.elements()]
        rng.shuffle(cards)
        jobs = []
        for card, due in cards:
            barred = [number for number, kinds in self.passes if card in kinds and number < due]
            jobs.append((max(barred, default=-1), due, card))
        for slot in self.slots:
            free = [job for job in jobs if job[0] < slot]
            job = min(free, key=lambda job: job[1])  # what must be played first comes first
            assert slot < job[1], "no past leads to this world"
            jobs.remove(job)
            self.given[slot] = job[2]
        self.known, self.slots, self.plays, self.passes = list(held), [], [], []


PASTS: dict[str, Callable[..., list[str]]] = {"dragon-master": _past_of_dragon_master, "seven-dragons": _past_of_seven_dragons}


# ------------------------------------------------------------------ how far the worlds differ
def share_that_differs(match: dh.Match, other: dh.Match, seat: int | None) -> float | None:
    """Of the outcomes of chance that the seat saw as `?`, the share that is another card in the other world; None if there are none."""
    seen = match.seen_by(seat).moves
    hidden = [ply for ply, move in enumerate(seen) if move.endswith(" ?")]
    if not hidden:
        return None
    return sum(match.moves[ply] != other.moves[ply] for ply in hidden) / len(hidden)


def secrets(match: dh.Match, seat: int | None) -> dict[str, list[tuple[str, ...]]]:
    """Each kind of secret that the seat does not know now: every place of that kind, with what lies there. From an all-knowing twin."""
    twin = Setting(match.game.key, match.seats, tuple(match.options.items())).twin()
    if not hasattr(twin, "hidden"):
        return {}
    for move in match.moves:
        twin.play(move)
    facts, found = twin.facts(seat), {}
    for place, content in sorted(twin.hidden(seat).items()):
        kind, cards = place.split(" ")[0], [str(card) for card in content]
        if kind == "hand" and "remembered" in facts:
            cards = sorted((Counter(cards) - Counter(facts["remembered"][int(place[5:])])).elements())
        elif kind == "goal":
            kind = "imaginary goal" if twin.table[int(place[5:])] is None else "goal"
        if cards:
            found.setdefault(kind, []).append(tuple(cards))
    return found
