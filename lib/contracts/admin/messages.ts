import { z } from "zod";
import { label, limit, text } from "@/lib/contracts/base/parameters";
import { SEARCH_LENGTH } from "@/lib/contracts/base/values";
import { keyset, neighbours } from "@/lib/contracts/members/cursor";
import {
  exportMessagesOperation,
  messageRecord,
  readMessageOperation,
} from "@/lib/contracts/members/messages";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The account of a message. */
const owner = z.object({ id: z.int(), name: z.string() });

const { search, status, start, end } = exportMessagesOperation.request.shape;

/**
 * Searches the messages of all accounts, newest first (rules: search of all messages). `search` is a number, an id, a
 * part of one, or words. `account` is an account's number or email address.
 */
export const searchAllMessages = memberOperation({
  method: "GET",
  path: "/api/admin/messages",
  request: z.object({
    search,
    status,
    start,
    end,
    account: label(SEARCH_LENGTH).trim().optional(),
    ...keyset,
    limit: limit(100, 25),
  }),
  response: z.object({
    messages: z.array(messageRecord.extend({ account: owner })),
    /**
     * The time of the oldest searched message if older matches may be missing; null if none are missing, except
     * matches in the middle of a word.
     */
    searchedSince: z.string().nullable(),
    ...neighbours,
    /** The numbers of cells that do not respond. The result omits their messages. */
    awayCells: z.array(z.int()),
  }),
});

/** Returns a message of any account, as that account sees it. */
export const readAnyMessage = memberOperation({
  method: "GET",
  path: "/api/admin/messages/one",
  request: z.object({ id: text() }),
  response: readMessageOperation.response.extend({
    account: owner,
    /** The network that accepted it; null before. */
    carrier: z.string().nullable(),
    /** The carriers' charge, excluding GST; null if unknown. */
    cost: z.string().nullable(),
  }),
});

export type AnyMessageRecord = z.output<typeof searchAllMessages.response>["messages"][number];
export type AnyMessageDetails = z.output<typeof readAnyMessage.response>;
export type SearchAllRequest = z.output<typeof searchAllMessages.request>;
