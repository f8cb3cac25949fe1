import { expect, test } from "vitest";
import type { PublicEvent } from "../../generated/messages";
import { possibleActionOf } from "../input/possibleAction";
import { formatAnnouncement, formatPrompt } from "./announcementText";
import { formatNotification } from "./notificationText";
import { makeAddressee, makeNow, openWindow, makePosition } from "../game.fixture";

const PLACED: PublicEvent = { event: "placed", by: 0, at: "b2", declared: null, placement: 7 };

const textFor = (happening: PublicEvent, me: number | null = null, now = makeNow()) =>
  formatAnnouncement(happening, now, makeAddressee(me))?.text ?? null;

test("a placement is announced to all, with the declared bonus turns", () => {
  expect(textFor(PLACED)).toBe("event.placed player=P1 at=b2");
  expect(textFor({ ...PLACED, declared: 2 } as PublicEvent)).toBe(
    "event.placed_declaring player=P1 at=b2 count=2",
  );
  expect(textFor(PLACED, 0)).toBe("game.you_placed at=b2");
});

test("players who must answer a stone get an urgent prompt instead of the announcement", () => {
  const now = openWindow();
  expect(textFor(PLACED, 1, now)).toBeNull();
  const call = formatPrompt(possibleActionOf(now, [1]), now.position!, makeAddressee(1));
  expect(call).toEqual({
    key: "answer 7",
    text: "game.heard_window player=P1 at=b2 move=7",
    urgent: true,
  });
});

test("shouts are urgent, other events are not", () => {
  const shout: PublicEvent = {
    event: "shouted",
    by: 1,
    against: 0,
    at: "b2",
    right: false,
    breaches: [],
  };
  expect(formatAnnouncement(shout, makeNow(), makeAddressee(null))).toEqual({
    text: "event.wrong_shout player=P2",
    urgent: true,
  });
  expect(textFor(shout, 1)).toBe("game.heard_you_wrong");
  expect(formatAnnouncement(PLACED, makeNow(), makeAddressee(null))?.urgent).toBe(false);
});

test("a right shout is announced with its breaches", () => {
  const breaches = [{ rule: "density", square: "a1", count: 5, limit: 4 }];
  const shout: PublicEvent = {
    event: "shouted",
    by: 1,
    against: 0,
    at: "b2",
    right: true,
    breaches,
  };
  const shown = "breach.density count=5 corner=a1 limit=4";
  expect(textFor(shout)).toBe(`event.right_shout player=P2 shown=${shown}`);
  expect(textFor(shout, 1)).toBe(`game.heard_you_right shown=${shown}`);
});

test("an acceptance is announced only if time ran out", () => {
  expect(textFor({ event: "accepted", by: 1 })).toBeNull();
  expect(textFor({ event: "accepted", by: 1, why: "time" })).toBe("game.let_it_stand player=P2");
});

test("the owner of a removed stone gets a text of their own", () => {
  const removed: PublicEvent = { event: "removed", by: 1, of: 0, at: "e5" };
  expect(textFor(removed, 0)).toBe("game.lost_stone player=P2 at=e5");
  expect(textFor(removed, 1)).toBe("game.you_removed of=P1 at=e5");
  expect(textFor(removed)).toBe("event.removed player=P2 of=P1 at=e5");
});

test("a resignation is announced with its reason", () => {
  expect(textFor({ event: "resigned", by: 1, why: "time" })).toBe("game.out_of_time player=P2");
  expect(textFor({ event: "resigned", by: 1, why: "gone" })).toBe("game.gone player=P2");
  expect(textFor({ event: "resigned", by: 1 }, 1)).toBe("game.you_resigned");
});

test("the end is announced with its reason and the winner", () => {
  const ended: PublicEvent = { event: "ended", how: "passes", ranking: [2, 0, 1] };
  expect(textFor(ended)).toBe("game.heard_won player=P3 how=game.how_passes");
  expect(textFor(ended, 2)).toBe("game.heard_you_won how=game.how_passes");
});

test("phrases of others are announced; unknown phrases are ignored", () => {
  const said: PublicEvent = { event: "said", seat: 1, phrase: "hello" };
  expect(textFor(said, 0)).toBe("game.said player=P2 phrase=phrases.hello");
  expect(textFor(said, 1)).toBeNull();
  expect(textFor({ event: "said", seat: 1, phrase: "not yet known" })).toBeNull();
});

test("each turn is announced once; a bonus turn has no prompt of its own", () => {
  const call = (position: ReturnType<typeof makePosition>, me: number) =>
    formatPrompt(possibleActionOf(makeNow(position), [me]), position, makeAddressee(me));
  const first = call(makePosition(), 0);
  expect(first?.text).toBe("game.your_turn");
  expect(call(makePosition({ stones: [2, 1, 1] }), 0)?.key).not.toBe(first?.key);
  expect(call(makePosition(), 1)?.text).toBe("game.turn_of player=P1");
  expect(call(makePosition({ on_bonus_turn: true }), 0)).toBeNull();
});

test("the tab's title and notification name what waits for the user, and nothing else", () => {
  const call = (now: ReturnType<typeof makeNow>, me: number) =>
    formatNotification(possibleActionOf(now, [me]), now, makeAddressee(me));
  expect(call(makeNow(), 0)).toBe("game.your_turn");
  expect(call(makeNow(), 1)).toBeNull();
  expect(call(openWindow(), 1)).toBe("game.question move=7");
  const asked = makeNow({}, { takeback: { by: 0, agreed: [0] } });
  expect(call(asked, 1)).toBe("game.asks_takeback player=P1");
  const over = makeNow({ may: [[], [], []] }, { stage: "over" });
  const rematch = { by: 0, rotate: false, setting: "3 3 4 2 4", agreed: [0] };
  expect(call({ ...over, rematch }, 1)).toBe("game.offers_rematch player=P1");
  expect(call({ ...over, rematch: { ...rematch, agreed: [0, 1] } }, 1)).toBeNull();
});
