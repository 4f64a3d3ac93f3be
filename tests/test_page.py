"""The page as it is built and delivered: how much script a player loads, what it asks of strangers (nothing), and what its lock file says."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
DIST = WEB / "dist"
MOST = 100_000  # bytes of gzipped script for home and one table


@pytest.fixture(scope="module")
def built() -> dict[str, Any]:
    """Vite's list of what it built: a source file to its chunk."""
    manifest = DIST / ".vite" / "manifest.json"
    assert manifest.is_file(), "the page is not built: ./play and ./test do that, or `npm run build` in web/"
    return json.loads(manifest.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def reached(built: dict[str, Any], start: str, *, on_demand: bool = True, leaving_out: tuple[str, ...] = ()) -> set[str]:
    """The chunks that loading one leads to, with or without what is imported on demand."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        key = waiting.pop()
        if key not in found and not key.startswith(leaving_out):
            found.add(key)
            waiting += built[key].get("imports", []) + (built[key].get("dynamicImports", []) if on_demand else [])
    return found


def weight(built: dict[str, Any], keys: set[str]) -> int:
    files = {built[key]["file"] for key in keys}
    return sum(len(gzip.compress((DIST / file).read_bytes(), mtime=0)) for file in files if file.endswith(".js"))


def test_home_and_a_table_are_light(built: dict[str, Any]) -> None:
    """One language and one game are loaded: the heaviest of each count, and everything that a table may ask for later."""
    one_of = ("src/games/", "src/words/")
    table = next(key for key in built["index.html"]["dynamicImports"] if key.endswith("/Table.svelte"))
    shared = reached(built, "index.html", on_demand=False) | reached(built, table, leaving_out=one_of)
    parts = {"shared": weight(built, shared)}
    for family in one_of:
        members = [key for key in built if key.startswith(family) and built[key].get("isDynamicEntry")]
        assert len(members) > 1, f"{family} is not loaded on demand"
        parts[family] = max(weight(built, reached(built, key) - shared) for key in members)
    print(f"home and one table: {sum(parts.values())} bytes of gzipped script: {parts}")
    assert sum(parts.values()) < MOST


def test_nothing_is_inline_and_nothing_is_fetched_from_elsewhere() -> None:
    """The content policy would stop it; here it does not even get that far."""
    page = (DIST / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)
    for path in [*DIST.glob("*.html"), *DIST.glob("assets/*.css")]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(?:https?:)?//(?!www\.w3\.org/)[a-z0-9]", text), path.name
        assert "data:" not in text, path.name
    for path in DIST.glob("assets/*.js"):
        text = path.read_text(encoding="utf-8")
        hosts = set(re.findall(r"https?://([a-z0-9.-]+)", text))
        assert hosts <= {"www.w3.org", "svelte.dev"}, path.name  # names of formats, and where Svelte explains its errors
        assert not re.search(r"\beval\(|\bnew Function\(", text), path.name


def test_every_file_has_its_contents_in_its_name() -> None:
    """So that browsers may keep it for good."""
    names = [path.name for path in DIST.glob("assets/*")]
    assert names
    for name in names:
        assert re.search(r"-[\w-]{8}\.\w+$", name), name


def test_the_lock_file_names_no_address() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]
    assert not [name for name, package in packages.items() if name and "integrity" not in package]


def test_every_package_is_pinned_and_has_its_reason() -> None:
    asked = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    reasons = (WEB / "README.md").read_text(encoding="utf-8")
    for name, version in {**asked["dependencies"], **asked["devDependencies"]}.items():
        assert re.fullmatch(r"(npm:\w+@)?\d+\.\d+\.\d+", version), name
        assert f"`{name}`" in reasons, name


def test_every_python_package_has_its_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    part = text[text.index("\ndependencies = [") : text.index("\n[tool.hatch.version]")]
    lines = re.findall(r'^ {4}"[a-z].*$', part, re.M)
    assert lines
    assert not [line for line in lines if not re.search(r"# \w+", line)]
