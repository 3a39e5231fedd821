"use client";

import { BookOpen, Search, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { findEntries, MAX_SEARCH_LENGTH, type SearchEntry } from "@/components/docs/find-entries";
import { Modal } from "@/components/shell/modal";
import type { Result } from "@/components/shell/palette-results";
import { ResultList } from "@/components/shell/result-list";

/** How much of a section's text stands below its title, in characters. */
const MAX_DETAIL_LENGTH = 110;

/** Finds sections, operations, parameters and errors. Arrow keys choose, and the focus stays in the field. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const { entries, hasFailed } = useEntries();
  const results = findEntries(entries ?? [], text).map(toResult);
  const chosen = results[Math.min(at, results.length - 1)];
  useEffect(() => {
    if (chosen) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const open = (result: Result) => {
    onClose();
    if ("href" in result.command) router.push(result.command.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, results.length - 1) + step + results.length) % results.length);
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing && chosen) {
      event.preventDefault();
      open(chosen);
    }
  };
  return (
    <Modal
      label="Search the documentation"
      onClose={onClose}
      className="mx-auto mt-0 mb-auto w-full max-w-none overflow-hidden sm:mt-[12dvh] sm:max-w-xl sm:rounded-2xl"
    >
      <div className="flex max-h-[100dvh] flex-col sm:max-h-[70dvh]">
        <div className="flex items-center gap-2 border-b border-line pr-2 pl-4">
          <Search aria-hidden="true" size={18} className="shrink-0 text-muted" />
          <input
            type="text"
            role="combobox"
            aria-label="Search guides, reference and errors"
            aria-expanded={results.length > 0}
            aria-controls={`${id}-results`}
            aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_SEARCH_LENGTH}
            placeholder="Word, parameter or error"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
            className="h-14 min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
          />
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="grid size-11 shrink-0 place-items-center rounded-lg text-muted -outline-offset-2"
          >
            <X aria-hidden="true" size={20} />
          </button>
        </div>
        <div ref={list} className="min-h-0 overflow-y-auto">
          <ResultList
            id={id}
            groups={results.length > 0 ? [{ title: "Documentation", results }] : []}
            chosen={chosen}
            onChoose={open}
          />
        </div>
        <p role="status" className="px-4 py-3 text-sm text-muted empty:hidden">
          {said({ text, isLoading: entries === undefined, hasFailed, count: results.length })}
        </p>
      </div>
    </Modal>
  );
}

type Told = { text: string; isLoading: boolean; hasFailed: boolean; count: number };

function said({ text, isLoading, hasFailed, count }: Told): string {
  if (hasFailed) return "Can’t load the search. Check your connection.";
  if (text.trim() === "") return "Search guides, the reference and errors.";
  if (isLoading) return "Searching…";
  return count === 0 ? "No results" : "";
}

function toResult({ page, title, href, text }: SearchEntry): Result {
  const detail = text.length > MAX_DETAIL_LENGTH ? `${text.slice(0, MAX_DETAIL_LENGTH)}…` : text;
  return {
    ...{ id: href, title, note: page, icon: BookOpen },
    ...(detail === "" ? {} : { detail }),
    command: { title, group: page, icon: BookOpen, href },
  };
}

/** What is searched; fetched when the dialog is opened. */
function useEntries(): { entries: readonly SearchEntry[] | undefined; hasFailed: boolean } {
  const [entries, setEntries] = useState<readonly SearchEntry[]>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    fetch("/docs/search.json", { signal: ended.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(`The search responded with ${response.status}.`);
        setEntries(((await response.json()) as { entries: readonly SearchEntry[] }).entries);
      })
      .catch(() => ended.signal.aborted || setFailed(true));
    return () => ended.abort();
  }, []);
  return { entries, hasFailed };
}
