import path from "node:path";
import { Books } from "@/bench/lib/closed/books";
import type { RunAnswers } from "@/bench/lib/closed/disagreements";
import type { Figures } from "@/bench/lib/closed/figures";
import type { ClosedBench, Scenario } from "@/bench/lib/closed/scenarios";
import type { LoadResult } from "@/bench/lib/load/load-worker";
import type { Sender } from "@/bench/lib/load/requests";
import { TWO_RECEIPTS } from "@/bench/lib/outside/smpp-server";
import { watch } from "@/bench/lib/process/sampler";

/** The longest time that the queue may take to become empty. */
const SETTLE_MS = 200_000;
const REPORTS_EACH = 2;

/**
 * Measures one scenario, waits until nothing of it is under way, and compares the database with the answers.
 */
export async function measure(bench: ClosedBench, scenario: Scenario, seconds: number): Promise<Figures> {
  const { stage, gateway, kannel, load } = bench;
  const { outside, databases } = stage;
  const idsFile = path.join(stage.folder, "ids");
  const books = scenario.books && (await openBooks(bench, scenario.books.senders));
  try {
    await outside.ask("webhooks");
    if (!scenario.isPeer) await outside.set({ answerAfterMs: 0, receipts: TWO_RECEIPTS });
    const pids = scenario.isPeer
      ? { server: kannel?.pids.smsbox ?? null, database: kannel?.pids.bearerbox ?? null }
      : { server: gateway.pid, database: databases.pid };
    const stop = watch({ ...pids, outside: outside.pid, load: load.pid });
    const driven = await scenario.drive(seconds, idsFile);
    const backlog = await books?.backlog();
    const isSettled = (await books?.settle(SETTLE_MS)) ?? true;
    // The checks that follow are no part of the cost of a message.
    const used = stop();
    await outside.ask("timeline");
    const units = scenario.unit === "messages" ? driven.messages : driven.answered;
    const micros = (cpuSeconds: number | null) =>
      cpuSeconds === null || units === 0 ? null : (cpuSeconds / units) * 1e6;
    return {
      name: scenario.name,
      ...(scenario.peer !== undefined && { peer: scenario.peer }),
      numbers: {
        rate: units / driven.seconds,
        p50: driven.p50Ms,
        p99: driven.p99Ms,
        waiting: backlog?.messages ?? null,
        waitingMs: backlog?.ageMs ?? null,
        server: micros(used.server.cpuSeconds),
        database: micros(used.database.cpuSeconds),
        load: micros((used.load.cpuSeconds ?? 0) + (used.outside.cpuSeconds ?? 0)),
        serverMiB: used.server.peakMiB,
        databaseMiB: used.database.peakMiB,
      },
      errors: driven.errors,
      samples: driven.samples,
      wrong: [
        ...(isSettled ? [] : ["the queue did not become empty in time"]),
        ...(books && scenario.books
          ? await disagreementsOf(bench, scenario.books, driven, (expected) => books.check(expected, idsFile))
          : []),
      ],
    };
  } finally {
    await books?.close();
  }
}

function openBooks({ cells }: ClosedBench, senders: readonly Sender[]): Promise<Books> {
  const accountsOf = (ofCell: readonly Sender[]) =>
    ofCell.filter((sender) => senders.includes(sender)).map(({ accountId }) => accountId);
  return Books.open(cells.map((cell) => ({ url: cell.url, accounts: accountsOf(cell.senders) })));
}

/** Returns a sentence for each disagreement of the books, and of the webhooks, with the answers. */
async function disagreementsOf(
  { stage: { outside }, network }: ClosedBench,
  { perRequest, microsEach, hasWebhooks }: NonNullable<Scenario["books"]>,
  { messages, unanswered }: LoadResult,
  check: (expected: RunAnswers) => Promise<string[]>,
): Promise<string[]> {
  const wrong = await check({ messages, unanswered, perRequest, microsEach, sent: true });
  const [received, { unsigned }] = [await outside.ask("webhooks"), await outside.ask("counts")];
  const { taken } = await outside.ask("counts");
  if (network !== "simulator" && (taken < messages || taken > messages + unanswered * perRequest))
    wrong.push(`${messages} messages were to reach the network, and it took ${taken}`);
  if (!hasWebhooks) return wrong;
  const made = REPORTS_EACH * messages;
  if (received !== made) wrong.push(`${made} reports were to be received by webhook, and ${received} were`);
  if (unsigned > 0) wrong.push(`${unsigned} webhooks have no valid signature`);
  return wrong;
}
