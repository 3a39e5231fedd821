import { AUTOMATIC, NO_ADDRESS } from "@/lib/activity/record-activity";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import type { ActivityRecord, ListActivityRequest } from "@/lib/contracts/members/activity";
import type { Database } from "@/lib/db/client";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * Who did what to an account, newest first, within the dates that are asked for. The account's people are named. Of
 * administrators it is told that they were one, not which.
 */
export async function listActivity(
  db: Database,
  accountId: number,
  asked: ListActivityRequest,
): Promise<{ activities: ActivityRecord[]; pagination: Pagination }> {
  const { start, end } = asked;
  const at = { ...(start ? { gte: start } : {}), ...(end ? { lte: end } : {}) };
  const where = { accountId, at };
  const [total, rows] = await Promise.all([
    db.prisma.activity.count({ where }),
    db.prisma.activity.findMany({
      where,
      orderBy: [{ at: "desc" }, { id: "desc" }],
      skip: (asked.page - 1) * asked.limit,
      take: asked.limit,
      include: { actor: { select: { email: true } }, person: { select: { email: true } } },
    }),
  ]);
  return {
    activities: rows.map(({ id, at, actorId, actor, person, action, details, address }) => ({
      id,
      at: formatNz(at),
      actor:
        address === NO_ADDRESS
          ? AUTOMATIC
          : actorId === accountId
            ? (person ?? actor).email
            : "an administrator",
      action,
      details: details as ActivityRecord["details"],
      address: actorId === accountId ? address : "",
    })),
    pagination: paginate(asked, total),
  };
}
