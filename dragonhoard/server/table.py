"""Tables: one live match each, folded from its events, and everything that one seat may be told of it.

No framework in here, and no rule of any game: a table asks its match. Whatever goes out to a seat is made by the match from what that seat may
know. What the door needs: `Tables` (open, home, knock, sit down, watch), `Table` (what its people ask over HTTP), `Watcher` (one socket).

How a table lives:

1. `Past` is the table as its events tell it, pure: the same events, the same past, live and after a restart.
2. An act is tried on a copy of the match; what it brings about, chance included, is one step of the log. Only when that is on disk does the
   past become the new one, and only then is anybody told. Matches in a past are therefore never changed, and whoever reads needs no lock.
3. Another's step under our number, or an outcome that nobody knows: the log is read again. Nothing is ever guessed.
4. Whoever watches has a flag and no queue: a slow socket skips what happened in between, and is told all of it in its next view.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from os import urandom
from typing import Any, Final, Protocol, TypeVar, cast
from weakref import WeakValueDictionary

import msgspec

from dragonhoard.contract import BadOption, GameError, IllegalMove
from dragonhoard.language import Say, Words
from dragonhoard.match import GAMES, Chance
from dragonhoard.server import seats
from dragonhoard.server.chance import SECRET_SIZE, TableChance
from dragonhoard.server.log import Code, Log, LogTrouble, Place, Step
from dragonhoard.server.messages import (
    Again,
    AgainWanted,
    AnyEvent,
    Chair,
    ClientMessage,
    Closed,
    Done,
    Hello,
    Invitation,
    Invited,
    Knock,
    Leave,
    Look,
    Looked,
    LookedAt,
    MatchEnded,
    Moved,
    NewTable,
    NextOpened,
    Now,
    Opened,
    OutcomeShown,
    Presence,
    Recall,
    Recalled,
    Refused,
    SeatArranged,
    SeatInvited,
    SeatLeft,
    SeatRenamed,
    SeatShown,
    SeatTaken,
    SeriesShown,
    SitDown,
    TableLine,
    TableOpened,
    TableWithdrawn,
    TakenBack,
    ToldLine,
    Undo,
    decode_events,
    encode,
    encode_events,
)
from dragonhoard.server.messages import Play as PlayMove
from dragonhoard.server.messages import Tables as TableLines
from dragonhoard.server.past import PACKAGE, Game, Past, Play, Refusal, Sitting, clean_name, name_for_bot, starting, unlike, with_chance

MOST_TOLD: Final = 30  # plies in one view; older ones are recalled
MOST_RECALLED: Final = 60
REST: Final = 1.0  # seconds after which a table forgets what it has put into words
SLICE: Final = 6  # plies told, or moves looked at, before others get their turn
KEPT: Final = 100  # tables in memory, unless more are needed: those that nobody needs go first
SHOWN_AT_HOME: Final = 60
DEADLINE: Final = 1.0  # seconds a bot may think about a move
GRACE: Final = 2.0  # seconds after which somebody whose page is closed is away

_LOGGER: Final = logging.getLogger(__name__)
_T = TypeVar("_T")
_encode_view: Final = msgspec.json.Encoder().encode


class Thinks(Protocol):
    """Where bots think: `bots.Thinker`."""

    async def think(self, table: str, seat: int, spec: str, record: Any, seed: int, deadline: float) -> str:
        """The move of the bot with this spec, from the record of what its seat knows. Raises BotTrouble."""

    async def close(self) -> None:
        """Nobody thinks any more."""


# ------------------------------------------------------------------ one table
class Table:
    """One table. Its methods raise Refusal or the library's errors; after any of them everybody who has to know has been woken."""

    def __init__(self, tables: "Tables", key: str, secret: bytes, past: Past) -> None:
        self.key = key
        self.past = past
        self.at = 0  # when its last event was, in milliseconds since 1970
        self._tables = tables
        self._chance = TableChance(secret)
        self._lock = asyncio.Lock()
        self._is_doubtful = False  # what the log holds is not known
        self._watchers: set[Watcher] = set()
        self._here: frozenset[str] = frozenset()
        self._comings = 0  # how often somebody came or went
        self._frames: dict[tuple[Any, ...], bytes] = {}
        self._frames_of = (-1, -1)
        self._spoken: tuple[Play | None, dict[Any, Any]] = (None, {})  # what has been put into words of the present match
        self._resting: asyncio.TimerHandle | None = None
        self._driver: asyncio.Task[None] | None = None

    # -------------------------------------------------------------- what its people ask over HTTP
    async def invite(self, who: str, seat: int, spoken: bool = False, lang: str = "en") -> Invitation:
        """A new link's token, or a spoken code, for an open seat; the former one of that kind is void. The opener's, while waiting."""
        return await self._surely(self._invite(who, seat, spoken, lang))

    async def arrange(self, who: str, seat: int, chair: Chair) -> None:
        """Before play: make a seat a computer's, open it (void: its invitations), or sit there oneself (same screen). The opener's."""
        await self._surely(self._arrange(who, seat, chair))

    async def withdraw(self, who: str) -> None:
        """Before play: the table ends. The opener's."""
        await self._surely(self._withdraw(who))

    async def sit(self, who: str, seat: int, name: str) -> Opened:
        """Take an open seat; whoever asks has been invited to it. Taking one's own seat again changes nothing."""
        return await self._surely(self._sit(who, seat, name))

    async def rename(self, who: str, seat: int, name: str) -> None:
        """Another name for one of one's own seats."""
        await self._surely(self._rename(who, seat, name))

    async def now(self, who: str, seat: int | None, after: int = 0, lang: str = "en") -> Now:
        """The table as that seat of this identity may know it (for HTTP; sockets use `Tables.watch`)."""
        await self._doubtless()
        self.check_seat(who, seat)
        return await self._now(who, seat, after, lang)

    async def record(self, who: str, seat: int | None, lang: str = "en") -> str:
        """The match as a record, as far as that seat may know it; after the end all of it."""
        await self._doubtless()
        self.check_seat(who, seat)
        past = self.past
        if past.match is None:
            raise Refusal("not-begun")
        words = Words(PACKAGE, lang)
        names = [
            seated.name
            if not seated.left
            else _filled(words, "record.left", player=seated.was or seated.name)
            if seated.bot is None
            else _filled(words, "record.left-bot", player=seated.was, bot=seated.bot)
            for seated in past.seats
        ]
        return str(past.match.with_names([str(name)[:40] for name in names]).record(seat=seat))

    # -------------------------------------------------------------- what a seat asks
    async def play(self, who: str, seat: int, id: str, after: int, move: str) -> Done:  # noqa: A002
        """Play a move. Without a task of its own, which would cost as much as all that the log does: `_write` knows what to do if it is cut off."""
        return await self._once(who, seat, id, after, lambda: self._play(seat, id, move))

    async def undo(self, who: str, seat: int, id: str, after: int, ply: int) -> Done:  # noqa: A002
        """Take back to that ply, as far as it is free."""
        return await self._surely(self._once(who, seat, id, after, lambda: self._undo(seat, id, ply)))

    async def again(self, who: str, seat: int, id: str, wanted: bool) -> Done:  # noqa: A002
        """Another match, or after all not: for all seats of this identity."""
        return await self._surely(self._once(who, seat, id, None, lambda: self._again(who, seat, id, wanted)))

    async def leave(self, who: str, seat: int, id: str) -> Done:  # noqa: A002
        """Get up for good."""
        return await self._surely(self._once(who, seat, id, None, lambda: self._leave(seat, id)))

    async def look(self, seat: int, id: str, after: int, moves: Sequence[str], lang: str) -> Looked:  # noqa: A002
        """What would these moves do, or why are they not legal?"""
        past = self.past
        match = self._begun(past)
        if after != past.changed:
            raise Refusal("stale")
        answers = []
        for number, move in enumerate(moves):
            if number:
                await asyncio.sleep(0)  # nobody is kept waiting by somebody who only looks; the match looked at never changes
            answers.append(_looked_at(match, seat, move, lang))
        return Looked(id, after, answers)

    async def recall(self, seat: int | None, id: str, first: int, last: int, lang: str) -> Recalled:  # noqa: A002
        """Tell older plies again, a bounded number from the first on."""
        match = self._begun(self.past)
        last = min(last, match.ply, first + MOST_RECALLED)
        return Recalled(id, await _told(match, seat, first, last, lang) if first < last else [])

    # -------------------------------------------------------------- what is shown
    def check_seat(self, who: str, seat: int | None) -> None:
        """Refuse whoever has no seat here, or asks for another's; while the table waits, its opener needs none."""
        past = self.past
        if past.sits(who, seat) if seat is not None else past.seats_of(who) or (who == past.opener and past.match is None):
            return
        raise Refusal("no-seat")

    def seats_shown(self) -> list[SeatShown]:
        """Everybody's seat as everybody sees it."""
        here = self._here
        return [SeatShown(seat.kind, seat.name, seat.bot, seat.who in here and not seat.left, seat.left, seat.again) for seat in self.past.seats]  # type: ignore[arg-type]

    async def frame(self, who: str, seat: int | None, after: int, lang: str, is_back: bool = False) -> bytes:
        """The encoded view of a seat; two sockets of one seat cost once."""
        past = self.past
        stamp = (past.shown, self.met)
        if self._frames_of != stamp:
            self._frames, self._frames_of = {}, stamp
        told_from = _told_from(past, after)
        key = (who, seat, lang, told_from, is_back and after)
        found = self._frames.get(key)
        if found is None:
            found = encode(await self._now(who, seat, after, lang, is_back))
            if self._frames_of == stamp == (self.past.shown, self.met):
                self._frames[key] = found
                self._rest_soon()
        return found

    def _rest_soon(self) -> None:
        """What was put into words serves those who ask at once; a table at which nobody moves need not keep it."""
        if self._resting is None:
            self._resting = asyncio.get_running_loop().call_later(REST, self._rest)

    def _rest(self) -> None:
        self._resting = None
        self._frames, self._frames_of = {}, (-1, -1)
        self._spoken = (None, {})

    async def _now(self, who: str, seat: int | None, after: int, lang: str, is_back: bool = True) -> Now:
        past = self.past
        match = past.match
        told_from = _told_from(past, after)
        game, options, phase, series = past.game, past.options, past.phase, _series_shown(past)
        number, changed, following = past.number, past.changed, past.next
        seats, mine, is_opener = self.seats_shown(), past.seats_of(who), who == past.opener
        hidden = self._tables.games[game].is_hidden
        if match is None:
            return Now(self.key, number, changed, game, options, hidden, phase, seats, seat, mine, is_opener, series=series, next=following)  # type: ignore[arg-type]
        mover = match.mover
        eyes = seat if hidden else None  # where nothing is hidden, one telling serves all
        back = sum(past.decided[min(past.plies[after:]) :]) if is_back and 0 < after < number else 0
        outcome = _outcome_shown(past, lang)
        told = self._words_of(match).get((told_from, eyes, lang))
        if told is None:
            told = await self._told(match, eyes, told_from, lang)  # others may act meanwhile: from here on only the match is asked
        return Now(
            self.key,
            number,
            changed,
            game,
            options,
            hidden,
            phase,  # type: ignore[arg-type]
            seats,
            seat,
            mine,
            is_opener,
            match.ply,
            mover if isinstance(mover, int) else None,
            self._once_said(match, "prompt", seat if seat == mover else eyes, lang),  # the mover is asked, the others are told
            msgspec.Raw(_encode_view(match.view(seat))),
            match.legal_moves() if seat is not None and mover == seat else [],
            self._once_said(match, "spots", eyes, lang),
            told_from,
            told,
            back,
            None if seat is None or following is not None else match.free_undo(seat),
            outcome,
            series,
            following,
        )

    def _once_said(self, match: Play, what: str, eyes: int | None, lang: str) -> Any:
        """Words of a match, kept until it is another."""
        key = (what, eyes, lang)
        words = self._words_of(match)
        if key not in words:
            words[key] = getattr(match, what)(eyes, lang)
        return words[key]

    async def _told(self, match: Play, eyes: int | None, first: int, lang: str) -> list[ToldLine]:
        key = (first, eyes, lang)
        words = self._words_of(match)
        if key not in words:
            words[key] = await _told(match, eyes, first, match.ply, lang)
        told: list[ToldLine] = words[key]
        return told

    def _words_of(self, match: Play) -> dict[Any, Any]:
        if self._spoken[0] is not match:
            self._spoken = (match, {})
        return self._spoken[1]

    def line(self, who: str, lang: str) -> TableLine:
        """The table in one line, for home."""
        past = self.past
        match = past.match
        mover = None if match is None else match.mover
        outcome = None if match is None else match.outcome
        mine = past.seats_of(who)
        last = ""
        if match is not None and match.ply:
            last = str(match.told(None, match.ply - 1, lang)[0]["sentence"])
        return TableLine(
            self.key,
            past.game,
            past.phase,  # type: ignore[arg-type]
            self.seats_shown(),
            mine,
            who == past.opener,
            self.at,
            turn=mover in mine and isinstance(mover, int),
            mover=mover if isinstance(mover, int) else None,
            outcome=None if outcome is None else list(outcome.winners),
            last=last,
        )

    def invited(self, seat: int, who: str, is_open: bool) -> Invited:
        """The table as whoever holds an invitation to a seat sees it."""
        past = self.past
        return Invited(
            self.key,
            past.game,
            seat,
            past.options,
            self.seats_shown(),
            is_open and not past.is_withdrawn,
            seat in past.seats_of(who),
            past.is_withdrawn,
        )

    # -------------------------------------------------------------- who watches
    def add(self, watcher: "Watcher") -> None:
        """Somebody's page is open."""
        self._watchers.add(watcher)
        self._who_is_here()

    def drop(self, watcher: "Watcher") -> None:
        """A page was closed. Others hear of it a little later: most come back at once, at another seat or after a reload."""
        self._watchers.discard(watcher)
        asyncio.get_running_loop().call_later(GRACE, self._who_is_here)

    @property
    def met(self) -> int:
        """Grows when seats alone look otherwise than before."""
        return self.past.met + self._comings

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs it in memory."""
        return not self._watchers and self._driver is None and not self._lock.locked()

    def _who_is_here(self) -> None:
        here = frozenset(watcher.who for watcher in self._watchers)
        if here != self._here:
            self._here = here
            self._comings += 1
            self._wake()

    def _wake(self) -> None:
        for watcher in self._watchers:
            if not watcher.is_answering:  # who is being answered is told what is new with the answer
                watcher.flag.set()

    # -------------------------------------------------------------- acts
    async def _surely(self, act: Coroutine[Any, Any, _T]) -> _T:
        """Do it to its end, even if whoever asked goes away in the middle."""
        return await asyncio.shield(self._tables.spawn(act))

    async def _once(self, who: str, seat: int, id: str, after: int | None, act: Callable[[], Awaitable[int]]) -> Done:  # noqa: A002
        """An act of a seat: refused if the seat is not theirs or the match has moved on, done once however often it is asked for."""
        async with self._lock:
            await self._settled()
            past = self.past
            number = past.answers.get((seat, id))
            if number is not None and past.seats[seat].who == who:
                return Done(id, number)
            if not past.sits(who, seat):
                raise Refusal("no-seat")
            if after is not None and after != past.changed:
                raise Refusal("stale")
            try:
                return Done(id, await act())
            except Refusal:
                number = self.past.answers.get((seat, id))  # the log has been read again: was it written after all?
                if number is None:
                    raise
                return Done(id, number)

    async def _play(self, seat: int, id: str, move: str) -> int:  # noqa: A002
        trial = self._begun(self.past).copy()
        trial.play(move, seat=seat)
        events: list[AnyEvent] = [Moved(seat, move, id)]
        return await self._write(self._with_chance(events, trial), trial)

    async def _undo(self, seat: int, id: str, ply: int) -> int:  # noqa: A002
        match = self._begun(self.past)
        free = match.free_undo(seat) if self.past.next is None else None
        if free is None or not free <= ply < match.ply:
            raise Refusal("undo")
        trial = match.copy()
        while trial.ply > ply:
            trial.undo()
        return await self._write([TakenBack(seat, ply, id)], trial)

    async def _again(self, who: str, seat: int, id: str, wanted: bool) -> int:  # noqa: A002
        past = self.past
        if past.phase != "over":
            raise Refusal("not-over")
        if past.seats[seat].left:
            raise Refusal("no-seat")
        events: list[AnyEvent] = [AgainWanted(seat, wanted, id)]
        events += [AgainWanted(other, wanted) for other in past.seats_of(who) if other != seat and not past.seats[other].left]
        number = await self._write(events, past.match)
        await self._open_next()
        return number

    async def go_on(self) -> None:
        """Open the next match if everybody wanted it before the server ended."""
        async with self._lock:
            with suppress(Refusal):
                await self._open_next()

    async def _open_next(self) -> None:
        if self.past.is_next_due:
            opened = await self._tables.open_next(self, self._chance.at(0))  # no event has number 0: the same name, however often it is tried
            await self._write([NextOpened(opened)], self.past.match)

    async def _leave(self, seat: int, id: str) -> int:  # noqa: A002
        past = self.past
        if past.is_withdrawn:
            raise Refusal("withdrawn")
        match = past.match
        if match is None or match.mover is None:
            return await self._write([SeatLeft(seat, None, id)], match)
        if len(past.seats) > 2:
            return await self._write([SeatLeft(seat, self._tables.bot_that_plays_on, id)], match)
        ended = MatchEnded("resignation", [1 - seat])
        trial = match.copy()
        trial.end(ended.reason, ended.winners)
        return await self._write([SeatLeft(seat, None, id), ended], trial)

    async def _invite(self, who: str, seat: int, spoken: bool, lang: str) -> Invitation:
        async with self._lock:
            await self._settled()
            seated = self._arrangeable(who, seat)
            if seated.kind != "open":
                raise Refusal("not-open")
            if not spoken:
                token = seats.new_token(self.key)
                await self._write([SeatInvited(seat, token=seats.digest_of(token))])
                return Invitation(seat, token=token)
            code = seats.new_code(lang)
            digest, until = seats.code_digest(code), self._tables.clock() + seats.CODE_MINUTES * 60_000
            await self._write(
                [SeatInvited(seat, code=digest, until=until)], codes=[Code(digest, self.key, until)], closes=[seated.code] if seated.code else []
            )
            return Invitation(seat, code=code, minutes=seats.CODE_MINUTES)

    async def _arrange(self, who: str, seat: int, chair: Chair) -> None:
        async with self._lock:
            await self._settled()
            seated = self._arrangeable(who, seat)
            taken = {each.name for number, each in enumerate(self.past.seats) if number != seat and each.name}
            own = seated.name if seated.who == who else next((each.name for each in self.past.seats if each.who == who), None)
            settled = self._tables.settled_chair(chair, taken, own)
            after = [each if number != seat else Sitting(settled.kind) for number, each in enumerate(self.past.seats)]
            if all(each.kind == "computer" for each in after):
                raise Refusal("chairs")
            arranged = SeatArranged(seat, settled)
            await self._write(*self._perhaps_starting([arranged]), closes=[seated.code] if seated.code else [])

    async def _withdraw(self, who: str) -> None:
        async with self._lock:
            await self._settled()
            if self.past.is_withdrawn and who == self.past.opener:
                return
            self._arrangeable(who, 0)
            await self._write([TableWithdrawn()], closes=[seat.code for seat in self.past.seats if seat.code])

    async def _sit(self, who: str, seat: int, name: str) -> Opened:
        async with self._lock:
            await self._settled()
            past = self.past
            seated = past.seats[seat]
            if seated.who == who and not seated.left:
                return Opened(self.key, seat)
            if past.is_withdrawn:
                raise Refusal("withdrawn")
            if seated.who is not None or past.match is not None:
                raise Refusal("taken", player=seated.name)
            if seated.kind != "open":
                raise Refusal("void")
            taken = {each.name for each in past.seats if each.name}
            event = SeatTaken(seat, who, unlike(clean_name(name), taken))
            place = Place(who, self.key, "seat", self._tables.clock())
            await self._write(*self._perhaps_starting([event]), places=[place], closes=[seated.code] if seated.code else [])
            return Opened(self.key, seat)

    async def _rename(self, who: str, seat: int, name: str) -> None:
        async with self._lock:
            await self._settled()
            past = self.past
            if seat not in past.seats_of(who) or past.seats[seat].left:
                raise Refusal("no-seat")
            taken = {each.name for number, each in enumerate(past.seats) if each.name and number != seat}
            wanted = unlike(clean_name(name), taken)
            if wanted != past.seats[seat].name:
                await self._write([SeatRenamed(seat, wanted)], past.match)

    def _arrangeable(self, who: str, seat: int) -> Sitting:
        """A seat, if this identity may still arrange the table."""
        past = self.past
        if who != past.opener:
            raise Refusal("not-opener")
        if past.is_withdrawn:
            raise Refusal("withdrawn")
        if past.match is not None:
            raise Refusal("begun")
        if seat >= len(past.seats):
            raise Refusal("no-seat")
        return past.seats[seat]

    def _perhaps_starting(self, events: list[AnyEvent]) -> tuple[list[AnyEvent], Play | None]:
        """These events, and the start of play if every seat is taken then."""
        then = Past(self._tables.games)
        then.game, then.options, then.opener = self.past.game, self.past.options, self.past.opener
        then.seats = [msgspec.structs.replace(seat) for seat in self.past.seats]
        then.fold(self.past.number + 1, events)
        return starting(then, events, self._chance, self.past.number)

    def _with_chance(self, events: list[AnyEvent], trial: Play) -> list[AnyEvent]:
        """These events and what chance brings after them: every outcome from the stream of its own event."""
        return with_chance(events, trial, self._chance, self.past.number)

    @staticmethod
    def _begun(past: Past) -> Play:
        if past.match is None:
            raise Refusal("withdrawn" if past.is_withdrawn else "not-begun")
        return past.match

    # -------------------------------------------------------------- the log
    async def _write(
        self,
        events: list[AnyEvent],
        match: Play | None = None,
        *,
        secret: bytes | None = None,
        places: Sequence[Place] = (),
        codes: Sequence[Code] = (),
        closes: Sequence[str] = (),
    ) -> int:
        """Put a step into the log, then into the past; the number of its first event. Raises Refusal("stale" | "retry") if it is not there."""
        number = self.past.number + 1
        now = self._tables.clock()
        step = Step(self.key, number, len(events), encode_events(events), now)
        try:
            mine = await self._tables.log.append(step, secret=secret, places=places, codes=codes, closes=closes)
        except asyncio.CancelledError:
            self._is_doubtful = True  # it is written, or will be, and nobody waits any more to put it into the past
            self._tables.spawn(self._caught_up())
            raise
        except LogTrouble as trouble:
            _LOGGER.warning("table %s: event %d: %s", self.key, number, trouble)
            if trouble.code == "unknown":
                self._is_doubtful = True
                await self._settled()
            raise Refusal("retry") from trouble
        if not mine:
            self._is_doubtful = True
            await self._settled()
            raise Refusal("stale")
        self.past.fold(number, events, match)
        self._has_changed(step)
        return number

    async def _settled(self) -> None:
        """Read what the log holds beyond what is known, if that is in doubt. The caller has the lock."""
        if not self._is_doubtful:
            return
        try:
            await self._tables.log.passed()  # what was asked for before, and nobody waits for any more, is there now or never will be
            steps = await self._tables.log.steps(self.key, self.past.number)
        except LogTrouble as trouble:
            raise Refusal("retry") from trouble
        self._is_doubtful = False
        for step in steps:
            self.past.fold(step.number, decode_events(step.body))
        if steps:
            self._has_changed(steps[-1])

    async def _caught_up(self) -> None:
        """Take what was cut off into the past, and tell everybody; if the log cannot be read now, whoever comes next does it."""
        with suppress(Refusal):
            await self._doubtless()

    async def _doubtless(self) -> None:
        if self._is_doubtful:
            async with self._lock:
                await self._settled()

    def _has_changed(self, step: Step) -> None:
        if self.past.next is None:  # where the next table is belongs to that one: at home it stands above this one
            self.at = step.at
        self._wake()
        self.drive()

    # -------------------------------------------------------------- bots
    def drive(self) -> None:
        """If a bot is to move, let it."""
        if self._driver is None and self._bot_to_move() is not None:
            self._driver = self._tables.spawn(self._bots_turn())

    def _bot_to_move(self) -> int | None:
        match = self.past.match
        if match is None or self._tables.thinker is None:
            return None
        mover = match.mover
        return mover if isinstance(mover, int) and self.past.seats[mover].bot is not None else None

    async def _bots_turn(self) -> None:
        """Bots move as long as it is a bot's turn. Whatever a bot does, the match goes on."""
        try:
            while (seat := self._bot_to_move()) is not None and not self._tables.is_closed:
                past, changed = self.past, self.past.changed
                match = self._begun(past)
                move = await self._thought(match, seat, past.number + 1)
                if self._tables.is_closed:
                    return  # its process was ended in the middle of a thought: it moves when the table is opened again
                async with self._lock:
                    try:
                        await self._settled()
                        if self.past.changed == changed:
                            await self._play_for_bot(seat, move, match)
                    except Refusal:  # the log has trouble, or somebody else moved for this bot
                        await asyncio.sleep(0.5)
        finally:
            self._driver = None

    async def _thought(self, match: Play, seat: int, number: int) -> str | None:
        thinker = self._tables.thinker
        assert thinker is not None
        spec = self.past.seats[seat].bot or ""
        try:
            # A seed of its own for every event, not the secret: nothing that a bot sees or does tells of cards to come.
            return await thinker.think(self.key, seat, spec, match.record(seat=seat), self._chance.at(number).below(2**62), DEADLINE)
        except asyncio.CancelledError:
            raise
        except Exception as trouble:
            _LOGGER.warning("table %s: the bot %s did not answer: %s", self.key, spec, trouble)
            return None

    async def _play_for_bot(self, seat: int, move: str | None, match: Play) -> None:
        if move is not None:
            try:
                await self._play(seat, "", move)
                return
            except Refusal:
                raise
            except GameError as fault:
                _LOGGER.warning("table %s: the bot of seat %d wanted %.40r: %s", self.key, seat, move, fault)
        legal = match.legal_moves()
        await self._play(seat, "", legal[self._chance.at(self.past.number + 1).below(len(legal))])


