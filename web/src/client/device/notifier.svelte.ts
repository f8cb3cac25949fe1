/** Tells somebody in another tab that it is their turn: by the tab's title and, if enabled, a notification. */
import { prefer, prefs } from "./prefs.svelte";

const MARK = "●";
/** One tag for all: a newer notification replaces the one before. */
const TAG = "grav-turn";

export class Notifier {
  /** The current message, in the user's language; null: nothing waits for them. */
  #call: string | null = null;
  /** The prefix of the title now. */
  #prefix = "";
  #shown: Notification | null = null;
  #permission = $state.raw<NotificationPermission | "unsupported">(permissionNow());

  constructor() {
    document.addEventListener("visibilitychange", () => this.#update());
  }

  /** May notifications be shown? Browsers have them only on https and on localhost. */
  get permission(): NotificationPermission | "unsupported" {
    return this.#permission;
  }

  /** Sets the message: it is the user's turn. null: it is not, or no longer. */
  call(text: string | null): void {
    const isNew = text !== null && text !== this.#call;
    this.#call = text;
    this.#update();
    if (isNew && document.hidden) this.#notify(text);
  }

  /** Sets the title of the tab, and keeps the prefix. */
  setTitle(title: string): void {
    document.title = this.#prefix + title;
  }

  /** Switches notifications on, and only now asks for permission. False: denied. */
  async switchOn(): Promise<boolean> {
    if (this.#permission === "unsupported") return false;
    this.#permission = await Notification.requestPermission();
    const allowed = this.#permission === "granted";
    prefer({ notify: allowed });
    return allowed;
  }

  switchOff(): void {
    prefer({ notify: false });
    this.#closeNotification();
  }

  #update(): void {
    const prefix = this.#call !== null && document.hidden ? `${MARK} ${this.#call} · ` : "";
    if (!document.hidden || this.#call === null) this.#closeNotification();
    if (prefix === this.#prefix) return;
    const title = document.title;
    const plain = title.startsWith(this.#prefix) ? title.slice(this.#prefix.length) : title;
    document.title = prefix + plain;
    this.#prefix = prefix;
  }

  #notify(text: string): void {
    if (!prefs().notify || this.#permission !== "granted") return;
    this.#closeNotification();
    try {
      const shown = new Notification(text, { tag: TAG });
      shown.onclick = () => {
        window.focus();
        shown.close();
      };
      this.#shown = shown;
    } catch {
      // Some phones allow notifications only for installed apps; the title still shows it.
    }
  }

  #closeNotification(): void {
    this.#shown?.close();
    this.#shown = null;
  }
}

function permissionNow(): NotificationPermission | "unsupported" {
  return "Notification" in globalThis ? Notification.permission : "unsupported";
}

export const notifier = new Notifier();
