// Pieces that lie elsewhere after a step travel there: measured before and after, moved by transforms, never by layout.

type Places = ReadonlyMap<string, DOMRect>;

const EASE = "cubic-bezier(.2,.7,.2,1)";

/** Where every piece that keeps its identity lies now, and every anchor that new pieces may come from. */
export function measure(root: Element): Places {
  const places = new Map<string, DOMRect>();
  for (const piece of root.querySelectorAll<HTMLElement>("[data-piece]")) places.set(`piece ${piece.dataset.piece ?? ""}`, piece.getBoundingClientRect());
  for (const anchor of root.querySelectorAll<HTMLElement>("[data-anchor]")) places.set(`anchor ${anchor.dataset.anchor ?? ""}`, anchor.getBoundingClientRect());
  return places;
}

/** Let pieces travel from where they were; resolves when all lie still. A duration of 0 moves nothing. */
export async function travel(root: Element, before: Places, duration: number): Promise<void> {
  if (duration <= 0) return;
  const moves: { piece: HTMLElement; from: DOMRect; to: DOMRect }[] = [];
  for (const piece of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const to = piece.getBoundingClientRect();
    const was = before.get(`piece ${piece.dataset.piece ?? ""}`);
    const from = was ?? (piece.dataset.origin === undefined ? undefined : before.get(`anchor ${piece.dataset.origin}`));
    if (from === undefined || to.width === 0 || from.width === 0) continue;
    if (Math.hypot(from.left - to.left, from.top - to.top) < 3 && Math.abs(from.width - to.width) < 3) continue;
    moves.push({ piece, from, to });
  }
  const running = moves.map(({ piece, from, to }) => {
    const x = from.left + from.width / 2 - to.left - to.width / 2;
    const y = from.top + from.height / 2 - to.top - to.height / 2;
    piece.dataset.travels = "";
    const animation = piece.animate(
      [{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})` }, { transform: "none" }],
      { duration, easing: EASE },
    );
    return animation.finished.catch(() => undefined).then(() => delete piece.dataset.travels);
  });
  await Promise.all(running);
}

/** End every travel at once: a tap or a key. */
export function hurry(root: Element): void {
  for (const animation of root.getAnimations({ subtree: true })) animation.finish();
}
