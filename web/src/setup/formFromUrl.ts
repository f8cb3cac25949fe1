/** A table that an address asks for: `/new?setting=3+3+4+2+4&size=9&edition=revised+min_shape=6`. */
import { tryParseSetting } from "../client/settings";
import { readEdition } from "./editions";
import { BOUNDS, LEAST_SEATS, MOST_SEATS, type Form } from "./form";
import { fitted, within } from "./numbers";
import { withSeats } from "./setup";
import { withSize } from "./sized";

export interface Asked {
  readonly setting: string;
  readonly size: number;
  readonly players: number;
  readonly edition: string;
}

/** The part of an address that asks for it; what is usual is said too, so that it stays so. */
export function askFor({ setting, size, players, edition }: Asked): string {
  const asked = { setting, size: String(size), players: String(players), edition };
  return `?${new URLSearchParams(asked).toString()}`;
}

/** The form with what is asked for; what cannot be is passed over. */
export function withAsked(form: Form, search: string): Form {
  const asked = new URLSearchParams(search);
  let found = form;
  const size = wholeIn(asked.get("size"), BOUNDS.size.least, BOUNDS.size.most);
  if (size !== null) found = withSize(found, size);
  const players = wholeIn(asked.get("players"), LEAST_SEATS, MOST_SEATS);
  if (players !== null) found = withSeats(found, players);
  const played = readEdition(asked.get("edition") ?? "");
  if (played !== null) found = { ...found, ...played };
  const numbers = tryParseSetting(asked.get("setting") ?? "");
  if (numbers === null) return found;
  return { ...found, settle: "given", numbers: fitted(numbers, found.size) };
}

/** The whole number that a text says, if it is within the bounds. */
export function wholeIn(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^\d{1,4}$/.test(text)) return null;
  return within(Number(text), least, most) === Number(text) ? Number(text) : null;
}
