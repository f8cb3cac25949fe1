/** The five numbers of a setting, and their text form: `3 3 4 2 4`. */

export interface Numbers {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
}

const NUMBERS = /^\s*(\d{1,4000})\s+(\d{1,4000})\s+(\d{1,4000})\s+(\d{1,4000})\s+(\d{1,4000})\s*$/;

/** Parses a short form such as `3 3 4 2 4`; throws for any other text. */
export function parseSetting(text: string): Numbers {
  const numbers = tryParseSetting(text);
  if (numbers === null) throw new RangeError(`not five numbers: ${text.slice(0, 60)}`);
  return numbers;
}

/** Parses what people type; null if it is no setting. */
export function tryParseSetting(text: string): Numbers | null {
  const found = NUMBERS.exec(text);
  if (found === null) return null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = found.slice(1).map(Number);
  return { a, b, c, d, e };
}

export function formatSetting({ a, b, c, d, e }: Numbers): string {
  return `${a} ${b} ${c} ${d} ${e}`;
}

/** The five numbers of a game, from its rules as the server sends them. */
export function numbersOf(rules: Readonly<Record<string, unknown>>): Numbers {
  const number = (name: keyof Numbers): number => Number(rules[name]);
  return { a: number("a"), b: number("b"), c: number("c"), d: number("d"), e: number("e") };
}
