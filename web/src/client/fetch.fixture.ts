/** For tests: answers of the server, and the requests that were sent to it. */
import { afterEach, beforeEach, vi } from "vitest";
import { identity } from "./identity.svelte";

export const GUEST = { id: "p1", name: null, guest: true, scopes: null };
export const KIM = { id: "p1", name: "Kim", guest: false, scopes: null };

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Replaces `fetch` in all tests of the file that calls this; nobody is signed in. */
export function useFakeFetch() {
  let requests: SentRequest[] = [];
  let answers: Response[] = [];

  beforeEach(() => {
    identity.set(null);
    requests = [];
    answers = [];
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      const body =
        init.body === undefined ? undefined : (JSON.parse(init.body as string) as unknown);
      requests.push({ method: init.method ?? "GET", path, body });
      const answer = answers.shift();
      if (answer === undefined) throw new TypeError("Failed to fetch");
      return answer;
    });
  });

  afterEach(() => void vi.unstubAllGlobals());

  return {
    get requests(): readonly SentRequest[] {
      return requests;
    },
    willAnswer(status: number, body: unknown): void {
      answers.push(new Response(body === undefined ? null : JSON.stringify(body), { status }));
    },
    willAnswerText(status: number, text: string): void {
      answers.push(new Response(text, { status }));
    },
  };
}
