"""Where the server runs: the data folder and its lock, ports, addresses, the second listener, and `dragonhoard serve` as a process."""

import asyncio
import errno
import json
import re
import signal
import socket
import sqlite3
import stat
import threading
from pathlib import Path
from typing import get_args

import httpx
import pytest

import dragonhoard as dh
from dragonhoard.language import catalogue
from dragonhoard.server import hosting
from dragonhoard.server.gate import Hosts
from dragonhoard.server.hosting import HostingTrouble, Listeners, Lock, bound, data_folder, database_url, network_addresses, running
from dragonhoard.server.log import TroubleCode
from tests.cli.shell import call
from tests.server.serving import ROOT, Browser, Process, served


# ------------------------------------------------------------------ the data folder
def test_the_folder_for_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    monkeypatch.delenv("DRAGONHOARD_DATA", raising=False)
    assert data_folder(None) == tmp_path / "xdg" / "dragonhoard"
    assert stat.S_IMODE((tmp_path / "xdg" / "dragonhoard").stat().st_mode) == 0o700
    monkeypatch.setenv("DRAGONHOARD_DATA", str(tmp_path / "named"))
    assert data_folder(None) == tmp_path / "named"
    assert data_folder(str(tmp_path / "given")) == tmp_path / "given"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert hosting.user_folder() == Path.home() / ".local" / "share" / "dragonhoard"
    (tmp_path / "file").write_text("")
    for wrong in (str(tmp_path / "file"), str(tmp_path / "file" / "below"), "/proc/nowhere", "\0"):
        with pytest.raises(HostingTrouble) as trouble:
            data_folder(wrong)
        assert trouble.value.code == "data" and trouble.value.parameters["why"]


def test_one_process_a_folder(tmp_path: Path) -> None:
    first, second = Lock(tmp_path), Lock(tmp_path)
    assert first.take() and not second.take()
    assert second.told() is None
    first.tell("http://127.0.0.1:1")
    assert second.told() == "http://127.0.0.1:1"
    assert running(second, lambda address: address.endswith(":1")) == "http://127.0.0.1:1"
    with pytest.raises(HostingTrouble) as trouble:
        running(second, lambda _: False, 0.1)
    assert trouble.value.code == "held"
    first.free()
    assert running(second, lambda _: False, 0.1) is None, "it is ours after all"
    second.free()
    second.free()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"address": 1', "\xff"])
def test_what_stands_beside_the_lock_may_be_anything(tmp_path: Path, text: str) -> None:
    (tmp_path / "server.json").write_bytes(text.encode("latin-1"))
    assert Lock(tmp_path).told() is None


def test_who_waits_meets_whoever_is_just_starting(tmp_path: Path) -> None:
    first, second = Lock(tmp_path), Lock(tmp_path)
    assert first.take()
    threading.Timer(0.2, first.tell, ["http://127.0.0.1:2"]).start()
    assert running(second, lambda _: True) == "http://127.0.0.1:2"
    first.free()


def test_databases(tmp_path: Path) -> None:
    assert database_url(None, tmp_path) == f"sqlite:///{tmp_path}/tables.db"
    for url in ("postgresql://me:secret@host/name", "postgres://host/name", "sqlite:////tmp/x.db"):
        assert database_url(url, tmp_path) == url
    for url in ("mysql://x", "sqlite://", "sqlite:///", "/tmp/x.db", "x", "memory:", "postgresql:/x"):
        with pytest.raises(HostingTrouble):
            database_url(url, tmp_path)
    assert hosting.database_shown("postgresql://me:se:cr@et@host/name") == "postgresql://me@host/name"
    assert hosting.database_shown("sqlite:////tmp/x.db") == "/tmp/x.db"
    with pytest.raises(HostingTrouble) as trouble:
        database_url("mysql://me:secret@host/name", tmp_path)
    assert "secret" not in str(trouble.value.parameters)


