import { Agent, fetch } from "undici";
import { expect, vi } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import type { TestAccount } from "@/tests/support/server/gateway";
import type { ProductionServer } from "@/tests/support/server/production-server";

/** Settings of a server with two workers. */
export const TWO_WORKERS = { WORKERS: "2", SIMULATOR_DELAY_MS: "50" };

/** A busy machine is slow, so only a wrong response fails a test, not a late one. */
const TIMEOUT_MS = 60_000;

/** Each request has a connection of its own, because connections are dealt out between the workers. */
const unkept = new Agent({ pipelining: 0 });

/** Sends a request to a server's API, or to its Members Area. */
export function post(
  server: ProductionServer,
  path: string,
  json: object,
  { headers = {}, timeoutMs = TIMEOUT_MS }: { headers?: Record<string, string>; timeoutMs?: number } = {},
) {
  return fetch(`${server.address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(json),
    dispatcher: unkept,
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** Sends one message. */
export function send(
  server: ProductionServer,
  { userId, password }: TestAccount,
  { key = newId(), timeoutMs = TIMEOUT_MS }: { key?: string; timeoutMs?: number } = {},
) {
  const message = { userId, password, to: "64211234567", body: "Hello", messageClass: "transactional" };
  return post(server, "/gateway/sms/out", message, { headers: { "idempotency-key": key }, timeoutMs });
}

/** Repeats a send until a response arrives, like a client that does not know the outcome of its request. */
export async function sendSurely(server: ProductionServer, account: TestAccount): Promise<void> {
  const key = newId();
  const isSent = async () => {
    const status = await send(server, account, { key }).then(
      (response) => response.status,
      () => null,
    );
    if (status !== 200 && status !== null) throw new Error(`Answered with ${status}.`);
    return status === 200;
  };
  await vi.waitUntil(isSent, { timeout: 480_000, interval: 20 });
}

/** Returns the number of rows in the test's database. `waiting`: connections that wait for a lock. */
export async function count(what: "messages" | "delivered" | "simulated" | "waiting"): Promise<number> {
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

/** Waits until exactly this many messages are delivered. */
export const delivered = (expected: number, timeout: number) =>
  expect.poll(() => count("delivered"), { timeout, interval: 50 }).toBe(expected);
