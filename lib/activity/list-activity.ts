import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import type { ActivityRecord } from "@/lib/contracts/members/activity";
import type { Database } from "@/lib/db/client";
import { formatNz } from "@/lib/sms/nz-time";

/** Who did what to an account, newest first. Of administrators it is told that they were one, not which. */
export async function listActivity(
  db: Database,
  accountId: number,
  asked: { page: number; limit: number },
): Promise<{ activities: ActivityRecord[]; pagination: Pagination }> {
  const [total, rows] = await Promise.all([
    db.prisma.activity.count({ where: { accountId } }),
    db.prisma.activity.findMany({
      where: { accountId },
      orderBy: [{ at: "desc" }, { id: "desc" }],
      skip: (asked.page - 1) * asked.limit,
      take: asked.limit,
      include: { actor: { select: { email: true } } },
    }),
  ]);
  return {
    activities: rows.map(({ id, at, actorId, actor, action, details, address }) => ({
      id,
      at: formatNz(at),
      actor: actorId === accountId ? actor.email : "an administrator",
      action,
      details: details as ActivityRecord["details"],
      address: actorId === accountId ? address : "",
    })),
    pagination: paginate(asked, total),
  };
}
