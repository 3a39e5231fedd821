import { z } from "zod";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/account-routes";

/** How many New Zealand days the chart shows, today included. */
export const OVERVIEW_DAYS = 30;

/**
 * What became of messages, by when they were accepted: `failed` has those that were refused, undeliverable or blocked,
 * `waiting` those without an outcome. Together with `delivered` they make `sent`.
 */
export const outcomes = z.object({
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
  waiting: z.int(),
});

/** All that the first page tells of an account. Money is a decimal text of dollars. */
export const readOverview = memberOperation({
  ...routes.readOverview,
  request: z.object({}),
  response: z.object({
    balance: z.string(),
    /** New Zealand days, the oldest first, each of them once. */
    days: z.array(outcomes.extend({ day: z.string() })),
    total: outcomes,
    /** Of the messages that have an outcome, how many arrived, from 0 to 1; null while none has. */
    deliveryRate: z.number().nullable(),
    replies: z.object({ today: z.int(), total: z.int() }),
    attention: z.object({
      /** At most `MAX_HELD` and one. */
      held: z.int(),
      /** What only failed, each kind once; what the account paused itself is none of it. */
      pausedWebhooks: z.array(z.enum(["inbound", "report", "further"])),
      /** `new`: there never was any money; `none`: there is none left; `low`: below one of its alerts. */
      balance: z.enum(["fine", "low", "none", "new"]),
      /** The highest alert that today's charges have passed, and this month's; null for none. */
      spentToday: z.string().nullable(),
      spentThisMonth: z.string().nullable(),
      /** Auto top-up paused, or has reached a limit while the balance is low. */
      autoTopUp: z.enum(["fine", "paused", "limited"]),
    }),
    firstSteps: z.object({
      /** There is money on the balance, or was. */
      money: z.boolean(),
      apiKey: z.boolean(),
      message: z.boolean(),
      webhook: z.boolean(),
      domain: z.enum(["none", "requested", "approved"]),
    }),
  }),
});

export type Outcomes = z.output<typeof outcomes>;
export type Overview = z.output<typeof readOverview.response>;
