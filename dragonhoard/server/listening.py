"""uvicorn as this server runs it: bounds on what it reads before anybody is asked, no logs of addresses, listeners that may be added later.

Sockets take a short way: almost every frame is one small text, and the layers made for all others cost more than a move does (benchmarks/load.md).
"""

import asyncio
import contextlib
import gc
import logging
import socket
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # its own, or compiled, whichever is there

from dragonhoard.server.gate import MAX_HEADERS, MAX_URL, SHORT_WAY, Application
from dragonhoard.server.messages import MAX_FRAME

_PING: Final = 20.0  # seconds between signs of life; a line that stays silent as long again is gone
_PATIENCE: Final = 30.0  # seconds that a request may take to arrive; whoever is slower holds a place that others may need
_LAST_WORDS: Final = 3  # seconds for requests that are under way when we are told to end
_SWEEPING: Final = (20_000, 20, 20)  # garbage in circles is rare here, and looking for it every 700 things cost a tenth of every move
_UNREAD: Final = 16  # frames of one socket that may wait here; then nothing more is read from it


def _protocol() -> type[asyncio.Protocol]:
    """The HTTP parser: httptools where it is, bounded, since it has no bounds of its own; else h11, which has."""
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:
        return H11Protocol

    class Bounded(HttpToolsProtocol):
        """Refuses a request line or headers that do not end."""

        _unread = 0  # bytes of a head that is not whole yet
        _is_in_head = True
        _late: asyncio.TimerHandle | None = None  # when patience ends

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            """Somebody is there, and may now say what they want."""
            super().connection_made(transport)  # type: ignore[arg-type]
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            """They are gone."""
            self._arrived()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self) -> None:
            """From here on it is a socket's."""
            self._arrived()
            super().handle_websocket_upgrade()

        def _wait(self) -> None:
            self._late = self.loop.call_later(_PATIENCE, self.transport.close)

        def _arrived(self) -> None:
            if self._late is not None:
                self._late.cancel()
                self._late = None

        def data_received(self, data: bytes) -> None:
            """Read on, unless the head has grown too long."""
            if self._late is None:
                self._wait()
            self._unread += len(data)
            super().data_received(data)
            if self._is_in_head and self._unread > MAX_HEADERS:
                if self.parser is not None and not self.transport.is_closing():
                    self.send_400_response("The head of this request is too long.")

        def on_url(self, url: bytes) -> None:
            """A part of the address."""
            super().on_url(url)
            if len(self.url) > 4 * MAX_URL:  # up to there the gate answers, in a sentence
                raise ValueError

        def on_headers_complete(self) -> None:
            """The head is whole."""
            self._is_in_head = False
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            """The body is whole; the next head may come, perhaps with the same bytes."""
            super().on_message_complete()
            self._is_in_head, self._unread = True, 0
            self._arrived()

    return Bounded


class _Unread:
    """What one reader has not taken yet: as much of asyncio.Queue as a socket needs, for a fraction of its time and memory."""

    __slots__ = ("_items", "_reader")

    def __init__(self) -> None:
        self._items: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> None:
        """Put one more."""
        self._items.append(item)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """The next one, once there is one."""
        while not self._items:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._items.popleft()

    def empty(self) -> bool:
        """Whether there is none."""
        return not self._items

    def qsize(self) -> int:
        """How many there are."""
        return len(self._items)


