/** Repairs a stored form: it may be of an older version, or edited by hand. */
import {
  BOUNDS,
  CLOCKS,
  EDITIONS,
  ENFORCEMENTS,
  HELPS,
  MIN_SEATS,
  MAX_NAME_LENGTH,
  MAX_SEATS,
  SETTLES,
  SITTERS,
  makePlace,
  defaultForm,
  type ClockChoice,
  type TableForm,
  type Mode,
  type Place,
} from "./tableForm";
import type { Numbers } from "../client/fiveNumbers";
import { PARTS, type Parts } from "../generated/parts";
import { NUMBER_NAMES, clamp } from "./numberBounds";
import { repairPartValue, PART_NAMES, withPart } from "./editionParts";
import { withClock, withEnforcement, withMode, withPlace } from "./formChanges";
import { withSize } from "./sizeAndNumberChanges";

type Found = Readonly<Record<string, unknown>>;

/** Returns a form of one of the modes, with all valid values of the stored form. */
export function repairForm(stored: unknown, modes: readonly [Mode, ...Mode[]]): TableForm {
  const found = asObject(stored);
  const mode = oneOf(found["mode"], modes, modes[0]);
  const start = defaultForm(mode);
  const edition = oneOf(found["edition"], EDITIONS, start.edition);
  const rough: TableForm = {
    ...start,
    places: repairPlaces(found["places"], start.places),
    settle: oneOf(found["settle"], SETTLES, start.settle),
    numbers: repairNumbers(asObject(found["numbers"]), start.numbers),
    proposes: asBoolean(found["proposes"], start.proposes),
    edition,
    parts: repairParts(asObject(found["parts"]), PARTS[edition]),
    clock: repairClock(asObject(found["clock"]), start.clock),
    window: typeof found["window"] === "number" ? found["window"] : null,
    public: asBoolean(found["public"], start.public),
  };
  const sized = withSize(rough, asWhole(found["size"], BOUNDS.size, start.size));
  const enforced = withEnforcement(
    sized,
    oneOf(found["enforcement"], ENFORCEMENTS, start.enforcement),
  );
  const seen = asObject(found["help"]);
  const help = { ...enforced.help };
  for (const kind of HELPS) help[kind] = asBoolean(seen[kind], help[kind]);
  const host = rough.places.findIndex((each) => each.who === "me");
  const alone = host < 0 ? enforced : withPlace(enforced, host, { who: "me" });
  const first = asWhole(found["first"], { least: 0, most: rough.places.length - 1 }, -1);
  return withMode(withClock({ ...alone, help, first: first < 0 ? null : first }, {}), mode);
}

function repairPlaces(found: unknown, otherwise: readonly Place[]): readonly Place[] {
  if (!Array.isArray(found) || found.length < MIN_SEATS || found.length > MAX_SEATS) {
    return otherwise;
  }
  return found.map((each: unknown) => {
    const { who, level, name } = asObject(each);
    const fresh = makePlace(oneOf(who, SITTERS, "open"));
    return {
      ...fresh,
      level: asWhole(level, { least: 1, most: 10 }, fresh.level),
      name: typeof name === "string" ? name.slice(0, MAX_NAME_LENGTH) : "",
    };
  });
}

function repairNumbers(found: Found, otherwise: Numbers): Numbers {
  const known = NUMBER_NAMES.every((name) => Number.isInteger(found[name]));
  return known ? (found as unknown as Numbers) : otherwise;
}

function repairParts(found: Found, otherwise: Parts): Parts {
  let repaired = otherwise;
  for (const name of PART_NAMES) {
    repaired = withPart(repaired, name, repairPartValue(name, found[name], otherwise[name]));
  }
  return repaired;
}

function repairClock(found: Found, otherwise: ClockChoice): ClockChoice {
  return {
    kind: oneOf(found["kind"], CLOCKS, otherwise.kind),
    minutes: asWhole(found["minutes"], BOUNDS.minutes, otherwise.minutes),
    increment: asWhole(found["increment"], BOUNDS.increment, otherwise.increment),
    seconds: asWhole(found["seconds"], BOUNDS.seconds, otherwise.seconds),
    days: asWhole(found["days"], BOUNDS.days, otherwise.days),
  };
}

function asObject(found: unknown): Found {
  return typeof found === "object" && found !== null ? (found as Found) : {};
}

function asBoolean(found: unknown, otherwise: boolean): boolean {
  return typeof found === "boolean" ? found : otherwise;
}

function asWhole(
  found: unknown,
  { least, most }: { least: number; most: number },
  otherwise: number,
) {
  return typeof found === "number" && clamp(found, least, most) === found ? found : otherwise;
}

function oneOf<T>(found: unknown, known: readonly T[], otherwise: T): T {
  return known.find((each) => each === found) ?? otherwise;
}
