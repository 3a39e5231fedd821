import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as inboundByGet } from "@/app/gateway/carriers/[name]/inbound/route";
import { PUT, GET as reportByGet, POST as reportByPost } from "@/app/gateway/carriers/[name]/report/route";
import { httpSettings } from "@/lib/carriers/http/settings";
import { readWebhook } from "@/lib/carriers/http/webhook";
import { carriersOf } from "@/lib/carriers/process/current";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { reloadEnv } from "@/lib/env";
import { dispatchAll } from "@/lib/jobs/dispatch-all";
import { accept } from "@/lib/messages/accept/accept";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { givenFor, WEBHOOK_TOKEN } from "@/tests/support/provider/http-carrier";
import { FaultyProvider, type ProviderRequest } from "@/tests/support/provider/provider";
import { TELNYX_KEY } from "@/tests/support/provider/webhook-signer";
import { call, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

let provider: FaultyProvider;
beforeEach(async () => {
  vi.stubEnv("APP_URL", "https://sms.example.co.nz/");
  reloadEnv();
  provider = await FaultyProvider.start();
  const { AUTH_SECRET = TEST_SECRET } = process.env;
  const { callbackUrl: _, ...given } = givenFor(provider.url, { timers: { answerTimeoutMs: 20_000 } });
  await addCarrier(
    db(),
    { name: "kannel", kind: "http", given },
    { authSecret: AUTH_SECRET, hasServer: false },
  );
  carriersOf(db()).forget();
});
afterEach(async () => {
  await carriersOf(db()).stop(now());
  await provider.stop();
  vi.unstubAllEnvs();
  reloadEnv();
});

/** Accepts messages for the carrier. */
async function accepted(count: number): Promise<number> {
  const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
  const at = now();
  const items = Array.from({ length: count }, () => testItem({ dueAt: at }));
  await accept(db(), [testSubmission(accountId, { items })], at, () => "");
  await db().query(
    sql`update message_queue set carrier_id = (select id from carriers) where account_id = ${accountId}`,
  );
  return accountId;
}

async function sent(count: number): Promise<number> {
  const accountId = await accepted(count);
  const references = async () =>
    (await messagesOf(accountId)).map(({ carrierReference }) => carrierReference);
  await expect
    .poll(async () => {
      await dispatchAll(db(), now(), BY_DAY);
      return (await references()).filter(Boolean).length;
    })
    .toBe(count);
  return accountId;
}

/** Returns the report's address as Kannel calls it, and its path. */
function reported({ query }: ProviderRequest, filled: Record<string, string>) {
  const pattern = (query.get("dlr-url") ?? "").replace(/%([dTFD])/g, (_, code: string) => filled[code] ?? "");
  const { origin, pathname: path, search } = new URL(pattern);
  return { origin, path, query: search.slice(1) };
}

const reportsOf = () => db().prisma.deliveryReport.findMany({ orderBy: { receivedAt: "asc" } });

describe("a carrier reached by HTTP", () => {
  it("takes what waits for it, and its reports end the messages, each once", async () => {
    const accountId = await sent(25);
    expect((await messagesOf(accountId)).map(({ id }) => id).sort()).toEqual(
      provider.requests.map(({ query }) => new URL(query.get("dlr-url") ?? "").searchParams.get("id")).sort(),
    );
    for (const request of provider.requests) {
      const { origin, ...asked } = reported(request, { d: "8", T: "1" });
      expect(origin).toBe("https://sms.example.co.nz");
      const answer = await call(reportByGet, { method: "GET", ...asked });
      expect([answer.status, answer.text]).toEqual([200, ""]);
    }
    expect((await messagesOf(accountId)).map(({ status }) => status)).toEqual(Array(25).fill("ACCEPTD"));
    const [first] = provider.requests as [ProviderRequest];
    const final = {
      d: "1",
      T: String(Math.floor(now().getTime() / 1_000)),
      F: "abc",
      D: "%3Fsmpp%3Fdlr_err%3D000",
    };
    const { origin: _, ...asked } = reported(first, final);
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(reportByPost, asked)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect((await messagesOf(accountId)).filter(({ status }) => status === "DELIVRD")).toHaveLength(1);
    expect(await reportsOf()).toHaveLength(26);
    expect((await reportsOf()).at(-1)).toMatchObject({ statusCode: 1, errorCode: "000" });
  });

  it("has a report that comes before the answer is recorded parked", async () => {
    const answered: number[] = [];
    provider.script = async (request) => {
      const { origin: _, ...asked } = reported(request, { d: "1", T: "1" });
      answered.push((await call(reportByGet, { method: "GET", ...asked })).status);
      return { status: 202, body: "0:" };
    };
    const accountId = await sent(1);
    expect(answered).toEqual([200]);
    await expect.poll(async () => (await messagesOf(accountId))[0]?.status).toBe("DELIVRD");
  });

  it("63: that perhaps has a message tells so by its report, and it is not sent again", async () => {
    provider.script = () => "reset";
    const accountId = await accepted(1);
    await expect
      .poll(async () => {
        await dispatchAll(db(), now(), BY_DAY);
        const held = await db().prisma.queuedMessage.findFirst({ where: { accountId } });
        return held?.unknownMsisdn ?? null;
      })
      .not.toBeNull();
    const [request] = provider.requests as [ProviderRequest];
    const { origin: _, ...asked } = reported(request, { d: "1", T: "" });
    expect((await call(reportByGet, { method: "GET", ...asked })).status).toBe(200);
    await expect.poll(async () => (await messagesOf(accountId))[0]?.status).toBe("DELIVRD");
    expect([provider.requests.length, await db().prisma.queuedMessage.count()]).toEqual([1, 0]);
  });

  it("63: that perhaps has several messages to a handset tells by its report of one of them alone", async () => {
    provider.script = () => "reset";
    const accountId = await accepted(2);
    const held = () =>
      db().prisma.queuedMessage.count({ where: { accountId, unknownMsisdn: { not: null } } });
    await expect
      .poll(async () => {
        await dispatchAll(db(), now(), BY_DAY);
        return held();
      })
      .toBe(2);
    const [request] = provider.requests as [ProviderRequest];
    const { origin: _, ...asked } = reported(request, { d: "1", T: "" });
    expect((await call(reportByGet, { method: "GET", ...asked })).status).toBe(200);
    const delivered = () => db().prisma.message.findMany({ where: { status: "DELIVRD" } });
    await expect.poll(async () => (await delivered()).length).toBe(1);
    const id = new URL(request.query.get("dlr-url") ?? "").searchParams.get("id");
    expect([(await delivered())[0]?.id, await held()]).toEqual([id, 1]);
  });

  const INBOUND = { id: "8f1c", from: "+64211234567", to: "552", coding: "0", time: "1", text: "Kia ora" };
  const bring = (values: Record<string, string> | string, token = WEBHOOK_TOKEN) =>
    call(inboundByGet, {
      method: "GET",
      path: "/gateway/carriers/kannel/inbound",
      query: `token=${token}&${typeof values === "string" ? values : new URLSearchParams(values)}`,
    });
  const stored = () =>
    db().prisma.inboundMessage.findMany({
      select: { body: true, msisdn: true, shortcode: true, encoding: true },
    });

  it("brings messages in, each once", async () => {
    for (let again = 0; again < 3; again++) {
      const answer = await bring(INBOUND);
      // Kannel would send the text of a response to the handset.
      expect([answer.status, answer.text]).toEqual([200, ""]);
    }
    await bring({ ...INBOUND, id: "8f1d" });
    const one = { body: "Kia ora", msisdn: "64211234567", shortcode: "552", encoding: "GSM7" };
    expect(await stored()).toEqual([one, one]);
  });

  // Next decodes an address as UTF-8 and does not pass on its bytes.
  it("brings in a text in UTF-16", async () => {
    const text = "%00T%01%13%00n%01%01%00+%D8%3D%DE%3D%00";
    const query = `token=${WEBHOOK_TOKEN}&id=1&from=64211234567&to=552&coding=2&text=${text}`;
    await call(inboundByGet, { method: "GET", path: `/gateway/carriers/kannel/inbound?${query}` });
    expect(await stored()).toMatchObject([{ body: "Tēnā 😽", encoding: "UCS2" }]);
  });

  it.each([
    ["a wrong secret", "kannel", "another-token-of-webhooks"],
    ["no secret", "kannel", ""],
    ["a carrier that there is not", "north", WEBHOOK_TOKEN],
    ["the simulator", "simulator", WEBHOOK_TOKEN],
  ])("66: refuses a webhook with %s, and writes nothing", async (_, name, token) => {
    const accountId = await sent(1);
    const [{ id = "" } = {}] = await messagesOf(accountId);
    const path = `/gateway/carriers/${name}/report`;
    const query = { id, type: "1", ...(token && { token }) };
    for (const [handler, method] of [
      [reportByGet, "GET"],
      [reportByPost, "POST"],
    ] as const)
      expect(await call(handler, { method, path, query })).toMatchObject({
        status: 403,
        body: { code: "forbidden" },
      });
    expect((await bring(INBOUND, "x")).status).toBe(403);
    expect([await reportsOf(), await stored()]).toEqual([[], []]);
    expect((await messagesOf(accountId))[0]?.status).toBe("PENDING");
  });

  it("acknowledges what it cannot read, and refuses what is too large", async () => {
    const path = "/gateway/carriers/kannel/report";
    const query = { token: WEBHOOK_TOKEN };
    const unknown = { ...query, type: "1", answer: "code 482913" };
    expect((await call(reportByPost, { path, query: unknown })).status).toBe(200);
    // An inbound message without a reference.
    expect((await bring({ from: "+64211234567", to: "552", text: "STOP 482913" })).status).toBe(200);
    const kept = await db().prisma.unreadableReport.findMany({ orderBy: { id: "asc" } });
    expect(kept).toMatchObject([
      { carrier: "kannel", kind: "report", msisdn: null, raw: "type=1 answer=code ######" },
      { kind: "inbound", msisdn: "64211234567", raw: "from=+64211234567 to=552 text=STOP ######" },
    ]);
    expect(await stored()).toEqual([]);
    expect((await call(reportByPost, { path, query, raw: "x".repeat(70_000) })).status).toBe(413);
    expect((await call(PUT, { method: "PUT", path, query })).status).toBe(405);
    expect(await reportsOf()).toEqual([]);
  });
});

const PRESETS = [
  givenFor("http://127.0.0.1:1"),
  { preset: "twilio", username: "AC1", password: "token", tps: 1 },
  { preset: "vonage", username: "key", password: "secret", signingKey: "another", tps: 1 },
  { preset: "telnyx", password: "key", signingKey: TELNYX_KEY, tps: 1 },
].map((given) => httpSettings.parse(given));

describe("a webhook's reader", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("%", "&", "=", "token=", "type=%00", "coding=2&text=%", "/", "a.b.c", "Bearer "),
  );
  const text = fc.array(piece).map((pieces) => pieces.join(""));
  const body = fc.oneof(
    fc.uint8Array(),
    fc.json().map((json) => Buffer.from(json)),
    text.map((each) => Buffer.from(each)),
  );
  const kind = fc.constantFrom("report" as const, "inbound" as const);
  const type = fc.constantFrom("application/x-www-form-urlencoded", "application/json", "");

  it("keeps what is not declared", () => {
    const [kannel] = PRESETS as [(typeof PRESETS)[0]];
    const { inbound: _, ...api } = kannel.api;
    const settings = { ...kannel, api, webhookToken: WEBHOOK_TOKEN };
    const target = `/gateway/carriers/x/inbound?token=${WEBHOOK_TOKEN}&from=1&text=Kia+ora`;
    const webhook = {
      method: "GET",
      target,
      header: () => null,
      body: Buffer.alloc(0),
      receivedAt: new Date(),
    };
    expect(readWebhook("inbound", webhook, { settings, name: "x", callbackUrl: null })?.unreadable).toEqual([
      { kind: "inbound", msisdn: null, raw: "from=1 text=Kia ora", receivedAt: webhook.receivedAt },
    ]);
  });

  it("never throws, whatever a stranger sends", () => {
    fc.assert(
      fc.property(kind, text, text, type, body, (kind, query, header, mime, body) => {
        const target = `/gateway/carriers/x/${kind}?${query}`;
        const headers = (name: string) => (name === "content-type" ? mime : header);
        const webhook = { method: "POST", target, header: headers, body, receivedAt: new Date() };
        for (const settings of PRESETS)
          expect(readWebhook(kind, webhook, { settings, name: "x", callbackUrl: "https://x" })).toBeNull();
      }),
    );
  });

  it("never throws, whatever a provider sends", () => {
    fc.assert(
      fc.property(kind, text, type, body, (kind, query, mime, body) => {
        const target = `/gateway/carriers/x/${kind}?token=${WEBHOOK_TOKEN}&id=1&from=1&to=2&coding=2&text=%00${query.replaceAll("token", "")}`;
        const webhook = { method: "POST", target, header: () => mime, body, receivedAt: new Date() };
        for (const settings of PRESETS) {
          const proven = {
            ...settings,
            webhookToken: WEBHOOK_TOKEN,
            api: { ...settings.api, signature: "token" as const },
          };
          expect(
            readWebhook(kind, webhook, { settings: proven, name: "x", callbackUrl: null }),
          ).not.toBeNull();
        }
      }),
    );
  });
});
