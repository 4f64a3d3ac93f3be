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
  return line < low || line > high ? "" : axis === 0 ? ("ABCD"[line - low] ?? "") : String(high - line + 1);
}

/** A sentence in which places are called x,y and lines by their number, with the names of the mat; what lies outside keeps its own. */
export function renamed(view: TableView, sentence: string): string {
  if (!isFixed(view)) return sentence;
  return sentence
    .replace(/(?<![\d,-])-?\d,-?\d(?![\d,])/g, (place) => {
      const name = placeName(view, place);
      return name.length === 2 ? name : place;
    })
    .replace(/\b(column|Spalte|row|Zeile) (-?\d)(?!\d)/gi, (whole, kind: string, line: string) => {
      const axis = /column|Spalte/i.test(kind) ? 0 : 1;
      const name = lineName(view, axis, Number(line));
      return name === "" ? whole : `${kind} ${name}`;
    });
}

export function placeName(view: TableView, place: string): string {
  if (!isFixed(view)) return place;
  const [x = 0, y = 0] = place.split(",").map(Number);
  return lineName(view, 0, x) + lineName(view, 1, y);
}
