"""What a game is: its declaration, the law its modules obey, and the errors everybody shares.

A game is a folder under `games/` with the modules described by the protocols below. Everything above (matches, records, bots, terminal,
page) speaks to a game through these names alone and never names one. The law is in the docstrings; `tests/contract` holds every game to it.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar, Final, Literal, Protocol, TypeAlias, cast

from dragonhoard.bits import Row
from dragonhoard.language import Say, Words

State: TypeAlias = "array[int]"  # array('q'): one flat row of signed 64-bit integers
Learned = tuple[int, ...]  # what a trade or rotation showed a seat, as the game packs it


# ------------------------------------------------------------------ errors
QUOTED: Final = 40  # letters that an error repeats of what it was `given`, which may be anything


class GameError(Exception):
    """Above all errors of the library. `code` and `parameters` are for programs, `sentence(lang)` is for people."""

    kind: ClassVar[str] = "error"

    def __init__(self, code: str, /, package: str = "dragonhoard", **parameters: Any) -> None:
        if isinstance(given := parameters.get("given"), str):
            parameters["given"] = given[:QUOTED]
        super().__init__(code, package, parameters)
        self.code = code
        self.package = package
        self.parameters = parameters

    def sentence(self, lang: str = "en") -> str:
        """What is wrong and what would be right, in one sentence."""
        return Words(self.package, lang).tell(Say(f"{self.kind}.{self.code}", self.parameters))

    def __str__(self) -> str:
        return self.sentence("en")

    def __reduce__(self) -> tuple[Any, ...]:
        return _error_again, (type(self), self.code, self.package, self.parameters)


def _error_again(kind: type[GameError], code: str, package: str, parameters: dict[str, Any]) -> GameError:
    return kind(code, package, **parameters)


class NotAMove(GameError):
    """The text is no spelling of any move of the game."""

    kind = "not-a-move"


class IllegalMove(GameError):
    """A spelling of a move that is not legal now; `.explanation` says why."""

    kind = "illegal"

    explanation: Any = None

    def sentence(self, lang: str = "en") -> str:
        """The reason, from the explanation."""
        return cast(str, self.explanation.sentence(lang)) if self.explanation is not None else super().sentence(lang)

    def __reduce__(self) -> tuple[Any, ...]:
        return _illegal_again, (self.code, self.package, self.parameters, self.explanation)


def _illegal_again(code: str, package: str, parameters: dict[str, Any], explanation: Any) -> IllegalMove:
    error = IllegalMove(code, package, **parameters)
    error.explanation = explanation
    return error


class NotYourTurn(GameError):
    """Another seat is to move, or chance."""

    kind = "turn"


class MatchOver(GameError):
    """The match has ended."""

    kind = "over"


class NotChance(GameError):
    """Odds and rolls exist only where chance moves."""

    kind = "not-chance"


class NothingToUndo(GameError):
    """No move has been made yet."""

    kind = "nothing-to-undo"


class BadOption(GameError):
    """An option, seat count, name or argument that the game does not take."""

    kind = "bad-option"


class NotAPosition(GameError):
    """The text is no position of the game, or one that cannot be."""

    kind = "position"


class NotARecord(GameError):
    """The text is no record of a match."""

    kind = "record"


class NotAComponentSet(GameError):
    """The text is no component set; parameters name line and fault."""

    kind = "components"


class Unknown(GameError):
    """Asked for something that this match's seat cannot know."""

    kind = "unknown"


class NotABot(GameError):
    """No bot has that name."""

    kind = "bot"


