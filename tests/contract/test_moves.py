"""The kernel's law at every ply: ascending lists, one spelling each, honest odds, a pick that is a choice from the list, plain determinism."""

from array import array
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from scipy import stats

import dragonhoard as dh
from dragonhoard.bits import CHANCE, OVER, new_row
from dragonhoard.dice import below
from tests.play import Foreign, Setting, domain, played, some_actions, stops


def kernel_states(setting: Setting, number: int = 0) -> tuple[Any, list[int], list["array[int]"], list[int]]:
    """Rules, box, every state of a random match, and the moves between them."""
    match = played(setting, number)
    return setting.game.declaration.rules, match._box, [match._state(ply) for ply in range(match.ply + 1)], [ply.action for ply in match._plies]


def test_legal_moves_ascend_and_each_has_its_own_spelling(setting: Setting) -> None:
    whole = played(setting)
    notation, box = setting.game.declaration.notation, whole._box
    known = frozenset(domain(setting))
    for ply in range(whole.ply):
        match = whole.at(ply)
        actions, moves = match.legal_actions(), match.legal_moves()
        assert actions == sorted(set(actions)) and set(actions) <= known
        assert len(set(moves)) == len(moves) == len(actions) > 0
        assert [notation.parse_move(box, move) for move in moves] == actions
        assert not any(notation.is_unseen(box, action) for action in actions)
        assert not any("?" in move or "{" in move for move in moves)
        assert whole.moves[ply] in moves
    assert whole.mover is None and whole.legal_moves() == [] and whole.legal_actions() == []


def test_movers_are_seats_chance_or_nobody(setting: Setting) -> None:
    whole = played(setting)
    movers = [whole.at(ply).mover for ply in range(whole.ply + 1)]
    assert movers[-1] is None and None not in movers[:-1]
    seats = [mover for mover in movers[:-1] if mover != dh.CHANCE]
    assert all(type(seat) is int and 0 <= seat < setting.seats for seat in seats)
    assert set(seats) == set(range(setting.seats))
    assert (dh.CHANCE in movers) == setting.game.declaration.has_chance


def test_odds_belong_to_the_outcomes_and_add_up_to_one(setting: Setting) -> None:
    whole = played(setting)
    for ply in stops(whole, 80)[:-1]:
        match = whole.at(ply)
        if match.mover == dh.CHANCE:
            odds = match.odds()
            assert list(odds) == match.legal_moves()
            assert all(type(chance) is Fraction and chance > 0 for chance in odds.values())
            assert sum(odds.values()) == 1
        else:
            with pytest.raises(dh.NotChance):
                match.odds()
            with pytest.raises(dh.NotChance):
                match.roll(dh.Dice(0))


