/** Calls out what waits: to those who listen, to who looks elsewhere, and when time runs out. */
import { untrack } from "svelte";
import { attention } from "../../client/device/notifier.svelte";
import { play as sound } from "../../client/device/sounds";
import { say } from "../../text/say.svelte";
import { callOf } from "./announcementText";
import { callTo } from "./notificationText";
import type { Play } from "../play.svelte";
import { callBetween, runningOut } from "../players/deadlines";

/** To be called while a component is set up: it goes on as long as that is shown. */
export function callOut(play: Play): void {
  const { announcements } = play.hearing;

  const question = $derived(callOf(play.acting, play.position, play.listener));
  const key = $derived(question?.key ?? null);
  $effect(() => {
    if (key !== null) untrack(() => question && announcements.add(question));
  });

  const waiting = $derived(play.isShared ? null : callTo(play.acting, play.now, play.listener));
  $effect(() => {
    attention.call(waiting);
    return () => attention.call(null);
  });

  const myTurn = $derived(play.acting.kind === "place" && play.me !== null);
  $effect(() => {
    if (myTurn) sound("turn");
  });

  const leftNow = () =>
    runningOut(play.now, play.whole.settings, play.acting, play.you, play.hearing.time);
  let before = untrack(leftNow);
  $effect(() => {
    const now = leftNow();
    const seconds = now && before?.key === now.key ? callBetween(before.left, now.left) : null;
    before = now;
    if (seconds === null) return;
    const text = untrack(() => say("game.seconds_left", { count: seconds }));
    untrack(() => announcements.add({ text, urgent: true }));
  });
}
