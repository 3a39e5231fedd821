import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createAccount } from "@/lib/accounts/create-account";
import type { Caller } from "@/lib/auth/callers/caller";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { importPorted, importPortedChanges } from "@/lib/numbers/import-ported";
import { lookupNumber } from "@/lib/numbers/lookup";
import { createDatabase } from "@/tests/support/database/admin";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { startThrowawayPostgres } from "@/tests/support/server/server";

// Imports two million ported numbers and a file of changes. Measures what so many cost those who send and
// look up.
//
// node --import tsx bench/portability.ts

const NUMBERS = 2_000_000;
const CHANGES = 10_000;
const SENDS = 4_000;
const LOOKUPS = 6_000;
const ROUNDS = 3;
const AT_ONCE = 10;

const CODES = ["53001", "53005", "53024"];

/** Every third number of 021 to 029, in an order that suits no index. */
const msisdn = (index: number) =>
  `642${1 + (index % 9)}${String((index * 7_919) % 10_000_019).padStart(7, "0")}`;

/** The number of the n-th send or look-up: they are scattered over the table. */
const spread = (index: number) => msisdn((index * 104_729) % NUMBERS);

async function writeFile(file: string, count: number, row: (index: number) => string): Promise<void> {
  const stream = createWriteStream(file);
  stream.write("msisdn,network_code,ported_at\n");
  for (let index = 0; index < count; index++) {
    if (!stream.write(`${row(index)}\n`)) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "finish");
}

const day = (index: number) => new Date(Date.UTC(2010, 0, 1 + (index % 5_000))).toISOString().slice(0, 10);

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** How many times a second some work is done, `AT_ONCE` at a time. */
async function rate(times: number, work: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < times) await work(next++);
  };
  return times / (await seconds(() => Promise.all(Array.from({ length: AT_ONCE }, worker))));
}

async function makeAccounts(db: Database): Promise<number[]> {
  const made: number[] = [];
  for (let index = 0; index < 8; index++) {
    const account = { email: `bench${index}@example.com`, password: "correct horse battery", name: "Bench" };
    made.push((await createAccount(db, { ...account, balanceMicros: 10n ** 13n }, new Date())).accountId);
  }
  return made;
}

const shown = (perSecond: number) => `${Math.round(perSecond)}/s`;

/** What is measured: single sends and look-ups, spread over the accounts and the numbers. */
async function makeWork(db: Database) {
  const accounts = await makeAccounts(db);
  const accountOf = (index: number) => accounts[index % accounts.length] as number;
  const send = (index: number) => {
    const items = [testItem({ dueAt: new Date(), msisdn: spread(index) })];
    return accept(db, [testSubmission(accountOf(index), { items })], new Date(), () => "");
  };
  const lookup = (index: number) => {
    const caller = { accountId: accountOf(index), hasGst: true } as Caller;
    return lookupNumber(db, caller, { number: spread(index), feeMicros: 5_000n }, new Date());
  };
  return { send, lookup };
}

type Work = Awaited<ReturnType<typeof makeWork>>;
type Files = { all: string; none: string; changes: string };

async function writeFiles(folder: string): Promise<Files> {
  const fileOf = (name: string) => path.join(folder, `${name}.csv`);
  const files = { all: fileOf("ported"), none: fileOf("none"), changes: fileOf("changes") };
  await writeFile(
    files.all,
    NUMBERS,
    (index) => `${msisdn(index)},${CODES[index % 3]},${day(index)} 10:00:00`,
  );
  await writeFile(files.none, 0, () => "");
  const code = (index: number) => (index % 10 === 0 ? "" : CODES[(index + 1) % 3]);
  await writeFile(files.changes, CHANGES, (index) => `${spread(index)},${code(index)},2026-01-01`);
  return files;
}

const replaceBy = (url: string, file: string) => importPorted(url, file, true, new Date());

/**
 * What sends and look-ups cost without ported numbers and with all of them. The two alternate, since the
 * machine's speed varies.
 */
async function compareRates(db: Database, url: string, { send, lookup }: Work, { all, none }: Files) {
  const warmUp = async () => {
    await db.query(sql`checkpoint`);
    await rate(1_000, send);
    await rate(1_000, lookup);
  };
  const figures = { sendsNone: 0, sendsAll: 0, lookupsNone: 0, lookupsAll: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    await replaceBy(url, none);
    await warmUp();
    figures.sendsNone += (await rate(SENDS, send)) / ROUNDS;
    figures.lookupsNone += (await rate(LOOKUPS, lookup)) / ROUNDS;
    const took = await seconds(() => replaceBy(url, all));
    console.log(`full import of ${NUMBERS} rows: ${took.toFixed(1)} s`);
    await warmUp();
    figures.sendsAll += (await rate(SENDS, send)) / ROUNDS;
    figures.lookupsAll += (await rate(LOOKUPS, lookup)) / ROUNDS;
  }
  return figures;
}

/** How long the slowest send takes while all ported numbers are imported, in milliseconds. */
async function slowestBesideImport(url: string, { send }: Work, { all }: Files): Promise<number> {
  let slowestMs = 0;
  let done = false;
  const importing = replaceBy(url, all).finally(() => {
    done = true;
  });
  for (let index = 0; !done; index++) {
    const took = await seconds(() => send(index));
    slowestMs = Math.max(slowestMs, took * 1000);
  }
  await importing;
  return slowestMs;
}

async function run(db: Database, url: string, folder: string): Promise<void> {
  const work = await makeWork(db);
  const files = await writeFiles(folder);

  const memory = () => `${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`;
  const before = memory();
  const { sendsNone, sendsAll, lookupsNone, lookupsAll } = await compareRates(db, url, work, files);
  console.log(`most memory of this process: ${before} before, ${memory()} after`);
  console.log(`single sends accepted, ${AT_ONCE} at once: ${shown(sendsNone)} with no ported numbers`);
  console.log(`  ${shown(sendsAll)} with ${NUMBERS}: ${(sendsAll / sendsNone).toFixed(2)} of it`);
  console.log(`lookups, ${AT_ONCE} at once: ${shown(lookupsNone)} with none, ${shown(lookupsAll)} with all`);

  const took = await seconds(() => importPortedChanges(url, files.changes, new Date()));
  console.log(`import of ${CHANGES} changes: ${took.toFixed(2)} s`);

  const slowestMs = await slowestBesideImport(url, work, files);
  console.log(`the slowest send beside a full import: ${Math.round(slowestMs)} ms`);
}

const folder = mkdtempSync(path.join(tmpdir(), "gateway-bench-"));
const postgres = await startThrowawayPostgres();
try {
  await createDatabase(postgres.url("postgres"), "bench");
  const url = postgres.url("bench");
  await migrate(url);
  const db = openDatabase(url, AT_ONCE + 2);
  await run(db, url, folder);
  await db.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
process.exit();
