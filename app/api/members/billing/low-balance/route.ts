import { setLowBalance } from "@/lib/billing/statements/facts";
import { setLowBalance as setLowBalanceOperation } from "@/lib/contracts/members/billing";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Below which balance a notice goes out. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(
    setLowBalanceOperation,
    "settings_changed",
    async (tx, { member, input: { amount = null } }) => {
      await setLowBalance(tx, member.accountId, amount);
      return { details: { changed: "lowBalance", lowBalance: amount } };
    },
  ),
});
