import { afterEach, describe, expect, it, test } from "vitest";
import { carriersWithoutServer } from "@/lib/carriers/process/carriers-without-server";
import {
  addCarrier,
  carrierNamed,
  drainCarrier,
  listCarriers,
  removeCarrier,
  settingsOf,
} from "@/lib/carriers/setup/carrier-rows";
import { tryCarrier } from "@/lib/carriers/setup/try-carrier";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { CALLBACK_URL, givenFor, PASSWORD } from "@/tests/support/provider/http-carrier";
import { FaultyProvider } from "@/tests/support/provider/provider";
import { testAccount } from "@/tests/support/server/gateway";
import { FaultySmsc } from "@/tests/support/smsc/smsc";
import { trialStore } from "@/tests/support/smsc/trial-store";
import { issueCertificate } from "@/tests/support/webhooks/https-receiver";

useTestDatabase({ each: true });

const SETUP = { authSecret: TEST_SECRET, hasServer: true };
const GIVEN = { host: "127.0.0.1", port: 2775, systemId: "gateway", password: "hush-hush", tps: 10 };
const drained = (name: string, isDraining: boolean) =>
  db().transaction((tx) => drainCarrier(tx, name, isDraining));
const removed = (name: string) => db().transaction((tx) => removeCarrier(tx, name, db()));
const north = (given: object = {}) => ({ name: "north", kind: "smpp", given: { ...GIVEN, ...given } });

let smsc: FaultySmsc | undefined;
afterEach(async () => {
  await smsc?.stop();
  smsc = undefined;
});

describe("adding a carrier", () => {
  it("keeps its secrets encrypted, and lists it without them", async () => {
    const { key } = await issueCertificate("gateway.example.com");
    await addCarrier(db(), north({ tls: { key } }), SETUP);
    const listed = await listCarriers(db(), now());
    expect(listed).toMatchObject([
      { name: "north", kind: "smpp", enabled: true, settings: { host: "127.0.0.1" } },
    ]);
    expect(JSON.stringify(listed)).not.toMatch(/hush|PRIVATE KEY|password/);
    const row = await carrierNamed(db(), "north");
    expect(Buffer.from(row.encryptedSecrets ?? []).toString("latin1")).not.toContain("hush");
    expect(settingsOf(row, TEST_SECRET)).toEqual({ ...GIVEN, tls: { key } });
  });

  test.each([
    ["a name", { ...north(), name: "North!" }, /name/],
    ["the simulator's name", { ...north(), name: "simulator" }, /name/],
    [
      "the name that cells have for a removed one",
      { ...north(), name: "removed-12" },
      /removed- with a number/,
    ],
    ["a kind", { ...north(), kind: "pigeon" }, /"pigeon"/],
    ["a kind that every object has by name", { ...north(), kind: "constructor" }, /"constructor"/],
    ["no rate", north({ tps: undefined }), /tps/],
    ["no links that send", north({ binds: { receiver: 1 } }), /transceiver/],
    ["a setting that is none", north({ passwrod: "x" }), /passwrod/],
    ["a number out of bounds", north({ window: 0 }), /window/],
    ["a tag of our own", north({ optionalParameters: { "0x0204": { text: "x" } } }), /0x0204/],
    ["a tag that is none", north({ optionalParameters: { tariff: { text: "x" } } }), /optionalParameters/],
    ["half an octet", north({ optionalParameters: { "0x1400": { hex: "0" } } }), /0x1400/],
    ["a long parameter", north({ optionalParameters: { "0x1400": { text: "x".repeat(256) } } }), /0x1400/],
    [
      "too many parameters",
      north({
        optionalParameters: Object.fromEntries(
          Array.from({ length: 21 }, (_, index) => [
            `0x14${index.toString(16).toUpperCase().padStart(2, "0")}`,
            { text: "" },
          ]),
        ),
      }),
      /optionalParameters/,
    ],
  ])("refuses %s by name, without a value", async (_, carrier, problem) => {
    const refusal = await addCarrier(db(), carrier, SETUP).catch((error: Error) => error);
    expect(refusal).toMatchObject({ code: "invalid_parameter", message: expect.stringMatching(problem) });
    expect(String(refusal)).not.toContain("hush");
  });

  it("refuses what is no PEM, and a key of another certificate, by name and without a value", async () => {
    const [own, other] = await Promise.all([
      issueCertificate("one.example"),
      issueCertificate("two.example"),
    ]);
    const trial = (tls: object) =>
      addCarrier(db(), north({ tls }), SETUP).then(
        () => "added",
        ({ message }: Error) => message,
      );
    const wrong = own.cert.replace(/[A-Za-z]{10}/g, "hush-hush");
    expect(await trial({ ca: wrong })).toBe("tls.ca: has no certificate in PEM");
    expect(await trial({ cert: own.key })).toBe("tls.cert: has no certificate in PEM");
    expect(await trial({ cert: own.cert, key: "hush" })).toMatch(/^tls\.key: has no private key in PEM/);
    expect(await trial({ cert: own.cert, key: other.key })).toMatch(/^tls\.key: is not the key/);
    expect(await trial({ ...own, ca: `A bundle\n${own.ca}\n${other.ca}`, serverName: "192.0.2.7" })).toBe(
      "added",
    );
  });

  it("refuses a second one of the name", async () => {
    await addCarrier(db(), north(), SETUP);
    await expect(addCarrier(db(), north(), SETUP)).rejects.toMatchObject({ code: "conflict" });
  });

  it("refuses one with links by name where no server keeps connections, and names those that there are", async () => {
    await expect(addCarrier(db(), north(), { ...SETUP, hasServer: false })).rejects.toThrow(
      /north speaks smpp/,
    );
    await addCarrier(db(), north(), SETUP);
    expect(await carriersWithoutServer(db())).toEqual([
      { name: "north", reason: expect.stringContaining("Inngest") },
    ]);
  });
});

