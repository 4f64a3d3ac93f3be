"""Whether the kernels are still what a GPU can run, and run there to the same matches: `scripts/long gpu compile`, then `... gpu run`.

`compile` needs no GPU, only numba-cuda with NVIDIA's nvvm (pip install numba-cuda==0.30.4 "nvidia-nvvm==13.0.*" "nvidia-cuda-nvrtc==13.0.*");
it writes every game's whole random matches as PTX, and what the CPU says they come to, into .long/gpu. `run` needs a GPU and CuPy alone,
and compares. Not part of the product yet: a batch on a GPU will be.
"""

import json
import re
import sys
import time
import types
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / ".long" / "gpu"
SEED = 2026
THREADS = 1 << 16
MATCHES = {"dragon-master": 16, "drachenwurf": 4, "seven-dragons": 1, "dragon-inferno": 8}  # a thread
CAPABILITY = (9, 0)


def compile_all() -> None:
    """Each game's kernels bound to a GPU's natives, as `dragonhoard.compiled` binds them to the CPU's, and inlined into one function."""
    import numba
    import numba.cuda.dispatcher
    from numba import cuda

    import dragonhoard as dh
    from dragonhoard import bits, compiled, dice

    numba.cuda.dispatcher.get_current_device = lambda: types.SimpleNamespace(compute_capability=CAPABILITY)  # there is none here
    natives: dict[Any, Any] = {
        bits.popcount: cuda.jit(device=True)(lambda x: numba.int64(cuda.popc(x))),
        bits.lowest: cuda.jit(device=True)(lambda x: numba.int64(cuda.ffs(x)) - 1),
        bits.wrap: cuda.jit(device=True)(lambda x: x),
        bits.at: cuda.jit(device=True)(lambda i: i),
    }
    FOLDER.mkdir(parents=True, exist_ok=True)
    truth = {}
    for key, game in dh.GAMES.items():
        rules, bound = game.declaration.rules, dict(natives)
        word = bits.rebind(vars(dice), bound, cuda.jit(device=True))["word"]
        names = bits.rebind(vars(rules), bound, cuda.jit(device=True))
        entry = _entry(cuda, names, word, rules.STATE_SIZE, rules.OUT_SIZE)
        row = numba.int64[::1]
        text, _ = cuda.compile_ptx(entry, numba.void(row, numba.int64, numba.int64, numba.int64, row), cc=CAPABILITY)
        mangled = re.search(r"\.visible \.entry (\S+)\(", text)[1]  # type: ignore[index]
        text = re.sub(r"\.common .global[^\n]*NumbaEnv[^\n]*\n", "", text.replace(mangled, "whole_matches"))  # those lines hold addresses
        (FOLDER / f"{key}.ptx").write_text(text, encoding="utf-8")
        seats, count = game.seats.start, THREADS * MATCHES[key]
        box = game._box(seats, game._check_options({}))
        tally = compiled.playouts(game.declaration, box, seats, count, SEED)
        truth[key] = {"box": list(map(int, box)), "matches": count, "tally": [tally.plies, tally.decisions, tally.moves_offered]}
        print(f"{key}: {len(text):,} bytes of PTX; on the CPU {truth[key]['tally']}", flush=True)
    (FOLDER / "truth.json").write_text(json.dumps(truth), encoding="utf-8")


def _entry(cuda: Any, names: dict[str, Any], word: Any, state_size: int, out_size: int) -> Any:
    """One thread's matches, as a plain function for the GPU's compiler."""
    from numba import int64

    start, mover, pick, draw, apply = (names[name] for name in ("start", "mover", "pick", "draw", "apply"))

    def whole_matches(box: Any, seed: int, first: int, count: int, tally: Any) -> None:
        thread = cuda.grid(1)
        state = cuda.local.array(state_size, int64)
        out = cuda.local.array(out_size, int64)
        row = cuda.local.array(2, int64)
        plies = decisions = offered = 0
        for match in range(count):
            row[0] = word(seed, first + thread * count + match)
            row[1] = 0
            start(box, state)
            who = mover(box, state)
            while who != -2:
                if who == -1:
                    action = draw(box, state, row)
                else:
                    action = pick(box, state, out, row)
                    decisions += 1
                    offered += out[0]
                apply(box, state, action)
                plies += 1
                who = mover(box, state)
        tally[thread * 3] = plies
        tally[thread * 3 + 1] = decisions
        tally[thread * 3 + 2] = offered

    return whole_matches


def run_all() -> int:
    """Run the PTX and compare with what the CPU said."""
    import cupy
    import numpy as np

    print(cupy.cuda.runtime.getDeviceProperties(0)["name"].decode())
    failed = False
    for key, told in json.loads((FOLDER / "truth.json").read_text(encoding="utf-8")).items():
        function = cupy.RawModule(path=str(FOLDER / f"{key}.ptx")).get_function("whole_matches")
        box, tally = cupy.asarray(np.array(told["box"], np.int64)), cupy.zeros(THREADS * 3, cupy.int64)

        def row(array: Any) -> list[Any]:
            return [np.int64(n) for n in (0, 0, array.size, 8, array.data.ptr, array.size, 8)]

        given = (*row(box), np.int64(SEED), np.int64(0), np.int64(MATCHES[key]), *row(tally))
        best = float("inf")
        for _ in range(3):
            cupy.cuda.runtime.deviceSynchronize()
            begun = time.perf_counter()
            function((THREADS // 64,), (64,), given)
            cupy.cuda.runtime.deviceSynchronize()
            best = min(best, time.perf_counter() - begun)
        found = tally.reshape(-1, 3).sum(axis=0).get().tolist()
        equal = found == told["tally"]
        failed |= not equal
        verdict = "equal" if equal else f"DIFFERENT: {found}"
        print(f"{key}: {verdict}; {told['matches'] / best:,.0f} matches/s, {found[1] / best:,.0f} decisions/s", flush=True)
    return int(failed)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["compile"]:
            compile_all()
        case ["run"]:
            sys.exit(run_all())
        case _:
            sys.exit(__doc__)
