import { z } from "zod";
import { label } from "@/lib/contracts/base/parameters";
import { READERS_AND_VIEWERS } from "@/lib/contracts/base/roles";
import { MESSAGE_STATES, MIN_SEARCH_LENGTH, SEARCH_LENGTH } from "@/lib/contracts/base/values";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The most results of each kind. */
export const MAX_FOUND = 5;

/**
 * Searches an account for a few characters (rules: search), the newest first. One-time codes are masked, and times
 * are New Zealand local.
 */
export const searchOperation = memberOperation({
  method: "GET",
  path: "/api/members/search",
  roles: READERS_AND_VIEWERS,
  request: z.object({
    q: label(SEARCH_LENGTH)
      .trim()
      .min(MIN_SEARCH_LENGTH, `must have at least ${MIN_SEARCH_LENGTH} characters`),
  }),
  response: z.object({
    messages: z.array(
      z.object({
        id: z.string(),
        to: z.string(),
        text: z.string(),
        state: z.enum(MESSAGE_STATES),
        acceptedAt: z.string(),
      }),
    ),
    /**
     * The time of the oldest searched message if older matches may be missing; null if none are missing, except
     * matches in the middle of a word.
     */
    searchedSince: z.string().nullable(),
    /** Writers, each with the latest of the messages found. */
    conversations: z.array(z.object({ number: z.string(), text: z.string(), at: z.string() })),
    /** Other accounts' messages with this id. Only administrators get them. */
    othersMessages: z.array(
      z.object({ id: z.string(), to: z.string(), accountName: z.string(), acceptedAt: z.string() }),
    ),
    /** Accounts. Only administrators get them. */
    accounts: z.array(z.object({ accountId: z.int(), name: z.string(), email: z.string() })),
  }),
});

export type SearchResults = z.output<typeof searchOperation.response>;
export type FoundMessage = SearchResults["messages"][number];
export type FoundConversation = SearchResults["conversations"][number];
