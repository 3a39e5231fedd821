/** Where this browser keeps that shortcuts without Ctrl or Cmd are off. */
const OFF_KEY = "shortcuts-off";

/** What a key belongs to, where it has the focus. */
const FIELDS =
  "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=combobox]";

/** What lies over the page and has the keys to itself. */
const OVERLAYS = "dialog[open], [role=dialog], [role=alertdialog], [role=menu]";

/** Whether shortcuts without Ctrl or Cmd are on in this browser. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) === null;
  } catch {
    // A browser that keeps nothing.
    return true;
  }
}

/** Turns them on or off. For who dictates, or presses keys by accident. */
export function setShortcutsOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(OFF_KEY);
    else localStorage.setItem(OFF_KEY, "1");
  } catch {
    // A browser that keeps nothing.
  }
}

/** Whether something lies over the page, which has the keys to itself. */
export function isCovered(): boolean {
  return document.querySelector(OVERLAYS) !== null;
}

/**
 * Whether a key without Ctrl or Cmd may be a shortcut. Not while somebody types, a dialog is open, or shortcuts
 * are off in this browser.
 * @param isAlwaysOn for keys that have this meaning everywhere, such as the arrows.
 */
export function takesShortcut(event: KeyboardEvent, isAlwaysOn = false): boolean {
  if (event.defaultPrevented || event.isComposing || isCovered()) return false;
  const { target, altKey, ctrlKey, metaKey } = event;
  const isField = target instanceof Element && target.closest(FIELDS) !== null;
  return !altKey && !ctrlKey && !metaKey && !isField && (isAlwaysOn || areShortcutsOn());
}
