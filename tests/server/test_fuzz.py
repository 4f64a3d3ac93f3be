"""Ten thousand requests and frames that nobody in their right mind would send: refused in a sentence, never a fault, and the tables stay whole.

What is sent is made from what is right by changing it a little or a lot, always alike for the same seed; DRAGONHOARD_FUZZ=long sends more.
"""

import contextlib
import json
import os
import random
import socket
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

import dragonhoard as dh
from dragonhoard.server.app import CLOSING
from tests.server.serving import Browser, Served, served

TIMES = 100 if os.environ.get("DRAGONHOARD_FUZZ") == "long" else 10 if os.environ.get("DRAGONHOARD_NEEDS") else 3  # CI says what it needs
REQUESTS, HEADS, FRAMES = 450 * TIMES, 50 * TIMES, 500 * TIMES
ODD = [
    None, True, False, 0, 1, -1, 5, 6, 2**31 - 1, 2**31, 2**63, 10**400, 1.5, -0.0, "", " ", "x", "0", "open", "person", "computer", "greedy",
    "random", "exec:/bin/sh", "python:os", "../..", "\x00", "\u202e", "\U0001f409", "ä" * 30, "a" * 100, "a" * 21_000, "tiles\nI C", "-", "{}", "[]",
    "0 0,0",
    [], {}, [None], [[[]]], {"": ""}, {"kind": "open"}, {"kind": "computer", "bot": "exec:x"}, ["a"] * 50, {"__proto__": 1},
]  # fmt: skip
WORDS = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "PROPFIND"]


def changed(chance: random.Random, value: Any, depth: int = 0) -> Any:
    """Something like it, or not at all."""
    dice = chance.random()
    if dice < 0.25 or depth > 6:
        return chance.choice(ODD)
    if isinstance(value, dict):
        found = dict(value)
        for _ in range(chance.randrange(3)):
            if found and chance.random() < 0.3:
                del found[chance.choice(list(found))]
            elif found and chance.random() < 0.8:
                name = chance.choice(list(found))
                found[name] = changed(chance, found[name], depth + 1)
            else:
                found[chance.choice(["x", "t", "id", "seat", "", "table", "lang"])] = chance.choice(ODD)
        return found
    if isinstance(value, list):
        found_list = [changed(chance, one, depth + 1) if chance.random() < 0.4 else one for one in value]
        return found_list * chance.choice([0, 1, 1, 1, 2, 20])
    if isinstance(value, str) and value and dice < 0.6:
        at = chance.randrange(len(value))
        return value[:at] + chance.choice(["", "x", "\x00", "é", "\ud800", value, '"', "{", "\n"]) + value[at + 1 :]
    if isinstance(value, int) and dice < 0.7:
        return value + chance.choice([-1, 1, 10, -(10**9), 10**9, 10**20])
    return value


def text_of(chance: random.Random, value: Any) -> bytes:
    """It as JSON, or as what is none any more."""
    if isinstance(value, dict) and chance.random() < 0.02:
        return b"[" * 20_000 + b"]" * 20_000
    raw = json.dumps(value, ensure_ascii=chance.random() < 0.5, allow_nan=True).encode(errors="surrogatepass")
    dice = chance.random()
    if dice < 0.08 and raw:
        at = chance.randrange(len(raw))
        return raw[:at] + bytes([chance.randrange(256)]) + raw[at + 1 :]
    if dice < 0.12:
        return raw[: chance.randrange(len(raw) + 1)]
    if dice < 0.14:
        return chance.randbytes(chance.randrange(200))
    return raw


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("server")) as found:
        yield found


def opened(browser: Browser, game: str, seats: int = 2) -> str:
    """A table of people at one screen."""
    chairs = [{"kind": "person", "name": f"P{number}"} for number in range(seats)]
    found: str = browser.post("/api/tables", {"game": game, "chairs": chairs})["table"]
    return found


def plays_on(browser: Browser, chance: random.Random) -> None:
    """A match from its beginning to its end: the server is as well as ever."""
    table = opened(browser, next(iter(dh.GAMES)))
    with browser.socket() as line:
        line.say({"t": "hello", "table": table, "seat": 0})
        view = line.until("now")
        while view["outcome"] is None:
            line.say({"t": "hello", "table": table, "seat": view["mover"]})
            view = line.until("now", seat=view["mover"])
            line.say({"t": "play", "id": f"m{view['number']}", "after": view["changed"], "move": chance.choice(view["moves"])})
            before = view["changed"]
            while view["changed"] == before:
                view = line.until("now")


