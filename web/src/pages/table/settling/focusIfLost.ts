/** Moves the focus to the next heading when the focused element disappeared with its stage. */
export function focusIfLost(element: HTMLElement): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) element.focus({ preventScroll: true });
}
