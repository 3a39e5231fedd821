/** The key in local storage that turns off the shortcuts without Ctrl or Cmd. */
const OFF_KEY = "shortcuts-off";

/** Elements that use keys themselves when they have the focus. */
const FIELDS =
  "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=combobox]";

/** Elements over the page that receive all keys. */
const OVERLAYS = "dialog[open], [role=dialog], [role=alertdialog], [role=menu]";

/** Returns true if shortcuts without Ctrl or Cmd are on in this browser. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) === null;
  } catch {
    // The browser blocks storage.
    return true;
  }
}

/**
 * Turns shortcuts without Ctrl or Cmd on or off. They disturb people who dictate or press keys by accident.
 */
export function setShortcutsOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(OFF_KEY);
    else localStorage.setItem(OFF_KEY, "1");
  } catch {
    // The browser blocks storage.
  }
}

/** Returns true if an element over the page receives all keys. */
export function isCovered(): boolean {
  return document.querySelector(OVERLAYS) !== null;
}

/**
 * Returns true if a key without Ctrl or Cmd may be a shortcut. Returns false while the reader types, a dialog
 * is open, or shortcuts are off in this browser.
 * @param isAlwaysOn true for keys with the same meaning everywhere, such as the arrows.
 */
export function takesShortcut(event: KeyboardEvent, isAlwaysOn = false): boolean {
  if (event.defaultPrevented || event.isComposing || isCovered()) return false;
  const { target, altKey, ctrlKey, metaKey } = event;
  const isField = target instanceof Element && target.closest(FIELDS) !== null;
  return !altKey && !ctrlKey && !metaKey && !isField && (isAlwaysOn || areShortcutsOn());
}
