import { setTimeout as sleep } from "node:timers/promises";
import type { AttackJob, AttackResult } from "@/bench/lib/attacks/attack-process";
import { allAttacks } from "@/bench/lib/attacks/attacks";
import { brokenLimits, type LimitedFigure } from "@/bench/lib/base/limits";
import { type Percentiles, percentilesOf } from "@/bench/lib/base/percentiles";
import { type Cell, tableOf } from "@/bench/lib/base/table";
import { runLoad } from "@/bench/lib/load/load";
import { listOfMessages, reads, type Sender, singleJson } from "@/bench/lib/load/requests";
import { signIn } from "@/bench/lib/load/sign-in";
import { startWorker } from "@/bench/lib/process/child";
import { watch } from "@/bench/lib/process/sampler";
import { startServer } from "@/bench/lib/stage/gateway";
import { makeSenders } from "@/bench/lib/stage/senders";
import { openStage } from "@/bench/lib/stage/stage";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { onShutdown } from "@/lib/shutdown";

const PER_SECOND = 25;
const LISTS_PER_SECOND = 10;
/** Messages in that the hostile customer has, so that counting them takes long. */
const MESSAGES_IN = 1_000_000;
/** The time between an attack's end and the last look at memory. */
const REST_MS = 3_000;
/** The limits for another customer's sends and lists, and for the growth of the server's memory. */
const MAX_P99_MS = 300;
const MAX_GROWTH_MIB = 100;
const HEAD = ["", "half, ms", "p99", "slowest", "refused", "MiB before", "at most", "after"];

/**
 * The answers to one kind of a customer's requests. Times are in milliseconds from the instant each was due.
 */
type CustomerFigures = Percentiles & { refused: number };

/**
 * Measures a customer who sends and reads at a pace while others attack the server. @returns the limits that
 * broke.
 */
export async function measureAttacks(only: string, seconds: number): Promise<string[]> {
  const stage = await openStage();
  const [victim, hostile] = (await makeSenders(stage.db, "attacked", 2)) as [Sender, Sender];
  await receiveMany(stage.db, hostile.accountId, MESSAGES_IN);
  const settings = { RATE_LIMIT_PER_SECOND: "500", SIMULATOR_DELAY_MS: "300" };
  const { port, pid } = await startServer(stage, { settings });
  const attacker = await startWorker<AttackJob, AttackResult>("attacks/attack-process.ts");
  onShutdown("resources", attacker.stop);
  const [ofVictim, cookie] = [await signIn(port, victim), await signIn(port, hostile)];
  const requests = { sends: singleJson([victim]), reads: reads(victim), lists: [listOfMessages(ofVictim)] };
  const meet = async (
    perSecond: number,
    list: readonly string[],
    forSeconds: number,
  ): Promise<CustomerFigures> => {
    const pace = { perSecond, seconds: forSeconds, seed: 1, firstNumber: 0 };
    const { dueAt, answeredAt, statuses } = await runLoad({ port, requests: list, ...pace });
    const refused = statuses.filter((status) => status !== 200).length;
    const times = dueAt.map((due, index) => (answeredAt[index] || Number.POSITIVE_INFINITY) - due);
    return { refused, ...percentilesOf(times) };
  };
  const meetAll = async (forSeconds: number) => {
    const [sends, read, lists] = await Promise.all([
      meet(PER_SECOND, requests.sends, forSeconds),
      meet(PER_SECOND, requests.reads, forSeconds),
      meet(LISTS_PER_SECOND, requests.lists, forSeconds),
    ]);
    return { sends, reads: read, lists };
  };
  const rows: Cell[][] = [];
  const add = (name: string, met: Awaited<ReturnType<typeof meetAll>>, memory: number[]) => {
    for (const [kind, { p50, p99, max, refused }] of Object.entries(met))
      rows.push([`${name}: ${kind}`, p50, p99, max, refused, ...(kind === "sends" ? memory : ["", "", ""])]);
    console.log(tableOf(HEAD, rows.slice(-3)));
  };
  await meetAll(5);
  add("no attack", await meetAll(15), []);
  const limits: LimitedFigure[] = [];
  for (const attack of allAttacks(hostile, cookie).filter(({ name }) => name.includes(only))) {
    const stop = watch({ server: pid });
    const attacked = attacker.run({ ...attack, port, seconds });
    const met = await meetAll(seconds);
    const { statuses, closed, left, drainedMiB } = await attacked;
    await sleep(REST_MS);
    const { memoryMiB } = stop().server;
    const [before = 0] = memoryMiB;
    const most = Math.max(...memoryMiB);
    add(attack.name, met, [before, most, memoryMiB.at(-1) ?? 0]);
    console.log(`  the attack met ${JSON.stringify({ ...statuses, closed, left, drainedMiB })}`);
    for (const kind of ["sends", "lists"] as const) {
      const name = `${attack.name}: another customer's ${kind}`;
      limits.push({ name: `${name}, refused`, figure: met[kind].refused, most: 0 });
      limits.push({ name: `${name}, p99 in ms`, figure: met[kind].p99, most: MAX_P99_MS });
    }
    limits.push({ name: `${attack.name}: more MiB`, figure: most - before, most: MAX_GROWTH_MIB });
  }
  console.log(`\n${tableOf(HEAD, rows)}`);
  return brokenLimits(limits);
}

const CHUNK = 100_000;

/** Inserts inbound messages of an account, received one a second until now, without events. */
async function receiveMany(db: Database, accountId: number, count: number): Promise<void> {
  for (let from = 0; from < count; from += CHUNK) {
    await db.query(sql`
      insert into inbound_messages
        (id, account_id, msisdn, shortcode, body, encoding, received_at, carrier, carrier_reference)
      select uuid_v7(at), ${accountId}, '6421' || lpad((n % 5000)::text, 7, '0'), '552', 'Yes please', 'GSM-7', at,
        'bench', n::text
      from generate_series(${from}::int, ${Math.min(from + CHUNK, count) - 1}::int) n
      cross join lateral (select now() - interval '1 second' * n as at) t`);
  }
  // The database would do this later on its own.
  await db.query(sql`vacuum analyze inbound_messages`);
  await db.query(sql`checkpoint`);
}
