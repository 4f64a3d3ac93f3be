"""Drachenwurf, point by point: each test is named for a section of RULES. Tiles that a table does not name are in the stack."""

from fractions import Fraction

import pytest

import dragonhoard as dh
from tests.scenes import TILES, after, among, automatic, changes, dragons, kinds, refused

GAME = dh.GAMES["drachenwurf"]
MIDDLE = "Rw Rm Bw"  # what lies there when a test does not care


def opened(seats: int, tiles: str = MIDDLE) -> dh.Match:
    """A new match up to the first roll."""
    return after(GAME.match(seats=seats), *(f"draw {tile}" for tile in tiles.split()))


# ------------------------------------------------------------------ §1 what there is
def test_s1_1_one_tile_for_every_colour_and_landscape() -> None:
    match = GAME.match(seats=3)
    assert among(match, "draw ") == list(TILES) and len(TILES) == 36
    assert set(match.odds().values()) == {Fraction(1, 36)}
    match.play("draw Rw")
    assert "draw Rw" not in match.legal_moves()


def test_s1_2_six_equal_dice_with_the_six_colours() -> None:
    odds = opened(3).odds()
    assert len(odds) == 462  # six dice of six colours, in no order
    assert odds["roll RRRRRR"] == Fraction(1, 6**6)
    assert odds["roll RRRRRB"] == Fraction(6, 6**6)
    assert odds["roll RBGYPK"] == Fraction(720, 6**6)


@pytest.mark.parametrize("seats", GAME.seats)
def test_s1_3_every_player_has_four_sides_and_a_hoard(seats: int) -> None:
    view = GAME.match(seats=seats).view(None)
    assert view["bases"] == [[[], [], [], []]] * seats
    assert view["hoards"] == [[]] * seats


@pytest.mark.parametrize("seats", GAME.seats)
def test_s1_4_there_are_36_eggs(seats: int) -> None:
    view = GAME.match(seats=seats).view(None)
    assert sum(view["eggs"]) + view["supply"] == 36


# ------------------------------------------------------------------ §2 how it starts
@pytest.mark.parametrize("seats", GAME.seats)
def test_s2_1_one_egg_for_everybody(seats: int) -> None:
    view = GAME.match(seats=seats).view(None)
    assert view["eggs"] == [1] * seats and view["supply"] == 36 - seats


def test_s2_2_all_tiles_are_in_the_stack() -> None:
    view = GAME.match().view(None)
    assert view["stack"] == 36 and view["middle"] == []


@pytest.mark.parametrize("seats", GAME.seats)
def test_s2_3_seat_0_begins_and_turns_go_clockwise(seats: int) -> None:
    match = GAME.match(seats=seats)
    turns = []
    for _ in range(seats + 1):
        dice = dh.Dice(seats)
        while match.mover == dh.CHANCE and "draw" in kinds(match):
            match.roll(dice)
        if kinds(match) == {"remove"}:
            match.play(match.legal_moves()[0])
        turns.append(match.view(None)["turn"])
        colours = {tile[0] for tile in match.view(None)["middle"]}
        match.play(f"roll {next(letter for letter in 'RBGYPK' if letter not in colours) * 6}")  # no die counts: the turn is over
    assert turns == [*range(seats), 0]


# ------------------------------------------------------------------ §3 refill the middle
def test_s3_1_tiles_are_drawn_until_three_lie_in_the_middle() -> None:
    match = opened(3)
    assert len(match.view(None)["middle"]) == 3
    assert kinds(match) == {"roll"}


def test_s3_1_in_the_first_round_too_only_what_is_missing_is_drawn() -> None:
    match = after(opened(3), "roll RRKKKK", "keep RR", "stop", "take Rw 2")
    assert match.view(None)["turn"] == 1 and match.view(None)["opening"]
    assert kinds(match) == {"draw"}
    match.play("draw Gw")
    assert kinds(match) == {"roll"} and match.view(None)["middle"] == ["Bw", "Gw", "Rm"]


def test_s3_1_or_until_the_stack_is_empty() -> None:
    match = dragons(due="take", kept="RR", middle=MIDDLE, stack="")
    match.play("take Rw 2")
    assert match.view(None)["turn"] == 1 and len(match.view(None)["middle"]) == 2
    assert "stack-empty" in automatic(match)


def test_s3_2_when_two_play_one_of_four_is_removed() -> None:
    match = opened(2, "Rw Rm Bw Gw")
    assert match.mover == 0
    assert sorted(match.legal_moves()) == ["remove Bw", "remove Gw", "remove Rm", "remove Rw"]
    match.play("remove Gw")
    assert match.view(None)["removed"] == ["Gw"] and len(match.view(None)["middle"]) == 3
    assert kinds(match) == {"roll"}


