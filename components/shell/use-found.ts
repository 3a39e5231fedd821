"use client";

import { useEffect, useState } from "react";
import { useMay } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { MIN_SEARCH_LENGTH } from "@/lib/contracts/base/values";
import { searchOperation } from "@/lib/contracts/generated/members/search";
import type { SearchResults } from "@/lib/contracts/members/search";

/** The pause in typing before the server is asked, in milliseconds. */
const PAUSE_MS = 200;

/** The server's results for a text, and the state of the search. */
export type FoundState = {
  /** The latest results, until the next ones arrive; undefined for a text that is too short. */
  found: SearchResults | undefined;
  /** True if `found` belongs to another text or is missing. */
  isSearching: boolean;
  error: string | undefined;
};

/** Searches the server for a text. Requests run one at a time; the latest text comes next. */
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
