"""Routes and sockets as a list: each says which message comes in, asks tables, seats or the library, and sends the answer. Nothing is decided here.

What may come in at all is decided by `gate`, before anything here is asked; what is refused is a Trouble, whoever refuses it.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Protocol, TypeVar, get_args

import msgspec
from litestar import HttpMethod, Litestar, MediaType, Request, Response, WebSocket, get, post, route, websocket
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.params import JSONBody, PathParameter, QueryParameter

import dragonhoard as dh
from dragonhoard.language import Words
from dragonhoard.server import messages, shown
from dragonhoard.server.bots import bot_title
from dragonhoard.server.client import Client
from dragonhoard.server.gate import (
    SHORT_WAY,
    Application,
    Gate,
    Hosts,
    Limits,
    address_of,
    cookie,
    is_of_this_machine,
    language_of,
    trouble,
)
from dragonhoard.server.log import Log, LogTrouble
from dragonhoard.server.messages import (
    MAX_BODY,
    MAX_FRAME,
    Arrange,
    BotShown,
    ClientMessage,
    Closed,
    Components,
    ComponentsShown,
    Games,
    Hello,
    Invitation,
    Invite,
    Invited,
    Knock,
    Language,
    Me,
    Network,
    NewTable,
    Now,
    Opened,
    QrAsked,
    QrDrawn,
    Rename,
    Rules,
    ServerMessage,
    SitDown,
    Trouble,
    decode_client,
    encode,
)
from dragonhoard.server.messages import Tables as TableLines
from dragonhoard.server.past import Refusal
from dragonhoard.server.seats import cookie_header, cookie_name, new_identity, who_is
from dragonhoard.server.table import Tables, Watcher

_T = TypeVar("_T")
Asked = Request[Any, Any, Any]
_log: Final = logging.getLogger("dragonhoard.server")

# What a refusal is as a status; whatever is not named is 400.
_STATUS: Final = {
    "gone": 404, "no-seat": 403, "not-opener": 403, "void": 404, "begun": 409, "withdrawn": 409, "not-open": 409, "taken": 409, "stale": 409,
    "not-over": 409, "too-many": 429, "retry": 503,
}  # fmt: skip
# Why a socket is closed, as the code that the browser is told.
CLOSING: Final = {"bad-frame": 4400, "no-seat": 4403, "gone": 4404, "withdrawn": 4410, "too-much": 4429}


class Openness(Protocol):
    """What the host does about networks; `hosting` does it."""

    is_open: bool

    def addresses(self) -> list[str]:
        """The addresses that a friend in the same network would type."""

    async def open(self) -> None:
        """Listen there, too, as long as this run lasts."""


@dataclass
class House:
    """Everything the routes ask."""

    log: Log
    tables: Tables
    bots: Sequence[str]
    network: Openness
    client: Client
    limits: Limits = field(default_factory=Limits)
    hosts: Hosts = field(default_factory=Hosts)
    may_open: bool = True  # not behind a proxy, where everybody seems to sit at this machine

    def __post_init__(self) -> None:
        self.new_tables = self.limits.tables.buckets()
        self.newcomers = self.limits.newcomers.buckets()
        self.frames = self.limits.frames.buckets()
        self.sockets: Counter[str] = Counter()


# ------------------------------------------------------------------ who asks, and how they are answered
def _house(request: Request[Any, Any, Any] | WebSocket[Any, Any, Any]) -> House:
    found = request.app.state.house
    assert isinstance(found, House)
    return found


def _who(scope: Any) -> str:
    """The digest of this browser's identity; nothing if it has none, which owns no seat."""
    held = cookie(scope, cookie_name(_is_https(scope)))
    return (who_is(held) if held else None) or ""


def _is_https(scope: Any) -> bool:
    return scope["scheme"] in ("https", "wss")


def _known(request: Asked) -> tuple[str, dict[str, str]]:
    """Who asks, for good: whoever has no identity gets one with the answer."""
    who = _who(request.scope)
    if who:
        return who, {}
    identity = new_identity()
    made = who_is(identity)
    assert made is not None
    return made, {"set-cookie": cookie_header(identity, _is_https(request.scope))}


def _answer(content: _T, headers: dict[str, str] | None = None, status: int = 200) -> Response[_T]:
    return Response(encode(content), media_type=MediaType.JSON, headers=headers, status_code=status)  # type: ignore[arg-type]


def _refused(request: Asked, status: int, told: Trouble) -> Response[Trouble]:
    return Response(encode(told), media_type=MediaType.JSON, status_code=status)  # type: ignore[arg-type]


