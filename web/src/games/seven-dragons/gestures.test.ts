import { expect, test } from "vitest";
import { gesture, spelling, tokens } from "./gestures";
import { look } from "./look";
import { Plan, slots } from "./plan";
import type { View } from "./view";

const view = (more: Partial<View>): View => ({
  mover: 0, phase: "turn", seat: 0, seats: 2, turn: 0, layout: { "0,0": "silver" }, lifted: "", lifted_as: "", lifted_from: null, pile: 0, top: "",
  silver: "RYBGK", deck: 40, hand_sizes: [4, 3], hand: ["BRGK", "KKKK", "red"], goals: { "0": "R" }, places: [0, null, 1, null, null],
  remembered: [[], []], groups: {}, outlines: {}, group: null, bonus: 0, passes: 0, move_bonus: 0, is_open: false, hands: null, deck_cards: null,
  winners: null, reason: null, won: [], ...more,
});

test.each([
  ["place BRGK 0,1", "turn", ["card:BRGK", "at:0,1"], "0"],
  ["place KGRB -1,0", "turn", ["card:BRGK", "at:-1,0"], "1"],
  ["place KKKK 1,0", "turn", ["card:KKKK", "at:1,0"], "0"],
  ["red over", "turn", ["card:red", "over"], undefined],
  ["red under act", "turn", ["card:red", "under act"], undefined],
  ["pass", "turn", ["pass"], undefined],
  ["zap 1,0", "zap", ["at:1,0"], undefined],
  ["lift 1,0", "lift", ["at:1,0"], undefined],
  ["place KGRB 0,-1", "relay", ["at:0,-1"], "1"],
  ["trade-goal 3", "trade-goal", ["goal:3"], undefined],
  ["trade-hand 1", "trade-hand", ["hand:1"], undefined],
  ["rotate ccw", "rotate", ["ccw"], undefined],
] as const)("%s is a gesture and back", (move, phase, picks, turn) => {
  const seen = view({ phase, lifted: phase === "relay" ? "BRGK" : "", layout: { "0,0": "silver", "1,0": "BRBR" } });
  const found = gesture(move, seen);
  expect(found.picks).toEqual(picks);
  expect(found.dials?.turn).toBe(turn);
  expect(spelling(picks, found.dials ?? {}, seen)).toBe(move);
  for (const token of picks) expect(tokens(seen, [move])).toContain(token);
});

test("what cannot be said is not asked", () => {
  expect(spelling(["card:red", "at:0,1"], {}, view({}))).toBeNull();
  expect(spelling(["at:0,1"], {}, view({}))).toBeNull();
  expect(spelling(["card:BRGK"], {}, view({}))).toBeNull();
});

test("a plan lays cards side by side inside a rim of strips", () => {
  const plan = new Plan(["0,0", "1,0", "0,1"]);
  expect(slots({ "0,0": "silver" }).sort()).toEqual(["-1,0", "0,-1", "0,1", "1,0"]);
  expect(plan.box("1,0").x - plan.box("0,0").x).toBeCloseTo(1.07);
  expect(plan.box("0,1").y).toBeLessThan(plan.box("0,0").y);
  expect(["0,0", "-1,0", "2,0", "0,2", "1,-1"].map((place) => plan.box(place).rim)).toEqual([null, "left", "right", "above", "below"]);
  expect(plan.box("-1,0").x + 1).toBeCloseTo(plan.rim);
  expect(plan.box("2,0").x + plan.rim).toBeCloseTo(plan.wide);
  expect(plan.box("1,-1").y + plan.rim).toBeCloseTo(plan.tall);
  expect(plan.quarter([0, 0]).y).toBeGreaterThan(plan.quarter([0, 1]).y);
  expect(plan.rows(["0,0", "1,0", "0,1"]).map(({ row, boxes }) => [row, boxes.map((box) => box.column)])).toEqual([[1, [0]], [0, [0, 1]]]);
});

test("a card is told as it lies", () => {
  const say = (key: string, parameters: Readonly<Record<string, string | number>> = {}): string =>
    [key.replace("sd.look.", "").replace("sd.hue.", ""), ...Object.values(parameters)].join(" ");
  expect(["KKGB", "GBKK", "BRBR", "RRBB", "RYRB", "BRYR", "BRGK", "KKKK", "****"].map((card) => look(card, say))).toEqual([
    "half-above K G B", "half-below G B K", "beside B R", "above R B", "half-left R Y B", "half-right B Y R", "four B R G K", "whole K", "rainbow",
  ]);
  expect(look("red", say)).toBe("sd.action.red");
});
