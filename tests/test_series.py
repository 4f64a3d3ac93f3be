"""Series: matches counted together. Wins belong to players; who starts, who sits where, and when it is decided."""

import pickle

import pytest

import dragonhoard as dh
from tests.play import NAMES, Setting, played


def finish(series: dh.Series, winners: list[int]) -> None:
    """End the current match for these seats."""
    series.match.end("agreement", winners)


def test_a_series_is_won_by_whoever_has_enough_wins(setting: Setting) -> None:
    series = setting.game.series(to=2, names=NAMES[: setting.seats], **setting.how)
    assert series.wins == (0,) * setting.seats and series.winner is None and len(series.matches) == 1
    assert series.match is series.matches[-1] and series.match.names == NAMES[: setting.seats]
    seats_of_player_1 = []
    while series.winner is None:
        seat = next(seat for seat in range(setting.seats) if series.player_at(len(series.matches) - 1, seat) == 1)
        seats_of_player_1.append(seat)
        assert series.match.names[seat] == NAMES[1]
        finish(series, [seat])
        if series.winner is None:
            assert series.next() is series.match
    assert series.winner == 1 and series.wins[1] == 2 and sum(series.wins) == 2 and len(series.matches) == 2
    with pytest.raises(dh.MatchOver):
        series.next()
    has_start = any(option.name == "start" for option in setting.game.options)
    assert seats_of_player_1 == ([1, 1] if has_start else [1, 2 % setting.seats])  # `alternate` moves every player one seat on
    again = dh.read_series(str(series.record()))
    assert again == series and str(again.record()) == str(series.record())
    assert (again.wins, again.winner, again.to, again.starts) == (series.wins, 1, 2, "alternate")


def test_a_shared_win_counts_for_nobody(setting: Setting) -> None:
    series = setting.game.series(to=1, **setting.how)
    for number in range(3):
        finish(series, list(range(setting.seats)))
        assert series.wins == (0,) * setting.seats and series.winner is None
        series.next()
        assert len(series.matches) == number + 2
    finish(series, [0])
    assert series.winner == series.player_at(3, 0)


def test_the_next_match_waits_for_the_end_of_this_one(setting: Setting) -> None:
    series = setting.game.series(**setting.how)
    for _ in range(2):
        with pytest.raises(dh.BadOption):
            series.next()
    assert len(series.matches) == 1


def test_a_match_of_a_series_is_played_like_any_other(setting: Setting) -> None:
    series = setting.game.series(to=3, names=NAMES[: setting.seats], **setting.how)
    for move in played(setting).moves:
        series.match.play(move)
    outcome = played(setting).outcome
    assert outcome is not None and series.match.outcome == outcome
    assert sum(series.wins) == (len(outcome.winners) == 1)
    series.next()
    series.match.roll(dh.Dice(1)) if series.match.mover == dh.CHANCE else series.match.play(series.match.legal_moves()[0])
    text = str(series.record())
    again = dh.read_series(text)
    assert again == series and str(again.record()) == text and again.match.moves == series.match.moves
    assert dh.read_series(text).wins == series.wins
    assert repr(again) == repr(series)
    lines = text.split("\n")
    assert lines[0] == "dragonhoard series 1" and lines[1] == "to 3" and lines[2] == "starts alternate"


def starts_of(series: dh.Series, first: str | None, count: int) -> list[str]:
    """The option `start` of so many matches in a row, each begun and agreed to be a draw."""
    found = []
    for number in range(count):
        match = series.match
        found.append(str(match.options["start"]))
        if number == 0 and first is not None:
            match.play(f"start {first}")
        dice = dh.Dice(number)
        while match.mover == dh.CHANCE:
            match.roll(dice)
        finish(series, [0, 1])
        series.next()
    return found


@pytest.mark.parametrize("begins", ["0", "1"])
def test_alternate_gives_the_start_to_the_other_seat_and_draws_do_not_change_that(begins: str) -> None:
    game = dh.GAMES["dragon-master"]
    other = {"0": "1", "1": "0"}[begins]
    assert starts_of(game.series(to=2), begins, 4) == ["random", other, begins, other]
    assert starts_of(game.series(to=2, start=begins), begins, 4) == [begins, other, begins, other]


