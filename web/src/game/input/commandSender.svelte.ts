/** Sends the user's commands, and shows why a command was refused. */
import { Problem } from "../../client/api";
import type { TableClient, UnsentCommand } from "../../client/tableClient.svelte";
import type { Done } from "../../generated/messages";
import { say } from "../../text/say.svelte";

export class CommandSender {
  /** A move is being sent. */
  busy = $state(false);
  /** Why the last command was refused. */
  notice = $state<string | null>(null);

  constructor(private readonly client: TableClient) {}

  /** Sends a move of the game, one at a time. Returns whether it was carried out. */
  async move(command: UnsentCommand): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      return (await this.send(command)) === null;
    } finally {
      this.busy = false;
    }
  }

  send(command: UnsentCommand): Promise<string | null> {
    return this.try(() => this.client.send(command));
  }

  /** Sends a command; returns the code of its refusal, null if it was carried out. */
  async try(act: () => Promise<Done>): Promise<string | null> {
    this.notice = null;
    try {
      await act();
      return null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.notice = noticeOf(error);
      return error.code;
    }
  }
}

function noticeOf(problem: Problem): string {
  return problem.code === "late" ? say("game.late") : say("shell.failed", { why: problem.message });
}
