"""The public door: games, matches, series and the records that bring them back.

A match steps one game's kernel, interpreted, and keeps the state after every ply; whatever it tells a seat is made from that state wiped for
the seat. A match as one seat knows it (`seen_by`, a partial record) holds wiped states only, so it cannot tell more. This module knows every
game through the contract and none by name.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, Protocol, TypedDict, cast

from dragonhoard import bits, dice
from dragonhoard.bits import OVER, SPECTATOR, Row, new_row
from dragonhoard.contract import (
    ENDINGS,
    BadOption,
    Declaration,
    GameError,
    IllegalMove,
    Learned,
    MatchOver,
    NotAComponentSet,
    NotAMove,
    NotAPosition,
    NotARecord,
    NotChance,
    NothingToUndo,
    NotYourTurn,
    Option,
    Pen,
    State,
    Unknown,
    each_bit,
)
from dragonhoard.dice import Dice
from dragonhoard.games import DECLARATIONS
from dragonhoard.language import Say, Seat, Words, known_language
from dragonhoard.record import Ending, Record, SeriesRecord, parse_record, parse_series, parse_value, value_text

ALL: Final = "all"  # what a full match is known to
CHANCE: Final = "chance"  # the mover when the table itself moves

_RECENT: Final = 4  # plies of which wiped states are kept: what was told after one move is where the next telling begins

KnownTo = Literal["all"] | int | None
Mover = int | Literal["chance"] | None
Score = int | tuple[int, ...]


class Chance(Protocol):
    """Any source of chance: `Dice`, or whatever a table draws its cards with."""

    def below(self, n: int, /) -> int:
        """A uniform whole number from 0 to n - 1."""


class Automatic(TypedDict):
    """A step that followed a move by itself."""

    reason: str
    sentence: str


class Told(TypedDict):
    """What happened at one ply, as one seat may know it."""

    ply: int
    mover: int | str
    move: str
    changes: list[dict[str, Any]]
    automatic: list[Automatic]
    sentence: str


class Preview(TypedDict):
    """What a legal move would visibly do."""

    move: str
    changes: list[dict[str, Any]]
    sentence: str


@dataclass(frozen=True)
class Outcome:
    """How a match ended: who won (several: shared or drawn), every seat's score, and why it ended."""

    winners: tuple[int, ...]
    scores: tuple[Score, ...]
    reason: str


@dataclass(frozen=True)
class Explanation:
    """Why a move is not legal: a code and its parameters for programs, the section of the rules, a sentence for people."""

    code: str
    parameters: dict[str, Any]
    section: str
    package: str
    names: tuple[str, ...] = ()

    def sentence(self, lang: str = "en") -> str:
        """The reason in one sentence."""
        return Words(self.package, lang, self.names).tell(Say(f"why.{self.code}", self.parameters))


@dataclass(frozen=True)
class Playouts:
    """What uniformly random whole matches came to. `scores`: the mean per seat; `decisions` and `moves_offered` leave chance out."""

    matches: int
    plies: int
    decisions: int
    moves_offered: int
    scores: tuple[float | tuple[float, ...], ...]


class _Ply(NamedTuple):
    """A move as this match knows it, and what stood in braces behind it."""

    action: int
    learned: Learned | None = None


def _is_whole(value: object) -> bool:
    return type(value) is int


def _is_small(value: object) -> bool:
    """A whole number that fits the kernels' 64 bits."""
    return type(value) is int and -(2**63) <= value < 2**63


def _shown(value: object) -> str:
    """Something that was given, short enough for a sentence and never an error itself."""
    try:
        return repr(value)[:40]
    except Exception:  # somebody's own repr may raise whatever it likes
        return type(value).__name__


def _check_choice(code: str, parameter: str, given: object, choices: Sequence[str]) -> None:
    if not isinstance(given, str) or given not in choices:
        raise BadOption(code, **{parameter: ", ".join(choices)}, given=_shown(given))


def _move_text(move: object) -> str:
    if not isinstance(move, str):
        raise NotAMove("text")
    return move


def _one_by_one(things: Iterable[Any]) -> Iterator[Any] | None:
    """What is to be looked at one by one, which may be a generator without an end; None if it is nothing of the kind."""
    try:
        return None if isinstance(things, str) else iter(things)
    except TypeError:
        return None


