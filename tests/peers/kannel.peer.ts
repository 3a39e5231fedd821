import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { freePort } from "@/server/base/free-port";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { Kannel, PASSWORD, TOKEN } from "@/tests/support/kannel/kannel";
import { ageWaitingStatement } from "@/tests/support/kills/kills.sql";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";
import { Network } from "@/tests/support/smsc/network";

useTestDatabase();

let network: Network;
let kannel: Kannel;
let server: ProductionServer;
let port: string;
let account: TestAccount;

/** An SMSC, a Kannel that is bound to it, and a server whose messages go by this Kannel. */
beforeAll(async () => {
  network = await Network.start({ name: "k", answerAfterMs: 10, receiptAfterMs: 100 });
  port = String(await freePort());
  kannel = await Kannel.start({ smscPort: network.address.port, gatewayPort: Number(port) });
  const given = {
    ...{ preset: "kannel", url: kannel.url, username: "gateway", password: PASSWORD, tps: 200 },
    ...{ webhookToken: TOKEN, callbackUrl: `http://127.0.0.1:${port}` },
    timers: { backOffMs: 200, maxBackOffMs: 500 },
  };
  const authSecret = process.env.AUTH_SECRET ?? TEST_SECRET;
  await addCarrier(db(), { name: "kannel", kind: "http", given }, { authSecret, hasServer: true });
  await db().transaction((tx) =>
    replaceRoutes(tx, { senders: { kannel: ["552"] }, routes: [{ targets: [{ carrier: "kannel" }] }] }),
  );
  account = await testAccount({ balanceMicros: 1_000_000_000n, unicode: true });
  server = await startServer({ PORT: port });
  await vi.waitUntil(() => network.link !== undefined, { timeout: 30_000 });
});
afterAll(async () => {
  await Promise.all([kannel?.stop(), network?.stop()]);
  killServers();
});

