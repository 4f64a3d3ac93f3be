"""Dragon Master, point by point: each test is named for a section of RULES. Squares are drawn with the highest row first."""

from fractions import Fraction

import pytest

import dragonhoard as dh
from tests.scenes import after, changes, refused, square

GAME = dh.GAMES["dragon-master"]
DEALT = [f"deal {value}" for value in "0011223300112233"]  # eight to each seat; 0123 stay out of play


# ------------------------------------------------------------------ §1 what you need, and how it begins
def test_s1_1_each_value_is_there_five_times() -> None:
    match = after(GAME.match(), "start 0")
    assert match.legal_moves() == ["deal 0", "deal 1", "deal 2", "deal 3"]
    assert set(match.odds().values()) == {Fraction(5, 20)}
    match = after(match, *["deal 3"] * 5)
    assert match.odds() == {"deal 0": Fraction(1, 3), "deal 1": Fraction(1, 3), "deal 2": Fraction(1, 3)}
    with pytest.raises(dh.IllegalMove):
        match.play("deal 3")


def test_s1_2_seat_0_scores_columns_and_seat_1_rows() -> None:
    match = square("""
        01
        21
        31
    """)
    assert match.view(0)["axes"] == ["columns", "rows"]
    assert [line["points"] for line in match.view(0)["columns"]] == [5, 100]
    assert [line["points"] for line in match.view(0)["rows"]] == [4, 3, 1]
    assert match.view(None)["ladders"] == [[0, 0, 5, 100], [0, 1, 3, 4]]


def test_s1_3_chance_draws_who_lays_first() -> None:
    match = GAME.match()
    assert match.mover == dh.CHANCE
    assert match.odds() == {"start 0": Fraction(1, 2), "start 1": Fraction(1, 2)}
    for seat in (0, 1):
        assert after(match, f"start {seat}", *DEALT).mover == seat


@pytest.mark.parametrize("seat", [0, 1])
def test_s1_3_the_option_start_names_the_seat_and_the_draw_is_still_made(seat: int) -> None:
    match = GAME.match(start=str(seat))
    assert match.odds() == {f"start {seat}": Fraction(1)}
    assert refused(match, f"start {1 - seat}") == "2.1"
    assert after(match, f"start {seat}", *DEALT).mover == seat


def test_s1_4_eight_cards_to_seat_0_then_eight_to_seat_1_and_four_stay_out_of_play() -> None:
    match = after(GAME.match(), "start 1", *DEALT[:8])
    assert match.view(None)["hand_sizes"] == [8, 0]
    match = after(match, *DEALT[8:])
    assert match.view(None)["hand_sizes"] == [8, 8]
    assert match.view(None)["rest"] == 4
    assert match.mover == 1


# ------------------------------------------------------------------ §2 laying cards
def test_s2_1_seats_alternate_one_card_each() -> None:
    match = after(GAME.match(), "start 1", *DEALT)
    movers = []
    for move in ("0 0,0", "1 0,1", "2 0,2", "3 0,3"):
        movers.append(match.mover)
        match.play(move)
    assert movers == [1, 0, 1, 0]
    with pytest.raises(dh.NotYourTurn):
        match.play("0 1,0", seat=0)
    explanation = match.explain("0 1,0", seat=0)
    assert explanation is not None and (explanation.code, explanation.section) == ("turn", "2.1")
    assert refused(match, "deal 0") == "2.1"
    with pytest.raises(dh.NotAMove):
        match.play("pass")


def test_s2_2_the_card_comes_from_your_own_hand() -> None:
    match = square("01", hands=("111222", "3333300"))
    assert match.mover == 0
    assert refused(match, "3 2,0") == "2.2"
    assert match.is_legal("2 2,0")


def test_s2_2_equal_cards_are_one_move() -> None:
    match = after(GAME.match(), "start 0", *DEALT)
    assert match.legal_moves() == ["0 0,0", "1 0,0", "2 0,0", "3 0,0"]


def test_s2_3_the_first_card_lies_at_the_middle() -> None:
    match = after(GAME.match(), "start 0", *DEALT)
    assert refused(match, "0 1,0") == "2.3"
    match.play("0 0,0")
    assert {move.split(" ")[1] for move in match.legal_moves()} == {"-1,0", "1,0", "0,-1", "0,1"}


def test_s2_4_a_place_holds_one_card() -> None:
    assert refused(square("01"), "0 1,0") == "2.4"


def test_s2_5_the_new_card_shares_an_edge() -> None:
    match = square("01")
    assert refused(match, "0 2,1") == "2.5"
    assert refused(match, "0 3,0") == "2.5"
    assert match.is_legal("0 1,1")


def test_s2_6_four_columns_at_most() -> None:
    match = square("0123", corner=(-1, 0))
    assert refused(match, "0 3,0") == "2.6"
    assert refused(match, "0 -2,0") == "2.6"
    assert match.is_legal("0 2,1")


