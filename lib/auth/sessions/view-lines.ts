import { recordActivity } from "@/lib/activity/record-activity";
import { inTime } from "@/lib/db/cells/ask-cells";
import { requireDatabaseOf } from "@/lib/db/cells/cells";
import { whileMoving } from "@/lib/db/cells/while-moving";
import type { Database, Transaction } from "@/lib/db/client";

/** What the account reads of a view that begins, in whichever cell it is. */
export type BeginningLine = {
  id: string;
  accountId: number;
  administratorId: number;
  email: string;
  reason: string;
  address: string;
  beganAt: Date;
};

/** Writes into the account's activity that a view of it begins; once, however often it is asked to. */
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

/** Does something in the cell that an account is in, in a transaction there. Whoever asks waits two seconds for it. */
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
 * Has the cell of the account write down that a view has ended, which home has committed (rules: views over cells), and
 * forgets the view. What a server that was killed, or a cell that was away, has left is done by the sweep of home. Safe to
 * repeat: each line is written once.
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
    // Whether that was written nobody knows of one that was prepared alone: it may still come.
    await recordBeginning(tx, { ...view, email });
    const actor = { accountId: administratorId, personId: administratorId, address: endedFrom, email };
    const ended = { id: endedLine, accountId, actor, action: "account_view_ended" as const };
    await recordActivity(tx, { ...ended, details: { how: endedHow } }, endedAt);
  });
  await home.prisma.accountView.deleteMany({ where: { id } });
}