# ------------------------------------------------------------------ ports and addresses
def test_another_program_on_the_port_means_the_next_one() -> None:
    with bound("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with bound("127.0.0.1", port) as other:
            assert port < other.getsockname()[1] <= port + hosting.PORTS_TRIED or other.getsockname()[1] > 0
            assert other.getsockname()[1] != port


def test_the_highest_port_has_no_next_one() -> None:
    with bound("127.0.0.1", 65535) as one, bound("127.0.0.1", 65535) as other:
        assert other.getsockname()[1] not in (0, one.getsockname()[1])


@pytest.mark.parametrize("host", ["no.such.host.invalid", "203.0.113.7", "300.1.1.1", "a" * 300, "\u2603..x", "-"])
def test_hosts_that_are_none(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.getaddrinfo

    def resolved(name: str, *rest: object, **more: object) -> object:  # never a question to a name server
        if not name.replace(".", "").isdigit():
            "x".encode("ascii") if name.isascii() and len(name) < 64 else name.encode("idna")
            raise socket.gaierror(errno.EINVAL, "unknown")
        return real(name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    with pytest.raises(HostingTrouble) as trouble:
        bound(host, 0)
    assert trouble.value.code == "host"


def test_names_that_can_be_allowed() -> None:
    assert all(
        map(hosting.is_name, ["games.example", "Games.Example:8443", "xn--drache-abc.example", "192.168.1.7", "[fe80::1]", "nas", "my_nas.local."])
    )
    assert not any(map(hosting.is_name, ["", "*", "*.example", "http://x", "x/y", "a b", "x:y", ".x", "ä.example", "a" * 300]))


def test_own_addresses_are_those_of_networks() -> None:
    told = [lambda: ["127.0.0.1", "192.168.1.7", "169.254.3.4"], lambda: ["10.0.0.2", "192.168.1.7", "0.0.0.0"]]
    assert network_addresses(told) == ["192.168.1.7", "10.0.0.2"]
    assert not any(address.startswith("127.") for address in network_addresses())


def test_listening_on_everything_is_open_at_once() -> None:
    everywhere = Listeners("0.0.0.0", 8420, lambda: ["192.168.1.7"])
    hosts = everywhere.hosts = Hosts.of([])
    everywhere.answer_to()
    assert everywhere.is_open and everywhere.addresses() == ["http://192.168.1.7:8420"] and hosts.answers_to("192.168.1.7")
    one = Listeners("192.168.1.9", 8420, lambda: ["192.168.1.7"])
    assert one.is_open and one.addresses() == ["http://192.168.1.9:8420"]
    inside = Listeners("127.0.0.1", 8420, lambda: ["192.168.1.7"])
    hosts = inside.hosts = Hosts.of([])
    inside.answer_to()
    assert not inside.is_open and not hosts.answers_to("192.168.1.7")
    asyncio.run(inside.open())
    assert not inside.is_open, "nothing listens yet"


def test_opening_to_the_network(tmp_path: Path) -> None:
    """Loopback's other addresses stand for a network here: they are this machine's and reachable, and are not the first listener's."""
    with served(tmp_path, addresses=["127.0.0.5"]) as server:
        beside = server.address.replace("127.0.0.1", "127.0.0.5")
        with pytest.raises(httpx.ConnectError):
            httpx.get(beside + "/api/me", trust_env=False)
        with Browser(server.address) as browser:
            before = browser.get("/api/network")
            assert before == {"open": False, "may_open": True, "addresses": [beside]}
            assert browser.post("/api/network/open") == {"open": True, "may_open": True, "addresses": [beside]}
            assert browser.post("/api/network/open")["open"], "asked twice"
        assert httpx.get(beside + "/api/me", trust_env=False).status_code == 200
        with Browser(beside) as friend:
            friend.post("/api/me", {"name": "Ann"})
            with friend.socket() as line:
                line.say({"t": "hello", "table": "a" * 12, "seat": None})
                assert line.closed()[0][-1]["code"] == "gone"


def test_only_a_browser_here_may_open_it(tmp_path: Path) -> None:
    with served(tmp_path, names=["games.example"], addresses=["127.0.0.5"]) as server:
        with Browser(server.address, host="games.example") as browser:
            assert browser.get("/api/network") == {"open": False, "may_open": False, "addresses": []}
            assert browser.post("/api/network/open", status=403)["code"] == "not-here"
        assert not server.listeners.is_open
    with served(tmp_path / "other", is_behind_proxy=True) as server, Browser(server.address) as browser:
        assert browser.get("/api/network")["may_open"] is False
        assert browser.post("/api/network/open", status=403)["code"] == "not-here"


# ------------------------------------------------------------------ the command
def test_serving_as_a_process(tmp_path: Path) -> None:
    with Process(tmp_path / "data", "--port", "0") as first:
        address = first.address()
        assert httpx.get(address + "/api/games", trust_env=False).status_code == 200
        with Process(tmp_path / "data", "--port", "0") as second:
            code, text = second.ended()
            assert (code, address in text) == (0, True), text
        first.process.send_signal(signal.SIGINT)
        code, text = first.ended()
        assert code == 0, text
        assert re.search(r"Ended\. The tables are kept in\s+" + re.escape(str(tmp_path)), text.replace("\n", " ").replace("  ", " ")), text
        assert "Traceback" not in text
    assert not (tmp_path / "data" / "server.json").exists()


def test_killed_and_started_again(tmp_path: Path) -> None:
    with Process(tmp_path, "--port", "0") as first:
        first.address()
        first.process.kill()
        first.process.wait()
        assert json.loads((tmp_path / "server.json").read_text())
        with Process(tmp_path, "--port", "0") as second:
            assert httpx.get(second.address() + "/api/me", trust_env=False).status_code == 200
            second.process.terminate()
            assert second.ended()[0] == 0


def test_a_database_elsewhere_is_nobody_elses(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'shared.db'}"
    with Process(tmp_path / "one", "--port", "0", "--database", url) as first:
        first.address()
        with Process(tmp_path / "two", "--port", "0", "--database", url) as second:
            code, text = second.ended()
            assert code == 2 and "Only one may" in text.replace("\n", " "), text


@pytest.mark.parametrize(("arguments", "said"), [
    (["--port", "70000"], "no port"),
    (["--port", "x"], "whole number"),
    (["--host", "203.0.113.7"], "no address of this machine"),
    (["--database", "mysql://x"], "no database"),
    (["--bot", "exec:rm"], "There is no bot"),
    (["--data", "/proc/nowhere"], "Nothing can be kept"),
    (["--allow-host", "https://games.example"], "no name of a server"),
    (["--allow-host", "games example"], "no name of a server"),
])  # fmt: skip
def test_what_cannot_be_served_is_one_sentence(arguments: list[str], said: str, tmp_path: Path) -> None:
    done = call("serve", *(["--data", str(tmp_path)] if "--data" not in arguments else []), *arguments, state=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.stderr


def test_a_database_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_text("this is no database" * 100)
    done = call("serve", "--data", str(tmp_path), "--port", "0", state=tmp_path)
    assert done.returncode == 2 and "cannot be used" in done.stderr.replace("\n", " "), done.stderr
    done = call("serve", "--data", str(tmp_path), "--port", "0", "--database", "postgresql://127.0.0.1:1/none", state=tmp_path)
    assert done.returncode == 2 and "cannot be used" in done.stderr.replace("\n", " "), done.stderr


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("create table schema_version (version integer not null)")
        connection.execute("insert into schema_version values (999)")
    connection.close()
    done = call("serve", "--data", str(tmp_path), "--port", "0", state=tmp_path)
    assert done.returncode == 2 and "newer version" in done.stderr.replace("\n", " "), done.stderr


def test_whatever_cannot_be_served_has_its_sentence() -> None:
    source = (ROOT / "dragonhoard" / "server" / "hosting.py").read_text(encoding="utf-8")
    codes = set(re.findall(r'HostingTrouble\("([a-z-]+)"', source)) | {f"database-{code}" for code in get_args(TroubleCode)}
    command = (ROOT / "dragonhoard" / "cli" / "serve.py").read_text(encoding="utf-8")
    said = set(re.findall(r'"serve\.([a-z-]+)"', command))
    assert {f"serve.{code}" for code in codes | said} == {key for key in catalogue("dragonhoard.cli", "en") if key.startswith("serve.")}


@pytest.mark.parametrize("host", ["localhost", "127.0.0.2", "::1", "0.0.0.0"])
def test_other_addresses_to_listen_on(host: str, tmp_path: Path) -> None:
    try:
        bound(host, 0).close()
    except HostingTrouble:
        pytest.skip(f"this machine has no {host}")
    with Process(tmp_path, "--host", host, "--port", "0") as server:
        address = server.address()
        with Browser(address) as browser:
            assert browser.post("/api/me", {"name": "Ann"}) == {"name": "Ann"}
            assert browser.get("/api/network")["open"] == (host == "0.0.0.0")


def test_ctrl_c_in_the_middle_of_play(tmp_path: Path) -> None:
    """A socket that is open is told to come back, the computers' process ends, and what was played is there again, also after kill -9."""
    chairs = [{"kind": "person", "name": "Ann"}, {"kind": "computer", "bot": "greedy"}]
    with Process(tmp_path, "--port", "0") as server, Browser(server.address()) as ann:
        table = ann.post("/api/tables", {"game": next(iter(dh.GAMES)), "chairs": chairs})["table"]
        with ann.socket() as line:
            line.say({"t": "hello", "table": table, "seat": 0})
            view = line.until("now")
            while not view["moves"]:
                view = line.until("now")
            line.say({"t": "play", "id": "one", "after": view["changed"], "move": view["moves"][0]})
            done = line.until("done", id="one")
            server.process.send_signal(signal.SIGINT)
            assert line.closed()[1] == 1012
        code, text = server.ended()
        assert code == 0 and "Ended." in text and "Traceback" not in text
        cookies = dict(ann.http.cookies)
    for end in (signal.SIGKILL, signal.SIGTERM):
        with Process(tmp_path, "--port", "0") as server, Browser(server.address()) as ann:
            ann.http.cookies.update(cookies)
            with ann.socket() as line:
                line.say({"t": "hello", "table": table, "seat": 0, "after": done["number"]})
                assert line.until("now")["number"] >= done["number"]
                line.say({"t": "play", "id": "one", "after": 0, "move": "x"})
                assert line.until("done", id="one") == done, "equal ids, equal answers, also now"
                server.process.send_signal(end)
                assert line.closed()[1] in (1006, 1012)
            server.process.wait(20)
