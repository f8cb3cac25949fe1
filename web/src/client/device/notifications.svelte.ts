/** Notifications of the browser: the permission, the user's choice, and showing one at a time. */
import { changePrefs, prefs } from "./prefs.svelte";

/** One tag for all: a newer notification replaces the one before. */
const TAG = "grav-turn";

export class Notifications {
  #shown: Notification | null = null;
  #permission = $state.raw<NotificationPermission | "unsupported">(currentPermission());

  /** Whether notifications may be shown; browsers have them only on https and on localhost. */
  get permission(): NotificationPermission | "unsupported" {
    return this.#permission;
  }

  /** Switches notifications on, and only now asks for permission. False: denied. */
  async switchOn(): Promise<boolean> {
    if (this.#permission === "unsupported") return false;
    this.#permission = await Notification.requestPermission();
    const allowed = this.#permission === "granted";
    changePrefs({ notify: allowed });
    return allowed;
  }

  switchOff(): void {
    changePrefs({ notify: false });
    this.close();
  }

  /** Shows a notification if they are switched on. */
  show(text: string): void {
    if (!prefs().notify || this.#permission !== "granted") return;
    this.close();
    try {
      const shown = new Notification(text, { tag: TAG });
      shown.onclick = () => {
        window.focus();
        shown.close();
      };
      this.#shown = shown;
    } catch {
      // Some phones allow notifications only for installed apps; the tab's title still shows it.
    }
  }

  close(): void {
    this.#shown?.close();
    this.#shown = null;
  }
}

function currentPermission(): NotificationPermission | "unsupported" {
  return "Notification" in globalThis ? Notification.permission : "unsupported";
}

export const notifications = new Notifications();