# ------------------------------------------------------------------ what the modules of a game offer
class Rules(Protocol):
    """`rules.py`: the kernel, plain functions on plain 64-bit integers, and the sizes of its rows.

    Law of the kernels: no allocation, recursion, exception, slice or varying global; the caller owns every row; equal input, equal output.
    All but `make_box` carry the mark @kernel. Everything works on a *wiped* state too as far as its comment says.
    """

    STATE_SIZE: int
    OUT_SIZE: int  # room that `legal`, `odds` and `pick` may write, scratch included
    SCORES: int  # numbers per seat that `score` writes
    REASONS: tuple[str, ...]  # why a match can end by the rules

    def make_box(self, seats: int, options: Mapping[str, Any]) -> list[int]:
        """The read-only tables, seats and options included, by plain Python. Equal seats and options, equal box."""

    def start(self, box: Row, state: Row) -> None:
        """The empty table, before the first chance or decision."""

    def mover(self, box: Row, state: Row) -> int:
        """The seat to move, CHANCE or OVER. Works on every wiped state."""

    def legal(self, box: Row, state: Row, out: Row) -> int:
        """Write the legal actions, strictly ascending; return how many. At chance: the outcomes. Works on the mover's own wiped state."""

    def odds(self, box: Row, state: Row, out: Row) -> int:
        """At chance: write a whole-number weight for each outcome, in the order of `legal`; return their sum."""

    def draw(self, box: Row, state: Row, dice: Row) -> int:
        """At chance: one outcome, distributed as `odds` says."""

    def pick(self, box: Row, state: Row, out: Row, dice: Row) -> int:
        """For a seat: equals out[below(dice, legal(box, state, out))]; afterwards out[0] is the number of legal actions."""

    def apply(self, box: Row, state: Row, action: int) -> None:
        """Make a move and settle all automatic steps, deterministically. On a wiped state: unseen outcomes and others' moves included."""

    def score(self, box: Row, state: Row, out: Row) -> None:
        """Write SCORES numbers per seat, as things stand (a full state)."""

    def winners(self, box: Row, state: Row) -> int:
        """When over: the winning seats as a set of bits (a full state)."""

    def reason(self, box: Row, state: Row) -> int:
        """When over: the index in REASONS."""

    def wipe(self, box: Row, state: Row, seat: int) -> None:
        """Blank what that seat (SPECTATOR: somebody who sits nowhere) cannot know; a state that is over stays open. Wiping twice is wiping once."""

    def redeal(self, box: Row, state: Row, seat: int, dice: Row) -> None:
        """Deal anew what the seat cannot know; depends on the wiped state alone. Each possible world is as likely as chance made it."""


class Notation(Protocol):
    """`notation.py`: moves and positions as text, strict, both ways."""

    def actions(self, box: Row) -> Iterable[int]:
        """Every action there is, ascending, unseen outcomes included."""

    def move_text(self, box: Row, action: int) -> str:
        """The spelling of an action."""

    def parse_move(self, box: Row, text: str) -> int:
        """The action of a spelling, unseen outcomes (`draw ?`) included; raises NotAMove for anything else."""

    def is_unseen(self, box: Row, action: int) -> bool:
        """Whether the action is an outcome of chance written with `?`."""

    def seen_action(self, box: Row, before: Row, action: int, seat: int) -> int:
        """The action as that seat sees it: itself, or the unseen form of a chance outcome. Works on a wiped `before`."""

    def learns(self, box: Row, before: Row, action: int, seat: int) -> bool:
        """Whether that seat's record of the action is followed by braces: a trade or rotation that touches its hand or goal.

        Works on a wiped `before`.
        """

    def learned(self, box: Row, after: Row, action: int, seat: int) -> Learned:
        """What the braces then hold, from the full state after the action."""

    def learned_text(self, box: Row, action: int, learned: Learned) -> str:
        """What stands between the braces."""

    def parse_learned(self, box: Row, action: int, text: str) -> Learned:
        """Back again; raises NotAMove."""

    def learn(self, box: Row, state: Row, seat: int, action: int, learned: Learned) -> None:
        """Put what was learned into that seat's wiped state, after `apply`. Raises NotAMove where it contradicts what the seat knows.

        Law: wipe(after) == learn(apply(wipe(before), seen_action)), for every seat.
        """

    def position_text(self, box: Row, state: Row) -> str:
        """A state as one line: everything a state holds and no history, `?` for what a wiped state does not know. Equal states, equal text."""

    def parse_position(self, box: Row, text: str, seat: int | None) -> State:
        """The state of a text; raises NotAPosition, also for impossible states. seat None: a full state; else that seat's wiped state."""

    def relive(self, box: Row, begin: State, moves: list[tuple[int, Learned | None]], seat: int, world: Row, dice: Row) -> tuple[State, list[int]]:
        """A whole history that ends in the full state `world`: a full state to begin with, and full actions.

        `begin` is the seat's wiped state at the beginning, `moves` what it saw since. Every public move is legal in the history returned, and
        histories are as likely as chance makes them. Games in which no past is hidden return `begin` and the actions as they are.
        """


