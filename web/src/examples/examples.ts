/** Fetches examples of what each number does: a stone that is placed and breaks one rule. */
import { get } from "../client/api";
import type { ExampleShown, ExamplesShown } from "../generated/messages";

export type Example = ExampleShown;
export type RuleName = Example["rule"];
export const RULES: readonly RuleName[] = ["continuity", "density", "distance"];

const MAX_CACHED = 50;
const fetched = new Map<string, Promise<ExamplesShown | null>>();

/** Returns null if there are no examples; the text is then shown alone. */
export function fetchExamples(size: number, setting: string): Promise<ExamplesShown | null> {
  const path = `/api/examples?size=${size}&setting=${encodeURIComponent(setting)}`;
  let found = fetched.get(path);
  if (!found) {
    found = get<ExamplesShown>(path).catch(() => {
      fetched.delete(path);
      return null;
    });
    if (fetched.size >= MAX_CACHED) fetched.clear();
    fetched.set(path, found);
  }
  return found;
}
