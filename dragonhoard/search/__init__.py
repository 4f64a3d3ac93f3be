"""The bots: `BOTS` by name, and `bot` to make one from its spec, the same word in the terminal, in Python and at a table."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from dragonhoard.contract import NotABot
from dragonhoard.search.simple import Bot, Greedy, Random

__all__ = ["BOTS", "Bot", "bot"]

BOTS: Final[Mapping[str, Callable[[], Bot]]] = MappingProxyType({"random": Random, "greedy": Greedy})


def bot(spec: str) -> Bot:
    """The bot of that name.

    >>> import dragonhoard as dh
    >>> dh.bot("greedy").name
    'greedy'
    """
    name: object = spec  # whatever somebody hands over
    if isinstance(name, str) and name in BOTS:
        return BOTS[name]()
    nearest = get_close_matches(name[:100], BOTS, n=1, cutoff=0) if isinstance(name, str) else []
    given = repr(name[:40]) if isinstance(name, str) else type(name).__name__
    raise NotABot("name", given=given, nearest=nearest[0] if nearest else next(iter(BOTS)))
