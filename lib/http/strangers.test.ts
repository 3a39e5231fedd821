import { hash } from "@node-rs/argon2";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as automation } from "@/app/automation/webhook.php/route";
import { POST as crmA } from "@/app/crm-a/workflow.php/route";
import { POST as crmB } from "@/app/crm-b/workflow.php/route";
import { POST as crmC } from "@/app/crm-c/send.php/route";
import { POST as issueToken } from "@/app/gateway/auth/token/route";
import { GET as configure } from "@/app/gateway/configure/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { POST as mailAddin } from "@/app/mail-addin/send.php/route";
import { GET as legacySend } from "@/app/send.php/route";
import { POST as storefront } from "@/app/storefront/webhook.php/route";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { FAILURES_ALLOWED } from "@/lib/auth/limits/auth-failures";
import { db } from "@/lib/db/client";
import { newToken } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { countPooled } from "@/tests/support/database/pooled";
import { queryOf, testIntegration } from "@/tests/support/integration";
import { ask, cookieOf } from "@/tests/support/member";
import { type CallResult, call, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { MOBILE } from "@/tests/support/server/send";

const { POST: confirmSender } = handlersOf("/api/members/email-senders/confirm");
const { GET: me } = handlersOf("/api/members/me");
const { POST: resetPassword } = handlersOf("/api/members/password/reset");
const { POST: join } = handlersOf("/api/members/people/join");

useTestDatabase();

type Answer = Promise<CallResult<Record<string, unknown>>>;
type Door = (given: string, address: string) => Answer;

const MESSAGE = { to: MOBILE, message: "Kia ora" };
const OWN_PAGE = { "sec-fetch-site": "same-origin" };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const integrationQuery = (given: string, name: "key" | "secret" = "key") =>
  queryOf({ accountId: 1, shortcodeId: 1, secret: given }, name);

let customers = 1_000_000;

/** The ways in which a stranger's credential reaches the database. Each request has another credential. */
const DOORS: Record<string, Door> = {
  "a bearer token": (given, address) => call(balance, { headers: bearer(given), address }),
  "a bearer token, and a body that is no JSON": (given, address) =>
    call(balance, { headers: { ...bearer(given), "content-type": "application/json" }, raw: "{", address }),
  "one bearer token": (_, address) => call(balance, { headers: bearer("wrong"), address }),
  "a bearer token by GET": (given, address) =>
    call(configure, { method: "GET", headers: bearer(given), address }),
  "a client id at the token exchange, by form": (given, address) =>
    call(issueToken, { form: { client_id: `cid_${given}`, client_secret: "csk_x" }, address }),
  "a client id at the token exchange, by JSON": (given, address) =>
    call(issueToken, { json: { client_id: given, client_secret: given }, address }),
  "one client id at the token exchange": (given, address) =>
    call(issueToken, { json: { client_id: "cid_x", client_secret: given }, address }),
  "crm-a": (given, address) => call(crmA, { query: integrationQuery(given), json: MESSAGE, address }),
  "crm-a, of ever other accounts": (given, address) => {
    const cust_id = String(++customers);
    return call(crmA, { query: { ...integrationQuery(given), cust_id }, json: MESSAGE, address });
  },
  "crm-b": (given, address) =>
    call(crmB, { query: integrationQuery(given, "secret"), json: MESSAGE, address }),
  "crm-c, by api_key": (given, address) => call(crmC, { json: { api_key: given, ...MESSAGE }, address }),
  "crm-c, by shortcode and secret": (given, address) =>
    call(crmC, { json: { shortcode_id: 1, secret: given, ...MESSAGE }, address }),
  "crm-c, by a shortcode that there is not": (given, address) =>
    call(crmC, { json: { shortcode_id: 99_999, secret: given, ...MESSAGE }, address }),
  automation: (given, address) =>
    call(automation, { query: integrationQuery(given), json: MESSAGE, address }),
  storefront: (given, address) => call(storefront, { query: integrationQuery(given), json: {}, address }),
  "the mail add-in": (given, address) => call(mailAddin, { headers: bearer(given), json: MESSAGE, address }),
  "the legacy endpoint, by a key's secret": (given, address) => {
    const query = {
      username: `${given}@example.com`,
      password: `csk_${given}`,
      cellnum: MOBILE,
      message: "x",
    };
    return call(legacySend, { method: "GET", query, address });
  },
  "userId and password, of ever other addresses": (given, address) =>
    call(balance, { form: { userId: `${given}@example.com`, password: "guess" }, address }),
  "HTTP basic": (given, address) => {
    const authorization = `Basic ${btoa(`${given}@example.com:guess`)}`;
    return call(configure, { method: "GET", headers: { authorization }, address });
  },
  "a link to choose a password": (given, address) =>
    call(resetPassword, { json: { token: given, password: "correct horse" }, headers: OWN_PAGE, address }),
  "an invitation's link": (given, address) =>
    call(join, { json: { token: given, password: "correct horse" }, headers: OWN_PAGE, address }),
  "a link that confirms a sender of emails": (given, address) =>
    call(confirmSender, { json: { token: given }, headers: OWN_PAGE, address }),
};

/** Returns an address for each test. */
let made = 0;
const newAddress = () => `198.51.${Math.floor(++made / 250)}.${made % 250}`;

// Strangers' passwords are compared with a hash that costs as little as those of the tests' accounts.
beforeAll(async () => {
  const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  Object.assign(globalThis, { gatewayDecoyHash: hash(newToken(), cheap) });
});

let address = "";
beforeEach(() => {
  address = newAddress();
});

/** Sends each credential once, so that no answer comes from a cache. */
const flood = (door: Door, count: number, from: (index: number) => string): Answer[] =>
  Array.from({ length: count }, (_, index) => door(newToken(), from(index)));

const REFUSED = [400, 401, 403, 404, 429];

describe.each(Object.entries(DOORS))("strangers at the door of %s", (_, door) => {
  it("use one connection of their address at once, and hardly any beyond its limit", async () => {
    await door(newToken(), newAddress());
    const pooled = countPooled();
    const statuses = (await Promise.all(flood(door, 120, () => address))).map(({ status }) => status);
    expect(statuses.filter((status) => !REFUSED.includes(status))).toEqual([]);
    expect(statuses).toContain(429);
    expect(pooled.most).toBeLessThanOrEqual(1);
    const before = pooled.taken;
    const late = await Promise.all(flood(door, 120, () => address));
    expect(new Set(late.map(({ status }) => status))).toEqual(new Set([429]));
    // Ten a second, and a few statements for each.
    expect(pooled.taken - before).toBeLessThan(75);
  });

  it("leave most connections to others, from however many addresses they come", async () => {
    const pooled = countPooled();
    const addresses = Array.from({ length: 60 }, newAddress);
    await Promise.all(flood(door, 60, (index) => addresses[index] as string));
    expect(pooled.most).toBeLessThanOrEqual(3);
  });
});

/** Returns a token of a new account. */
async function newCustomer(): Promise<{ token: string; key: { client_id: string; client_secret: string } }> {
  const { accountId } = await testAccount();
  const made = await createApiKey(db(), accountId, { name: "test", expiresAt: null }, new Date());
  const key = { client_id: made.clientId, client_secret: made.clientSecret };
  const { body } = await call<{ access_token: string }>(issueToken, { json: key });
  return { token: body.access_token, key };
}

const tokenDoor = DOORS["a bearer token"] as Door;
const clientDoor = DOORS["a client id at the token exchange, by JSON"] as Door;

/** Brings an address over its limit of unknown credentials, and uses up its look-ups. */
async function exceed(door: Door): Promise<void> {
  await Promise.all(flood(door, 2 * FAILURES_ALLOWED.address, () => address));
}

describe("a customer", () => {
  it("is verified at once beside hundreds of strangers of another address", async () => {
    const { token, key } = await newCustomer();
    let answered = 0;
    const attack = [...flood(tokenDoor, 200, () => address), ...flood(clientDoor, 200, () => address)];
    for (const each of attack) void each.then(() => answered++);
    const home = newAddress();
    expect((await tokenDoor(token, home)).status).toBe(200);
    expect((await call(issueToken, { json: key, address: home })).status).toBe(200);
    expect(answered).toBeLessThan(100);
    await Promise.all(attack);
  });

  it("goes on with a verified token where strangers of the same address are over the limit", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const { token } = await newCustomer();
      expect((await tokenDoor(token, address)).status).toBe(200);
      await exceed(tokenDoor);
      for (const passedMs of [0, 1_000, 6_000, 60_000]) {
        vi.setSystemTime(Date.now() + passedMs);
        const asked = Array.from({ length: 20 }, () => tokenDoor(token, address));
        expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it("goes on with an integration and a password there", async () => {
    const account = await testAccount();
    const integration = await testIntegration(account, "crm_a");
    const send = () => call(crmA, { query: queryOf(integration), json: MESSAGE, address });
    const { userId, password } = account;
    const read = () => call(balance, { form: { userId, password }, address });
    expect([(await send()).status, (await read()).status]).toEqual([200, 200]);
    await exceed(DOORS.automation as Door);
    await exceed(DOORS["userId and password, of ever other addresses"] as Door);
    for (let time = 0; time < 15; time++)
      expect([(await send()).status, (await read()).status]).toEqual([200, 200]);
  });

  it("is not held up by a neighbour's wrong credentials below the limit", async () => {
    const { token, key } = await newCustomer();
    await Promise.all(flood(tokenDoor, FAILURES_ALLOWED.address - 1, () => address));
    expect((await tokenDoor(token, address)).status).toBe(200);
    await Promise.all(flood(clientDoor, 1, () => address));
    expect((await call(issueToken, { json: key, address })).status).toBe(200);
  });

  it("gets in with a first right credential within seconds, however many wrong ones came before", async () => {
    const { token, key } = await newCustomer();
    await exceed(tokenDoor);
    await exceed(clientDoor);
    const patience = { interval: 100, timeout: 5_000 };
    await expect.poll(async () => (await tokenDoor(token, address)).status, patience).toBe(200);
    const exchange = () => call(issueToken, { json: key, address });
    await expect.poll(async () => (await exchange()).status, patience).toBe(200);
  });

  it("is verified by its own turn, also where a stranger knows its client id or email address", async () => {
    const { key } = await newCustomer();
    const guess = (index: number) =>
      call(issueToken, { json: { ...key, client_secret: `csk_${index}` }, address });
    const attack = Array.from({ length: 200 }, (_, index) => guess(index));
    expect((await call(issueToken, { json: key, address: newAddress() })).status).toBe(200);
    await Promise.all(attack);
    const { userId, password } = await testAccount();
    const own = newAddress();
    const read = () => call(balance, { form: { userId, password }, address: own });
    expect((await read()).status).toBe(200);
    let answered = 0;
    const guesses = Array.from({ length: 200 }, async (_, index) => {
      await call(balance, { form: { userId, password: `guess ${index}` }, address });
      answered++;
    });
    expect((await read()).status).toBe(200);
    expect(answered).toBeLessThan(100);
    await Promise.all(guesses);
  });
});

it("refuses an address over its limit before its body is read, unless verified callers share it", async () => {
  const { key } = await newCustomer();
  const malformed = (given: string) =>
    call(issueToken, { raw: given, headers: { "content-type": "application/json" }, address });
  expect((await malformed("{")).status).toBe(400);
  await exceed(clientDoor);
  vi.useFakeTimers({ toFake: ["performance"] });
  await Promise.all(flood(clientDoor, 20, () => address));
  expect((await malformed("{")).status).toBe(429);
  vi.useRealTimers();
  await expect.poll(async () => (await call(issueToken, { json: key, address })).status).toBe(200);
  await Promise.all(flood(clientDoor, 50, () => address));
  expect((await malformed("{")).status).toBe(400);
});

it("counts a token that is repeated each time, and asks for it once in five seconds", async () => {
  await tokenDoor("again", address);
  const pooled = countPooled();
  const statuses: number[] = [];
  for (let time = 1; time <= FAILURES_ALLOWED.address; time++)
    statuses.push((await tokenDoor("again", address)).status);
  expect(statuses.indexOf(429)).toBe(FAILURES_ALLOWED.address - 1);
  expect(pooled.taken).toBe(0);
});

it("reads one session of a person at once, also one that has ended", async () => {
  const account = await testAccount();
  const cookie = await cookieOf(account);
  await db().prisma.session.deleteMany({ where: { personId: account.accountId } });
  const pooled = countPooled();
  const asked = Array.from({ length: 50 }, () => ask(me, account, {}, { cookie }));
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([401]));
  expect(pooled.most).toBe(1);
});