def chance_nodes(setting: Setting) -> list[dh.Match]:
    """Where chance moves with several outcomes: a few such places, as unlike as can be."""
    whole = played(setting)
    found: dict[tuple[int, int], dh.Match] = {}
    for ply in [*range(min(20, whole.ply)), *stops(whole, 40)[:-1]]:
        match = whole.at(ply)
        if match.mover == dh.CHANCE and len(match.legal_actions()) > 1:
            odds = match.odds()
            found.setdefault((len(odds), len(set(odds.values()))), match)
    kept = [found[key] for key in sorted(found)]
    return kept[:: max(1, len(kept) // 3)]


@pytest.mark.parametrize("make", [dh.Dice, Foreign], ids=["our dice", "foreign chance"])
def test_draw_is_distributed_as_the_odds_say(setting: Setting, make: Any) -> None:
    total, freedom, draws, dice = 0.0, 0, 400, make(2026)
    for node in chance_nodes(setting):
        odds = node.odds()
        counted: Counter[str] = Counter()
        for _ in range(draws):
            again = node.copy()
            counted[again.roll(dice)] += 1
            assert again.moves[-1] in odds
        # outcomes too rare to be told apart are counted as one
        rare = [move for move, chance in odds.items() if chance * draws < 5]
        cells = [([move], chance) for move, chance in odds.items() if move not in rare]
        if rare:
            cells.append((rare, sum((odds[move] for move in rare), Fraction(0))))
        for moves, chance in cells:
            expected = float(chance * draws)
            total += (sum(counted[move] for move in moves) - expected) ** 2 / max(expected, 1.0)
        freedom += len(cells) - 1
    if freedom:
        assert stats.chi2.sf(total, freedom) > 0.001


def test_chance_that_answers_nonsense_is_refused(first: Setting) -> None:
    node = chance_nodes(first)[-1]
    before = node.ply, node.position

    class Loaded:
        def __init__(self, answer: Any) -> None:
            self.answer = answer

        def below(self, n: int) -> Any:
            return self.answer if self.answer != "n" else n

    for answer in (-1, "n", 10**9, 0.0, True, None, "0"):
        with pytest.raises(dh.BadOption):
            node.roll(Loaded(answer))
    for nothing in (None, 7, "dice", object()):
        with pytest.raises(dh.BadOption):
            node.roll(nothing)  # type: ignore[arg-type]
    assert (node.ply, node.position) == before


@pytest.mark.parametrize("number", [0, 1])
def test_pick_is_a_uniform_choice_from_the_list(setting: Setting, number: int) -> None:
    rules, box, states, _ = kernel_states(setting, number)
    picked, listed = new_row(rules.OUT_SIZE), new_row(rules.OUT_SIZE)
    for ply, state in enumerate(states):
        if rules.mover(box, state) in (CHANCE, OVER):
            continue
        for key in range(3):
            mine, other = dh.Dice(ply * 7 + key).row, dh.Dice(ply * 7 + key).row
            action = rules.pick(box, state, picked, mine)
            count = rules.legal(box, state, listed)
            assert action == listed[below(other, count)]
            assert picked[0] == count
            assert mine == other  # it took as much from the dice


def test_apply_is_deterministic_and_nothing_but_apply_and_wipe_change_a_state(setting: Setting) -> None:
    rules, box, states, actions = kernel_states(setting)
    kept, out = list(box), new_row(max(rules.OUT_SIZE, setting.seats * rules.SCORES))
    for before, action, after in zip(states, actions, states[1:], strict=False):
        again = array("q", before)
        rules.apply(box, again, action)
        assert again == after
        asked = array("q", before)
        rules.mover(box, asked)
        rules.legal(box, asked, out)
        rules.score(box, asked, out)
        if rules.mover(box, asked) == CHANCE:
            rules.odds(box, asked, out)
            rules.draw(box, asked, dh.Dice(1).row)
        else:
            rules.pick(box, asked, out, dh.Dice(1).row)
        assert asked == before
    assert list(box) == kept
    assert rules.make_box(setting.seats, played(setting).options) == kept


def test_every_move_changes_the_state(setting: Setting) -> None:
    rules, box, states, _ = kernel_states(setting)
    out = new_row(rules.OUT_SIZE)
    for state in states[:-1][:: max(1, len(states) // 12)]:
        for action in list(out[: rules.legal(box, state, out)]):
            after = array("q", state)
            rules.apply(box, after, action)
            assert after != state


def test_a_move_that_is_not_listed_is_refused_and_one_that_is_can_be_played(setting: Setting) -> None:
    whole = played(setting)
    unseen = [action for action in domain(setting)[:2000] if setting.game.declaration.notation.is_unseen(whole._box, action)]
    for ply in stops(whole, 6)[:-1]:
        match = whole.at(ply)
        legal = match.legal_actions()
        for action in legal[:: max(1, len(legal) // 60)]:
            text = setting.game.move_text(action, **setting.how)
            assert match.is_legal(text) and match.explain(text) is None
            again = match.copy()
            again.play(text)
            other = match.copy()
            other.play_action(action)
            assert again == other and again.ply == ply + 1 and match.ply == ply
        for action in unseen:
            text = setting.game.move_text(action, **setting.how)
            for ask in (match.play, match.is_legal, match.explain):
                with pytest.raises(dh.NotAMove):
                    ask(text)
            with pytest.raises(dh.NotAMove):
                match.play_action(action)
        for action in sorted(set(some_actions(setting)) - set(legal)):
            text = setting.game.move_text(action, **setting.how)
            assert not match.is_legal(text)
            why = match.explain(text)
            assert why is not None
            with pytest.raises(dh.IllegalMove) as refused:
                match.play(text)
            assert refused.value.explanation == why and refused.value.code == why.code


def test_undo_goes_exactly_all_the_way_back(setting: Setting) -> None:
    whole = played(setting)
    match = whole.copy()
    for ply in range(whole.ply, 0, -1):
        assert match.undo() == whole.moves[ply - 1]
        then = whole.at(ply - 1)
        assert match == then and match._now == then._now and match.mover == then.mover
        assert match.legal_actions() == then.legal_actions()
    assert match.ply == 0 and match == setting.open()
    with pytest.raises(dh.NothingToUndo):
        match.undo()
    for move in whole.moves:
        match.play(move)
    assert match == whole and match._now == whole._now and match.outcome == whole.outcome


def test_at_and_copy_are_independent(setting: Setting) -> None:
    whole = played(setting)
    for ply in stops(whole, 5)[:-1]:
        then = whole.at(ply)
        kept = then._now.tobytes()
        twin = then.copy()
        assert twin == then and twin.names == then.names and twin.options == then.options
        twin.play(twin.legal_moves()[-1])
        twin.undo()
        twin.play(twin.legal_moves()[0])
        twin.end("agreement", [0]) if twin.mover is not None else None
        assert then.ply == ply and then._now.tobytes() == kept and then.outcome is None
        assert whole.ply == played(setting).ply and whole == played(setting)
    for wrong in (-1, whole.ply + 1, 1.0, True, None, "1", 10**30):
        with pytest.raises(dh.BadOption):
            whole.at(wrong)  # type: ignore[arg-type]


def test_equality_compares_game_seats_options_start_and_moves(setting: Setting) -> None:
    whole = played(setting)
    half = whole.at(whole.ply // 2)
    assert half == whole.at(whole.ply // 2) and half != whole and half != "match" and half != 7
    nameless = setting.game.match(**setting.how)
    for move in half.moves:
        nameless.play(move)
    assert nameless == half  # names are not compared
    begun = setting.open(position=half.position)
    assert begun != half and begun == setting.open(position=half.position)
    assert half.__hash__ is None
    other = whole.at(whole.ply // 2)
    other.undo()
    assert other != half
    for number in setting.game.seats:
        if number != setting.seats:
            assert setting.game.match(**(setting.how | {"seats": number})) != setting.open()
