import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { recentMonths } from "@/lib/db/partitions/months.sql";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { numbered } from "@/lib/messages/dispatch/report";
import { type RecordedRow, recordReportsStatement } from "@/lib/messages/dispatch/report.sql";
import { NO_PLACES } from "@/lib/webhooks/delivery/hand-over.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { openWithoutSettings, rowsReadBy } from "@/tests/support/database/rows-read";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date();

/** Inserts messages that a network has, more than a test could send. Returns their ids. */
async function submittedMessages(accountId: number, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await db().query(sql`
    insert into messages (id, account_id, send_type, message_class, sender, msisdn, body, encoding, parts, accepted_at, status)
    select id, ${accountId}, 'sms', 'transactional', '552', '64211234567', 'Kia ora', 'GSM-7', 1, ${NOW}::timestamptz, 'PENDING'
    from unnest(${ids}::uuid[]) id`);
  await db().query(sql`
    insert into message_queue (account_id, accepted_at, message_id, attempts, valid_until)
    select ${accountId}, ${NOW}::timestamptz, id, 1, ${NOW}::timestamptz + interval '1 day' from unnest(${ids}::uuid[]) id`);
  await db().query(sql`
    insert into carrier_submissions (message_id, carrier, reference, submitted_at, part_count)
    select id, 'test', id, ${NOW}::timestamptz, 1 from unnest(${ids}::uuid[]) id`);
  return ids;
}

it("reads as few rows by a plan of empty tables, before and after they are analyzed", async () => {
  const { accountId } = await testAccount();
  const own = await openWithoutSettings();
  const rowsRead = (ids: readonly string[], code: number) =>
    rowsReadBy(own, async (tx) => {
      const reports = ids.map((reference) => ({ reference, key: `${code}`, code, reportedAt: NOW }));
      const recording = {
        reports: numbered(reports),
        carrier: "test",
        months: recentMonths(NOW),
        promised: NO_PLACES,
      };
      const [row] = await tx.query<RecordedRow>(recordReportsStatement(recording, NOW));
      expect(row?.known).toHaveLength(ids.length);
    });
  const [first = "", ...few] = await submittedMessages(accountId, 9);
  await rowsRead([first], 8);
  await rowsRead([first], 1);
  const many = await submittedMessages(accountId, 20_000);
  const grown = [await rowsRead(few, 8), await rowsRead(few, 1)];
  await db().query(sql`vacuum analyze`);
  const known = many.slice(0, 8);
  const analyzed = [await rowsRead(known, 8), await rowsRead(known, 1)];
  await own.close();
  for (const read of [...grown, ...analyzed]) expect(read).toBeLessThan(8 * 12);
});
