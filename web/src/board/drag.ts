// Dragging is picking and pointing in one movement: what is under the finger is asked of the document, what may be done of the hand.
import type { Pick } from "./gesture";
import type { Hand } from "./hand.svelte";

const FAR = 8; // pixels before a press becomes a drag
const ABOVE = 56; // pixels that a finger must not cover

interface Drag {
  readonly pointer: number;
  readonly spot: HTMLElement;
  readonly x: number;
  readonly y: number;
  shade: HTMLElement | null;
}

function spotAt(x: number, y: number): HTMLElement | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const spot = element.closest<HTMLElement>(".spot[data-token]");
    if (spot) return spot;
  }
  return null;
}

/** Make everything on the mat with `data-drag` draggable; returns how to stop. `live` says whether anything may be picked now. */
export function dragging(root: HTMLElement, hand: Hand, live: () => boolean): () => void {
  let drag: Drag | null = null;

  function named(spot: HTMLElement): Pick {
    return { id: spot.dataset.spot ?? "", token: spot.dataset.token ?? "" };
  }
  function lift(event: PointerEvent, begun: Drag): void {
    const pick = named(begun.spot);
    if (pick.token !== "" && !hand.holds(pick.id)) hand.pick(pick); // without a token it carries what needs no picking
    if (hand.chosen !== null && hand.picked.length > 1) hand.back(); // a ghost that is dragged on leaves its place
    const { width, height } = begun.spot.getBoundingClientRect();
    const shade = begun.spot.cloneNode(true) as HTMLElement;
    shade.classList.add("dragged");
    shade.removeAttribute("data-spot");
    shade.removeAttribute("data-piece");
    shade.setAttribute("aria-hidden", "true");
    shade.style.width = `${width}px`;
    shade.style.height = `${height}px`;
    root.append(shade);
    begun.shade = shade;
    root.setPointerCapture(event.pointerId);
    root.dataset.dragging = "";
  }
  function aim(event: PointerEvent): HTMLElement | null {
    const above = event.pointerType === "mouse" ? 0 : ABOVE;
    return spotAt(event.clientX, event.clientY - above);
  }
  function down(event: PointerEvent): void {
    const spot = event.target instanceof Element ? event.target.closest<HTMLElement>(".spot[data-drag]") : null;
    if (!spot || !event.isPrimary || event.button !== 0 || !live()) return;
    drag = { pointer: event.pointerId, spot, x: event.clientX, y: event.clientY, shade: null };
  }
  function move(event: PointerEvent): void {
    if (drag?.pointer !== event.pointerId) return;
    if (!drag.shade) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      lift(event, drag);
    }
    const above = event.pointerType === "mouse" ? 0 : ABOVE;
    if (drag.shade) drag.shade.style.translate = `${event.clientX}px ${event.clientY - above}px`;
    const spot = aim(event);
    hand.point(spot ? named(spot) : null);
    event.preventDefault();
  }
  function up(event: PointerEvent): void {
    if (drag?.pointer !== event.pointerId) return;
    const { shade } = drag;
    drag = null;
    if (!shade) return;
    shade.remove();
    delete root.dataset.dragging;
    const spot = event.type === "pointerup" ? aim(event) : null;
    hand.point(null);
    if (spot && !hand.holds(spot.dataset.spot ?? "")) hand.pick(named(spot));
    spot?.focus({ preventScroll: true }); // the keys go on where the piece lies
    swallow();
  }
  /** The click that ends a drag is not a tap. */
  function swallow(): void {
    const stop = (event: Event): void => {
      event.stopPropagation();
      event.preventDefault();
    };
    root.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => root.removeEventListener("click", stop, { capture: true }), 50);
  }
  root.addEventListener("pointerdown", down);
  root.addEventListener("pointermove", move);
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", up);
  return () => {
    root.removeEventListener("pointerdown", down);
    root.removeEventListener("pointermove", move);
    root.removeEventListener("pointerup", up);
    root.removeEventListener("pointercancel", up);
  };
}
