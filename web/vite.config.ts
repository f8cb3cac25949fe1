import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { texts } from "./texts.ts";

/** Tests that need a DOM have these names: component tests, and tests of browser APIs. */
const WITH_DOCUMENT = ["src/**/*.svelte.test.ts", "src/**/*.dom.test.ts"];
/** The address of `grav serve` during development with `npm run dev`. */
const SERVER = process.env["GRAV_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), texts()],
  build: {
    outDir: "../src/grav/web/built",
    emptyOutDir: true,
    target: "es2022",
    // The Content-Security-Policy forbids inline scripts, inline styles and data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true, changeOrigin: true } } },
  test: {
    // Timeouts are for tests that hang: a slow machine must not fail one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // Creating the DOM takes longer than most tests do.
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
