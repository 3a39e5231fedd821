import { beforeAll, describe, expect, it, test } from "vitest";
import {
  INTEGRATION_KINDS,
  INTEGRATIONS,
  type IntegrationKind,
} from "@/lib/contracts/integrations/integration-kind";
import {
  type IntegrationListed,
  type IntegrationView,
  listIntegrations,
  readIntegration,
  rollIntegrationSecretOperation,
  setUpIntegrationOperation,
} from "@/lib/contracts/members/integrations";
import { hashSecret } from "@/lib/crypto/secrets";
import { db } from "@/lib/db/client";
import { recordCall } from "@/lib/integrations/record-call";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: calls } = handlersOf("/api/members/integrations/calls");
const { POST: change } = handlersOf("/api/members/integrations/change");
const { POST: enable } = handlersOf("/api/members/integrations/enable");
const { GET: read } = handlersOf("/api/members/integrations/integration");
const { POST: remove } = handlersOf("/api/members/integrations/remove");
const { GET, POST } = handlersOf("/api/members/integrations");
const { POST: roll } = handlersOf("/api/members/integrations/secret");

useTestDatabase();

let account: TestAccount;
let other: TestAccount;
let shared: number;
let foreign: number;
beforeAll(async () => {
  account = await testAccount();
  other = await testAccount();
  const { shortcode } = db().prisma;
  shared = (await shortcode.findFirstOrThrow({ where: { ownerId: null, active: true } })).id;
  foreign = (await shortcode.create({ data: { number: "5521", ownerId: other.accountId } })).id;
});

type Secret = { secret: string | null };

async function setUp(from: TestAccount, kind: IntegrationKind, more: object = {}): Promise<string | null> {
  const made = await ask<Secret>(POST, from, { json: { kind, shortcodeId: shared, ...more } });
  expect(made.status, made.text).toBe(200);
  expect(made.body).toEqual(setUpIntegrationOperation.response.parse(made.body));
  return made.body.secret;
}

async function view(from: TestAccount, kind: string): Promise<IntegrationView> {
  const got = await ask<IntegrationView>(read, from, { query: { kind } });
  expect(got.body).toEqual(readIntegration.response.parse(got.body));
  return got.body;
}

const stored = (from: TestAccount, kind: IntegrationKind) =>
  db().prisma.integration.findUnique({ where: { accountId_kind: { accountId: from.accountId, kind } } });

const activitiesOf = (from: TestAccount) =>
  db().prisma.activity.findMany({ where: { accountId: from.accountId }, orderBy: { id: "asc" } });

