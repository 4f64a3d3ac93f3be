// What can be played here and against whom: asked once a language.
import { get } from "./api";
import type { Games, GameShown } from "./messages";
import { words } from "./words/index.svelte";

class Catalogue {
  #known: Readonly<Record<string, Games>> = $state.raw({});
  #asked = new Set<string>();

  get games(): readonly GameShown[] {
    return this.#all?.games ?? [];
  }
  get bots(): Games["bots"] {
    return this.#all?.bots ?? [];
  }
  game(key: string): GameShown | undefined {
    return this.games.find((each) => each.key === key);
  }
  get #all(): Games | undefined {
    const { language } = words;
    if (!this.#asked.has(language)) {
      this.#asked.add(language);
      void get<Games>(`/api/games?lang=${language}`).then(
        (games) => (this.#known = { ...this.#known, [language]: games }),
        () => this.#asked.delete(language),
      );
    }
    return this.#known[language] ?? Object.values(this.#known)[0];
  }
}

export const catalogue = new Catalogue();
export const GAMES = ["dragon-master", "drachenwurf", "seven-dragons", "dragon-inferno"] as const;
