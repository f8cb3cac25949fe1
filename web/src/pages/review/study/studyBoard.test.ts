import { expect, test, vi } from "vitest";
import { position } from "../review.fixture";
import { acceptActions } from "./studyActions";
import { StudyBoard } from "./studyBoard.svelte";

const place = (by: number, at: string) => ({ do: "place", by, at });
const WINDOW = { placement: 1, by: 0, at: "a1", declared: 0, awaiting: [1], answered: [] };

test("the next stone first accepts the open one, and is placed for the seat on turn", async () => {
  const window = position({ phase: "window", window: WINDOW, may: [["resign"], ["accept"]] });
  const turn = position({ to_move: 1, may: [["resign"], ["place"]] });
  const answers = [window, turn, window].map((each) => ({
    position: each,
    last: null,
    placed: null,
    legal: {},
  }));
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    sent.push((JSON.parse(String(init.body)) as { actions: unknown }).actions);
    return Promise.resolve(new Response(JSON.stringify(answers.shift())));
  });
  const board = new StudyBoard({ edition: "revised" }, [place(0, "a1")]);
  await board.begin();
  expect(acceptActions(window)).toEqual([{ do: "accept", by: 1 }]);
  await board.pick("c3", undefined);
  const stood = [place(0, "a1"), { do: "accept", by: 1 }];
  expect(sent).toEqual([[place(0, "a1")], stood, [...stood, place(1, "c3")]]);
  vi.unstubAllGlobals();
});

test("a refused action leaves the board unchanged, with the reason", async () => {
  const answer = { position: position(), last: null, placed: null, legal: {} };
  const bodies = [
    new Response(JSON.stringify(answer)),
    new Response(JSON.stringify({ code: "occupied", text: "there is a stone" }), { status: 409 }),
  ];
  vi.stubGlobal("fetch", () => Promise.resolve(bodies.shift()));
  const board = new StudyBoard({});
  await board.begin();
  await board.pick("a1", undefined);
  expect(board.trouble).toBe("there is a stone");
  expect(board.actions).toEqual([]);
  vi.unstubAllGlobals();
});
