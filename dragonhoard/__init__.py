"""Dragonhoard: four dragon-themed tabletop games as a Python library.

>>> import dragonhoard as dh
>>> match = dh.GAMES["dragon-master"].match()
>>> match.mover == dh.CHANCE
True
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
