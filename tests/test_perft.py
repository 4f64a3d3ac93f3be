"""Perft: how many ways there are to make so many plies from a position, chance outcomes counted like moves. One leaf more or less is a wrong rule."""

from pathlib import Path

import pytest

import dragonhoard as dh
from dragonhoard import compiled
from tests.regenerate import DATA, Counted, compare, perft, perft_again, read_perft

TABLES = {key: DATA / "perft" / f"{key}.perft" for key in dh.GAMES}
POSITIONS = [(key, counted) for key, path in TABLES.items() if path.exists() for counted in read_perft(path)]


def name(value: object) -> str:
    return value.position[:40] if isinstance(value, Counted) else str(value)


def roots(game: dh.Game, position: str, depth: int) -> str:
    """The count under each first move, to see which one grew."""
    match = game.match(position=position)
    counts = compiled.divide(game.declaration, match._box, match._now, depth)
    return ", ".join(f"{game.declaration.notation.move_text(match._box, action)}: {count}" for action, count in counts.items())


@pytest.mark.compiler
@pytest.mark.parametrize(("key", "counted"), POSITIONS, ids=name)
def test_leaves(key: str, counted: Counted) -> None:
    game = dh.GAMES[key]
    for depth, leaves in counted.leaves.items():
        assert perft(game, counted.position, depth) == leaves, roots(game, counted.position, depth)


@pytest.mark.parametrize(("key", "counted"), POSITIONS, ids=name)
def test_leaves_one_by_one_through_the_door(key: str, counted: Counted) -> None:
    """Without the compiler: every move played and taken back by its spelling."""
    match = dh.GAMES[key].match(position=counted.position)

    def count(depth: int) -> int:
        moves = match.legal_moves()
        if depth == 1:
            return len(moves)
        leaves = 0
        for move in moves:
            match.play(move)
            leaves += count(depth - 1)
            match.undo()
        return leaves

    for depth, leaves in counted.leaves.items():
        if leaves < 5_000:
            assert count(depth) == leaves
    assert match.ply == 0


def test_every_game_has_a_table() -> None:
    assert [key for key, path in TABLES.items() if not path.exists()] == []
    assert {path.name for path in (DATA / "perft").iterdir()} == {path.name for path in TABLES.values()}
    for key, game in dh.GAMES.items():
        tables = read_perft(TABLES[key])
        assert {int(counted.position.split(" ")[2]) for counted in tables} == set(game.seats), "every number of seats"
        for counted in tables:
            assert game.match(position=counted.position).position == counted.position
            assert max(counted.leaves.values()) > 100


@pytest.mark.golden
@pytest.mark.compiler
@pytest.mark.parametrize("key", list(dh.GAMES))
def test_tables_are_as_they_were(key: str) -> None:
    path: Path = TABLES[key]
    compare(path, perft_again(dh.GAMES[key], path))
