// A table without a server: one decision as tests/web/decisions.py tells it, with a hand over it, for tests of games' folders.
import type { Consequence, GameClient, SeatInfo, TableModel, ToldStep } from "../src/board/game";
import { Hand } from "../src/board/hand.svelte";
import { say } from "../src/words/index.svelte";

export type View = Record<string, unknown>;

export interface Decision {
  readonly game: string;
  readonly seat: number;
  readonly lang: "en" | "de";
  readonly names: readonly string[];
  readonly options: Readonly<Record<string, number | string>>;
  readonly view: View;
  readonly moves: readonly string[];
  readonly spots: Readonly<Record<string, string>>;
}

export class Bench implements TableModel {
  readonly view: View;
  readonly seat: number;
  readonly mover: number;
  readonly seats: readonly SeatInfo[];
  readonly spots: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, number | string>>;
  readonly moves: readonly string[];
  readonly hand: Hand;
  readonly live = true;
  readonly consequence: Consequence | null = null;
  readonly last: readonly ToldStep[] = [];
  readonly over = false;
  readonly winners: readonly number[] = [];
  readonly wide = true;
  readonly say = say;
  /** What was played. */
  played: string | null = null;

  constructor(decision: Decision, client: GameClient) {
    this.view = decision.view;
    this.seat = this.mover = decision.seat;
    this.seats = decision.names.map((name, seat) => ({ kind: "person", name, mine: seat === decision.seat, left: false, here: true }));
    this.spots = decision.spots;
    this.options = decision.options;
    this.moves = decision.moves;
    this.hand = new Hand((tokens, dials) => client.spelling(tokens, dials, this.view));
    this.hand.deal(new Map(decision.moves.map((move) => [move, client.gesture(move, this.view)])));
  }
  commit(): void {
    this.played = this.hand.chosen;
  }
  rules(): void {
    // nothing opens here
  }
}
