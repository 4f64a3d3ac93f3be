/** A colour field of a dragon card: its colour, column and row, and how many columns and rows it spans. */
export interface Field {
  colour: string;
  column: number;
  row: number;
  wide: number;
  high: number;
}

/** The fields of a card as spelled, quarter by quarter: neighbouring equal quarters are one dragon. */
export function fields(card: string): Field[] {
  const left = new Set([0, 1, 2, 3]);
  const found: Field[] = [];
  for (const quarter of [0, 1, 2, 3]) {
    if (!left.has(quarter)) continue;
    const colour = card.charAt(quarter);
    const column = quarter % 2;
    const row = quarter >> 1;
    const wide = column === 0 && card.charAt(quarter + 1) === colour ? 2 : 1;
    const high = row === 0 && card.charAt(quarter + 2) === colour ? 2 : 1;
    for (let dy = 0; dy < high; dy += 1) for (let dx = 0; dx < wide; dx += 1) left.delete(quarter + dx + 2 * dy);
    found.push({ colour, column, row, wide, high });
  }
  return found;
}
