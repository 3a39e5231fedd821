import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { ROOT } from "@/server/base/root";
import { useTestDatabase } from "@/tests/support/database/database";
import { compiled } from "@/tests/support/kills/compiled";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a process that sends messages of an account until it is stopped. Resolves when it has begun. */
async function startSending(accountId: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [await compiled("tests/support/server/sending-process.ts")], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: process.env.DATABASE_URL,
      AUTH_SECRET: process.env.AUTH_SECRET ?? "",
      NODE_ENV: "test",
      ACCOUNT_ID: String(accountId),
      LOG_LEVEL: "silent",
      SIMULATOR_DELAY_MS: "3600000",
      // No message waits for the morning, at any time of day.
      NIGHT_START: "00:00",
      NIGHT_END: "00:00",
    },
  });
  running.add(child);
  await once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data");
  return child;
}

async function count(what: "recorded" | "network" | "unrecorded"): Promise<number> {
  const [row] = await db().query<{ count: number }>(
    {
      recorded: sql`select count(*)::int as count from carrier_submissions`,
      network: sql`select count(*)::int as count from simulated_messages`,
      // The network has the message and the message is due, so it would be submitted again.
      unrecorded: sql`select count(*)::int as count from simulated_messages s
        join message_queue u on u.message_id = s.client_reference::uuid where u.due_at is not null`,
    }[what],
  );
  return row?.count ?? -1;
}

/**
 * Makes the network slower than the time that a message may wait for its turn before it returns to the queue.
 */
async function slowDown(): Promise<void> {
  await db().query(sql`
    create function take_time() returns trigger language plpgsql as $$ begin
      perform pg_sleep(1.2);
      return null;
    end $$`);
  await db().query(sql`
    create trigger take_time after insert on simulated_messages for each statement execute function take_time()`);
}

it("leaves no message with the network that is not recorded, when two processes stop while it is slow", async () => {
  const { accountId } = await testAccount({ balanceMicros: 1_000_000_000_000n });
  const processes = await Promise.all([startSending(accountId), startSending(accountId)]);
  const exits = processes.map((child) => once(child, "exit"));
  await slowDown();
  const before = await count("network");
  // Now both new messages and messages that waited too long are being submitted.
  await expect.poll(() => count("network"), { timeout: 60_000 }).toBeGreaterThan(before + 200);
  for (const child of processes) child.kill("SIGTERM");
  expect((await Promise.all(exits)).map(([code]) => code)).toEqual([0, 0]);
  expect(await count("unrecorded")).toBe(0);
  expect(await count("recorded")).toBe(await count("network"));
});
