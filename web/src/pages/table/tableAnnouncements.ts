/** Announcements for screen readers while people gather and settle; the game has its own. */
import type { PublicEvent, Now } from "../../generated/messages";
import { chairName } from "../../ui/chairNames";
import { say, type TextKey } from "../../text/say.svelte";

/** Formats an event; null for own actions, and for events that are not announced here. */
export function formatTableAnnouncement(
  happening: PublicEvent,
  now: Now,
  you: readonly number[],
): string | null {
  const name = (seat: number): string | null => {
    const chair = now.chairs[seat];
    return chair && !you.includes(seat) ? chairName(chair, seat) : null;
  };
  const by = (key: TextKey, seat: number, more: Record<string, string> = {}): string | null => {
    const who = name(seat);
    return who === null ? null : say(key, { name: who, ...more });
  };
  switch (happening.event) {
    case "sat":
      return by("room.heard_sat", happening.seat);
    case "left":
      return say("room.heard_left", { seat: happening.seat + 1 });
    case "gathered":
      return say("room.heard_gathered");
    case "shared":
      return by("settle.heard_shared", happening.seat);
    case "stepped":
      return formatStep(happening.step, by);
    case "begun":
      return say("settle.heard_begun", { setting: String(happening.setting["settled"]) });
    default:
      return null;
  }
}

function formatStep(
  step: Readonly<Record<string, unknown>>,
  by: (key: TextKey, seat: number, more?: Record<string, string>) => string | null,
): string | null {
  const seat = Number(step["by"]);
  switch (step["do"]) {
    case "roll":
      return by("settle.heard_roll", seat);
    case "draw":
      return by("settle.heard_draw", seat);
    case "keep":
      return by("settle.heard_keep", seat);
    case "propose":
      return by("settle.heard_propose", seat, { setting: String(step["setting"]) });
    case "accept":
      return by("settle.heard_accept", seat);
    default:
      return null;
  }
}
