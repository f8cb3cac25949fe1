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

/** Minimum reaction time in milliseconds: an earlier answer was meant for another stone. */
const MIN_REACTION_MS = 120;
export const MAX_DECLARED = 99;

export class Play {
  readonly recent: RecentEvents;
  readonly sender: CommandSender;

  #answers = $state.raw<Answers>(NO_ANSWERS);
  #pending = $state.raw<PendingTap | null>(null);
  #declared = $state.raw(0);
  /** The open placement that has been shown for long enough to be answered. */
  #seen = $state.raw<number | null>(null);
  /** The own seat that was chosen to place the first stone. */
  #chosen = $state.raw<number | null>(null);

  readonly acting: PossibleAction = $derived.by(() =>
    possibleActionOf(this.now, this.you, this.#answers),
  );
  readonly mover: Mover | null = $derived.by(() => moverNow(this.acting, this.#chosen));
  readonly stones: Stones = $derived.by(() => stonesOf(this.position.board));
  /** The user's only seat; null with several seats, on a shared device, or for spectators. */
  readonly me: number | null = $derived.by(() => onlySeat(this.you, this.whole.settings.mode));
  readonly declares: boolean = $derived.by(() => declaresBonusTurns(this.rules));
  readonly numbers: Numbers = $derived.by(() => numbersOf(this.rules));
  readonly inGame: readonly number[] = $derived.by(() => seatsInGame(this.now, this.you));
  /** The seat that can ask for a takeback, or null. */
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

  /** The rules of the game; throws before it has begun. */
  get rules(): NonNullable<Whole["rules"]> {
    const rules = this.whole.rules;
    if (rules === null) throw new Error("there is no game yet");
    return rules;
  }

  get you(): readonly number[] {
    return this.whole.you;
  }

  /** The point that was tapped once, or whose stone is being sent. */
  get pending(): PendingTap | null {
    return this.#pending;
  }

  /** How many bonus turns the next stone declares. */
  get declared(): number {
    return this.#declared;
  }

  /** Whether the connection is down, or a move is being sent. */
  get isWaiting(): boolean {
    return this.sender.busy || this.client.connection !== "up";
  }

  /** Whether the open stone can be answered: not within the minimum reaction time. */
  get canAnswer(): boolean {
    return this.#seen === this.position.window?.placement && !this.isWaiting;
  }

  get needsConfirmation(): boolean {
    return needsSecondTap(prefs().confirm, isImprecise.current);
  }

  /** Whether several people share this device. */
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

  /** Must be called during component initialisation; stops when the component is destroyed. */
  start(): void {
    this.recent.start();
    const placement = $derived(this.position.window?.placement ?? null);
    $effect(() => {
      const open = placement;
      const timer = setTimeout(() => (this.#seen = open), MIN_REACTION_MS);
      return () => clearTimeout(timer);
    });
    // An unfinished input is dropped when the turn changes.
    const turn = $derived(`${this.position.phase} ${this.position.to_move} ${placement}`);
    $effect(() => {
      if (turn) untrack(() => this.#forget());
    });
  }

  /** Chooses the own seat that places the first stone. */
  begin(seat: number): void {
    this.#chosen = seat;
    this.reconsider();
  }

  declare(count: number): void {
    this.#declared = Math.min(MAX_DECLARED, Math.max(0, count));
  }

  /** Handles a tap on the board: chooses the point, or waits for a second tap. */
  pick(at: string): void {
    if (!this.canPick(at)) return;
    const seat = this.acting.kind === "remove" ? this.acting.seat : this.mover?.seat;
    if (seat === undefined) return;
    const { pending, settled } = applyTap(this.#pending, { at, seat }, this.needsConfirmation);
    this.#pending = pending;
    if (settled !== null) void this.#settle(seat, settled);
  }

  /** Confirms the tapped point by a button. */
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

  /** Accepts the open stone for all own seats that have not answered. */
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
    // Already answered, perhaps from another tab: the answer stays.
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
