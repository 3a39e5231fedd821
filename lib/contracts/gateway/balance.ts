import { z } from "zod";
import { operation } from "@/lib/contracts/base/operation";

/** The balance operation takes nothing but credentials (rules: balance). */
export const balanceRequest = z
  .object({})
  .meta({ id: "BalanceRequest", description: "Nothing but credentials." });

/** Balance (rules: balance): a decimal string of New Zealand dollars. */
export const balanceResponse = z
  .object({
    balance: z.string().meta({
      description: "Dollars as a decimal text with at least two decimals.",
      pattern: "^\\d+\\.\\d{2,6}$",
      examples: ["99.885"],
    }),
    currency: z.literal("NZD").meta({ description: "New Zealand dollars." }),
  })
  .meta({ id: "BalanceResponse", description: "What the account may still spend." });

export type BalanceResponse = z.output<typeof balanceResponse>;

/** Reads the balance (rules: balance). */
export const readBalanceOperation = operation({
  id: "readBalance",
  method: "POST",
  path: "/gateway/sms/balance",
  tag: "Queries",
  summary: "Read the balance",
  description: "The available balance in New Zealand dollars, including GST.",
  callers: "account",
  request: balanceRequest,
  logged: {},
  response: balanceResponse,
  errors: [],
  examples: [{ summary: "The balance", request: {}, response: { balance: "99.885", currency: "NZD" } }],
});
