import { afterEach, beforeEach } from "vitest";
import { type Database, db, openDatabase } from "@/lib/db/client";
import { setPockets } from "@/lib/ledger/pockets";
import { accept, acceptWith } from "@/lib/messages/accept/accept";
import type { Outcome, Submission } from "@/lib/messages/accept/submission";
import { auditBooks } from "@/lib/messages/audit/audit-books";
import { keyed as keyedUntil, testItem, testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

export const NOW = new Date("2026-11-20T23:00:00Z");

/** Two handles on the test's database, as two processes have them: one of them by its number, whatever that is. */
export function useHandles(): (n: number) => Database {
  let handles: Database[] = [];
  beforeEach(() => {
    handles = [1, 2].map(() => openDatabase(process.env.DATABASE_URL as string, 6));
  });
  afterEach(async () => {
    await Promise.all(handles.map((handle) => handle.close()));
  });
  return (n) => handles[n % handles.length] as Database;
}

/** An account with so many pockets. */
export async function pocketed(balanceMicros: bigint, pockets: number): Promise<number> {
  const { accountId } = await testAccount({ balanceMicros });
  await setPockets(db(), accountId, pockets);
  return accountId;
}

/** What the account's row has, and each pocket in order. */
export async function purses(accountId: number): Promise<bigint[]> {
  const { balanceMicros, pocketRows } = await db().prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { balanceMicros: true, pocketRows: { orderBy: { number: "asc" } } },
  });
  return [balanceMicros, ...pocketRows.map((row) => row.balanceMicros)];
}

/** A send of one message at a price. */
export function costing(accountId: number, micros: bigint): Submission {
  return testSubmission(accountId, { items: [testItem({ netMicros: micros, gstMicros: 0n })] });
}

/** The same with an idempotency key. */
export function keyed(submission: Submission, key: string): Submission {
  return keyedUntil(submission, key, new Date(NOW.getTime() + 3_600_000));
}

/** What becomes of a batch that waits for locks. */
export async function kinds(by: Database, submissions: Submission[]): Promise<Outcome["kind"][]> {
  return (await accept(by, submissions, NOW, () => "{}")).map(({ kind }) => kind);
}

/** What becomes of one that waits for none. */
export async function skipping(by: Database, submissions: Submission[]): Promise<string[]> {
  const terms = { now: NOW, render: () => "{}", locking: "skip", leaseUntil: null } as const;
  return (await acceptWith(by, submissions, terms)).map(({ kind }) => kind);
}

/** What the audit of the books finds. */
export function audited() {
  return auditBooks(db(), { since: null, until: new Date(Date.now() + 86_400_000), keptSince: null });
}
