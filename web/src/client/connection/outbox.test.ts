import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Done } from "../../generated/messages";
import { switchLanguage } from "../../text/say.svelte";
import { Outbox } from "./outbox";
import { Problem } from "../problem";

let sent: string[];
let isUp: boolean;
let outbox: Outbox;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  isUp = true;
  let ids = 0;
  const put = (text: string) => isUp && sent.push((JSON.parse(text) as { id: string }).id) > 0;
  outbox = new Outbox(put, () => `k${++ids}`);
});

afterEach(() => void vi.useRealTimers());

function done(id: string): Done {
  return { is: "done", id, number: 1, you: [0] };
}

function refuse(id: string | null, code: string): void {
  outbox.handleAnswer({ is: "refused", id, code, text: `because ${code}` });
}

test("a command resolves when the server acknowledges it", async () => {
  const passing = outbox.send({ do: "pass", seat: 0 });
  outbox.handleAnswer(done("k1"));
  expect(await passing).toEqual(done("k1"));
  expect(vi.getTimerCount()).toBe(0);
});

test("a refused command rejects with its sentence", async () => {
  const passing = outbox.send({ do: "pass", seat: 0 });
  refuse("k1", "not_your_turn");
  const problem = await passing.catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(Problem);
  expect(problem).toMatchObject({
    status: 409,
    code: "not_your_turn",
    message: "because not_your_turn",
  });
});

test("an unanswered command is sent again with the same id", async () => {
  const passing = outbox.send({ do: "pass", seat: 0 });
  vi.advanceTimersByTime(5_000);
  expect(sent).toEqual(["k1", "k1", "k1"]);
  outbox.handleAnswer(done("k1"));
  outbox.handleAnswer(done("k1"));
  await passing;
});

test("commands sent while disconnected go out in order after the reconnection", () => {
  isUp = false;
  void outbox.send({ do: "pass", seat: 0 });
  void outbox.send({ do: "pass", seat: 1 });
  vi.advanceTimersByTime(10_000);
  expect(sent).toEqual([]);
  isUp = true;
  outbox.handleConnect();
  expect(sent).toEqual(["k1", "k2"]);
});

test("a command with an unknown outcome is sent again, up to a limit", async () => {
  const passing = outbox.send({ do: "pass", seat: 0 });
  for (let n = 1; n < 4; n++) {
    refuse("k1", "unavailable");
    vi.advanceTimersByTime(2_500);
  }
  expect(sent).toHaveLength(4);
  refuse("k1", "internal");
  await expect(passing).rejects.toMatchObject({ code: "internal" });
  expect(vi.getTimerCount()).toBe(0);
});

test("an unreadable command is identified when all others are answered", async () => {
  const good = outbox.send({ do: "pass", seat: 0 });
  const bad = outbox.send({ do: "propose", seat: 0, setting: "3" });
  refuse(null, "malformed");
  vi.advanceTimersByTime(2_500);
  expect(sent).toEqual(["k1", "k2"]);
  outbox.handleAnswer(done("k1"));
  await good;
  await expect(bad).rejects.toMatchObject({ code: "malformed" });
});

test("closing rejects unanswered commands, and stops all timers", async () => {
  await switchLanguage("en");
  const passing = outbox.send({ do: "pass", seat: 0 });
  outbox.close();
  await expect(passing).rejects.toMatchObject({ status: 0, code: "away" });
  expect(vi.getTimerCount()).toBe(0);
});
