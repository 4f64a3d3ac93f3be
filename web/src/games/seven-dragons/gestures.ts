// Spellings and what hands do: a card and a place, an action card and how it is played, a target. No rule stands here.
import type { Dials, Gesture } from "../../board/gesture";
import { slots } from "./plan";
import type { View } from "./view";

export const ACTIONS: readonly string[] = ["red", "yellow", "blue", "green", "black"];
/** The ways to play an action card, as the notation has them behind the card's word. */
export const HOW = ["over", "over act", "under act"] as const;

export function halfTurned(card: string): string {
  return [...card].reverse().join("");
}

/** How a lifted card lies before it is turned: as it lay. */
export function liftedTurn(view: View): string {
  return view.lifted_as === view.lifted ? "0" : "1";
}

export function gesture(move: string, view: View): Gesture {
  const [first = "", second = "", third = ""] = move.split(" ");
  switch (first) {
    case "place": {
      if (view.phase === "relay") return { picks: [`at:${third}`], dials: { turn: second === view.lifted ? "0" : "1" } };
      const isPrinted = view.hand?.includes(second) ?? true;
      return { picks: [`card:${isPrinted ? second : halfTurned(second)}`, `at:${third}`], dials: { turn: isPrinted ? "0" : "1" } };
    }
    case "zap":
    case "lift":
      return { picks: [`at:${second}`] };
    case "trade-goal":
      return { picks: [`goal:${second}`] };
    case "trade-hand":
      return { picks: [`hand:${second}`] };
    case "rotate":
      return { picks: [second] };
    case "pass":
      return { picks: ["pass"] };
    default:
      return { picks: [`card:${first}`, move.slice(first.length + 1)] };
  }
}

export function spelling(tokens: readonly string[], dials: Dials, view: View): string | null {
  const [first = "", second] = tokens;
  if (second !== undefined) {
    const card = first.slice(first.indexOf(":") + 1);
    if (second.startsWith("at:")) {
      if (ACTIONS.includes(card)) return null;
      return `place ${dials.turn === "1" ? halfTurned(card) : card} ${second.slice(3)}`;
    }
    return ACTIONS.includes(card) ? `${card} ${second}` : null;
  }
  const [kind = "", what = ""] = first.split(":");
  if (kind === "at" && view.phase === "relay") return `place ${(dials.turn ?? liftedTurn(view)) === "1" ? halfTurned(view.lifted) : view.lifted} ${what}`;
  if (kind === "at") return view.phase === "zap" || view.phase === "lift" ? `${view.phase} ${what}` : null;
  if (kind === "goal") return `trade-goal ${what}`;
  if (kind === "hand") return `trade-hand ${what}`;
  if (first === "cw" || first === "ccw") return `rotate ${first}`;
  return first === "pass" ? first : null;
}

/** The spelling of an action card's word and a way to play it. */
export function played(card: string, how: string): string {
  return `${card} ${how}`;
}

export function tokens(view: View, moves: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const places = (): void => {
    for (const place of Object.keys(view.layout)) found.add(`at:${place}`);
    for (const place of slots(view.layout)) found.add(`at:${place}`);
  };
  switch (view.phase) {
    case "turn":
      for (const card of view.hand ?? []) found.add(`card:${card}`);
      for (const how of HOW) found.add(how);
      places();
      break;
    case "relay":
      places();
      break;
    case "zap":
    case "lift":
      for (const place of Object.keys(view.layout)) found.add(`at:${place}`);
      break;
    case "trade-goal":
      view.places.forEach((_, place) => found.add(`goal:${place}`));
      break;
    case "trade-hand":
      view.hand_sizes.forEach((_, seat) => found.add(`hand:${seat}`));
      break;
    case "rotate":
      found.add("cw").add("ccw");
      break;
    default:
  }
  if (moves.includes("pass")) found.add("pass");
  return found;
}
