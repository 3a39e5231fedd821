import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as issueToken } from "@/app/gateway/auth/token/route";
import { POST as queryInbound } from "@/app/gateway/mo/query/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { POST as send } from "@/app/gateway/sms/out/route";
import { POST as status } from "@/app/gateway/sms/status/query/route";
import { POST as simulateInbound } from "@/app/simulator/inbound/route";
import { cellOfAccount, HOME_CELL } from "@/lib/cell-numbers";
import { closeDb } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { startLocalJobs } from "@/lib/jobs/local";
import { startHandOver } from "@/lib/messages/hand-over/local-hand-over";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { sentMessage } from "@/tests/support/inbound";
import { ask, cookieOf } from "@/tests/support/member";
import { call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { MOBILE } from "@/tests/support/server/send";
import { type Receiver, startReceiver } from "@/tests/support/webhooks/https-receiver";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

const { POST: makeKey } = handlersOf("/api/members/api-keys");
const { GET: me } = handlersOf("/api/members/me");
const { POST: invite } = handlersOf("/api/members/people/invite");

useTestCells();

// The tests must pass at night as well.
process.env.NIGHT_START = "00:00";
process.env.NIGHT_END = "00:00";
process.env.SIMULATOR_DELAY_MS = "0";

const message = { to: MOBILE, body: "Kia ora", messageClass: "transactional" };
let accounts: Record<"home" | "away", TestAccount>;
beforeAll(async () => {
  accounts = { home: await testAccount(), away: await testAccount({}, openCell(2)) };
});

const BOTH = ["home", "away"] as const;

describe("an account of either cell", () => {
  it.each(BOTH)("%s: has an id of its cell, and finds no message of the other cell", async (name) => {
    const own = accounts[name];
    const other = accounts[name === "home" ? "away" : "home"];
    expect(cellOfAccount(own.accountId)).toBe(name === "home" ? HOME_CELL : 2);
    const id = await sentMessage(other.accountId, MOBILE, new Date());
    const json = { userId: own.userId, password: own.password, message_id: id };
    expect((await call(status, { json })).text).not.toContain(MOBILE);
  });

  it.each(BOTH)("%s: has keys and tokens, which tell the cell where it is not home", async (name) => {
    type CreatedKey = { clientSecret: string; key: { clientId: string } };
    const made = await ask<CreatedKey>(makeKey, accounts[name], { json: { name: "A key" } });
    const { clientSecret, key } = made.body;
    expect(key.clientId).toMatch(name === "home" ? /^cid_[^.]+$/ : /^cid_2\.[^.]+$/);
    const given = { grant_type: "client_credentials", client_id: key.clientId, client_secret: clientSecret };
    const issued = await call<{ access_token: string }>(issueToken, { json: given });
    expect(issued.status).toBe(200);
    const { access_token } = issued.body;
    expect(access_token).toMatch(name === "home" ? /^[^.]+$/ : /^2\.[^.]+$/);
    const by = (token: string) => call(balance, { headers: { authorization: `Bearer ${token}` } });
    expect((await by(access_token)).status).toBe(200);
    // A token with the number of another cell, with none, or with that of a cell that does not exist is rejected.
    const [, random = access_token] = access_token.split(".");
    for (const token of [`3.${random}`, `77.${random}`, ...(name === "home" ? [] : [random])])
      expect((await by(token)).status).toBe(401);
    const wrong = await call(issueToken, { json: { ...given, client_secret: "csk_wrong" } });
    expect(wrong.status).toBe(401);
  });
});

it("people of another cell are refused with a sentence, from either side", async () => {
  for (const [own, other] of [
    [accounts.home, accounts.away],
    [accounts.away, accounts.home],
  ] as const) {
    const refused = await ask(invite, own, { json: { email: other.userId, role: "developer" } });
    expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(refused.text).toContain("kept apart from this one");
  }
});

describe("the jobs of two cells", () => {
  let receiver: Receiver;
  let stops: (() => Promise<void>)[];
  beforeAll(async () => {
    receiver = await startReceiver({ tls: false, hostname: "127.0.0.1" });
    process.env.WEBHOOK_PRIVATE_HOSTS = receiver.hostPort;
    reloadEnv();
    stops = [startHandOver(), startLocalJobs()];
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
    await receiver.close();
  });

  it.each(BOTH)("%s: hand over, collect reports and deliver events", async (name) => {
    const account = accounts[name];
    const cell = openCell(cellOfAccount(account.accountId));
    const { userId, password, accountId } = account;
    const kinds = ["report", "inbound"] as const;
    await registerWebhook(cell, { accountId, kinds, url: receiver.url }, new Date());
    const sent = await call<{ message_id: string }>(send, { json: { userId, password, ...message } });
    const { message_id } = sent.body;
    const reported = () => receiver.requests.filter(({ body }) => body.toString().includes(message_id));
    await expect.poll(() => reported().length, { timeout: 20_000 }).toBeGreaterThan(0);
    const find = async () => (await messagesOf(accountId)).find(({ id }) => id === message_id);
    await expect.poll(find, { timeout: 20_000 }).toMatchObject({ status: "DELIVRD", carrier: "simulator" });
    const found = await find();
    const text = `Hello ${name}`;
    const json = { userId, password, from: MOBILE, to: found?.sender, body: text };
    expect((await call(simulateInbound, { json })).status).toBe(200);
    await expect
      .poll(() => receiver.requests.some(({ body }) => body.toString().includes(text)), { timeout: 20_000 })
      .toBe(true);
    expect((await call(queryInbound, { json: { userId, password } })).text).toContain(text);
  });
});

describe("while home is away", () => {
  it("tokens and sessions of another cell work, and who asks by an address is told to come again", async () => {
    const { away, home } = accounts;
    const made = await ask<{ clientSecret: string; key: { clientId: string } }>(makeKey, away, {
      json: { name: "Another key" },
    });
    const { clientSecret, key } = made.body;
    const given = { grant_type: "client_credentials", client_id: key.clientId, client_secret: clientSecret };
    const cookie = await cookieOf(away);
    const url = process.env.DATABASE_URL;
    await closeDb();
    process.env.DATABASE_URL = "postgres://nobody@127.0.0.1:1/none";
    reloadEnv();
    try {
      const issued = await call<{ access_token: string }>(issueToken, { json: given });
      expect(issued.status).toBe(200);
      const headers = { authorization: `Bearer ${issued.body.access_token}` };
      expect((await call(send, { json: message, headers })).status).toBe(200);
      expect((await ask(me, away, {}, { cookie })).status).toBe(200);
      for (const { userId, password } of [home, away])
        expect((await call(balance, { json: { userId, password } })).status).toBe(503);
    } finally {
      await closeDb();
      process.env.DATABASE_URL = url;
      reloadEnv();
    }
  });
});
