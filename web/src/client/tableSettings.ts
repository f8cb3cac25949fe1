/** A table's settings with their defaults, and what follows from them. */
import type { Settings } from "../generated/messages";
import { EDITIONS, PARTS, DEFAULT_EDITION } from "../generated/parts";

/** Settings with all defaults filled in, the clock's increment too. */
export type FullSettings = Required<Settings>;

/** The server's defaults; on the wire they are omitted. */
export const DEFAULT_SETTINGS: FullSettings = {
  size: 9,
  seats: 2,
  edition: DEFAULT_EDITION,
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
/** Default seconds to answer a stone, if a clock runs. */
const DEFAULT_WINDOW_SECONDS = 15;
const SLOW_WINDOW_SECONDS = 86_400;

export function withDefaults(settings: Settings): FullSettings {
  const clock = settings.clock ?? null;
  return {
    ...DEFAULT_SETTINGS,
    ...settings,
    clock: clock?.kind === "fischer" ? { ...clock, increment: clock.increment ?? 0 } : clock,
  };
}

/** The help that is shown: by default all of it under `strict`, else none. */
export function helpOf(settings: Settings): readonly ("last" | "legal" | "shapes")[] {
  const { help, enforcement } = withDefaults(settings);
  return help ?? (enforcement === "strict" ? ALL_HELP : []);
}

/** Seconds in which a stone can be answered; null: no limit. */
export function windowOf(settings: Settings): number | null {
  const { window, clock } = withDefaults(settings);
  if (window !== null || clock === null) return window;
  return clock.kind === "days" ? SLOW_WINDOW_SECONDS : DEFAULT_WINDOW_SECONDS;
}

/** Whether the mover declares bonus turns; the edition decides, unless a house rule overrides it. */
export function declaresBonusTurns(rules: Readonly<Record<string, unknown>>): boolean {
  const edition = EDITIONS.find((each) => each === rules["edition"]) ?? DEFAULT_EDITION;
  return (rules["bonus"] ?? PARTS[edition].bonus) === "declared";
}
