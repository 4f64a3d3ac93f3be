"""Drachenwurf: two to six seats, six dice, tiles to take, to steal and to bank in rows. Push your luck."""

from dragonhoard.contract import Declaration, Option

DECLARATION = Declaration(
    key="drachenwurf",
    name="Drachenwurf",
    package=__name__,
    seats=range(2, 7),
    rules_version=1,
    options=(Option("egg_points", "number", 1, (0, 1, 2, 3, 4, 5), __name__),),
)