describe("adding a carrier reached by HTTP", () => {
  const kannel = (given: object = {}) => {
    const settings = { ...givenFor("http://127.0.0.1:13013"), webhookToken: undefined, ...given };
    return { name: "kannel", kind: "http", given: JSON.parse(JSON.stringify(settings)) };
  };
  const WITHOUT_SERVER = { ...SETUP, hasServer: false };

  it("makes a secret for its webhooks, and tells their address once", async () => {
    const { addresses } = await addCarrier(db(), kannel(), WITHOUT_SERVER);
    const row = await carrierNamed(db(), "kannel");
    const { webhookToken, password } = settingsOf(row, TEST_SECRET) as Record<string, string>;
    expect(addresses?.inbound).toBe(
      `${CALLBACK_URL}/gateway/carriers/kannel/inbound?token=${webhookToken}&id=%I&from=%p&to=%P&coding=%c&time=%T&text=%b`,
    );
    expect([password, webhookToken]).toEqual([PASSWORD, expect.stringMatching(/^[\w-]{43}$/)]);
    const listed = JSON.stringify(await listCarriers(db(), now()));
    for (const secret of [webhookToken, PASSWORD]) expect(listed).not.toContain(secret);
  });

  it("refuses authorities that are no PEM, by name", async () => {
    await expect(addCarrier(db(), kannel({ ca: "hush" }), WITHOUT_SERVER)).rejects.toThrow(
      /^ca: has no certificate in PEM$/,
    );
  });

  it("refuses reports without an address of ours, by name", async () => {
    const refusal = addCarrier(db(), kannel({ callbackUrl: undefined }), WITHOUT_SERVER);
    await expect(refusal).rejects.toThrow(
      /callbackUrl: is needed for reports and messages in where APP_URL is not set/,
    );
    await addCarrier(db(), kannel({ callbackUrl: undefined, reports: false }), WITHOUT_SERVER);
  });
});