def test_s3_2_when_fewer_than_four_lie_there_none_is_removed() -> None:
    match = dragons(2, due="take", kept="RR", middle=MIDDLE, stack="Gw")
    match = after(match, "take Rw 2", "draw Gw")
    assert len(match.view(None)["middle"]) == 3
    assert kinds(match) == {"roll"}


def test_s3_3_what_is_removed_or_taken_lies_in_the_middle() -> None:
    assert refused(opened(2, "Rw Rm Bw Gw"), "remove Ki") == "3.3"
    match = dragons(due="take", kept="RRR", middle=MIDDLE, bases={1: {2: "Rf"}})
    assert refused(match, "take Ri 2") == "3.3"
    assert refused(match, "take Rf 3") == "3.3"  # it lies on a base, so it would have to be stolen


# ------------------------------------------------------------------ §4 bank your tiles
def test_s4_1_in_the_first_round_nothing_is_banked() -> None:
    match = dragons(turn=1, marks="opening", due="take", kept="RR", middle=MIDDLE, bases={0: {2: "Gw"}})
    match = after(match, "take Rw 2", "draw Gm")
    assert match.view(None)["turn"] == 2
    assert kinds(match) == {"roll"}


def test_s4_1_then_all_tiles_of_the_base_are_banked_in_any_order() -> None:
    match = dragons(turn=2, marks="opening", due="take", kept="RR", middle=MIDDLE, bases={0: {2: "Gw", 4: "Yw Ym"}})
    match = after(match, "take Rw 2", "draw Gm")
    assert match.mover == 0
    assert match.legal_moves() == ["bank Gw new", "bank Yw new", "bank Ym new"]
    match.play("bank Ym new")
    assert {move[:7] for move in match.legal_moves()} == {"bank Gw", "bank Yw"}
    match = after(match, "bank Gw new", "bank Yw 1")
    assert match.view(None)["bases"][0] == [[], [], [], []]
    assert match.view(None)["hoards"][0] == [["Ym", "Yw"], ["Gw"]]
    assert kinds(match) == {"roll"}


def test_s4_1_only_tiles_of_your_own_base_are_banked() -> None:
    match = dragons(due="bank", middle=MIDDLE, bases={0: {2: "Gw"}, 1: {2: "Gm"}})
    assert refused(match, "bank Gm new") == "4.1"
    assert refused(match, "bank Rw new") == "4.1"


def test_s4_2_a_row_has_one_colour_or_one_landscape() -> None:
    match = dragons(due="bank", middle=MIDDLE, bases={0: {2: "Gf", 3: "Ym", 4: "Ks"}}, hoards={0: "GdGi PmKm"})
    assert match.is_legal("bank Gf 1") and match.is_legal("bank Ym 2")
    assert refused(match, "bank Ym 1") == "4.2"
    assert refused(match, "bank Gf 2") == "4.2"
    assert refused(match, "bank Ks 2") == "4.2"  # the colour of one tile of the row is not enough


def test_s4_3_a_new_row_is_always_allowed() -> None:
    match = dragons(due="bank", middle=MIDDLE, bases={0: {2: "Gf"}}, hoards={0: "GdGi PfKf"})
    assert match.legal_moves() == ["bank Gf new", "bank Gf 1", "bank Gf 2"]


def test_s4_4_a_row_of_one_tile_is_undecided() -> None:
    match = dragons(due="bank", middle=MIDDLE, bases={0: {2: "Gf", 3: "Yd"}}, hoards={0: "Gd"})
    assert match.is_legal("bank Gf 1") and match.is_legal("bank Yd 1")
    match.play("bank Gf 1")
    assert refused(match, "bank Yd 1") == "4.2"


def test_s4_4_also_a_row_reduced_to_one_tile_by_a_shift() -> None:
    match = dragons(2, due="shift", middle="Pw Pm", hoards={0: "GdGf"}, bases={0: {2: "Yd"}}, stack="", marks="eventful")
    match = after(match, "shift Gf new")  # seat 1 rolls now
    assert [row["kind"] for row in match.view(None)["rows"][0]] == ["open", "open"]
    match.play("roll KKKKKK")
    assert match.legal_moves() == ["bank Yd new", "bank Yd 1"]


def test_s4_5_banked_tiles_stay_and_cannot_be_stolen() -> None:
    match = dragons(due="throw", middle="Pw Pm Pf", hoards={1: "RwRm"})
    assert match.view(None)["wanted"] == ["P"]
    match = dragons(due="take", kept="RRRRRR", middle=MIDDLE, hoards={1: "Rf Ri"})
    assert refused(match, "steal Rf 6") == "7.1"


