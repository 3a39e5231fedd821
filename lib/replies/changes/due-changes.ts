import { lockAccountStatement } from "@/lib/accounts/lock-account.sql";
import { type Action, recordActivity } from "@/lib/activity/record-activity";
import { changeNumbers, tryLockBook } from "@/lib/contacts/numbers/change-numbers";
import type { Database, Transaction } from "@/lib/db/client";
import { toldStatement } from "@/lib/replies/answers/send-due.sql";
import {
  type DueChange,
  dueChangesStatement,
  settleChangesStatement,
  tagsWaitStatement,
  waitingAccountsStatement,
} from "@/lib/replies/changes/due-changes.sql";
import { tagDue } from "@/lib/replies/changes/tag-due";

/** The accounts of one run, and the changes of an account in one transaction. */
const ACCOUNTS = 200;
const BATCH = 500;

const DAY_MS = 24 * 3_600_000;

/** The wait before an account whose contacts are locked is tried again. */
const LOCKED_MS = 1_000;

/** The result of a run for an account. */
type AccountRun = "locked" | "more" | "done";

/**
 * Changes contact lists and tags conversations for rules (rules: list changes, tags by rules). One transaction for
 * each account locks the contacts, makes the changes and records the outcomes. It skips an account whose contacts are
 * locked. A crash rolls the whole transaction back.
 * @returns whether more changes are pending, and the time to try locked accounts again.
 * @throws the first error of the database, after all accounts have been tried.
 */
export async function makeDueChanges(
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
    // The account must be locked before its contacts. Changes of lists alone do not need the account's lock.
    const isTagging = (await tx.query(tagsWaitStatement(accountId, BATCH))).length > 0;
    if (isTagging) await tx.query(lockAccountStatement(accountId));
    const contacts = await tryLockBook(tx, accountId);
    if (contacts === null) return "locked";
    const due = await tx.query<DueChange>(dueChangesStatement(accountId, BATCH));
    if (due.length === 0) return "done";
    if (!isTagging && due.some(({ tag }) => tag !== null)) return "more";
    const lists = await changeNumbers(tx, { accountId, contacts }, due, now);
    const tags = await tagDue(tx, accountId, due, now);
    await tx.query(
      settleChangesStatement(
        due.map(({ inboundId }, place) => {
          const { addedTo = null, removedFrom = null, note } = lists[place] ?? {};
          const { tagged = null, note: ofTag } = tags[place] ?? {};
          const notes = [note, ofTag].filter((each) => each);
          return { inboundId, addedTo, removedFrom, tagged, note: notes.join(" ") || null };
        }),
      ),
    );
    await tellOfFull(tx, { accountId, action: "auto_reply_list_full", due, outcomes: lists }, now);
    await tellOfFull(tx, { accountId, action: "auto_reply_tags_full", due, outcomes: tags }, now);
    return due.length === BATCH ? "more" : "done";
  });
}

/** Records in the activity, once a day, the first change that did not fit. */
async function tellOfFull(
  tx: Transaction,
  {
    accountId,
    action,
    due,
    outcomes,
  }: {
    accountId: number;
    action: Action;
    due: readonly DueChange[];
    /** The outcome of each change. */
    outcomes: readonly { isFull: boolean; note: string | null }[];
  },
  now: Date,
): Promise<void> {
  const place = outcomes.findIndex(({ isFull }) => isFull);
  const rule = due[place]?.ruleName;
  if (rule === undefined) return;
  const told = await tx.query(toldStatement(accountId, action, new Date(now.getTime() - DAY_MS)));
  if (told.length > 0) return;
  const actor = { accountId, address: "Auto reply" };
  const details = { rule, reason: outcomes[place]?.note ?? "" };
  await recordActivity(tx, { accountId, actor, action, details }, now);
}
