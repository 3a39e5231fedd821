import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { NetworkKind } from "@/bench/lib/closed/closed-bench";
import type { LoadResult, LoadWorker } from "@/bench/lib/load/load-worker";
import * as requests from "@/bench/lib/load/requests";
import { TWO_RECEIPTS } from "@/bench/lib/outside/smpp-server";
import type { CellSenders } from "@/bench/lib/stage/cells";
import type { Gateway } from "@/bench/lib/stage/gateway";
import type { Kannel } from "@/bench/lib/stage/kannel";
import type { Stage } from "@/bench/lib/stage/stage";

/**
 * A closed load: each connection sends its next request when the last one is answered. Kannel is null if it
 * is not compared.
 */
export type ClosedBench = {
  stage: Stage;
  gateway: Gateway;
  network: NetworkKind;
  load: LoadWorker;
  kannel: Kannel | null;
  /** The databases and their senders, home first. */
  cells: readonly CellSenders[];
  /** The senders of all cells in turn, and those of home that have webhooks. */
  senders: readonly requests.Sender[];
  withWebhooks: readonly requests.Sender[];
};

/** One thing to measure. */
export type Scenario = {
  name: string;
  unit: "messages" | "requests";
  /** The name of the scenario of Kannel that does the same. */
  peer?: string;
  isPeer?: boolean;
  /** Sends for a number of seconds. Writes the IDs of accepted messages to a file. */
  drive(seconds: number, idsFile: string): Promise<LoadResult>;
  /** The accounts to check afterwards, the price of each message, and the messages of one request. */
  books?: {
    senders: readonly requests.Sender[];
    microsEach: bigint;
    perRequest: number;
    hasWebhooks?: boolean;
  };
};

const CONNECTIONS = [1, 16, 64, 256];
/** The connections of scenarios with webhooks or with keys. */
const FEW = [16, 64];
const STANDARD_MICROS = 115_000n;
const TEMPLATE_MICROS = 92_000n;
/** Messages whose status is queried. */
const QUERIED = 1_000;
const REPORTS_EACH = 2;
/** The longest time for Kannel's messages and reports to arrive after the load. */
const MAX_ARRIVAL_MS = 60_000;

/** Returns a name without the number: several cells may have a few accounts less. */
const label = (count: number) => (count === 1 ? "1 account" : "many accounts");

/** Returns all scenarios, in order. */
export function allScenarios(bench: ClosedBench): Scenario[] {
  const { senders } = bench;
  const one = senders.slice(0, 1);
  return [
    ...CONNECTIONS.map((connections) => bareHandler(bench, connections)),
    ...(bench.kannel ? kannelScenarios(bench, bench.kannel) : []),
    ...CONNECTIONS.map((connections) => single(bench, "json", one, connections)),
    ...CONNECTIONS.map((connections) => single(bench, "json", senders, connections)),
    ...FEW.map((connections) => single(bench, "form", one, connections)),
    ...FEW.map((connections) => single(bench, "keyed", one, connections)),
    ...[100, 1_000, 10_000].map((recipients) => bulk(bench, recipients)),
    single(bench, "code", senders, 16),
    statusQuery(bench),
    ...FEW.map((connections) => single(bench, "webhooks", bench.withWebhooks, connections)),
  ];
}

/** Keeps connections to the gateway busy with these requests. Without seconds each is sent once. */
function ask(
  { load, gateway }: ClosedBench,
  list: readonly string[],
  pace: { connections: number; seconds: number | null },
  idsFile: string | null = null,
): Promise<LoadResult> {
  return load.close({ port: gateway.port, requests: list, ...pace }, idsFile);
}

function bareHandler(bench: ClosedBench, connections: number): Scenario {
  return {
    name: `bare handler @${connections}`,
    unit: "requests",
    drive: (seconds) => ask(bench, requests.bare(), { connections, seconds }),
  };
}

const TO_ONE = {
  name: "single json",
  list: requests.singleJson,
  microsEach: STANDARD_MICROS,
  peer: "single",
};
/** The requests with one recipient, and the price of each message. */
const SINGLES = {
  json: TO_ONE,
  form: { ...TO_ONE, name: "single form", list: requests.singleForm },
  keyed: { ...TO_ONE, name: "single json with a key", list: requests.singleKeyed },
  webhooks: { ...TO_ONE, name: "single json with two webhooks", peer: "single with two reports" },
  code: { ...TO_ONE, name: "one-time codes", list: requests.otp, microsEach: TEMPLATE_MICROS },
};

