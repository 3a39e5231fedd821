"use client";

import { useEffect, useRef } from "react";
import { isCovered, takesShortcut } from "@/components/keyboard/takes-shortcut";
import { type Command, readKey } from "@/components/shell/commands";

/** How long the keys of one shortcut may be apart, in milliseconds. */
const MAX_PAUSE_MS = 1_500;

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
