import { mount } from "svelte";
import App from "./App.svelte";
import { showTheme, wantedLanguage } from "./client/prefs.svelte";
import "./look/tokens.css";
import "./look/base.css";
import { startRouter } from "./router.svelte";
import { speak } from "./text/say.svelte";

showTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showTheme);
startRouter();
await speak(wantedLanguage());
const target = document.getElementById("app");
if (target) mount(App, { target });
