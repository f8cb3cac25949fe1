import { expect, test } from "vitest";
import { makeNews, makeNow, makeWhole } from "./connection/fakeServer";
import { TableReplica, MissedNews } from "./tableReplica";

function knowing(number: number, you: readonly number[] = [0]): TableReplica {
  const known = new TableReplica();
  known.apply(makeWhole(number, { you }));
  return known;
}

test("news are applied to the snapshot", () => {
  const known = knowing(3);
  expect(known.apply(makeNews(3, 5, [], makeNow({ stage: "over" })))).toBe(true);
  expect(known.number).toBe(5);
  expect(known.whole?.now.stage).toBe("over");
});

test("news that are already known are ignored", () => {
  const known = knowing(5);
  expect(known.apply(makeNews(3, 5, [], makeNow({ stage: "closed" })))).toBe(false);
  expect(known.whole?.now.stage).toBe("playing");
});

test("news after a gap are not applied", () => {
  const known = knowing(5);
  expect(() => known.apply(makeNews(6, 7))).toThrow(MissedNews);
  expect(known.number).toBe(5);
  expect(() => new TableReplica().apply(makeNews(0, 1))).toThrow(MissedNews);
});

test("the event that begins the game brings its rules", () => {
  const known = knowing(3);
  known.apply(
    makeNews(3, 4, [{ event: "begun", rules: { a: 3 }, setting: { how: "dice" }, share: "s" }]),
  );
  expect(known.whole).toMatchObject({ rules: { a: 3 }, setting: { how: "dice" } });
});

test("an acknowledgement updates the own seats, and leaving a seat removes it", () => {
  const known = knowing(3, []);
  known.apply({ is: "done", id: "x", number: 3, you: [1, 2] });
  expect(known.whole?.you).toEqual([1, 2]);
  const before = known.whole;
  known.apply({ is: "done", id: "y", number: 3, you: [1, 2] });
  expect(known.whole).toBe(before);
  known.apply(makeNews(3, 4, [{ event: "left", seat: 2 }]));
  expect(known.whole?.you).toEqual([1]);
});
