import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "@/lib/ids";
import { runningPostgresUrl } from "@/server/postgres/embedded-postgres";
import { readPidFile } from "@/server/postgres/orphan";
import { isRunning } from "@/tests/support/server/processes";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";
import { quickFolder } from "@/tests/support/server/quick-folder";

let dataDir: string;
beforeEach(() => {
  dataDir = quickFolder("gateway-embedded-");
});
afterEach(async () => {
  killServers();
  const left = readPidFile(path.join(dataDir, "postgres"));
  if (left) {
    process.kill(left.pid, "SIGKILL");
    await vi.waitUntil(() => !isRunning(left.pid), { timeout: 30_000 });
  }
  // Its child processes end after it, and may still write.
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
});

const settings = (more: Record<string, string> = {}) => ({
  DATABASE_URL: "",
  DATA_DIR: dataDir,
  WORKERS: "1",
  SIMULATOR_DELAY_MS: "50",
  ...more,
});

function send(server: ProductionServer, key: string): Promise<number | null> {
  const { userId, password } = JSON.parse(readFileSync(path.join(dataDir, "demo-account.json"), "utf8"));
  const message = { userId, password, to: "64211234567", body: "Hello", messageClass: "transactional" };
  const asked = fetch(`${server.address}/gateway/sms/out`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(15_000),
  });
  return asked.then(
    ({ status }) => status,
    () => null,
  );
}

async function query(text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: (await runningPostgresUrl(dataDir)) as string });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows[0];
}

it("loses its database in the middle of a load, starts it again, and has lost and billed nothing twice", async () => {
  const server = await startServer(settings({ DEMO_ACCOUNT: "yes" }));
  const statuses = new Set<number | null>();
  let answered = 0;
  let going = true;
  const clients = Array.from({ length: 4 }, async () => {
    while (going) {
      const key = newId();
      // Repeats the same requests, as a client does that does not know their outcome.
      const isSent = async () => {
        const status = await send(server, key);
        if (status !== 200) statuses.add(status);
        return status === 200;
      };
      await vi.waitUntil(isSent, { timeout: 60_000, interval: 100 });
      answered++;
    }
  });
  await vi.waitUntil(() => answered > 20, { timeout: 60_000 });
  process.kill(readPidFile(path.join(dataDir, "postgres"))?.pid as number, "SIGKILL");
  const atDeath = answered;
  await vi.waitUntil(() => answered > atDeath + 20, { timeout: 60_000 });
  going = false;
  await Promise.all(clients);
  for (const status of statuses) expect([500, 503]).toContain(status);
  expect(await query("select count(*)::int as messages from messages")).toEqual({ messages: answered });
  const sums = "(select sum(amount_micros) from ledger_entries) - (select sum(balance_micros) from accounts)";
  expect(await query(`select (${sums})::int as difference`)).toEqual({ difference: 0 });
  await expect
    .poll(() => query("select count(*)::int as delivered from messages where status = 'DELIVRD'"), {
      timeout: 150_000,
      interval: 500,
    })
    .toEqual({ delivered: answered });
});

it("has no demo account in production unless it is asked for", async () => {
  const server = await startServer(settings());
  expect(await query("select count(*)::int as accounts from accounts")).toEqual({ accounts: 0 });
  process.kill(server.pid, "SIGTERM");
  expect(await server.ended).toBe(0);
  await startServer(settings({ DEMO_ACCOUNT: "yes" }));
  expect(await query("select email from accounts")).toEqual({ email: "demo@example.com" });
});
