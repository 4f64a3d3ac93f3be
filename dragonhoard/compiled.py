"""The kernels of the games, compiled: the very code objects of `rules.py` bound to the compiler's names instead of Python's.

The only module that knows Numba, and imported only when bots or playouts ask for it. Compiled code is kept on disk in a folder named by a
hash of everything that went into it. Three laws, each learned from wrong answers (docs/kernels.md):

1. A function is compiled once per process, for one signature; a second version could answer to the first one's symbol.
2. The folder's name hashes sources, frozen constants, flags and versions, since the compiler's own cache looks at none of them.
3. Whatever goes wrong with the disk costs time, never an answer.
"""

import atexit
import contextlib
import hashlib
import inspect
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from array import array
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, Literal

import llvmlite
import numba
import numpy as np
from llvmlite import ir
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.extending import intrinsic

from dragonhoard import bits, dice
from dragonhoard.bits import CHANCE, OVER, Row, kernel, rebind
from dragonhoard.contract import Declaration, State
from dragonhoard.dice import below, word
from dragonhoard.games import DECLARATIONS

NUMBER: Final = numba.types.int64
ROW: Final = numba.types.Array(NUMBER, 1, "C")
ROWS: Final = numba.types.Array(NUMBER, 2, "C")
_NOTHING: Final = numba.types.void

SIGNATURES: Final[dict[str, Any]] = {
    "start": _NOTHING(ROW, ROW),
    "mover": NUMBER(ROW, ROW),
    "legal": NUMBER(ROW, ROW, ROW),
    "odds": NUMBER(ROW, ROW, ROW),
    "draw": NUMBER(ROW, ROW, ROW),
    "pick": NUMBER(ROW, ROW, ROW, ROW),
    "apply": _NOTHING(ROW, ROW, NUMBER),
    "score": _NOTHING(ROW, ROW, ROW),
    "winners": NUMBER(ROW, ROW),
    "reason": NUMBER(ROW, ROW),
    "wipe": _NOTHING(ROW, ROW, NUMBER),
    "redeal": _NOTHING(ROW, ROW, NUMBER, ROW),
    "worth": NUMBER(ROW, ROW, NUMBER, NUMBER, ROW),
}
EVALUATED: Final = ("worth",)  # of evaluate.py; the others are of rules.py

# No reference counts: rows belong to the caller. Without them legal lists are written about 15 % faster.
FLAGS: Final[dict[str, Any]] = {"error_model": "numpy", "_nrt": False}
HELPER_FLAGS: Final[dict[str, Any]] = FLAGS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # called by kernels alone
LOOP_FLAGS: Final[dict[str, Any]] = FLAGS | {"nogil": True}


# ------------------------------------------------------------------ the primitives of bits.py, as the processor has them
@intrinsic  # type: ignore[untyped-decorator]
def _count_ones(context: Any, x: Any) -> Any:
    return NUMBER(NUMBER), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


@intrinsic  # type: ignore[untyped-decorator]
def _count_trailing_zeros(context: Any, x: Any) -> Any:
    return NUMBER(NUMBER), lambda context, builder, signature, arguments: builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))


def _wrap(x: int) -> int:
    return x  # a compiled integer has 64 bits and no more


def _popcount(x: int) -> int:
    return _count_ones(x)  # type: ignore[no-any-return]


def _lowest(x: int) -> int:
    return _count_trailing_zeros(x)  # type: ignore[no-any-return]


def _at(i: int) -> int:
    return np.uint64(i)  # type: ignore[return-value]  # unsigned, so no test whether it counts from the end


