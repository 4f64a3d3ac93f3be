// What somebody holds over the table right now: picked things, a turn, a thing pointed at. Nothing leaves it before `commit`.
import {
  candidates,
  complete,
  dialValues,
  nearest,
  offers,
  picking,
  type Dials,
  type Gestures,
  type Pick,
} from "./gesture";

/** A thing that was tried and goes with nothing on offer: `move` is what was meant, if that can be spelled. */
export interface Refusal extends Pick {
  readonly move: string | null;
}

const NOTHING: Gestures = new Map();
const NONE: ReadonlySet<string> = new Set();

/** How a game turns what is held where that is more than another dial at the same place: a piece that stays under the finger. */
export interface Turner {
  /** Every position that turning leads to, in order, and which of them is now. */
  readonly turns: readonly { readonly dials: Dials; readonly picked: readonly Pick[] }[];
  readonly now: number;
}

export class Hand {
  /** The legal moves as gestures; replaced as a whole whenever the table moved on. */
  gestures: Gestures = $state.raw(NOTHING);
  picked: readonly Pick[] = $state.raw([]);
  dials: Dials = $state.raw({});
  /** What the pointer or the focus lies on, while nothing is complete. */
  pointed: Pick | null = $state.raw(null);
  refused: Refusal | null = $state.raw(null);
  /** What picking a thing means, where the game knows better than the thing: a square aimed at is the place that the piece would take. */
  aim: ((pick: Pick) => Pick) | null = $state.raw(null);
  /** Asked before the dials are turned; a game's mat may set it. */
  turner: (() => Turner | null) | null = $state.raw(null);
  readonly #spell: (tokens: readonly string[], dials: Dials) => string | null;

  constructor(spell: (tokens: readonly string[], dials: Dials) => string | null) {
    this.#spell = spell;
  }

  readonly tokens: readonly string[] = $derived(this.picked.map((each) => each.token));
  /** Tokens that may be picked next. */
  readonly offers: ReadonlySet<string> = $derived(offers(this.gestures, this.tokens));
  /** Tokens that may take the place of the last one: another place for the ghost. A set has none. */
  readonly instead: ReadonlySet<string> = $derived.by(() => {
    const isOrdered = this.chosen !== null && this.gestures.get(this.chosen)?.picks !== undefined;
    return isOrdered ? offers(this.gestures, this.tokens.slice(0, -1)) : NONE;
  });
  /** Tokens that begin anew: another piece. */
  readonly first: ReadonlySet<string> = $derived(offers(this.gestures, []));
  /** Moves that the hand can still become. */
  readonly candidates: readonly string[] = $derived(candidates(this.gestures, this.tokens));
  /** The move that a commit would play, or null while something is missing. Nothing picked is nothing chosen. */
  readonly chosen: string | null = $derived(
    this.picked.length ? nearest(this.gestures, complete(this.gestures, this.tokens), this.dials) : null,
  );
  /** The move to show a ghost and a consequence for: the chosen one, or what the thing pointed at would make of the hand. */
  readonly shown: string | null = $derived.by(() => {
    if (this.chosen !== null || this.pointed === null) return this.chosen;
    const { token, dials } = this.meant(this.pointed);
    if (!this.offers.has(token)) return null;
    return nearest(this.gestures, complete(this.gestures, [...this.tokens, token]), { ...this.dials, ...dials });
  });
  /** Where the shown move's last pick lies. */
  readonly shownAt: Pick | null = $derived(
    this.chosen !== null ? (this.picked.at(-1) ?? null) : this.shown !== null ? this.pointed : null,
  );

  /** The table moved on: other moves are legal, and what was held is put back. */
  deal(gestures: Gestures): void {
    this.gestures = gestures;
    this.clear();
  }

  clear(): void {
    this.picked = [];
    this.dials = {};
    this.pointed = null;
    this.refused = null;
  }

  holds(id: string): boolean {
    return this.picked.some((each) => each.id === id);
  }

  meant(pick: Pick): Pick {
    return this.aim?.(pick) ?? pick;
  }

  /** Tap, key or drop on a thing. The last picked thing tapped again turns, or is put back if it cannot turn. */
  pick(pick: Pick): void {
    this.refused = null;
    const last = this.picked.at(-1);
    if (last?.id === pick.id) {
      if (this.chosen !== null && this.turn(1)) return;
      this.back();
      return;
    }
    const meant = this.meant(pick);
    const next = picking(this.gestures, this.picked, meant);
    if (next === null) {
      const held = this.chosen === null ? this.tokens : this.tokens.slice(0, -1); // a ghost was to go there instead
      this.refused = { ...pick, move: this.#spell([...held, pick.token], this.dials) };
      return;
    }
    if (next.length && next[0]?.id !== this.picked[0]?.id) this.dials = {};
    if (meant.dials) this.dials = { ...this.dials, ...meant.dials };
    this.picked = next;
    this.#settle();
  }

  /** The last pick goes back; from an empty hand nothing happens. */
  back(): void {
    this.refused = null;
    this.picked = this.picked.slice(0, -1);
    if (!this.picked.length) this.dials = {};
  }

  point(pick: Pick | null): void {
    this.pointed = pick;
  }

  /** Turn what is held; false if there is nothing to turn here. */
  turn(by: number, name = "turn"): boolean {
    const turner = this.turner?.();
    if (turner) {
      const count = turner.turns.length;
      const next = turner.turns[(turner.now + by + count) % count];
      if (count < 2 || !next) return false;
      this.picked = next.picked;
      this.dials = { ...this.dials, ...next.dials };
      this.refused = null;
      return true;
    }
    const values = dialValues(this.gestures, this.turnable, name);
    const now = (this.shown && this.gestures.get(this.shown)?.dials?.[name]) ?? this.dials[name] ?? values[0];
    if (values.length < 2 || now === undefined) return false;
    const at = Math.max(0, values.indexOf(now));
    this.dials = { ...this.dials, [name]: values[(at + by + values.length) % values.length] ?? now };
    this.refused = null;
    return true;
  }

  /** The moves among which a turn chooses: those at the ghost's place, else all of the held piece. */
  get turnable(): readonly string[] {
    return this.chosen !== null ? complete(this.gestures, this.tokens) : this.picked.length ? this.candidates : [];
  }

  canTurn(name = "turn"): boolean {
    const turner = this.turner?.();
    if (turner) return turner.turns.length > 1;
    return dialValues(this.gestures, this.turnable, name).length > 1;
  }

  /** How the held piece lies: the dial of the shown move, else as it was last turned. */
  dial(name = "turn"): string | undefined {
    return (this.shown === null ? undefined : this.gestures.get(this.shown)?.dials?.[name]) ?? this.dials[name];
  }

  #settle(): void {
    const dials = this.chosen === null ? undefined : this.gestures.get(this.chosen)?.dials;
    if (dials) this.dials = { ...this.dials, ...dials };
  }
}
