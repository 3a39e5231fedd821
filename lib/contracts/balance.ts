import { z } from "zod";

/** The balance operation takes nothing but credentials (spec 4.10). */
export const balanceRequest = z.object({});

/** Balance (spec 2): a decimal string of New Zealand dollars. */
export const balanceResponse = z.object({
  balance: z.string(),
  currency: z.literal("NZD"),
});

export type BalanceResponse = z.output<typeof balanceResponse>;
