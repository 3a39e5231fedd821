import { z } from "zod";
import { integer } from "@/lib/contracts/base/parameters";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/billing-routes";

/** What may be paid by card at once, in whole New Zealand dollars (rules: top-ups). */
export const CARD_DOLLARS = { min: 10, max: 10_000 } as const;

/** Whether money can be added by card, and how much at once, in whole dollars. */
export const readCardTopUp = memberOperation({
  ...routes.readCardTopUp,
  request: z.object({}),
  response: z.object({ available: z.boolean(), min: z.int(), max: z.int() }),
});

/** Begins a payment: the address to pay at. */
export const beginCardTopUpOperation = memberOperation({
  ...routes.beginCardTopUpOperation,
  request: z.object({ dollars: integer(CARD_DOLLARS.min, CARD_DOLLARS.max) }),
  response: z.object({ url: z.string() }),
});
