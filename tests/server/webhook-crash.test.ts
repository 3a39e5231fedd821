import { createServer } from "node:http";
import { afterEach, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { DELIVERY_LEASE_MS } from "@/lib/webhooks/delivery/pump";
import { rollSigningSecret } from "@/lib/webhooks/signing/signing-secret";
import { verifyWebhook } from "@/lib/webhooks/signing/verify";
import { freePort } from "@/server/base/free-port";
import { useTestDatabase } from "@/tests/support/database/database";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";

useTestDatabase();
afterEach(killServers);

const RECIPIENTS = 60;

/**
 * Starts a receiver that responds to no request while it holds, so that a server dies in the middle of a
 * delivery.
 */
async function startReceiver() {
  const port = await freePort();
  const state = { isHolding: false };
  const arrived: { id: string; body: string; timestamp: string; signature: string }[] = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const header = (name: string) => String(request.headers[name]);
      const [timestamp, signature] = [header("x-service-timestamp"), header("x-service-signature")];
      arrived.push({ id: header("x-service-delivery"), body, timestamp, signature });
      if (!state.isHolding) response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(port, "127.0.0.1", resolve));
  const close = () => {
    receiver.closeAllConnections();
    receiver.close();
  };
  return Object.assign(state, { host: `localhost:${port}`, arrived, close });
}

function call(server: ProductionServer, path: string, { userId, password }: TestAccount, parameters: object) {
  return fetch(`${server.address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ userId, password, ...parameters }),
  });
}

it("loses no event when the server is killed in the middle of its deliveries", async () => {
  const receiver = await startReceiver();
  const settings = { WEBHOOK_PRIVATE_HOSTS: receiver.host, SIMULATOR_DELAY_MS: "50", WORKERS: "2" };
  const account = await testAccount({ balanceMicros: 1_000_000_000n });
  const authSecret = process.env.AUTH_SECRET as string;
  const secret = (await rollSigningSecret(db(), account.accountId, authSecret, new Date())) as string;

  const first = await startServer(settings);
  const url = `http://${receiver.host}/events`;
  expect((await call(first, "/gateway/sms/status", account, { url })).status).toBe(204);
  const send = async (recipients: number) => {
    const to = Array.from({ length: recipients }, (_, index) => String(64_211_000_000 + index));
    const message = { to, body: "Hello", messageClass: "transactional" };
    expect((await call(first, "/gateway/sms/out", account, message)).status).toBe(200);
  };
  const states = async () => {
    const rows = await db().prisma.webhookDelivery.groupBy({ by: ["state"], _count: true });
    return Object.fromEntries(rows.map(({ state, _count }) => [state, _count]));
  };
  // After its first responses, the receiver gets events without a claim: they are inserted with the server's
  // lease.
  await send(1);
  await expect.poll(states, { timeout: 60_000, interval: 50 }).toEqual({ delivered: 2 });
  receiver.isHolding = true;
  await send(RECIPIENTS);
  const handedOver = async () => {
    const pending = await db().prisma.webhookDelivery.findMany({ where: { state: "pending" } });
    return pending.filter(
      ({ dueAt, createdAt }) => dueAt?.getTime() === createdAt.getTime() + DELIVERY_LEASE_MS,
    );
  };
  await expect.poll(async () => (await handedOver()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  await expect.poll(() => receiver.arrived.length, { timeout: 60_000 }).toBeGreaterThan(2);
  await first.kill();
  receiver.isHolding = false;
  const before = receiver.arrived.length;

  // Deliveries in progress arrive again when the lease of the dead server has ended. The others arrive at
  // once.
  await startServer(settings);
  await expect.poll(states, { timeout: 150_000, interval: 250 }).toEqual({ delivered: 2 * (RECIPIENTS + 1) });
  expect(receiver.arrived.length).toBeGreaterThan(before);
  const deliveries = await db().prisma.webhookDelivery.findMany({ select: { id: true, body: true } });
  const bodies = new Map(receiver.arrived.map(({ id, body }) => [id, body]));
  expect(bodies).toEqual(new Map(deliveries.map(({ id, body }) => [id, body])));
  for (const { body, timestamp, signature } of receiver.arrived) {
    expect(verifyWebhook(body, { timestamp, signature }, secret, Number(timestamp) * 1000)).toBe(true);
  }
  receiver.close();
});
