import { getContext, setContext } from "svelte";
import type { TableModel } from "./game";

const key = Symbol("table");

export function giveTable(table: TableModel): void {
  setContext(key, table);
}

/** The table that this piece of the mat lies on. */
export function theTable(): TableModel {
  return getContext(key);
}
