// Spellings as gestures. A tile or dragon is aimed with its middle square: that is what lies under the finger, and a spelling's lower left
// square of the bounding box need not even be part of the piece. Which square is the middle follows from the form alone, so that piece, turn
// and middle are one placement, and every placement has them.
import type { Dials, Gesture } from "../../board/gesture";
import type { BoardView, Turned } from "./view";

export interface Piece {
  readonly kind: "tile" | "dragon";
  readonly letter: string;
  readonly turns: readonly Turned[];
}

/** A piece on the board: its turn and the lower left square of its bounding box. */
export interface Placed extends Piece {
  readonly turn: number;
  readonly x: number;
  readonly y: number;
}

const PLACE = /^(dragon )?([A-Z])([0-3]) ([a-h][1-8])$/;
const EGG = /^egg ([a-h][1-8])$/;
const SIDE = 8;

export const FILES = [..."abcdefgh"];
export const RANKS = [8, 7, 6, 5, 4, 3, 2, 1];

export function squareOf(x: number, y: number): string {
  return `${FILES[x] ?? "?"}${y + 1}`;
}

export function xy(square: string): readonly [number, number] {
  return [square.charCodeAt(0) - 97, Number(square[1]) - 1];
}

export function turned(piece: Piece, turn: number): Turned {
  const found = piece.turns.find((each) => each.turn === turn) ?? piece.turns[0];
  if (!found) throw new Error(`${piece.kind} ${piece.letter} has no form`);
  return found;
}

export function pieceOf(kind: "tile" | "dragon", letter: string, view: BoardView, seat = mover(view)): Piece | null {
  const found = (kind === "tile" ? view.tiles[seat] : view.dragons)?.find((each) => each.letter === letter);
  return found ? { kind, letter, turns: found.turns } : null;
}

function mover(view: BoardView): number {
  return typeof view.mover === "number" ? view.mover : 0;
}

/** The square of a form that has the shortest way to all others; of several the one nearest to their centre, the lowest, the leftmost. */
export function middle(form: Turned): readonly [number, number] {
  const { cells } = form;
  const [sumX, sumY] = cells.reduce(([sx, sy], [x, y]) => [sx + x, sy + y], [0, 0]);
  const ranked = cells.map(([x, y]) => ({
    x,
    y,
    way: cells.reduce((sum, [ox, oy]) => sum + Math.abs(x - ox) + Math.abs(y - oy), 0),
    off: (cells.length * x - sumX) ** 2 + (cells.length * y - sumY) ** 2,
  }));
  ranked.sort((a, b) => a.way - b.way || a.off - b.off || a.y - b.y || a.x - b.x);
  const [best] = ranked;
  return best ? [best.x, best.y] : [0, 0];
}

export function placed(move: string, view: BoardView, seat = mover(view)): Placed | null {
  const [, dragon, letter, turn, square] = PLACE.exec(move) ?? [];
  if (letter === undefined || turn === undefined || square === undefined) return null;
  const piece = pieceOf(dragon ? "dragon" : "tile", letter, view, seat);
  const [x, y] = xy(square);
  return piece && { ...piece, turn: Number(turn), x, y };
}

export function eggAt(move: string): string | null {
  return EGG.exec(move)?.[1] ?? null;
}

export function squaresOf({ x, y, turn, ...piece }: Placed): string[] {
  return turned(piece, turn).cells.map(([dx, dy]) => squareOf(x + dx, y + dy));
}

/** The square that a placed piece is aimed at with its middle. */
export function middleOf({ x, y, turn, ...piece }: Placed): string {
  const [dx, dy] = middle(turned(piece, turn));
  return squareOf(x + dx, y + dy);
}

export function gesture(move: string, view: BoardView): Gesture {
  const egg = eggAt(move);
  if (egg !== null) return { picks: [`at:${egg}`] };
  const piece = placed(move, view);
  if (!piece) return { picks: [move] };
  const at = `at:${middleOf(piece)}`;
  const dials = { turn: String(piece.turn) };
  return piece.kind === "tile" ? { picks: [`tile:${piece.letter}`, at], dials } : { picks: [at], dials };
}

/** The piece with its middle on that square, slid in where it would stick out of the board. */
export function spelled(piece: Piece, turn: number, square: string): string {
  const form = turned(piece, turn);
  const [dx, dy] = middle(form);
  const [x, y] = xy(square);
  const left = Math.min(Math.max(x - dx, 0), SIDE - form.width);
  const low = Math.min(Math.max(y - dy, 0), SIDE - form.height);
  return `${piece.kind === "dragon" ? "dragon " : ""}${piece.letter}${form.turn} ${squareOf(left, low)}`;
}

export function spelling(tokens: readonly string[], dials: Dials, view: BoardView): string | null {
  const letter = tokens[0]?.startsWith("tile:") ? tokens[0].slice(5) : null;
  const last = tokens.at(-1);
  const square = last?.startsWith("at:") ? last.slice(3) : null;
  if (view.due === "egg") return letter === null && square !== null ? `egg ${square}` : null;
  const piece = letter !== null ? pieceOf("tile", letter, view) : view.due === "dragon" ? pieceOf("dragon", view.summoned, view) : null;
  if (piece && square === null && view.due !== "tile") return spelled(piece, 0, "a1"); // wherever: why no tile can be laid now
  return piece && square !== null ? spelled(piece, Number(dials.turn ?? 0), square) : null;
}

export function tokens(view: BoardView): ReadonlySet<string> {
  const tiles = (view.hands[mover(view)] ?? []).map((letter) => `tile:${letter}`);
  return new Set([...tiles, ...RANKS.flatMap((rank) => FILES.map((file) => `at:${file}${rank}`))]);
}
