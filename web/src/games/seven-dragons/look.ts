// A card's looks in words, for what the page itself says of it: questions, the list of moves.
import type { Say } from "../../board/game";

/** "black over green and blue" for KKGB, as it lies; action cards by their name. */
export function look(card: string, say: Say): string {
  if (card.length !== 4 || card !== card.toUpperCase()) return say(`sd.action.${card}`);
  if (card === "****") return say("sd.look.rainbow");
  const [a = "", b = "", c = "", d = ""] = [...card];
  const told = (key: string, ...letters: string[]): string =>
    say(`sd.look.${key}`, Object.fromEntries(letters.map((letter, index) => ["abcd".charAt(index), say(`sd.hue.${letter}`)])));
  if (a === b && c === d) return a === c ? told("whole", a) : told("above", a, c);
  if (a === b) return told("half-above", a, c, d);
  if (c === d) return told("half-below", a, b, c);
  if (a === c) return b === d ? told("beside", a, b) : told("half-left", a, b, d);
  return b === d ? told("half-right", a, c, b) : told("four", a, b, c, d);
}
