// The keyboard at a table: what each key does. The settings list them for people.
import { settings } from "../settings.svelte";
import type { Session } from "./session.svelte";

function spots(root: ParentNode, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)].filter((spot) => spot.getBoundingClientRect().width > 0);
}

/** Focus the next (or previous) spot on offer. */
function nextOffered(mat: HTMLElement, by: number): void {
  const offered = spots(mat, ".spot[data-offered]");
  if (!offered.length) return;
  const at = offered.findIndex((spot) => spot === document.activeElement);
  offered[(at + by + offered.length) % offered.length]?.focus();
}

/** Enter plays what lies there; where the bar has a button for it, that one. */
function commit(session: Session): void {
  const primary = session.bar.find((each) => each.primary);
  if (!primary) session.commit();
  else if (primary.off === undefined) primary.press();
}

/** What a key does at a table; true if it did something. `tell` says a sentence to who listens. */
export function pressed(event: KeyboardEvent, session: Session, mat: HTMLElement | null, tell: (sentence: string) => void): boolean {
  const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || session.handover !== null || document.querySelector("dialog[open]") !== null) return false;
  if (event.key.length === 1 && !settings.now.keys) return false; // whoever dictates says many letters that are not meant
  const { hand } = session;
  const button = session.bar.find((each) => each.key?.toLowerCase() === event.key.toLowerCase() && each.off === undefined);
  switch (event.key) {
    case "Enter":
      // On a ghost, on the piece that is held, or on nothing, Enter commits; on any other spot or button it presses that.
      if (hand.chosen === null) return false;
      if (event.target instanceof HTMLElement && event.target.closest("button") && !hand.holds(event.target.dataset.spot ?? "")) return false;
      commit(session);
      return true;
    case "Escape":
      if (!hand.picked.length && !hand.refused) return false;
      if (hand.refused) hand.refused = null;
      else hand.back();
      return true;
    case "t":
    case "T":
      return hand.turn(event.shiftKey ? -1 : 1);
    case "u":
      if (hand.picked.length) hand.back();
      else void session.undo();
      return true;
  }
  if (button) {
    button.press();
    return true;
  }
  switch (event.key) {
    case "n":
    case "p":
      if (mat) nextOffered(mat, event.key === "n" ? 1 : -1);
      return true;
    case "l":
      tell(session.voice(session.told.at(-1)?.sentence ?? ""));
      return true;
    case "w":
      tell(session.mover === null ? (session.now?.outcome?.sentence ?? "") : session.say("table.waits", { name: session.seats[session.mover]?.name ?? "" }));
      return true;
    case "o":
      tell(Object.values(session.spots).join(". "));
      return true;
  }
  if (mat && /^[1-9]$/.test(event.key)) {
    const things = spots(mat, "[data-numbered] .spot[data-token]");
    const thing = things[Number(event.key) - 1];
    if (!thing) return false;
    thing.focus();
    thing.click();
    return true;
  }
  return false;
}
