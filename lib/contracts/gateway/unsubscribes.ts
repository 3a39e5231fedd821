import { z } from "zod";
import { nzDateTime, nzTime } from "@/lib/contracts/base/nz-date-time";
import { operation } from "@/lib/contracts/base/operation";
import { paginate, pagination } from "@/lib/contracts/base/pagination";
import { limit, oneOf, page } from "@/lib/contracts/base/parameters";

/** The request of a query of blocked numbers (rules: unsubscribes query). */
export const unsubscribesRequest = z
  .object({
    since: nzDateTime("start").optional().meta({
      description: "Only numbers blocked or resubscribed at or after this time (NZ time).",
    }),
    include: oneOf(["active", "all"])
      .default("active")
      .meta({ description: "`active`: blocked numbers. `all`: includes resubscribed numbers." }),
    limit: limit(200, 100),
    page: page(),
  })
  .meta({ id: "UnsubscribesQueryRequest", description: "Which opted-out numbers to list." });

/** A record of a blocked number. Times are New Zealand local. */
export const blockedNumberRecord = z
  .object({
    number: z.string().meta({ description: "The number.", examples: ["64211234567"] }),
    keyword: z.string().meta({ description: "The word it opted out with.", examples: ["STOP"] }),
    blockedAt: nzTime("When it last opted out."),
    active: z.boolean().meta({ description: "Whether the number is blocked. False: it has resubscribed." }),
    shortcode: z
      .string()
      .optional()
      .meta({ description: "The shortcode it wrote to.", examples: ["552"] }),
    resubscribedAt: nzTime("When it resubscribed.").optional(),
  })
  .meta({ id: "BlockedNumber", description: "A number that has opted out." });

export const unsubscribesResponse = z
  .object({
    status: z.literal("success"),
    numbers: z.array(blockedNumberRecord).meta({ description: "The latest change first." }),
    pagination,
  })
  .meta({ id: "UnsubscribesQueryResponse", description: "A page of opted-out numbers." });

export type UnsubscribesRequest = z.output<typeof unsubscribesRequest>;
export type BlockedNumberRecord = z.output<typeof blockedNumberRecord>;
export type UnsubscribesResponse = z.output<typeof unsubscribesResponse>;

/** Lists the numbers that have opted out. */
export const queryUnsubscribesOperation = operation({
  id: "queryUnsubscribes",
  method: "POST",
  path: "/gateway/unsubscribes/query",
  tag: "Queries",
  summary: "List numbers that have opted out",
  description:
    "Numbers that replied STOP or another opt-out keyword. Use `since` for changes from a time, and `include=all` to include resubscribed numbers.",
  callers: "account",
  request: unsubscribesRequest,
  logged: { since: "value", include: "word", limit: "word", page: "word" },
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
        pagination: paginate({ page: 1, limit: 100 }, 1),
      },
    },
  ],
});
