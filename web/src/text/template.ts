/**
 * Fills a text's placeholders with values, as `grav.text.template` does.
 *
 * {name}                the value
 * {count|stone|stones}  one form if the value is 1, else the other (without the number)
 * {name:이/가}           the value, then the Korean particle that fits its last sound
 */

export type Values = Readonly<Record<string, string | number>>;

const PLACE = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*)|:([^/{}]+)\/([^/{}]+))?\}/g;

/** The final consonant of the Korean name of a digit or a Latin letter; others end in a vowel. */
const FINAL_OF: Readonly<Record<string, string>> = {
  "0": "ㅇ", "1": "ㄹ", "3": "ㅁ", "6": "ㄱ", "7": "ㄹ", "8": "ㄹ",
  l: "ㄹ", m: "ㅁ", n: "ㄴ", r: "ㄹ",
}; // prettier-ignore

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
/** The number of syllables for each vowel: one without a final consonant, and one with each. */
const FINALS = 28;
const RIEUL = 8;

/** Fills each placeholder; throws if a value is missing. */
export function fillTemplate(text: string, values: Values): string {
  return text.replace(
    PLACE,
    (_, name: string, one?: string, other?: string, closed?: string, open?: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`no value for {${name}} in “${text}”`);
      if (one !== undefined) return value === 1 ? one : (other ?? "");
      if (closed !== undefined)
        return `${value}${chooseParticle(String(value), closed, open ?? "")}`;
      return String(value);
    },
  );
}

/** Chooses the particle; 으로/로 is an exception: after ㄹ it takes the open form. */
export function chooseParticle(word: string, closed: string, open: string): string {
  const final = finalConsonant(word);
  if (closed.includes("으로") && final === "ㄹ") return open;
  return final ? closed : open;
}

/** Returns the consonant that the word ends in when read aloud, or ""; only ㄹ is distinguished. */
function finalConsonant(word: string): string {
  const last = word
    .toLowerCase()
    .match(/[\p{L}\p{N}]/gu)
    ?.at(-1);
  if (last === undefined) return "";
  const code = last.codePointAt(0) ?? 0;
  if (code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE) {
    const index = (code - FIRST_SYLLABLE) % FINALS;
    return index === 0 ? "" : index === RIEUL ? "ㄹ" : "ㄱ";
  }
  return FINAL_OF[last] ?? "";
}
