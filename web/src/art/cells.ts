import type { Square } from "./outline";

/** A square of a piece of Dragon Inferno as views give it: x to the right, y upward, and the mark on it (C, H, . or X). */
export type Cell = readonly (number | string)[];

/** The squares without their marks. */
export function squaresOf(cells: readonly Cell[]): Square[] {
  return cells.map(([x, y]) => [Number(x), Number(y)]);
}

/** How many columns and rows a piece takes, counted from the lower left. */
export function size(cells: readonly Cell[]): [number, number] {
  const squares = squaresOf(cells);
  return [Math.max(...squares.map(([x]) => x)) + 1, Math.max(...squares.map(([, y]) => y)) + 1];
}
