/** For tests: a fake server behind the socket, and messages as it sends them. */
import type { PublicEvent, News, Now, Whole } from "../../generated/messages";
import type { Connect, SocketHandlers } from "./socket";

/** A fake socket: one connection, from the server's side. */
export class FakeSocket {
  readonly sent: Record<string, unknown>[] = [];
  isClosed = false;

  constructor(
    readonly path: string,
    private readonly handlers: SocketHandlers,
  ) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.isClosed = true;
  }

  open(...messages: readonly object[]): this {
    this.handlers.onOpen();
    return this.say(...messages);
  }

  say(...messages: readonly object[]): this {
    for (const message of messages) this.handlers.onMessage(JSON.stringify(message));
    return this;
  }

  drop(code = 1006): void {
    this.handlers.onClose(code);
  }

  /** The commands that were sent, without pongs. */
  get commands(): Record<string, unknown>[] {
    return this.sent.filter((message) => message["do"] !== "pong");
  }
}

export class FakeServer {
  readonly sockets: FakeSocket[] = [];

  readonly connect: Connect = (path, handlers) => {
    const socket = new FakeSocket(path, handlers);
    this.sockets.push(socket);
    return socket;
  };

  get last(): FakeSocket {
    const last = this.sockets.at(-1);
    if (last === undefined) throw new Error("nobody has connected");
    return last;
  }
}

export function makeNow(parts: Partial<Now> = {}): Now {
  return {
    stage: "playing",
    chairs: [],
    settling: null,
    position: null,
    clock: null,
    ends: null,
    takeback: null,
    rematch: null,
    next: null,
    closed: null,
    ...parts,
  };
}

export function makeWhole(number: number, parts: Partial<Whole> = {}): Whole {
  return {
    is: "whole",
    number,
    at: 1_000_000,
    table: "t1",
    settings: {},
    host: null,
    hosting: false,
    you: [0],
    rules: null,
    setting: null,
    actions: [],
    now: makeNow(),
    ...parts,
  };
}

export function makeNews(
  after: number,
  number: number,
  happened: readonly PublicEvent[] = [],
  now: Now = makeNow(),
): News {
  return { is: "news", after, number, at: 1_000_000 + number, happened, now };
}

/** News of a placement whose window is open. */
export function makePlacedNews(after: number, number: number, placement: number): News {
  const window = { placement, by: 1, at: "c5", declared: null, awaiting: [0], answered: [] };
  const position = { phase: "window", to_move: null, board: [], window } as unknown;
  const now = makeNow({ position: position as Now["position"] });
  return makeNews(
    after,
    number,
    [{ event: "placed", by: 1, at: "c5", declared: null, placement }],
    now,
  );
}
