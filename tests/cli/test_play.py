"""Whole matches at a terminal, with scripted hands: to the end, interrupted and resumed, handed over, in every kind of terminal."""

import os
import random
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

import dragonhoard as dh
from tests.cli.shell import CLEARED, CONTROL, Terminal, call, environment, run, too_wide

HIDDEN = [key for key, game in dh.GAMES.items() if game.declaration.is_hidden]


def kept_record(state: Path) -> Path:
    (found,) = (state / "dragonhoard").glob("*.record")
    return found


def play_on(terminal: Terminal, seed: int, most: int = 2000) -> str:
    """Answer every question of the table with a number or Enter until the match is over; the last thing written."""
    chance = random.Random(seed)
    seen = terminal.asked()
    for _ in range(most):
        if "Again?" in seen or terminal.process.poll() is not None:
            return seen
        is_turn = CONTROL.sub("", seen).endswith("> ")
        seen = terminal.answer(str(chance.randint(1, 3)) if is_turn else "")
    raise AssertionError("the match did not end")


@pytest.mark.parametrize("key", dh.GAMES)
def test_a_match_from_the_menu_to_its_end(key: str, tmp_path: Path) -> None:
    with Terminal(*["play"][: list(dh.GAMES).index(key)], state=tmp_path, rows=24) as terminal:  # at a terminal that is what no command means
        menu = terminal.asked()
        assert all(game.title("en") in CONTROL.sub("", menu) for game in dh.GAMES.values())
        question = terminal.answer(str(list(dh.GAMES).index(key) + 1))
        answers = iter(["Ann", "random"])
        while "> " not in CONTROL.sub("", question)[-6:]:
            question = terminal.answer(next(answers, "") if "Player" in question else "")
        end = CONTROL.sub("", play_on(terminal, 1))
        assert "Scores: Ann:" in end
        assert "wins." in end or "share the win" in end
        record = dh.read_record(kept_record(tmp_path).read_text())
        assert record.outcome is not None
        assert record.outcome_sentence("en").split()[0] in end
        terminal.type("n\r")
        assert terminal.ended() == 0
        assert too_wide(terminal.text) == []
        assert list((tmp_path / "dragonhoard").glob("*.table")) == []


@pytest.mark.parametrize(("key", "seats"), [(key, seats) for key, game in dh.GAMES.items() for seats in game.seats])
def test_nothing_is_wider_than_80_columns(key: str, seats: int, tmp_path: Path) -> None:
    players = ",".join(["Annabella von Ort", *["random"] * (seats - 1)])
    numbers = random.Random(2)
    typed = "".join(f"{numbers.choice(['?', 'look', 'moves', 'what 1', 'hint', 'table', 'help'])}\n{numbers.randint(1, 4)}\n" for _ in range(30))
    done = call("play", key, "--players", players, "--seed", "4", state=tmp_path, typed="?\nrules\n" + typed)
    assert done.returncode == 0
    assert too_wide(done.stdout.rpartition("The match is kept")[0]) == []
    assert "is neither a move" not in done.stdout


def test_again_and_undo_after_the_end(tmp_path: Path) -> None:
    key = next(key for key, game in dh.GAMES.items() if not game.declaration.is_hidden)
    typed = "resign\ny\nmoves\ntable\nwhatever\ny\nresign\nn\nresign\ny\nsave " + str(tmp_path / "end") + "\nundo\nresign\ny\ny\nquit\n"
    done = call("play", key, "--players", "Ann,Ben", "--seed", "1", state=tmp_path, typed=typed)
    assert done.stdout.count("Again?") == 8
    assert "Matches won: Ann 1, Ben 1." in done.stdout
    assert dh.read_record((tmp_path / "end").read_text()).names == ("Ben", "Ann")
    assert "The match is kept" in done.stdout


