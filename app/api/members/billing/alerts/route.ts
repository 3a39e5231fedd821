import { addAlert, listAlerts } from "@/lib/billing/alerts/change-alerts";
import { addAlertOperation, listAlerts as listAlertsOperation } from "@/lib/contracts/members/billing";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** The amounts that an email goes out for, and one more. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listAlertsOperation, async ({ db, member, now }) => ({
    alerts: await listAlerts(db, member.accountId, now),
  })),
  POST: member(addAlertOperation, "alert_added", async (tx, { member, input, now }) => {
    await addAlert(tx, member.accountId, input, now);
    return { details: input };
  }),
});
