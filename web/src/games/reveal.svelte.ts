// The end of a game in steps: one part is told after another, each for a moment; at once where nothing shall move.
import { untrack } from "svelte";

const STEP = 900;

function still(): boolean {
  const { animation } = document.documentElement.dataset;
  return animation === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export interface Reveal {
  /** Null until the end, then how many steps have been told. */
  readonly stage: number | null;
}

/** Counts `steps` up once the end has come; whoever comes after the end sees the last step. Call it while a component is made. */
export function revealing(isOver: () => boolean, steps: () => number): Reveal {
  const state: { stage: number | null } = $state({ stage: untrack(() => (isOver() ? steps() : null)) });
  $effect(() => {
    const over = isOver();
    if (!over || untrack(() => state.stage !== null)) {
      if (!over) state.stage = null;
      return;
    }
    const last = untrack(steps);
    const first = still() ? last : 0;
    state.stage = first;
    const finish = (): void => {
      state.stage = last;
      stop();
    };
    const timer = setInterval(() => {
      state.stage = (state.stage ?? 0) + 1;
      if (state.stage >= last) finish();
    }, STEP);
    const stop = (): void => {
      clearInterval(timer);
      removeEventListener("pointerdown", finish);
      removeEventListener("keydown", finish);
    };
    if (first >= last) finish();
    else {
      addEventListener("pointerdown", finish); // a tap or a key tells the rest at once
      addEventListener("keydown", finish);
    }
    return stop;
  });
  return state;
}
