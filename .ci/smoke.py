"""Whether an installed wheel does what it promises, run from an empty folder: only what a user would do, nothing from the checkout."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

PYTHON = sys.executable
COMMAND = str(Path(PYTHON).with_name("dragonhoard"))
LIGHT = 0.15  # seconds that importing the library may take beyond bare Python


def run(*command: str) -> str:
    """What a command says; it must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def seconds(code: str) -> float:
    """The shortest time of several in which a new Python runs the code: what else the machine does only ever adds."""
    times = []
    for _ in range(9):
        begun = time.perf_counter()
        run(PYTHON, "-c", code)
        times.append(time.perf_counter() - begun)
    return min(times)


def serve() -> None:
    """The page, from the wheel alone: it comes, its script comes, and Ctrl-C ends the server."""
    begun = time.perf_counter()
    server = subprocess.Popen(
        [COMMAND, "serve", "--no-open", "--data", "tables", "--port", "8118"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert server.stdout is not None
        told = []
        for line in server.stdout:
            told.append(line)
            if address := re.search(r"http://\S+?:\d+/?", line):
                break
        else:
            raise AssertionError(f"`dragonhoard serve` told no address: {told}")
        with urlopen(address[0], timeout=30) as answer:
            page = answer.read().decode()
        print(f"dragonhoard serve: the page after {time.perf_counter() - begun:.2f} s")
        script = re.search(r'src="(/assets/[^"]+\.js)"', page)
        assert script is not None, page
        with urlopen(address[0].rstrip("/") + script[1], timeout=30) as answer:
            assert answer.status == 200 and len(answer.read()) > 1000
        server.send_signal(signal.SIGINT)
        rest, _ = server.communicate(timeout=30)
        assert "Traceback" not in rest, rest
    finally:
        server.kill()
        server.wait()


def main() -> None:
    """Each promise in turn."""
    assert not list(Path.cwd().iterdir()), "run this from an empty folder"
    run(PYTHON, "-c", "import dragonhoard, sys; assert not {'numpy', 'numba', 'llvmlite', 'litestar', 'msgspec'} & set(sys.modules)")
    light = seconds("import dragonhoard") - seconds("pass")
    print(f"import dragonhoard: {light:.3f} s beyond bare Python")
    assert light < LIGHT, f"importing the library took {light:.3f} s, more than {LIGHT}"

    version = run(PYTHON, "-c", "import dragonhoard; print(dragonhoard.__version__)").strip()
    assert version in run(COMMAND, "--version"), "the command and the package disagree on the version"
    keys = run(PYTHON, "-c", "import dragonhoard; print(*dragonhoard.GAMES)").split()
    for key in keys:
        for lang in ("en", "de"):
            rules = run(COMMAND, "rules", key, "--lang", lang)
            assert "§1" in rules, f"no rules of {key} in {lang}"
        run(
            PYTHON,
            "-c",
            f"import dragonhoard as dh; match = dh.GAMES[{key!r}].playout(1, 0); assert match.outcome; assert dh.read_record(str(match.record()))",
        )

    serve()

    begun = time.perf_counter()
    run(COMMAND, "warm")
    print(f"dragonhoard warm, empty cache: {time.perf_counter() - begun:.1f} s")
    for key in keys:
        begun = time.perf_counter()
        run(PYTHON, "-c", f"import dragonhoard as dh; assert dh.GAMES[{key!r}].playouts(10, seed=1).matches == 10")
        print(f"{key}: first playouts with a warm cache, process start included: {time.perf_counter() - begun:.2f} s")
    print("the wheel is sound")


if __name__ == "__main__":
    main()
