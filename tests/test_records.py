"""Records: one text for a match and one match for a text; whatever else is said is refused, naming the line."""

import json

import pytest

import dragonhoard as dh
from dragonhoard.record import parse_record
from tests.play import SETTINGS, Setting, played, resumed, stops


def test_a_record_comes_back_byte_for_byte(setting: Setting) -> None:
    for whole in (played(setting), played(setting, 1), resumed(setting)):
        for ply in stops(whole, 6):
            match = whole.at(ply)
            text = str(match.record())
            assert text.startswith("dragonhoard record 1\n") and text.endswith("\n") and "\r" not in text
            again = dh.read_record(text)
            assert str(again.record()) == text
            assert again == match and again.names == match.names and again._now == match._now and again.outcome == match.outcome
            assert str(match.record(seat=dh.ALL)) == text
            parsed = parse_record(text)
            assert str(parsed) == text and parsed == match.record()


def test_a_record_is_told_without_a_generator(setting: Setting) -> None:
    """Chance stands in it move by move."""
    whole = played(setting)
    record = whole.record()
    assert record.moves == whole.moves and record.seats == setting.seats and record.game == setting.key
    assert dict(record.options) == dict(whole.options) and record.names == whole.names
    assert record.position is None and resumed(setting).record().position == resumed(setting).at(0).position


def lines_of(match: dh.Match) -> list[str]:
    return str(match.record()).split("\n")


