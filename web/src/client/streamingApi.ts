/** HTTP responses that are no single JSON value: files, and streams of JSON lines (NDJSON). */
import { unreachableProblem, inLanguage } from "./api";
import { Problem } from "./problem";

/** Posts, and returns the raw response; throws a Problem where the server refuses. */
export async function postForResponse(
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const response = await fetch(inLanguage(path), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachableProblem(0);
  });
  if (response.ok) return response;
  throw problemOf(response.status, await response.text().catch(() => ""));
}

/** Yields the values of a stream, each as soon as its line is complete. Stopping the iteration cancels it. */
export async function* streamJsonLines<T>(
  path: string,
  body: unknown,
  signal?: AbortSignal,
): AsyncGenerator<T, void> {
  const response = await postForResponse(path, body, signal);
  if (response.body === null) throw unreachableProblem(response.status);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw signal?.aborted ? error : unreachableProblem(0); // the connection broke in the middle
      });
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") yield JSON.parse(line) as T;
    }
    if (rest !== "") yield JSON.parse(rest) as T;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function problemOf(status: number, text: string): Problem {
  try {
    const { code, text: sentence } = JSON.parse(text) as { code?: unknown; text?: unknown };
    if (typeof code === "string" && typeof sentence === "string") {
      return new Problem(status, code, sentence);
    }
  } catch {
    // the error page of a proxy
  }
  return unreachableProblem(status);
}
