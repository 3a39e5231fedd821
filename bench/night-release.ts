import { createAccount } from "@/lib/accounts/create-account";
import { simulator } from "@/lib/carriers/simulator";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { createDatabase } from "@/tests/support/database/admin";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { startThrowawayPostgres } from "@/tests/support/server/server";

// How long a message accepted at 07:01 waits behind a night's release of 100,000.
//
// node --import tsx bench/night-release.ts

const NIGHT = 100_000;
const REQUEST = 10_000;

async function fillNight(db: Database, accountId: number, morning: Date): Promise<void> {
  for (let accepted = 0; accepted < NIGHT; accepted += REQUEST) {
    const items = Array.from({ length: REQUEST }, () => testItem({ dueAt: morning }));
    await accept(
      db,
      [testSubmission(accountId, { items })],
      new Date(morning.getTime() - 3_600_000),
      () => "",
    );
  }
}

async function run(db: Database): Promise<void> {
  const account = { email: "bench@example.com", password: "correct horse battery", name: "Bench" };
  const { accountId } = await createAccount(db, { ...account, balanceMicros: 10n ** 13n }, new Date());
  await fillNight(db, accountId, new Date());
  const carrier = simulator(db, 3_600_000, TEST_SECRET);
  const waits: number[] = [];
  const startedAt = performance.now();
  let submitted = 0;
  for (let batch = 0; ; batch++) {
    const item = testItem({ dueAt: new Date() });
    const newcomer =
      batch % 20 === 10
        ? accept(db, [testSubmission(accountId, { items: [item] })], item.dueAt as Date, () => "")
        : null;
    const acceptedAt = performance.now();
    await newcomer;
    const result = await dispatch(db, carrier, new Date(), BY_DAY);
    submitted += result.submitted;
    if (newcomer) {
      const [row] = await db.query(
        sql`select 1 from carrier_submissions where message_id = ${item.id}::uuid`,
      );
      if (row) waits.push(performance.now() - acceptedAt);
    }
    if (result.claimed === 0) break;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${submitted} messages in ${seconds.toFixed(1)} s, ${Math.round(submitted / seconds)} a second`,
  );
  console.log(
    `newcomers beside them: ${waits.length}, the slowest submitted after ${Math.round(Math.max(...waits))} ms`,
  );
}

const postgres = await startThrowawayPostgres();
try {
  await createDatabase(postgres.url("postgres"), "bench");
  const url = postgres.url("bench");
  await migrate(url);
  const db = openDatabase(url, 4);
  await run(db);
  await db.close();
} finally {
  await postgres.stop();
}
process.exit();
