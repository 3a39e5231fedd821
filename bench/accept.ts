import { createAccount } from "@/lib/accounts/create-account";
import { simulator } from "@/lib/carriers/simulator";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { newId } from "@/lib/ids";
import { accept } from "@/lib/messages/accept/accept";
import { collectReports } from "@/lib/messages/dispatch/cells/collect-reports";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { startThrowawayPostgres } from "@/tests/support/server/server";

// Measures acceptance, dispatch and reports against a real PostgreSQL. All is one run, since only ratios
// between figures of one run mean anything.
//
// node --import tsx bench/accept.ts [database URL]

type Figure = { name: string; messages: number; seconds: number };

const figures: Figure[] = [];

async function measure(name: string, messages: number, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await work();
  figures.push({ name, messages, seconds: (performance.now() - startedAt) / 1000 });
}

async function inParallel(
  times: number,
  atOnce: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

function submissions(accounts: number[], count: number, recipients: number) {
  const dueAt = new Date();
  return Array.from({ length: count }, (_, index) =>
    testSubmission(accounts[index % accounts.length] as number, {
      items: Array.from({ length: recipients }, (_, to) =>
        testItem({ dueAt, msisdn: String(64_211_000_000 + to) }),
      ),
    }),
  );
}

const acceptAll = (db: Database, list: ReturnType<typeof submissions>) =>
  accept(db, list, new Date(), () => "");

/**
 * The cost of accepting when each message is a transaction of everyday queries: the reason for the set
 * statement.
 */
async function acceptOneByOne(db: Database, accountId: number): Promise<void> {
  const now = new Date();
  const id = newId();
  await db.prisma.$transaction(async (tx) => {
    await tx.account.update({ where: { id: accountId }, data: { balanceMicros: { decrement: 115_000n } } });
    await tx.blockedNumber.findUnique({ where: { accountId_msisdn: { accountId, msisdn: "64211234567" } } });
    await tx.message.create({
      data: {
        id,
        accountId,
        sendType: "sms",
        messageClass: "transactional",
        sender: "552",
        msisdn: "64211234567",
        body: "Hello",
        encoding: "GSM7",
        parts: 1,
        acceptedAt: now,
        status: "PENDING",
      },
    });
    await tx.ledgerEntry.create({
      data: {
        id: newId(),
        accountId,
        kind: "deduction",
        amountMicros: -115_000n,
        netMicros: 100_000n,
        gstMicros: 15_000n,
        messageId: id,
        sendType: "sms",
        segments: 1,
        createdAt: now,
      },
    });
  });
}

async function run(db: Database): Promise<void> {
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      createAccount(
        db,
        {
          email: `bench${index}@example.com`,
          password: "correct horse battery",
          name: "Bench",
          balanceMicros: 10n ** 13n,
        },
        new Date(),
      ),
    ),
  );
  const accounts = made.map(({ accountId }) => accountId);
  const one = (index: number) => submissions([accounts[index % 8] as number], 1, 1);
  await inParallel(300, 10, (index) => acceptAll(db, one(index)));

  await measure("one transaction of everyday queries per message, 10 at once", 2_000, () =>
    inParallel(2_000, 10, (index) => acceptOneByOne(db, accounts[index % 8] as number)),
  );
  await measure("accept: one message a statement, 10 at once", 5_000, () =>
    inParallel(5_000, 10, (index) => acceptAll(db, one(index))),
  );
  await measure("accept: 50 requests a statement, 10 at once", 20_000, () =>
    inParallel(400, 10, () => acceptAll(db, submissions(accounts, 50, 1))),
  );
  await measure("accept: one request of 10,000 recipients", 30_000, async () => {
    for (let times = 0; times < 3; times++) await acceptAll(db, submissions(accounts.slice(0, 1), 1, 10_000));
  });

  const carrier = simulator(db, 0, TEST_SECRET);
  const queued = await db.prisma.queuedMessage.count({ where: { dueAt: { not: null } } });
  await measure("dispatch to the simulated network", queued, async () => {
    while ((await dispatch(db, carrier, new Date(), BY_DAY)).claimed > 0);
  });
  await measure("two reports for each message", queued, async () => {
    while ((await collectReports(db, carrier, new Date())).collected > 0);
  });
}

const [, , given] = process.argv;
const postgres = given === undefined ? await startThrowawayPostgres() : undefined;
const url = given ?? postgres?.url("bench") ?? "";
try {
  if (postgres) {
    const { createDatabase } = await import("@/tests/support/database/admin");
    await createDatabase(postgres.url("postgres"), "bench");
  }
  await migrate(url);
  const db = openDatabase(url, 12);
  await run(db);
  await db.close();
} finally {
  await postgres?.stop();
}
const slowest = (figures[0] as Figure).messages / (figures[0] as Figure).seconds;
for (const { name, messages, seconds } of figures) {
  const rate = messages / seconds;
  console.log(
    `${name.padEnd(62)} ${Math.round(rate).toString().padStart(7)} messages/s  ${(rate / slowest).toFixed(1)}x`,
  );
}
process.exit();
