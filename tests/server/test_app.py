"""The server over real HTTP and real sockets: what comes in, what goes out, to whom, and what is refused."""

import http.client
import random
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

import dragonhoard as dh
from dragonhoard.server import listening
from dragonhoard.server.gate import Limits, Rate
from tests.server.serving import PAGE, PLENTY, UNBOUND, Browser, Line, Served, served

FIRST = next(iter(dh.GAMES))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for the tests of this module that need no special one."""
    with served(tmp_path_factory.mktemp("server"), names=["games.example"]) as found:
        yield found


def table_of_two(one: Browser, other: Browser, game: str = FIRST, **more: Any) -> str:
    """A table at which two browsers sit, one invited by the other's link."""
    table: str = one.post("/api/tables", {"game": game, "chairs": [{"kind": "person", "name": "Ann"}, {"kind": "open"}], **more})["table"]
    token = one.post(f"/api/tables/{table}/invite", {"seat": 1})["token"]
    assert other.post("/api/invitations/take", {"token": token, "name": "Ben"}) == {"table": table, "seat": 1}
    return table


def hello(table: str, seat: int | None, **more: Any) -> dict[str, Any]:
    return {"t": "hello", "table": table, "seat": seat, **more}


def newer(line: Line, changed: int) -> dict[str, Any]:
    """The first view in which the match has moved on."""
    while True:
        found = line.until("now")
        if found["changed"] > changed:
            return found


def play_on(lines: list[Line], views: list[dict[str, Any]], chance: random.Random, most: int = 10_000) -> list[dict[str, Any]]:
    """Every seat moves at random until the match is over, or so many moves were made; the last views."""
    for number in range(most):
        mover = views[0]["mover"]
        if views[0]["outcome"] is not None:
            break
        line, view = lines[mover], views[mover]
        line.say({"t": "play", "id": f"{number}-{chance.randrange(10**9)}", "after": view["changed"], "move": chance.choice(view["moves"])})
        views = [newer(each, view["changed"]) for each in lines]
        assert len({(each["number"], each["changed"], each["ply"], each["mover"]) for each in views}) == 1
    return views


# ------------------------------------------------------------------ what can be played, and who I am
def test_what_can_be_played(server: Served) -> None:
    with Browser(server.address) as browser:
        found = browser.get("/api/games", lang="de")
        assert [game["key"] for game in found["games"]] == list(dh.GAMES)
        assert [game["title"] for game in found["games"]] == [game.title("de") for game in dh.GAMES.values()]
        assert found["version"] == dh.__version__
        assert [bot["spec"] for bot in found["bots"]] == list(dh.BOTS) and all(bot["title"] for bot in found["bots"])
        assert not browser.http.cookies, "what only reads makes nobody known"


