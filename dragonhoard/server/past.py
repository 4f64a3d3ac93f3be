"""A table as its events tell it: who sits where, what has been played, what was answered. Pure: the same events, the same past.

Knows no log, no socket and no clock, and of a match only what `Play` says. Live and after a restart a table is this, folded from its events.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from dragonhoard.contract import GameError
from dragonhoard.match import CHANCE, Chance
from dragonhoard.server.chance import TableChance
from dragonhoard.server.log import Code, Derived, Place, Step
from dragonhoard.server.messages import (
    AgainWanted,
    AnyEvent,
    Chair,
    Happened,
    MatchEnded,
    MatchStarted,
    Moved,
    NextOpened,
    SeatArranged,
    SeatInvited,
    SeatLeft,
    SeatRenamed,
    SeatTaken,
    TableOpened,
    TableWithdrawn,
    TakenBack,
    decode_events,
)

PACKAGE: Final = "dragonhoard.server"
BOT_NAMES: Final = ("Mira", "Orm", "Kesta", "Tarn", "Linnea", "Jorun", "Wenzel")  # one more than any table seats


class Refusal(GameError):
    """Somebody asked a table for something that it does not do: `code`, `parameters`, `sentence(lang)`.

    Codes: "gone" (no such table), "no-seat" (not yours), "not-opener", "begun", "not-begun", "withdrawn", "not-open" (that seat is not open), "taken"
    (somebody sits there), "void" (an invitation that is none any more), "too-many" (wrong codes), "bot" (no such computer at this door), "chairs"
    (nobody who plays), "game", "name", "stale", "undo", "not-over", "retry" (the log had trouble: ask again). The library's own come beside it.
    """

    kind = "table"

    def __init__(self, code: str, /, package: str = PACKAGE, **parameters: Any) -> None:
        super().__init__(code, package, **parameters)


# ------------------------------------------------------------------ what a table needs of a game
class Play(Protocol):
    """What a table asks of a match; `dragonhoard.Match` offers it, and so may a stub in a benchmark."""

    @property
    def mover(self) -> int | str | None:
        """The seat to move, CHANCE, or None after the end."""

    @property
    def ply(self) -> int:
        """Moves so far, chance included."""

    @property
    def outcome(self) -> Any:
        """`winners`, `scores`, `reason`; None before the end."""

    @property
    def options(self) -> Mapping[str, int | str]:
        """Every option, in its normal form."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""

    def copy(self) -> "Play":
        """The same once more."""

    def at(self, ply: int, /) -> "Play":
        """As it stood after so many plies."""

    def with_names(self, names: Sequence[str], /) -> "Play":
        """The same, its players called otherwise."""

    def play(self, move: str, seat: int | None = None) -> None:
        """Make a move, or raise a GameError and change nothing."""

    def roll(self, source: Chance, /) -> str:
        """Let chance move."""

    def undo(self) -> str:
        """Take the last move back."""

    def free_undo(self, seat: int, /) -> int | None:
        """To which ply a seat may take back unasked."""

    def end(self, reason: str, winners: Iterable[int], /) -> None:
        """End it otherwise than by the rules."""

    def legal_moves(self) -> list[str]:
        """What the mover may play."""

    def view(self, seat: int | None, /) -> Mapping[str, Any]:
        """What a seat sees, as plain data."""

    def prompt(self, seat: int | None, lang: str) -> str:
        """What the mover is to do, in words."""

    def spots(self, seat: int | None, lang: str) -> dict[str, str]:
        """Place -> words."""

    def told(self, seat: int | None, since: int, lang: str) -> Sequence[Mapping[str, Any]]:
        """What happened since a ply, as that seat may know it."""

    def explain(self, move: str, seat: int | None = None) -> Any:
        """Why a move is not legal for that seat; None if it is."""

    def preview(self, moves: Iterable[str], lang: str) -> Sequence[Mapping[str, Any]]:
        """What legal moves of the mover would do."""

    def outcome_sentence(self, lang: str) -> str:
        """Who won and why."""

    def record(self, seat: Any) -> Any:
        """The record, or what of it a seat knows."""


class Game(Protocol):
    """What a table asks of a game."""

    @property
    def is_hidden(self) -> bool:
        """Whether any seat sees less than another."""

    def match(self, *, seats: int | None = None, names: Sequence[str] = (), **options: Any) -> Any:
        """A new match."""

    def series(self, *, to: int = 2, starts: str = "alternate", seats: int | None = None, names: Sequence[str] = (), **options: Any) -> Any:
        """Matches counted together."""


# ------------------------------------------------------------------ a table as its events tell it
class Sitting(msgspec.Struct):
    """One seat: who sits there, and how somebody may come to."""

    kind: str
    name: str | None = None
    bot: str | None = None
    who: str | None = None
    left: bool = False
    again: bool = False
    was: str | None = None  # the name of the person for whom a computer plays on
    token: str | None = None
    code: str | None = None
    until: int = 0

    @property
    def is_person(self) -> bool:
        """Whether a person sits there and has not left."""
        return self.who is not None and not self.left


