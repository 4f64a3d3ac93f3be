// One table before this browser: what it shows, what is held over it, and what is on its way. The server says what is true; this shows it step by step.
import { tick } from "svelte";
import type { BarButton, Consequence, GameClient, SeatInfo, TableModel } from "../board/game";
import type { Gestures } from "../board/gesture";
import { Hand } from "../board/hand.svelte";
import { LOOKS } from "../bounds";
import { hurry, measure, travel } from "../board/travel";
import type { LookedAt, Now, SeatShown, ServerMessage, ToldLine } from "../messages";
import { settings } from "../settings.svelte";
import { Line } from "../socket";
import { say, words } from "../words/index.svelte";

const TURN = 2500; // milliseconds that a computer's whole turn may take to be shown
const TURN_OF_MANY = 1200; // with five or more seats
const STEP = 420;
const OWN_LUCK = 1800;
const OWN_ACT = 500;

type View = Record<string, unknown>;

/** The last act that is told, with the chance that followed it. */
function latest(told: readonly ToldLine[]): readonly ToldLine[] {
  const act = told.findLastIndex((line) => line.mover !== "chance");
  return told.slice(Math.max(0, act));
}

export class Session implements TableModel {
  /** What lies on the table as it is shown: behind the newest while steps are played. */
  now: Now | null = $state.raw(null);
  told: readonly (ToldLine | undefined)[] = $state.raw([]);
  last: readonly ToldLine[] = $state.raw([]);
  client: GameClient | null = $state.raw(null);
  /** The line: null while it stands, else when it is tried again. */
  lost: number | null = $state(null);
  /** Said once in the say-line: a refusal by the table, "you are back". */
  notice: { text: string; section: string | null; bad: boolean } | null = $state.raw(null);
  /** The table is gone or not ours: the code. */
  closed: string | null = $state(null);
  sending = $state(false);
  stepping = $state(false);
  wide = $state(true);
  rulesAt: string | null = $state(null);
  /** Between two hands on one screen: whose turn it will be. */
  handover: number | null = $state(null);
  readonly hand: Hand;
  readonly say = say;
  mat: HTMLElement | null = null;

  readonly #table: string;
  readonly #line: Line;
  readonly #load: (game: string) => Promise<GameClient>;
  #seat: number | null = null; // whose knowledge was asked for
  #hands = 0; // grows when another hand sits down: what the former one asked for is not for this one
  #chosen = false; // has a seat been chosen for this page yet
  #heard = 0; // the last event this page knows
  #heardSoFar: Promise<void> = Promise.resolve();
  #queue: Now[] = [];
  #turn = { mover: -1, left: 0 };
  #then: { readonly move: string; readonly after: number } | null = null; // what follows once the table has moved on from that event
  readonly #looks = new Map<string, LookedAt>();
  #looked = $state(0); // grows with every answer, so that consequences are read anew

