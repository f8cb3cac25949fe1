import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { assetsOf } from "./offline";

const ORIGIN = "https://grav.example";
const CODE = readFileSync(resolve(import.meta.dirname, "../public/sw.js"), "utf-8");
const BUILD = "/assets/index-abc.js";
const FIRST = `<script type="module" src="${BUILD}"></script>`;

type Files = Record<string, { status?: number; body: string }>;

/**
 * A fake browser: the worker of one build, caches that outlive it, and a server that can be down.
 */
class Browser {
  readonly caches = new Map<string, Map<string, Response>>();
  files: Files = {
    "/": { body: FIRST },
    [BUILD]: { body: "entry" },
    "/assets/always-en.js": { body: "texts" },
    "/assets/Home-1.js": { body: "home" },
    "/api/account": { body: "{}" },
  };
  away = false;
  #listeners = new Map<string, (event: unknown) => void>();
  #client = 0;
  /** The HTTP cache; assets are immutable. */
  readonly #stored = new Set<string>();

  async start(build = BUILD): Promise<void> {
    const self = {
      location: new URL(`${ORIGIN}/sw.js?build=${encodeURIComponent(build)}`),
      addEventListener: (kind: string, listener: (event: unknown) => void) =>
        this.#listeners.set(kind, listener),
      skipWaiting: () => undefined,
      clients: { claim: async () => undefined },
    };
    new Function("self", "caches", "fetch", CODE)(self, this.#storage(), this.#fetch);
    await this.#during("install");
    await this.#during("activate");
  }

  keep(paths: readonly string[]): Promise<void> {
    return this.#during("message", { data: { keep: paths } });
  }

  /** Returns the response of a request; null if the worker leaves it to the browser. */
  async ask(path: string, mode = "cors", method = "GET"): Promise<Response | null> {
    let answer: Promise<Response> | null = null;
    if (mode === "navigate") this.#client++;
    const client = `client ${this.#client}`;
    const ids = mode === "navigate" ? { resultingClientId: client } : { clientId: client };
    const request = { url: new URL(path, ORIGIN).href, mode, method };
    const respondWith = (given: Promise<Response>) => (answer = given);
    this.#listeners.get("fetch")?.({ request, respondWith, ...ids });
    return answer;
  }

  kept(): string[] {
    return [...this.caches.values()].flatMap((cache) => [...cache.keys()]).sort();
  }

  async #during(kind: string, event: object = {}): Promise<void> {
    const waits: Promise<unknown>[] = [];
    const waitUntil = (wait: Promise<unknown>) => waits.push(wait);
    this.#listeners.get(kind)?.({ ...event, waitUntil });
    await Promise.all(waits);
  }

  readonly #fetch = async (
    asked: string | { url: string },
    how?: RequestInit,
  ): Promise<Response> => {
    const path = pathOf(asked);
    const stored = this.#stored.has(path) && how?.cache !== "no-cache";
    if (this.away && !stored) throw new TypeError("network");
    if (path.startsWith("/assets/")) this.#stored.add(path);
    const file = this.files[path];
    return new Response(file?.body ?? "", { status: file ? (file.status ?? 200) : 404 });
  };

  #storage() {
    return {
      keys: async () => [...this.caches.keys()],
      delete: async (name: string) => this.caches.delete(name),
      open: async (name: string) => {
        const held = this.caches.get(name) ?? new Map<string, Response>();
        this.caches.set(name, held);
        return {
          // The server sends `Vary`, and pages send other headers than the worker did.
          match: async (asked: string | { url: string }, how?: { ignoreVary: boolean }) =>
            how?.ignoreVary ? held.get(pathOf(asked))?.clone() : undefined,
          put: async (asked: string | { url: string }, answer: Response) =>
            void held.set(pathOf(asked), answer),
          add: async (asked: string) => {
            const answer = await this.#fetch(asked);
            if (!answer.ok) throw new TypeError("not there");
            held.set(pathOf(asked), answer);
          },
        };
      },
    };
  }
}

