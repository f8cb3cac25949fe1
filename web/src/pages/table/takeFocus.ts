/** When what had the focus has gone with its page, the next heading takes it: keys go on from there. */
export function takeFocus(element: HTMLElement): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) element.focus({ preventScroll: true });
}
