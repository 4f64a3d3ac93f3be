"""The description of the server: whole, in words, and the one that is served."""

import json
import re
from pathlib import Path
from typing import Any, get_args

from litestar.handlers import HTTPRouteHandler

import dragonhoard as dh
from dragonhoard.language import catalogue
from dragonhoard.server import messages
from dragonhoard.server.app import CLOSING, ROUTES, openapi
from dragonhoard.server.gate import MAX_HEADERS, MAX_URL, Limits
from tests.server.serving import ROOT, Browser, served


def described() -> dict[str, Any]:
    """What is served; `test_messages` pins it."""
    found: dict[str, Any] = json.loads(messages.encode(openapi()))
    return found


def test_it_is_openapi_with_every_message() -> None:
    found = described()
    assert found["openapi"].startswith("3.1")
    named = found["components"]["schemas"]
    sides = (messages.ClientMessage, messages.ServerMessage, messages.Asked, messages.Answered)
    assert {kind.__name__ for side in sides for kind in get_args(side)} <= set(named)
    text = json.dumps(found)
    for reference in {part.split('"')[0] for part in text.split('"$ref": "#/components/schemas/')[1:]}:
        assert reference in named, reference
    for side in ("ClientMessage", "ServerMessage"):
        assert named[side]["discriminator"]["propertyName"] == "t"
        assert len(named[side]["anyOf"]) == len(get_args(getattr(messages, side)))


def test_every_route_is_described_in_words() -> None:
    paths = described()["paths"]
    there = {(path, method) for path, operations in paths.items() for method in operations}
    routes = [route for route in ROUTES if isinstance(route, HTTPRouteHandler) and route.include_in_schema is not False]
    assert len(there) == len(routes) == 19
    for operations in paths.values():
        for operation in operations.values():
            assert operation["description"].endswith((".", "?")), operation["operationId"]
            assert operation["responses"]["4XX"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Trouble"}


def test_it_is_served(tmp_path: Path) -> None:
    with served(tmp_path) as server, Browser(server.address) as browser:
        found = browser.get("/api/openapi.json")
        assert found == described() and found["info"]["version"] == dh.__version__
        assert browser.get("/api/openapi.json")["paths"] == found["paths"], "asked twice"


def test_the_pages_of_documentation_name_everything() -> None:
    protocol = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for path in described()["paths"]:
        short = path if path in protocol else "…/" + path.rpartition("/")[2]
        assert f"{short}`" in protocol or f"{short}?" in protocol, path
    for kind in get_args(messages.ClientMessage):
        assert f"`{kind.__struct_config__.tag}`" in protocol
    for kind in (*get_args(messages.Asked), *get_args(messages.Answered)):
        assert f"`{kind.__name__}`" in protocol, kind
    for code, number in CLOSING.items():
        assert f"| `{code}` | {number} |" in protocol
    hosting = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    bounds = Limits()
    for rate in (bounds.requests, bounds.changes, bounds.tables, bounds.newcomers, bounds.frames):
        each = f"{rate.each_second} a second" if rate.each_second >= 1 else f"{round(60 * rate.each_second)} a minute"
        assert f"{rate.burst} at once, then {each}" in hosting, rate
    sizes = [f"{size // 1024} KiB" for size in (MAX_URL, MAX_HEADERS, messages.MAX_BODY, messages.MAX_FRAME)]
    assert f"| {'; '.join(sizes)} |" in hosting
    assert f"| {bounds.sockets}; {bounds.address_sockets} |" in hosting and f"{bounds.kept_tables} on its home" in hosting


def test_every_sentence_of_a_refusal_is_said_in_both_languages() -> None:
    english, german = catalogue("dragonhoard.server", "en"), catalogue("dragonhoard.server", "de")
    assert list(english) == list(german)
    for key, sentence in english.items():
        assert set(re.findall(r"\{\w+\}", sentence)) == set(re.findall(r"\{\w+\}", german[key])), key
    source = "".join((ROOT / "dragonhoard" / "server" / name).read_text(encoding="utf-8") for name in ("app.py", "gate.py"))
    said = {key.removeprefix("trouble.") for key in english if key.startswith("trouble.")}
    assert all(f'"{code}"' in source for code in said)
    assert set(re.findall(r'(?:trouble|line\.close)\("([a-z-]+)"', source)) <= said
