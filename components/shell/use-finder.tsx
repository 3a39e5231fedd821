"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useMemo, useState } from "react";
import { loadedLater } from "@/components/controls/loaded-later";
import { leaveArea } from "@/components/members/leave-area";
import { type Command, commandsOf } from "@/components/shell/commands";
import type { PlaceGroup } from "@/components/shell/places";
import { chooseTheme } from "@/components/shell/theme";
import { useShortcuts } from "@/components/shell/use-shortcuts";

// Neither is loaded before somebody opens it.
const Palette = loadedLater(async () => (await import("@/components/shell/palette")).Palette);
const ShortcutSheet = loadedLater(
  async () => (await import("@/components/shell/shortcut-sheet")).ShortcutSheet,
);

/**
 * Finding pages and everything else, and the shortcuts.
 * @param groups the pages that can be found.
 * @returns `find`, which opens the palette, and `overlay`, to be put on the page.
 */
export function useFinder(groups: readonly PlaceGroup[]): { find: () => void; overlay: ReactNode } {
  const router = useRouter();
  const [open, setOpen] = useState<"palette" | "sheet" | null>(null);
  const commands = useMemo(() => commandsOf(groups), [groups]);
  const find = () => setOpen("palette");
  const close = () => setOpen(null);
  const perform = (command: Command) => {
    close();
    if ("href" in command) return router.push(command.href);
    switch (command.action) {
      case "find":
        return find();
      case "shortcuts":
        return setOpen("sheet");
      case "sign-out":
        return leaveArea();
      default:
        return chooseTheme(command.action);
    }
  };
  useShortcuts(commands, perform, find);
  const overlay = (
    <>
      {open === "palette" ? <Palette commands={commands} onCommand={perform} onClose={close} /> : null}
      {open === "sheet" ? <ShortcutSheet commands={commands} onClose={close} /> : null}
    </>
  );
  return { find, overlay };
}
