// The pigments of tokens.css as colour-blind eyes see them (Machado, Oliveira and Fernandes 2009, full severity), measured in OKLab. The floor is
// the specification's: the nearest two of all six fields are never nearer than 0.14.
import { expect, it } from "vitest";
import tokens from "./tokens.css?raw";

type Three = readonly [number, number, number];
type Matrix = readonly [Three, Three, Three];

const FLOOR = 0.14;
const EYES: Record<string, Matrix> = {
  full: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const LMS: Matrix = [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]];
const OKLAB: Matrix = [[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]];

function times(matrix: Matrix, [a, b, c]: Three): Three {
  const row = ([x, y, z]: Three): number => x * a + y * b + z * c;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

/** A token's colour in linear light. */
function light(token: string): Three {
  const found = new RegExp(`--${token}: #([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2});`, "g");
  const all = [...tokens.matchAll(found)];
  expect(all, `--${token} stands once in tokens.css`).toHaveLength(1);
  const channel = (n: number): number => {
    const value = parseInt(all[0]?.[n] ?? "", 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(2), channel(3)];
}

/** As the eye sees it, in OKLab. */
function seen(token: string, eye: Matrix): Three {
  const [r, g, b] = times(eye, light(token));
  const clip = (value: number): number => Math.min(1, Math.max(0, value));
  const [l, m, s] = times(LMS, [clip(r), clip(g), clip(b)]);
  return times(OKLAB, [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)]);
}

it.each(Object.entries(EYES))("keeps every two pigments apart: %s", (_name, eye) => {
  const colours = [..."RBGYPK"];
  const pairs = colours.flatMap((a, n) => colours.slice(n + 1).map((b) => [a, b] as const));
  expect(pairs).toHaveLength(15);
  const distances = pairs.map(([a, b]) => {
    const [one, two] = [seen(a, eye), seen(b, eye)];
    return { pair: a + b, distance: Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]) };
  });
  const nearest = distances.reduce((low, next) => (next.distance < low.distance ? next : low));
  expect(nearest.distance, `${nearest.pair} ${nearest.distance.toFixed(3)}`).toBeGreaterThanOrEqual(FLOOR);
});