class Socket(WebSocketsSansIOProtocol):
    """Whole small texts are taken apart and put together right here; anything else goes the long way, a whole frame at a time.

    The scope's extension SHORT_WAY is (receive, send): ASGI's own receive, and a send that takes several texts and writes them at once.
    """

    _held = b""  # the beginning of a frame
    _is_long_way = False

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.queue = _Unread()  # type: ignore[assignment]

    def handle_connect(self, event: Any) -> None:
        """Somebody asks for a socket."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[SHORT_WAY] = (self.receive, self.send_texts)

    def data_received(self, data: bytes) -> None:
        """Read whole frames."""
        if self._is_long_way or not self.handshake_initiated:
            super().data_received(data)
            return
        if self._held:
            data = self._held + data
        at, size = 0, len(data)
        while size - at >= 2:
            length, begin = data[at + 1] & 127, at + 6
            if length == 126:
                if size - at < 4:
                    break
                length, begin = data[at + 2] << 8 | data[at + 3], at + 8
            if length == 127 or length > MAX_FRAME or data[at + 1] < 128:
                self._is_long_way, self._held = True, b""  # it will not like this, and says so
                super().data_received(data[at:])
                return
            end = begin + length
            if end > size:
                break
            if data[at] == 0x81 and not self._heard(apply_mask(data[begin:end], data[begin - 4 : begin])):
                self._is_long_way, self._held = True, b""
                super().data_received(data[at:])
                return
            if data[at] != 0x81:
                super().data_received(data[at:end])
            at = end
        self._held = data[at:]

    def _heard(self, text: bytes) -> bool:
        """Take a text; not if it is none, or has no place here."""
        if self.conn.expect_continuation_frame or self.close_sent:
            return False
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": text.decode()})
        except UnicodeDecodeError:
            return False
        if not self.read_paused and self.queue.qsize() >= _UNREAD:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    async def send_texts(self, texts: Sequence[bytes]) -> None:
        """Send texts in one write."""
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        parts: list[bytes] = []
        for text in texts:
            size = len(text)
            if size < 126:
                parts += (bytes((0x81, size)), text)
            elif size < 65536:
                parts += (b"\x81\x7e", size.to_bytes(2, "big"), text)
            else:
                parts += (b"\x81\x7f", size.to_bytes(8, "big"), text)
        self.transport.write(b"".join(parts))


class _Server(uvicorn.Server):
    """Without its own hearing of signals, which would end the process before the tables are closed: whoever runs us hears them."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield


class Listening:
    """A running uvicorn. It says nothing by itself: addresses hold no secrets here, but nobody needs them in a log either."""

    def __init__(self, application: Application, *, is_behind_proxy: bool = False) -> None:
        logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
        config = uvicorn.Config(
            application,
            http=_protocol(),
            ws=Socket,
            ws_max_size=MAX_FRAME,
            ws_per_message_deflate=False,
            ws_ping_interval=_PING,
            ws_ping_timeout=_PING,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=is_behind_proxy,
            forwarded_allow_ips="127.0.0.1,::1",
            timeout_keep_alive=20,
            timeout_graceful_shutdown=_LAST_WORDS,
            h11_max_incomplete_event_size=MAX_HEADERS,
        )
        self._server = _Server(config)

    async def listen(self, sock: socket.socket) -> None:
        """Listen on one more socket."""
        config, server = self._server.config, self._server

        def protocol(_loop: asyncio.AbstractEventLoop | None = None) -> asyncio.Protocol:
            made: Any = config.http_protocol_class
            found: asyncio.Protocol = made(config=config, server_state=server.server_state, app_state=server.lifespan.state, _loop=_loop)
            return found

        server.servers.append(await asyncio.get_running_loop().create_server(protocol, sock=sock, backlog=config.backlog))

    async def run(self, sock: socket.socket, begun: Callable[[], Awaitable[None]]) -> None:
        """Serve until `stop`."""
        gc.collect()
        gc.freeze()  # modules, rules and routes are for good: whoever looks for garbage need not look there
        gc.set_threshold(*_SWEEPING)
        serving = asyncio.create_task(self._server.serve(sockets=[sock]))
        while not self._server.started and not serving.done():
            await asyncio.sleep(0.005)
        if self._server.started:
            await begun()
        await serving

    def stop(self) -> None:
        """End, after a few last words; asked a second time, without."""
        self._server.force_exit = self._server.should_exit
        self._server.should_exit = True
