"""Small promises of the door that once were broken, each held by a test of its own."""

from itertools import count, repeat
from typing import Any

import pytest

import dragonhoard as dh
from tests.play import Setting, played


class Quarrelsome:
    """A thing that cannot be compared, written or counted."""

    def __eq__(self, other: object) -> bool:
        raise ValueError

    def __repr__(self) -> str:
        raise ValueError

    __hash__ = None  # type: ignore[assignment]


THINGS: list[Any] = [Quarrelsome(), 10**5000, [[[]]], b"de", float("nan"), object(), None]


def deciding(setting: Setting) -> dh.Match:
    """A match at a seat's first decision."""
    match = played(setting)
    return next(match.at(ply) for ply in range(match.ply) if isinstance(match.at(ply).mover, int))


@pytest.mark.parametrize("thing", THINGS, ids=[type(thing).__name__ for thing in THINGS])
def test_odd_things_in_place_of_seats_languages_and_dice(first: Setting, thing: Any) -> None:
    match = deciding(first)
    mover = match.mover
    assert isinstance(mover, int)
    seen = match.seen_by(mover)
    assert match.describe(mover, lang=thing) == match.describe(mover)
    assert first.game.title(thing) == first.game.title("en")
    if thing is not None:
        with pytest.raises(dh.BadOption):
            match.record(seat=thing)
        with pytest.raises(dh.BadOption):
            match.end("clock", thing)
        for name in dh.BOTS:
            with pytest.raises(dh.BadOption):
                dh.bot(name).choose(seen, dice=thing)


def test_endless_generators(first: Setting) -> None:
    """Nobody waits for the end of a list that has none."""
    match = deciding(first)
    for winners in (count(), repeat(0)):
        with pytest.raises(dh.BadOption):
            match.end("agreement", winners)
    with pytest.raises(dh.NotAMove):
        match.preview(repeat("no move"))


@pytest.mark.parametrize("start", ["random", "0", "1"])
@pytest.mark.parametrize("begun", [False, True])
def test_the_start_alternates_after_a_match_that_ended_while_cards_were_dealt(start: str, begun: bool) -> None:
    """Who was drawn to start has started, and so has who was named by the option, though nobody came to lay a card."""
    series = dh.GAMES["dragon-master"].series(start=start)
    drawn = "1" if start == "random" else start
    if begun:
        series.match.play(f"start {drawn}")
        series.match.play("deal 0")
    series.match.end("agreement", [0, 1])
    expected = "random" if start == "random" and not begun else str(1 - int(drawn))
    assert series.next().options["start"] == expected
    assert dh.read_series(str(series.record())) == series


def test_matches_of_one_origin_in_several_threads() -> None:
    """Kernels make notes in a state while they look at it; copies share states, so nobody may look at the same one."""
    import sys
    from threading import Thread

    match = dh.GAMES["seven-dragons"].playout(4, 0, seats=3)
    asked = [match.copy(), match.at(match.ply - 1), match.at(40).seen_by(1)]
    expected = [(each.letters(1), each.describe(1)) for each in asked]
    outcome, wrong = match.outcome, []

    def ask() -> None:
        for _ in range(10):
            for each, then in zip(asked, expected, strict=True):
                twin = each.copy()
                if (twin.letters(1), twin.describe(1)) != then:
                    wrong.append(each.ply)
            if asked[0].copy().outcome != outcome:
                wrong.append(-1)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not wrong


def test_a_record_of_any_length_is_refused_soon() -> None:
    """However long a text is: what is beyond every match is not even looked at."""
    from time import thread_time

    head = "dragonhoard record 1\ngame drachenwurf\nrules 1\nseats 2\noption egg_points 1\n"
    for text in (
        head + 'name "A"\n' * 10**6 + "moves 0\n",
        head + f"moves {10**6}\n" + "draw Rw\n" * 10**6,
        "dragonhoard series 1\n" + "match\n" * 10**6,
    ):
        before = thread_time()
        for read in (dh.read_record, dh.read_series):
            with pytest.raises(dh.NotARecord):
                read(text)
        assert thread_time() - before < 1
