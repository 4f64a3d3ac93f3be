"""The public door: every name that others rely on exists, is typed, has its sentence and a sample, and does what it says at its edges."""

import inspect
import pickle
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import dragonhoard as dh
from dragonhoard.language import LANGUAGES
from tests.play import Setting, played

ROOT = Path(__file__).parents[1]

GAME = "key name title pitch seats options is_hidden rules rules_version match series playouts playout move_text parse_move"
MATCH = """
    game match seats options names ply known_to mover legal_moves odds is_legal play roll undo free_undo
    moves at view describe prompt spots told preview explain seen_by redeal
    position outcome end record copy with_names picture _repr_svg_ legal_actions play_action
"""
SERIES = "matches match next wins winner record"
ERRORS = "NotAMove IllegalMove NotYourTurn MatchOver NotChance NothingToUndo BadOption NotAPosition NotARecord NotAComponentSet Unknown NotABot"


def test_the_games_stand_in_their_order() -> None:
    assert isinstance(dh.GAMES, Mapping)
    assert list(dh.GAMES) == ["dragon-master", "drachenwurf", "seven-dragons", "dragon-inferno"]
    for key, game in dh.GAMES.items():
        assert isinstance(game, dh.Game) and game.key == key
        assert type(game.seats) is range and game.seats.start >= 2
        assert type(game.rules_version) is int and type(game.name) is str
        for lang in LANGUAGES:
            assert game.title(lang) and game.pitch(lang) and "\n" not in game.pitch(lang)
            assert game.rules(lang).startswith(f"# {game.title(lang)}\n")
    with pytest.raises(TypeError):
        dh.GAMES["new"] = dh.GAMES["drachenwurf"]  # type: ignore[index]


def test_a_game_is_a_value() -> None:
    for key, game in dh.GAMES.items():
        assert repr(game) == f"<Game {key}>" and pickle.loads(pickle.dumps(game)) is game


def test_options_are_declared_with_a_sentence() -> None:
    declared = {key: {option.name: (option.kind, option.default, option.choices) for option in game.options} for key, game in dh.GAMES.items()}
    assert declared == {
        "dragon-master": {"start": ("choice", "random", ("random", "0", "1"))},
        "drachenwurf": {"egg_points": ("number", 1, (0, 1, 2, 3, 4, 5))},
        "seven-dragons": {"move_bonus": ("number", 0, (0, 1))},
        "dragon-inferno": {"components": ("text", "house", ())},
    }
    for game in dh.GAMES.values():
        for option in game.options:
            assert option.sentence("en") != option.sentence("de") and len(option.sentence("en")) > 15
        assert game.match().options == {option.name: option.default for option in game.options}
        assert game.match().seats == game.seats.start


def test_every_name_exists() -> None:
    match = dh.GAMES["dragon-master"].match()
    for names, owner in ((GAME, match.game), (MATCH.replace(" match ", " "), match), (SERIES, match.game.series())):
        for name in names.split():
            if name not in ("odds",):
                assert hasattr(type(owner), name) or hasattr(owner, name), name
    for name in ERRORS.split():
        error = getattr(dh, name)
        assert issubclass(error, dh.GameError) and error is not dh.GameError and name in dh.__all__
    assert (dh.ALL, dh.CHANCE) == ("all", "chance")
    assert re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+.*", dh.__version__)
    assert set(dh.BOTS) >= {"random", "greedy"} and all(dh.bot(name).name == name for name in dh.BOTS)
    assert [name for name in dh.__all__ if not hasattr(dh, name)] == []
    assert dh.__all__ == sorted(dh.__all__, key=lambda name: (not name.isupper(), name.startswith("__"), name.islower(), name)) or len(
        dh.__all__
    ) == len(set(dh.__all__))


def public_functions() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in dh.__all__:
        value = getattr(dh, name)
        if inspect.isclass(value):
            for inner, member in vars(value).items():
                if not inner.startswith("_"):
                    function = member.fget if isinstance(member, property) else member
                    if inspect.isfunction(function):
                        found[f"{name}.{inner}"] = function
        elif inspect.isfunction(value):
            found[name] = value
    return found


def test_everything_public_is_typed() -> None:
    functions = public_functions()
    assert len(functions) > 60
    for name, function in functions.items():
        parameters = list(inspect.signature(function).parameters.values())
        assert "return" in function.__annotations__, name
        for parameter in parameters:
            assert parameter.name == "self" or parameter.annotation is not inspect.Parameter.empty, (name, parameter.name)
        get_type_hints(function, vars(sys.modules[function.__module__]))
    assert (ROOT / "dragonhoard" / "py.typed").exists()


def test_every_public_name_stands_in_a_sample_that_runs() -> None:
    """Samples are run by test_docs; here they are searched for the names."""
    texts = [path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]]
    texts += [path.read_text(encoding="utf-8") for path in (ROOT / "dragonhoard").rglob("*.py")]
    samples = "\n".join(line for text in texts for line in text.split("\n") if re.match(r"\s*(>>>|\.\.\.) ", line))
    wanted = [*dh.__all__, *(name.partition(".")[2] for name in public_functions() if name.startswith(("Game.", "Match.", "Series.")))]
    unseen = sorted({name for name in wanted if not re.search(rf"\b{name}\b", samples)})
    assert unseen == []