def test_s4_6_rows_are_numbered_in_the_order_in_which_they_were_started() -> None:
    match = dragons(due="bank", middle=MIDDLE, bases={0: {2: "Gf Yf", 3: "Km"}})
    match = after(match, "bank Yf new", "bank Km new", "bank Gf new")
    assert match.view(None)["hoards"][0] == [["Yf"], ["Km"], ["Gf"]]


def test_s4_6_when_a_row_disappears_the_later_ones_move_up() -> None:
    match = dragons(due="shift", middle=MIDDLE, hoards={0: "Gw BmGm Kw"})
    match.play("shift Gw 3")
    assert match.view(None)["hoards"][0] == [["Bm", "Gm"], ["Gw", "Kw"]]


def test_s4_6_a_row_keeps_its_place_when_its_first_tile_leaves() -> None:
    match = dragons(due="bank", middle=MIDDLE, bases={0: {2: "Gf Gd"}}, hoards={0: "Yi"})
    match = after(match, "bank Gf new", "bank Gd 2", "roll YYYYYY", "shift Gf new")
    assert match.view(None)["hoards"][0] == [["Yi"], ["Gd"], ["Gf"]]


def test_s4_6_a_row_must_be_there() -> None:
    match = dragons(due="bank", middle=MIDDLE, bases={0: {2: "Gf"}}, hoards={0: "Gd"})
    assert refused(match, "bank Gf 2") == "4.6"
    assert refused(dragons(due="shift", middle=MIDDLE, hoards={0: "Gw Gm"}), "shift Gw 3") == "4.6"


# ------------------------------------------------------------------ §5 roll
def test_s5_1_the_first_roll_happens_by_itself_and_six_are_the_most() -> None:
    match = opened(3)
    assert match.mover == dh.CHANCE
    for left in range(6, 0, -1):
        match.play(f"roll {'R' * left}")
        assert match.view(None)["rolls"] == 7 - left
        match.play("keep R")
        if left > 1:
            match.play("roll")
    assert kinds(match) == {"take", "done"}


def test_s5_2_a_die_counts_if_its_colour_is_in_the_middle_or_on_another_base() -> None:
    match = dragons(roll="RBGYPK", middle="Rw Rm Rf", bases={1: {2: "Gw"}, 2: {5: "Kw"}}, hoards={1: "Yw"}, eggs={0: 0})
    assert match.view(None)["valid"] == "RGK"
    assert refused(match, "keep Y") == "5.2"
    assert refused(match, "keep RY") == "5.2"
    assert match.is_legal("keep RGK")


def test_s5_2_your_own_base_does_not_count() -> None:
    match = dragons(turn=1, marks="opening", roll="RBGYPK", middle="Rw Rm Rf", bases={0: {2: "Gw"}, 1: {2: "Yw"}}, hoards={1: "Kw"})
    assert match.view(None)["valid"] == "RG"


def test_s5_2_one_may_steal_in_the_first_round() -> None:
    match = dragons(turn=1, marks="opening", roll="GGGYPK", middle="Rw Rm Rf", bases={0: {2: "Gw"}})
    match = after(match, "keep GGG", "stop", "steal Gw 3")
    assert match.view(None)["bases"][1] == [[], ["Gw"], [], []]


def test_s5_3_at_least_one_die_several_or_all() -> None:
    match = dragons(roll="RRBBPK", middle=MIDDLE, eggs={0: 0})
    assert sorted(among(match, "keep ")) == ["B", "BB", "R", "RB", "RBB", "RR", "RRB", "RRBB"]
    assert refused(match, "keep RRR") == "5.3"
    assert refused(match, "stop") == "9.2"  # not before one is set aside


def test_s5_3_dice_set_aside_are_not_rolled_again() -> None:
    match = after(dragons(roll="RRBBPK", middle=MIDDLE), "keep RRB", "roll")
    assert {len(dice) for dice in among(match, "roll ")} == {3}
    assert match.view(None)["kept"] == {"R": 2, "B": 1}


def test_s5_4_a_roll_without_a_die_that_counts_ends_the_rolling() -> None:
    match = dragons(due="throw", rolls=1, kept="RR", middle=MIDDLE)
    match.play("roll GGYK")
    assert match.mover == 0 and match.legal_moves() == ["take Rw 2", "take Rm 2", "done"]
    assert automatic(match) == ["dead-roll"]


