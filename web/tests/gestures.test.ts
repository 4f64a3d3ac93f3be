/// <reference types="node" />
// Whatever the rules offer can be done by hand: at decisions that the library tells, every legal spelling is reached through the page's gestures.
// DRAGONHOARD_DECISIONS says at how many a game (200 if not given), DRAGONHOARD_PYTHON which Python tells them.
import { execFileSync } from "node:child_process";
import { cleanup, render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { GameClient } from "../src/board/game";
import type { Gesture } from "../src/board/gesture";
import { games } from "../src/games";
import { words } from "../src/words/index.svelte";
import BenchMat from "./Bench.svelte";
import { Bench, type Decision } from "./bench.svelte";

const COUNT = Number(process.env.DRAGONHOARD_DECISIONS ?? 200);
const DRAWN = 16; // decisions a game at which the mat itself is drawn and clicked
const CLICKED = 20; // moves at each of them

function told(game: string): Decision[] {
  const python = process.env.DRAGONHOARD_PYTHON ?? ".venv/bin/python";
  const printed = execFileSync(python, ["-m", "tests.web.decisions", game, "--count", String(COUNT)], {
    cwd: "..",
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return printed.trim().split("\n").map((line) => JSON.parse(line) as Decision);
}
/** Evenly spread ones of many, the first among them. */
function some<Thing>(things: readonly Thing[], most: number): Thing[] {
  return things.filter((_, index) => Math.floor((index * most) / things.length) !== Math.floor(((index - 1) * most) / things.length));
}
function tokensOf(gesture: Gesture): readonly string[] {
  return gesture.any ?? gesture.picks ?? [];
}
function canonical(gesture: Gesture): string {
  const dials = Object.entries(gesture.dials ?? {}).sort();
  return JSON.stringify([gesture.picks ?? null, gesture.any ? [...gesture.any].sort() : null, dials]);
}
/** Turn what is held until the dials stand as the gesture has them. */
function turn({ hand }: Bench, gesture: Gesture, move: string): void {
  for (const [name, value] of Object.entries(gesture.dials ?? {})) {
    for (let turns = 0; turns < 8 && hand.chosen !== move && hand.dial(name) !== value; turns++) if (!hand.turn(1, name)) break;
  }
  flushSync(); // a mat may offer other places to what is turned
}

describe.each(Object.keys(games))("%s", (game) => {
  let client: GameClient;
  let decisions: Decision[];
  beforeAll(async () => {
    await words.speak("en");
    client = (await games[game]?.())?.default as unknown as GameClient;
    decisions = told(game);
  }, 600_000);
  afterEach(cleanup);

  test("every legal spelling is a gesture of its own, of tokens that lie on the mat, and the gesture says the spelling", { timeout: 600_000 }, () => {
    expect(decisions.length).toBeGreaterThanOrEqual(COUNT);
    for (const { view, moves } of decisions) {
      const offered = client.tokens(view, moves);
      const seen = new Map<string, string>();
      for (const move of moves) {
        const gesture = client.gesture(move, view);
        const tokens = tokensOf(gesture);
        expect(tokens.length, move).toBeGreaterThan(0);
        expect(gesture.any === undefined || gesture.picks === undefined, move).toBe(true);
        expect(seen.get(canonical(gesture)), move).toBeUndefined();
        seen.set(canonical(gesture), move);
        expect(tokens.filter((token) => !offered.has(token)), move).toEqual([]);
        expect(client.spelling(tokens, gesture.dials ?? {}, view)).toBe(move);
      }
    }
  });

  test("picking the tokens of a gesture, and turning, leads to its move", { timeout: 600_000 }, () => {
    for (const decision of decisions) {
      const table = new Bench(decision, client);
      for (const move of decision.moves) {
        const gesture = client.gesture(move, decision.view);
        table.hand.clear();
        tokensOf(gesture).forEach((token, index) => table.hand.pick({ id: `${token} ${index}`, token }));
        turn(table, gesture, move);
        expect(table.hand.chosen).toBe(move);
        expect(table.hand.refused).toBeNull();
      }
    }
  });

  test("on the mat itself every move is made by clicking what lies there", { timeout: 600_000 }, () => {
    for (const decision of some(decisions, DRAWN)) {
      const table = new Bench(decision, client);
      const { container, unmount } = render(BenchMat, { table, client });
      for (const move of some(decision.moves, CLICKED)) {
        const gesture = client.gesture(move, decision.view);
        table.hand.clear();
        table.played = null;
        flushSync();
        const want = [...tokensOf(gesture)];
        for (const token of table.hand.tokens) want.splice(want.indexOf(token), 1); // what lies in the hand by itself
        const last = want.pop();
        for (const token of want) pressing(container, table, token, move)[0]?.();
        if (last !== undefined) {
          turn(table, gesture, move); // in the hand, before it is laid
          // Several things may count alike and be held differently: the one for this move is among them.
          for (const press of pressing(container, table, last, move)) {
            const held = table.hand.picked;
            press();
            turn(table, gesture, move);
            if ((table.played ?? table.hand.chosen) === move) break;
            while (table.hand.picked.length > held.length) table.hand.back();
          }
        }
        expect(table.played ?? table.hand.chosen, `${move} of ${decision.moves.join(", ")}`).toBe(move);
        expect(client.act(move, table).button, move).not.toMatch(/^[a-z]+\.[a-z.-]+$/); // no key without words
      }
      const ids = [...container.querySelectorAll<HTMLElement>(".spot")].map((spot) => spot.dataset.spot);
      expect(new Set(ids).size).toBe(ids.length);
      for (const spot of container.querySelectorAll(".spot")) expect(spot.getAttribute("aria-label")).not.toMatch(/^$|^[a-z]+\.[a-z.-]+$/);
      unmount();
    }
  });

  /** What picks a token when it is pressed: spots on the mat, else a button of the bar. */
  function pressing(container: HTMLElement, table: Bench, token: string, move: string): (() => void)[] {
    const spots = [...container.querySelectorAll<HTMLElement>(".spot")].filter((each) => each.dataset.token === token && each.dataset.picked === undefined);
    const buttons = client.bar?.(table).filter((each) => each.off === undefined && (each.id === token || each.id === token.replace(/^[a-z]+:/, ""))) ?? [];
    const presses = spots.length ? spots.map((spot) => () => spot.click()) : buttons.map((button) => () => button.press());
    expect(presses.length, `${move}: nothing to press for ${token}`).toBeGreaterThan(0);
    return presses.map((press) => () => flushSync(press));
  }
});
