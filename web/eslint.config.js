// Finds mistakes that the type checker does not. Prettier checks the layout, svelte-check the
// types.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";

export default defineConfig(
  globalIgnores(["src/generated"]),
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    // TypeScript checks names, as typescript-eslint assumes for .ts files.
    files: ["**/*.svelte", "public/sw.js"],
    rules: { "no-undef": "off" },
  },
  {
    rules: {
      // A leading `_` marks an unused value.
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_$", varsIgnorePattern: "^_$" },
      ],
      "no-unused-vars": "off", // the rule above knows types
      // Maps and sets are only indexes within one computation; none holds state that is rendered.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
);
