"""The description of the server: whole, in words, and the one that is served."""

import json
from pathlib import Path
from typing import Any, get_args

from litestar.handlers import HTTPRouteHandler

import dragonhoard as dh
from dragonhoard.server import messages
from dragonhoard.server.app import ROUTES, openapi
from tests.server.serving import Browser, served


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
    assert len(there) == len(routes) == 18
    for operations in paths.values():
        for operation in operations.values():
            assert operation["description"].endswith((".", "?")), operation["operationId"]
            assert operation["responses"]["4XX"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Trouble"}


def test_it_is_served(tmp_path: Path) -> None:
    with served(tmp_path) as server, Browser(server.address) as browser:
        found = browser.get("/api/openapi.json")
        assert found == described() and found["info"]["version"] == dh.__version__
        assert browser.get("/api/openapi.json")["paths"] == found["paths"], "asked twice"
