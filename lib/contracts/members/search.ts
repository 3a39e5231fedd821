import { z } from "zod";
import { label } from "@/lib/contracts/base/parameters";
import { MESSAGE_STATES, MIN_SEARCH_LENGTH, SEARCH_LENGTH } from "@/lib/contracts/base/values";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/account-routes";

/** How many of each kind are given at most. */
export const MAX_FOUND = 5;

/**
 * What an account finds by a few characters (rules: search); the newest first. One-time codes are masked, and
 * times are New Zealand local.
 */
export const searchOperation = memberOperation({
  ...routes.searchOperation,
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
     * The time of the oldest of the latest messages that were searched, where older ones may be missing; null: none are, but
     * for what is only in the middle of a word.
     */
    searchedSince: z.string().nullable(),
    /** Who wrote, with the latest of their messages that was found. */
    conversations: z.array(z.object({ number: z.string(), text: z.string(), at: z.string() })),
    /** Other accounts' messages with this id; none for who is no administrator. */
    othersMessages: z.array(
      z.object({ id: z.string(), to: z.string(), accountName: z.string(), acceptedAt: z.string() }),
    ),
    /** None for who is no administrator. */
    accounts: z.array(z.object({ accountId: z.int(), name: z.string(), email: z.string() })),
  }),
});

export type Found = z.output<typeof searchOperation.response>;
export type FoundMessage = Found["messages"][number];
export type FoundConversation = Found["conversations"][number];
