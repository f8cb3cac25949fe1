import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HiddenTabAlert } from "./hiddenTabAlert";
import { Notifications } from "./notifications.svelte";
import { changePrefs, prefs } from "./prefs.svelte";
import { setTabTitlePrefix } from "./tabTitle";

let shown: string[];
let answer: NotificationPermission;
let hidden: boolean;

beforeEach(() => {
  shown = [];
  answer = "granted";
  hidden = true;
  changePrefs({ notify: false });
  setTabTitlePrefix("");
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
  const alert = new HiddenTabAlert(new Notifications());
  alert.setMessage("Your turn");
  expect(document.title).toBe("● Your turn · Grav");
  look(false);
  expect(document.title).toBe("Grav");
  look(true);
  expect(document.title).toBe("● Your turn · Grav");
  alert.setMessage(null);
  expect(document.title).toBe("Grav");
});

test("a visible tab shows no message", () => {
  hidden = false;
  new HiddenTabAlert(new Notifications()).setMessage("Your turn");
  expect(document.title).toBe("Grav");
});

test("a title that changed in between is kept", () => {
  const alert = new HiddenTabAlert(new Notifications());
  alert.setMessage("Your turn");
  document.title = "Another page";
  alert.setMessage(null);
  expect(document.title).toBe("Another page");
});

test("no permission is asked for, and no notification shown, before it is switched on", () => {
  const notifications = new Notifications();
  const alert = new HiddenTabAlert(notifications);
  alert.setMessage("Your turn");
  expect(shown).toEqual([]);
  expect(notifications.permission).toBe("default");
});

test("when on, each message is notified once, and the notification closed when it is over", async () => {
  const notifications = new Notifications();
  const alert = new HiddenTabAlert(notifications);
  expect(await notifications.switchOn()).toBe(true);
  expect(prefs().notify).toBe(true);
  alert.setMessage("Your turn");
  alert.setMessage("Your turn");
  alert.setMessage(null);
  expect(shown).toEqual(["Your turn", "closed"]);
});

test("a browser without notifications still shows the message in the title", async () => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, "Notification");
  const notifications = new Notifications();
  const alert = new HiddenTabAlert(notifications);
  expect(await notifications.switchOn()).toBe(false);
  alert.setMessage("Your turn");
  expect(document.title).toContain("Your turn");
});
