import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { authSecret } from "@/lib/crypto/auth-secret";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { startLocalJobs } from "@/lib/jobs/local";
import { signatureHeaders } from "@/lib/webhooks/signing/sign";
import { rollSigningSecret } from "@/lib/webhooks/signing/signing-secret";
import { CLIENT_LANGUAGES, type ClientDriver, startDriver } from "@/tests/support/clients/client-drivers";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";
import { type RouteServer, serveRoutes } from "@/tests/support/server/http-routes";
import { type ReceivedRequest, type Receiver, startReceiver } from "@/tests/support/webhooks/https-receiver";

useTestDatabase();

const FORGED = { error: { reason: "forged" } };
const EXPIRED = { error: { reason: "expired" } };
const UNSIGNED = { error: { reason: "unsigned" } };

let server: RouteServer;
let receiver: Receiver;
let stopJobs: () => Promise<void>;
/** The secrets that the gateway signs with, the newest first. */
let secrets: string[];
let accountId: number;

/** Rolls the signing secret: the returned one signs from now on, beside the earlier ones. */
async function rolled(): Promise<string> {
  const secret = await db().transaction((tx) => rollSigningSecret(tx, accountId, authSecret(), new Date()));
  if (secret === null) throw new Error("There is no such account.");
  return secret;
}

beforeAll(async () => {
  receiver = await startReceiver({ tls: false, hostname: "localhost" });
  const settings = { NIGHT_START: "00:00", NIGHT_END: "00:00", SIMULATOR_DELAY_MS: "20" };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.stubEnv("WEBHOOK_PRIVATE_HOSTS", receiver.hostPort);
  reloadEnv();
  server = await serveRoutes();
  stopJobs = startLocalJobs();
  const account = await testAccount();
  accountId = account.accountId;
  const first = await rolled();
  secrets = [await rolled(), first];
  const driver = await startDriver("typescript");
  const { userId, password } = account;
  const call = await driver.make({ baseUrl: server.address, credentials: { userId, password } });
  await call("configure", { webhook_url: receiver.url });
  await call("sendMessage", { to: "64211234567", body: "Tēnā koe", messageClass: "transactional" });
  await posts(["dlr"]);
  // An inbound text belongs to the last sender to its number: the accepted message has not been sent yet.
  await call("simulateInbound", { from: "64211234567", to: "552", body: "Āe, 🥝" });
  await driver.close();
  await posts(["SMS", "dlr"]);
});

afterAll(async () => {
  await stopJobs?.();
  await server?.close();
  await receiver?.close();
  vi.unstubAllEnvs();
  reloadEnv();
});

/** Waits until the gateway has posted these types. If one does not come, the error has the attempts. */
async function posts(wanted: string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const types = [...new Set(receiver.requests.map(typeOf))].sort();
      const select = { eventType: true, attempts: true, dueAt: true, responseCode: true, error: true };
      const isThere = types.length === wanted.length;
      const attempts = isThere
        ? []
        : await db().prisma.webhookDelivery.findMany({ where: { accountId }, select });
      expect({ types, attempts }).toEqual({ types: wanted, attempts: [] });
    },
    { timeout: 30_000, interval: 50 },
  );
}

const typeOf = ({ body }: ReceivedRequest) => JSON.parse(body.toString("utf8")).type as string;

/** Returns a request that the gateway has posted. */
function posted(type: "SMS" | "dlr"): { headers: object; body: string } {
  const found = receiver.requests.find((one) => typeOf(one) === type);
  if (!found) throw new Error(`Nothing of the type ${type} was posted.`);
  return { headers: found.headers, body: found.body.toString("utf8") };
}

describe.each(CLIENT_LANGUAGES)("webhooks with the client for $language", ({ language, isHere }) => {
  let driver: ClientDriver;
  beforeAll(async () => {
    if (isHere) driver = await startDriver(language);
  });
  afterAll(() => driver?.close());

  const test = it.skipIf(!isHere);

  test("takes what was posted, and gives its event", async () => {
    const reply = posted("SMS");
    expect(await driver.verify(reply.headers, reply.body, secrets)).toEqual({
      result: JSON.parse(reply.body),
    });
    expect(reply.body).toContain("Āe, 🥝");
    const report = posted("dlr");
    expect(await driver.verify(report.headers, report.body, secrets)).toEqual({
      result: expect.objectContaining({ type: "dlr", gatewayMessageId: expect.any(String) }),
    });
  });

  test("takes it with either secret while both sign, and with one of several of the receiver's", async () => {
    const { headers, body } = posted("SMS");
    for (const known of [...secrets, ["whsec_another", secrets[1] ?? ""]]) {
      expect(await driver.verify(headers, body, known)).toEqual({ result: JSON.parse(body) });
    }
  });

  test("refuses what was forged or changed", async () => {
    const { headers, body } = posted("SMS");
    expect(await driver.verify(headers, body, "whsec_another")).toEqual(FORGED);
    expect(await driver.verify(headers, body.replace("Āe", "No"), secrets)).toEqual(FORGED);
    expect(await driver.verify(headers, `${body} `, secrets)).toEqual(FORGED);
    const now = Math.floor(Date.now() / 1_000);
    const later = { ...headers, "x-service-timestamp": String(now + 2) };
    expect(await driver.verify(later, body, secrets)).toEqual(FORGED);
    for (const signature of ["v0=1", `v1=${"é".repeat(64)}`, `v1=${"0".repeat(64)}`, ",,"]) {
      const wrong = { ...headers, "x-service-signature": signature };
      expect(await driver.verify(wrong, body, secrets), signature).toEqual(FORGED);
    }
  });

  test("refuses what is old, or from a wrong clock", async () => {
    const body = '{"type":"dlr"}';
    const at = (seconds: number) => signatureHeaders(body, secrets, Date.now() + seconds * 1_000);
    expect((await driver.verify(at(-290), body, secrets)).result).toEqual({ type: "dlr" });
    expect(await driver.verify(at(-310), body, secrets)).toEqual(EXPIRED);
    expect(await driver.verify(at(310), body, secrets)).toEqual(EXPIRED);
    expect(await driver.verify(at(-30), body, secrets, { tolerance: 10 })).toEqual(EXPIRED);
    expect((await driver.verify(at(-900), body, secrets, { tolerance: 1_000 })).result).toEqual({
      type: "dlr",
    });
    expect(
      (await driver.verify(at(-900), body, secrets, { now: Date.now() / 1_000 - 900 })).error,
    ).toBeUndefined();
  });

  test("refuses what is not signed, and needs a secret", async () => {
    const { headers, body } = posted("SMS");
    expect(await driver.verify({}, body, secrets)).toEqual(UNSIGNED);
    expect(await driver.verify({ ...headers, "x-service-signature": "" }, body, secrets)).toEqual(UNSIGNED);
    expect(await driver.verify({ ...headers, "x-service-timestamp": "soon" }, body, secrets)).toEqual(
      UNSIGNED,
    );
    // Anyone can sign with an empty secret.
    const empty = signatureHeaders(body, [""], Date.now());
    expect((await driver.verify(empty, body, "")).error?.unexpected).toContain("needs a signing secret");
    expect(await driver.verify(empty, body, ["", ...secrets])).toEqual(FORGED);
  });
});
