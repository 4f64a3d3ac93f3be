"""Errors: above all `GameError`, with a code, parameters and a sentence; and after one nothing has changed."""

import pickle
import time
from collections.abc import Callable
from typing import Any

import pytest

import dragonhoard as dh
from tests.play import NAMES, Setting, everything, played, some_actions, stops

ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    10**40,
    10**5000,
    -(2**63) - 1,
    1.0,
    float("nan"),
    float("inf"),
    "",
    "0",
    "١",
    b"0",
    [],
    [0],
    {},
    {0: 0},
    (),
    (0,),
    object(),
    len,
    1j,
    "x" * 10_000,
)


class Spiteful:
    """Something that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]


def refused(ask: Callable[[], Any]) -> bool:
    """Whether it raised an error of ours, and that one is complete; any other error goes through and fails the test."""
    try:
        ask()
    except dh.GameError as fault:
        assert type(fault) is not dh.GameError and type(fault.code) is str and type(fault.parameters) is dict
        for lang in ("en", "de", "fr"):
            sentence = fault.sentence(lang)
            assert sentence and len(sentence) < 600 and "\n" not in sentence
        assert str(fault) == fault.sentence("en") and fault.sentence("en") != fault.sentence("de")
        again = pickle.loads(pickle.dumps(fault))
        assert type(again) is type(fault) and again.code == fault.code and again.sentence("de") == fault.sentence("de")
        return True
    return False


def test_every_seat_that_sits_nowhere_is_refused(setting: Setting) -> None:
    match = played(setting).at(3)
    before = everything(match)
    for seat in (*ODD, setting.seats, Spiteful(), "all", "chance"):
        asks: list[Callable[[], Any]] = [
            lambda seat=seat: match.view(seat),
            lambda seat=seat: match.describe(seat),
            lambda seat=seat: match.spots(seat),
            lambda seat=seat: match.told(seat),
            lambda seat=seat: match.picture(seat),
            lambda seat=seat: match.letters(seat),
            lambda seat=seat: match.seen_by(seat),
            lambda seat=seat: match.redeal(seat, dh.Dice(1)),
            lambda seat=seat: match.record(seat),
            lambda seat=seat: match.free_undo(seat),
            lambda seat=seat: match.play(match.moves[0], seat),
            lambda seat=seat: match.explain(match.moves[0], seat),
        ]
        for number, ask in enumerate(asks):
            if seat is None and number != 9:
                continue  # a spectator, or nobody in particular
            if isinstance(seat, str) and seat == dh.ALL and number == 8:
                continue  # the full record
            assert refused(ask), (number, type(seat))
    assert everything(match) == before


def test_every_argument_of_another_kind_is_refused(setting: Setting) -> None:
    match = played(setting).at(played(setting).ply // 2)
    before = everything(match)
    for odd in (*ODD, Spiteful()):
        assert refused(lambda odd=odd: match.play(odd))
        assert refused(lambda odd=odd: match.is_legal(odd))
        assert refused(lambda odd=odd: match.explain(odd))
        assert refused(lambda odd=odd: match.end(odd, [0]))
        assert refused(lambda odd=odd: dh.read_record(odd))
        assert refused(lambda odd=odd: dh.read_series(odd))
        assert refused(lambda odd=odd: dh.bot(odd))
        assert refused(lambda odd=odd: match.roll(odd))
        refused(lambda odd=odd: match.play_action(odd))  # True is no number, -1 no action
        if odd is not None:
            assert refused(lambda odd=odd: setting.game.match(position=odd))
            assert refused(lambda odd=odd: setting.game.match(seats=odd))
            assert refused(lambda odd=odd: setting.game.move_text(0, seats=odd))
            assert refused(lambda odd=odd: setting.game.series(to=odd))
            assert refused(lambda odd=odd: setting.game.series(starts=odd))
            assert refused(lambda odd=odd: setting.game.playout(odd, 0)) or odd == -1
            assert refused(lambda odd=odd: setting.game.playouts(odd, 0))
        assert refused(lambda odd=odd: match.told(0, odd))
        assert refused(lambda odd=odd: match.at(odd))
        if type(odd) not in (list, tuple, dict):
            assert refused(lambda odd=odd: match.preview(odd))
        if odd not in ((), []):
            assert refused(lambda odd=odd: setting.game.match(**setting.how, names=odd))
        if type(odd) is not str or not 0 < len(odd) <= 40:
            assert refused(lambda odd=odd: setting.game.match(**setting.how, names=[odd] * setting.seats))
        assert refused(lambda odd=odd: setting.game.match(nonsense=odd))
        for option in setting.game.options:
            if type(odd) in (int, str) and odd in option.choices:
                continue
            assert refused(lambda odd=odd, option=option: setting.game.match(**{option.name: odd})), (option.name, odd)
    assert everything(match) == before


def test_a_refused_move_changes_nothing(setting: Setting) -> None:
    whole = played(setting)
    notation = setting.game.declaration.notation
    actions = some_actions(setting)
    for ply in stops(whole, 5):
        for match in (whole.at(ply), whole.at(ply).seen_by(0), whole.at(ply).seen_by(None)):
            before = everything(match)
            legal = set(whole.at(ply).legal_actions())
            asks: list[Callable[[], Any]] = [lambda text=text: match.play(text) for text in ("", "x", "draw ?{", "\n", "0" * 9999)]
            for action in actions[:: max(1, len(actions) // 25)]:
                if action in legal:
                    continue
                text = notation.move_text(match._box, action)
                if match.known_to == dh.ALL or match.mover == match.known_to:  # another's move may be legal for all that this seat knows
                    asks.append(lambda text=text: match.play(text))
                    asks += [lambda text=text: match.play(text, seat=0), lambda action=action: match.play_action(action, seat=0)]
            for seat in range(setting.seats):
                if match.mover not in (seat, None):
                    asks.append(lambda seat=seat: match.play(whole.moves[ply], seat=seat))
            if match.mover is not None:
                asks += [lambda: match.end("nothing", [0]), lambda: match.end("clock", []), lambda: match.preview([""]), lambda: match.preview(["x"])]
            for ask in asks:
                assert refused(ask)
            assert everything(match) == before


def test_names_are_printable_and_at_most_forty_characters(setting: Setting) -> None:
    seats = setting.seats
    for name in (*NAMES, "A" * 40, "龙" * 40, "é", "e\u0301", "😀" * 40, "؟ عربي", " x"):
        match = setting.game.match(**setting.how, names=[name] * seats)
        assert match.names == (name,) * seats
        again = dh.read_record(str(match.record()))
        assert again.names == match.names and str(again.record()) == str(match.record())
        assert pickle.loads(pickle.dumps(match)).names == match.names
    wrong = [
        "",
        " ",
        "A" * 41,
        "a\nb",
        "a\tb",
        "a\0b",
        "a\x7fb",
        "a\x85b",
        "\u202eabc",
        "a\u200bb",
        "a\u2066b",
        "\u200f",
        "a\u2028b",
        "\ufeff",
        "\ud800",
        "a\u00a0b",
        "\u061c",
        None,
        7,
        b"Ann",
        ["Ann"],
    ]
    for name in wrong:
        assert refused(lambda name=name: setting.game.match(**setting.how, names=[name] * seats)), ascii(name)
        assert refused(lambda name=name: setting.game.series(**setting.how, names=[name] * seats)), ascii(name)
    for names in (["Ann"] * (seats + 1), ["Ann"] * (seats - 1), "A" * seats, {"Ann": 1}, iter(["Ann"] * seats), 7):
        assert refused(lambda names=names: setting.game.match(**setting.how, names=names))


def test_a_long_text_for_an_option_is_refused_soon(setting: Setting) -> None:
    for option in setting.game.options:
        given = str(dict(setting.options)[option.name])
        for text in (
            "x" * 2_000_000,
            "\n" * 2_000_000,
            " " * 2_000_000,
            (given + "\n") * 20_000,
            given + " " * 2_000_000,
            given.replace("\n", "\n" * 100_000),
            "(" * 500_000,
        ):
            if text != given:
                begun = time.process_time()
                assert refused(lambda text=text, option=option: setting.game.match(**{option.name: text}))
                assert time.process_time() - begun < 3


def test_not_your_turn(setting: Setting) -> None:
    whole = played(setting)
    for ply in stops(whole, 10)[:-1]:
        match = whole.at(ply)
        for seat in range(setting.seats):
            if match.mover == seat:
                assert match.explain(whole.moves[ply], seat=seat) is None
                again = match.copy()
                again.play(whole.moves[ply], seat=seat)
                assert again == whole.at(ply + 1) or ply + 1 == whole.ply
            else:
                with pytest.raises(dh.NotYourTurn):
                    match.play(whole.moves[ply], seat=seat)
                why = match.explain(whole.moves[ply], seat=seat)
                assert why is not None and why.code == "turn" and why.sentence("en") != why.sentence("de")
                # it is the same whatever is asked about
                others = [text for text in match.legal_moves()[:5] if "?" not in text]
                assert all(match.explain(text, seat=seat) == why for text in others)
    assert dh.CHANCE == "chance" and not isinstance(dh.CHANCE, int)


def test_every_explanation_cites_a_section_that_both_rules_have(setting: Setting) -> None:
    conditions = setting.game.declaration.view.CONDITIONS
    assert list(conditions)[:2] == ["turn", "kind"]
    for lang in ("en", "de"):
        anchors = {line.split(" ")[0] for line in setting.game.rules(lang).split("\n") if line.startswith("§")}
        assert {f"§{section}" for section in conditions.values()} <= anchors
    whole = played(setting)
    notation = setting.game.declaration.notation
    for ply in stops(whole, 8):
        match = whole.at(ply)
        for action in some_actions(setting)[ply % 5 :: 5]:
            why = match.explain(notation.move_text(match._box, action))
            if why is not None:
                assert why.section in conditions.values()
                assert why.code in conditions or why.code in ("over", "outcome")
                assert why.sentence("en") and why.sentence("de") and why.sentence("en") != why.sentence("de")
                assert type(why.parameters) is dict
