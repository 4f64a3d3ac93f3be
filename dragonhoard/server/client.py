"""The built page as files: what is served under which address, how long a browser may keep it, compressed once. Knows no framework."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Final

# Addresses that the page itself tells apart; all are the same document.
PAGES: Final = ("/new", "/join")
PAGES_BELOW: Final = ("/table/", "/rules/")
_TYPES: Final = {
    ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
    ".png": "image/png", ".ico": "image/x-icon", ".woff2": "font/woff2", ".json": "application/json", ".webmanifest": "application/manifest+json",
    ".txt": "text/plain", ".map": "application/json",
}  # fmt: skip  # not what this machine's registry thinks
_COMPRESSED: Final = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt")
_HASHED: Final = "/assets/"  # Vite puts a hash of what is in them into these files' names
_LONGEST: Final = 300  # characters of an address that could be one of ours


@dataclass(frozen=True)
class File:
    """One file as it goes out."""

    body: bytes
    type: str
    is_hashed: bool
    is_compressible: bool

    @cached_property
    def packed(self) -> bytes | None:
        """The same, compressed; None if that saves nothing."""
        found = gzip.compress(self.body, 9, mtime=0) if self.is_compressible else self.body
        return found if len(found) < len(self.body) else None

    @cached_property
    def tag(self) -> str:
        """What tells this content from any other."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:20]}"'

    @property
    def keeping(self) -> str:
        """How long a browser may keep it: for ever what is named by its content, else only until it asks whether that is still so."""
        return "public, max-age=31536000, immutable" if self.is_hashed else "no-cache"


def client_folder() -> Path | None:
    """Where the built page is: inside the installed package, or in a checkout beside it."""
    for found in (Path(str(files("dragonhoard"))) / "web_dist", Path(__file__).parents[2] / "web" / "dist"):
        if (found / "index.html").is_file():
            return found
    return None


class Client:
    """The files of the page. A page that was built anew is noticed: developers build while a server runs."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._kept: dict[str, tuple[tuple[int, int], File]] = {}

    def find(self, path: str) -> File | None:
        """What is served at an address; None if nothing is."""
        if self._folder is None or len(path) > _LONGEST:
            return None
        if path in ("/", *PAGES) or path.startswith(PAGES_BELOW):
            path = "/index.html"
        parts = path.split("/")
        if parts[0] or len(parts) < 2 or any(not part or part.startswith(".") or set(part) & set("\\:\0") for part in parts[1:]):
            return None
        found = self._folder.joinpath(*parts[1:])
        try:
            if not found.is_file() or not found.resolve().is_relative_to(self._folder.resolve()):
                return None
            stat = found.stat()
            stamp = (stat.st_mtime_ns, stat.st_size)
            if path not in self._kept or self._kept[path][0] != stamp:
                kind = _TYPES.get(found.suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
                file = File(found.read_bytes(), kind, path.startswith(_HASHED), found.suffix in _COMPRESSED)
                self._kept[path] = (stamp, file)
        except (OSError, ValueError):
            return None
        return self._kept[path][1]
