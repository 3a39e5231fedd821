import { AUTOMATIC, NO_ADDRESS } from "@/lib/activity/record-activity";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import type { ActivityRecord } from "@/lib/contracts/members/activity";
import type { Database } from "@/lib/db/client";
import { formatNz } from "@/lib/sms/nz-time";

/** What was done to an account, newest first, for administrators: who it was and from where, whoever it was. */
export async function listAccountActivity(
  db: Database,
  asked: { accountId: number; page: number; limit: number },
): Promise<{ activities: ActivityRecord[]; pagination: Pagination }> {
  const where = { accountId: asked.accountId };
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
    activities: rows.map(({ id, at, actor, person, action, details, address }) => ({
      id,
      at: formatNz(at),
      actor: address === NO_ADDRESS ? AUTOMATIC : (person ?? actor).email,
      action,
      details: details as ActivityRecord["details"],
      address,
    })),
    pagination: paginate(asked, total),
  };
}
