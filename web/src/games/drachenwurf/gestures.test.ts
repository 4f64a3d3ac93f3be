import { describe, expect, test } from "vitest";
import { Hand } from "../../board/hand.svelte";
import { gesture, spelling, tokens } from "./gestures";
import { table } from "./sample.test-table";
import type { View } from "./view";

function holding(view: View, moves: readonly string[]): Hand {
  const hand = new Hand((picked, dials) => spelling(picked, dials, view));
  hand.deal(new Map(moves.map((move) => [move, gesture(move, view)])));
  return hand;
}

/** Every move is reached by picking, every token lies on the mat, and what was picked is spelled as the move again. */
function holds(view: View, moves: readonly string[]): void {
  const lying = tokens(view, moves);
  const seen = new Set<string>();
  for (const move of moves) {
    const { picks, any } = gesture(move, view);
    const all = any ?? picks ?? [];
    seen.add(JSON.stringify([...all].sort()));
    const hand = holding(view, moves);
    all.forEach((token, index) => {
      expect(lying.has(token), `${token} of ${move}`).toBe(true);
      hand.pick({ id: `${token} ${index}`, token });
    });
    expect(hand.chosen).toBe(move);
    expect(spelling(hand.tokens, {}, view)).toBe(move);
  }
  expect(seen.size).toBe(moves.length);
}

describe("spellings of Drachenwurf as gestures", () => {
  test("removing, banking, going on, shifting and ending", () => {
    holds(table({ due: "remove", middle: ["Rw", "Bm", "Gf", "Kd"] }), ["remove Rw", "remove Bm", "remove Gf", "remove Kd"]);
    holds(table({ due: "bank" }), ["bank Bs 1", "bank Bs new", "bank Pi new"]);
    holds(table({ due: "bank-six", held: "Bi" }), ["bank Bi 1", "bank Bi 2", "bank Bi new"]);
    holds(table({ due: "go-on" }), ["roll", "stop"]);
    holds(table({ due: "shift" }), ["shift Bm 2", "shift Bm new", "shift Yw new", "end"]);
  });
  test("dice are a set, equal dice are alike, an egg goes on a die of the set", () => {
    const view = table({ due: "keep", roll: "BBGGP", valid: "BBG" });
    holds(view, ["keep B", "keep BB", "keep BBG", "keep BG", "keep G", "keep BB+B", "keep BBG+B", "keep BBG+G"]);
    const hand = holding(view, ["keep B", "keep BB", "keep BB+B"]);
    hand.pick({ id: "die 4", token: "die:P" });
    expect(hand.refused?.move).toBe("keep P");
    hand.pick({ id: "die 0", token: "die:B" });
    hand.pick({ id: "die 4", token: "die:P" });
    expect(hand.refused?.move).toBe("keep P");
    expect(hand.chosen).toBe("keep B");
    hand.pick({ id: "middle Gm", token: "tile:Gm" });
    expect(hand.refused?.move).toBe("take Gm 2");
  });
  test("a tile that can be paid in one number only needs no number", () => {
    const view = table({ due: "take", kept: { B: 4, G: 2 }, in_reach: ["Bw", "Bi", "Gm"], costs: { Bw: 2, Gm: 2, Ks: 2, Bi: 4 } });
    holds(view, ["take Bw 2", "take Bw 3", "take Bw 4", "steal Bi 4", "take Gm 2", "done"]);
    const hand = holding(view, ["take Bw 2", "take Bw 3", "take Bw 4", "steal Bi 4", "take Gm 2", "done"]);
    hand.pick({ id: "middle Ks", token: "tile:Ks" });
    expect(hand.refused?.move).toBe("take Ks 2");
    hand.pick({ id: "middle Bw", token: "tile:Bw" });
    hand.pick({ id: "side 5", token: "side:5" });
    expect(hand.refused?.move).toBe("take Bw 5");
    const seven = table({ due: "take", kept: { B: 7 }, costs: { Bw: 2 }, in_reach: ["Bw"] });
    holds(seven, ["take Bw 2", "take Bw 3", "take Bw 4", "take Bw 5", "take Bw 6", "done"]);
    const dear = table({ due: "take", kept: { B: 7 }, costs: { Bi: 6 }, in_reach: ["Bi"] });
    holds(dear, ["steal Bi 6", "done"]);
  });
  test("a row that does not take a tile is spelled, so that the table can say why", () => {
    const hand = holding(table({ due: "bank" }), ["bank Bs 1", "bank Bs new"]);
    hand.pick({ id: "row 2", token: "row:2" });
    expect(hand.refused?.move).toBeNull();
    hand.pick({ id: "base Bs", token: "tile:Bs" });
    hand.pick({ id: "row 2", token: "row:2" });
    expect(hand.refused?.move).toBe("bank Bs 2");
    hand.pick({ id: "middle Gm", token: "tile:Gm" });
    expect(hand.refused?.move).toBe("bank Gm new");
  });
});
