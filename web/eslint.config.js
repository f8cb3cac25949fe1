// Mistakes that the types do not show. Layout is Prettier's, types are svelte-check's.
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
    // Names are checked by TypeScript, as typescript-eslint has it for .ts files.
    files: ["**/*.svelte", "public/sw.js"],
    rules: { "no-undef": "off" },
  },
  {
    rules: {
      // `_` says that a value is of no interest.
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_$", varsIgnorePattern: "^_$" },
      ],
      "no-unused-vars": "off", // the rule above knows types
      // Maps and sets are indexes within one computation; no page draws from them.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
);
