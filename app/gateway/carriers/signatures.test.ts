import { afterEach, describe, expect, it, vi } from "vitest";
import { POST as inboundByPost } from "@/app/gateway/carriers/[name]/inbound/route";
import { POST as reportByPost } from "@/app/gateway/carriers/[name]/report/route";
import { carriersOf } from "@/lib/carriers/process/current";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { reloadEnv } from "@/lib/env";
import { useTestDatabase } from "@/tests/support/database/database";
import { statusesOf } from "@/tests/support/database/message-status";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { sentMessage } from "@/tests/support/inbound";
import {
  TELNYX_KEY,
  telnyxHeaders,
  twilioHeaders,
  vonageHeaders,
} from "@/tests/support/provider/webhook-signer";
import { call, testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });
afterEach(async () => {
  await carriersOf(db()).stop(now());
  vi.unstubAllEnvs();
  reloadEnv();
});

const BASE = "https://sms.example.co.nz/base";
const MOBILE = "64211234567";
const SECRET = "a secret of the provider's";

type Fields = Record<string, string>;
/** A provider's webhook request: its body, and the headers that authenticate it. */
type ProviderWebhook = { form?: Fields; raw?: string; headers: Fields };
type Provider = {
  given: Fields;
  report(reference: string, status: string, target: string): ProviderWebhook;
  inbound(target: string): ProviderWebhook;
  words: { accepted: string; delivered: string; failed: string; silent: string | null };
};

const signedForm = (form: Fields, target: string): ProviderWebhook => ({
  form,
  headers: twilioHeaders(SECRET, `${BASE}${target}`, form),
});
const json = (body: object, headersOf: (raw: string) => Fields): ProviderWebhook => {
  const raw = JSON.stringify(body);
  return { raw, headers: { "content-type": "application/json", ...headersOf(raw) } };
};
const byVonage = (body: object) => json(body, (raw) => vonageHeaders(SECRET, raw, now()));
const byTelnyx = (event_type: string, payload: object) =>
  json({ data: { event_type, occurred_at: now().toISOString(), payload } }, (raw) =>
    telnyxHeaders(raw, now()),
  );

const PROVIDERS: Record<string, Provider> = {
  twilio: {
    given: { username: "AC1", password: SECRET },
    report: (MessageSid, MessageStatus, target) =>
      signedForm(
        { MessageSid, MessageStatus, To: `+${MOBILE}`, ErrorCode: "30003", AccountSid: "AC1" },
        target,
      ),
    inbound: (target) =>
      signedForm({ MessageSid: "SM9", From: `+${MOBILE}`, To: "552", Body: "Tēnā koe + &" }, target),
    words: { accepted: "sent", delivered: "delivered", failed: "undelivered", silent: "sending" },
  },
  vonage: {
    given: { username: "key", password: "api secret", signingKey: SECRET },
    report: (message_uuid, status) =>
      byVonage({
        message_uuid,
        status,
        to: MOBILE,
        timestamp: now().toISOString(),
        channel: "sms",
        error: { type: "https://developer.vonage.com/api-errors/messages#1330", title: "1330" },
      }),
    inbound: () =>
      byVonage({ message_uuid: "u9", from: MOBILE, to: "552", text: "Tēnā koe + &", channel: "sms" }),
    words: { accepted: "submitted", delivered: "delivered", failed: "undeliverable", silent: null },
  },
  telnyx: {
    given: { password: "KEY1", signingKey: TELNYX_KEY },
    report: (id, status) =>
      byTelnyx("message.finalized", {
        id,
        to: [{ phone_number: `+${MOBILE}`, status }],
        errors: [{ code: "40001" }],
        text: "Hello",
      }),
    inbound: () =>
      byTelnyx("message.received", {
        id: "t9",
        from: { phone_number: `+${MOBILE}` },
        to: [{ phone_number: "552" }],
        text: "Tēnā koe + &",
      }),
    words: { accepted: "sent", delivered: "delivered", failed: "delivery_failed", silent: "sending" },
  },
};

const ERRORS: Fields = { twilio: "30003", vonage: "1330", telnyx: "40001" };

async function connected(name: string): Promise<Provider> {
  const provider = PROVIDERS[name] as Provider;
  const given = { preset: name, ...provider.given, tps: 10, callbackUrl: BASE };
  await addCarrier(
    db(),
    { name, kind: "http", given },
    { authSecret: process.env.AUTH_SECRET ?? TEST_SECRET, hasServer: false },
  );
  carriersOf(db()).forget();
  return provider;
}

