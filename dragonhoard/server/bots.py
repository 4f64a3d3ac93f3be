"""The process that bots think in, and the closed list of those that this door accepts."""

from collections.abc import Sequence


def accepted_bots(extra: Sequence[str] = ()) -> tuple[str, ...]:
    """The specs that this door accepts: every plain name in BOTS, and what the host named at start. Raises NotABot for what is none."""
    raise NotImplementedError


def bot_title(spec: str, lang: str = "en") -> str:
    """What people are told of a computer player, such as "Computer, plays at random"."""
    raise NotImplementedError


class Thinker:
    """Processes of their own in which bots think; starts them when they are needed, replaces dead ones."""

    def __init__(self, processes: int = 1) -> None: ...

    async def start(self) -> None:
        """Start now what would start with the first question."""

    async def close(self) -> None:
        """End the processes."""