def test_s2_7_four_rows_at_most() -> None:
    match = square("0 1 2 3", corner=(0, -2))
    assert refused(match, "0 0,2") == "2.7"
    assert refused(match, "0 0,-3") == "2.7"
    assert match.is_legal("0 1,1")


def test_s2_8_every_value_may_lie_beside_every_other() -> None:
    match = square("01", hands=("0123", "0123"))
    for place in ("2,0", "1,1", "-1,0"):
        assert [move for move in match.legal_moves() if move.endswith(f" {place}")] == [f"{value} {place}" for value in range(4)]


# ------------------------------------------------------------------ §3 end and scoring
EXAMPLE = """
    3312
    3012
    0200
    3120
"""


def test_s3_1_the_match_ends_with_the_sixteenth_card() -> None:
    match = square(EXAMPLE)
    assert match.mover is None and match.legal_moves() == []
    assert match.outcome is not None and match.outcome.reason == "full-grid"
    before = match.at(match.ply - 1)
    assert before.mover == 1 and before.view(0)["hand_sizes"] == [0, 1]


LINES = [
    ("0123", 6),  # each value once
    ("3312", 33),
    ("0011", 10),  # a pair of eggs is worth nothing
    ("1122", 30),  # two pairs both count
    ("0022", 20),
    ("3330", 100),
    ("0002", 102),  # three eggs are worth as much as three rubies
    ("2221", 101),
    ("0000", 100),
    ("3333", 100),
]


@pytest.mark.parametrize(("line", "points"), LINES)
def test_s3_2_what_a_line_is_worth(line: str, points: int) -> None:
    match = square(line)
    assert match.view(0)["rows"] == [{"line": 0, "points": points, "cards": 4}]


def test_s3_3_four_of_a_kind_are_worth_no_more_than_three() -> None:
    assert [square(line).view(0)["rows"][0]["points"] for line in ("000", "0000", "222", "2222")] == [100] * 4


def test_s3_4_the_second_lowest_lines_decide_when_the_lowest_are_equal() -> None:
    match = square(EXAMPLE)
    assert match.view(None)["decides"] == 1
    assert match.outcome is not None and match.outcome.winners == (0,)


def test_s3_4_the_lowest_line_decides_whatever_the_others_are_worth() -> None:
    match = square("""
        0123
        0123
        0213
        1302
    """)
    assert match.outcome is not None
    assert match.outcome.scores == ((15, 21, 101, 102), (6, 6, 6, 6))
    assert match.outcome.winners == (0,)


def test_s3_5_equal_lines_are_a_draw_and_both_win() -> None:
    match = square("""
        0123
        1032
        2301
        3210
    """)
    assert match.outcome is not None
    assert match.outcome.scores == ((6, 6, 6, 6), (6, 6, 6, 6))
    assert match.outcome.winners == (0, 1)


def test_s3_6_the_score_is_the_four_lines_lowest_first() -> None:
    match = square("33 3.")
    assert match.view(0)["ladders"] == [[0, 0, 3, 30], [0, 0, 3, 30]]
    match.end("resignation", [1])
    assert match.outcome is not None and match.outcome.scores == ((0, 0, 3, 30), (0, 0, 3, 30))


def test_s3_7_the_printed_example() -> None:
    match = square(EXAMPLE)
    view = match.view(None)
    assert [line["points"] for line in view["columns"]] == [100, 6, 12, 20]
    assert [line["points"] for line in view["rows"]][::-1] == [33, 6, 102, 6]
    assert match.outcome is not None
    assert match.outcome.scores == ((6, 12, 20, 100), (6, 6, 33, 102))
    assert match.outcome.winners == (0,)


# ------------------------------------------------------------------ §4 what you may see
def test_s4_1_your_own_hand_and_nobody_elses() -> None:
    match = square("01", hands=("2233", "0011"))
    for seat, hand in ((0, [0, 0, 1, 2, 2, 3, 3]), (1, [0, 0, 1, 1, 1, 2, 2])):
        view = match.view(seat)
        assert view["hand"] == hand
        assert view["hands"] is None and view["out"] is None
        assert view["hand_sizes"] == [7, 7] and view["rest"] == 4
        assert view["grid"] == {"0,0": 0, "1,0": 1}
        assert sum(view["unseen"]) == 11  # the other hand and what is out of play, all in one


def test_s4_2_cards_dealt_to_others_are_not_seen() -> None:
    match = after(GAME.match(), "start 0", *DEALT[:9])
    assert match.record(seat=0).moves == ("start 0", *DEALT[:8], "deal ?")
    assert match.record(seat=1).moves == ("start 0", *["deal ?"] * 8, DEALT[8])
    assert changes(match, "deal", seat=0) == [{"kind": "deal", "seat": 1, "card": None, "hand_size": 1}]
    assert changes(match, "deal", seat=1) == [{"kind": "deal", "seat": 1, "card": 0, "hand_size": 1}]


