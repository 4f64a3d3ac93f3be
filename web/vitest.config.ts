import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig, mergeConfig } from "vitest/config";
import vite from "./vite.config.ts";

export default defineConfig((env) =>
  mergeConfig(
    vite(env),
    defineConfig({
      plugins: [svelteTesting()],
      test: { environment: "happy-dom", css: { include: [/tokens\.css/] }, include: ["src/**/*.test.ts", "tests/**/*.test.ts"], passWithNoTests: true },
    }),
  ),
);
