import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authOptions } from "@/app/api/auth/auth-options";
import { POST as issueToken } from "@/app/gateway/auth/token/route";
import { POST as queryInbound } from "@/app/gateway/mo/query/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { POST as send } from "@/app/gateway/sms/out/route";
import { POST as status } from "@/app/gateway/sms/status/query/route";
import { POST as simulateInbound } from "@/app/simulator/inbound/route";
import { createAccount } from "@/lib/accounts/create-account";
import { cellOfAccount, HOME_CELL } from "@/lib/cell-numbers";
import { decrypt } from "@/lib/crypto/encryption";
import { closeDb, db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { sessionCookie } from "@/lib/http/sessions/session-cookie";
import { startHandOver } from "@/lib/jobs/hand-over/local-hand-over";
import { startLocalJobs } from "@/lib/jobs/local";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { ask } from "@/tests/support/member";
import { books, call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { MOBILE } from "@/tests/support/server/send";
import { type Receiver, startReceiver } from "@/tests/support/webhooks/https-receiver";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

const { POST: makeKey } = handlersOf("/api/members/api-keys");
const { GET: me } = handlersOf("/api/members/me");
const { POST: forgotten } = handlersOf("/api/members/password/forgotten");
const { POST: invite } = handlersOf("/api/members/people/invite");
const { POST: joinByLink } = handlersOf("/api/members/people/join");
const { POST: changeSettings, GET: readSettings } = handlersOf("/api/members/settings");

useTestCells();

// The tests must pass at night as well.
process.env.NIGHT_START = "00:00";
process.env.NIGHT_END = "00:00";
process.env.SIMULATOR_DELAY_MS = "0";

/** What signs in to the Members Area, as next-auth asks it. */
async function signIn({ userId: email, password }: TestAccount): Promise<string | null> {
  const [provider] = authOptions().providers as unknown as [
    { options: { authorize(given: object, request: object): Promise<object> } },
  ];
  try {
    const claims = await provider.options.authorize({ email, password }, { headers: {} });
    return `${sessionCookie()}=${await encode({ token: claims as never, secret: TEST_SECRET })}`;
  } catch {
    return null;
  }
}

const message = { to: MOBILE, body: "Kia ora", messageClass: "transactional" };
let accounts: Record<"home" | "away", TestAccount>;
beforeAll(async () => {
  accounts = { home: await testAccount(), away: await testAccount({}, openCell(2)) };
});

const BOTH = ["home", "away"] as const;

describe("an account of either cell", () => {
  it("has an id that tells the cell", () => {
    expect(BOTH.map((name) => cellOfAccount(accounts[name].accountId))).toEqual([HOME_CELL, 2]);
    expect(accounts.away.accountId).toBe(40_000_001);
  });

  it.each(BOTH)("%s: sends, is billed and asks for its messages by its password", async (name) => {
    const { userId, password, accountId } = accounts[name];
    const json = { userId, password };
    const before = await books(accountId);
    const sent = await call<{ message_id: string }>(send, { json: { ...json, ...message } });
    expect(sent.status).toBe(200);
    const { message_id } = sent.body;
    expect((await messagesOf(accountId)).map(({ id }) => id)).toEqual([message_id]);
    const asked = await call<{ results?: unknown[] }>(status, { json: { ...json, message_id } });
    expect([asked.status, asked.text.includes(message_id)]).toEqual([200, true]);
    const after = await books(accountId);
    expect(after.balance).toBeLessThan(before.balance);
    expect(after.ledger).toBe(after.balance);
    const told = await call<{ balance: number }>(balance, { json });
    expect(told.status).toBe(200);
    expect(told.text).toContain((Number(after.balance) / 1_000_000).toFixed(2));
  });

  it.each(BOTH)("%s: is refused with a wrong password, and with the other cell's message", async (name) => {
    const other = accounts[name === "home" ? "away" : "home"];
    const { userId, password } = accounts[name];
    const wrong = await call(balance, { json: { userId, password: "not this one at all" } });
    expect(wrong.status).toBe(401);
    const [foreign] = await messagesOf(other.accountId);
    const asked = await call(status, { json: { userId, password, message_id: foreign?.id } });
    expect(foreign?.id).toBeTruthy();
    expect(asked.text).not.toContain(MOBILE);
  });

  it.each(BOTH)("%s: has keys and tokens, which tell the cell where it is not home", async (name) => {
    type Made = { clientSecret: string; key: { clientId: string } };
    const made = await ask<Made>(makeKey, accounts[name], { json: { name: "A key" } });
    const { clientSecret, key } = made.body;
    expect(key.clientId).toMatch(name === "home" ? /^cid_[^.]+$/ : /^cid_2\.[^.]+$/);
    const given = { grant_type: "client_credentials", client_id: key.clientId, client_secret: clientSecret };
    const issued = await call<{ access_token: string }>(issueToken, { json: given });
    expect(issued.status).toBe(200);
    const { access_token } = issued.body;
    expect(access_token).toMatch(name === "home" ? /^[^.]+$/ : /^2\.[^.]+$/);
    const by = (token: string) => call(balance, { headers: { authorization: `Bearer ${token}` } });
    expect((await by(access_token)).status).toBe(200);
    // The same with another cell's number, with none, and with one that there is not.
    const [, random = access_token] = access_token.split(".");
    for (const token of [`3.${random}`, `77.${random}`, ...(name === "home" ? [] : [random])])
      expect((await by(token)).status).toBe(401);
    const wrong = await call(issueToken, { json: { ...given, client_secret: "csk_wrong" } });
    expect(wrong.status).toBe(401);
  });

  it.each(BOTH)("%s: signs in to the Members Area, reads and changes what is its own", async (name) => {
    const account = accounts[name];
    const cookie = await signIn(account);
    expect(cookie).not.toBeNull();
    expect(await signIn({ ...account, password: "not this one at all" })).toBeNull();
    const headers = { cookie: cookie ?? "" };
    const read = await ask<{ accountId: number; email: string }>(me, account, {}, headers);
    expect(read.body).toMatchObject({ accountId: account.accountId, email: account.userId });
    const changed = await ask(changeSettings, account, { json: { name: `The ${name} shop` } }, headers);
    expect(changed.status).toBe(200);
    const settings = await ask(readSettings, account, {}, headers);
    expect(settings.body).toMatchObject({ name: `The ${name} shop`, accountId: account.accountId });
    const activities = openCell(cellOfAccount(account.accountId)).prisma.activity;
    const lines = await activities.findMany({ where: { accountId: account.accountId } });
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["signed_in", "settings_changed"]),
    );
  });

  it.each(BOTH)("%s: is asked for by a link where the password is forgotten", async (name) => {
    const { userId: email } = accounts[name];
    const headers = { "sec-fetch-site": "same-origin" };
    expect((await call(forgotten, { json: { email }, headers })).status).toBe(200);
    const cells = [db(), openCell(2)];
    const asked = await Promise.all(
      cells.map((cell) => cell.prisma.resetRequest.count({ where: { email } })),
    );
    // Home is asked, whichever cell the address is in, and passes it on.
    expect(asked).toEqual([1, 0]);
  });
});

