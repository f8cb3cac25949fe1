/**
 * Alerts the user when it is their turn: announcements, notifications, and a countdown when time
 * runs out.
 */
import { untrack } from "svelte";
import { hiddenTabAlert } from "../../client/device/hiddenTabAlert";
import { playSound } from "../../client/device/sounds";
import { say } from "../../text/say.svelte";
import { formatPrompt } from "./announcementText";
import { formatNotification } from "./notificationText";
import type { Play } from "../play.svelte";
import { secondsToAnnounce, expiringWait } from "../players/deadlines";

/** Must be called during component initialisation; stops when the component is destroyed. */
export function startTurnAlerts(play: Play): void {
  const { announcements } = play.recent;

  const question = $derived(formatPrompt(play.acting, play.position, play.addressee));
  const key = $derived(question?.key ?? null);
  $effect(() => {
    if (key !== null) untrack(() => question && announcements.add(question));
  });

  const waiting = $derived(
    play.isShared ? null : formatNotification(play.acting, play.now, play.addressee),
  );
  $effect(() => {
    hiddenTabAlert.setMessage(waiting);
    return () => hiddenTabAlert.setMessage(null);
  });

  const myTurn = $derived(play.acting.kind === "place" && play.me !== null);
  $effect(() => {
    if (myTurn) playSound("turn");
  });

  const leftNow = () =>
    expiringWait(play.now, play.whole.settings, play.acting, play.you, play.recent.time);
  let before = untrack(leftNow);
  $effect(() => {
    const now = leftNow();
    const seconds =
      now && before?.key === now.key ? secondsToAnnounce(before.left, now.left) : null;
    before = now;
    if (seconds === null) return;
    const text = untrack(() => say("game.seconds_left", { count: seconds }));
    untrack(() => announcements.add({ text, urgent: true }));
  });
}
