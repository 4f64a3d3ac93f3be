"""Seven Dragons: two to five seats, cards laid like dominoes, hidden goals, and action cards that turn the table."""

from dragonhoard.contract import Declaration, Option

DECLARATION = Declaration(
    key="seven-dragons",
    name="Seven Dragons",
    package=__name__,
    seats=range(2, 6),
    rules_version=1,
    options=(Option("move_bonus", "number", 0, (0, 1), __name__),),
    is_hidden=True,
)
