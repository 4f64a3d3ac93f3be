"""Playing in a terminal: what each person sees and types, bots in between, handing over between hidden hands, the end.

Everything about a game comes through the public door: its picture in letters, its words, its legal moves. Nothing that a person typed is
played unless the strict library takes it; what is tidied here is blanks and upper and lower case.
"""

import argparse
import contextlib
import signal
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from enum import Enum, auto
from itertools import product
from pathlib import Path
from typing import Final, NoReturn

import dragonhoard as dh
from dragonhoard.cli.arguments import Fault, Stopped, whole
from dragonhoard.cli.kept import how_to_resume, write_whole
from dragonhoard.cli.menu import HINTED_BY, Left, Seating, seated
from dragonhoard.cli.reading import match_lines, print_outcome, rules_lines, sections, story
from dragonhoard.cli.screen import Screen

FEW: Final = 9  # legal moves that are listed without being asked for, each with what it would do
NEWS: Final = 12  # lines of what happened, where there is no screen to measure
LEAST_NEWS: Final = 3  # lines of what happened that are shown however low the screen is


class Offer(Enum):
    """How the legal moves are offered below the question."""

    TOLD = auto()  # few of them with what each would do
    LISTED = auto()  # with their numbers only
    COUNTED = auto()  # how many there are


class TableChance:
    """The chance of a table that people sit at: drawn from the operating system, so that nobody can work it out."""

    def below(self, n: int, /) -> int:
        """A uniform whole number from 0 to n - 1."""
        import secrets  # noqa: TID251  seeds are for study; a hand of cards must not be guessable

        return secrets.randbelow(n)


