"""Chance at tables that are served to people: a cryptographic stream for every event, out of one secret per table.

Why not `dragonhoard.dice`: its key of 64 bits could be computed back from the cards one has seen, and then tells every card to come. Here a
block is HMAC-SHA-256 under the table's secret of 32 bytes, and who does not know the secret cannot tell it from coin tosses, however many
blocks he has seen. Why a stream of its own for every number: numbers of events only grow, also across takebacks, so what is drawn after an
undo was never drawn before; and a step that could not be written is drawn alike when it is tried again, so that no trouble makes new dice.
Knows no game and no table.
"""

import hmac
from typing import Final

SECRET_SIZE: Final = 32  # bytes of a table's secret, from the system's own source: the strength of the hash behind it
_DOMAIN: Final = b"dragonhoard table chance 1"  # nothing else may ever be drawn from the same secret under this name


class EventChance:
    """The stream of one event: the library's matches draw from it through `below`."""

    __slots__ = ("_block", "_held", "_label", "_secret")

    def __init__(self, secret: bytes, number: int) -> None:
        self._secret = secret
        self._label = _DOMAIN + number.to_bytes(8, "big")
        self._block = 0
        self._held = b""

    def _bytes(self, count: int) -> bytes:
        """The next bytes of the stream; none is ever handed out twice."""
        while len(self._held) < count:
            self._held += hmac.digest(self._secret, self._label + self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
        taken, self._held = self._held[:count], self._held[count:]
        return taken

    def below(self, n: int, /) -> int:
        """A uniform whole number from 0 to n - 1, for any n: as many bits as n - 1 has, drawn again while they are too many."""
        if type(n) is not int or n < 1:
            raise ValueError("n must be a whole number above 0")
        bits = (n - 1).bit_length()
        size = (bits + 7) // 8
        surplus = 8 * size - bits
        while True:
            drawn = int.from_bytes(self._bytes(size), "big") >> surplus
            if drawn < n:  # never a remainder: that would make small numbers likelier
                return drawn


class TableChance:
    """All chance of one table.

    >>> chance = TableChance(bytes(32))
    >>> chance.at(7).below(6) == chance.at(7).below(6)
    True
    """

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if type(secret) is not bytes or len(secret) != SECRET_SIZE:
            raise ValueError("a table's secret has 32 bytes")
        self._secret = secret

    def at(self, number: int) -> EventChance:
        """The stream for the event with that number; streams of different numbers know nothing of each other."""
        if type(number) is not int or not 0 <= number < 2**63:
            raise ValueError("an event's number is a whole number from 0")
        return EventChance(self._secret, number)

    def __repr__(self) -> str:
        return "TableChance()"  # a secret is not for logs
