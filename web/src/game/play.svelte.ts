/** State and actions of a game in progress, as the components of the game share them. */
import { untrack } from "svelte";
import { stonesOf } from "../board/points";
import type { Stones } from "../board/types";
import { prefs } from "../client/device/prefs.svelte";
import { declaresBonusTurns } from "../client/tableSettings";
import { numbersOf, type Numbers } from "../client/fiveNumbers";
import type { TableClient } from "../client/tableClient.svelte";
import type { Now, Position, Whole } from "../generated/messages";
import { say } from "../text/say.svelte";
import {
  possibleActionOf,
  moverNow,
  seatsInGame,
  type PossibleAction,
  type Mover,
} from "./input/possibleAction";
import type { Addressee } from "./announcements/announcementText";
import {
  NO_ANSWERS,
  withAnswer,
  withoutAnswer,
  type Answer,
  type Answers,
} from "./input/ownAnswers";
import { takebackSeat } from "./input/consentRequests";
import { RecentEvents } from "./announcements/recentEvents.svelte";
import { isPickable } from "./board/marks";
import { shortName, onlySeat } from "./players/playerNames";
import { needsSecondTap, applyTap, type PendingTap } from "./board/secondTap";
import { isImprecise } from "../ui/screenSize";
import { CommandSender } from "./input/commandSender.svelte";

/** Milliseconds within which nobody sees a stone and answers it: such an answer meant another. */
const MIN_REACTION_MS = 120;
export const MAX_DECLARED = 99;

export class Play {
  readonly recent: RecentEvents;
  readonly sender: CommandSender;

  #answers = $state.raw<Answers>(NO_ANSWERS);
  #pending = $state.raw<PendingTap | null>(null);
  #declared = $state.raw(0);
  /** The open placement that has been in sight for long enough to be answered. */
  #seen = $state.raw<number | null>(null);
  /** Which of several seats places the first stone. */
  #chosen = $state.raw<number | null>(null);

