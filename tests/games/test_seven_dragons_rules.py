"""Seven Dragons, point by point: each test is named for a section of RULES. Cards stand as they lie; the silver dragon is at 0,0."""

import re
from collections import Counter
from fractions import Fraction

import pytest

import dragonhoard as dh
from tests.scenes import PLACES, after, among, automatic, changes, endings, everything_in, kinds, refused, table

GAME = dh.GAMES["seven-dragons"]
GOALS = tuple(f"goal {colour}" for colour in "RYBGK")

# Rows of seven cards that are joined by their upper half; the silver dragon must not have that colour.
RED = dict(zip([f"{x},1" for x in range(7)], "RRRR RRRR RRBB RRYY RRGG RRKK RRKG".split(), strict=True))
BLUE = dict(zip([f"{x},-1" for x in range(7)], "BBBB BBBB BBKK BBYY BBYR BBGG BGBK".split(), strict=True))
SIX_RED = {place: card for place, card in RED.items() if card != "RRKG"}


def six_red(hand: str, others: tuple[str, ...] = ("",), pile: str = "black", **how: object) -> dh.Match:
    """Six red cards in a row; the seventh is in the hand of seat 0, whose goal is red."""
    return table(SIX_RED, (hand, *others), pile=pile, **how)  # type: ignore[arg-type]


def drawn(match: dh.Match) -> dict[str, Fraction]:
    """What may be drawn, with its probability."""
    return {move.removeprefix("draw "): odds for move, odds in match.odds().items()}


def set_up(seats: int = 2) -> dh.Match:
    """A new match, the goals dealt in their order."""
    return after(GAME.match(seats=seats), *GOALS)


# ------------------------------------------------------------------ §1 the cards
def test_s1_1_there_are_72_cards() -> None:
    deck = {card: odds * 66 for card, odds in drawn(set_up()).items()}
    actions = {card: count for card, count in deck.items() if card.islower()}
    assert sum(actions.values()) == 15 and sum(deck.values()) - 15 == 51
    assert len(GOALS) == 5 and set_up().view(None)["layout"] == {"0,0": "silver"}
    match = GAME.playout(1, 0)
    everything = everything_in(match)
    assert sum(everything.values()) + match.view(None)["pile"] == 66


def test_s1_2_a_card_is_laid_as_written_or_turned_by_half_a_turn() -> None:
    match = table({}, ("BBYR", ""))
    assert {move.split(" ")[1] for move in match.legal_moves()} == {"BBYR", "RYBB"}
    with pytest.raises(dh.NotAMove):
        match.play("place YBRB 0,1")  # turned by a quarter


@pytest.mark.parametrize("lang", ["en", "de"])
def test_s1_3_the_51_dragon_cards(lang: str) -> None:
    listed = re.search(r"^§1\.3 .*?(?=^§)", GAME.rules(lang), re.M | re.S)
    assert listed is not None
    cards = Counter[str]()
    for card, twice in re.findall(r"([RYBGK]{4}|\*{4})( x2)?", listed[0]):
        cards[card] += 2 if twice else 1
    assert sum(cards.values()) == 51
    assert {card: Fraction(count, 66) for card, count in cards.items()} == {
        card: odds for card, odds in drawn(set_up()).items() if not card.islower()
    }


def test_s1_4_no_card_shows_a_colour_in_two_places_and_each_colour_is_on_24_cards() -> None:
    shown = Counter[str]()
    for card, odds in drawn(set_up()).items():
        if card.islower() or card == "****":
            continue
        for colour in set(card):
            shown[colour] += int(odds * 66)
        assert card[0] != card[3] or card[0] in (card[1], card[2])  # never only in opposite corners
        assert card[1] != card[2] or card[1] in (card[0], card[3])
    assert shown == dict.fromkeys("RYBGK", 24)


def test_s1_5_the_rainbow_is_of_all_colours() -> None:
    match = table({"1,0": "RRRR", "2,0": "****"}, ("BBBB GGGG KKKK YYYY", ""), pile="red")
    assert {move.split(" ")[1] for move in match.legal_moves() if move.endswith(" 3,0")} == {"BBBB", "GGGG", "KKKK", "YYYY"}
    assert match.view(None)["groups"] == {"R": 3, "Y": 1, "B": 1, "G": 1, "K": 1}


def test_s1_6_the_silver_dragon_has_all_colours_and_then_that_of_the_top_action_card() -> None:
    match = table({}, ("blue KKKK", "red"))
    assert match.view(None)["silver"] == "RYBGK"
    match = after(match, "blue over", "draw black")
    assert match.view(None)["silver"] == "B" and match.view(None)["groups"] == {"R": 0, "Y": 0, "B": 1, "G": 0, "K": 0}
    match = after(match, "red over", "draw green")
    assert match.view(None)["silver"] == "R"
    assert refused(match, "place KKKK 0,1") == "4.3"


def test_s1_7_three_action_cards_of_each_colour() -> None:
    odds = drawn(set_up())
    assert {card: odds[card] for card in odds if card.islower()} == dict.fromkeys(("red", "yellow", "blue", "green", "black"), Fraction(3, 66))


def test_s1_8_five_goal_cards_of_one_colour_each() -> None:
    match = GAME.match()
    assert match.legal_moves() == ["goal R", "goal Y", "goal B", "goal G", "goal K"]
    assert set(match.odds().values()) == {Fraction(1, 5)}
    match.play("goal B")
    assert match.legal_moves() == ["goal R", "goal Y", "goal G", "goal K"]


# ------------------------------------------------------------------ §2 setting up
def test_s2_1_the_silver_dragon_lies_at_the_middle_and_y_grows_upward() -> None:
    match = table({"0,1": "RRBB"}, ("RRKG BBYR GRKY", ""))
    above = {move.split(" ")[1] for move in match.legal_moves() if move.endswith(" 0,2")}
    assert above == {"BBYR", "YKRG", "GKRR"}  # what lies above touches the red half with its own lower half
    right = {move.split(" ")[1] for move in match.legal_moves() if move.endswith(" 1,1")}
    assert right == {"RRKG", "RYBB"}  # and what lies on the right touches red above blue with its left half


