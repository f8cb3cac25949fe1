import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { switchLanguage } from "../text/say.svelte";
import { Problem } from "./problem";
import { streamJsonLines, postForResponse } from "./streamingApi";

beforeAll(() => switchLanguage("en"));
afterEach(() => vi.unstubAllGlobals());

/** Returns a response that arrives in these chunks. */
function answering(...pieces: readonly string[]): Response {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(bytes.encode(piece));
      controller.close();
    },
  });
  return new Response(body);
}

function serve(answer: () => Promise<Response>): void {
  vi.stubGlobal("fetch", answer);
}

async function all(): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const line of streamJsonLines("/api/x", {})) found.push(line);
  return found;
}

test("lines are yielded whole, however the chunks are cut", async () => {
  serve(async () => answering('{"n":1}\n{"n"', ':2}\n\n{"n":3', "}"));
  expect(await all()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test("a refusal is a Problem with its sentence", async () => {
  serve(async () => new Response('{"code":"busy","text":"too busy"}', { status: 429 }));
  await expect(all()).rejects.toMatchObject({ status: 429, code: "busy", message: "too busy" });
  serve(async () => new Response("<html>", { status: 502 }));
  await expect(all()).rejects.toMatchObject({ status: 502, code: "away" });
});

test("an unreachable server is a Problem, an aborted request stays an AbortError", async () => {
  serve(() => Promise.reject(new TypeError("no line")));
  await expect(postForResponse("/api/x", {})).rejects.toMatchObject({ status: 0, code: "away" });
  const gone = new AbortController();
  gone.abort();
  const error: unknown = await postForResponse("/api/x", {}, gone.signal).catch(
    (each: unknown) => each,
  );
  expect(error).not.toBeInstanceOf(Problem);
});
