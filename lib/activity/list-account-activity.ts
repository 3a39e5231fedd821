import { type ActivityRow, activityStatement, countActivityStatement } from "@/lib/activity/activity.sql";
import { AUTOMATIC, NO_ADDRESS } from "@/lib/activity/record-activity";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import type { ActivityRecord } from "@/lib/contracts/members/activity";
import type { Database } from "@/lib/db/client";
import { readCount } from "@/lib/db/counted";
import { formatNz } from "@/lib/sms/nz-time";

/** Lists the activity in an account for administrators, newest first, with the actor and the address of each line. */
export async function listAccountActivity(
  db: Database,
  asked: { accountId: number; page: number; limit: number },
): Promise<{ activities: ActivityRecord[]; pagination: Pagination }> {
  const { accountId } = asked;
  const [total, rows] = await Promise.all([
    readCount(db, countActivityStatement({ accountId })),
    db.query<ActivityRow>(activityStatement({ accountId }, asked)),
  ]);
  return {
    activities: rows.map(({ id, at, email, personEmail, administrator, action, details, address }) => ({
      id,
      at: formatNz(at),
      actor: address === NO_ADDRESS ? AUTOMATIC : (administrator ?? personEmail ?? email),
      action,
      details,
      address,
    })),
    pagination: paginate(asked, total),
  };
}