def test_s5_5_after_setting_aside_you_stop_or_roll_on() -> None:
    match = after(dragons(roll="RRBBPK", middle=MIDDLE), "keep R")
    assert match.legal_moves() == ["roll", "stop"]
    match.play("stop")
    assert match.view(None)["turn"] == 1  # one die pays for nothing


def test_s5_6_the_rolling_ends_when_no_die_is_left() -> None:
    match = after(dragons(roll="RRRRBB", middle=MIDDLE), "keep RRRRBB")
    assert kinds(match) == {"take", "done"} and automatic(match) == ["no-die-left"]


def test_s5_6_and_after_the_sixth_roll() -> None:
    match = after(dragons(rolls=6, roll="R", kept="RRRRB", middle=MIDDLE, eggs={0: 0}), "keep R")
    assert kinds(match) == {"take", "done"} and automatic(match) == ["six-rolls"]


# ------------------------------------------------------------------ §6 an egg as a joker
def test_s6_1_an_egg_makes_a_die_count_twice_once_in_a_turn() -> None:
    match = after(dragons(roll="RBGGGG", middle=MIDDLE, eggs={0: 2}), "keep R+R")
    assert match.view(None)["kept"] == {"R": 2}
    match = after(match, "roll", "roll RBGGG")
    assert refused(match, "keep R+R") == "6.1"
    assert match.legal_moves() == ["keep R", "keep B", "keep RB"]
    match = after(match, "keep B", "stop", "take Rw 2")
    assert match.view(None)["bases"][0] == [["Rw"], [], [], []]


def test_s6_1_without_an_egg_there_is_no_joker() -> None:
    match = dragons(roll="RBGGGG", middle=MIDDLE, eggs={0: 0})
    assert refused(match, "keep R+R") == "6.1"


def test_s6_2_the_egg_goes_back_to_the_supply_at_once() -> None:
    match = dragons(roll="RBGGGG", middle=MIDDLE)
    assert (match.view(None)["eggs"], match.view(None)["supply"]) == ([1, 1, 1], 33)
    match.play("keep R+R")
    assert (match.view(None)["eggs"], match.view(None)["supply"]) == ([0, 1, 1], 34)


def test_s6_3_the_die_is_one_of_those_just_set_aside() -> None:
    match = dragons(rolls=2, roll="BBGG", kept="RR", middle=MIDDLE)
    assert refused(match, "keep B+R") == "6.3"
    assert match.is_legal("keep B+B") and match.is_legal("keep BB+B")


# ------------------------------------------------------------------ §7 take tiles
def test_s7_1_a_tile_in_the_middle_costs_two_dice() -> None:
    match = dragons(due="take", kept="RRBB", middle=MIDDLE)
    assert refused(match, "take Rw 1") == "7.1"
    assert match.legal_moves() == ["take Rw 2", "take Rm 2", "take Bw 2", "done"]


@pytest.mark.parametrize("side", [2, 3, 4, 5])
def test_s7_1_a_tile_on_a_base_costs_one_die_more_than_its_side(side: int) -> None:
    match = dragons(due="take", kept="GGGGGG", middle=MIDDLE, bases={1: {side: "Gw"}})
    assert among(match, "steal Gw ") == [str(dice) for dice in range(side + 1, 7)]
    assert refused(match, f"steal Gw {side}") == "7.1"


def test_s7_1_the_printed_example_a_blue_dragon_on_side_4_needs_five_dice() -> None:
    match = dragons(due="take", kept="BBBBB", middle="Rw Rm Gw", bases={1: {4: "Bd"}})
    assert match.view(None)["costs"]["Bd"] == 5
    assert match.legal_moves() == ["steal Bd 5", "done"]
    assert refused(match, "steal Bd 4") == "7.1"


def test_s7_1_to_steal_is_to_take_from_another_base() -> None:
    match = dragons(due="take", kept="RRRR", middle=MIDDLE, bases={0: {2: "Rf"}, 1: {2: "Gw"}}, marks="eventful")
    assert refused(match, "steal Rf 3") == "7.1"  # your own base
    assert refused(match, "steal Rw 3") == "7.1"  # the middle


def test_s7_2_you_choose_how_many_dice_you_spend() -> None:
    match = dragons(due="take", kept="RRRR", middle=MIDDLE)
    assert among(match, "take Rw ") == ["2", "3", "4"]
    assert refused(match, "take Rw 5") == "7.2"
    assert refused(match, "take Bw 2") == "7.2"  # no blue die is set aside


