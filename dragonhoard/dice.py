"""Chance for study and search: a counter-based generator of our own, splittable, with the same stream on every machine.

SplitMix64 read as a function of a key and a counter (test vectors: docs/dice.md). Never for tables that are served to people: a key of 64
bits can be computed back from the cards one has seen.
"""

from array import array

from dragonhoard.bits import Row, kernel, wrap


@kernel
def word(key: int, count: int) -> int:
    """64 random bits, signed: number `count` of the stream `key`."""
    z = wrap(key + wrap(count * -7046029254386353131))
    z = wrap((z ^ ((z >> 30) & 0x3FFFFFFFF)) * -4658895280553007687)
    z = wrap((z ^ ((z >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685)
    return z ^ ((z >> 31) & 0x1FFFFFFFF)


@kernel
def below(dice: Row, n: int) -> int:
    """A uniform integer in [0, n), 0 < n < 2**31, without bias: the dice are a row of key and counter."""
    dice[1] = dice[1] + 1
    m = ((word(dice[0], dice[1]) >> 32) & 0xFFFFFFFF) * n
    low = m & 0xFFFFFFFF
    if low < n:
        floor = (0x100000000 - n) % n
        while low < floor:  # the few words that would make small numbers likelier
            dice[1] = dice[1] + 1
            m = ((word(dice[0], dice[1]) >> 32) & 0xFFFFFFFF) * n
            low = m & 0xFFFFFFFF
    return m >> 32


def _check(is_right: bool, code: str, given: object) -> None:
    if not is_right:
        from dragonhoard.contract import BadOption  # here, for kernels need this module and no errors

        raise BadOption(code, given=given if type(given) is int and abs(given) < 2**80 else type(given).__name__)


class Dice:
    """A stream of chance with a seed: equal seeds, equal streams, on every machine.

    >>> Dice(7).below(6) == Dice(7).below(6)
    True
    """

    __slots__ = ("row",)

    def __init__(self, seed: int = 0) -> None:
        _check(type(seed) is int, "seed", seed)
        self.row = array("q", [wrap(seed), 0])

    def below(self, n: int) -> int:
        """A uniform integer from 0 to n - 1."""
        _check(type(n) is int and 0 < n < 2**31, "dice", n)
        return below(self.row, n)

    def split(self, number: int) -> "Dice":
        """Child stream `number`, independent of this one and of its other children; this stream is not moved."""
        _check(type(number) is int, "seed", number)
        return Dice(word(self.row[0], wrap(number)))

    def __repr__(self) -> str:
        return f"Dice(key={self.row[0]}, count={self.row[1]})"