class Past:
    """A table folded from its events."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        self.number = 0  # of the last event
        self.changed = 0  # of the last event that changed the match
        self.game = ""
        self.options: dict[str, int | str] = {}
        self.seats: list[Sitting] = []
        self.opener = ""
        self.series = 1
        self.wins: list[int] = []
        self.count = 1  # which match of the series this is
        self.next: str | None = None
        self.is_withdrawn = False
        self.match: Play | None = None  # never changed: the next one is another
        self.decided: list[bool] = []  # for every ply: was it a seat's
        self.plies: list[int] = [0]  # after every event
        self.answers: dict[tuple[int, str], int] = {}  # the event that each request of a seat became
        self.shown = 0  # grows with everything that views tell, but for what `met` counts
        self.met = 0  # grows when seats alone have changed
        self._called: tuple[str, ...] | None = None  # everybody's name, until that may be another

    @property
    def phase(self) -> str:
        """Waiting, playing, over or withdrawn."""
        if self.match is None:
            return "withdrawn" if self.is_withdrawn else "waiting"
        return "over" if self.match.mover is None else "playing"

    @property
    def is_next_due(self) -> bool:
        """Whether everybody who is still there wants another match, and none has been opened."""
        people = [seat for seat in self.seats if seat.is_person]
        return self.next is None and bool(people) and all(seat.again for seat in people)

    def sits(self, who: str, seat: int) -> bool:
        """Whether a seat is one of `seats_of` an identity."""
        if not 0 <= seat < len(self.seats):
            return False
        seated = self.seats[seat]
        return seated.who == who and (not seated.left or (self.match is not None and self.match.mover is None))

    def seats_of(self, who: str) -> list[int]:
        """The seats of an identity; who left may come back for the end."""
        return [number for number in range(len(self.seats)) if self.sits(who, number)]

    def names(self) -> list[str]:
        """What everybody is called now."""
        return [seat.name or f"{number + 1}" for number, seat in enumerate(self.seats)]

    def fold(self, number: int, events: Iterable[AnyEvent], match: Play | None = None) -> None:
        """Put a step's events, the first with that number, to the past. `match` is the match after them, where it is known already."""
        if match is None and self.match is not None:
            self.match = self.match.copy()
        for event in events:
            self._put(number, event, match)
            number += 1
        if match is not None:
            self.match = match
        if self.match is not None and (self._called is None or self.match.names != self._called):
            self._called = tuple(self.names())
            if self.match.names != self._called:
                self.match = self.match.with_names(self._called)

    def _put(self, number: int, event: AnyEvent, known: Play | None) -> None:
        kind = type(event)
        put = _PUT[kind]
        put(self, number, event, known)
        if kind not in _NAMELESS:
            self._called = None
        self.number = number
        self.plies.append(len(self.decided))
        if kind in _SEATS_ALONE:
            self.met += 1
        else:
            self.shown += 1

    def _moved(self, number: int, event: Moved, known: Play | None) -> None:
        if known is None:
            self._playing.play(event.move, seat=event.seat)
        self.decided.append(True)
        self.changed = number
        if event.id:
            self.answers[event.seat, event.id] = number

    def _happened(self, number: int, event: Happened, known: Play | None) -> None:
        if known is None:
            self._playing.play(event.move)
        self.decided.append(False)
        self.changed = number

    def _taken_back(self, number: int, event: TakenBack, known: Play | None) -> None:
        if known is None:
            while self._playing.ply > event.ply:
                self._playing.undo()
        del self.decided[event.ply :]
        self.changed = number
        self.answers[event.seat, event.id] = number

    def _ended(self, number: int, event: MatchEnded, known: Play | None) -> None:
        if known is None:
            self._playing.end(event.reason, event.winners)
        self.changed = number

    def _started(self, number: int, event: MatchStarted, known: Play | None) -> None:
        if known is None:
            self.match = self.new_match()
        self.changed = number

    def _opened(self, number: int, event: TableOpened, known: Play | None) -> None:
        self.game, self.options, self.opener = event.game, event.options, event.by
        self.series, self.wins, self.count = event.series, event.wins or [0] * len(event.chairs), event.match
        self.seats = [self._seated(chair) for chair in event.chairs]

    def _invited(self, number: int, event: SeatInvited, known: Play | None) -> None:
        seat = self.seats[event.seat]
        if event.token is not None:
            seat.token = event.token
        if event.code is not None:
            seat.code, seat.until = event.code, event.until

    def _sat(self, number: int, event: SeatTaken, known: Play | None) -> None:
        seat = self.seats[event.seat]
        seat.kind, seat.who, seat.name = "person", event.who, event.name

    def _arranged(self, number: int, event: SeatArranged, known: Play | None) -> None:
        self.seats[event.seat] = self._seated(event.chair)

    def _renamed(self, number: int, event: SeatRenamed, known: Play | None) -> None:
        self.seats[event.seat].name = event.name

    def _left(self, number: int, event: SeatLeft, known: Play | None) -> None:
        seat = self.seats[event.seat]
        self.answers[event.seat, event.id] = number
        if self.match is None and known is None:
            self.seats[event.seat] = Sitting("open")
            return
        seat.left, seat.again = True, False
        if event.bot is not None:
            name = name_for_bot([each.name for each in self.seats])
            seat.kind, seat.bot, seat.was, seat.name = "computer", event.bot, seat.name, f"{name} ({seat.name})"

    def _wanted(self, number: int, event: AgainWanted, known: Play | None) -> None:
        self.seats[event.seat].again = event.wanted
        if event.id:
            self.answers[event.seat, event.id] = number

    def _next_opened(self, number: int, event: NextOpened, known: Play | None) -> None:
        self.next = event.table

    def _withdrawn(self, number: int, event: TableWithdrawn, known: Play | None) -> None:
        self.is_withdrawn = True

    def _seated(self, chair: Chair) -> Sitting:
        return Sitting(chair.kind, chair.name, chair.bot, self.opener if chair.kind == "person" else None)

    @property
    def _playing(self) -> Play:
        assert self.match is not None  # moves come after the start
        return self.match

    def new_match(self) -> Play:
        """The match of this table before its first ply."""
        match: Play = self._games[self.game].match(seats=len(self.seats), names=self.names(), **self.options)
        return match

    def score(self) -> list[int]:
        """How many matches of the series each seat has won, this one included."""
        wins = list(self.wins)
        outcome = None if self.match is None else self.match.outcome
        if outcome is not None and len(outcome.winners) == 1:
            wins[outcome.winners[0]] += 1
        return wins


