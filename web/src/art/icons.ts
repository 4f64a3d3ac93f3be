/** The signs of the interface: each is a symbol `i-NAME` of motifs.svg (art.test.ts compares). */
export const ICONS = [
  "alert", "back", "chat", "check", "clock", "close", "computer", "copy", "die", "door", "down", "download", "egg", "eye", "first", "fit",
  "flag", "hand", "hint", "home", "info", "keyboard", "language", "last", "line", "link", "lock", "menu", "minus", "moon", "more", "moves",
  "mute", "next", "open", "people", "person", "play", "plus", "prev", "puzzle", "remove", "rules", "screen", "settings", "sound", "sun",
  "swap", "system", "table", "turn", "turn-back", "undo", "up", "zap",
] as const;
export type IconName = (typeof ICONS)[number];

/** Seats carry a shape, not a colour: the seat's number finds it. */
export const SEATS = ["sun", "moon", "oak", "key", "bell", "fish"] as const;

/** The colour of each action card of Seven Dragons, as its letter. */
export const ACTION_COLOURS: Readonly<Record<string, string>> = { red: "R", yellow: "Y", blue: "B", green: "G", black: "K" };
