"""A socket for measurements: frames as bytes, nothing read of them but what a test asks for; and a plain POST. Fast enough to keep a server busy."""

import asyncio
import json
import os
from base64 import b64encode
from collections.abc import Callable
from typing import Any


class Line(asyncio.Protocol):
    """A WebSocket of a client: `heard` is called with every text frame, `lost` when the other side is gone."""

    def __init__(self, heard: Callable[[bytes], None], lost: Callable[[], None] | None = None) -> None:
        self._heard = heard
        self._lost = lost
        self._held = b""
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: Any = None

    @classmethod
    async def open(
        cls,
        port: int,
        path: str,
        headers: dict[str, str],
        heard: Callable[[bytes], None],
        lost: Callable[[], None] | None = None,
        near: str = "127.0.0.1",
    ) -> "Line":
        """Connect and shake hands, from a loopback address of one's choice."""
        transport, line = await asyncio.get_running_loop().create_connection(lambda: cls(heard, lost), "127.0.0.1", port, local_addr=(near, 0))
        asked = {
            "Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Key": b64encode(os.urandom(16)).decode(), "Sec-WebSocket-Version": "13", **headers,
        }  # fmt: skip
        transport.write(f"GET {path} HTTP/1.1\r\n{''.join(f'{name}: {value}{chr(13)}{chr(10)}' for name, value in asked.items())}\r\n".encode())
        await line.opened
        return line

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError())
        if self._lost is not None:
            self._lost()

    def data_received(self, data: bytes) -> None:
        if self._held:
            data = self._held + data
        at = 0
        if not self._is_open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._held = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(data[:100].decode("latin-1")))
                self.transport.close()
                return
            self._is_open, at = True, end + 4
            self.opened.set_result(None)
        size = len(data)
        while size - at >= 2:
            length, begin = data[at + 1], at + 2
            if length == 126:
                length, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, begin = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if begin + length > size:
                break
            kind = data[at] & 15
            at = begin + length
            if kind == 1:
                self._heard(data[begin:at])
            elif kind == 9:
                self._send(0x8A, data[begin:at])
            elif kind == 8:
                self.transport.close()
        self._held = data[at:]

    def send(self, text: bytes) -> None:
        """Send a text frame."""
        self._send(0x81, text)

    def _send(self, kind: int, text: bytes) -> None:
        size = len(text)
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + text)  # masked, by nothing: the other side takes it off all the same

    def close(self) -> None:
        """Hang up."""
        self.transport.close()


async def ask(
    port: int, path: str, body: Any = None, headers: dict[str, str] | None = None, near: str = "127.0.0.1", method: str = "POST"
) -> tuple[int, dict[str, str], Any]:
    """One request on a connection of its own: status, headers, what was answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(near, 0))
    try:
        content = json.dumps({} if body is None else body).encode() if method == "POST" else b""
        asked = {
            "Host": f"127.0.0.1:{port}", "Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json",
            "Content-Length": str(len(content)), "Connection": "close", **(headers or {}),
        }  # fmt: skip
        writer.write(
            f"{method} {path} HTTP/1.1\r\n{''.join(f'{name}: {value}{chr(13)}{chr(10)}' for name, value in asked.items())}\r\n".encode() + content
        )
        answer = await reader.read()
    finally:
        writer.close()
    if not answer:
        raise ConnectionResetError
    head, _, text = answer.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    found = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
    return int(first.split()[1]), found, json.loads(text) if text else None


class Person:
    """A browser's identity at our server, on a loopback address of its own."""

    def __init__(self, port: int, near: str = "127.0.0.1") -> None:
        self.port = port
        self.near = near
        self.cookie = ""

    async def get(self, path: str) -> Any:
        """What is there."""
        return await self._ask(path, None, "GET")

    async def post(self, path: str, body: Any = None) -> Any:
        """Ask, with the cookie; what was answered."""
        return await self._ask(path, body, "POST")

    async def _ask(self, path: str, body: Any, method: str) -> Any:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        status, told, answer = await ask(self.port, path, body, headers, self.near, method)
        if "set-cookie" in told:
            self.cookie = told["set-cookie"].partition(";")[0]
        if status not in (200, 201):
            raise ConnectionError(f"{path}: {status} {answer}")
        return answer

    async def line(self, heard: Callable[[bytes], None], lost: Callable[[], None] | None = None) -> Line:
        """A socket of this browser's."""
        headers = {"Cookie": self.cookie, "Origin": f"http://127.0.0.1:{self.port}"}
        return await Line.open(self.port, "/ws", headers, heard, lost, self.near)


async def seated(port: int, game: str, near: str = "127.0.0.1", **options: Any) -> tuple[str, list[Person]]:
    """A table at which two people sit, each in a browser of its own."""
    ann, ben = Person(port, near), Person(port, near)
    opened = await ann.post("/api/tables", {"game": game, "chairs": [{"kind": "person", "name": "Ann"}, {"kind": "open"}], "options": options})
    invitation = await ann.post(f"/api/tables/{opened['table']}/invite", {"seat": 1})
    await ben.post("/api/invitations/take", {"name": "Ben", "token": invitation["token"]})
    return opened["table"], [ann, ben]