def test_random_draws_the_start_of_every_later_match() -> None:
    game = dh.GAMES["dragon-master"]
    assert starts_of(game.series(to=2, starts="random", start="1"), "1", 4) == ["1", "random", "random", "random"]


def test_random_belongs_to_games_that_draw_who_starts(first: Setting) -> None:
    has_start = any(option.name == "start" for option in first.game.options)
    if has_start:
        assert first.game.series(starts="random").starts == "random"
    else:
        with pytest.raises(dh.BadOption):
            first.game.series(starts="random")
    for wrong in ("", "Alternate", "winner", None, 0, ["alternate"]):
        with pytest.raises(dh.BadOption):
            first.game.series(starts=wrong)  # type: ignore[arg-type]
    for wrong in (0, -1, 1001, 1.0, True, None, "2", 10**30):
        with pytest.raises(dh.BadOption):
            first.game.series(to=wrong)  # type: ignore[arg-type]
    with pytest.raises(dh.BadOption):
        first.game.series(position=played(first).at(3).position)


def test_an_undone_ending_is_no_longer_counted(first: Setting) -> None:
    series = first.game.series(to=1, **first.how)
    finish(series, [0])
    assert series.winner == 0
    assert series.match.undo() == "agreement"
    assert series.winner is None and series.wins == (0,) * first.seats


def test_a_series_can_be_pickled(first: Setting) -> None:
    series = first.game.series(to=2, names=NAMES[: first.seats], **first.how)
    finish(series, [0])
    series.next()
    again = pickle.loads(pickle.dumps(series))
    assert again == series and again.wins == series.wins and again.match.names == series.match.names


def test_a_record_of_a_series_that_could_not_have_been_is_refused(first: Setting) -> None:
    game = first.game
    series = game.series(to=2, names=NAMES[: first.seats], **first.how)
    for number in range(2):
        while series.match.mover == dh.CHANCE:
            series.match.roll(dh.Dice(3))
        finish(series, [next(seat for seat in range(first.seats) if series.player_at(number, seat) == number)])
        series.next()
    text = str(series.record())
    assert dh.read_series(text) == series
    head, *blocks = text.split("\nmatch\n")
    others = [key for key in dh.GAMES if key != first.key]
    other = str(dh.GAMES[others[0]].match().record())
    for wrong in (
        "", head, head + "\n", text[:-1], text + "\n", text.replace("series 1", "series 2"),
        text.replace(f"game {first.key}", "game go"), text.replace("to 2", "to 0"),
        text.replace("to 2", "to 02"),
        text.replace("to 2", "to 1"), text.replace("starts alternate", "starts never"), text.replace("starts alternate", "starts random"),
        text.replace("\nmatch\n", "\n"),
        "\nmatch\n".join([head, *blocks, blocks[0]]), "\nmatch\n".join([head, blocks[0], blocks[0]]), "\nmatch\n".join([head, blocks[2], blocks[0]]),
        "\nmatch\n".join([head, other]), "\nmatch\n".join([head, blocks[0], other]), text.replace("player ", "name "),
        text.replace("\nplayer ", "\nplayer \nplayer ", 1),
        head.replace("\nplayer ", '\nplayer "X"\nplayer ', 1) + "\nmatch\n" + blocks[0], text.replace("\nmatch\n", "\nmatch \n"),
    ):  # fmt: skip
        with pytest.raises(dh.NotARecord) as refused:
            dh.read_series(wrong)
        assert refused.value.sentence("en") and refused.value.sentence("de")
    exchanged = text.replace('player "Ben"', 'player "Eve"')
    with pytest.raises(dh.NotARecord):
        dh.read_series(exchanged)
    one = str(played(first).record())
    with pytest.raises(dh.NotARecord):
        dh.read_series(one)
    with pytest.raises(dh.NotARecord):
        dh.read_record(text)
