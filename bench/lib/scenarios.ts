import { readFileSync } from "node:fs";
import {
  HUNDRED,
  kannelScenarios,
  PEER,
  SINGLE,
  title,
  WITH_ITS_REPORTS,
} from "@/bench/lib/kannel-scenarios";
import type { Driven } from "@/bench/lib/load/load-job";
import * as requests from "@/bench/lib/load/requests";
import type { Bench, Books, Scenario } from "@/bench/lib/scenario";

const CONNECTIONS = [1, 16, 64, 256];
const CALLERS = [1, 16, 64];
/** The connections of what is measured with its reports. */
const WITH_REPORTS = [16, 64];

/** How a single message is asked for. */
const SINGLES = { json: requests.singleJson, form: requests.singleForm, keyed: requests.singleKeyed };
const NAMES: Readonly<Record<keyof typeof SINGLES, string>> = {
  json: "single json",
  form: "single form",
  keyed: "single json with a key",
};
const STANDARD_MICROS = 115_000n;
const TEMPLATE_MICROS = 92_000n;
/** Messages whose status is queried. */
const ASKED = 1_000;

const HOST = "127.0.0.1";

const accountsOf = (bench: Bench, count: number) => (count === 1 ? bench.one : bench.hundred);
const label = (count: number) => (count === 1 ? "1 account" : `${count} accounts`);

/** All scenarios, in order. A scenario comes after those it is compared with. */
export function allScenarios(bench: Bench): Scenario[] {
  return [
    ...CONNECTIONS.map(bareHandler),
    ...(bench.kannel ? kannelScenarios(CONNECTIONS, WITH_REPORTS) : []),
    ...[1, 100].flatMap((accounts) => CALLERS.map((callers) => sqlAlone(bench, accounts, callers))),
    ...[1, 100].flatMap((accounts) =>
      CALLERS.slice(1).map((callers) => sqlDispatching(bench, accounts, callers)),
    ),
    ...(["json", "form"] as const).flatMap((kind) =>
      [1, 100].flatMap((accounts) =>
        CONNECTIONS.map((connections) => single(bench, kind, accounts, connections)),
      ),
    ),
    ...WITH_REPORTS.map((connections) => single(bench, "keyed", 1, connections)),
    ...[100, 1_000, 10_000].map((recipients) => bulk(bench, recipients)),
    oneTimeCodes(bench),
    statusQuery(bench),
    ...WITH_REPORTS.map((connections) => endToEnd(bench, connections)),
  ];
}

/** Single sends for a long time. */
export function soak(bench: Bench): Scenario {
  return {
    ...single(bench, "json", 100, 16),
    name: "soak, single json, 100 accounts @16",
    beside: {},
    soak: true,
  };
}

function overHttp(
  of: (bench: Bench) => string[],
  connections: number,
): (bench: Bench, seconds: number, idsFile: string | null) => Promise<Driven> {
  return (bench, seconds, idsFile) =>
    bench.load.run({
      host: HOST,
      port: bench.gateway.port,
      connections,
      seconds,
      requests: of(bench),
      idsFile,
    });
}

function booksOf(senders: readonly requests.Sender[], microsEach = STANDARD_MICROS, perRequest = 1): Books {
  const accounts = senders.map(({ accountId }) => accountId);
  return { database: "gateway", accounts, microsEach, perRequest, webhooks: false };
}

function bareHandler(connections: number): Scenario {
  const drive = overHttp(requests.bare, connections);
  return {
    name: title("bare handler", connections),
    connections,
    unit: "requests",
    beside: {},
    drive: (bench, seconds) => drive(bench, seconds, null),
    books: null,
    server: "gateway",
  };
}

function sqlAlone(bench: Bench, accounts: number, callers: number): Scenario {
  const ids = bench.alone.slice(0, accounts);
  return {
    name: title(`SQL alone, ${label(accounts)}`, callers),
    connections: callers,
    unit: "messages",
    beside: {},
    server: "gateway",
    books: { ...booksOf([]), database: "alone", accounts: ids },
    drive: ({ sql, databases }, seconds, idsFile) =>
      sql.run({ databaseUrl: databases.aloneUrl, accounts: ids, callers, seconds, idsFile }),
  };
}