class View(Protocol):
    """`view.py`: what each seat may see and was told, what a move would do, why it is not legal: plain data, made from wiped states only."""

    VIEW: type  # TypedDicts: the declared shapes
    CHANGE: Any  # a TypedDict, or a union of TypedDicts told apart by "kind"
    AUTOMATIC: tuple[str, ...]  # the reasons of automatic steps
    CONDITIONS: Mapping[str, str]  # why a move can be illegal, in the order in which they are looked at: code -> section of RULES;
    # the first two are "turn" (told by the match: another seat, chance or nobody moves) and "kind" (not this kind of move now)

    def view(self, box: Row, state: Row, seat: int) -> dict[str, Any]:
        """The view of a wiped state, or of an open one: a match ended by resignation lies open although its state is not over.

        Its key "mover" is a seat, "chance" or None.
        """

    def changes(self, box: Row, before: Row, action: int, after: Row, seat: int) -> list[dict[str, Any]]:
        """What visibly happened between two wiped states of that seat: pieces, places, changes."""

    def automatic(self, box: Row, before: Row, action: int, after: Row, seat: int) -> list[tuple[str, Say]]:
        """The automatic steps that followed, each with its reason (one of AUTOMATIC) and a sentence."""

    def sentence(self, box: Row, before: Row, action: int, after: Row, seat: int) -> Say:
        """What happened, in one sentence."""

    def preview(self, box: Row, state: State, action: int) -> tuple[list[dict[str, Any]], Say]:
        """For a legal action of the mover on its wiped state: the changes it would visibly make, and one sentence.

        Never what only the table knows.
        """

    def broken(self, box: Row, state: Row, action: int) -> tuple[str, dict[str, Any]] | None:
        """The first of CONDITIONS that the action of the present mover breaks, with parameters for its sentence (key `why.CODE`); None if legal.

        On a state wiped for another seat: None if the action is legal in some world that seat thinks possible; chance outcomes as well.
        """

    def describe(self, box: Row, state: Row, seat: int) -> list[Say]:
        """The view in words, a sentence a line: the table only, neither whose turn it is (that is `prompt`) nor who has won."""

    def prompt(self, box: Row, state: Row, seat: int) -> Say:
        """What the mover, or chance, is to do now, in one sentence; not asked once the match is over."""

    def spots(self, box: Row, state: Row, seat: int) -> dict[str, Say]:
        """Place -> words, for a board that is read aloud."""


class Pen(Protocol):
    """How a table is drawn with letters: plain, or with colour."""

    has_unicode: bool
    is_compact: bool  # the screen is low: lines that only please the eye are left out

    def __call__(self, style: str, text: str) -> str:
        """The text in a style such as "red", "bold", "dim", "bold blue"."""


class Picture(Protocol):
    """`picture.py`: a view as SVG, and as letters."""

    def svg(self, view: dict[str, Any], names: tuple[str, ...]) -> str:
        """The view as an SVG document of our own art; `names` has one for every seat."""

    def letters(self, view: dict[str, Any], words: Words, pen: Pen) -> list[str]:
        """The view as lines of at most 80 letters; plain ASCII unless pen.has_unicode."""


class Evaluate(Protocol):
    """`evaluate.py`: a judgement for bots; never used by the rules."""

    def worth(self, box: Row, state: Row, seat: int, action: int, scratch: Row) -> int:
        """How good a legal action of the seat to move looks on its own wiped state; a kernel. `scratch` is a row of STATE_SIZE + OUT_SIZE."""


# ------------------------------------------------------------------ the declaration
@dataclass(frozen=True)
class Option:
    """Something that can be chosen when a match is opened."""

    name: str
    kind: Literal["number", "choice", "text"]
    default: int | str
    choices: tuple[int | str, ...] = ()  # all values there are; empty for text
    package: str = ""

    def sentence(self, lang: str = "en") -> str:
        """What the option does, in one sentence."""
        return Words(self.package, lang).tell(Say(f"option.{self.name}"))


@dataclass(frozen=True)
class Declaration:
    """A game's identity, first of all; lists, lobbies, adapters and docs read it and repeat none of it."""

    key: str
    name: str
    package: str
    seats: range
    rules_version: int
    options: tuple[Option, ...] = ()
    is_hidden: bool = False  # does any seat see less than another
    has_chance: bool = True

    @cached_property
    def rules(self) -> Rules:
        """The kernel."""
        return cast(Rules, import_module(f"{self.package}.rules"))

    @cached_property
    def notation(self) -> Notation:
        """Moves and positions as text."""
        return cast(Notation, import_module(f"{self.package}.notation"))

    @cached_property
    def view(self) -> View:
        """What each seat may see."""
        return cast(View, import_module(f"{self.package}.view"))

    @cached_property
    def picture(self) -> Picture:
        """Drawings."""
        return cast(Picture, import_module(f"{self.package}.picture"))

    @cached_property
    def evaluate(self) -> Evaluate:
        """Judgement for bots."""
        return cast(Evaluate, import_module(f"{self.package}.evaluate"))


ENDINGS: Final = ("resignation", "clock", "agreement", "abandonment")  # how a match ends otherwise than by the rules


def each_bit(bits: int) -> Iterator[int]:
    """The numbers of the set bits, ascending."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