_SEATS_ALONE: Final = frozenset({AgainWanted, SeatInvited})  # what changes nothing else that anybody is shown
_NAMELESS: Final = frozenset({Moved, Happened, TakenBack})  # what changes nobody's name, and happens often
_PUT: Final[Mapping[type, Callable[[Past, int, Any, Play | None], None]]] = {
    Moved: Past._moved,
    Happened: Past._happened,
    TakenBack: Past._taken_back,
    MatchEnded: Past._ended,
    MatchStarted: Past._started,
    TableOpened: Past._opened,
    SeatInvited: Past._invited,
    SeatTaken: Past._sat,
    SeatArranged: Past._arranged,
    SeatRenamed: Past._renamed,
    SeatLeft: Past._left,
    AgainWanted: Past._wanted,
    NextOpened: Past._next_opened,
    TableWithdrawn: Past._withdrawn,
}


def derived(table: str, steps: Sequence[Step]) -> Derived:
    """What the log keeps beside a table's steps, made anew from them: who has to do with it, and which codes open it."""
    people: dict[str, Place] = {}
    codes: dict[int, Code] = {}
    for step in steps:
        for event in decode_events(step.body):
            if isinstance(event, TableOpened):
                people[event.by] = Place(event.by, table, "opener", step.at)
            elif isinstance(event, SeatTaken):
                people.setdefault(event.who, Place(event.who, table, "seat", step.at))
                codes.pop(event.seat, None)
            elif isinstance(event, SeatInvited) and event.code is not None:
                codes[event.seat] = Code(event.code, table, event.until)
            elif isinstance(event, SeatArranged):
                codes.pop(event.seat, None)
    return Derived(list(people.values()), list(codes.values()))


# ------------------------------------------------------------------ names
def clean_name(name: str) -> str:
    """A name as it is shown: no spaces at its ends, one at a time inside, nothing invisible."""
    cleaned = " ".join(name.split())
    if not 1 <= len(cleaned) <= 24 or not cleaned.isprintable():
        raise Refusal("name")
    return cleaned


def unlike(name: str, taken: Collection[str | None]) -> str:
    """The name, told apart from those at the table already."""
    number, wanted = 2, name
    while wanted in taken:
        wanted = f"{name[:22]} {number}"
        number += 1
    return wanted


def name_for_bot(taken: Iterable[str | None]) -> str:
    """A computer's name that nobody has at this table, not even together with a person's."""
    begun = {name.partition(" (")[0] for name in taken if name is not None}
    return next(name for name in BOT_NAMES if name not in begun)


# ------------------------------------------------------------------ how play begins
def starting(past: Past, events: list[AnyEvent], chance: TableChance, number: int) -> tuple[list[AnyEvent], Play | None]:
    """These events, and if they seat the last one, the start of play. `past` is the past after them, `number` that of the last event before."""
    if any(seat.who is None and seat.bot is None for seat in past.seats):
        return events, None
    match = past.new_match()
    return with_chance([*events, MatchStarted()], match, chance, number), match


def with_chance(events: list[AnyEvent], match: Play, chance: TableChance, number: int) -> list[AnyEvent]:
    """These events, and what chance brings after them: every outcome from the stream of its own event. `number`: of the last event before."""
    while match.mover == CHANCE:
        events.append(Happened(match.roll(chance.at(number + len(events) + 1))))
    return events
