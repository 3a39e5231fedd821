import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { useTestDatabase } from "@/lib/testing/database";
import { books, type TestAccount, testAccount } from "@/lib/testing/gateway";
import { freePort } from "@/scripts/lib/free-port";

useTestDatabase();

const RECIPIENTS = 2_000;
const ROOT = path.dirname(import.meta.dirname);

let running: ChildProcess | undefined;
afterEach(() => running?.kill("SIGKILL"));

/** Starts the production server as an operator would, and waits until it answers. */
async function startServer(): Promise<{
  send(account: TestAccount): Promise<Response>;
  kill(): Promise<void>;
}> {
  if (!existsSync(path.join(ROOT, ".next", "BUILD_ID")))
    throw new Error("There is no build: run npm run build first.");
  const port = await freePort();
  const server = spawn(process.execPath, ["--import", "tsx", path.join("scripts", "start.ts")], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...{
        PATH: process.env.PATH,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(port),
        LOG_LEVEL: "silent",
      },
      ...{ DATABASE_URL: process.env.DATABASE_URL, AUTH_SECRET: process.env.AUTH_SECRET },
      // Whatever the time of day is: this is not about the night queue.
      ...{ NIGHT_START: "00:00", NIGHT_END: "00:00", SIMULATOR_DELAY_MS: "100" },
    },
  });
  running = server;
  const address = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 30_000, interval: 50 }).toBe(true);
  return {
    send: ({ userId, password }) =>
      fetch(`${address}/gateway/sms/out`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "the-one-request" },
        body: JSON.stringify({
          userId,
          password,
          to: recipients(),
          body: "Hello",
          messageClass: "transactional",
        }),
      }),
    kill: async () => {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await ended;
    },
  };
}

function recipients(): string[] {
  return Array.from({ length: RECIPIENTS }, (_, index) => String(64_211_000_000 + index));
}

async function countOf(table: "messages" | "simulated_messages", status?: string): Promise<number> {
  const condition = status === undefined ? "" : ` where status = '${status}'`;
  const [row] = await db().query<{ count: number }>({
    text: `select count(*)::int as count from ${table}${condition}`,
    values: [],
  });
  return row?.count ?? -1;
}

it("loses nothing, bills nothing twice and sends nothing twice when the server is killed at any moment", async () => {
  const account = await testAccount({ balanceMicros: 1_000_000_000n });

  // Killed while it accepts: the caller has no answer and does not know.
  const first = await startServer();
  const unanswered = first.send(account).then(
    (response) => response.status,
    () => "no answer",
  );
  await new Promise((resolve) => setTimeout(resolve, 150));
  await first.kill();
  await unanswered;

  // The same request again is safe; killed as soon as it has answered, with the messages waiting or half handed over.
  const second = await startServer();
  const response = await second.send(account);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    summary: { total: RECIPIENTS, sent: RECIPIENTS, failed: 0 },
  });
  await second.kill();
  expect(await countOf("messages")).toBe(RECIPIENTS);
  expect(await countOf("messages", "DELIVRD")).toBeLessThan(RECIPIENTS);

  // A server that starts afterwards works off what was left, at the latest when the dead one's lease runs out.
  await startServer();
  await expect
    .poll(() => countOf("messages", "DELIVRD"), { timeout: 100_000, interval: 250 })
    .toBe(RECIPIENTS);
  expect(await countOf("messages")).toBe(RECIPIENTS);
  expect(await countOf("simulated_messages")).toBe(RECIPIENTS);
  const spent = BigInt(RECIPIENTS) * 115_000n;
  expect(await books(account.accountId)).toEqual({
    balance: 1_000_000_000n - spent,
    ledger: 1_000_000_000n - spent,
    entries: RECIPIENTS + 1,
  });
  const [waiting] = await db().query<{ count: number }>(
    sql`select count(*)::int as count from messages where due_at is not null`,
  );
  expect(waiting?.count).toBe(0);
}, 180_000);
