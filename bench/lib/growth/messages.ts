import { randomUUID } from "node:crypto";
import { type Cell, tableOf } from "@/bench/lib/base/table";
import { makeAccounts, rateOf, writeOldMessages } from "@/bench/lib/growth/old-messages";
import { takenBy } from "@/bench/lib/process/processes";
import { makeDatabase, openDatabaseServer } from "@/bench/lib/stage/databases";
import { Simulator } from "@/lib/carriers/simulator";
import { type Database, openDatabase } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { collectReports } from "@/lib/messages/dispatch/cells/collect-reports";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";

/** Messages of a round, each a request of its own; requests of a statement; concurrent statements. */
const MESSAGES = 10_000;
const GROUP = 50;
const AT_ONCE = 10;
const ROUNDS = 5;
const WARM_UP = 2_000;
const REPORTS_EACH = 2;

const STEPS = ["accept", "dispatch", "reports"] as const;
type Step = (typeof STEPS)[number];

/** The cost of a step. Processor time is the database's; null if the system does not provide it. */
type Cost = { seconds: number; cpuSeconds: number | null; walBytes: number };
type Side = { db: Database; accounts: number[]; costs: Record<Step, Cost[]> };

/** The figures of a step, and the way to compute each. */
const MEASURES: Readonly<Record<string, (cost: Cost) => number>> = {
  "messages a second": ({ seconds }) => MESSAGES / seconds,
  "us of the database's processor each": ({ cpuSeconds }) => ((cpuSeconds ?? Number.NaN) * 1e6) / MESSAGES,
  "bytes of write-ahead log each": ({ walBytes }) => walBytes / MESSAGES,
};

/**
 * Measures acceptance, dispatch and reports on an empty database and beside old messages. Rounds alternate
 * between the two, so that other load on the machine meets both.
 */
export async function measureMessages(count: number, database: string): Promise<string[]> {
  const server = await openDatabaseServer(database, false);
  const [without, beside] = [await openSide(await makeDatabase(server)), await makeDatabase(server)];
  const old = await openSide(beside);
  await writeOldMessages(beside, { accounts: old.accounts, count });
  const sides = [without, old];
  for (const side of sides) await runRound(side, WARM_UP, server.pid);
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const costs = await runRound(side, MESSAGES, server.pid);
      for (const step of STEPS) side.costs[step].push(costs[step]);
    }
  }
  for (const { db } of sides) await db.close();
  printCosts(without, old, `${count / 1e6} million`);
  return [];
}

async function openSide(url: string): Promise<Side> {
  const db = openDatabase(url, AT_ONCE + 2);
  return { db, accounts: await makeAccounts(db), costs: { accept: [], dispatch: [], reports: [] } };
}

/** Runs all steps once. Each fails unless it is done for all messages. */
async function runRound(side: Side, messages: number, pid: number | null): Promise<Record<Step, Cost>> {
  const { db } = side;
  const cpuSeconds = () => (pid === null ? null : (takenBy(pid)?.cpuSeconds ?? null));
  const walBytes = async () => {
    const [row] = await db.query<{ bytes: number }>(
      sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`,
    );
    return row?.bytes ?? 0;
  };
  const measure = async (expected: number, work: () => Promise<number>): Promise<Cost> => {
    const [wal, cpu, startedAt] = [await walBytes(), cpuSeconds(), performance.now()];
    const done = await work();
    const seconds = (performance.now() - startedAt) / 1_000;
    const after = cpuSeconds();
    if (done !== expected) throw new Error(`Done for ${done} messages, not for ${expected}.`);
    const taken = cpu === null || after === null ? null : after - cpu;
    return { seconds, cpuSeconds: taken, walBytes: (await walBytes()) - wal };
  };
  const untilNone = async (work: () => Promise<number>) => {
    for (let all = 0; ; ) {
      const done = await work();
      all += done;
      if (done === 0) return all;
    }
  };
  const carrier = new Simulator(db, () => ({ delayMs: 0, authSecret: TEST_SECRET }));
  return {
    accept: await measure(messages, () => acceptAll(side, messages)),
    dispatch: await measure(messages, () =>
      untilNone(async () => (await dispatch(db, carrier, new Date(), BY_DAY)).submitted),
    ),
    reports: await measure(REPORTS_EACH * messages, () =>
      untilNone(async () => (await collectReports(db, carrier, new Date())).collected),
    ),
  };
}

/**
 * Accepts requests of one message each, of the accounts in turn. Concurrent groups have no account in common.
 */
async function acceptAll({ db, accounts }: Side, messages: number): Promise<number> {
  let accepted = 0;
  await rateOf(messages / GROUP, AT_ONCE, async (groupIndex) => {
    const group = Array.from({ length: GROUP }, (_, index) => {
      // The simulated network treats some endings in its own way. No number here ends so.
      const msisdn = `${6_420_000_000 + Math.floor(Math.random() * 9_000_000)}1`;
      const items = [testItem({ dueAt: new Date(), msisdn })];
      const accountId = accounts[(groupIndex * GROUP + index) % accounts.length] as number;
      return testSubmission(accountId, { items, customerMessageId: randomUUID() });
    });
    const outcomes = await accept(db, group, new Date(), () => "");
    accepted += outcomes.filter(({ kind }) => kind === "accepted").length;
  });
  return accepted;
}

/**
 * Prints the steps' means on both sides, and the ratio: of the means, and of the rounds with the least and
 * the most.
 */
function printCosts(without: Side, beside: Side, name: string): void {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const rows = STEPS.flatMap((step) =>
    Object.entries(MEASURES).map(([unit, of]): Cell[] => {
      const [one, other] = [without, beside].map(({ costs }) => costs[step].map(of)) as [number[], number[]];
      const ratios = one.map((value, round) => (other[round] ?? Number.NaN) / value);
      const all = [mean(other) / mean(one), Math.min(...ratios), Math.max(...ratios)];
      const shown = [mean(one), mean(other)].map(Math.round);
      return [`${step}: ${unit}`, ...shown, ...all.map((ratio) => ratio.toFixed(2))];
    }),
  );
  console.log(tableOf(["old messages", "none", name, "ratio", "least", "most"], rows));
}
