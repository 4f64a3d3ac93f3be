"""Golden playthroughs: every seat's view at every ply of one match for each game and number of seats, as text to be read."""

import pytest

import dragonhoard as dh
from tests.regenerate import DATA, WRITING, compare, played_through, playthrough

TABLES = [(key, seats) for key, game in dh.GAMES.items() for seats in game.seats]


@pytest.mark.golden
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_playthrough_is_as_it_was(key: str, seats: int) -> None:
    compare(DATA / "playthroughs" / f"{key}-{seats}.txt", playthrough(played_through(dh.GAMES[key], seats)))


def test_every_game_and_number_of_seats_has_a_playthrough_and_nothing_else_has() -> None:
    wanted = {f"{key}-{seats}.txt" for key, seats in TABLES}
    there = {path.name for path in (DATA / "playthroughs").iterdir()}
    assert WRITING or wanted <= there
    assert there - wanted == set()
