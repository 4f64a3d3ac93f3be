"""The server for measurements and for deaths in the middle, where the product has no door: other games, no limits, a log that tells how far it is.

`python -m tests.long._server --database URL --port P [--trivial] [--die-at POINT:COUNT]`; says "ready" once it answers. Everything else is as
`dragonhoard serve` has it.
"""

import argparse
import asyncio
import os
import signal
import sys
from dataclasses import fields

from dragonhoard.match import GAMES
from dragonhoard.server.app import House, make_app
from dragonhoard.server.bots import accepted_bots
from dragonhoard.server.client import Client
from dragonhoard.server.gate import Hosts, Limits, Rate
from dragonhoard.server.hosting import Listeners, bound
from dragonhoard.server.listening import Listening
from dragonhoard.server.log import open_log
from dragonhoard.server.table import Tables
from tests.long._trivial import TrivialGame

PLENTY = Rate(1_000_000_000, 1_000_000_000)
UNBOUND = Limits(**{field.name: PLENTY if isinstance(field.default, Rate) else 1_000_000 for field in fields(Limits)})  # type: ignore[arg-type]


class Dying:
    """Told what the log has come to, it ends this process as `kill -9` does, the given time that it is told so."""

    def __init__(self, wanted: str) -> None:
        self.point, _, count = wanted.partition(":")
        self.left = int(count)

    def __call__(self, point: str) -> None:
        if point == self.point:
            self.left -= 1
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGKILL)


async def _run(chosen: argparse.Namespace) -> None:
    sock = bound("127.0.0.1", chosen.port)
    log = open_log(chosen.database, at=Dying(chosen.die_at) if chosen.die_at else None)
    tables = Tables(log, bots=accepted_bots(), games={**GAMES, "trivial": TrivialGame()})
    listeners = Listeners("127.0.0.1", chosen.port)
    house = House(log, tables, accepted_bots(), listeners, Client(None), UNBOUND, Hosts.of(()))
    server = Listening(make_app(house))
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, server.stop)

    async def begun() -> None:
        print("ready", flush=True)

    try:
        await server.run(sock, begun)
    finally:
        await tables.close()
        await log.close()


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--database", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--die-at", default="")
    parser.add_argument("--profile", default="")
    chosen = parser.parse_args(arguments)
    import uvloop

    if not chosen.profile:
        uvloop.run(_run(chosen))
        return
    import cProfile

    profile = cProfile.Profile()
    profile.runcall(uvloop.run, _run(chosen))
    profile.dump_stats(chosen.profile)


if __name__ == "__main__":
    main(sys.argv[1:])