# ------------------------------------------------------------------ what goes out, from a match
def _told_from(past: Past, after: int) -> int:
    """The first ply to tell somebody who knows the events up to `after`: all that came since, and what was taken back."""
    if past.match is None:
        return 0
    ply = past.match.ply
    unchanged = min(past.plies[after:], default=ply) if after < past.number else ply
    return max(min(unchanged, ply), ply - MOST_TOLD, 0)


async def _told(match: Play, seat: int | None, first: int, last: int, lang: str) -> list[ToldLine]:
    """Plies as a seat may know them, in slices between which others get their turn; the match never changes."""
    lines: list[ToldLine] = []
    while first < last:
        until = min(first + SLICE, last)
        then = match if until == match.ply else match.at(until)
        lines += [
            ToldLine(line["ply"], line["mover"], line["move"], line["sentence"], line["changes"], line["automatic"])
            for line in then.told(seat, first, lang)
        ]
        first = until
        if first < last:
            await asyncio.sleep(0)
    return lines


def _looked_at(match: Play, seat: int, move: str, lang: str) -> LookedAt:
    try:
        why = match.explain(move, seat=seat)
        if why is not None:
            return LookedAt(move, False, why.sentence(lang), code=why.code, section=why.section)
        shown = match.preview([move], lang)[0]
        return LookedAt(move, True, shown["sentence"], shown["changes"])
    except GameError as fault:
        code, sentence, section = said(fault, lang)
        return LookedAt(move, False, sentence, code=code, section=section)


