import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { texts } from "./texts.ts";

/** Tests that need a document say so in their names: what is mounted, and what asks the browser. */
const WITH_DOCUMENT = ["src/**/*.svelte.test.ts", "src/**/*.dom.test.ts"];
/** Where `grav serve` listens while pages are being worked on with `npm run dev`. */
const SERVER = process.env["GRAV_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), texts()],
  build: {
    outDir: "../src/grav/web/built",
    emptyOutDir: true,
    target: "es2022",
    // The content policy allows no script or style inside a page, and no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true, changeOrigin: true } } },
  test: {
    // Limits for what hangs, not for what is slow: a busy machine fails no test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // A document takes longer to make than most tests take to run.
    projects: [
      {
        extends: true,
        test: {
          name: "plain",
          environment: "node",
          include: ["src/**/*.test.ts"],
          exclude: WITH_DOCUMENT,
        },
      },
      {
        extends: true,
        test: { name: "dom", environment: "happy-dom", include: WITH_DOCUMENT },
      },
    ],
  },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
});
