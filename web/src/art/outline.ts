/** A square, to the right and upward. */
export type Square = readonly [number, number];
type Point = readonly [number, number];

const key = (x: number, y: number): string => `${String(x)},${String(y)}`;
const round = (value: number): string => String(Math.round(value * 10) / 10);

/**
 * One rounded line round a set of squares, as the `d` of a path; `rows` squares high, `unit` to the square. With `inset` the line lies inside.
 * It walks each border with the squares on its right hand; where two squares touch at a corner only, it turns right and so keeps them apart.
 */
export function outline(squares: Iterable<Square>, rows: number, inset = 0, radius = 14, unit = 100): string {
  const own = new Map<string, Square>();
  for (const square of squares) own.set(key(square[0], square[1]), square);
  const edges = new Map<string, Point[]>();
  const edge = (from: Point, to: Point): void => {
    const at = key(from[0], from[1]);
    edges.set(at, [...(edges.get(at) ?? []), to]);
  };
  for (const [x, y] of own.values()) {
    const top = rows - 1 - y;
    if (!own.has(key(x, y + 1))) edge([x, top], [x + 1, top]);
    if (!own.has(key(x + 1, y))) edge([x + 1, top], [x + 1, top + 1]);
    if (!own.has(key(x, y - 1))) edge([x + 1, top + 1], [x, top + 1]);
    if (!own.has(key(x - 1, y))) edge([x, top + 1], [x, top]);
  }
  /** The next corner from this one, the sharpest right turn first. */
  const next = (at: Point, along: Point): Point | undefined => {
    const ways = edges.get(key(at[0], at[1])) ?? [];
    ways.sort((a, b) => turn(at, along, b) - turn(at, along, a));
    return ways.shift();
  };
  let path = "";
  for (const [start, ways] of edges) {
    while (ways.length > 0) {
      const [sx = 0, sy = 0] = start.split(",").map(Number);
      const first: Point = [sx, sy];
      const loop: Point[] = [first];
      let before = first;
      let at = ways.shift();
      while (at !== undefined && !(at[0] === sx && at[1] === sy)) {
        const along: Point = [at[0] - before[0], at[1] - before[1]];
        loop.push(at);
        before = at;
        at = next(at, along);
      }
      path += rounded(loop, inset, radius, unit);
    }
  }
  return path;
}

/** How far right the way from `at` to `to` bends: 1 right, 0 straight, -1 left. */
function turn(at: Point, along: Point, to: Point): number {
  return along[0] * (to[1] - at[1]) - along[1] * (to[0] - at[0]);
}

function rounded(loop: readonly Point[], inset: number, radius: number, unit: number): string {
  const count = loop.length;
  let path = "";
  loop.forEach(([x, y], index) => {
    const [ax, ay] = loop[(index + count - 1) % count] ?? [0, 0];
    const [bx, by] = loop[(index + 1) % count] ?? [0, 0];
    const [ix, iy, ox, oy] = [x - ax, y - ay, bx - x, by - y];
    if (ix === ox && iy === oy) return;
    // Inward is to the right of the way: of (ix, iy) that is (-iy, ix).
    const px = x * unit + inset * (-iy - oy);
    const py = y * unit + inset * (ix + ox);
    path += `${path === "" ? "M" : "L"}${round(px - ix * radius)} ${round(py - iy * radius)}Q${round(px)} ${round(py)} ${round(px + ox * radius)} ${round(py + oy * radius)}`;
  });
  return `${path}Z`;
}
