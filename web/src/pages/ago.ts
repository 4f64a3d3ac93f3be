import { words } from "../words/index.svelte";

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long ago a moment (milliseconds since 1970) was, in the page's language. */
export function ago(at: number): string {
  const seconds = Math.max(0, (Date.now() - at) / 1000);
  const format = new Intl.RelativeTimeFormat(words.language, { numeric: "auto", style: "short" });
  for (const [unit, length] of UNITS) if (seconds >= length) return format.format(-Math.floor(seconds / length), unit);
  return format.format(0, "minute");
}