@pytest.mark.parametrize("key", dh.GAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_rules_point_by_point(server: Served, key: str, lang: str) -> None:
    with Browser(server.address) as browser:
        points = browser.get(f"/api/rules/{key}", lang=lang)["points"]
    text = dh.GAMES[key].rules(lang)
    assert [point["number"] for point in points if point["number"] and not point["heading"]] == re.findall(r"^§(\d+\.\d+)", text, re.M)
    assert [point["text"] for point in points if point["heading"]] == re.findall(r"^## (?:§\d+ )?(.+)", text, re.M)
    words = " ".join(point["text"] for point in points)
    assert "§" not in words.replace("§§", "") or all(re.match(r"\d", part) for part in words.split("§")[1:])
    assert any(point["ruling"] for point in points) and "*(" not in words


def test_a_name_of_ones_own(server: Served) -> None:
    with Browser(server.address) as browser:
        assert browser.get("/api/me") == {"name": None}
        answer = browser.http.post("/api/me", json={"name": "  Ann   Lee "})
        cookie = answer.headers["set-cookie"]
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; ")) and "Secure" not in cookie and not cookie.startswith("__Host-")
        assert browser.get("/api/me") == {"name": "Ann Lee"}
        assert "set-cookie" not in browser.http.post("/api/me", json={"name": "Ann"}).headers
        for name in (" ", "\u202e", "a" * 25, "", "a\nb\x00"):
            assert browser.http.post("/api/me", json={"name": name}).status_code == 400, name
        assert browser.get("/api/me") == {"name": "Ann"}
        table = browser.post("/api/tables", {"game": FIRST, "chairs": [{"kind": "person"}, {"kind": "open"}]})["table"]
        assert browser.get(f"/api/tables/{table}")["seats"][0]["name"] == "Ann"


def test_a_cookie_that_is_no_identity_is_none(server: Served) -> None:
    for value in ("x", "a" * 44, "ä" * 43, '"' + "a" * 43 + '"'):
        with Browser(server.address) as browser:
            answer = browser.http.post("/api/me", json={"name": "Ann"}, headers={"cookie": f"dragonhoard={value}".encode()})
            assert answer.status_code == 200 and "set-cookie" in answer.headers


def test_over_https_the_cookie_is_for_this_host_alone(tmp_path: Path) -> None:
    with served(tmp_path, is_behind_proxy=True, names=["games.example"]) as server:
        behind = {"host": "games.example", "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9", "origin": "https://games.example"}
        answer = httpx.post(server.address + "/api/me", json={"name": "Ann"}, headers=behind, trust_env=False)
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-") and {"Secure", "HttpOnly", "Path=/"} <= set(cookie.split("; ")) and "Domain" not in cookie
        wrong = {**behind, "origin": "http://games.example"}
        assert httpx.post(server.address + "/api/me", json={"name": "Ann"}, headers=wrong, trust_env=False).status_code == 403
    with served(tmp_path / "other", names=["games.example"]) as server:
        answer = httpx.post(server.address + "/api/me", json={"name": "Ann"}, headers=behind, trust_env=False)
        assert answer.status_code == 403, "nobody is believed who says what a proxy says"
    with (
        served(tmp_path / "sockets", is_behind_proxy=True, names=["games.example"]) as server,
        Browser(server.address, host="games.example") as browser,
    ):
        behind = {"x-forwarded-proto": "https", "origin": "https://games.example", "host": "games.example"}
        identity = httpx.post(server.address + "/api/me", json={"name": "Ann"}, headers=behind, trust_env=False).headers["set-cookie"].split(";")[0]
        with browser.socket(**behind, cookie=identity) as line:
            line.say(hello("a" * 12, 0))
            assert line.closed()[1] == 4404
        with pytest.raises(InvalidStatus):
            browser.socket(**{**behind, "origin": "http://games.example"}, cookie=identity)


# ------------------------------------------------------------------ the page's files
def test_the_page(server: Served) -> None:
    with Browser(server.address) as browser:
        for path in ("/", "/new", "/table/abcdefghijkl", "/join", "/rules/x"):
            answer = browser.http.get(path)
            assert (answer.status_code, answer.text, answer.headers["cache-control"]) == (200, PAGE, "no-cache")
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["content-encoding"] == "gzip"
        again = browser.http.get("/", headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        script = browser.http.get("/assets/index-abc123.js", headers={"accept-encoding": "identity"})
        assert "immutable" in script.headers["cache-control"] and "content-encoding" not in script.headers
        assert script.headers["content-type"].startswith("text/javascript")
        for path in ("/nothing", "/assets/none.js", "/.inputs", "/api/nothing", "/api", "/schema", "/assets/..%2findex.html", "/%2e%2e/x"):
            missing = browser.http.get(path)
            assert (missing.status_code, missing.json()["code"]) == (404, "not-found"), path
            shown = browser.http.get(path, headers={"accept": "text/html"})  # somebody in a browser is told by the page
            assert shown.status_code == 404 and (shown.headers["content-type"].startswith("text/html") != path.startswith("/api")), path
        seen = browser.http.head("/")
        assert (seen.status_code, seen.content, seen.headers["etag"]) == (200, b"", browser.http.get("/").headers["etag"])


# ------------------------------------------------------------------ what is no request
@pytest.mark.parametrize(("path", "body", "code"), [
    ("/api/tables", "{", "malformed"),
    ("/api/tables", "[]", "malformed"),
    ("/api/tables", "{}", "malformed"),
    ("/api/tables", '{"game": "drachenwurf"}', "malformed"),
    ("/api/tables", '{"game": "chess", "chairs": [{"kind": "person"}, {"kind": "open"}]}', "game"),
    ("/api/tables", '{"game": "drachenwurf", "chairs": [{"kind": "person"}, {"kind": "open"}], "x": 1}', "malformed"),
    ("/api/tables", '{"game": "drachenwurf", "chairs": [{"kind": "person"}, {"kind": "open"}], "options": {"egg_points": 99}}', "value"),
    ("/api/tables", '{"game": "drachenwurf", "chairs": [{"kind": "person"}, {"kind": "open"}], "options": {"seats": 3}}', "unknown"),
    ("/api/tables", '{"game": "dragon-master", "chairs": [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]}', "seats"),
    ("/api/tables", '{"game": "drachenwurf", "chairs": [{"kind": "computer", "bot": "greedy"}, {"kind": "computer"}]}', "chairs"),
    ("/api/tables", '{"game": "drachenwurf", "chairs": [{"kind": "person", "name": "\\u202e"}, {"kind": "open"}]}', "name"),
    ("/api/tables", '{"game": "drachenwurf", "chairs": [{"kind": "person"}, {"kind": "open"}], "options": {"egg_points": 1e400}}', "malformed"),
    ("/api/components", '{"game": "chess", "text": ""}', "not-found"),
    ("/api/components", '{"game": "drachenwurf", "text": ""}', "not-found"),
    ("/api/qr", '{"text": ""}', "malformed"),
    ("/api/invitations/look", "{}", "void"),
    ("/api/invitations/look", '{"token": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}', "void"),
    ("/api/invitations/take", '{"code": "no such code", "name": "Ann"}', "void"),
    ("/api/tables/nothing/withdraw", "{}", "gone"),
    ("/api/tables/nothing/invite", '{"seat": 0}', "gone"),
    ("/api/tables/nothing/seats/0/arrange", '{"chair": {"kind": "open"}}', "gone"),
    ("/api/tables/nothing/seats/9/arrange", '{"chair": {"kind": "open"}}', "malformed"),
    ("/api/tables/nothing/seats/x/arrange", '{"chair": {"kind": "open"}}', "not-found"),
    ("/api/nothing", "{}", "not-found"),
    ("/api/games", "{}", "method"),
    ("/", "{}", "method"),
])  # fmt: skip
def test_what_is_refused_says_why(server: Served, path: str, body: str, code: str) -> None:
    sentences = set()
    for lang in ("en", "de"):
        with Browser(server.address, language=lang) as browser:
            answer = browser.http.post(path, content=body, headers={"content-type": "application/json"})
        told = answer.json()
        assert told["code"] == code, told
        assert 400 <= answer.status_code < 500 and told["sentence"] and set(told) == {"code", "sentence", "where"}
        sentences.add(told["sentence"])
    assert len(sentences) == 2


def test_a_body_has_bounds(server: Served) -> None:
    with Browser(server.address) as browser:
        big = b'{"game": "dragon-inferno", "text": "' + b"a" * 70_000 + b'"}'
        answer = browser.http.post("/api/components", content=big, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (413, "too-big")

        def pieces() -> Iterator[bytes]:
            for at in range(0, len(big), 1000):
                yield big[at : at + 1000]

        answer = browser.http.post("/api/components", content=pieces(), headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (413, "too-big"), "also when nobody says beforehand how much is coming"


def test_a_head_has_bounds(server: Served) -> None:
    for head in (
        b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: " + b"a" * 300_000,
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 60_000,
        b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ):  # fmt: skip
        name, port = server.netloc.split(":")
        connection = http.client.HTTPConnection(name, int(port), timeout=10)
        connection.connect()
        try:
            connection.sock.sendall(head)
            answer = connection.sock.recv(1000)
        except (ConnectionResetError, BrokenPipeError):
            answer = b""
        finally:
            connection.close()
        assert answer == b"" or re.match(rb"HTTP/1.1 (400|414|421)", answer), (head[:30], answer)


# ------------------------------------------------------------------ other pages, other names
def test_rebinding_and_other_pages_are_refused(server: Served) -> None:
    with (
        Browser(server.address) as ours,
        Browser(server.address, host="evil.example") as evil,
        Browser(server.address, host="games.example") as named,
    ):
        ours.post("/api/me", {"name": "Ann"})
        assert evil.http.get("/").status_code == 421 and evil.http.get("/api/games").json()["code"] == "host"
        assert evil.http.post("/api/me", json={"name": "x"}).status_code == 421
        named.post("/api/me", {"name": "Ben"})
        for origin in ("http://evil.example", "null", server.address.replace("http", "https"), "http://localhost:1"):
            assert ours.http.post("/api/me", json={"name": "x"}, headers={"origin": origin}).json()["code"] == "origin"
            with pytest.raises(InvalidStatus) as refused:
                ours.socket(origin=origin)
            assert refused.value.response.status_code == 403
        with pytest.raises(InvalidStatus):
            ours.socket(host="evil.example")
        for kind in ("text/plain", "application/x-www-form-urlencoded"):
            answer = ours.http.post("/api/me", content=b'{"name": "x"}', headers={"content-type": kind})
            assert answer.json()["code"] == "not-json"
        assert ours.get("/api/me") == {"name": "Ann"}


# ------------------------------------------------------------------ invitations
def test_an_invitation_is_looked_at_without_being_used(server: Served) -> None:
    with Browser(server.address) as ann, Browser(server.address) as ben, Browser(server.address) as eve:
        table = ann.post("/api/tables", {"game": FIRST, "chairs": [{"kind": "person", "name": "Ann"}, {"kind": "open"}]})["table"]
        token = ann.post(f"/api/tables/{table}/invite", {"seat": 1})["token"]
        for _ in range(3):
            found = ben.post("/api/invitations/look", {"token": token})
            assert (found["table"], found["seat"], found["open"], found["mine"]) == (table, 1, True, False)
            assert not ben.http.cookies
        assert eve.http.get(f"/api/tables/{table}").json()["code"] == "no-seat", "an address opens nothing"
        assert ben.post("/api/invitations/take", {"token": token, "name": "Ben"})["seat"] == 1
        assert ben.post("/api/invitations/take", {"token": token, "name": "Ben"})["seat"] == 1, "twice is once"
        told = eve.post("/api/invitations/take", {"token": token, "name": "Eve"}, status=409)
        assert told["code"] == "taken" and "Ben" in told["sentence"]
        used = eve.post("/api/invitations/look", {"token": token})
        assert (used["open"], used["seats"][1]["name"]) == (False, "Ben")
        assert ben.post("/api/invitations/look", {"token": token})["mine"]


def test_a_spoken_code(server: Served) -> None:
    with Browser(server.address, language="de") as ann, Browser(server.address) as ben:
        table = ann.post("/api/tables", {"game": FIRST, "chairs": [{"kind": "person", "name": "Ann"}, {"kind": "open"}]})["table"]
        found = ann.post(f"/api/tables/{table}/invite", {"seat": 1, "spoken": True})
        assert found["token"] is None and found["minutes"] == 60
        code = found["code"].upper().replace("-", " ")
        assert ben.post("/api/invitations/look", {"code": code})["table"] == table
        assert ben.post("/api/invitations/take", {"code": code, "name": "Ben"})["seat"] == 1


def test_a_person_is_called_otherwise(server: Served) -> None:
    with Browser(server.address) as ann, Browser(server.address) as ben:
        chairs = [{"kind": "person", "name": "Ann"}, {"kind": "computer", "bot": "random"}]
        table = ann.post("/api/tables", {"game": "dragon-inferno", "chairs": chairs})["table"]
        before = ann.get(f"/api/tables/{table}?seat=0")
        assert ann.post(f"/api/tables/{table}/seats/0/rename", {"name": "Anna"}) == {"table": table, "seat": 0}
        after = ann.get(f"/api/tables/{table}?seat=0")
        assert after["seats"][0]["name"] == "Anna" and after["number"] > before["number"]
        assert ann.post(f"/api/tables/{table}/seats/1/rename", {"name": "Robot"}, status=403)["code"] == "no-seat"
        assert ben.post(f"/api/tables/{table}/seats/0/rename", {"name": "Ben"}, status=403)["code"] == "no-seat"
        assert ann.post(f"/api/tables/{table}/seats/0/rename", {"name": ""}, status=400)["code"] == "malformed"


def test_a_table_before_play_begins(server: Served) -> None:
    with Browser(server.address) as ann, Browser(server.address) as ben:
        chairs = [{"kind": "person", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]
        table = ann.post("/api/tables", {"game": "drachenwurf", "chairs": chairs})["table"]
        token = ann.post(f"/api/tables/{table}/invite", {"seat": 2})["token"]
        assert ann.get(f"/api/tables/{table}")["phase"] == "waiting"
        assert ben.post(f"/api/tables/{table}/withdraw", status=403)["code"] == "not-opener"
        assert ben.post(f"/api/tables/{table}/invite", {"seat": 1}, status=403)["code"] == "not-opener"
        for spec in ("exec:rm -rf", "python:os", "greedy:depth=9", "nobody"):
            told = ann.post(f"/api/tables/{table}/seats/1/arrange", {"chair": {"kind": "computer", "bot": spec}}, status=400)
            assert told["code"] == "bot", spec
            chosen = [{"kind": "person"}, {"kind": "computer", "bot": spec}]
            assert ann.post("/api/tables", {"game": "drachenwurf", "chairs": chosen}, status=400)["code"] == "bot"
        ann.post(f"/api/tables/{table}/seats/1/arrange", {"chair": {"kind": "computer", "bot": "random"}})
        ann.post(f"/api/tables/{table}/seats/1/arrange", {"chair": {"kind": "open"}})
        assert ann.post(f"/api/tables/{table}/seats/5/arrange", {"chair": {"kind": "open"}}, status=403)["code"] == "no-seat"
        with ann.socket() as line:
            line.say(hello(table, 0))
            assert line.until("now")["phase"] == "waiting"
            ann.post(f"/api/tables/{table}/withdraw")
            assert line.until("now")["phase"] == "withdrawn"
        assert ben.post("/api/invitations/take", {"token": token, "name": "Ben"}, status=409)["code"] == "withdrawn"
        assert [one["table"] for one in ann.get("/api/tables")["tables"]] == [table]
        ann.post(f"/api/tables/{table}/remove")
        assert ann.get("/api/tables") == {"tables": []}


# ------------------------------------------------------------------ playing
@pytest.mark.parametrize("game", dh.GAMES)
def test_whole_matches_by_link(server: Served, game: str) -> None:
    chance = random.Random(game)
    with Browser(server.address) as ann, Browser(server.address) as ben:
        table = table_of_two(ann, ben, game)
        with ann.socket() as one, ben.socket() as other:
            one.say(hello(table, 0))
            other.say(hello(table, 1, lang="de"))
            views = play_on([one, other], [one.until("now"), other.until("now")], chance)
            assert views[0]["outcome"]["winners"] == views[1]["outcome"]["winners"] and views[0]["phase"] == "over"
        record = ann.http.get(f"/api/tables/{table}/record")
        assert (
            record.headers["content-type"] == "text/plain; charset=utf-8" and f"dragonhoard-{table}.record" in record.headers["content-disposition"]
        )
        match = dh.read_record(record.text)
        assert match.known_to == dh.ALL and match.outcome is not None and list(match.outcome.winners) == views[0]["outcome"]["winners"]
        assert record.text == ben.http.get(f"/api/tables/{table}/record", params={"seat": 1}).text
        home = ben.get("/api/tables")["tables"][0]
        assert (home["table"], home["phase"], home["outcome"]) == (table, "over", list(match.outcome.winners))


@pytest.mark.parametrize("game", dh.GAMES)
def test_whole_matches_against_computers(server: Served, game: str) -> None:
    """One person at random against as many computers as fit, who answer by themselves."""
    chance = random.Random(game)
    chairs = [{"kind": "person", "name": "Ann"}] + [{"kind": "computer", "bot": "greedy"}] * (min(2, dh.GAMES[game].seats[-1] - 1))
    with Browser(server.address) as ann:
        table = ann.post("/api/tables", {"game": game, "chairs": chairs})["table"]
        with ann.socket() as line:
            line.say(hello(table, 0))
            view, number = line.until("now"), 0
            while view["outcome"] is None:
                if view["moves"]:
                    number += 1
                    line.say({"t": "play", "id": f"m{number}", "after": view["changed"], "move": chance.choice(view["moves"])})
                view = newer(line, view["changed"])
        assert number and dh.read_record(ann.http.get(f"/api/tables/{table}/record").text).outcome is not None


def test_before_the_end_a_record_is_what_a_seat_knows(server: Served) -> None:
    with Browser(server.address) as ann, Browser(server.address) as ben:
        table = table_of_two(ann, ben)
        text = ann.http.get(f"/api/tables/{table}/record", params={"seat": 0}).text
        assert dh.read_record(text).known_to == 0 and "deal ?" in text
        assert ann.http.get(f"/api/tables/{table}/record", params={"seat": 1}).json()["code"] == "no-seat"
        assert dh.read_record(ann.http.get(f"/api/tables/{table}/record").text).known_to is None
        assert ben.http.get(f"/api/tables/{table}", params={"seat": 0}).json()["code"] == "no-seat"
        assert ben.http.get(f"/api/tables/{table}", params={"seat": 9}).status_code == 400


def test_stale_repeated_and_foreign_moves(server: Served) -> None:
    with Browser(server.address) as ann, Browser(server.address) as ben:
        table = table_of_two(ann, ben)
        with ann.socket() as one, ben.socket() as other:
            one.say(hello(table, 0))
            other.say(hello(table, 1))
            views = [one.until("now"), other.until("now")]
            mover = views[0]["mover"]
            line, idle, view = (one, other, views[0]) if mover == 0 else (other, one, views[1])
            move = {"t": "play", "id": "first", "after": view["changed"], "move": view["moves"][0]}
            idle.say({**move, "id": "theirs"})
            assert idle.until("refused", id="theirs")["code"]
            line.say({**move, "id": "early", "after": view["changed"] - 1})
            kinds = [line.hear(), line.hear()]
            while kinds[-1].get("id") != "early":
                kinds.append(line.hear())
            assert [kinds[-2]["t"], kinds[-1]["code"]] == ["now", "stale"], "the fresh view comes right before"
            line.say(move)
            done = line.until("done", id="first")
            line.say(move)
            assert line.until("done", id="first") == done, "equal ids, equal answers"
            line.say({**move, "id": "late"})
            assert line.until("refused", id="late")["code"] == "stale"


def test_looking_and_recalling(server: Served) -> None:
    with Browser(server.address) as ann, Browser(server.address) as ben:
        table = table_of_two(ann, ben)
        with ann.socket() as one, ben.socket() as other:
            one.say(hello(table, 0))
            other.say(hello(table, 1))
            views = [one.until("now"), other.until("now")]
            line, view = (one, views[0]) if views[0]["mover"] == 0 else (other, views[1])
            line.say({"t": "look", "id": "look", "after": view["changed"], "moves": [view["moves"][0], "no move", "0 5,5"]})
            answers = line.until("looked", id="look")["answers"]
            assert [answer["legal"] for answer in answers] == [True, False, False]
            assert all(answer["sentence"] for answer in answers) and answers[2]["section"]
            line.say({"t": "recall", "id": "recall", "first": 0, "last": 3})
            assert [told["ply"] for told in line.until("recalled", id="recall")["told"]] == [0, 1, 2]
            line.say({"t": "look", "id": "many", "after": view["changed"], "moves": ["x"] * 9})
            assert line.closed() == (
                [{"t": "closed", "code": "bad-frame", "sentence": "The server does not understand what this page says. Load it again."}],
                4400,
            )


def test_a_page_that_comes_back_is_told_what_happened(server: Served) -> None:
    chance = random.Random(5)
    with Browser(server.address) as ann, Browser(server.address) as ben:
        table = table_of_two(ann, ben)
        with ann.socket() as one, ben.socket() as other:
            one.say(hello(table, 0))
            other.say(hello(table, 1))
            views = [one.until("now"), other.until("now")]
            views = play_on([one, other], views, chance, most=2)
        left = views[0]
        with ben.socket() as other:
            other.say(hello(table, 1, after=left["number"]))
            view = other.until("now")
            assert view["back"] == 0
            if view["mover"] == 1:
                other.say({"t": "play", "id": "away", "after": view["changed"], "move": view["moves"][0]})
                newer(other, view["changed"])
                with ann.socket() as one:
                    one.say(hello(table, 0, after=left["number"]))
                    back = one.until("now")
                    assert back["back"] == 1 and back["told_from"] <= left["ply"] and [told["ply"] for told in back["told"]][-1] == back["ply"] - 1


# ------------------------------------------------------------------ one screen, several seats
def test_a_socket_carries_one_seats_knowledge_at_a_time(server: Served) -> None:
    """On one screen the next seat's hand is sent only once the hand-over is pressed; on the sheet between, nobody's."""
    with Browser(server.address) as screen:
        table = screen.post("/api/tables", {"game": FIRST, "chairs": [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]})["table"]
        with screen.socket() as line:
            line.say(hello(table, 0))
            view = line.until("now")
            assert view["mine"] == [0, 1] and view["seat"] == 0
            for _ in range(6):
                seat = view["mover"]
                line.say(hello(table, None))
                between = line.until("now", seat=None)
                assert between["moves"] == []
                line.say(hello(table, seat))
                view = line.until("now", seat=seat)
                own = view
                line.say({"t": "play", "id": f"m{view['number']}", "after": view["changed"], "move": view["moves"][0]})
                view = newer(line, view["changed"])
                assert view["seat"] == own["seat"] and view["moves"] == []
            heard = [frame for frame in line.frames if '"t":"now"' in frame]
            assert any('"seat":null' in frame for frame in heard)


def test_a_socket_without_a_seat_is_told_nothing(server: Served) -> None:
    with Browser(server.address) as ann, Browser(server.address) as ben, Browser(server.address) as eve:
        table = table_of_two(ann, ben)
        eve.post("/api/me", {"name": "Eve"})
        for who, seat in ((eve, 0), (eve, 1), (eve, None), (ann, 1), (ben, 0), (Browser(server.address), 0)):
            with who.socket() as line:
                line.say(hello(table, seat))
                told, code = line.closed()
                assert ([one["t"] for one in told], told[0]["code"], code) == (["closed"], "no-seat", 4403)
        with ann.socket() as line:
            line.say(hello("a" * 12, 0, lang="de"))
            told, code = line.closed()
            assert (told[0]["code"], told[0]["sentence"], code) == ("gone", "Diesen Tisch gibt es nicht.", 4404)
        with ann.socket() as line:
            line.say(hello(table, 0))
            line.until("now")
            line.say(hello(table, 1))
            told, code = line.closed()
            assert told[-1]["code"] == "no-seat" and code == 4403 and len([one for one in told if one["t"] == "now"]) == 0
        for way in ("leaves", "is asked to"):
            third = ann.post("/api/tables", {"game": "seven-dragons", "chairs": [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]})["table"]
            ben.post("/api/invitations/take", {"name": "Ben", "token": ann.post(f"/api/tables/{third}/invite", {"seat": 1})["token"]})
            with ben.socket() as line:
                line.say(hello(third, 1))
                line.until("now")
                if way == "leaves":
                    line.say({"t": "leave", "id": "bye"})
                else:
                    ann.post(f"/api/tables/{third}/seats/1/arrange", {"chair": {"kind": "open"}})
                told, code = line.closed()
                assert (told[-1]["code"], code) == ("no-seat", 4403), way


@pytest.mark.parametrize("frame", [
    "", "{", "[]", "null", '{"t":"none"}', '{"t":"hello"}', '{"t":"hello","table":"x","seat":0}', '{"t":"play","id":"a","after":0,"move":"x"}',
    '{"t":"hello","table":"aaaaaaaaaaaa","seat":0,"x":1}', '{"t":"hello","table":"aaaaaaaaaaaa","seat":6}', "[" * 8000,
    '{"t":"hello","table":"aaaaaaaaaaaa","seat":0,"after":99999999999999999999}', b"\x00\xff", b"",
])  # fmt: skip
def test_frames_that_say_nothing(server: Served, frame: str | bytes) -> None:
    with Browser(server.address) as browser, browser.socket() as line:
        line.connection.send(frame)
        told, code = line.closed()
        assert (told[-1]["code"], code) == ("bad-frame", 4400)


def test_a_frame_has_bounds(server: Served) -> None:
    with Browser(server.address) as browser, browser.socket() as line:
        line.connection.send(b"{" + b" " * 8192 + b"}")
        assert line.closed()[1] == 1009


# ------------------------------------------------------------------ how much, how often
def test_limits_are_told(tmp_path: Path) -> None:
    limits = Limits(PLENTY, PLENTY, Rate(3, 0), Rate(5, 0), 2, 3, 100, Rate(2, 0))
    with served(tmp_path, limits=limits) as server, Browser(server.address) as browser:
        chairs = {"game": FIRST, "chairs": [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]}
        tables = [browser.post("/api/tables", chairs)["table"]]
        while True:
            answer = browser.http.post("/api/tables", json=chairs)
            if answer.status_code != 201:
                break
            tables.append(answer.json()["table"])
        assert (answer.status_code, answer.json()["code"]) == (429, "too-much") and answer.json()["sentence"] and len(tables) == 4
        with Browser(server.address) as second, Browser(server.address) as third:
            second.post("/api/tables", chairs)
            assert third.post("/api/tables", chairs, status=429)["code"] == "too-much", "a browser that nobody knows is one of many"
        with browser.socket() as one, browser.socket() as two, browser.socket() as three:
            one.say(hello(tables[0], 0))
            assert one.until("now")
            assert three.closed()[1] == 4429
            two.say(hello(tables[0], 0))
            for number in range(5):
                two.say({"t": "recall", "id": f"r{number}", "first": 0, "last": 1})
            told, code = two.closed()
            assert (told[-1]["code"], code) == ("too-much", 4429)
            one.say({"t": "recall", "id": "r", "first": 0, "last": 1})
            assert one.closed()[1] == 4429, "all sockets of a browser count together"
    with served(tmp_path / "kept", limits=Limits(PLENTY, PLENTY, PLENTY, PLENTY, 9, 9, 1)) as server, Browser(server.address) as browser:
        browser.post("/api/tables", chairs)
        assert browser.post("/api/tables", chairs, status=409)["code"] == "tables"


def test_a_household_stays_below_the_limits() -> None:
    usual = Limits()
    assert usual.requests.burst >= 200 and usual.frames.burst >= 100 and usual.sockets >= 12


# ------------------------------------------------------------------ restart
def test_everything_is_there_after_a_restart(tmp_path: Path, database: str) -> None:
    chance = random.Random(1)
    with served(tmp_path, database=database) as server, Browser(server.address) as ann, Browser(server.address) as ben:
        table = table_of_two(ann, ben)
        waiting = ann.post("/api/tables", {"game": FIRST, "chairs": [{"kind": "person", "name": "Ann"}, {"kind": "open"}]})["table"]
        token = ann.post(f"/api/tables/{waiting}/invite", {"seat": 1})["token"]
        code = ann.post(f"/api/tables/{waiting}/invite", {"seat": 1, "spoken": True})["code"]
        with ann.socket() as one, ben.socket() as other:
            one.say(hello(table, 0))
            other.say(hello(table, 1))
            before = play_on([one, other], [one.until("now"), other.until("now")], chance, most=5)
        cookies = [dict(ann.http.cookies), dict(ben.http.cookies)]
        home = ann.get("/api/tables")["tables"]
    with (
        served(tmp_path, database=database) as server,
        Browser(server.address) as ann,
        Browser(server.address) as ben,
        Browser(server.address) as eve,
    ):
        ann.http.cookies.update(cookies[0])
        ben.http.cookies.update(cookies[1])
        assert [one["table"] for one in ann.get("/api/tables")["tables"]] == [one["table"] for one in home]
        with ann.socket() as one, ben.socket() as other:
            one.say(hello(table, 0, after=before[0]["number"]))
            other.say(hello(table, 1, after=before[1]["number"]))
            after = [one.until("now"), other.until("now")]
            for was, now in zip(before, after, strict=True):
                kept = ("number", "changed", "ply", "view", "moves", "spots", "mover", "options", "undo")
                assert {name: was[name] for name in kept} == {name: now[name] for name in kept} and now["back"] == 0
            assert play_on([one, other], after, chance)[0]["phase"] == "over"
        assert eve.post("/api/invitations/look", {"token": token})["open"]
        assert eve.post("/api/invitations/take", {"code": code, "name": "Eve"})["table"] == waiting


# ------------------------------------------------------------------ small things
def test_component_sets(server: Served) -> None:
    with Browser(server.address) as browser:
        key = next(key for key, game in dh.GAMES.items() if any(option.kind == "text" for option in game.options))
        found = browser.post("/api/components", {"game": key, "text": "house", "lang": "de"})
        assert found["pieces"] and found["canonical"] == "house" and found["line"] is None
        wrong = browser.post("/api/components", {"game": key, "text": "tiles\nI C . H\n", "lang": "de"})
        assert wrong["pieces"] is None and isinstance(wrong["line"], int) and wrong["sentence"].startswith("Zeile")


def test_a_link_as_qr_code(server: Served) -> None:
    with Browser(server.address) as browser:
        found = browser.post("/api/qr", {"text": "http://192.168.1.7:8420/join#" + "a" * 43})
    dark = {(int(x) + step, int(y)) for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", found["path"]) for step in range(int(width))}
    size = found["size"]
    assert size % 4 == 1 and 21 <= size <= 61
    for x, y in ((0, 0), (size - 7, 0), (0, size - 7)):  # the three squares by which a camera finds it
        assert all(((x + dx, y + dy) in dark) == (max(abs(dx - 3), abs(dy - 3)) != 2) for dx in range(7) for dy in range(7))


def test_tokens_are_in_no_address(server: Served) -> None:
    """Whatever opens something travels in bodies, never in an address that a log or a Referer could keep."""
    with Browser(server.address) as browser:
        paths = browser.get("/api/openapi.json")["paths"]
        names = {one["name"] for path in paths.values() for operation in path.values() for one in operation.get("parameters", ())}
    assert names == {"lang", "seat", "table", "game"}


def test_many_come_and_go(server: Served) -> None:
    with Browser(server.address) as browser:
        table = browser.post("/api/tables", {"game": FIRST, "chairs": [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]})[
            "table"
        ]
        for number in range(40):
            with browser.socket() as line:
                line.say(hello(table, number % 2))
                if number % 3:
                    line.until("now")
        end = time.monotonic() + 5
        while server.house.sockets and time.monotonic() < end:
            time.sleep(0.02)
        assert not server.house.sockets, "who is gone is not counted"


def test_unbound_is_unbound() -> None:
    assert UNBOUND.sockets > 1000


def test_who_does_not_come_to_the_point_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "_PATIENCE", 0.5)
    heads = (
        b"",
        b"GET / HTTP/1.1\r\nHost: loc",
        b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{",
    )
    with served(tmp_path) as server, Browser(server.address) as browser:
        browser.post("/api/me", {"name": "Ann"})
        table = browser.post("/api/tables", {"game": FIRST, "chairs": [{"kind": "person", "name": "Ann"}, {"kind": "open"}]})["table"]
        with browser.socket() as line:
            line.say(hello(table, 0))
            line.until("now")
            name, port = server.netloc.split(":")
            slow = [socket.create_connection((name, int(port)), timeout=10) for _ in heads]
            for each, head in zip(slow, heads, strict=True):
                each.sendall(head)
            for each in slow:
                assert each.recv(1000) == b"", "it hangs up"
                each.close()
            time.sleep(0.3)
            browser.get("/api/me")
            line.say({"t": "recall", "id": "here", "first": 0, "last": 1})
            assert line.until("refused", id="here"), "a socket may be silent for as long as it likes"
