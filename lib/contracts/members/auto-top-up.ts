import { z } from "zod";
import { integer } from "@/lib/contracts/base/parameters";
import { AUTO_TOP_UP, PAUSE_REASONS } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/billing-routes";

// Amounts of settings are whole New Zealand dollars, and times New Zealand local.

const settings = {
  /** What one payment adds. */
  amount: integer(AUTO_TOP_UP.amount.min, AUTO_TOP_UP.amount.max),
  /** A payment is made once the balance is lower. */
  below: integer(AUTO_TOP_UP.below.min, AUTO_TOP_UP.below.max),
  /** Most payments in 24 hours. */
  perDay: integer(AUTO_TOP_UP.perDay.min, AUTO_TOP_UP.perDay.max),
  /** The most that is paid in a New Zealand month. */
  perMonth: integer(AUTO_TOP_UP.amount.min, AUTO_TOP_UP.perMonth.max),
};

/** The saved card, and how it tops up the balance by itself. */
export const readAutoTopUp = memberOperation({
  ...routes.readAutoTopUp,
  request: z.object({}),
  response: z.object({
    /** Whether cards are taken here. */
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
    /** As they were last chosen; null where they never were. */
    settings: z.object({ amount: z.int(), below: z.int(), perDay: z.int(), perMonth: z.int() }).nullable(),
    state: z.enum(["on", "off", "paused"]),
    pausedFor: z.enum(PAUSE_REASONS).nullable(),
    pausedAt: z.string().nullable(),
    /** The limit that keeps it from paying, and until when; null where none does. */
    limit: z.object({ kind: z.enum(["day", "month"]), until: z.string() }).nullable(),
    /** Whether a payment is under way. */
    isPaying: z.boolean(),
    /** What was paid in this New Zealand month, as a decimal text of dollars. */
    paidThisMonth: z.string(),
  }),
});

/** Chooses the settings, and turns it on where it was off. One that is paused stays so. */
export const saveAutoTopUpOperation = memberOperation({
  ...routes.saveAutoTopUpOperation,
  request: z.object(settings),
  response: done,
});

/** Turns it off. */
export const stopAutoTopUpOperation = memberOperation({
  ...routes.stopAutoTopUpOperation,
  request: z.object({}),
  response: done,
});

/** Turns it on again after it paused. */
export const resumeAutoTopUpOperation = memberOperation({
  ...routes.resumeAutoTopUpOperation,
  request: z.object({}),
  response: done,
});

/** Begins to save a card: the address of Stripe's page for it. */
export const beginSavedCardOperation = memberOperation({
  ...routes.beginSavedCardOperation,
  request: z.object({}),
  response: z.object({ url: z.string() }),
});

/** Removes the saved card, and turns auto top-up off. */
export const removeSavedCardOperation = memberOperation({
  ...routes.removeSavedCardOperation,
  request: z.object({}),
  response: done,
});

export type AutoTopUpSettings = z.output<typeof saveAutoTopUpOperation.request>;
export type AutoTopUpFacts = z.output<typeof readAutoTopUp.response>;
