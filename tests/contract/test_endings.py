"""How matches end: by the rules, or by `end`; what stands then, what is refused then, and how an ending is taken back."""

import pytest

import dragonhoard as dh
from tests.play import Setting, everything, played, stops

ENDINGS = ("resignation", "clock", "agreement", "abandonment")


def test_an_end_by_the_rules(setting: Setting) -> None:
    for number in range(3):
        whole = played(setting, number)
        outcome = whole.outcome
        assert outcome is not None and whole.mover is None
        assert outcome.winners == tuple(sorted(set(outcome.winners))) and set(outcome.winners) <= set(range(setting.seats)) and outcome.winners
        assert outcome.reason in setting.game.declaration.rules.REASONS and outcome.reason not in ENDINGS
        assert len(outcome.scores) == setting.seats
        width = setting.game.declaration.rules.SCORES
        for score in outcome.scores:
            assert type(score) is int if width == 1 else type(score) is tuple and len(score) == width and all(type(part) is int for part in score)
        record = whole.record()
        assert record.ending is not None and (record.ending.reason, record.ending.winners) == (outcome.reason, outcome.winners)
        assert dh.read_record(str(record)).outcome == outcome
        before = everything(whole)
        for ask in (
            lambda whole=whole: whole.play(whole.moves[-1]),
            lambda whole=whole: whole.play(whole.moves[-1], seat=0),
            lambda whole=whole: whole.play_action(whole._plies[-1].action),
            lambda whole=whole: whole.roll(dh.Dice(1)),
            lambda whole=whole: whole.odds(),
            lambda whole=whole: whole.end("clock", [0]),
            lambda whole=whole: whole.preview([]),
        ):
            with pytest.raises(dh.MatchOver):
                ask()
        why = whole.explain(whole.moves[-1])
        assert why is not None and why.code == "over" and why.sentence("de")
        assert not whole.is_legal(whole.moves[-1])
        assert everything(whole) == before
        assert all(whole.at(ply).outcome is None for ply in stops(whole, 5)[:-1])
        assert whole.free_undo(0) is None or not setting.game.declaration.is_hidden


def test_an_end_otherwise(setting: Setting) -> None:
    whole = played(setting)
    seats = range(setting.seats)
    for ply, reason in zip(stops(whole, 4), ENDINGS, strict=False):
        if ply == whole.ply:
            continue
        for winners in {(ply % setting.seats,), tuple(seats), tuple(reversed(seats))}:
            match = whole.at(ply)
            scores = match._scores()
            match.end(reason, list(winners))
            assert match.mover is None and match.legal_moves() == [] and match.ply == ply
            outcome = match.outcome
            assert outcome == dh.Outcome(tuple(sorted(winners)), tuple(score[0] if len(score) == 1 else score for score in scores), reason)
            text = str(match.record())
            assert f"\nend {reason}\nwinners {' '.join(map(str, sorted(winners)))}\nscores " in text
            again = dh.read_record(text)
            assert again == match and again.outcome == outcome and str(again.record()) == text
            assert match.outcome_sentence("en") and match.outcome_sentence("de") and match.outcome_sentence("en") in match.describe(None)
            for seat in (*seats, None):
                assert str(match.record(seat=seat)) == text  # after the end every record is the full one
                assert match.view(seat)["mover"] is None and match.picture(seat) and match.letters(seat) and match.spots(seat)
                assert match.describe(seat, "de")
            assert match.copy().outcome == outcome and match.at(ply).outcome == outcome
            for ask in (
                lambda match=match: match.end("clock", [0]),
                lambda match=match: match.play(whole.moves[ply]),
                lambda match=match: match.roll(dh.Dice(1)),
            ):
                with pytest.raises(dh.MatchOver):
                    ask()
            assert match.undo() == reason  # the ending alone
            assert match.outcome is None and match == whole.at(ply) and match.ply == ply and match.mover == whole.at(ply).mover
            match.play(whole.moves[ply])