@pytest.mark.parametrize("seats", GAME.seats)
def test_s2_2_five_places_for_goals_the_seats_own_some_of_them(seats: int) -> None:
    match = set_up(seats)
    owners = [None if owner == "I" else int(owner) for owner in PLACES[seats]]
    assert match.view(None)["places"] == owners
    for seat in range(seats):
        assert match.view(seat)["goals"] == {str(owners.index(seat)): "RYBGK"[owners.index(seat)]}
    assert match.view(None)["goals"] == {}


@pytest.mark.parametrize("seats", GAME.seats)
def test_s2_3_one_card_each_in_turn_until_everybody_has_three(seats: int) -> None:
    match = set_up(seats)
    sizes = []
    for _ in range(3 * seats):
        assert match.mover == dh.CHANCE
        match.roll(dh.Dice(match.ply))
        sizes.append(changes(match, "draw")[0]["seat"])
        assert changes(match, "draw")[0]["why"] == "deal"
    assert sizes == [*range(seats)] * 3
    assert match.view(None)["hand_sizes"] == [3] * seats


@pytest.mark.parametrize("seats", GAME.seats)
def test_s2_4_seat_0_begins_and_the_turn_passes_clockwise(seats: int) -> None:
    match = table({}, [""] * seats, due="draw")
    movers = []
    for number in range(seats + 1):
        match.play(f"draw {('RRBB', 'GGBB', 'YYGG', 'RRYY', 'GGRR', 'KKGG')[number]}")
        movers.append(match.mover)
        match.play(match.legal_moves()[0])
    assert movers == [*range(seats), 0]
    with pytest.raises(dh.NotYourTurn):
        table({}, ("RRRR", "BBBB")).play("place BBBB 0,1", seat=1)
    explanation = table({}, ("RRRR", "BBBB")).explain("place BBBB 0,1", seat=1)
    assert explanation is not None and explanation.section == "2.4"


def test_s2_5_chance_moves_stand_in_the_record_even_with_one_outcome() -> None:
    match = after(GAME.match(), *GOALS[:4])
    assert match.odds() == {"goal K": Fraction(1)}
    match = after(match, "goal K", *["draw RRRR", "draw BBBB"] * 2, "draw red", "draw blue")
    assert match.mover == dh.CHANCE and match.ply == 11  # seat 0 draws for its first turn
    match.play("draw YYYY")
    assert match.mover == 0 and match.view(0)["hand_sizes"] == [4, 3]
    assert len(match.record().moves) == 12


# ------------------------------------------------------------------ §3 a turn
def test_s3_1_first_a_card_is_drawn_unless_the_deck_is_empty() -> None:
    match = table({"1,0": "RRRR"}, ("RRBB", "KKKK"))
    match.play("place RRBB 2,0")
    assert match.mover == dh.CHANCE and kinds(match) == {"draw"} and match.view(None)["turn"] == 1
    match = endings()[4].match(0)  # two cards are left
    match = after(match, "draw RYRY", "pass", "draw RRYY", "pass")
    assert match.view(None)["deck"] == 0
    match = endings()[2].match(0)  # none is left
    match.play("pass")
    assert match.mover == 0 and automatic(match) == ["deck-empty"]


def test_s3_2_who_can_play_a_card_must() -> None:
    match = table({"1,0": "RRRR"}, ("RRBB red", ""), pile="black")
    assert kinds(match) == {"place", "red"}
    assert refused(match, "pass") == "3.3"
    for move in ("zap 1,0", "lift 1,0", "trade-goal 1", "trade-hand 1", "rotate cw", "draw RYRY"):
        assert refused(match, move) == "3.2"


def test_s3_3_who_can_play_none_passes() -> None:
    match = table({"1,0": "RRRR"}, ("KKKK BBBB", "RRBB"), pile="yellow")
    assert match.mover == 0 and match.legal_moves() == ["pass"]
    match.play("pass")
    assert match.view(None)["hand_sizes"] == [2, 1]


def test_s3_3_with_an_empty_hand_too() -> None:
    match = table({"1,0": "RRRR"}, ("", "RRBB"))
    assert match.mover == 0 and match.legal_moves() == ["pass"]


def test_s3_4_you_play_what_you_hold() -> None:
    match = table({"1,0": "RRRR"}, ("RRBB red", "RRYY blue"))
    assert refused(match, "place RRYY 2,0") == "3.4"
    assert refused(match, "blue over") == "3.4"
    assert match.is_legal("place BBRR 2,0")


# ------------------------------------------------------------------ §4 laying a dragon card
def test_s4_1_a_place_takes_one_card() -> None:
    match = table({"1,0": "RRRR"}, ("RRBB", ""))
    assert refused(match, "place RRBB 1,0") == "4.1"
    assert refused(match, "place RRBB 0,0") == "4.1"


def test_s4_2_beside_a_card_and_not_at_a_corner() -> None:
    match = table({"1,0": "RRRR"}, ("RRBB", ""))
    for place in ("2,1", "2,-1", "3,0", "-1,1"):
        assert refused(match, f"place RRBB {place}") == "4.2"
    for place in ("2,0", "1,1", "-1,0"):
        assert {f"place RRBB {place}", f"place BBRR {place}"} & set(match.legal_moves())


def test_s4_3_equal_colours_touch_across_the_shared_side() -> None:
    match = table({"1,0": "RRBB"}, ("KKRR", ""), pile="yellow")
    # Right of red over blue the card must be turned, so that its red half lies above.
    assert refused(match, "place KKRR 2,0") == "4.3"
    assert match.is_legal("place RRKK 2,0")
    # Above it red lies below, as the card is printed; below it there is only blue.
    assert match.is_legal("place KKRR 1,1") and refused(match, "place RRKK 1,1") == "4.3"
    assert refused(match, "place KKRR 1,-1") == refused(match, "place RRKK 1,-1") == "4.3"


