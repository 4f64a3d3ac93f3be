"""Tables: one live match each, folded from its events, and everything that one seat may be told of it.

No framework in here, and no rule of any game: a table asks its match. Whatever goes out to a seat is made by the match from what that seat may
know. What the door needs: `Tables` (open, home, knock, sit), `Table` (what its opener and its people ask over HTTP), `Watcher` (one socket).
"""

from collections.abc import Collection, Mapping
from typing import Any

from dragonhoard.contract import GameError
from dragonhoard.server.log import Log
from dragonhoard.server.messages import (
    Chair,
    ClientMessage,
    Hello,
    Invitation,
    Invited,
    Knock,
    NewTable,
    Now,
    Opened,
    SitDown,
)
from dragonhoard.server.messages import Tables as TableLines


class Refusal(GameError):
    """Somebody asked a table for something that it does not do: `code`, `parameters`, `sentence(lang)`.

    Codes: "gone" (no such table), "no-seat" (not yours), "not-opener", "begun" (play has begun), "withdrawn", "not-open" (that seat is not open),
    "taken" (somebody sits there), "void" (an invitation that is none any more), "bot" (no such computer at this door), "chairs" (nobody who plays), "name",
    "stale", "turn", "undo", "retry" (the log had trouble; ask again), "not-over", and the codes of the library's own errors.
    """

    kind = "table"

    def __init__(self, code: str, /, **parameters: Any) -> None:
        super().__init__(code, "dragonhoard.server", **parameters)


class Tables:
    """All tables: opens them, loads them from the log when they are asked for, lets go of those that nobody needs."""

    def __init__(self, log: Log, *, bots: Collection[str] = ("random", "greedy"), thinker: Any = None, games: Mapping[str, Any] = {}) -> None:
        """`bots`: what seats.accepted_bots gave; `thinker`: a bots.Thinker, or None where nobody needs one."""

    async def open(self, new: NewTable, who: str, name: str) -> Opened:
        """Open a table for this identity, called `name` where a chair names nobody. Raises Refusal or the library's GameError (options, seats)."""
        raise NotImplementedError

    async def table(self, key: str) -> "Table":
        """The table of that name, loaded if need be. Raises Refusal("gone")."""
        raise NotImplementedError

    async def watch(self, hello: Hello, who: str) -> "Watcher":
        """Sit a socket down. Raises Refusal: answer it with Closed(code, sentence). Turning to another seat: close() the old watcher first."""
        raise NotImplementedError

    async def home(self, who: str) -> TableLines:
        """All tables of this identity that it has not removed, the latest first; sentences in `lang`."""
        raise NotImplementedError

    async def remove(self, key: str, who: str) -> None:
        """Remove a table from this identity's home; nothing else changes."""
        raise NotImplementedError

    async def knock(self, knock: Knock, who: str) -> Invited:
        """What an invitation is to. Uses nothing up. Raises Refusal("void" | "too-many")."""
        raise NotImplementedError

    async def sit_down(self, sit: SitDown, who: str) -> Opened:
        """Use an invitation. Sitting down twice oneself is answered alike. Raises Refusal("void" | "taken" | "withdrawn" | "too-many" | "name")."""
        raise NotImplementedError

    async def close(self) -> None:
        """Let go of every table and of the bots."""


class Table:
    """One table. Its methods raise Refusal; after any of them every watcher has been woken."""

    key: str

    async def invite(self, who: str, seat: int, spoken: bool = False) -> Invitation:
        """A new link's token, or a spoken code, for an open seat; the former one of that kind is void. The opener's, while waiting."""
        raise NotImplementedError

    async def arrange(self, who: str, seat: int, chair: Chair) -> None:
        """Before play: make a seat a computer's, open it, or sit there oneself (same screen). The opener's."""
        raise NotImplementedError

    async def withdraw(self, who: str) -> None:
        """Before play: the table ends. The opener's."""
        raise NotImplementedError

    async def rename(self, who: str, seat: int, name: str) -> None:
        """Another name for one of one's own seats."""
        raise NotImplementedError

    async def now(self, who: str, seat: int | None, after: int = 0, lang: str = "en") -> Now:
        """The table as that seat of this identity may know it (for HTTP; sockets use `Tables.watch`)."""
        raise NotImplementedError

    async def record(self, who: str, seat: int | None, lang: str = "en") -> str:
        """The match as a record, as far as that seat may know it; after the end all of it."""
        raise NotImplementedError


class Watcher:
    """One socket before a table: frames to send come from `news` and `answer`, ready encoded, in order.

    Use: one task loops `for frame in await watcher.news(): send`; the reading task does `for frame in await watcher.answer(message): send`.
    Both may send on the same socket; neither holds a lock while it does. `news` answers the first call at once, with the first Now.
    """

    is_over: bool  # after a Closed among the frames: close the socket, once they are sent

    async def news(self) -> list[bytes]:
        """Wait until this seat has something to be told, and tell it. Views in between are skipped, never queued."""
        raise NotImplementedError

    async def answer(self, message: ClientMessage) -> list[bytes]:
        """The answer to any message but Hello."""
        raise NotImplementedError

    def close(self) -> None:
        """The socket is gone."""