# ------------------------------------------------------------------ games
class Game:
    """The rules of one of the games: what it is called, who can play it, and the door to its matches.

    >>> import dragonhoard as dh
    >>> dh.GAMES["drachenwurf"].seats
    range(2, 7)
    """

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration

    @property
    def key(self) -> str:
        """The name in records, addresses and commands."""
        return self.declaration.key

    @property
    def name(self) -> str:
        """The title in every language's letters."""
        return self.declaration.name

    @property
    def seats(self) -> range:
        """How many can play."""
        return self.declaration.seats

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen when a match is opened."""
        return self.declaration.options

    @property
    def is_hidden(self) -> bool:
        """Whether any seat sees less than another."""
        return self.declaration.is_hidden

    @property
    def rules_version(self) -> int:
        """Grows when a match played before could go on differently now."""
        return self.declaration.rules_version

    def title(self, lang: str = "en") -> str:
        """What people call the game."""
        return Words(self.declaration.package, lang).sentence("title")

    def pitch(self, lang: str = "en") -> str:
        """The game in one line."""
        return Words(self.declaration.package, lang).sentence("pitch")

    def rules(self, lang: str = "en") -> str:
        """The rules in our own words, as Markdown; a numbered point begins a line with its anchor, such as "§2.3 "."""
        return files(self.declaration.package).joinpath(f"RULES.{known_language(lang)}.md").read_text(encoding="utf-8")

    def match(self, *, seats: int | None = None, names: Sequence[str] = (), position: str | None = None, **options: Any) -> Match:
        """A new match, from its beginning or from a position.

        >>> import dragonhoard as dh
        >>> match = dh.GAMES["drachenwurf"].match(seats=3, egg_points=1, names=("Ann", "Ben", "Cleo"))
        >>> match.mover
        'chance'
        """
        if position is None:
            begin = None
            checked = self._check_options(options)
        else:
            there, written, body = self._parse_header(position)
            given = self._check_options({**written, **options})
            for name, value in {"seats": there, **written}.items():
                asked = seats if name == "seats" else given[name]
                if asked is not None and asked != value:
                    raise BadOption("contradicts", name=name, there=_shown(value), given=_shown(asked))
            seats, checked = there, given
            begin = self.declaration.notation.parse_position(self._box(seats, checked), body, None)
        if seats is None:
            seats = self.seats.start
        self._check_seats(seats)
        return Match(self, seats, checked, self._check_names(names, seats), ALL, begin)

    def series(self, *, to: int = 2, starts: str = "alternate", seats: int | None = None, names: Sequence[str] = (), **options: Any) -> Series:
        """Matches counted together until a player has won `to` of them."""
        return Series(self, to, starts, self.seats.start if seats is None else seats, names, options)

    def playouts(self, count: int, seed: int = 0, *, seats: int | None = None, **options: Any) -> Playouts:
        """Uniformly random whole matches, compiled; match i depends on (seed, i) alone and is the same as `playout(seed, i)`."""
        seats, checked = self._setting(seats, options)
        if not _is_small(count) or count < 0 or not _is_small(seed):
            raise BadOption("count", given=_shown((count, seed)))
        from dragonhoard import compiled  # numpy and the compiler come in here and nowhere else

        tally = compiled.playouts(self.declaration, self._box(seats, checked), seats, count, seed)
        width = self.declaration.rules.SCORES
        means = [total / count if count else 0.0 for total in tally.score_sums]
        scores = tuple(means[seat] if width == 1 else tuple(means[seat * width : (seat + 1) * width]) for seat in range(seats))
        return Playouts(count, tally.plies, tally.decisions, tally.moves_offered, scores)

    def playout(self, seed: int, i: int, *, seats: int | None = None, **options: Any) -> Match:
        """Match i of `playouts`, played interpreted."""
        if not _is_small(seed) or not _is_small(i):
            raise BadOption("count", given=_shown((seed, i)))
        match = self.match(seats=seats, **options)
        rules, stream = self.declaration.rules, Dice(seed).split(i).row
        out = new_row(rules.OUT_SIZE)
        while (mover := rules.mover(match._box, match._now)) != OVER:
            if mover == bits.CHANCE:
                match._append(rules.draw(match._box, match._now, stream))
            else:
                match._append(rules.pick(match._box, match._now, out, stream))
        return match

    def move_text(self, action: int, *, seats: int | None = None, **options: Any) -> str:
        """The spelling of an action's number."""
        seats, checked = self._setting(seats, options)
        self._check_action(action, seats, checked)
        return self.declaration.notation.move_text(self._box(seats, checked), action)

    def parse_move(self, text: str, *, seats: int | None = None, **options: Any) -> int:
        """The number of a spelling."""
        seats, checked = self._setting(seats, options)
        return self.declaration.notation.parse_move(self._box(seats, checked), _move_text(text))

    def __repr__(self) -> str:
        return f"<Game {self.key}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_of, (self.key,)

    # ---- what was given, checked
    def _setting(self, seats: int | None, options: Mapping[str, Any]) -> tuple[int, dict[str, int | str]]:
        chosen = self.seats.start if seats is None else seats
        self._check_seats(chosen)
        return chosen, self._check_options(options)

    def _check_seats(self, seats: object) -> None:
        if not _is_whole(seats) or seats not in self.seats:
            shown = str(self.seats.start) if len(self.seats) == 1 else f"{self.seats.start}-{self.seats.stop - 1}"
            raise BadOption("seats", game=self.name, seats=shown, given=_shown(seats))

    def _check_options(self, options: Mapping[str, Any]) -> dict[str, int | str]:
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise BadOption("unknown", game=self.name, given=_shown(name), options=list(known))
        checked: dict[str, int | str] = {}
        for option in self.options:
            value = options.get(option.name, option.default)
            if option.kind == "text":
                if type(value) is not str:
                    raise BadOption("text", name=option.name)
            elif type(value) not in (int, str) or value not in option.choices:
                raise BadOption("value", name=option.name, choices=", ".join(map(repr, option.choices)), given=_shown(value))
            checked[option.name] = value
        normal = getattr(self.declaration.rules, "normal_options", None)
        return dict(normal(checked)) if normal is not None else checked

    def _check_names(self, names: object, seats: int) -> tuple[str, ...]:
        if isinstance(names, str) or not isinstance(names, Sequence):
            raise BadOption("names", wanted=seats, given=_shown(names))
        if len(names) not in (0, seats):
            raise BadOption("names", wanted=seats, given=len(names))
        for name in names:
            if type(name) is not str or not 1 <= len(name) <= 40 or not name.isprintable() or not name.strip():
                raise BadOption("name", given=_shown(name))
        return tuple(names)

    def _check_action(self, action: object, seats: int, options: dict[str, int | str]) -> None:
        if _is_small(action):
            known = _actions(self.key, seats, tuple(options.items()))
            number = cast(int, action)
            at = bisect_left(known, number)
            if at < len(known) and known[at] == number:
                return
        raise NotAMove("number", given=_shown(action))

    def _box(self, seats: int, options: Mapping[str, int | str]) -> list[int]:
        return _box(self.key, seats, tuple(options.items()))

    # ---- the part of a position that all games share
    def _header(self, seats: int, options: Mapping[str, int | str]) -> str:
        return " ".join([self.key, "seats", str(seats), *(f"{name} {value_text(value)}" for name, value in options.items())])

    def _parse_header(self, text: object) -> tuple[int, dict[str, int | str], str]:
        """Seats, options and the rest of a position's text."""
        if not isinstance(text, str):
            raise NotAPosition("text")
        example = self._header(self.seats.start, {option.name: option.default for option in self.options}) + " ..."
        found = re.match(rf"{self.key} seats ([0-9]) ", text)
        if found is None or int(found[1]) not in self.seats:
            raise NotAPosition("header", example=example)
        at = found.end()
        options: dict[str, int | str] = {}
        for option in self.options:
            found = re.compile(rf'{option.name} ("(?:[^"\\]|\\.)*"|[^ "]+) ').match(text, at)
            value = None if found is None else parse_value(found[1])
            if found is None or value is None or value_text(value) != found[1]:
                raise NotAPosition("header", example=example)
            options[option.name] = value
            at = found.end()
        try:
            if self._check_options(options) != options:  # a component set stands there in its canonical form only
                raise NotAPosition("header", example=example)
        except (BadOption, NotAComponentSet) as fault:
            raise NotAPosition("header", example=example) from fault
        return int(text[len(self.key) + 7]), options, text[at:]


