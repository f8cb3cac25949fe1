/** The table while the numbers are settled: the awaited seats, and the user's actions. */
import type { Whole } from "../../../generated/messages";
import { LETTERS, parseCard, type ShownCard, type Letter } from "./cardText";

/** A setting whose examples are clear, and which is allowed on every board. */
export const EXAMPLE_SETTING = "3 3 4 2 4";

export type SettlingPhase = "sharing" | "rolling" | "drawing" | "keeping" | "agreeing" | "passing";

export interface KeptCard {
  readonly card: ShownCard;
  readonly by: number;
}

export interface Proposal {
  readonly by: number;
  readonly mine: boolean;
  readonly setting: string;
  /** Numbers that differ from the previous proposal. */
  readonly changed: readonly Letter[];
  /** Whether it is the last proposal, which can be accepted. */
  readonly onTable: boolean;
}

export interface SettlingView {
  readonly phase: SettlingPhase;
  /** The user's only seat; null for spectators, and with several seats. */
  readonly me: number | null;
  /** Awaited seats, including own ones. */
  readonly waiting: readonly number[];
  readonly commitment: string | null;
  readonly shares: readonly (string | null)[];
  /** Own seats that have not given their share. */
  readonly toShare: readonly number[];
  /** The own seat that can throw, draw or keep now; null: none. */
  readonly acting: number | null;
  readonly hand: readonly ShownCard[];
  readonly kept: readonly KeptCard[];
  readonly proposals: readonly Proposal[];
  readonly accepted: readonly number[];
  /** Own seats that have not accepted the open proposal. */
  readonly toAgree: readonly number[];
  /** The own seat that can propose; null for spectators. */
  readonly proposing: number | null;
  readonly ends: number | null;
}

/** Returns null if nothing is being settled. */
export function settlingView(whole: Whole): SettlingView | null {
  const { settling, stage, ends, chairs } = whole.now;
  if (stage !== "settling" || settling === null) return null;
  const phase = phaseOf(settling);
  const me = whole.you.length === 1 ? (whole.you[0] ?? null) : null;
  const proposals = proposalsOf(settling.proposals, me);
  const waitingForMe = whole.you.filter((seat) => settling.to_act.includes(seat));
  return {
    phase,
    me,
    waiting: settling.to_act,
    commitment: settling.commitment,
    shares: settling.shares,
    toShare: phase === "sharing" ? waitingForMe : [],
    acting: ["rolling", "drawing", "keeping"].includes(phase) ? (waitingForMe[0] ?? null) : null,
    hand: settling.hand.flatMap((written) => parseCard(written) ?? []),
    kept: settling.kept.flatMap((written, index) => {
      const card = parseCard(written);
      // Cards are kept in seat order, beginning with the first seat.
      return card ? [{ card, by: index % chairs.length }] : [];
    }),
    proposals,
    accepted: settling.accepted,
    toAgree: phase === "agreeing" && proposals.length > 0 ? waitingForMe : [],
    proposing: phase === "agreeing" ? (waitingForMe[0] ?? whole.you[0] ?? null) : null,
    ends,
  };
}

type Shown = NonNullable<Whole["now"]["settling"]>;

function phaseOf(settling: Shown): SettlingPhase {
  if (settling.shares.some((share) => share === null)) return "sharing";
  switch (settling.how) {
    case "dice":
      return "rolling";
    case "cards":
      return settling.hand.length > 0 ? "keeping" : "drawing";
    case "agreement":
      return "agreeing";
    case "given":
      return "passing";
  }
}

function proposalsOf(shown: Shown["proposals"], me: number | null): readonly Proposal[] {
  return shown.map((proposal, index) => {
    const by = Number(proposal["by"]);
    const setting = String(proposal["setting"]);
    const before = shown[index - 1];
    return {
      by,
      mine: by === me,
      setting,
      changed: before ? changedLetters(setting, String(before["setting"])) : [],
      onTable: index === shown.length - 1,
    };
  });
}

/** Returns the letters of the numbers that differ. */
export function changedLetters(setting: string, before: string): readonly Letter[] {
  const [now, then] = [setting.split(" "), before.split(" ")];
  return LETTERS.filter((_, index) => now[index] !== then[index]);
}
