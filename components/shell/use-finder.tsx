"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useMemo, useState } from "react";
import { loadedLater } from "@/components/controls/loaded-later";
import { leaveArea } from "@/components/members/leave-area";
import type { PlaceGroup } from "@/components/shell/places";
import { chooseTheme } from "@/components/shell/theme";
import { shortcutsOf, type Target, useShortcuts } from "@/components/shell/use-shortcuts";

// Both are loaded when a reader first opens them.
const Palette = loadedLater(async () => (await import("@/components/shell/palette")).Palette);
const ShortcutSheet = loadedLater(
  async () => (await import("@/components/shell/shortcut-sheet")).ShortcutSheet,
);

/**
 * Provides the palette, which finds pages and actions, and the shortcuts.
 * @param groups the pages to find.
 * @param isAdmin true if the pages of Administration can be found too.
 * @returns `find`, which opens the palette, and `overlay`, the element for the page.
 */
export function useFinder(
  groups: readonly PlaceGroup[],
  isAdmin: boolean,
): { find: () => void; overlay: ReactNode } {
  const router = useRouter();
  const [open, setOpen] = useState<"palette" | "sheet" | null>(null);
  const shortcuts = useMemo(() => shortcutsOf(groups), [groups]);
  const find = () => setOpen("palette");
  const close = () => setOpen(null);
  const perform = (target: Target) => {
    close();
    if ("href" in target) return router.push(target.href);
    switch (target.action) {
      case "find":
        return find();
      case "shortcuts":
        return setOpen("sheet");
      case "sign-out":
        return leaveArea();
      default:
        return chooseTheme(target.action);
    }
  };
  useShortcuts(shortcuts, perform, find);
  const overlay = (
    <>
      {open === "palette" ? (
        <Palette groups={groups} isAdmin={isAdmin} onCommand={perform} onClose={close} />
      ) : null}
      {open === "sheet" ? <ShortcutSheet groups={groups} onClose={close} /> : null}
    </>
  );
  return { find, overlay };
}
