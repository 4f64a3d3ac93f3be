// Dragon Inferno for the page: eggs, kingdom tiles and dragons on a board of eight by eight.
import type { GameClient } from "../../board/game";
import { eggAt, gesture, placed, spelling, tokens } from "./gestures";
import Mat from "./Mat.svelte";
import type { BoardView } from "./view";

const client: GameClient<BoardView> = {
  key: "dragon-inferno",
  Mat,
  gesture,
  spelling,
  tokens,
  act(move, { view, seat, say }) {
    const square = eggAt(move);
    if (square !== null) {
      const count = (view.eggs_to_lay[seat ?? 0] ?? 1) - 1;
      return { question: say("di.ask.egg", { square }), button: say("di.do.egg"), detail: say(count > 0 ? "di.eggs.more" : "di.eggs.last", { count }) };
    }
    const piece = placed(move, view);
    if (!piece) return { question: move, button: say("di.do.tile") };
    return { question: say(`di.ask.${piece.kind}`, { letter: piece.letter }), button: say(`di.do.${piece.kind}`) };
  },
  brief(step, { view, say }) {
    const square = eggAt(step.move);
    if (square !== null) return say("di.brief.egg", { square });
    const piece = typeof step.mover === "number" ? placed(step.move, view, step.mover) : null;
    return piece ? say(`di.brief.${piece.kind}`, { letter: piece.letter }) : step.sentence;
  },
};

export default client;
