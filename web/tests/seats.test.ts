// Who sits where, beside what each of them did last.
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import type { ToldLine } from "../src/messages";
import Seats from "../src/pages/Seats.svelte";
import type { Session } from "../src/pages/session.svelte";

afterEach(cleanup);

test("beside every seat stands what it did in its last turn, and nothing of what chance did", () => {
  const told = ["a1", "b1", "chance", "b2", "b3", "b4", "chance", "a2"].map((act, ply): ToldLine | undefined => ({
    ply, mover: act === "chance" ? "chance" : act.startsWith("a") ? 0 : 1, move: act, sentence: act, changes: [], automatic: [],
  }));
  const seats = ["Ann", "Ben", "Cleo"].map((name) => ({ kind: "person" as const, name, mine: false, left: false, here: true }));
  const session = { seats, told, last: [], winners: [], mover: 1, now: null, client: null, voice: (sentence: string) => sentence } as unknown as Session;
  render(Seats, { session });
  const said = screen.getAllByRole("listitem").map((item) => item.querySelector(".did")?.textContent ?? null);
  expect(said).toEqual(["a2", "b2 · b3 · b4", null]);
});
