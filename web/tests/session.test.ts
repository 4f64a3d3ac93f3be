// A table's page without a server: what it asks, and what it keeps, when frames come early, late or for another hand.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameClient } from "../src/board/game";
import type { Now, ToldLine } from "../src/messages";
import { Session } from "../src/pages/session.svelte";

interface Sent {
  readonly t: string;
  readonly id?: string;
  readonly seat?: number | null;
  readonly after?: number;
}

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  readonly sent: Sent[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  /** The last thing asked of that kind. */
  asked(kind: string): Sent | undefined {
    return this.sent.filter((each) => each.t === kind).at(-1);
  }
}

const client = { key: "dragon-master", gesture: (move: string) => ({ picks: [move] }), spelling: () => null, act: () => ({ question: "", button: "" }) };

function line(ply: number, sentence: string): ToldLine {
  return { ply, mover: ply % 2, move: `m${ply}`, sentence, changes: [], automatic: [] };
}
function now(seat: number | null, ply: number, told: ToldLine[], more: Partial<Now> = {}): Now {
  const seats = [0, 1].map((number) => ({ kind: "person" as const, name: `N${number}`, bot: null, here: true, left: false, again: false }));
  return {
    t: "now", table: "abcdefghijkl", number: 10 + ply, changed: 10 + ply, game: "dragon-master", options: {}, hidden: true, phase: "playing",
    seats, seat, mine: [0, 1], opener: true, ply, mover: ply % 2, prompt: "", view: {}, moves: seat === ply % 2 ? ["a"] : [], spots: {},
    told_from: ply - told.length, told, back: 0, undo: null, outcome: null, series: null, next: null, ...more,
  };
}
async function say(socket: FakeSocket, message: object): Promise<void> {
  socket.onmessage?.({ data: JSON.stringify(message) });
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
function opened(): [Session, FakeSocket] {
  const session = new Session("abcdefghijkl", () => Promise.resolve(client as unknown as GameClient));
  const socket = FakeSocket.all[0];
  if (!socket) throw new Error("no line");
  socket.onopen?.();
  return [session, socket];
}

beforeEach(() => {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => vi.unstubAllGlobals());

test("older plies that one hand asked for and that come after the hand-over are nobody's", async () => {
  const [session, socket] = opened();
  await say(socket, now(null, 40, [line(39, "public 39")]));
  expect(session.handover).toBe(0);
  session.take(0);
  await say(socket, now(0, 40, [line(39, "own 39")]));
  void session.recall();
  const recall = socket.asked("recall");
  await say(socket, now(0, 41, [line(40, "own 40")])); // seat 0 has moved: the sheet lies
  expect(session.handover).toBe(1);
  await say(socket, { t: "recalled", id: recall?.id, told: [line(0, "secret of seat 0"), line(38, "secret of seat 0")] });
  expect(JSON.stringify(session.told)).not.toContain("seat 0");
  await say(socket, now(null, 41, [line(40, "public 40")]));
  expect(JSON.stringify(session.told)).not.toContain("seat 0");
  session.take(1);
  await say(socket, now(1, 41, [line(40, "own 40 of seat 1")]));
  expect(JSON.stringify(session.told)).not.toContain("seat 0");
  session.close();
});

test("what the table said to one hand is not said to the next", async () => {
  const [session, socket] = opened();
  await say(socket, now(null, 0, []));
  session.take(0);
  await say(socket, now(0, 0, []));
  void session.play("a");
  await say(socket, { t: "refused", id: socket.asked("play")?.id, code: "illegal", sentence: "Your ruby does not fit.", section: "2.1" });
  expect(session.notice?.text).toBe("Your ruby does not fit.");
  session.take(1);
  expect(session.notice).toBeNull();
  session.close();
});

test("another language leaves nothing said in the former one", async () => {
  const [session, socket] = opened();
  await say(socket, now(null, 40, [line(39, "public")], { mine: [1] }));
  await say(socket, now(1, 40, [line(39, "English")], { mine: [1] }));
  expect(session.last.length).toBe(1);
  session.speak();
  await say(socket, now(1, 40, [line(39, "Deutsch")], { mine: [1] }));
  expect(JSON.stringify([session.last, session.told])).not.toContain("English");
  session.close();
});

test("a hand that left the match at one screen gives way to one that stayed", async () => {
  const [session, socket] = opened();
  await say(socket, now(null, 40, [line(39, "public")]));
  session.take(0);
  await say(socket, now(0, 40, [line(39, "own")]));
  const seats = [0, 1].map((number) => ({ kind: "person" as const, name: `N${number}`, bot: null, here: true, left: number === 0, again: false }));
  const outcome = { winners: [1], scores: [0, 0], reason: "resignation", sentence: "N1 wins." };
  await say(socket, now(0, 40, [line(39, "own")], { phase: "over", mover: null, number: 60, changed: 60, seats, outcome }));
  expect(socket.asked("hello")?.seat).toBe(1); // the one that left may not ask for another match
  session.close();
});

test("a table that was withdrawn is said to be so", async () => {
  const [session, socket] = opened();
  await say(socket, now(null, 0, [], { phase: "waiting", mover: null, view: null }));
  await say(socket, now(0, 0, [], { phase: "withdrawn", mover: null, view: null }));
  expect(session.closed).toBe("withdrawn");
  session.close();
});

test("a line that is closed for a moment comes back, one that is closed for good does not", async () => {
  vi.useFakeTimers();
  try {
    const [session, socket] = opened();
    await say(socket, { t: "closed", code: "retry", sentence: "" });
    socket.close();
    expect([session.closed, session.lost]).toEqual([null, 250]);
    vi.advanceTimersByTime(300);
    const again = FakeSocket.all[1];
    if (!again) throw new Error("did not come back");
    await say(again, { t: "closed", code: "no-seat", sentence: "" });
    expect(session.closed).toBe("no-seat");
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all.length).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test("a line that went silent is noticed although nobody asked anything", async () => {
  vi.useFakeTimers();
  try {
    const [session, socket] = opened();
    await say(socket, now(null, 40, [line(39, "public")], { mine: [1] }));
    await say(socket, now(1, 40, [line(39, "own")], { mine: [1] }));
    const sent = socket.sent.length;
    vi.advanceTimersByTime(26_000);
    expect(socket.sent.length).toBeGreaterThan(sent); // a question that costs nothing
    vi.advanceTimersByTime(26_000);
    expect(session.lost).not.toBeNull();
    session.close();
  } finally {
    vi.useRealTimers();
  }
});

test.each(["the answer first", "the view first"])("the second half of a press follows the first: %s", async (order) => {
  const [session, socket] = opened();
  await say(socket, now(null, 1, [], { mine: [1], hidden: false }));
  await say(socket, now(1, 1, [line(0, "lays")], { mine: [1], hidden: false, moves: ["keep B"] }));
  const pressed = session.play("keep B", "roll");
  const done = { t: "done", id: socket.asked("play")?.id, number: 12 };
  const view = now(1, 3, [line(1, "keeps")], { mine: [1], hidden: false, moves: ["roll", "stop"] });
  for (const message of order === "the answer first" ? [done, view] : [view, done]) await say(socket, message);
  await pressed;
  expect(socket.sent.filter((each) => each.t === "play").map((each) => (each as { move?: string }).move)).toEqual(["keep B", "roll"]);
});
