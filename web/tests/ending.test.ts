// The end of Seven Dragons with two winners: each has seven of a colour joined, and all fourteen are numbered.
import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { GameClient } from "../src/board/game";
import { games } from "../src/games";
import { words } from "../src/words/index.svelte";
import BenchMat from "./Bench.svelte";
import { Bench } from "./bench.svelte";

/** Seven cards in a row at one height, in one colour. */
function row(y: number, colour: string): { layout: Record<string, string>; group: object } {
  const places = Array.from({ length: 7 }, (_, x) => x);
  const squares = places.flatMap((x) => [[2 * x, 2 * y], [2 * x + 1, 2 * y], [2 * x, 2 * y + 1], [2 * x + 1, 2 * y + 1]]);
  return { layout: Object.fromEntries(places.map((x) => [`${x},${y}`, colour.repeat(4)])), group: { colour, size: 7, squares } };
}

test("two winning groups are numbered, each from 1 to 7", async () => {
  await words.speak("en");
  const client = (await games["seven-dragons"]?.())?.default as unknown as GameClient;
  const [red, blue] = [row(1, "R"), row(-1, "B")];
  const view = {
    mover: null, phase: "over", seat: 0, seats: 2, turn: 0, layout: { "0,0": "silver", ...red.layout, ...blue.layout }, lifted: "", lifted_as: "", lifted_from: null,
    pile: 0, top: "", silver: "RYBGK", deck: 0, hand_sizes: [1, 1], hand: ["GGGG"], goals: { "0": "R", "1": "B" }, places: [0, 1, null, null, null],
    remembered: [[], []], groups: { R: 7, Y: 1, B: 7, G: 1, K: 1 }, outlines: { R: [], Y: [], B: [], G: [], K: [] }, group: red.group, bonus: 0, passes: 0,
    move_bonus: 0, is_open: true, hands: [["GGGG"], ["KKKK"]], deck_cards: [], winners: [0, 1], reason: "seven", won: [red.group, blue.group],
  };
  const table = new Bench({ game: "seven-dragons", seat: 0, lang: "en", names: ["Ann", "Ben"], options: {}, view, moves: [], spots: {} }, client);
  const { container } = render(BenchMat, { table, client });
  const numbers = [...container.querySelectorAll(".count text")].map((each) => Number(each.textContent));
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7]);
});
