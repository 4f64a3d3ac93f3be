// What the page itself says, one catalogue a language; what games say comes from the library. `key[one]` is for a parameter `count` of 1.

export type Language = "en" | "de";
export const LANGUAGES: readonly Language[] = ["en", "de"];
type Catalogue = Readonly<Record<string, string>>;

const load: Readonly<Record<Language, () => Promise<{ default: Catalogue }>>> = {
  en: () => import("./en.json"),
  de: () => import("./de.json"),
};

class Words {
  language: Language = $state("en");
  #catalogue: Catalogue = $state.raw({});

  async speak(language: Language): Promise<void> {
    this.#catalogue = (await load[language]()).default;
    this.language = language;
    document.documentElement.lang = language;
  }

  /** The sentence of that key with its parameters filled in; the key itself if there is none, which a test forbids. */
  readonly say = (key: string, parameters: Readonly<Record<string, string | number>> = {}): string => {
    const chosen = (parameters.count === 1 ? this.#catalogue[`${key}[one]`] : undefined) ?? this.#catalogue[key] ?? key;
    return chosen.replace(/\{([a-z_]+)\}/g, (whole, name: string) => String(parameters[name] ?? whole));
  };
}

export const words = new Words();
export const say = words.say;

/** The language to begin with: what was chosen here before, else the browser's. */
export function firstLanguage(kept: string | null): Language {
  if (kept === "en" || kept === "de") return kept;
  return navigator.languages.some((each) => each.toLowerCase().startsWith("de")) && !navigator.language.startsWith("en") ? "de" : "en";
}