def _game_of(key: str) -> Game:
    return GAMES[key]


@lru_cache(maxsize=64)
def _box(key: str, seats: int, options: tuple[tuple[str, int | str], ...]) -> list[int]:
    """Boxes are read-only, so matches of one kind share theirs."""
    return GAMES[key].declaration.rules.make_box(seats, dict(options))


@lru_cache(maxsize=4)
def _actions(key: str, seats: int, options: tuple[tuple[str, int | str], ...]) -> array[int]:
    """All actions of a game, ascending; over a million in a game with a wide table, so they are kept small."""
    return array("q", GAMES[key].declaration.notation.actions(_box(key, seats, options)))


GAMES: Final[Mapping[str, Game]] = MappingProxyType({declaration.key: Game(declaration) for declaration in DECLARATIONS})


# ------------------------------------------------------------------ chance from outside
def below_of(source: Chance, n: int) -> int:
    """`dragonhoard.dice.below` for any object with a method of that name."""
    drawn = source.below(n)
    if not _is_whole(drawn) or not 0 <= drawn < n:
        raise BadOption("dice", given=_shown(drawn))
    return drawn


@lru_cache(maxsize=8)
def _foreign(key: str) -> dict[str, Any]:
    """A game's kernels over another source of chance than our dice."""
    return bits.rebind(vars(GAMES[key].declaration.rules), {dice.below: below_of}, lambda function: function)


def check_dice(source: object) -> None:
    """Refuse what cannot be a source of chance."""
    if not callable(getattr(source, "below", None)):
        raise BadOption("dice", given=_shown(source))


def _stream(source: Chance) -> array[int]:
    """A row of dice: the source's own, or a new one with a key that the source draws."""
    check_dice(source)
    if isinstance(source, Dice):
        return source.row
    key = 0
    for _ in range(4):
        key = key << 16 | below_of(source, 1 << 16)
    return Dice(bits.wrap(key)).row


