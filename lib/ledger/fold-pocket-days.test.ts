import { expect, it } from "vitest";
import { type Database, db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { BILLED_DAYS } from "@/lib/ledger/billing-days.sql";
import { foldPocketDays } from "@/lib/ledger/fold-pocket-days";
import { setPockets } from "@/lib/ledger/pockets";
import { acceptWith } from "@/lib/messages/accept/accept";
import { pocketedAccounts } from "@/lib/messages/accept/pocketed-accounts";
import { useTestDatabase } from "@/tests/support/database/database";
import { testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const DAYS_LATER = new Date("2026-11-24T23:00:00Z");

it("loses nothing of a batch that a pocket paid for days ago and that is committed while the days are folded", async () => {
  const { accountId } = await testAccount({ balanceMicros: 10_000_000n });
  await setPockets(db(), accountId, 4);
  pocketedAccounts(db()).add(accountId);
  const send = async (billedRateCode: string) => {
    const terms = { now: NOW, locking: "wait", leaseUntil: null, render: () => "" } as const;
    const [outcome] = await acceptWith(db(), [testSubmission(accountId, { billedRateCode })], terms);
    expect(outcome).toMatchObject({ kind: "accepted" });
  };
  await send("A");
  // A server that stood still in the middle of a request goes on once the rows of the days are ready.
  const between: Database = {
    ...db(),
    transaction: (work) =>
      db().transaction((tx) =>
        work({
          ...tx,
          query: async (statement) => {
            const rows = await tx.query<never>(statement);
            if (statement.text.includes("insert into billing_days")) await send("B");
            return rows;
          },
        }),
      ),
  };
  await foldPocketDays(between, DAYS_LATER);
  const billed = () =>
    db().query(sql`
      select rate_code, sum(messages)::int as messages from ${BILLED_DAYS} b
      where account_id = ${accountId} group by 1 order by 1`);
  const all = [
    { rate_code: "A", messages: 1 },
    { rate_code: "B", messages: 1 },
  ];
  expect(await billed()).toEqual(all);
  await foldPocketDays(db(), DAYS_LATER);
  expect(await billed()).toEqual(all);
  expect(await db().prisma.pocketDay.count({ where: { accountId } })).toBe(0);
});
