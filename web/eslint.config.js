// Faults, and who may import whom: the board knows no rules, a game knows no other game, and neither knows the pages.
import { readdirSync, statSync } from "node:fs";
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const games = new URL("./src/games/", import.meta.url);
const gameFolders = statSync(games, { throwIfNoEntry: false }) ? readdirSync(games).filter((name) => statSync(new URL(name, games)).isDirectory()) : [];

const outside = "svelte(/.*)?";
const sources = "{ts,svelte,svelte.ts}";

/** A folder's files may import what matches one of the expressions, and nothing else. Tests may import what they like. */
const only = (files, message, ...allowed) => ({
  files,
  ignores: ["**/*.test.ts"],
  rules: { "no-restricted-imports": ["error", { patterns: [{ regex: `^(?!(${[...allowed, outside].join("|")})$)`, message }] }] },
});

export default defineConfig(
  { ignores: ["dist/", "node_modules/", ".svelte-check/", "src/messages.ts"] },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname, extraFileExtensions: [".svelte"] },
    },
  },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  {
    rules: {
      "no-undef": "off", // TypeScript knows better
      eqeqeq: "error",
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "svelte/no-at-html-tags": "error",
      "svelte/prefer-svelte-reactivity": "off", // what nobody draws from need not be reactive
      "no-restricted-syntax": [
        "error",
        { selector: "SvelteAttribute[key.name='style']", message: "The content policy forbids style attributes: a class, or style:property={…}." },
      ],
    },
  },
  { files: ["*.js"], extends: [ts.configs.disableTypeChecked], languageOptions: { globals: globals.node } },
  only([`src/board/**/*.${sources}`], "The board imports only itself.", "\\./.*"),
  only([`src/art/**/*.${sources}`], "Art imports only itself and the words.", "\\.\\.?/[^.].*", "@fontsource/.*"),
  only([`src/words/**/*.${sources}`], "Words import only themselves.", "\\./.*"),
  only(
    [`src/games/*/**/*.${sources}`],
    "A game imports itself, board, art, messages and words, and what lies beside the games; never a page or another game.",
    "\\./.*",
    `\\.\\./(?!(index|${gameFolders.join("|")})\\b)[^./][^/]*`,
    "\\.\\./\\.\\./(board|art|words)(/.*)?",
    "\\.\\./\\.\\./messages(\\.ts)?",
  ),
  only([`src/games/*.${sources}`], "What lies beside the games imports no page.", "\\./.*", "\\.\\./(board|art|words)(/.*)?", "\\.\\./messages(\\.ts)?"),
);
