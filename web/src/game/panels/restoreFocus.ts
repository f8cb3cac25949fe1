/** Restores the focus when the focused button disappears because it was pressed. */
export function restoreFocus(place: HTMLElement): () => void {
  let within = false;
  const came = () => {
    within = true;
  };
  const left = ({ target }: FocusEvent) => {
    // focusout comes before the element is removed; in the microtask, a target that is still
    // connected means that the user moved the focus.
    queueMicrotask(() => {
      if (target instanceof Node && target.isConnected)
        within = place.contains(document.activeElement);
    });
  };
  const observer = new MutationObserver(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (within && lost) place.focus({ preventScroll: true });
  });
  place.addEventListener("focusin", came);
  place.addEventListener("focusout", left);
  observer.observe(place, { childList: true, subtree: true });
  return () => {
    place.removeEventListener("focusin", came);
    place.removeEventListener("focusout", left);
    observer.disconnect();
  };
}
