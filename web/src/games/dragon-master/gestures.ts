// Spellings as gestures: "3 -1,2" is a card picked and a place.
import type { Gesture } from "../../board/gesture";
import type { TableView } from "./view";

const LAY = /^([0-3]) (-?\d),(-?\d)$/;

/** Value and place of a spelling. */
export function laid(move: string): { readonly value: number; readonly place: string } | null {
  const found = LAY.exec(move);
  return found && { value: Number(found[1]), place: `${Number(found[2])},${Number(found[3])}` };
}

export function gesture(move: string): Gesture {
  const lay = laid(move);
  return lay ? { picks: [`card:${lay.value}`, `at:${lay.place}`] } : { picks: [move] };
}

export function spelling(tokens: readonly string[]): string | null {
  const [card, at, ...more] = tokens;
  if (more.length || !card?.startsWith("card:") || !at?.startsWith("at:")) return null;
  return `${card.slice(5)} ${at.slice(3)}`;
}

/** Every place within the room that the grid may still reach, row by row from the top. */
export function rooms(view: TableView): { readonly xs: readonly number[]; readonly ys: readonly number[] } {
  const [[left = 0, right = 0] = [], [low = 0, high = 0] = []] = view.room;
  const xs = Array.from({ length: right - left + 1 }, (_, n) => left + n);
  const ys = Array.from({ length: high - low + 1 }, (_, n) => high - n);
  return { xs, ys };
}

export function tokens(view: TableView): ReadonlySet<string> {
  const { xs, ys } = rooms(view);
  return new Set([...(view.hand ?? []).map((value) => `card:${value}`), ...ys.flatMap((y) => xs.map((x) => `at:${x},${y}`))]);
}
