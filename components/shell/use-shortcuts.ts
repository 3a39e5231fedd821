"use client";

import { useEffect, useRef } from "react";
import { type Command, readKey } from "@/components/shell/commands";

/** How long the keys of one shortcut may be apart, in milliseconds. */
const MAX_PAUSE_MS = 1_500;

/** Where this browser keeps that shortcuts without Ctrl or Cmd are off. */
const OFF_KEY = "shortcuts-off";

/** What a key belongs to, where it has the focus. */
const FIELDS =
  "input, textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=combobox]";

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

/**
 * Whether a key without Ctrl or Cmd may be a shortcut. Not while somebody types, a dialog is open, or shortcuts
 * are off in this browser.
 * @param isAlwaysOn for keys that have this meaning everywhere, such as the arrows.
 */
export function takesShortcut(event: KeyboardEvent, isAlwaysOn = false): boolean {
  if (event.defaultPrevented || event.isComposing || document.querySelector(OVERLAYS)) return false;
  const { target, altKey, ctrlKey, metaKey } = event;
  const isField = target instanceof Element && target.closest(FIELDS) !== null;
  return !altKey && !ctrlKey && !metaKey && !isField && (isAlwaysOn || areShortcutsOn());
}

/** Does commands by their keys, and `onFind` by Ctrl-K or Cmd-K. Never while somebody types, or a dialog is open. */
export function useShortcuts(
  commands: readonly Command[],
  onCommand: (command: Command) => void,
  onFind: () => void,
): void {
  const latest = useRef({ commands, onCommand, onFind });
  useEffect(() => {
    latest.current = { commands, onCommand, onFind };
  });
  useEffect(() => {
    let typed: readonly string[] = [];
    let typedAt = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector(OVERLAYS)) return;
      const { key, altKey, shiftKey } = event;
      const isChord = event.ctrlKey || event.metaKey;
      if (isChord && !altKey && !shiftKey && key.toLowerCase() === "k") {
        event.preventDefault();
        latest.current.onFind();
        return;
      }
      if (key.length > 1 || !takesShortcut(event)) return;
      const before = event.timeStamp - typedAt > MAX_PAUSE_MS ? [] : typed;
      const read = readKey(latest.current.commands, before, key);
      typed = read.typed;
      typedAt = event.timeStamp;
      if (!read.command) return;
      event.preventDefault();
      latest.current.onCommand(read.command);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
