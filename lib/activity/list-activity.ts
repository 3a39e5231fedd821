import { type ActivityRow, activityStatement, countActivityStatement } from "@/lib/activity/activity.sql";
import { AN_ADMINISTRATOR, AUTOMATIC, NO_ADDRESS } from "@/lib/activity/record-activity";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import type { ActivityRecord, ListActivityRequest } from "@/lib/contracts/members/activity";
import type { Database } from "@/lib/db/client";
import { readCount } from "@/lib/db/counted";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * Lists the activity in an account, newest first, in the requested range. The account's people are named.
 * Administrators are not named.
 */
export async function listActivity(
  db: Database,
  accountId: number,
  asked: ListActivityRequest,
): Promise<{ activities: ActivityRecord[]; pagination: Pagination }> {
  const { start, end } = asked;
  const wanted = { accountId, start, end };
  const [total, rows] = await Promise.all([
    readCount(db, countActivityStatement(wanted)),
    db.query<ActivityRow>(activityStatement(wanted, asked)),
  ]);
  return {
    activities: rows.map(
      ({ id, at, actorId, email, personEmail, administrator, action, details, address }) => {
        const isOwn = actorId === accountId && administrator === null;
        const own = isOwn ? (personEmail ?? email) : AN_ADMINISTRATOR;
        return {
          id,
          at: formatNz(at),
          actor: address === NO_ADDRESS ? AUTOMATIC : own,
          action,
          details,
          address: isOwn ? address : "",
        };
      },
    ),
    pagination: paginate(asked, total),
  };
}
