// Where the cards of a layout lie on the mat, in card widths: a card is 1 wide and 1.4 high.

export interface Spread {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

/** A place of the layout: its upper left corner, in card widths, and on which side it lies beyond the rim, where only a strip of it is drawn. */
export interface Box {
  readonly place: string;
  readonly column: number;
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly rim: "left" | "right" | "above" | "below" | null;
}

export const TALL = 1.4;
export const GAP = 0.07;
/** How much of a place beyond the rim is drawn. */
export const RIM = 0.28;

export function where(place: string): readonly [number, number] {
  const [x = "0", y = "0"] = place.split(",");
  return [Number(x), Number(y)];
}

const AROUND = [
  [-1, 0],
  [1, 0],
  [0, 1],
  [0, -1],
] as const;

/** The free places beside cards. */
export function slots(layout: Readonly<Record<string, string>>): string[] {
  const found = new Set<string>();
  for (const place of Object.keys(layout)) {
    const [x, y] = where(place);
    for (const [dx, dy] of AROUND) {
      const near = `${x + dx},${y + dy}`;
      if (!(near in layout)) found.add(near);
    }
  }
  return [...found];
}

export function spread(places: readonly string[]): Spread {
  const columns = places.map((place) => where(place)[0]);
  const rows = places.map((place) => where(place)[1]);
  return { left: Math.min(...columns), right: Math.max(...columns), low: Math.min(...rows), high: Math.max(...rows) };
}

/** The whole plan: the cards, and round them room for strips of the places beyond the rim. */
export class Plan {
  readonly spread: Spread;
  readonly wide: number;
  readonly tall: number;
  readonly rim: number;

  /** `places`: where cards lie, a ghost among them. */
  constructor(places: readonly string[], rim = RIM) {
    this.spread = spread(places);
    this.rim = rim;
    const { left, right, low, high } = this.spread;
    this.wide = (right - left + 1) * (1 + GAP) + GAP + 2 * rim;
    this.tall = (high - low + 1) * (TALL + GAP) + GAP + 2 * rim;
  }

  /** Where a place is drawn. */
  box(place: string): Box {
    const { left, right, low, high } = this.spread;
    const [column, row] = where(place);
    const rim = column < left ? "left" : column > right ? "right" : row > high ? "above" : row < low ? "below" : null;
    const x = this.rim + GAP + (column - left) * (1 + GAP);
    const y = this.rim + GAP + (high - row) * (TALL + GAP);
    return { place, column, row, x, y, rim };
  }

  /** The rows from the top, with their places from the left. */
  rows(places: readonly string[]): { readonly row: number; readonly boxes: Box[] }[] {
    const boxes = places.map((place) => this.box(place)).sort((one, other) => other.row - one.row || one.column - other.column);
    const found: { row: number; boxes: Box[] }[] = [];
    for (const box of boxes) {
      const last = found.at(-1);
      if (last?.row === box.row) last.boxes.push(box);
      else found.push({ row: box.row, boxes: [box] });
    }
    return found;
  }

  /** A quarter of the layout as a rectangle in hundredths of a card's width, grown into the gaps round it. */
  quarter([across, up]: readonly [number, number]): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
    const column = Math.floor(across / 2);
    const row = Math.floor(up / 2);
    const { x, y } = this.box(`${column},${row}`);
    const half = GAP * 50;
    return {
      x: x * 100 + (across - 2 * column ? 50 : -half),
      y: y * 100 + (up - 2 * row ? -half : TALL * 50),
      width: 50 + half,
      height: TALL * 50 + half,
    };
  }
}
