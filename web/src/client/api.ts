/** HTTP requests to the server. Failures are a Problem, with a sentence in the user's language. */
import { currentLanguage, say } from "../text/say.svelte";
import { identity, type Me } from "./identity.svelte";
import { Problem } from "./problem";

export { Problem } from "./problem";

/** Milliseconds after which a request is aborted. */
const REQUEST_TIMEOUT_MS = 20_000;

export function get<T>(path: string): Promise<T> {
  return answerTo("GET", path);
}

export function post<T>(path: string, body?: unknown): Promise<T> {
  return answerTo("POST", path, body);
}

export function put<T>(path: string, body?: unknown): Promise<T> {
  return answerTo("PUT", path, body);
}

export function del<T>(path: string, body?: unknown): Promise<T> {
  return answerTo("DELETE", path, body);
}

let signingIn: Promise<void> | null = null;

/** Becomes a guest if nobody is signed in. Concurrent calls share one request. */
export async function ensureGuest(): Promise<void> {
  if (identity.me !== null) return;
  signingIn ??= becomeGuest().finally(() => (signingIn = null));
  await signingIn;
}

async function becomeGuest(): Promise<void> {
  const response = await ask("POST", "/api/guest");
  const me = await read<Me>(response);
  if (response.status === 201) identity.switchTo(me);
  else identity.set(me); // somebody was signed in already
}

/** The path with the language in which the server is to answer. */
export function inLanguage(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}lang=${currentLanguage()}`;
}

async function answerTo<T>(method: string, path: string, body?: unknown): Promise<T> {
  return read<T>(await ask(method, path, body));
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) };
  if (body !== undefined) {
    init.headers = { "Content-Type": "application/json" };
    init.body = JSON.stringify(body);
  }
  try {
    return await fetch(inLanguage(path), init);
  } catch {
    throw unreachableProblem(0);
  }
}

async function read<T>(response: Response): Promise<T> {
  let text: string;
  try {
    text = await response.text();
  } catch {
    throw unreachableProblem(0); // the connection broke in the middle
  }
  if (response.ok && text === "") return undefined as T;
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw unreachableProblem(response.status); // the error page of a proxy
  }
  if (response.ok) return answer as T;
  throw problemOf(response.status, answer);
}

function problemOf(status: number, answer: unknown): Problem {
  const { code, text } = (answer ?? {}) as { code?: unknown; text?: unknown };
  if (typeof code !== "string" || typeof text !== "string") return unreachableProblem(status);
  if (code === "not_signed_in") identity.set(null);
  return new Problem(status, code, text);
}

export function unreachableProblem(status: number): Problem {
  return new Problem(status, "away", say("shell.away"));
}
