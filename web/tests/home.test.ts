// Home with a server that answers from a list: what waits elsewhere is looked at again.
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import Home from "../src/pages/Home.svelte";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("whose turn it is elsewhere is asked again while the page lies open", async () => {
  vi.useFakeTimers();
  const line = { table: "abcdefghijkl", game: "drachenwurf", phase: "playing", seats: [], mine: [0], opener: true, at: 0, turn: false, mover: 1, outcome: null, last: "Mira rolls." };
  const answers: Record<string, object> = { "/api/me": { name: "Ann" }, "/api/tables": { tables: [line] } };
  vi.stubGlobal("fetch", (path: string) => Promise.resolve(new Response(JSON.stringify(answers[path.replace(/\?.*/, "")] ?? { games: [], bots: [], version: "0" }))));
  render(Home);
  await vi.advanceTimersByTimeAsync(10);
  expect(screen.queryAllByText(/Mira rolls/).length).toBe(1);
  answers["/api/tables"] = { tables: [{ ...line, last: "Orm takes blue ice." }] };
  await vi.advanceTimersByTimeAsync(21_000);
  expect(screen.queryAllByText(/Orm takes blue ice/).length).toBe(1);
});
