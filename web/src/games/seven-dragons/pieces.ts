// What keeps its identity from view to view, so that it travels: cards that may be seen, never backs; and what somebody would know of a card.
import type { TableModel } from "../../board/game";
import { halfTurned } from "./gestures";
import { where } from "./plan";
import { changesOf, type Change, type Group, type View } from "./view";

export interface Pieces {
  readonly layout: Readonly<Record<string, string>>;
  readonly lifted: string;
  readonly hand: readonly string[];
  readonly hands: readonly (readonly string[])[];
}

/** Ids of all cards that are seen: their printed spelling, and a number among equal ones. */
export function pieces(view: View): Pieces {
  const counts = new Map<string, number>();
  const next = (card: string): string => {
    const turned = halfTurned(card);
    const kind = card < turned ? card : turned;
    const number = counts.get(kind) ?? 0;
    counts.set(kind, number + 1);
    return `card ${kind} ${number}`;
  };
  const layout: Record<string, string> = {};
  for (const [place, card] of Object.entries(view.layout)) if (card !== "silver") layout[place] = next(card);
  const lifted = view.lifted ? next(view.lifted) : "";
  const hand = (view.hand ?? []).map(next);
  return { layout, lifted, hand, hands: (view.hands ?? []).map((cards, seat) => (seat === view.seat ? hand : cards.map(next))) };
}

/** Where cards that were not seen before come from. */
export function origins(table: TableModel<View>): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const step of table.last) {
    for (const change of changesOf(step)) if (change.kind === "lay") found[change.place] = change.source === null ? `hand ${change.seat}` : "lifted";
  }
  return found;
}

/** Where cards that come into one's own hand come from: the deck, or the hand that was traded for. */
export function handOrigin(table: TableModel<View>): string {
  for (const change of table.last.flatMap(changesOf)) {
    if (change.kind === "hands" && change.seat === table.view.seat) return `hand ${change.other}`;
    if (change.kind === "hands" && change.other === table.view.seat) return `hand ${change.seat}`;
  }
  return "deck";
}

/** A goal card that travels: an id that is new whenever it moved, and the place it came from. Every way of a goal is seen by all. */
export interface Mover {
  readonly piece: string;
  readonly origin: string | undefined;
}

/** Keeps account of the ways of goals, step after step. */
export function movers(before: readonly Mover[], table: TableModel<View>): readonly Mover[] {
  const now = [...before];
  for (const step of table.last) {
    for (const change of changesOf(step)) {
      if (change.kind !== "goals") continue;
      for (const { source, target } of change.moves) now[target] = { piece: `goal ${target} ${step.ply}`, origin: `goal ${source}` };
    }
  }
  return now;
}
export const STILL: readonly Mover[] = Array.from({ length: 5 }, (_, place) => ({ piece: `goal ${place}`, origin: undefined }));

/** The changes that the shown move would make, once they are known. */
export function foreseen(table: TableModel<View>): readonly Change[] {
  const { consequence, hand } = table;
  return consequence?.legal && consequence.move === hand.shown ? changesOf(consequence) : [];
}

/** The place where the last card was laid. */
export function lastLaid(table: TableModel<View>): string | null {
  let found: string | null = null;
  for (const step of table.last) for (const change of changesOf(step)) if (change.kind === "lay") found = change.place;
  return found;
}

/** The cards of a group in the order in which they are counted, from a card on: always a neighbour of one counted, the nearest first. */
export function counted(group: Group, first: string | null): { readonly place: string; readonly x: number; readonly y: number }[] {
  const cards = new Map<string, (readonly [number, number])[]>();
  for (const [x, y] of group.squares) {
    const place = `${Math.floor(x / 2)},${Math.floor(y / 2)}`;
    cards.set(place, [...(cards.get(place) ?? []), [x, y]]);
  }
  const left = [...cards.keys()];
  const order: string[] = [];
  let now = first !== null && cards.has(first) ? first : (left[0] ?? "0,0");
  while (left.length) {
    left.splice(left.indexOf(now), 1);
    order.push(now);
    const far = (place: string, from: string): number => {
      const [x, y] = where(place);
      const [a, b] = where(from);
      return Math.abs(x - a) + Math.abs(y - b);
    };
    const beside = left.filter((place) => order.some((each) => far(place, each) === 1));
    const last = now;
    now = (beside.length ? beside : left).reduce((best, place) => (far(place, last) < far(best, last) ? place : best), beside[0] ?? left[0] ?? "0,0");
  }
  return order.map((place) => {
    const squares = cards.get(place) ?? [];
    const mean = (axis: 0 | 1): number => squares.reduce((sum, square) => sum + square[axis], 0) / squares.length;
    return { place, x: mean(0), y: mean(1) };
  });
}
