"""Where the server runs: its data folder and the lock in it, ports, this machine's addresses, listeners, and how it ends. Knows no table and no game.

One process serves one data folder: whoever starts a second one is led to the first. Nothing here sends anything off this machine; its own
addresses are read from the system, not asked for.
"""

import contextlib
import errno
import ipaddress
import json
import os
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from dragonhoard.server.gate import Hosts, host_name, is_loopback

if TYPE_CHECKING:
    from dragonhoard.server.log import Log

PORT: Final = 8420
PORTS_TRIED: Final = 50  # other programs may sit on as many before any free port is taken
DATABASE: Final = "tables.db"
_LOCK: Final = "server.lock"
_RUNNING: Final = "server.json"
_WAIT: Final = 5.0  # seconds that a server which is just starting has to answer


class HostingTrouble(Exception):
    """It cannot be served like this: `code` is a key `serve.CODE` of the command's catalogue, `parameters` fill it."""

    def __init__(self, code: str, **parameters: Any) -> None:
        super().__init__(code, parameters)
        self.code = code
        self.parameters = parameters


# ------------------------------------------------------------------ the data folder
def user_folder() -> Path:
    """Where programs of this user keep their data."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "dragonhoard"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "dragonhoard"
    chosen = os.environ.get("XDG_DATA_HOME", "")
    return (Path(chosen) if chosen.startswith("/") else Path.home() / ".local" / "share") / "dragonhoard"  # the standard has relative ones ignored


def data_folder(given: str | None) -> Path:
    """The folder that was asked for, by --data or DRAGONHOARD_DATA, or the user's own; made if it is not there, for this user alone."""
    wanted = given or os.environ.get("DRAGONHOARD_DATA") or ""
    try:
        folder = (Path(wanted).expanduser() if wanted else user_folder()).absolute()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except (OSError, ValueError, RuntimeError) as fault:
        raise HostingTrouble("data", folder=wanted or str(user_folder()), why=getattr(fault, "strerror", None) or type(fault).__name__) from None
    return folder


class Lock:
    """One process a data folder. The system lets go of it when we die, however that happens; beside it stands where we answer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: IO[bytes] | None = None

    def take(self) -> bool:
        """Is the folder ours from now on?"""
        file = (self._folder / _LOCK).open("ab")
        try:
            _lock_file(file)
        except OSError:
            file.close()
            return False
        self._file = file
        return True

    def tell(self, address: str) -> None:
        """Write down where we answer, for whoever starts a second one."""
        text = json.dumps({"address": address, "process": os.getpid()})
        part = self._folder / f"{_RUNNING}.part"
        part.write_text(text, encoding="utf-8")
        part.replace(self._folder / _RUNNING)

    def told(self) -> str | None:
        """Where the one that holds the folder answers, if it wrote that down."""
        try:
            found = json.loads((self._folder / _RUNNING).read_text(encoding="utf-8"))
            return str(found["address"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def free(self) -> None:
        """Let go of the folder."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                (self._folder / _RUNNING).unlink(missing_ok=True)
            self._file.close()
            self._file = None


if os.name == "nt":  # pragma: no cover

    def _lock_file(file: IO[bytes]) -> None:
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:

    def _lock_file(file: IO[bytes]) -> None:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def running(lock: Lock, answers: Callable[[str], bool] | None = None, seconds: float = _WAIT) -> str | None:
    """The address of the server that holds the folder, as soon as it answers; None if the folder is ours after all.

    Raises HostingTrouble if somebody holds it who does not answer.
    """
    answers = answers or is_ours
    until = time.monotonic() + seconds
    while True:
        if lock.take():
            return None
        address = lock.told()
        if address is not None and answers(address):
            return address
        if time.monotonic() > until:
            raise HostingTrouble("held", address=address or "?")
        time.sleep(0.05)


def is_ours(address: str) -> bool:
    """Does a server of ours answer there? Asked of this machine only."""
    from http.client import HTTPConnection, HTTPException
    from urllib.parse import urlsplit

    parts = urlsplit(address)
    connection = HTTPConnection(parts.hostname or "", parts.port or 80, timeout=1)
    try:
        connection.request("GET", "/api/network")
        answer = connection.getresponse()
        return answer.status == 200 and "may_open" in json.loads(answer.read(10_000))
    except (OSError, HTTPException, ValueError, TypeError):
        return False
    finally:
        connection.close()


