import { expect, test } from "vitest";
import { byValue, counted, eggPoints, place, stepsOf } from "./count";
import { table } from "./sample.test-table";

test("the count goes row by row, the dearest first, then eggs; equal points share a place", () => {
  const view = table({ due: "over", points: [11, 12, 4, 12], eggs: [2, 2, 0, 3] });
  expect(stepsOf(view)).toBe(5);
  expect(byValue(view, 1).map((row) => row.value)).toEqual([9, 1]);
  expect([0, 1, 2, 3, 4, 5].map((stage) => counted(view, 0, stage))).toEqual([0, 4, 8, 9, 11, 11]);
  expect(eggPoints(view, 0)).toBe(2);
  expect([0, 1, 2, 3].map((seat) => place(view, seat))).toEqual([3, 1, 4, 1]);
});