describe("people", () => {
  it("are invited into an account of their cell, and come by the link", async () => {
    const cell = openCell(2);
    const email = "new.person@example.com";
    const invited = await ask(invite, accounts.away, { json: { email, role: "developer" } });
    expect(invited.status).toBe(200);
    const { details } = await cell.prisma.email.findFirstOrThrow({ where: { kind: "invitation" } });
    const { encrypted } = details as { encrypted: string };
    const { token } = JSON.parse(decrypt(Buffer.from(encrypted, "base64"), TEST_SECRET));
    expect(token).toMatch(/^2\./);
    const headers = { "sec-fetch-site": "same-origin" };
    const password = "a password of the new person";
    const joined = await call(joinByLink, { json: { token, name: "New", password }, headers });
    expect(joined.status).toBe(200);
    const cookie = await signIn({ accountId: 0, userId: email, password });
    expect(cookie).not.toBeNull();
  });

  it("of another cell are refused with a sentence, from either side", async () => {
    for (const [own, other] of [
      [accounts.home, accounts.away],
      [accounts.away, accounts.home],
    ] as const) {
      const refused = await ask(invite, own, { json: { email: other.userId, role: "developer" } });
      expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
      expect(refused.text).toContain("kept apart from this one");
    }
  });
});

describe("the same email address", () => {
  const given = { password: "correct horse battery", name: "Another" };

  it("is refused in another cell, whichever has it", async () => {
    const cells = [db(), openCell(2), openCell(3)];
    for (const { userId: email } of Object.values(accounts))
      for (const cell of cells)
        await expect(createAccount(cell, { ...given, email }, new Date())).rejects.toThrow(
          "There is already an account",
        );
  });
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
    const cookie = await signIn(away);
    const url = process.env.DATABASE_URL;
    await closeDb();
    process.env.DATABASE_URL = "postgres://nobody@127.0.0.1:1/none";
    reloadEnv();
    try {
      const issued = await call<{ access_token: string }>(issueToken, { json: given });
      expect(issued.status).toBe(200);
      const headers = { authorization: `Bearer ${issued.body.access_token}` };
      expect((await call(send, { json: message, headers })).status).toBe(200);
      expect((await ask(me, away, {}, { cookie: cookie ?? "" })).status).toBe(200);
      for (const { userId, password } of [home, away])
        expect((await call(balance, { json: { userId, password } })).status).toBe(503);
    } finally {
      await closeDb();
      process.env.DATABASE_URL = url;
      reloadEnv();
    }
  });
});