  readonly acting: PossibleAction = $derived.by(() =>
    possibleActionOf(this.now, this.you, this.#answers),
  );
  readonly mover: Mover | null = $derived.by(() => moverNow(this.acting, this.#chosen));
  readonly stones: Stones = $derived.by(() => stonesOf(this.position.board));
  /** The seat that is “you”. */
  readonly me: number | null = $derived.by(() => onlySeat(this.you, this.whole.settings.mode));
  readonly declares: boolean = $derived.by(() => declaresBonusTurns(this.rules));
  readonly numbers: Numbers = $derived.by(() => numbersOf(this.rules));
  readonly inGame: readonly number[] = $derived.by(() => seatsInGame(this.now, this.you));
  /** The seat whose stone can be asked back, or null. */
  readonly takeback: number | null = $derived.by(() =>
    takebackSeat(this.now, this.you, this.recent.placer),
  );

  constructor(readonly client: TableClient) {
    this.recent = new RecentEvents(client, () => this.addressee);
    this.sender = new CommandSender(client);
  }

  get whole(): Whole {
    const whole = this.client.whole;
    if (whole === null) throw new Error("the table is not known yet");
    return whole;
  }

  get now(): Now {
    return this.whole.now;
  }

  get position(): Position {
    const position = this.now.position;
    if (position === null) throw new Error("there is no game yet");
    return position;
  }

  /** They are known since the game began, as the position is. */
  get rules(): NonNullable<Whole["rules"]> {
    const rules = this.whole.rules;
    if (rules === null) throw new Error("there is no game yet");
    return rules;
  }

  get you(): readonly number[] {
    return this.whole.you;
  }

  /** The point that was tapped once, or where a stone is on its way to. */
  get pending(): PendingTap | null {
    return this.#pending;
  }

  /** How many bonus turns the next stone declares. */
  get declared(): number {
    return this.#declared;
  }

  /** Nothing can be sent now, or a move has yet to be answered. */
  get isWaiting(): boolean {
    return this.sender.busy || this.client.connection !== "up";
  }

  /** Can the open stone be answered, or has it only just come? */
  get canAnswer(): boolean {
    return this.#seen === this.position.window?.placement && !this.isWaiting;
  }

  get needsConfirmation(): boolean {
    return needsSecondTap(prefs().confirm, isImprecise.current);
  }

  /** Several people share this device. */
  get isShared(): boolean {
    return (this.whole.settings.mode ?? "online") !== "online";
  }

  get addressee(): Addressee {
    return { say, name: this.name, me: this.me, you: this.you };
  }

  readonly name = (seat: number): string => shortName(this.now.chairs, seat, this.isShared);

  readonly canPick = (at: string): boolean => {
    if (this.isWaiting || (this.acting.kind === "answer" && !this.canAnswer)) return false;
    return isPickable(this.acting, this.stones, at, this.mover?.canPlace ?? false);
  };

  /** To be called while a component is set up: all goes on as long as that is shown. */
  start(): void {
    this.recent.start();
    const placement = $derived(this.position.window?.placement ?? null);
    $effect(() => {
      const open = placement;
      const timer = setTimeout(() => (this.#seen = open), MIN_REACTION_MS);
      return () => clearTimeout(timer);
    });
    // What was begun in one turn is not meant for another.
    const turn = $derived(`${this.position.phase} ${this.position.to_move} ${placement}`);
    $effect(() => {
      if (turn) untrack(() => this.#forget());
    });
  }

  /** Who of several places the first stone. */
  begin(seat: number): void {
    this.#chosen = seat;
    this.reconsider();
  }

  declare(count: number): void {
    this.#declared = Math.min(MAX_DECLARED, Math.max(0, count));
  }

  /** A tap on the board: it settles on a point, or asks for a second one. */
  pick(at: string): void {
    if (!this.canPick(at)) return;
    const seat = this.acting.kind === "remove" ? this.acting.seat : this.mover?.seat;
    if (seat === undefined) return;
    const { pending, settled } = applyTap(this.#pending, { at, seat }, this.needsConfirmation);
    this.#pending = pending;
    if (settled !== null) void this.#settle(seat, settled);
  }

  /** The second tap, by a button. */
  confirm(): void {
    if (this.#pending !== null && this.canPick(this.#pending.at)) {
      void this.#settle(this.#pending.seat, this.#pending.at);
    }
  }

  reconsider(): void {
    if (!this.sender.busy) this.#pending = null;
  }

  pass(): void {
    if (this.mover?.canPass && !this.isWaiting) {
      void this.sender.move({ do: "pass", seat: this.mover.seat });
    }
  }

  async shout(seat: number): Promise<void> {
    const acting = this.acting;
    if (acting.kind !== "answer" || !acting.seats.includes(seat) || !this.canAnswer) return;
    const { placement } = acting.window;
    await this.#answer([seat], placement, "shout", () =>
      this.sender.try(() => this.client.shout(seat, placement)),
    );
  }

  /** Lets the open stone stand, for all of one's seats that have yet to answer. */
  async accept(): Promise<void> {
    const acting = this.acting;
    if (acting.kind !== "answer" || !this.canAnswer) return;
    const { placement } = acting.window;
    const [seat, ...others] = acting.seats;
    if (seat === undefined) return;
    await this.#answer(acting.seats, placement, "accept", () =>
      this.sender.send(
        others.length > 0 ? { do: "stand", placement } : { do: "accept", seat, placement },
      ),
    );
  }

  async #answer(
    seats: readonly number[],
    placement: number,
    answer: Answer,
    send: () => Promise<string | null>,
  ): Promise<void> {
    for (const seat of seats) {
      this.#answers = withAnswer(this.#answers, placement, seat, answer);
    }
    const refused = await send();
    // Answered before, from another tab perhaps: then it stays answered.
    if (refused === null || refused === "already_answered") return;
    for (const seat of seats) this.#answers = withoutAnswer(this.#answers, placement, seat);
  }

  async #settle(seat: number, at: string): Promise<void> {
    this.#pending = { at, seat };
    if (this.acting.kind === "remove") {
      await this.sender.move({ do: "remove", seat, at });
    } else {
      const declare = this.declares && this.#declared > 0 ? { declare: this.#declared } : {};
      if (await this.sender.move({ do: "place", seat, at, ...declare })) this.#declared = 0;
    }
    this.#pending = null;
  }

  #forget(): void {
    this.#declared = 0;
    this.sender.notice = null;
    if (!this.sender.busy) this.#pending = null;
  }
}
