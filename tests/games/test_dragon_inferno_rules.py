"""Dragon Inferno, point by point: each test is named for a section of RULES. Where pieces lie, see the drawings there (§1.5)."""

import re
from fractions import Fraction
from typing import Any

import pytest

import dragonhoard as dh
from dragonhoard import compiled
from dragonhoard.games.dragon_inferno.components import HOUSE
from dragonhoard.language import catalogue
from tests.play import DATA
from tests.scenes import EGGS, after, among, automatic, changes, inferno, kinds, refused, set_up

GAME = dh.GAMES["dragon-inferno"]
OTHER = (DATA / "options" / "dragon-inferno.components.other.txt").read_text(encoding="utf-8")
MIDDLE = {file + rank for file in "bcdefg" for rank in "234567"}

# Seat 0 has a line from a1, and with T2 b2 its hole comes to lie on the egg at c2; seat 1 has a line up to h1 or to h8.
NEST = "c2 g3 d4 e4 d5 e5 b6 f6"


def nest(caves: str, line: str = "I0 e1") -> dh.Match:
    """Seat 0 has called the first dragon."""
    return after(inferno(caves=caves, eggs=NEST, tiles=("I0 a1", line)), "T2 b2")


def shape(cells: list[list[int | str]]) -> set[tuple[int | str, ...]]:
    return {tuple(cell[:2]) for cell in cells}


