import { setTimeout as sleep } from "node:timers/promises";
import { Agent, fetch } from "undici";
import { afterEach, expect, it, vi } from "vitest";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { issueToken } from "@/lib/auth/keys/issue-token";
import { db, openDatabase } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { cookieOf } from "@/tests/support/member";
import { books, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { isRunning } from "@/tests/support/server/processes";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";

useTestDatabase({ each: true });
afterEach(killServers);

/** Has a process throw, where nobody catches it, when it gets this signal. */
const FAULT_ON_SIGUSR2 = `--import=data:text/javascript,${encodeURIComponent(
  `process.on("SIGUSR2", () => { throw new Error("A fault of the test."); });`,
)}`;

/** A worker that has been heard of for so long has started: from then on it hangs when it is silent for 15 seconds. */
const STARTED_MS = 8_000;

const SETTINGS = { WORKERS: "2", SIMULATOR_DELAY_MS: "50" };

/** Each request on a connection of its own, as they are dealt out between the workers. */
const unkept = new Agent({ pipelining: 0 });

function post(
  server: ProductionServer,
  path: string,
  json: object,
  headers: Record<string, string> = {},
  timeoutMs = 15_000,
) {
  return fetch(`${server.address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(json),
    dispatcher: unkept,
    signal: AbortSignal.timeout(timeoutMs),
  });
}

function send(
  server: ProductionServer,
  { userId, password }: TestAccount,
  key: string = newId(),
  timeoutMs?: number,
) {
  const message = { userId, password, to: "64211234567", body: "Hello", messageClass: "transactional" };
  return post(server, "/gateway/sms/out", message, { "idempotency-key": key }, timeoutMs);
}

/** Sends until it is answered, as a client does that cannot know what became of its request. */
async function sendSurely(server: ProductionServer, account: TestAccount): Promise<void> {
  const key = newId();
  for (;;) {
    const status = await send(server, account, key).then(
      (response) => response.status,
      () => null,
    );
    if (status === 200) return;
    if (status !== null) throw new Error(`Answered with ${status}.`);
    await sleep(20);
  }
}

async function count(what: "messages" | "delivered" | "simulated" | "waiting"): Promise<number> {
  const [row] = await db().query<{ count: number }>(
    {
      messages: sql`select count(*)::int as count from messages`,
      delivered: sql`select count(*)::int as count from messages where status = 'DELIVRD'`,
      simulated: sql`select count(*)::int as count from simulated_messages`,
      waiting: sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    }[what],
  );
  return row?.count ?? -1;
}

const delivered = (expected: number, timeout: number) =>
  expect.poll(() => count("delivered"), { timeout, interval: 50 }).toBe(expected);

it("goes on when a worker is killed, replaces it, and sends what was accepted exactly once", async () => {
  const account = await testAccount({ balanceMicros: 1_000_000_000n });
  const server = await startServer(SETTINGS);
  const first = server.workers();
  expect(first).toHaveLength(2);
  let answered = 0;
  let going = true;
  const clients = Array.from({ length: 4 }, async () => {
    while (going) {
      await sendSurely(server, account);
      answered++;
    }
  });
  for (const victim of first) {
    const before = answered;
    await vi.waitUntil(() => answered > before + 20, { timeout: 60_000 });
    process.kill(victim, "SIGKILL");
    const atDeath = answered;
    await vi.waitUntil(() => answered > atDeath + 20, { timeout: 60_000 });
    await vi.waitUntil(() => server.workers().filter((pid) => pid !== victim).length === 2, {
      timeout: 60_000,
    });
  }
  going = false;
  await Promise.all(clients);
  expect(server.workers().filter((pid) => first.includes(pid))).toEqual([]);
  // What a dead driver had taken is due again when its lease has run out.
  await delivered(answered, 100_000);
  expect([await count("messages"), await count("simulated")]).toEqual([answered, answered]);
}, 300_000);

it("goes on when a worker hangs, whichever of them: it is replaced, and nothing is lost or billed twice", async () => {
  const account = await testAccount({ balanceMicros: 1_000_000_000n });
  const server = await startServer(SETTINGS);
  let sent = 0;
  for (const victim of server.workers()) {
    await sleep(STARTED_MS);
    process.kill(victim, "SIGSTOP");
    const stoppedAt = performance.now();
    // Until it is late it may be given a connection, which it leaves to another when it is killed.
    await Promise.all(Array.from({ length: 4 }, () => sendSurely(server, account)));
    sent += 4;
    await delivered(sent, 45_000);
    await vi.waitUntil(() => !isRunning(victim), { timeout: 60_000 });
    // Not for a pause, such as anybody's on a busy machine.
    expect(performance.now() - stoppedAt).toBeGreaterThan(13_000);
    await vi.waitUntil(() => server.workers().filter((pid) => pid !== victim).length === 2, {
      timeout: 60_000,
    });
    await Promise.all(Array.from({ length: 4 }, () => sendSurely(server, account)));
    sent += 4;
    await delivered(sent, 45_000);
  }
  expect([await count("messages"), await count("simulated")]).toEqual([sent, sent]);
  expect(await books(account.accountId)).toMatchObject({ entries: sent + 1 });
}, 300_000);

it("replaces the only worker when it hangs, and then answers who waited", async () => {
  const account = await testAccount();
  const server = await startServer({ ...SETTINGS, WORKERS: "1" });
  const [victim = 0] = server.workers();
  await sleep(STARTED_MS);
  process.kill(victim, "SIGSTOP");
  const answers = await Promise.all([
    send(server, account, newId(), 90_000),
    send(server, account, newId(), 90_000),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(server.workers()).not.toContain(victim);
  await delivered(2, 60_000);
}, 240_000);

it("replaces a worker in order when an error is caught by nobody: it answers what it has first", async () => {
  const account = await testAccount();
  const server = await startServer({ ...SETTINGS, WORKERS: "1", NODE_OPTIONS: FAULT_ON_SIGUSR2 });
  const [victim = 0] = server.workers();
  const holder = openDatabase(process.env.DATABASE_URL as string, 1);
  let underWay: ReturnType<typeof send> | undefined;
  await holder.transaction(async (tx) => {
    // A busy machine takes longer than a session may otherwise say nothing.
    await tx.query(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.query(sql`select 1 from accounts where id = ${account.accountId} for update`);
    underWay = send(server, account);
    await expect.poll(() => count("waiting"), { timeout: 60_000 }).toBeGreaterThanOrEqual(1);
    process.kill(victim, "SIGUSR2");
    await sleep(500);
  });
  expect((await underWay)?.status).toBe(200);
  await vi.waitUntil(() => !isRunning(victim), { timeout: 60_000 });
  expect((await send(server, account, newId(), 60_000)).status).toBe(200);
  expect(server.workers()).not.toContain(victim);
  await holder.close();
}, 240_000);

it("ends all of itself in order, with an exit code, when its first process has an error that nobody caught", async () => {
  const server = await startServer({ ...SETTINGS, NODE_OPTIONS: FAULT_ON_SIGUSR2 });
  const workers = server.workers();
  process.kill(server.pid, "SIGUSR2");
  expect(await server.ended).toBe(1);
  expect(workers.filter(isRunning)).toEqual([]);
}, 240_000);

it("answers what it accepted when it is ended, however often and to whomever the signal comes", async () => {
  const account = await testAccount();
  const server = await startServer(SETTINGS);
  const [ours, workers] = [server.pid, server.workers()];
  await (await send(server, account)).text();
  // The account is taken: requests that debit it wait in the database.
  const holder = openDatabase(process.env.DATABASE_URL as string, 1);
  let requests: ReturnType<typeof send>[] = [];
  await holder.transaction(async (tx) => {
    // A busy machine takes longer than a session may otherwise say nothing.
    await tx.query(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.query(sql`select 1 from accounts where id = ${account.accountId} for update`);
    requests = Array.from({ length: 12 }, () => send(server, account));
    await expect.poll(() => count("waiting"), { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
    await sleep(500);
    // Ctrl-C reaches all, and more than once.
    for (const pid of [...workers, ours, ...workers, ours]) process.kill(pid, "SIGINT");
    await sleep(500);
    await expect(send(server, account)).rejects.toThrow();
  });
  const answers = await Promise.all(requests);
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(await server.ended).toBe(0);
  expect(workers.filter(isRunning)).toEqual([]);
  expect(await count("messages")).toBe(13);
  await holder.close();
}, 240_000);

it("leaves no worker behind when it is killed, so that its port is free", async () => {
  const server = await startServer(SETTINGS);
  const workers = server.workers();
  expect(workers.filter(isRunning)).toHaveLength(2);
  process.kill(server.pid, "SIGKILL");
  await vi.waitUntil(() => !workers.some(isRunning), { timeout: 60_000, interval: 20 });
  await startServer({ ...SETTINGS, PORT: new URL(server.address).port });
}, 240_000);

it("refuses a revoked key at once, whichever worker is asked", async () => {
  const account = await testAccount();
  const key = await createApiKey(db(), account.accountId, { name: "test", expiresAt: null }, new Date());
  const credentials = { client_id: key.clientId, client_secret: key.clientSecret };
  const { access_token } = await issueToken(db(), credentials, "192.0.2.1", new Date());
  const server = await startServer(SETTINGS);
  const ask = async () => {
    const asked = Array.from({ length: 8 }, () =>
      post(server, "/gateway/sms/balance", {}, { authorization: `Bearer ${access_token}` }),
    );
    return [...new Set((await Promise.all(asked)).map(({ status }) => status))];
  };
  // From now on both know it.
  expect(await ask()).toEqual([200]);
  const { id } = await db().prisma.apiKey.findFirstOrThrow({ where: { accountId: account.accountId } });
  const own = { cookie: await cookieOf(account), "sec-fetch-site": "same-origin" };
  const deleted = await post(server, "/api/members/api-keys/delete", { id }, own);
  expect(deleted.status).toBe(200);
  expect(await ask()).toEqual([401]);
}, 240_000);
