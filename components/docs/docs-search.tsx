"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { loadedLater, useIsCodeAwaited } from "@/components/controls/loaded-later";
import { Unreachable } from "@/components/controls/unreachable";
import { areShortcutsOn } from "@/components/keyboard/takes-shortcut";

// Loaded when a reader first opens it.
const SearchDialog = loadedLater(async () => (await import("@/components/docs/search-dialog")).SearchDialog);

const FIELDS = "input, textarea, select, dialog[open]";

/** Draws the search of the documentation: a button, and the keys `/` and Ctrl-K. */
export function DocsSearch() {
  const [isOpen, setOpen] = useState(false);
  const isCodeAwaited = useIsCodeAwaited();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isFind = (ctrlKey || metaKey) && key.toLowerCase() === "k";
      const isTyping = target instanceof Element && target.closest(FIELDS) !== null;
      const isSlash = key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping && areShortcutsOn();
      if (!isFind && !isSlash) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-label="Search the documentation"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line px-3.5 text-sm text-muted hover:border-accent hover:text-ink lg:min-h-9"
      >
        <Search aria-hidden="true" size={16} />
        <span className="max-lg:sr-only">Search</span>
        <kbd className="hidden rounded border border-line px-1.5 font-mono text-xs lg:inline">/</kbd>
      </button>
      {isOpen ? <SearchDialog onClose={() => setOpen(false)} /> : null}
      <Unreachable isSo={isCodeAwaited} />
    </>
  );
}