function sqlDispatching(bench: Bench, accounts: number, callers: number): Scenario {
  const books = booksOf(accountsOf(bench, accounts));
  return {
    name: title(`SQL while dispatched, ${label(accounts)}`, callers),
    connections: callers,
    unit: "messages",
    beside: {},
    server: "gateway",
    books,
    drive: ({ sql, databases }, seconds, idsFile) =>
      sql.run({ databaseUrl: databases.url, accounts: books.accounts, callers, seconds, idsFile }),
  };
}

function single(bench: Bench, kind: keyof typeof SINGLES, accounts: number, connections: number): Scenario {
  const senders = accountsOf(bench, accounts);
  const callers = Math.min(connections, 64);
  const drive = overHttp(() => SINGLES[kind](senders), connections);
  return {
    name: title(`${NAMES[kind]}, ${label(accounts)}`, connections),
    connections,
    unit: "messages",
    books: booksOf(senders),
    server: "gateway",
    beside: {
      bare: title("bare handler", connections),
      ceiling: title(`SQL alone, ${label(accounts)}`, callers),
      dispatching: title(`SQL while dispatched, ${label(accounts)}`, callers),
      peer: title(`${PEER}${SINGLE}`, connections),
    },
    drive: async (bench, seconds, idsFile) => {
      // A password that was right is cached for five minutes.
      if (kind === "form") await overHttpOnce(bench, requests.balances(senders));
      return drive(bench, seconds, idsFile);
    },
  };
}

async function overHttpOnce(bench: Bench, list: string[], idsFile: string | null = null): Promise<Driven> {
  const { port } = bench.gateway;
  return bench.load.run({
    host: HOST,
    port,
    connections: 2,
    seconds: 0,
    requests: list,
    once: true,
    idsFile,
  });
}

function bulk(bench: Bench, recipients: number): Scenario {
  const connections = 4;
  return {
    name: title(`bulk of ${recipients.toLocaleString("en")}, 1 account`, connections),
    connections,
    unit: "messages",
    server: "gateway",
    beside: { peer: title(`${PEER}${HUNDRED}`, 16) },
    books: booksOf(bench.one, STANDARD_MICROS, recipients),
    drive: overHttp(({ one }) => requests.bulk(one, recipients), connections),
  };
}

function oneTimeCodes(bench: Bench): Scenario {
  const connections = 16;
  const beside = { bare: title("bare handler", 16), ceiling: title("SQL alone, 100 accounts", 16) };
  return {
    name: title("one-time codes, 100 accounts", connections),
    connections,
    unit: "messages",
    beside,
    books: booksOf(bench.hundred, TEMPLATE_MICROS),
    server: "gateway",
    drive: overHttp(({ hundred }) => requests.otp(hundred), connections),
  };
}

function statusQuery(bench: Bench): Scenario {
  const connections = 16;
  return {
    name: title("status query, 1 account", connections),
    connections,
    unit: "requests",
    server: "gateway",
    beside: { bare: title("bare handler", connections) },
    books: booksOf(bench.one, STANDARD_MICROS, ASKED),
    drive: async (bench, seconds, idsFile) => {
      const sent = await overHttpOnce(bench, requests.bulk(bench.one, ASKED).slice(0, 1), idsFile);
      const [sender] = bench.one as [requests.Sender];
      const ids = readFileSync(idsFile, "utf8").trim().split("\n");
      const asking = overHttp(() => requests.status(sender, ids), connections);
      return { ...(await asking(bench, seconds, null)), messages: sent.messages };
    },
  };
}

function endToEnd(bench: Bench, connections: number): Scenario {
  const senders = bench.withWebhooks;
  return {
    name: title("end to end with webhooks, 16 accounts", connections),
    connections,
    unit: "messages",
    beside: {
      bare: title("bare handler", connections),
      peer: title(`${PEER}${WITH_ITS_REPORTS}`, connections),
    },
    server: "gateway",
    books: { ...booksOf(senders), webhooks: true },
    drive: overHttp(() => requests.singleJson(senders), connections),
  };
}
