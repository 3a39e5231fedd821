import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HttpCarrier } from "@/lib/carriers/http/carrier";
import { type GivenHttpSettings, httpSettings, PRESETS } from "@/lib/carriers/http/settings";
import { CALLBACK_URL, openCarrier } from "@/tests/support/provider/http-carrier";
import { FaultyProvider, type ProviderAnswer } from "@/tests/support/provider/provider";

let provider: FaultyProvider;
let carrier: HttpCarrier | undefined;
beforeEach(async () => {
  provider = await FaultyProvider.start();
});
afterEach(async () => {
  await carrier?.stop(new Date());
  await provider.stop();
});

const LOGINS = {
  twilio: { username: "AC1", password: "token" },
  vonage: { username: "key", password: "secret", signingKey: "signature secret" },
  telnyx: { username: "", password: "KEY1", signingKey: Buffer.alloc(32).toString("base64") },
} satisfies Partial<Record<string, Partial<GivenHttpSettings>>>;
type Name = keyof typeof LOGINS;

/** Sends one message, and returns its outcome. */
async function outcomeOf(preset: Name, answer: ProviderAnswer) {
  provider.script = () => answer;
  const opened = openCarrier(provider.url, { preset, url: provider.url, ...LOGINS[preset] });
  carrier = opened.carrier;
  const ids = opened.submit({ body: "Tēnā koe & {id}", sender: "64210000000", encoding: "UCS-2" });
  await expect.poll(() => opened.answersOf(ids)).toHaveLength(1);
  return opened.answersOf(ids)[0];
}

const reportUrl = `${CALLBACK_URL}/gateway/carriers/kannel/report?id=m1&msisdn=64211234567`;
const json = (status: number, body: object) => ({ status, body: JSON.stringify(body) });

describe("Twilio", () => {
  it("gets a form, and its SID is the reference", async () => {
    expect(await outcomeOf("twilio", json(201, { sid: "SM1", status: "queued" }))).toMatchObject({
      references: ["SM1"],
    });
    const [request] = provider.requests;
    expect(request).toMatchObject({ method: "POST", path: "/2010-04-01/Accounts/AC1/Messages.json" });
    expect(request?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from("AC1:token").toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      From: "+64210000000",
      To: "+64211234567",
      Body: "Tēnā koe & {id}",
      ValidityPeriod: "36000",
      StatusCallback: reportUrl,
    });
  });
});

describe("a sender with an address of its own", () => {
  it.each([
    ["552", "+64210030552", "+64210030552"],
    ["552", "64210030552", "+64210030552"],
    ["64210000000", "PIZZA", "PIZZA"],
  ])("%s, known as %s, is written as %s", async (sender, source, written) => {
    provider.script = () => json(201, { sid: "SM1" });
    const opened = openCarrier(provider.url, { preset: "twilio", url: provider.url, ...LOGINS.twilio });
    carrier = opened.carrier;
    opened.submit({ sender, from: { source, ton: null, npi: null } });
    await expect.poll(() => provider.requests.length).toBe(1);
    expect(new URLSearchParams(provider.requests[0]?.body).get("From")).toBe(written);
  });
});

describe("Vonage", () => {
  it("gets JSON, and its UUID is the reference", async () => {
    expect(await outcomeOf("vonage", json(202, { message_uuid: "u1" }))).toMatchObject({
      references: ["u1"],
    });
    const [request] = provider.requests;
    expect(request).toMatchObject({ method: "POST", path: "/v1/messages" });
    expect(request?.headers.authorization).toBe(`Basic ${Buffer.from("key:secret").toString("base64")}`);
    expect(JSON.parse(request?.body ?? "")).toEqual({
      channel: "sms",
      message_type: "text",
      from: "64210000000",
      to: "64211234567",
      text: "Tēnā koe & {id}",
      client_ref: "m1",
      ttl: expect.any(Number),
      webhook_url: reportUrl,
    });
  });

  it("has a secret of ours in its webhooks' address where it signs none", () => {
    const given = { ...LOGINS.vonage, signingKey: undefined, preset: "vonage" as const, tps: 1 };
    expect(httpSettings.safeParse(given).error?.issues[0]?.path).toEqual(["webhookToken"]);
    const settings = httpSettings.parse({ ...given, webhookToken: "a-token-of-the-webhooks" });
    expect(settings.api.signature).toBe("token");
  });
});

