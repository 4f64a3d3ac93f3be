"""The few integer primitives that Python, the CPU compiler and a GPU compiler spell differently.

Everything a kernel touches is a signed 64-bit integer. Python's own integers are an infinite two's complement, so `& | ^ ~ >>` agree by
themselves; what may leave 64 bits (`<< * + -`) goes through `wrap`. This module knows no game and no compiler.
"""

from array import array
from collections.abc import Callable
from types import FunctionType
from typing import Any, Final, Protocol, TypeVar


class Row(Protocol):
    """What a kernel indexes: `array('q')`, a list of ints, a test's strict row, or the compiler's array."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


CHANCE: Final = -1  # what a kernel's `mover` says when the table itself moves
OVER: Final = -2  # and when nobody moves any more
SPECTATOR: Final = -1  # the seat number of somebody who sits nowhere

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def kernel(function: Kernel) -> Kernel:
    """Mark a function as compilable. It stays the plain Python function it was."""
    function.kernel = True  # type: ignore[attr-defined]
    return function


def new_row(size: int) -> "array[int]":
    """A row of zeros; storing beyond 64 bits raises, so a forgotten `wrap` is caught when interpreted."""
    return array("q", bytes(8 * size))


def wrap(x: int) -> int:
    """x reduced to 64 bits, signed. Compiled: nothing to do."""
    return ((x + 0x8000000000000000) & 0xFFFFFFFFFFFFFFFF) - 0x8000000000000000


def popcount(x: int) -> int:
    """How many of the 64 bits are set."""
    return (x & 0xFFFFFFFFFFFFFFFF).bit_count()


def lowest(x: int) -> int:
    """The index of the lowest set bit; x must not be 0."""
    return (x & -x).bit_length() - 1


def at(i: int) -> int:
    """An index known not to be negative; spares the compiler Python's counting from the end."""
    return i


def rebind(names: dict[str, Any], replaced: dict[Any, Any], make: Callable[[FunctionType], Any]) -> dict[str, Any]:
    """The namespace `names` of a module of kernels again, every kernel rebuilt from its code over the new namespace.

    `replaced` maps functions to what stands for them (and is filled with what `make` returns), so that several modules can be rebound one
    after the other, lowest first. This is how one source runs compiled, and with another source of chance.
    """
    bound = dict(names)
    for name, value in names.items():
        if isinstance(value, FunctionType):
            if value in replaced:
                bound[name] = replaced[value]
            elif getattr(value, "kernel", False) and value.__module__ == names["__name__"]:
                copy = FunctionType(value.__code__, bound, name, value.__defaults__)
                copy.__module__ = value.__module__
                bound[name] = replaced[value] = make(copy)
    return bound