# ------------------------------------------------------------------ what a match is
def test_a_match_of_each_game_can_be_played_by_its_spellings(setting: Setting) -> None:
    match = setting.open()
    assert match.known_to == dh.ALL and match.ply == 0 and match.moves == () and match.outcome is None
    assert (match.game, match.seats) == (setting.game, setting.seats)
    assert match.mover == dh.CHANCE or isinstance(match.mover, int)
    for move in played(setting).moves:
        match.play(move)
    assert match == played(setting)
    with pytest.raises(TypeError):
        match.options["new"] = 1  # type: ignore[index]
    for attribute in ("seats", "options", "names", "ply", "known_to", "mover", "outcome", "position", "moves"):
        with pytest.raises(AttributeError):
            setattr(match, attribute, None)


def test_print_shows_the_spectators_table(first: Setting) -> None:
    match = played(first).at(20)
    assert str(match) == match.letters(None) and match._repr_svg_() == match.picture(None)
    assert (
        repr(match)
        == f"<Match {first.key}, {first.seats} seats, ply 20, {'chance to move' if match.mover == dh.CHANCE else f'seat {match.mover} to move'}>"
    )
    with pytest.raises(TypeError):
        hash(match)


def test_lists_that_are_handed_out_are_nobodys(first: Setting) -> None:
    match = played(first).at(20)
    for ask in (match.legal_moves, match.legal_actions):
        ask().clear()
        assert ask()
    match.record().moves  # noqa: B018
    told = match.told(0)
    told[0]["changes"].clear()
    told.clear()
    assert match.told(0)


def test_a_series_wants_keywords_and_matches_too() -> None:
    game = dh.GAMES["drachenwurf"]
    with pytest.raises(TypeError):
        game.match(3)  # type: ignore[misc]
    assert game.match(seats=3, egg_points=0).options["egg_points"] == 0


def test_dice_and_foreign_chance_are_taken_alike() -> None:
    assert dh.Dice(7).below(6) == dh.Dice(7).below(6)
    assert {dh.Dice(1).split(number).below(2**31 - 1) for number in range(50)}.__len__() == 50
    for wrong in (0, -1, 2**31, 1.0, "6", None, True):
        with pytest.raises(dh.GameError):
            dh.Dice(1).below(wrong)  # type: ignore[arg-type]
    for seed in (None, "7", 1.5, [], True):
        with pytest.raises(dh.GameError):
            dh.Dice(seed)  # type: ignore[arg-type]
    assert dh.Dice(10**30).below(5) in range(5)


def test_errors_are_told_in_a_sentence_that_helps() -> None:
    game = dh.GAMES["drachenwurf"]
    with pytest.raises(dh.BadOption) as refused:
        game.match(seats=9)
    assert str(refused.value) == "Drachenwurf is played by 2-6 seats; 9 was asked for."
    with pytest.raises(dh.BadOption) as refused:
        game.match(eggs=1)
    assert "egg_points" in str(refused.value)
    with pytest.raises(dh.NotABot) as lost:
        dh.bot("gredy")
    assert "greedy" in str(lost.value)
    with pytest.raises(dh.NotARecord) as unread:
        dh.read_record("dragonhoard record 2\n")
    assert "Line 1" in str(unread.value)


def test_playouts_tell_means() -> None:
    told = dh.GAMES["dragon-master"].playouts(50, seed=3)
    assert (told.matches, told.plies, told.decisions) == (50, 50 * 33, 50 * 16)
    assert told.moves_offered > told.decisions
    assert len(told.scores) == 2 and all(
        isinstance(score, tuple) and len(score) == 4 and all(type(part) is float for part in score) for score in told.scores
    )
    eggs = dh.GAMES["drachenwurf"].playouts(20, 1, seats=4, egg_points=5)
    assert len(eggs.scores) == 4 and all(type(score) is float for score in eggs.scores)


@pytest.mark.parametrize("odd", [None, 1.5, "1", -1, 2**63, True])
def test_playouts_refuse_what_is_no_count(odd: Any) -> None:
    for ask in (lambda: dh.GAMES["dragon-master"].playouts(odd, 1), lambda: dh.GAMES["dragon-master"].playout(1, odd)):
        if odd == -1:
            continue
        with pytest.raises(dh.BadOption):
            ask()
    with pytest.raises(dh.BadOption):
        dh.GAMES["dragon-master"].playouts(-1, 1)


def test_python_m_dragonhoard_is_the_command() -> None:
    ran = subprocess.run([sys.executable, "-m", "dragonhoard", "--version"], capture_output=True, text=True, check=True, cwd=ROOT)
    assert dh.__version__ in ran.stdout


def test_the_prompt_is_the_last_line_of_what_is_described(setting: Setting) -> None:
    match = played(setting)
    for ply in range(0, match.ply, 7):
        then = match.at(ply)
        for seat in (None, *range(match.seats)):
            for lang in LANGUAGES:
                described, prompt = then.describe(seat, lang).split("\n")[-1], then.prompt(seat, lang)
                assert prompt != "" and (described == prompt) == (seat != then.mover)  # the mover is asked, the others are told
    assert match.mover is not None or match.prompt(None) == ""
    assert setting.game.is_hidden == setting.game.declaration.is_hidden


def test_the_same_match_can_be_called_otherwise(setting: Setting) -> None:
    match = played(setting).at(9)
    names = [f"Somebody {seat}" for seat in range(match.seats)]
    twin = match.with_names(names)
    assert twin == match and twin.names == tuple(names) and twin.record().moves == match.record().moves
    assert match.names != twin.names and twin.legal_moves() == match.legal_moves()
    twin.play(twin.legal_moves()[0])
    assert match.ply == 9 and twin.ply == 10 and twin.at(9) == match and twin.view(0) != match.view(0)
    with pytest.raises(dh.BadOption):
        match.with_names(["Ann"])
