import { expect, test } from "vitest";
import { fitting } from "./size";

test("few rows get large tiles, many get smaller ones on two lines, and none too small to tap", () => {
  expect(fitting([3, 3, 1], 760, 200)).toBe(84);
  const many = fitting([6, 4, 2, 2, 1, 1, 2, 1], 760, 200);
  expect(many).toBeLessThan(84);
  expect(many).toBeGreaterThanOrEqual(48);
  expect(fitting(Array.from({ length: 30 }, () => 1), 300, 100)).toBe(48);
  expect(fitting([], 760, 200)).toBe(84);
});
