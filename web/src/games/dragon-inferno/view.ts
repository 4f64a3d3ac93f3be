// The table, the same for everybody: what dragonhoard/games/dragon_inferno/view.py tells.

/** x to the right and y upward from the lower left square, and the mark: C castle, H hole, . plain, X dragon. */
export type Cell = readonly [number, number, string];

export interface Turned {
  readonly turn: number;
  readonly width: number;
  readonly height: number;
  readonly cells: readonly Cell[];
}

export interface TileView {
  readonly letter: string;
  readonly turns: readonly Turned[];
  readonly placed: string | null; // "L2 c4"
  readonly squares: readonly string[];
}

export interface DragonView {
  readonly letter: string;
  readonly turns: readonly Turned[]; // those that differ
  readonly cave: number | null; // 1 to 5
  readonly is_at: "drawing" | "cave" | "summoned" | "board" | "away";
  readonly placed: string | null; // "W1 c4"
  readonly squares: readonly string[];
}

export interface Standing {
  readonly squares: number;
  readonly castles: number;
  readonly broken: number;
  readonly points: number;
}

export interface BoardView extends Record<string, unknown> {
  readonly seat: number | null;
  readonly mover: number | "chance" | null;
  readonly due: "cave" | "egg" | "tile" | "dragon" | "";
  readonly caves: readonly string[];
  readonly eggs: readonly string[];
  readonly squares: Readonly<Record<string, readonly [number, string]>>; // whose tile, and the mark on it
  readonly burnt: readonly string[];
  readonly hands: readonly (readonly string[])[];
  readonly broken: readonly number[];
  readonly summoned: string;
  readonly scores: readonly number[];
  readonly standings: readonly Standing[];
  readonly next_dragon: string;
  readonly eggs_to_lay: readonly number[];
  readonly outlines: Readonly<Record<string, string>>;
  readonly lairs: Readonly<Record<string, string>>;
  readonly tiles: readonly (readonly TileView[])[];
  readonly dragons: readonly DragonView[];
}

export type Change =
  | {
      readonly kind: "tile";
      readonly seat: number;
      readonly tile: string;
      readonly turn: number;
      readonly square: string;
      readonly squares: readonly string[];
      readonly castle: string;
      readonly hole: string;
    }
  | { readonly kind: "egg" | "break" | "hatch"; readonly seat: number; readonly square: string }
  | { readonly kind: "cave"; readonly cave: number; readonly dragon: string }
  | { readonly kind: "wake" | "away"; readonly seat: number; readonly cave: number; readonly dragon: string }
  | {
      readonly kind: "burn";
      readonly seat: number;
      readonly dragon: string;
      readonly turn: number;
      readonly square: string;
      readonly squares: readonly string[];
    }
  | { readonly kind: "score"; readonly seat: number; readonly before: number; readonly after: number }
  | { readonly kind: "pass"; readonly seat: number }
  | { readonly kind: "end" };
