import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { revealing, type Reveal } from "./reveal.svelte";

let over = $state(false);
let reveal: Reveal;
let end: () => void;

function sitDown(isOver: boolean): void {
  over = isOver;
  end = $effect.root(() => {
    reveal = revealing(() => over, () => 3);
  });
  flushSync();
}
function isTold(stage: number | null): void {
  flushSync();
  expect(reveal.stage).toBe(stage);
}
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
  end();
  delete document.documentElement.dataset.animation;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the end is told step by step, and then it stays", () => {
  sitDown(false);
  isTold(null);
  over = true;
  isTold(0);
  vi.advanceTimersByTime(900);
  isTold(1);
  vi.advanceTimersByTime(9000);
  isTold(3);
});
test("a key or a tap tells the rest at once", () => {
  sitDown(false);
  over = true;
  isTold(0);
  dispatchEvent(new Event("keydown"));
  isTold(3);
});
test("whoever comes after the end, or wants nothing to move, sees the last step", () => {
  sitDown(true);
  isTold(3);
  end();
  document.documentElement.dataset.animation = "none";
  sitDown(false);
  over = true;
  isTold(3);
});
test("an end that is taken back is told anew", () => {
  sitDown(false);
  over = true;
  isTold(0);
  over = false;
  isTold(null);
  over = true;
  vi.advanceTimersByTime(900);
  isTold(0);
  vi.advanceTimersByTime(900);
  isTold(1);
});
