/** Media queries of the game, for code; the stylesheets of the game use the same. */
import { MediaQuery } from "svelte/reactivity";

/** Everything in one column: a phone, or a tablet in portrait orientation. */
export const isNarrow = new MediaQuery(
  "(max-width: 35.99rem), (max-width: 59.99rem) and (orientation: portrait)",
);

/** A phone in landscape orientation: there is no room above or below the board. */
export const isLow = new MediaQuery("(max-height: 30rem)");

/** Screens where a finger may cover the point. */
export const isImprecise = new MediaQuery("(max-width: 48rem), (pointer: coarse)");
