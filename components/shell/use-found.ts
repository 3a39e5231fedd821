"use client";

import { useEffect, useState } from "react";
import { useMay } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { MIN_SEARCH_LENGTH } from "@/lib/contracts/base/values";
import { searchOperation } from "@/lib/contracts/generated/members/search";
import type { SearchResults } from "@/lib/contracts/members/search";

/** How long nobody types before the server is asked, in milliseconds. */
const PAUSE_MS = 200;

/** What the server finds by a text, and how far it is. */
export type FoundState = {
  /** What was found last, until the next is there; none for a text that is too short. */
  found: SearchResults | undefined;
  /** Whether that belongs to another text, or nothing is there yet. */
  isSearching: boolean;
  error: string | undefined;
};

/** Asks the server for what a text finds. It is asked for one text at a time, and what is typed meanwhile comes next. */
export function useFound(text: string): FoundState {
  const wanted = text.trim();
  const [asked, setAsked] = useState("");
  const may = useMay();
  const isEnough = wanted.length >= MIN_SEARCH_LENGTH && may(searchOperation);
  const query = useMember(searchOperation, { q: asked }, { enabled: asked.length >= MIN_SEARCH_LENGTH });
  const { isFetching } = query;
  useEffect(() => {
    if (!isEnough || wanted === asked || isFetching) return;
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isEnough, wanted, asked, isFetching]);
  if (!isEnough) return { found: undefined, isSearching: false, error: undefined };
  const isCurrent = wanted === asked && !isFetching;
  return {
    found: query.data,
    isSearching: !isCurrent,
    error: isCurrent ? query.error?.message : undefined,
  };
}
