/** Steps the numbers that a map holds fixed through their sensible values. */
import { sensibleSettings } from "../../client/draw/sensibleSettings";
import type { Numbers } from "../../client/fiveNumbers";
import { boundsOf, fitToBoard, type NumberName } from "../../setup/numberBounds";

/**
 * Returns the sensible values of a number in rising order; those of c depend on b, and of e on d.
 */
export function sensibleValuesOf(
  name: NumberName,
  numbers: Numbers,
  size: number,
): readonly number[] {
  const found = new Set<number>();
  for (const setting of sensibleSettings(size)) {
    if (name === "c" && setting.b !== numbers.b) continue;
    if (name === "e" && setting.d !== numbers.d) continue;
    found.add(setting[name]);
  }
  if (found.size > 0) return [...found].sort((one, other) => one - other);
  const { least, most } = boundsOf(numbers, size)[name];
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

/** Returns the next sensible value up (1) or down (-1); null if there is none. */
export function stepFrom(
  name: NumberName,
  numbers: Numbers,
  size: number,
  by: 1 | -1,
): number | null {
  const beyond = sensibleValuesOf(name, numbers, size).filter(
    (value) => by * (value - numbers[name]) > 0,
  );
  return (by > 0 ? beyond[0] : beyond.at(-1)) ?? null;
}

/**
 * Changes a number; c stays within the sensible values for b, and e keeps its difference from d.
 */
export function withStep(numbers: Numbers, name: NumberName, value: number, size: number): Numbers {
  let found: Numbers = { ...numbers, [name]: value };
  if (name === "d") found = { ...found, e: value + numbers.e - numbers.d };
  if (name === "b") {
    const values = sensibleValuesOf("c", found, size);
    const [least = found.c, most = found.c] = [values[0], values.at(-1)];
    found = { ...found, c: Math.min(Math.max(found.c, least), most) };
  }
  return fitToBoard(found, size);
}