@pytest.mark.parametrize("key", dh.GAMES)
def test_the_table_fits_24_lines(key: str, tmp_path: Path) -> None:
    players = ",".join(["Annabella von Ort", *["greedy"] * (dh.GAMES[key].seats[-1] - 1)])
    shown = 0
    with Terminal("play", key, "--players", players, "--seed", "5", state=tmp_path, rows=24) as terminal:
        seen = terminal.asked()
        for turn in range(60):
            lines = CONTROL.sub("", seen.rpartition("\x1b[2J")[2]).split("\n")
            if "\x1b[2J" in seen:
                shown += 1
                assert len(lines) <= 24, "\n".join(lines)
            if "Again?" in seen:
                break
            match = dh.read_record(kept_record(tmp_path).read_text())
            seen = terminal.answer(dh.bot("greedy").choose(match.seen_by(0), dh.Dice(turn)))
    assert shown > 5


def test_the_menu_answers_what_newcomers_ask(tmp_path: Path) -> None:
    done = call("play", state=tmp_path, typed="?\nrules 2\nrules\n2\n\n?\nAnn\n\nq\n")
    assert "There is no game ?" in done.stdout
    assert "§1.1" in done.stdout
    assert done.stdout.count("Who plays?") == 2
    options = call("play", "drachenwurf", state=tmp_path, typed="2\nAnn\n\no\n3\nquit\n")
    assert dict(dh.read_record(next((tmp_path / "dragonhoard").glob("*.record")).read_text()).options) == {"egg_points": 3}, options.stdout


@pytest.mark.parametrize("key", HIDDEN)
def test_nothing_of_a_hand_is_left_when_the_screen_is_handed_over(key: str, tmp_path: Path) -> None:
    def secrets_of(match: dh.Match, seat: int) -> set[str]:
        """The lines of the table that one seat alone sees."""
        public = {line for other in (None, *(each for each in range(match.seats) if each != seat)) for line in match.letters(other).splitlines()}
        return {line.strip() for line in match.letters(seat).splitlines() if line not in public}

    with Terminal("play", key, "--players", "Ann,Ben", "--seed", "8", "--ascii", "--no-color", state=tmp_path) as terminal:
        seen, handed = terminal.asked(), 0
        before: set[str] = set()
        for _ in range(60):
            screen = terminal.text.rpartition(CLEARED)[2]
            if "nobody else can see" in seen:
                handed += bool(before)
                assert CLEARED in seen
                assert not [line for line in before if line in screen]
                assert "lays" not in screen
                if handed > 3:
                    break
                terminal.type("\x1b[A\x1b[A")  # what the former one typed is not to be had again
                seen = terminal.answer("")
                assert "9 9,9" not in terminal.text.rpartition(CLEARED)[2]
                assert not [line for line in before if line in terminal.text.rpartition(CLEARED)[2]]
            elif CONTROL.sub("", seen).endswith("> "):
                match = dh.read_record(kept_record(tmp_path).read_text())
                assert isinstance(match.mover, int)
                secret = secrets_of(match, match.mover)
                assert secret
                assert all(line in screen for line in secret)
                terminal.answer("why 9 9,9")
                terminal.answer("?")
                seen = terminal.answer("1")
                before = {line for line in secret | secrets_of(dh.read_record(kept_record(tmp_path).read_text()), match.mover) if line}
            else:
                seen = terminal.answer("")
        assert handed > 3


