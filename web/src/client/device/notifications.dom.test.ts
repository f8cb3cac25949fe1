import { afterEach, expect, test, vi } from "vitest";
import { Notifications } from "./notifications.svelte";
import { changePrefs, prefs } from "./prefs.svelte";

let shown: string[] = [];

function useBrowserThatAnswers(answer: NotificationPermission): void {
  shown = [];
  changePrefs({ notify: false });
  vi.stubGlobal(
    "Notification",
    class {
      static permission: NotificationPermission = "default";
      static requestPermission = async () => answer;
      constructor(text: string) {
        shown.push(text);
      }
      close(): void {
        shown.push("closed");
      }
    },
  );
}

afterEach(() => vi.unstubAllGlobals());

test("are shown only when switched on, one at a time", async () => {
  useBrowserThatAnswers("granted");
  const notifications = new Notifications();
  notifications.show("Too early");
  await notifications.switchOn();
  notifications.show("One");
  notifications.show("Two");
  notifications.switchOff();
  notifications.show("Too late");
  expect(shown).toEqual(["One", "closed", "Two", "closed"]);
});

test("a denied permission leaves it switched off", async () => {
  useBrowserThatAnswers("denied");
  const notifications = new Notifications();
  expect(await notifications.switchOn()).toBe(false);
  expect([notifications.permission, prefs().notify]).toEqual(["denied", false]);
});