describe("a carrier's row", () => {
  it("is drained, and not any more", async () => {
    await addCarrier(db(), north(), SETUP);
    await drained("north", true);
    expect((await carrierNamed(db(), "north")).settings).toMatchObject({
      host: "127.0.0.1",
      isDraining: true,
    });
    await drained("north", false);
    expect((await carrierNamed(db(), "north")).settings).toMatchObject({ isDraining: false });
    await expect(drained("south", true)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is removed once nothing waits for it", async () => {
    const { id } = await addCarrier(db(), north(), SETUP);
    const { accountId } = await testAccount({ balanceMicros: 1_000_000_000n });
    await accept(db(), [testSubmission(accountId, { items: [testItem({ dueAt: now() })] })], now(), () => "");
    await db().query(sql`update message_queue set carrier_id = ${id}`);
    await expect(removed("north")).rejects.toMatchObject({ code: "conflict" });
    await db().query(sql`update message_queue set carrier_id = 0`);
    await removed("north");
    expect(await listCarriers(db(), now())).toEqual([]);
  });
});

describe("trying a carrier reached by HTTP", () => {
  const trial = {
    to: "64211234567",
    sender: "2190",
    text: "A test",
    upWithinMs: 50,
    reportWithinMs: 5_000,
  };

  const tried = (given: object) =>
    tryCarrier(db(), { name: "kannel", kind: "http", given }, trial, { ...trialStore("kannel"), at: now() });

  it("tells at once what it answered, and why it cannot be reached", async () => {
    const provider = await FaultyProvider.start();
    const given = givenFor(provider.url);
    expect(await tried(given)).toMatchObject({ outcome: "accepted", report: null });
    provider.script = () => ({ status: 403, body: "Not routable. Do not try again." });
    expect(await tried(given)).toMatchObject({
      outcome: "elsewhere",
      code: "Not routable",
      cause: "Kannel has no SMSC that takes the message.",
    });
    await provider.stop();
    expect(await tried(given)).toEqual({
      isUp: false,
      reason: expect.stringMatching(/refused the connection/),
    });
  });

  it.each([
    ["kannel", 403, "Authorization failed for sendsms", "Authorization failed"],
    ["kannel", 401, "", "HTTP 401"],
    ["twilio", 401, '{"code": 20003, "message": "Authenticate"}', "20003"],
    ["twilio", 403, "{}", "HTTP 403"],
    ["vonage", 401, '{"title": "Unauthorized"}', "HTTP 401"],
    ["telnyx", 401, '{"errors": [{"code": "10009"}]}', "10009"],
    ["telnyx", 403, "{}", "HTTP 403"],
  ])("says that %s refused the login with %s", async (preset, status, body, code) => {
    const provider = await FaultyProvider.start();
    provider.script = () => ({ status, body });
    const extra = preset === "telnyx" ? { signingKey: Buffer.alloc(32).toString("base64") } : {};
    const given = { ...givenFor(provider.url), preset, username: "AC1", password: "wrong", ...extra };
    expect(await tried(given)).toEqual({
      isUp: false,
      reason: `The provider refuses the login. (${code})`,
    });
    await provider.stop();
  });
});

describe("trying a carrier", () => {
  const trial = {
    to: "64211234567",
    sender: "2190",
    text: "A test",
    upWithinMs: 5_000,
    reportWithinMs: 5_000,
  };
  const tried = (given: object, overrides: object = {}) => {
    const carrier = north({ port: smsc?.port, ...given });
    return tryCarrier(db(), carrier, { ...trial, ...overrides }, { ...trialStore("north"), at: now() });
  };

  it("sends one message by one transmitter, and names the lack of a server", async () => {
    smsc = await FaultySmsc.start();
    expect(await tried({ binds: { transceiver: 2 } })).toEqual({
      isUp: true,
      outcome: "accepted",
      references: ["1"],
      report: null,
      note: expect.stringContaining("No server holds links"),
    });
    expect(smsc.submitted[0]?.fields).toMatchObject({ source: "2190", sourceTon: 3 });
    expect(smsc.links.map(({ received }) => received.map(({ command }) => command))).toEqual([
      ["bind_transmitter", "submit_sm", "unbind"],
    ]);
  });

  it("writes the sender as the network knows it", async () => {
    smsc = await FaultySmsc.start();
    const { id } = await addCarrier(db(), north(), SETUP);
    await db().prisma.carrierSender.create({
      data: { carrierId: id, sender: "2190", source: "64210032190", ton: 1, npi: 8 },
    });
    await tried({}, { reportWithinMs: 1 });
    expect(smsc.submitted[0]?.fields).toMatchObject({ source: "64210032190", sourceTon: 1, sourceNpi: 8 });
  });

  it("tells in words why there is no link, and why a message is refused", async () => {
    smsc = await FaultySmsc.start();
    smsc.script = () => 0x0e;
    expect(await tried({}, { upWithinMs: 500 })).toEqual({
      isUp: false,
      reason: expect.stringMatching(/^The network says that the password is wrong\. \(0x0000000E\) Set /),
    });
    // A login that is wrong for any kind of bind is tried once, because networks lock logins.
    expect(smsc.links.map(({ received }) => received[0]?.command)).toEqual(["bind_transmitter"]);
    smsc.script = ({ command }) => (command === "submit_sm" ? 0x0a : undefined);
    expect(await tried({})).toEqual({
      isUp: true,
      outcome: "elsewhere",
      code: "0x0000000A",
      report: null,
      cause: "The network does not allow this sender.",
    });
  });
});