@pytest.mark.parametrize("how", ["interrupt", "terminate", "hang up", "kill", "end of input", "quit"])
def test_whatever_stops_it_the_match_goes_on(how: str, tmp_path: Path) -> None:
    key = HIDDEN[0]
    with Terminal("play", key, "--players", "Ann,greedy", "--seed", "6", state=tmp_path) as terminal:
        terminal.asked()
        terminal.answer("?")
        terminal.answer("1")
        time.sleep(0.3)  # the line editor hears no signal in the moment between its prompt and its waiting
        if how == "interrupt":
            terminal.type("half a mo\x03")
        elif how == "terminate":
            terminal.stop(signal.SIGTERM)
        elif how == "kill":
            terminal.stop(signal.SIGKILL)
        elif how == "hang up":
            os.close(terminal.end)
        else:
            terminal.type("\x04" if how == "end of input" else "quit\r")
        code = terminal.process.wait(20) if how == "hang up" else terminal.ended()
        assert code == {"interrupt": 130, "terminate": 143, "hang up": 129, "kill": -9}.get(how, 0)
        text = terminal.text
    path = kept_record(tmp_path)
    left = dh.read_record(path.read_text())
    assert left.mover is not None and left.ply > 0
    if how in ("kill", "hang up"):
        again = run("play", "--resume", state=tmp_path, typed="moves\nquit\n")
    else:
        (line,) = [line for line in text.splitlines() if "--resume" in line]
        assert line.startswith("The match is kept.")
        command = line.partition("with: ")[2]
        assert f"dragonhoard play --resume {path}" in command
        done = subprocess.run(command, shell=True, input="moves\nquit\n", capture_output=True, text=True, env=environment(tmp_path), check=True)  # noqa: S602
        again = done
    assert f"{left.ply}  " in again.stdout
    assert dh.read_record(path.read_text()) == left
    assert "Greedy" in again.stdout


def test_with_a_seed_everything_comes_again(tmp_path: Path) -> None:
    for key in dh.GAMES:
        records = []
        for part in ("a", "b"):
            state = tmp_path / key / part
            typed = "?\n1\n?\n2\n"
            call("play", key, "--players", "Ann,greedy", "--seed", "11", state=state, typed=typed if part == "a" else typed[:4])
            if part == "b":
                call("play", "--resume", state=state, typed=typed[4:])
            records.append(kept_record(state).read_text())
        assert records[0] == records[1]


def test_the_first_screen_comes_at_once(tmp_path: Path) -> None:
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run("play", state=tmp_path)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.8


# ------------------------------------------------------------------ kinds of terminals
def sight(key: str, state: Path, *arguments: str, **more: str) -> str:
    with Terminal("play", key, "--players", "Ann,greedy", "--seed", "3", *arguments, state=state, **more) as terminal:
        terminal.asked()
        terminal.answer("?")
        terminal.type("quit\r")
        terminal.ended()
        return terminal.text


@pytest.mark.parametrize("key", dh.GAMES)
def test_colour_is_never_alone(key: str, tmp_path: Path) -> None:
    coloured, plain = sight(key, tmp_path), sight(key, tmp_path, NO_COLOR="1")
    assert re.search(r"\x1b\[[0-9;]+m", coloured)
    assert not re.search(r"\x1b\[[0-9;]*m", plain)

    def table(text: str) -> str:
        return "\n".join(map(str.rstrip, CONTROL.sub("", text).partition("Ann>")[0].split("\n")))

    assert table(coloured) == table(plain)


@pytest.mark.parametrize("key", dh.GAMES)
def test_plain_letters_where_only_they_can_be_shown(key: str, tmp_path: Path) -> None:
    for text in (sight(key, tmp_path, "--ascii", "--lang", "de"), sight(key, tmp_path, LC_ALL="C"), sight(key, tmp_path, LANG="C")):
        assert text.isascii()
    dumb = sight(key, tmp_path, TERM="dumb")
    assert "\x1b" not in dumb
    assert dh.GAMES[key].title("en") in dumb


def test_german_is_spoken_throughout(tmp_path: Path) -> None:
    typed = "hilfe\nzüge\ntipp\nZURÜCK\nwarum 1\nschluss\n"
    done = call("play", HIDDEN[0], "--players", "Ann,greedy", "--seed", "3", state=tmp_path, LANG="de_AT.UTF-8", typed=typed)
    for words in ("Außer Zügen", "würde", "ist erlaubt", "zurücknehmen", "Die Partie ist aufgehoben"):
        assert words in " ".join(done.stdout.split())
    assert "legal" not in done.stdout