def test_requests(server: Served) -> None:
    chance = random.Random(20261119)
    told: Counter[int] = Counter()
    with Browser(server.address) as ours:
        waiting = [
            ours.post("/api/tables", {"game": key, "chairs": [{"kind": "person", "name": "Ann"}, {"kind": "open"}]})["table"] for key in dh.GAMES
        ]
        playing = [opened(ours, key) for key in dh.GAMES]
        token = ours.post(f"/api/tables/{waiting[0]}/invite", {"seat": 1})["token"]
        tables = [*waiting, *playing, "nothing", "a" * 12, "%00", "a" * 200, "..", "%2e%2e%2f", "ä"]
        person = {"kind": "person", "name": "Ann"}
        right: list[tuple[str, str, Any]] = [
            ("POST", "/api/tables", {"game": "drachenwurf", "chairs": [person, {"kind": "computer", "bot": "random"}], "options": {"egg_points": 2}}),
            ("POST", "/api/tables", {"game": "dragon-inferno", "chairs": [person, person], "options": {"components": "house"}, "series": 2}),
            ("POST", "/api/me", {"name": "Ann"}), ("GET", "/api/me", None), ("GET", "/api/games", None), ("GET", "/api/rules/drachenwurf", None),
            ("GET", "/api/tables", None), ("GET", "/api/tables/{}", None), ("GET", "/api/tables/{}/record", None),
            ("POST", "/api/tables/{}/seats/1/arrange", {"chair": {"kind": "open"}}), ("POST", "/api/tables/{}/invite", {"seat": 1, "spoken": False}),
            ("POST", "/api/tables/{}/withdraw", {}), ("POST", "/api/tables/{}/remove", {}), ("POST", "/api/invitations/look", {"token": token}),
            ("POST", "/api/invitations/take", {"token": token, "name": "Ben"}), ("POST", "/api/invitations/take", {"code": "a b c d", "name": "Ben"}),
            ("POST", "/api/components", {"game": "dragon-inferno", "text": "house"}), ("GET", "/api/network", None),
            ("POST", "/api/network/open", {}),
            ("POST", "/api/qr", {"text": "http://x"}), ("GET", "/", None), ("GET", "/table/x", None), ("GET", "/ws", None),
            ("GET", "/assets/index-abc123.js", None),
        ]  # fmt: skip
        for _ in range(REQUESTS):
            method, path, body = chance.choice(right)
            path = path.replace("{}", chance.choice(tables))
            if chance.random() < 0.1:
                at = chance.randrange(len(path) + 1)
                path = path[:at] + chance.choice(["/", "%", "%00", "%ff", "..", "?", "#", "\\", ";", "ä", "x" * 100, "//", "%2f", "+"]) + path[at:]
            if chance.random() < 0.3:
                path += "?" + chance.choice(
                    ["seat=0", "seat=1", "seat=9", "seat=x", "seat=", "lang=de", "lang=xx", "lang", "&&&", "seat=0&seat=1", "%00=%00"]
                )
            if chance.random() < 0.05:
                method = chance.choice(WORDS)
            content = None if body is None else text_of(chance, changed(chance, body) if chance.random() < 0.8 else body)
            headers = {"content-type": "application/json"} if body is not None else {}
            if chance.random() < 0.06:
                name = chance.choice(["host", "origin", "content-type", "cookie", "accept-language", "accept-encoding", "if-none-match", "expect"])
                headers[name] = chance.choice(
                    ["", "x", "*", "null", "ä" * 10, "a" * 3000, "[::1", "localhost", "dragonhoard=", "100-continue", "text/plain"]
                )
            try:
                answer = ours.http.request(method, path, content=content, headers={name: value.encode() for name, value in headers.items()})
            except (httpx.InvalidURL, httpx.LocalProtocolError):
                continue  # our own side does not send that
            told[answer.status_code] += 1
            assert answer.status_code < 500, (method, path, content, answer.text)
            assert "Traceback" not in answer.text and "litestar" not in answer.text
            if answer.status_code >= 400 and method != "HEAD" and "json" in answer.headers.get("content-type", ""):
                assert set(answer.json()) == {"code", "sentence", "where"} and answer.json()["sentence"], (method, path, answer.text)
        plays_on(ours, chance)
    assert min(told[200], told[400], told[404], told[405]) > 2 * TIMES, told


