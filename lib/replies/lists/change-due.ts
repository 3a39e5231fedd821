import { recordActivity } from "@/lib/activity/record-activity";
import { changeNumbers, tryLockBook } from "@/lib/contacts/numbers/change-numbers";
import type { Database } from "@/lib/db/client";
import { toldStatement } from "@/lib/replies/answers/send-due.sql";
import {
  type DueChange,
  dueChangesStatement,
  settleChangesStatement,
  waitingAccountsStatement,
} from "@/lib/replies/lists/change-due.sql";

/** Accounts that one run looks at, and changes of an account in one transaction. */
const ACCOUNTS = 200;
const BATCH = 500;

const DAY_MS = 24 * 3_600_000;

/** How soon an account is looked at again whose contacts somebody changes at this moment. */
const LOCKED_MS = 1_000;

/** What a run found at an account. */
type AccountRun = "locked" | "more" | "done";

/**
 * Changes contact lists as rules say (rules: list changes). An account's changes are one transaction that locks its contacts
 * and settles the rows: another server waits for none of it, and after a crash nothing or all of it is done.
 * @returns whether others wait still, and when to look again at what was locked.
 * @throws the first error of the database, once all accounts have been tried.
 */
export async function changeDueLists(
  db: Database,
  now: Date,
): Promise<{ more: boolean; nextAt: Date | null }> {
  const waiting = await db.query<{ accountId: number }>(waitingAccountsStatement(ACCOUNTS));
  const found: AccountRun[] = [];
  const errors: unknown[] = [];
  for (const { accountId } of waiting)
    await changeAccount(db, accountId, now).then(
      (one) => found.push(one),
      (error) => errors.push(error),
    );
  if (errors.length > 0) throw errors[0];
  const isAgain = found.includes("locked") || waiting.length === ACCOUNTS;
  return { more: found.includes("more"), nextAt: isAgain ? new Date(now.getTime() + LOCKED_MS) : null };
}

async function changeAccount(db: Database, accountId: number, now: Date): Promise<AccountRun> {
  return db.transaction(async (tx) => {
    const contacts = await tryLockBook(tx, accountId);
    if (contacts === null) return "locked";
    const due = await tx.query<DueChange>(dueChangesStatement(accountId, BATCH));
    if (due.length === 0) return "done";
    const outcomes = await changeNumbers(tx, { accountId, contacts }, due, now);
    const settled = due.flatMap(({ inboundId, ruleName }, place) => {
      const outcome = outcomes[place];
      return outcome ? [{ inboundId, ruleName, ...outcome }] : [];
    });
    await tx.query(settleChangesStatement(settled));
    const refused = settled.find(({ isFull }) => isFull);
    if (refused) {
      const action = "auto_reply_list_full";
      const told = await tx.query(toldStatement(accountId, action, new Date(now.getTime() - DAY_MS)));
      const actor = { accountId, address: "Auto reply" };
      const details = { rule: refused.ruleName, reason: refused.note ?? "" };
      if (told.length === 0) await recordActivity(tx, { accountId, actor, action, details }, now);
    }
    return due.length === BATCH ? "more" : "done";
  });
}
