// The four games, each loaded when a table of it is opened.
import type { GameClient } from "../board/game";

type Loading = () => Promise<{ default: GameClient<never> }>;

export const games: Readonly<Record<string, Loading>> = {
  "dragon-inferno": () => import("./dragon-inferno"),
  "dragon-master": () => import("./dragon-master"),
  drachenwurf: () => import("./drachenwurf"),
  "seven-dragons": () => import("./seven-dragons"),
};
