"""What one seat knows: its record brings it back, it can be followed move by move, and it says what the full match says to that seat."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import dragonhoard as dh
from tests.play import Foreign, Setting, everything, played, resumed, some_actions, stops


def answers(match: dh.Match, seat: int | None, since: int) -> dict[str, Any]:
    """All that a match tells a seat, whatever the match knows itself."""
    told: dict[str, Any] = {
        "what": (match.game, match.seats, match.options, match.names, match.ply, match.mover),
        "view": match.view(seat),
        "describe": [match.describe(seat, lang) for lang in ("en", "de")],
        "spots": [list(match.spots(seat, lang).items()) for lang in ("en", "de")],
        "told": [match.told(seat, since, lang) for lang in ("en", "de")],
        "picture": match.picture(seat),
        "letters": match.letters(seat),
        "record": str(match.record(seat)),
        "free undo": match.free_undo(seat) if seat is not None else None,
    }
    if seat is not None and match.mover == seat:
        moves = match.legal_moves()
        told["moves"] = (moves, match.legal_actions())
        some = moves[:: max(1, len(moves) // 4)]
        told["preview"] = [match.preview(some, lang) for lang in ("en", "de")]
    return told


def explanations(setting: Setting, match: dh.Match, seat: int) -> list[Any]:
    """Every kind of move, legal or not, asked by the mover."""
    found: list[Any] = []
    for action in some_actions(setting)[match.ply % 5 :: 5]:
        text = match.game.declaration.notation.move_text(match._box, action)
        why = match.explain(text)
        found.append((text, match.is_legal(text), why, match.explain(text, seat=seat), why and (why.sentence("en"), why.sentence("de"))))
    return found


def test_a_partial_record_is_what_its_seat_knows(setting: Setting) -> None:
    whole = played(setting)
    for ply in stops(whole, 4)[:-1]:
        full = whole.at(ply)
        for seat in setting.viewers:
            text = str(full.record(seat=seat))
            read, seen = dh.read_record(text), full.seen_by(seat)
            assert str(read.record()) == text == str(read.record(seat=seat)) == str(seen.record())
            assert read == seen and read._now == seen._now and read.known_to == seen.known_to == seat
            assert read.moves == seen.moves
            since = max(0, ply - 12)
            expected = answers(full, seat, since)
            assert answers(seen, seat, since) == expected
            assert answers(read, seat, since) == expected
            if full.mover == seat:
                assert explanations(setting, read, seat) == explanations(setting, full, seat)
            if seat is None:
                assert read.picture() == full.picture() and str(read) == str(full) and read._repr_svg_() == full._repr_svg_()
            else:
                assert read.picture() == full.picture(seat) and read.letters() == full.letters(seat)
            assert repr(read) == repr(seen) != repr(full)
            for again in (
                read.copy(),
                pickle.loads(pickle.dumps(read)),
                copy.deepcopy(read),
                seen.seen_by(seat),
                read.at(ply),
                pickle.loads(pickle.dumps(seen)),
            ):
                assert again == read and again.known_to == seat and again.names == read.names and again._now == read._now
                assert again.told(seat, since) == read.told(seat, since)


@pytest.mark.parametrize("begin", [played, resumed], ids=["whole", "from a position"])
def test_a_partial_match_can_be_followed_move_by_move(setting: Setting, begin: Callable[[Setting, int], dh.Match]) -> None:
    """`play` of what the record shows next; after every move it knows exactly what the full match would tell it."""
    whole = begin(setting, 1)
    for seat in setting.viewers:
        full = whole.at(0)
        seen = dh.read_record(str(full.record(seat=seat)))
        shown = whole.at(whole.ply - 1).record(seat=seat).moves if whole.ply else ()
        for ply, move in enumerate(shown):
            assert seen.mover == whole._mover_of(whole._state(ply))
            seen.play(move)
            assert seen._now == whole._wiped_at(ply + 1, seen._viewer)
        last = whole.at(len(shown))
        assert seen.moves == shown and str(seen.record()) == str(last.record(seat=seat))
        assert seen.told(seat) == last.told(seat) and seen.view(seat) == last.view(seat)
        for ply in stops(seen, 5):
            then = seen.at(ply)
            assert then.view(seat) == whole.at(ply).view(seat) and str(then.record()) == str(whole.at(ply).record(seat=seat))
        # its last move: then the match is over, and only the whole table may know how
        seen.play(whole.at(whole.ply).told(seat, whole.ply - 1)[0]["move"] if not setting.game.declaration.is_hidden else _shown(whole, seat))
        assert seen.mover in (None, *range(setting.seats), dh.CHANCE)
        if seen.mover is None and setting.game.declaration.is_hidden:
            with pytest.raises(dh.Unknown):
                _ = seen.outcome
        elif seen.mover is None:
            assert seen.outcome == whole.outcome
        assert seen.view(seat) and seen.describe(seat) and seen.picture(seat) and seen.told(seat, max(0, seen.ply - 2))
        assert pickle.loads(pickle.dumps(seen)) == seen


def _shown(whole: dh.Match, seat: int | None) -> str:
    """The last move as that seat's record would have shown it, had the match gone on."""
    return whole._spelling(whole._seen(whole.ply - 1, -1 if seat is None else seat))


