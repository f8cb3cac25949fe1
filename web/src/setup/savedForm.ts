/** The last choice, kept in this browser. What was kept may be old or changed by hand: it is mended. */
import {
  BOUNDS,
  CLOCKS,
  EDITIONS,
  ENFORCEMENTS,
  HELPS,
  LEAST_SEATS,
  MOST_NAME,
  MOST_SEATS,
  SETTLES,
  SITTERS,
  place,
  usual,
  type ClockChoice,
  type Form,
  type Mode,
  type Place,
} from "./form";
import type { Numbers } from "../client/settings";
import { PARTS, type Parts } from "../generated/parts";
import { NAMES, within } from "./numbers";
import { mendedValue, PART_NAMES, withPart } from "./parts";
import { withClock, withEnforcement, withMode, withPlace } from "./setup";
import { withSize } from "./sized";

type Found = Readonly<Record<string, unknown>>;

/** What is kept under that name, or null. */
export function recall(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still opens tables.
  }
}

/** A form of that mode, with all of what was kept that can still be used. */
export function mended(kept: unknown, modes: readonly [Mode, ...Mode[]]): Form {
  const found = object(kept);
  const mode = oneOf(found["mode"], modes, modes[0]);
  const start = usual(mode);
  const edition = oneOf(found["edition"], EDITIONS, start.edition);
  const rough: Form = {
    ...start,
    places: places(found["places"], start.places),
    settle: oneOf(found["settle"], SETTLES, start.settle),
    numbers: numbers(object(found["numbers"]), start.numbers),
    proposes: flag(found["proposes"], start.proposes),
    edition,
    parts: parts(object(found["parts"]), PARTS[edition]),
    clock: clock(object(found["clock"]), start.clock),
    window: typeof found["window"] === "number" ? found["window"] : null,
    public: flag(found["public"], start.public),
  };
  const sized = withSize(rough, whole(found["size"], BOUNDS.size, start.size));
  const enforced = withEnforcement(
    sized,
    oneOf(found["enforcement"], ENFORCEMENTS, start.enforcement),
  );
  const seen = object(found["help"]);
  const help = { ...enforced.help };
  for (const kind of HELPS) help[kind] = flag(seen[kind], help[kind]);
  const host = rough.places.findIndex((each) => each.who === "me");
  const alone = host < 0 ? enforced : withPlace(enforced, host, { who: "me" });
  const first = whole(found["first"], { least: 0, most: rough.places.length - 1 }, -1);
  return withMode(withClock({ ...alone, help, first: first < 0 ? null : first }, {}), mode);
}

function places(found: unknown, otherwise: readonly Place[]): readonly Place[] {
  if (!Array.isArray(found) || found.length < LEAST_SEATS || found.length > MOST_SEATS) {
    return otherwise;
  }
  return found.map((each: unknown) => {
    const { who, level, name } = object(each);
    const fresh = place(oneOf(who, SITTERS, "open"));
    return {
      ...fresh,
      level: whole(level, { least: 1, most: 10 }, fresh.level),
      name: typeof name === "string" ? name.slice(0, MOST_NAME) : "",
    };
  });
}

function numbers(found: Found, otherwise: Numbers): Numbers {
  const known = NAMES.every((name) => Number.isInteger(found[name]));
  return known ? (found as unknown as Numbers) : otherwise;
}

function parts(found: Found, otherwise: Parts): Parts {
  let mended = otherwise;
  for (const name of PART_NAMES) {
    mended = withPart(mended, name, mendedValue(name, found[name], otherwise[name]));
  }
  return mended;
}

function clock(found: Found, otherwise: ClockChoice): ClockChoice {
  return {
    kind: oneOf(found["kind"], CLOCKS, otherwise.kind),
    minutes: whole(found["minutes"], BOUNDS.minutes, otherwise.minutes),
    increment: whole(found["increment"], BOUNDS.increment, otherwise.increment),
    seconds: whole(found["seconds"], BOUNDS.seconds, otherwise.seconds),
    days: whole(found["days"], BOUNDS.days, otherwise.days),
  };
}

function object(found: unknown): Found {
  return typeof found === "object" && found !== null ? (found as Found) : {};
}

function flag(found: unknown, otherwise: boolean): boolean {
  return typeof found === "boolean" ? found : otherwise;
}

function whole(
  found: unknown,
  { least, most }: { least: number; most: number },
  otherwise: number,
) {
  return typeof found === "number" && within(found, least, most) === found ? found : otherwise;
}

function oneOf<T>(found: unknown, known: readonly T[], otherwise: T): T {
  return known.find((each) => each === found) ?? otherwise;
}
