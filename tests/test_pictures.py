"""The pictures in the README and the docs are what the program draws: greedy matches with fixed dice, stopped in the middle."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import dragonhoard as dh
from tests.regenerate import compare

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
STOPS = {"dragon-master": (2, 5, 27), "drachenwurf": (3, 5, 140), "seven-dragons": (3, 11, 74), "dragon-inferno": (2, 5, 24)}  # seats, dice, plies


@pytest.mark.golden
@pytest.mark.parametrize("key", dh.GAMES)
def test_a_picture_of_every_game(key: str) -> None:
    seats, seed, plies = STOPS[key]
    match, dice, bot = dh.GAMES[key].match(seats=seats, names=NAMES[:seats]), dh.Dice(seed), dh.bot("greedy")
    while match.ply < plies:
        if match.mover == dh.CHANCE:
            match.roll(dice)
        else:
            assert isinstance(match.mover, int), "the match ended before the picture"
            match.play(bot.choose(match.seen_by(match.mover), dice))
    picture = match.picture(0)
    ElementTree.fromstring(picture)
    compare(PICTURES / f"{key}.svg", picture)