  constructor(table: string, load: (game: string) => Promise<GameClient>) {
    this.#table = table;
    this.#load = load;
    this.hand = new Hand((tokens, dials) => (this.client && this.now?.view ? this.client.spelling(tokens, dials, this.view) : null));
    this.#line = new Line(() => this.#hello(), {
      told: (message) => void (this.#heardSoFar = this.#heardSoFar.then(() => this.#hear(message))), // one after another: the first loads the game
      line: (up, retryIn) => (this.lost = up ? null : retryIn),
    });
  }

  // ---- what a Mat draws
  get view(): View {
    return (this.now?.view ?? {}) as View;
  }
  get seat(): number | null {
    return this.now?.seat ?? null;
  }
  get mover(): number | null {
    return this.now?.phase === "playing" ? this.now.mover : null;
  }
  readonly seats: readonly SeatInfo[] = $derived.by(() => {
    const now = this.now;
    return (now?.seats ?? []).map((seat, number) => ({
      kind: seat.kind,
      name: seat.name ?? say("seat.nobody", { number: number + 1 }),
      mine: now?.mine.includes(number) ?? false,
      left: seat.left,
      here: seat.here,
    }));
  });
  get live(): boolean {
    const { now } = this;
    return now?.phase === "playing" && now.mover === now.seat && now.seat !== null && this.lost === null && !this.sending && !this.stepping && this.handover === null;
  }
  get spots(): Readonly<Record<string, string>> {
    return this.now?.spots ?? {};
  }
  get options(): Readonly<Record<string, number | string>> {
    return this.now?.options ?? {};
  }
  get moves(): readonly string[] {
    return this.now?.moves ?? [];
  }
  get over(): boolean {
    return this.now?.phase === "over";
  }
  get winners(): readonly number[] {
    return this.now?.outcome?.winners ?? [];
  }
  get series(): { readonly to: number; readonly wins: readonly number[]; readonly winner: number | null } | null {
    return this.now?.series ?? null;
  }
  get number(): number {
    return this.now?.number ?? 0;
  }
  readonly consequence: Consequence | null = $derived.by(() => {
    const move = this.hand.refused?.move ?? this.hand.shown;
    return move === null ? null : this.known(move);
  });
  /** What the server said of a move that was looked at. */
  known(move: string): Consequence | null {
    void this.#looked;
    const found = this.#looks.get(move);
    return found ? { ...found, sentence: this.voice(found.sentence) } : null;
  }
  /** The buttons of the bar, from the game's folder. */
  readonly bar: readonly BarButton[] = $derived.by(() => (this.client?.bar && this.now?.view ? this.client.bar(this) : []));
  readonly act: ReturnType<GameClient["act"]> | null = $derived.by(() => {
    const move = this.hand.shown;
    return move !== null && this.client && this.now?.view ? this.client.act(move, this) : null;
  });

  /** A sentence of the library, with places called as the mat calls them. */
  voice(sentence: string): string {
    return this.now?.view ? (this.client?.voice?.(sentence, this) ?? sentence) : sentence;
  }

  // ---- what somebody does
  commit(then?: string): void {
    const move = this.hand.chosen;
    if (move !== null) void this.play(move, then);
  }
  async play(move: string, then?: string): Promise<void> {
    if (!this.live || !this.now) return;
    this.sending = true;
    this.notice = null;
    const after = this.now.changed;
    const answer = await this.#line.ask({ t: "play", after, move });
    this.sending = false;
    if (answer.t === "refused") this.#refused(answer.code, answer.sentence, answer.section);
    else this.#then = then === undefined ? null : { move: then, after };
    this.#follow();
  }
  async undo(): Promise<void> {
    const { now } = this;
    if (!now || now.undo === null || this.sending) return;
    this.sending = true;
    const answer = await this.#line.ask({ t: "undo", after: now.changed, ply: now.undo });
    this.sending = false;
    if (answer.t === "refused") this.#refused(answer.code, answer.sentence, answer.section);
  }
  async again(wanted: boolean): Promise<void> {
    const answer = await this.#line.ask({ t: "again", wanted });
    if (answer.t === "refused") this.#refused(answer.code, answer.sentence, answer.section);
  }
  async leave(): Promise<boolean> {
    const answer = await this.#line.ask({ t: "leave" });
    if (answer.t === "refused") this.#refused(answer.code, answer.sentence, answer.section);
    return answer.t === "done";
  }
  /** The next hand takes the screen: only now is its knowledge asked for. */
  take(seat: number): void {
    this.#sit(seat);
  }
  rules(section: string): void {
    this.rulesAt = section;
  }
  /** Ask what the shown or refused move would do, once. */
  look(moves: readonly string[]): void {
    const { now } = this;
    if (!now || !this.live) return;
    const unknown = moves.filter((move) => !this.#looks.has(move));
    for (let first = 0; first < unknown.length; first += LOOKS) void this.#ask(unknown.slice(first, first + LOOKS), now.changed);
  }
  /** Tell older plies that this page has not heard: the move list wants them. */
  async recall(): Promise<void> {
    const missing = this.told.findIndex((line) => line === undefined);
    if (missing < 0) return;
    let last = missing;
    while (last < this.told.length && this.told[last] === undefined) last++;
    const first = Math.max(missing, last - 40);
    const hands = this.#hands;
    const answer = await this.#line.ask({ t: "recall", first, last });
    if (answer.t !== "recalled" || hands !== this.#hands) return;
    const told = [...this.told];
    for (const line of answer.told) if (line.ply < told.length) told[line.ply] = line; // what was taken back meanwhile stays away
    this.told = told;
  }
  /** A tap or a key: everything that moves lies still, and what is waiting to be shown is shown. */
  hurry(): void {
    if (this.mat) hurry(this.mat);
    this.#turn.left = 0;
  }
  /** Everything is told anew, in the language of the page. */
  speak(): void {
    this.#forget();
    this.#line.greet();
  }
  close(): void {
    this.#line.close();
  }

  // ---- what the server says
  #hello(): object {
    return { t: "hello", table: this.#table, seat: this.#seat, after: this.#heard, lang: words.language };
  }
  #sit(seat: number | null): void {
    this.#seat = seat;
    this.#queue = [];
    this.hand.deal(new Map());
    this.#forget(); // what one hand was told is not the next one's to read
    this.#line.greet();
  }
  #forget(): void {
    this.#hands++;
    this.#heard = 0;
    this.#looks.clear();
    this.told = [];
    this.last = [];
    this.notice = null;
  }
  async #hear(message: Exclude<ServerMessage, { id: string }>): Promise<void> {
    if (message.t === "closed") {
      this.closed = message.code;
      return;
    }
    if (message.t === "presence") {
      this.#presence(message.seats);
      return;
    }
    if (message.seat !== this.#seat) return; // said before the hand-over
    this.#heard = message.number;
    if (message.phase === "withdrawn") {
      this.closed = message.phase;
      return;
    }
    if (!this.#chosen) {
      this.#chosen = true;
      this.client = await this.#load(message.game);
      const seat = this.#first(message);
      if (seat !== this.#seat) {
        this.now = message; // the public table stands while the seat's own is asked for
        this.#sit(seat);
        return;
      }
    }
    this.#queue.push(message);
    if (!this.stepping) void this.#step();
  }
  /** Which of one's own seats this page begins with; null if the screen has to be handed over first. */
  #first(now: Now): number | null {
    if (now.mine.length <= 1) return now.mine[0] ?? null;
    return now.hidden && now.phase === "playing" ? null : (now.mine.find((seat) => seat === now.mover) ?? now.mine[0] ?? null);
  }
  #presence(seats: readonly SeatShown[]): void {
    if (this.now) this.now = { ...this.now, seats: [...seats] };
    this.#queue = this.#queue.map((each) => ({ ...each, seats: [...seats] }));
  }
  /** Show what waits, one step after another; whoever hurries sees the last at once. */
  async #step(): Promise<void> {
    this.stepping = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) await this.#show(next);
    this.stepping = false;
    this.#follow();
  }
  async #show(next: Now): Promise<void> {
    const before = this.now;
    const same = before !== null && before.changed === next.changed && before.seat === next.seat && before.phase === next.phase;
    const places = this.mat && !same ? measure(this.mat) : null;
    const told = this.told.slice(0, next.told_from);
    while (told.length < next.told_from) told.push(undefined);
    told.push(...next.told);
    this.now = next;
    this.told = told;
    if (same) return;
    this.#looks.clear();
    this.last = before === null || next.back > 0 ? latest(next.told) : next.told; // who comes back is shown the last act, not all that happened
    this.hand.deal(this.#gestures(next));
    if (next.back > 0) this.notice = { text: say("table.back", { count: next.back }), section: null, bad: false };
    else if (next.told.length) this.notice = null;
    if (places && this.mat && before?.seat === next.seat) {
      await tick();
      await this.#play(places, next);
    }
  }
  async #play(places: ReturnType<typeof measure>, next: Now): Promise<void> {
    if (settings.still || !this.mat || document.visibilityState === "hidden") return;
    const actor = next.told.findLast((line) => line.mover !== "chance")?.mover;
    const who = typeof actor === "number" ? actor : this.#turn.mover; // what chance brings belongs to who acted before it
    if (who !== this.#turn.mover) this.#turn = { mover: who, left: next.seats.length >= 5 ? TURN_OF_MANY : TURN };
    const brief = settings.now.animation === "brief" ? 0.4 : 1;
    const own = next.mine.includes(who);
    const share = own ? STEP : Math.min(STEP, this.#turn.left / (this.#queue.length + 1));
    const began = performance.now();
    await travel(this.mat, places, share * brief);
    if (!own && this.#turn.left > 0) await this.#rest(Math.min(500, this.#turn.left / (this.#queue.length + 2)) * brief);
    else if (own && next.phase === "playing" && next.mover !== next.seat) {
      const thrown = next.told.some((line) => line.mover === "chance" && line.changes.some((change) => change.kind === "turn"));
      await this.#rest((thrown ? OWN_LUCK : OWN_ACT) * brief); // what ended one's own turn is looked at before others go on, a throw longer than an act
    }
    this.#turn.left = Math.max(0, this.#turn.left - (performance.now() - began));
  }
  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const began = performance.now();
      const wait = (): void => {
        if (this.#turn.left <= 0 || performance.now() - began >= milliseconds) resolve();
        else setTimeout(wait, 30);
      };
      wait();
    });
  }
  #gestures(now: Now): Gestures {
    const { client } = this;
    if (!client || now.view === null || now.mover !== now.seat) return new Map();
    const view = now.view as View;
    return new Map(now.moves.map((move) => [move, client.gesture(move, view)]));
  }
  /** After a step: the second half of a press ("set aside, then roll"), or the hand-over to another hand at this screen. */
  #follow(): void {
    const { now } = this;
    if (!now || this.stepping || this.sending) return;
    if (this.#then !== null && now.changed > this.#then.after) { // the answer may come before the view it brought about
      const { move } = this.#then;
      this.#then = null;
      if (this.live && now.moves.includes(move)) {
        void this.play(move);
        return;
      }
    }
    if (now.phase === "playing" && now.mover !== null && now.mover !== now.seat && now.mine.includes(now.mover)) {
      if (!now.hidden || now.mine.length === 1) this.#sit(now.mover);
      else if (this.handover !== now.mover) {
        this.handover = now.mover;
        if (now.seat !== null) this.#sit(null); // the former hand's knowledge goes before the sheet lies
      }
    } else if (this.handover !== null && now.seat === this.handover) this.handover = null;
    else if (now.phase === "over" && this.handover !== null) {
      this.handover = null;
      if (now.seat === null) this.#sit(now.mine[0] ?? null);
    } else if (now.phase === "over" && now.seat !== null && now.seats[now.seat]?.left) {
      const stayed = now.mine.find((seat) => !now.seats[seat]?.left);
      if (stayed !== undefined) this.#sit(stayed); // only who stayed may ask for another match
    }
  }
  #refused(code: string, sentence: string, section: string | null): void {
    this.#then = null;
    this.notice = { text: code === "stale" ? say("table.stale") : this.voice(sentence) || say("table.refused"), section, bad: true };
    this.hand.clear();
  }
  async #ask(moves: string[], after: number): Promise<void> {
    for (const move of moves) this.#looks.set(move, { move, legal: true, sentence: "", changes: [], code: null, section: null }); // asked for: not twice
    const hands = this.#hands;
    const answer = await this.#line.ask({ t: "look", after, moves });
    if (hands !== this.#hands) return;
    if (answer.t !== "looked" || this.now?.changed !== after) {
      for (const move of moves) if (this.#looks.get(move)?.sentence === "") this.#looks.delete(move);
      return;
    }
    for (const each of answer.answers) this.#looks.set(each.move, each);
    this.#looked++;
  }
}
