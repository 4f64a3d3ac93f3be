// How the client is built. Nothing from devDependencies may be imported here: a build for users installs only `dependencies`.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, loadEnv } from "vite";

export default defineConfig(({ mode }) => {
  // `npm run dev` shows the page with the server of `dragonhoard serve` behind it; that one compares Origin with its own address.
  const server = loadEnv(mode, ".", "DRAGONHOARD_").DRAGONHOARD_SERVER ?? "http://127.0.0.1:8420";
  const behind = { target: server, changeOrigin: true, headers: { origin: server } };
  return {
    base: "/",
    plugins: [svelte()],
    build: {
      outDir: "dist",
      manifest: true, // which file holds what: a test adds up what a player loads
      assetsInlineLimit: 0, // the page's content policy knows no data: address
      modulePreload: { polyfill: false }, // every browser that runs the page preloads modules
      reportCompressedSize: false,
    },
    server: { proxy: { "/api": behind, "/ws": { ...behind, ws: true } } },
  };
});
