// A table for tests: four seats in the middle of a match, changed where a test needs it.
import type { View } from "./view";

export function table(other: Partial<View> = {}): View {
  return {
    mover: 0,
    seats: 4,
    turn: 0,
    due: "keep",
    opening: false,
    middle: ["Bw", "Gm", "Ks"],
    stack: 9,
    removed: [],
    bases: [
      [["Bs"], [], [], ["Pi"]],
      [["Rf"], ["Bi"], [], []],
      [[], [], ["Yd"], []],
      [["Kf"], [], [], ["Rw"]],
    ],
    rows: [
      [
        { kind: "colour", of: "B", tiles: ["Bf", "Bm"], value: 4 },
        { kind: "landscape", of: "d", tiles: ["Kd", "Rd"], value: 4 },
        { kind: "open", of: null, tiles: ["Yw"], value: 1 },
      ],
      [
        { kind: "colour", of: "G", tiles: ["Gf", "Gs", "Gw"], value: 9 },
        { kind: "open", of: null, tiles: ["Ym"], value: 1 },
      ],
      [{ kind: "landscape", of: "m", tiles: ["Km", "Rm"], value: 4 }],
      [{ kind: "colour", of: "P", tiles: ["Pf", "Ps", "Pw"], value: 9 }],
    ],
    eggs: [2, 1, 0, 3],
    supply: 30,
    points: [11, 11, 4, 12],
    egg_points: 1,
    roll: "",
    valid: "",
    kept: {},
    rolls: 1,
    dice: 6,
    joker_used: false,
    costs: { Bw: 2, Gm: 2, Ks: 2, Rf: 3, Bi: 4, Yd: 5, Kf: 3, Rw: 6 },
    in_reach: [],
    held: null,
    extra_turn: false,
    quiet: 0,
    quiet_limit: 40,
    ...other,
  };
}