def test_heads(server: Served) -> None:
    """Bytes that are hardly HTTP."""
    chance = random.Random(1)
    name, port = server.netloc.split(":")
    right = (
        b'POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 14\r\nConnection: close\r\n\r\n{"name":"Ann"}'
    )
    upgrade = (
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    for _ in range(HEADS):
        raw = bytearray(chance.choice([right, upgrade]))
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(raw))
            raw[at : at + chance.randrange(3)] = chance.choice([b"", b"\x00", b"\r\n", b"\xff", b" ", b":", chance.randbytes(4)])
        with socket.create_connection((name, int(port)), timeout=10) as line, contextlib.suppress(ConnectionError):
            line.sendall(raw)
            line.shutdown(socket.SHUT_WR)
            line.settimeout(0.2)
            answer = b""
            with contextlib.suppress(TimeoutError):
                while piece := line.recv(65536):
                    answer += piece
                    if len(answer) > 100:
                        break
            status = answer[9:12]
            assert answer == b"" or status.isdigit(), answer[:100]
            assert not status.startswith(b"5"), (bytes(raw), answer[:200])
    with Browser(server.address) as browser:
        plays_on(browser, chance)


def test_frames(server: Served) -> None:
    chance = random.Random(2)
    heard: Counter[str] = Counter()
    with Browser(server.address) as ours:
        tables = [opened(ours, key) for key in dh.GAMES]
        with Browser(server.address) as other:
            foreign = opened(other, "drachenwurf")
        line, view = ours.socket(), None
        try:
            for number in range(FRAMES):
                after = view["changed"] if view else 0
                moves = (view["moves"] if view else []) or ["x", "pass", "0 0,0"]
                right: list[dict[str, Any]] = [
                    {"t": "hello", "table": chance.choice(tables), "seat": chance.choice([0, 1, None]), "after": chance.randrange(40), "lang": "de"},
                    {"t": "hello", "table": view["table"] if view else tables[0], "seat": (view["mover"] if view else 0) or 0},
                    {"t": "hello", "table": foreign, "seat": 0} if chance.random() < 0.05 else {"t": "recall", "id": "r", "first": 0, "last": 1},
                    {"t": "play", "id": f"m{number}", "after": after, "move": chance.choice(moves)},
                    {"t": "look", "id": f"l{number}", "after": after, "moves": [chance.choice(moves), "nothing"]},
                    {"t": "undo", "id": f"u{number}", "after": after, "ply": chance.randrange(30)},
                    {"t": "recall", "id": f"r{number}", "first": 0, "last": chance.randrange(40)},
                    {"t": "again", "id": f"a{number}"}, {"t": "leave", "id": f"g{number}"} if chance.random() < 0.02 else {"t": "leave", "id": ""},
                ]  # fmt: skip
                frame = chance.choice(right) if view or number % 2 else right[1]
                if chance.random() < 0.25:
                    frame = changed(chance, frame)
                raw = text_of(chance, frame) if chance.random() < 0.4 else json.dumps(frame).encode()
                try:
                    if chance.random() < 0.05:
                        line.connection.send([raw[:1], raw[1:3], raw[3:]])
                    else:
                        line.connection.send(raw if chance.random() < 0.1 else raw.decode(errors="replace"))
                    while True:
                        found = line.hear(0.001 if chance.random() < 0.9 else 0.05)
                        heard[found["t"]] += 1
                        assert found["t"] != "closed" or found["code"] in CLOSING
                        assert "Traceback" not in line.frames[-1]
                        if found["t"] == "now":
                            view = found
                except TimeoutError:
                    pass
                except ConnectionClosed as end:
                    code = end.rcvd.code if end.rcvd else 1006  # the line was gone before its last frame was read
                    assert code in {*CLOSING.values(), 1006, 1007, 1009}, (code, raw[:200])
                    heard[f"closed {code}"] += 1
                    line, view = ours.socket(), None
                line.frames.clear()
        finally:
            line.connection.close()
        plays_on(ours, chance)
        for table in tables:
            assert ours.http.get(f"/api/tables/{table}", params={"seat": 0}).status_code in (200, 403)
    if TIMES >= 10:  # fewer frames may miss a kind
        assert min(heard[kind] for kind in ("now", "done", "refused", "looked", "recalled", "closed 4400", "closed 4403")) > 5, heard


