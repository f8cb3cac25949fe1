import { beforeAll, expect, test } from "vitest";
import { switchLanguage } from "../../text/say.svelte";
import { formatTableAnnouncement } from "./tableAnnouncements";
import { FOX, now, person } from "./table.fixture";

beforeAll(() => switchLanguage("en"));
const NOW = now({ chairs: [person("mina"), FOX] });

test("actions of others are announced with their names", () => {
  expect(formatTableAnnouncement({ event: "sat", seat: 1 }, NOW, [0])).toBe(
    "Fox · level 6 has sat down.",
  );
  const step = { do: "propose", by: 0, setting: "3 3 4 2 4" };
  expect(formatTableAnnouncement({ event: "stepped", step }, NOW, [])).toBe(
    "mina proposes 3 3 4 2 4.",
  );
});

test("own actions are not announced", () => {
  expect(formatTableAnnouncement({ event: "sat", seat: 0 }, NOW, [0])).toBeNull();
  expect(
    formatTableAnnouncement({ event: "stepped", step: { do: "roll", by: 0 } }, NOW, [0]),
  ).toBeNull();
});

test("the start is announced to all, with the numbers", () => {
  const setting = { how: "dice", settled: "4 4 7 2 4" };
  expect(
    formatTableAnnouncement({ event: "begun", rules: {}, setting, share: null }, NOW, [0]),
  ).toBe("The numbers are 4 4 7 2 4. The game begins.");
});

test("unknown steps, and events of other stages, are ignored", () => {
  expect(
    formatTableAnnouncement({ event: "stepped", step: { do: "dance", by: 1 } }, NOW, [0]),
  ).toBeNull();
  expect(formatTableAnnouncement({ event: "passed", by: 1 }, NOW, [0])).toBeNull();
});