def test_s7_2_dice_may_be_spread_over_tiles_and_players() -> None:
    match = dragons(due="take", kept="RRRRRBB", middle=MIDDLE, bases={2: {2: "Rf"}})
    match.play("take Rm 2")
    assert set(match.legal_moves()) == {"take Rw 2", "take Rw 3", "take Bw 2", "steal Rf 3", "done"}  # each die serves one tile
    match = after(match, "steal Rf 3", "take Bw 2")
    assert match.view(None)["bases"][0] == [["Bw", "Rm"], ["Rf"], [], []]


def test_s7_3_nobody_has_to_take_a_tile() -> None:
    match = dragons(due="take", kept="RRRR", middle=MIDDLE)
    match.play("done")
    assert match.view(None)["bases"][0] == [[], [], [], []] and match.view(None)["turn"] == 1


def test_s7_3_when_no_more_can_be_taken_that_is_done_by_itself() -> None:
    match = dragons(due="take", kept="RRB", middle=MIDDLE)
    match.play("take Rw 2")
    assert match.view(None)["turn"] == 1 and automatic(match)[0] == "nothing-to-take"


@pytest.mark.parametrize("dice", [2, 3, 4, 5])
def test_s7_4_the_tile_goes_to_the_side_of_that_many_dice(dice: int) -> None:
    match = dragons(due="take", kept="RRRRR", middle=MIDDLE)
    match.play(f"take Rw {dice}")
    assert match.view(None)["bases"][0][dice - 2] == ["Rw"]


def test_s7_4_a_side_may_hold_several_tiles() -> None:
    match = after(dragons(due="take", kept="RRRRBB", middle=MIDDLE), "take Rw 2", "take Rm 2", "take Bw 2")
    assert match.view(None)["bases"][0] == [["Bw", "Rm", "Rw"], [], [], []]


def test_s7_5_with_six_dice_straight_into_the_hoard_and_an_extra_turn() -> None:
    match = dragons(due="take", kept="RRRRRR", middle=MIDDLE, hoards={0: "Gw Kd"}, eggs={0: 0})
    match.play("take Rw 6")
    assert match.legal_moves() == ["bank Rw new", "bank Rw 1"]  # the row is chosen at once
    match.play("bank Rw 1")
    assert match.view(None)["hoards"][0] == [["Gw", "Rw"], ["Kd"]]
    assert match.view(None)["turn"] == 0 and automatic(match)[-1] == "extra-turn"
    assert changes(match, "turn") == [{"kind": "turn", "seat": 0, "extra": True}]


def test_s7_5_five_dice_and_an_egg_are_six_as_well() -> None:
    match = after(dragons(roll="RRRRRK", middle=MIDDLE), "keep RRRRR+R", "stop", "take Rw 6", "bank Rw new")
    assert match.view(None)["hoards"][0] == [["Rw"]] and match.view(None)["turn"] == 0


def test_s7_5_the_printed_example_six_blue_dice_for_two_tiles_bring_no_extra_turn() -> None:
    match = dragons(due="take", kept="BBBBBB", middle="Bw Bm Rw")
    match = after(match, "take Bw 3", "take Bm 3")
    assert match.view(None)["bases"][0] == [[], ["Bm", "Bw"], [], []]
    assert match.view(None)["turn"] == 1


def test_s7_6_no_tile_is_taken_with_more_than_six_and_the_rest_is_lost() -> None:
    match = dragons(due="take", kept="RRRRRRR", middle=MIDDLE)
    assert among(match, "take Rw ") == ["2", "3", "4", "5", "6"]
    with pytest.raises(dh.NotAMove):
        match.play("take Rw 7")
    match = after(match, "take Rw 6", "bank Rw new")
    assert changes(match, "lost") == [{"kind": "lost", "kept": {"R": 1}}]
    assert match.view(None)["kept"] == {}


def test_s7_7_who_is_robbed_gets_an_egg() -> None:
    match = dragons(due="take", kept="GGGGGG", middle=MIDDLE, bases={1: {2: "Gw"}, 2: {2: "Gm"}})
    match = after(match, "steal Gw 3", "steal Gm 3")
    assert match.view(None)["eggs"] == [1, 2, 2] and match.view(None)["supply"] == 31


def test_s7_7_if_one_is_left() -> None:
    match = dragons(due="take", kept="GGGGGG", middle=MIDDLE, bases={1: {2: "Gw"}, 2: {2: "Gm"}}, eggs={0: 11, 1: 12, 2: 12})
    match.play("steal Gw 3")
    assert match.view(None)["eggs"] == [11, 13, 12] and automatic(match)[0] == "robbed"
    match.play("steal Gm 3")
    assert match.view(None)["eggs"] == [11, 13, 12] and automatic(match)[0] == "supply-empty"