/** Sends a message as a caller does that sends again what was not answered. @returns its id. */
async function send(to: string, body = "Kia ora"): Promise<string> {
  const { userId, password } = account;
  const key = newId();
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/gateway/sms/out`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify({
          userId,
          password,
          to,
          body,
          messageClass: "transactional",
          unicode: !isAscii(body),
        }),
        signal: AbortSignal.timeout(5_000),
      });
      if (response.status === 200) return ((await response.json()) as { message_id: string }).message_id;
    } catch {
      // The server is away.
    }
    await sleep(100);
  }
}

const isAscii = (text: string) => /^[ -~]*$/.test(text);

const messages = () => db().prisma.message.findMany({ orderBy: { id: "asc" } });
const statuses = async () => (await messages()).map(({ status }) => status);

it("Kannel takes messages from us, and brings their reports and what handsets send", async () => {
  const texts = ["Kia ora @$_[]{}|~^\\", "Tēnā koe 😀", `${"long ".repeat(60)}end`, `${"ā".repeat(100)}`];
  for (const [index, text] of texts.entries()) await send(`6421100000${index}`, text);
  await expect.poll(statuses).toEqual(Array(4).fill("DELIVRD"));
  const textTo = (index: number) =>
    network.taken
      .filter(({ destination }) => destination.endsWith(`6421100000${index}`))
      .sort((a, b) => a.part - b.part)
      .map(({ text }) => text)
      .join("");
  expect(texts.map((_, index) => textTo(index))).toEqual(texts);
  // What the documentation says of long messages: Kannel asks for a receipt of the first part alone.
  expect(network.taken.map(({ part, hasReceipt }) => hasReceipt === (part === 1))).not.toContain(false);

  const from = { source: "64211000000", destination: "552" };
  const inbound = [
    { ...from, shortMessage: Buffer.of(0x00, 0x02, 0x11, 0x1b, 0x3c) },
    { ...from, dataCoding: 8, shortMessage: Buffer.from("Āe 😀", "utf16le").swap16() },
  ];
  for (const message of inbound) expect(await network.link?.deliver(message)).toMatchObject({ status: 0 });
  const stored = () => db().prisma.inboundMessage.findMany({ orderBy: { receivedAt: "asc" } });
  await expect.poll(async () => (await stored()).length).toBe(2);
  expect(new Set((await stored()).map(({ body }) => body))).toEqual(new Set(["@$_[", "Āe 😀"]));
  expect(await stored()).toMatchObject(Array(2).fill({ msisdn: "64211000000", shortcode: "552" }));
});

/**
 * So long before its end an smsbox may have taken a report of which its log does not say so yet: Kannel acknowledges it to the
 * bearerbox first.
 */
const BETWEEN_MS = 200;

/** How programs are ended, each in turn. */
const SIGNALS = process.env.PEERS_QUICK ? (["SIGKILL"] as const) : (["SIGTERM", "SIGKILL"] as const);

it("messages that Kannel took survive the end of all its programs, as long as the smsbox brings nothing", async () => {
  network.holdsReceipts = true;
  const first = 64_211_200_000;
  const count = 40;
  const ids = await Promise.all(Array.from({ length: count }, (_, index) => send(String(first + index))));
  const own = async () => (await messages()).filter(({ id }) => ids.includes(id)).map(({ status }) => status);
  await expect.poll(own).toEqual(Array(count).fill("ACCEPTD"));
  for (const box of ["smsbox", "bearerbox"] as const) await kannel.again(box, "SIGKILL");
  await server.kill();
  server = await startServer({ PORT: port });
  network.holdsReceipts = false;
  await expect.poll(own).toEqual(Array(count).fill("DELIVRD"));
  const taken = network.taken.filter(({ destination }) => Number(destination) >= first);
  expect(taken).toHaveLength(count);
});

it("messages end once each while Kannel's programs and the server are restarted and killed, but for reports that the smsbox had", async () => {
  const first = 64_211_300_000;
  /** From when to when the programs were ended. */
  const ends: [from: number, until: number][] = [];
  const sent: Promise<string>[] = [];
  const ofRun = async () => (await messages()).filter(({ msisdn }) => Number(msisdn) >= first);
  const notFinal = async () => (await ofRun()).filter(({ status }) => status !== "DELIVRD");
  const wasCaught = (msisdn: string) => {
    const at = network.acknowledgedAt.get(msisdn) ?? Number.POSITIVE_INFINITY;
    return ends.some(([from, until]) => at >= from - BETWEEN_MS && at <= until);
  };
  /** Those without a final status but for what Kannel cannot bring any more: its smsbox had the report when it ended. */
  const awaited = async () => {
    const lost = kannel.takenByEnded();
    return (await notFinal()).filter(({ id, msisdn }) => !lost.has(id) && !wasCaught(msisdn));
  };
  let isGoing = true;
  const load = (async () => {
    for (; isGoing; await sleep(60)) sent.push(send(String(first + sent.length)));
  })();
  for (const signal of SIGNALS) {
    for (const box of ["smsbox", "bearerbox"] as const) {
      await sleep(500);
      ends.push(await kannel.again(box, signal));
    }
    await sleep(500);
    if (signal === "SIGKILL") await server.kill();
    else process.kill(server.pid, signal);
    await server.ended;
    server = await startServer({ PORT: port });
    // What it took while the server was away, the smsbox has in memory: who ends it sooner loses that.
    const taken = new Set(network.acknowledgedAt.keys());
    const areLeft = async () => (await awaited()).filter(({ msisdn }) => taken.has(msisdn)).length;
    await expect.poll(areLeft, { interval: 250, timeout: 60_000 }).toBe(0);
  }
  isGoing = false;
  await load;
  const ids = await Promise.all(sent);
  expect(new Set(ids).size).toBe(ids.length);

  const areLeft = async () => {
    // What is held since an answer was lost is not waited for.
    await db().query(ageWaitingStatement(30_000));
    return (await awaited()).length;
  };
  await expect.poll(areLeft, { interval: 1_000, timeout: 60_000 }).toBe(0);
  expect((await ofRun()).map(({ id }) => id)).toEqual(ids.toSorted());
  const taken = network.taken.map(({ destination }) => destination).filter((to) => Number(to) >= first);
  expect(new Set(taken).size).toBe(ids.length);
  const lost = await notFinal();
  // They stay as the network's first report left them.
  expect(lost.filter(({ status }) => !["PENDING", "ACCEPTD"].includes(status))).toEqual([]);
  expect(lost.length).toBeLessThan(ids.length / 10);
  console.log(
    `${ids.length} messages; ${taken.length - ids.length} sent twice, ${lost.length} without a report`,
  );
});
