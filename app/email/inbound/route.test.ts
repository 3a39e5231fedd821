import { Resolver } from "node:dns/promises";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { POST } from "@/app/email/inbound/route";
import { type BulkSendResponse, bulkSendResponse } from "@/lib/contracts/gateway/send";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { useTestDatabase } from "@/tests/support/database/database";
import { MAIL_HOST, nameServers, rawEmail } from "@/tests/support/mail/email";
import { newDomain, SMS_DOMAIN, setUpEmail } from "@/tests/support/mail/email-sender";
import { call, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { woken } from "@/tests/support/server/woken";

useTestDatabase();

const SECRET = "a secret that mail services know, and nobody else";
const TO = `64211234567@${SMS_DOMAIN}`;

// Faked name servers: the tested code is the only caller of Node's resolver here.
const records: Record<string, string[] | string> = {};
const resolve = nameServers(records).resolver as Resolver["resolve"];

beforeAll(() => {
  vi.spyOn(Resolver.prototype, "resolve").mockImplementation(resolve);
  Object.assign(process.env, { EMAIL_TO_SMS_DOMAIN: SMS_DOMAIN, EMAIL_INBOUND_SECRET: SECRET });
  reloadEnv();
});
afterAll(() => {
  delete process.env.EMAIL_TO_SMS_DOMAIN;
  delete process.env.EMAIL_INBOUND_SECRET;
});

const HEADERS = {
  authorization: `Bearer ${SECRET}`,
  "content-type": "message/rfc822",
  "x-envelope-to": TO,
};

function bring(raw: Buffer, headers: Record<string, string>) {
  const all = Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== "-");
  return call<BulkSendResponse & { code?: string; error?: string }>(POST, {
    raw: new Uint8Array(raw),
    headers: Object.fromEntries(all),
  });
}

async function sender() {
  const domain = newDomain();
  const { accountId } = await testAccount();
  const from = `alice@${domain}`;
  await setUpEmail(accountId, [from]);
  return { accountId, from, domain };
}

describe("an email that a mail service hands over", () => {
  it("becomes texts by its signature, and is answered as a bulk send", async () => {
    const { accountId, from, domain } = await sender();
    const to = [TO, `64221234567@${SMS_DOMAIN}`];
    const raw = await rawEmail({ from, to, text: "Kia ora" }, domain);
    woken.length = 0;
    const headers = { "x-envelope-from": `<bounces@mailer.example>`, "x-envelope-to": to.join(", ") };
    const { status, body } = await bring(raw, headers);
    expect(status).toBe(200);
    expect(body).toEqual(bulkSendResponse.parse(body));
    expect(body.summary).toEqual({ total: 2, sent: 2, failed: 0 });
    expect(woken).toContain("dispatch");
    expect(await messagesOf(accountId)).toHaveLength(2);
    expect((await bring(raw, headers)).body).toEqual(body);
    expect(await messagesOf(accountId)).toHaveLength(2);
  });

  it("becomes one by the server that brought it, in whatever letters it is written", async () => {
    const { accountId, from, domain } = await sender();
    records[`TXT ${domain}`] = [`v=spf1 ip4:${MAIL_HOST} -all`];
    const raw = Buffer.from(
      `From: ${from}\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\ncaf\xe9`,
      "latin1",
    );
    const headers = { "x-envelope-from": from, "x-envelope-address": MAIL_HOST };
    expect(await bring(raw, headers)).toMatchObject({ status: 200 });
    expect(await messagesOf(accountId)).toMatchObject([{ body: "cafe" }]);
    const elsewhere = await bring(raw, { ...headers, "x-envelope-address": "192.0.2.99" });
    expect(elsewhere).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(
      await db().prisma.integrationCall.findMany({ where: { accountId }, orderBy: { id: "asc" } }),
    ).toMatchObject([{ status: 200 }, { status: 403 }]);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ["without the secret", { authorization: "-" }, 401, "invalid_credentials"],
    ["with another", { authorization: `Bearer ${SECRET}x` }, 401, "invalid_credentials"],
    ["as something else", { "content-type": "text/plain" }, 415, "unsupported_media_type"],
    ["from nobody knows whom", { "x-envelope-from": "-" }, 400, "missing_parameter"],
    ["to nobody", { "x-envelope-to": "," }, 400, "missing_parameter"],
    ["to another domain", { "x-envelope-to": "64211234567@elsewhere.example" }, 400, "invalid_recipient"],
    ["to no number", { "x-envelope-to": `${TO}, alice@${SMS_DOMAIN}` }, 400, "invalid_recipient"],
    ["to too many", { "x-envelope-to": Array(101).fill(TO).join() }, 400, "too_many_recipients"],
    ["by no address", { "x-envelope-address": "mail.example.com" }, 400, "invalid_parameter"],
    ["from a stranger", {}, 403, "forbidden"],
  ])("is refused %s", async (_, headers, status, code) => {
    const raw = await rawEmail({ from: "stranger@elsewhere.example", to: TO, text: "x" });
    const answer = await bring(raw, { "x-envelope-from": "stranger@elsewhere.example", ...headers });
    expect(answer).toMatchObject({ status, body: { success: false, code } });
  });

  it("is to be brought again where the name servers do not answer", async () => {
    const { from, domain } = await sender();
    records[`TXT test._domainkey.${domain}`] = "ETIMEOUT";
    const raw = await rawEmail({ from, to: TO, text: "x" }, domain);
    expect(await bring(raw, { "x-envelope-from": from })).toMatchObject({
      status: 503,
      body: { code: "temporarily_unavailable" },
    });
  });

  it("is refused where it is too large", async () => {
    const answer = await bring(Buffer.alloc(1024 * 1024 + 1, "x"), { "x-envelope-from": "a@example.com" });
    expect(answer).toMatchObject({ status: 413, body: { code: "body_too_large" } });
  });

  it("has no such path without the setting", async () => {
    delete process.env.EMAIL_INBOUND_SECRET;
    reloadEnv();
    expect(await bring(Buffer.from("x"), {})).toMatchObject({ status: 404, body: { code: "not_found" } });
    process.env.EMAIL_INBOUND_SECRET = SECRET;
    reloadEnv();
  });
});
