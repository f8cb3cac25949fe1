/** The table while the numbers are settled: whom it waits for, and what the user can do. */
import type { Whole } from "../../../generated/messages";
import { LETTERS, parseCard, type ShownCard, type Letter } from "./cardText";

/** Numbers that explain themselves well, and are allowed on every board. */
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
  /** Numbers that differ from the proposal before. */
  readonly changed: readonly Letter[];
  /** It is the last one, the one on the table. */
  readonly onTable: boolean;
}

export interface SettlingView {
  readonly phase: SettlingPhase;
  /** The seat that is “you”; null for who watches, and where one has several. */
  readonly me: number | null;
  /** Seats that are waited for, one's own among them. */
  readonly waiting: readonly number[];
  readonly commitment: string | null;
  readonly shares: readonly (string | null)[];
  /** One's own seats that have yet to give their share. */
  readonly toShare: readonly number[];
  /** The seat with which one can throw, draw or keep now; null: one cannot. */
  readonly acting: number | null;
  readonly hand: readonly ShownCard[];
  readonly kept: readonly KeptCard[];
  readonly proposals: readonly Proposal[];
  readonly accepted: readonly number[];
  /** One's own seats that have yet to accept what is on the table. */
  readonly toAgree: readonly number[];
  /** The seat with which one can propose; null: one only watches. */
  readonly proposing: number | null;
  readonly ends: number | null;
}

/** null where nothing is being settled. */
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

/** Which of the five numbers differ. */
export function changedLetters(setting: string, before: string): readonly Letter[] {
  const [now, then] = [setting.split(" "), before.split(" ")];
  return LETTERS.filter((_, index) => now[index] !== then[index]);
}
