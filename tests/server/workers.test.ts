import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { issueToken } from "@/lib/auth/keys/issue-token";
import { db, openDatabase } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { cookieOf } from "@/tests/support/member";
import { testAccount } from "@/tests/support/server/gateway";
import { isRunning } from "@/tests/support/server/processes";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";
import { count, post, send, TWO_WORKERS } from "@/tests/support/server/workers-load";

useTestDatabase({ each: true });
afterEach(killServers);

/**
 * Returns the option of Node.js with which a process throws an uncaught error on this signal, and first
 * writes a file.
 */
function faultOnSigusr2(file: string): string {
  const source = `import { writeFileSync } from "node:fs";
    process.on("SIGUSR2", () => {
      writeFileSync(${JSON.stringify(file)}, "");
      throw new Error("A fault of the test.");
    });`;
  return `--import=data:text/javascript,${encodeURIComponent(source)}`;
}

let folder: string;
let thrown: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "gateway-fault-"));
  thrown = path.join(folder, "thrown");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns true if a server responds on a connection of its own. */
const isHealthy = (server: ProductionServer) =>
  fetch(`${server.address}/healthz`, { headers: { connection: "close" } }).then(
    ({ ok }) => ok,
    () => false,
  );

it("replaces a worker in order when an error is caught by nobody: it answers what it has first", async () => {
  const account = await testAccount();
  const server = await startServer({ ...TWO_WORKERS, WORKERS: "1", NODE_OPTIONS: faultOnSigusr2(thrown) });
  const [victim = 0] = server.workers();
  const holder = openDatabase(process.env.DATABASE_URL as string, 1);
  let inFlight: ReturnType<typeof send> | undefined;
  await holder.transaction(async (tx) => {
    // On a busy machine this takes longer than a session may be idle.
    await tx.query(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.query(sql`select 1 from accounts where id = ${account.accountId} for update`);
    inFlight = send(server, account);
    await expect.poll(() => count("waiting"), { timeout: 60_000 }).toBeGreaterThanOrEqual(1);
    process.kill(victim, "SIGUSR2");
    await vi.waitUntil(() => existsSync(thrown), { timeout: 60_000 });
  });
  expect((await inFlight)?.status).toBe(200);
  await vi.waitUntil(() => !isRunning(victim), { timeout: 60_000 });
  expect((await send(server, account, { timeoutMs: 120_000 })).status).toBe(200);
  expect(server.workers()).not.toContain(victim);
  await holder.close();
});

it("ends all of itself in order, with an exit code, when its first process has an error that nobody caught", async () => {
  const server = await startServer({ ...TWO_WORKERS, NODE_OPTIONS: faultOnSigusr2(thrown) });
  const workers = server.workers();
  process.kill(server.pid, "SIGUSR2");
  expect(await server.ended).toBe(1);
  expect(workers.filter(isRunning)).toEqual([]);
});

it("answers what it accepted when it is ended, however often and to whomever the signal comes", async () => {
  const account = await testAccount();
  const server = await startServer(TWO_WORKERS);
  const [ours, workers] = [server.pid, server.workers()];
  await (await send(server, account)).text();
  // Locks the account: requests that debit it wait in the database.
  const holder = openDatabase(process.env.DATABASE_URL as string, 1);
  let requests: ReturnType<typeof send>[] = [];
  await holder.transaction(async (tx) => {
    // On a busy machine this takes longer than a session may be idle.
    await tx.query(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.query(sql`select 1 from accounts where id = ${account.accountId} for update`);
    requests = Array.from({ length: 12 }, () => send(server, account));
    await expect.poll(() => count("waiting"), { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
    // The server accepts connections in order, so it has accepted the twelve earlier ones.
    const asked = Array.from({ length: 4 }, () => isHealthy(server));
    expect(await Promise.all(asked)).toEqual([true, true, true, true]);
    // Ctrl-C reaches all processes, and more than once.
    for (const pid of [...workers, ours, ...workers, ours]) process.kill(pid, "SIGINT");
    await expect.poll(() => isHealthy(server), { timeout: 60_000 }).toBe(false);
    await expect(send(server, account)).rejects.toThrow();
  });
  const answers = await Promise.all(requests);
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(await server.ended).toBe(0);
  expect(workers.filter(isRunning)).toEqual([]);
  expect(await count("messages")).toBe(13);
  await holder.close();
});

it("leaves no worker behind when it is killed, so that its port is free", async () => {
  const server = await startServer(TWO_WORKERS);
  const workers = server.workers();
  expect(workers.filter(isRunning)).toHaveLength(2);
  process.kill(server.pid, "SIGKILL");
  await vi.waitUntil(() => !workers.some(isRunning), { timeout: 60_000, interval: 20 });
  await startServer({ ...TWO_WORKERS, PORT: new URL(server.address).port });
});

it("refuses a revoked key at once, whichever worker is asked", async () => {
  const account = await testAccount();
  const key = await createApiKey(db(), account.accountId, { name: "test", expiresAt: null }, new Date());
  const credentials = { client_id: key.clientId, client_secret: key.clientSecret };
  const { access_token } = await issueToken(db(), credentials, { address: "192.0.2.1" }, new Date());
  const server = await startServer({ ...TWO_WORKERS, PAGES: "yes" });
  const ask = async () => {
    const asked = Array.from({ length: 8 }, () =>
      post(server, "/gateway/sms/balance", {}, { headers: { authorization: `Bearer ${access_token}` } }),
    );
    return [...new Set((await Promise.all(asked)).map(({ status }) => status))];
  };
  // From now on both workers have cached the password.
  expect(await ask()).toEqual([200]);
  const { id } = await db().prisma.apiKey.findFirstOrThrow({ where: { accountId: account.accountId } });
  const own = { cookie: await cookieOf(account), "sec-fetch-site": "same-origin" };
  const deleted = await post(server, "/api/members/api-keys/delete", { id }, { headers: own });
  expect(deleted.status).toBe(200);
  // A message tells the other worker, perhaps after the response, but long before its cache expires after
  // five seconds.
  await expect.poll(ask, { timeout: 2_000 }).toEqual([401]);
});
