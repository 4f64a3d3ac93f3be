import { describe, expect, test } from "vitest";
import { Hand } from "../../board/hand.svelte";
import { aimed, dialsOf, options, turning } from "./aim";
import { gesture, middle, placed, spelling, squareOf, squaresOf, tokens } from "./gestures";
import type { BoardView, Cell, DragonView, TileView, Turned } from "./view";

/** A drawing as the component sets have it, turned clockwise. */
function turnsOf(rows: readonly string[], which: readonly number[] = [0, 1, 2, 3]): Turned[] {
  const turns: Turned[] = [];
  let drawing = rows.map((row) => row.split(" "));
  for (let turn = 0; turn < 4; turn++) {
    const height = drawing.length;
    const width = drawing[0]?.length ?? 0;
    const cells = drawing.flatMap((row, y) => row.flatMap((mark, x) => (mark === "_" ? [] : [[x, height - 1 - y, mark] as Cell])));
    if (which.includes(turn)) turns.push({ turn, width, height, cells });
    drawing = Array.from({ length: width }, (_, x) => drawing.map((row) => row[x] ?? "_").reverse());
  }
  return turns;
}
const tile = (letter: string, ...rows: string[]): TileView => ({ letter, turns: turnsOf(rows), placed: null, squares: [] });
const dragon = (letter: string, which: number[], ...rows: string[]): DragonView =>
  ({ letter, turns: turnsOf(rows, which), cave: 1, is_at: "cave", placed: null, squares: [] });

const tiles = [tile("I", "C . H ."), tile("O", "C .", ". H"), tile("T", ". H .", "_ C _"), tile("L", ". _", "H _", ". C")];
const view: BoardView = {
  seat: 0,
  mover: 0,
  due: "tile",
  caves: ["T", "X"],
  eggs: [],
  squares: {},
  burnt: [],
  hands: [["I", "L", "O", "T"], ["I", "L", "O", "T"]],
  broken: [0, 0],
  summoned: "",
  scores: [0, 0],
  standings: [],
  next_dragon: "T",
  eggs_to_lay: [0, 0],
  outlines: {},
  lairs: {},
  tiles: [tiles, tiles],
  dragons: [dragon("T", [0, 1, 2, 3], "X X X", "_ X _", "_ X _"), dragon("X", [0], "_ X _", "X X X", "_ X _")],
};
const awake: BoardView = { ...view, due: "dragon", summoned: "T" };

/** Every placement on the board, legal or not: more than any decision offers. */
function everywhere(now: BoardView): string[] {
  const pieces = now.due === "tile" ? (now.tiles[0] ?? []) : now.dragons.filter((each) => each.letter === now.summoned);
  return pieces.flatMap(({ letter, turns }) => turns.flatMap(({ turn, width, height }) =>
    Array.from({ length: 9 - width }, (_, x) => Array.from({ length: 9 - height }, (_, y) => `${now.due === "tile" ? "" : "dragon "}${letter}${turn} ${squareOf(x, y)}`)).flat()));
}
function handOver(now: BoardView, moves: readonly string[]): Hand {
  const hand = new Hand((picked, dials) => spelling(picked, dials, now));
  hand.deal(new Map(moves.map((move) => [move, gesture(move, now)])));
  return hand;
}