def _outcome_shown(past: Past, lang: str) -> OutcomeShown | None:
    match = past.match
    outcome = None if match is None else match.outcome
    if match is None or outcome is None:
        return None
    words = Words(PACKAGE, lang)
    sentences = [match.outcome_sentence(lang)]
    for seat in past.seats:
        if seat.left and seat.bot is not None:
            sentences.append(_filled(words, "seat.left-bot", player=seat.was, bot=seat.bot))
        elif seat.left:
            sentences.append(_filled(words, "seat.left", player=seat.name))
    scores = [list(score) if isinstance(score, tuple) else score for score in outcome.scores]
    return OutcomeShown(list(outcome.winners), scores, outcome.reason, " ".join(sentences))


def _series_shown(past: Past) -> SeriesShown | None:
    if past.series == 1:
        return None
    wins = past.score()
    return SeriesShown(past.series, wins, past.count, next((seat for seat, won in enumerate(wins) if won >= past.series), None))


def _filled(words: Words, key: str, **values: Any) -> str:
    return words.tell(Say(key, values))


def said(fault: GameError, lang: str) -> tuple[str, str, str | None]:
    """An error as it goes out: code, sentence, section of the rules."""
    if isinstance(fault, IllegalMove) and fault.explanation is not None:
        return fault.code, fault.sentence(lang), fault.explanation.section
    return fault.code if isinstance(fault, Refusal) else fault.kind, fault.sentence(lang), None


