// What the widget asks of a game's folder, and what it gives: a table as one seat sees it, and a hand over it.
import type { Component } from "svelte";
import type { Dials, Gesture } from "./gesture";
import type { Hand } from "./hand.svelte";

/** Text in the language of the page: `say("sd.over", {card})`. */
export type Say = (key: string, parameters?: Readonly<Record<string, string | number>>) => string;

export interface SeatInfo {
  readonly kind: "person" | "computer" | "open";
  readonly name: string; // never empty: "You" is not used here, it is the name
  readonly mine: boolean;
  readonly left: boolean;
  readonly here: boolean;
}

/** What a move would do, or why it is not legal: in the server's words. */
export interface Consequence {
  readonly move: string;
  readonly legal: boolean;
  readonly sentence: string;
  readonly section: string | null;
  readonly changes: readonly Record<string, unknown>[];
}

export interface ToldStep {
  readonly ply: number;
  readonly mover: number | "chance";
  readonly move: string;
  readonly sentence: string;
  readonly changes: readonly Record<string, unknown>[];
}

/** The table that a Mat draws. All fields are reactive. */
export interface TableModel<View = Record<string, unknown>> {
  readonly view: View;
  /** Whose knowledge the view is; null between two hands and for the public. */
  readonly seat: number | null;
  readonly seats: readonly SeatInfo[];
  readonly mover: number | null;
  /** May something be picked: it is this seat's turn, the line stands, no sheet lies over the mat. */
  readonly live: boolean;
  /** Place -> words of the library (`match.spots`). */
  readonly spots: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, number | string>>;
  readonly moves: readonly string[];
  readonly hand: Hand;
  /** The consequence of the move that is shown, or of the one refused, once it is known. */
  readonly consequence: Consequence | null;
  /** What is already known of a move, by having been looked at: for lists of choices, each with its consequence or its refusal. Ask with `look`. */
  known?(move: string): Consequence | null;
  /** Ask for the consequences of moves, legal or not; each is asked for once. */
  look?(moves: readonly string[]): void;
  /** What happened in the last step that was shown: for marks such as "robbed" and for where pieces come from. */
  readonly last: readonly ToldStep[];
  readonly over: boolean;
  readonly winners: readonly number[];
  readonly wide: boolean; // at least 1024 px
  /** Matches counted together, if they are: how many wins end it, and who has how many, this one included. */
  readonly series?: { readonly to: number; readonly wins: readonly number[]; readonly winner: number | null } | null;
  readonly say: Say;
  /** A move that should follow by itself once it is legal: "keep BB", then "roll". */
  commit(then?: string): void;
  /** Open the rules at a point. */
  rules(section: string): void;
}

/** A button beside the say-line for a token that lies nowhere on the mat ("pass", "roll", "end"), or a commit that goes on. */
export interface BarButton {
  readonly id: string;
  readonly label: string;
  readonly key?: string; // keyboard: one letter
  readonly primary?: boolean;
  readonly off?: string; // cannot be pressed now, and why
  press(): void;
}

export interface GameClient<View = Record<string, unknown>> {
  readonly key: string;
  /** Every seat has its own place on the mat, with name and whose turn it is: a phone needs no second row of them. */
  readonly seatsOnMat?: boolean;
  readonly Mat: Component<{ table: TableModel<View> }>;
  /** A legal spelling as a gesture. Different spellings give different gestures; every token in it is a Spot of the Mat or a button of the bar. */
  gesture(move: string, view: View): Gesture;
  /** What somebody meant by tokens that go with no legal move: a spelling to ask `why` about, or null if it cannot be said. */
  spelling(tokens: readonly string[], dials: Dials, view: View): string | null;
  /** All tokens that the Mat and the bar offer for this view: the headless test holds every gesture against it. */
  tokens(view: View, moves: readonly string[]): ReadonlySet<string>;
  /** Buttons beside the commit button. */
  bar?(table: TableModel<View>): BarButton[];
  /** The commit button's words for a complete move, and the line above it: "Lay it here", "Lay the ruby dragon at A4?". `detail` stands in place
   * of the library's sentence, where the mat names places otherwise than spellings do; it is made of the consequence's changes alone. */
  act(move: string, table: TableModel<View>): { readonly question: string; readonly button: string; readonly detail?: string | undefined };
  /** What is to be chosen next, once something is picked and a move is not yet whole; "now choose where" if missing. */
  next?(table: TableModel<View>): string | null;
  /** A sentence of the library with places called as the mat calls them; as it is if missing. */
  voice?(sentence: string, table: TableModel<View>): string;
  /** Short words for the move list: "sapphire", "takes red water"; the told sentence if missing. */
  brief?(step: ToldStep, table: TableModel<View>): string;
  /** What the public may know between two hands is not asked of the game: the server sends another view. */
}
