"""Dragonhoard: four dragon-themed tabletop games as a Python library.

`GAMES` holds them by key. `GAMES[key].match()` begins a `Match`, `.series()` several that count together, `.playouts()` plays many at random.
`bot(name)` is a computer player, of those that `BOTS` lists; it is handed `match.seen_by(seat)`. `Dice(seed)` is chance that comes again.
`read_record` and `read_series` read what `str(match.record())` wrote. Whatever is asked wrongly raises a `GameError`.

>>> import dragonhoard as dh
>>> match, dice = dh.GAMES["dragon-master"].match(), dh.Dice(7)
>>> players = [dh.bot("greedy"), dh.bot("random")]
>>> while match.outcome is None:
...     if match.mover == dh.CHANCE:
...         drawn = match.roll(dice)
...     else:
...         match.play(players[match.mover].choose(match.seen_by(match.mover), dice))
>>> match.outcome.reason
'full-grid'
"""

__version__ = "0.1.0"

from dragonhoard.contract import (
    BadOption,
    GameError,
    IllegalMove,
    MatchOver,
    NotABot,
    NotAComponentSet,
    NotAMove,
    NotAPosition,
    NotARecord,
    NotChance,
    NothingToUndo,
    NotYourTurn,
    Option,
    Unknown,
)
from dragonhoard.dice import Dice
from dragonhoard.match import (
    ALL,
    CHANCE,
    GAMES,
    Explanation,
    Game,
    Match,
    Outcome,
    Playouts,
    Preview,
    Series,
    Told,
    read_record,
    read_series,
)
from dragonhoard.record import Record, SeriesRecord
from dragonhoard.search import BOTS, bot

__all__ = [
    "ALL",
    "BOTS",
    "CHANCE",
    "GAMES",
    "BadOption",
    "Dice",
    "Explanation",
    "Game",
    "GameError",
    "IllegalMove",
    "Match",
    "MatchOver",
    "NotABot",
    "NotAComponentSet",
    "NotAMove",
    "NotAPosition",
    "NotARecord",
    "NotChance",
    "NotYourTurn",
    "NothingToUndo",
    "Option",
    "Outcome",
    "Playouts",
    "Preview",
    "Record",
    "Series",
    "SeriesRecord",
    "Told",
    "Unknown",
    "__version__",
    "bot",
    "read_record",
    "read_series",
]
