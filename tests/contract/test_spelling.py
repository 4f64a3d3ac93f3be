"""Every action has exactly one spelling, and nothing else is accepted."""

import pickle
from operator import lt

import pytest

import dragonhoard as dh
from tests.play import Setting, domain, played, some_actions, stops


def spell_and_parse(setting: Setting, step: int) -> None:
    notation, box = setting.game.declaration.notation, setting.open()._box
    previous, different = "", 0
    for action in domain(setting)[::step]:
        text = notation.move_text(box, action)
        assert notation.parse_move(box, text) == action  # so no two have one spelling
        assert text.isascii() and text.isprintable() and text == text.strip() and "  " not in text and "{" not in text and "}" not in text
        assert notation.is_unseen(box, action) == ("?" in text)
        different += text != previous
        previous = text
    assert different > 20


def test_actions_ascend(setting: Setting) -> None:
    actions = domain(setting)
    assert actions[0] >= 0 and all(map(lt, actions, actions[1:]))
    for action in actions[:: max(1, len(actions) // 100)]:
        text = setting.game.move_text(action, **setting.how)
        assert setting.game.parse_move(text, **setting.how) == action


def test_every_action_comes_back_from_its_spelling(first: Setting) -> None:
    """The whole domain."""
    spell_and_parse(first, 1)


def test_actions_come_back_at_every_table(setting: Setting) -> None:
    """With every number of seats and every option, a part of the domain."""
    spell_and_parse(setting, max(1, len(domain(setting)) // 4000))


def wrong_spellings(text: str) -> set[str]:
    """Spellings next to a right one that people and programs would write."""
    words = text.split(" ")
    wrong = {
        " " + text,
        text + " ",
        text + "\n",
        "\n" + text,
        "\t" + text,
        text + "\r\n",
        text.replace(" ", "  "),
        text.replace(" ", "\t"),
        text + "\0",
    }
    wrong |= {
        text.upper(),
        text.lower(),
        text.swapcase(),
        text.title(),
        text.replace(" ", "\u00a0"),
        "\ufeff" + text,
        text + "\u200b",
        text + " ",
        f'"{text}"',
    }
    wrong |= {text + "?", text + " ?", text + " {}", text[:-1], text[1:], text * 2, f"{text} {text}", f"{text} {words[-1]}"}
    for at, letter in enumerate(text):
        if letter.isdigit():
            before, after = text[:at], text[at + 1 :]
            wrong |= {before + sign + letter + after for sign in ("+", "-0", "0", " ")}
            wrong |= {before + chr(zero + int(letter)) + after for zero in (0x0660, 0x0966, 0xFF10, 0x1D7CE)} | {before + "²" + after}
            wrong |= {before + letter + "0" + after, before + letter + ".0" + after, before + letter + "_0" + after, before + "-" + letter + after}
            wrong.add(before + letter + "1" * 5000 + after)
        if letter == "-":
            wrong |= {text[:at] + "\u2212" + text[at + 1 :], text[:at] + "--" + text[at + 1 :], text[:at] + "- " + text[at + 1 :]}
        if letter == ",":
            wrong |= {
                text[:at] + ", " + text[at + 1 :],
                text[:at] + " , " + text[at + 1 :],
                text[:at] + text[at + 1 :],
                text[:at] + ";" + text[at + 1 :],
            }
    return wrong - {text}


def test_nothing_but_the_spelling_is_a_move(setting: Setting) -> None:
    match = setting.open()
    notation, box = setting.game.declaration.notation, match._box
    actions = domain(setting)
    spelled = {notation.move_text(box, action) for action in actions[:: max(1, len(actions) // 20_000)]}
    kinds: dict[str, list[str]] = {}
    for text in sorted(spelled):
        kinds.setdefault("".join(letter for letter in text if not letter.isdigit()), []).append(text)
    samples = [texts[number] for texts in kinds.values() for number in sorted({0, len(texts) - 1})]
    for text in samples[:: max(1, len(samples) // 60)]:
        for wrong in wrong_spellings(text):
            try:
                action = notation.parse_move(box, wrong)
            except dh.NotAMove:
                continue
            assert notation.move_text(box, action) == wrong, "what is accepted is the spelling of another move"
    for wrong in ("", " ", "?", "{}", "-", "0", "\n", "draw", "\ud800", "x" * 100_000, "0 " * 50_000, "(" * 50_000, "٣ ٣,٣"):
        with pytest.raises(dh.NotAMove) as refused:
            match.play(wrong)
        assert len(refused.value.sentence("de")) < 400


def test_what_is_no_text_or_no_number_is_no_move(first: Setting) -> None:
    match = played(first).at(1)
    texts: tuple[object, ...] = (None, 0, 1.5, b"draw", [], {}, (), object(), True, match, ["draw ?"], float("nan"))
    for nothing in texts:
        for ask in (match.play, match.is_legal, match.explain):
            with pytest.raises(dh.NotAMove):
                ask(nothing)  # type: ignore[arg-type]
        with pytest.raises(dh.NotAMove):
            first.game.parse_move(nothing, **first.how)  # type: ignore[arg-type]
    known = domain(first)
    numbers: tuple[object, ...] = (None, "0", 0.0, 1.0, True, -1, -(2**62), 2**62, 2**63, 2**64, 10**40, known[-1] + 1, [0], float("inf"))
    for number in numbers:
        with pytest.raises(dh.NotAMove) as refused:
            match.play_action(number)  # type: ignore[arg-type]
        assert refused.value.sentence("en") and refused.value.sentence("de")
        with pytest.raises(dh.NotAMove):
            first.game.move_text(number, **first.how)  # type: ignore[arg-type]
    for hole in sorted(set(range(known[0], known[min(3000, len(known) - 1)])) - set(known[:3001]))[:500]:
        with pytest.raises(dh.NotAMove):
            match.play_action(hole)


def test_the_unseen_form_belongs_to_partial_matches(setting: Setting) -> None:
    """A full match refuses `?`; a partial one refuses what its seat sees in the wrong form."""
    whole = played(setting)
    notation = setting.game.declaration.notation
    unseen = {action for action in domain(setting) if notation.is_unseen(whole._box, action)}
    assert bool(unseen) == any(
        notation.seen_action(whole._box, whole._state(ply), whole._plies[ply].action, seat) in unseen
        for ply in range(whole.ply)
        for seat in range(-1, setting.seats)
    )
    for seat in setting.viewers:
        for ply in stops(whole, 40)[:-1]:
            full = whole.at(ply)
            if full.mover != dh.CHANCE:
                continue
            seen = full.seen_by(seat)
            action = whole._plies[ply].action
            shown = notation.seen_action(whole._box, full._now, action, -1 if seat is None else seat)
            hidden_form = notation.move_text(whole._box, shown)
            kept = seen._now.tobytes()
            for wrong in {whole.moves[ply], *(notation.move_text(whole._box, one) for one in sorted(unseen))} - {hidden_form}:
                with pytest.raises((dh.IllegalMove, dh.NotAMove)):
                    seen.play(wrong)
                assert seen._now.tobytes() == kept and seen.ply == ply
            seen.play(hidden_form)
            assert seen.moves[-1] == hidden_form


def test_errors_and_explanations_can_be_pickled(setting: Setting) -> None:
    match = next(whole for whole in map(played(setting).at, range(200)) if whole.mover not in (dh.CHANCE, None))
    legal = set(match.legal_actions())
    wrong = next(action for action in some_actions(setting) if action not in legal)
    with pytest.raises(dh.IllegalMove) as refused:
        match.play_action(wrong)
    again = pickle.loads(pickle.dumps(refused.value))
    assert type(again) is dh.IllegalMove and again.explanation == refused.value.explanation
    assert (again.code, again.parameters, again.sentence("de")) == (refused.value.code, refused.value.parameters, refused.value.sentence("de"))
