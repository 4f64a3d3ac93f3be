"""A position is the whole state as one line: equal states, equal text, and nothing else is one."""

import pytest

import dragonhoard as dh
from tests.play import SETTINGS, Setting, played, resumed, stops


@pytest.mark.parametrize("number", [0, 1])
def test_a_position_comes_back_at_every_ply(setting: Setting, number: int) -> None:
    whole = played(setting, number)
    for ply in range(whole.ply + 1):
        match = whole.at(ply)
        text = match.position
        assert text.isascii() and text.isprintable() and text == text.strip() and "?" not in text
        assert "  " not in text.split('"')[-1]  # an option's text may hold what it likes
        assert text.startswith(f"{setting.key} seats {setting.seats} ")
        again = setting.game.match(position=text)
        assert again._now == match._now
        assert again.position == text
        assert (again.seats, again.options, again.moves, again.ply, again.names) == (match.seats, match.options, (), 0, ())
        assert again.mover == match.mover and again.outcome == match.outcome


def test_a_match_goes_on_from_its_position(setting: Setting) -> None:
    whole, half = played(setting), resumed(setting)
    assert half.ply == whole.ply - whole.ply // 2
    assert half.moves == whole.moves[whole.ply // 2 :]
    assert half._now == whole._now and half.outcome == whole.outcome
    for ply in stops(half, 6)[:-1]:
        then, same = half.at(ply), whole.at(whole.ply - half.ply + ply)
        assert then.legal_moves() == same.legal_moves()
        for seat in setting.viewers:
            assert then.view(seat) == same.view(seat)
            assert then.describe(seat) == same.describe(seat)
    while half.ply:
        half.undo()
    assert half.position == whole.at(whole.ply // 2).position


def test_equal_states_have_equal_text_and_others_another(setting: Setting) -> None:
    whole = played(setting)
    texts: dict[str, bytes] = {}
    for ply in range(whole.ply + 1):
        match = whole.at(ply)
        assert texts.setdefault(match.position, match._now.tobytes()) == match._now.tobytes()
    assert len(set(texts.values())) == len(texts)


def test_contradicting_seats_and_options_are_refused(setting: Setting) -> None:
    text = played(setting).at(3).position
    assert setting.game.match(position=text, **setting.how).position == text
    for seats in setting.game.seats:
        if seats != setting.seats:
            with pytest.raises(dh.BadOption) as refused:
                setting.game.match(position=text, seats=seats)
            assert refused.value.code == "contradicts"
    for other in SETTINGS:
        if other.key == setting.key and other.seats == setting.seats and other.options != setting.options:
            with pytest.raises(dh.BadOption) as refused:
                setting.game.match(position=text, **dict(other.options))
            assert refused.value.code == "contradicts"
    with pytest.raises(dh.BadOption):
        setting.game.match(position=text, seats=99)


def test_positions_of_another_game_or_no_text_are_refused(first: Setting) -> None:
    text = played(first).at(5).position
    for game in dh.GAMES.values():
        if game.key != first.key:
            with pytest.raises(dh.NotAPosition):
                game.match(position=text)
    for nothing in (b"text", 7, [], ("a",), object()):
        with pytest.raises(dh.NotAPosition):
            first.game.match(position=nothing)  # type: ignore[arg-type]
    for wrong in (
        "",
        " ",
        text + " ",
        " " + text,
        text + "\n",
        text.replace(" ", "  ", 1),
        text.upper(),
        text + " x",
        text[:-1] + "\t",
        "\ufeff" + text,
    ):
        with pytest.raises(dh.NotAPosition):
            first.game.match(position=wrong)


def test_a_word_left_out_doubled_or_exchanged_is_refused_or_another_position(setting: Setting) -> None:
    """Whatever of the words is changed: either no position, or one whose own text it is."""
    whole = played(setting)
    for ply in stops(whole, 3):
        text = whole.at(ply).position
        words = text.split(" ")
        step = max(1, len(words) // 20)
        for at in range(0, len(words), step):
            for changed in (words[:at] + words[at + 1 :], words[: at + 1] + words[at:], words[:at] + words[at : at + 2][::-1] + words[at + 2 :]):
                again = " ".join(changed)
                try:
                    found = setting.game.match(position=again)
                except dh.NotAPosition as fault:
                    assert fault.sentence("en") and fault.sentence("de")
                else:
                    assert found.position == again
