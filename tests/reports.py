"""What `scripts/long` has measured, as a page of benchmarks/: when and at which commit, what was done, a table."""

import re
import subprocess
import textwrap
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def write(page: str, title: str, program: str, words: str, columns: str, rows: Iterable[str]) -> None:
    """benchmarks/PAGE.md anew; `columns` and `rows` are lines of a table."""
    write_lines(page, title, program, words, [columns, re.sub("[^|]+", "---", columns), *rows])


def write_lines(page: str, title: str, program: str, words: str, body: Iterable[str]) -> None:
    """benchmarks/PAGE.md anew, with any lines under its opening."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    opening = f"`scripts/long {program}`, {datetime.now(UTC):%Y-%m-%d}, commit {commit}. {words}"
    paragraph = textwrap.wrap(opening, 140, break_long_words=False, break_on_hyphens=False)
    lines = [f"# {title}", "", *paragraph, "", *body]
    (ROOT / "benchmarks" / f"{page}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