/** Inserts a message that the provider accepted under a reference. */
async function taken(name: string, reference: string): Promise<string> {
  const { accountId } = await testAccount();
  const id = await sentMessage(accountId, MOBILE, now());
  await db().prisma.carrierSubmission.updateMany({
    where: { messageId: id },
    data: { carrier: name, reference },
  });
  return id;
}

const statusOf = async (id: string) => (await statusesOf(db(), sql`m.id = ${id}::uuid`)).get(id)?.status;
const reports = () => db().prisma.deliveryReport.findMany({ orderBy: { receivedAt: "asc" } });
const inbound = () =>
  db().prisma.inboundMessage.findMany({ select: { msisdn: true, shortcode: true, body: true } });

describe.each(Object.keys(PROVIDERS))("%s", (name) => {
  const target = `/gateway/carriers/${name}/report?id=x`;
  const told = (sent: ProviderWebhook) => call(reportByPost, { path: target, ...sent });

  it("tells how a message fares, each thing once", async () => {
    const { report, words } = await connected(name);
    const id = await taken(name, "ref-1");
    expect(await told(report("ref-1", words.accepted, target))).toMatchObject({ status: 200, text: "" });
    expect(await statusOf(id)).toBe("ACCEPTD");
    if (words.silent) expect((await told(report("ref-1", words.silent, target))).status).toBe(200);
    const sent = report("ref-1", words.delivered, target);
    const answers = await Promise.all(Array.from({ length: 3 }, () => told(sent)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await statusOf(id)).toBe("DELIVRD");
    expect(await reports()).toMatchObject([{ statusCode: 8 }, { statusCode: 1 }]);
  });

  it("tells why a message failed", async () => {
    const { report, words } = await connected(name);
    const id = await taken(name, "ref-1");
    await told(report("ref-1", words.failed, target));
    expect(await statusOf(id)).toBe("UNDELIV");
    expect(await reports()).toMatchObject([{ statusCode: 2, errorCode: ERRORS[name] }]);
  });

  it("brings messages in, each once", async () => {
    const provider = await connected(name);
    const path = `/gateway/carriers/${name}/inbound`;
    for (let again = 0; again < 2; again++)
      expect(await call(inboundByPost, { path, ...provider.inbound(path) })).toMatchObject({
        status: 200,
        text: "",
      });
    expect(await inbound()).toEqual([{ msisdn: MOBILE, shortcode: "552", body: "Tēnā koe + &" }]);
  });

  it("66: is not believed with a wrong signature, or none", async () => {
    const { report, words } = await connected(name);
    const id = await taken(name, "ref-1");
    const right = report("ref-1", words.delivered, target);
    const other = report("ref-2", words.delivered, target);
    const unproven = Object.keys(right.headers).filter((header) => header !== "content-type");
    const type = { "content-type": right.form ? "application/x-www-form-urlencoded" : "application/json" };
    const wrong: ProviderWebhook[] = [
      { ...right, headers: type },
      { ...right, headers: { ...type, ...other.headers } },
      {
        ...right,
        headers: { ...type, ...Object.fromEntries(unproven.map((header) => [header, "Bearer x.y.z"])) },
      },
      {
        ...right,
        headers: { ...type, ...Object.fromEntries(unproven.map((header) => [header, "x".repeat(5_000)])) },
      },
    ];
    for (const sent of wrong) expect((await told(sent)).status).toBe(403);
    expect([await reports(), await statusOf(id)]).toEqual([[], "PENDING"]);
    expect((await told(right)).status).toBe(200);
  });
});

describe("66: a signature", () => {
  it("of Twilio is for one address", async () => {
    const { report } = await connected("twilio");
    const target = "/gateway/carriers/twilio/report";
    const sent = report("ref-1", "delivered", target);
    expect((await call(reportByPost, { path: `${target}?id=y`, ...sent })).status).toBe(403);
  });

  it("of Vonage or Telnyx is good for some minutes, and for its algorithm", async () => {
    await connected("vonage");
    await connected("telnyx");
    const old = new Date(now().getTime() - 6 * 60_000);
    const raw = JSON.stringify({ message_uuid: "u1", status: "delivered" });
    const asked = async (name: string, headers: Fields) =>
      (await call(reportByPost, { path: `/gateway/carriers/${name}/report`, raw, headers })).status;
    expect(await asked("vonage", vonageHeaders(SECRET, raw, now()))).toBe(200);
    expect(await asked("vonage", vonageHeaders(SECRET, raw, old))).toBe(403);
    expect(await asked("vonage", vonageHeaders("another", raw, now()))).toBe(403);
    expect(await asked("vonage", vonageHeaders(SECRET, raw, now(), { payload_hash: "" }))).toBe(403);
    expect(await asked("telnyx", telnyxHeaders(raw, old))).toBe(403);
  });
});