def database_url(given: str | None, folder: Path) -> str:
    """The database: SQLite in the data folder, or what was asked for. Raises HostingTrouble for what is none."""
    if not given:
        return "sqlite:///" + (folder / DATABASE).as_posix()
    scheme, colon, rest = given.partition("://")
    if colon and (scheme in ("postgresql", "postgres") or scheme.startswith("postgresql+")):
        return given
    if colon and scheme == "sqlite" and rest.startswith("/") and rest.strip("/"):
        return given
    raise HostingTrouble("database-url", given=without_password(given)[:80])


def without_password(url: str) -> str:
    """A URL as it may be shown."""
    scheme, colon, rest = url.partition("://")
    before, at, after = rest.rpartition("@")
    return f"{scheme}{colon}{before.partition(':')[0]}{at}{after}" if at else url


def database_shown(url: str) -> str:
    """Where tables are kept, for people: a path, or a URL without its password."""
    return url.removeprefix("sqlite:///") if url.startswith("sqlite:///") else without_password(url)


# ------------------------------------------------------------------ ports and addresses
def bound(host: str, port: int) -> socket.socket:
    """A socket on the port, or on the next one that is free. Raises HostingTrouble."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (OSError, UnicodeError, OverflowError):
        raise HostingTrouble("host", host=host[:80]) from None
    tried = [0] if port == 0 else [*range(port, min(port + PORTS_TRIED, 65536)), 0]
    fault: OSError | None = None
    for number in tried:
        try:
            return _bound(family, kind, protocol, (where[0], number, *where[2:]))
        except OSError as error:
            fault = error
            if error.errno == errno.EADDRNOTAVAIL:
                raise HostingTrouble("host", host=host[:80]) from None
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):  # a port that this user may not have is no reason to stop either
                break
    raise HostingTrouble("port", port=port, why=fault.strerror if fault is not None else "")


def _bound(family: int, kind: int, protocol: int, where: Any) -> socket.socket:
    made = socket.socket(family, kind, protocol)
    try:
        if os.name == "nt":  # pragma: no cover
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a restart need not wait for the last one's connections
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(where)
        made.listen(128)  # from here on nobody else can have it
        made.setblocking(False)
    except BaseException:
        made.close()
        raise
    return made


def is_name(text: str) -> bool:
    """Could a browser ask for this name? With or without a port, but without scheme and path."""
    name = host_name(text)
    return len(name) <= 253 and bool(re.fullmatch(r"[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?|[0-9a-f:.]+", name))


def is_everywhere(host: str) -> bool:
    """Does this address mean all of this machine's?"""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return host == ""


def address_text(host: str, port: int, scheme: str = "http") -> str:
    """An address as a browser takes it."""
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def _routed_addresses() -> list[str]:
    """Under which addresses this machine would speak to its networks: asked of the routing table alone, for no datagram is ever sent."""
    found = []
    for far in ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254"):
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            asked.connect((far, 9))
            found.append(str(asked.getsockname()[0]))
    return found


def _interface_addresses() -> list[str]:
    """The addresses of all network interfaces, where the system lists them for Python."""
    if not sys.platform.startswith("linux"):
        return []
    import fcntl

    found = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            if name.startswith(("docker", "br-", "veth", "virbr")):  # bridges inside this machine lead no friend to it
                continue
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(asked.fileno(), 0x8915, name.encode()[:15].ljust(256, b"\0"))  # SIOCGIFADDR
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def network_addresses(sources: Sequence[Callable[[], list[str]]] = (_routed_addresses, _interface_addresses)) -> list[str]:
    """This machine's own addresses in its networks, the likeliest first; never loopback, never one that leads nowhere."""
    found: dict[str, None] = {}
    for source in sources:
        for text in source():
            address = ipaddress.ip_address(text)
            if not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast):
                found[text] = None
    return list(found)


def bound_everywhere(addresses: Iterable[str], port: int) -> dict[str, socket.socket]:
    """The port on each address that lets us have it. Not one socket for all: beside the one on loopback that port is not free for it."""
    found = {}
    for address in addresses:
        with contextlib.suppress(OSError):
            found[address] = _bound(socket.AF_INET, socket.SOCK_STREAM, 0, (address, port))
    return found


def has_display() -> bool:
    """Is there a screen on which a browser could open?"""
    if sys.platform == "darwin" or os.name == "nt":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# ------------------------------------------------------------------ one run
@dataclass(frozen=True)
class Wanted:
    """What the host asked for."""

    host: str = "127.0.0.1"
    port: int = PORT
    data: str | None = None
    database: str | None = None
    names: tuple[str, ...] = ()  # further names to answer to
    bots: tuple[str, ...] = ()  # further computer players
    is_behind_proxy: bool = False


@dataclass(frozen=True)
class Found:
    """A server that serves this data already."""

    address: str