# ------------------------------------------------------------------ matches
class Match:
    """One play of a game, from setup to outcome, or what one seat knows of it. Made by `Game.match` and `read_record`.

    >>> import dragonhoard as dh
    >>> match = dh.GAMES["dragon-master"].match(start="0")
    >>> dice = dh.Dice(7)
    >>> while match.mover == dh.CHANCE:
    ...     rolled = match.roll(dice)
    >>> match.mover
    0
    """

    __slots__ = (
        "_begin",
        "_box",
        "_ending",
        "_from_position",
        "_known_to",
        "_legal",
        "_names",
        "_options",
        "_plies",
        "_seats",
        "_states",
        "_wiped",
        "game",
    )

    def __init__(
        self, game: Game, seats: int, options: Mapping[str, int | str], names: tuple[str, ...], known_to: KnownTo = ALL, begin: State | None = None
    ) -> None:
        self.game = game
        self._seats = seats
        self._options = dict(options)
        self._names = names
        self._known_to = known_to
        self._box = game._box(seats, options)
        self._from_position = begin is not None
        if begin is None:
            begin = new_row(game.declaration.rules.STATE_SIZE)
            game.declaration.rules.start(self._box, begin)
            if known_to != ALL:
                game.declaration.rules.wipe(self._box, begin, self._viewer)
        self._begin = begin
        self._plies: list[_Ply] = []
        self._states: list[State | None] = [begin]  # after each ply; what `seen_by` has not needed yet is None
        self._ending: Ending | None = None
        self._legal: tuple[int, ...] | None = None  # of the present state
        self._wiped: dict[tuple[int, int], State] = {}  # the state after one of the last plies, as a viewer knows it

    # ---- what it is
    @property
    def seats(self) -> int:
        """How many play."""
        return self._seats

    @property
    def options(self) -> Mapping[str, int | str]:
        """What was chosen when it was opened."""
        return MappingProxyType(self._options)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, seat by seat, or nothing."""
        return self._names

    @property
    def ply(self) -> int:
        """How many moves have been made, chance included."""
        return len(self._plies)

    @property
    def known_to(self) -> KnownTo:
        """`ALL` for a full match, else the seat that knows this much, or None for a spectator."""
        return self._known_to

    @property
    def mover(self) -> Mover:
        """The seat to move, `CHANCE`, or None when the match is over."""
        if self._ending is not None:
            return None
        return self._mover_of(self._now)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""
        if self._ending is not None:
            ending = self._ending
        elif self.mover is not None:
            return None
        elif self._known_to == ALL or not self._declaration.is_hidden:
            rules, state = self._declaration.rules, self._now
            winners = tuple(each_bit(rules.winners(self._box, state)))
            ending = Ending(rules.REASONS[rules.reason(self._box, state)], winners, self._scores())
        else:
            raise Unknown("outcome")
        return Outcome(ending.winners, tuple(score[0] if len(score) == 1 else score for score in ending.scores), ending.reason)

    @property
    def position(self) -> str:
        """The whole state as one line: game, seats and options, then everything a state holds and no history."""
        self._need_all("position")
        return self._position_text(self._now)

    @property
    def moves(self) -> tuple[str, ...]:
        """The spellings of all moves so far, as this match knows them."""
        return tuple(self._spelling(ply) for ply in self._plies)

    # ---- moves
    def legal_moves(self) -> list[str]:
        """The spellings of all legal moves, in the kernel's order; at chance the possible outcomes; nothing after the end."""
        return [self._declaration.notation.move_text(self._box, action) for action in self.legal_actions()]

    def legal_actions(self) -> list[int]:
        """The numbers of all legal moves, ascending."""
        if self.mover is None:
            return []
        self._need_turn()
        if self._legal is None:
            rules = self._declaration.rules
            out = new_row(rules.OUT_SIZE)
            count = rules.legal(self._box, self._now, out)
            self._legal = tuple(out[i] for i in range(count))
        return list(self._legal)

    def is_legal(self, move: str) -> bool:
        """Whether the move can be played now; text that spells no move raises NotAMove."""
        action = self._parse(move)
        return action in self.legal_actions()

    def odds(self) -> dict[str, Fraction]:
        """At chance: every possible outcome with its probability."""
        self._need_all("odds")
        self._need_chance()
        rules = self._declaration.rules
        out = new_row(rules.OUT_SIZE)
        total = rules.odds(self._box, self._now, out)
        return {move: Fraction(out[i], total) for i, move in enumerate(self.legal_moves())}

    def play(self, move: str, seat: int | None = None) -> None:
        """Make a move, given by its spelling; outcomes of chance included. With `seat`, only if that seat is to move.

        >>> import dragonhoard as dh
        >>> match = dh.GAMES["dragon-master"].match()
        >>> match.play("start 1")
        >>> match.play("deal 3")
        >>> match.moves
        ('start 1', 'deal 3')
        """
        if seat is not None:
            self._check_seat(seat)
        text, learned = (move, None) if self._known_to == ALL else self._split(move)
        action = self._parse(text)
        self._play(action, learned, seat)

    def play_action(self, action: int, seat: int | None = None) -> None:
        """Make a move, given by its number."""
        if seat is not None:
            self._check_seat(seat)
        if not _is_small(action) or self._known_to not in (ALL, self.mover) or action not in self.legal_actions():
            self.game._check_action(action, self._seats, self._options)  # looks through all numbers there are, so what is legal is spared it
        if self._known_to == ALL and self._declaration.notation.is_unseen(self._box, action):
            raise NotAMove("unseen", given=self._declaration.notation.move_text(self._box, action))
        self._play(action, None, seat)

    def roll(self, source: Chance) -> str:
        """At chance: draw an outcome from `Dice`, or any object with below(n), play it and return its spelling."""
        self._need_all("roll")
        self._need_chance()
        check_dice(source)
        if isinstance(source, Dice):
            action = self._declaration.rules.draw(self._box, self._now, source.row)
        else:
            action = _foreign(self.game.key)["draw"](self._box, self._now, source)
        self._append(action)
        return self._declaration.notation.move_text(self._box, action)

    def undo(self) -> str:
        """Take the last move back, automatic steps with it, and return its spelling; of an ending by `end`, the ending alone."""
        self._need_all("undo")
        if self._ending is not None:
            reason, self._ending = self._ending.reason, None
            return reason
        if not self._plies:
            raise NothingToUndo("nothing")
        self._states.pop()
        last = self._plies.pop()
        self._forget()
        return self._spelling(last)

    def free_undo(self, seat: int) -> int | None:
        """The ply to which that seat may take back unasked: its own acts since chance moved, a secret was shown or another seat acted."""
        self._check_seat(seat)
        if self._ending is not None or (self.mover is None and self._declaration.is_hidden):
            return None
        ply = self.ply
        while ply > 0:
            before, action = self._state(ply - 1), self._plies[ply - 1].action
            if self._mover_of(before) != seat:
                break
            if any(self._declaration.notation.learns(self._box, before, action, each) for each in range(self._seats)):
                break
            ply -= 1
        return ply if ply < self.ply else None

    def end(self, reason: str, winners: Iterable[int]) -> None:
        """End the match otherwise than by the rules: "resignation", "clock", "agreement" or "abandonment". Scores stand as they are."""
        self._need_all("end")
        if self.mover is None:
            raise MatchOver("over")
        _check_choice("reason", "reasons", reason, ENDINGS)
        seats = _one_by_one(winners)
        if seats is None:
            raise BadOption("winners", last=self._seats - 1, given=_shown(winners))
        chosen = list(islice(seats, self._seats + 1))  # one too many is wrong already, however many more would follow
        if not chosen or any(not _is_whole(seat) or seat not in range(self._seats) for seat in chosen) or len(set(chosen)) < len(chosen):
            raise BadOption("winners", last=self._seats - 1, given=_shown(chosen))
        self._ending = Ending(reason, tuple(sorted(chosen)), self._scores())

    def explain(self, move: str, seat: int | None = None) -> Explanation | None:
        """None if the move is legal, else why it is not; for the mover, or for the seat that asks, from what it may see."""
        if seat is not None:
            self._check_seat(seat)
        action = self._parse(move)
        mover = self.mover
        if mover is None:
            return self._because("over", {})
        asked_by_mover = seat == mover if seat is not None else self._known_to in (ALL, mover)
        if not asked_by_mover:
            return self._because("turn", {"mover": Say("chance") if mover == CHANCE else Seat(mover)})
        return self._explain(action)

    # ---- what a seat may see
    def view(self, seat: int | None) -> dict[str, Any]:
        """What that seat, or a spectator (None), may see, as plain data of the shape that the game declares."""
        viewer = self._check_viewer(seat)
        view = self._declaration.view.view(self._box, self._eyes(viewer), viewer)
        if self._ending is not None:
            view["mover"] = None
        return view

    def describe(self, seat: int | None, lang: str = "en") -> str:
        """The view in words, a sentence a line, whose turn it is or how it ended last."""
        viewer = self._check_viewer(seat)
        words, state = self._words(lang), self._eyes(viewer)
        lines = [words.tell(line) for line in self._declaration.view.describe(self._box, state, viewer)]
        if self.mover is not None:
            lines.append(words.tell(self._declaration.view.prompt(self._box, state, viewer)))
        elif self._known_to == ALL or not self._declaration.is_hidden:
            lines.append(self.outcome_sentence(lang))
        return "\n".join(lines)

    def prompt(self, seat: int | None, lang: str = "en") -> str:
        """What the mover, or chance, is to do now, as that seat may be told: the mover as a request. An empty text after the end."""
        viewer = self._check_viewer(seat)
        mover = self.mover
        if mover is None:
            return ""
        words, asked = self._words(lang), self._declaration.view.prompt(self._box, self._eyes(viewer), viewer)
        own = f"{asked.key}[own]"
        return words.tell(Say(own, asked.parameters) if seat == mover and words.has(own) else asked)

    def outcome_sentence(self, lang: str = "en") -> str:
        """Who won and why the match ended; an empty text before the end."""
        outcome = self.outcome
        if outcome is None:
            return ""
        winners = [Seat(seat) for seat in outcome.winners]
        return self._words(lang).tell(Say("won" if len(winners) == 1 else "shared", {"winners": winners, "why": Say(f"end.{outcome.reason}")}))

    def spots(self, seat: int | None, lang: str = "en") -> dict[str, str]:
        """Place -> words, for a board that is read aloud."""
        viewer = self._check_viewer(seat)
        words = self._words(lang)
        return {place: words.tell(what) for place, what in self._declaration.view.spots(self._box, self._eyes(viewer), viewer).items()}

    def told(self, seat: int | None, since: int = 0, lang: str = "en") -> list[Told]:
        """What happened from ply `since` on, as that seat may know it."""
        viewer = self._check_viewer(seat)
        if not _is_whole(since) or not 0 <= since <= self.ply:
            raise BadOption("ply", last=self.ply, given=_shown(since))
        view, words = self._declaration.view, self._words(lang)
        after = self._wiped_at(since, viewer)
        told: list[Told] = []
        for number in range(since, self.ply):
            ply = self._seen(number, viewer)
            before, after = after, self._wiped_at(number + 1, viewer)
            mover = self._mover_of(before)
            assert mover is not None
            steps = view.automatic(self._box, before, ply.action, after, viewer)
            told.append(
                {
                    "ply": number,
                    "mover": mover,
                    "move": self._spelling(ply),
                    "changes": view.changes(self._box, before, ply.action, after, viewer),
                    "automatic": [{"reason": reason, "sentence": words.tell(sentence)} for reason, sentence in steps],
                    "sentence": words.tell(view.sentence(self._box, before, ply.action, after, viewer)),
                }
            )
        return told

    def preview(self, moves: Iterable[str], lang: str = "en") -> list[Preview]:
        """For legal moves of the mover: what each would visibly do, from what the mover may see."""
        wanted = _one_by_one(moves)
        if wanted is None:
            raise BadOption("moves")
        mover = self.mover
        if mover is None:
            raise MatchOver("over")
        self._need_turn()
        if mover == CHANCE:
            raise NotYourTurn("nobody")
        legal, state, words = set(self.legal_actions()), self._eyes(mover), self._words(lang)
        previews: list[Preview] = []
        for move in wanted:
            action = self._parse(move)
            if action not in legal:
                raise self._illegal(action)
            changes, sentence = self._declaration.view.preview(self._box, state, action)
            previews.append({"move": move, "changes": changes, "sentence": words.tell(sentence)})
        return previews

    def picture(self, seat: int | None = None, lang: str = "en") -> str:
        """What that seat may see, drawn as an SVG document."""
        words = self._words(lang)
        return self._declaration.picture.svg(self.view(self._eyes_of(seat)), tuple(words.tell(Seat(each)) for each in range(self._seats)))

    def letters(self, seat: int | None = None, lang: str = "en", pen: Pen | None = None) -> str:
        """What that seat may see, drawn with letters for a terminal."""
        viewer = self._eyes_of(seat)
        return "\n".join(self._declaration.picture.letters(self.view(viewer), self._words(lang), pen or PLAIN))

    def seen_by(self, seat: int | None) -> Match:
        """The match as that seat, or a spectator (None), knows it: nothing else is in it. After the end that is all of it."""
        viewer = self._check_viewer(seat)
        if self._known_to != ALL or self.mover is None:
            return self.copy()
        seen = self._same(known_to=seat, begin=self._wiped_at(0, viewer))
        seen._plies = [self._seen(number, viewer) for number in range(self.ply)]
        seen._states = [seen._begin, *([None] * self.ply)]
        if self.ply:
            seen._states[-1] = self._eyes(viewer)
        return seen

    def redeal(self, seat: int | None, source: Chance) -> Match:
        """A match alike in all that the seat knows, its whole past included; what it cannot know is dealt anew, as likely as chance made it."""
        viewer = self._check_viewer(seat)
        row = _stream(source)
        if self.mover is None and (self._known_to == ALL or self._declaration.is_hidden):
            if self._known_to != ALL:
                raise Unknown("outcome")
            return self.copy()
        rules, notation = self._declaration.rules, self._declaration.notation
        world = self._eyes(viewer)
        rules.redeal(self._box, world, viewer, row)
        seen: list[tuple[int, Learned | None]] = [self._seen(number, viewer) for number in range(self.ply)]
        begin, actions = notation.relive(self._box, self._wiped_at(0, viewer), seen, viewer, world, row)
        dealt = self._same(known_to=ALL, begin=begin)
        for action in actions:
            dealt._append(action)
        return dealt

    # ---- keeping it
    def record(self, seat: KnownTo = ALL) -> Record:
        """The match as a record: all of it, or what one seat or a spectator (None) knows. After the end every record is the full one."""
        known = self._known_to
        if not isinstance(seat, str) or seat != ALL:
            self._check_viewer(seat)
            if known == ALL and self.mover is not None:
                known = seat
        if known == ALL:
            begin: State = self._begin
            moves = self.moves
        else:
            viewer = SPECTATOR if known is None else known
            begin = self._wiped_at(0, viewer)
            moves = tuple(self._spelling(self._seen(number, viewer)) for number in range(self.ply))
        ending = self._ending
        if ending is None and self.mover is None and known == ALL:
            outcome = self.outcome
            assert outcome is not None
            ending = Ending(outcome.reason, outcome.winners, self._scores())
        return Record(
            self.game.key,
            self.game.rules_version,
            self._seats,
            tuple(self._options.items()),
            self._names,
            known,
            self._position_text(begin) if self._from_position else None,
            moves,
            ending,
        )

    def at(self, ply: int) -> Match:
        """The match as it stood after so many plies."""
        if not _is_whole(ply) or not 0 <= ply <= self.ply:
            raise BadOption("ply", last=self.ply, given=_shown(ply))
        if ply == self.ply:
            return self.copy()
        then = self._same(self._known_to, self._begin)
        then._plies = self._plies[:ply]
        then._states = self._states[: ply + 1]
        if then._states[-1] is None:
            then._states[-1] = self._state(ply)
        return then

    def copy(self) -> Match:
        """The same match once more; what is played on one is not played on the other."""
        return self._called(self._names)

    def with_names(self, names: Sequence[str]) -> Match:
        """The same match once more, its players called otherwise."""
        return self._called(self.game._check_names(names, self._seats))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        mine = (self.game.key, self._seats, self._options, self._begin, self._plies)
        return mine == (other.game.key, other._seats, other._options, other._begin, other._plies)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        mover = self.mover
        turn = "over" if mover is None else "chance to move" if mover == CHANCE else f"seat {mover} to move"
        known = "" if self._known_to == ALL else ", known to a spectator" if self._known_to is None else f", known to seat {self._known_to}"
        return f"<Match {self.game.key}, {self._seats} seats, ply {self.ply}, {turn}{known}>"

    def __str__(self) -> str:
        return self.letters()

    def _repr_svg_(self) -> str:
        return self.picture()

    def __reduce__(self) -> tuple[Any, ...]:
        start = self._begin.tobytes()
        plies = [tuple(ply) for ply in self._plies]
        return _restored, (self.game.key, self._seats, self._options, self._names, self._known_to, start, self._from_position, plies, self._ending)

    # ---- inside
    @property
    def _declaration(self) -> Declaration:
        return self.game.declaration

    @property
    def _now(self) -> State:
        state = self._states[-1]
        assert state is not None  # the last one is always kept
        return state

    @property
    def _viewer(self) -> int:
        """The seat number the kernels know for whom this partial match belongs to."""
        return SPECTATOR if self._known_to is None else int(self._known_to)

    def _mover_of(self, state: Row) -> Mover:
        mover = self._declaration.rules.mover(self._box, state)
        return CHANCE if mover == bits.CHANCE else None if mover == OVER else mover

    def _words(self, lang: str) -> Words:
        return Words(self._declaration.package, lang, self._names)

    def _named(self, mover: Mover) -> Say | Seat | str:
        """A mover for the sentence of an error, which does not know the match's names."""
        if isinstance(mover, int):
            return self._names[mover] if self._names else Seat(mover)
        return Say("chance")

    def _copy_of(self, state: State) -> State:
        return array("q", state)

    def _same(self, known_to: KnownTo, begin: State) -> Match:
        twin = Match(self.game, self._seats, self._options, self._names, known_to, begin)
        twin._from_position = self._from_position
        return twin

    def _called(self, names: tuple[str, ...]) -> Match:
        twin = Match(self.game, self._seats, self._options, names, self._known_to, self._begin)
        twin._from_position = self._from_position
        twin._plies = list(self._plies)
        twin._states = list(self._states)
        twin._ending = self._ending
        twin._legal = self._legal  # found once, true for both; and nobody writes into a wiped state
        twin._wiped = dict(self._wiped)
        return twin

    def _forget(self) -> None:
        """The match has another last ply."""
        self._legal = None
        if self._wiped:
            ply = self.ply
            self._wiped = {key: state for key, state in self._wiped.items() if ply - _RECENT < key[0] < ply}

    def _append(self, action: int, learned: Learned | None = None) -> None:
        """Make a move known to be legal."""
        state = self._copy_of(self._now)
        self._declaration.rules.apply(self._box, state, action)
        if learned is not None:
            self._declaration.notation.learn(self._box, state, self._viewer, action, learned)
        self._plies.append(_Ply(action, learned))
        self._states.append(state)
        self._forget()

    def _state(self, ply: int) -> State:
        """The state after so many plies; what `seen_by` left out is found by playing forward."""
        at = ply
        while self._states[at] is None:
            at -= 1
        while True:
            state = self._states[at]
            assert state is not None
            if at == ply:
                return state
            state = self._copy_of(state)
            action, learned = self._plies[at]
            self._declaration.rules.apply(self._box, state, action)
            if learned is not None:
                self._declaration.notation.learn(self._box, state, self._viewer, action, learned)
            at += 1
            self._states[at] = state

    def _wiped_at(self, ply: int, viewer: int) -> State:
        """The state after so many plies, as the viewer knows it. A copy, in which kernels may make their notes."""
        if self._known_to != ALL:
            return self._copy_of(self._state(ply))
        if (kept := self._wiped.get((ply, viewer))) is not None:
            return self._copy_of(kept)
        state = self._copy_of(self._state(ply))
        self._declaration.rules.wipe(self._box, state, viewer)
        if ply > self.ply - _RECENT:
            self._wiped[ply, viewer] = self._copy_of(state)
        return state

    def _eyes(self, viewer: int) -> State:
        """The present state as the viewer may see it: wiped, or open once the match has ended. A copy, in which kernels may make their notes."""
        return self._wiped_at(self.ply, viewer) if self._ending is None else self._copy_of(self._now)

    def _seen(self, number: int, viewer: int) -> _Ply:
        """Move `number` as the viewer's record tells it."""
        ply = self._plies[number]
        if self._known_to != ALL:
            return ply
        notation, before = self._declaration.notation, self._state(number)
        action = notation.seen_action(self._box, before, ply.action, viewer)
        if viewer != SPECTATOR and notation.learns(self._box, before, ply.action, viewer):
            return _Ply(action, notation.learned(self._box, self._state(number + 1), ply.action, viewer))
        return _Ply(action)

    def _spelling(self, ply: _Ply) -> str:
        notation = self._declaration.notation
        text = notation.move_text(self._box, ply.action)
        return text if ply.learned is None else f"{text} {{{notation.learned_text(self._box, ply.action, ply.learned)}}}"

    def _parse(self, move: object) -> int:
        text = _move_text(move)
        action = self._declaration.notation.parse_move(self._box, text)
        if self._known_to == ALL and self._declaration.notation.is_unseen(self._box, action):
            raise NotAMove("unseen", given=text)
        return action

    def _split(self, move: object) -> tuple[str, str | None]:
        """A move of a partial record: its spelling, and what stands in braces."""
        text, brace, inner = _move_text(move).partition(" {")
        if brace and not inner.endswith("}"):
            raise NotAMove("braces", given=_move_text(move))
        return text, inner[:-1] if brace else None

    def _play(self, action: int, braces: str | None, seat: int | None) -> None:
        mover = self.mover
        if mover is None:
            raise MatchOver("over")
        if seat is not None and mover != seat:
            raise NotYourTurn("other", mover=self._named(mover))
        if self._known_to == ALL:
            if action not in self.legal_actions():
                raise self._illegal(action)
            self._append(action)
            return
        notation = self._declaration.notation
        if mover == self._known_to:
            possible = action in self.legal_actions()
        else:  # another's move, or chance: whether it is legal in some world that this seat thinks possible
            possible = self._declaration.view.broken(self._box, self._eyes(self._viewer), action) is None
            possible = possible and notation.seen_action(self._box, self._now, action, self._viewer) == action  # told as this seat sees it
        if not possible:
            raise self._illegal(action)
        learned = None
        if self._known_to is not None and notation.learns(self._box, self._now, action, self._viewer):
            if braces is None:
                raise NotAMove("braces", given=notation.move_text(self._box, action))
            learned = notation.parse_learned(self._box, action, braces)
        elif braces is not None:
            raise NotAMove("braces", given=f"{{{braces[:38]}}}")
        self._append(action, learned)

    def _explain(self, action: int) -> Explanation | None:
        """Why the action is not legal for who is to move; None if it is."""
        mover = self.mover
        if mover == CHANCE:
            if self._known_to == ALL and action in self.legal_actions():
                return None
            return self._because("outcome", {"move": self._declaration.notation.move_text(self._box, action)})
        assert isinstance(mover, int)
        viewer = mover if self._known_to == ALL else self._viewer
        found = self._declaration.view.broken(self._box, self._eyes(viewer), action)
        return None if found is None else self._because(*found)

    def _because(self, code: str, parameters: dict[str, Any]) -> Explanation:
        conditions = self._declaration.view.CONDITIONS
        section = conditions.get(code, conditions["turn" if code == "over" else "kind"])
        return Explanation(code, parameters, section, self._declaration.package, self._names)

    def _illegal(self, action: int) -> IllegalMove:
        explanation = self._explain(action)
        if explanation is None:
            explanation = self._because("outcome", {"move": self._declaration.notation.move_text(self._box, action)})
        error = IllegalMove(explanation.code, self._declaration.package, **explanation.parameters)
        error.explanation = explanation
        return error

    def _scores(self) -> tuple[tuple[int, ...], ...]:
        rules = self._declaration.rules
        out = new_row(max(rules.OUT_SIZE, self._seats * rules.SCORES))
        rules.score(self._box, self._copy_of(self._now), out)
        return tuple(tuple(out[seat * rules.SCORES + i] for i in range(rules.SCORES)) for seat in range(self._seats))

    def _position_text(self, state: State) -> str:
        return f"{self.game._header(self._seats, self._options)} {self._declaration.notation.position_text(self._box, state)}"

    def _need_all(self, code: str) -> None:
        if self._known_to != ALL:
            raise Unknown(code)

    def _need_turn(self) -> None:
        if self._known_to != ALL and self.mover != self._known_to:
            raise Unknown("moves")

    def _need_chance(self) -> None:
        mover = self.mover
        if mover is None:
            raise MatchOver("over")
        if mover != CHANCE:
            raise NotChance("not-chance", mover=self._named(mover))

    def _check_seat(self, seat: object) -> None:
        if not _is_whole(seat) or seat not in range(self._seats):
            raise BadOption("seat", last=self._seats - 1, given=_shown(seat))

    def _check_viewer(self, seat: object) -> int:
        """The kernels' number of a seat or spectator that may ask this match."""
        if seat is not None:
            self._check_seat(seat)
        if self._known_to not in (ALL, seat):
            raise Unknown("seat")
        return SPECTATOR if seat is None else cast(int, seat)

    def _eyes_of(self, seat: int | None) -> int | None:
        """Whose picture is drawn when nobody is named: a spectator's, or its own of a match that one seat knows."""
        return int(self._known_to) if seat is None and self._known_to not in (ALL, None) else seat


