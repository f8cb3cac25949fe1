/** Alerts a user who is in another tab: by this tab's title and, if enabled, a notification. */
import { notifications, type Notifications } from "./notifications.svelte";
import { setTabTitlePrefix } from "./tabTitle";

const MARK = "●";

export class HiddenTabAlert {
  /** The current message, in the user's language; null: nothing waits for them. */
  #message: string | null = null;

  constructor(private readonly notifications: Notifications) {
    document.addEventListener("visibilitychange", () => this.#update());
  }

  /** Sets the message: it is the user's turn. null: it is not, or no longer. */
  setMessage(message: string | null): void {
    const isNew = message !== null && message !== this.#message;
    this.#message = message;
    this.#update();
    if (isNew && document.hidden) this.notifications.show(message);
  }

  #update(): void {
    const isAlerting = this.#message !== null && document.hidden;
    if (!isAlerting) this.notifications.close();
    setTabTitlePrefix(isAlerting ? `${MARK} ${this.#message} · ` : "");
  }
}

export const hiddenTabAlert = new HiddenTabAlert(notifications);
