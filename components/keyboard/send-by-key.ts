import type { KeyboardEvent } from "react";

/** The properties of a key event that decide if it submits a form. */
type KeyPress = Pick<
  globalThis.KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat" | "isComposing"
>;

/**
 * Returns true for Ctrl+Enter or Cmd+Enter. Returns false while a character is composed, and for a key that
 * is held down.
 */
export function isSendKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  repeat,
  isComposing,
}: KeyPress): boolean {
  return key === "Enter" && (ctrlKey || metaKey) && !altKey && !shiftKey && !repeat && !isComposing;
}

/**
 * Submits a form on Ctrl+Enter or Cmd+Enter in one of its fields, as its button would. Does nothing while the
 * button is disabled. Use it as the form's `onKeyDown`.
 */
export function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form, nativeEvent } = event;
  if (!isSendKey(nativeEvent) || !(target instanceof Element)) return;
  // React also delivers the keys of a dialog that the form opened. Buttons handle Enter themselves.
  if (!form.contains(target) || !target.matches("textarea, input, select")) return;
  event.preventDefault();
  if (form.querySelector("[type=submit]:not(:disabled)")) form.requestSubmit();
}
