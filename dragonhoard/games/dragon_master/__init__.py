"""Dragon Master: two seats, hidden hands, one shared 4x4 grid. One owns the columns, the other the rows."""

from dragonhoard.contract import Declaration, Option

DECLARATION = Declaration(
    key="dragon-master",
    name="Dragon Master",
    package=__name__,
    seats=range(2, 3),
    rules_version=1,
    options=(Option("start", "choice", "random", ("random", "0", "1"), __name__),),
    is_hidden=True,
)
