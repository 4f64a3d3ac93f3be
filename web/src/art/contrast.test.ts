// Contrast of the room's tokens, WCAG 2.2: 4.5 for text, 3 for outlines and grounds, in both themes.
import { expect, it } from "vitest";
import tokens from "./tokens.css?raw";

type Theme = 0 | 1;

function luminance(token: string, theme: Theme): number {
  const value = new RegExp(`\\n  --${token}: (.+);`).exec(tokens)?.[1] ?? "";
  const colours = [...value.matchAll(/#([0-9a-f]{6}|[0-9a-f]{3})\b/g)].map((found) => found[1] ?? "");
  const hex = colours[Math.min(theme, colours.length - 1)] ?? "";
  expect(hex, `--${token}: ${value}`).not.toBe("");
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const channel = parseInt(full.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, two: string, theme: Theme): number {
  const [low = 0, high = 0] = [luminance(one, theme), luminance(two, theme)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const TEXT: [text: string, ground: string][] = [
  ["fg", "page"], ["fg", "sheet"], ["fg", "sheet-2"], ["fg", "brass-2"], ["fg-2", "page"], ["fg-2", "sheet"], ["fg-2", "sheet-2"],
  ["on-mat", "mat"], ["on-mat", "mat-deep"], ["on-mat-2", "mat"], ["on-mat-2", "mat-deep"], ["btn-fg", "btn"], ["on-bad", "bad"],
  ["bad", "sheet"], ["bad", "sheet-2"], ["good", "sheet"], ["good", "sheet-2"], ["tray-fg", "tray"], ["tray-fg", "cave"], ["ink", "paper"],
];
const OUTLINES: [line: string, ground: string][] = [
  ["bad", "mat"], ["bad", "mat-deep"], ["focus", "page"], ["focus", "sheet"], ["focus", "sheet-2"], ["focus", "mat"], ["focus", "mat-deep"],
  ["focus", "brass-2"], ["ring", "ring-rim"], ["fg-2", "sheet"], ["on-mat-2", "mat"], ["board-cut", "board"], ["drake-line", "drake"],
];

it.each(TEXT)("%s is read on %s", (text, ground) => {
  for (const theme of [0, 1] as const) expect(contrast(text, ground, theme), `theme ${theme}`).toBeGreaterThanOrEqual(4.5);
});
it.each(OUTLINES)("%s is seen on %s", (line, ground) => {
  for (const theme of [0, 1] as const) expect(contrast(line, ground, theme), `theme ${theme}`).toBeGreaterThanOrEqual(3);
});
