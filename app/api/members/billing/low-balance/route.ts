import { setLowBalance } from "@/lib/billing/statements/facts";
import { setLowBalance as setLowBalanceOperation } from "@/lib/contracts/members/billing";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Below which balance a notice goes out. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(setLowBalanceOperation, async ({ change, member, actor, input, now }) => {
    await change((tx) => setLowBalance(tx, member.accountId, actor, input.amount ?? null, now));
    return { success: true as const };
  }),
});
