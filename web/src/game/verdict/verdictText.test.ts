import { expect, test } from "vitest";
import type { PublicEvent } from "../../generated/messages";
import { makeAddressee } from "../game.fixture";
import { applyPublicEvent, NO_VERDICT, type VerdictState } from "./verdictState";
import { formatVerdict } from "./verdictText";

const DISTANCE = { rule: "distance", from: "c5", distance: 1, least: 2, most: 4 };
const RUN = { rule: "continuity", points: ["a1", "b2", "c3", "d4"], interval: 1, limit: 3 };
const RIGHT: PublicEvent = {
  event: "shouted",
  by: 1,
  against: 0,
  at: "c4",
  right: true,
  breaches: [DISTANCE],
};
const WRONG: PublicEvent = { ...RIGHT, right: false, breaches: [] };

function after(...happenings: PublicEvent[]): VerdictState {
  return happenings.reduce((moments, each) => applyPublicEvent(moments, each, 1_000), NO_VERDICT);
}

test("a right shout is formatted with its breaches, for each addressee", () => {
  const moment = after({ ...RIGHT, breaches: [DISTANCE, RUN] } as PublicEvent).current!;
  const shown =
    "game.shown shown=breach.and first=breach.distance distance=1 origin=c5 least=2 most=4 " +
    "rest=breach.continuity count=4 interval=1 points=a1,b2,c3,d4 limit=3";
  expect(formatVerdict(moment, makeAddressee(1))).toEqual({
    heading: "game.you_saw_it",
    sentences: [shown, "game.stone_is_void player=P1 at=c4"],
  });
  expect(formatVerdict(moment, makeAddressee(0)).heading).toBe("game.saw_it player=P2");
  expect(formatVerdict(moment, makeAddressee(0)).sentences[1]).toBe(
    "game.your_stone_is_void at=c4",
  );
});

test("the removed stone is added", () => {
  const moment = after(RIGHT, { event: "removed", by: 1, of: 0, at: "e5" }).current!;
  const sentenceFor = (me: number | null) => formatVerdict(moment, makeAddressee(me)).sentences[2];
  expect(sentenceFor(1)).toBe("game.shown shown=game.you_removed of=P1 at=e5");
  expect(sentenceFor(0)).toBe("game.shown shown=game.lost_stone player=P2 at=e5");
  expect(sentenceFor(null)).toBe("game.shown shown=event.removed player=P2 of=P1 at=e5");
});

test("a wrong shout is formatted with its cost", () => {
  const moment = after(WRONG).current!;
  expect(formatVerdict(moment, makeAddressee(1))).toEqual({
    heading: "game.you_were_wrong",
    sentences: ["game.breaks_nothing", "game.you_will_skip"],
  });
  expect(formatVerdict(moment, makeAddressee(null)).sentences[1]).toBe("game.will_skip player=P2");
});
