import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { addKey } from "@/lib/auth/keys/api-keys";
import { issueToken } from "@/lib/auth/keys/issue-token";
import { readMoved } from "@/lib/db/cells/moved";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { auditBooks } from "@/lib/messages/audit/audit-books";
import { runCommandFile } from "@/tests/support/commands/commands";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { moveUntil } from "@/tests/support/moves/half-moved";
import { books, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";
import { startReceiver } from "@/tests/support/webhooks/https-receiver";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

useTestCells();
afterEach(killServers);

const CALLERS = 3;
const all = () => [1, 2, 3].map(openCell);

async function tokenOf(accountId: number): Promise<string> {
  const now = new Date();
  const { key, clientSecret } = await addKey(db(), accountId, { name: "A key", expiresAt: null }, now);
  const given = { client_id: key.clientId, client_secret: clientSecret };
  const asked = { grant_type: "client_credentials" as const, ...given };
  return (await issueToken(db(), asked, { address: "203.0.113.7" }, now)).access_token;
}

/**
 * Starts callers that send through two servers in turn until `stop`. Returns the responses by idempotency
 * key.
 */
function startLoad(servers: readonly ProductionServer[], token: string) {
  const answers = new Map<string, string>();
  const wrong: string[] = [];
  let isGoing = true;
  let next = 0;
  const send = async (key: string, server: ProductionServer) => {
    const response = await fetch(`${server.address}/gateway/sms/out`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "idempotency-key": key,
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ to: "64211234567", body: "Kia ora", messageClass: "transactional" }),
    });
    const text = await response.text();
    if (response.status !== 200) return wrong.push(`${response.status} ${text}`);
    const id = JSON.parse(text).message_id as string;
    if ((answers.get(key) ?? id) !== id) wrong.push(`another answer for ${key}`);
    answers.set(key, id);
    return undefined;
  };
  const running = Array.from({ length: CALLERS }, async () => {
    while (isGoing) {
      const number = next++;
      const [one, other] = number % 2 === 0 ? servers : servers.toReversed();
      const key = newId();
      await send(key, one as ProductionServer);
      // Repeats the request, as an impatient caller does.
      if (number % 10 === 0) await send(key, other as ProductionServer);
      // Slow enough for a busy machine to copy the account faster than callers change it.
      await sleep(250);
    }
  });
  const stop = async () => {
    isGoing = false;
    await Promise.all(running);
    return { answers, wrong };
  };
  return { answers, stop };
}

it("an account moves to and fro while it sends, though the command is killed: each message once", async () => {
  const receiver = await startReceiver({ tls: false, hostname: "127.0.0.1" });
  const { accountId } = await testAccount({ balanceMicros: 100_000_000_000n });
  await registerWebhook(db(), { accountId, kinds: ["report"], url: receiver.url }, new Date());
  const token = await tokenOf(accountId);
  const settings = { CELLS: process.env.CELLS ?? "", SIMULATOR_DELAY_MS: "0" };
  const own = { ...settings, WEBHOOK_PRIVATE_HOSTS: receiver.hostPort, RATE_LIMIT_PER_SECOND: "100000" };
  const servers = await Promise.all([startServer(own), startServer(own)]);
  const load = startLoad(servers, token);
  const { DATABASE_URL = "", AUTH_SECRET = "" } = process.env;
  const move = async (to: number) => {
    const options = ["move-account", "--account", String(accountId), "--to", String(to)];
    const given = { ...settings, DATABASE_URL, AUTH_SECRET, LOG_LEVEL: "silent" };
    const { code, out, err } = await runCommandFile("cells", options, given);
    expect([code, err]).toEqual([0, expect.stringContaining(`is in cell ${to}`)]);
    return JSON.parse(out) as { changes: number };
  };
  const answeredFurther = (count: number) => {
    const before = load.answers.size;
    return expect.poll(() => load.answers.size, { timeout: 60_000 }).toBeGreaterThan(before + count);
  };
  for (const to of [2, 3]) expect((await move(to)).changes).toBeGreaterThan(0);
  for (const step of ["close", "commit"]) expect(await moveUntil(accountId, 1, step)).toBe("SIGKILL");
  await answeredFurther(20);
  await move(1);
  await answeredFurther(5);
  const { answers, wrong } = await load.stop();
  expect(wrong.slice(0, 5)).toEqual([]);
  await readMoved(db());
  const statuses = async () => {
    const messages = await messagesOf(accountId);
    return messages.filter(({ status }) => status !== "DELIVRD").length;
  };
  await expect.poll(statuses, { timeout: 120_000, interval: 500 }).toBe(0);
  const ids = [...answers.values()].toSorted();
  expect((await messagesOf(accountId)).map(({ id }) => id).toSorted()).toEqual(ids);
  const { balance, ledger, entries } = await books(accountId);
  expect([balance, entries]).toEqual([ledger, ids.length + 1]);
  const taken = await Promise.all(
    all().map((cell) =>
      cell.query<{ id: string }>(sql`select client_reference as id from simulated_messages`),
    ),
  );
  expect(taken.flatMap((rows) => rows.map(({ id }) => id)).toSorted()).toEqual(ids);
  // Each message has two events: the network accepted it, and it was delivered.
  const told = () =>
    receiver.requests.map(({ body }) => {
      const { gatewayMessageId, status } = JSON.parse(body.toString());
      return `${gatewayMessageId} ${status}`;
    });
  await expect.poll(() => told().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2 * ids.length);
  expect([told().length, new Set(told()).size]).toEqual([2 * ids.length, 2 * ids.length]);
  for (const cell of all()) {
    const scope = { since: null, until: new Date(Date.now() + 60_000), keptSince: null };
    expect(await auditBooks(cell, scope)).toEqual([]);
  }
  await receiver.close();
});
