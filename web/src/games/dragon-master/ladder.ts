// Both seats' lines, lowest first, as they are or as a card would make them; told by the server, sorted for the eye.
import type { Change, TableView } from "./view";

export interface Compared {
  readonly ladders: readonly (readonly number[])[];
  /** The first rung on which they differ. */
  readonly decides: number | null;
}

/** The ladders of the view with the lines that change exchanged. */
export function compared(view: TableView, changes: readonly Change[]): Compared {
  const ladders = view.ladders.map((ladder) => [...ladder]);
  for (const change of changes) {
    if (change.kind !== "line") continue;
    const ladder = ladders[change.seat] ?? [];
    const at = ladder.indexOf(change.before);
    if (at >= 0) ladder[at] = change.after;
  }
  for (const ladder of ladders) ladder.sort((a, b) => a - b);
  const [first = [], second = []] = ladders;
  const decides = first.findIndex((points, rung) => points !== second[rung]);
  return { ladders, decides: decides < 0 ? null : decides };
}

/** Line -> its rung, of the lines that hold cards: the lowest first, of equal ones the first. */
export function rungs(lines: readonly { readonly line: number; readonly points: number }[]): ReadonlyMap<number, number> {
  const sorted = [...lines].sort((a, b) => a.points - b.points || a.line - b.line);
  return new Map(sorted.map(({ line }, rung) => [line, rung]));
}
