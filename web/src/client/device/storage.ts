/** JSON values in the browser's local storage. */

/** Returns the value stored under the name; null if there is none, or it is no JSON. */
export function readStored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Stores the value; if the browser refuses, nothing happens, as stored values are optional. */
export function writeStored(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works without it.
  }
}
