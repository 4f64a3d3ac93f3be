"""uvicorn as this server runs it: bounds on what it reads before anybody is asked, no logs of addresses, listeners that may be added later."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from dragonhoard.server.gate import MAX_HEADERS, MAX_URL, Application
from dragonhoard.server.messages import MAX_FRAME

_PING: Final = 20.0  # seconds between signs of life; a line that stays silent as long again is gone
_LAST_WORDS: Final = 3  # seconds for requests that are under way when we are told to end


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

        def data_received(self, data: bytes) -> None:
            """Read on, unless the head has grown too long."""
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

    return Bounded


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
            ws="websockets-sansio",
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