def test_s4_3_one_match_is_enough_the_rest_may_clash() -> None:
    match = table({"1,0": "RRBB", "2,1": "GGGG", "3,0": "YYYY"}, ("RRKK", ""), pile="yellow")
    assert match.is_legal("place RRKK 2,0")


def test_s4_4_the_rainbow_matches_everything() -> None:
    match = table({"1,0": "RRRR"}, ("****", ""), pile="yellow")
    assert set(among(match, "place **** ")) == {"0,1", "0,-1", "-1,0", "1,1", "1,-1", "2,0"}
    match = table({"1,0": "****"}, ("KKKK", ""), pile="yellow")
    assert set(among(match, "place KKKK ")) == {"2,0", "1,1", "1,-1"}


def test_s4_4_the_silver_dragon_matches_with_the_colours_it_has_now() -> None:
    beside = {"0,1", "1,0", "0,-1", "-1,0"}
    assert set(among(table({}, ("KKKK", "")), "place KKKK ")) == beside
    assert set(among(table({}, ("KKKK", ""), pile="red black"), "place KKKK ")) == beside
    assert table({}, ("KKKK", ""), pile="black red").legal_moves() == ["pass"]


@pytest.mark.parametrize(
    ("card", "right", "pile", "colours", "bonus"),
    [
        ("BBYY", "RRRR", "", ["B"], 0),
        ("BRGK", "RRRR", "", ["R", "B"], 1),
        ("BBYR", "GGGG", "yellow", ["Y", "B"], 1),
        ("BRGK", "RRRR", "green", ["R", "B", "G"], 2),
        ("BRGK", "RYKB", "green", ["R", "B", "G", "K"], 3),
    ],
)
def test_s4_5_a_card_for_two_colours_two_for_three_three_for_four(card: str, right: str, pile: str, colours: list[str], bonus: int) -> None:
    match = table({"-1,1": "BBBB", "1,1": right}, (card, ""), pile=pile)  # the silver dragon is below
    match.play(f"place {card} 0,1")
    laid = changes(match, "lay")[0]
    assert (laid["colours"], laid["bonus"]) == (colours, bonus)
    for left in range(bonus, 0, -1):
        assert match.mover == dh.CHANCE and match.view(None)["bonus"] == left and match.view(None)["turn"] == 0
        match.roll(dh.Dice(left))
        assert changes(match, "draw")[0]["why"] == "bonus"
    assert match.view(None)["hand_sizes"] == [bonus, 0]
    assert match.mover == dh.CHANCE and match.view(None)["turn"] == 1  # and seat 0 does not play again


def test_s4_5_of_a_deck_that_is_too_small_what_is_left_is_drawn() -> None:
    ending = endings()[3]
    layout = dict(ending.layout)
    card = layout.pop("-2,2")
    match = table(layout, (f"{card} BBBB BBBB GGGG GGBB", "GGGG"), pile=ending.pile)
    match.play(f"place {card} -2,2")
    assert changes(match, "lay")[0]["colours"] == ["R", "Y", "G", "K"] and automatic(match) == ["bonus-cut"]
    assert changes(match, "lay")[0]["bonus"] == match.view(None)["deck"] == 1
    match.play("draw GBGB")
    assert match.view(None)["deck"] == 0 and match.view(None)["bonus"] == 0 and match.mover == 1


def test_s4_6_the_printed_figure_4_red_above_blue_on_the_left_and_no_bonus_for_the_silver_dragon() -> None:
    match = table({"0,2": "RRRR", "-1,1": "BBBB"}, ("RRBB", ""))
    match.play("place RRBB 0,1")
    assert changes(match, "lay")[0]["colours"] == ["R", "B"] and match.view(None)["bonus"] == 1


def test_s4_6_the_printed_figure_5_a_colour_that_matches_twice_counts_once() -> None:
    match = table({"0,2": "RRRR", "-1,1": "BBBB", "1,1": "BBBB"}, ("RRBB", ""))
    match.play("place RRBB 0,1")
    assert changes(match, "lay")[0]["colours"] == ["R", "B"] and match.view(None)["bonus"] == 1


def test_s4_6_no_bonus_for_a_match_with_the_rainbow_nor_for_laying_it() -> None:
    match = table({"0,2": "RRRR", "-1,1": "****"}, ("RRBB", ""), pile="yellow")
    match.play("place RRBB 0,1")
    assert changes(match, "lay")[0]["colours"] == ["R"] and match.view(None)["bonus"] == 0
    match = after(table({"0,2": "RRRR", "-1,1": "BBBB", "1,1": "GGGG"}, ("****", "")), "place **** 0,1")
    assert changes(match, "lay")[0]["colours"] == [] and match.view(None)["turn"] == 1


def test_s4_6_the_silver_dragon_counts_once_it_has_one_colour() -> None:
    match = table({"0,2": "RRRR", "-1,1": "GGGG"}, ("RRBB", ""), pile="blue")
    match.play("place RRBB 0,1")
    assert changes(match, "lay")[0]["colours"] == ["R", "B"] and match.view(None)["bonus"] == 1


# ------------------------------------------------------------------ §5 playing an action card
def test_s5_1_over_the_pile_colours_the_silver_dragon_and_the_action_is_free() -> None:
    match = table({"1,0": "RRRR"}, ("blue KKKK", ""), pile="red")
    assert among(match, "blue ") == ["over", "over act", "under act"]
    alone = after(match, "blue over")
    assert alone.view(None)["silver"] == "B" and alone.view(None)["turn"] == 1
    acting = after(match, "blue over act")
    assert acting.view(None)["silver"] == "B" and acting.mover == 0 and kinds(acting) == {"rotate"}


