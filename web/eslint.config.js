// Mistakes that the types do not show. Layout is Prettier's, types are svelte-check's.
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import { builtinRules } from "eslint/use-at-your-own-risk";
import ts from "typescript-eslint";

/** ESLint's own recommended rules, as the package `@eslint/js` lists them. */
const recommended = [...builtinRules].filter(([, rule]) => rule.meta.docs.recommended);

export default defineConfig(
  globalIgnores(["src/generated"]),
  { rules: Object.fromEntries(recommended.map(([name]) => [name, "error"])) },
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
