import { cleanup, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import BenchMat from "../../../tests/Bench.svelte";
import { Bench, type Decision } from "../../../tests/bench.svelte";
import type { GameClient, ToldStep } from "../../board/game";
import { words } from "../../words/index.svelte";
import client from "./index";
import { table } from "./sample.test-table";
import type { View } from "./view";

const game = client as unknown as GameClient;

interface Seen {
  last?: readonly ToldStep[];
  over?: boolean;
  winners?: readonly number[];
  committed?: (string | undefined)[];
}

/** The mat of that table, with what just happened there. */
function lay(view: View, moves: readonly string[] = [], seen: Seen = {}): Bench {
  const names = ["Ann", "Orm", "Linnea", "Kesta"];
  const decision = { game: "drachenwurf", seat: 0, lang: "en", names, options: {}, view: { ...view }, moves, spots: {} } satisfies Decision;
  const bench = new Bench(decision, game);
  Object.assign(bench, { last: seen.last ?? [], over: seen.over ?? false, winners: seen.winners ?? [] });
  if (seen.committed) bench.commit = (then?: string) => void seen.committed?.push(then);
  render(BenchMat, { props: { table: bench, client: game } });
  return bench;
}
function named(name: string | RegExp): HTMLElement {
  return screen.getByRole("button", { name });
}

beforeAll(() => words.speak("en"));
afterEach(cleanup);

describe("the mat of Drachenwurf", () => {
  test("a robbed side keeps the egg for it until its owner's turn", () => {
    const changes = [
      { kind: "tile", tile: "Bi", origin: "base 0 3", target: "base 1 5" },
      { kind: "egg", origin: "supply", target: "eggs 0" },
    ];
    const last: ToldStep[] = [{ ply: 9, mover: 1, move: "steal Bi 5", sentence: "", changes }];
    lay(table({ turn: 1, mover: 1, due: "shift" }), [], { last });
    expect(document.querySelector('[data-anchor="base 0 3"]')?.textContent).toContain("+1");
    cleanup();
    lay(table({ turn: 0, due: "bank" }), ["bank Bs new"], { last });
    expect(document.querySelector('[data-anchor="base 0 3"]')?.textContent).not.toContain("+1");
  });
  test("a die that fits nothing is refused and says as what; the egg sits on a chosen die", () => {
    const bench = lay(table({ roll: "BBP", valid: "BB" }), ["keep B", "keep BB", "keep B+B", "keep BB+B"]);
    named("Purple die, fits no tile on offer").click();
    expect(bench.hand.refused?.move).toBe("keep P");
    named("Blue die, 2 of 2").click();
    named("Egg on a blue die").click();
    expect(bench.hand.chosen).toBe("keep B+B");
  });
  test("one press sets aside and rolls on, or stops", () => {
    const committed: (string | undefined)[] = [];
    const bench = lay(table({ roll: "BBP", valid: "BB", dice: 3, rolls: 2 }), ["keep B", "keep BB"], { committed });
    expect(game.bar?.(bench).map((button) => button.off)).toEqual(["Choose at least one die first.", "Choose at least one die first."]);
    named("Blue die, 1 of 2").click();
    for (const button of game.bar?.(bench) ?? []) button.press();
    expect(committed).toEqual(["stop", "roll"]);
    expect(game.bar?.(bench).at(-1)?.label).toBe("Set aside, roll 2");
    expect(game.act("keep B", bench).question).toBe("Blue counts 1.");
  });
  test("with the last die, or after the sixth roll, there is nothing to roll on with", () => {
    const bench = lay(table({ roll: "B", valid: "B", dice: 1, rolls: 3 }), ["keep B"]);
    named("Blue die").click();
    expect(game.bar?.(bench).map((button) => button.label)).toEqual(["Set aside and take"]);
  });
  test("a tile goes to a side of the base, six to the hoard, and the number can be pressed as well", () => {
    const moves = [2, 3, 4, 5, 6].map((dice) => `take Bw ${dice}`);
    const bench = lay(table({ due: "take", kept: { B: 7 }, in_reach: ["Bw"], costs: { Bw: 2 } }), [...moves, "done"]);
    document.querySelector<HTMLElement>('[data-spot="middle Bw"]')?.click();
    document.querySelector<HTMLElement>('[data-spot="side 4"]')?.click();
    expect(bench.hand.chosen).toBe("take Bw 4");
    flushSync();
    named("6 dice, straight into the hoard").click();
    expect(bench.hand.chosen).toBe("take Bw 6");
    expect(game.act("take Bw 6", bench).question).toBe("Take blue water with 6 dice?");
  });
  test("at the end everybody's rows are told, and who shares a place", () => {
    lay(table({ due: "over", mover: null, turn: null, points: [11, 12, 4, 12] }), [], { over: true, winners: [1, 3] });
    expect(screen.getByRole("group", { name: "Orm, 1st, 12 points" })).toBeTruthy();
    expect(screen.getByRole("group", { name: "Ann, 3rd, 11 points" })).toBeTruthy();
    expect(document.querySelectorAll(".won")).toHaveLength(2);
  });
});
