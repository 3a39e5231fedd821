"use client";

import { useEffect, useRef } from "react";
import { isCovered, takesShortcut } from "@/components/keyboard/takes-shortcut";
import type { PlaceGroup } from "@/components/shell/places";

/** An action of a command or a shortcut that opens no page. */
export type Action = "find" | "shortcuts" | "sign-out" | "system" | "light" | "dark";

export type Target = { href: string } | { action: Action };

/** The keys of a shortcut, pressed one after the other outside of fields. */
export type Shortcut = { keys: readonly string[] } & Target;

const OF_ALL_PAGES: readonly Shortcut[] = [
  { keys: ["c"], href: "/send" },
  { keys: ["/"], action: "find" },
  { keys: ["?"], action: "shortcuts" },
];

/**
 * Returns the shortcuts to the pages of some groups, and to actions. Every page loads the shortcuts. The
 * titles and pictures of commands are loaded when a reader opens the palette.
 */
export function shortcutsOf(groups: readonly PlaceGroup[]): readonly Shortcut[] {
  const places = groups.flatMap(({ places }) => places);
  // A shortcut to a page is offered only if the page is.
  const actions = OF_ALL_PAGES.filter(
    (shortcut) => !("href" in shortcut) || places.some(({ href }) => href === shortcut.href),
  );
  const pages = places.flatMap(({ key, href }) => (key === undefined ? [] : [{ keys: ["g", key], href }]));
  return [...actions, ...pages];
}

/**
 * Reads the next key of a shortcut.
 * @param typed the previous keys, which may begin a shortcut.
 * @returns the completed shortcut, and the keys that may begin another one.
 */
export function readKey(
  shortcuts: readonly Shortcut[],
  typed: readonly string[],
  key: string,
): { shortcut: Shortcut | undefined; typed: readonly string[] } {
  const now = [...typed, key];
  const open = shortcuts.filter(({ keys }) => now.every((each, index) => keys[index] === each));
  const shortcut = open.find(({ keys }) => keys.length === now.length);
  if (shortcut) return { shortcut, typed: [] };
  if (open.length > 0) return { shortcut: undefined, typed: now };
  return typed.length > 0 ? readKey(shortcuts, [], key) : { shortcut: undefined, typed: [] };
}

/** The longest time between the keys of one shortcut, in milliseconds. */
const MAX_PAUSE_MS = 1_500;

/**
 * Follows shortcuts, and calls `onFind` for Ctrl-K or Cmd-K. It ignores keys while the reader types or a
 * dialog is open.
 */
export function useShortcuts(
  shortcuts: readonly Shortcut[],
  onShortcut: (target: Target) => void,
  onFind: () => void,
): void {
  const latest = useRef({ shortcuts, onShortcut, onFind });
  useEffect(() => {
    latest.current = { shortcuts, onShortcut, onFind };
  });
  useEffect(() => {
    let typed: readonly string[] = [];
    let typedAt = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isCovered()) return;
      const { key, altKey, shiftKey } = event;
      const isChord = event.ctrlKey || event.metaKey;
      if (isChord && !altKey && !shiftKey && key.toLowerCase() === "k") {
        event.preventDefault();
        latest.current.onFind();
        return;
      }
      if (key.length > 1 || !takesShortcut(event)) return;
      const before = event.timeStamp - typedAt > MAX_PAUSE_MS ? [] : typed;
      const read = readKey(latest.current.shortcuts, before, key);
      typed = read.typed;
      typedAt = event.timeStamp;
      if (!read.shortcut) return;
      event.preventDefault();
      latest.current.onShortcut(read.shortcut);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
