// The end in steps: every seat's rows from the dearest to the cheapest, one a step, then the eggs, then who has won.
import type { RowView, View } from "./view";

export function byValue(view: View, seat: number): readonly RowView[] {
  return [...(view.rows[seat] ?? [])].sort((one, other) => other.value - one.value);
}

/** Steps until all is told. */
export function stepsOf(view: View): number {
  return Math.max(0, ...view.rows.map((rows) => rows.length)) + 2;
}

/** What a seat's points are once so many steps have been told. */
export function counted(view: View, seat: number, stage: number): number {
  if (stage >= stepsOf(view) - 1) return view.points[seat] ?? 0;
  return byValue(view, seat).slice(0, stage).reduce((sum, row) => sum + row.value, 0);
}

/** What the eggs are worth: what is left of the points. */
export function eggPoints(view: View, seat: number): number {
  return (view.points[seat] ?? 0) - byValue(view, seat).reduce((sum, row) => sum + row.value, 0);
}

/** 1 for most points; equal points share a place. */
export function place(view: View, seat: number): number {
  return 1 + view.points.filter((points) => points > (view.points[seat] ?? 0)).length;
}