def mirrored(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    right = max(x for x, _ in cells)
    return {(right - x, y) for x, y in cells}


# ------------------------------------------------------------------ §1 what you need
def test_s1_1_eight_by_eight_squares_with_four_corners_and_a_middle() -> None:
    match = set_up()
    covered = {square for preview in match.preview(match.legal_moves()) for square in preview["changes"][0]["squares"]}
    assert {"a1", "a8", "h1", "h8"} <= covered
    assert set(among(after(GAME.match(), *(f"cave {letter}" for letter in "XTUVW")), "egg ")) == MIDDLE
    for square in ("i1", "a9", "a0"):
        with pytest.raises(dh.NotAMove):
            match.play(f"I0 {square}")


@pytest.mark.parametrize("components", ["house", OTHER])
def test_s1_2_seven_tiles_that_may_be_turned_but_not_flipped(components: str) -> None:
    view = GAME.match(components=components).view(None)
    for tiles in view["tiles"]:
        assert [tile["letter"] for tile in tiles] == list("IOTSZLJ")
        forms = {tile["letter"]: [shape(turned["cells"]) for turned in tile["turns"]] for tile in tiles}
        assert all(len(cells) == 4 for turns in forms.values() for cells in turns)
        for one, other in (("S", "Z"), ("L", "J")):  # mirror images of each other, so neither may become the other
            assert not any(cells in forms[other] for cells in forms[one])
            assert mirrored(forms[one][0]) in forms[other]  # type: ignore[arg-type]


@pytest.mark.parametrize("components", ["house", OTHER])
def test_s1_3_five_dragons_that_may_be_turned_but_not_flipped(components: str) -> None:
    view = GAME.match(components=components).view(None)
    forms = {dragon["letter"]: [shape(turned["cells"]) for turned in dragon["turns"]] for dragon in view["dragons"]}
    assert len(forms) == 5 and all(len(cells) == 5 for turns in forms.values() for cells in turns)
    flipped = {letter for letter, turns in forms.items() if mirrored(turns[0]) not in turns}  # type: ignore[arg-type]
    assert flipped == (set() if components == "house" else {"F", "P", "Y"})


@pytest.mark.parametrize("components", ["house", OTHER])
def test_s1_4_every_tile_has_one_castle_and_one_hole(components: str) -> None:
    for tiles in GAME.match(components=components).view(None)["tiles"]:
        for tile in tiles:
            for turned in tile["turns"]:
                assert sorted(cell[2] for cell in turned["cells"]) == [".", ".", "C", "H"]


DRAWINGS = """
    I C.H.   O C./.H   T .H./_C_   S _.C/.H_   Z C._/_H.   L ._/H_/.C   J _./_H/C.
    T! XXX/_X_/_X_   U! X_X/XXX   V! X__/X__/XXX   W! X__/XX_/_XX   X! _X_/XXX/_X_
"""


def test_s1_5_the_drawings_of_the_house_set() -> None:
    def drawn(piece: dict[str, Any]) -> str:
        marks = {(x, y): mark for x, y, mark in piece["cells"]}
        return "/".join("".join(marks.get((x, y), "_") for x in range(piece["width"])) for y in range(piece["height"] - 1, -1, -1))

    view = GAME.match().view(None)
    words = DRAWINGS.split()
    found = {tile["letter"]: drawn(tile["turns"][0]) for tile in view["tiles"][0]}
    found |= {dragon["letter"] + "!": drawn(dragon["turns"][0]) for dragon in view["dragons"]}
    assert found == dict(zip(words[::2], words[1::2], strict=True))


def test_s1_6_eight_eggs() -> None:
    assert len(set_up().view(None)["eggs"]) == 8


# ------------------------------------------------------------------ §2 setting up
def test_s2_1_the_dragons_come_before_the_caves_in_random_order_open_to_both() -> None:
    match = GAME.match()
    for letter, left in zip("WXTUV", (5, 4, 3, 2, 1), strict=True):
        assert match.mover == dh.CHANCE
        assert len(match.odds()) == left and set(match.odds().values()) == {Fraction(1, left)}
        match.play(f"cave {letter}")
        assert match.view(0)["caves"] == match.view(1)["caves"] == match.view(None)["caves"]
    assert match.view(0)["caves"] == list("WXTUV") and match.mover == 0


def test_s2_2_seat_0_lays_four_eggs_then_seat_1() -> None:
    match = after(GAME.match(), *(f"cave {letter}" for letter in "XTUVW"))
    movers = []
    for square in EGGS.split():
        movers.append(match.mover)
        match.play(f"egg {square}")
    assert movers == [0, 0, 0, 0, 1, 1, 1, 1] and match.mover == 0


def test_s2_3_eggs_lie_in_the_middle() -> None:
    match = after(GAME.match(), *(f"cave {letter}" for letter in "XTUVW"))
    for square in ("a1", "h8", "a4", "d1", "h2", "g8"):
        assert refused(match, f"egg {square}") == "2.3"


def test_s2_4_each_on_an_empty_square() -> None:
    match = after(GAME.match(), *(f"cave {letter}" for letter in "XTUVW"), "egg c3")
    assert refused(match, "egg c3") == "2.4"


# ------------------------------------------------------------------ §3 laying a kingdom tile
def test_s3_1_each_tile_can_be_laid_once() -> None:
    match = after(set_up(), "I0 a1", "I0 e8")
    assert refused(match, "I1 a2") == "3.1"
    assert match.view(None)["hands"] == [list("JLOSTZ"), list("JLOSTZ")]


def test_s3_2_a_piece_lies_wholly_on_the_board() -> None:
    match = set_up()
    assert refused(match, "I0 f1") == "3.2"
    assert refused(match, "I1 a6") == "3.2"
    assert refused(nest("X T U V W"), "dragon X0 g1") == "3.2"


def test_s3_3_a_tile_covers_squares_that_no_tile_covers() -> None:
    match = after(set_up(), "I0 a1", "I0 e8")
    assert refused(match, "O0 a1") == "3.3"
    assert refused(match, "O0 e7") == "3.3"
    match.play("T2 b2")  # eggs on b2 and c3 do not stand in its way
    assert changes(match, "tile")[0]["squares"] == ["b2", "c2", "d2", "c3"]


def test_s3_4_a_first_tile_covers_a_corner() -> None:
    match = set_up()
    for preview in match.preview(match.legal_moves()):
        assert {"a1", "a8", "h1", "h8"} & set(preview["changes"][0]["squares"])
    assert refused(match, "O0 b2") == "3.4"


def test_s3_4_later_tiles_cover_a_free_corner_or_share_an_edge_with_their_own_kingdom() -> None:
    match = after(set_up(), "I0 a1", "I0 e8")
    assert match.is_legal("O0 b2")  # beside the own line
    assert match.is_legal("O0 g1")  # another corner
    assert refused(match, "O0 e6") == "3.4"  # beside the other seat's line alone
    assert refused(match, "O0 e2") == "3.4"  # touching at a corner only


def test_s3_4_beside_burnt_stone_too() -> None:
    match = after(nest("V T X U W"), "dragon V0 c1")
    assert {"c1", "c3", "e1"} <= set(match.view(None)["burnt"])
    match.play("O0 e2")  # seat 1, beside its own burnt e1 and f1
    assert match.is_legal("O0 c4")  # seat 0, beside its burnt c3 alone


PERFT = [80, 4_800, 649_544, 77_157_880]


@pytest.mark.compiler
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_s3_4_how_many_ways_there_are_to_go_on_after_a_certain_setup(depth: int) -> None:
    match = set_up()
    assert compiled.perft(GAME.declaration, match._box, match._now, depth) == PERFT[depth - 1]


def test_s3_4_the_same_counted_by_hand() -> None:
    match = set_up()
    assert len(match.legal_moves()) == PERFT[0]
    assert sum(len(after(match, move).legal_moves()) for move in match.legal_moves()) == PERFT[1]


# ------------------------------------------------------------------ §4 eggs and dragons
def test_s4_1_every_egg_under_the_tile_breaks_except_one_at_the_hole() -> None:
    match = inferno(eggs="b2 c2 d2 c3 d5 e5 b6 f6", tiles=("I0 a1", "I0 e1"))
    match.play("T2 b2")  # its hole is at c2
    assert [change["square"] for change in changes(match, "break")] == ["b2", "d2", "c3"]
    assert changes(match, "hatch") == [{"kind": "hatch", "seat": 0, "square": "c2"}]
    assert match.view(None)["broken"] == [3, 0]
    assert match.view(None)["scores"] == [8 + 2 - 3, 5]


def test_s4_2_an_egg_at_the_hole_calls_the_next_dragon_cave_1_first() -> None:
    match = nest("V T X U W")
    assert match.view(None)["summoned"] == "V" and match.view(None)["caves"] == list("TXUW")
    assert "c2" not in match.view(None)["eggs"]


def test_s4_2_the_egg_costs_nothing_even_if_its_dragon_finds_no_place() -> None:
    match = set_up()
    match.play("O3 a1")  # the hole of this turn is at b2
    assert automatic(match) == ["away"] and "b2" not in match.view(None)["eggs"]
    assert match.view(None)["broken"] == [0, 0] and match.view(None)["scores"] == [5, 0]


def test_s4_3_the_called_dragon_is_placed_at_once_and_no_other() -> None:
    match = nest("V T X U W")
    assert match.mover == 0 and kinds(match) == {"dragon"}
    assert refused(match, "dragon X0 b1") == "4.3"
    assert refused(match, "O0 a2") == "5.4"


def test_s4_4_a_dragon_covers_stone_of_either_seat_or_both() -> None:
    match = nest("V T X U W")
    assert match.legal_moves() == ["dragon V0 c1", "dragon V3 a1"]
    assert refused(match, "dragon V0 d1") == "4.4"
    match.play("dragon V0 c1")
    owners = {match.view(None)["squares"][square][0] for square in match.view(None)["burnt"]}
    assert owners == {0, 1}


def test_s4_4_the_tile_just_laid_counts_and_so_do_castles_and_holes() -> None:
    match = after(nest("X T U V W"), "dragon X0 b1")
    marks = [match.view(None)["squares"][square][1] for square in match.view(None)["burnt"]]
    assert match.view(None)["burnt"] == ["b2", "c1", "c2", "c3", "d2"]  # four of them laid this turn
    assert {"C", "H"} <= set(marks)


def test_s4_5_dragons_never_overlap() -> None:
    match = after(nest("V T X U W"), "dragon V0 c1", "O2 g2")
    assert match.view(None)["summoned"] == "T" and match.mover == 1
    assert refused(match, "dragon T2 b1") == "4.5"
    assert match.legal_moves() == ["dragon T2 f1"]
    match.play("dragon T2 f1")
    assert len(match.view(None)["burnt"]) == 10


def test_s4_6_a_dragon_that_has_a_place_must_be_placed_even_on_your_own_stone() -> None:
    match = nest("X T U V W", line="I0 e8")
    assert match.legal_moves() == ["dragon X0 b1"]
    match.play("dragon X0 b1")
    assert match.view(None)["scores"] == [10 - 5 - 1, 5]  # the castle at c3 burns as well


def test_s4_6_a_dragon_without_a_place_leaves_the_game() -> None:
    match = after(set_up("W U V T X"), "O3 a1")
    assert {dragon["letter"]: dragon["is_at"] for dragon in match.view(None)["dragons"]}["W"] == "away"
    assert match.view(None)["caves"] == list("UVTX") and match.mover == 1


CALLED = ("L3 f7", "S2 a1", "Z0 e5", "dragon V1 f5", "T0 b3", "dragon T0 b2", "T3 c5")  # five holes on five eggs


def test_s4_7_when_no_dragon_is_left_an_egg_at_a_hole_has_no_effect() -> None:
    match = after(set_up("W U V T X", "b2 g7 c4 f5 d3 e6 c6 f3"), *CALLED)
    assert match.view(None)["caves"] == [] and match.view(None)["scores"] == [9, 4]
    match.play("I0 d3")
    assert changes(match, "hatch") == [{"kind": "hatch", "seat": 1, "square": "f3"}]
    assert automatic(match) == ["no-dragon"] and match.mover == 0
    assert match.view(None)["broken"] == [1, 1]  # the egg at d3 lay under a plain square, that at f3 costs nothing
    assert match.view(None)["scores"] == [9, 4 + 5 - 1]


def test_s4_8_cover_break_call_place_and_only_then_the_next_seat() -> None:
    match = inferno(caves="X T U V W", eggs="b2 c2 g2 c3 d5 e5 b6 f6", tiles=("I0 a1", "I0 e8"))
    match.play("T2 b2")
    order = [change["kind"] for change in match.told(None, since=match.ply - 1)[0]["changes"]]
    assert order == ["tile", "break", "break", "hatch", "wake", "score"]
    assert match.mover == 0
    match.play("dragon X0 b1")
    assert match.mover == 1 and kinds(match).isdisjoint({"dragon"})


# ------------------------------------------------------------------ §5 turns and the end
def test_s5_1_seat_0_begins_and_the_seats_take_turns() -> None:
    match = set_up()
    movers = []
    for move in ("I0 a1", "I0 e8", "O0 a2"):
        movers.append(match.mover)
        match.play(move)
    assert movers == [0, 1, 0]
    explanation = match.explain("O0 e6", seat=0)
    assert explanation is not None and explanation.section == "5.1"


def test_s5_1_who_can_lay_a_tile_must() -> None:
    match = set_up()
    assert all(re.fullmatch("[IOTSZLJ][0-3] [a-h][1-8]", move) for move in match.legal_moves())
    with pytest.raises(dh.NotAMove):
        match.play("pass")


# Seat 1's square at h8 is walled in, and the four corners are taken.
WALLED = ("I0 a8 L2 e6 O0 g5 J0 g1 T2 a1", "O0 g7")


def test_s5_2_who_cannot_lay_a_tile_passes_by_itself() -> None:
    match = inferno(eggs="d3 d4 e4 d5 e5 c5 c6 b4", tiles=WALLED)
    match.play("S0 d1")
    assert automatic(match) == ["pass"] and match.mover == 0
    assert changes(match, "pass") == [{"kind": "pass", "seat": 1}]


def test_s5_2_who_once_cannot_lay_a_tile_never_does_again() -> None:
    passes = 0
    for number in range(40):
        match = GAME.playout(5, number)
        out: set[int] = set()
        for told in match.told(None):
            assert told["mover"] not in out
            out |= {change["seat"] for change in told["changes"] if change["kind"] == "pass"}
        passes += len(out)
    assert passes >= 5


def test_s5_3_the_match_ends_when_neither_seat_can_lay_a_tile() -> None:
    match = GAME.playout(5, 0)
    assert match.mover is None and match.legal_moves() == []
    assert match.outcome is not None and match.outcome.reason == "no-room"
    assert automatic(match)[-1] == "end"
    assert match.position.split(" components house ")[1].startswith("over ")


def test_s5_4_one_kind_of_thing_at_a_time() -> None:
    drawing, laying, building, burning = GAME.match(), after(GAME.match(), *(f"cave {letter}" for letter in "XTUVW")), set_up(), nest("X T U V W")
    assert [kinds(match) for match in (drawing, laying)] == [{"cave"}, {"egg"}]
    assert refused(drawing, "egg c3") == refused(laying, "cave X") == refused(laying, "I0 a1") == "5.4"
    assert refused(building, "egg c5") == refused(building, "dragon X0 b1") == refused(burning, "O0 a2") == "5.4"


# ------------------------------------------------------------------ §6 scoring
def test_s6_1_squares_and_castles_that_are_not_burnt_less_broken_eggs() -> None:
    match = nest("V T X U W")
    assert match.view(None)["standings"] == [
        {"squares": 8, "castles": 2, "broken": 0, "points": 10},
        {"squares": 4, "castles": 1, "broken": 0, "points": 5},
    ]
    match.play("dragon V0 c1")  # c1 d1 c2 and the castle c3 of seat 0, the castle e1 of seat 1
    assert match.view(None)["standings"] == [
        {"squares": 4, "castles": 1, "broken": 0, "points": 5},
        {"squares": 3, "castles": 0, "broken": 0, "points": 3},
    ]
    assert len(match.view(None)["eggs"]) == 7  # and these do not count


def test_s6_1_points_can_be_negative() -> None:
    match = after(inferno(eggs="b2 c2 d2 c3 d5 e5 b6 f6", tiles=("I0 a1", "I0 e8"), caves="X T U V W"), "T2 b2", "dragon X0 b1")
    match.end("agreement", [0, 1])
    assert match.outcome is not None and match.outcome.scores == (3 + 1 - 3, 5)


def test_s6_2_more_points_win() -> None:
    for number in range(10):
        outcome = GAME.playout(3, number).outcome
        assert outcome is not None
        best = max(outcome.scores)
        assert outcome.winners == tuple(seat for seat in range(2) if outcome.scores[seat] == best)


def test_s6_2_with_equal_points_both_win() -> None:
    outcomes = (GAME.playout(3, number).outcome for number in range(200))
    drawn = next(outcome for outcome in outcomes if outcome is not None and outcome.scores[0] == outcome.scores[1])
    assert drawn.winners == (0, 1)


# ------------------------------------------------------------------ §7 what you may see
def test_s7_1_nothing_is_hidden() -> None:
    match = nest("V T X U W")
    views = [match.view(seat) for seat in (0, 1, None)]
    for view in views:
        view.pop("seat")
    assert views == [views[0]] * 3
    assert {match.record(seat=seat).moves for seat in (0, 1, None, dh.ALL)} == {match.moves}


# ------------------------------------------------------------------ §8 component sets
def edited(*edits: tuple[int, str | None]) -> str:
    """The house set with some of its lines replaced; None leaves a line out."""
    lines: list[str | None] = list(HOUSE.splitlines())
    for number, text in edits:
        lines[number - 1] = text
    return "\n".join(line for line in lines if line is not None) + "\n"


def moved(text: str, *order: int) -> str:
    """The lines of a text from these numbers on, block by block."""
    lines = text.splitlines()
    ends = {start: min([other for other in order if other > start], default=len(lines) + 1) for start in order}
    return "\n".join(line for start in order for line in lines[start - 1 : ends[start] - 1]) + "\n"


def pieces(components: str) -> object:
    """The tiles and dragons of a set."""
    view = GAME.match(components=components).view(None)
    return view["tiles"], view["dragons"]


def test_s8_1_a_set_of_ones_own_is_played_with_and_stands_in_the_record() -> None:
    match = set_up("B A F P Y", components=OTHER)
    assert match.is_legal("I1 a1") and match.view(None)["caves"] == list("BAFPY")
    again = dh.read_record(str(match.record()))
    assert again == match and again.options["components"] == match.options["components"] != "house"
    assert pieces(str(again.options["components"])) == pieces(OTHER)


def test_s8_2_sections_come_in_any_order_and_seats_may_have_their_own() -> None:
    assert pieces(moved(HOUSE, 17, 1)) == pieces(HOUSE)
    first, second = GAME.match(components=OTHER).view(None)["tiles"]
    assert first != second
    both = HOUSE.replace("tiles\n", "tiles 0\n") + moved(HOUSE, 1, 17)[: HOUSE.index("dragons")].replace("tiles\n", "tiles 1\n")
    assert pieces(both) == pieces(HOUSE)
    assert GAME.match(components=both).options == GAME.match(components=HOUSE).options


def test_s8_3_pieces_of_a_section_come_in_any_order() -> None:
    assert pieces(moved(HOUSE, 1, 14, 11, 9, 7, 5, 3, 2, 17, 29, 26, 18, 21, 23)) == pieces(HOUSE)


def test_s8_4_any_number_of_spaces_and_both_ends_of_lines() -> None:
    assert pieces(HOUSE.replace(" ", "   ").replace("\n", "    \n").replace("C", " C")) == pieces(HOUSE)
    assert pieces(HOUSE.replace("\n", "\r\n")) == pieces(HOUSE)
    assert pieces(HOUSE.removesuffix("\n")) == pieces(HOUSE)


def test_s8_5_blank_lines_and_remarks_stand_anywhere() -> None:
    text = edited((3, "# a remark\nO  C .\n\n   # inside a drawing\n     \n   . H"), (4, None))
    assert pieces("\n# at the beginning\n" + text + "# at the end\n") == pieces(HOUSE)


def test_s8_6_drawings_may_be_turned_and_dragons_may_have_one_form() -> None:
    turned = edited((2, "I  ."), (3, "   H\n   .\n   C\nO  . .\n   H C"), (4, None))
    lines = [after(set_up(components=text), "I0 a1").view(None)["tiles"][0][0]["squares"] for text in (HOUSE, turned)]
    assert lines == [["a1", "b1", "c1", "d1"], ["a1", "a2", "a3", "a4"]]
    alike = edited((18, "A  X X X"), (21, "B  X X X\n   _ X _\n   _ X _"), (22, None))
    assert set_up("A B V W X", components=alike).view(None)["caves"] == list("ABVWX")
    with pytest.raises(dh.NotAMove):
        GAME.match(components=alike).play("cave T")


FAULTS: list[tuple[str, int, str]] = [
    ("too-long", 1, HOUSE + "#" * 20_000),
    ("section-missing", 17, "\n".join(HOUSE.splitlines()[:16]) + "\n"),  # told at the line where the file ends
    ("section-missing", 1, ""),
    ("section-missing", 32, edited((1, "tiles 0"))),
    ("section-twice", 20, edited((20, "dragons"))),
    ("sections-mixed", 17, edited((17, "tiles 1"))),
    ("no-section", 1, "I  C . H .\n" + HOUSE),
    ("no-section", 1, edited((1, " tiles"))),
    ("no-section", 1, edited((1, "Tiles"))),
    ("no-letter", 3, edited((3, "o  C ."))),
    ("no-letter", 17, edited((17, "dragons:"))),
    ("no-letter", 2, edited((2, "\tI  C . H ."))),
    ("no-space", 2, edited((2, "IC . H ."))),
    ("no-such-tile", 2, edited((2, "X  C . H ."))),
    ("piece-twice", 5, edited((5, "O  . H ."))),
    ("piece-twice", 21, edited((21, "T  X _ X"))),
    ("no-top-row", 2, edited((2, "I\n   C . H ."))),
    ("row-alone", 2, edited((2, "   C . H ."))),
    ("no-mark", 2, edited((2, "I  C.H."))),
    ("no-mark", 2, edited((2, "I  C . H x"))),
    ("no-mark", 2, edited((2, "I  C\t. H ."))),
    ("no-mark", 2, edited((2, "I  C . H .\r "))),  # a carriage return that ends no line
    ("no-mark", 19, edited((19, "   _ C _"))),
    ("tile-missing", 1, edited((2, None))),
    ("dragon-count", 17, edited((29, None), (30, None), (31, None))),
    ("dragon-count", 17, edited((31, "   _ X _\nA  X X X X X"))),
    ("ragged", 6, edited((6, "   _ C"))),
    ("ragged", 19, edited((19, "   _ X _ _"))),
    ("empty-row", 2, edited((2, "I  _ _ _ _\n   C . H ."))),
    ("empty-row", 3, edited((2, "I  C . H .\n   _ _ _ _"))),
    ("empty-column", 2, edited((2, "I  C . H . _"))),
    ("empty-column", 18, edited((18, "T  _ X X X"), (19, "   _ _ X _"), (20, "   _ _ X _"))),
    ("shape", 11, edited((11, "L  _ ."), (12, "   _ H"), (13, "   C ."))),  # flipped
    ("shape", 2, edited((2, "I  C . H"))),
    ("castles", 2, edited((2, "I  C C H ."))),
    ("castles", 2, edited((2, "I  . . H ."))),
    ("holes", 3, edited((4, "   . ."))),
    ("dragon-size", 18, edited((20, None))),
    ("dragon-apart", 21, edited((21, "U  X X X"), (22, "   _ _ _\n   X _ X"))),
]


@pytest.mark.parametrize(("code", "line", "text"), FAULTS, ids=[f"{number}-{fault[0]}" for number, fault in enumerate(FAULTS)])
def test_s8_6_what_is_wrong_with_a_set_is_told_with_its_line(code: str, line: int, text: str) -> None:
    with pytest.raises(dh.NotAComponentSet) as fault:
        GAME.match(components=text)
    assert (fault.value.code, fault.value.parameters["line"]) == (code, line)
    for lang in ("en", "de"):
        assert str(line) in fault.value.sentence(lang)


def test_s8_6_every_fault_that_has_a_sentence_is_made_here() -> None:
    codes = {key.removeprefix("components.") for key in catalogue(GAME.declaration.package, "en") if key.startswith("components.")}
    assert codes == {code for code, _, _ in FAULTS}


def test_s8_6_a_set_is_a_text() -> None:
    for value in (None, 1, HOUSE.encode(), HOUSE.splitlines()):
        with pytest.raises(dh.BadOption):
            GAME.match(components=value)


def test_s8_7_one_way_of_writing() -> None:
    assert GAME.match(components=edited((1, "# mine\ntiles"))).options["components"] == HOUSE
    canonical = str(GAME.match(components=OTHER).options["components"])
    assert GAME.match(components=canonical).options["components"] == canonical
    assert re.findall("^[a-z].*", canonical, re.M) == ["tiles 0", "tiles 1", "dragons"]
    assert re.findall("^[A-Z]", canonical, re.M) == [*"IOTSZLJ" * 2, *"ABFPY"]


# ------------------------------------------------------------------ §9 how moves are written
def test_s9_1_squares_are_named_as_on_a_chess_board() -> None:
    match = after(set_up(), "I0 a1", "I1 h5")
    assert match.view(None)["tiles"][0][0]["squares"] == ["a1", "b1", "c1", "d1"]
    assert match.view(None)["tiles"][1][0]["squares"] == ["h5", "h6", "h7", "h8"]


def test_s9_2_every_move_has_one_spelling() -> None:
    match = set_up()
    assert match.is_legal("L1 a1")
    for spelling in (
        "l1 a1",
        "L1 A1",
        "L1a1",
        "L1  a1",
        "L1 a1 ",
        "L4 a1",
        "L a1",
        "L1 a1\n",
        "1L a1",
        "tile L1 a1",
        "L1 a01",
        "K0 a1",
        "egg i3",
        "cave x",
    ):
        with pytest.raises(dh.NotAMove):
            match.play(spelling)


def test_s9_3_quarter_turns_count_clockwise_and_the_box_is_named_by_its_lower_left_square() -> None:
    castles = {}
    for turn in range(4):
        for move in (f"L{turn} a1", f"L{turn} f1", f"L{turn} g1"):
            match = set_up()
            if move in match.legal_moves():
                match.play(move)
                castles[move] = (changes(match, "tile")[0]["squares"], changes(match, "tile")[0]["castle"])
    assert castles == {
        "L0 a1": (["a1", "b1", "a2", "a3"], "b1"),
        "L0 g1": (["g1", "h1", "g2", "g3"], "h1"),
        "L1 a1": (["a1", "a2", "b2", "c2"], "a1"),
        "L2 g1": (["h1", "h2", "g3", "h3"], "g3"),  # g1 itself is no part of it
        "L3 a1": (["a1", "b1", "c1", "c2"], "c2"),
        "L3 f1": (["f1", "g1", "h1", "h2"], "h2"),
    }


def test_s9_4_turns_that_look_the_same_have_the_smallest_number() -> None:
    match = nest("X T U V W")
    assert match.legal_moves() == ["dragon X0 b1"]
    with pytest.raises(dh.NotAMove):
        match.play("dragon X1 b1")
    turns = {dragon["letter"]: [turned["turn"] for turned in dragon["turns"]] for dragon in match.view(None)["dragons"]}
    assert turns == {"T": [0, 1, 2, 3], "U": [0, 1, 2, 3], "V": [0, 1, 2, 3], "W": [0, 1, 2, 3], "X": [0]}
    assert {len(tile["turns"]) for tile in match.view(None)["tiles"][0]} == {4}


def test_s9_5_where_only_one_move_is_left_it_is_made_all_the_same() -> None:
    match = after(GAME.match(), *(f"cave {letter}" for letter in "XTUV"))
    assert match.mover == dh.CHANCE and match.odds() == {"cave W": Fraction(1)}
    assert nest("X T U V W").legal_moves() == ["dragon X0 b1"]  # asked, and in the record; that a dragon leaves, or a pass, is not
    assert after(set_up(), "O3 a1").moves[-1] == "O3 a1"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_s9_6_the_example_of_a_position(lang: str) -> None:
    example = re.search(r"^§9\.6 .*?`(tile[^`]*)`", GAME.rules(lang), re.M | re.S)
    assert example is not None
    body = " ".join(example[1].split())
    assert GAME.match(position=f"dragon-inferno seats 2 components house {body}").position.endswith(body)


def test_s9_6_a_position_is_one_line() -> None:
    match = after(nest("V T X U W"), "dragon V0 c1")
    assert match.position == (
        "dragon-inferno seats 2 components house tile 1 caves V T X U W eggs g3 d4 e4 d5 e5 b6 f6 broken 0 0 "
        "tiles 0 I0 a1 T2 b2 tiles 1 I0 e1 dragons V0 c1"
    )
    assert GAME.match(position=match.position).view(0) == match.view(0)
    assert "dragons W away" in after(set_up("W U V T X"), "O3 a1").position
