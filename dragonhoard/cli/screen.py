"""What a terminal can do: colour or none, letters beyond ASCII or none, clearing, paging, asking with completion. Knows no game and no match.

A line that leaves here through `say` or `write` is at most 80 columns wide, holds no control character that was not put there on purpose, and
is plain ASCII where the terminal, the user or the locale wants that.
"""

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from dragonhoard.language import Say, Words, in_ascii

WIDEST: Final = 80
UNBOUND: Final = 1000  # lines, where no screen has an end
_STYLES: Final = {
    "bold": "1", "dim": "2", "italic": "3", "underline": "4", "reverse": "7", "black": "90", "red": "31", "green": "32", "yellow": "33",
    "blue": "34", "purple": "35", "magenta": "35", "cyan": "36", "white": "37", "grey": "90", "gray": "90", "silver": "37", "orange": "33",
}  # fmt: skip
_ESCAPE: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def width_of(text: str) -> int:
    """How many columns a text fills; escape sequences fill none, marks none, East Asian letters two."""
    text = _ESCAPE.sub("", text)
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def harmless(text: str) -> str:
    """The text with every control character, lone surrogate and direction mark spelled out, so that no file or argument can move the cursor."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """The text in lines of at most so many columns, later ones indented; gaps inside a line stay, and a word that is too long is cut."""
    lines: list[str] = []
    line = ""
    for word in re.findall(" *[^ ]+", text):
        if line and width_of(line) + width_of(word) > width:
            lines.append(line)
            word = indent + word.lstrip()
            line = ""
        line += word
        while width_of(line) > width:
            most = width
            while width_of(line[:most]) > width:
                most -= 1
            lines.append(line[:most])
            line = indent + line[most:]
    lines.append(line)
    return lines


class Ink:
    """A pen for a terminal: colour if the terminal has it, beside the letters and never instead of them."""

    def __init__(self, has_colour: bool, has_unicode: bool, is_compact: bool = False) -> None:
        self.has_colour = has_colour
        self.has_unicode = has_unicode
        self.is_compact = is_compact

    def __call__(self, style: str, text: str) -> str:
        """The text in a style; words that name none are passed over."""
        codes = ";".join(_STYLES[word] for word in style.split() if word in _STYLES)
        return f"\x1b[{codes}m{text}\x1b[0m" if self.has_colour and codes and text else text

    def compact(self) -> "Ink":
        """The same pen for a table that must take as few lines as it can."""
        return Ink(self.has_colour, self.has_unicode, is_compact=True)


def _locale_is_utf8() -> bool:
    """Whether the user's locale writes UTF-8. Python turns a plain C locale into UTF-8 by itself; somebody who asked for C shall have it."""
    chosen = [os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if not chosen[0] and chosen[1] in ("C.UTF-8", "C.utf8", "UTF-8") and chosen[2] in ("C", "POSIX"):
        return False
    first = next(filter(None, chosen), "UTF-8")
    return "utf" in first.lower()


class Screen:
    """A terminal, or what stands in its place: a pipe, a file."""

    def __init__(self, language: str, is_ascii: bool = False, is_colourless: bool = False) -> None:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")
        self.words = Words("dragonhoard.cli", language)
        self.language = self.words.language
        self.is_terminal = _is_tty(sys.stdin) and _is_tty(sys.stdout)
        clever = _is_tty(sys.stdout) and os.environ.get("TERM", "" if os.name == "posix" else "windows") not in ("", "dumb")
        self.can_clear = clever and self.is_terminal
        encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
        has_unicode = not is_ascii and encoding == "utf8" and (os.name != "posix" or _locale_is_utf8())
        self.pen = Ink(clever and not is_colourless and not os.environ.get("NO_COLOR"), has_unicode)
        self._readline: Any = None

    # ---- size
    @property
    def width(self) -> int:
        """Columns to write in."""
        return max(20, min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns if self.is_terminal else WIDEST))

    @property
    def height(self) -> int:
        """Rows of the terminal."""
        return max(6, shutil.get_terminal_size((WIDEST, 24)).lines)

    @property
    def rows(self) -> int:
        """Lines that can be seen at once; what is not shown on a terminal has no end."""
        return self.height if self.is_terminal else UNBOUND

    # ---- writing
    def sentence(self, key: str, /, **parameters: Any) -> str:
        """A sentence of the terminal's own catalogue, filled."""
        return self.words.tell(Say(key, parameters))

    def spoken(self, command: str) -> list[str]:
        """The words for something one can tell the table to do: those of the reader's language first, the English one always."""
        words = self.sentence(f"do.{command}").split()
        return words if command in words else [*words, command]

    def fitting(self, text: str) -> str:
        """The text in letters this terminal can show."""
        return text if self.pen.has_unicode else in_ascii(text)

    def write(self, text: str = "", style: str = "", indent: str = "") -> None:
        """A paragraph, wrapped; whatever is in it is shown harmless."""
        for line in self.lines(text, style, indent):
            self.draw(line)

    def lines(self, text: str, style: str = "", indent: str = "") -> list[str]:
        """The same as lines not yet written."""
        return [self.pen(style, line) for part in text.split("\n") for line in wrapped(self.fitting(harmless(part)), self.width, indent)]

    def say(self, key: str, /, style: str = "", **parameters: Any) -> None:
        """A sentence of the terminal's own catalogue, written."""
        self.write(self.sentence(key, **parameters), style)

    def draw(self, text: str) -> None:
        """Lines that are ready: no wrapping, their colours kept."""
        print(self.fitting(text))

    def complain(self, text: str) -> None:
        """A line for the error output."""
        with contextlib.suppress(OSError, ValueError):
            print(self.fitting(harmless(" ".join(text.split()))), file=sys.stderr, flush=True)

    # ---- clearing
    def fresh(self) -> None:
        """A clear screen for the next table; what stood there may be scrolled back to."""
        if self.can_clear:
            self._control("\x1b[H\x1b[2J")
        else:
            print()

    def wipe(self) -> None:
        """Nothing of what was shown stays within reach: screen and scrollback are cleared, and what was typed is forgotten."""
        if self._readline is not None:
            self._readline.clear_history()
        if self.can_clear:
            self._control("\x1b[H\x1b[2J\x1b[3J")
        elif self.is_terminal:
            print("\n" * max(100, 2 * self.height))
        else:
            print()

    def _control(self, codes: str) -> None:
        sys.stdout.write(codes)
        sys.stdout.flush()

    # ---- paging
    def page(self, lines: Sequence[str]) -> None:
        """Lines that are ready, a screenful at a time on a terminal."""
        rows = self.height - 2
        if not self.is_terminal or len(lines) <= rows:
            for line in lines:
                self.draw(line)
            return
        at = 0
        while at < len(lines):
            for line in lines[at : at + rows]:
                self.draw(line)
            at += rows
            if at < len(lines) and self.ask(self.sentence("more", left=len(lines) - at)).strip():
                return

    def read_on(self, lines: Sequence[str]) -> None:
        """A long text: in the pager the user has chosen, else a screenful at a time, with a line that says how to go on and how to leave."""
        command = os.environ.get("PAGER", "")
        if not self.is_terminal or len(lines) < self.height or not command:
            self.page(lines)
            return
        text = "".join(f"{self.fitting(line)}\n" for line in lines)
        sys.stdout.flush()
        try:
            subprocess.run(shlex.split(command), input=text.encode(), env={"LESS": "FRX", "LESSSECURE": "1", **os.environ}, check=True)
        except (OSError, ValueError, subprocess.CalledProcessError):
            self.page(lines)

    # ---- asking
    def ask(self, prompt: str, complete: Callable[[str], Iterable[str]] = lambda _: ()) -> str:
        """One line of what somebody types. Raises EOFError at the end of the input."""
        if self.is_terminal:
            self._prepare(complete)
        *lines, prompt = wrapped(self.fitting(prompt), self.width - 12)  # some room to answer in
        for line in lines:
            self.draw(line)
        sys.stdout.flush()
        prompt += " "
        if self.pen.has_colour and self._readline is not None:
            prompt = f"\001\x1b[1m\002{prompt}\001\x1b[0m\002"  # the marks tell the line editor what fills no column
        try:
            answer = input(prompt)
        except (ValueError, OSError):  # an input that was closed, a terminal that is gone
            raise EOFError from None
        finally:
            if not self.is_terminal:
                print()  # nobody pressed Enter on this side
        return answer.replace("\r", "")

    def _prepare(self, complete: Callable[[str], Iterable[str]]) -> None:
        """Let Tab complete whole lines."""
        if self._readline is None:
            try:
                import readline
            except ImportError:
                return
            self._readline = readline
            readline.set_auto_history(True)
            readline.set_completer_delims("")
            if "libedit" in (readline.__doc__ or ""):
                readline.parse_and_bind("bind ^I rl_complete")
            else:
                for setting in ("tab: complete", "set enable-bracketed-paste off", "set completion-query-items 60", "set completion-ignore-case on"):
                    readline.parse_and_bind(setting)
        found: list[str] = []

        def completer(text: str, number: int) -> str | None:
            if number == 0:
                start = " ".join(text.split()).lower() + (" " if text[-1:] == " " and text.strip() else "")
                found[:] = [choice for choice in complete(text) if choice.lower().startswith(start)]
            return found[number] if number < len(found) else None

        self._readline.set_completer(completer)


def _is_tty(stream: Any) -> bool:
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError, OSError):
        return False
