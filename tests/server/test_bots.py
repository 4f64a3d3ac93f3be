"""The processes that bots think in: the closed list, what they are told, and what happens when they die, hang or rave."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import dragonhoard as dh
from dragonhoard.dice import Dice
from dragonhoard.server import messages as m
from dragonhoard.server.bots import Answer, BotTrouble, Mind, Question, Thinker, accepted_bots, bot_title
from dragonhoard.server.past import Refusal
from tests.server.tables import Page, opened, pages, played_on, quiet, run, tables

NOT_HERE = [
    "exec:ls",
    "python:os:system",
    "greedy:5",
    "random?",
    "Greedy",
    "greedy ",
    "mcts:playouts=9",
    "../greedy",
    "random\n",
    "exec",
    "python",
    "level",
]


# ------------------------------------------------------------------ the closed list
def test_the_list_is_what_the_library_has_and_the_host_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert accepted_bots() == tuple(dh.BOTS) and accepted_bots(["greedy"]) == accepted_bots()
    for spec in NOT_HERE:
        assert spec not in accepted_bots()
        with pytest.raises(dh.NotABot):
            accepted_bots([spec])
    monkeypatch.setattr("dragonhoard.server.bots.BOTS", {**dh.BOTS, "exec": dh.BOTS["random"], "python": dh.BOTS["random"]})
    assert accepted_bots() == tuple(dh.BOTS)
    monkeypatch.setattr("dragonhoard.server.bots.bot", lambda spec: None)
    assert accepted_bots(["mcts:playouts=9"]) == (*dh.BOTS, "mcts:playouts=9")
    for odd in ("", "x" * 41, "a\x00b"):
        with pytest.raises(dh.NotABot):
            accepted_bots([odd])


def test_nothing_else_sits_down_at_a_table() -> None:
    async def act() -> None:
        every = tables()
        table = await opened(every, "drachenwurf", "po")
        for spec in NOT_HERE:
            for ask in (
                every.open(m.NewTable("drachenwurf", [m.Chair("person"), m.Chair("computer", bot=spec)]), "ann", "Ann"),
                table.arrange("ann", 1, m.Chair("computer", bot=spec)),
            ):
                with pytest.raises(Refusal) as refused:
                    await ask
                assert refused.value.code == "bot"

    run(act())


def test_every_bot_is_called_something_in_both_languages() -> None:
    for spec in dh.BOTS:
        assert bot_title(spec, "en") != bot_title(spec, "de") and spec not in bot_title(spec, "de")
    assert "mcts:9" in bot_title("mcts:9", "de")


# ------------------------------------------------------------------ what the process does
@pytest.mark.parametrize("key", list(dh.GAMES))
def test_a_match_followed_move_by_move_is_the_match_sent_whole(key: str) -> None:
    match, dice = dh.GAMES[key].match(), dh.Dice(4)
    followed, asked = Mind(), 0
    sent: tuple[str, ...] | None = None
    while match.mover is not None and asked < 12:
        if match.mover == dh.CHANCE:
            match.roll(dice)
            continue
        if match.mover == 1:
            record = match.record(seat=1)
            if sent is None:
                question = Question("t 1", "greedy", asked, 1.0, str(record))
            else:
                question = Question("t 1", "greedy", asked, 1.0, None, len(sent), list(record.moves[len(sent) :]))
            whole = Mind().answer(Question("t 1", "greedy", asked, 1.0, str(record)))
            answer = followed.answer(msgspec.json.decode(msgspec.json.encode(question), type=Question))
            assert answer == whole and answer.move in match.legal_moves()
            assert answer.move == dh.bot("greedy").choose(match.seen_by(1), dice=Dice(asked))
            sent = record.moves
            asked += 1
        moves = match.legal_moves()
        match.play(moves[dice.below(len(moves))])
    assert asked > 5


def test_what_cannot_be_answered_is_trouble_and_the_process_lives_on() -> None:
    mind = Mind()
    record = str(dh.GAMES["dragon-inferno"].match().seen_by(0).record())
    for question in (
        Question("t 0", "greedy", 1, 1.0, "once upon a time"),
        Question("t 0", "nobody", 1, 1.0, record),
        Question("t 0", "greedy", 1, 1.0),
        Question("t 0", "greedy", 1, 1.0, record),  # chance is to move
    ):
        answer = mind.answer(question)
        assert answer.move is None and answer.trouble


def test_a_process_keeps_a_bounded_number_of_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dragonhoard.server.bots.KEPT", 3)
    match = dh.GAMES["dragon-master"].playout(1, 1).at(20)
    seat = match.mover
    assert isinstance(seat, int)
    mind, record = Mind(), str(match.record(seat=seat))
    for number in range(5):
        assert mind.answer(Question(f"t{number} 0", "random", 1, 1.0, record)).move
    back = mind.answer(Question("t3 0", "greedy", 1, 1.0, None, 18, list(match.record(seat=seat).moves[18:])))  # as if two plies had been taken back
    assert back == Mind().answer(Question("t3 0", "greedy", 1, 1.0, record))
    assert mind.answer(Question("t4 0", "random", 1, 1.0, None, 20)).move and not mind.answer(Question("t1 0", "random", 1, 1.0, None, 20)).move


# ------------------------------------------------------------------ over real processes
def test_bots_think_in_a_process_that_is_replaced_when_it_dies() -> None:
    async def act() -> None:
        thinker = Thinker()
        every = tables(thinker=thinker)
        table = await opened(every, "drachenwurf", "pccc")
        (ann,) = everybody = await pages(every, table)
        killed = 0
        while table.past.phase == "playing" and killed < 3:
            await played_on(table, everybody, dh.Dice(killed), until=table.past.match.ply + 12)  # type: ignore[union-attr]
            (pid,) = thinker.pids
            assert pid != os.getpid()
            os.kill(pid, signal.SIGKILL)
            killed += 1
        await played_on(table, everybody, dh.Dice(9), until=table.past.match.ply + 12)  # type: ignore[union-attr]
        assert killed == 3 and ann.now["ply"] > 36
        pids = thinker.pids
        await every.close()
        assert thinker.pids == [] and not any(is_alive(pid) for pid in pids)

    run(act())


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="this system has no priorities")
def test_bots_give_way_to_people() -> None:
    async def act() -> None:
        thinker = Thinker()
        match = dh.GAMES["dragon-master"].playout(1, 1).at(20)
        seat = match.mover
        assert isinstance(seat, int)
        assert await thinker.think("t", seat, "random", match.record(seat=seat), 5, 1.0) in match.legal_moves()
        (pid,) = thinker.pids
        assert os.getpriority(os.PRIO_PROCESS, pid) >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)
        await thinker.close()
        with pytest.raises(BotTrouble):
            await thinker.think("t", seat, "random", match.record(seat=seat), 5, 1.0)

    run(act())


RAVING = {
    "hangs": "import sys, time\nfor line in sys.stdin: time.sleep(1000)\n",
    "dies": "import sys\nsys.stdin.readline()\n",
    "raves": "import sys\nfor line in sys.stdin: print('{\"move\":', flush=True)\n",
    "lies": 'import sys\nfor line in sys.stdin: print(\'{"move": "nonsense"}\', flush=True)\n',
    "fails": 'import sys\nfor line in sys.stdin: print(\'{"trouble": "no idea"}\', flush=True)\n',
    "is not there": "raise SystemExit(1)\n",
}


@pytest.mark.parametrize("fault", RAVING)
def test_a_bot_that_fails_twice_is_moved_for(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("dragonhoard.server.bots.WAKING", 0.5)
    monkeypatch.setattr("dragonhoard.server.table.DEADLINE", 0.1)
    program = tmp_path / "bot.py"
    program.write_text(RAVING[fault], encoding="utf-8")

    async def act() -> None:
        thinker = Thinker(patience=0.2, command=[sys.executable, "-S", str(program)])
        every = tables(thinker=thinker)
        table = await opened(every, "dragon-master", "pc", start="1")
        ann = await Page.open(every, table.key, "ann", 0)
        await quiet(table)
        await ann.look_up()
        assert ann.now["mover"] == 0 and ann.now["told"][-1]["mover"] == 1
        await every.close()

    run(act())
    assert [record.levelname for record in caplog.records].count("WARNING") >= 1


def test_a_process_ends_when_its_server_is_gone(tmp_path: Path) -> None:
    """Even one that thinks forever: a server that is killed outright ends nothing itself."""
    program = tmp_path / "server.py"
    program.write_text(
        "import asyncio, os, signal\n"
        "from dragonhoard.server.bots import Thinker\n"
        "async def act():\n"
        "    thinker = Thinker()\n"
        "    await thinker.start()\n"
        "    await asyncio.sleep(1)\n"
        "    print(thinker.pids[0], flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(act())\n",
        encoding="utf-8",
    )

    async def act() -> None:
        server = await asyncio.create_subprocess_exec(sys.executable, str(program), stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2])
        out, _ = await server.communicate()
        until = time.monotonic() + 20
        while is_alive(int(out)) and not is_zombie(int(out)):
            assert time.monotonic() < until
            await asyncio.sleep(0.05)

    run(act())


def is_zombie(pid: int) -> bool:
    """Nobody here may collect the child of a process that was killed; it has ended all the same."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False


