import { changeAlert } from "@/lib/billing/alerts/change-alerts";
import { changeAlertOperation } from "@/lib/contracts/members/billing";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Gives an alert another amount. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(changeAlertOperation, "alert_changed", async (tx, { member, input, now }) => {
    const { kind, isChanged } = await changeAlert(tx, member.accountId, input, now);
    return { details: isChanged ? { kind, amount: input.amount } : null };
  }),
});
