import { z } from "zod";
import { integer } from "@/lib/contracts/base/parameters";
import { BILLING, BILLING_READERS } from "@/lib/contracts/base/roles";
import { AUTO_TOP_UP, PAUSE_REASONS } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

// Amounts of settings are whole New Zealand dollars, and times New Zealand local.

const settings = {
  /** The amount of one payment. */
  amount: integer(AUTO_TOP_UP.amount.min, AUTO_TOP_UP.amount.max),
  /** The balance below which a payment is made. */
  below: integer(AUTO_TOP_UP.below.min, AUTO_TOP_UP.below.max),
  /** The most payments in 24 hours. */
  perDay: integer(AUTO_TOP_UP.perDay.min, AUTO_TOP_UP.perDay.max),
  /** The most that is paid in a New Zealand month. */
  perMonth: integer(AUTO_TOP_UP.amount.min, AUTO_TOP_UP.perMonth.max),
};

/** Returns the saved card, and the settings and state of its automatic top-up. */
export const readAutoTopUp = memberOperation({
  method: "GET",
  path: "/api/members/billing/auto-top-up",
  roles: BILLING_READERS,
  request: z.object({}),
  response: z.object({
    /** True if this installation accepts cards. */
    available: z.boolean(),
    card: z
      .object({
        brand: z.string(),
        lastFour: z.string(),
        /** `MM/YYYY`. */
        expires: z.string(),
        isExpired: z.boolean(),
      })
      .nullable(),
    /** The settings that were chosen last; null before the first choice. */
    settings: z.object({ amount: z.int(), below: z.int(), perDay: z.int(), perMonth: z.int() }).nullable(),
    state: z.enum(["on", "off", "paused"]),
    pausedFor: z.enum(PAUSE_REASONS).nullable(),
    pausedAt: z.string().nullable(),
    /** The limit that prevents a payment, and its end; null without one. */
    limit: z.object({ kind: z.enum(["day", "month"]), until: z.string() }).nullable(),
    /** True while a payment is in progress. */
    isPaying: z.boolean(),
    /** The payments of this New Zealand month, as a decimal text of dollars. */
    paidThisMonth: z.string(),
  }),
});

/** Changes the settings, and turns auto top-up on. A paused one stays paused. */
export const saveAutoTopUpOperation = memberOperation({
  method: "POST",
  path: "/api/members/billing/auto-top-up",
  roles: BILLING,
  request: z.object(settings),
  response: done,
});

/** Turns auto top-up off. */
export const stopAutoTopUpOperation = memberOperation({
  method: "POST",
  path: "/api/members/billing/auto-top-up/stop",
  roles: BILLING,
  request: z.object({}),
  response: done,
});

/** Resumes auto top-up after a pause. */
export const resumeAutoTopUpOperation = memberOperation({
  method: "POST",
  path: "/api/members/billing/auto-top-up/resume",
  roles: BILLING,
  request: z.object({}),
  response: done,
});

/** Begins to save a card. Returns the address of Stripe's page. */
export const beginSavedCardOperation = memberOperation({
  method: "POST",
  path: "/api/members/billing/saved-card",
  roles: BILLING,
  request: z.object({}),
  response: z.object({ url: z.string() }),
});

/** Removes the saved card, and turns auto top-up off. */
export const removeSavedCardOperation = memberOperation({
  method: "POST",
  path: "/api/members/billing/saved-card/remove",
  roles: BILLING,
  request: z.object({}),
  response: done,
});

export type AutoTopUpSettings = z.output<typeof saveAutoTopUpOperation.request>;
export type AutoTopUpFacts = z.output<typeof readAutoTopUp.response>;
