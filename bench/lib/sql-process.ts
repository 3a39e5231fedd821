import { Latencies } from "@/bench/lib/load/latencies";
import type { Driven } from "@/bench/lib/load/load-job";
import { recipient } from "@/bench/lib/load/requests";
import { serveWork } from "@/bench/lib/process/child";
import { IdFile } from "@/bench/lib/process/id-file";
import type { SqlJob } from "@/bench/lib/sql-job";
import { type Database, openDatabase } from "@/lib/db/client";
import { acceptBatcherOf } from "@/lib/messages/accept/accept-batcher";
import { testItem, testSubmission } from "@/tests/support/database/submission";

// Accepts messages as the gateway does, without HTTP: what the database allows.

const CONNECTIONS = 10;
const databases = new Map<string, Database>();

async function run({ databaseUrl, accounts, callers, seconds, idsFile }: SqlJob): Promise<Driven> {
  const db = databases.get(databaseUrl) ?? openDatabase(databaseUrl, CONNECTIONS);
  databases.set(databaseUrl, db);
  const latencies = new Latencies();
  const ids = new IdFile(idsFile);
  const samples: string[] = [];
  let errors = 0;
  let next = 0;
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const caller = async () => {
    while (performance.now() < endsAt) {
      const index = next++;
      const now = new Date();
      const item = testItem({ msisdn: recipient(index), dueAt: now });
      const submission = testSubmission(accounts[index % accounts.length] as number, { items: [item] });
      const sentAt = performance.now();
      const outcome = await acceptBatcherOf(db).accept(submission, now, () => "");
      if (outcome.kind === "accepted") {
        latencies.record(performance.now() - sentAt);
        ids.add(item.id);
      } else {
        errors++;
        if (samples.length < 3)
          samples.push(outcome.kind === "failed" ? String(outcome.error) : outcome.kind);
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const { user, system } = process.cpuUsage(cpu);
  ids.close();
  return {
    seconds: (performance.now() - startedAt) / 1000,
    answered: latencies.count,
    errors,
    unanswered: 0,
    messages: ids.count,
    samples,
    cpuSeconds: (user + system) / 1e6,
    p50Ms: latencies.percentile(50),
    p99Ms: latencies.percentile(99),
    maxMs: latencies.maxMs,
  };
}

serveWork(run);
