// The view of one seat, as dragonhoard/games/seven_dragons/view.py declares it.

/** A quarter of the layout: across, and up; [0, 0] is the silver dragon's lower left one. */
export type Square = readonly [number, number];

export interface Group {
  readonly colour: string;
  readonly size: number;
  readonly squares: readonly Square[];
}

export interface View {
  readonly mover: number | "chance" | null;
  readonly phase: "goal" | "deal" | "draw" | "turn" | "bonus" | "zap" | "lift" | "relay" | "trade-goal" | "trade-hand" | "rotate" | "over";
  readonly seat: number | null;
  readonly seats: number;
  readonly turn: number;
  readonly layout: Readonly<Record<string, string>>;
  readonly lifted: string;
  readonly lifted_as: string;
  readonly lifted_from: string | null;
  readonly pile: number;
  readonly top: string;
  readonly silver: string;
  readonly deck: number;
  readonly hand_sizes: readonly number[];
  readonly hand: readonly string[] | null;
  readonly goals: Readonly<Record<string, string>>;
  readonly places: readonly (number | null)[];
  readonly remembered: readonly (readonly string[])[];
  readonly groups: Readonly<Record<string, number>>;
  readonly outlines: Readonly<Record<string, readonly Square[]>>;
  readonly group: Group | null;
  readonly bonus: number;
  readonly passes: number;
  readonly move_bonus: number;
  readonly is_open: boolean;
  readonly hands: readonly (readonly string[])[] | null;
  readonly deck_cards: readonly string[] | null;
  readonly winners: readonly number[] | null;
  readonly reason: string | null;
  readonly won: readonly Group[];
}

/** A pair of quarters that touch and match, of a card that is laid. */
export interface Match {
  readonly quarter: number;
  readonly side: "left" | "right" | "above" | "below";
  readonly colour: string;
}

/** What the mat reads of what happened, or would happen. */
export type Change =
  | { readonly kind: "lay"; readonly seat: number; readonly card: string; readonly place: string; readonly source: string | null; readonly matches: readonly Match[] }
  | { readonly kind: "group"; readonly colour: string; readonly before: number; readonly after: number; readonly squares: readonly Square[] }
  | { readonly kind: "silver"; readonly before: string; readonly after: string }
  | { readonly kind: "draw"; readonly seat: number; readonly card: string | null }
  | { readonly kind: "take"; readonly seat: number; readonly card: string; readonly place: string }
  | { readonly kind: "goals"; readonly moves: readonly { readonly source: number; readonly target: number; readonly colour: string | null }[] }
  | { readonly kind: "hands"; readonly seat: number; readonly other: number };

/** The changes of a step as this game tells them. */
export function changesOf(step: { readonly changes: readonly Record<string, unknown>[] }): readonly Change[] {
  return step.changes as readonly unknown[] as readonly Change[];
}
