"""Who may come in: names, origins, bounds and rates, asked of the gate alone; and the page's files."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dragonhoard.server.client import Client
from dragonhoard.server.gate import MAX_URL, Gate, Hosts, Limits, Rate, cookie, host_name, is_from_our_page, is_loopback, language_of
from tests.server.serving import PAGE, page_folder


def scope(method: str = "GET", path: str = "/api/me", *headers: tuple[str, str], kind: str = "http", client: str = "127.0.0.1") -> dict[str, Any]:
    """A request as ASGI tells it."""
    raw, _, query = path.partition("?")
    return {
        "type": kind, "method": method, "path": raw, "raw_path": raw.encode(), "query_string": query.encode(), "client": (client, 4711),
        "scheme": "ws" if kind == "websocket" else "http", "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
    }  # fmt: skip


def asked(gate: Gate, given: dict[str, Any]) -> tuple[int, dict[str, str], str]:
    """What the gate answers: a status (101 for a socket that was let in), headers, a code."""
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    asyncio.run(gate(given, receive, send))
    if sent[0]["type"] == "websocket.close":
        return 403, {}, ""
    if sent[0]["type"] == "websocket.accept":
        return 101, {}, ""
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    body = sent[1]["body"]
    return sent[0]["status"], headers, msgspec.json.decode(body)["code"] if body else ""


async def inside(given: Any, _receive: Any, send: Any) -> None:
    """Whatever stands behind the gate."""
    if given["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def gate(**limits: Rate) -> Gate:
    return Gate(inside, Hosts.of(["games.example"]), Limits(**limits))  # type: ignore[arg-type]


HERE = ("host", "127.0.0.1:8420")
OURS = ("origin", "http://127.0.0.1:8420")
JSON = ("content-type", "application/json")


@pytest.mark.parametrize("host", [
    "127.0.0.1:8420", "127.0.0.1", "localhost:1", "LOCALHOST", "[::1]:8420", "[::1]", "127.0.0.2:80", "games.example", "Games.Example:8420",
    "localhost.",
])  # fmt: skip
def test_names_we_answer_to(host: str) -> None:
    assert asked(gate(), scope("GET", "/", ("host", host)))[0] == 200


@pytest.mark.parametrize("host", [
    "", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example:127.0.0.1", "192.168.1.7:8420", "127.0.0.1@evil.example",
    "[::1", "[::1]evil", "localhost:80:80", "localhost evil", "games.example.evil", "xgames.example", "0.0.0.0:8420", "[::]", "localhost:", "\x00",
])  # fmt: skip
def test_names_we_do_not_answer_to(host: str) -> None:
    if host == "localhost:":
        assert host_name(host) == ""
    for kind in ("http", "websocket"):
        status, _, code = asked(gate(), scope("GET", "/", ("host", host), kind=kind))
        assert (status, code) == ((421, "host") if kind == "http" else (403, ""))


def test_no_host_and_two_hosts_are_no_name() -> None:
    assert asked(gate(), scope("GET", "/"))[0] == 421
    assert asked(gate(), scope("GET", "/", HERE, HERE))[0] == 421


def test_loopback_is_what_every_resolver_takes_for_it() -> None:
    assert all(map(is_loopback, ["localhost", "127.0.0.1", "127.255.0.9", "::1"]))
    assert not any(map(is_loopback, ["", "127.1", "0.0.0.0", "localhost.localdomain", "::", "10.0.0.1", "2130706433"]))


@pytest.mark.parametrize(("origin", "host", "is_ours"), [
    ("http://127.0.0.1:8420", "127.0.0.1:8420", True),
    ("http://localhost", "localhost:80", True),
    ("http://games.example:80", "games.example", True),
    ("https://127.0.0.1:8420", "127.0.0.1:8420", False),
    ("http://127.0.0.1:8421", "127.0.0.1:8420", False),
    ("http://localhost:8420", "127.0.0.1:8420", False),
    ("http://evil.example", "127.0.0.1:8420", False),
    ("http://127.0.0.1:8420.evil.example", "127.0.0.1:8420", False),
    ("http://127.0.0.1:8420/x", "127.0.0.1:8420", False),
    ("null", "127.0.0.1:8420", False),
    ("", "127.0.0.1:8420", False),
    ("http://[::1", "127.0.0.1:8420", False),
    ("http://127.0.0.1:99999", "127.0.0.1:8420", False),
])  # fmt: skip
def test_origins(origin: str, host: str, is_ours: bool) -> None:
    given = ("host", host), ("origin", origin), JSON
    assert is_from_our_page(scope("POST", "/", *given)) == is_ours
    assert asked(gate(), scope("POST", "/", *given))[0] == (200 if is_ours else 403)
    assert asked(gate(), scope("GET", "/", *given, kind="websocket"))[0] == (101 if is_ours else 403)
    assert asked(gate(), scope("GET", "/", *given))[0] == 200, "what changes nothing may be linked to"


def test_a_program_without_cookies_needs_no_origin() -> None:
    assert asked(gate(), scope("POST", "/", HERE, JSON))[0] == 200
    assert asked(gate(), scope("POST", "/", HERE, JSON, ("cookie", "dragonhoard=x")))[0] == 403
    assert asked(gate(), scope("GET", "/", HERE, ("cookie", "dragonhoard=x"), kind="websocket"))[0] == 403
    assert asked(gate(), scope("POST", "/", HERE, JSON, OURS, OURS))[0] == 403, "two origins are none"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonx"])
def test_a_form_of_another_page_is_no_json(kind: str) -> None:
    assert asked(gate(), scope("POST", "/", HERE, OURS, ("content-type", kind)))[::2] == (415, "not-json")


def test_bounds() -> None:
    assert asked(gate(), scope("GET", "/" + "a" * MAX_URL, HERE))[::2] == (414, "too-long")
    assert asked(gate(), scope("GET", "/?" + "a" * MAX_URL, HERE))[::2] == (414, "too-long")
    for size in ("65537", "999999999999999999999999", "-1", "x", ""):
        assert asked(gate(), scope("POST", "/", HERE, OURS, JSON, ("content-length", size)))[0] in ((413, 200) if size == "" else (413,)), size
    assert asked(gate(), scope("POST", "/", HERE, OURS, JSON, ("content-length", "65536")))[0] == 200


def test_rates_are_of_one_address() -> None:
    standing = gate(requests=Rate(3, 0), changes=Rate(1, 0))
    assert [asked(standing, scope("GET", "/", HERE))[0] for _ in range(4)] == [200, 200, 200, 429]
    assert asked(standing, scope("GET", "/", HERE, kind="websocket"))[0] == 403
    assert [asked(standing, scope("POST", "/", HERE, OURS, JSON, client="10.0.0.2"))[0] for _ in range(3)] == [200, 429, 429]


def test_every_answer_has_its_headers() -> None:
    for given in (scope("GET", "/", HERE), scope("GET", "/", ("host", "evil.example"))):
        _, headers, _ = asked(gate(), given)
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "frame-ancestors 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
        assert (headers["cross-origin-opener-policy"], headers["cache-control"]) == ("same-origin", "no-store")


def test_the_language_is_asked_for_or_liked() -> None:
    assert language_of(scope("GET", "/?x=1&lang=de", ("accept-language", "en"))) == "de"
    assert language_of(scope("GET", "/", ("accept-language", "de-AT,de;q=0.9,en;q=0.5"))) == "de"
    assert language_of(scope("GET", "/?lang=fr", ("accept-language", "fr,de"))) == "en"
    assert language_of(scope("GET", "/")) == "en"


def test_cookies_are_found_among_others() -> None:
    assert cookie(scope("GET", "/", ("cookie", "a=1; dragonhoard=two=2; b"), ("cookie", "c=3")), "dragonhoard") == "two=2"
    assert cookie(scope("GET", "/", ("cookie", "a=1"), ("cookie", "c=3")), "c") == "3"
    assert cookie(scope("GET", "/", ("cookie", "xc=3;cc")), "c") is None


# ------------------------------------------------------------------ files
def test_files_of_the_page(tmp_path: Path) -> None:
    client = Client(page_folder(tmp_path / "page"))
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "page" / "link.txt").symlink_to(tmp_path / "secret.txt")
    for path in ("/", "/new", "/join", "/table/abc", "/table/abc/x", "/rules/anything", "/index.html"):
        found = client.find(path)
        assert found is not None and (found.body.decode(), found.type, found.keeping) == (PAGE, "text/html", "no-cache")
    script = client.find("/assets/index-abc123.js")
    assert script is not None and script.type == "text/javascript" and "immutable" in script.keeping
    assert script.packed is not None and gzip.decompress(script.packed) == script.body and script.packed == script.packed
    font = client.find("/assets/font-abc123.woff2")
    assert font is not None and font.packed is None and font.type == "font/woff2"
    for path in (
        "/nothing", "/.inputs", "/assets", "/assets/", "//index.html", "/../secret.txt", "/assets/../index.html", "/assets/%2e%2e/x", "/link.txt",
        "/\x00", "/a\\b", "/C:/x", "", "index.html", "/" + "a" * 5000, "/tables", "/new/", "/rules",
    ):  # fmt: skip
        assert client.find(path) is None, path


def test_a_page_built_anew_is_noticed(tmp_path: Path) -> None:
    client = Client(page_folder(tmp_path))
    first = client.find("/")
    assert first is not None and client.find("/") is first
    (tmp_path / "index.html").write_text("another")
    second = client.find("/")
    assert second is not None and second.body == b"another" and second.tag != first.tag
    assert Client(None).find("/") is None
