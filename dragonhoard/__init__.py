"""Dragonhoard: four dragon games, exact and fast. `dragonhoard.GAMES` is where everything begins."""

__version__ = "0.1.0"
