import { recordActivity } from "@/lib/activity/record-activity";
import { inTime } from "@/lib/db/cells/ask-cells";
import { requireDatabaseOf } from "@/lib/db/cells/cells";
import { whileMoving } from "@/lib/db/cells/while-moving";
import type { Database, Transaction } from "@/lib/db/client";

/** The activity line of a view's beginning, for the account in any cell. */
export type BeginningLine = {
  id: string;
  accountId: number;
  administratorId: number;
  email: string;
  reason: string;
  address: string;
  beganAt: Date;
};

/** Records in the account's activity that a view of it begins. Repeats have no effect. */
export async function recordBeginning(
  tx: Pick<Transaction, "query">,
  { id, accountId, administratorId, email, reason, address, beganAt }: BeginningLine,
): Promise<void> {
  const actor = { accountId: administratorId, personId: administratorId, address, email };
  await recordActivity(
    tx,
    { id, accountId, actor, action: "account_view_began", details: { reason } },
    beganAt,
  );
}

/** Does something in the cell of an account, in a transaction there. The caller waits two seconds at most. */
export function inCellOf<Result>(
  home: Database,
  accountId: number,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return whileMoving(() =>
    inTime(requireDatabaseOf(home, accountId), (cell) => cell.transaction((tx) => work(tx))),
  );
}

/**
 * Records the end of a view, which home has committed, in the cell of the account (rules: views over cells), and
 * deletes the view. The sweep of home repeats it after a killed server or an absence of the cell. Safe to repeat:
 * each line is recorded once.
 */
export async function tellEnd(home: Database, id: string): Promise<void> {
  const view = await home.prisma.accountView.findUnique({
    where: { id, endedAt: { not: null } },
    include: { administrator: { select: { email: true } } },
  });
  if (!view) return;
  const { accountId, administratorId, endedAt, endedHow, endedFrom, endedLine } = view;
  if (endedAt === null || endedHow === null || endedFrom === null || endedLine === null) return;
  const { email } = view.administrator;
  await inCellOf(home, accountId, async (tx) => {
    // The beginning of a prepared view may still be recorded.
    await recordBeginning(tx, { ...view, email });
    const actor = { accountId: administratorId, personId: administratorId, address: endedFrom, email };
    const ended = { id: endedLine, accountId, actor, action: "account_view_ended" as const };
    await recordActivity(tx, { ...ended, details: { how: endedHow } }, endedAt);
  });
  await home.prisma.accountView.deleteMany({ where: { id } });
}
