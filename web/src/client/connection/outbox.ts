/** Commands on their way: sent until they are answered, over drops, and carried out once. */
import type { Command, Done, Refused } from "../../generated/messages";
import { unreachable } from "../api";
import { Problem } from "../problem";
import { randomId } from "../randomId";

type WithoutId<C> = C extends Command ? Omit<C, "id"> : never;

/** A command that has no id yet. */
export type UnsentCommand = WithoutId<Command>;

/** Milliseconds after which a command that has no answer is sent again. */
const RESEND = 2_500;
/** Refusals after which nobody knows whether the command was carried out: it is sent again. */
const UNSURE: readonly string[] = ["internal", "unavailable"];
/** But not for ever. */
const MAX_UNSURE = 4;

interface Waiting {
  readonly text: string;
  readonly resolve: (done: Done) => void;
  readonly reject: (problem: Problem) => void;
  unsure: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class Outbox {
  readonly #waiting = new Map<string, Waiting>();
  /** Refusals of what the server could not read: they do not say which command it was. */
  #unread: Refused[] = [];

  /** `put` sends a text by the present connection; false: there is none. */
  constructor(
    private readonly put: (text: string) => boolean,
    private readonly newId: () => string = randomId,
  ) {}

  /** At once, or as soon as the line is up again. Rejects with a Problem where it is refused. */
  send(command: UnsentCommand): Promise<Done> {
    const id = this.newId();
    const text = JSON.stringify({ ...command, id });
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { text, resolve, reject, unsure: 0, timer: undefined };
      this.#waiting.set(id, waiting);
      this.#post(waiting);
    });
  }

  /** A new connection: all that has no answer goes out again, in its order. */
  lineUp(): void {
    this.#unread = [];
    for (const waiting of this.#waiting.values()) this.#post(waiting);
  }

  lineDown(): void {
    for (const waiting of this.#waiting.values()) clearTimeout(waiting.timer);
  }

  take(answer: Done | Refused): void {
    if (answer.id === null) this.#unread.push(answer as Refused);
    else this.#takeAnswer(answer.id, answer);
    this.#findUnread();
  }

  /** Nobody waits any more; what was sent may still be carried out. */
  close(): void {
    this.lineDown();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(unreachable(0));
  }

  #takeAnswer(id: string, answer: Done | Refused): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return; // sent twice, and answered twice
    if (answer.is === "refused" && UNSURE.includes(answer.code)) {
      waiting.unsure++;
      if (waiting.unsure < MAX_UNSURE) return; // its timer sends it again
    }
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    if (answer.is === "done") waiting.resolve(answer);
    else waiting.reject(problemOf(answer));
  }

  /** Once all others have their answer, what is left is what could not be read. */
  #findUnread(): void {
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
    waiting.timer = setTimeout(() => this.#again(waiting), RESEND);
  }

  /** Not while it is open which command could not be read: it would be refused once more. */
  #again(waiting: Waiting): void {
    if (this.#unread.length === 0) this.#post(waiting);
    else waiting.timer = setTimeout(() => this.#again(waiting), RESEND);
  }
}

function problemOf(refused: Refused): Problem {
  return new Problem(409, refused.code, refused.text);
}
