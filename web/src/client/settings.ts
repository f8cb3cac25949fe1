/** Settings and the five numbers in the forms that pages use. */
import type { Settings } from "../generated/messages";

/** With everything said: a clock's increment too. */
export type FullSettings = Required<Settings>;

export interface Numbers {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
}

/** What a table has where nothing is said; on the wire it is left out. */
export const DEFAULT_SETTINGS: FullSettings = {
  size: 9,
  seats: 2,
  edition: "revised",
  house_rules: {},
  enforcement: "challenge",
  first: null,
  settle: "given",
  setting: null,
  clock: null,
  window: null,
  help: null,
  public: false,
  mode: "online",
};

const ALL_HELP = ["legal", "shapes", "last"] as const;
/** Seconds to answer a stone, where a clock runs and nothing else was agreed. */
const WINDOW = 15;
const SLOW_WINDOW = 86_400;
const NUMBERS = /^\s*(\d{1,4000})\s+(\d{1,4000})\s+(\d{1,4000})\s+(\d{1,4000})\s+(\d{1,4000})\s*$/;

export function withDefaults(settings: Settings): FullSettings {
  const clock = settings.clock ?? null;
  return {
    ...DEFAULT_SETTINGS,
    ...settings,
    clock: clock?.kind === "fischer" ? { ...clock, increment: clock.increment ?? 0 } : clock,
  };
}

/** What everybody is shown: all of it under `strict`, else nothing, unless it was agreed. */
export function helpOf(settings: Settings): readonly ("last" | "legal" | "shapes")[] {
  const { help, enforcement } = withDefaults(settings);
  return help ?? (enforcement === "strict" ? ALL_HELP : []);
}

/** Seconds in which a stone can be answered; null: as long as people take. */
export function windowOf(settings: Settings): number | null {
  const { window, clock } = withDefaults(settings);
  if (window !== null || clock === null) return window;
  return clock.kind === "days" ? SLOW_WINDOW : WINDOW;
}

/** The numbers of a short form such as `3 3 4 2 4`; an error for any other text. */
export function parseSetting(text: string): Numbers {
  const numbers = tryParseSetting(text);
  if (numbers === null) throw new RangeError(`not five numbers: ${text.slice(0, 60)}`);
  return numbers;
}

/** The same for what people type: null where it is not five numbers. */
export function tryParseSetting(text: string): Numbers | null {
  const found = NUMBERS.exec(text);
  if (found === null) return null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = found.slice(1).map(Number);
  return { a, b, c, d, e };
}

export function formatSetting({ a, b, c, d, e }: Numbers): string {
  return `${a} ${b} ${c} ${d} ${e}`;
}

/** The numbers of a game, by its rules as the server states them. */
export function numbersOf(rules: Readonly<Record<string, unknown>>): Numbers {
  const number = (name: keyof Numbers): number => Number(rules[name]);
  return { a: number("a"), b: number("b"), c: number("c"), d: number("d"), e: number("e") };
}

/** Does the mover declare bonus turns? The edition decides, unless a house rule overrides it. */
export function declaresBonusTurns(rules: Readonly<Record<string, unknown>>): boolean {
  if (rules["bonus"] !== undefined) return rules["bonus"] === "declared";
  return rules["edition"] !== "classic";
}
