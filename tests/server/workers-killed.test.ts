import { afterEach, expect, it, vi } from "vitest";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";
import { killServers, startServer } from "@/tests/support/server/production-server";
import { count, delivered, sendSurely, TWO_WORKERS } from "@/tests/support/server/workers-load";

useTestDatabase();
afterEach(killServers);

it("goes on when a worker is killed, replaces it, and sends what was accepted exactly once", async () => {
  const account = await testAccount({ balanceMicros: 1_000_000_000n });
  const server = await startServer(TWO_WORKERS);
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
  // Work of a dead leader is due again when its lease has ended.
  await delivered(answered, 100_000);
  expect([await count("messages"), await count("simulated")]).toEqual([answered, answered]);
});
