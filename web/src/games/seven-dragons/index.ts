// Seven Dragons: what its spellings are in somebody's hands, its mat, its buttons.
import type { BarButton, GameClient, TableModel } from "../../board/game";
import { ACTIONS, gesture, spelling, tokens } from "./gestures";
import { look } from "./look";
import Mat from "./Mat.svelte";
import type { View } from "./view";

function bar(table: TableModel<View>): BarButton[] {
  if (!table.live || !table.moves.includes("pass") || table.hand.chosen === "pass") return [];
  return [{ id: "pass", label: table.say("sd.pass"), press: () => table.hand.pick({ id: "pass", token: "pass" }) }];
}

function act(move: string, table: TableModel<View>): { readonly question: string; readonly button: string } {
  const { say } = table;
  const [first = "", second = "", third = ""] = move.split(" ");
  switch (first) {
    case "place":
      return { question: say("sd.ask.place", { card: look(second, say), place: third }), button: say("sd.do.place") };
    case "zap":
      return { question: say("sd.ask.zap"), button: say("sd.do.zap") };
    case "lift":
      return { question: say("sd.ask.lift"), button: say("sd.do.lift") };
    case "trade-goal": {
      const owner = table.view.places[Number(second)] ?? null;
      const name = owner === null ? say("sd.nobody-with") : (table.seats[owner]?.name ?? "");
      return { question: say("sd.ask.trade-goal", { name }), button: say("sd.do.trade") };
    }
    case "trade-hand":
      return { question: say("sd.ask.trade-hand", { name: table.seats[Number(second)]?.name ?? "" }), button: say("sd.do.trade") };
    case "rotate":
      return { question: say(`sd.ask.${second}`), button: say("sd.do.rotate") };
    case "pass":
      return { question: say("sd.ask.pass"), button: say("sd.pass") };
    default: {
      const name = say(`sd.${move.slice(first.length + 1).replace(" ", "-")}`, { action: say(`sd.to.${first}`) });
      return { question: `${say(`sd.action.${first}`)}: ${name}`, button: say(third || second === "under" ? `sd.then.${first}` : "sd.do.over") };
    }
  }
}

/** An action card goes over the pile or under it, a dragon card to a place. */
function next(table: TableModel<View>): string | null {
  const card = table.hand.tokens[0]?.replace("card:", "") ?? "";
  return ACTIONS.includes(card) ? table.say("sd.over-or-under") : null;
}

function brief({ move, changes }: { readonly move: string; readonly changes: readonly Record<string, unknown>[] }, table: TableModel<View>): string {
  const { say } = table;
  const [first = "", second = ""] = move.split(" ");
  if (first === "place") return say("sd.brief.place", { card: look(second, say) });
  if (ACTIONS.includes(first)) return `${say(`sd.action.${first}`)}: ${say(`sd.${move.slice(first.length + 1).replace(" ", "-")}`, { action: say(`sd.to.${first}`) })}`;
  if (first === "zap" || first === "lift") return say(`sd.brief.${first}`, { place: second });
  if (first === "draw") return second === "?" ? say("sd.brief.draw-hidden") : say("sd.brief.draw", { card: look(second, say) });
  if (first === "trade-goal") return say("sd.brief.trade-goal", { place: second });
  if (first === "trade-hand") return say("sd.brief.trade-hand", { name: table.seats[Number(second)]?.name ?? "" });
  if (first === "rotate") return say(`sd.brief.${second}`);
  if (first === "pass") return say("sd.brief.pass");
  return changes.length && first === "goal" ? say("sd.brief.goal") : "";
}

const client: GameClient<View> = { key: "seven-dragons", Mat, seatsOnMat: true, gesture, spelling, tokens, bar, act, next, brief };
export default client;