def test_s5_2_under_the_pile_the_colour_stays_and_the_action_must_be_carried_out() -> None:
    match = table({"1,0": "RRRR"}, ("blue KKKK", ""), pile="red")
    with pytest.raises(dh.NotAMove):
        match.play("blue under")
    match.play("blue under act")
    assert match.view(None)["silver"] == "R" and match.view(None)["top"] == "red" and match.view(None)["pile"] == 2
    assert match.mover == 0 and match.legal_moves() == ["rotate cw", "rotate ccw"]


def test_s5_3_on_an_empty_pile_only_over() -> None:
    match = table({"1,0": "RRRR"}, ("blue", ""))
    assert match.legal_moves() == ["blue over", "blue over act"]
    assert refused(match, "blue under act") == "5.3"


def test_s5_4_the_action_is_judged_with_the_colour_after_the_card_was_played() -> None:
    # On a green silver dragon the blue card could lie nowhere else, on a blue one it can.
    match = table({"1,0": "BBBB"}, ("green", ""), pile="blue")
    assert match.legal_moves() == ["green over", "green under act"]
    match = after(match, "green under act", "lift 1,0")
    assert set(among(match, "place BBBB ")) == {"0,1", "-1,0", "0,-1"}
    match = after(table({"1,0": "GGGG"}, ("green", ""), pile="blue"), "green over act", "lift 1,0")
    assert set(among(match, "place GGGG ")) == {"0,1", "-1,0", "0,-1"}


def test_s5_5_an_action_without_a_target_cannot_be_carried_out() -> None:
    for card in ("red", "green"):
        match = table({}, (card, ""), pile="blue")  # only the silver dragon lies there
        assert match.legal_moves() == [f"{card} over"]
        assert refused(match, f"{card} over act") == refused(match, f"{card} under act") == "5.5"
    match = table({"1,0": "BBBB"}, ("green", ""), pile="blue")
    assert refused(match, "green over act") == "5.5"


def test_s5_5_hands_can_be_traded_even_if_they_are_empty() -> None:
    match = after(table({}, ("black", "")), "black over act", "trade-hand 1")
    assert match.view(None)["hand_sizes"] == [0, 0] and match.view(None)["turn"] == 1
    match = after(table({}, ("black", "RRRR BBBB")), "black over act", "trade-hand 1")
    assert match.view(0)["hand"] == ["RRRR", "BBBB"] and match.view(None)["hand_sizes"] == [2, 0]


def test_s5_6_there_is_no_way_back_from_playing_the_card() -> None:
    match = after(table({"1,0": "RRRR"}, ("red blue RRBB", "")), "red over act")
    assert match.mover == 0 and match.legal_moves() == ["zap 1,0"]
    assert refused(match, "blue over") == refused(match, "place RRBB 2,0") == refused(match, "red over") == "3.2"
    match = after(table({"1,0": "RRRR"}, ("green RRBB", ""), pile="red"), "green under act")
    assert kinds(match) == {"lift"}
    match.play("lift 1,0")
    assert kinds(match) == {"place"} and refused(match, "lift 1,0") == "3.2"


# ------------------------------------------------------------------ §6 the five actions
LINE = {"1,0": "RRRR", "2,0": "RRBB", "3,0": "KKBB"}


def test_s6_1_zap_takes_any_dragon_card_into_the_hand() -> None:
    match = after(table(LINE, ("red", "")), "red over act")
    assert match.legal_moves() == ["zap 1,0", "zap 2,0", "zap 3,0"]
    match.play("zap 3,0")
    assert match.view(0)["hand"] == ["BBKK"]  # as printed
    assert match.view(None)["layout"] == {"0,0": "silver", "1,0": "RRRR", "2,0": "RRBB"} and match.view(None)["turn"] == 1


def test_s6_2_move_lifts_a_card_and_lays_it_on_another_place_or_turned() -> None:
    match = after(table({"1,0": "RRRR", "2,0": "RRBB", "3,0": "BBKK"}, ("green", ""), pile="yellow"), "green over act", "lift 2,0")
    assert (match.view(None)["lifted"], match.view(None)["lifted_from"]) == ("RRBB", "2,0")
    assert match.is_legal("place BBRR 2,0")  # turned on its old place
    assert {"place BBRR 1,1", "place RRBB 1,-1"} <= set(match.legal_moves())  # above or below the red card
    match.play("place BBRR 2,0")
    assert match.view(None)["layout"]["2,0"] == "BBRR" and match.view(None)["turn"] == 1


def test_s6_3_the_silver_dragon_is_never_zapped_and_never_moved() -> None:
    assert refused(after(table(LINE, ("red", "")), "red over act"), "zap 0,0") == "6.3"
    assert refused(after(table(LINE, ("green", ""), pile="red"), "green under act"), "lift 0,0") == "6.3"


def test_s6_4_the_place_you_name_holds_a_card() -> None:
    assert refused(after(table(LINE, ("red", "")), "red over act"), "zap 5,5") == "6.4"
    assert refused(after(table(LINE, ("green", ""), pile="red"), "green under act"), "lift 4,0") == "6.4"


def test_s6_5_while_a_card_is_lifted_its_old_place_is_free_and_supports_nothing() -> None:
    match = after(table({"1,0": "BBBB", "2,0": "BBYY"}, ("green", ""), pile="blue"), "green under act", "lift 2,0")
    assert refused(match, "place BBYY 3,0") == "4.2"  # only its old place lies beside
    assert refused(match, "place BBYY 2,1") == "4.2"


def test_s6_5_a_card_turned_on_its_old_place_must_match_too() -> None:
    match = after(table({"1,0": "BYBY"}, ("green", ""), pile="blue"), "green under act", "lift 1,0")
    assert refused(match, "place YBYB 1,0") == "4.3"
    match = after(table({"1,0": "BBYY"}, ("green", ""), pile="blue"), "green under act", "lift 1,0")
    assert match.is_legal("place YYBB 1,0")


