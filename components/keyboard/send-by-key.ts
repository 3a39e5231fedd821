import type { KeyboardEvent } from "react";

/** What of a pressed key says whether it sends. */
type Pressed = Pick<
  globalThis.KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat" | "isComposing"
>;

/** Whether a key is Ctrl+Enter or Cmd+Enter, and not part of composing a character, nor held down. */
export function isSendKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  repeat,
  isComposing,
}: Pressed): boolean {
  return key === "Enter" && (ctrlKey || metaKey) && !altKey && !shiftKey && !repeat && !isComposing;
}

/**
 * For a form's `onKeyDown`: Ctrl+Enter or Cmd+Enter in one of its fields does what its button does, and nothing
 * while the button is disabled.
 */
export function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form, nativeEvent } = event;
  if (!isSendKey(nativeEvent) || !(target instanceof Element)) return;
  // A dialog over the page sends its keys here too, and a button has a meaning of its own for Enter.
  if (!form.contains(target) || !target.matches("textarea, input, select")) return;
  event.preventDefault();
  if (form.querySelector("[type=submit]:not(:disabled)")) form.requestSubmit();
}
