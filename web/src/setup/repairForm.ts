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
  type Form,
  type Mode,
  type Place,
} from "./tableForm";
import type { Numbers } from "../client/fiveNumbers";
import { PARTS, type Parts } from "../generated/parts";
import { NUMBER_NAMES, clamp } from "./numberBounds";
import { repairValue, PART_NAMES, withPart } from "./editionParts";
import { withClock, withEnforcement, withMode, withPlace } from "./formChanges";
import { withSize } from "./sizeAndNumberChanges";

type Found = Readonly<Record<string, unknown>>;

/** A form of that mode, with all of what was kept that can still be used. */
export function repairForm(kept: unknown, modes: readonly [Mode, ...Mode[]]): Form {
  const found = object(kept);
  const mode = oneOf(found["mode"], modes, modes[0]);
  const start = defaultForm(mode);
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
  if (!Array.isArray(found) || found.length < MIN_SEATS || found.length > MAX_SEATS) {
    return otherwise;
  }
  return found.map((each: unknown) => {
    const { who, level, name } = object(each);
    const fresh = makePlace(oneOf(who, SITTERS, "open"));
    return {
      ...fresh,
      level: whole(level, { least: 1, most: 10 }, fresh.level),
      name: typeof name === "string" ? name.slice(0, MAX_NAME_LENGTH) : "",
    };
  });
}

function numbers(found: Found, otherwise: Numbers): Numbers {
  const known = NUMBER_NAMES.every((name) => Number.isInteger(found[name]));
  return known ? (found as unknown as Numbers) : otherwise;
}

function parts(found: Found, otherwise: Parts): Parts {
  let repaired = otherwise;
  for (const name of PART_NAMES) {
    repaired = withPart(repaired, name, repairValue(name, found[name], otherwise[name]));
  }
  return repaired;
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
  return typeof found === "number" && clamp(found, least, most) === found ? found : otherwise;
}

function oneOf<T>(found: unknown, known: readonly T[], otherwise: T): T {
  return known.find((each) => each === found) ?? otherwise;
}