describe("setting an integration up", () => {
  test.each(INTEGRATION_KINDS)("gives %s a secret once, where it has one", async (kind) => {
    const own = await testAccount();
    expect((await view(own, kind)).integration).toBeNull();
    const secret = await setUp(own, kind, { rateCode: "crm", messageClass: "marketing" });
    if (INTEGRATIONS[kind].secret) expect(secret).toMatch(/^isk_[\w-]{43}$/);
    else expect(secret).toBeNull();
    const row = await stored(own, kind);
    expect(row).toMatchObject({ enabled: true, shortcodeId: shared, rateCode: "crm", topics: {} });
    expect(row?.secretHash && Buffer.from(row.secretHash)).toEqual(secret && hashSecret(secret));
    expect((await view(own, kind)).integration).toEqual({
      enabled: true,
      shortcode: { id: shared, number: expect.any(String), usable: true },
      messageClass: "marketing",
      rateCode: "crm",
      secretMadeAt: secret && expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
  });

  it("never shows the secret again, nor its hash, and writes it down nowhere", async () => {
    const own = await testAccount();
    const secret = String(await setUp(own, "automation"));
    const answers = await Promise.all([
      ask(GET, own, {}),
      ask(read, own, { query: { kind: "automation" } }),
      ask(calls, own, { query: { kind: "automation" } }),
      ask(POST, own, { json: { kind: "automation", shortcodeId: shared } }),
      ask(change, own, { json: { kind: "automation", shortcodeId: shared } }),
      ask(enable, own, { json: { kind: "automation", enabled: false } }),
    ]);
    const hash = hashSecret(secret);
    const seen = [...answers.map(({ text }) => text), JSON.stringify(await activitiesOf(own))].join();
    for (const form of [secret, hash.toString("hex"), hash.toString("base64"), "secretHash"]) {
      expect(seen).not.toContain(form);
    }
  });

  it("is done once", async () => {
    const own = await testAccount();
    await setUp(own, "crm_a");
    const again = await ask(POST, own, { json: { kind: "crm_a", shortcodeId: shared } });
    expect(again).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  it("needs a shortcode where the address names one, and is free to have none elsewhere", async () => {
    const own = await testAccount();
    expect(await ask(POST, own, { json: { kind: "crm_a" } })).toMatchObject({
      status: 400,
      body: { code: "missing_parameter", error: "Parameter 'shortcodeId' is required." },
    });
    expect(await stored(own, "crm_a")).toBeNull();
    await setUp(own, "mail_addin", { shortcodeId: undefined });
    expect((await view(own, "mail_addin")).integration).toMatchObject({ shortcode: null, rateCode: null });
  });

  it("takes shared shortcodes and the account's own, in use, and no others", async () => {
    const { shortcode } = db().prisma;
    const resting = await shortcode.create({ data: { number: "5522", active: false } });
    for (const shortcodeId of [foreign, resting.id, 999_999]) {
      const refused = await ask(POST, account, { json: { kind: "crm_b", shortcodeId } });
      expect(refused).toMatchObject({ status: 403, body: { code: "sender_not_authorised" } });
    }
    expect(await stored(account, "crm_b")).toBeNull();
    await setUp(other, "crm_b", { shortcodeId: foreign });
    expect((await view(other, "crm_b")).integration?.shortcode).toMatchObject({ number: "5521" });
    expect((await view(account, "crm_b")).senders).not.toContainEqual(
      expect.objectContaining({ id: foreign }),
    );
  });

  test.each([
    [{ messageClass: "spam" }, "'messageClass' must be"],
    [{ rateCode: "r".repeat(96) }, "'rateCode' must be at most 95"],
    [{ shortcodeId: "abc" }, "'shortcodeId' must be a whole number"],
  ])("refuses %j", async (wrong, sentence) => {
    const json = { kind: "crm_a", shortcodeId: shared, ...wrong };
    expect(await ask(POST, account, { json })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    });
  });
});

describe("an integration", () => {
  it("changes what it sends as, all of it, and writes down what is other than before", async () => {
    const own = await testAccount();
    const { id } = await db().prisma.shortcode.create({ data: { number: "5523", ownerId: own.accountId } });
    const secret = String(await setUp(own, "crm_a", { rateCode: "crm" }));
    const json = { kind: "crm_a", shortcodeId: id, messageClass: "marketing" };
    expect(await ask(change, own, { json })).toMatchObject({ status: 200, body: { success: true } });
    expect((await view(own, "crm_a")).integration).toMatchObject({
      shortcode: { id, number: "5523", usable: true },
      messageClass: "marketing",
      rateCode: null,
    });
    expect(Buffer.from((await stored(own, "crm_a"))?.secretHash ?? [])).toEqual(hashSecret(secret));
    await ask(change, own, { json });
    const details = { integration: "HubSpot", sender: "5523" };
    expect(await activitiesOf(own)).toMatchObject([
      { action: "integration_set_up", actorId: own.accountId, address: "203.0.113.7" },
      {
        action: "integration_changed",
        details: { ...details, "kind of message": "marketing", "rate code": "none" },
      },
    ]);
  });

  it("keeps its sender when that is taken away, says so, and takes no other's", async () => {
    const own = await testAccount();
    const { id } = await db().prisma.shortcode.create({ data: { number: "5524", ownerId: own.accountId } });
    await setUp(own, "crm_a", { shortcodeId: id });
    await db().prisma.shortcode.update({ where: { id }, data: { ownerId: other.accountId } });
    expect((await view(own, "crm_a")).integration?.shortcode).toEqual({
      id,
      number: "5524",
      usable: false,
    });
    const json = { kind: "crm_a", shortcodeId: id, rateCode: "x" };
    expect((await ask(change, own, { json })).status).toBe(200);
    expect(await ask(change, own, { json: { ...json, shortcodeId: foreign } })).toMatchObject({
      status: 403,
      body: { code: "sender_not_authorised" },
    });
    expect(await ask(change, own, { json: { kind: "crm_a" } })).toMatchObject({ status: 400 });
    expect(await stored(own, "crm_a")).toMatchObject({ shortcodeId: id, rateCode: "x" });
  });

  it("is switched off and on", async () => {
    const own = await testAccount();
    await setUp(own, "crm_c");
    const set = (enabled: boolean) => ask(enable, own, { json: { kind: "crm_c", enabled } });
    expect(await set(false)).toMatchObject({ status: 200, body: { success: true } });
    expect((await view(own, "crm_c")).integration).toMatchObject({ enabled: false });
    await set(false);
    await set(true);
    expect(await stored(own, "crm_c")).toMatchObject({ enabled: true });
    const changed = (await activitiesOf(own)).filter(({ action }) => action === "integration_changed");
    expect(changed.map(({ details }) => details)).toEqual([
      { integration: "Zoho CRM", enabled: false },
      { integration: "Zoho CRM", enabled: true },
    ]);
  });

  it("ends its secret the moment it gets another", async () => {
    const own = await testAccount();
    const first = String(await setUp(own, "automation"));
    const rolled = await ask<Secret>(roll, own, { json: { kind: "automation" } });
    expect(rolled.body).toEqual(rollIntegrationSecretOperation.response.parse(rolled.body));
    const second = String(rolled.body.secret);
    expect(second).toMatch(/^isk_[\w-]{43}$/);
    expect(second).not.toBe(first);
    const found = (secret: string) =>
      db().prisma.integration.count({ where: { secretHash: new Uint8Array(hashSecret(secret)) } });
    expect([await found(first), await found(second)]).toEqual([0, 1]);
    expect((await activitiesOf(own)).at(-1)).toMatchObject({
      action: "integration_secret_rolled",
      details: { integration: "Automation" },
    });
  });

  it("has no secret to roll where it has none", async () => {
    const own = await testAccount();
    await setUp(own, "email_to_sms");
    expect(await ask(roll, own, { json: { kind: "email_to_sms" } })).toMatchObject({
      status: 409,
      body: { error: "Email to SMS has no secret." },
    });
  });

  it("is removed with its secret and its calls, and may be set up anew", async () => {
    const own = await testAccount();
    const first = await setUp(own, "crm_a");
    const noted = { accountId: own.accountId, kind: "crm_a" as const, status: 200, result: "Sent" };
    await recordCall(db(), { ...noted, recipients: ["64211234567"], messageId: null }, new Date());
    expect(await ask(remove, own, { json: { kind: "crm_a" } })).toMatchObject({ status: 200 });
    expect(await stored(own, "crm_a")).toBeNull();
    expect(await db().prisma.integrationCall.count({ where: { accountId: own.accountId } })).toBe(0);
    expect((await activitiesOf(own)).at(-1)).toMatchObject({ action: "integration_removed" });
    expect(await ask(remove, own, { json: { kind: "crm_a" } })).toMatchObject({ status: 404 });
    expect(await setUp(own, "crm_a")).not.toBe(first);
  });
});

describe("the list of integrations", () => {
  it("has all of them, with the state and the last call of the account's own", async () => {
    const own = await testAccount();
    await setUp(own, "crm_a");
    await setUp(own, "automation");
    await ask(enable, own, { json: { kind: "automation", enabled: false } });
    for (const [status, at] of [
      [200, "2026-11-02T00:00:00Z"],
      [400, "2026-11-02T00:00:01Z"],
    ] as const) {
      const noted = { accountId: own.accountId, kind: "crm_a" as const, status, result: `It was ${status}` };
      await recordCall(db(), { ...noted, recipients: ["64211234567"], messageId: null }, new Date(at));
    }
    const list = await ask<{ integrations: IntegrationListed[] }>(GET, own, {});
    expect(list.body).toEqual(listIntegrations.response.parse(list.body));
    expect(list.body.integrations.map(({ kind }) => kind)).toEqual([...INTEGRATION_KINDS]);
    expect(list.body.integrations.filter(({ state }) => state !== "none")).toEqual([
      {
        kind: "crm_a",
        state: "on",
        lastCall: { at: "2026-11-02 13:00:01", status: 400, result: "It was 400" },
      },
      { kind: "automation", state: "off", lastCall: null },
    ]);
    const others = await ask<{ integrations: IntegrationListed[] }>(GET, await testAccount(), {});
    expect(others.body.integrations.every(({ state }) => state === "none")).toBe(true);
  });
});
