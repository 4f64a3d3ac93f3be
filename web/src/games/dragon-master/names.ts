// How places and lines are called on the mat: by letter and number as soon as all four sides of the square are fixed, before that by x,y.
import type { TableView } from "./view";

const SIDE = 4;

/** Are all four sides fixed? */
export function isFixed(view: TableView): boolean {
  return view.room.every(([low = 0, high = 0]) => high - low === SIDE - 1);
}

/** "A" for the leftmost column, "1" for the top row; nothing before they are fixed. */
export function lineName(view: TableView, axis: number, line: number): string {
  if (!isFixed(view)) return "";
  const [low = 0, high = 0] = view.room[axis] ?? [];
  return axis === 0 ? ("ABCD"[line - low] ?? "") : String(high - line + 1);
}

export function placeName(view: TableView, place: string): string {
  if (!isFixed(view)) return place;
  const [x = 0, y = 0] = place.split(",").map(Number);
  return lineName(view, 0, x) + lineName(view, 1, y);
}
