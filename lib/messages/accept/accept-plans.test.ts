import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { type AcceptRow, acceptStatement } from "@/lib/messages/accept/accept.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { openWithoutSettings, rowsReadBy } from "@/tests/support/database/rows-read";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date();

it("reads as few rows by a plan of empty tables, before and after they are analyzed", async () => {
  const { accountId } = await testAccount();
  const own = await openWithoutSettings();
  const rowsRead = (count: number) =>
    rowsReadBy(own, async (tx) => {
      const idempotency = {
        key: crypto.randomUUID().padEnd(64, "0"),
        requestHash: Buffer.alloc(32),
        expiresAt: NOW,
        responseSecret: "",
      };
      const items = Array.from({ length: count }, () => testItem());
      const submission = testSubmission(accountId, { items, idempotency });
      const foreseen = { blocked: new Set<string>(), ported: new Map<string, string>() };
      const answered = [{ submission, answer: { foreseen, response: Buffer.alloc(9) } }];
      const [row] = await tx.query<AcceptRow>(
        await acceptStatement(answered, { now: NOW, locking: "wait", leases: null }),
      );
      expect(row?.taken).toEqual([true]);
    });
  await rowsRead(1);
  await db().query(sql`
    insert into blocked_numbers (account_id, msisdn, keyword, blocked_at)
    select ${accountId}, n, 'STOP', ${NOW}::timestamptz from generate_series(1, 20000) n`);
  await db().query(sql`
    insert into idempotency_keys (account_id, key, request_hash, response, expires_at)
    select ${accountId}, lpad(n::text, 64, '0'), decode(repeat('00', 32), 'hex'), '', ${NOW}::timestamptz
    from generate_series(1, 20000) n`);
  const grown = await rowsRead(8);
  await db().query(sql`vacuum analyze`);
  const analyzed = await rowsRead(8);
  await own.close();
  for (const read of [grown, analyzed]) expect(read).toBeLessThan(8 * 12);
});
