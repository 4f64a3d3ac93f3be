"""`dragonhoard serve`: the page for people, from this machine; what a host can choose, and what cannot be done, in sentences."""

import argparse
import threading
import webbrowser

from dragonhoard.cli.arguments import Fault, number
from dragonhoard.cli.screen import Screen


def serve(given: argparse.Namespace, screen: Screen) -> int:
    """Serve until Ctrl-C."""
    from dragonhoard.contract import NotABot
    from dragonhoard.server import hosting

    port = number(given.port, "--port", 0)
    if port is not None and port > 65535:
        raise Fault("serve.port-number", given=port)
    wanted = hosting.Wanted(
        host=given.host or "127.0.0.1",
        port=hosting.PORT if port is None else port,
        data=given.data,
        database=given.database,
        names=tuple(given.allow_host or ()),
        bots=tuple(given.bot or ()),
        is_behind_proxy=given.behind_proxy,
    )
    is_opened = given.open and not given.no_open and hosting.has_display()
    where: list[str] = []

    def ready(address: str, kept: str) -> None:
        where.append(kept)
        screen.say("serve.at", "bold", address=address)
        screen.say("serve.how", kept=kept)
        _flush()
        if is_opened:
            _open(address)

    try:
        found = hosting.serve(wanted, ready)
    except hosting.HostingTrouble as trouble:
        raise Fault(f"serve.{trouble.code}", **trouble.parameters) from None
    except NotABot as trouble:
        raise Fault("serve.bot", why=trouble.sentence(screen.language)) from None
    except KeyboardInterrupt:  # the server has ended in good order; it says so once more
        found = None
    if found is not None:
        screen.say("serve.already", address=found.address)
        if is_opened:
            _open(found.address).join(10)
    elif where:
        screen.say("serve.ended", kept=where[0])
    return 0


def _flush() -> None:
    import sys

    sys.stdout.flush()


def _open(address: str) -> threading.Thread:
    """Open the page; a browser may take its time, the server does not wait."""
    opening = threading.Thread(target=webbrowser.open, args=(address,), daemon=True)
    opening.start()
    return opening
