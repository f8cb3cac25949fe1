/** The title of the browser's tab: the page's own, and before it what waits for the user. */

let prefix = "";

/** Sets the page's title; the prefix stays. */
export function setTabTitle(title: string): void {
  document.title = prefix + title;
}

/** Puts a text before the title, instead of the one before; "" for none. */
export function setTabTitlePrefix(text: string): void {
  if (text === prefix) return;
  const title = document.title;
  const plain = title.startsWith(prefix) ? title.slice(prefix.length) : title;
  document.title = text + plain;
  prefix = text;
}
