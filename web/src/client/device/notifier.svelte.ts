/** Calls somebody who looks elsewhere: by the tab's title and, if they wish, a notification. */
import { prefer, prefs } from "./prefs.svelte";

const MARK = "●";
/** A newer notification takes the place of the one before. */
const TAG = "grav-turn";

export class Notifier {
  /** What waits for the user, in their language; null: nothing does. */
  #call: string | null = null;
  /** What stands before the title now. */
  #prefix = "";
  #shown: Notification | null = null;
  #permission = $state.raw<NotificationPermission | "unsupported">(permissionNow());

  constructor() {
    document.addEventListener("visibilitychange", () => this.#look());
  }

  /** May notifications be shown? Browsers have them only on https and on localhost. */
  get permission(): NotificationPermission | "unsupported" {
    return this.#permission;
  }

  /** It is the user's turn: `text` says so. null: it is not, or not any more. */
  call(text: string | null): void {
    const isNew = text !== null && text !== this.#call;
    this.#call = text;
    this.#look();
    if (isNew && document.hidden) this.#notify(text);
  }

  /** What the tab is called, whoever is called. */
  name(title: string): void {
    document.title = this.#prefix + title;
  }

  /** The user switches notifications on: only now they are asked for. False: not allowed. */
  async switchOn(): Promise<boolean> {
    if (this.#permission === "unsupported") return false;
    this.#permission = await Notification.requestPermission();
    const allowed = this.#permission === "granted";
    prefer({ notify: allowed });
    return allowed;
  }

  switchOff(): void {
    prefer({ notify: false });
    this.#takeBack();
  }

  #look(): void {
    const prefix = this.#call !== null && document.hidden ? `${MARK} ${this.#call} · ` : "";
    if (!document.hidden || this.#call === null) this.#takeBack();
    if (prefix === this.#prefix) return;
    const title = document.title;
    const plain = title.startsWith(this.#prefix) ? title.slice(this.#prefix.length) : title;
    document.title = prefix + plain;
    this.#prefix = prefix;
  }

  #notify(text: string): void {
    if (!prefs().notify || this.#permission !== "granted") return;
    this.#takeBack();
    try {
      const shown = new Notification(text, { tag: TAG });
      shown.onclick = () => {
        window.focus();
        shown.close();
      };
      this.#shown = shown;
    } catch {
      // Some phones let only installed apps notify; the title still tells.
    }
  }

  #takeBack(): void {
    this.#shown?.close();
    this.#shown = null;
  }
}

function permissionNow(): NotificationPermission | "unsupported" {
  return "Notification" in globalThis ? Notification.permission : "unsupported";
}

export const notifier = new Notifier();
