import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as automation } from "@/app/automation/webhook.php/route";
import { POST as crmA } from "@/app/crm-a/workflow.php/route";
import { POST as crmB } from "@/app/crm-b/workflow.php/route";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { SentResponse } from "@/lib/contracts/integrations/parameters";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import {
  callerBody,
  callsOf,
  queryOf,
  type TestIntegration,
  testIntegration,
} from "@/tests/support/integration";
import { books, call, type Handler, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { MOBILE, NOON } from "@/tests/support/server/send";
import { woken } from "@/tests/support/server/woken";

useTestDatabase();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => vi.useRealTimers());

type Endpoint = {
  name: string;
  handler: Handler;
  kind: IntegrationKind;
  secretName: "key" | "secret";
  /** The statuses of errors (rules: integration errors). */
  statuses: { funds: number; disabled: number };
};

const ENDPOINTS: Endpoint[] = [
  {
    name: "crm-a",
    handler: crmA,
    kind: "crm_a",
    secretName: "key",
    statuses: { funds: 402, disabled: 403 },
  },
  {
    name: "crm-b",
    handler: crmB,
    kind: "crm_b",
    secretName: "secret",
    statuses: { funds: 400, disabled: 401 },
  },
  {
    name: "automation",
    handler: automation,
    kind: "automation",
    secretName: "key",
    statuses: { funds: 400, disabled: 401 },
  },
];

const BODY = { to: MOBILE, message: "Kia ora" };