def test_s6_6_a_move_ends_in_a_change() -> None:
    match = after(table({"1,0": "BBYY"}, ("green", ""), pile="blue"), "green under act", "lift 1,0")
    assert refused(match, "place BBYY 1,0") == "6.6"
    match = after(table({"1,0": "BBBB"}, ("green", ""), pile="blue"), "green under act", "lift 1,0")
    assert refused(match, "place BBBB 1,0") == "6.6"  # it looks the same after half a turn


def test_s6_7_a_card_that_can_be_laid_nowhere_else_is_not_lifted() -> None:
    # Red touches red at 1,0 alone: the other places of that card are taken, and turned it shows black there.
    layout = {"1,0": "GRGR", "2,0": "RKRK", "1,1": "GGGG", "1,-1": "GGGG", "0,1": "YYYY", "0,-1": "YYYY"}
    match = after(table(layout, ("green", ""), pile="yellow"), "green under act")
    assert "lift 2,0" not in match.legal_moves()
    assert refused(match, "lift 2,0") == "6.7"


def test_s6_7_what_has_been_lifted_is_the_card_to_lay() -> None:
    match = after(table({"1,0": "BBYY"}, ("green BBBB", ""), pile="blue"), "green under act", "lift 1,0")
    assert refused(match, "place BBBB 0,1") == "6.7"


# Red above, blue on the left of 0,1; the card to be moved lies there upside down or elsewhere.
CORNER = {"0,2": "RRRR", "-1,1": "BBBB"}


@pytest.mark.parametrize(("layout", "lift"), [({"0,1": "BBRR"}, "lift 0,1"), ({"1,0": "RRBB"}, "lift 1,0")])
@pytest.mark.parametrize("move_bonus", [0, 1])
def test_s6_8_a_moved_card_earns_a_bonus_only_with_the_option(layout: dict[str, str], lift: str, move_bonus: int) -> None:
    match = table(CORNER | layout, ("green", ""), pile="yellow", move_bonus=move_bonus)
    match = after(match, "green under act", lift, "place RRBB 0,1")
    assert changes(match, "lay")[0]["colours"] == ["R", "B"]
    assert match.view(None)["bonus"] == move_bonus
    assert match.view(None)["turn"] == 1 - move_bonus


def test_s6_8_the_colour_of_the_silver_dragon_after_the_green_card_counts() -> None:
    match = table({"0,2": "RRRR", "-1,1": "YYYY", "1,0": "RRGG"}, ("green", ""), pile="yellow", move_bonus=1)
    match = after(match, "green over act", "lift 1,0", "place RRGG 0,1")
    assert changes(match, "lay")[0]["colours"] == ["R", "G"] and match.view(None)["bonus"] == 1


def test_s6_9_trade_goals_with_a_seat_or_an_imaginary_place() -> None:
    match = after(table({}, ("yellow", ""), goals="RYBGK"), "yellow over act")
    assert match.legal_moves() == ["trade-goal 1", "trade-goal 2", "trade-goal 3", "trade-goal 4"]
    imaginary, other = after(match, "trade-goal 1"), after(match, "trade-goal 2")
    assert imaginary.view(0)["goals"] == {"0": "Y", "1": "R"} and imaginary.view(1)["goals"] == {"2": "B"}
    assert other.view(0)["goals"] == {"0": "B", "2": "R"} and other.view(1)["goals"] == {"2": "R", "0": "B"}


def test_s6_10_trade_the_whole_hand_with_another_seat() -> None:
    match = after(table({}, ("black RRRR KKGG", "BBBB red", "")), "black over act")
    assert match.legal_moves() == ["trade-hand 1", "trade-hand 2"]
    assert refused(match, "trade-hand 3") == "6.10"
    match.play("trade-hand 1")
    assert match.view(0)["hand"] == ["BBBB", "red"] and match.view(1)["hand"] == ["RRRR", "KKGG"]


def test_s6_11_not_with_yourself() -> None:
    assert refused(after(table({}, ("black", "")), "black over act"), "trade-hand 0") == "6.11"
    assert refused(after(table({}, ("yellow", "")), "yellow over act"), "trade-goal 0") == "6.11"
    assert refused(after(table({}, ("", "yellow"), turn=1), "yellow over act"), "trade-goal 2") == "6.11"


@pytest.mark.parametrize(("way", "goals"), [("cw", "KRYBG"), ("ccw", "YBGKR")])
def test_s6_12_rotate_moves_every_goal_by_one_place(way: str, goals: str) -> None:
    match = after(table({}, ("blue RRRR", "", ""), goals="RYBGK"), "blue over act", f"rotate {way}")
    for seat, place in ((0, 0), (1, 2), (2, 4)):
        assert match.view(seat)["goals"][str(place)] == goals[place]
    match.end("agreement", [0])
    assert match.view(None)["goals"] == dict(zip("01234", goals, strict=True))


def test_s6_13_the_layout_may_come_apart_and_every_part_is_built_on() -> None:
    match = after(table(LINE, ("red", "KKKK"), pile="yellow"), "red under act", "zap 2,0", "draw GGGG")
    assert match.mover == 1 and {"place KKKK 4,0", "place KKKK 3,1"} <= set(match.legal_moves())


# ------------------------------------------------------------------ §7 seven, and the end
def test_s7_1_quarters_are_joined_inside_a_card_and_across_sides() -> None:
    groups = table({"1,0": "RRRR", "2,0": "RKRK", "3,0": "KKRR"}, ("", ""), pile="blue").view(None)["groups"]
    assert groups["R"] == 2 and groups["K"] == 2  # red at 2,0 and at 3,0 do not touch, black does
    groups = table({"1,0": "RKBG", "0,1": "YGBR"}, ("", ""), pile="blue").view(None)["groups"]
    assert groups["R"] == 1  # quarters that meet at a corner are not joined


