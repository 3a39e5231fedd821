import { setTimeout as sleep } from "node:timers/promises";
import { type Cell, tableOf } from "@/bench/lib/base/table";
import { type Answers, isRight } from "@/bench/lib/load/load";
import type { LoadWorker } from "@/bench/lib/load/load-worker";
import { follow, type RateResult, WEBHOOKS_EACH } from "@/bench/lib/open/follow";
import type { Outside } from "@/bench/lib/outside/outside";
import { TWO_RECEIPTS } from "@/bench/lib/outside/smpp-server";
import { clockMs } from "@/bench/lib/process/clock";
import { watch } from "@/bench/lib/process/sampler";

/** A product that sends messages over HTTP to the network, and reports each to the receiver. */
export type Product = {
  name: string;
  port: number;
  requests: readonly string[];
  /** Its processes: the one that answers, and the one that stores. */
  pids: Record<"server" | "database", number | null>;
  /** True if its reports have the message's number in place of an id. */
  isKeyed: boolean;
};

/** One rate and its duration. */
export type Rate = { perSecond: number; seconds: number; seed: number };

/**
 * The result of one rate. Processor time is that of a message, in microseconds, until nothing of it was under
 * way.
 */
export type MeasuredRate = RateResult & {
  name: string;
  rate: Rate;
  micros: Record<"server" | "database", number | null>;
  peakMiB: Record<"server" | "database", number | null>;
  /** Seconds from the last request until nothing was under way. Null after 30. */
  drainedAfter: number | null;
  samples: string[];
  ids: string[];
};

const DRAIN_MS = 30_000;
const LOOK_MS = 50;
/** Time for events that come again. */
const REST_MS = 500;

let requestsMade = 0;

/** Offers requests to a product at one rate, and follows each message through to its webhooks. */
export async function measureRate(
  product: Product,
  { load, outside }: { load: LoadWorker; outside: Outside },
  rate: Rate,
): Promise<MeasuredRate> {
  const { name, port, requests, pids, isKeyed } = product;
  await outside.set({ answerAfterMs: 0, receipts: TWO_RECEIPTS });
  for (const question of ["timeline", "webhooks"] as const) await outside.ask(question);
  const stop = watch(pids);
  const offered = await load.open({ port, requests, ...rate, firstNumber: requestsMade });
  requestsMade += offered.dueAt.length;
  const isDrained = await drained(outside, offered);
  const drainedAt = clockMs();
  const { server, database } = stop();
  await sleep(REST_MS);
  const { perSecond } = rate;
  const followed = follow(offered, await outside.ask("timeline"), { perSecond, isKeyed });
  const micros = (cpuSeconds: number | null) =>
    cpuSeconds === null ? null : (cpuSeconds / Math.max(1, followed.accepted)) * 1e6;
  return {
    ...followed,
    name,
    rate,
    micros: { server: micros(server.cpuSeconds), database: micros(database.cpuSeconds) },
    peakMiB: { server: server.peakMiB, database: database.peakMiB },
    drainedAfter: isDrained ? (drainedAt - (offered.dueAt.at(-1) ?? drainedAt)) / 1_000 : null,
    samples: offered.samples,
    ids: offered.ids.filter((id) => id !== null),
  };
}

/** Waits until the network has every accepted message, and the receiver each of its webhooks. */
async function drained(outside: Outside, { statuses }: Answers): Promise<boolean> {
  const accepted = statuses.filter(isRight).length;
  for (const deadline = clockMs() + DRAIN_MS; clockMs() < deadline; await sleep(LOOK_MS)) {
    const { seen } = await outside.ask("counts");
    if (seen.submissions >= accepted && seen.webhooks >= WEBHOOKS_EACH * accepted) return true;
  }
  return false;
}

/** Returns a sentence for each message and webhook that was lost, and for each error. */
export function losses(measured: MeasuredRate): string[] {
  const { name, rate, missing, examples, strays, unanswered, drainedAfter } = measured;
  const at = `${name}, ${rate.perSecond} a second`;
  // Requests without an answer may have left their messages.
  const unexplained = Math.max(0, strays - unanswered);
  const such = examples.length > 0 ? `, such as ${examples.join(", ")}` : "";
  return [
    ...(missing.network > 0 ? [`${at}: ${missing.network} accepted messages did not reach the network`] : []),
    ...(missing.webhooks > 0 ? [`${at}: ${missing.webhooks} receipts have no webhook${such}`] : []),
    ...(unexplained > 0 ? [`${at}: ${unexplained} messages reached the network without an answer`] : []),
    ...(drainedAfter === null ? [`${at}: not everything arrived within ${DRAIN_MS / 1_000} s`] : []),
  ];
}

/** The columns of the table. Times are in milliseconds, and processor times of a message in microseconds. */
const COLUMNS: readonly (readonly [head: string, of: (measured: MeasuredRate) => Cell])[] = [
  ["", ({ name }) => name],
  ["a second", ({ rate }) => rate.perSecond],
  ["kept", ({ isKept }) => (isKept ? "yes" : "no")],
  ["answer p50", ({ answer }) => answer.p50],
  ["p99", ({ answer }) => answer.p99],
  ["network p50", ({ network }) => network.p50],
  ["p99", ({ network }) => network.p99],
  ["webhook p50", ({ webhooks }) => webhooks.p50],
  ["p99", ({ webhooks }) => webhooks.p99],
  ["waiting, middle", ({ waiting }) => `${waiting.middle.network} + ${waiting.middle.webhooks}`],
  ["end", ({ waiting }) => `${waiting.end.network} + ${waiting.end.webhooks}`],
  ["refused", ({ refused, unanswered }) => refused + unanswered],
  ["lost", ({ missing }) => missing.network + missing.webhooks],
  ["again", ({ again }) => again],
  ["server, us", ({ micros }) => micros.server],
  ["database", ({ micros }) => micros.database],
  ["server, MiB", ({ peakMiB }) => peakMiB.server],
  ["database", ({ peakMiB }) => peakMiB.database],
];

/** Returns the table of all rates. */
export function openLoopTable(all: readonly MeasuredRate[]): string {
  return tableOf(
    COLUMNS.map(([head]) => head),
    all.map((measured) => COLUMNS.map(([, of]) => of(measured))),
  );
}
