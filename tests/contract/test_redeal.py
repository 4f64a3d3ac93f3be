"""`redeal`: another world alike in all that a seat knows, with a whole past that could have been."""

import pytest

import dragonhoard as dh
from tests.play import Foreign, Setting, everything, played, resumed, stops


@pytest.mark.parametrize("whole", ["whole", "from a position"])
def test_a_world_dealt_anew_is_alike_in_all_that_the_seat_knows(setting: Setting, whole: str) -> None:
    match = played(setting, 1) if whole == "whole" else resumed(setting, 1)
    for ply in stops(match, 3)[:-1]:
        full = match.at(ply)
        before = everything(full)
        for seat in setting.viewers:
            known = str(full.record(seat=seat))
            for number, source in enumerate((full, full.seen_by(seat))):
                dealt = source.redeal(seat, dh.Dice(ply * 2 + number))
                assert dealt.known_to == dh.ALL and dealt.names == full.names and dealt.options == full.options
                assert str(dealt.record(seat=seat)) == known
                assert (dealt.ply, dealt.mover) == (full.ply, full.mover)
                assert dealt.view(seat) == full.view(seat) and dealt.told(seat, max(0, ply - 30)) == full.told(seat, max(0, ply - 30))
                assert dealt.describe(seat) == full.describe(seat) and dealt.picture(seat) == full.picture(seat)
                # its whole history is legal: reading a full record checks every move of it
                again = dh.read_record(str(dealt.record()))
                assert again == dealt and again._now == dealt._now
                assert setting.game.match(position=dealt.position)._now == dealt._now
                if not setting.game.declaration.is_hidden and whole == "whole" and full.mover != dh.CHANCE:
                    assert dealt.moves == full.moves
        assert everything(full) == before


def test_redeal_can_be_undone_to_the_start_and_played_to_the_end(setting: Setting) -> None:
    match = played(setting, 1)
    for ply in stops(match, 2)[1:-1]:
        for seat in setting.viewers:
            dealt = match.at(ply).redeal(seat, dh.Dice(5))
            moves = dealt.moves
            on = dealt.copy()
            dice = dh.Dice(6)
            while on.mover is not None:
                if on.mover == dh.CHANCE:
                    on.roll(dice)
                else:
                    legal = on.legal_moves()
                    on.play(legal[dice.below(len(legal))])
            assert on.outcome is not None and dh.read_record(str(on.record())) == on
            for move in reversed(moves):
                assert str(dealt.record(seat=seat)) == str(match.at(dealt.ply).record(seat=seat))
                assert dealt.undo() == move
            assert dealt.ply == 0


def test_redeal_depends_on_what_the_seat_knows_and_the_dice_alone(setting: Setting) -> None:
    match = played(setting)
    for ply in stops(match, 4)[:-1]:
        full = match.at(ply)
        for seat in setting.viewers:
            worlds = [
                source.redeal(seat, dh.Dice(9)) for source in (full, full.copy(), full.seen_by(seat), dh.read_record(str(full.record(seat=seat))))
            ]
            assert all(world == worlds[0] and world._now == worlds[0]._now for world in worlds)
            # and from another world alike to the seat, the very same one
            assert worlds[0].redeal(seat, dh.Dice(9)) == worlds[0]
            foreign = [full.redeal(seat, Foreign(3)), full.redeal(seat, Foreign(3))]
            assert foreign[0] == foreign[1] and str(foreign[0].record(seat=seat)) == str(full.record(seat=seat))


def test_redeal_deals_other_worlds(setting: Setting) -> None:
    """Where something is hidden it does not always come out the same."""
    match = played(setting)
    middle = match.at(match.ply // 2)
    for seat in setting.viewers:
        worlds = {middle.redeal(seat, dh.Dice(number)).position for number in range(12)}
        if setting.game.declaration.is_hidden:
            assert len(worlds) > 1
    for wrong in (None, 7, object()):
        with pytest.raises(dh.BadOption):
            middle.redeal(0, wrong)  # type: ignore[arg-type]
    whole = match.redeal(0, dh.Dice(1))
    assert whole == match and whole.outcome == match.outcome
