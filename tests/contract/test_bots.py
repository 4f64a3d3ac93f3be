"""Every bot of the registry plays every game with every number of seats, from what its seat knows and from nothing else."""

import pytest

import dragonhoard as dh
from tests.play import Foreign, Setting, everything, played, stops


@pytest.mark.parametrize("name", list(dh.BOTS))
def test_a_bot_chooses_a_legal_move_and_leaves_the_match_alone(setting: Setting, name: str) -> None:
    whole, bot = played(setting), dh.bot(name)
    assert bot.name == name
    decisions = [ply for ply in range(whole.ply) if isinstance(whole._mover_of(whole._state(ply)), int)]
    for ply in decisions[:: max(1, len(decisions) // 8)]:
        full = whole.at(ply)
        seat = full.mover
        assert isinstance(seat, int)
        for seen in (full.seen_by(seat), dh.read_record(str(full.record(seat=seat)))):
            before = everything(seen)
            move = bot.choose(seen, dice=dh.Dice(1))
            assert move in full.legal_moves()
            assert bot.choose(seen, dice=dh.Dice(1), deadline=1.0) == move  # equal dice, equal move
            assert bot.choose(seen) in full.legal_moves() and bot.choose(seen, dice=Foreign(2)) in full.legal_moves()
            assert everything(seen) == before


@pytest.mark.parametrize("name", list(dh.BOTS))
def test_a_bot_refuses_whoever_hands_it_more_than_its_seat_knows(setting: Setting, name: str) -> None:
    whole, bot = played(setting), dh.bot(name)
    for ply in stops(whole, 6):
        full = whole.at(ply)
        for given in (full, full.seen_by(None), None, "match", str(full.record())):
            with pytest.raises(dh.GameError):
                bot.choose(given)  # type: ignore[arg-type]
        for seat in range(setting.seats):
            if full.mover not in (seat, None):
                with pytest.raises(dh.GameError):
                    bot.choose(full.seen_by(seat))


@pytest.mark.slow
def test_greedy_is_no_worse_than_chance(first: Setting) -> None:
    """A judgement that sees nothing would win half; ours wins clearly more."""
    won = 0.0
    for number in range(10):
        match, dice = first.game.match(**first.how), dh.Dice(number)
        bots = [dh.bot("greedy"), dh.bot("random")]
        mine = number % 2
        while match.mover is not None:
            if match.mover == dh.CHANCE:
                match.roll(dice)
            else:
                match.play(bots[match.mover != mine].choose(match.seen_by(match.mover), dice=dice))
        assert match.outcome is not None
        won += (mine in match.outcome.winners) / len(match.outcome.winners)
    assert won >= 6
