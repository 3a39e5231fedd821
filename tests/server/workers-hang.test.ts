import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { useTestDatabase } from "@/tests/support/database/database";
import { books, testAccount } from "@/tests/support/server/gateway";
import { isRunning } from "@/tests/support/server/processes";
import { killServers, startServer } from "@/tests/support/server/production-server";
import { count, delivered, send, sendSurely, TWO_WORKERS } from "@/tests/support/server/workers-load";

useTestDatabase({ each: true });
afterEach(killServers);

/** A worker that has been heard of for so long has started: from then on it hangs when it is silent for 15 seconds. */
const STARTED_MS = 8_000;

it("goes on when a worker hangs, whichever of them: it is replaced, and nothing is lost or billed twice", async () => {
  const account = await testAccount({ balanceMicros: 1_000_000_000n });
  const server = await startServer(TWO_WORKERS);
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
});

it("replaces the only worker when it hangs, and then answers who waited", async () => {
  const account = await testAccount();
  const server = await startServer({ ...TWO_WORKERS, WORKERS: "1" });
  const [victim = 0] = server.workers();
  await sleep(STARTED_MS);
  process.kill(victim, "SIGSTOP");
  const answers = await Promise.all([
    send(server, account, { timeoutMs: 90_000 }),
    send(server, account, { timeoutMs: 90_000 }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(server.workers()).not.toContain(victim);
  await delivered(2, 60_000);
});
