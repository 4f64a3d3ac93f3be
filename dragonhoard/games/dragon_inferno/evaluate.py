"""How good a move looks in Dragon Inferno, for bots that think one move ahead; never used by the rules."""
