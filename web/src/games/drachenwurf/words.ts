// How the things of this table are called in questions and labels. What moves do and why they are refused, the server says.
import type { Say } from "../../board/game";
import type { RowView } from "./view";

export function tileName(say: Say, tile: string): string {
  return say("dw.tile", { colour: colourName(say, tile.charAt(0)), landscape: say(`dw.landscape.${tile.charAt(1)}`) });
}

export function colourName(say: Say, letter: string): string {
  return say(`dw.colour.${letter}`);
}

/** What holds a row together, in one word. */
export function rowName(say: Say, row: RowView): string {
  return row.kind === "open" || row.of === null ? say("dw.row.open") : say(`dw.${row.kind}.${row.of}`);
}

/** The first letter as a capital: a sentence or a label begins here. */
export function begin(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
