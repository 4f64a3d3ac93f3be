// How large the tiles of one's own hoard can be, so that its rows find room.

const GAP = 3; // between tiles
const SHORTEST = 52; // a row's name and value need as much
/** On a wide mat, and on a phone where nothing is to be tapped. */
export const LARGE = { sizes: [84, 76, 70, 62, 54, 48], between: 24, above: 46 } as const;
export const MEDIUM = { sizes: [76, 66, 58, 50, 44, 38, 32], between: 14, above: 34 } as const;
export const SMALL = { sizes: [44, 41, 38, 35, 32, 29, 26], between: 10, above: 34 } as const;
export const MOST_SIDE_BY_SIDE = 5; // longer rows lie like a hand

type Room = typeof LARGE | typeof MEDIUM | typeof SMALL;

/** The largest tile with which rows of these lengths fit a width and a height, side by side and wrapped; else the smallest. */
export function fitting(lengths: readonly number[], width: number, height: number, room: Room = LARGE): number {
  const found = room.sizes.find((size) => {
    let lines = 1;
    let used = 0;
    for (const length of lengths) {
      const row = Math.max(SHORTEST, Math.min(length, MOST_SIDE_BY_SIDE) * (size + GAP));
      if (used > 0 && used + room.between + row > width) [lines, used] = [lines + 1, row];
      else used += (used > 0 ? room.between : 0) + row;
    }
    return lines * (size + room.above) <= height;
  });
  return found ?? room.sizes[room.sizes.length - 1] ?? SHORTEST;
}