def test_s7_7_before_the_row_of_a_six_is_chosen() -> None:
    match = dragons(due="take", kept="GGGGGG", middle=MIDDLE, bases={1: {2: "Gw"}})
    match.play("steal Gw 6")
    assert match.view(None)["due"] == "bank-six" and match.view(None)["eggs"] == [1, 2, 1]


def test_s7_7_also_when_the_row_of_a_six_ends_the_match() -> None:
    match = dragons(2, due="take", kept="GGGGGG", stack="", bases={1: {2: "Gw"}})
    match = after(match, "steal Gw 6", "bank Gw new")
    assert match.outcome == dh.Outcome((0, 1), (2, 2), "all-banked")


# ------------------------------------------------------------------ §8 shift a tile
def test_s8_1_a_shift_costs_an_egg() -> None:
    match = dragons(due="shift", middle=MIDDLE, hoards={0: "GwGm Yw"})
    assert set(match.legal_moves()) == {"shift Gw new", "shift Gm new", "shift Gw 2", "end"}
    match.play("shift Gw 2")
    assert match.view(None)["eggs"] == [0, 1, 1] and match.view(None)["supply"] == 34


def test_s8_1_without_an_egg_the_turn_ends_by_itself() -> None:
    match = dragons(due="take", kept="RR", middle=MIDDLE, hoards={0: "GwGm Yw"}, eggs={0: 0})
    match.play("done")
    assert match.view(None)["turn"] == 1 and "no-egg" in automatic(match)


def test_s8_1_where_no_tile_could_be_moved_too() -> None:
    match = dragons(due="take", kept="RR", middle=MIDDLE, hoards={0: "Gw Ym"})
    match.play("done")
    assert match.view(None)["turn"] == 1 and "nothing-to-shift" in automatic(match)


def test_s8_1_the_tile_is_one_of_your_own_hoard() -> None:
    match = dragons(due="shift", middle=MIDDLE, hoards={0: "GwGm Yw", 1: "Yd"})
    assert refused(match, "shift Yd new") == "8.1"
    assert refused(match, "shift Rw new") == "8.1"


def test_s8_2_to_another_row_that_it_fits_or_to_a_new_one() -> None:
    match = dragons(due="shift", middle=MIDDLE, hoards={0: "GwGm Yw KwPw"})
    expected = {"Gw new", "Gw 2", "Gw 3", "Gm new", "Yw 3", "Kw new", "Kw 2", "Pw new", "Pw 2"}
    assert set(among(match, "shift ")) == expected
    assert refused(match, "shift Gw 1") == "8.2"  # where it lies
    assert refused(match, "shift Yw new") == "8.2"  # alone already
    assert refused(match, "shift Yw 1") == "4.2"
    assert match.is_legal("end")


def test_s8_3_a_row_left_empty_disappears() -> None:
    match = dragons(due="shift", middle=MIDDLE, hoards={0: "Gw Gm"})
    match.play("shift Gm 1")
    assert match.view(None)["hoards"][0] == [["Gm", "Gw"]]


def test_s8_4_a_shift_ends_the_turn() -> None:
    match = dragons(due="shift", middle=MIDDLE, hoards={0: "GwGm Yw"}, eggs={0: 3})
    match.play("shift Gw new")
    assert match.view(None)["turn"] == 1


# ------------------------------------------------------------------ §9 the order of things
def test_s9_1_an_extra_turn_is_a_turn_of_its_own_in_every_respect() -> None:
    match = dragons(2, roll="RRRRRK", middle=MIDDLE, hoards={0: "Gw Gm"}, eggs={0: 2})
    match = after(match, "keep RRRRR+R", "stop", "take Rw 6", "bank Rw new")
    assert kinds(match) == {"shift", "end"}  # the shift of the turn with the six comes first
    match.play("end")
    assert kinds(match) == {"draw"}  # refill
    match = after(match, "draw Rf", "draw Rd")
    assert match.mover == 0 and kinds(match) == {"remove"}
    match = after(match, "remove Rd", "roll RRKKKK")
    assert match.is_legal("keep RR+R")  # the egg can be used again
    match = after(match, "keep RR", "stop", "take Rf 2")
    assert kinds(match) == {"shift", "end"}
    match.play("end")
    assert match.view(None)["turn"] == 1


def test_s9_1_another_seat_cannot_move() -> None:
    match = dragons(due="bank", middle=MIDDLE, bases={0: {2: "Gf"}})
    with pytest.raises(dh.NotYourTurn):
        match.play("bank Gf new", seat=1)
    explanation = match.explain("bank Gf new", seat=1)
    assert explanation is not None and explanation.section == "9.1"