def play(given: argparse.Namespace, screen: Screen) -> int:
    """Open a table, or go back to one, and play until nobody wants another match; the exit code."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _stop)
    try:
        table = Table(screen, seated(given, screen))
    except (EOFError, Left):
        screen.say("bye")
        return 0
    except KeyboardInterrupt:
        screen.draw("")
        raise
    try:
        while True:
            table.play()
            if table.is_another_wanted():
                table = table.another()
    except (Left, EOFError):
        table.leave()
        return 0
    except BaseException:  # Ctrl-C, the system's wish, a closed pipe, a fault of ours: the match is kept whatever it was
        with contextlib.suppress(OSError):  # nobody may be there to read it
            table.leave()
        raise


def _stop(number: int, _frame: object) -> NoReturn:
    raise Stopped(number)


# ------------------------------------------------------------------ at the table
COMMANDS: Final = ("help", "list", "what", "why", "hint", "undo", "table", "look", "moves", "rules", "save", "resign", "quit")


class Table:
    """A match on this screen: who plays it, who looks at the screen now, and what each has been told already."""

    def __init__(self, screen: Screen, seating: Seating, wins: dict[str, int] | None = None) -> None:
        self.screen = screen
        self.seating = seating
        self.match = seating.match
        self.chairs = seating.chairs
        self.kept = seating.kept
        self.wins = dict(wins or {})  # of earlier matches at this table, by player's name
        self.people = [seat for seat, chair in enumerate(self.chairs) if chair.bot is None]
        self.is_handed_over = self.match.game.declaration.is_hidden and len(self.people) > 1
        self.viewer: int | None = None  # whose eyes are on the screen
        self.greeted: set[int] = set()
        self.told_until: dict[int, int] = {}  # by seat: the ply up to which it has been told what happened
        self.compact_at = 0  # the height of the screen for which the table had to be drawn compact
        self.is_numbered = False  # do the moves' numbers stand on the screen
        self.commands = {word: command for command in COMMANDS for word in screen.spoken(command)}

    # ---- a match from here to its end
    def play(self) -> None:
        """Until the match is over. Raises Left when somebody gets up before."""
        if not self.people:
            self._watch()
        while (mover := self.match.mover) is not None:
            if mover == dh.CHANCE:
                self.match.roll(self._chance())
            elif self.chairs[mover].bot is not None:
                self._bot_moves(mover)
            else:
                self._person_moves(mover)
        self._keep()

    def leave(self) -> None:
        """Say how to go on; what was in somebody's hand does not stay on the screen."""
        if self.is_handed_over and self.match.mover is not None:
            self.screen.wipe()
        elif self.screen.is_terminal:
            self.screen.draw("")
        if self.match.mover is None:
            self.screen.say("bye")
        elif self.kept.fault is not None:
            self.screen.say("not-kept", why=self.kept.fault)
        elif self.kept.record.exists():
            print(self.screen.fitting(f"{self.screen.sentence('kept')} {how_to_resume(self.kept.record)}"), flush=True)

    def _watch(self) -> None:
        """Bots among themselves: every move is told as it happens."""
        while (mover := self.match.mover) is not None:
            if mover == dh.CHANCE:
                self.match.roll(self._chance())
            else:
                self._bot_moves(mover)
            for line in self._told(None, self.match.ply - 1):
                self.screen.draw(line)

    def _chance(self) -> dh.Dice | TableChance:
        """With a seed, each ply has dice of its own: taking back or resuming changes nothing."""
        return TableChance() if self.seating.seed is None else dh.Dice(self.seating.seed).split(self.match.ply)

    def _bot_moves(self, seat: int) -> None:
        if self.screen.can_clear and self.people:
            self.screen.say("thinking", "dim", name=self.chairs[seat].name)
        move = dh.bot(self.chairs[seat].bot or "").choose(self.match.seen_by(seat), dice=self._chance())
        self.match.play(move, seat)

    def _keep(self) -> None:
        self.kept.write(self.match, self.chairs, self.seating.seed)

    # ---- a person's turn
    def _person_moves(self, seat: int) -> None:
        """One decision of a person: the table, the question, and whatever is asked before a move is made or taken back."""
        self._keep()
        for each in self.people:
            self.told_until.setdefault(each, self.match.ply)
        if self.is_handed_over and self.viewer != seat:
            self._hand_over(seat)
        self.viewer = seat
        self._show(seat)
        moves = self.match.legal_moves()
        ply = self.match.ply
        while self.match.ply == ply and self.match.mover == seat:
            line = self.screen.ask(f"{self.chairs[seat].name}>", lambda text: self._completions(text, moves))
            self._obey(" ".join(line.split()), seat, moves)
        if self.match.ply > ply:
            self._keep()
            if self.is_handed_over and self.match.mover not in (None, seat):
                self._let_go(seat)

    def _hand_over(self, seat: int) -> None:
        """Between two people with hidden hands: nothing of the former one stays, and the next one says when nobody else looks."""
        self.screen.wipe()
        self.viewer = None
        self.screen.say("hand-over", "bold", name=self.chairs[seat].name)
        self._enter(self.screen.sentence("hand-over.ready", name=self.chairs[seat].name))
        self.screen.wipe()

    def _let_go(self, seat: int) -> None:
        """The end of a turn before the screen changes hands: what came of it can be looked at, and still be taken back."""
        self._show(seat)
        while True:
            back = self.match.free_undo(seat)
            text = self._enter(self.screen.sentence("let-go" if back is None else "let-go.undo", undo=self.screen.spoken("undo")[0]))
            if self.commands.get(text.lower()) == "undo" and back is not None:
                self.match.undo()
                self._keep()
                return
            if not text:
                self.viewer = None
                self.screen.wipe()  # now, not when the next one is asked: bots may think for a while
                return

    def _enter(self, question: str) -> str:
        """Enter, or a word; leaving is possible here too."""
        text = " ".join(self.screen.ask(question).split())
        if self.commands.get(text.lower()) == "quit":
            raise Left
        return text

    def _show(self, seat: int) -> None:
        """A fresh screen: the table as that seat sees it, what happened since it last looked, what is to be done."""
        screen, match = self.screen, self.match
        self.is_numbered = False
        prompt = [] if match.mover != seat else screen.lines(self._prompt(seat), "bold")
        moves = match.legal_moves() if prompt else []
        offers = [[*prompt, *self._offer(moves, how)] for how in Offer] if prompt else [[]]
        news = self._told(seat, min(self.told_until[seat], match.ply))
        welcome = []
        if seat not in self.greeted:
            self.greeted.add(seat)
            words = {command: screen.spoken(command)[0] for command in ("rules", "what", "help")}
            welcome = screen.lines(screen.sentence("welcome", **words), "dim")
        # What the screen must hold besides table and offer: where one answers, the welcome, and the last of the news.
        least = 1 + len(welcome) + min(len(news), LEAST_NEWS)
        table = self._table(seat, screen.rows - least - len(offers[0]))
        question = next((offer for offer in offers if len(table) + len(offer) + least <= screen.rows), offers[-1])
        self.is_numbered = self.is_numbered and question is not offers[-1]
        room = max(LEAST_NEWS, screen.rows - len(table) - len(question) - len(welcome) - 3) if screen.is_terminal else NEWS
        screen.fresh()
        for line in (*table, *self._latest(news, room), *welcome, *question):
            screen.draw(line)
        self.told_until[seat] = match.ply

    def _table(self, seat: int | None, room: int) -> list[str]:
        """The title and the table in so many lines, if that can be."""
        title = self.screen.pen("bold", self.screen.fitting(self.match.game.title(self.screen.language)))
        lines = match_lines(self.screen, self.match, seat, self.seating.is_read_aloud)
        if len(lines) > room - 2 or self.compact_at == self.screen.rows:
            self.compact_at = self.screen.rows  # and it stays so: a table that changes its looks from move to move is hard to read
            lines = match_lines(self.screen, self.match, seat, self.seating.is_read_aloud, room=0)
        return [title, *lines, *([""] if len(lines) < room - 1 else [])]

    def _latest(self, news: list[str], room: int) -> list[str]:
        """The last of the news, and how to see the others."""
        if len(news) <= room:
            return news
        shown = news[1 - room :]
        begun = next((at for at, line in enumerate(shown) if not line.startswith(" ")), 0)  # no sentence without its beginning, if that can be
        shown = shown[begun:]
        return [self.screen.sentence("news.more", count=len(news) - len(shown), moves=self.screen.spoken("moves")[0]), *shown]

    def _prompt(self, seat: int) -> str:
        return self.match.describe(seat, self.screen.language).split("\n")[-1]

    def _told(self, seat: int | None, since: int) -> list[str]:
        """What happened, a line each (wrapped where it must be), as that seat may know it."""
        lines: list[str] = []
        for told in self.match.told(seat, since, self.screen.language):
            sentences = " ".join((told["sentence"], *(step["sentence"] for step in told["automatic"])))
            lines += self.screen.lines(("· " if self.screen.pen.has_unicode else "- ") + sentences, indent="  ")
        return lines

    def _completions(self, text: str, moves: Sequence[str]) -> Iterator[str]:
        """What Tab offers: moves, commands, and moves after `why` and `what`."""
        first, space, _ = text.lstrip().partition(" ")
        command = self.commands.get(first.lower())
        if space and command in ("why", "what", "list"):
            yield from (f"{first} {move}" for move in moves)
        elif space and command == "rules":
            yield from (f"{first} {section}" for section in sections(self.match.game, self.screen.language))
        else:
            yield from moves
            yield from sorted(self.commands)

    # ---- what was typed
    def _obey(self, text: str, seat: int, moves: Sequence[str]) -> None:
        if text.startswith("?"):
            text = f"list {text[1:].strip()}".strip()
        if text in moves:
            self.match.play(text, seat)
            return
        first, _, rest = text.partition(" ")
        command = self.commands.get(first.lower())
        asked = text if command is None else rest
        try:
            if not text:
                self.screen.say("ask.empty", help=self.screen.spoken("help")[0])
            elif command is not None:
                getattr(self, f"_do_{command}")(rest, seat, moves)
            elif not self.is_numbered and any(move.startswith(text + " ") for move in moves):
                self._nothing_like(text, moves)  # a bare number that could be the beginning of a move, and no list to look it up in
            else:
                move = self._spelling(text, moves)
                explanation = self.match.explain(move)
                if explanation is None:
                    self.match.play(move, seat)
                else:
                    self._refuse(explanation)
        except Fault as fault:
            self.screen.say(fault.key, "red", **fault.parameters)
        except dh.NotAMove:
            self._nothing_like(asked, moves)
        except dh.GameError as fault:
            self.screen.write(fault.sentence(self.screen.language), "red")

    def _spelling(self, text: str, moves: Sequence[str]) -> str:
        """The spelling somebody means by a number of the list, or by a move in any upper and lower case; NotAMove if by none."""
        if text.isdecimal():
            chosen = whole(text)
            if chosen is not None and 0 < chosen <= len(moves):
                return moves[chosen - 1]
            raise Fault("ask.number", count=len(moves), given=text[:20])
        same = [move for move in moves if move.lower() == text.lower()]
        if len(same) == 1:
            return same[0]
        words = text[:60].split(" ")
        forms = [dict.fromkeys((word, word.lower(), word.upper(), word[:1].upper() + word[1:].lower())) for word in words[:4]]
        for tried in product(*forms, *([word] for word in words[4:])):
            try:
                self.match.explain(" ".join(tried))
                return " ".join(tried)
            except dh.NotAMove:
                pass
        raise dh.NotAMove("spelling", given=text[:40])

    def _nothing_like(self, text: str, moves: Sequence[str]) -> None:
        """Neither a command nor a move: what begins like it, or looks like it."""
        begun = [move for move in moves if move.lower().startswith(text.lower())]
        if begun:
            self.screen.say("ask.begun", given=text[:40])
            self.screen.page(self._listed(begun, moves))
            return
        known = {word: word for word in self.commands} | {move.lower(): move for move in moves}
        near = [known[word] for word in get_close_matches(text.lower(), known, 3, 0.6)]
        self.screen.say("ask.unknown", "red", given=text[:40], help=self.screen.spoken("help")[0])
        if near:
            self.screen.say("ask.near", near=", ".join(near))

    def _refuse(self, explanation: dh.Explanation) -> None:
        told = explanation.sentence(self.screen.language)
        section = self.screen.sentence("see", rules=self.screen.spoken("rules")[0], section=explanation.section)
        self.screen.write(f"{told} {section}", "red")

    # ---- lists of moves
    def _listed(self, shown: Sequence[str], moves: Sequence[str], is_short: bool = False) -> list[str]:
        """Moves with their numbers: a line each with what it would do when they are few, else side by side behind what they have in common."""
        self.is_numbered = True
        numbers = {move: at for at, move in enumerate(moves, start=1)}
        pen, screen = self.screen.pen, self.screen
        lines: list[str] = []
        if len(shown) <= FEW and not is_short:
            widest = max(map(len, shown), default=0)
            for told in self.match.preview(shown, screen.language):
                head = f"{numbers[told['move']]:>4}) {told['move']:<{widest}}"
                first, *more = screen.lines(f"{head}  {told['sentence']}", indent=" " * min(len(head) + 2, 30))
                lines += [pen("bold", first[: len(head)]) + first[len(head) :], *more]
            return lines
        groups = _grouped(shown)
        lead, digits = max(map(len, groups)) + 7, len(str(len(moves)))
        for group, members in groups.items():
            cells = [f"{numbers[move]:>{digits}}) {move.removeprefix(group).strip()}" for move in members]
            wide = max(map(len, cells)) + 3
            across = max(1, (screen.width - lead) // wide)
            for at in range(0, len(cells), across):
                head = f"  {f'{group} ...' if group and at == 0 else '':<{lead - 2}}"
                lines.append(pen("bold", head) + "".join(f"{cell:<{wide}}" for cell in cells[at : at + across]).rstrip())
        return lines

    def _offer(self, moves: Sequence[str], how: Offer) -> list[str]:
        """What stands below the question: the moves if there is room for them, else how many there are of each kind, and how to see them."""
        if how is Offer.COUNTED:
            return self.screen.lines(self.screen.sentence("counted", count=len(moves), example=moves[0]), "dim")
        listed = self._listed(moves, moves, how is Offer.LISTED)
        if len(moves) <= FEW or len(listed) <= FEW:
            return listed
        self.is_numbered = False
        groups = [f"{group} ({len(members)})" if group else ", ".join(members) for group, members in _grouped(moves).items()]
        outline = self.screen.lines(self.screen.sentence("outline", count=len(moves), example=moves[0], groups=", ".join(groups)), indent="  ")
        if len(outline) > 4:
            outline = [*outline[:3], "  ..."]
        first = next(filter(None, _grouped(moves)), moves[0])
        how_to = self.screen.sentence("outline.how", first=first, example=moves[0], what=self.screen.spoken("what")[0])
        return [*outline, *self.screen.lines(how_to, "dim")]

    # ---- commands
    def _do_help(self, _rest: str, _seat: int, _moves: Sequence[str]) -> None:
        lines = self.screen.lines(self.screen.sentence("help.play"))
        for command in COMMANDS:
            head = "? " if command == "list" else ""
            first, *others = self.screen.spoken(command)
            names = head + " ".join([first, *(word for word in others if len(word) == 1)])
            lines += self.screen.lines(f"  {names:<12} {self.screen.sentence(f'help.do.{command}')}", indent=" " * 15)
        self.screen.page(lines)

    def _do_list(self, rest: str, _seat: int, moves: Sequence[str]) -> None:
        shown = [move for move in moves if move.lower().startswith(rest.lower())]
        if not shown:
            self.screen.say("list.none", given=rest[:40])
            return
        self.screen.page(self._listed(shown, moves))

    def _do_what(self, rest: str, _seat: int, moves: Sequence[str]) -> None:
        if not rest:
            raise Fault("ask.which", command=self.screen.spoken("what")[0])
        move = self._spelling(rest, moves)
        explanation = self.match.explain(move)
        if explanation is not None:
            self._refuse(explanation)
            return
        self.screen.write(f"{move}: {self.match.preview([move], self.screen.language)[0]['sentence']}")

    def _do_why(self, rest: str, _seat: int, moves: Sequence[str]) -> None:
        if not rest:
            raise Fault("ask.which", command=self.screen.spoken("why")[0])
        move = self._spelling(rest, moves)
        explanation = self.match.explain(move)
        if explanation is None:
            self.screen.say("why.legal", move=move)
        else:
            self._refuse(explanation)

    def _do_hint(self, _rest: str, seat: int, _moves: Sequence[str]) -> None:
        if HINTED_BY not in dh.BOTS:
            self.screen.say("hint.none")
            return
        move = dh.bot(HINTED_BY).choose(self.match.seen_by(seat), dice=dh.Dice(self.match.ply))  # asked twice it answers the same
        self.screen.say("hint", move=move, bot=HINTED_BY, sentence=self.match.preview([move], self.screen.language)[0]["sentence"])

    def _do_undo(self, _rest: str, seat: int, _moves: Sequence[str]) -> None:
        """Take back one act, as long as that needs nobody's leave: the mover's own, or on a shared screen the one just made."""
        if self._take_back([seat, *([] if self.is_handed_over else self.people)]):
            self._keep()
        else:
            self.screen.say("undo.none")

    def _take_back(self, seats: Iterable[int]) -> bool:
        if any(self.match.free_undo(seat) is not None for seat in seats):
            self.match.undo()
            for seat in self.people:
                self.told_until[seat] = min(self.told_until.get(seat, self.match.ply), self.match.ply)
            return True
        return False

    def _do_table(self, _rest: str, seat: int, _moves: Sequence[str]) -> None:
        self._show(seat)

    def _do_look(self, rest: str, seat: int, _moves: Sequence[str]) -> None:
        """The table in words, or one place of it."""
        if not rest:
            self.screen.page(self.screen.lines(self.match.describe(seat, self.screen.language), indent="  "))
            return
        spots = self.match.spots(seat, self.screen.language)
        found = next((place for place in spots if place.lower() == rest.lower()), None)
        if found is None:
            self.screen.say("look.none", given=rest[:40], places=", ".join(list(spots)[:8]))
        else:
            self.screen.write(f"{found}: {spots[found]}")

    def _do_moves(self, _rest: str, seat: int, _moves: Sequence[str]) -> None:
        self.screen.page(story(self.screen, self.match, seat))

    def _do_rules(self, rest: str, _seat: int, _moves: Sequence[str]) -> None:
        lines = rules_lines(self.screen, self.match.game, rest)
        if not lines:
            raise Fault("rules.none", section=rest[:20], game=self.match.game.title(self.screen.language))
        self.screen.read_on(lines)

    def _do_save(self, name: str, _seat: int, _moves: Sequence[str]) -> None:
        """Write the full record where somebody wants it; another file that is no record is left alone."""
        try:
            path = Path(name or f"{self.match.game.key}-{time.strftime('%Y%m%d-%H%M%S')}.record").expanduser().absolute()
            if path.exists() and not path.read_bytes()[:18].startswith(b"dragonhoard record"):
                raise Fault("save.other", file=str(path)[:200])
            write_whole(path, str(self.match.record()))
        except (OSError, ValueError, RuntimeError) as fault:
            raise Fault("save.failed", why=getattr(fault, "strerror", None) or str(fault)) from None
        self.screen.say("saved", file=str(path))

    def _do_resign(self, _rest: str, seat: int, _moves: Sequence[str]) -> None:
        if _is_yes(self.screen, self.screen.ask(self.screen.sentence("resign.sure", name=self.chairs[seat].name))):
            self.match.end("resignation", [other for other in range(self.match.seats) if other != seat])

    def _do_quit(self, _rest: str, _seat: int, _moves: Sequence[str]) -> None:
        raise Left

    # ---- the end
    def is_another_wanted(self) -> bool:
        """Show the end and ask; False if the last move was taken back and this match goes on. Raises Left when enough has been played."""
        self._show_end()
        if not self.people:
            raise Left
        while True:
            can_undo = any(self.match.free_undo(seat) is not None for seat in self.people)
            question = self.screen.sentence("again.undo" if can_undo else "again", undo=self.screen.spoken("undo")[0])
            text = " ".join(self.screen.ask(question).split())
            first, _, rest = text.partition(" ")
            command = self.commands.get(first.lower())
            try:
                if _is_yes(self.screen, text):
                    return True
                if not text or command == "quit" or _is_no(self.screen, text):
                    raise Left
                if command == "undo" and self._take_back(self.people):
                    return False
                if command == "moves":
                    self.screen.page(story(self.screen, self.match, None))
                elif command == "table":
                    self._show_end()
                elif command == "save":
                    self._do_save(rest, 0, ())
                elif command == "rules":
                    self._do_rules(rest, 0, ())
                else:
                    self.screen.say("again.what")
            except Fault as fault:
                self.screen.say(fault.key, "red", **fault.parameters)

    def _show_end(self) -> None:
        screen, match = self.screen, self.match
        viewer = self.people[0] if len(self.people) == 1 else None
        if self.people:
            screen.fresh()
        else:
            screen.draw("")
        news = self._told(viewer, min([match.ply, *self.told_until.values()]))
        below = 8  # who has won and why, the scores, the record's file, the question
        table = self._table(viewer, screen.rows - below - min(len(news), LEAST_NEWS))
        room = max(LEAST_NEWS, screen.rows - len(table) - below) if screen.is_terminal else NEWS
        for line in (*table, *self._latest(news, room)):
            screen.draw(line)
        print_outcome(screen, match)
        if self.wins:
            screen.say("wins", wins=", ".join(f"{name} {count}" for name, count in sorted(self._wins_now().items())))
        if self.kept.fault is None:
            screen.say("end.kept", "dim", file=_shown_path(self.kept.record))

    def _wins_now(self) -> dict[str, int]:
        """Matches won at this table, this one included; a shared one counts for nobody."""
        outcome = self.match.outcome
        assert outcome is not None
        wins = {chair.name: self.wins.get(chair.name, 0) for chair in self.chairs}
        if len(outcome.winners) == 1:
            wins[self.chairs[outcome.winners[0]].name] += 1
        return wins

    def another(self) -> "Table":
        """The next match of the same players; everybody moves one seat on, so that another begins."""
        return Table(self.screen, self.seating.next(), self._wins_now())


def _shown_path(path: Path) -> str:
    """A path as people write it: what lies at home begins with ~."""
    with contextlib.suppress(RuntimeError, ValueError):  # nobody's home is known, or the file is elsewhere
        return f"~/{path.relative_to(Path.home())}"
    return str(path)


def _is_yes(screen: Screen, text: str) -> bool:
    return text.strip().lower() in ("y", "yes", *screen.sentence("yes").split())


def _is_no(screen: Screen, text: str) -> bool:
    return text.strip().lower() in ("n", "no", *screen.sentence("no").split())


def _grouped(moves: Sequence[str]) -> dict[str, list[str]]:
    """Moves by all of their words but the last; those that share these words with no other together, under nothing."""
    sizes = Counter(move.rpartition(" ")[0] for move in moves)
    groups: dict[str, list[str]] = {}
    for move in moves:
        beginning = move.rpartition(" ")[0]
        groups.setdefault(beginning if sizes[beginning] > 1 else "", []).append(move)
    return groups
