"""Tables: from opening to rematch, and what happens when the log, a bot or a player misbehaves."""

import asyncio
from typing import Any

import msgspec
import pytest

import dragonhoard as dh
from dragonhoard.contract import GameError
from dragonhoard.server import messages as m
from dragonhoard.server.chance import TableChance
from dragonhoard.server.log import Code, LogTrouble, MemoryLog, Place, Step, open_log
from dragonhoard.server.past import Refusal, derived
from dragonhoard.server.table import MOST_RECALLED, MOST_TOLD, SLICE, Tables
from tests.server.tables import (
    AtOnce,
    Clock,
    Page,
    again_from_log,
    alike,
    chairs,
    events_of,
    opened,
    pages,
    played_on,
    quiet,
    run,
    seated,
    tables,
)

EVERY = [(key, seats) for key, game in dh.GAMES.items() for seats in {game.seats.start, game.seats.stop - 1}]


async def refused(act: Any, code: str) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        await act
    assert refusal.value.code == code
    assert refusal.value.sentence("en") != refusal.value.sentence("de")
    return refusal.value


# ------------------------------------------------------------------ whole matches
@pytest.mark.parametrize(("key", "seats"), EVERY)
def test_a_match_is_played_to_its_end_and_comes_back_from_its_log(key: str, seats: int) -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, key, "po" + "c" * (seats - 2))
        everybody = await pages(every, table)
        dice = dh.Dice(5)
        await played_on(table, everybody, dice, until=12)
        await alike(every, table)
        await played_on(table, everybody, dice)
        await alike(every, table)
        match = table.past.match
        assert match is not None and table.past.phase == "over"
        for page in everybody:
            assert page.now["outcome"]["winners"] == list(match.outcome.winners) and page.now["phase"] == "over"
            assert page.now["outcome"]["sentence"] == match.outcome_sentence("en") and page.now["moves"] == []
        assert dh.read_record(await table.record("ben", 1)) == match
        await every.close()

    run(act())


@pytest.mark.parametrize("key", list(dh.GAMES))
def test_every_outcome_of_chance_comes_from_the_stream_of_its_own_event(key: str) -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, key, "po")
        everybody = await pages(every, table)
        await played_on(table, everybody, dh.Dice(9), until=30)
        chance = TableChance(await every.log.secret_of(table.key) or b"")
        match, drawn = None, 0
        for number, event in await events_of(every, table):
            if isinstance(event, m.MatchStarted):
                match = dh.GAMES[key].match(seats=2, **table.past.options)
            elif isinstance(event, m.Happened):
                assert match is not None and match.copy().roll(chance.at(number)) == event.move
                match.play(event.move)
                drawn += 1
            elif isinstance(event, m.Moved):
                assert match is not None
                match.play(event.move, seat=event.seat)
        assert drawn >= 5

    run(act())


def test_a_move_and_the_chance_after_it_are_one_step() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "seven-dragons", "po")
        everybody = await pages(every, table)
        before = len(await every.log.steps(table.key))
        mover = table.past.match.mover  # type: ignore[union-attr]
        await everybody[mover].play_any(dh.Dice(1))
        steps = (await every.log.steps(table.key))[before:]
        assert len(steps) == 1 and isinstance(m.decode_events(steps[0].body)[0], m.Moved)
        assert isinstance(table.past.match.mover, int)  # type: ignore[union-attr]

    run(act())


# ------------------------------------------------------------------ moves: stale, repeated, refused
def test_a_stale_move_is_refused_after_the_fresh_view() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "dragon-inferno", "po")
        ann, ben = await pages(every, table)
        page = ann if ann.now["moves"] else ben
        other = ben if page is ann else ann
        old = page.now["changed"]
        move = page.now["moves"][0]
        assert [each["t"] for each in await page.play(move, "first")] == ["done", "now"]
        late = await page.play(page.now["moves"][0] if page.now["moves"] else move, "second", after=old)
        assert [each["t"] for each in late] == ["now", "refused"] and late[1]["code"] == "stale"
        assert late[0]["number"] == table.past.number and late[0]["changed"] == table.past.changed
        assert (await other.look_up())[0]["t"] == "now"

    run(act())


def test_joining_renaming_and_wishes_make_no_move_stale() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "drachenwurf", "po")
        ann, ben = await pages(every, table)
        mover = ann if ann.now["moves"] else ben
        old = mover.now["changed"]
        await table.rename("ben", 1, "Benedikt")
        assert table.past.number > old == table.past.changed
        assert (await mover.play(mover.now["moves"][0], after=old))[0]["t"] == "done"
        assert mover.now["seats"][1]["name"] == "Benedikt" and table.past.match.names == ("Ann", "Benedikt")  # type: ignore[union-attr]
        await alike(every, table)

    run(act())


def test_a_repeated_request_is_answered_alike_also_after_a_restart() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "dragon-inferno", "po")
        everybody = await pages(every, table)
        page = everybody[table.past.match.mover]  # type: ignore[union-attr, index]
        other = everybody[1 - table.past.match.mover]  # type: ignore[union-attr, operator]
        after, move = page.now["changed"], page.now["moves"][3]
        first = await page.play(move, "same", after)
        number = table.past.number
        assert (await page.play(move, "same", after))[0] == first[0] and table.past.number == number
        anew = tables(every.log)
        back = await Page.open(anew, table.key, page.watcher.who, page.watcher.seat)
        assert (await back.play(move, "same", after))[0] == first[0]
        assert (await anew.table(table.key)).past.number == number
        assert (await other.play(other.now["moves"][0] if other.now["moves"] else move, "same", after))[-1]["t"] == "refused"  # another's own id

    run(act())


def test_what_is_not_legal_is_refused_with_its_reason() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "dragon-master", "po", start="0")
        ann, ben = await pages(every, table)
        number = table.past.number
        wrong = (await ann.play(ann.now["moves"][0].replace("0,0", "3,3")))[-1]
        assert (wrong["t"], wrong["code"], wrong["section"]) == ("refused", "first-card", "2.3") or wrong["section"]
        assert wrong["sentence"].startswith("The first card")
        for text, code in (("nonsense", "not-a-move"), ("deal ?", "not-a-move")):
            assert (await ann.play(text))[-1]["code"] == code
        assert (await ben.play(ann.now["moves"][0]))[-1]["code"] == "turn"
        assert table.past.number == number

    run(act())


def test_two_servers_race_for_one_event_and_one_wins() -> None:
    async def act() -> None:
        for seed in range(40):
            log = MemoryLog()
            one = tables(log)
            table = await seated(one, "drachenwurf", "po")
            other = tables(log)
            seat = table.past.match.mover  # type: ignore[union-attr]
            who = ("ann", "ben")[seat]  # type: ignore[index]
            first, second = await Page.open(one, table.key, who, seat), await Page.open(other, table.key, who, seat)  # type: ignore[arg-type]
            dice = dh.Dice(seed)
            moves, after = first.now["moves"], first.now["changed"]
            answers = await asyncio.gather(
                *(page.play(moves[dice.below(len(moves))], name, after) for page, name in ((first, "one"), (second, "other")))
            )
            kinds = [[answer["t"] for answer in each] for each in answers]
            assert sorted(kinds) == [["done", "now"], ["now", "refused"]]
            assert first.now["view"] == second.now["view"] and first.now["number"] == second.now["number"]

    run(act())


