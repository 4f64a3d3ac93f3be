import { describe, expect, test } from "vitest";
import { Hand } from "../../board/hand.svelte";
import { gesture, spelling, tokens } from "./gestures";
import { compared, rungs } from "./ladder";
import { isFixed, lineName, placeName, renamed } from "./names";
import type { TableView } from "./view";

const view: TableView = {
  seat: 0,
  mover: 0,
  start: 0,
  hand: [0, 3, 3],
  hand_sizes: [3, 3],
  grid: { "0,0": 2, "0,1": 3, "1,0": 0 },
  laid: [[2, 0], [3]],
  hands: null,
  out: null,
  rest: 4,
  unseen: [3, 5, 4, 2],
  deal_to: null,
  axes: ["columns", "rows"],
  columns: [{ line: 0, points: 5, cards: 2 }, { line: 1, points: 0, cards: 1 }],
  rows: [{ line: 0, points: 2, cards: 2 }, { line: 1, points: 3, cards: 1 }],
  ladders: [[0, 0, 0, 5], [0, 0, 2, 3]],
  decides: 2,
  open: ["-1,0", "-1,1", "0,-1", "0,2", "1,-1", "1,1", "2,0"],
  room: [[-2, 3], [-2, 3]],
};
const moves = ["0", "3"].flatMap((card) => view.open.map((place) => `${card} ${place}`));

describe("Dragon Master's gestures", () => {
  test("a spelling is a card and a place, and back", () => {
    expect(gesture("3 -1,2")).toEqual({ picks: ["card:3", "at:-1,2"] });
    for (const move of moves) expect(spelling(gesture(move).picks ?? [])).toBe(move);
    expect(new Set(moves.map((move) => JSON.stringify(gesture(move)))).size).toBe(moves.length);
  });
  test("the mat has every token, and the hand reaches every move", () => {
    const all = tokens(view);
    const hand = new Hand(spelling);
    hand.deal(new Map(moves.map((move) => [move, gesture(move)])));
    for (const move of moves) {
      hand.clear();
      for (const token of gesture(move).picks ?? []) {
        expect(all).toContain(token);
        hand.pick({ id: token, token });
      }
      expect(hand.chosen).toBe(move);
    }
  });
  test("what goes with nothing is spelled, so that the table can say why", () => {
    const hand = new Hand(spelling);
    hand.deal(new Map(moves.map((move) => [move, gesture(move)])));
    hand.pick({ id: "place 3,3", token: "at:3,3" });
    expect(hand.refused?.move).toBeNull();
    hand.pick({ id: "card 3 0", token: "card:3" });
    hand.pick({ id: "place 3,3", token: "at:3,3" });
    expect(hand.refused?.move).toBe("3 3,3");
    hand.pick({ id: "place 2,0", token: "at:2,0" });
    hand.pick({ id: "place 0,0", token: "at:0,0" });
    expect(hand.refused?.move).toBe("3 0,0");
    expect(hand.chosen).toBe("3 2,0");
  });
});

describe("names and ladders", () => {
  test("letters and numbers come once all four sides are fixed", () => {
    expect(isFixed(view)).toBe(false);
    expect(placeName(view, "-1,1")).toBe("-1,1");
    const fixed = { ...view, room: [[-1, 2], [-2, 1]] };
    expect(lineName(fixed, 0, -1) + lineName(fixed, 1, 1)).toBe("A1");
    expect(placeName(fixed, "2,-2")).toBe("D4");
    expect(isFixed({ ...view, room: [[-1, 2], [-2, 2]] })).toBe(false);
  });
  test("the library's sentences call places as the mat does", () => {
    const fixed = { ...view, room: [[-1, 2], [-2, 1]] };
    const told = "Ann lays a ruby dragon (3) at 0,-2: column 0 (Ann) goes from 2 to 30 and row -2 (Ben) goes from 0 to 3.";
    expect(renamed(fixed, told)).toBe("Ann lays a ruby dragon (3) at B4: column B (Ann) goes from 2 to 30 and row 4 (Ben) goes from 0 to 3.");
    expect(renamed(fixed, "Auf -1,1 ein Drachenei (0): Zeile 1 (Ben) steigt von 1 auf 2.")).toBe("Auf A1 ein Drachenei (0): Zeile 1 (Ben) steigt von 1 auf 2.");
    expect(renamed(fixed, "3,0 shares no edge with a card on the table.")).toBe("3,0 shares no edge with a card on the table.");
    expect(renamed(view, told)).toBe(told);
  });
  test("a line that changes takes its new rung", () => {
    const after = compared(view, [
      { kind: "line", seat: 0, axis: "columns", line: 1, before: 0, after: 3 },
      { kind: "line", seat: 1, axis: "rows", line: 1, before: 3, after: 30 },
    ]);
    expect(after.ladders).toEqual([[0, 0, 3, 5], [0, 0, 2, 30]]);
    expect(after.decides).toBe(2);
    expect(compared({ ...view, ladders: [[1, 2, 3, 4], [1, 2, 3, 4]] }, []).decides).toBeNull();
    expect([...rungs([{ line: 0, points: 6 }, { line: 1, points: 3 }, { line: 2, points: 6 }])]).toEqual([[1, 0], [0, 1], [2, 2]]);
  });
});
