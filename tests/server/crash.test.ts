import { afterEach, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { books, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";

useTestDatabase();

const RECIPIENTS = 2_000;

afterEach(killServers);

const settings = { SIMULATOR_DELAY_MS: "100", WORKERS: "2" };

function send(server: ProductionServer, { userId, password }: TestAccount): Promise<Response> {
  const message = { to: recipients(), body: "Hello", messageClass: "transactional" };
  return fetch(`${server.address}/gateway/sms/out`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": "the-one-request" },
    body: JSON.stringify({ userId, password, ...message }),
  });
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

  // Killed while it accepts requests: the callers get no response and do not know the outcome.
  const first = await startServer(settings);
  const unanswered = send(first, account).then(
    (response) => response.status,
    () => "no answer",
  );
  const accepting = sql`select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and state <> 'idle' and query like '%accept_v1%'`;
  const isAccepting = async () => (await db().query(accepting)).length > 0 || (await countOf("messages")) > 0;
  await vi.waitUntil(isAccepting, { timeout: 60_000, interval: 1 });
  await first.kill();
  await unanswered;

  // Repeats the requests, which is safe. Kills the server right after its responses, when messages wait or
  // are partly submitted.
  const second = await startServer(settings);
  const response = await send(second, account);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    summary: { total: RECIPIENTS, sent: RECIPIENTS, failed: 0 },
  });
  await second.kill();
  expect(await countOf("messages")).toBe(RECIPIENTS);
  expect(await countOf("messages", "DELIVRD")).toBeLessThan(RECIPIENTS);

  // A new server sends the remaining messages, at the latest when the lease of the dead server ends.
  await startServer(settings);
  await expect
    .poll(() => countOf("messages", "DELIVRD"), { timeout: 150_000, interval: 250 })
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
    sql`select count(*)::int as count from message_queue`,
  );
  expect(waiting?.count).toBe(0);
});