def test_s7_1_rainbow_and_silver_connect_and_count_and_each_card_counts_once() -> None:
    match = table({"1,0": "RRRR", "2,0": "****", "3,0": "RRRR", "-1,0": "RRBB"}, ("", ""), pile="red")
    assert match.view(None)["groups"]["R"] == 5
    assert match.view(None)["groups"]["K"] == 1
    match = table({"1,0": "RRRR", "-1,0": "RRBB"}, ("", ""))
    assert match.view(None)["groups"] == {"R": 3, "Y": 1, "B": 2, "G": 1, "K": 1}


def test_s7_2_a_laid_card_is_a_complete_play() -> None:
    match = six_red("RRKG BBBB")
    match.play("place RRKG 6,1")
    assert match.outcome is not None and (match.outcome.reason, match.outcome.winners) == ("seven", (0,))
    assert automatic(match) == ["seven"]


def test_s7_2_an_action_card_over_the_pile_is_one_too() -> None:
    match = six_red("red")  # the silver dragon becomes the seventh
    match.play("red over")
    assert match.outcome is not None and match.outcome.reason == "seven"


def test_s7_2_nobody_looks_while_an_action_is_owed() -> None:
    match = six_red("red")
    match.play("red over act")
    assert match.mover == 0 and match.view(None)["groups"]["R"] == 7
    broken = after(match, "zap 3,1")
    assert broken.outcome is None and broken.view(None)["groups"]["R"] == 4
    match.play("zap 0,1")
    assert match.outcome is None  # the silver dragon has lost its neighbour
    match = after(six_red("red"), "red over act", "zap 5,1")
    assert match.outcome is None and match.view(None)["groups"]["R"] == 6


def test_s7_2_nor_while_a_card_is_lifted() -> None:
    layout = {**SIX_RED, "1,0": "GGGG"}
    match = after(table(layout, ("green", ""), goals="GRYBK", pile="black"), "green over act", "lift 1,0")
    assert match.mover == 0 and kinds(match) == {"place"}


def test_s7_2_nor_after_a_pass() -> None:
    layout = dict(zip([f"{x},1" for x in range(7)], "GRGR RRRR RRRR RRBB RRYY RRGG RYRY".split(), strict=True))  # nowhere black
    match = table(layout, ("KKKK", "KKKK"), goals="BRYGK", pile="blue", sevens="R")  # red belongs to an imaginary player
    match.play("pass")
    assert match.outcome is None and match.view(None)["groups"]["R"] == 7


def test_s7_3_the_active_seat_wins_alone() -> None:
    match = table(RED | BLUE, ("blue", ""), goals="YBGKR", pile="green", sevens="RB")
    match = after(match, "blue under act", "rotate cw")  # red comes to seat 0, blue to seat 1
    assert match.outcome == dh.Outcome((0,), (7, 7), "seven")


def test_s7_3_with_the_goal_that_it_has_now() -> None:
    match = table(RED, ("yellow", ""), goals="BRYGK", pile="blue", sevens="R")
    match = after(match, "yellow under act", "trade-goal 1")
    assert match.outcome is not None and match.outcome.winners == (0,)
    match = after(six_red("yellow RRKG", pile="blue"), "yellow under act", "trade-goal 1")
    assert match.outcome is None  # the red goal has gone, so the seventh card would win nothing


def test_s7_4_otherwise_every_seat_with_such_a_group_wins() -> None:
    match = table(RED | BLUE, ("blue", "", ""), goals="YRGBK", pile="green", sevens="RB")
    match = after(match, "blue under act", "rotate cw")  # red comes to seat 1, blue to seat 2
    assert match.outcome is not None and match.outcome.winners == (1, 2)


def test_s7_4_also_in_the_turn_of_another_seat() -> None:
    match = six_red("RRKG", others=("",), pile="black", goals="YBRGK")  # red is the goal of seat 1
    match.play("place RRKG 6,1")
    assert match.outcome is not None and match.outcome.winners == (1,)


def test_s7_4_imaginary_players_never_win() -> None:
    match = six_red("RRKG", pile="black", goals="YRBGK")
    match.play("place RRKG 6,1")
    assert match.outcome is None and match.view(None)["groups"]["R"] == 7


def test_s7_5_first_the_look_then_bonus_cards_then_the_next_seat() -> None:
    layout = {**SIX_RED, "6,0": "KKKK"}
    bonus = after(table(layout, ("RRKG", ""), goals="YRBGK", pile="blue"), "place RRKG 6,1")
    assert changes(bonus, "lay")[0]["colours"] == ["R", "K"]
    assert bonus.mover == dh.CHANCE and bonus.view(None)["bonus"] == 1
    bonus.play("draw GGGG")
    assert bonus.view(None)["turn"] == 1 and bonus.view(None)["hand_sizes"] == [1, 0]
    won = after(table(layout, ("RRKG", ""), goals="RYBGK", pile="blue"), "place RRKG 6,1")
    assert won.mover is None and won.view(None)["hand_sizes"] == [0, 0]  # no bonus card is drawn any more


def all_but_one(hand: str) -> dh.Match:
    """Everything lies on the table but one card in the hand of seat 0."""
    ending = endings()[10]  # its red and black cards lie in a row of their own above the others
    cards = dict(zip([f"{x},5" for x in range(6)], "RRRR RRRR RKRK KKRR KKKK KKKK".split(), strict=True))
    top = max(int(place.split(",")[1]) for place, _ in ending.layout)
    row = {f"{place.split(',')[0]},{top + 1}": card for place, card in cards.items() if card not in (hand, hand[::-1])}
    return table(dict(ending.layout) | row, (hand, ""), goals="RYKGB", pile=ending.pile + " " + "black" * ("black" in hand))