def _by_game(request: Asked, fault: dh.GameError) -> Response[Trouble]:
    """Whatever the library or a table refuses."""
    status = _STATUS.get(fault.code, 400) if isinstance(fault, Refusal) else 400
    return _refused(request, status, Trouble(fault.code, fault.sentence(language_of(request.scope))))


def _by_framework(request: Asked, fault: HTTPException) -> Response[Trouble]:
    """What never reached a route, or not in the shape of its message."""
    status = fault.status_code if fault.status_code < 500 else 400
    code = {404: "not-found", 405: "method", 413: "too-big", 415: "not-json", 429: "too-much"}.get(status, "malformed")
    where = None
    if isinstance(fault, ValidationException) and isinstance(fault.extra, list) and fault.extra and isinstance(fault.extra[0], dict):
        where = str(fault.extra[0].get("key") or "") or None
    return _refused(request, status, trouble(code, language_of(request.scope), where, most=MAX_BODY // 1024))


def _by_text(request: Asked, _fault: Exception) -> Response[Trouble]:
    """A body that is no text, or nested beyond all measure."""
    return _refused(request, 400, trouble("malformed", language_of(request.scope)))


def _by_log(request: Asked, fault: LogTrouble) -> Response[Trouble]:
    _log.error("the log had trouble: %s", fault)
    return _refused(request, 503, trouble("retry", language_of(request.scope)))


def _by_accident(request: Asked, fault: Exception) -> Response[Trouble]:
    """Our own fault: one line for the host, one sentence for whoever asked, and nothing of what was in memory."""
    _log.error("a fault in %s %s: %s", request.method, request.scope["path"][:60].encode("ascii", "replace").decode(), _where(fault))
    return _refused(request, 500, trouble("broken", language_of(request.scope)))


def _where(fault: BaseException) -> str:
    """The kind of a fault and the line it came from."""
    at = fault.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    place = f"{at.tb_frame.f_code.co_filename.rpartition('/')[2]}:{at.tb_lineno}" if at is not None else "?"
    return f"{type(fault).__name__} at {place}"


def _language(request: Asked, lang: Language | None) -> Language:
    return lang or language_of(request.scope)


def _game(key: str) -> dh.Game:
    if key not in dh.GAMES:
        raise HTTPException(status_code=404)
    return dh.GAMES[key]


async def _name_of(request: Asked, who: str) -> str:
    """What this browser's person is called, or what somebody is called who never said."""
    return await _house(request).log.name_of(who) or Words("dragonhoard.server", language_of(request.scope)).sentence("guest")


Wanted = Annotated[Language | None, QueryParameter()]
Seat = Annotated[int | None, QueryParameter(ge=0, lt=6)]
Key = Annotated[str, PathParameter(max_length=40)]
Number = Annotated[int, PathParameter(ge=0, lt=6)]


# ------------------------------------------------------------------ what can be played
@get("/api/games")
async def games(request: Asked, lang: Wanted = None) -> Response[Games]:
    """What can be played here, and against which computers."""
    language = _language(request, lang)
    bots = [BotShown(spec, bot_title(spec, language)) for spec in _house(request).bots]
    return _answer(Games([shown.game_shown(key, language) for key in dh.GAMES], bots, dh.__version__))


@get("/api/rules/{game:str}")
async def rules(request: Asked, game: Key, lang: Wanted = None) -> Response[Rules]:
    """A game's rules, point by point."""
    return _answer(shown.rules_of(_game(game).key, _language(request, lang)))


@post("/api/components", status_code=200)
async def components(data: JSONBody[Components]) -> Response[ComponentsShown]:
    """Draw a component set, or say in which line it is wrong."""
    if not shown.component_option(_game(data.game)):
        raise HTTPException(status_code=404)
    return _answer(await asyncio.to_thread(shown.components_shown, data.game, data.text, data.lang))


# ------------------------------------------------------------------ who I am
@get("/api/me")
async def me(request: Asked) -> Response[Me]:
    """What this browser's person is called."""
    who = _who(request.scope)
    return _answer(Me(await _house(request).log.name_of(who) if who else None))


@post("/api/me", status_code=200)
async def call_me(request: Asked, data: JSONBody[Me]) -> Response[Me]:
    """Be called something else from now on; tables already joined keep the former name."""
    who, headers = _known(request)
    if data.name is not None:
        await _house(request).log.set_name(who, _spoken_name(data.name), _now())
    return _answer(Me(await _house(request).log.name_of(who)), headers)


def _spoken_name(name: str) -> str:
    """A name as it can be shown; refused if there is nothing to see of it."""
    tidy = " ".join(name.split())
    if not tidy or not tidy.isprintable():
        raise Refusal("name")
    return tidy


def _now() -> int:
    return int(time.time() * 1000)


# ------------------------------------------------------------------ tables
@get("/api/tables")
async def home(request: Asked, lang: Wanted = None) -> Response[TableLines]:
    """All tables of this browser."""
    who = _who(request.scope)
    return _answer(await _house(request).tables.home(who, _language(request, lang)) if who else TableLines([]))


@post("/api/tables")
async def open_table(request: Asked, data: JSONBody[NewTable]) -> Response[Opened]:
    """Open a table."""
    house = _house(request)
    who, headers = _known(request)
    if not (house.newcomers.take(address_of(request.scope)) if headers else house.new_tables.take(who)):
        raise HTTPException(status_code=429)
    if len(await house.log.tables_of(who)) >= house.limits.kept_tables:
        return _refused(request, 409, trouble("tables", language_of(request.scope), most=house.limits.kept_tables))  # type: ignore[return-value]
    return _answer(await house.tables.open(data, who, await _name_of(request, who)), headers, 201)


@get("/api/tables/{table:str}")
async def table_now(request: Asked, table: Key, seat: Seat = None, lang: Wanted = None) -> Response[Now]:
    """The table as one of this browser's seats may know it, or as anybody before it if none is named."""
    found = await _house(request).tables.table(table)
    return _answer(await found.now(_who(request.scope), seat, 0, _language(request, lang)))


@get("/api/tables/{table:str}/record", media_type=MediaType.TEXT)
async def record(request: Asked, table: Key, seat: Seat = None, lang: Wanted = None) -> Response[str]:
    """The match as a record: before its end what that seat knows, afterwards all of it."""
    found = await _house(request).tables.table(table)
    text = await found.record(_who(request.scope), seat, _language(request, lang))
    headers = {"content-disposition": f'attachment; filename="dragonhoard-{found.key}.record"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


@post("/api/tables/{table:str}/seats/{seat:int}/arrange", status_code=200)
async def arrange(request: Asked, table: Key, seat: Number, data: JSONBody[Arrange]) -> Response[Opened]:
    """Before play begins: make a seat a computer's, open it, or sit there oneself."""
    found = await _house(request).tables.table(table)
    await found.arrange(_who(request.scope), seat, data.chair)
    return _answer(Opened(found.key, seat))


@post("/api/tables/{table:str}/seats/{seat:int}/rename", status_code=200)
async def rename(request: Asked, table: Key, seat: Number, data: JSONBody[Rename]) -> Response[Opened]:
    """Call a person of this browser otherwise, at this table."""
    found = await _house(request).tables.table(table)
    await found.rename(_who(request.scope), seat, data.name)
    return _answer(Opened(found.key, seat))


@post("/api/tables/{table:str}/invite", status_code=200)
async def invite(request: Asked, table: Key, data: JSONBody[Invite]) -> Response[Invitation]:
    """A link's token or a spoken code for an open seat."""
    found = await _house(request).tables.table(table)
    return _answer(await found.invite(_who(request.scope), data.seat, data.spoken, language_of(request.scope)))


@post("/api/tables/{table:str}/withdraw", status_code=200)
async def withdraw(request: Asked, table: Key) -> Response[Opened]:
    """Before play begins: the table ends."""
    found = await _house(request).tables.table(table)
    await found.withdraw(_who(request.scope))
    return _answer(Opened(found.key, None))


@post("/api/tables/{table:str}/remove", status_code=200)
async def remove(request: Asked, table: Key) -> Response[Opened]:
    """Take a table off this browser's home."""
    await _house(request).tables.remove(table, _who(request.scope))
    return _answer(Opened(table, None))


# ------------------------------------------------------------------ invitations
@post("/api/invitations/look", status_code=200)
async def look(request: Asked, data: JSONBody[Knock]) -> Response[Invited]:
    """What is this an invitation to? Uses nothing up."""
    return _answer(await _house(request).tables.knock(data, _who(request.scope)))


@post("/api/invitations/take", status_code=200)
async def take(request: Asked, data: JSONBody[SitDown]) -> Response[Opened]:
    """Use an invitation: this browser takes the seat."""
    who, headers = _known(request)
    return _answer(await _house(request).tables.sit_down(data, who), headers)


# ------------------------------------------------------------------ this host
@get("/api/network")
async def network(request: Asked) -> Response[Network]:
    """Is this server open to its network, and under which addresses."""
    return _answer(_network(request))


@post("/api/network/open", status_code=200)
async def open_network(request: Asked) -> Response[Network]:
    """Open it, for this run; only a browser of this very machine may ask."""
    house = _house(request)
    if not _may_open(request):
        return _refused(request, 403, trouble("not-here", language_of(request.scope)))  # type: ignore[return-value]
    await house.network.open()
    return _answer(_network(request))


def _may_open(request: Asked) -> bool:
    return _house(request).may_open and is_of_this_machine(request.scope)


def _network(request: Asked) -> Network:
    found = _house(request).network
    is_known = found.is_open or _may_open(request)
    return Network(found.is_open, _may_open(request), found.addresses() if is_known else [])


@post("/api/qr", status_code=200)
async def draw_qr(data: JSONBody[QrAsked]) -> Response[QrDrawn]:
    """A link as QR code."""
    return _answer(await asyncio.to_thread(shown.qr, data.text))


# ------------------------------------------------------------------ the page
@route(["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False, sync_to_thread=False)
def page(request: Asked) -> Response[bytes]:
    """The page, for every address that is one of its own, and its files."""
    path = request.scope["path"]
    house = _house(request)
    is_page = path != "/api" and not path.startswith("/api/")
    file = house.client.find(path) if is_page else None
    if file is None:
        lost = house.client.find("/") if is_page and "text/html" in request.headers.get("accept", "") else None
        if lost is None:
            raise HTTPException(status_code=404)
        return Response(lost.body, status_code=404, headers={"cache-control": "no-store"}, media_type=lost.type)  # the page itself says so, in words
    headers = {"cache-control": file.keeping, "etag": file.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.type)
    body = file.body
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = file.packed, "gzip"
    return Response(body, headers=headers, media_type=file.type)


# ------------------------------------------------------------------ the socket
@websocket("/ws")
async def sit(socket: WebSocket[Any, Any, Any]) -> None:
    """One browser before one table: what `messages` says under "the socket"."""
    house, scope = _house(socket), socket.scope
    who, address = _who(scope), address_of(scope)
    await socket.accept()
    keys = [("who " + who, house.limits.sockets), ("at " + address, house.limits.address_sockets)]
    house.sockets.update(key for key, _ in keys)
    line = _Line(socket)
    try:
        if any(house.sockets[key] > most for key, most in keys):
            await line.close("too-much", language_of(scope))
        else:
            await _serve(house, line, who)
    except _Gone:
        pass
    except Exception as fault:
        _log.error("a fault in a socket: %s", _where(fault))
        with contextlib.suppress(_Gone):
            await line.close("broken", language_of(scope))
    finally:
        for key, _ in keys:
            house.sockets[key] -= 1
            if not house.sockets[key]:
                del house.sockets[key]
        await line.turn_away()


class _Gone(Exception):
    """The other side went away."""


class _Line:
    """A socket as the loop below uses it: whole frames in, whole frames out, one watcher at a time."""

    __slots__ = ("_pump", "_receive", "_send", "_send_texts", "is_closed", "watcher")

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        short: tuple[Callable[[], Awaitable[Any]], Callable[[Sequence[bytes]], Awaitable[None]]] | None
        short = socket.scope["extensions"].get(SHORT_WAY)  # type: ignore[assignment,union-attr]
        self._receive: Callable[[], Awaitable[Any]] = short[0] if short else socket.receive
        self._send: Callable[[Any], Awaitable[None]] = socket.send
        self._send_texts = short[1] if short else self._send_each
        self._pump: asyncio.Task[None] | None = None
        self.watcher: Watcher | None = None
        self.is_closed = False

    async def frame(self) -> str | bytes:
        """The next frame of the client."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise _Gone
        text = message.get("text")
        return message.get("bytes") or b"" if text is None else text

    async def send(self, frames: Sequence[bytes]) -> None:
        """Send frames; a watcher that is over ends the socket with its last one."""
        if self.is_closed:
            return
        try:
            await self._send_texts(frames)
        except Exception:  # whatever the server raises there, nobody listens any more
            raise _Gone from None

    async def _send_each(self, frames: Sequence[bytes]) -> None:
        for frame in frames:
            await self._send({"type": "websocket.send", "text": frame.decode()})

    async def hang_up(self, code: int) -> None:
        """Close the socket."""
        if not self.is_closed:
            self.is_closed = True
            with contextlib.suppress(Exception):
                await self._send({"type": "websocket.close", "code": code})

    async def close(self, code: str, language: str, sentence: str | None = None) -> None:
        """Say why, and close."""
        told = trouble(code, language).sentence if sentence is None else sentence
        await self.send([encode(Closed(code, told))])
        await self.hang_up(CLOSING.get(code, 4000))

    async def watch(self, watcher: Watcher) -> None:
        """Sit down: from now on news of that seat, and of no other."""
        self.watcher = watcher
        self._pump = asyncio.create_task(self._news(watcher))

    async def turn_away(self) -> None:
        """Leave the seat: once this returns, nothing more of it is sent."""
        pump, self._pump = self._pump, None
        if pump is not None and pump is not asyncio.current_task():
            pump.cancel()
            with contextlib.suppress(asyncio.CancelledError, _Gone):
                await pump
        if self.watcher is not None:
            self.watcher.close()
            self.watcher = None

    async def _news(self, watcher: Watcher) -> None:
        try:
            while not watcher.is_over:
                await self.send(await watcher.news())
            await self.hang_up(CLOSING["no-seat"])
        except _Gone:
            pass
        except Exception as fault:
            _log.error("a fault in a socket's news: %s", _where(fault))
            await self.hang_up(1011)


async def _serve(house: House, line: _Line, who: str) -> None:
    """Hear what the client says until one side hangs up."""
    language: Language = "en"
    while not line.is_closed:
        frame = await line.frame()
        if not house.frames.take(who):
            await line.close("too-much", language)
            return
        try:
            if len(frame) > MAX_FRAME:
                raise msgspec.DecodeError
            message: ClientMessage = decode_client(frame)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            await line.close("bad-frame", language)
            return
        if isinstance(message, Hello):
            language = message.lang
            await line.turn_away()
            try:
                await line.watch(await house.tables.watch(message, who))
            except Refusal as refusal:
                await line.close(refusal.code, language, refusal.sentence(language))
        elif line.watcher is None:
            await line.close("bad-frame", language)
        else:
            watcher = line.watcher
            await line.send(await watcher.answer(message))
            if watcher.is_over:
                await line.hang_up(CLOSING["no-seat"])


# ------------------------------------------------------------------ all of it
def openapi() -> dict[str, Any]:
    """The description of everything here, the socket's messages among it."""
    described = OpenAPIConfig(title="Dragonhoard", version=dh.__version__, use_handler_docstrings=True)
    found: dict[str, Any] = Litestar(route_handlers=ROUTES, openapi_config=described, logging_config=None).openapi_schema.to_schema()
    kinds = [ClientMessage, ServerMessage, Trouble, *get_args(messages.Asked), *get_args(messages.Answered)]
    references, named = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    # Ours in place of the framework's, which knows neither what a message is for nor which of several it is.
    found["components"] = {"schemas": dict(sorted({**named, "ClientMessage": references[0], "ServerMessage": references[1]}.items()))}
    refusal = {"description": "Refused", "content": {"application/json": {"schema": references[2]}}}
    for path in found["paths"].values():
        for operation in path.values():
            answers = operation["responses"]
            for status in [status for status in answers if status >= "400"]:
                del answers[status]
            answers["4XX"] = refusal
    return found


@get("/api/openapi.json", include_in_schema=False)
async def description(request: Asked) -> Response[bytes]:
    """This description."""
    state = request.app.state
    if "description" not in state:
        state.description = await asyncio.to_thread(lambda: encode(openapi()))
    return Response(state.description, media_type=MediaType.JSON)


ROUTES: Final = (
    games, rules, components, me, call_me, home, open_table, table_now, record, arrange, rename, invite, withdraw, remove, look, take, network,
    open_network, draw_qr, description, sit, page,
)  # fmt: skip


def make_litestar(house: House) -> Litestar:
    """The routes, without the gate."""
    app = Litestar(
        route_handlers=ROUTES,
        exception_handlers={
            HTTPException: _by_framework,
            dh.GameError: _by_game,
            LogTrouble: _by_log,
            UnicodeError: _by_text,
            RecursionError: _by_text,
            Exception: _by_accident,
        },
        openapi_config=None,
        request_max_body_size=MAX_BODY,
        logging_config=None,
        debug=False,
    )
    app.state.house = house
    return app


def make_app(house: House) -> Application:
    """Everything that is served, behind the gate."""
    return Gate(make_litestar(house), house.hosts, house.limits)  # type: ignore[arg-type]
