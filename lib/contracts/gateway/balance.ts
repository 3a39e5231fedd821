import { z } from "zod";
import { operation } from "@/lib/contracts/base/operation";

/** The request of the balance (rules: balance): credentials only. */
export const balanceRequest = z.object({}).meta({ id: "BalanceRequest", description: "Credentials only." });

/** The balance: a decimal string of New Zealand dollars. */
export const balanceResponse = z
  .object({
    balance: z.string().meta({
      description: "Dollars as a decimal text with at least two decimals.",
      pattern: "^\\d+\\.\\d{2,6}$",
      examples: ["99.885"],
    }),
    currency: z.literal("NZD").meta({ description: "New Zealand dollars." }),
  })
  .meta({ id: "BalanceResponse", description: "The balance that the account can spend." });

export type BalanceResponse = z.output<typeof balanceResponse>;

/** Returns the balance. */
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
