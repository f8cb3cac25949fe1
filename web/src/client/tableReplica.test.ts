import { expect, test } from "vitest";
import { makeNews, makeNow, makeWhole } from "./connection/fakeServer";
import { TableReplica, MissedNews } from "./tableReplica";

function knowing(number: number, you: readonly number[] = [0]): TableReplica {
  const known = new TableReplica();
  known.take(makeWhole(number, { you }));
  return known;
}

test("news follow on the whole, and bring the table as it is now", () => {
  const known = knowing(3);
  expect(known.take(makeNews(3, 5, [], makeNow({ stage: "over" })))).toBe(true);
  expect(known.number).toBe(5);
  expect(known.whole?.now.stage).toBe("over");
});

test("old news are passed over", () => {
  const known = knowing(5);
  expect(known.take(makeNews(3, 5, [], makeNow({ stage: "closed" })))).toBe(false);
  expect(known.whole?.now.stage).toBe("playing");
});

test("news that leave a gap are not taken", () => {
  const known = knowing(5);
  expect(() => known.take(makeNews(6, 7))).toThrow(MissedNews);
  expect(known.number).toBe(5);
  expect(() => new TableReplica().take(makeNews(0, 1))).toThrow(MissedNews);
});

test("the rules come with the beginning of the game", () => {
  const known = knowing(3);
  known.take(
    makeNews(3, 4, [{ event: "begun", rules: { a: 3 }, setting: { how: "dice" }, share: "s" }]),
  );
  expect(known.whole).toMatchObject({ rules: { a: 3 }, setting: { how: "dice" } });
});

test("an answer tells which seats are one's own, and a seat that was left is nobody's", () => {
  const known = knowing(3, []);
  known.take({ is: "done", id: "x", number: 3, you: [1, 2] });
  expect(known.whole?.you).toEqual([1, 2]);
  const before = known.whole;
  known.take({ is: "done", id: "y", number: 3, you: [1, 2] });
  expect(known.whole).toBe(before);
  known.take(makeNews(3, 4, [{ event: "left", seat: 2 }]));
  expect(known.whole?.you).toEqual([1]);
});
