/** What stands on the keys of this keyboard, as far as the browser tells. */
import { keyName, type Layout } from "./keys";

interface Keyboard {
  getLayoutMap(): Promise<Layout>;
}

let layout = $state.raw<Layout>(new Map());
let asked = false;

/** Reactive: another label may come when the layout is known. */
export function keyLabel(code: string): string {
  if (!asked) {
    asked = true;
    void ask();
  }
  return keyName(code, layout);
}

async function ask(): Promise<void> {
  const { keyboard } = navigator as Navigator & { keyboard?: Keyboard };
  try {
    layout = (await keyboard?.getLayoutMap()) ?? layout;
  } catch {
    // Not told: then they are named as on most keyboards.
  }
}
