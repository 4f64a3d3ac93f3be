"""The command `dragonhoard`: games in a terminal, and what a shell wants to ask the library."""
