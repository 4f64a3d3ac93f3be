"""One source of rules, run in two ways: interpreted, on rows that forgive nothing, and compiled; with equal answers bit for bit."""

import ast
import hashlib
import inspect
from array import array
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import pytest

from dragonhoard import bits, dice
from dragonhoard.bits import CHANCE, OVER, SPECTATOR, new_row
from dragonhoard.dice import Dice
from tests.play import Setting, played
from tests.rows import StrictRow

Kernels = Callable[[str], Callable[..., int | None]]
Trace = list[tuple[str, bytes, int | None]]


def every_second(states: list["array[int]"], most: int) -> list[tuple[int, "array[int]"]]:
    return list(enumerate(states))[:: max(1, len(states) // most)]


def trace(setting: Setting, match: Any, most: int, ask: Kernels, row: Callable[[Any], Any], box: Any) -> Trace:
    """What every kernel function answers and leaves behind, in states all along a match, wiped ones included."""
    rules = setting.game.declaration.rules
    states = [match._state(ply) for ply in range(match.ply + 1)]
    found: Trace = []

    def called(name: str, state: Any, *more: Any) -> Any:
        rows = [row(state), *(row(one) if isinstance(one, (array, list)) else one for one in more)]
        answer = ask(name)(box, *rows)
        left = hashlib.sha256(b"".join(content(one) for one in rows if not isinstance(one, int)))
        found.append((name, left.digest(), None if answer is None else int(answer)))
        return rows[0]

    called("start", new_row(rules.STATE_SIZE))
    for ply, state in every_second(states, most):
        out = new_row(rules.OUT_SIZE)
        called("mover", state)
        called("score", state, new_row(max(rules.OUT_SIZE, setting.seats * rules.SCORES)))
        mover = rules.mover(match._box, state)
        if mover == OVER:
            called("winners", state)
            called("reason", state)
            continue
        called("legal", state, out)
        if mover == CHANCE:
            called("odds", state, out)
            for key in range(3):
                called("draw", state, Dice(key + ply).row)
        else:
            for key in range(3):
                called("pick", state, out, Dice(key + ply).row)
        called("apply", state, match._plies[ply].action)
        for seat in range(SPECTATOR, setting.seats):
            wiped = array("q", state)
            rules.wipe(match._box, wiped, seat)
            assert content(called("wipe", state, seat)) == wiped.tobytes()
            called("wipe", wiped, seat)
            called("mover", wiped)
            called("redeal", wiped, seat, Dice(ply * 31 + seat).row)
            if seat == mover >= 0:
                called("legal", wiped, out)
                legal = [out[number] for number in range(rules.legal(match._box, wiped, out))]
                for action in legal[:: max(1, len(legal) // 6)]:
                    called("worth", wiped, seat, action, new_row(rules.STATE_SIZE + rules.OUT_SIZE))
            shown = setting.game.declaration.notation.seen_action(match._box, state, match._plies[ply].action, seat)
            called("apply", wiped, shown)
    return found


def content(row: Any) -> bytes:
    return (array("q", row.values) if isinstance(row, StrictRow) else row).tobytes()  # type: ignore[no-any-return]


def functions(setting: Setting) -> Kernels:
    declaration = setting.game.declaration
    return lambda name: getattr(declaration.evaluate if name == "worth" else declaration.rules, name)  # type: ignore[no-any-return]


def strict(values: Any) -> StrictRow:
    return StrictRow(values)


@pytest.mark.parametrize("number", [0, 1])
def test_the_kernels_keep_to_plain_whole_numbers(setting: Setting, number: int) -> None:
    """On rows that refuse slices, bools, indexes from the end and whatever leaves 64 bits, with the very answers of plain rows."""
    match = played(setting, number)
    most = 10 if number else 40
    plain = trace(setting, match, most, functions(setting), lambda values: array("q", values), match._box)
    assert trace(setting, match, most, functions(setting), strict, StrictRow(match._box, writable=False)) == plain


@pytest.mark.compiler
@pytest.mark.parametrize("number", [0, 1])
def test_compiled_kernels_answer_as_the_interpreted_ones(setting: Setting, number: int) -> None:
    from dragonhoard import compiled

    match = played(setting, number)
    kernels = compiled.compiled(setting.game.declaration)
    interpreted = trace(setting, match, 40, functions(setting), lambda values: array("q", values), match._box)
    assert trace(setting, match, 40, lambda name: getattr(kernels, name), compiled.row, compiled.row(match._box)) == interpreted


@pytest.mark.compiler
def test_playouts_are_the_sum_of_single_playouts(setting: Setting) -> None:
    """Exactly; and it makes no difference whether moves are picked, or chosen from the full list."""
    from dragonhoard import compiled

    game, how, seed, count = setting.game, setting.how, -(2**63) + 5, 4
    matches = [game.playout(seed, number, **how) for number in range(count)]
    plies = decisions = offered = 0
    scores: list[Any] = []
    for match in matches:
        plies += match.ply
        for ply in range(match.ply):
            then = match.at(ply)
            if isinstance(then.mover, int):
                decisions += 1
                offered += len(then.legal_actions())
        assert match.outcome is not None
        scores.append(match._scores())
    sums = tuple(sum(score[seat][part] for score in scores) for seat in range(setting.seats) for part in range(game.declaration.rules.SCORES))
    for by in ("pick", "list"):
        tally = compiled.playouts(game.declaration, matches[0]._box, setting.seats, count, seed, by=by)  # type: ignore[arg-type]
        assert (tally.plies, tally.decisions, tally.moves_offered, tally.score_sums) == (plies, decisions, offered, sums)
    told = game.playouts(count, seed, **how)
    assert (told.matches, told.plies, told.decisions, told.moves_offered) == (count, plies, decisions, offered)
    means = [total / count for total in sums]
    width = game.declaration.rules.SCORES
    assert told.scores == tuple(means[seat] if width == 1 else tuple(means[seat * width : (seat + 1) * width]) for seat in range(setting.seats))
    # match i depends on (seed, i) alone
    assert game.playout(seed, 2, **how) == matches[2]
    last = compiled.playouts(game.declaration, matches[0]._box, setting.seats, 1, seed, first=3)
    assert last.plies == matches[3].ply
    assert game.playouts(0, seed, **how).plies == 0
    many = [compiled.playouts(game.declaration, matches[0]._box, setting.seats, 200, 7, by=by) for by in ("pick", "list")]  # type: ignore[arg-type]
    assert many[0] == many[1]


# ------------------------------------------------------------------ what the compiler for a GPU would refuse, or do otherwise
BUILTINS = {"range", "int", "abs", "min", "max", "bool"}


def kernel_functions(module: ModuleType) -> dict[str, FunctionType]:
    return {name: value for name, value in vars(module).items() if getattr(value, "kernel", False) and value.__module__ == module.__name__}


def faults_of(module: ModuleType) -> list[str]:
    """Whatever in the kernels of a module allocates, raises, recurses, slices, counts from the end or depends on what can vary."""
    kernels, found = kernel_functions(module), []
    for name, function in kernels.items():
        tree = ast.parse(inspect.getsource(function)).body[0]
        assert isinstance(tree, ast.FunctionDef)
        arguments = {argument.arg for argument in tree.args.args}
        walked = [node.iter for node in ast.walk(tree) if isinstance(node, ast.For)]  # over a few constants
        local = arguments | {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        if tree.args.vararg or tree.args.kwarg or tree.args.kwonlyargs or tree.args.defaults:
            found.append(f"{name}: arguments are plain")
        for node in ast.walk(ast.Module(body=tree.body, type_ignores=[])):
            where = f"{module.__name__}.{name}, line {getattr(node, 'lineno', 0)}"
            forbidden = (
                ast.Try, ast.Raise, ast.Assert, ast.With, ast.Lambda, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.Yield, ast.List,
                ast.Dict, ast.Set, ast.Slice, ast.JoinedStr, ast.FunctionDef, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Starred,
                ast.Div, ast.Pow, ast.MatMult, ast.Delete, ast.Match, ast.NamedExpr,
            )  # fmt: skip
            if isinstance(node, forbidden):
                found.append(f"{where}: {type(node).__name__}")
            if isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load) and node not in walked:
                found.append(f"{where}: a tuple")
            if (
                isinstance(node, ast.Constant)
                and type(node.value) not in (int, bool)
                and not (isinstance(node.value, str) and node is tree.body[0].value)
            ):  # type: ignore[attr-defined]
                found.append(f"{where}: {node.value!r}")
            if isinstance(node, ast.Attribute):
                found.append(f"{where}: .{node.attr}")
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.UnaryOp):
                found.append(f"{where}: an index from the end")
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in local:
                value = vars(module).get(node.id)
                if node.id == name:
                    found.append(f"{where}: recursion")
                elif node.id not in BUILTINS and type(value) is not int and not getattr(value, "kernel", False) and value not in PRIMITIVES:
                    found.append(f"{where}: {node.id} is no constant and no kernel")
    return found


PRIMITIVES = [bits.wrap, bits.popcount, bits.lowest, bits.at]


def test_kernels_use_nothing_but_numbers_and_each_other(first: Setting) -> None:
    declaration = first.game.declaration
    rules: Any = declaration.rules
    evaluate: Any = declaration.evaluate
    assert faults_of(rules) == [] and faults_of(evaluate) == [] and faults_of(dice) == []
    assert set(kernel_functions(rules)) >= {
        "start",
        "mover",
        "legal",
        "odds",
        "draw",
        "pick",
        "apply",
        "score",
        "winners",
        "reason",
        "wipe",
        "redeal",
    }
    assert "worth" in kernel_functions(evaluate) and "make_box" not in kernel_functions(rules)


def test_kernel_constants_are_written_once(first: Setting) -> None:
    """Compiled code freezes them, so nothing may assign them a second time."""
    for module in (first.game.declaration.rules, first.game.declaration.evaluate):
        assigned: list[str] = []
        for node in ast.parse(inspect.getsource(module)).body:  # type: ignore[arg-type]
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, (ast.AnnAssign, ast.AugAssign)) else []
            for target in targets:
                assigned += [name.id for name in ast.walk(target) if isinstance(name, ast.Name)]
        assert len(assigned) == len(set(assigned))


def test_wiping_twice_is_wiping_once_and_hides_the_same_from_all_worlds(setting: Setting) -> None:
    match = played(setting)
    rules, box = setting.game.declaration.rules, match._box
    for ply in range(0, match.ply, max(1, match.ply // 12)):
        for seat in range(SPECTATOR, setting.seats):
            once = array("q", match._state(ply))
            rules.wipe(box, once, seat)
            twice = array("q", once)
            rules.wipe(box, twice, seat)
            assert once == twice
            assert rules.mover(box, once) == rules.mover(box, match._state(ply))
            for key in range(2):
                world = array("q", once)
                rules.redeal(box, world, seat, Dice(key).row)
                again = array("q", match._state(ply))
                rules.redeal(box, again, seat, Dice(key).row)
                assert again == world  # it depends on the wiped state alone
                rules.wipe(box, world, seat)
                assert world == once
            if rules.mover(box, once) == seat >= 0:
                out, other = new_row(rules.OUT_SIZE), new_row(rules.OUT_SIZE)
                count = rules.legal(box, once, out)
                assert rules.legal(box, match._state(ply), other) == count and out[:count] == other[:count]