def test_bytes_of_frames(server: Served) -> None:
    """Frames taken apart: odd lengths, masks, opcodes, pieces that come one byte at a time, and right ones among them."""
    chance = random.Random(4)
    name, port = server.netloc.split(":")
    with Browser(server.address) as ours:
        table = opened(ours, "drachenwurf")
        cookies = "; ".join(f"{key}={value}" for key, value in ours.http.cookies.items())
        head = (
            f"GET /ws HTTP/1.1\r\nHost: {server.netloc}\r\nOrigin: {server.address}\r\nCookie: {cookies}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()
        texts = [
            json.dumps({"t": "hello", "table": table, "seat": 0}).encode(), b'{"t":"recall","id":"r","first":0,"last":3}',
            b'{"t":"look","id":"l","after":1,"moves":["' + b"x" * 70 + b'"]}', b"\xff\xfe", b"", b" " * 200, b" " * 9000, b"{" + b" " * 8191,
        ]  # fmt: skip
        heard = 0
        for number in range(15 * TIMES):
            raw = b""
            for _ in range(chance.randrange(1, 12)):
                text = chance.choice(texts[:3]) if chance.random() < 0.7 else chance.choice(texts)
                mask = chance.randbytes(4)
                first = (
                    0x81 if chance.random() < 0.85 else chance.choice([0x01, 0x80, 0x82, 0x88, 0x89, 0x8A, 0xC1, 0x00, 0x83, chance.randrange(256)])
                )
                size = len(text)
                if chance.random() < 0.05:
                    size = chance.choice([0, 1, 125, 126, 65535, 65536, 2**63 - 1, 2**64 - 1])
                length = (
                    bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big") if size < 65536 else b"\xff" + size.to_bytes(8, "big")
                )
                if chance.random() < 0.03:
                    length = bytes([length[0] & 127]) + length[1:]
                raw += bytes([first]) + length + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(text))
            if chance.random() < 0.2:
                raw = raw[: chance.randrange(len(raw) + 1)]
            with socket.create_connection((name, int(port)), timeout=10) as line, contextlib.suppress(ConnectionError):
                line.sendall(head)
                answer = line.recv(65536)
                assert answer.startswith(b"HTTP/1.1 101"), answer[:100]
                step = chance.choice([1, 3, 100, 10_000]) if len(raw) < 4000 else 10_000
                for at in range(0, len(raw), step):
                    line.sendall(raw[at : at + step])
                line.settimeout(0.05)
                with contextlib.suppress(TimeoutError):
                    while piece := line.recv(65536):
                        heard += b'"t":"now"' in piece
            if number % 50 == 0:
                plays_on(ours, chance)
        plays_on(ours, chance)
    assert heard > TIMES // 10


def test_a_restart_after_all_that(tmp_path: Path) -> None:
    """What was written in between is read again without a fault."""
    chance = random.Random(3)
    with served(tmp_path) as server, Browser(server.address) as ours:
        tables = [opened(ours, key) for key in dh.GAMES]
        with ours.socket() as line:
            for table in tables:
                for number in range(30):
                    view = ours.get(f"/api/tables/{table}", seat=0)
                    if view["mover"] is None:
                        break
                    view = ours.get(f"/api/tables/{table}", seat=view["mover"])
                    line.say({"t": "hello", "table": table, "seat": view["mover"]})
                    line.say({"t": "play", "id": f"m{number}", "after": view["changed"], "move": chance.choice(view["moves"])})
                    line.until("done", id=f"m{number}")
                    if chance.random() < 0.3:
                        view = ours.get(f"/api/tables/{table}", seat=view["mover"])
                        line.say({"t": "undo", "id": f"u{number}", "after": view["changed"], "ply": view["undo"] or 0})
                        while line.hear().get("id") != f"u{number}":
                            pass
        before = [ours.get(f"/api/tables/{table}", seat=seat) for table in tables for seat in (0, 1)]
        cookies = dict(ours.http.cookies)
    with served(tmp_path) as server, Browser(server.address) as ours:
        ours.http.cookies.update(cookies)
        after = [ours.get(f"/api/tables/{table}", seat=seat) for table in tables for seat in (0, 1)]
        for was, now in zip(before, after, strict=True):
            was["seats"] = now["seats"] = None
            assert was == now
