// What somebody chose for this browser: kept here alone, never sent.
import { remember, remembered } from "./kept";
import { firstLanguage, words, type Language } from "./words/index.svelte";

export type Theme = "system" | "light" | "dark";
export type Animation = "calm" | "brief" | "none";

interface Kept {
  theme: Theme;
  animation: Animation;
  letters: "usual" | "big";
  confirm: boolean;
  spots: boolean;
  consequences: boolean;
  keys: boolean; // do single letters and digits act at a table?
}

const USUAL: Kept = { theme: "system", animation: "calm", letters: "usual", confirm: true, spots: true, consequences: true, keys: true };

function kept(): Kept {
  try {
    return { ...USUAL, ...(JSON.parse(remembered("settings") ?? "{}") as Partial<Kept>) };
  } catch {
    return USUAL; // whatever stood there was not ours
  }
}

class Settings {
  #now: Kept = $state.raw(kept());

  get now(): Kept {
    return this.#now;
  }
  set<Name extends keyof Kept>(name: Name, value: Kept[Name]): void {
    this.#now = { ...this.#now, [name]: value };
    remember("settings", JSON.stringify(this.#now));
    this.show();
  }
  /** Theme, animation and letters stand on the root element, where the style sheets read them. */
  show(): void {
    const { dataset } = document.documentElement;
    if (this.#now.theme === "system") delete dataset.theme;
    else dataset.theme = this.#now.theme;
    dataset.animation = this.still ? "none" : this.#now.animation;
    dataset.letters = this.#now.letters;
    dataset.spots = String(this.#now.spots);
  }
  get still(): boolean {
    return this.#now.animation === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
  async speak(language: Language): Promise<void> {
    remember("language", language);
    await words.speak(language);
  }
  async begin(): Promise<void> {
    this.show();
    await words.speak(firstLanguage(remembered("language")));
  }
}

export const settings = new Settings();
