/** Outbox: resends commands until they are answered, over reconnections. Their ids are idempotency keys. */
import type { Command, Done, Refused } from "../../generated/messages";
import { unreachableProblem } from "../api";
import { Problem } from "../problem";
import { randomId } from "../randomId";

type WithoutId<C> = C extends Command ? Omit<C, "id"> : never;

/** A command that has no id yet. */
export type UnsentCommand = WithoutId<Command>;

/** Milliseconds after which an unanswered command is sent again. */
const RESEND_AFTER_MS = 2_500;
/** Refusals that leave open whether the command was carried out: it is sent again. */
const RETRYABLE: readonly string[] = ["internal", "unavailable"];
/** Such refusals after which a command is given up. */
const MAX_RETRYABLE = 4;

interface Waiting {
  readonly text: string;
  readonly resolve: (done: Done) => void;
  readonly reject: (problem: Problem) => void;
  retryable: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class Outbox {
  readonly #waiting = new Map<string, Waiting>();
  /** Refusals of messages that the server could not parse: they carry no id. */
  #unread: Refused[] = [];

  /** `put` sends a text over the current connection; false: there is none. */
  constructor(
    private readonly put: (text: string) => boolean,
    private readonly newId: () => string = randomId,
  ) {}

  /** Sends now, or as soon as the connection is up again. Rejects with a Problem if it is refused. */
  send(command: UnsentCommand): Promise<Done> {
    const id = this.newId();
    const text = JSON.stringify({ ...command, id });
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { text, resolve, reject, retryable: 0, timer: undefined };
      this.#waiting.set(id, waiting);
      this.#post(waiting);
    });
  }

  /** A new connection: sends all unanswered commands again, in order. */
  handleConnect(): void {
    this.#unread = [];
    for (const waiting of this.#waiting.values()) this.#post(waiting);
  }

  handleDisconnect(): void {
    for (const waiting of this.#waiting.values()) clearTimeout(waiting.timer);
  }

  handleAnswer(answer: Done | Refused): void {
    if (answer.id === null) this.#unread.push(answer as Refused);
    else this.#settle(answer.id, answer);
    this.#rejectUnread();
  }

  /** Rejects all waiting commands; those that were sent may still be carried out. */
  close(): void {
    this.handleDisconnect();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(unreachableProblem(0));
  }

  #settle(id: string, answer: Done | Refused): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return; // a second answer to a resent command
    if (answer.is === "refused" && RETRYABLE.includes(answer.code)) {
      waiting.retryable++;
      if (waiting.retryable < MAX_RETRYABLE) return; // its timer sends it again
    }
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    if (answer.is === "done") waiting.resolve(answer);
    else waiting.reject(problemOf(answer));
  }

  /** Once all other commands are answered, the remaining ones are those that could not be parsed. */
  #rejectUnread(): void {
    const [first] = this.#unread;
    if (first === undefined || this.#waiting.size > this.#unread.length) return;
    const unread = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#unread = [];
    for (const { timer, reject } of unread) {
      clearTimeout(timer);
      reject(problemOf(first));
    }
  }

  #post(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    if (!this.put(waiting.text)) return;
    waiting.timer = setTimeout(() => this.#resend(waiting), RESEND_AFTER_MS);
  }

  /** Not while it is unknown which command could not be parsed: it would be refused once more. */
  #resend(waiting: Waiting): void {
    if (this.#unread.length === 0) this.#post(waiting);
    else waiting.timer = setTimeout(() => this.#resend(waiting), RESEND_AFTER_MS);
  }
}

function problemOf(refused: Refused): Problem {
  return new Problem(409, refused.code, refused.text);
}