def test_records_of_matches_begun_from_a_position_carry_it_as_the_seat_knows_it(setting: Setting) -> None:
    half = resumed(setting)
    for ply in stops(half, 3)[:-1]:
        full = half.at(ply)
        for seat in setting.viewers:
            record = full.record(seat=seat)
            assert record.position is not None
            read = dh.read_record(str(record))
            assert str(read.record()) == str(record)
            assert read == full.seen_by(seat) and read._now == full.seen_by(seat)._now and read._begin == full._wiped_at(0, read._viewer)
            assert answers(read, seat, 0) == answers(full, seat, 0)


def forbidden(match: dh.Match, seat: int | None) -> dict[str, Callable[[], Any]]:
    """What belongs to the table alone."""
    asks: dict[str, Callable[[], Any]] = {
        "position": lambda: match.position,
        "odds": match.odds,
        "roll": lambda: match.roll(dh.Dice(1)),
        "roll foreign": lambda: match.roll(Foreign(1)),
        "undo": match.undo,
        "end": lambda: match.end("agreement", [0]),
    }
    for other in (*range(match.seats), None):
        if other != seat:
            asks |= {
                f"view {other}": lambda other=other: match.view(other),
                f"describe {other}": lambda other=other: match.describe(other),
                f"spots {other}": lambda other=other: match.spots(other),
                f"told {other}": lambda other=other: match.told(other),
                f"seen_by {other}": lambda other=other: match.seen_by(other),
                f"redeal {other}": lambda other=other: match.redeal(other, dh.Dice(1)),
                f"record {other}": lambda other=other: match.record(other),
            }
            if other is not None:
                asks[f"picture {other}"] = lambda other=other: match.picture(other)
                asks[f"letters {other}"] = lambda other=other: match.letters(other)
    if match.mover != seat:
        asks |= {
            "legal_moves": match.legal_moves,
            "legal_actions": match.legal_actions,
            "is_legal": lambda: match.is_legal(_some_move(match)),
            "preview": lambda: match.preview([]),
        }
    return asks


def test_what_a_seat_cannot_know_is_unknown(setting: Setting) -> None:
    whole = played(setting)
    for ply in stops(whole, 6)[:-1]:
        for seat in setting.viewers:
            for seen in (whole.at(ply).seen_by(seat), dh.read_record(str(whole.at(ply).record(seat=seat)))):
                before = everything(seen)
                for name, ask in forbidden(seen, seat).items():
                    with pytest.raises(dh.Unknown) as refused:
                        ask()
                    assert refused.value.sentence("en") and refused.value.sentence("de"), name
                assert everything(seen) == before
                if seen.mover != seat and seat is not None and whole.at(ply).mover not in (dh.CHANCE, None):
                    why = seen.explain(whole.moves[ply])
                    assert why is not None and why.code == "turn" and why == whole.at(ply).explain(whole.moves[ply], seat=seat)
                with pytest.raises(dh.NotYourTurn):
                    seen.play(_some_move(seen), seat=next(other for other in range(setting.seats) if other != seen.mover))


def _some_move(match: dh.Match) -> str:
    notation = match.game.declaration.notation
    return notation.move_text(match._box, next(iter(notation.actions(match._box))))


def test_braces_stand_where_something_was_learned_and_nowhere_else(setting: Setting) -> None:
    for number in range(2):
        whole = played(setting, number)
        for seat in setting.viewers:
            seen = whole.at(whole.ply - 1).record(seat=seat).moves
            full = whole.at(0).seen_by(seat)
            for ply, move in enumerate(seen[:250]):
                bare = move.partition(" {")[0]
                if "{" in move:
                    assert seat is not None and move.endswith("}") and bare == whole.moves[ply]
                    kept = everything(full)
                    for wrong in (
                        bare,
                        bare + " {",
                        bare + " {} ",
                        bare + " {?}",
                        move + " ",
                        move + "}",
                        bare + "  {}",
                        bare + " {{}}",
                        bare + " { }",
                    ):
                        with pytest.raises((dh.NotAMove, dh.IllegalMove)):
                            full.play(wrong)
                    assert everything(full) == kept
                    with pytest.raises(dh.NotAMove):
                        whole.at(ply).play(move)
                elif ply % 9 == 0:
                    kept = everything(full)
                    for wrong in (bare + " {}", bare + " {?}", bare + " {x}"):
                        with pytest.raises((dh.NotAMove, dh.IllegalMove)):
                            full.play(wrong)
                    assert everything(full) == kept
                full.play(move)


def test_after_the_end_every_record_is_the_full_one(setting: Setting) -> None:
    whole = played(setting)
    text = str(whole.record())
    assert "?" not in "".join(whole.moves) and "{" not in "".join(whole.moves)
    read = dh.read_record(text)
    for seat in setting.viewers:
        assert str(whole.record(seat=seat)) == text
        seen = whole.seen_by(seat)
        assert seen == whole and seen.known_to == dh.ALL and seen.outcome == whole.outcome
        for ply in stops(whole, 3)[:-1]:
            # views of earlier plies still hide what was hidden then
            assert whole.at(ply).view(seat) == read.at(ply).view(seat) == dh.read_record(str(whole.at(ply).record(seat=seat))).view(seat)
    opened = [whole.view(seat) for seat in setting.viewers]
    assert all(view["mover"] is None for view in opened)
