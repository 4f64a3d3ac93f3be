"""What seats are shown and told: of the declared shape, in words of both languages, whole, and at a price that does not grow with the match."""

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

import dragonhoard as dh
from dragonhoard.language import LANGUAGES
from tests.play import Setting, everything, played, resumed, some_actions, stops
from tests.shapes import check, faults, is_precise


def sentences(match: dh.Match, seat: int | None, lang: str, since: int) -> list[str]:
    """Every sentence that a match says to a seat."""
    said = match.describe(seat, lang).split("\n")
    said += match.spots(seat, lang).values()
    for told in match.told(seat, since, lang):
        said += [told["sentence"], *(step["sentence"] for step in told["automatic"])]
    if seat is not None and match.mover == seat:
        said += [preview["sentence"] for preview in match.preview(match.legal_moves()[:40], lang)]
    return said


def test_shapes_are_declared_to_the_letter(first: Setting) -> None:
    declared = first.game.declaration.view
    assert is_precise(declared.VIEW) and is_precise(declared.CHANGE)


def test_views_have_the_declared_shape(setting: Setting) -> None:
    shape = setting.game.declaration.view.VIEW
    whole = played(setting)
    for ply in stops(whole, 30):
        match = whole.at(ply)
        for seat in setting.viewers:
            view = match.view(seat)
            check(view, shape)
            assert view["mover"] == match.mover and type(view["mover"]) is type(match.mover)
            view.clear()  # whoever changes what was handed out changes nothing
            assert match.view(seat) == match.copy().view(seat) != {}
    ended = whole.at(whole.ply // 2)
    ended.end("clock", [0])
    for seat in setting.viewers:
        check(ended.view(seat), shape)
        assert ended.view(seat)["mover"] is None
    for seat in setting.viewers:
        begun = resumed(setting).at(1)
        check(begun.view(seat), shape)


def test_told_and_previews_have_the_declared_shape(setting: Setting) -> None:
    declared = setting.game.declaration.view
    whole = played(setting)
    full = whole.at(whole.ply - 1)  # once it is over everything is told openly; this is what each seat knew
    for match in (full, whole):
        for seat in setting.viewers:
            since = 0 if match is full and seat in (0, None) else max(0, match.ply - 50)
            told = match.told(seat, since)
            assert [entry["ply"] for entry in told] == list(range(since, match.ply))
            for entry in told:
                check(entry, dh.Told)
                assert faults(entry["changes"], list[declared.CHANGE]) == []  # type: ignore[name-defined]
                assert all(step["reason"] in declared.AUTOMATIC for step in entry["automatic"])
                assert entry["mover"] == whole._mover_of(whole._state(entry["ply"]))
            if match is full:
                assert tuple(entry["move"] for entry in told) == full.record(seat=seat).moves[since:]
            assert match.told(seat, match.ply) == []
    for ply in stops(whole, 10)[:-1]:
        match = whole.at(ply)
        if match.mover == dh.CHANCE:
            with pytest.raises(dh.NotYourTurn):
                match.preview([])
            continue
        moves = match.legal_moves()
        before = everything(match)
        previews = match.preview(moves)
        assert everything(match) == before
        assert [preview["move"] for preview in previews] == moves
        for preview in previews:
            check(preview, dh.Preview)
            assert faults(preview["changes"], list[declared.CHANGE]) == []  # type: ignore[name-defined]
            assert preview["sentence"]
        assert match.preview([]) == [] and match.preview(moves[::-1][:3]) == previews[::-1][:3]
        wrong = next(action for action in some_actions(setting) if action not in match.legal_actions())
        with pytest.raises(dh.IllegalMove):
            match.preview([moves[0], setting.game.move_text(wrong, **setting.how)])
    with pytest.raises(dh.MatchOver):
        whole.preview([])


def agrees(foreseen: Any, fact: Any) -> bool:
    """Whether what a preview said came true; what could not be known before is None there."""
    if isinstance(foreseen, dict):
        return isinstance(fact, dict) and all(key in fact and agrees(value, fact[key]) for key, value in foreseen.items())
    if isinstance(foreseen, list):
        return isinstance(fact, list) and len(foreseen) == len(fact) and all(map(agrees, foreseen, fact))
    return foreseen is None or foreseen == fact


def test_a_preview_is_what_happens(setting: Setting) -> None:
    """What a preview says of a move is part of what is told once it was made."""
    whole = played(setting)
    for ply in stops(whole, 25)[:-1]:
        match = whole.at(ply)
        if isinstance(match.mover, int):
            move = whole.moves[ply]
            foreseen = match.preview([move])[0]["changes"]
            known = whole.at(ply + 1) if ply + 1 < whole.ply else whole
            happened = known.told(match.mover, ply)[0]["changes"]
            assert all(any(agrees(change, fact) for fact in happened) for change in foreseen), (move, foreseen, happened)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_is_said_in_whole_sentences(setting: Setting, lang: str) -> None:
    for number in range(2):
        whole = played(setting, number)
        for ply in [*stops(whole, 10), whole.ply]:
            match = whole.at(ply)
            plain = setting.game.match(**setting.how) if number else match
            for move in match.moves if number else ():
                plain.play(move)
            for seat in setting.viewers:
                for sentence in sentences(plain, seat, lang, max(0, ply - 8)):
                    assert sentence and sentence == sentence.strip() and "\n" not in sentence and "None" not in sentence
                    assert "  " not in sentence or plain.names
                    # a hole that was not filled; a player's name may look like one
                    assert not re.search(r"\{\w*\}", sentence.replace("{mover}", "").replace("{0}", "").replace("{name}", "").replace("{}", ""))
                    assert not re.search(r"[a-z]+(\.[a-z_-]+)+\b", sentence), sentence  # a key instead of words
            if number and plain.mover == dh.CHANCE and ply > 20:
                break


def test_languages_tell_the_same_in_other_words(setting: Setting) -> None:
    whole = played(setting)
    match = whole.at(whole.ply * 2 // 3)
    for seat in setting.viewers:
        english, german = match.describe(seat, "en").split("\n"), match.describe(seat, "de").split("\n")
        assert len(english) == len(german) and english != german
        assert list(match.spots(seat, "en")) == list(match.spots(seat, "de"))
        for one, other in zip(match.told(seat, 0, "en"), match.told(seat, 0, "de"), strict=True):
            assert {**one, "sentence": "", "automatic": []} == {**other, "sentence": "", "automatic": []}
            assert [step["reason"] for step in one["automatic"]] == [step["reason"] for step in other["automatic"]]
        assert match.describe(seat, "de_AT.UTF-8") == match.describe(seat, "de") and match.describe(seat, "xx") == match.describe(seat, "en")
    assert whole.outcome_sentence("en") and whole.outcome_sentence("de") and match.outcome_sentence() == ""
    assert whole.outcome_sentence("en") in whole.describe(None, "en")


def test_spots_are_places_with_words(setting: Setting) -> None:
    whole = played(setting)
    for ply in stops(whole, 5):
        for seat in setting.viewers:
            spots = whole.at(ply).spots(seat)
            assert spots and all(type(place) is str and place and place.isascii() and type(words) is str and words for place, words in spots.items())
            json.dumps(spots)


def test_told_costs_the_same_however_long_the_match(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    declaration = setting.game.declaration
    calls = 0

    class Counting:
        """The game's kernel, counting how often it is asked."""

        def __init__(self, inner: Any) -> None:
            self.inner = inner

        def __getattr__(self, name: str) -> Any:
            value = getattr(self.inner, name)
            if not callable(value):
                return value

            def counted(*given: Any) -> Any:
                nonlocal calls
                calls += 1
                return value(*given)

            return counted

    whole = played(setting)
    early, late = whole.at(6), whole.at(whole.ply - 1)
    followed = {seat: dh.read_record(str(late.record(seat=seat))) for seat in setting.viewers}
    monkeypatch.setitem(declaration.__dict__, "rules", Counting(declaration.rules))
    for seat in setting.viewers:
        counts = []
        for match in (early, late, late.copy(), followed[seat]):
            calls = 0
            match.told(seat, match.ply - 4)
            counts.append(calls)
        assert max(counts[:3]) <= counts[0] + 4 and counts[3] <= counts[0] + 4
        assert max(counts) <= 60, "a few plies ask the kernel a few times"


def test_pictures_stand_for_themselves(setting: Setting) -> None:
    whole = played(setting)
    for ply in [*stops(whole, 6), whole.ply]:
        match = whole.at(ply)
        for seat in setting.viewers:
            svg = match.picture(seat)
            root = ElementTree.fromstring(svg)
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
            assert {"viewBox", "width"} <= set(root.attrib)
            tags = {element.tag.rpartition("}")[2] for element in root.iter()}
            assert not tags & {"script", "image", "foreignObject", "iframe", "a", "animate", "style"}
            for element in root.iter():
                for name, value in element.attrib.items():
                    assert not name.lower().startswith("on")
                    assert "://" not in value and "data:" not in value and not (name.endswith("href") and not value.startswith("#"))
            assert svg == match.copy().picture(seat)
            assert "None" not in svg and "nan" not in re.findall(r'"(nan|inf|-inf)"', svg)
    assert whole.picture() == whole.picture(None) == whole._repr_svg_()


def test_letters_fit_a_terminal(setting: Setting) -> None:
    plain = setting.game.match(**setting.how)

    class Coloured:
        has_unicode = True
        is_compact = False

        def __call__(self, style: str, text: str) -> str:
            assert all(word.isalpha() for word in style.split())
            return f"\x1b[1m{text}\x1b[0m"

    class Compact(Coloured):
        is_compact = True

    moves = played(setting).moves
    for ply, move in enumerate([*moves, None]):
        if ply % max(1, len(moves) // 12) == 0 or move is None:
            for seat in setting.viewers:
                for lang in LANGUAGES:
                    lines = plain.letters(seat, lang).split("\n")
                    assert all(len(line) <= 80 for line in lines), max(lines, key=len)
                    assert "\t" not in "".join(lines) and any(line.strip() for line in lines)
                    if lang == "en":
                        assert plain.letters(seat, lang).isascii()
                    bare = re.sub(r"\x1b\[[01]m", "", plain.letters(seat, lang, Coloured()))
                    assert all(len(line) <= 80 for line in bare.split("\n"))
                    compact = re.sub(r"\x1b\[[01]m", "", plain.letters(seat, lang, Compact())).split("\n")
                    assert all(len(line) <= 80 for line in compact) and len(compact) <= len(bare.split("\n"))
                    assert all(compact), "a compact table has no blank lines"
            assert str(plain) == plain.letters(None)
        if move is not None:
            plain.play(move)
    named = played(setting)
    for ply in stops(named, 4):
        for seat in setting.viewers:
            assert all(len(line) <= 80 for line in named.at(ply).letters(seat).split("\n")), "with names as long as names may be"