class _Plain:
    """Draws letters without colour, in ASCII."""

    has_unicode = False
    is_compact = False

    def __call__(self, style: str, text: str) -> str:
        return text


PLAIN: Final[Pen] = _Plain()


def _restored(
    key: str,
    seats: int,
    options: Mapping[str, int | str],
    names: tuple[str, ...],
    known_to: KnownTo,
    start: bytes,
    from_position: bool,
    plies: list[tuple[int, Learned | None]],
    ending: Ending | None,
) -> Match:
    """A match out of its pickle."""
    match = Match(GAMES[key], seats, options, names, known_to, array("q", start))
    match._from_position = from_position
    for action, learned in plies:
        match._append(action, learned)
    match._ending = ending
    return match


# ------------------------------------------------------------------ records
def read_record(text: str) -> Match:
    """The match of a record, as it stands at the record's end; every move is checked on the way.

    >>> import dragonhoard as dh
    >>> match = dh.GAMES["dragon-inferno"].match()
    >>> dh.read_record(str(match.record())) == match
    True
    """
    return _match_of(parse_record(text))


def _match_of(record: Record) -> Match:
    game = GAMES.get(record.game)
    if game is None:
        raise NotARecord("game", given=record.game, games=list(GAMES))
    if record.rules != game.rules_version:
        raise NotARecord("rules", given=record.rules, known=game.rules_version)
    match = _opened(game, record)
    for number, move in enumerate(record.moves, start=1):
        try:
            match.play(move)
        except GameError as fault:
            raise NotARecord("move", number=number, given=move, why=str(fault)) from fault
    if record.ending is not None:
        _finish(match, record.ending)
    elif match.mover is None and match.known_to == ALL:
        raise NotARecord("end-missing")
    return match


