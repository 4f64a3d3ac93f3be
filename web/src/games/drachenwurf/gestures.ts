// Spellings of Drachenwurf as gestures, and back. Tokens:
//   tile:Rw  a tile wherever it lies      row:2, row:new  a row of the hoard      side:3  a side of one's base, side:6 the hoard
//   die:R    a die of the roll            egg:R  an egg on a die of that colour   go:roll, go:stop, go:done, go:end  a button of the bar
import type { Dials, Gesture } from "../../board/gesture";
import { COLOURS, type View } from "./view";

const PLAIN: ReadonlySet<string> = new Set(["roll", "stop", "done", "end"]);
export const SIDES = [2, 3, 4, 5] as const;
export const SIX = 6; // more results than this go on no tile

/** A spelling taken apart. */
export type Move =
  | { readonly verb: "remove"; readonly tile: string }
  | { readonly verb: "bank" | "shift"; readonly tile: string; readonly row: string }
  | { readonly verb: "take" | "steal"; readonly tile: string; readonly dice: number }
  | { readonly verb: "keep"; readonly dice: string; readonly egg: string | null }
  | { readonly verb: "roll" | "stop" | "done" | "end" };

export function taken(move: string): Move | null {
  const [verb = "", first = "", second = ""] = move.split(" ");
  if (PLAIN.has(verb) && first === "") return { verb } as Move;
  if (verb === "remove") return { verb, tile: first };
  if (verb === "bank" || verb === "shift") return { verb, tile: first, row: second };
  if (verb === "take" || verb === "steal") return { verb, tile: first, dice: Number(second) };
  if (verb !== "keep") return null;
  const [dice = "", egg] = first.split("+");
  return { verb, dice, egg: egg ?? null };
}

/** Can the results in hand go on that tile in one number only? Then to name the tile is enough. */
export function isForced(tile: string, view: View): boolean {
  return (view.costs[tile] ?? SIX) >= Math.min(SIX, resultsFor(tile, view));
}

function resultsFor(tile: string, view: View): number {
  return view.kept[tile.charAt(0)] ?? 0;
}

export function gesture(spelling: string, view: View): Gesture {
  const move = taken(spelling);
  if (move === null) return { picks: [`go:${spelling}`] };
  switch (move.verb) {
    case "remove":
      return { picks: [`tile:${move.tile}`] };
    case "bank":
    case "shift":
      return { picks: [`tile:${move.tile}`, `row:${move.row}`] };
    case "take":
    case "steal":
      return { picks: isForced(move.tile, view) ? [`tile:${move.tile}`] : [`tile:${move.tile}`, `side:${move.dice}`] };
    case "keep":
      return { any: [...[...move.dice].map((die) => `die:${die}`), ...(move.egg === null ? [] : [`egg:${move.egg}`])] };
    default:
      return { picks: [`go:${move.verb}`] };
  }
}

function all(tokens: readonly string[], kind: string): string[] {
  return tokens.filter((token) => token.startsWith(`${kind}:`)).map((token) => token.slice(kind.length + 1));
}

/** A set of dice as it is spelled: in the order of the colours. */
export function inOrder(dice: readonly string[]): string {
  return [...dice].sort((one, other) => COLOURS.indexOf(one) - COLOURS.indexOf(other)).join("");
}

export function spelling(tokens: readonly string[], _dials: Dials, view: View): string | null {
  const tile = all(tokens, "tile").at(-1);
  const row = all(tokens, "row").at(-1);
  const go = all(tokens, "go").at(-1);
  if (go !== undefined) return go;
  switch (view.due) {
    case "remove":
      return tile === undefined ? null : `remove ${tile}`;
    case "bank":
    case "bank-six":
      return tile === undefined ? null : `bank ${tile} ${row ?? "new"}`;
    case "shift":
      return tile === undefined ? null : `shift ${tile} ${row ?? "new"}`;
    case "keep": {
      const dice = all(tokens, "die");
      const egg = all(tokens, "egg").at(-1);
      if (tile !== undefined) return spent(tile, undefined, view);
      if (egg !== undefined) return `keep ${inOrder(dice.length ? dice : [egg])}+${egg}`;
      return dice.length ? `keep ${inOrder(dice)}` : null;
    }
    default:
      return tile === undefined ? null : spent(tile, all(tokens, "side").at(-1), view);
  }
}

function spent(tile: string, side: string | undefined, view: View): string {
  const verb = view.middle.includes(tile) ? "take" : "steal";
  return `${verb} ${tile} ${side ?? String(Math.min(SIX, resultsFor(tile, view) || (view.costs[tile] ?? 2)))}`;
}

/** All that the mat and the bar offer. */
export function tokens(view: View, moves: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const lying = [...view.middle, ...view.bases.flat(2), ...(view.held === null ? [] : [view.held])];
  for (const tile of lying) found.add(`tile:${tile}`);
  if (view.turn !== null && ["bank", "bank-six", "shift"].includes(view.due)) {
    (view.rows[view.turn] ?? []).forEach((row, index) => {
      found.add(`row:${index + 1}`);
      if (view.due === "shift") for (const tile of row.tiles) found.add(`tile:${tile}`);
    });
    found.add("row:new");
  }
  if (view.due === "take") for (const side of [...SIDES, SIX]) found.add(`side:${side}`);
  for (const die of view.roll) found.add(`die:${die}`);
  if (offersEgg(moves)) for (const die of view.valid) found.add(`egg:${die}`);
  for (const move of moves) if (PLAIN.has(move)) found.add(`go:${move}`);
  return found;
}

/** May an egg go on a die now? */
export function offersEgg(moves: readonly string[]): boolean {
  return moves.some((move) => move.startsWith("keep ") && move.includes("+"));
}
