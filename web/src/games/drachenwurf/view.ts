// The whole table of Drachenwurf, as dragonhoard/games/drachenwurf/view.py gives it: nothing is hidden, so all seats see the same.

export const COLOURS = "RBGYPK";

export interface RowView {
  readonly kind: "colour" | "landscape" | "open";
  readonly of: string | null;
  readonly tiles: readonly string[];
  readonly value: number;
}

export type Due = "draw" | "throw" | "remove" | "bank" | "keep" | "go-on" | "take" | "bank-six" | "shift" | "over";

export interface View {
  readonly mover: number | "chance" | null;
  readonly seats: number;
  readonly turn: number | null;
  readonly due: Due;
  readonly opening: boolean;
  readonly middle: readonly string[];
  readonly stack: number;
  readonly removed: readonly string[];
  /** Per seat the sides 2, 3, 4 and 5. */
  readonly bases: readonly (readonly (readonly string[])[])[];
  readonly rows: readonly (readonly RowView[])[];
  readonly eggs: readonly number[];
  readonly supply: number;
  readonly points: readonly number[];
  readonly egg_points: number;
  readonly roll: string;
  /** Those dice of the roll that count. */
  readonly valid: string;
  /** Results set aside and not yet used. */
  readonly kept: Readonly<Record<string, number>>;
  readonly rolls: number;
  /** Dice not yet set aside, while rolling. */
  readonly dice: number;
  readonly joker_used: boolean;
  readonly costs: Readonly<Record<string, number>>;
  readonly in_reach: readonly string[];
  /** A tile taken with six, whose row is due. */
  readonly held: string | null;
  readonly extra_turn: boolean;
  readonly quiet: number;
  readonly quiet_limit: number;
}

/** The changes that a Mat draws: what went where, which row is worth what. */
export type Change =
  | { readonly kind: "tile"; readonly tile: string; readonly origin: string; readonly target: string }
  | { readonly kind: "egg"; readonly origin: string; readonly target: string }
  | { readonly kind: "roll"; readonly dice: string; readonly valid: string }
  | {
      readonly kind: "aside";
      readonly dice: string;
      readonly joker: string | null;
      readonly kept: Readonly<Record<string, number>>;
      readonly in_reach: readonly string[];
    }
  | { readonly kind: "spent"; readonly colour: string; readonly dice: number }
  | { readonly kind: "lost"; readonly kept: Readonly<Record<string, number>> }
  | { readonly kind: "row"; readonly seat: number; readonly row: number; readonly before: number; readonly after: number }
  | { readonly kind: "points"; readonly seat: number; readonly before: number; readonly after: number }
  | { readonly kind: "turn"; readonly seat: number; readonly extra: boolean }
  | { readonly kind: "over"; readonly reason: string };

/** The changes of one kind among what a step or a move brings. */
export function changesOf<Kind extends Change["kind"]>(
  changes: readonly Record<string, unknown>[] | undefined,
  kind: Kind,
): readonly Extract<Change, { kind: Kind }>[] {
  return (changes ?? []).filter((each) => each.kind === kind) as unknown as readonly Extract<Change, { kind: Kind }>[];
}
