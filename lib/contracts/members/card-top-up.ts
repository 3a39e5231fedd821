import { z } from "zod";
import { integer } from "@/lib/contracts/base/parameters";
import { BILLING } from "@/lib/contracts/base/roles";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The limits of a card payment, in whole New Zealand dollars (rules: top-ups). */
export const CARD_DOLLARS = { min: 10, max: 10_000 } as const;

/** Returns whether cards are accepted, and the limits in whole dollars. */
export const readCardTopUp = memberOperation({
  method: "GET",
  path: "/api/members/billing/card",
  roles: BILLING,
  request: z.object({}),
  response: z.object({ available: z.boolean(), min: z.int(), max: z.int() }),
});

/** Begins a payment. Returns the address of its page. */
export const beginCardTopUpOperation = memberOperation({
  method: "POST",
  path: "/api/members/billing/card",
  roles: BILLING,
  request: z.object({ dollars: integer(CARD_DOLLARS.min, CARD_DOLLARS.max) }),
  response: z.object({ url: z.string() }),
});
