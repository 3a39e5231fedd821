import { adjustBalance } from "@/lib/billing/adjust-balance";
import { adjustBalance as adjustBalanceOperation } from "@/lib/contracts/admin/accounts";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { parseDollars, toDecimal } from "@/lib/money";

/** Puts money on an account's balance, or takes some away. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(adjustBalanceOperation, async ({ db, actor, input, now }) => {
    const { amount, ...adjustment } = input;
    const amountMicros = parseDollars(amount);
    return { balance: toDecimal(await adjustBalance(db, { ...adjustment, amountMicros }, actor, now)) };
  }),
});
