import { expect, test } from "vitest";
import { blocksOf } from "./marks";

test("a point of the rules falls into words, tables and drawings", () => {
  const blocks = blocksOf("Lay `x,y` down.\n\n| who | spelling |\n|---|---|\n| a seat | `take Kw 2` |\n\n    I  C .\n       . H\n\nThe end.");
  expect(blocks).toEqual([
    { kind: "words", words: [{ text: "Lay ", spelling: false }, { text: "x,y", spelling: true }, { text: " down.", spelling: false }] },
    {
      kind: "table",
      head: [[{ text: "who", spelling: false }], [{ text: "spelling", spelling: false }]],
      rows: [[[{ text: "a seat", spelling: false }], [{ text: "take Kw 2", spelling: true }]]],
    },
    { kind: "drawing", text: "I  C .\n   . H" },
    { kind: "words", words: [{ text: "The end.", spelling: false }] },
  ]);
});