# ------------------------------------------------------------------ where compiled code is kept
@cache
def cache_folder() -> Path:
    """The folder of compiled code: $DRAGONHOARD_CACHE, else the user's cache; one that vanishes with the process where nothing can be written."""
    chosen = os.environ.get("DRAGONHOARD_CACHE")
    with contextlib.suppress(OSError, RuntimeError):
        folder = Path(chosen).absolute() if chosen else _user_cache() / "dragonhoard"
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    folder = Path(tempfile.mkdtemp(prefix="dragonhoard-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _user_cache() -> Path:
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"]).absolute()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / ".cache"


def _fingerprint(modules: Iterable[ModuleType]) -> str:
    """A hash of all that the compiled code of these modules can depend on."""
    parts: list[Any] = [numba.__version__, llvmlite.__version__, np.__version__, sys.implementation.cache_tag, platform.machine()]
    parts += [sorted(FLAGS.items()), sorted(HELPER_FLAGS.items()), sorted(LOOP_FLAGS.items())]
    for module in (bits, dice, sys.modules[__name__], *modules):
        parts.append(inspect.getsource(module))
        parts.append(sorted((name, value) for name, value in vars(module).items() if isinstance(value, int)))  # frozen into the code
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


@lru_cache
def _folder_of(module: ModuleType, *below_it: ModuleType) -> Path:
    """The folder for the compiled code of one module; older ones that nobody has used for a month go."""
    name = ".".join(module.__name__.split(".")[-2:])
    folder = cache_folder() / f"{name}-{_fingerprint((module, *below_it))}"
    with contextlib.suppress(OSError):
        if folder.is_dir():
            os.utime(folder)
        else:
            folder.mkdir(parents=True)
            for other in cache_folder().glob(f"{name}-*"):
                if time.time() - other.stat().st_mtime > 30 * 86_400:
                    shutil.rmtree(other, ignore_errors=True)
    return folder


def _disk_cache(function: FunctionType, folder: Path) -> FunctionCache:
    """The compiler's cache for one function, in a folder that is right for as long as its name is: no time stamps needed."""

    class Locator(_CacheLocator):  # type: ignore[misc]
        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return folder.name

        def get_disambiguator(self) -> str:
            return str(function.__code__.co_firstlineno)

        @classmethod
        def from_function(cls, _function: Any, _file: Any) -> Any:
            return cls()

    class Kept(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes: tuple[Any, ...] = (Locator,)

    class Forgiving(FunctionCache):  # type: ignore[misc]
        _impl_class = Kept

        def load_overload(self, signature: Any, context: Any) -> Any:
            try:
                return super().load_overload(signature, context)
            except Exception:  # damaged: compile it again, over what is there
                with contextlib.suppress(OSError):
                    self.flush()
                return None

        def save_overload(self, signature: Any, compiled: Any) -> None:
            with contextlib.suppress(OSError):  # full, or taken away
                super().save_overload(signature, compiled)

    return Forgiving(function)


# ------------------------------------------------------------------ binding
_lock: Final = threading.RLock()
_bound: Final[dict[Any, Any]] = {}  # plain function -> its one compiled version in this process
_done: Final[dict[str, dict[str, Any]]] = {}  # module -> its namespace again, with compiled functions


def _dispatcher(function: FunctionType, flags: dict[str, Any], folder: Path | None) -> Any:
    dispatcher = numba.njit(function, **flags)
    if folder is not None:
        dispatcher._cache = _disk_cache(function, folder)
    return dispatcher


def _natives() -> None:
    for plain, native in ((bits.wrap, _wrap), (bits.popcount, _popcount), (bits.lowest, _lowest), (bits.at, _at)):
        _bound.setdefault(plain, numba.njit(native))


def _namespace(module: ModuleType, kept: Iterable[str], flags: dict[str, Any], *below_it: ModuleType) -> dict[str, Any]:
    """The names of a module of kernels, compiled; those in `kept` can be called from outside and stay on disk."""
    name = module.__name__
    if name not in _done:
        if not _bound:
            _natives()
            rebind(vars(dice), _bound, lambda function: _dispatcher(function, FLAGS, None))
        folder = _folder_of(module, *below_it)
        outside = frozenset(kept)

        def make(function: FunctionType) -> Any:
            return _dispatcher(function, flags, folder) if function.__name__ in outside else _dispatcher(function, HELPER_FLAGS, None)

        _done[name] = rebind(vars(module), _bound, make)
    return _done[name]


def _ready(dispatcher: Any, signature: Any) -> Any:
    """A dispatcher with its one version; it refuses others, or passing it to a loop would compile a second one."""
    if dispatcher._can_compile:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the compiler calls functions as arguments experimental
            dispatcher.compile(signature)
        dispatcher.disable_compile()
    return dispatcher


class Kernels:
    """The compiled functions of one game, by the names of `contract.Rules` and `contract.Evaluate`.

    Each is compiled, or read from disk, when it is first asked for. They take rows (`row`, `shared`) where the plain ones take `array('q')`.
    """

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration

    def __getattr__(self, name: str) -> Any:
        if name not in SIGNATURES:
            raise AttributeError(name)
        with _lock:
            rules = import_module(f"{self.declaration.package}.rules")
            names = _namespace(rules, SIGNATURES, FLAGS)
            if name in EVALUATED:
                names = _namespace(import_module(f"{self.declaration.package}.evaluate"), EVALUATED, FLAGS, rules)
            found = _ready(names[name], SIGNATURES[name])
        self.__dict__[name] = found
        return found


@cache
def compiled(declaration: Declaration) -> Kernels:
    """The compiled functions of a game."""
    return Kernels(declaration)


def bound(function: Callable[..., Any], signature: Any) -> Any:
    """A kernel that no game owns (a loop, a search), compiled with the signature given.

    Contract functions that it takes as arguments are typed `pointer("legal")`: so it is compiled once for all games.
    """
    with _lock:
        module = sys.modules[function.__module__]
        loops = [name for name, value in vars(module).items() if getattr(value, "kernel", False)]
        return _ready(_namespace(module, loops, LOOP_FLAGS)[function.__name__], signature)


def pointer(name: str) -> Any:
    """The type of a contract function as an argument of a loop."""
    return numba.types.FunctionType(SIGNATURES[name])


# ------------------------------------------------------------------ rows
def row(values: int | Iterable[int]) -> Any:
    """A row for compiled code: that many zeros, or these numbers."""
    return np.zeros(values, np.int64) if isinstance(values, int) else np.fromiter(values, np.int64)


def shared(state: Any) -> Any:
    """An `array('q')` as a row for compiled code, in the same memory."""
    return np.frombuffer(state, np.int64)


# ------------------------------------------------------------------ whole matches
def _of_the_game(*_rows: Any) -> Any:
    """What the loops below call is bound to a game's own kernels before they run: calls that the compiler sees through are a third faster."""
    raise NotImplementedError


start: Any = _of_the_game
mover: Any = _of_the_game
legal: Any = _of_the_game
pick: Any = _of_the_game
draw: Any = _of_the_game
apply: Any = _of_the_game
score: Any = _of_the_game


def play_by_pick(
    box: Row, state: Row, out: Row, dice: Row, points: Row, numbers: int, seed: int, first: int, count: int, tally: Row
) -> None:  # fmt: skip
    """Matches first .. first + count - 1 of the stream `seed`, uniformly random: tally += plies, decisions, moves offered, each score.

    Match i plays with the dice [word(seed, i), 0]: it depends on nothing else.
    """
    for match in range(first, first + count):
        dice[0] = word(seed, match)
        dice[1] = 0
        start(box, state)
        who = mover(box, state)
        while who != OVER:
            if who == CHANCE:
                action = draw(box, state, dice)
            else:
                action = pick(box, state, out, dice)
                tally[1] = tally[1] + 1
                tally[2] = tally[2] + out[0]
            apply(box, state, action)
            tally[0] = tally[0] + 1
            who = mover(box, state)
        score(box, state, points)
        for number in range(numbers):
            tally[3 + number] = tally[3 + number] + points[number]


def play_by_list(
    box: Row, state: Row, out: Row, dice: Row, points: Row, numbers: int, seed: int, first: int, count: int, tally: Row
) -> None:  # fmt: skip
    """The same matches, move for move, from the full list of legal moves."""
    for match in range(first, first + count):
        dice[0] = word(seed, match)
        dice[1] = 0
        start(box, state)
        who = mover(box, state)
        while who != OVER:
            if who == CHANCE:
                action = draw(box, state, dice)
            else:
                offered = legal(box, state, out)
                action = out[below(dice, offered)]
                tally[1] = tally[1] + 1
                tally[2] = tally[2] + offered
            apply(box, state, action)
            tally[0] = tally[0] + 1
            who = mover(box, state)
        score(box, state, points)
        for number in range(numbers):
            tally[3 + number] = tally[3 + number] + points[number]


_PLAYED: Final = _NOTHING(*(ROW,) * 5, *(NUMBER,) * 4, ROW)
BLOCK: Final = 8192  # matches in one call of compiled code: an interrupt from the keyboard is heard between two


@dataclass(frozen=True)
class Tallies:
    """What a number of whole matches came to, as whole numbers: a mean of them is exact."""

    matches: int
    plies: int  # decisions and chance
    decisions: int  # of seats alone
    moves_offered: int  # legal moves at these decisions, all told
    score_sums: tuple[int, ...]  # what `score` writes, summed: SCORES numbers a seat


@cache
def _match_loop(declaration: Declaration, by: Literal["pick", "list"]) -> Any:
    """The loop over one game's kernels: its code over their names. It belongs to that game's module, or two games' loops would share symbols."""
    plain: Any = play_by_list if by == "list" else play_by_pick
    used = ("start", "mover", "legal" if by == "list" else "pick", "draw", "apply", "score")
    kernels = compiled(declaration)
    names = {**globals(), **{name: getattr(kernels, name) for name in used}, "word": _bound[word], "below": _bound[below]}
    rules = sys.modules[f"{declaration.package}.rules"]
    loop = FunctionType(plain.__code__, names, plain.__name__)
    loop.__module__ = rules.__name__
    return _ready(_dispatcher(loop, LOOP_FLAGS, _folder_of(rules)), _PLAYED)


def playouts(
    declaration: Declaration,
    box: Iterable[int],
    seats: int,
    count: int,
    seed: int,
    first: int = 0,
    by: Literal["pick", "list"] = "pick",
) -> Tallies:
    """Matches first .. first + count - 1 of the stream `seed`, uniformly random, setup and scoring included."""
    rules = declaration.rules
    with _lock:  # two threads must not compile two versions
        loop = _match_loop(declaration, by)
    numbers = seats * rules.SCORES
    tally = row(3 + numbers)
    rows = row(box), row(rules.STATE_SIZE), row(rules.OUT_SIZE), row(2), row(numbers)
    for begin in range(first, first + count, BLOCK):
        loop(*rows, numbers, bits.wrap(seed), begin, min(BLOCK, first + count - begin), tally)
    plies, decisions, offered, *sums = map(int, tally)
    return Tallies(count, plies, decisions, offered, tuple(sums))


# ------------------------------------------------------------------ counting leaves
@kernel
def count_leaves(mover: Any, legal: Any, apply: Any, box: Row, states: Any, outs: Any, counts: Row, tried: Row, size: int, depth: int) -> int:
    """Ways to make `depth` > 0 plies from states[0], chance included; level after level, since kernels do not call themselves."""
    leaves = 0
    counts[0] = 0 if mover(box, states[0]) == OVER else legal(box, states[0], outs[0])
    if depth == 1:
        return counts[0]
    tried[0] = 0
    level = 0
    while level >= 0:
        if tried[level] == counts[level]:
            level -= 1
        else:
            action = outs[level][tried[level]]
            tried[level] = tried[level] + 1
            here = states[level]
            there = states[level + 1]
            for word_number in range(size):
                there[word_number] = here[word_number]
            apply(box, there, action)
            ways = 0 if mover(box, there) == OVER else legal(box, there, outs[level + 1])
            if level + 2 == depth:
                leaves += ways
            else:
                level += 1
                counts[level] = ways
                tried[level] = 0
    return leaves


_COUNTED: Final = NUMBER(*map(pointer, ("mover", "legal", "apply")), ROW, ROWS, ROWS, ROW, ROW, NUMBER, NUMBER)


def perft(declaration: Declaration, box: Iterable[int], state: State, depth: int) -> int:
    """How many ways there are to make `depth` plies from a state; chance outcomes count like moves, matches that end earlier for nothing."""
    if depth == 0:
        return 1
    rules = declaration.rules
    kernels = compiled(declaration)
    states = np.zeros((depth, rules.STATE_SIZE), np.int64)
    states[0] = shared(state)
    outs = np.zeros((depth, rules.OUT_SIZE), np.int64)
    loop = bound(count_leaves, _COUNTED)
    return int(loop(kernels.mover, kernels.legal, kernels.apply, row(box), states, outs, row(depth), row(depth), rules.STATE_SIZE, depth))


def divide(declaration: Declaration, box: list[int], state: State, depth: int) -> dict[int, int]:
    """The same, told apart by the first action: where two counts differ, this shows under which move."""
    rules = declaration.rules
    out = bits.new_row(rules.OUT_SIZE)
    counts: dict[int, int] = {}
    if depth > 0 and rules.mover(box, state) != OVER:
        for action in list(out[: rules.legal(box, state, out)]):
            after = array("q", state)
            rules.apply(box, after, action)
            counts[action] = perft(declaration, box, after, depth - 1)
    return counts


# ------------------------------------------------------------------ filling the cache
@dataclass(frozen=True)
class Progress:
    """How far the compiler is."""

    key: str  # of the game just worked on
    done: int
    total: int


def _marks(declaration: Declaration) -> Path:
    rules, evaluate = (import_module(f"{declaration.package}.{name}") for name in ("rules", "evaluate"))
    return cache_folder() / f"{declaration.key}-{_fingerprint((rules, evaluate))}.complete"


def is_warm(declaration: Declaration) -> bool:
    """Whether all compiled code of a game lies on disk."""
    return _marks(declaration).is_file()


def _compile_all(declaration: Declaration) -> Iterator[str]:
    kernels = compiled(declaration)
    for name in SIGNATURES:
        getattr(kernels, name)
        yield name
    box = declaration.rules.make_box(declaration.seats[0], {option.name: option.default for option in declaration.options})
    for by in ("pick", "list"):
        playouts(declaration, box, declaration.seats[0], 0, 0, by=by)
        yield by
    perft(declaration, box, bits.new_row(declaration.rules.STATE_SIZE), 1)
    yield "perft"
    with contextlib.suppress(OSError):
        _marks(declaration).touch()


_STEPS: Final = len(SIGNATURES) + 3


def warm(report: Callable[[Progress], None] | None = None, declarations: Iterable[Declaration] = DECLARATIONS) -> bool:
    """Compile all that is not yet on disk, a process per game, as many at once as there are processors; whether there was anything to do."""
    due = [declaration for declaration in declarations if not is_warm(declaration)]
    done = 0
    telling = threading.Lock()

    def tell(key: str) -> None:
        nonlocal done
        with telling:
            done += 1
            if report is not None:
                report(Progress(key, done, _STEPS * len(due)))

    def work(declaration: Declaration) -> None:
        command = [sys.executable, "-c", "import sys; from dragonhoard.compiled import _work; _work(sys.argv[1])", declaration.key]
        environment = os.environ | {"DRAGONHOARD_CACHE": str(cache_folder()), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
            with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True) as child:
                for _line in child.stdout or ():
                    tell(declaration.key)
            if child.returncode:
                errors.seek(0)
                raise RuntimeError(errors.read())

    with ThreadPoolExecutor(max(1, min(len(due), os.cpu_count() or 1))) as workers:
        list(workers.map(work, due))
    return bool(due)


def _work(key: str) -> None:
    """What a process of `warm` does: one game, a line for each step."""
    for step in _compile_all(next(declaration for declaration in DECLARATIONS if declaration.key == key)):
        sys.stdout.write(step + "\n")
        sys.stdout.flush()
