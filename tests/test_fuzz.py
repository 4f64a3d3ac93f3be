"""Whatever text or thing is handed in: either it is what it should be, to the letter, or a `GameError` says why not; soon, and nothing else.

DRAGONHOARD_FUZZ=long tries many more, and others each time.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dragonhoard as dh
from dragonhoard.language import LANGUAGES
from tests.play import NAMES, SETTINGS, Setting, everything, played, resumed, some_actions, stops

MORE = settings(max_examples=settings.default.max_examples * 2)  # type: ignore[union-attr]
MARKS = [
    "", " ", "  ", "\n", "\r\n", "\t", "\0", "?", "{}", "{?}", "-", "+", "-0", "0", "00", "1", "9", "99", "-1", "18446744073709551616", "1" * 400,
    "1e9", "0x1", "١", "９", "²",
    ",", ";", ":", "=", '"', '""', "'", "\\", "\\n", "\\u0041", "\\ud800", "#", "/", "*", "****", "..", "é", "😀", "\u202e", "\u200b", "\ufeff",
    "\u2028", "\ud800", "\x1b[31m",
    "all", "spectator", "chance", "None", "null", "true", "R", "rr", "draw ?", "end clock", "winners 0", "position", "moves 0", "option x 1",
    'name "A"', "known-to 0", "(" * 300,
]  # fmt: skip
THINGS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=30)
    | st.binary(max_size=10)
    | st.sampled_from([object(), len, range(3), -(10**30), 2**63])
    | st.builds(pow, st.just(10), st.just(5000)),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@st.composite
def changed(draw: st.DrawFn, text: str, others: tuple[str, ...] = ()) -> str:
    """A text after one to three changes of the kind that accidents, and people with bad intentions, make."""
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.integers(0, 8))
        start = draw(st.integers(0, len(text)))
        stop = min(len(text), start + draw(st.sampled_from([0, 1, 1, 2, 3, 10, 1000])))
        if kind == 0:  # left out
            text = text[:start] + text[stop:]
        elif kind == 1:  # written twice
            text = text[:stop] + text[start:]
        elif kind == 2:  # something else put in, or in its place
            text = text[:start] + draw(st.sampled_from(MARKS)) + text[draw(st.sampled_from([start, stop])) :]
        elif kind == 3:  # any letter at all
            text = text[:start] + draw(st.characters()) + text[stop:]
        elif kind == 4:  # turned round
            text = text[:start] + text[start:stop][::-1] + text[stop:]
        elif kind == 5:  # in other letters
            text = text[:start] + text[start:stop].swapcase() + text[stop:]
        else:  # words or lines left out, exchanged, or taken from elsewhere
            mark = draw(st.sampled_from([" ", "\n", ";", ",", "="]))
            parts = text.split(mark)
            at, other = draw(st.integers(0, len(parts) - 1)), draw(st.integers(0, len(parts) - 1))
            if kind == 6:
                parts[at], parts[other] = parts[other], parts[at]
            elif kind == 7 and others:
                foreign = draw(st.sampled_from(others)).split(mark)
                parts[at] = foreign[draw(st.integers(0, len(foreign) - 1))]
            else:
                parts[at] = parts[other]
            text = mark.join(parts)
    return text


def ours(ask: Callable[[], Any]) -> Any:
    """What it answers, or None if it raised an error of ours; any other error fails the test."""
    try:
        return ask()
    except dh.GameError as fault:
        for lang in LANGUAGES:
            sentence = fault.sentence(lang)
            assert sentence and "\n" not in sentence and len(sentence) < 2000
    return None


@lru_cache
def positions(setting: Setting) -> tuple[str, ...]:
    return tuple(played(setting, number).at(ply).position for number in range(2) for ply in stops(played(setting, number), 5))


@lru_cache
def records(setting: Setting) -> tuple[str, ...]:
    """Full and partial ones, ended and not, from the beginning and from a position; short enough to be read often."""
    found = [str(played(setting).record())]
    for whole in (played(setting).at(min(40, played(setting).ply - 1)), resumed(setting).at(min(12, resumed(setting).ply - 1))):
        found += [str(whole.record()), *(str(whole.record(seat=seat)) for seat in (0, setting.seats - 1, None))]
    ended = played(setting).at(min(20, played(setting).ply - 1))
    ended.end("clock", [0])
    return (*found, str(ended.record()))


@lru_cache
def series(setting: Setting) -> str:
    counted = setting.game.series(to=2, names=NAMES[: setting.seats], **setting.how)
    for number in range(2):
        for move in played(setting).moves[:17] if not any(option.name == "start" for option in setting.game.options) else ():
            counted.match.play(move)
        counted.match.end("resignation", [0] if number else range(setting.seats))
        counted.next()
    return str(counted.record())


settings_ = st.sampled_from(SETTINGS)


@MORE
@given(st.data())
def test_changed_positions(data: st.DataObject) -> None:
    setting = data.draw(settings_)
    known = positions(setting)
    text = data.draw(changed(data.draw(st.sampled_from(known)), known))
    match = ours(lambda: setting.game.match(position=text))
    if match is not None:
        assert match.position == text
        for seat in (*range(match.seats), None):
            match.view(seat), match.describe(seat), match.record(seat=seat), match.seen_by(seat)
        while match.mover is not None and match.ply < 12:
            match.play(data.draw(st.sampled_from(match.legal_moves())))
        assert match.mover is None or match.legal_moves()


@MORE
@given(st.data())
def test_changed_records(data: st.DataObject) -> None:
    setting = data.draw(settings_)
    known = records(setting)
    text = data.draw(changed(data.draw(st.sampled_from(known)), known))
    match = ours(lambda: dh.read_record(text))
    if match is not None:
        assert str(match.record()) == text
        assert match.mover is None or match.known_to not in (dh.ALL, match.mover) or match.legal_moves()


@given(st.data())
def test_changed_series(data: st.DataObject) -> None:
    setting = data.draw(settings_)
    text = data.draw(changed(series(setting), (series(setting), *records(setting))))
    counted = ours(lambda: dh.read_series(text))
    if counted is not None:
        assert str(counted.record()) == text


@MORE
@given(st.data())
def test_changed_moves(data: st.DataObject) -> None:
    setting = data.draw(settings_)
    whole = played(setting)
    match = whole.at(data.draw(st.sampled_from(stops(whole, 12))))
    if match.mover is not None and data.draw(st.booleans()):
        match = match.seen_by(data.draw(st.sampled_from(setting.viewers)))
    notation = setting.game.declaration.notation
    spelled = tuple(notation.move_text(match._box, action) for action in some_actions(setting)) + whole.record(seat=0).moves
    text = data.draw(changed(data.draw(st.sampled_from(spelled)), spelled))
    before = everything(match)
    action = ours(lambda: setting.game.parse_move(text, **setting.how))
    if action is not None:
        assert setting.game.move_text(action, **setting.how) == text
    legal = ours(lambda: match.is_legal(text))
    why = ours(lambda: match.explain(text))
    assert everything(match) == before
    played_on = match.copy()
    ours(lambda: played_on.play(text))
    if played_on.ply == match.ply:
        assert everything(played_on) == before
        assert legal is not True and (why is None or why.sentence("de"))
    else:
        assert played_on.moves[-1] == text
        assert match.known_to != dh.ALL or (legal is True and why is None)


@given(st.data())
def test_changed_texts_of_options(data: st.DataObject) -> None:
    """A component set, or whatever else is written in a file and handed in."""
    choices = [(setting, name) for setting in SETTINGS for name, value in setting.options if setting.game.match(**setting.how).options[name] != value]
    setting, name = data.draw(st.sampled_from(choices))
    plain = str(dict(setting.options)[name])
    canonical = str(setting.game.match(**setting.how).options[name])
    text = data.draw(changed(data.draw(st.sampled_from([plain, canonical])), (plain, canonical)))
    match = ours(lambda: setting.game.match(**{**setting.how, name: text}))
    if match is not None:
        once = str(match.options[name])
        again = setting.game.match(**{**setting.how, name: once})
        assert again.options[name] == once and again == match
        assert dh.read_record(str(match.record())) == match


@given(st.data())
def test_any_text_at_all(data: st.DataObject) -> None:
    text = data.draw(st.text() | st.text(alphabet=" \n?{}0123456789,-RBGYPK", max_size=60))
    game = dh.GAMES[data.draw(st.sampled_from(list(dh.GAMES)))]
    assert ours(lambda: dh.read_record(text)) is None and ours(lambda: dh.read_series(text)) is None
    assert ours(lambda: game.match(position=text)) is None
    ours(lambda: game.match().play(text))
    ours(lambda: dh.bot(text))
    ours(lambda: game.match(names=[text] * game.seats.start))
    for option in game.options:
        ours(lambda option=option: game.match(**{option.name: text}))


@MORE
@given(st.data())
def test_anything_at_all(data: st.DataObject) -> None:
    """Seats, plies, numbers, names, options of any type."""
    setting = data.draw(settings_)
    match = played(setting).at(data.draw(st.sampled_from(stops(played(setting), 8))))
    if match.mover is not None and data.draw(st.booleans()):
        match = match.seen_by(data.draw(st.sampled_from(setting.viewers)))
    before = everything(match)
    one, other = data.draw(THINGS), data.draw(THINGS)
    asks: list[Callable[[], Any]] = [
        lambda: match.view(one), lambda: match.describe(one), lambda: match.spots(one), lambda: match.told(one, other), lambda: match.told(0, one),
        lambda: match.picture(one),
        lambda: match.letters(one), lambda: match.seen_by(one), lambda: match.record(one), lambda: match.free_undo(one), lambda: match.at(one),
        lambda: match.is_legal(one),
        lambda: match.explain(one), lambda: match.explain("x", seat=one), lambda: match.preview(one), lambda: match.copy().play(one),
        lambda: match.copy().play("x", seat=one),
        lambda: match.copy().play_action(one), lambda: match.copy().play_action(0, seat=one), lambda: match.copy().end(one, other),
        lambda: match.copy().end("clock", one),
        lambda: match.copy().roll(one), lambda: match.redeal(0, one), lambda: match.redeal(one, dh.Dice(1)), lambda: setting.game.match(seats=one),
        lambda: setting.game.match(names=one), lambda: setting.game.match(names=[one] * setting.seats, seats=setting.seats),
        lambda: setting.game.match(position=one),
        lambda: setting.game.match(nothing=one), lambda: setting.game.series(to=one), lambda: setting.game.series(starts=one),
        lambda: setting.game.series(seats=one, names=other),
        lambda: setting.game.playout(one, other), lambda: setting.game.move_text(one), lambda: setting.game.move_text(0, seats=one),
        lambda: setting.game.parse_move(one),
        lambda: setting.game.parse_move("x", seats=one), lambda: dh.read_record(one), lambda: dh.read_series(one), lambda: dh.bot(one),
        lambda: dh.Dice(one), lambda: dh.Dice(1).below(one),
        lambda: dh.Dice(1).split(one), *(lambda option=option: setting.game.match(**{option.name: one}) for option in setting.game.options),
    ]  # fmt: skip
    for ask in data.draw(st.lists(st.sampled_from(asks), min_size=3, max_size=8)):
        ours(ask)
    assert everything(match) == before


@pytest.mark.compiler
@given(st.data())
def test_any_count_and_seed(data: st.DataObject) -> None:
    game = dh.GAMES["dragon-master"]
    one, other = data.draw(THINGS), data.draw(THINGS | st.integers(0, 3))
    if type(one) is not int or not 50 < one < 2**63:
        told = ours(lambda: game.playouts(one, other))
        assert told is None or told.matches == one
