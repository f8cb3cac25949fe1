/** A line to the server that is mended without being asked, until it is closed. */
import type { ToClient } from "../../generated/messages";
import { Backoff } from "./backoff";
import { browserSocket, type Connect, type Socket } from "./socket";

export type ConnectionState = "connecting" | "up" | "down";

/** Milliseconds in which a socket must open. */
const OPENING = 10_000;
/** Silence is looked for at least so often: how much of it is too much can change. */
const LOOK = 10_000;
/** A line that was silent for so long is not trusted when the network has just changed. */
const FRESH = 3_000;

export interface ConnectionHandlers {
  /** Where to connect now. */
  path(): string;
  /** Milliseconds of silence after which the line is taken to be dead. */
  silence(): number;
  /** A message; of a ping, the answer is on its way already. */
  heard(message: ToClient): void;
  /** A new connection is there, and anything can be sent. */
  opened(): void;
  changed(state: ConnectionState): void;
  /** The server ended it, or it broke. Is it worth coming back? */
  comesBack(code: number, wasOpen: boolean): boolean;
}

export class ReconnectingSocket {
  #state: ConnectionState = "connecting";
  #socket: Socket | null = null;
  #isOpen = false;
  /** Tells the present socket's words from those of one that was given up. */
  #attempt = 0;
  #heard = 0;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #wait: ReturnType<typeof setTimeout> | undefined;
  #running = false;

  constructor(
    private readonly ends: ConnectionHandlers,
    private readonly connect: Connect = browserSocket,
    private readonly backoff: Backoff = new Backoff(),
  ) {}

  get state(): ConnectionState {
    return this.#state;
  }

  open(): void {
    if (this.#running) return;
    this.#running = true;
    addEventListener("online", this.#online);
    document.addEventListener("visibilitychange", this.#visible);
    this.#try();
  }

  /** For good: nothing is heard any more, and no timer runs. */
  close(): void {
    if (!this.#running) return;
    this.#running = false;
    removeEventListener("online", this.#online);
    document.removeEventListener("visibilitychange", this.#visible);
    clearTimeout(this.#wait);
    this.#abandon();
    this.#tell("down");
  }

  /** False: it cannot be sent now. */
  send(text: string): boolean {
    if (!this.#isOpen) return false;
    this.#socket?.send(text);
    return true;
  }

  /** Connects anew at once, as somebody else or in another language. */
  renew(): void {
    if (!this.#running) return;
    clearTimeout(this.#wait);
    this.#abandon();
    this.#try();
  }

  /** Gives up a connection that is of no use, and comes back after a little while. */
  drop(): void {
    if (!this.#running) return;
    this.#abandon();
    this.#tell("down");
    clearTimeout(this.#wait);
    this.#wait = setTimeout(() => this.#try(), this.backoff.next());
  }

  #try(): void {
    this.#wait = undefined;
    const attempt = ++this.#attempt;
    const mine = () => attempt === this.#attempt;
    this.#heard = performance.now();
    this.#watch = setTimeout(() => this.drop(), OPENING);
    try {
      this.#socket = this.connect(this.ends.path(), {
        opened: () => mine() && this.#opened(),
        heard: (text) => mine() && this.#hear(text),
        closed: (code) => mine() && this.#closed(code),
      });
    } catch {
      this.drop(); // a browser that forbids it today
    }
  }

  #opened(): void {
    this.#isOpen = true;
    this.backoff.connected();
    this.#heard = performance.now();
    clearTimeout(this.#watch);
    this.#watchSilence();
    this.ends.opened();
    this.#tell("up");
  }

  #hear(text: string): void {
    this.#heard = performance.now();
    let message: ToClient;
    try {
      message = JSON.parse(text) as ToClient;
    } catch {
      return;
    }
    // Before anything else: what takes longer here would count as the way.
    if (message.is === "ping") this.send(JSON.stringify({ do: "pong", n: message.n }));
    this.ends.heard(message);
  }

  #closed(code: number): void {
    const wasOpen = this.#isOpen;
    this.#abandon();
    if (this.ends.comesBack(code, wasOpen)) this.drop();
    else this.close();
  }

  #watchSilence(): void {
    const left = this.ends.silence() - (performance.now() - this.#heard);
    if (left <= 0) this.drop();
    else this.#watch = setTimeout(() => this.#watchSilence(), Math.min(left, LOOK));
  }

  /** Without waiting for the other end, which may be what has gone. */
  #abandon(): void {
    this.#attempt++;
    this.#isOpen = false;
    clearTimeout(this.#watch);
    this.#socket?.close();
    this.#socket = null;
  }

  #tell(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.ends.changed(state);
  }

  readonly #online = (): void => {
    if (this.#wait !== undefined || performance.now() - this.#heard > FRESH) this.renew();
  };

  readonly #visible = (): void => {
    if (document.visibilityState !== "visible") return;
    const silent = performance.now() - this.#heard;
    if (this.#wait !== undefined || (this.#isOpen && silent > this.ends.silence())) this.renew();
  };
}