function single(
  bench: ClosedBench,
  kind: keyof typeof SINGLES,
  senders: readonly requests.Sender[],
  connections: number,
): Scenario {
  const { name, list, microsEach, peer } = SINGLES[kind];
  return {
    name: `${name}, ${label(senders.length)} @${connections}`,
    unit: "messages",
    peer: `kannel, ${peer} @${connections}`,
    books: { senders, microsEach, perRequest: 1, hasWebhooks: kind === "webhooks" },
    drive: async (seconds, idsFile) => {
      // The server remembers a right password for five minutes.
      const once = { connections: 2, seconds: null };
      if (kind === "form") await ask(bench, requests.balances(senders), once);
      return ask(bench, list(senders), { connections, seconds }, idsFile);
    },
  };
}

function bulk(bench: ClosedBench, recipients: number): Scenario {
  const senders = bench.senders.slice(0, 1);
  return {
    name: `bulk of ${recipients.toLocaleString("en")}, 1 account @4`,
    unit: "messages",
    peer: "kannel, 100 recipients @16",
    books: { senders, microsEach: STANDARD_MICROS, perRequest: recipients },
    drive: (seconds, idsFile) =>
      ask(bench, requests.bulk(senders, recipients), { connections: 4, seconds }, idsFile),
  };
}

function statusQuery(bench: ClosedBench): Scenario {
  const [sender] = bench.senders as [requests.Sender];
  return {
    name: "status query, 1 account @16",
    unit: "requests",
    books: { senders: [sender], microsEach: STANDARD_MICROS, perRequest: QUERIED },
    drive: async (seconds, idsFile) => {
      const [first = ""] = requests.bulk([sender], QUERIED);
      const { messages } = await ask(bench, [first], { connections: 1, seconds: null }, idsFile);
      const ids = readFileSync(idsFile, "utf8").trim().split("\n");
      return { ...(await ask(bench, requests.status(sender, ids), { connections: 16, seconds })), messages };
    },
  };
}

/** Returns the same work by Kannel. Two reports of a message go on by HTTP if it has reports. */
function kannelScenarios(bench: ClosedBench, kannel: Kannel): Scenario[] {
  const peer = (name: string, connections: number, recipients: number, hasReports: boolean): Scenario => ({
    name: `kannel, ${name} @${connections}`,
    unit: "messages",
    isPeer: true,
    drive: async (seconds) => {
      const { outside } = bench.stage;
      await outside.set({ answerAfterMs: 0, receipts: hasReports ? TWO_RECEIPTS : [] });
      const list = kannel.requests(recipients, hasReports);
      const driven = await bench.load.close(
        { port: kannel.port, requests: list, connections, seconds },
        null,
      );
      const messages = driven.answered * recipients;
      return { ...driven, messages, ...(await arrived(bench, driven, messages, hasReports)) };
    },
  });
  return [
    ...CONNECTIONS.map((connections) => peer("single", connections, 1, false)),
    peer("100 recipients", 16, 100, false),
    ...FEW.map((connections) => peer("single with two reports", connections, 1, true)),
  ];
}

/**
 * Waits until the network has the messages that Kannel accepted, and the receiver their reports. A missing
 * one is an error.
 */
async function arrived(
  { stage: { outside } }: ClosedBench,
  { errors, samples }: LoadResult,
  messages: number,
  hasReports: boolean,
): Promise<Partial<LoadResult>> {
  const reports = hasReports ? messages * REPORTS_EACH : 0;
  let [taken, received] = [0, 0];
  for (const deadline = Date.now() + MAX_ARRIVAL_MS; Date.now() < deadline; await sleep(100)) {
    ({ taken } = await outside.ask("counts"));
    received += await outside.ask("webhooks");
    if (taken >= messages && received >= reports) return {};
  }
  const lost = [Math.max(messages - taken, 0), Math.max(reports - received, 0)];
  const sentence = `${lost[0]} messages and ${lost[1]} reports did not arrive`;
  return { errors: errors + lost.reduce((sum, count) => sum + count), samples: [...samples, sentence] };
}
