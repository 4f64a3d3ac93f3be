"""What a shell asks: every command, for people and as JSON, right and wrong, with its exit code."""

import json
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import dragonhoard as dh
from dragonhoard.cli.main import COMMANDS
from dragonhoard.language import catalogue
from tests.cli.shell import COMMAND, ROOT, Terminal, call, environment, run, too_wide


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole match of the first game."""
    path = tmp_path_factory.mktemp("records") / "whole.record"
    path.write_text(str(next(iter(dh.GAMES.values())).playout(1, 0).record()))
    return path


def test_both_languages_say_the_same_things() -> None:
    for package in ("dragonhoard.cli", "dragonhoard"):
        english, german = catalogue(package, "en"), catalogue(package, "de")
        assert list(english) == list(german)
        for key, sentence in english.items():
            if not key.startswith("do."):
                assert set(re.findall(r"\{\w+\}", sentence)) == set(re.findall(r"\{\w+\}", german[key])), key


def test_every_sentence_is_said_somewhere() -> None:
    code = "".join(path.read_text().replace("'", '"') for path in (ROOT / "dragonhoard" / "cli").glob("*.py"))
    made = ("command.", "takes.", "help.do.", "do.", "bot.", "playouts.", "serve.", "seats", "player", "and", "none", "spectator")
    for key in catalogue("dragonhoard.cli", "en"):
        assert key.startswith(made) or f'"{key.removesuffix("[one]")}"' in code, key


def test_every_command_says_what_it_takes(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "command-line.md").read_text()
    for lang in ("en", "de"):
        done = call("help", "--lang", lang, state=tmp_path)
        assert done.returncode == 0
        assert too_wide(done.stdout) == []
        for name in COMMANDS:
            assert f"\n  {name} " in done.stdout
    for name, command in COMMANDS.items():
        done = call(name, "--help", "--lang", "de", state=tmp_path)
        assert done.returncode == 0
        assert done.stdout.startswith(f"Aufruf: dragonhoard {name}")
        assert too_wide(done.stdout) == []
        assert f"dragonhoard {name}" in page
        for argument in command.arguments:
            assert argument.name in done.stdout
            assert argument.name in page, f"{name} {argument.name} is not in docs/command-line.md"


def test_version_and_help_without_a_terminal(tmp_path: Path) -> None:
    assert run("--version", state=tmp_path).stdout == f"dragonhoard {dh.__version__}\n"
    assert "usage:" in run(state=tmp_path).stdout
    assert run("--lang", "de", "--help", state=tmp_path).stdout == run("help", "--lang=de", state=tmp_path).stdout


def test_games_and_bots(tmp_path: Path) -> None:
    found = json.loads(call("games", "--json", state=tmp_path).stdout)
    assert [game["key"] for game in found] == list(dh.GAMES)
    assert [game["seats"] for game in found] == [list(game.seats) for game in dh.GAMES.values()]
    assert all(option["sentence"] for game in found for option in game["options"])
    assert [bot["name"] for bot in json.loads(call("bots", "--json", state=tmp_path).stdout)] == list(dh.BOTS)
    assert too_wide(call("games", state=tmp_path).stdout) == []


@pytest.mark.parametrize("key", dh.GAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_rules_are_readable_in_80_columns(key: str, lang: str, tmp_path: Path) -> None:
    text = call("rules", key, "--lang", lang, state=tmp_path).stdout
    assert too_wide(text) == []
    assert dh.GAMES[key].title(lang) in text
    for section in re.findall(r"^§([0-9]+\.[0-9]+) ", dh.GAMES[key].rules(lang), re.M):
        assert f"§{section} " in text
    part = call("rules", key, "1.1", "--lang", lang, state=tmp_path).stdout
    assert part.startswith("§1.1 ") and "§1.2 " not in part


def test_verify_tells_right_from_wrong(record: Path, tmp_path: Path) -> None:
    good = record.read_text()
    assert run("verify", str(record), state=tmp_path).returncode == 0
    assert run("verify", "-", state=tmp_path, typed=good).returncode == 0
    lines = good.split("\n")
    first = next(number for number, line in enumerate(lines) if line.startswith("moves")) + 1
    wrong = {
        "a move twice": [*lines[: first + 3], lines[first + 3], *lines[first + 3 :]],
        "a move away": [*lines[: first + 3], *lines[first + 4 :]],
        "another winner": [line if not line.startswith("winners") else "winners 0 1" for line in lines],
        "other scores": [line.replace("scores ", "scores 1") for line in lines],
        "a blank": [line + " " if line.startswith("seats") else line for line in lines],
        "no end": lines[:-4] + [""],
        "cut": lines[:-1],
        "nothing": [],
    }
    names = []
    for name, text in wrong.items():
        path = tmp_path / name
        path.write_text("\n".join(text))
        names.append(str(path))
    (tmp_path / "bytes").write_bytes(good.encode() + b"\xff")
    names.append(str(tmp_path / "bytes"))
    done = run("verify", "--json", str(record), *names, state=tmp_path)
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert [one["ok"] for one in found] == [True] + [False] * len(names)
    assert found[0]["matches"][0]["outcome"]["reason"] in dh.GAMES[found[0]["matches"][0]["game"]].declaration.rules.REASONS
    assert run("verify", str(tmp_path / "not there"), state=tmp_path).returncode == 2


def test_a_series_and_partial_records(tmp_path: Path) -> None:
    for key, game in dh.GAMES.items():
        series = game.series(to=2)
        match, dice = series.match, dh.Dice(1)
        while match.mover is not None:
            if match.mover == dh.CHANCE:
                match.roll(dice)
            else:
                match.play(match.legal_moves()[dice.below(len(match.legal_moves()))])
        path, part = tmp_path / f"{key}.series", tmp_path / f"{key}.part"
        path.write_text(str(series.record()))
        assert call("verify", str(path), state=tmp_path).returncode == 0
        middle = match.at(match.ply // 2)
        part.write_text(str(middle.record(seat=1)))
        found = json.loads(call("verify", "--json", str(part), state=tmp_path).stdout)
        assert found[0]["matches"][0]["known_to"] == 1
        shown = json.loads(call("replay", str(part), "--json", state=tmp_path).stdout)
        assert shown["view"] == json.loads(json.dumps(middle.view(1)))
        assert call("replay", str(part), "--seat", "0", state=tmp_path).returncode == 2
        assert call("play", "--resume", str(part), state=tmp_path).returncode == 2
        text = call("replay", str(path), "--match", "1", state=tmp_path).stdout
        assert match.outcome_sentence().split(".")[0] in " ".join(text.split())
        assert too_wide(text) == []


def test_replay_shows_a_ply_as_a_seat_saw_it(record: Path, tmp_path: Path) -> None:
    match = dh.read_record(record.read_text())
    for seat in (None, 0, 1):
        arguments = [] if seat is None else ["--seat", str(seat)]
        text = call("replay", str(record), "--ply", "20", *arguments, "--ascii", state=tmp_path).stdout
        assert match.at(20).letters(seat) in text
    assert call("replay", str(record), "--ply", "100000", state=tmp_path).returncode == 2
    assert call("replay", str(record), "--seat", "9", state=tmp_path).returncode == 2
    whole = call("replay", str(record), state=tmp_path).stdout
    assert f"\n{match.ply:>4}  {match.moves[-1]}" in whole


def test_replay_steps_on_a_terminal(record: Path, tmp_path: Path) -> None:
    with Terminal("replay", str(record), state=tmp_path) as terminal:
        assert "ply 0 of" in terminal.asked()
        assert "ply 1 of" in terminal.answer("")
        assert "ply 2 of" in terminal.answer("n")
        assert "ply 1 of" in terminal.answer("p")
        assert "ply 20 of" in terminal.answer("20")
        assert "as Player 2 saw it" in terminal.answer("s 1")
        assert "go from 0" in terminal.answer("s 7")
        terminal.answer("w")
        terminal.type("q\r")
        assert terminal.ended() == 0
    with Terminal("replay", str(record), "--ply", "25", "--lang", "de", state=tmp_path) as terminal:
        assert "Zug 25 von" in terminal.asked()
        terminal.answer("xyz")
        terminal.type("\x04")
        assert terminal.ended() == 0
        assert too_wide(terminal.text) == []


@pytest.mark.compiler
def test_perft_and_playouts(tmp_path: Path) -> None:
    key = next(iter(dh.GAMES))
    found = json.loads(run("perft", key, "--depth", "2", "--divide", "--json", state=tmp_path).stdout)
    assert found["leaves"] == sum(found["divide"].values())
    assert list(found["divide"]) == dh.GAMES[key].match().legal_moves()
    played = json.loads(run("playouts", key, "--count", "3", "--seed", "5", "--json", state=tmp_path).stdout)
    assert played["plies"] == sum(dh.GAMES[key].playout(5, i).ply for i in range(3))


def test_what_cannot_be_is_said_in_one_line(tmp_path: Path) -> None:
    bad = """
        nonsense|--nonsense|play chess|play --seats|play drachenwurf --seats 99|play drachenwurf --seats -1|play dragon-master --seed x|play
        dragon-master --option x|play dragon-master --option x=1|play dragon-inferno --option components=/nowhere|play dragon-inferno --option
        components=/etc/passwd --players a,b|play dragon-master --players a|play dragon-master --players a\x1b,b|play --resume /nowhere|play
        --resume|rules|rules x|rules drachenwurf 99.9|rules drachenwurf (.*|replay|replay /etc|replay /dev/null|verify|perft drachenwurf --depth
        ²|perft drachenwurf --position nonsense|perft drachenwurf --move x|playouts drachenwurf --count -5|bench nonsense|completion tcsh|help
        nonsense|--lang fr games|games extra|verify --json=3 x|play dragon-master extra|rules d|verify a\udcff"""
    asked = [line.split() for line in bad.split("|")]
    for arguments in [*asked, ["", ""], ["play", ""]]:
        done = call(*arguments, state=tmp_path)
        assert done.returncode == 2, (arguments, done)
        assert re.fullmatch(r"dragonhoard: [^\n\x1b]+\n", done.stderr), (arguments, done.stderr)


def test_any_arguments_are_answered(tmp_path: Path) -> None:
    chance = random.Random(3)
    words = "--lang de --json --seat --ply -1 999999999999999999999999999999 --help --ascii - -- = --resume é \udc80 --players ,,, 0".split()
    for _ in range(200):
        name = chance.choice(["games", "rules", "replay", "verify", "completion", "help", "play"])
        done = call(name, *chance.choices([*words, *dh.GAMES], k=chance.randint(0, 4)), state=tmp_path, typed="\n" * 5)
        assert done.returncode in (0, 1, 2)


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    for command in ("rules drachenwurf", "games --json", "play --help"):
        line = f"set -o pipefail; {' '.join(COMMAND)} {command} | head -c 1 >/dev/null; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", line], env=environment(tmp_path), capture_output=True, text=True, check=False)
        assert done.stderr == ""
        assert done.stdout.strip() in ("0", "141")
    for command in ("games >&-", "nonsense 2>&-", "play drachenwurf --players a,b <&-", "verify - <&-"):
        done = subprocess.run(
            ["bash", "-c", f"{' '.join(COMMAND)} {command}"], env=environment(tmp_path), capture_output=True, text=True, check=False
        )
        assert "Traceback" not in done.stdout + done.stderr
        assert done.returncode in (0, 1, 2)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_read_by_their_shells(shell: str, tmp_path: Path) -> None:
    script = call("completion", shell, state=tmp_path).stdout
    for name, command in COMMANDS.items():
        assert name in script
        for argument in command.arguments:
            assert not argument.name.startswith("--") or argument.name[2:] in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)
    if shell == "bash":
        asks = script + '\nCOMP_WORDS=(dragonhoard rules seven); COMP_CWORD=2; _dragonhoard; echo "${COMPREPLY[@]}"'
        assert subprocess.run(["bash"], input=asks, text=True, capture_output=True, check=True).stdout == "seven-dragons\n"