# ------------------------------------------------------------------ what people type
def test_what_is_typed_may_be_untidy(tmp_path: Path) -> None:
    for key in dh.GAMES:
        call("play", key, "--players", "Ann,Ben", "--seed", "5", state=tmp_path / key, typed="quit\n")
        match = dh.read_record(kept_record(tmp_path / key).read_text())
        move = match.legal_moves()[0]
        untidy = "   " + "   ".join(move.swapcase().split()) + " "
        done = call("play", "--resume", state=tmp_path / key, typed=f"\n{untidy}\n\nquit\n")
        assert dh.read_record(kept_record(tmp_path / key).read_text()).moves[match.ply] == move, done.stdout


def test_why_what_hint_look_and_rules_answer(tmp_path: Path) -> None:
    for key in dh.GAMES:
        call("play", key, "--players", "Ann,Ben", "--seed", "5", state=tmp_path / key, typed="quit\n")
        match = dh.read_record(kept_record(tmp_path / key).read_text())
        assert isinstance(match.mover, int)
        move = match.legal_moves()[0]
        place, sentence = next(iter(match.spots(match.mover).items()))
        typed = f"\nwhy {move}\nwhat {move}\nhint\nlook\nlook {place}\nrules 1.1\nwhy\nrules 99\nundo\nwhy xyzzy\nlook nowhere\nmoves\nquit\n"
        text = " ".join(call("play", "--resume", state=tmp_path / key, typed=typed).stdout.split())
        for words in (
            f"{move} is legal.", match.preview([move])[0]["sentence"], "A simple computer player (greedy) would play", sentence, "§1.1",
            "Which move?", "have no section 99", "Nothing can be taken back", "xyzzy is neither", "There is no place nowhere",
        ):  # fmt: skip
            assert " ".join(words.split()) in text, (key, words)


def test_completion_with_tab(tmp_path: Path) -> None:
    with Terminal("play", HIDDEN[0], "--players", "Ann,Ben", "--seed", "5", state=tmp_path) as terminal:
        terminal.asked()
        terminal.answer("")
        terminal.type("mov\t")
        while "moves" not in terminal.text[-40:]:
            assert terminal._read(5)


def test_any_line_at_the_table_is_answered(tmp_path: Path) -> None:
    chance = random.Random(9)
    pieces = "? why what rules look moves undo table 0 1 -1 99999999999999999999 ² \x1b[2J %s {x} over 0,0 place keep egg \x00 \ufffd hint".split(" ")
    pieces += ["١", "é" * 50, "W" * 300, "\t"]
    for key in dh.GAMES:
        lines = [" ".join(chance.choices(pieces, k=chance.randint(0, 4))) for _ in range(150)]
        raw = "\n".join(lines).encode() + b"\n\xff\xfe\n"
        done = run("play", key, "--players", "Ann,Ben", state=tmp_path / key, typed=raw)
        assert done.returncode == 0
        dh.read_record(kept_record(tmp_path / key).read_text())
        assert "\x1b" not in done.stdout


def test_a_folder_that_cannot_be_written_stops_no_match(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = call("play", HIDDEN[0], "--players", "Ann,greedy", state=blocked, typed="quit\n")
    assert done.returncode == 0
    assert "could not be kept" in done.stdout


def test_save_leaves_other_files_alone(tmp_path: Path) -> None:
    other, good = tmp_path / "letter.txt", tmp_path / "match.record"
    other.write_text("Dear Ann")
    typed = f"save {other}\nsave {good}\nsave {good}\nsave /nowhere/at/all\nquit\n"
    done = call("play", HIDDEN[0], "--players", "Ann,greedy", state=tmp_path, typed=typed)
    assert other.read_text() == "Dear Ann"
    assert dh.read_record(good.read_text()).names == ("Ann", "Greedy")
    assert done.stdout.count("The full record is in") == 2
