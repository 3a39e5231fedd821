import { z } from "zod";
import { nzDateTime } from "@/lib/contracts/nz-date-time";
import { operation } from "@/lib/contracts/operation";
import { pagination } from "@/lib/contracts/pagination";
import { limit, oneOf, page } from "@/lib/contracts/parameters";

/** Blocked numbers query (spec 4.12). */
export const unsubscribesRequest = z.object({
  since: nzDateTime("start").optional(),
  include: oneOf(["active", "all"]).default("active"),
  limit: limit(200, 100),
  page: page(),
});

/** Blocked number record (spec 2); times are New Zealand local. */
export const blockedNumberRecord = z.object({
  number: z.string(),
  keyword: z.string(),
  blockedAt: z.string(),
  active: z.boolean(),
  shortcode: z.string().optional(),
  resubscribedAt: z.string().optional(),
});

export const unsubscribesResponse = z.object({
  status: z.literal("success"),
  numbers: z.array(blockedNumberRecord),
  pagination,
});

export type UnsubscribesRequest = z.output<typeof unsubscribesRequest>;
export type BlockedNumberRecord = z.output<typeof blockedNumberRecord>;
export type UnsubscribesResponse = z.output<typeof unsubscribesResponse>;

/** Spec 4.12. */
export const queryUnsubscribesOperation = operation({
  id: "queryUnsubscribes",
  method: "POST",
  path: "/gateway/unsubscribes/query",
  tag: "Queries",
  summary: "List numbers that have opted out",
  description:
    "The numbers that replied STOP or another opt-out keyword. With `since` only what has changed from then on, with `include=all` also those that have resubscribed.",
  callers: "account",
  request: unsubscribesRequest,
  response: unsubscribesResponse,
  errors: [],
  examples: [
    {
      summary: "Everyone who is blocked now",
      request: {},
      response: {
        status: "success",
        numbers: [
          {
            number: "64211234567",
            keyword: "STOP",
            blockedAt: "2026-11-21 12:05:00",
            active: true,
            shortcode: "552",
          },
        ],
        pagination: {
          page: 1,
          limit: 100,
          totalRecords: 1,
          totalPages: 1,
          hasNextPage: false,
          hasPreviousPage: false,
        },
      },
    },
  ],
});
