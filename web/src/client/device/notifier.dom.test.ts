import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Notifier } from "./notifier.svelte";
import { prefer, prefs } from "./prefs.svelte";

let shown: string[];
let answer: NotificationPermission;
let hidden: boolean;

beforeEach(() => {
  shown = [];
  answer = "granted";
  hidden = true;
  prefer({ notify: false });
  document.title = "Grav";
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
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
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function look(isHidden: boolean): void {
  hidden = isHidden;
  document.dispatchEvent(new Event("visibilitychange"));
}

test("a hidden tab shows the message in its title until it becomes visible", () => {
  const notifier = new Notifier();
  notifier.call("Your turn");
  expect(document.title).toBe("● Your turn · Grav");
  look(false);
  expect(document.title).toBe("Grav");
  look(true);
  expect(document.title).toBe("● Your turn · Grav");
  notifier.call(null);
  expect(document.title).toBe("Grav");
});

test("a visible tab shows no message", () => {
  hidden = false;
  new Notifier().call("Your turn");
  expect(document.title).toBe("Grav");
});

test("a title that changed in between is kept", () => {
  const notifier = new Notifier();
  notifier.call("Your turn");
  document.title = "Another page";
  notifier.call(null);
  expect(document.title).toBe("Another page");
});

test("no permission is asked for, and no notification shown, before it is switched on", () => {
  const notifier = new Notifier();
  notifier.call("Your turn");
  expect(shown).toEqual([]);
  expect(notifier.permission).toBe("default");
});

test("when on, each message is notified once, and the notification closed when it is over", async () => {
  const notifier = new Notifier();
  expect(await notifier.switchOn()).toBe(true);
  expect(prefs().notify).toBe(true);
  notifier.call("Your turn");
  notifier.call("Your turn");
  notifier.call(null);
  expect(shown).toEqual(["Your turn", "closed"]);
});

test("a denied permission leaves it switched off", async () => {
  answer = "denied";
  const notifier = new Notifier();
  expect(await notifier.switchOn()).toBe(false);
  expect([notifier.permission, prefs().notify]).toEqual(["denied", false]);
});

test("a browser without notifications still shows the message in the title", async () => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, "Notification");
  const notifier = new Notifier();
  expect(await notifier.switchOn()).toBe(false);
  notifier.call("Your turn");
  expect(document.title).toContain("Your turn");
});
