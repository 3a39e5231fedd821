import { afterEach, expect, it, vi } from "vitest";
import { db, openDatabase } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { countWaiting, noteSecondTimes, readSecondTimes } from "@/tests/support/server/exactly-once";
import { books, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";
import type { ReceivedRequest } from "@/tests/support/webhooks/https-receiver";
import { receive } from "@/tests/support/webhooks/webhook-client";

useTestDatabase();
afterEach(killServers);

type Pair = readonly [ProductionServer, ProductionServer];
type Accounts = readonly [TestAccount, TestAccount];

const CALLERS = 16;
const BALANCE_MICROS = 1_000_000_000n;
const PRICE_MICROS = 115_000n;

/** The application name of the connections of the server to be killed. */
const VICTIM = "victim";

/** One in this many requests goes to both servers at once, like that of an impatient caller. */
const HASTY_EVERY = 10;

/** Every fifth recipient has opted out of the second account's messages. */
const RECIPIENTS = Array.from({ length: 15 }, (_, index) => String(64_211_000_000 + index));
const OPTED_OUT = RECIPIENTS.filter((_, index) => index % 5 === 0);

/** A lease lasts a minute from acceptance. Up to a second of it may pass before the network is asked. */
const MIN_LEASE_S = 58;

function post(
  server: ProductionServer,
  path: string,
  { userId, password }: TestAccount,
  given: object,
  key = newId(),
) {
  return fetch(`${server.address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ userId, password, ...given }),
    signal: AbortSignal.timeout(20_000),
  });
}

type Answer = { key: string; id: string; account: TestAccount; to: string; server: ProductionServer };

/**
 * Starts callers that use two servers in turn for one message each, until `stop`, which waits for the last
 * response.
 */
function startLoad(servers: Pair, accounts: Accounts, callers: number) {
  const answers: Answer[] = [];
  const wrong: string[] = [];
  const inFlight = new Map(servers.map((server) => [server, 0]));
  const answeredBy = (asked: ProductionServer) => answers.filter(({ server }) => server === asked).length;
  const inFlightAt = (server: ProductionServer) => inFlight.get(server) as number;
  let going = true;
  let next = 0;

  /** Returns true if there was a response. */
  const ask = async (server: ProductionServer, account: TestAccount, to: string, key: string) => {
    inFlight.set(server, inFlightAt(server) + 1);
    try {
      const message = { to, body: "Hello", messageClass: "transactional" };
      const response = await post(server, "/gateway/sms/out", account, message, key);
      const { message_id: id, ...body } = await response.json();
      if (response.status === 200) answers.push({ key, id, account, to, server });
      else wrong.push(`${response.status} ${JSON.stringify(body)}`);
      return true;
    } catch {
      return false;
    } finally {
      inFlight.set(server, inFlightAt(server) - 1);
    }
  };
  /**
   * Repeats a request with the same key until a response arrives, as a caller does that does not know its
   * outcome.
   */
  const sendSurely = async (number: number) => {
    const key = newId();
    const to = RECIPIENTS[number % RECIPIENTS.length] as string;
    const account = accounts[Math.floor(number / 2) % accounts.length] as TestAccount;
    const [first, second] = number % 2 === 0 ? servers : [servers[1], servers[0]];
    const isAnswered =
      number % HASTY_EVERY === 0
        ? (await Promise.all(servers.map((server) => ask(server, account, to, key)))).includes(true)
        : (await ask(first, account, to, key)) || (await ask(second, account, to, key));
    if (!isAnswered) wrong.push("Neither server answered.");
  };
  const running = Array.from({ length: callers }, async () => {
    while (going) await sendSurely(next++);
  });
  const stop = async () => {
    going = false;
    await Promise.all(running);
    expect(wrong).toEqual([]);
    return answers;
  };
  return { answers, answeredBy, inFlightAt, stop };
}

type Load = ReturnType<typeof startLoad>;

/** Returns the address of the test's database for a server whose connections get this name. */
function databaseFor(name: string): string {
  const url = new URL(process.env.DATABASE_URL as string);
  url.searchParams.set("application_name", name);
  return url.href;
}

/**
 * Kills a server, whose connections have this name, while it submits messages to a slow network, so that it
 * never gets the network's answers. Returns the number of its requests in progress.
 */
async function killWithFullHands(victim: ProductionServer, name: string, load: Load): Promise<number> {
  const network = openDatabase(process.env.DATABASE_URL as string, 1);
  const inFlight = await network.transaction(async (tx) => {
    await tx.query(sql`lock table simulated_messages in share mode`);
    const isHanding = async () => {
      const waiting = await db().query(sql`
        select 1 from pg_stat_activity a join pg_locks l on l.pid = a.pid and not l.granted
        where a.application_name = ${name} and l.relation = 'simulated_messages'::regclass`);
      return waiting.length > 0;
    };
    await vi.waitUntil(isHanding, { timeout: 60_000, interval: 5 });
    await vi.waitUntil(() => load.inFlightAt(victim) > 0, { timeout: 60_000, interval: 1 });
    const atDeath = load.inFlightAt(victim);
    await victim.kill();
    return atDeath;
  });
  await network.close();
  return inFlight;
}

const settled = (timeout: number) => expect.poll(countWaiting, { timeout, interval: 250 }).toBe(0);

/**
 * Returns the messages of an account by ID, with the number of times that each was billed and received by the
 * network.
 */
async function findMessages({ accountId }: TestAccount) {
  const rows = await db().query<{ id: string; status: string; billed: number; received: number }>(sql`
    select m.id, m.status,
      (select count(*) from ledger_entries e where e.message_id = m.id and e.kind = 'deduction')::int as billed,
      (select count(*) from simulated_messages s where s.client_reference = m.id::text)::int as received
    from messages m where m.account_id = ${accountId}`);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Returns the number of messages billed to an account, according to the billing days. */
async function billedByDay({ accountId }: TestAccount) {
  const [row] = await db().query<{ messages: number; micros: bigint }>(sql`
    select sum(messages)::int as messages, sum(net_micros + gst_micros)::bigint as micros
    from billing_days d where account_id = ${accountId}`);
  return row;
}

/** Returns true for a message that is billed and not sent. */
const isBlocked = ({ account, to }: Answer, optedOutOf: TestAccount) =>
  account === optedOutOf && OPTED_OUT.includes(to);

/**
 * Expects every accepted message to be stored, billed and received by the network once, with its final
 * status, and no other message.
 */
async function expectExactlyOnce(accounts: Accounts, answers: readonly Answer[]): Promise<void> {
  const keys = new Map(answers.map(({ key, id }) => [key, id]));
  expect(answers.filter(({ key, id }) => keys.get(key) !== id)).toEqual([]);
  for (const account of accounts) {
    const own = answers.filter((answer) => answer.account === account);
    const expected = own.map((answer) => {
      const [status, received] = isBlocked(answer, accounts[1]) ? ["BLOCKED", 0] : ["DELIVRD", 1];
      return [answer.id, { status, billed: 1, received }] as const;
    });
    const messages = new Map(expected);
    expect(await findMessages(account)).toEqual(messages);
    const micros = BigInt(messages.size) * PRICE_MICROS;
    const left = BALANCE_MICROS - micros;
    const entries = messages.size + 1;
    expect(await books(account.accountId)).toEqual({ balance: left, ledger: left, entries });
    expect(await billedByDay(account)).toEqual({ messages: messages.size, micros });
  }
}

/** Returns the received final reports, each once, and the expected ones. */
function finalReports(accounts: Accounts, answers: readonly Answer[], requests: readonly ReceivedRequest[]) {
  const events = requests.map(({ body }) => JSON.parse(body.toString("utf8")));
  const final = events.filter(({ status }) => status !== "ACCEPTD");
  return {
    received: new Set(final.map(({ gatewayMessageId, status }) => `${gatewayMessageId} ${status}`)),
    expected: new Set(
      answers.map((answer) => `${answer.id} ${isBlocked(answer, accounts[1]) ? "BLOCKED" : "DELIVRD"}`),
    ),
  };
}

it("serves from two servers, one of them killed under load: nothing is lost, billed twice or sent twice", async () => {
  const receiver = await receive({ tls: false, hostname: "localhost" });
  const settings = {
    SIMULATOR_DELAY_MS: "100",
    WEBHOOK_PRIVATE_HOSTS: receiver.hostPort,
    RATE_LIMIT_PER_SECOND: "100000",
  };
  const accounts = [
    await testAccount({ balanceMicros: BALANCE_MICROS }),
    await testAccount({ balanceMicros: BALANCE_MICROS }),
  ] as const;
  await db().prisma.blockedNumber.createMany({
    data: OPTED_OUT.map((msisdn) => {
      return { accountId: accounts[1].accountId, msisdn, keyword: "STOP", blockedAt: new Date() };
    }),
  });
  await noteSecondTimes();

  const [victim, survivor] = await Promise.all([
    startServer({ ...settings, DATABASE_URL: databaseFor(VICTIM) }),
    startServer(settings),
  ]);
  for (const [index, server] of [victim, survivor].entries()) {
    const account = accounts[index] as TestAccount;
    expect((await post(server, "/gateway/sms/status", account, { url: receiver.url })).status).toBe(204);
  }
  const load = startLoad([victim, survivor], accounts, CALLERS);
  const haveAnswered = (servers: readonly ProductionServer[], atLeast: number) =>
    vi.waitUntil(() => servers.every((server) => load.answeredBy(server) >= atLeast), { timeout: 60_000 });
  await haveAnswered([victim, survivor], 200);
  expect(await killWithFullHands(victim, VICTIM, load)).toBeGreaterThan(0);
  await haveAnswered([survivor], load.answeredBy(survivor) + 300);
  const answers = await load.stop();
  expect(answers.some((answer) => isBlocked(answer, accounts[1]))).toBe(true);

  // The leases of the dead server end: after a minute for messages, after half a minute for reports.
  await settled(90_000);
  await expectExactlyOnce(accounts, answers);
  const again = await readSecondTimes();
  expect(again.length).toBeGreaterThan(0);
  expect(again.filter(({ afterS }) => afterS < MIN_LEASE_S)).toEqual([]);
  expect(new Set(again.map(({ message }) => message)).size).toBe(again.length);

  // Another server replaces the dead one.
  const newcomer = await startServer(settings);
  const few = startLoad([newcomer, survivor], accounts, 2);
  await vi.waitUntil(() => few.answeredBy(newcomer) >= 10 && few.answeredBy(survivor) >= 10, {
    timeout: 60_000,
  });
  const all = [...answers, ...(await few.stop())];
  await settled(20_000);
  await expectExactlyOnce(accounts, all);
  const { received, expected } = finalReports(accounts, all, receiver.requests);
  expect(received).toEqual(expected);
});
