/** Parses a User-Agent header into the names of browser and operating system. */

/** The order matters: most browsers also claim to be later ones. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/Whale\//, "Whale"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/, "Linux"],
];

export interface UserAgent {
  readonly browser: string;
  readonly system: string;
}

/** Returns null for an unknown program. */
export function parseUserAgent(agent: string): UserAgent | null {
  const browser = found(BROWSERS, agent);
  const system = found(SYSTEMS, agent);
  return browser === undefined || system === undefined ? null : { browser, system };
}

function found(names: readonly (readonly [RegExp, string])[], agent: string): string | undefined {
  return names.find(([sign]) => sign.test(agent))?.[1];
}
