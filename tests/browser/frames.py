"""What goes over a page's socket, in order."""

import json
import time
from typing import Any

from playwright.sync_api import Page, WebSocket


class Frames:
    """All frames of a page, with marks for what somebody did in between."""

    def __init__(self, page: Page) -> None:
        self.all: list[tuple[str, dict[str, Any]]] = []
        self._page = page
        self._open: set[str] = set()
        self._last = time.monotonic()
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self._note("sent", json.loads(text)))
        socket.on("framereceived", lambda text: self._note("received", json.loads(text)))

    def _note(self, what: str, frame: dict[str, Any]) -> None:
        self.all.append((what, frame))
        self._last = time.monotonic()
        if what == "sent" and "id" in frame:
            self._open.add(frame["id"])
        elif "id" in frame:
            self._open.discard(frame["id"])

    def mark(self, what: str) -> None:
        self.all.append((what, {}))

    def settle(self, quiet: float = 0.2, patience: float = 20) -> None:
        """Wait until every question is answered and for a while nothing is said."""
        begun = time.monotonic()
        while self._open or time.monotonic() - self._last < quiet or time.monotonic() - begun < quiet:
            assert time.monotonic() - begun < patience, f"no answer to {self._open}"
            self._page.wait_for_timeout(20)