describe.each(ENDPOINTS)("$name", ({ handler, kind, secretName, statuses }) => {
  let integration: TestIntegration;
  beforeAll(async () => {
    integration = await testIntegration(await testAccount({ balanceMicros: 100_000_000n }), kind);
  });
  const query = () => queryOf(integration, secretName);
  const send = (json: unknown = BODY, headers = {}) =>
    call<SentResponse & { error?: string; code?: string }>(handler, { query: query(), json, headers });

  it("sends from its shortcode, bills it, and notes the call with the number masked", async () => {
    const own = await testAccount();
    const set = await testIntegration(own, kind, { messageClass: "marketing", rateCode: "crm" });
    const { status, body } = await call<SentResponse>(handler, {
      query: queryOf(set, secretName),
      json: BODY,
    });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message_id: expect.any(String), status: "accepted", parts: 1 });
    const [message] = await messagesOf(own.accountId);
    expect(message).toMatchObject({
      id: body.message_id,
      msisdn: MOBILE,
      sender: "552",
      body: "Kia ora",
      messageClass: "marketing",
      rateCode: "crm",
    });
    expect(await books(own.accountId)).toMatchObject({ balance: 9_885_000n, ledger: 9_885_000n });
    expect(await callsOf(own.accountId, kind)).toEqual([
      expect.objectContaining({
        at: NOON,
        status: 200,
        result: "Sent",
        recipient: "6421••••567",
        recipients: 1,
        messageId: body.message_id,
      }),
    ]);
    expect(woken).toContain("dispatch");
  });

  it("sends to an array, with an entry for each", async () => {
    const { status, body } = await send({ to: [MOBILE, "12", "0221234567"], message: "Kia ora" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, status: "accepted", parts: 1 });
    expect(body.messages).toEqual([
      { success: true, to: MOBILE, message_id: body.message_id, status: "accepted" },
      { success: false, to: "12", error: expect.stringContaining("'12' is not a phone number") },
      { success: true, to: "64221234567", message_id: expect.any(String), status: "accepted" },
    ]);
  });

  it.each([
    ["no 'to'", { message: "Kia ora" }, "missing_parameter", "Parameter 'to' is required."],
    ["an empty 'to'", { to: " ", message: "Kia ora" }, "missing_parameter", "Parameter 'to' is required."],
    ["no one in 'to'", { to: [], message: "Kia ora" }, "missing_parameter", "Parameter 'to' is required."],
    ["no 'message'", { to: MOBILE }, "missing_parameter", "Parameter 'message' is required."],
    ["an object for a text", { to: MOBILE, message: {} }, "invalid_parameter", "'message' must be a text"],
    [
      "a recipient that is none",
      { to: "12", message: "Hi" },
      "invalid_recipient",
      "'12' is not a phone number",
    ],
    [
      "no recipient that is one",
      { to: ["12"], message: "Hi" },
      "invalid_recipient",
      "No recipient in 'to' i",
    ],
    ["an object for a recipient", { to: [{}], message: "Hi" }, "invalid_parameter", "'to' must be a phone"],
    ["101 recipients", { to: Array(101).fill(MOBILE), message: "Hi" }, "too_many_recipients", "at most 100"],
    [
      "nothing visible",
      { to: MOBILE, message: "\u200b" },
      "invalid_parameter",
      "'message' has no characters",
    ],
    ["a list for a body", [BODY], "invalid_request", "must be an object"],
  ])("refuses %s with 400", async (_, json, code, sentence) => {
    const before = await books(integration.accountId);
    const { status, body } = await send(json);
    expect([status, body.code]).toEqual([400, code]);
    expect(body.error).toContain(sentence);
    expect(await books(integration.accountId)).toEqual(before);
    const [noted] = await callsOf(integration.accountId, kind);
    expect(noted).toMatchObject({ status: 400, messageId: null, result: body.error });
    expect(noted?.result).not.toMatch(/\d{5}/);
  });

  it("shows no number in its log of calls, however it is written", async () => {
    for (const to of ["+64 21 123 4567 ext 3", "(021) 123-4567 or so", "a6421123456789"]) {
      expect((await send({ to, message: "Kia ora" })).status).toBe(400);
      const [noted] = await callsOf(integration.accountId, kind);
      expect(noted?.result).toContain("•••••");
      expect(noted?.result.replace(/6 to 15/, "")).not.toMatch(/\d{3}/);
    }
  });

  it("refuses what is neither JSON nor a form, and brackets without end, with 400", async () => {
    const headers = { "content-type": "application/json" };
    for (const raw of ["to=1", '{"to":', "[".repeat(200_000), new Uint8Array([0xff, 0xfe])]) {
      const { status, body } = await call(handler, { query: query(), raw, headers });
      expect([status, body.code]).toEqual([400, "invalid_request"]);
    }
  });

  it("refuses a wrong or missing key, and another account's, with 401", async () => {
    const other = await testIntegration(await testAccount(), kind);
    const given = query();
    const wrong: Record<string, string>[] = [
      { ...given, [secretName]: "wrong" },
      { ...given, [secretName]: "" },
      { ...given, [secretName]: other.secret },
      { ...given, cust_id: String(other.accountId) },
    ];
    for (const one of wrong) {
      const { status, body, headers } = await call(handler, { query: one, json: BODY });
      expect([status, body.code]).toEqual([401, "invalid_key"]);
      expect(headers.get("www-authenticate")).toBeNull();
    }
    expect(await messagesOf(other.accountId)).toEqual([]);
  });

  it("refuses numbers that are none with 400", async () => {
    for (const one of [{ cust_id: "x" }, { shortcode_id: "-1" }, { cust_id: "" }, { shortcode_id: "" }]) {
      const { status, body } = await call(handler, { query: { ...query(), ...one }, json: BODY });
      expect(status).toBe(400);
      expect(body.error).toContain(Object.keys(one)[0]);
    }
  });

  it("refuses where it is switched off, not set up, or set up for another shortcode", async () => {
    const owner = await testAccount();
    const off = await testIntegration(owner, kind, { enabled: false });
    const none = { ...off, accountId: (await testAccount()).accountId };
    const { id: foreign } = await db().prisma.shortcode.findUniqueOrThrow({ where: { number: "2190" } });
    const elsewhere = { ...integration, shortcodeId: foreign };
    for (const one of [off, elsewhere]) {
      const { status, body } = await call(handler, { query: queryOf(one, secretName), json: BODY });
      expect([status, body.code]).toEqual([statuses.disabled, "integration_disabled"]);
    }
    // Only crm-a reports that it is not set up. Other kinds respond as to a wrong key.
    const { status, body } = await call(handler, { query: queryOf(none, secretName), json: BODY });
    expect([status, body.code]).toEqual(
      kind === "crm_a" ? [403, "integration_disabled"] : [401, "invalid_key"],
    );
    expect((await callsOf(owner.accountId, kind))[0]).toMatchObject({
      status: statuses.disabled,
      result: "This integration is switched off.",
    });
    expect(await messagesOf(owner.accountId)).toEqual([]);
  });

  it("refuses another account's shortcode although it stands in the integration", async () => {
    const foreign = await db().prisma.shortcode.create({
      data: {
        number: `9${secretName.length}${kind.length}${statuses.funds}`,
        ownerId: integration.accountId,
      },
    });
    const owner = await testAccount();
    const set = await testIntegration(owner, kind, { shortcodeId: foreign.id });
    const { status, body } = await call(handler, { query: queryOf(set, secretName), json: BODY });
    expect([status, body.code]).toEqual([kind === "crm_a" ? 403 : 400, "sender_not_authorised"]);
    expect(await messagesOf(owner.accountId)).toEqual([]);
  });

  it("refuses a disabled account with 401", async () => {
    const account = await testAccount();
    const set = await testIntegration(account, kind);
    await db().prisma.account.update({ where: { id: account.accountId }, data: { status: "disabled" } });
    const { status } = await call(handler, { query: queryOf(set, secretName), json: BODY });
    expect(status).toBe(401);
  });

  it(`says that the balance does not cover it with ${statuses.funds}`, async () => {
    const poor = await testAccount({ balanceMicros: 0n });
    const set = await testIntegration(poor, kind);
    const { status, body } = await call(handler, { query: queryOf(set, secretName), json: BODY });
    expect([status, body.code]).toEqual([statuses.funds, "insufficient_funds"]);
    expect(await messagesOf(poor.accountId)).toEqual([]);
  });

  it("sends a repeat with the same Idempotency-Key once", async () => {
    const headers = { "idempotency-key": "step-1" };
    const [first, second] = [await send(BODY, headers), await send(BODY, headers)];
    expect(second.body).toEqual(first.body);
    expect([first, second].map((one) => one.headers.get("idempotent-replay"))).toEqual([null, "true"]);
    const other = await send({ ...BODY, message: "Other" }, headers);
    expect([other.status, other.body.code]).toEqual([400, "idempotency_conflict"]);
    const sent = await messagesOf(integration.accountId);
    expect(sent.filter(({ id }) => id === first.body.message_id)).toHaveLength(1);
    const [, repeat] = await callsOf(integration.accountId, kind);
    expect(repeat?.result).toBe("Duplicate: already sent");
  });

  it("remembers its last hundred calls, and the answer does not wait on the note", async () => {
    const own = await testAccount({ balanceMicros: 0n });
    const set = await testIntegration(own, kind);
    for (let index = 0; index < 103; index++)
      await call(handler, { query: queryOf(set, secretName), json: { to: MOBILE, message: "" } });
    expect(await callsOf(own.accountId, kind)).toHaveLength(100);
  });
});