class Listeners:
    """Where a run listens: first where it was asked to, then, once somebody at this machine says so, in its networks."""

    def __init__(self, host: str, port: int, addresses: Callable[[], list[str]] = network_addresses) -> None:
        self._addresses = addresses
        self._host, self._port = host, port
        self._opened: list[str] = []
        self.listen: Callable[[socket.socket], Awaitable[None]] | None = None
        self.hosts: Hosts | None = None
        self.is_open = is_everywhere(host) or not is_loopback(host)

    def addresses(self) -> list[str]:
        """What a friend in the same network would type; until it is open, what that will be."""
        if self._opened:
            found = self._opened
        elif self.is_open and not is_everywhere(self._host):
            found = [self._host]
        else:
            found = self._addresses()
        return [address_text(address, self._port) for address in found]

    async def open(self) -> None:
        """Listen in the networks, too; asking again changes nothing."""
        if self.is_open or self.listen is None:
            return
        made = bound_everywhere(self._addresses(), self._port)
        for address, sock in made.items():
            await self.listen(sock)
            self._opened.append(address)
        self.is_open = bool(made)
        self.answer_to()

    def answer_to(self) -> None:
        """The names of the networks are names of ours from now on."""
        if self.hosts is not None and self.is_open:
            self.hosts.shown = frozenset(host_name(address.partition("://")[2]) for address in self.addresses())


def serve(wanted: Wanted, ready: Callable[[str, str], None]) -> Found | None:
    """Serve until the process is told to end. `ready` is told the address and where tables are kept, once the first request can be answered.

    A Found at once if another process serves this data. Raises HostingTrouble.
    """
    for name in wanted.names:
        if not is_name(name):
            raise HostingTrouble("name", given=name[:80])
    folder = data_folder(wanted.data)
    url = database_url(wanted.database, folder)
    lock = Lock(folder)
    if not lock.take():
        address = running(lock)
        if address is not None:
            return Found(address)
    try:
        sock = bound(wanted.host, wanted.port)
        try:
            _serve(wanted, lock, sock, url, ready)
        finally:
            sock.close()
    finally:
        lock.free()
    return None


def _serve(wanted: Wanted, lock: Lock, sock: socket.socket, url: str, ready: Callable[[str, str], None]) -> None:
    from dragonhoard.server.log import LogTrouble, open_log

    try:
        log = open_log(url)
    except LogTrouble as trouble:
        raise HostingTrouble(f"database-{trouble.code}", where=database_shown(url), why=str(trouble)) from None
    except ImportError:
        raise HostingTrouble("database-driver") from None
    except Exception as fault:
        raise HostingTrouble("database-down", where=database_shown(url), why=f"{type(fault).__name__}") from None
    asyncio_run = _runner()
    asyncio_run(_run(wanted, lock, sock, url, log, ready))


def _runner() -> Callable[[Coroutine[Any, Any, None]], None]:
    """asyncio.run, on the quicker loop where there is one."""
    import asyncio

    try:
        import uvloop
    except ImportError:
        return asyncio.run
    return uvloop.run


def _hear(stop: Callable[[], None]) -> None:
    """Ctrl-C and the system's wish to end us, heard where signals can be: in the main thread."""
    import asyncio

    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


async def _run(wanted: Wanted, lock: Lock, sock: socket.socket, url: str, log: "Log", ready: Callable[[str, str], None]) -> None:
    from dragonhoard.server.app import House, make_app
    from dragonhoard.server.bots import Thinker, accepted_bots
    from dragonhoard.server.client import Client, client_folder
    from dragonhoard.server.listening import Listening
    from dragonhoard.server.table import Tables

    port = int(sock.getsockname()[1])
    bots = accepted_bots(wanted.bots)
    thinker = Thinker()
    tables = Tables(log, bots=bots, thinker=thinker)
    listeners = Listeners(wanted.host, port)
    named = (*wanted.names, *(() if is_everywhere(wanted.host) else (address_text(wanted.host, port).partition("://")[2],)))
    hosts = listeners.hosts = Hosts.of(named)
    listeners.answer_to()
    house = House(log, tables, bots, listeners, Client(client_folder()), hosts=hosts, may_open=not wanted.is_behind_proxy)
    server = Listening(make_app(house), is_behind_proxy=wanted.is_behind_proxy)
    listeners.listen = server.listen
    address = address_text("127.0.0.1" if is_everywhere(wanted.host) else wanted.host, port)

    async def begun() -> None:
        lock.tell(address)
        ready(address, database_shown(url))
        await thinker.start()

    _hear(server.stop)
    try:
        await server.run(sock, begun)
    finally:
        await tables.close()
        await log.close()
