import { setTimeout as sleep } from "node:timers/promises";
import type { Kannel } from "@/bench/lib/carriers/kannel";
import type { Driven } from "@/bench/lib/load/load-job";
import type { Bench, Scenario } from "@/bench/lib/scenario";

export const PEER = "kannel, ";
export const SINGLE = "single";
export const HUNDRED = "100 recipients";
export const WITH_ITS_REPORTS = "single with reports by HTTP";

/** The name of a scenario, by which others are compared with it. */
export const title = (name: string, connections: number) => `${name} @${connections}`;

/** Whether a scenario of this name measures another product. */
export const isPeer = (name: string) => name.startsWith(PEER);

/** As many as a message of ours has: that the network has it, and that the handset has it. */
const REPORTS_EACH = 2;

/** How long messages and reports may still be under way when the load has ended. */
const MAX_ARRIVAL_MS = 60_000;

type Work = { name: string; recipients: number; hasReports: boolean };

/**
 * Kannel at the same work: single sends at so many connections, sends to a hundred at once, and single sends whose
 * reports it hands on by HTTP.
 */
export function kannelScenarios(connections: readonly number[], withReports: readonly number[]): Scenario[] {
  const hundred = { name: HUNDRED, recipients: 100, hasReports: false };
  return [
    ...connections.map((count) => peer({ name: SINGLE, recipients: 1, hasReports: false }, count)),
    peer(hundred, 16),
    ...withReports.map((count) => peer({ name: WITH_ITS_REPORTS, recipients: 1, hasReports: true }, count)),
  ];
}

function peer(work: Work, connections: number): Scenario {
  return {
    name: title(`${PEER}${work.name}`, connections),
    connections,
    unit: "messages",
    beside: {},
    books: null,
    server: "peer",
    drive: async (bench, seconds) => {
      if (!bench.kannel) throw new Error("There is no Kannel in this run.");
      const { port, network, requests } = bench.kannel;
      await network.run({ answerAfterMs: 0, hasReceipts: work.hasReports });
      if (work.hasReports) await bench.receiver.run("count");
      const reportsTo = work.hasReports ? `http://${bench.receivers}` : undefined;
      const list = requests(work.recipients, reportsTo);
      const job = { host: "127.0.0.1", port, connections, seconds, requests: list, idsFile: null };
      const driven = await bench.load.run(job);
      const messages = driven.answered * work.recipients;
      return { ...driven, messages, ...(await arrived(bench, bench.kannel, { driven, work, messages })) };
    },
  };
}

/**
 * Waits until the network has the messages that Kannel accepted, and the receiver their reports. What is missing
 * after a minute is an error.
 */
async function arrived(
  { receiver }: Bench,
  { network }: Kannel,
  { driven, work, messages }: { driven: Driven; work: Work; messages: number },
): Promise<Partial<Driven>> {
  const deadline = Date.now() + MAX_ARRIVAL_MS;
  const reports = work.hasReports ? messages * REPORTS_EACH : 0;
  let [taken, received] = [0, 0];
  for (;;) {
    taken = await network.run("taken");
    if (work.hasReports) received += await receiver.run("count");
    if ((taken >= messages && received >= reports) || Date.now() > deadline) break;
    await sleep(100);
  }
  const missing = [
    ...(taken < messages ? [`${messages - taken} messages did not arrive`] : []),
    ...(received < reports ? [`${reports - received} reports did not arrive`] : []),
  ];
  if (missing.length === 0) return {};
  const lost = Math.max(messages - taken, 0) + Math.max(reports - received, 0);
  return { errors: driven.errors + lost, samples: [...driven.samples, ...missing] };
}
