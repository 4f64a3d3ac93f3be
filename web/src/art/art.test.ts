import { describe, expect, it } from "vitest";
import { fields } from "./fields";
import { ICONS, SEATS } from "./icons";
import motifs from "./motifs.svg?raw";
import { outline, type Square } from "./outline";
import tokens from "./tokens.css?raw";

const ids = [...motifs.matchAll(/ id="([^"]+)"/g)].map((found) => found[1] ?? "");
const pieces = Object.values(import.meta.glob<string>("./*.svelte", { query: "?raw", import: "default", eager: true }));

describe("motifs.svg", () => {
  it("has each id once", () => {
    expect(new Set(ids).size).toBe(ids.length);
  });
  it("has nothing that the content policy forbids", () => {
    expect(motifs).not.toMatch(/style=|<style|<script|href="(?!#)/);
  });
  it("has every sign, and none that has no name", () => {
    expect(ids.filter((id) => id.startsWith("i-"))).toEqual(ICONS.map((name) => `i-${name}`));
    expect(ids.filter((id) => id.startsWith("seat-"))).toEqual(SEATS.map((name) => `seat-${name}`));
  });
  it("has every drawing that a piece refers to", () => {
    const wanted = pieces.flatMap((text) => [...text.matchAll(/(?:href="#|url\(#)([a-z0-9-]+)["})]/gi)].map((found) => found[1] ?? ""));
    expect(wanted.length).toBeGreaterThan(20);
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  });
  it("uses only tokens that exist", () => {
    const wanted = [motifs, ...pieces].flatMap((text) => [...text.matchAll(/var\((--[\w-]+)\)/g)].map((found) => found[1] ?? ""));
    expect([...new Set(wanted)].filter((token) => !tokens.includes(`  ${token}: `))).toEqual([]);
  });
});

describe("fields of a dragon card", () => {
  it.each([
    ["GGGG", ["G0022"]],
    ["BRBR", ["B0012", "R1012"]],
    ["RRBB", ["R0021", "B0121"]],
    ["BBYR", ["B0021", "Y0111", "R1111"]],
    ["RYRB", ["R0012", "Y1011", "B1111"]],
    ["RYGY", ["R0011", "Y1012", "G0111"]],
    ["YBRK", ["Y0011", "B1011", "R0111", "K1111"]],
  ])("%s", (card, wanted) => {
    expect(fields(card).map(({ colour, column, row, wide, high }) => `${colour}${column}${row}${wide}${high}`)).toEqual(wanted);
  });
});

describe("outline", () => {
  const loops = (squares: Square[], rows: number): number => outline(squares, rows).split("Z").length - 1;
  const corners = (squares: Square[], rows: number): number => outline(squares, rows).split("Q").length - 1;
  it("goes round one square with four corners", () => {
    expect(outline([[0, 0]], 1, 0, 10)).toBe("M0 10Q0 0 10 0L90 0Q100 0 100 10L100 90Q100 100 90 100L10 100Q0 100 0 90Z");
  });
  it("lies inside by the inset", () => {
    expect(outline([[0, 0]], 1, 12, 0)).toBe("M12 12Q12 12 12 12L88 12Q88 12 88 12L88 88Q88 88 88 88L12 88Q12 88 12 88Z");
  });
  it("takes straight runs as one", () => {
    expect(corners([[0, 0], [1, 0], [2, 0]], 1)).toBe(4);
    expect(corners([[0, 0], [1, 0], [1, 1]], 2)).toBe(6);
  });
  it("goes round a hole too", () => {
    const ring: Square[] = [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]];
    expect(loops(ring, 3)).toBe(2);
    expect(corners(ring, 3)).toBe(8);
  });
  it("keeps squares apart that touch at a corner only", () => {
    expect(loops([[0, 0], [1, 1]], 2)).toBe(2);
    expect(loops([[1, 0], [0, 1]], 2)).toBe(2);
  });
});
