/** JSON values in the browser's local storage. */

/** Returns the value stored under the name; null where there is none, or none that is JSON. */
export function readStored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Stores the value, unless the browser refuses: nothing depends on its being there later. */
export function writeStored(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works without it.
  }
}
