// Where an arrow key leads: the nearest spot in that direction, by what is seen and not by the order of the document.

export type Direction = "left" | "right" | "up" | "down";

const ALONG: Readonly<Record<Direction, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

function centre(element: Element): readonly [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** The nearest of `others` in a direction, straight ahead before aslant; null at the edge. */
export function toward<Spot extends Element>(from: Spot, others: readonly Spot[], direction: Direction): Spot | null {
  const [x, y] = centre(from);
  const [dx, dy] = ALONG[direction];
  let best: Spot | null = null;
  let least = Infinity;
  for (const other of others) {
    if (other === from) continue;
    const [ox, oy] = centre(other);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (ahead <= 1 || aside > ahead * 2) continue; // further aside than ahead is another direction
    const cost = ahead + aside * 2;
    if (cost < least) [best, least] = [other, cost];
  }
  return best;
}