def test_s4_3_a_spectator_sees_no_hand() -> None:
    match = square("01")
    view = match.view(None)
    assert view["hand"] is None and view["hands"] is None and view["out"] is None
    assert view["hand_sizes"] == [7, 7]
    assert match.record(seat=None).moves[1:17] == ("deal ?",) * 16


def test_s4_4_after_the_end_all_is_open() -> None:
    match = square(EXAMPLE)
    assert match.view(None)["out"] == [1, 1, 2, 3]
    assert changes(match, "reveal") == [{"kind": "reveal", "out": [1, 1, 2, 3]}]
    assert match.record(seat=None) == match.record()


# ------------------------------------------------------------------ §5 several matches
DRAWN = "0123 1032 2301 3210"


def finish(series: dh.Series, drawing: str) -> None:
    """Play the current match of a series so that the square looks like the drawing."""
    start = series.match.options["start"]
    first = 0 if start == "random" else int(start)
    for move in square(drawing, first=first, start=start).moves:
        series.match.play(move)


def test_s5_1_who_has_two_figures_first_wins_the_series() -> None:
    series = GAME.series()
    finish(series, EXAMPLE)
    assert series.wins == (1, 0) and series.winner is None
    series.next()
    finish(series, EXAMPLE)
    assert series.wins == (2, 0) and series.winner == 0
    with pytest.raises(dh.MatchOver):
        series.next()


def test_s5_2_a_drawn_match_gives_no_figure_and_another_is_played() -> None:
    series = GAME.series()
    for _ in range(3):
        finish(series, DRAWN)
        assert series.wins == (0, 0) and series.winner is None
        series.next()


def test_s5_3_the_seats_take_turns_to_begin_draws_included() -> None:
    series = GAME.series(start="1")
    starts = [series.match.options["start"]]
    for drawing in (DRAWN, EXAMPLE, DRAWN):
        finish(series, drawing)
        starts.append(series.next().options["start"])
    assert starts == ["1", "0", "1", "0"]


def test_s5_3_the_first_match_may_be_drawn_and_the_next_begins_with_the_other_seat() -> None:
    series = GAME.series()
    for move in square(EXAMPLE, first=1).moves:
        series.match.play(move)
    assert series.next().options["start"] == "0"


def test_s5_3_with_random_starts_each_later_match_is_drawn() -> None:
    series = GAME.series(starts="random", start="0")
    finish(series, DRAWN)
    assert series.next().options["start"] == "random"


def test_s5_3_columns_and_rows_stay_with_their_seats() -> None:
    series = GAME.series()
    finish(series, EXAMPLE)
    series.next()
    finish(series, EXAMPLE)
    assert series.match.outcome is not None and series.match.outcome.winners == (0,)
    assert [match.view(None)["axes"] for match in series.matches] == [["columns", "rows"]] * 2


# ------------------------------------------------------------------ §6 how moves are written
def test_s6_1_x_grows_to_the_right_and_y_grows_upward() -> None:
    match = square(
        """
        .3.
        102
    """,
        corner=(-1, 0),
    )
    assert match.view(0)["grid"] == {"-1,0": 1, "0,0": 0, "0,1": 3, "1,0": 2}
    match = square("0123")
    assert max(int(move.split(" ")[1].split(",")[0]) for move in match.legal_moves()) == 3


def test_s6_2_every_move_has_one_spelling() -> None:
    match = square("0123", corner=(-3, 0))
    assert match.is_legal("0 -1,1")
    for spelling in ("0 -1,+1", "0 -1,01", "0 -0,1", "0 -1, 1", "0  -1,1", " 0 -1,1", "0 -1,1 ", "0 -1,1\n", "00 -1,1", "4 -1,1", "٠ -1,1"):
        with pytest.raises(dh.NotAMove):
            match.play(spelling)


def test_s6_3_an_unseen_card_is_written_with_a_question_mark() -> None:
    match = after(GAME.match(), "start 0").seen_by(1)
    match.play("deal ?")
    assert match.moves == ("start 0", "deal ?")
    with pytest.raises(dh.NotAMove):
        after(GAME.match(), "start 0").play("deal ?")


def test_s6_4_a_position_is_one_line() -> None:
    match = GAME.match(position="dragon-master seats 2 start random start 0 hands 0112233 00012233 laid 3 - rest 0112 grid 3 0,0")
    assert match.mover == 1 and match.view(1)["hand"] == [0, 0, 0, 1, 2, 2, 3, 3]
    assert match.position.endswith(" start 0 hands 0112233 00012233 laid 3 - rest 0112 grid 3 0,0")
    assert str(match.record(seat=0)).count("hands 0112233 ???????? laid 3 - rest ????") == 1
