// The table as one seat, or the public, sees it: what dragonhoard/games/dragon_master/view.py tells.

export interface Line {
  readonly line: number; // its x or y
  readonly points: number;
  readonly cards: number;
}

export interface TableView extends Record<string, unknown> {
  readonly seat: number | null;
  readonly mover: number | "chance" | null;
  readonly start: number | null;
  readonly hand: readonly number[] | null;
  readonly hand_sizes: readonly number[];
  readonly grid: Readonly<Record<string, number>>; // "x,y" -> value
  readonly laid: readonly (readonly number[])[];
  readonly hands: readonly (readonly number[])[] | null;
  readonly out: readonly number[] | null;
  readonly rest: number;
  readonly unseen: readonly number[];
  readonly deal_to: number | null;
  readonly axes: readonly ("columns" | "rows")[];
  readonly columns: readonly Line[];
  readonly rows: readonly Line[];
  readonly ladders: readonly (readonly number[])[];
  readonly decides: number | null;
  readonly open: readonly string[];
  readonly room: readonly (readonly number[])[]; // lowest and highest x, lowest and highest y
}

export type Change =
  | { readonly kind: "lay"; readonly seat: number; readonly card: number; readonly place: string; readonly hand_size: number }
  | {
      readonly kind: "line";
      readonly seat: number;
      readonly axis: "columns" | "rows";
      readonly line: number;
      readonly before: number;
      readonly after: number;
    }
  | { readonly kind: "start" | "deal" | "full" | "reveal" };
