// Dice come rolling in and settle. Nothing moves where the settings or the system ask for stillness.
const CALM = 700;
const BRIEF = 280;
const OTHERS = 360; // a computer's turn has many steps
const MANY = 200; // with five or more seats

interface Roll {
  readonly roll: number;
  readonly own: boolean;
  readonly seats: number;
}

function duration({ own, seats }: Roll): number {
  const chosen = document.documentElement.dataset.animation;
  if (chosen === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  if (chosen === "brief") return BRIEF;
  return own ? CALM : seats < 5 ? OTHERS : MANY;
}

/** For the row of dice: whenever `roll` grows, its dice tumble in one after another. */
export function tumble(row: HTMLElement, first: Roll): { update: (next: Roll) => void } {
  let shown = first.roll;
  function play(roll: Roll): void {
    const whole = duration(roll);
    if (whole === 0 || typeof row.animate !== "function") return;
    [...row.children].forEach((die, index) => {
      const turns = index % 2 ? 270 : -270;
      die.animate(
        [
          { transform: `translate(${-60 - index * 14}px, ${-26 + (index % 3) * 14}px) rotate(${turns}deg)`, opacity: 0 },
          { transform: `translate(${-18 - index * 3}px, 6px) rotate(${turns / 4}deg)`, opacity: 1, offset: 0.55 },
          { transform: "none", opacity: 1 },
        ],
        { duration: whole * (0.7 + index * 0.06), easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" },
      );
    });
  }
  if (first.roll > 0) play(first);
  return {
    update(next) {
      if (next.roll !== shown) play(next);
      shown = next.roll;
    },
  };
}