@pytest.mark.parametrize(
    ("due", "own"),
    [("bank", {"bank"}), ("keep", {"keep"}), ("go-on", {"roll", "stop"}), ("take", {"take", "done"}), ("shift", {"shift", "end"})],
)
def test_s9_2_each_step_knows_its_own_kinds_of_moves(due: str, own: set[str]) -> None:
    dice = {"keep": {"roll": "RRKKKK"}, "go-on": {"kept": "RR"}, "take": {"kept": "RR"}}.get(due, {})
    match = dragons(due=due, middle=MIDDLE, hoards={0: "GwGm"}, bases={0: {2: "Gf"}} if due == "bank" else {}, **dice)  # type: ignore[arg-type]
    assert kinds(match) == own
    for move in ("remove Rw", "bank Gf new", "keep R", "roll", "stop", "take Rw 2", "steal Rw 3", "done", "shift Gw new", "end", "draw Kw"):
        if move.split(" ")[0] not in own | {"steal"} or (move[:5] == "steal" and due != "take"):
            assert refused(match, move) == "9.2"


def test_s9_2_the_steps_come_in_their_order() -> None:
    match = dragons(2, due="draw", middle=MIDDLE, bases={0: {2: "Gf"}}, hoards={0: "GwGm"})
    steps = []
    moves = ("draw Kw", "remove Kw", "bank Gf new", "roll RRKKKK", "keep RR", "stop", "take Rw 2", "end")
    for move in moves:
        steps.append(match.view(None)["due"])
        match.play(move)
    assert steps == ["draw", "remove", "bank", "throw", "keep", "go-on", "take", "shift"]


def test_s9_3_what_happens_by_itself() -> None:
    match = dragons(due="go-on", kept="R", middle=MIDDLE, eggs={0: 0})
    match.play("stop")
    assert automatic(match) == ["nothing-to-take", "no-egg", "next-turn", "base-empty", "first-roll"]
    assert match.mover == dh.CHANCE and match.view(None)["due"] == "throw"


def test_s9_3_everything_else_is_asked_even_if_there_is_only_one_answer() -> None:
    match = dragons(roll="RKKKKK", middle=MIDDLE, eggs={0: 0})
    assert match.mover == 0 and match.legal_moves() == ["keep R"]
    match = dragons(due="bank", middle=MIDDLE, bases={0: {2: "Gf"}})
    assert match.mover == 0 and match.legal_moves() == ["bank Gf new"]
    match = dragons(2, due="draw", middle=MIDDLE, stack="Ki")
    assert match.mover == dh.CHANCE and match.odds() == {"draw Ki": Fraction(1)}


# ------------------------------------------------------------------ §10 how it ends
def test_s10_1_the_match_ends_when_the_last_tile_is_banked() -> None:
    match = dragons(2, due="bank", stack="", bases={0: {2: "Gf", 5: "Gd"}}, hoards={0: "GwGm", 1: "Kw"})
    match.play("bank Gf 1")
    assert match.mover == 0
    match.play("bank Gd 1")
    assert match.mover is None  # no roll and no shift follows
    assert match.outcome == dh.Outcome((0,), (17, 2), "all-banked")


def test_s10_1_with_the_tile_of_a_six_no_extra_turn_follows() -> None:
    match = dragons(2, due="take", kept="RRRRRR", middle="Rw", stack="", hoards={0: "RmRf"})
    match = after(match, "take Rw 6", "bank Rw 1")
    assert match.mover is None
    assert match.outcome == dh.Outcome((0,), (10, 1), "all-banked")


def test_s10_1_not_while_a_tile_lies_on_a_base() -> None:
    match = dragons(2, due="bank", stack="", bases={0: {2: "Gf"}, 1: {2: "Gd"}})
    match.play("bank Gf new")
    assert match.mover == dh.CHANCE


def test_s10_2_forty_turns_without_a_tile_taken_or_banked_end_the_match() -> None:
    match = dragons(due="take", kept="RR", middle=MIDDLE, quiet=38, bases={2: {5: "Kw Km"}}, hoards={1: "GwGm"}, eggs={0: 0})
    match.play("done")
    assert match.mover is not None and match.view(None)["quiet"] == 39
    match.play("roll YYYYYY")
    assert match.view(None)["due"] == "shift"
    match.play("end")
    assert match.outcome == dh.Outcome((1,), (0, 5, 1), "forty-turns")  # tiles on a base do not score
    assert automatic(match)[-1] == "forty-turns"


