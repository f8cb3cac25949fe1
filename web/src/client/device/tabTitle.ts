/**
 * The title of the browser's tab: the page's own, with an optional prefix for what waits for the
 * user.
 */

let prefix = "";

/** Sets the page's title; the prefix stays. */
export function setTabTitle(title: string): void {
  document.title = prefix + title;
}

/** Replaces the prefix of the title; "" removes it. */
export function setTabTitlePrefix(text: string): void {
  if (text === prefix) return;
  const title = document.title;
  const plain = title.startsWith(prefix) ? title.slice(prefix.length) : title;
  document.title = text + plain;
  prefix = text;
}
