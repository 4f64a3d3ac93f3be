"""Things to read in a terminal: the rules of a game, the story of a match, a record page by page."""

import re
from collections.abc import Iterator, Sequence

import dragonhoard as dh
from dragonhoard.cli.arguments import player_name, whole
from dragonhoard.cli.screen import UNBOUND, Screen, width_of, wrapped


# ------------------------------------------------------------------ rules to read
def sections(game: dh.Game, lang: str) -> list[str]:
    """The numbers of the rules' points."""
    return re.findall(r"^§([0-9]+\.[0-9]+) ", game.rules(lang), re.M)


def rules_lines(screen: Screen, game: dh.Game, section: str = "") -> list[str]:
    """The rules as lines for this screen: all, a chapter ("4") or a point ("4.2"); nothing if there is no such place."""
    text = game.rules(screen.language)
    wanted = section.strip().removeprefix("§").strip().rstrip(".")
    if wanted:
        until = r"(?=^## |^§|\Z)" if "." in wanted else r"(?=^## |\Z)"
        found = re.search(rf"^(?:## )?§{re.escape(wanted)} .*?{until}", text, re.M | re.S)
        if found is None:
            return []
        text = found[0]
    return list(_rendered(screen, text))


def _rendered(screen: Screen, text: str) -> Iterator[str]:
    """Markdown for a terminal: headings bold, paragraphs wrapped, tables as columns, what is indented as it is."""
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = block.split("\n")
        if block.startswith("#"):
            yield from screen.lines(lines[0].lstrip("# "), "bold")
            lines = lines[1:]
        if lines and lines[0].startswith("|"):
            yield from _table(screen, lines)
        elif lines and all(line.startswith("    ") for line in lines):
            for line in map(str.rstrip, map(screen.fitting, lines)):
                last = line.rfind("   ") + 3  # where the last column begins
                yield from wrapped(line, screen.width, " " * (last if 8 < last < screen.width - 16 else 8))
        else:
            for paragraph in re.split(r"\n(?=[-*] |[0-9]+\. |§)", "\n".join(lines)) if lines else ():
                plain = _plain(" ".join(paragraph.split()))
                yield from screen.lines(plain, indent="  " if re.match(r"[-*] |[0-9]+\. ", plain) else "")
        yield ""


def _plain(text: str) -> str:
    """A line of Markdown without its marks; what stands in backticks is a spelling and keeps its asterisks."""
    parts = re.split("(`[^`]*`)", text)
    return "".join(part[1:-1] if part[:1] == "`" else re.sub(r"(\*{1,2})(\S(?:.*?\S)?)\1", r"\2", part) for part in parts)


def _table(screen: Screen, lines: Sequence[str]) -> Iterator[str]:
    """A table: every column as wide as it must be, the widest giving way until all fit."""
    rows = [[_plain(cell.strip()).replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))] for line in lines]
    rows = [[screen.fitting(cell) for cell in row] for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    count = max(map(len, rows))
    rows = [row + [""] * (count - len(row)) for row in rows]
    widths = [max(1, *(width_of(row[at]) for row in rows)) for at in range(count)]
    while sum(widths) + 2 * (count - 1) > screen.width and max(widths) > 8:
        widths[widths.index(max(widths))] -= 1
    for number_of_row, row in enumerate(rows):
        cells = [wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
        for at in range(max(map(len, cells))):
            parts = [cell[at] if at < len(cell) else "" for cell in cells]
            line = "  ".join(part + " " * (width - width_of(part)) for part, width in zip(parts, widths, strict=True)).rstrip()
            yield screen.pen("bold", line) if number_of_row == 0 else line


# ------------------------------------------------------------------ going through a record
def story(screen: Screen, match: dh.Match, seat: int | None, since: int = 0) -> list[str]:
    """All that happened, numbered, as that seat may know it."""
    lines: list[str] = []
    for told in match.told(seat, since, screen.language):
        lines += screen.lines(f"{told['ply'] + 1:>4}  {told['move']:<12}  {told['sentence']}", indent=" " * 20)
        for step in told["automatic"]:
            lines += screen.lines(" " * 20 + step["sentence"], indent=" " * 20)
    return lines


def match_lines(screen: Screen, match: dh.Match, seat: int | None, is_in_words: bool = False, room: int = UNBOUND) -> list[str]:
    """The table as a seat or a spectator sees it, in letters, or in sentences without the last one, which says what is to be done.

    Drawn compact if it would else need more lines than there is room for.
    """
    if not is_in_words:
        lines = match.letters(seat, screen.language, screen.pen).split("\n")
        return lines if len(lines) <= room else match.letters(seat, screen.language, screen.pen.compact()).split("\n")
    sentences = match.describe(seat, screen.language).split("\n")
    return [line for sentence in (sentences if match.mover is None else sentences[:-1]) for line in screen.lines(sentence, indent="  ")]


def print_replay(screen: Screen, match: dh.Match, ply: int | None, seat: int | None) -> None:
    """A record on paper: everything that happened and how the table stands then, or how it stood after one ply."""
    then = match if ply is None else match.at(ply)
    for line in story(screen, then, seat, 0 if ply is None else max(0, ply - 1)):
        screen.draw(line)
    screen.draw("")
    for line in match_lines(screen, then, seat):
        screen.draw(line)
    _ending(screen, then)


def print_outcome(screen: Screen, match: dh.Match) -> None:
    """Who has won, why, and every score."""
    outcome = match.outcome
    assert outcome is not None
    screen.write(match.outcome_sentence(screen.language), "bold")
    scores = [" ".join(map(str, score)) if isinstance(score, tuple) else str(score) for score in outcome.scores]
    told = [f"{player_name(screen, match, seat)}: {score}" for seat, score in enumerate(scores)]
    screen.say("scores", scores="; ".join(told))


def _ending(screen: Screen, match: dh.Match) -> None:
    if match.mover is None:
        try:
            print_outcome(screen, match)
        except dh.Unknown as fault:
            screen.write(fault.sentence(screen.language))


def step_through(screen: Screen, match: dh.Match, ply: int, seat: int | None) -> None:
    """A record page by page on a terminal."""
    is_in_words = False
    while True:
        then = match.at(ply)
        screen.fresh()
        who = screen.sentence("spectator") if seat is None else player_name(screen, match, seat)
        screen.say("replay.head", "bold", game=match.game.title(screen.language), ply=ply, last=match.ply, who=who)
        told = story(screen, then, seat, max(0, ply - 1))
        for line in (*match_lines(screen, then, seat, is_in_words, screen.rows - len(told) - (8 if then.mover is None else 4)), ""):
            screen.draw(line)
        for line in told:
            screen.draw(line)
        _ending(screen, then)
        while True:
            try:
                text = " ".join(screen.ask(screen.sentence("replay.ask")).lower().split())
            except EOFError:
                return
            word, _, rest = text.partition(" ")
            if word in ("q", "quit", *screen.spoken("quit")):
                return
            if word in ("", "n", "next", "+") and ply < match.ply:
                ply += 1
            elif word in ("p", "b", "-", "back") and ply > 0:
                ply -= 1
            elif (there := whole(word)) is not None and there <= match.ply:
                ply = there
            elif word == "w":
                is_in_words = not is_in_words
            elif word == "s" and match.known_to == dh.ALL and (not rest or whole(rest) in range(match.seats)):
                seat = whole(rest)
            else:
                screen.say("replay.not", last=match.ply, seats=match.seats - 1)
                continue
            break
