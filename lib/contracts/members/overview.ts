import { z } from "zod";
import { EVERYONE_AND_VIEWERS } from "@/lib/contracts/base/roles";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The number of New Zealand days in the chart, today included. */
export const OVERVIEW_DAYS = 30;

/**
 * The outcomes of messages, by the time of their acceptance. `failed` counts refused, undeliverable and blocked
 * messages, `waiting` those without an outcome. With `delivered` they sum to `sent`.
 */
export const outcomes = z.object({
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
  waiting: z.int(),
});

/** Returns the data of the first page. Money is a decimal text of dollars. */
export const readOverview = memberOperation({
  method: "GET",
  path: "/api/members/overview",
  roles: EVERYONE_AND_VIEWERS,
  request: z.object({}),
  response: z.object({
    balance: z.string(),
    /** New Zealand days, the oldest first, each of them once. */
    days: z.array(outcomes.extend({ day: z.string() })),
    total: outcomes,
    /** The delivered part of the messages that have an outcome, from 0 to 1; null before the first outcome. */
    deliveryRate: z.number().nullable(),
    replies: z.object({ today: z.int(), total: z.int() }),
    attention: z.object({
      /** At most `MAX_HELD` and one. */
      held: z.int(),
      /** Kinds of endpoints that failures paused, each once. Pauses by the account do not count. */
      pausedWebhooks: z.array(z.enum(["inbound", "report", "further"])),
      /** `new`: never any money. `none`: no money left. `low`: below one of its alerts. */
      balance: z.enum(["fine", "low", "none", "new"]),
      /** The highest alert that today's charges have passed, and this month's highest; null for none. */
      spentToday: z.string().nullable(),
      spentThisMonth: z.string().nullable(),
      /** `paused`: auto top-up paused. `limited`: it has reached a limit while the balance is low. */
      autoTopUp: z.enum(["fine", "paused", "limited"]),
    }),
    firstSteps: z.object({
      /** True if the balance has money, or had. */
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