function pathOf(asked: string | { url: string }): string {
  return new URL(typeof asked === "string" ? asked : asked.url, ORIGIN).pathname;
}

const SHELL = [BUILD, "/assets/always-en.js"];

async function visited(): Promise<Browser> {
  const browser = new Browser();
  await browser.start();
  await browser.keep(SHELL);
  return browser;
}

test("the shell is the fetched assets of this origin", () => {
  const fetched = [`${ORIGIN}${BUILD}`, `${ORIGIN}${BUILD}`, `${ORIGIN}/icon.svg`, "https://else/"];
  expect(
    assetsOf(
      fetched.map((name) => ({ name })),
      ORIGIN,
    ),
  ).toEqual([BUILD]);
});

test("while the server is down, every address gets the cached first page, and page chunks fail", async () => {
  const browser = await visited();
  await browser.ask("/", "navigate");
  await browser.ask("/assets/Home-1.js"); // it is now in the HTTP cache
  browser.away = true;
  const page = await browser.ask("/table/xyz", "navigate");
  expect(await page?.text()).toBe(FIRST);
  for (const path of SHELL) expect((await browser.ask(path))?.ok).toBe(true);
  await expect(browser.ask("/assets/Home-1.js")).rejects.toThrow();
  browser.away = false;
  expect((await browser.ask("/assets/Home-1.js"))?.ok).toBe(true);
});

test("an open page still uses the browser's HTTP cache while the server is down", async () => {
  const browser = await visited();
  await browser.ask("/", "navigate");
  await browser.ask("/assets/Home-1.js");
  browser.away = true;
  expect((await browser.ask("/assets/Home-1.js"))?.ok).toBe(true);
});

test("a gateway error of a proxy counts as an unreachable server", async () => {
  const browser = await visited();
  browser.files["/games"] = { status: 502, body: "bad gateway" };
  expect(await (await browser.ask("/games", "navigate"))?.text()).toBe(FIRST);
});

test("while the server is up, pages come from it", async () => {
  const browser = await visited();
  browser.files["/"] = { body: "a new one" };
  expect(await (await browser.ask("/", "navigate"))?.text()).toBe("a new one");
  expect((await browser.ask("/nonsense", "navigate"))?.status).toBe(404);
});

test("the worker leaves /api/ alone, and caches nothing but the shell", async () => {
  const browser = await visited();
  expect(await browser.ask("/api/account")).toBeNull();
  expect(await browser.ask("/api/games/export", "navigate")).toBeNull();
  expect(await browser.ask("/", "navigate", "POST")).toBeNull();
  await browser.keep(["/api/account"]);
  await browser.ask("/assets/Home-1.js");
  expect(browser.kept()).toEqual(["/", ...SHELL].sort());
});

test("texts of another language are cached when they are fetched", async () => {
  const browser = await visited();
  browser.files["/assets/always-ko.js"] = { body: "글" };
  await browser.ask("/assets/always-ko.js");
  browser.away = true;
  expect(await (await browser.ask("/assets/always-ko.js"))?.text()).toBe("글");
});

test("a new build takes over, and the old build's cache is deleted", async () => {
  const browser = await visited();
  const build = "/assets/index-def.js";
  browser.files["/"] = { body: `<script src="${build}"></script>` };
  browser.files[build] = { body: "new entry" };
  await browser.start(build);
  await browser.keep([build]);
  expect(browser.kept()).toEqual(["/", build]);
});

test("a first page of another build than its assets is not cached", async () => {
  const browser = new Browser();
  await browser.start();
  browser.files["/"] = { body: "a newer one" };
  await browser.keep(SHELL);
  expect(browser.kept()).toEqual([...SHELL].sort());
  browser.away = true;
  expect((await browser.ask("/", "navigate"))?.type).toBe("error");
});
