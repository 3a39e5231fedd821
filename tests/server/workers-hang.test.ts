import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useTestDatabase } from "@/tests/support/database/database";
import { books, testAccount } from "@/tests/support/server/gateway";
import { isRunning } from "@/tests/support/server/processes";
import { killServers, startServer } from "@/tests/support/server/production-server";
import { count, delivered, send, sendSurely, TWO_WORKERS } from "@/tests/support/server/workers-load";

useTestDatabase({ each: true });
afterEach(killServers);

/**
 * A worker has started when it has sent this many messages to the first process. From then on 15 seconds of
 * silence mean that it hangs.
 */
const STARTED_MESSAGES = 12;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "gateway-heard-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes each process of a server log its messages to its parent in a file of this test. */
function noteMessages(): Record<string, string> {
  const source = `import { appendFileSync } from "node:fs";
    const send = process.send;
    if (send) process.send = (...given) => {
      appendFileSync(${JSON.stringify(folder)} + "/" + process.pid, ".");
      return send.apply(process, given);
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}

/** Waits until a worker has started. */
function started(worker: number): Promise<void> {
  const file = path.join(folder, String(worker));
  const messages = () => (existsSync(file) ? readFileSync(file, "utf8").length : 0);
  return expect.poll(messages, { timeout: 60_000 }).toBeGreaterThan(STARTED_MESSAGES);
}

it("goes on when a worker hangs, whichever of them: it is replaced, and nothing is lost or billed twice", async () => {
  const account = await testAccount({ balanceMicros: 1_000_000_000n });
  const server = await startServer({ ...TWO_WORKERS, ...noteMessages() });
  let sent = 0;
  for (const victim of server.workers()) {
    await started(victim);
    process.kill(victim, "SIGSTOP");
    const stoppedAt = performance.now();
    // Until it counts as late, the worker may get a connection, which another worker gets when it is killed.
    await Promise.all(Array.from({ length: 4 }, () => sendSurely(server, account)));
    sent += 4;
    // A message that the hanging process has got from the other one is due again when its lease ends.
    await delivered(sent, 100_000);
    await vi.waitUntil(() => !isRunning(victim), { timeout: 60_000 });
    // A pause, which is normal on a busy machine, must not count as a hang.
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
  const server = await startServer({ ...TWO_WORKERS, WORKERS: "1", ...noteMessages() });
  const [victim = 0] = server.workers();
  await started(victim);
  process.kill(victim, "SIGSTOP");
  const answers = await Promise.all([
    send(server, account, { timeoutMs: 90_000 }),
    send(server, account, { timeoutMs: 90_000 }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(server.workers()).not.toContain(victim);
  await delivered(2, 60_000);
});
