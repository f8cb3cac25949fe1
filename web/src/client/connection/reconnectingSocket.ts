/** A socket that reconnects by itself, with backoff, until it is closed. */
import type { ToClient } from "../../generated/messages";
import { Backoff } from "./backoff";
import { browserSocket, type Connect, type Socket } from "./socket";

export type ConnectionState = "connecting" | "up" | "down";

/** Milliseconds in which a socket must open. */
const OPEN_TIMEOUT_MS = 10_000;
/** How often silence is checked at least, as its limit can change. */
const SILENCE_CHECK_MS = 10_000;
/** When the network changes, a connection that was silent for longer is replaced. */
const FRESH_MS = 3_000;

export interface ConnectionHandlers {
  /** The path to connect to now. */
  path(): string;
  /** Milliseconds of silence after which the connection is taken to be dead. */
  silenceTimeout(): number;
  /** A message has arrived; a ping has been answered already. */
  onMessage(message: ToClient): void;
  /** A new connection is open, and anything can be sent. */
  onOpen(): void;
  onStateChange(state: ConnectionState): void;
  /** Whether to reconnect after the server closed the connection, or it broke. */
  shouldReconnect(code: number, wasOpen: boolean): boolean;
}

export class ReconnectingSocket {
  #state: ConnectionState = "connecting";
  #socket: Socket | null = null;
  #isOpen = false;
  /** Numbers the sockets, so that events of an abandoned one are ignored. */
  #attempt = 0;
  #lastHeard = 0;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #wait: ReturnType<typeof setTimeout> | undefined;
  #running = false;

  constructor(
    private readonly handlers: ConnectionHandlers,
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
    this.#connect();
  }

  /** Closes for good: no more messages, no timers. */
  close(): void {
    if (!this.#running) return;
    this.#running = false;
    removeEventListener("online", this.#online);
    document.removeEventListener("visibilitychange", this.#visible);
    clearTimeout(this.#wait);
    this.#abandon();
    this.#setState("down");
  }

  /** False: it cannot be sent now. */
  send(text: string): boolean {
    if (!this.#isOpen) return false;
    this.#socket?.send(text);
    return true;
  }

  /** Reconnects at once, as somebody else or in another language. */
  reconnectNow(): void {
    if (!this.#running) return;
    clearTimeout(this.#wait);
    this.#abandon();
    this.#connect();
  }

  /** Abandons the connection, and reconnects after a backoff. */
  dropAndRetry(): void {
    if (!this.#running) return;
    this.#abandon();
    this.#setState("down");
    clearTimeout(this.#wait);
    this.#wait = setTimeout(() => this.#connect(), this.backoff.next());
  }

  #connect(): void {
    this.#wait = undefined;
    const attempt = ++this.#attempt;
    const mine = () => attempt === this.#attempt;
    this.#lastHeard = performance.now();
    this.#watch = setTimeout(() => this.dropAndRetry(), OPEN_TIMEOUT_MS);
    try {
      this.#socket = this.connect(this.handlers.path(), {
        onOpen: () => mine() && this.#opened(),
        onMessage: (text) => mine() && this.#handleMessage(text),
        onClose: (code) => mine() && this.#closed(code),
      });
    } catch {
      this.dropAndRetry(); // the browser forbids it, perhaps only now
    }
  }

  #opened(): void {
    this.#isOpen = true;
    this.backoff.connected();
    this.#lastHeard = performance.now();
    clearTimeout(this.#watch);
    this.#watchSilence();
    this.handlers.onOpen();
    this.#setState("up");
  }

  #handleMessage(text: string): void {
    this.#lastHeard = performance.now();
    let message: ToClient;
    try {
      message = JSON.parse(text) as ToClient;
    } catch {
      return;
    }
    // First of all: the server measures the round trip by it.
    if (message.is === "ping") this.send(JSON.stringify({ do: "pong", n: message.n }));
    this.handlers.onMessage(message);
  }

  #closed(code: number): void {
    const wasOpen = this.#isOpen;
    this.#abandon();
    if (this.handlers.shouldReconnect(code, wasOpen)) this.dropAndRetry();
    else this.close();
  }

  #watchSilence(): void {
    const left = this.handlers.silenceTimeout() - (performance.now() - this.#lastHeard);
    if (left <= 0) this.dropAndRetry();
    else this.#watch = setTimeout(() => this.#watchSilence(), Math.min(left, SILENCE_CHECK_MS));
  }

  /** Closes without waiting for the server, which may be down. */
  #abandon(): void {
    this.#attempt++;
    this.#isOpen = false;
    clearTimeout(this.#watch);
    this.#socket?.close();
    this.#socket = null;
  }

  #setState(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.handlers.onStateChange(state);
  }

  readonly #online = (): void => {
    if (this.#wait !== undefined || performance.now() - this.#lastHeard > FRESH_MS)
      this.reconnectNow();
  };

  readonly #visible = (): void => {
    if (document.visibilityState !== "visible") return;
    const silent = performance.now() - this.#lastHeard;
    if (this.#wait !== undefined || (this.#isOpen && silent > this.handlers.silenceTimeout()))
      this.reconnectNow();
  };
}