# ------------------------------------------------------------------ all tables
class Tables:
    """All tables: opens them, loads them from the log when they are asked for, lets go of those that nobody needs."""

    def __init__(
        self,
        log: Log,
        *,
        bots: Sequence[str] = ("random", "greedy"),
        thinker: Thinks | None = None,
        games: Mapping[str, Any] = GAMES,
        clock: Callable[[], int] = lambda: int(time.time() * 1000),
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        """`bots`: what `bots.accepted_bots` gave. `thinker`: a `bots.Thinker`; without one computers never move."""
        self.log = log
        self.bots = tuple(bots)
        self.thinker = thinker
        self.games = games
        self.clock = clock
        self.is_closed = False
        self._tries = seats.CodeTries(seconds)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()  # also those let go of, while somebody holds them: never two of one
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def bot_that_plays_on(self) -> str:
        """Who plays for a person that left."""
        return "greedy" if "greedy" in self.bots else self.bots[0]

    async def open(self, new: NewTable, who: str, name: str) -> Opened:
        """Open a table for this identity, called `name` where a chair names nobody. Raises Refusal or the library's GameError (options, seats)."""
        game = self.games.get(new.game)
        if game is None:
            raise Refusal("game")
        if all(chair.kind == "computer" for chair in new.chairs):
            raise Refusal("chairs")
        chairs: list[Chair] = []
        people = [chair.name or name for chair in new.chairs if chair.kind == "person"]
        for chair in new.chairs:
            taken = {each.name for each in chairs if each.name} | (set(people) if chair.kind == "computer" else set())
            chairs.append(self.settled_chair(chair, taken, name))
        if odd := new.options.keys() & {"self", "seats", "names", "position"}:
            raise BadOption("unknown", game=game.name, given=repr(min(odd)), options=[option.name for option in game.options])
        options = dict(game.match(seats=len(chairs), **new.options).options)
        key = seats.new_table_key()
        await self._write_first(key, [TableOpened(new.game, chairs, options, who, new.series)])
        mine = [number for number, chair in enumerate(chairs) if chair.kind == "person"]
        return Opened(key, mine[0] if mine else None)

    async def table(self, key: str) -> Table:
        """The table of that name, loaded if need be. Raises Refusal("gone")."""
        found = self._alive.get(key)
        if found is not None:
            self._tables[key] = found
            self._tables.move_to_end(key)
            return found
        loading = self._loading.get(key)
        if loading is None:
            loading = self._loading[key] = self.spawn(self._load(key))
        return await asyncio.shield(loading)  # everybody who asks waits for the same first load

    async def watch(self, hello: Hello, who: str) -> "Watcher":
        """Sit a socket down. Raises Refusal: answer it with Closed(code, sentence). Turning to another seat: close() the old watcher first."""
        table = await self.table(hello.table)
        table.check_seat(who, hello.seat)
        return Watcher(table, who, hello)

    async def home(self, who: str, lang: str = "en") -> TableLines:
        """The tables of this identity that it has not removed, the latest first."""
        lines: list[tuple[int, bool, TableLine]] = []
        for place in [place for place in await self.log.tables_of(who) if place.state != "removed"][:SHOWN_AT_HOME]:
            with suppress(Refusal):
                table = await self.table(place.table)
                await asyncio.sleep(0)  # telling what happened last takes its time, and there may be many tables
                table.check_seat(who, None)  # a table before which they may not sit is not theirs to see
                lines.append((table.at, table.past.next is None, table.line(who, lang)))
        return TableLines([line for *_, line in sorted(lines, key=lambda line: line[:2], reverse=True)])

    async def remove(self, key: str, who: str) -> None:
        """Remove a table from this identity's home; nothing else changes."""
        if any(place.table == key for place in await self.log.tables_of(who)):
            await self.log.set_places([Place(who, key, "removed", self.clock())])

    async def knock(self, knock: Knock, who: str) -> Invited:
        """What an invitation is to. Uses nothing up. Raises Refusal("void" | "too-many")."""
        table, seat = await self._invited(knock.token, knock.code)
        return table.invited(seat, who, table.past.seats[seat].kind == "open")

    async def sit_down(self, sit: SitDown, who: str) -> Opened:
        """Use an invitation. Sitting down twice oneself is answered alike. Raises Refusal("void" | "taken" | "withdrawn" | "too-many" | "name")."""
        table, seat = await self._invited(sit.token, sit.code)
        return await table.sit(who, seat, sit.name)

    async def close(self) -> None:
        """Let go of every table and of the bots; whatever is being written is written first."""
        self.is_closed = True
        if self.thinker is not None:
            await self.thinker.close()
        while self._tasks:
            await asyncio.wait(self._tasks)
        self._tables.clear()

    # -------------------------------------------------------------- inside
    def spawn(self, act: Coroutine[Any, Any, _T]) -> "asyncio.Task[_T]":
        """A task that lives on if nobody waits for it any more."""
        task = asyncio.get_running_loop().create_task(act)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (trouble := task.exception()) is not None and not isinstance(trouble, GameError):
            _LOGGER.error("a table's task failed", exc_info=trouble)

    def settled_chair(self, chair: Chair, taken: Collection[str], name: str | None) -> Chair:
        """A chair as the log keeps it: everybody on it is named, and a computer is one that this door accepts."""
        if chair.kind == "open":
            return Chair("open")
        if chair.kind == "computer":
            spec = chair.bot if chair.bot is not None else self.bot_that_plays_on
            if spec not in self.bots:
                raise Refusal("bot")
            return Chair("computer", name_for_bot(taken), spec)
        return Chair("person", unlike(clean_name(chair.name or name or ""), taken))

    async def _write_first(self, key: str, events: list[AnyEvent], people: Collection[str] = ()) -> None:
        """A table's first step: it is opened, and begins at once if every seat is taken."""
        secret = urandom(SECRET_SIZE)
        past = Past(self.games)
        past.fold(1, events)
        events, match = starting(past, events, TableChance(secret), 0)
        now = self.clock()
        opener = past.opener
        places = [Place(who, key, "opener" if who == opener else "seat", now) for who in sorted({opener, *people})]
        try:
            mine = await self.log.append(Step(key, 1, len(events), encode_events(events), now), secret=secret, places=places)
        except LogTrouble as trouble:
            raise Refusal("retry") from trouble
        if not mine:
            return  # it has been opened before, under the same name: it is loaded when somebody comes
        past = Past(self.games)
        past.fold(1, events, match)
        self._keep(Table(self, key, secret, past), now)

    async def open_next(self, table: Table, below: Chance) -> str:
        """The next match of the same people; they are seated at once. Opening it twice opens it once."""
        key = seats.new_table_key(below.below)
        past = table.past
        options, order, wins, count = await _next_match(self.games[past.game], past)
        seated = [past.seats[former] for former in order]
        chairs = [Chair("computer", (seat.name or "").partition(" (")[0], seat.bot) if seat.bot else Chair("open") for seat in seated]
        opener = (
            past.opener if any(seat.is_person and seat.who == past.opener for seat in seated) else next(seat.who for seat in seated if seat.is_person)
        )
        assert opener is not None
        events: list[AnyEvent] = [TableOpened(past.game, chairs, options, opener, past.series, wins, count, table.key)]
        events += [SeatTaken(number, seat.who, seat.name or "") for number, seat in enumerate(seated) if seat.who is not None and seat.is_person]
        await self._write_first(key, events, [seat.who for seat in seated if seat.who is not None and seat.is_person])
        return key

    async def _load(self, key: str) -> Table:
        try:
            try:
                steps = await self.log.steps(key)
                secret = await self.log.secret_of(key) if steps else None
            except LogTrouble as trouble:
                raise Refusal("retry") from trouble
            if secret is None:
                raise Refusal("gone")
            past = Past(self.games)
            for number, step in enumerate(steps, start=1):
                past.fold(step.number, decode_events(step.body))
                if number % SLICE == 0:
                    await asyncio.sleep(0)  # a long match is played through again; others move meanwhile
            table = self._keep(Table(self, key, secret, past), steps[-1 if past.next is None else -2].at)
            if past.is_next_due:
                self.spawn(table.go_on())
            return table
        finally:
            del self._loading[key]

    def _keep(self, table: Table, at: int) -> Table:
        table.at = at
        self._tables[table.key] = self._alive[table.key] = table
        if len(self._tables) > KEPT:
            for key in [key for key, each in self._tables.items() if each.is_idle and each is not table][: len(self._tables) - KEPT]:
                del self._tables[key]
        table.drive()
        return table

    async def _invited(self, token: str | None, code: str | None) -> tuple[Table, int]:
        """The table and seat that an invitation is to, used or not."""
        if token is not None:
            with suppress(Refusal):
                table = await self.table(seats.table_of_token(token))
                digest = seats.digest_of(token)
                for number, seat in enumerate(table.past.seats):
                    if seats.is_same(seat.token, digest):
                        return table, number
            raise Refusal("void")
        if not self._tries.begin():
            raise Refusal("too-many")
        digest = seats.code_digest(code or "")
        found = await self.log.code(digest, self.clock())
        if found is not None:
            table = await self.table(found.table)
            for number, seat in enumerate(table.past.seats):
                if seats.is_same(seat.code, digest):
                    self._tries.was_right()
                    return table, number
        raise Refusal("void")


async def _next_match(game: Game, past: Past) -> tuple[dict[str, int | str], list[int], list[int], int]:
    """Options of the next match, the former seat of every seat, wins so far by seat, and its number in the series.

    In a series the library says who begins and who sits where; after one that is decided, or a single match, everybody moves on by one seat.
    """
    match, count = past.match, len(past.seats)
    assert match is not None
    wins = past.score()
    if past.series == 1 or max(wins) >= past.series:
        return past.options, [(seat - 1) % count for seat in range(count)], [], 1
    series = game.series(to=past.series, seats=count, **cast(dict[str, Any], past.options))
    for number, move in enumerate(match.record("all").moves):
        if number % SLICE == 0:
            await asyncio.sleep(0)
        series.match.play(move)
    outcome = match.outcome
    if series.match.mover is not None:
        series.match.end(outcome.reason, outcome.winners)
    options = dict(series.next().options)
    order = [series.player_at(1, seat) for seat in range(count)]
    return options, order, [wins[former] for former in order], past.count + 1


# ------------------------------------------------------------------ one socket
class Watcher:
    """One socket before a table: frames to send come from `news` and `answer`, ready encoded, in order.

    Use: one task loops `for frame in await watcher.news(): send`; the reading task does `for frame in await watcher.answer(message): send`.
    Both may send on the same socket; neither holds a lock while it does. `news` answers the first call at once, with the first Now.
    """

    def __init__(self, table: Table, who: str, hello: Hello) -> None:
        self.table = table
        self.who = who
        self.seat: int | None = hello.seat
        self.lang = hello.lang
        self.flag = asyncio.Event()
        self.flag.set()
        self.is_answering = False
        self.is_over = False  # after a Closed among the frames: close the socket, once they are sent
        self._after = min(hello.after, table.past.number)  # the last event that this page knows
        self._is_first = True
        self._shown = self._met = -1
        self._telling = asyncio.Lock()
        table.add(self)

    async def news(self) -> list[bytes]:
        """Wait until this seat has something to be told, and tell it. Views in between are skipped, never queued."""
        while True:
            await self.flag.wait()
            frames = await self._frames()
            if frames:
                return frames

    async def answer(self, message: ClientMessage) -> list[bytes]:
        """The answer to any message but Hello, and what is new since."""
        self.is_answering = True
        try:
            answered = await self._answered(message)
        except GameError as fault:
            code, sentence, section = said(fault, self.lang)
            refused = encode(Refused(message.id, code, sentence, section))  # type: ignore[union-attr]  # Hello is not for here
            return [*(await self._frames(is_wanted=code == "stale")), refused]
        finally:
            self.is_answering = False
        return [encode(answered), *(await self._frames())]

    def close(self) -> None:
        """The socket is gone."""
        self.table.drop(self)

    async def _answered(self, message: ClientMessage) -> Done | Looked | Recalled:
        table, who, seat = self.table, self.who, self.seat
        if isinstance(message, Recall):
            table.check_seat(who, seat)
            return await table.recall(seat, message.id, message.first, message.last, self.lang)
        if seat is None:
            raise Refusal("no-seat")
        if isinstance(message, PlayMove):
            return await table.play(who, seat, message.id, message.after, message.move)
        if isinstance(message, Look):
            table.check_seat(who, seat)
            return await table.look(seat, message.id, message.after, message.moves, self.lang)
        if isinstance(message, Undo):
            return await table.undo(who, seat, message.id, message.after, message.ply)
        if isinstance(message, Again):
            return await table.again(who, seat, message.id, message.wanted)
        if isinstance(message, Leave):
            return await table.leave(who, seat, message.id)
        raise TypeError(message)

    async def _frames(self, is_wanted: bool = False) -> list[bytes]:
        """What this socket has not been told yet; the whole view if it is wanted, or has changed. One after another, so that no telling is missed."""
        async with self._telling:
            table = self.table
            past = table.past
            self.flag.clear()
            if self.is_over or (self._shown == past.shown and self._met == table.met and not is_wanted):
                return []
            try:
                table.check_seat(self.who, self.seat)
            except Refusal as refusal:
                self.is_over = True
                return [encode(Closed(refusal.code, refusal.sentence(self.lang)))]
            is_view = is_wanted or self._shown != past.shown
            after, is_back = self._after, self._is_first
            self._shown, self._met, self._after, self._is_first = past.shown, table.met, past.number, False
            if is_view:
                return [await table.frame(self.who, self.seat, after, self.lang, is_back)]
            return [encode(Presence(past.number, table.seats_shown()))]
