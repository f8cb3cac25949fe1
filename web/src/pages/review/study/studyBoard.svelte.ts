/**
 * The study board: the server replays every change, and returns the position with its breaches and
 * shapes.
 */
import { post, Problem } from "../../../client/api";
import type { Study } from "../../../generated/messages";
import {
  canPick,
  placeAction,
  removeAction,
  acceptActions,
  undoLast,
  seatAllowedTo,
  type Action,
  type Rules,
} from "./studyActions";

export class StudyBoard {
  study = $state.raw<Study | null>(null);
  actions = $state.raw<readonly Action[]>([]);
  busy = $state(false);
  trouble = $state<string | null>(null);
  /** Whether the bonus turns of all completed shapes are declared. */
  declares = $state(true);

  constructor(
    readonly rules: Rules,
    /** The actions before the study. */
    readonly from: readonly Action[] = [],
  ) {}

  begin(): Promise<boolean> {
    return this.#show(this.from);
  }

  /** Places or removes a stone; accepts the open stone first. */
  async pick(at: string, seat: number | undefined): Promise<void> {
    if (this.study === null || !canPick(this.study.position, seat)) return;
    if (this.study.position.phase === "penalty") {
      await this.#add(removeAction(this.study.position, at));
      return;
    }
    const open = acceptActions(this.study.position);
    if (open.length > 0 && !(await this.#show([...this.actions, ...open]))) return;
    await this.#add(placeAction(this.study, this.rules, at, this.declares));
  }

  async stand(): Promise<void> {
    if (this.study) await this.#show([...this.actions, ...acceptActions(this.study.position)]);
  }

  async shout(by: number): Promise<void> {
    await this.#add({ do: "grav", by });
  }

  async pass(): Promise<void> {
    const by = this.study && seatAllowedTo(this.study.position, "pass");
    if (by !== null) await this.#add({ do: "pass", by });
  }

  async takeBack(): Promise<void> {
    await this.#show(undoLast(this.actions));
  }

  async clear(): Promise<void> {
    await this.#show([]);
  }

  async #add(action: Action | null): Promise<void> {
    if (action) await this.#show([...this.actions, action]);
  }

  /**
   * Replays the actions on the server; returns whether they are legal. If not, the board stays,
   * with the reason.
   */
  async #show(actions: readonly Action[]): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.trouble = null;
    try {
      this.study = await post<Study>("/api/study", { rules: this.rules, actions });
      this.actions = actions;
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.trouble = error.message;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
