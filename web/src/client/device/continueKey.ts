/** Enter continues, wherever the focus is, unless it activates the focused element. */
type Pressed = Pick<
  KeyboardEvent,
  "code" | "repeat" | "isComposing" | "ctrlKey" | "altKey" | "metaKey" | "target"
>;

const PRESSABLE = "a, button, summary, input, select, textarea";

export function isContinueKey(event: Pressed): boolean {
  if (event.code !== "Enter" && event.code !== "NumpadEnter") return false;
  if (event.repeat || event.isComposing) return false;
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  return !(event.target instanceof Element && event.target.closest(PRESSABLE));
}