describe("Telnyx", () => {
  it("gets JSON, and its id is the reference", async () => {
    expect(await outcomeOf("telnyx", json(200, { data: { id: "t1" } }))).toMatchObject({
      references: ["t1"],
    });
    const [request] = provider.requests;
    expect(request).toMatchObject({ method: "POST", path: "/v2/messages" });
    expect(request?.headers.authorization).toBe("Bearer KEY1");
    expect(JSON.parse(request?.body ?? "")).toEqual({
      from: "+64210000000",
      to: "+64211234567",
      text: "Tēnā koe & {id}",
      type: "SMS",
      webhook_url: reportUrl,
    });
  });
});

const vonageError = (code: string) => ({
  type: `https://developer.vonage.com/api-errors/messages#${code}`,
  title: "x",
});
const telnyxError = (code: string) => ({ errors: [{ code, title: "x" }] });

it.each<[Name, number, object, object]>([
  ["twilio", 400, { code: 21211 }, { outcome: "refused", code: "21211" }],
  ["twilio", 400, { code: 21606 }, { outcome: "elsewhere", code: "21606" }],
  ["twilio", 400, { code: 21611 }, { outcome: "later", code: "21611", counts: true }],
  ["twilio", 400, { code: 99999 }, { outcome: "elsewhere", code: "99999" }],
  ["twilio", 401, { code: 20003 }, { outcome: "later", code: "20003", counts: false }],
  ["twilio", 403, { code: 21408 }, { outcome: "elsewhere", code: "21408" }],
  ["twilio", 403, { code: 99999 }, { outcome: "elsewhere", code: "99999" }],
  ["twilio", 429, { code: 20429 }, { outcome: "later", code: "20429", counts: false }],
  ["twilio", 500, { code: 20500 }, { outcome: "unknown" }],
  ["twilio", 201, { status: "queued" }, { outcome: "unknown" }],
  ["vonage", 422, vonageError("1170"), { outcome: "refused", code: "1170" }],
  ["vonage", 422, vonageError("1120"), { outcome: "elsewhere", code: "1120" }],
  ["vonage", 429, vonageError("1000"), { outcome: "later", code: "1000", counts: false }],
  [
    "vonage",
    401,
    { type: "https://developer.vonage.com/api-errors#unauthorized" },
    { outcome: "later", counts: false },
  ],
  ["telnyx", 400, telnyxError("40310"), { outcome: "refused", code: "40310" }],
  ["telnyx", 401, telnyxError("10009"), { outcome: "later", code: "10009", counts: false }],
  ["telnyx", 429, telnyxError("10011"), { outcome: "later", code: "10011", counts: false }],
])("%s: %s %o leads on", async (preset, status, body, outcome) => {
  expect(await outcomeOf(preset, json(status, body))).toMatchObject(outcome);
});

it.each([
  ["twilio", "username"],
  ["vonage", "password"],
  ["telnyx", "signingKey"],
] as const)("%s is refused by name without %s", (preset, name) => {
  const given = { preset, ...LOGINS[preset], [name]: "", tps: 1 };
  expect(httpSettings.safeParse(given).error?.issues[0]?.path).toEqual([name]);
});

it("no two presets use one code", () => {
  const codes = Object.values(PRESETS).flatMap(({ declare }) =>
    Object.keys(declare({ username: "", password: "", reports: true }).errors ?? {}),
  );
  expect(new Set(codes).size).toBe(codes.length);
});
