"use client";

import { BookOpen } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { findEntries, MAX_SEARCH_LENGTH, type SearchEntry } from "@/components/docs/find-entries";
import { FinderDialog } from "@/components/shell/finder-dialog";
import type { Result } from "@/components/shell/palette-results";

/** The length of the text that a result shows below its title, in characters. */
const MAX_DETAIL_LENGTH = 110;

/** Draws the search for sections, operations, parameters and errors. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [text, setText] = useState("");
  const { entries, hasFailed } = useEntries();
  const results = findEntries(entries ?? [], text).map(toResult);
  return (
    <FinderDialog
      label="Search the documentation"
      fieldLabel="Search guides, reference and errors"
      placeholder="Word, parameter or error"
      maxLength={MAX_SEARCH_LENGTH}
      text={text}
      onText={setText}
      groups={results.length > 0 ? [{ title: "Documentation", results }] : []}
      status={said({ text, isLoading: entries === undefined, hasFailed, count: results.length })}
      onChoose={({ command }) => {
        onClose();
        if ("href" in command) router.push(command.href);
      }}
      onClose={onClose}
    />
  );
}

type SearchState = { text: string; isLoading: boolean; hasFailed: boolean; count: number };

function said({ text, isLoading, hasFailed, count }: SearchState): string {
  if (hasFailed) return "Can’t load the search. Check your connection.";
  if (text.trim() === "") return "Search guides, the reference and errors.";
  if (isLoading) return "Searching…";
  return count === 0 ? "No results" : "";
}

function toResult({ page, title, href, text }: SearchEntry): Result {
  const detail = text.length > MAX_DETAIL_LENGTH ? `${text.slice(0, MAX_DETAIL_LENGTH)}…` : text;
  return {
    id: href,
    title,
    note: page,
    icon: BookOpen,
    ...(detail === "" ? {} : { detail }),
    command: { title, group: page, icon: BookOpen, href },
  };
}

/** Fetches the search index when the dialog opens. */
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
