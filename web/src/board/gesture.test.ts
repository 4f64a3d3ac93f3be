import { describe, expect, test } from "vitest";
import { candidates, complete, nearest, offers, picking, type Gesture } from "./gesture";
import { Hand } from "./hand.svelte";

const laying = new Map<string, Gesture>([
  ["I0 a1", { picks: ["tile:I", "at:a1"], dials: { turn: "0" } }],
  ["I1 a1", { picks: ["tile:I", "at:a1"], dials: { turn: "1" } }],
  ["I1 b1", { picks: ["tile:I", "at:b1"], dials: { turn: "1" } }],
  ["O0 b1", { picks: ["tile:O", "at:b1"], dials: { turn: "0" } }],
]);
const keeping = new Map<string, Gesture>([
  ["keep R", { any: ["die:R"] }],
  ["keep RR", { any: ["die:R", "die:R"] }],
  ["keep RR+R", { any: ["die:R", "die:R", "egg:R"] }],
  ["keep B", { any: ["die:B"] }],
]);

describe("gestures", () => {
  test("tokens in order leave fewer moves, and a complete one is chosen by its dials", () => {
    expect([...offers(laying, [])]).toEqual(["tile:I", "tile:O"]);
    expect([...offers(laying, ["tile:O"])]).toEqual(["at:b1"]);
    expect(candidates(laying, ["tile:I"])).toEqual(["I0 a1", "I1 a1", "I1 b1"]);
    expect(complete(laying, ["tile:I"])).toEqual([]);
    expect(nearest(laying, complete(laying, ["tile:I", "at:a1"]), { turn: "1" })).toBe("I1 a1");
    expect(nearest(laying, complete(laying, ["tile:I", "at:b1"]), { turn: "0" })).toBe("I1 b1");
  });
  test("a set is picked in any order, counts equal things, and a second tap takes a thing out", () => {
    expect(complete(keeping, ["die:R", "die:R"])).toEqual(["keep RR"]);
    expect(complete(keeping, ["egg:R", "die:R", "die:R"])).toEqual(["keep RR+R"]);
    expect([...offers(keeping, ["die:R", "die:R"])]).toEqual(["egg:R"]);
    const picked = [{ id: "die 0", token: "die:R" }];
    expect(picking(keeping, picked, { id: "die 0", token: "die:R" })).toEqual([]);
    expect(picking(keeping, picked, { id: "die 1", token: "die:R" })).toHaveLength(2);
  });
  test("in a set the thing that stands in the way makes room, and no other", () => {
    const eggs = new Map<string, Gesture>([
      ["RB+R", { any: ["die:R", "die:B", "egg:R"] }],
      ["RB+B", { any: ["die:R", "die:B", "egg:B"] }],
    ]);
    const picked = ["die:R", "die:B", "egg:R"].map((token) => ({ id: token, token }));
    expect(picking(eggs, picked, { id: "egg:B", token: "egg:B" })?.map((each) => each.token)).toEqual(["die:R", "die:B", "egg:B"]);
  });
  test("another place replaces the place, another piece the piece, and what goes with nothing is refused", () => {
    const hand = new Hand((tokens) => tokens.join(" "));
    hand.deal(laying);
    hand.pick({ id: "tile I", token: "tile:I" });
    hand.pick({ id: "a1", token: "at:a1" });
    expect(hand.chosen).toBe("I0 a1");
    expect(hand.turn(1) && hand.chosen).toBe("I1 a1");
    hand.pick({ id: "b1", token: "at:b1" });
    expect(hand.chosen).toBe("I1 b1");
    expect(hand.canTurn()).toBe(false);
    hand.pick({ id: "h8", token: "at:h8" });
    expect(hand.refused?.move).toBe("tile:I at:h8");
    expect(hand.chosen).toBe("I1 b1");
    hand.pick({ id: "tile O", token: "tile:O" });
    expect(hand.tokens).toEqual(["tile:O"]);
    expect(hand.refused).toBeNull();
  });
  test("a set in the hand starts afresh with a thing of another kind only when nothing else is left", () => {
    const hand = new Hand(() => null);
    hand.deal(keeping);
    hand.pick({ id: "die 0", token: "die:R" });
    hand.pick({ id: "die 5", token: "die:B" });
    expect(hand.tokens).toEqual(["die:B"]);
  });
});