def test_s10_2_a_tile_taken_or_banked_interrupts_the_count() -> None:
    match = after(dragons(due="take", kept="RR", middle=MIDDLE, quiet=39), "take Rw 2")
    assert match.view(None)["quiet"] == 0
    match = after(dragons(due="bank", middle=MIDDLE, bases={0: {2: "Gf"}}, quiet=39), "bank Gf new", "roll YYYYYY")
    assert match.view(None)["quiet"] == 0


def test_s10_2_drawing_removing_and_shifting_do_not() -> None:
    match = dragons(2, due="draw", middle=MIDDLE, hoards={0: "GwGm"}, quiet=39)
    match = after(match, "draw Kw", "remove Rw", "roll YYYYYY", "shift Gw new")
    assert match.outcome is not None and match.outcome.reason == "forty-turns"


def test_s10_2_extra_turns_count_as_turns() -> None:
    match = dragons(due="take", kept="RRRRRR", middle=MIDDLE, eggs={0: 0}, quiet=5)
    match = after(match, "take Rw 6", "bank Rw new")
    assert match.view(None)["quiet"] == 0
    match = after(match, "draw Rf", "roll YYYYYY")
    assert match.view(None)["quiet"] == 1 and match.view(None)["turn"] == 1


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_s10_3_a_row_of_n_tiles_scores_n_times_n(count: int) -> None:
    match = dragons(2, due="bank", stack="", bases={0: {2: "Gw"}}, hoards={0: "".join(TILES[12 + i] for i in range(1, count))}, eggs={0: 0})
    match.play(match.legal_moves()[-1])  # joins the row, if there is one
    assert match.outcome is not None and match.outcome.scores == (count**2, 1)


@pytest.mark.parametrize("egg_points", [0, 1, 2, 3, 4, 5])
def test_s10_3_each_egg_scores_what_the_option_says(egg_points: int) -> None:
    match = dragons(2, due="bank", stack="", bases={0: {2: "Gw"}}, eggs={0: 3, 1: 2}, egg_points=egg_points)
    match.play("bank Gw new")
    assert match.outcome is not None and match.outcome.scores == (1 + 3 * egg_points, 2 * egg_points)


def test_s10_3_an_egg_scores_one_point_if_nothing_else_was_agreed() -> None:
    assert GAME.match().options == {"egg_points": 1}
    for value in (-1, 6, "1", True, 1.0, None):
        with pytest.raises(dh.BadOption):
            GAME.match(egg_points=value)


def test_s10_4_equal_points_share_the_win() -> None:
    match = dragons(2, due="bank", stack="", bases={0: {2: "Gw"}}, hoards={1: "Kw"})
    match.play("bank Gw new")
    assert match.outcome == dh.Outcome((0, 1), (2, 2), "all-banked")


# ------------------------------------------------------------------ §11 what you may see
def test_s11_1_everybody_sees_everything_but_the_order_of_the_stack() -> None:
    match = after(opened(3), "roll RRKKKK", "keep RR", "stop", "take Rw 2")
    views = [match.view(seat) for seat in (0, 1, 2, None)]
    assert views == [views[0]] * 4
    assert views[0]["eggs"] == [1, 1, 1] and len(views[0]["unseen"]) == 33
    assert {match.record(seat=seat).moves for seat in (0, 1, 2, None, dh.ALL)} == {match.moves}


# ------------------------------------------------------------------ §12 how moves are written
def test_s12_1_dice_are_written_in_the_order_of_the_colours() -> None:
    match = dragons(roll="RRBBPK", middle=MIDDLE)
    assert match.is_legal("keep RB") and match.is_legal("keep RRB+B")
    for spelling in ("keep BR", "keep R B", "keep rb", "keep", "keep RB+", "keep RB+BB", "take Rw", "take Rw 02", "bank Rw 0", "bank Rw", "Stop"):
        with pytest.raises(dh.NotAMove):
            match.play(spelling)


def test_s12_2_the_number_of_a_row_is_the_one_before_the_move() -> None:
    match = dragons(due="shift", middle=MIDDLE, hoards={0: "Gw Yd Gm"})
    match.play("shift Gw 3")
    assert match.view(None)["hoards"][0] == [["Yd"], ["Gm", "Gw"]]


def test_s12_2_a_position_is_one_line() -> None:
    match = dragons(2, due="take", kept="RRG", middle=MIDDLE, bases={1: {3: "Gm"}}, hoards={0: "YwKw"}, stack="Ki Ks", eggs={1: 4})
    assert "\n" not in match.position and GAME.match(position=match.position) == match
    assert "kept RRG" in match.position and "seat 1 eggs 4 base - Gm - - hoard -" in match.position and "stack Ks Ki" in match.position
