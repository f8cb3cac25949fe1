/** Parses a pasted link to a table, or its bare id. */

const CODE = /^[A-Za-z0-9_-]{1,16}$/;
const LINK = /\/table\/([A-Za-z0-9_-]{1,16})(?![A-Za-z0-9_-])/;

export function parseTableLink(pasted: string): string | null {
  const text = pasted.trim();
  if (CODE.test(text)) return text;
  return LINK.exec(text)?.[1] ?? null;
}