def test_a_wrong_ending_is_refused(setting: Setting) -> None:
    match = played(setting).at(4)
    before = everything(match)
    for reason in (
        "",
        "Resignation",
        "resignation ",
        "resign",
        "time",
        None,
        3,
        ["clock"],
        b"clock",
        setting.game.declaration.rules.REASONS[0],
        object(),
    ):
        with pytest.raises(dh.BadOption) as refused:
            match.end(reason, [0])  # type: ignore[arg-type]
        assert refused.value.sentence("en") and refused.value.sentence("de")
    for winners in ([], [setting.seats], [-1], [0, 0], [0.0], [True], ["0"], [None], None, 0, "0", object(), [[0]], [10**30]):
        with pytest.raises(dh.BadOption) as refused:
            match.end("clock", winners)  # type: ignore[arg-type]
        assert refused.value.sentence("en") and refused.value.sentence("de")
    assert everything(match) == before


def test_a_record_whose_ending_differs_from_its_moves_is_refused(setting: Setting) -> None:
    whole = played(setting)
    text = str(whole.record())
    lines = text.split("\n")
    end = next(number for number, line in enumerate(lines) if line.startswith("end "))
    wrong_winners = (
        "winners " + " ".join(str(seat) for seat in range(setting.seats) if seat not in whole.outcome.winners)
        if len(whole.outcome.winners) < setting.seats
        else "winners 0"
    )
    scores = lines[end + 2].split(" ")
    changes = {
        "reason": (end, "end clock"),
        "unknown reason": (end, "end nothing"),
        "winners": (end + 1, wrong_winners),
        "score": (end + 2, " ".join([*scores[:-1], scores[-1] + "0"])),
        "scores": (end + 2, " ".join(scores[:-1])),
        "more scores": (end + 2, lines[end + 2] + " 0"),
    }
    for what, (at, line) in changes.items():
        with pytest.raises(dh.NotARecord):
            dh.read_record("\n".join([*lines[:at], line, *lines[at + 1 :]])), what
    with pytest.raises(dh.NotARecord) as refused:
        dh.read_record("\n".join([*lines[:end], ""]))
    assert refused.value.code == "end-missing"
    early = str(whole.at(whole.ply - 1).record())
    for ending in (lines[end : end + 3], ["end clock", "winners 9", lines[end + 2]], ["end clock", "winners", lines[end + 2]]):
        with pytest.raises(dh.NotARecord):
            dh.read_record(early + "\n".join([*ending, ""]))
    partial = str(whole.at(whole.ply - 1).record(seat=0))
    with pytest.raises(dh.NotARecord):
        dh.read_record(partial + "\n".join([*lines[end : end + 3], ""]))


def test_free_undo_gives_back_ones_own_acts_only(setting: Setting) -> None:
    """All of them since chance moved, another seat acted, or somebody was shown what it had not seen."""
    for number in range(2):
        whole = played(setting, number)
        shown = {ply for seat in range(setting.seats) for ply, move in enumerate(whole.at(whole.ply - 1).record(seat=seat).moves) if "{" in move}
        movers = [whole._mover_of(whole._state(ply)) for ply in range(whole.ply)]
        for ply in stops(whole, 70)[:-1]:
            match = whole.at(ply)
            for seat in range(setting.seats):
                since = ply
                while since > 0 and movers[since - 1] == seat and since - 1 not in shown:
                    since -= 1
                assert match.free_undo(seat) == (since if since < ply else None)
        is_hidden = setting.game.declaration.is_hidden
        assert not is_hidden or all(whole.free_undo(seat) is None for seat in range(setting.seats)), "everything lies open now"
        for wrong in (-1, setting.seats, None, True, "0", 0.0):
            with pytest.raises(dh.BadOption):
                whole.free_undo(wrong)  # type: ignore[arg-type]
