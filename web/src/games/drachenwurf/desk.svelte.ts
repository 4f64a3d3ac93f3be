// What the pieces of this table have in common: who sits below, what is held over what, what happened since one's last turn.
import { getContext, setContext, untrack } from "svelte";
import type { TableModel, ToldStep } from "../../board/game";
import { isForced, taken, type Move } from "./gestures";
import { changesOf, type RowView, type View } from "./view";
import { begin, rowName, tileName } from "./words";

export type Size = "wide" | "middle" | "phone";
const WIDE = 860;
const PHONE = 560;

export interface Robbery {
  readonly owner: number;
  readonly side: number;
}

export class Desk {
  readonly table: TableModel<View>;
  width = $state(0);
  height = $state(0);
  /** Sides that lost a tile since their owner's last turn: the egg for it lies there. */
  robbed: readonly Robbery[] = $state.raw([]);
  /** The colour on which this turn's egg went, as far as it was seen. */
  egg: string | null = $state(null);
  /** Dice of which none counted. */
  dead: { readonly dice: string; readonly seat: number } | null = $state.raw(null);
  /** Of this turn, for where the dice come from: it grows with every roll. */
  rolls = $state(0);
  #ply = -1;
  #turn: number | null = null; // whose turn it was before the step that is being looked at

  constructor(table: TableModel<View>) {
    this.table = table;
    $effect.pre(() => {
      const { last } = table;
      const { turn, due, mover } = table.view;
      untrack(() => {
        for (const step of last) if (step.ply > this.#ply) this.#see(step);
        this.#turn = turn;
        if (mover !== "chance" && turn !== null) this.robbed = this.robbed.filter((each) => each.owner !== turn);
        if (due === "bank" || due === "remove" || due === "over" || (due === "throw" && table.view.rolls === 0)) this.egg = null;
      });
    });
  }
  #see(step: ToldStep): void {
    this.#ply = step.ply;
    const [verb] = step.move.split(" ");
    if (verb === "steal") {
      const [, owner, side] = (changesOf(step.changes, "tile")[0]?.origin ?? "").split(" ").map(Number);
      const paid = changesOf(step.changes, "egg").length > 0;
      if (paid && owner !== undefined && side !== undefined) this.robbed = [...this.robbed, { owner, side }];
    }
    const aside = changesOf(step.changes, "aside")[0];
    if (aside) this.dead = null;
    if (aside?.joker) this.egg = aside.joker;
    const roll = changesOf(step.changes, "roll")[0];
    if (roll) {
      this.rolls += 1;
      this.dead = roll.valid === "" ? { dice: roll.dice, seat: this.#turn ?? this.table.view.turn ?? 0 } : null;
    }
    this.#turn = changesOf(step.changes, "turn").at(-1)?.seat ?? this.#turn;
  }

  readonly view: View = $derived.by(() => this.table.view);
  readonly size: Size = $derived.by(() => {
    if (this.width === 0) return this.table.wide ? "wide" : "phone"; // not measured yet
    return this.width >= WIDE ? "wide" : this.width >= PHONE ? "middle" : "phone";
  });
  /** The seat that sits below: one's own, else one at this screen, else the first. */
  readonly me: number = $derived.by(() => this.table.seat ?? Math.max(0, this.table.seats.findIndex((seat) => seat.mine)));
  /** The others, clockwise from there. */
  readonly others: readonly number[] = $derived.by(() =>
    Array.from({ length: this.view.seats - 1 }, (_, step) => (this.me + step + 1) % this.view.seats),
  );
  readonly mine: boolean = $derived.by(() => this.table.seat === this.me);
  readonly myTurn: boolean = $derived.by(() => this.view.turn === this.me && this.table.seat === this.me);

  /** What the shown move is; of a hand that is still missing something, null. */
  readonly shown: Move | null = $derived.by(() => {
    const { shown } = this.table.hand;
    return shown === null ? null : taken(shown);
  });
  /** The tile in the hand. */
  readonly held: string | null = $derived.by(() => {
    const token = this.table.hand.tokens.find((each) => each.startsWith("tile:"));
    return token === undefined ? null : token.slice(5);
  });
  readonly #changes: readonly Record<string, unknown>[] | undefined = $derived.by(() => {
    const { consequence, hand } = this.table;
    return consequence?.legal && consequence.move === hand.shown ? consequence.changes : undefined;
  });
  /** Tiles that the dice set aside pay for, with those in the hand as far as the table has said. */
  readonly reach: ReadonlySet<string> = $derived.by(() => {
    const { due, in_reach } = this.view;
    if (due === "keep") return new Set(changesOf(this.#changes, "aside")[0]?.in_reach ?? in_reach);
    return new Set(due === "go-on" || due === "take" || due === "throw" ? in_reach : []);
  });
  /** Whose base a tile lies on, and on which side. */
  lies(tile: string): { readonly owner: number; readonly side: number } | null {
    for (const [owner, base] of this.view.bases.entries())
      for (const [index, side] of base.entries()) if (side.includes(tile)) return { owner, side: index + 2 };
    return null;
  }
  /** The side of one's own base, or 6 for the hoard, where the shown tile would go. */
  readonly ghostSide: { readonly side: number; readonly tile: string } | null = $derived.by(() => {
    const move = this.shown;
    return move?.verb === "take" || move?.verb === "steal" ? { side: move.dice, tile: move.tile } : null;
  });
  readonly ghostRow: { readonly row: string; readonly tile: string } | null = $derived.by(() => {
    const move = this.shown;
    return move?.verb === "bank" || move?.verb === "shift" ? { row: move.row, tile: move.tile } : null;
  });
  /** What a row would be worth after the shown move; else after the held tile went there. That stays while another row is pointed at: what lies
   * under the pointer must not move away. Rows count from 1. */
  after(row: number): number | null {
    const meant = this.held === null ? undefined : this.#known(`${this.#verb} ${this.held} ${row}`);
    const found = [...changesOf(this.#changes, "row"), ...changesOf(meant, "row")];
    return found.find((each) => each.seat === this.me && each.row === row)?.after ?? null;
  }
  /** What the held tile would bring all rows together if it started a new one. */
  readonly gain: number | null = $derived.by(() => {
    const rows = this.held === null ? [] : changesOf(this.#known(`${this.#verb} ${this.held} new`), "row");
    return rows.length ? rows.reduce((sum, each) => sum + each.after - each.before, 0) : null;
  });
  get #verb(): string {
    return this.view.due === "shift" ? "shift" : "bank";
  }
  #known(move: string): readonly Record<string, unknown>[] | undefined {
    const known = this.table.known?.(move) ?? (this.table.consequence?.move === move ? this.table.consequence : null);
    return known?.legal ? known.changes : undefined;
  }
  /** What the points of a seat would be after the shown move. */
  pointsAfter(seat: number): number | null {
    return changesOf(this.#changes, "points").find((each) => each.seat === seat)?.after ?? null;
  }
  /** Which side a tap on this slot of the own base would mean; none where the ghost lies by itself. */
  sideToken(side: number): string | undefined {
    if (this.view.due !== "take" || !this.myTurn) return undefined;
    if (this.ghostSide?.side === side && this.held !== null && isForced(this.held, this.view)) return undefined;
    return `side:${side}`;
  }

  name(seat: number): string {
    return this.table.seats[seat]?.name ?? "";
  }
  tile(tile: string): string {
    return begin(tileName(this.table.say, tile));
  }
  row(row: RowView): string {
    return rowName(this.table.say, row);
  }
  /** The full name of a tile that lies in the middle or on a base. */
  tileLabel(tile: string): string {
    const { say } = this.table;
    const place = this.lies(tile);
    const cost = this.view.costs[tile] ?? (place ? place.side + 1 : 2);
    const words = { tile: this.tile(tile), side: place?.side ?? 0, name: place ? this.name(place.owner) : "", cost };
    const label = say(place === null ? "dw.in-middle" : place.owner === this.me && this.mine ? "dw.on-own-side" : "dw.on-side", words);
    return this.reach.has(tile) ? `${label}, ${say("dw.reach")}` : label;
  }
}

const key = Symbol("desk");

export function giveDesk(table: TableModel<View>): Desk {
  return setContext(key, new Desk(table));
}

export function theDesk(): Desk {
  return getContext(key);
}
