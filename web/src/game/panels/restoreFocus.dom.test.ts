import { afterEach, beforeEach, expect, test } from "vitest";
import { restoreFocus } from "./restoreFocus";

let place: HTMLElement;
let button: HTMLButtonElement;
let stop: () => void;

beforeEach(() => {
  place = document.createElement("div");
  place.tabIndex = -1;
  button = document.createElement("button");
  place.append(button);
  document.body.append(place);
  stop = restoreFocus(place);
});

afterEach(() => {
  stop();
  place.remove();
});

const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

test("when the focused button is removed, its container gets the focus", async () => {
  button.focus();
  button.remove();
  await settled();
  expect(document.activeElement).toBe(place);
});

test("a focus that the user moved elsewhere is not taken back", async () => {
  const elsewhere = document.createElement("button");
  document.body.append(elsewhere);
  button.focus();
  elsewhere.focus();
  await settled();
  elsewhere.remove();
  button.remove();
  await settled();
  expect(document.activeElement).not.toBe(place);
});

test("a focus that was never inside is not moved", async () => {
  button.remove();
  await settled();
  expect(document.activeElement).toBe(document.body);
});
