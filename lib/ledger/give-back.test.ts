import { beforeEach, expect, it, vi } from "vitest";
import { readStatement } from "@/lib/billing/statements/statement";
import { db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { books, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

/** The last instants of New Zealand's November, and the first of its December. */
const ASKED = new Date("2026-11-30T10:59:59Z");
const BILLED = new Date("2026-11-30T11:00:01Z");
const LATER = new Date("2026-12-31T11:00:01Z");

let accountId: number;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-10-10T00:00:00Z") });
  accountId = (await testAccount({ balanceMicros: 10_000_000n })).accountId;
  return () => vi.useRealTimers();
});

const statement = (month: string) =>
  readStatement(db(), { accountId, month, supplier: undefined, isAdmin: false }, LATER);

it("never comes before what it gives back, though it was asked for before that: a month closes as the next opens", async () => {
  const item = testItem({ dueAt: LATER, sendAt: LATER });
  await accept(db(), [testSubmission(accountId, { items: [item] })], BILLED, () => "");
  // The caller sent the request's head before the message was accepted, and its body afterwards.
  expect(await cancelNow({ accountId, ids: [item.id] }, ASKED)).toBe(1);
  expect(await books(accountId)).toMatchObject({ balance: 10_000_000n, ledger: 10_000_000n });
  const [november, december] = [await statement("2026-11"), await statement("2026-12")];
  expect(november).toMatchObject({ opening: "10.00", closing: "10.00", lines: [] });
  expect(december).toMatchObject({ opening: "10.00", closing: "10.00" });
  expect(december.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["deduction", "-0.115"],
    ["reversal", "0.115"],
  ]);
  const entries = await db().prisma.ledgerEntry.findMany({ where: { accountId, kind: { not: "topup" } } });
  expect(entries.map(({ createdAt }) => createdAt)).toEqual([BILLED, BILLED]);
});
