import { removeAlert } from "@/lib/billing/alerts/change-alerts";
import { removeAlertOperation } from "@/lib/contracts/members/billing";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Removes an alert. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeAlertOperation, "alert_removed", async (tx, { member, input: { id } }) => ({
    details: await removeAlert(tx, member.accountId, id),
  })),
});