describe("bodies as callers send them", () => {
  it.each([
    ["crm_a", crmA, "key", "hubspot-webhook.json", {}],
    ["crm_a", crmA, "key", "hubspot-custom-action.json", {}],
    ["crm_a", crmA, "key", "hubspot-contact.json", { message: "Kia ora" }],
    ["crm_b", crmB, "secret", "pipedrive-automation.json", {}],
    ["crm_b", crmB, "secret", "pipedrive-person.json", { message: "Kia ora" }],
    ["crm_b", crmB, "secret", "activecampaign-contact.txt", { message: "Kia ora" }],
    ["automation", automation, "key", "zapier.json", {}],
    ["automation", automation, "key", "zapier-form.txt", {}],
    ["automation", automation, "key", "make.json", {}],
    ["automation", automation, "key", "n8n.json", {}],
  ] as const)("$0, case %#", async (kind, handler, secretName, name, query) => {
    const account = await testAccount();
    const set = await testIntegration(account, kind);
    const { status } = await call(handler, {
      query: { ...queryOf(set, secretName), ...query },
      ...callerBody(name),
    });
    expect(status).toBe(200);
    const [message] = await messagesOf(account.accountId);
    expect(message).toMatchObject({ msisdn: MOBILE, body: expect.stringMatching(/^Kia ora/) });
  });

  it("takes a text from the query string only where the body cannot have one", async () => {
    const set = await testIntegration(await testAccount(), "automation");
    const query = { ...queryOf(set), message: "Kia ora" };
    const { status } = await call(automation, { query, json: { to: MOBILE } });
    expect(status).toBe(400);
  });
});
