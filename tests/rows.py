"""A row that refuses whatever compiled code would not do the same: the interpreted kernels run on it without a murmur, or are wrong."""

from collections.abc import Iterable


class StrictRow:
    """Whole numbers of 64 bits behind indexes from 0 on; no slices, no counting from the end, no bools, no floats."""

    def __init__(self, values: Iterable[int], writable: bool = True) -> None:
        self.values = list(values)
        self.writable = writable

    def __getitem__(self, index: int) -> int:
        self._check(index)
        return self.values[index]

    def __setitem__(self, index: int, value: int) -> None:
        self._check(index)
        assert self.writable, "a box is read-only"
        assert type(value) is int, f"{value!r} is not a whole number"
        assert -(2**63) <= value < 2**63, f"{value} leaves 64 bits: `wrap` it"
        self.values[index] = value

    def _check(self, index: int) -> None:
        assert type(index) is int, f"{index!r} is no index"
        assert 0 <= index < len(self.values), f"{index} is outside of a row of {len(self.values)}"

    def __iter__(self) -> None:
        raise AssertionError("a kernel cannot walk over a row")

    def __len__(self) -> int:
        raise AssertionError("a kernel does not ask for the length of a row")
