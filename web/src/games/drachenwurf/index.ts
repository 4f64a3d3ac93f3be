// Drachenwurf at the page: gestures and spellings, the bar's buttons, the words of a question.
import type { BarButton, GameClient, TableModel, ToldStep } from "../../board/game";
import { gesture, spelling, taken, tokens, type Move } from "./gestures";
import Mat from "./Mat.svelte";
import { COLOURS, type View } from "./view";
import { begin, colourName, tileName } from "./words";

type Table = TableModel<View>;
const MOST_ROLLS = 6; // only to word a button: whether another roll comes, the server says

/** A button that plays a move of one word at once. */
function plain(table: Table, word: string, label: string, key: string, primary = false): BarButton {
  const token = `go:${word}`;
  return {
    id: token,
    label,
    key,
    primary,
    press: () => {
      table.hand.clear();
      table.hand.pick({ id: token, token });
      table.commit();
    },
  };
}

function keeping(table: Table): BarButton[] {
  const { view, hand, say } = table;
  const chosen = hand.chosen;
  const left = view.dice - hand.tokens.filter((token) => token.startsWith("die:")).length;
  const off = chosen === null ? say("dw.off.keep") : undefined;
  const button = (id: string, label: string, key: string, primary: boolean, then?: string): BarButton => ({
    id,
    label,
    key,
    primary,
    ...(off === undefined ? {} : { off }),
    press: () => table.commit(then),
  });
  if (chosen !== null && (left === 0 || view.rolls >= MOST_ROLLS)) return [button("keep", say("dw.do.keep-take"), "R", true)];
  return [
    button("keep-stop", say("dw.do.stop-take"), "S", false, "stop"),
    button("keep-roll", chosen === null ? say("dw.do.keep-on") : say("dw.do.keep-roll", { count: left }), "R", true, "roll"),
  ];
}

function bar(table: Table): BarButton[] {
  const { view, say } = table;
  if (!table.live) return [];
  switch (view.due) {
    case "keep":
      return keeping(table);
    case "go-on":
      return [
        plain(table, "stop", say(view.in_reach.length ? "dw.do.stop-take" : "dw.do.stop"), "S"),
        plain(table, "roll", say("dw.do.roll", { count: view.dice }), "R", true),
      ];
    case "take":
      return [plain(table, "done", say("dw.do.done"), "S")];
    case "shift":
      return [plain(table, "end", say("dw.do.end"), "S")];
    default:
      return [];
  }
}

/** What each colour of this set then counts: "Blue counts 4 with the egg, green counts 1". */
function counted(move: Extract<Move, { verb: "keep" }>, table: Table): string {
  const parts = [...COLOURS]
    .filter((colour) => move.dice.includes(colour))
    .map((colour) => {
      const own = [...move.dice].filter((die) => die === colour).length;
      const count = (table.view.kept[colour] ?? 0) + own + (move.egg === colour ? 1 : 0);
      return table.say(move.egg === colour ? "dw.counts.egg" : "dw.counts", { colour: colourName(table.say, colour), count });
    });
  return `${begin(parts.join(", "))}.`;
}

function act(spelled: string, table: Table): { question: string; button: string } {
  const { view, say } = table;
  const move = taken(spelled);
  if (move === null) return { question: spelled, button: say("dw.do.take") };
  const sentence = (key: string, parameters: Record<string, string | number> = {}): string => begin(say(key, parameters));
  switch (move.verb) {
    case "remove":
      return { question: sentence("dw.ask.remove", { tile: tileName(say, move.tile) }), button: say("dw.do.remove") };
    case "bank":
    case "shift": {
      const key = `dw.ask.${move.verb}${move.row === "new" ? "-new" : ""}`;
      return { question: sentence(key, { tile: tileName(say, move.tile), row: move.row }), button: say(`dw.do.${move.verb}`) };
    }
    case "take":
    case "steal": {
      const owner = view.bases.findIndex((base) => base.some((side) => side.includes(move.tile)));
      const parameters = { tile: tileName(say, move.tile), count: move.dice, name: table.seats[owner]?.name ?? "" };
      return { question: sentence(`dw.ask.${move.verb}`, parameters), button: say(`dw.do.${move.verb}`) };
    }
    case "keep":
      return { question: counted(move, table), button: say("dw.do.keep") };
    default:
      return {
        question: sentence(`dw.ask.${move.verb}`, { count: view.dice }),
        button: say(move.verb === "stop" ? "dw.do.stop" : `dw.do.${move.verb}`, { count: view.dice }),
      };
  }
}

/** A tile that can be paid in several ways waits for a number. */
function next(table: Table): string | null {
  const held = table.hand.tokens.find((token) => token.startsWith("tile:"))?.slice(5);
  return held !== undefined && table.view.due === "take" ? begin(table.say("dw.ask.how-many", { tile: tileName(table.say, held) })) : null;
}

function brief(step: ToldStep, table: Table): string {
  const { say } = table;
  const [verb = "", what = ""] = step.move.split(" ");
  if (verb === "draw") return say("dw.brief.draw", { tile: tileName(say, what) });
  if (verb === "roll" && what) return say("dw.brief.rolled");
  const move = taken(step.move);
  if (move === null) return step.sentence;
  if (move.verb === "keep") return say(move.egg === null ? "dw.brief.keep" : "dw.brief.keep-egg");
  return say(`dw.brief.${move.verb}`, { tile: "tile" in move ? tileName(say, move.tile) : "" });
}

const client: GameClient<View> = { key: "drachenwurf", seatsOnMat: true, Mat, gesture, spelling, tokens, bar, act, next, brief };

export default client;
