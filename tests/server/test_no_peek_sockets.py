"""No peeking over real sockets and HTTP: two servers hold two worlds that a seat cannot tell apart, and whatever it asks, they answer alike.

Every frame and body is compared, byte for byte, with their number and order, headers and close codes included; planted leaks must be found.
"""

import asyncio
import json
import statistics
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import msgspec
import pytest

import dragonhoard as dh
from dragonhoard.server import messages as m
from dragonhoard.server import table as tables
from dragonhoard.server.log import MemoryLog
from dragonhoard.server.seats import cookie_name, who_is
from dragonhoard.server.table import Table
from tests.server import peeking
from tests.server.peeking import KEY, Pair, logged, questions
from tests.server.serving import Browser, Line, Served, served
from tests.server.test_no_peek_tables import HIDDEN, LEAKS, pairs

PAIRS = {"dragon-master": 8, "seven-dragons": 8, "drachenwurf": 2, "dragon-inferno": 2}


def identity(seat: int | None) -> str:
    """What the cookie of a seat's browser holds."""
    return str(0 if seat is None else seat) * 43


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    """Two servers, one a world."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(peeking, "who", lambda seat: who_is(identity(seat)))
        patch.setattr(tables, "GRACE", 600.0)  # who closed a page stays present: how busy this machine is decides nothing
        folder = tmp_path_factory.mktemp("worlds")
        with served(folder / "one", log=MemoryLog()) as one, served(folder / "other", log=MemoryLog()) as other:
            yield one, other


def on(server: Served, act: Coroutine[Any, Any, Any]) -> Any:
    """Do something on the server's own loop."""
    return asyncio.run_coroutine_threadsafe(act, server.loop).result(20)


def put(server: Served, match: dh.Match, spoil: Callable[[Table], None]) -> tuple[int, int]:
    """Let the server hold this match as its one table; the numbers of its last event, and of the last that changed the match."""

    async def act() -> tuple[int, int]:
        log = server.house.log
        assert isinstance(log, MemoryLog)
        log.__dict__.update((await logged(match)).__dict__)
        server.house.tables._tables.clear()
        server.house.tables._alive.clear()  # the world before may still be held by a socket that closes
        table = await server.house.tables.table(KEY)
        spoil(table)
        return table.past.number, table.past.changed

    found: tuple[int, int] = on(server, act())
    return found


def heard(server: Served, pair: Pair, match: dh.Match, spoil: Callable[[Table], None]) -> list[str]:
    """Everything that this seat's browser is sent, in order."""
    number, changed = put(server, match, spoil)
    asked = questions(match, pair.seat, pair.tried, number, changed)
    out: list[str] = []
    with Browser(server.address) as browser:
        browser.http.cookies.set(cookie_name(False), identity(pair.seat), domain="127.0.0.1", path="/")
        for lang in asked.langs:
            with browser.socket() as line:
                for hello in asked.hellos:
                    say(line, m.Hello(hello.table, hello.seat, hello.after, lang))
                    line.until("now")
                    for message in filter(is_sayable, asked.messages):
                        say(line, message)
                        while line.hear().get("id") != message.id:  # type: ignore[union-attr]  # no Hello among them
                            pass
                say(line, m.Hello(KEY, (match.seats - 1 if pair.seat != match.seats - 1 else 0), 0, lang))
                end = line.closed()
                out += [*line.frames, str(end[1])]
            for path in ("", "/record"):
                for seat in (None, *range(0 if pair.seat is not None else 1, match.seats)):  # between two hands one's own is asked for by nobody
                    query = {"lang": lang} | ({} if seat is None else {"seat": str(seat)})
                    out += answered(browser, f"/api/tables/{KEY}{path}", query)
            out += answered(browser, "/api/tables", {"lang": lang})
    with Browser(server.address) as stranger:
        for path in ("", "/record"):
            out += answered(stranger, f"/api/tables/{KEY}{path}", {"seat": "0"})
    return out


def is_sayable(message: m.ClientMessage) -> bool:
    """Whether it keeps the bounds of a frame: some questions to a table do not."""
    try:
        return m.decode_client(m.encode(message)) == message
    except msgspec.ValidationError:
        return False


def say(line: Line, message: m.ClientMessage) -> None:
    line.say(json.loads(m.encode(message)))


def answered(browser: Browser, path: str, query: dict[str, str]) -> list[str]:
    found = browser.http.get(path, params=query)
    headers = sorted((name, value) for name, value in found.headers.items() if name != "date")
    return [str(found.status_code), str(headers), found.text]


def told_apart(worlds: tuple[Served, Served], pair: Pair, spoil: Callable[[Table], None] = lambda _: None) -> list[tuple[str, str]]:
    """What the two worlds tell differently; a count if one tells more."""
    one, other = heard(worlds[0], pair, pair.match, spoil), heard(worlds[1], pair, pair.world, spoil)
    differ = [(mine, theirs) for mine, theirs in zip(one, other, strict=False) if mine != theirs]
    return differ if len(one) == len(other) else [*differ, (str(len(one)), str(len(other)))]


@pytest.mark.parametrize("key", list(dh.GAMES))
def test_no_answer_tells_two_worlds_apart(key: str, worlds: tuple[Served, Served], record_property: Callable[[str, object], None]) -> None:
    shares = []
    for each in pairs(key, PAIRS[key], first=1000):
        differ = told_apart(worlds, each)
        assert not differ, f"{each.setting}, seat {each.seat}, ply {each.match.ply}: {differ[:2]}"
        if each.share is not None:
            shares.append(each.share)
    if key in HIDDEN:
        record_property("hidden cards that differ (median)", statistics.median(shares))
        print(f"{key}: of the cards hidden from the seat {statistics.median(shares):.2f} differ (median of {len(shares)} pairs)")
        assert statistics.median(shares) >= 0.5


@pytest.mark.parametrize("leak", ["another seat's past", "the record of all", "the length of a frame", "an explanation from the full state"])
@pytest.mark.parametrize("key", HIDDEN)
def test_a_planted_leak_is_found(key: str, leak: str, worlds: tuple[Served, Served]) -> None:
    def spoil(table: Table) -> None:
        table.past.match = LEAKS[leak](table.past.match)

    assert any(told_apart(worlds, each, spoil) for each in pairs(key, 16)), f"{leak} was not found"