def test_s7_6_when_the_deck_and_all_hands_are_empty_the_match_is_over() -> None:
    match = all_but_one("RKRK")
    assert match.view(None)["deck"] == 0
    match.play(next(move for move in match.legal_moves() if move.startswith("place")))
    assert match.outcome is not None and match.outcome.reason == "all-played"
    assert automatic(match)[-1] == "all-played"


def test_s7_7_when_all_have_passed_and_the_deck_is_empty_the_match_is_over() -> None:
    match = after(endings()[16].match(0), "pass")
    assert match.mover == 0 and match.outcome is None
    match.play("pass")
    assert match.outcome is not None and match.outcome.reason == "passes"


def test_s7_7_it_does_not_matter_whether_the_deck_was_empty_at_the_earlier_passes() -> None:
    match = after(endings()[3].match(0), "draw GBGB", "pass")  # the last card is drawn before the first pass
    assert match.view(None)["passes"] == 1
    match = after(endings()[4].match(0), "draw RYRY", "pass")
    assert match.view(None)["deck"] == 1 and match.view(None)["passes"] == 1
    match = after(match, "draw RRYY", "pass")
    assert match.outcome is not None and match.outcome.reason == "passes"


def test_s7_7_not_while_the_deck_holds_cards() -> None:
    match = after(endings()[8].match(0), "draw YGYG", "pass", "draw YYGG", "pass")
    assert match.view(None)["passes"] == 2 and match.view(None)["deck"] == 2 and match.mover == dh.CHANCE
    match = after(match, "draw GGGG", "pass", "draw YYYY", "pass")
    assert match.outcome is not None and match.outcome.reason == "passes"


def test_s7_7_a_play_in_between_starts_the_count_anew() -> None:
    match = after(endings()[2].match(0), "pass", "pass")
    assert match.mover == 1 and match.view(None)["passes"] == 2
    match.play("yellow over")
    assert match.view(None)["passes"] == 0


@pytest.mark.parametrize("number", range(20))
def test_s7_8_the_largest_group_in_the_own_goals_colour_wins_without_privilege(number: int) -> None:
    match = endings()[number].match(0)
    while match.mover is not None:
        match.play(match.legal_moves()[-1])
    view, outcome = match.view(None), match.outcome
    assert outcome is not None and outcome.reason == "passes"
    places = {seat: str(place) for place, seat in enumerate(view["places"]) if seat is not None}
    sizes = tuple(view["groups"][view["goals"][places[seat]]] for seat in range(match.seats))
    assert outcome.scores == sizes
    assert outcome.winners == tuple(seat for seat in range(match.seats) if sizes[seat] == max(sizes))


def test_s7_9_the_winner_by_seven_need_not_have_the_highest_score() -> None:
    layout = RED | BLUE | {"0,-2": "BRBR"}
    match = after(table(layout, ("blue", ""), goals="YBGKR", pile="green", sevens="RB"), "blue under act", "rotate cw")
    assert match.outcome == dh.Outcome((0,), (7, 8), "seven")


def test_s7_9_a_colour_that_no_card_shows_scores_nothing() -> None:
    match = table({"1,0": "RRRR"}, ("KKKK", ""), goals="RYBGK", pile="red")
    match.end("resignation", [1])
    assert match.outcome is not None and match.outcome.scores == (2, 0)


@pytest.mark.parametrize("seats", GAME.seats)
def test_s7_10_there_are_at_most_69_plays(seats: int) -> None:
    for number in range(5):
        match = GAME.playout(7, number, seats=seats)
        plays, lifted = 0, False
        for move in match.moves:
            plays += move.split(" ")[0] in ("red", "yellow", "blue", "green", "black") or (move.startswith("place") and not lifted)
            lifted = move.startswith("lift")
        assert plays <= 69


# ------------------------------------------------------------------ §8 what a seat may see
def test_s8_1_everybody_sees_the_table_and_a_seat_its_own_hand_and_goal() -> None:
    match = table({"1,0": "RRRR"}, ("BBBB red", "KKKK"), goals="RYBGK", pile="red blue")
    for seat, hand, goals in ((0, ["BBBB", "red"], {"0": "R"}), (1, ["KKKK"], {"2": "B"}), (None, None, {})):
        view = match.view(seat)
        assert view["layout"] == {"0,0": "silver", "1,0": "RRRR"}
        assert (view["top"], view["pile"], view["deck"], view["hand_sizes"]) == ("blue", 2, 60, [2, 1])
        assert view["hand"] == hand and view["goals"] == goals
        assert view["hands"] is None and view["deck_cards"] is None
    match = after(table({"1,0": "RRRR"}, ("green", ""), pile="red"), "green under act", "lift 1,0")
    assert [match.view(seat)["lifted"] for seat in (0, 1, None)] == ["RRRR"] * 3


def test_s8_2_moves_are_open_but_for_what_is_drawn_and_dealt_as_goals() -> None:
    match = after(GAME.match(), *GOALS, "draw RRRR", "draw BBBB")
    assert match.record(seat=0).moves == ("goal R", "goal ?", "goal ?", "goal ?", "goal ?", "draw RRRR", "draw ?")
    assert match.record(seat=1).moves == ("goal ?", "goal ?", "goal B", "goal ?", "goal ?", "draw ?", "draw BBBB")
    assert match.record(seat=None).moves == ("goal ?",) * 5 + ("draw ?",) * 2
    match = table({}, ("KKKK", ""))
    match.play("place KKKK 0,1")
    assert match.record(seat=1).moves == ("place KKKK 0,1",)


