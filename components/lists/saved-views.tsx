"use client";

import { Bookmark } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { readViews } from "@/components/lists/saved-view";
import { useKeptText } from "@/components/lists/table/kept-in-browser";

const SavedViewsDialog = loadedLater(
  async () => (await import("@/components/lists/saved-views-dialog")).SavedViewsDialog,
);

/**
 * Draws the filters that the reader saved under names in this browser.
 * @param list the list's name, under which the browser keeps them.
 * @param names the list's filters in the address.
 */
export function SavedViews({ list, names }: { list: string; names: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const [text, keep] = useKeptText(`views:${list}`);
  const views = readViews(text);
  return (
    <>
      <Button size="sm" variant="ghost" className="max-sm:min-h-11" onPress={() => setOpen(true)}>
        <Bookmark aria-hidden="true" size={15} />
        Views{views.length > 0 ? ` (${views.length})` : ""}
      </Button>
      {isOpen ? (
        <SavedViewsDialog
          names={names}
          views={views}
          onChange={(changed) => keep(JSON.stringify(changed))}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
