import { mount } from "svelte";
import App from "./App.svelte";
import { showTheme, wantedLanguage } from "./client/device/prefs.svelte";
import "./ui/tokens.css";
import "./ui/base.css";
import "./generated/languages.css";
import { cacheShell } from "./offline";
import { startRouter } from "./router.svelte";
import { switchLanguage } from "./text/say.svelte";

showTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showTheme);
startRouter();
try {
  await switchLanguage(wantedLanguage());
  if (import.meta.env.PROD) void cacheShell();
  const target = document.getElementById("app");
  if (target) mount(App, { target });
} catch {
  // Without texts, only the static message of index.html can be shown.
  document.getElementById("away")?.removeAttribute("hidden");
}
