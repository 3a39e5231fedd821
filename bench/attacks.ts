import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brokenLimits } from "@/bench/lib/attack-limits";
import type { Attacked, AttackJob } from "@/bench/lib/attack-process";
import { allAttacks } from "@/bench/lib/attacks";
import { openDatabases } from "@/bench/lib/databases";
import { startGateway } from "@/bench/lib/gateway";
import { listsBy, type Met, READS, runPaced, SENDS } from "@/bench/lib/load/paced-load";
import { signIn } from "@/bench/lib/load/sign-in";
import { startWorker } from "@/bench/lib/process/child";
import { watch } from "@/bench/lib/process/sampler";
import { receiveMany } from "@/bench/lib/receive-many";
import { makeSenders } from "@/bench/lib/senders";
import { openDatabase } from "@/lib/db/client";
import { endAll, onShutdown } from "@/lib/shutdown";
import { runCommand } from "@/server/base/command-error";
import { randomSecret } from "@/server/base/kept-file";
import { ROOT } from "@/server/base/root";
import { shutDownOnSignals } from "@/server/base/shutdown";

// Measures a customer who sends and reads at an even pace while others attack the server. It uses the
// production build (npm run build first), and fails when a limit is broken.
//
// node --import tsx bench/attacks.ts [seconds for each attack] [part of an attack's name]

const SECONDS = Number(process.argv[2] ?? 60);
const ONLY = process.argv[3] ?? "";
const PER_SECOND = 25;
const LISTS_PER_SECOND = 10;
/** Messages in that the hostile customer has, so that counting them takes long. */
const MESSAGES_IN = 1_000_000;
/** The time between an attack's end and the last look at memory. */
const REST_MS = 3_000;
/** The line below an attack's: the same figures for reads. */
const AS_READS = "  what is read";
const AS_LISTED = "  the list of messages, by a session";

function lineOf(name: string, { answered, refused, p50Ms, p99Ms, maxMs }: Met, memory: string): string {
  const times = [p50Ms, p99Ms, maxMs].map((ms) => `${Math.round(ms)}`.padStart(6)).join("");
  return `${name.padEnd(52)}${times}${String(refused).padStart(6)}/${answered + refused}  ${memory}`;
}

runCommand(async () => {
  shutDownOnSignals();
  const data = path.join(ROOT, ".data");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(data, "attacks-"));
  onShutdown("resources", () => rmSync(folder, { recursive: true, force: true }));
  try {
    const databases = await openDatabases(ROOT, undefined, false);
    const db = openDatabase(databases.url, 2);
    const [victim, hostile] = await makeSenders(db, "attacked", 2);
    if (!victim || !hostile) throw new Error("There are no accounts.");
    await receiveMany(db, hostile.accountId, MESSAGES_IN);
    await db.close();
    const started = { root: ROOT, databaseUrl: databases.url, authSecret: randomSecret(), receivers: "" };
    const settings = { RATE_LIMIT_PER_SECOND: "500", SIMULATOR_DELAY_MS: "300" };
    const gateway = await startGateway({ ...started, folder, settings });
    const attacker = await startWorker<AttackJob, Attacked>("attack-process.ts");
    onShutdown("resources", attacker.stop);

    console.log(`${"".padEnd(52)}   p50   p99   max refused  memory in MiB: before, most, after`);
    const [victimCookie, cookie] = [await signIn(gateway.port, victim), await signIn(gateway.port, hostile)];
    const meet = (seconds: number) =>
      Promise.all([
        runPaced(gateway.port, victim, {
          perSecond: LISTS_PER_SECOND,
          seconds,
          asked: listsBy(victimCookie),
        }),
        runPaced(gateway.port, victim, { perSecond: PER_SECOND, seconds, asked: SENDS }),
        runPaced(gateway.port, victim, { perSecond: PER_SECOND, seconds, asked: READS }),
      ]);
    await meet(5);
    const [lists, sends, reads] = await meet(15);
    const broken: string[] = [];
    console.log(lineOf("no attack", sends, ""));
    console.log(lineOf(AS_READS, reads, ""));
    console.log(lineOf(AS_LISTED, lists, ""));
    for (const attack of allAttacks(hostile, cookie).filter(({ name }) => name.includes(ONLY))) {
      const ended = watch({ server: gateway.pid });
      const attacked = attacker.run({ ...attack, port: gateway.port, seconds: SECONDS });
      const [listed, met, read] = await meet(SECONDS);
      const { statuses, closed, left, drainedMiB } = await attacked;
      await sleep(REST_MS);
      const { memoryMiB } = ended().server;
      const mostMiB = Math.max(...memoryMiB);
      const [beforeMiB = 0] = memoryMiB;
      const memory = [beforeMiB, mostMiB, memoryMiB.at(-1) ?? 0].map(Math.round);
      broken.push(...brokenLimits(attack.name, { sends: met, lists: listed }, mostMiB - beforeMiB));
      console.log(lineOf(attack.name, met, memory.join(", ")));
      console.log(lineOf(AS_READS, read, ""));
      console.log(lineOf(AS_LISTED, listed, ""));
      const drained = drainedMiB > 0 ? { drainedMiB: Math.round(drainedMiB) } : {};
      console.log(`  the attack met ${JSON.stringify({ ...statuses, closed, left, ...drained })}`);
    }
    if (broken.length > 0) console.error(`\nLimits that were broken:\n${broken.join("\n")}`);
    process.exitCode = broken.length > 0 ? 1 : 0;
  } finally {
    await endAll();
  }
});
