import path from "node:path";
import { findRun, openReader, readStandings } from "@/bench/lib/books";
import { disagreements } from "@/bench/lib/disagreements";
import type { Backlog, Carrier, Figures } from "@/bench/lib/figures/figures";
import type { Driven } from "@/bench/lib/load/load-job";
import { watch } from "@/bench/lib/process/sampler";
import type { Bench, Books, Scenario } from "@/bench/lib/scenario";
import { readBacklog, readCarrierTimes, type Settled, settle } from "@/bench/lib/settle";

/** How long the queue may take to become empty: for each second of load, and at least. */
const SETTLE_FACTOR = 20;
const MIN_SETTLE_S = 60;
const REPORTS_EACH = 2;

/** What waited when the load ended, and how long it took until nothing did; null where it took too long. */
type Settling = { backlog: Backlog; settled: Settled | null };

/** The result of the checks after a run. */
type Checked = { carrier: Carrier | null; settledMs: number | null; wrong: string[] };

/**
 * Measures one scenario, waits until nothing of it is under way, and compares the database with the answers.
 */
export async function measure(bench: Bench, scenario: Scenario, seconds: number): Promise<Figures> {
  const idsFile = path.join(bench.folder, "ids");
  const opened = scenario.books && (await openBooks(bench, scenario.books));
  try {
    const stop = watch(pidsOf(bench, scenario));
    const driven = await scenario.drive(bench, seconds, idsFile);
    const settling = opened ? await opened.settle(seconds) : null;
    // The checks that follow are no part of what a message costs.
    const { server, database, receiver, network } = stop();
    const checked = opened && settling ? await opened.check(driven, idsFile, settling) : null;
    const units = scenario.unit === "messages" ? driven.messages : driven.answered;
    const each = (cpuSeconds: number | null) =>
      cpuSeconds === null || units === 0 ? null : (cpuSeconds / units) * 1e6;
    const others = (receiver.cpuSeconds ?? 0) + (network.cpuSeconds ?? 0);
    return {
      name: scenario.name,
      connections: scenario.connections,
      unit: scenario.unit,
      beside: scenario.beside,
      seconds: driven.seconds,
      rate: units / driven.seconds,
      requests: driven.answered,
      messages: driven.messages,
      errors: driven.errors,
      samples: driven.samples,
      p50Ms: driven.p50Ms,
      p99Ms: driven.p99Ms,
      maxMs: driven.maxMs,
      ...(checked ?? { carrier: null, settledMs: null, wrong: [] }),
      peakMiB: { server: server.peakMiB, database: database.peakMiB },
      microsEach: {
        server: each(server.cpuSeconds),
        database: each(database.cpuSeconds),
        load: each(driven.cpuSeconds + others),
      },
      ...(scenario.soak ? { memoryMiB: { server: server.memoryMiB, database: database.memoryMiB } } : {}),
    };
  } finally {
    await opened?.close();
  }
}

function pidsOf({ gateway, kannel, databases, receiver }: Bench, { server }: Scenario) {
  const others = {
    receiver: receiver.pid,
    network: server === "peer" ? (kannel?.network.pid ?? null) : null,
  };
  if (server === "gateway") return { server: gateway.pid, database: databases.pid, ...others };
  // Its store is the bearerbox's.
  return { server: kannel?.pids.smsbox ?? null, database: kannel?.pids.bearerbox ?? null, ...others };
}

async function openBooks({ databases, receiver }: Bench, books: Books) {
  const client = await openReader(books.database === "alone" ? databases.aloneUrl : databases.url);
  const before = await readStandings(client, books.accounts);
  if (books.webhooks) await receiver.run("count");
  const since = new Date();
  const sent = books.database === "gateway";

  const settleAll = async (seconds: number): Promise<Settling> => {
    const backlog = await readBacklog(client, new Date());
    const longest = Math.max(MIN_SETTLE_S, seconds * SETTLE_FACTOR) * 1000;
    return { backlog, settled: sent ? await settle(client, longest) : null };
  };
  const check = async (driven: Driven, idsFile: string, { backlog, settled }: Settling): Promise<Checked> => {
    const wrong = sent && settled === null ? ["the queue did not become empty in time"] : [];
    const found = await findRun(client, before, since, idsFile);
    const { messages, unanswered } = driven;
    const expected = {
      messages,
      unanswered,
      perRequest: books.perRequest,
      microsEach: books.microsEach,
      sent,
    };
    wrong.push(...disagreements(found, expected));
    if (books.webhooks) {
      const received = await receiver.run("count");
      const made = REPORTS_EACH * driven.messages;
      if (received !== made)
        wrong.push(`${made} reports were to be received by webhook, and ${received} were`);
    }
    if (!sent) return { carrier: null, settledMs: null, wrong };
    const times = await readCarrierTimes(client, books.accounts, since);
    const carrier = { ...times, backlog, emptyAfterMs: settled?.carrierMs ?? null };
    return { carrier, settledMs: settled?.allMs ?? null, wrong };
  };
  return { settle: settleAll, check, close: () => client.end() };
}
