"""Who may come in at all: under which name we were asked, from which page, how much at once and how often. Knows no framework, no table, no rule.

A page somewhere on the internet can make a browser ask this server (by a form, a socket, or a name that it lets point at this machine), so every
request and every socket must name us by a name we answer to (`Host`), and whatever changes something must come from our own page (`Origin`).
"""

import ipaddress
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from dragonhoard.language import LANGUAGES, Words, known_language, say
from dragonhoard.server.messages import MAX_BODY, Language, Trouble, encode
from dragonhoard.server.seats import Buckets

Scope = Any  # ASGI: a dictionary of what is known of a request
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MAX_URL: Final = 2048  # bytes of path and query
MAX_HEADERS: Final = 16 * 1024  # bytes of all of a request's headers
READING: Final = ("GET", "HEAD")
SHORT_WAY: Final = "dragonhoard.short-way"  # in a socket's scope, where `listening` offers it
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


# ------------------------------------------------------------------ how much and how often
@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second after that."""

    burst: int
    each_second: float

    def buckets(self) -> Buckets:
        """Buckets that fill at this rate."""
        return Buckets(self.each_second, self.burst, time.monotonic)


@dataclass(frozen=True)
class Limits:
    """How much one browser or one address may ask for. A household stays far below; a load test brings its own."""

    requests: Rate = Rate(1000, 100)  # of one address
    changes: Rate = Rate(200, 20)  # requests that change something, of one address
    tables: Rate = Rate(40, 0.1)  # new tables of one browser
    frames: Rate = Rate(300, 40)  # of one browser, over all its sockets
    sockets: int = 32  # open at once, of one browser
    address_sockets: int = 200  # open at once, of one address
    kept_tables: int = 500  # of one browser, until it removes some from home
    newcomers: Rate = Rate(200, 0.5)  # tables that browsers of one address open which nobody has seen before


# ------------------------------------------------------------------ under which name
def host_name(header: str) -> str:
    """The name in a Host header, without its port; nothing if it is none."""
    text = header.strip().lower()
    if text.startswith("["):
        name, end, rest = text[1:].partition("]")
        return name if end and (not rest or (rest.startswith(":") and rest[1:].isdecimal())) else ""
    name, colon, port = text.partition(":")
    return name.rstrip(".") if not colon or port.isdecimal() else ""


def is_loopback(name: str) -> bool:
    """Does this name or address mean this very machine, whoever resolves it?"""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        return False


@dataclass
class Hosts:
    """The names this server answers to: this machine itself, what its host named, and the addresses it is open under."""

    named: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()

    @staticmethod
    def of(named: Iterable[str]) -> "Hosts":
        """From what stands on the command line."""
        return Hosts(frozenset(host_name(name) for name in named))

    def answers_to(self, name: str) -> bool:
        """Is this one of our names?"""
        return bool(name) and (name in self.named or name in self.shown or is_loopback(name))


# ------------------------------------------------------------------ what is read of a request
def header(scope: Scope, name: bytes) -> str | None:
    """The value of a header; None if there is none, or more than one."""
    found: list[bytes] = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else None


def language_of(scope: Scope) -> Language:
    """The language that a request asks for: `lang` behind the question mark, else what the browser says it likes best."""
    for part in scope.get("query_string", b"").decode("latin-1").split("&"):
        name, _, value = part.partition("=")
        if name == "lang" and value in LANGUAGES:
            return "de" if value == "de" else "en"
    liked = header(scope, b"accept-language") or ""
    return "de" if known_language(liked.strip()) == "de" else "en"


def address_of(scope: Scope) -> str:
    """The address of whoever asks."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def is_of_this_machine(scope: Scope) -> bool:
    """Does a browser of this very machine ask, under a name of this very machine?"""
    return is_loopback(address_of(scope)) and is_loopback(host_name(header(scope, b"host") or ""))


def cookie(scope: Scope, name: str) -> str | None:
    """The value of a cookie, the first of that name."""
    values: list[str] = [raw.decode("latin-1") for key, raw in scope["headers"] if key == b"cookie"]
    for value in values:
        for part in value.split(";"):
            key, _, text = part.strip().partition("=")
            if key == name:
                return text
    return None


def is_from_our_page(scope: Scope) -> bool:
    """Does this come from a page of ours? A program that is no browser sends neither Origin nor cookies, and is taken for itself."""
    origins = [value for key, value in scope["headers"] if key == b"origin"]
    if not origins:
        return header(scope, b"cookie") is None and not any(key == b"cookie" for key, _ in scope["headers"])
    if len(origins) > 1:
        return False
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    try:
        asked, origin = urlsplit(f"{scheme}://{header(scope, b'host') or ''}"), urlsplit(origins[0].decode("latin-1"))
        usual = 443 if scheme == "https" else 80
        same = (origin.scheme, origin.hostname, origin.port or usual) == (scheme, asked.hostname, asked.port or usual)
    except ValueError:
        return False
    return same and not origin.path and not origin.query


# ------------------------------------------------------------------ the gate itself
def trouble(code: str, language: str, where: str | None = None, **parameters: Any) -> Trouble:
    """What a refused request is told."""
    words = Words("dragonhoard.server", language)
    key = f"trouble.{code}"
    return Trouble(code, words.tell(say(key, **parameters)) if words.has(key) else "", where)


class Gate:
    """Stands before the application: refuses what must not come in, and gives every answer its headers."""

    def __init__(self, application: Application, hosts: Hosts, limits: Limits) -> None:
        self.application = application
        self.hosts = hosts
        self._requests, self._changes = limits.requests.buckets(), limits.changes.buckets()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or socket."""
        if scope["type"] == "lifespan":
            await self.application(scope, receive, send)
            return
        refused = self._refused(scope)
        if scope["type"] == "websocket":
            if refused is None:
                await self.application(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008})  # before it is accepted: the handshake is answered with 403
            return
        started = False

        async def answer(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                there = {key for key, _ in message["headers"]}
                own = [] if b"cache-control" in there else [(b"cache-control", b"no-store")]
                message["headers"] = [*message["headers"], *HEADERS, *own]
            await send(message)

        if refused is not None:
            status, told = refused
            body = encode(told)
            headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
            if status in (413, 414):
                headers.append((b"connection", b"close"))  # what else is coming is not read
            await answer({"type": "http.response.start", "status": status, "headers": headers})
            await answer({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
            return
        await self.application(scope, receive, answer)

    def _refused(self, scope: Scope) -> tuple[int, Trouble] | None:
        """Why this may not come in: a status and what is told."""
        language = language_of(scope)
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string", b"")) > MAX_URL:
            return 414, trouble("too-long", language, "url")
        name = header(scope, b"host")
        if name is None or not self.hosts.answers_to(host_name(name)):
            return 421, trouble("host", language, "host", given=(name or "")[:80])
        if not self._requests.take(address_of(scope)):
            return 429, trouble("too-much", language)
        if scope["type"] == "websocket":
            return None if is_from_our_page(scope) else (403, trouble("origin", language, "origin"))
        if scope["method"] in READING:
            return None
        if not is_from_our_page(scope):
            return 403, trouble("origin", language, "origin")
        kind = (header(scope, b"content-type") or "").partition(";")[0].strip().lower()
        if scope["method"] == "POST" and kind != "application/json":
            return 415, trouble("not-json", language, "content-type")
        size = header(scope, b"content-length") or "0"
        if not size.isdecimal() or int(size[:12]) > MAX_BODY:
            return 413, trouble("too-big", language, "content-length", most=MAX_BODY // 1024)
        if not self._changes.take(address_of(scope)):
            return 429, trouble("too-much", language)
        return None