def test_only_what_is_new_is_sent() -> None:
    async def act() -> None:
        sent: list[Question] = []
        thinker = Thinker()
        worker = thinker._workers[0]
        ask = worker._question

        def noted(*given: Any) -> Question:
            sent.append(ask(*given))
            return sent[-1]

        worker._question = noted  # type: ignore[method-assign]
        every = tables(thinker=thinker)
        table = await opened(every, "seven-dragons", "pc")
        await played_on(table, await pages(every, table), dh.Dice(3), until=45)
        assert sent[0].record is not None and sent[0].keep == 0
        assert len(sent) > 2 and all(question.record is None and question.keep > 0 and 0 < len(question.moves) <= 8 for question in sent[1:])
        assert all("known-to 1" in (question.record or "known-to 1") for question in sent)
        await every.close()

    run(act())


def test_what_was_taken_back_is_forgotten_and_what_is_forgotten_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act() -> None:
        monkeypatch.setattr("dragonhoard.server.bots.KEPT", 2)
        thinker = Thinker(2)
        await thinker.start()
        assert len(set(thinker.pids)) == 2
        match = dh.GAMES["dragon-inferno"].playout(1, 1).at(20)
        seat = match.mover
        assert isinstance(seat, int)

        async def asked(table: str) -> str:
            return await thinker.think(table, seat, "greedy", match.record(seat=seat), 5, 1.0)

        best = await asked("t")
        legal = match.legal_moves()
        match.undo()
        while match.mover != seat:
            match.undo()
        other = await asked("t")  # a shorter past than the process has
        assert best in legal and other in match.legal_moves()
        assert [await asked(f"t{number}") for number in range(6)] == [other] * 6 and await asked("t0") == other
        thinking = asyncio.create_task(asked("t"))
        await asyncio.sleep(0)
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        assert await asked("t") == other  # not the answer to the question that was cut off
        await thinker.close()

    run(act())


def test_answers_are_told_apart_from_trouble() -> None:
    assert Answer("draw").move == "draw" and Answer(trouble="x").move is None