# ------------------------------------------------------------------ the log has trouble
class Moody(MemoryLog):
    """A log that can be told to wait, to fail, and to fail after it has written."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.waiting = 0
        self.fails: list[str] = []
        self.written: asyncio.Future[Any] | None = None

    async def append(self, step: Step, **more: Any) -> bool:
        self.written = asyncio.ensure_future(self._appended(step, **more))
        return await asyncio.shield(self.written)  # written, whoever waits

    async def passed(self) -> None:
        if self.written is not None:
            await asyncio.wait([self.written])

    async def _appended(self, step: Step, **more: Any) -> bool:
        self.waiting += 1
        await self.gate.wait()
        mood = self.fails.pop(0) if self.fails else ""
        if mood in ("down", "refused", "unknown"):
            raise LogTrouble(mood)  # type: ignore[arg-type]
        mine = await super().append(step, **more)
        if mood == "written":
            raise LogTrouble("unknown")
        return mine

    async def steps(self, table: str, since: int = 0) -> list[Step]:
        if self.fails and self.fails[0] == "blind":
            self.fails.pop(0)
            raise LogTrouble("down")
        return await super().steps(table, since)


def test_nobody_is_told_before_it_is_on_disk() -> None:
    async def act() -> None:
        log = Moody()
        every = tables(log)
        table = await seated(every, "seven-dragons", "po")
        everybody = await pages(every, table)
        for page in everybody:
            await page.look_up()
        mover = table.past.match.mover  # type: ignore[union-attr]
        before = [m.encode(await table.now(page.watcher.who, page.watcher.seat)) for page in everybody]
        log.gate.clear()
        playing = asyncio.create_task(everybody[mover].play_any(dh.Dice(2)))  # type: ignore[index]
        for _ in range(20):
            await asyncio.sleep(0)
        assert not playing.done() and not any(page.watcher.flag.is_set() for page in everybody)
        assert before == [m.encode(await table.now(page.watcher.who, page.watcher.seat)) for page in everybody]
        late = await Page.open(every, table.key, "ann", 0)
        assert late.now["ply"] == everybody[0].now["ply"]
        log.gate.set()
        assert (await playing)[0]["t"] == "done" and all([await page.look_up() or page is everybody[mover] for page in everybody])  # type: ignore[index]

    run(act())


@pytest.mark.parametrize("mood", ["down", "refused", "unknown"])
def test_what_was_not_written_is_asked_for_again(mood: str) -> None:
    async def act() -> None:
        log = Moody()
        every = tables(log)
        table = await seated(every, "dragon-master", "po", start="0")
        ann, _ = await pages(every, table)
        log.fails = [mood]
        move = ann.now["moves"][0]
        assert (await ann.play(move, "x"))[-1]["code"] == "retry"
        await alike(every, table)
        assert (await ann.play(move, "x"))[0]["t"] == "done"
        await alike(every, table)

    run(act())


def test_what_was_written_although_the_log_does_not_know_is_found() -> None:
    async def act() -> None:
        log = Moody()
        every = tables(log)
        table = await seated(every, "dragon-master", "po", start="0")
        ann, ben = await pages(every, table)
        log.fails = ["written"]
        number = table.past.number
        assert (await ann.play(ann.now["moves"][0], "x"))[0] == {"t": "done", "id": "x", "number": number + 1}
        assert (await ben.look_up())[0]["ply"] == ann.now["ply"]
        log.fails = ["written", "blind"]
        move = ben.now["moves"][0]
        assert (await ben.play(move, "y"))[-1]["code"] == "retry"  # the log could not be read either
        assert (await ben.play(move, "y"))[0]["t"] == "done"
        await alike(every, table)

    run(act())


def test_who_goes_away_in_the_middle_has_moved_all_the_same() -> None:
    async def act() -> None:
        log = Moody()
        every = tables(log)
        table = await seated(every, "dragon-master", "po", start="0")
        ann, ben = await pages(every, table)
        await ben.look_up()
        log.gate.clear()
        playing = asyncio.create_task(ann.play(ann.now["moves"][0], "x"))
        for _ in range(5):
            await asyncio.sleep(0)
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing
        log.gate.set()
        for _ in range(10):
            await asyncio.sleep(0)
        assert (await ben.look_up())[0]["moves"] and table.past.answers[0, "x"]
        await alike(every, table)
        await every.close()

    run(act())


def test_a_request_that_is_cut_off_leaves_nothing_behind(database: str) -> None:
    """Cut off while its step is being written, over a real log: the step counts, everybody is told, and asking again is answered alike."""

    async def act() -> None:
        log = open_log(database)
        every = tables(log)
        table = await seated(every, "dragon-master", "po", start="0")
        everybody = ann, ben = await pages(every, table)
        for number in range(10):
            for page in everybody:
                await page.look_up()
            page = ann if ann.now["moves"] else ben
            playing = asyncio.create_task(page.play(page.now["moves"][0], f"x{number}"))
            for _ in range(number % 4):
                await asyncio.sleep(0)
            playing.cancel()
            await asyncio.wait([playing])
            while every._tasks:
                await asyncio.wait(every._tasks)
            assert not table._is_doubtful
            assert (await page.play(page.now["moves"][0], f"x{number}"))[0]["t"] == "done"
        assert sum(isinstance(event, m.Moved) for _, event in await events_of(every, table)) == 10
        await alike(every, table)
        await every.close()
        await log.close()

    run(act())


# ------------------------------------------------------------------ taking back
def test_a_tile_that_woke_a_dragon_can_be_taken_back() -> None:
    async def act() -> None:
        found = 0
        for seed in range(30):
            every = tables()
            table = await seated(every, "dragon-inferno", "po")
            ann, ben = everybody = await pages(every, table)
            dice = dh.Dice(seed)
            while table.past.phase == "playing":
                for page in everybody:
                    await page.look_up()
                page = ann if ann.now["moves"] else ben
                before = page.now
                await page.play_any(dice)
                if page.now["moves"]:  # the same seat again: a dragon is woken
                    assert page.now["undo"] == before["ply"]
                    number = table.past.number
                    answers = await page.say(m.Undo("u", page.now["changed"], before["ply"]))
                    assert answers[0]["t"] == "done" and table.past.number == number + 1 == table.past.changed
                    assert page.now["moves"] == before["moves"] and page.now["told_from"] <= before["ply"] == page.now["ply"]
                    assert page.now["view"] == before["view"]
                    await alike(every, table)
                    found += 1
                    break
            if found == 2:
                return
        raise AssertionError("no dragon woke")

    run(act())


def test_nothing_else_is_taken_back() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "drachenwurf", "po")
        everybody = ann, ben = await pages(every, table)
        page = ann if ann.now["moves"] else ben
        assert page.now["undo"] is None
        for ply in (0, page.now["ply"] - 1, page.now["ply"], page.now["ply"] + 5):
            assert (await page.say(m.Undo(f"u{ply}", page.now["changed"], ply)))[-1]["code"] == "undo"
        await played_on(table, everybody, dh.Dice(4), until=table.past.match.ply + 6)  # type: ignore[union-attr]
        for page in everybody:
            free = table.past.match.free_undo(page.watcher.seat)  # type: ignore[union-attr, arg-type]
            assert page.now["undo"] == free
            assert (await page.say(m.Undo("v", page.now["changed"], 0)))[-1]["code"] == "undo"

    run(act())


# ------------------------------------------------------------------ before play
def test_play_begins_by_itself_when_every_seat_is_taken() -> None:
    async def act() -> None:
        every = tables()
        table = await opened(every, "drachenwurf", "poo")
        ann = await Page.open(every, table.key, "ann", 0)
        assert ann.now["phase"] == "waiting" and ann.now["view"] is None and ann.now["opener"]
        first = await table.invite("ann", 1)
        await every.sit_down(m.SitDown("Ben", token=first.token), "ben")
        assert (await ann.look_up())[0]["phase"] == "waiting"
        await table.arrange("ann", 2, m.Chair("computer", bot="random"))
        await quiet(table)
        assert (await ann.look_up())[0]["phase"] == "playing" and ann.now["seats"][2]["bot"] == "random"
        for act_of in (table.arrange("ann", 1, m.Chair("open")), table.withdraw("ann"), table.invite("ann", 1)):
            await refused(act_of, "begun")

    run(act())


def test_the_opener_arranges_and_nobody_else() -> None:
    async def act() -> None:
        every = tables()
        table = await opened(every, "drachenwurf", "poo")
        token = (await table.invite("ann", 1)).token
        await every.sit_down(m.SitDown("Ben", token=token), "ben")
        ben = await Page.open(every, table.key, "ben", 1)
        for act_of in (table.arrange("ben", 2, m.Chair("open")), table.withdraw("ben"), table.invite("ben", 2)):
            await refused(act_of, "not-opener")
        await refused(table.invite("ann", 1), "not-open")
        await refused(table.invite("ann", 5), "no-seat")
        await refused(table.arrange("ann", 2, m.Chair("computer", bot="exec:ls")), "bot")
        await table.arrange("ann", 1, m.Chair("open"))  # frees the seat; its invitation opens nothing any more
        closed = await ben.look_up()
        assert closed[0]["t"] == "closed" and closed[0]["code"] == "no-seat" and ben.watcher.is_over
        await refused(every.sit_down(m.SitDown("Ben", token=token), "ben"), "void")
        await table.arrange("ann", 1, m.Chair("person", "Anna"))  # same screen
        assert table.past.seats_of("ann") == [0, 1] and table.past.names()[1] == "Anna"
        await table.arrange("ann", 0, m.Chair("computer"))
        await table.arrange("ann", 1, m.Chair("open"))
        await refused(table.arrange("ann", 1, m.Chair("computer")), "chairs") if table.past.seats[2].kind == "computer" else None
        ann = await Page.open(every, table.key, "ann", None)
        assert ann.now["mine"] == [] and ann.now["phase"] == "waiting"
        await table.withdraw("ann")
        await table.withdraw("ann")  # twice is once
        assert (await ann.look_up())[0]["phase"] == "withdrawn"
        await refused(table.invite("ann", 1), "withdrawn")
        await alike(every, table)

    run(act())


def test_a_table_of_computers_alone_is_none() -> None:
    async def act() -> None:
        every = tables()
        await refused(opened(every, "drachenwurf", "ccc"), "chairs")
        await refused(every.open(m.NewTable("chess", chairs("pp")), "ann", "Ann"), "game")
        for spec in ("exec:ls", "python:os:system", "greedy:5", "random ", "Greedy", ""):
            await refused(every.open(m.NewTable("drachenwurf", [m.Chair("person"), m.Chair("computer", bot=spec)]), "ann", "Ann"), "bot")
        for name in ("", "  ", "x" * 25, "a\u200bb", "a\nb\x00"):
            await refused(every.open(m.NewTable("drachenwurf", chairs("pc")), "ann", name), "name")
        for options in ({"seats": 3}, {"names": "x"}, {"position": "x"}, {"self": 1}, {"egg_points": 9}, {"eggs": 1}):
            with pytest.raises(dh.BadOption):
                await opened(every, "drachenwurf", "pc", **options)
        with pytest.raises(dh.BadOption):
            await opened(every, "dragon-master", "ppp")
        with pytest.raises(dh.NotAComponentSet):
            await opened(every, "dragon-inferno", "pp", components="none")
        assert await every.log.tables() == []

    run(act())


def test_names_at_a_table_are_told_apart() -> None:
    async def act() -> None:
        every = tables()
        answer = await every.open(m.NewTable("drachenwurf", [m.Chair("person", "Mira"), m.Chair("person"), *chairs("ccco")]), "ann", "Mira")
        table = await every.table(answer.table)
        names = table.past.names()
        assert names[:2] == ["Mira", "Mira 2"] and len(set(names)) == 6 and "Mira" not in names[2:5]
        token = (await table.invite("ann", 5)).token
        await every.sit_down(m.SitDown("  Orm ", token=token), "ben")
        await quiet(table)
        assert table.past.names()[5] not in table.past.names()[:5]
        await table.rename("ben", 5, "Mira")
        assert table.past.names()[5] == "Mira 3"
        await refused(table.rename("ben", 0, "Ben"), "no-seat")

    run(act())


# ------------------------------------------------------------------ invitations
def test_an_invitation_is_looked_at_and_used_once() -> None:
    async def act() -> None:
        every = tables()
        table = await opened(every, "seven-dragons", "poo", move_bonus=1)
        first = (await table.invite("ann", 1)).token
        token = (await table.invite("ann", 1)).token
        assert first != token
        await refused(every.knock(m.Knock(token=first), "ben"), "void")  # a later one makes it void
        for _ in range(3):
            seen = await every.knock(m.Knock(token=token), "ben")
            assert (seen.table, seen.seat, seen.open, seen.mine, seen.options) == (table.key, 1, True, False, {"move_bonus": 1})
        await refused(every.sit_down(m.SitDown("\t", token=token), "ben"), "name")
        assert await every.sit_down(m.SitDown("Ben", token=token), "ben") == m.Opened(table.key, 1)
        number = table.past.number
        assert await every.sit_down(m.SitDown("Benno", token=token), "ben") == m.Opened(table.key, 1) and table.past.number == number
        used = await every.knock(m.Knock(token=token), "cleo")
        assert not used.open and used.seats[1].name == "Ben" and not used.mine
        assert (await every.knock(m.Knock(token=token), "ben")).mine
        taken = await refused(every.sit_down(m.SitDown("Cleo", token=token), "cleo"), "taken")
        assert "Ben" in taken.sentence("de")
        for wrong in ("x" * 40, table.key + "A" * 43, "aaaaaaaaaaaa" + str(token)[12:]):
            await refused(every.knock(m.Knock(token=wrong), "ben"), "void")
        log = b"".join(step.body for step in await every.log.steps(table.key))
        assert token is not None and token[12:].encode() not in log

    run(act())


def test_a_spoken_code_lapses_is_used_once_and_cannot_be_guessed() -> None:
    class Slow(MemoryLog):
        async def code(self, digest: str, now: int) -> Code | None:
            await asyncio.sleep(0)
            return await super().code(digest, now)

    async def act() -> None:
        clock = Clock()
        every = tables(Slow(), clock=clock)
        table = await opened(every, "seven-dragons", "poo")
        old = (await table.invite("ann", 1, spoken=True)).code or ""
        clock.now += 59 * 60
        assert (await every.knock(m.Knock(code=old.upper().replace("-", "  ")), "ben")).open
        new = (await table.invite("ann", 1, spoken=True, lang="de")).code or ""
        await refused(every.knock(m.Knock(code=old), "ben"), "void")
        clock.now += 61 * 60
        await refused(every.knock(m.Knock(code=new), "ben"), "void")
        code = (await table.invite("ann", 2, spoken=True)).code or ""
        assert await every.sit_down(m.SitDown("Ben", code=code), "ben") == m.Opened(table.key, 2)
        await refused(every.sit_down(m.SitDown("Cleo", code=code), "cleo"), "void")
        clock.now += 3600
        codes = [m.Knock(code=f"no such code {letter}") for letter in "abcdefghijklmnopqrstuvwxyz"]
        answers = await asyncio.gather(*(every.knock(code, "eve") for code in codes), return_exceptions=True)  # all at once
        assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["void"] * 20 + ["too-many"] * 6
        right = (await table.invite("ann", 1, spoken=True)).code or ""
        await refused(every.knock(m.Knock(code=right), "ben"), "too-many")  # a right one would tell
        clock.now += 60
        assert (await every.knock(m.Knock(code=right), "ben")).open
        spent = 20
        while spent < 1000:
            clock.now += 3.01
            try:
                await every.knock(m.Knock(code="no such code"), "ben")
            except Refusal as refusal:
                if refusal.code == "too-many":
                    break
                spent += 1
        assert 200 <= spent < 250

    run(act())


# ------------------------------------------------------------------ who sees what
def test_strangers_are_told_nothing() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "seven-dragons", "po")
        for who, seat in (("eve", None), ("eve", 0), ("ben", 0), ("ann", 1), ("ann", 5)):
            await refused(every.watch(m.Hello(table.key, seat), who), "no-seat")
            await refused(table.now(who, seat), "no-seat")
            await refused(table.record(who, seat), "no-seat")
        await refused(every.watch(m.Hello("aaaaaaaaaaaa", None), "ann"), "gone")
        assert not table._watchers

    run(act())


def test_on_one_screen_each_seat_sees_its_own_and_nobody_sees_the_rest() -> None:
    async def act() -> None:
        every = tables()
        table = await opened(every, "dragon-master", "pp", start="0")
        match = table.past.match
        assert match is not None
        for seat in (0, 1, None):
            page = await Page.open(every, table.key, "ann", seat)
            assert page.now["mine"] == [0, 1] and page.now["seat"] == seat
            assert msg(page.now["view"]) == msg(match.view(seat)) and page.now["spots"] == match.spots(seat)
            assert bool(page.now["moves"]) == (seat == 0)
            if seat is None:
                assert (await page.play("0 0,0"))[-1]["code"] == "no-seat"
                assert (await page.say(m.Look("l", page.now["changed"], ["0 0,0"])))[-1]["code"] == "no-seat"
            page.close()

    run(act())


def msg(value: Any) -> Any:
    return m.encode(value)


@pytest.mark.parametrize("key", list(dh.GAMES))
def test_the_mover_is_asked_and_the_others_are_told(key: str) -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, key, "po")
        seats = [await Page.open(every, table.key, who, seat) for seat, who in enumerate(("ann", "ben"))]
        for page in seats:
            await page.look_up()
        mover = seats[0].now["mover"]
        asked, told = seats[mover].now["prompt"], seats[1 - mover].now["prompt"]
        assert asked != told and "Ann" not in asked and told.startswith(("Ann", "Ben"))

    run(act())


def test_two_sockets_of_a_seat_cost_once() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "seven-dragons", "po")
        one, two = [await Page.open(every, table.key, "ann", 0) for _ in range(2)]
        ben = await Page.open(every, table.key, "ben", 1)
        await one.look_up(), await two.look_up()
        page = ben if ben.now["moves"] else one
        await page.play_any(dh.Dice(3))
        await one.look_up(), await two.look_up(), await ben.look_up()
        assert len(table._frames) == 2 and one.frames[-1] is two.frames[-1]

    run(act())


def test_a_page_that_comes_back_is_told_what_happened_meanwhile() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "drachenwurf", "po")
        everybody = await pages(every, table)
        await played_on(table, everybody, dh.Dice(8), until=20)
        after, ply = table.past.number, table.past.match.ply  # type: ignore[union-attr]
        await played_on(table, everybody, dh.Dice(8), until=24)
        back = await Page.open(every, table.key, "ann", 0, after)
        told = back.now["told"]
        assert back.now["told_from"] == ply == told[0]["ply"] and back.now["back"] == sum(line["mover"] != "chance" for line in told) > 0
        fresh = await Page.open(every, table.key, "ann", 0)
        assert fresh.now["back"] == 0 and fresh.now["told_from"] == 0
        await played_on(table, everybody, dh.Dice(8), until=150)
        fresh = await Page.open(every, table.key, "ann", 0)
        assert fresh.now["told_from"] == fresh.now["ply"] - MOST_TOLD and len(fresh.now["told"]) == MOST_TOLD
        heard = (await fresh.say(m.Recall("r", 3, fresh.now["told_from"])))[0]["told"]
        assert [line["ply"] for line in heard] == list(range(3, min(3 + MOST_RECALLED, fresh.now["told_from"])))
        match = table.past.match
        assert match is not None and [line["sentence"] for line in heard] == [line["sentence"] for line in match.told(0, 0, "en")[3 : 3 + len(heard)]]
        assert (await fresh.say(m.Recall("r", 9, 9)))[0]["told"] == (await fresh.say(m.Recall("r", 2**30, 2**31 - 1)))[0]["told"] == []
        later = await Page.open(every, table.key, "ann", 0, 2**31 - 1)  # a page that knows more than there is
        assert later.now["told"] == []

    run(act())


def test_looking_changes_nothing_and_tells_reasons() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "dragon-master", "po", start="0")
        ann, ben = await pages(every, table)
        move = ann.now["moves"][0]
        asked = [move, move.replace("0,0", "1,1"), "nonsense"]
        looked = (await ann.say(m.Look("l", ann.now["changed"], asked)))[0]
        assert looked["at"] == table.past.changed
        legal, illegal, none = looked["answers"]
        match = table.past.match
        assert match is not None and legal["legal"] and legal["sentence"] == match.preview([move], "en")[0]["sentence"] and legal["changes"]
        assert not illegal["legal"] and illegal["code"] == "first-card" and illegal["section"]
        assert not none["legal"] and none["code"] == "not-a-move"
        others = (await ben.say(m.Look("l", ben.now["changed"], [move])))[0]["answers"][0]
        assert (others["legal"], others["code"]) == (False, "turn")
        await ann.play(move)
        assert [each["t"] for each in await ann.say(m.Look("l", 1, [move]))] == ["now", "refused"]

    run(act())


def test_presence_is_told_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "drachenwurf", "po")
        ann = await Page.open(every, table.key, "ann", 0)
        ben = await Page.open(every, table.key, "ben", 1)
        heard = await ann.look_up()
        assert [each["t"] for each in heard] == ["presence"] and heard[0]["seats"][1]["here"]
        second = await Page.open(every, table.key, "ben", None)
        assert await ann.look_up() == []  # he was here already
        ben.close()
        assert await ann.look_up() == []
        second.close()
        assert await ann.look_up() == []
        third = await Page.open(every, table.key, "ben", 1)  # a reload, or a hand-over
        for _ in range(3):
            await asyncio.sleep(0)
        assert await ann.look_up() == []
        monkeypatch.setattr("dragonhoard.server.table.GRACE", 0)
        third.close()
        await asyncio.sleep(0.01)
        assert (await ann.look_up())[0]["seats"][1]["here"] is False

    run(act())


# ------------------------------------------------------------------ leaving
def test_of_two_the_other_wins() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "seven-dragons", "po")
        ann, ben = await pages(every, table)
        answers = await ben.say(m.Leave("bye"))
        assert answers[0]["t"] == "done" and answers[1]["phase"] == "over" and answers[1]["seats"][1]["left"]
        outcome = (await ann.look_up())[-1]["outcome"]
        assert outcome["winners"] == [0] and outcome["reason"] == "resignation" and "Ben left" in outcome["sentence"]
        assert 'name "Ben (left)"' in await table.record("ann", 0) and 'name "Ben (gegangen)"' in await table.record("ann", 0, "de")
        assert dh.read_record(await table.record("ann", 0)).outcome == table.past.match.outcome  # type: ignore[union-attr]
        await alike(every, table)
        assert (await ben.say(m.Again("a")))[-1]["code"] == "no-seat"
        await ann.say(m.Again("a"))  # alone: the former other seat is open again
        following = await every.table(str(table.past.next))
        assert [seat.kind for seat in following.past.seats] == ["open", "person"] and following.past.phase == "waiting"

    run(act())


def test_with_more_a_computer_plays_on_to_the_end() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "drachenwurf", "poo")
        everybody = await pages(every, table)
        await played_on(table, everybody, dh.Dice(1), until=12)
        gone = everybody.pop(1)
        answers = await gone.say(m.Leave("bye"))
        assert [each["t"] for each in answers] == ["done", "closed"] and answers[1]["code"] == "no-seat"
        await refused(every.watch(m.Hello(table.key, 1), "ben1"), "no-seat")
        await refused(every.watch(m.Hello(table.key, None), "ben1"), "no-seat")
        seat = (await table.now("ann", 0)).seats[1]
        assert (seat.kind, seat.bot, seat.left, seat.name) == ("computer", "greedy", True, "Mira (Ben)")
        assert table.past.match.names[1] == "Mira (Ben)"  # type: ignore[union-attr]
        await played_on(table, everybody, dh.Dice(1), until=30)
        await alike(every, table)
        await everybody[0].say(m.Leave("bye"))
        await everybody[1].say(m.Leave("bye"))  # the last one: computers play it to its end
        await quiet(table)
        assert table.past.phase == "over"
        back = await Page.open(every, table.key, "ben1", 1)  # for the end, who left may look
        assert (
            back.now["outcome"]["sentence"].count("played on") == 3 and "Ben left the table; a computer (greedy)" in back.now["outcome"]["sentence"]
        )
        record = await table.record("ben1", 1)
        assert 'name "Ann (left; greedy)"' in record and dh.read_record(record) == table.past.match
        await alike(every, table)

    run(act())


def test_who_left_finds_the_table_at_home_again_when_it_is_over() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "seven-dragons", "poo")
        assert [line.table for line in (await every.home("ben1")).tables] == [table.key]
        await table.leave("ben1", 1, "bye")
        assert not (await every.home("ben1")).tables and len((await every.home("ben2")).tables) == 1
        await quiet(table)
        await table.leave("ben2", 2, "bye")
        await table.leave("ann", 0, "bye")
        await quiet(table)
        assert table.past.phase == "over" and [line.mine for line in (await every.home("ben1")).tables] == [[1]]

    run(act())


def test_leaving_before_play_frees_the_seat() -> None:
    async def act() -> None:
        every = tables()
        table = await opened(every, "drachenwurf", "poo")
        token = (await table.invite("ann", 1)).token
        await every.sit_down(m.SitDown("Ben", token=token), "ben")
        ben = await Page.open(every, table.key, "ben", 1)
        assert [each["t"] for each in await ben.say(m.Leave("bye"))] == ["done", "closed"]
        assert table.past.seats[1].kind == "open"
        await refused(every.sit_down(m.SitDown("Ben", token=token), "ben"), "void")
        await alike(every, table)

    run(act())


# ------------------------------------------------------------------ again
def test_again_with_the_same_people_everybody_moves_on_by_one_seat() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "drachenwurf", "pco", egg_points=3)
        everybody = ann, ben = await pages(every, table)
        assert (await ann.say(m.Again("early")))[-1]["code"] == "not-over"
        await played_on(table, everybody, dh.Dice(3))
        await ann.say(m.Again("yes"))
        assert [each["t"] for each in await ben.look_up()] == ["presence"] and ben.now["seats"][0]["again"]
        await ann.say(m.Again("no", False))
        await ben.say(m.Again("yes"))
        assert table.past.next is None
        answers = await ann.say(m.Again("yes-then"))
        assert answers[0]["t"] == "done" and answers[1]["next"] == table.past.next
        assert (await ben.look_up())[0]["next"] == table.past.next
        following = await every.table(str(table.past.next))
        assert following.past.names() == [table.past.names()[2], table.past.names()[0], table.past.names()[1]]
        assert [seat.who for seat in following.past.seats] == ["ben", "ann", None] and following.past.seats[2].bot == "greedy"
        assert following.past.options == {"egg_points": 3} and following.past.phase == "playing" and following.past.opener == "ann"
        assert {place.who for place in every.log._places.values() if place.table == following.key} == {"ann", "ben"}  # type: ignore[attr-defined]
        await quiet(following)
        await alike(every, following)
        assert [line.table for line in (await every.home("ben")).tables] == [following.key, table.key]

    run(act())


def test_again_the_computer_that_played_on_stays() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "drachenwurf", "poc")
        ann, ben = await pages(every, table)
        await ben.say(m.Leave("bye"))
        await played_on(table, [ann], dh.Dice(3))
        await ann.say(m.Again("again"))
        following = await every.table(str(table.past.next))
        bot, played_on_bot = table.past.names()[2], table.past.names()[1].removesuffix(" (Ben)")
        assert following.past.names() == [bot, "Ann", played_on_bot] and bot != played_on_bot
        assert [seat.kind for seat in following.past.seats] == ["computer", "person", "computer"] and not any(
            seat.left for seat in following.past.seats
        )
        assert (await every.home("ben")).tables[0].table == table.key  # who left sees the end, and not the next table

    run(act())


def test_the_next_table_is_opened_once_whatever_happens_between() -> None:
    async def act() -> None:
        log = Moody()
        every = tables(log)
        table = await opened(every, "dragon-master", "pp")
        page = await Page.open(every, table.key, "ann", 0)
        await page.say(m.Leave("bye"))
        page = await Page.open(every, table.key, "ann", 1)
        log.fails = ["", "", "down"]  # the wish, the new table, and then the log is gone
        assert (await page.say(m.Again("a")))[0]["t"] in ("done", "refused", "now")
        assert table.past.next is None and len(await log.tables()) == 2
        later = await again_from_log(every, table)  # a server that starts now goes on where the other one ended
        while later.past.next is None:
            await asyncio.sleep(0)
        await page.say(m.Again("b"))
        assert table.past.next == later.past.next and table.past.next in await log.tables() and len(await log.tables()) == 2

    run(act())


def test_a_series_carries_its_wins_and_the_library_says_who_begins() -> None:
    async def act() -> None:
        every = tables()
        table = await opened(every, "dragon-master", "po", series=2)
        token = (await table.invite("ann", 1)).token
        await every.sit_down(m.SitDown("Ben", token=token), "ben")
        starters, wins, dice = [], [], dh.Dice(77)
        for _ in range(12):
            everybody = await pages(every, table)
            assert table.past.names() == ["Ann", "Ben"] and everybody[0].now["series"]["number"] == len(starters) + 1
            starters.append(table.past.match.mover)  # type: ignore[union-attr]
            await played_on(table, everybody, dice)
            outcome = table.past.match.outcome  # type: ignore[union-attr]
            wins.append(outcome.winners)
            told = everybody[0].now["series"]
            assert told["wins"] == [sum(each == (seat,) for each in wins) for seat in (0, 1)] and told["to"] == 2
            for page in everybody:
                await page.say(m.Again("a"))
            former, table = table, await every.table(str(table.past.next))
            await alike(every, former)
            if told["winner"] is not None:
                assert max(told["wins"]) == 2 and table.past.names() == ["Ben", "Ann"] and table.past.wins == [0, 0] and table.past.count == 1
                break
            assert told["winner"] is None
        assert starters == [starters[0] if number % 2 == 0 else 1 - starters[0] for number in range(len(starters))] and len(starters) >= 2

    run(act())


# ------------------------------------------------------------------ bots
class Silly(AtOnce):
    """Fails, raves, and then thinks of something illegal."""

    async def think(self, *asked: Any) -> str:
        self.asked.append(asked)
        if len(self.asked) % 3 == 0:
            raise RuntimeError("no idea")
        return "nonsense" if len(self.asked) % 3 == 1 else "deal ?"


@pytest.mark.parametrize("key", list(dh.GAMES))
def test_whatever_a_bot_does_the_match_goes_on(key: str) -> None:
    async def act() -> None:
        every = tables(thinker=Silly())
        table = await opened(every, key, "pc")
        everybody = await pages(every, table)
        await played_on(table, everybody, dh.Dice(1))
        assert table.past.phase == "over"
        await alike(every, table)

    run(act())


@pytest.mark.parametrize("key", list(dh.GAMES))
def test_a_bot_is_handed_what_its_seat_knows_and_a_seed_of_its_own(key: str) -> None:
    async def act() -> None:
        thinker = AtOnce()
        every = tables(thinker=thinker)
        table = await opened(every, key, "pc")
        await played_on(table, await pages(every, table), dh.Dice(1))
        secret = await every.log.secret_of(table.key) or b""
        seeds = [seed for *_, seed in thinker.asked]
        assert thinker.asked and len(set(seeds)) == len(seeds)
        for _, seat, spec, record, _ in thinker.asked:
            assert (seat, spec) == (1, "greedy") and dh.read_record(record).known_to == 1 and secret.hex() not in record

    run(act())


def test_a_bots_move_cannot_be_taken_back() -> None:
    async def act() -> None:
        every = tables()
        table = await opened(every, "dragon-inferno", "pc")
        (ann,) = everybody = await pages(every, table)
        await played_on(table, everybody, dh.Dice(1), until=16)
        movers = [line["mover"] for line in ann.now["told"]]
        last = max(ply for ply, mover in enumerate(movers) if mover == 1)
        assert ann.now["moves"] and (ann.now["undo"] is None or ann.now["undo"] > last)
        for ply in range(last + 1):
            assert (await ann.say(m.Undo(f"u{ply}", ann.now["changed"], ply)))[-1]["code"] == "undo"

    run(act())


def test_after_a_restart_the_bot_moves_on() -> None:
    async def act() -> None:
        class Never(AtOnce):
            async def think(self, *asked: Any) -> str:
                await asyncio.sleep(1000)
                return ""

        every = tables(thinker=Never())
        table = await opened(every, "dragon-master", "pc", start="1")
        assert table._driver is not None and table.past.match.mover == 1  # type: ignore[union-attr]
        table._driver.cancel()
        anew = tables(every.log)
        again = await anew.table(table.key)
        await quiet(again)
        assert again.past.match.mover == 0  # type: ignore[union-attr]

    run(act())


# ------------------------------------------------------------------ home, memory
def test_home_lists_the_latest_first_until_it_is_removed() -> None:
    async def act() -> None:
        clock = Clock()
        every = tables(clock=clock)
        one = await seated(every, "seven-dragons", "po")
        clock.now += 5
        two = await opened(every, "drachenwurf", "po")
        clock.now += 5
        ann, ben = await pages(every, one)
        await (ann if ann.now["moves"] else ben).play_any(dh.Dice(1))
        home = (await every.home("ann")).tables
        assert [line.table for line in home] == [one.key, two.key] and home[0].last and home[0].phase == "playing" and home[1].opener
        lines = {who: (await every.home(who, "de")).tables[0] for who in ("ann", "ben")}
        assert lines["ann"].turn != lines["ben"].turn and lines["ann"].mine == [0] and lines["ben"].mine == [1]
        assert lines["ann"].last == one.past.match.told(None, one.past.match.ply - 1, "de")[0]["sentence"]  # type: ignore[union-attr]
        await every.remove(one.key, "ann")
        await every.remove(one.key, "eve")
        assert [line.table for line in (await every.home("ann")).tables] == [two.key]
        assert len((await every.home("ben")).tables) == 1 and (await every.home("eve")).tables == []

    run(act())


def test_a_table_is_loaded_once_for_all_who_ask_and_dropped_when_nobody_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act() -> None:
        log = MemoryLog()
        first = tables(log)
        keys = [(await opened(first, "dragon-master", "pp")).key for _ in range(12)]
        every = tables(log)
        found = await asyncio.gather(*(every.table(keys[0]) for _ in range(9)))
        assert len({id(table) for table in found}) == 1
        monkeypatch.setattr("dragonhoard.server.table.KEPT", 5)
        page = await Page.open(every, keys[0], "ann", 0)
        for key in keys:
            await every.table(key)
        assert len(every._tables) == 5 and keys[0] in every._tables
        assert await every.table(keys[0]) is found[0] and (await page.play(page.now["moves"][0]) if page.now["moves"] else True)
        assert (await every.table(keys[1])).past.phase == "playing"

    run(act())


def test_a_table_is_one_and_the_same_for_all_who_watch_it_however_many_are_loaded_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act() -> None:
        monkeypatch.setattr("dragonhoard.server.table.KEPT", 3)
        log = MemoryLog()
        first = tables(log)
        keys = [(await seated(first, "dragon-master", "po")).key for _ in range(12)]
        every = tables(log)  # after a restart everybody comes back at once

        async def both(key: str) -> bool:
            one = await every.watch(m.Hello(key, 0), "ann")
            for _ in range(3):
                await asyncio.sleep(0)
            other = await every.watch(m.Hello(key, 1), "ben")
            return one.table is other.table

        assert all(await asyncio.gather(*(both(key) for key in keys)))
        assert len(every._tables) == len(keys), "whom somebody watches is kept"

    run(act())


def test_what_the_log_derives_is_made_anew_from_the_events() -> None:
    async def act() -> None:
        every = tables()
        table = await opened(every, "drachenwurf", "poo")
        await table.invite("ann", 1, spoken=True)
        code = (await table.invite("ann", 2, spoken=True)).code
        await every.sit_down(m.SitDown("Ben", code=code), "ben")
        await table.invite("ann", 1, spoken=True)
        await table.arrange("ann", 1, m.Chair("open"))
        await table.invite("ann", 1, spoken=True)
        log = every.log
        assert isinstance(log, MemoryLog)
        made = derived(table.key, await log.steps(table.key))
        assert (
            {place[:3] for place in made.places}
            == {place[:3] for place in log._places.values()}
            == {("ann", table.key, "opener"), ("ben", table.key, "seat")}
        )
        assert {code.digest: code for code in made.codes} == log._codes and len(log._codes) == 1
        assert all(isinstance(place, Place) for place in made.places)

    run(act())


def test_whoever_looks_much_lets_others_have_their_turn() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "drachenwurf", "po")
        everybody = ann, ben = await pages(every, table)
        await played_on(table, everybody, dh.Dice(8), until=120)
        page = ann if ann.now["moves"] else ben
        turns = 0

        async def counted() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        counting = asyncio.create_task(counted())
        for asked, least in (
            (page.say(m.Look("l", page.now["changed"], ["nonsense"] * m.MAX_LOOKS)), m.MAX_LOOKS),
            (page.say(m.Recall("r", 0, MOST_RECALLED)), MOST_RECALLED // SLICE),
            (again_from_log(every, table), len(await every.log.steps(table.key)) // SLICE),
            (Page.open(every, table.key, "ann", 0, lang="de"), MOST_TOLD // SLICE),
        ):
            turns = 0
            await asked
            assert turns >= least - 1
        counting.cancel()

    run(act())


def test_what_is_told_in_slices_is_of_one_moment() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "drachenwurf", "po")
        everybody = ann, ben = await pages(every, table)
        await played_on(table, everybody, dh.Dice(8), until=60)
        page, other = (ann, ben) if ann.now["moves"] else (ben, ann)
        seat, who = other.watcher.seat, other.watcher.who
        late = await every.watch(m.Hello(table.key, seat), who)
        telling = asyncio.create_task(late.news())
        await asyncio.sleep(0)
        await page.play_any(dh.Dice(1))
        first = m.encode(msgspec.json.decode((await telling)[0]))
        told = msgspec.json.decode(first)
        assert told["told"][-1]["ply"] == told["ply"] - 1 and told["number"] < table.past.number
        then = msgspec.json.decode((await late.news())[0])
        assert then["told_from"] == told["ply"] and then["number"] == table.past.number and then["told"][-1]["ply"] == then["ply"] - 1

    run(act())


def test_a_bot_whose_process_is_ended_with_the_server_does_not_move() -> None:
    async def act() -> None:
        class Cut(AtOnce):
            def __init__(self) -> None:
                super().__init__()
                self.end = asyncio.Event()

            async def think(self, *asked: Any) -> str:
                await self.end.wait()
                raise RuntimeError("ended")

            async def close(self) -> None:
                self.end.set()

        every = tables(thinker=Cut())
        table = await opened(every, "dragon-master", "pc", start="1")
        await asyncio.sleep(0)
        number = table.past.number
        await every.close()
        assert table.past.number == number and table._driver is None

    run(act())


def test_two_who_take_one_seat_at_once_are_one_and_a_refusal() -> None:
    async def act() -> None:
        every = tables()
        table = await opened(every, "drachenwurf", "po")
        token = (await table.invite("ann", 1)).token
        answers = await asyncio.gather(*(every.sit_down(m.SitDown(who, token=token), who) for who in ("ben", "cleo")), return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in answers) == ["Opened", "Refusal"]

    run(act())


# ------------------------------------------------------------------ rarer things
def test_before_play_nothing_is_played_and_after_withdrawing_nothing_at_all() -> None:
    async def act() -> None:
        every = tables()
        table = await opened(every, "drachenwurf", "poo")
        ann = await Page.open(every, table.key, "ann", 0)
        token = (await table.invite("ann", 1)).token
        await refused(table.record("ann", 0), "not-begun")
        asked = (m.Play("p", 0, "roll"), m.Look("l", 0, ["roll"]), m.Undo("u", 0, 0), m.Recall("r", 0, 1))
        for message in asked:
            assert (await ann.say(message))[-1]["code"] == "not-begun"
        await table.arrange("ann", 1, m.Chair("computer"))
        await refused(table.sit("ben", 1, "Ben"), "void")
        await table.arrange("ann", 0, m.Chair("open"))
        await table.arrange("ann", 2, m.Chair("computer"))
        await refused(table.arrange("ann", 0, m.Chair("computer")), "chairs")
        await refused(table.arrange("ann", 0, m.Chair("person")), "name")
        await table.arrange("ann", 0, m.Chair("person", "Ann"))
        assert table.past.phase == "playing" and table.past.names()[0] == "Ann"
        table = await opened(every, "drachenwurf", "poo")
        token = (await table.invite("ann", 1)).token
        ann = await Page.open(every, table.key, "ann", 0)
        await table.withdraw("ann")
        await refused(every.sit_down(m.SitDown("Ben", token=token), "ben"), "withdrawn")
        assert (await every.knock(m.Knock(token=token), "ben")).withdrawn
        for message in (*asked, m.Leave("bye"), m.Again("a")):
            assert (await ann.say(message))[-1]["code"] in ("withdrawn", "not-over")
        with pytest.raises(TypeError):
            await ann.watcher.answer(m.Hello(table.key, 0))
        assert (await every.home("ann")).tables[0].phase in ("withdrawn", "playing")

    run(act())


def test_a_log_that_cannot_be_read_or_written_is_said_to_be_so() -> None:
    async def act() -> None:
        log = Moody()
        every = tables(log)
        log.fails = ["down"]
        await refused(opened(every, "dragon-master", "pp"), "retry")
        assert await log.tables() == []
        table = await seated(every, "dragon-master", "po", start="0")
        anew = tables(log)
        log.fails = ["blind"]
        await refused(anew.table(table.key), "retry")
        assert (await anew.table(table.key)).past.number == table.past.number
        ann, _ = await pages(every, table)
        log.fails = ["written", "blind"]
        assert (await ann.play(ann.now["moves"][0], "x"))[-1]["code"] == "retry"
        number = table.past.number
        assert (await table.now("ann", 0)).number > number  # who looks next finds it

    run(act())


def test_of_two_servers_that_move_for_one_bot_one_does() -> None:
    async def act() -> None:
        log = MemoryLog()
        one, other = tables(log), tables(log)
        table = await opened(one, "dragon-master", "pc", start="1")
        twin = await other.table(table.key)
        await asyncio.gather(quiet(table), quiet(twin))
        assert m.encode(await table.now("ann", 0)) == m.encode(await twin.now("ann", 0)) and table.past.match.mover == 0  # type: ignore[union-attr]
        await events_of(one, table)

    run(act())


def test_a_fault_of_our_own_reaches_who_asked_and_the_table_lives(caplog: pytest.LogCaptureFixture) -> None:
    async def act() -> None:
        class Faulty(Counting):
            def play(self, move: str, seat: int | None = None) -> None:
                if move == "fail":
                    raise ZeroDivisionError
                super().play(move, seat)

            def copy(self) -> "Counting":
                return Faulty(self.names, self.ply)

        class FaultyGame(CountingGame):
            def match(self, *, seats: int | None = None, names: tuple[str, ...] = (), **options: Any) -> Counting:
                return Faulty(tuple(names))

        every = Tables(MemoryLog(), games={"counting": FaultyGame()})
        table = await seated(every, "counting", "po")
        ann, _ = await pages(every, table)
        with pytest.raises(ZeroDivisionError):
            await ann.play("fail")
        with pytest.raises(AttributeError):
            await ann.say(m.Leave("bye"))  # which this stub cannot end
        assert [record.levelname for record in caplog.records] == ["ERROR"]
        assert (await ann.play("on"))[0]["t"] == "done"

    run(act())


def test_a_series_goes_on_after_somebody_left() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "dragon-master", "po", series=2, start="1")
        ann, ben = await pages(every, table)
        await ben.say(m.Leave("bye"))
        await ann.look_up()
        await ann.say(m.Again("a"))
        following = await every.table(str(table.past.next))
        assert (following.past.wins, following.past.count, following.past.options) == ([1, 0], 2, {"start": "0"})
        assert [seat.kind for seat in following.past.seats] == ["person", "open"]
        token = (await following.invite("ann", 1)).token
        await every.sit_down(m.SitDown("Cleo", token=token), "cleo")
        assert following.past.match.mover == 0  # type: ignore[union-attr]
        page = await Page.open(every, following.key, "cleo", 1)
        assert page.now["series"] == {"to": 2, "wins": [1, 0], "number": 2, "winner": None}

    run(act())


def test_news_wait_until_there_are_some() -> None:
    async def act() -> None:
        every = tables()
        table = await seated(every, "drachenwurf", "po")
        watcher = await every.watch(m.Hello(table.key, 0), "ann")
        assert len(await watcher.news()) == 1
        waiting = asyncio.create_task(watcher.news())
        watcher.flag.set()
        for _ in range(5):
            await asyncio.sleep(0)
        assert not waiting.done()
        await table.rename("ben", 1, "Benno")
        assert msgspec.json.decode((await waiting)[0])["seats"][1]["name"] == "Benno"

    run(act())


# ------------------------------------------------------------------ another match in its place
class Counting:
    """The smallest thing that a table takes for a match."""

    def __init__(self, names: tuple[str, ...], ply: int = 0) -> None:
        self.names, self.ply, self.options = names, ply, {}  # type: ignore[var-annotated]

    mover = property(lambda self: self.ply % 2 if self.ply < 4 else None)
    outcome = property(lambda self: None if self.ply < 4 else dh.Outcome((0,), (self.ply, 0), "four"))

    def copy(self) -> "Counting":
        return Counting(self.names, self.ply)

    def play(self, move: str, seat: int | None = None) -> None:
        if seat != self.mover or move != "on":
            raise dh.NotYourTurn("nobody")
        self.ply += 1

    def legal_moves(self) -> list[str]:
        return ["on"] if self.ply < 4 else []

    def view(self, seat: int | None) -> dict[str, Any]:
        return {"ply": self.ply}

    def prompt(self, seat: int | None, lang: str) -> str:
        return ""

    def spots(self, seat: int | None, lang: str) -> dict[str, str]:
        return {}

    def told(self, seat: int | None, since: int, lang: str) -> list[dict[str, Any]]:
        return []

    def at(self, ply: int) -> "Counting":
        return Counting(self.names, ply)

    def free_undo(self, seat: int) -> None:
        return None

    def outcome_sentence(self, lang: str) -> str:
        return "Four."


class CountingGame:
    is_hidden = True
    name = "Counting"
    options = ()

    def match(self, *, seats: int | None = None, names: tuple[str, ...] = (), **options: Any) -> Counting:
        return Counting(tuple(names))


def test_a_stub_can_be_put_in_a_matchs_place() -> None:
    async def act() -> None:
        every = Tables(MemoryLog(), games={"counting": CountingGame()})
        table = await seated(every, "counting", "po")
        ann, ben = everybody = await pages(every, table)
        for number in range(4):
            page = everybody[number % 2]
            await page.look_up()
            assert page.now["moves"] == ["on"] and (await page.play("on"))[0]["t"] == "done"
        assert ann.now["view"] == {"ply": 3} and ben.now["outcome"]["scores"] == [4, 0]
        await alike(every, table)

    run(act())


# ------------------------------------------------------------------ many acts in any order
@pytest.mark.parametrize("key", list(dh.GAMES))
@pytest.mark.parametrize("seed", range(3))
def test_live_and_from_the_log_a_table_is_the_same_whatever_is_done(key: str, seed: int) -> None:
    async def act() -> None:
        dice = dh.Dice(seed)
        every = tables()
        kinds = "po" + "c" * (dice.below(2) if dh.GAMES[key].seats.stop > 3 else 0)
        table = await seated(every, key, kinds)
        everybody = await pages(every, table)
        for number in range(60):
            await quiet(table)
            page = everybody[dice.below(2)]
            await page.look_up()
            if page.watcher.is_over:
                continue
            now = page.now
            choice = dice.below(12)
            try:
                if choice < 7 and now["moves"]:
                    await page.play_any(dice)
                elif choice == 7 and now["undo"] is not None:
                    await page.say(m.Undo(f"u{number}", now["changed"], now["undo"]))
                elif choice == 8:
                    await table.rename(page.watcher.who, page.watcher.seat or 0, f"N{dice.below(4)}")
                elif choice == 9:
                    await page.say(m.Again(f"a{number}", bool(dice.below(2))))
                elif choice == 10 and dice.below(8) == 0:
                    await page.say(m.Leave(f"l{number}"))
                elif choice == 11:
                    await page.play(dice_text(dice), after=now["changed"] - dice.below(2))
            except GameError:
                pass
            if number % 10 == 9:
                await quiet(table)
                await alike(every, table, ("en",))
        events = await events_of(every, table)
        assert len(events) == table.past.number and (await again_from_log(every, table)).past.changed == table.past.changed

    run(act())


def dice_text(dice: dh.Dice) -> str:
    return "".join("abc 0123,?"[dice.below(10)] for _ in range(1 + dice.below(9)))
