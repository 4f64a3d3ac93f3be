// Where a piece lies when somebody aims it at a square: any square may be aimed at that a legal placement covers.
import type { Dials, Pick } from "../../board/gesture";
import type { Turner } from "../../board/hand.svelte";
import { middleOf, placed, squaresOf, xy } from "./gestures";
import type { BoardView } from "./view";

/** A legal placement: what it covers, and where its middle lies. */
export interface Option {
  readonly move: string;
  readonly letter: string;
  readonly turn: number;
  readonly middle: string;
  readonly squares: ReadonlySet<string>;
}

export function options(moves: readonly string[], view: BoardView): Option[] {
  const found: Option[] = [];
  for (const move of moves) {
    const piece = placed(move, view);
    if (piece) found.push({ move, letter: piece.letter, turn: piece.turn, middle: middleOf(piece), squares: new Set(squaresOf(piece)) });
  }
  return found;
}

function far(a: string, b: string): number {
  const [[ax, ay], [bx, by]] = [xy(a), xy(b)];
  return Math.abs(ax - bx) + Math.abs(ay - by);
}

/** Of the placements that cover the square the one whose middle is nearest to it; turned as it is held if that is possible at all. */
export function aimed(placements: readonly Option[], square: string, turn: number | null): Option | null {
  let best: Option | null = null;
  let least = Infinity;
  for (const option of placements) {
    if (!option.squares.has(square)) continue;
    const way = far(option.middle, square) + (turn === null || option.turn === turn ? 0 : 100);
    if (way < least) [best, least] = [option, way];
  }
  return best;
}

export const dialsOf = (option: Option): Dials => ({ turn: String(option.turn) });

/** Turning about the square aimed at: each turn in which the piece can cover it, its middle as near as it can be. */
export function turning(placements: readonly Option[], held: readonly Pick[], aim: Pick | null, turn: number | null): Turner {
  const turns = [...new Set(placements.map((option) => option.turn))].sort();
  if (aim === null) {
    const now = turn === null ? 0 : Math.max(0, turns.indexOf(turn));
    return { turns: turns.map((each) => ({ dials: { turn: String(each) }, picked: held })), now };
  }
  const found = turns.flatMap((each) => {
    const option = aimed(placements.filter((one) => one.turn === each), aim.id, each);
    return option ? [option] : [];
  });
  return {
    turns: found.map((option) => ({ dials: dialsOf(option), picked: [...held, { id: aim.id, token: `at:${option.middle}`, dials: dialsOf(option) }] })),
    now: Math.max(0, found.findIndex((option) => option.turn === turn)),
  };
}
