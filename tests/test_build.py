"""How the page gets into a wheel: when it is built and when not, what an unfinished build leaves behind. Node and npm are played by small scripts."""

import importlib.util
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SPEC = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
assert SPEC is not None and SPEC.loader is not None
hatch_build = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(hatch_build)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the played Node is a shell script")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with the smallest page, a Node that builds it, and a list of what that was told to do."""
    for name in ("DRAGONHOARD_WEB", "DRAGONHOARD_NODE"):
        monkeypatch.delenv(name, raising=False)
    for name, text in {"index.html": "<!doctype html>", "package.json": "{}", "src/main.ts": "1", "src/App.svelte": "<p></p>"}.items():
        path = tmp_path / "web" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    script(tmp_path, "case $1 in *vite.js) mkdir -p dist/assets; cp index.html dist; cp src/main.ts dist/assets/main-12345678.js;; esac")
    return tmp_path


def script(checkout: Path, does: str) -> None:
    """A Node and an npm beside it that note what they are told, and do this."""
    folder = checkout / "node" / "bin"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("node", "npm"):
        (folder / name).write_text(f'#!/bin/sh\necho {name} "$@" >>"{checkout}/told"\n{does}\n')
        (folder / name).chmod(0o755)


def hook(checkout: Path) -> Any:
    return hatch_build.Page(str(checkout), {}, None, None, str(checkout), "wheel")


def build(checkout: Path, monkeypatch: pytest.MonkeyPatch, version: str = "standard") -> dict[str, str]:
    """Build as hatchling would: what is laid into the wheel, by its place there."""
    monkeypatch.setenv("DRAGONHOARD_NODE", str(checkout / "node" / "bin" / "node"))
    data: dict[str, Any] = {"force_include": {}}
    hook(checkout).initialize(version, data)
    return {place: str(Path(source).relative_to(checkout)) for source, place in data["force_include"].items()}


def test_a_page_is_built_once(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {
        "dragonhoard/web_dist/index.html": "web/dist/index.html",
        "dragonhoard/web_dist/assets/main-12345678.js": "web/dist/assets/main-12345678.js",
    }
    assert hook(checkout).dependencies() == [hatch_build.NODE]
    assert build(checkout, monkeypatch) == expected
    told = (checkout / "told").read_text()
    assert told.splitlines() == ["npm ci --omit=dev --ignore-scripts", "node node_modules/vite/bin/vite.js build"]
    monkeypatch.delenv("DRAGONHOARD_NODE")
    assert hook(checkout).dependencies() == []
    assert build(checkout, monkeypatch) == expected and (checkout / "told").read_text() == told


@pytest.mark.parametrize(
    ("name", "due"),
    [("src/main.ts", True), ("src/new.ts", True), ("public/icon.svg", True), (".npmrc", True), ("package-lock.json", True)]
    + [("src/main.test.ts", False), ("src/messages.ts", False), ("README.md", False), ("node_modules/x.js", False), ("dist/x.js", False)],
)
def test_what_a_page_is_made_of(checkout: Path, monkeypatch: pytest.MonkeyPatch, name: str, due: bool) -> None:
    build(checkout, monkeypatch)
    path = checkout / "web" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("changed")
    assert hook(checkout).is_due() is due


def test_a_file_that_goes_away_counts(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(checkout, monkeypatch)
    (checkout / "web" / "src" / "App.svelte").unlink()
    assert hook(checkout).is_due()


def test_an_editable_installation_serves_the_folder_itself(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert build(checkout, monkeypatch, "editable") == {}
    assert (checkout / "web" / "dist" / "index.html").is_file()


def test_a_build_that_fails_says_why_and_keeps_the_last_page(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(checkout, monkeypatch)
    (checkout / "web" / "src" / "main.ts").write_text("2")
    script(checkout, "echo no such thing; exit 1")
    with pytest.raises(RuntimeError, match="no such thing"):
        build(checkout, monkeypatch)
    assert (checkout / "web" / "dist" / "assets" / "main-12345678.js").read_text() == "1"
    assert hook(checkout).is_due()


def test_a_wheel_without_its_page_is_refused(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAGONHOARD_WEB", "skip")
    assert hook(checkout).dependencies() == []
    with pytest.raises(RuntimeError, match="without the page"):
        build(checkout, monkeypatch)
    assert build(checkout, monkeypatch, "editable") == {}


def test_builds_and_tests_use_one_node() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    assert groups["web"] == [hatch_build.NODE]