def _opened(game: Game, record: Record) -> Match:
    """The match of a record before its first move."""
    try:
        game._check_seats(record.seats)
        options = game._check_options(dict(record.options))
        if tuple(options.items()) != record.options:  # every option, in the declared order, in canonical form
            raise BadOption("unknown", game=game.name, given=", ".join(name for name, _ in record.options), options=list(options))
        names = game._check_names(record.names, record.seats)
        begin = None
        if record.known_to not in (ALL, None) and record.known_to not in range(record.seats):
            raise NotARecord("seat", given=record.known_to)
        known_to: KnownTo = ALL if record.known_to == ALL else record.known_to  # type: ignore[assignment]
        if record.position is not None:
            seats, written, body = game._parse_header(record.position)
            if seats != record.seats or written != options:
                raise BadOption("contradicts", name="seats", there=str(seats), given=str(record.seats))
            viewer = None if known_to == ALL else SPECTATOR if known_to is None else int(known_to)
            begin = game.declaration.notation.parse_position(game._box(seats, options), body, viewer)
    except (BadOption, NotAPosition, NotAComponentSet) as fault:
        raise NotARecord("header", why=str(fault)) from fault
    return Match(game, record.seats, options, names, known_to, begin)


def _finish(match: Match, ending: Ending) -> None:
    """Check the ending that a record tells against its moves."""
    told = [f"end {ending.reason}", f"winners {' '.join(map(str, ending.winners))}"]
    if match.known_to != ALL:
        raise NotARecord("end-partial")
    if match.mover is not None:
        if ending.reason not in ENDINGS:
            raise NotARecord("end-early", given=ending.reason)
        try:
            match.end(ending.reason, ending.winners)
        except BadOption as fault:
            raise NotARecord("end-wrong", told=told[1][:80]) from fault
    if match.record().ending != ending:
        raise NotARecord("end-wrong", told=", ".join(told)[:80])