describe("Dragon Inferno's gestures", () => {
  test.each([view, awake, { ...awake, summoned: "X" }])("every placement has its own gesture, and the hand reaches it", (now) => {
    const moves = everywhere(now);
    const all = tokens(now);
    const gestures = moves.map((move) => gesture(move, now));
    expect(new Set(gestures.map((each) => JSON.stringify(each))).size).toBe(moves.length);
    const hand = handOver(now, moves);
    for (const move of moves) {
      const { picks = [], dials = {} } = gesture(move, now);
      expect(spelling(picks, dials, now)).toBe(move);
      hand.clear();
      for (const token of picks) {
        expect(all).toContain(token);
        hand.pick({ id: token, token, dials });
      }
      expect(hand.chosen).toBe(move);
    }
  });
  test("an egg is one tap", () => {
    const now: BoardView = { ...view, due: "egg" };
    expect(gesture("egg c3", now)).toEqual({ picks: ["at:c3"] });
    expect(spelling(["at:a1"], {}, now)).toBe("egg a1");
    expect(spelling(["tile:I", "at:a1"], {}, now)).toBeNull();
  });
  test("what a piece is aimed with lies in its middle and turns with it", () => {
    const [bar, block, tee, ell] = tiles;
    expect(middle(bar?.turns[0] ?? never())).toEqual([1, 0]);
    expect(middle(bar?.turns[2] ?? never())).toEqual([1, 0]);
    expect(middle(block?.turns[3] ?? never())).toEqual([0, 0]);
    expect(middle(tee?.turns[0] ?? never())).toEqual([1, 1]);
    expect(middle(tee?.turns[1] ?? never())).toEqual([1, 1]);
    expect(middle(ell?.turns[0] ?? never())).toEqual([0, 1]);
    const lain = placed("L2 c4", view);
    expect(lain && squaresOf(lain).sort()).toEqual(["c6", "d4", "d5", "d6"]);
  });
  test("what cannot lie there is spelled slid in, so that the table can say why", () => {
    expect(spelling(["tile:I", "at:h1"], {}, view)).toBe("I0 e1");
    expect(spelling(["tile:I", "at:h1"], { turn: "1" }, view)).toBe("I1 h1");
    expect(spelling(["at:a1"], { turn: "1" }, awake)).toBe("dragon T1 a1");
    expect(spelling(["tile:I"], {}, awake)).toBe("I0 a1");
    expect(spelling(["at:a1"], {}, view)).toBeNull();
  });
});

describe("aiming", () => {
  const corner = everywhere(view).filter((move) => {
    const piece = placed(move, view);
    return piece !== null && squaresOf(piece).includes("a1");
  });
  const bars = options(corner, view).filter(({ letter }) => letter === "I");

  test("any square that a placement covers may be tapped", () => {
    expect(aimed(bars, "a1", null)?.move).toBe("I0 a1");
    expect(aimed(bars, "d1", null)?.move).toBe("I0 a1");
    expect(aimed(bars, "a4", null)?.move).toBe("I1 a1");
    expect(aimed(bars, "a1", 3)?.move).toBe("I3 a1");
    expect(aimed(bars, "d1", 3)?.move).toBe("I0 a1");
    expect(aimed(bars, "e5", null)).toBeNull();
  });
  test("a placement whose middle is tapped comes before one that only covers the square", () => {
    for (const option of options(everywhere(view), view)) {
      const mates = options(everywhere(view), view).filter(({ letter }) => letter === option.letter);
      expect(aimed(mates, option.middle, option.turn)?.move).toBe(option.move);
      if (option.letter !== "I") break;
    }
  });
  test("turning keeps the square under the finger covered", () => {
    const hand = handOver(view, corner);
    const tap = (square: string): void => hand.pick({ id: square, token: `at:${square}` });
    hand.aim = (pick) => {
      const option = aimed(bars, pick.id, hand.dials.turn === undefined ? null : Number(hand.dials.turn));
      return option ? { id: pick.id, token: `at:${option.middle}`, dials: dialsOf(option) } : pick;
    };
    hand.turner = () => {
      const turn = hand.dials.turn === undefined ? null : Number(hand.dials.turn);
      return hand.picked.length ? turning(bars, hand.picked.slice(0, 1), hand.chosen === null ? null : (hand.picked.at(-1) ?? null), turn) : null;
    };
    hand.pick({ id: "tile I", token: "tile:I" });
    expect(hand.canTurn()).toBe(true);
    tap("a1");
    const seen = [hand.chosen];
    for (let n = 0; n < 4; n++) {
      tap("a1");
      seen.push(hand.chosen);
    }
    expect(seen).toEqual(["I0 a1", "I1 a1", "I2 a1", "I3 a1", "I0 a1"]);
    hand.turn(-1);
    expect(hand.chosen).toBe("I3 a1");
    tap("d4");
    expect(hand.refused?.move).toBe("I3 d3");
    expect(hand.chosen).toBe("I3 a1");
    hand.back();
    expect(hand.chosen).toBeNull();
    expect(hand.turn(1) && hand.dials.turn).toBe("0");
  });
});

function never(): never {
  throw new Error("the drawing has no such turn");
}
