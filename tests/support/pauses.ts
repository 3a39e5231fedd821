import { db, type Transaction } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import type { Item } from "@/lib/messages/accept/submission";
import { auditBooks } from "@/lib/messages/audit/audit-books";
import { cancelSend } from "@/lib/messages/cancel/cancel-send";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { pauseSend } from "@/lib/messages/pause/pause-send";
import { resumeSend } from "@/lib/messages/pause/resume-send";
import { carrierNamed, accepted as takenAs } from "@/tests/support/carrier";
import { BY_DAY, NO_NIGHT, testItem, testSubmission } from "@/tests/support/database/submission";
import { keepSend } from "@/tests/support/keep-send";
import { books, type TestAccount, testAccount } from "@/tests/support/server/gateway";

export const NOW = new Date("2026-11-20T23:00:00Z");
export const LATER = new Date("2026-11-30T20:00:00Z");
export const FULL = 10_000_000_000n;
export const PRICE = 115_000n;
export const HOUR_MS = 3_600_000;
export const QUIET = { start: "21:00", end: "07:00" };

export const plus = (from: Date, ms: number) => new Date(from.getTime() + ms);
export const rich = (balanceMicros = FULL) => testAccount({ balanceMicros });

export type SendInput = { items?: Partial<Item>; sendAt?: Date; heldHosts?: string[] };

/** Creates a send of an account with a number of messages, scheduled by default. */
export async function sendOf(account: TestAccount, count: number, given: SendInput = {}): Promise<string> {
  const { items: overrides = { dueAt: LATER, sendAt: LATER }, sendAt = LATER, heldHosts = [] } = given;
  const items = Array.from({ length: count }, () => testItem(overrides));
  await accept(db(), [testSubmission(account.accountId, { items, heldHosts })], NOW, () => "");
  const [first = "", ...others] = items.map(({ id }) => id);
  return keepSend(db(), account.accountId, [first, ...others], { acceptedAt: NOW, sendAt });
}

export const pause = ({ accountId }: TestAccount, id: string, now = NOW) =>
  db().transaction((tx) => pauseSend(tx, accountId, id, now));
export const resume = ({ accountId }: TestAccount, id: string, now = NOW, quiet = NO_NIGHT) =>
  db().transaction((tx) => resumeSend(tx, accountId, id, { now, quiet }));
export const cancel = ({ accountId }: TestAccount, id: string, now = NOW) =>
  db().transaction((tx) => cancelSend(tx, accountId, id, now));
export const queued = ({ accountId }: TestAccount) =>
  db().prisma.queuedMessage.findMany({ where: { accountId } });
export const stored = (id: string) => db().prisma.bulkSend.findUniqueOrThrow({ where: { id } });
export const balanceOf = async ({ accountId }: TestAccount) => {
  const { balance, ledger } = await books(accountId);
  if (ledger !== balance) throw new Error(`The ledger has ${ledger}, and the balance is ${balance}.`);
  return balance;
};
export const findings = async ({ accountId }: TestAccount) =>
  (await auditBooks(db(), { since: null, until: new Date("2027-01-01T00:00:00Z"), keptSince: null })).filter(
    (finding) => finding.accountId === accountId,
  );

/**
 * Dispatches due messages.
 * @returns the IDs of messages that a carrier got.
 */
export async function dispatched(now: Date, quiet = NO_NIGHT): Promise<string[]> {
  const given: string[] = [];
  const carrier = carrierNamed("test", 100, async (batch) => {
    given.push(...batch.map(({ id }) => id));
    return batch.map(({ id }) => takenAs(id, `ref-${id}`));
  });
  await dispatch(db(), carrier, now, { ...BY_DAY, quiet });
  return given;
}

/** Runs a transaction of a server that is stopped right after its commit. */
export const killed = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  db().transaction((tx) =>
    work({ ...tx, prisma: tx.prisma, query: tx.query.bind(tx), afterCommit: () => {} }),
  );