def test_s8_3_a_seat_knows_for_good_where_a_goal_lies_that_it_has_held() -> None:
    match = table({}, ("yellow", "blue"), goals="RYBGK")
    match = after(match, "yellow over act", "trade-goal 1", "draw KKKK", "blue over act", "rotate cw", "draw GGGG")
    # Seat 0 gave red to place 1 and got yellow; then everything moved on by one.
    assert match.view(0)["goals"] == {"0": "K", "1": "Y", "2": "R"}
    assert match.view(1)["goals"] == {"2": "R", "3": "B"}
    assert match.view(None)["goals"] == {}


def test_s8_4_a_seat_remembers_a_hand_that_it_gave_away() -> None:
    match = table({"1,0": "RRRR"}, ("black RRBB KKKK", "BBBB", ""))
    match = after(match, "black over act", "trade-hand 1")
    assert match.view(0)["remembered"] == [[], ["KKKK", "RRBB"], []]
    assert match.view(1)["remembered"] == [["BBBB"], [], []]
    assert match.view(2)["remembered"] == [[], [], []]
    match = after(match, "draw GGGG", "place RRBB 2,0")
    assert match.view(0)["remembered"] == [[], ["KKKK"], []]  # the card played is struck off


def test_s8_4_everybody_remembers_zapped_cards_and_follows_them_through_trades() -> None:
    match = table({"1,0": "RRRR", "2,0": "RRBB"}, ("red KKKK", "black", "GGGG"))
    match = after(match, "red over act", "zap 2,0")
    assert [match.view(seat)["remembered"][0] for seat in (1, 2, None)] == [["RRBB"]] * 3
    match = after(match, "draw YYYY", "black over act", "trade-hand 0", "draw RYRY")
    assert [match.view(seat)["remembered"][1] for seat in (2, None)] == [["RRBB"]] * 2
    assert match.view(0)["remembered"][1] == ["KKKK", "RRBB"]  # its own old hand


def test_s8_5_a_spectator_remembers_zapped_cards_only() -> None:
    match = after(table({"1,0": "RRRR"}, ("black RRBB", "BBBB")), "black over act", "trade-hand 1")
    assert match.view(None)["remembered"] == [[], []] and match.view(None)["hand"] is None and match.view(None)["goals"] == {}
    match = after(table({"1,0": "RRRR"}, ("red", "BBBB")), "red over act", "zap 1,0")
    assert match.view(None)["remembered"] == [["RRRR"], []]


def test_s8_6_after_the_end_everything_is_open() -> None:
    match = six_red("RRKG BBBB", others=("KKKK",))
    match.play("place RRKG 6,1")
    view = match.view(None)
    assert view["is_open"] and view["hands"] == [["BBBB"], ["KKKK"]]
    assert view["goals"] == dict(zip("01234", "RYBGK", strict=True))
    assert len(view["deck_cards"]) == view["deck"] == 66 - 7 - 1 - 2
    assert match.record(seat=None) == match.record()


# ------------------------------------------------------------------ §9 notation
def test_s9_1_equal_cards_and_cards_that_look_alike_make_one_move() -> None:
    match = table({}, ("RRRR RRRR ****", ""))
    assert len(match.legal_moves()) == len(set(match.legal_moves())) == 8
    match = table({"1,0": "RRRR"}, ("red red red", ""), pile="blue")
    assert match.legal_moves() == ["red over", "red over act", "red under act"]


def test_s9_1_every_move_has_one_spelling() -> None:
    match = table({"1,0": "RRRR"}, ("RRBB red", ""), pile="blue")
    assert match.is_legal("place RRBB 2,0")
    wrong = (
        "place RRBB +2,0",
        "place RRBB 2,-0",
        "place RRBB 02,0",
        "place rrbb 2,0",
        "place RRBB  2,0",
        "place RRBB 2,0 ",
        "RRBB 2,0",
        "place RRRB 2,0",
    )
    for spelling in (*wrong, "red", "red under", "Red over", "red over  act", "zap 1, 0", "trade-goal 5", "rotate left", "pass ", "draw *", "draw ?"):
        with pytest.raises(dh.NotAMove):
            match.play(spelling)


def test_s9_2_trade_goal_names_a_place_trade_hand_a_seat_and_cw_counts_up() -> None:
    match = after(table({}, ("yellow", "", ""), goals="RYBGK"), "yellow over act", "trade-goal 4")
    assert match.view(2)["goals"] == {"4": "R", "0": "K"}  # place 4 is that of seat 2
    match = after(table({}, ("black RRRR", "", "KKKK")), "black over act", "trade-hand 2")
    assert match.view(2)["hand"] == ["RRRR"]
    match = after(table({}, ("blue", ""), goals="RYBGK"), "blue over act", "rotate cw")
    assert match.view(0)["goals"] == {"0": "K", "1": "R"}  # from 4 to 0, and from 0 to 1


def test_s9_3_what_a_seat_learns_stands_in_braces() -> None:
    match = table({}, ("black BBBB", "", "red BRGK ****"), goals="RYBGK")
    match = after(match, "black over act", "trade-hand 2")
    assert match.record(seat=0).moves[-1] == "trade-hand 2 {**** BRGK red}"  # dragon cards as listed, then action cards
    assert match.record(seat=2).moves[-1] == "trade-hand 2 {BBBB}"
    assert match.record(seat=1).moves[-1] == match.record(seat=None).moves[-1] == "trade-hand 2"
    match = after(table({}, ("blue", ""), goals="RYBGK"), "blue over act", "rotate ccw")
    assert [match.record(seat=seat).moves[-1] for seat in (0, 1, None)] == ["rotate ccw {Y}", "rotate ccw {G}", "rotate ccw"]
    match = after(table({}, ("yellow", "", ""), goals="RYBGK"), "yellow over act", "trade-goal 4")
    assert [match.record(seat=seat).moves[-1] for seat in (0, 1, 2)] == ["trade-goal 4 {K}", "trade-goal 4", "trade-goal 4 {R}"]
    match = after(table({}, ("black", "")), "black over act", "trade-hand 1")
    assert match.record(seat=1).moves[-1] == "trade-hand 1 {}"
