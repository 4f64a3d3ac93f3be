// Dragon Master for the page: cards laid into a square of four by four.
import type { GameClient, TableModel } from "../../board/game";
import { gesture, laid, spelling, tokens } from "./gestures";
import Mat from "./Mat.svelte";
import { lineName, placeName, renamed } from "./names";
import type { Change, TableView } from "./view";

/** What the card would change, with the lines called as they are on the mat. */
function detail(changes: readonly Change[], { view, seat, seats, say }: TableModel<TableView>): string {
  const lines = changes.flatMap((change) => {
    if (change.kind !== "line") return [];
    const name = lineName(view, change.axis === "columns" ? 0 : 1, change.line);
    const whose = change.seat === seat ? "mine" : "other";
    const player = seats[change.seat]?.name ?? "";
    const said = say(`dm.line.${change.axis}.${whose}`, { name, player, before: change.before, after: change.after });
    return [said.replace(/ +:/, ":").replace(/ {2,}/g, " ")]; // a line without a name yet
  });
  return lines.length ? lines.join(" ") : say("dm.line.same");
}

const client: GameClient<TableView> = {
  key: "dragon-master",
  Mat,
  gesture,
  spelling,
  tokens,
  act(move, table) {
    const lay = laid(move);
    if (!lay) return { question: move, button: table.say("dm.do") };
    const { consequence } = table;
    return {
      question: table.say(`dm.ask.${lay.value}`, { place: placeName(table.view, lay.place) }),
      button: table.say("dm.do"),
      detail: consequence?.move === move && consequence.legal ? detail(consequence.changes as readonly unknown[] as readonly Change[], table) : undefined,
    };
  },
  voice: (sentence, { view }) => renamed(view, sentence),
  brief(step, { view, say }) {
    const lay = step.mover === "chance" ? null : laid(step.move);
    return lay ? say(`dm.brief.${lay.value}`, { place: placeName(view, lay.place) }) : step.sentence;
  },
};

export default client;