# ------------------------------------------------------------------ series
class Series:
    """Matches counted together until a player has won enough of them; a drawn or shared match counts for nobody.

    >>> import dragonhoard as dh
    >>> series = dh.GAMES["dragon-master"].series(to=2, names=("Ann", "Ben"))
    >>> series.wins, series.winner
    ((0, 0), None)
    """

    def __init__(self, game: Game, to: int, starts: str, seats: int, names: Sequence[str], options: Mapping[str, Any]) -> None:
        if not _is_whole(to) or not 1 <= to <= 1000:
            raise BadOption("to", given=_shown(to))
        self.game = game
        self.to = to
        self._has_start = any(option.name == "start" for option in game.options)
        choices = ("alternate", "random") if self._has_start else ("alternate",)
        _check_choice("starts", "choices", starts, choices)
        self.starts = starts
        seats, self._options = game._setting(seats, options)
        self.seats = seats
        self.names = game._check_names(names, seats)
        self._matches = [game.match(seats=seats, names=self.names, position=None, **self._options)]

    @property
    def matches(self) -> tuple[Match, ...]:
        """All matches so far, the current one last."""
        return tuple(self._matches)

    @property
    def match(self) -> Match:
        """The current match."""
        return self._matches[-1]

    @property
    def wins(self) -> tuple[int, ...]:
        """How many matches each player has won."""
        won = [0] * self.seats
        for number, match in enumerate(self._matches):
            outcome = match.outcome
            if outcome is not None and len(outcome.winners) == 1:
                won[self.player_at(number, outcome.winners[0])] += 1
        return tuple(won)

    @property
    def winner(self) -> int | None:
        """The player who has won enough matches, or None."""
        return next((player for player, won in enumerate(self.wins) if won >= self.to), None)

    def player_at(self, number: int, seat: int) -> int:
        """Who sits on a seat in match `number`: where a game draws its starting seat the players keep theirs, else all move one on each time."""
        return seat if self._has_start else (seat - number) % self.seats

    def next(self) -> Match:
        """Begin the next match."""
        if self.winner is not None:
            raise MatchOver("series")
        if self.match.mover is not None:
            raise BadOption("running")
        self._matches.append(self._following())
        return self.match

    def record(self) -> SeriesRecord:
        """The series as a record: its players, and the full records of its matches."""
        return SeriesRecord(self.to, self.starts, self.names, tuple(match.record() for match in self._matches))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Series) and self.record() == other.record()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Series {self.game.key}, to {self.to}, {'-'.join(map(str, self.wins))}>"

    def _following(self) -> Match:
        """The match that comes after the present ones, before its first move."""
        number = len(self._matches)
        options = dict(self._options)
        if self._has_start:
            options["start"] = "random" if self.starts == "random" else self._other_start()
        names = tuple(self.names[self.player_at(number, seat)] for seat in range(self.seats)) if self.names else ()
        return self.game.match(seats=self.seats, names=names, position=None, **options)

    def _other_start(self) -> int | str:
        """The seat after the one that begins the last match, as the option has it; if that was not drawn before the match was ended, it still is."""
        last = self.match
        if not last.ply and last.options["start"] == "random":
            return "random"
        begun = Match(self.game, self.seats, last.options, ())
        for move in last.moves:
            begun.play(move)
            if isinstance(begun.mover, int):
                break
        while begun.mover == CHANCE:  # it was ended while cards were dealt: whatever comes, the seat drawn begins
            begun.roll(Dice())
        return str((cast(int, begun.mover) + 1) % self.seats)


def read_series(text: str) -> Series:
    """The series of its record; every match is checked, and that it could follow there."""
    found = parse_series(text)
    first = found.records[0]
    game = GAMES.get(first.game)
    if game is None:
        raise NotARecord("game", given=first.game, games=list(GAMES))
    try:
        series = Series(game, found.to, found.starts, first.seats, found.names, dict(first.options))
    except (BadOption, NotAComponentSet) as fault:
        raise NotARecord("header", why=str(fault)) from fault
    for number, record in enumerate(found.records, start=1):
        match = _match_of(record)
        if number > 1:
            if series.winner is not None or series.match.mover is not None:
                raise NotARecord("series", number=number)
            expected = series._following()
        else:
            expected = series.match
        opened = expected.record()
        head = (record.game, record.seats, record.options, record.names, record.known_to, record.position)
        if head != (opened.game, opened.seats, opened.options, opened.names, opened.known_to, opened.position):
            raise NotARecord("series", number=number)
        if number > 1:
            series._matches.append(match)
        else:
            series._matches[0] = match
    return series
