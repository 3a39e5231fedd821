import { Agent, request } from "node:http";
import { afterEach, expect, it, test } from "vitest";
import { useTestDatabase } from "@/tests/support/database/database";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { cpuMs } from "@/tests/support/server/processes";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";

useTestDatabase();
afterEach(killServers);

const CLIENTS = 32;

/** Sends one message. Returns the status of the response, or the code of the failure. */
function send(address: string, { userId, password }: TestAccount, agent: Agent): Promise<number | string> {
  const message = { userId, password, to: "64211234567", body: "Hello", messageClass: "transactional" };
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    const headers = { "content-type": "application/json" };
    const sent = request(`${address}/gateway/sms/out`, { method: "POST", agent, headers }, (response) => {
      response.on("error", failed).on("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sent.on("error", failed).end(JSON.stringify(message));
  });
}

/**
 * Starts clients that each send one message after the other until a refusal. Returns a function that returns
 * all results.
 */
async function startSending(server: ProductionServer, account: TestAccount, keepAlive: boolean) {
  const outcomes: (number | string)[] = [];
  const clients = Array.from({ length: CLIENTS }, async () => {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    while (outcomes.at(-1) !== "ECONNREFUSED") outcomes.push(await send(server.address, account, agent));
    agent.destroy();
  });
  await expect.poll(() => outcomes.length, { timeout: 60_000 }).toBeGreaterThan(3 * CLIENTS);
  return { outcomes, ended: Promise.all(clients) };
}

test.each([
  ["1", true],
  ["2", true],
  ["2", false],
])(
  "a server of %s workers resets no request when it is ended; clients keep connections: %s",
  async (workers, keepAlive) => {
    const account = await testAccount({ balanceMicros: 1_000_000_000n });
    const server = await startServer({ WORKERS: workers, RATE_LIMIT_PER_SECOND: "100000" });
    const load = await startSending(server, account, keepAlive);
    process.kill(server.pid, "SIGTERM");
    await load.ended;
    expect([...new Set(load.outcomes)].sort()).toEqual([200, "ECONNREFUSED"]);
    expect(await server.ended).toBe(0);
  },
  480_000,
);

it("ends soon when all its processes are signalled while a worker is being replaced", async () => {
  const server = await startServer({ WORKERS: "2", SHUTDOWN_DELAY_MS: "1000" });
  const [first = 0, second = 0] = server.workers();
  process.kill(first, "SIGKILL");
  const replaced = () => server.workers().filter((pid) => pid !== first).length === 2;
  await expect.poll(replaced, { timeout: 60_000, interval: 20 }).toBe(true);
  // The new worker is loading its code, long before it listens.
  const [newcomer = 0] = server.workers().filter((pid) => pid !== first && pid !== second);
  await expect.poll(() => cpuMs(newcomer), { timeout: 60_000, interval: 20 }).toBeGreaterThan(300);
  const stoppedAt = performance.now();
  for (const pid of [server.pid, second, ...server.workers()]) process.kill(pid, "SIGINT");
  expect(await server.ended).toBe(0);
  // An unreachable worker is killed after 75 seconds.
  expect(performance.now() - stoppedAt).toBeLessThan(60_000);
});

it("tells balancers before it stops, and answers everybody meanwhile", async () => {
  const server = await startServer({ WORKERS: "2", SHUTDOWN_DELAY_MS: "2000" });
  const ask = async (path: string) => (await fetch(`${server.address}${path}`)).status;
  expect(await ask("/readyz")).toBe(200);
  process.kill(server.pid, "SIGTERM");
  await expect.poll(() => ask("/readyz"), { interval: 20 }).toBe(503);
  const agent = new Agent({ keepAlive: false });
  const asked = await Promise.all([ask("/readyz"), ask("/readyz"), ask("/healthz")]);
  expect(asked).toEqual([503, 503, 200]);
  expect(await send(server.address, await testAccount(), agent)).toBe(200);
  expect(await server.ended).toBe(0);
  expect(await send(server.address, await testAccount(), agent)).toBe("ECONNREFUSED");
});
