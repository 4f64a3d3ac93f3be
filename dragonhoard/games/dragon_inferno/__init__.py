"""Dragon Inferno: two seats, kingdom tiles on an 8x8 board, eggs to avoid and dragons to wake. Nothing is hidden."""

from dragonhoard.contract import Declaration, Option

DECLARATION = Declaration(
    key="dragon-inferno",
    name="Dragon Inferno",
    package=__name__,
    seats=range(2, 3),
    rules_version=1,
    options=(Option("components", "text", "house", (), __name__),),
)