def test_every_line_that_is_left_out_doubled_or_exchanged_is_noticed(setting: Setting) -> None:
    whole = played(setting)
    lines = lines_of(whole)
    step = max(1, len(lines) // 40)
    for at in [*range(12), *range(12, len(lines) - 1, step), len(lines) - 4, len(lines) - 3, len(lines) - 2]:
        for changed in (lines[:at] + lines[at + 1 :], lines[: at + 1] + lines[at:], lines[:at] + lines[at : at + 2][::-1] + lines[at + 2 :]):
            text = "\n".join(changed)
            try:
                again = dh.read_record(text)
            except dh.NotARecord as fault:
                assert fault.sentence("en") != fault.sentence("de")
            else:  # two moves of which either may come first, or two names
                assert str(again.record()) == text


def test_a_record_is_written_in_one_way_only(first: Setting) -> None:
    match = played(first).at(12)
    text = str(match.record())
    assert dh.read_record(text) == match
    for wrong in (
        "", "\n", text[:-1], text + "\n", " " + text, text + " ", text.replace("\n", "\r\n"),
        text.replace("\n", "\n\n", 1), "\ufeff" + text, text + text,
        text.replace("record 1", "record 01"), text.replace("record 1", "record 2"), text.replace("seats ", "seats +"),
        text.replace("moves 12", "moves 012"),
        text.replace("moves 12", "moves 11"), text.replace("moves 12", "moves 13"), text.replace("moves 12", "moves 12 "),
        text.replace("moves 12", "moves -1"),
        text.replace("moves 12", "moves 99999999999999999999"), text.replace("moves 12", "moves ١٢"), text.replace("rules ", "rules 9"), text.upper(),
        text.replace("game ", "game x"), text.replace(f"game {first.key}", "game go"), text.replace("\noption", "\n option"),
        text.replace("\n", "\x0b"),
        text.replace("\nmoves", '\nknown-to all\nmoves'), text.replace("\nmoves", "\nknown-to 9\nmoves"),
        text.replace("\nmoves", "\nknown-to -1\nmoves"),
        text.replace("\nmoves", "\nknown-to\nmoves"), text.replace("\nmoves", "\nposition \nmoves"), text.replace("\nmoves", "\nposition x\nmoves"),
        text.replace("\nmoves", '\nname "One more"\nmoves'), text.replace("\nmoves", "\noption new 1\nmoves"), text + "end\n", text + "end clock\n",
        text + "end clock\nwinners\nscores\n", text + "end clock\nwinners 0\nscores x\n", text + "# a remark\n",
        text.replace("\nname ", "\nname  ", 1),
    ):  # fmt: skip
        assert wrong != text
        with pytest.raises(dh.NotARecord) as refused:
            dh.read_record(wrong)
        assert refused.value.sentence("en") and refused.value.sentence("de")


def test_what_is_no_text_is_no_record() -> None:
    for nothing in (None, 7, b"dragonhoard record 1\n", [], object(), dh.GAMES, True):
        with pytest.raises(dh.NotARecord):
            dh.read_record(nothing)  # type: ignore[arg-type]
        with pytest.raises(dh.NotARecord):
            dh.read_series(nothing)  # type: ignore[arg-type]
    with pytest.raises(dh.NotARecord):
        dh.read_record("x" * 5_000_000)
    with pytest.raises(dh.NotARecord):
        dh.read_series("x" * 5_000_000)


def test_names_stand_in_quotation_marks_as_they_are(setting: Setting) -> None:
    match = setting.open()
    written = [line[5:] for line in lines_of(match) if line.startswith("name ")]
    assert tuple(json.loads(name) for name in written) == match.names
    nameless = setting.game.match(**setting.how)
    assert "\nname " not in str(nameless.record())
    text = str(match.record())
    for line in written:
        for wrong in (
            "Ann",
            '"',
            '""',
            f"{line} ",
            line[:-1],
            line + line,
            f'"{"A" * 41}"',
            '"a\\nb"',
            '"\\u202e"',
            '"\\u0041nn"',
            '"\\ud800"',
            '"a\tb"',
            "'Ann'",
            "7",
            "true",
        ):
            with pytest.raises(dh.NotARecord):
                dh.read_record(text.replace(f"name {line}\n", f"name {wrong}\n", 1))


def test_options_stand_in_the_declared_order_and_each_once(setting: Setting) -> None:
    match = setting.open()
    lines = lines_of(match)
    for at, line in enumerate(lines):
        if line.startswith("option "):
            name, value = line.split(" ", 2)[1:]
            for wrong in (
                f"option {name}",
                f"option {name} ",
                f"option {name} x",
                f"option {name}  {value}",
                f"option x {value}",
                f"option {name} 99",
                f'option {name} "{value}',
            ):
                with pytest.raises(dh.NotARecord):
                    dh.read_record("\n".join([*lines[:at], wrong, *lines[at + 1 :]]))


def test_a_move_that_cannot_be_played_is_named(setting: Setting) -> None:
    whole = played(setting)
    lines = lines_of(whole)
    begin = next(number for number, line in enumerate(lines) if line.startswith("moves ")) + 1
    for ply in stops(whole, 4)[:-1]:
        for wrong in ("nonsense", "", lines[begin + ply] + " ", lines[begin + ply] + " {}", "draw ?"):
            with pytest.raises(dh.NotARecord) as refused:
                dh.read_record("\n".join([*lines[: begin + ply], wrong, *lines[begin + ply + 1 :]]))
            assert refused.value.code == "move" and refused.value.parameters["number"] == ply + 1


def test_a_position_in_the_header_belongs_to_the_match(setting: Setting) -> None:
    match = resumed(setting).at(3)
    text, position = str(match.record()), match.record().position
    assert position is not None
    for other in SETTINGS:
        if other != setting:
            foreign = played(other).at(5).position
            with pytest.raises(dh.NotARecord):
                dh.read_record(text.replace(f"position {position}", f"position {foreign}"))
    for wrong in ("", position + " ", position[:-1], position.replace(" ", "  ", 1)):
        with pytest.raises(dh.NotARecord):
            dh.read_record(text.replace(f"position {position}", f"position {wrong}"))


def test_a_long_record_is_read_in_bounded_time(first: Setting) -> None:
    head = "\n".join(lines_of(played(first).at(0))[:-2])
    for text in (
        head + "\nmoves 300000\n" + "x\n" * 300_000,
        head.replace("\nname", '\nname "' + "(" * 500_000 + '"\nname', 1) + "\nmoves 0\n",
        head + '\nname "' + "\\" * 500_000 + '"\nmoves 0\n',
        "dragonhoard record 1\ngame " + "a" * 1_000_000 + "\nrules 1\nseats 2\nmoves 0\n",
        "dragonhoard record 1\n" + "option a 1\n" * 100_000,
        f"{head}\nposition {first.key} " + "0 " * 500_000 + "\nmoves 0\n",
    ):
        with pytest.raises(dh.NotARecord) as refused:
            dh.read_record(text)
        assert len(refused.value.sentence("en")) < 2000


def test_a_partial_record_that_belongs_to_no_seat_or_tells_too_much_is_refused(setting: Setting) -> None:
    whole = played(setting)
    middle = whole.at(whole.ply // 2)
    full = str(middle.record())
    for seat in setting.viewers:
        text = str(middle.record(seat=seat))
        mark = f"known-to {'spectator' if seat is None else seat}"
        assert f"\n{mark}\n" in text
        for wrong in ("known-to all", f"known-to {setting.seats}", "known-to None", "known-to 0 1", "known-to 00", "known-to Spectator"):
            with pytest.raises(dh.NotARecord):
                dh.read_record(text.replace(mark, wrong))
        if setting.game.declaration.is_hidden:
            with pytest.raises(dh.NotARecord):
                dh.read_record(text.replace(mark + "\n", ""))  # a full record hides nothing
            with pytest.raises(dh.NotARecord):
                dh.read_record(full.replace("\nmoves ", f"\n{mark}\nmoves "))  # and a partial one does not tell everything
