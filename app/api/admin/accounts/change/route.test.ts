import { beforeAll, describe, expect, it, test } from "vitest";
import { POST as token } from "@/app/gateway/auth/token/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { changeAccount, resetSecondFactor, setAccountEnabled } from "@/lib/contracts/admin/accounts";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask, cookieOf } from "@/tests/support/member";
import { call, type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: change } = handlersOf("/api/admin/accounts/change");
const { POST: enable } = handlersOf("/api/admin/accounts/enable");
const { POST: resetFactor } = handlersOf("/api/admin/accounts/reset-second-factor");
const { POST: makeKey } = handlersOf("/api/members/api-keys");
const { GET: me } = handlersOf("/api/members/me");

useTestDatabase();

let administrator: TestAccount;
beforeAll(async () => {
  administrator = await testAccount({ admin: true });
});

const administer = (handler: Handler, json: object) => ask(handler, administrator, { json });
const account = (accountId: number) => db().prisma.account.findUniqueOrThrow({ where: { id: accountId } });

const activitiesOf = async (accountId: number) =>
  (await db().prisma.activity.findMany({ where: { accountId }, orderBy: { id: "asc" } })).map(
    ({ action, details, actorId }) => ({ action, details, byAdministrator: actorId !== accountId }),
  );

describe("a change of an account", () => {
  it("changes what is given, leaves the rest, and says what is other than before", async () => {
    const { accountId } = await testAccount({ unicode: true });
    const changed = await administer(change, { accountId, country: "au", unicodeEnabled: true });
    expect(changed.body).toEqual(changeAccount.response.parse(changed.body));
    expect(await account(accountId)).toMatchObject({ country: "AU", unicodeEnabled: true });
    await administer(change, { accountId, unicodeEnabled: false });
    expect(await account(accountId)).toMatchObject({ country: "AU", unicodeEnabled: false });
    expect(await activitiesOf(accountId)).toEqual([
      { action: "account_changed", details: { country: "AU" }, byAdministrator: true },
      { action: "account_changed", details: { Unicode: "off" }, byAdministrator: true },
    ]);
  });

  it("sets the account's own rate, and clears it", async () => {
    const { accountId } = await testAccount();
    await administer(change, { accountId, standardRate: { price: "0.085" } });
    expect((await account(accountId)).standardRateMicros).toBe(85_000n);
    await administer(change, { accountId, country: "NZ" });
    expect((await account(accountId)).standardRateMicros).toBe(85_000n);
    await administer(change, { accountId, standardRate: { price: null } });
    expect((await account(accountId)).standardRateMicros).toBeNull();
    const details = (await activitiesOf(accountId)).map((activity) => activity.details);
    expect(details).toEqual([{ "standard rate": "0.085" }, { "standard rate": "the default" }]);
  });

  it("chooses senders that the account may use, and no others", async () => {
    const [own, other] = [await testAccount(), await testAccount()];
    const { prisma } = db();
    const mine = await prisma.shortcode.create({ data: { number: "3001", ownerId: own.accountId } });
    const theirs = await prisma.shortcode.create({ data: { number: "3002", ownerId: other.accountId } });
    const choose = (defaultSenderId: number | null) =>
      administer(change, {
        accountId: own.accountId,
        senders: { defaultSenderId, templateSenderId: null },
      });
    expect(await choose(theirs.id)).toMatchObject({ status: 403, body: { code: "sender_not_authorised" } });
    expect((await choose(mine.id)).status).toBe(200);
    expect((await account(own.accountId)).defaultSenderId).toBe(mine.id);
    expect((await choose(null)).status).toBe(200);
    expect((await activitiesOf(own.accountId)).map(({ details }) => details)).toEqual([
      { "default sender": "3001" },
      { "default sender": "the default" },
    ]);
  });

  test.each([
    [{ country: "Z" }, 400],
    [{ standardRate: { price: "-1" } }, 400],
    [{ standardRate: { price: "0.1 dollars" } }, 400],
    [{ accountId: 999_999, country: "NZ" }, 404],
  ])("is refused as %j", async (given, status) => {
    const { accountId } = await testAccount();
    expect(await administer(change, { accountId, ...given })).toMatchObject({ status });
  });

  it("does not make administrators", async () => {
    const { accountId } = await testAccount();
    await administer(change, { accountId, isAdmin: true, country: "AU" });
    expect((await account(accountId)).isAdmin).toBe(false);
  });
});

describe("a disabled account", () => {
  async function withToken() {
    const own = await testAccount();
    type NewKey = { key: { clientId: string }; clientSecret: string };
    const { key, clientSecret } = (await ask<NewKey>(makeKey, own, { json: { name: "Shop" } })).body;
    const form = { client_id: key.clientId, client_secret: clientSecret };
    const made = await call<{ access_token: string }>(token, { form });
    const bearer = { authorization: `Bearer ${made.body.access_token}` };
    const cookie = { cookie: await cookieOf(own) };
    const statuses = async () => [
      (await call(balance, { headers: bearer })).status,
      (await call(me, { method: "GET", headers: cookie })).status,
      (await call(balance, { form: { userId: own.userId, password: own.password } })).status,
    ];
    return { ...own, statuses };
  }

  it("loses its tokens, its sessions and its password at once; the first two for good", async () => {
    const { accountId, statuses } = await withToken();
    expect(await statuses()).toEqual([200, 200, 200]);
    const disabled = await administer(enable, { accountId, enabled: false });
    expect(disabled.body).toEqual(setAccountEnabled.response.parse(disabled.body));
    expect(await statuses()).toEqual([401, 401, 401]);
    await administer(enable, { accountId, enabled: true });
    expect(await statuses()).toEqual([401, 401, 200]);
    const actions = (await activitiesOf(accountId)).map(({ action }) => action);
    expect(actions).toEqual(["api_key_created", "account_disabled", "account_enabled"]);
  });

  it("stays as it is when it is so already", async () => {
    const { accountId, statuses } = await withToken();
    await administer(enable, { accountId, enabled: true });
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(await activitiesOf(accountId)).toHaveLength(1);
  });

  it("is never an administrator's own, and must exist", async () => {
    const { accountId } = administrator;
    expect(await administer(enable, { accountId, enabled: false })).toMatchObject({ status: 409 });
    expect((await account(accountId)).status).toBe("active");
    expect(await administer(enable, { accountId: 999_999, enabled: false })).toMatchObject({ status: 404 });
    expect(await administer(enable, { accountId })).toMatchObject({ status: 400 });
  });
});

describe("a second factor that was lost", () => {
  async function withFactor() {
    const own = await testAccount();
    const { prisma } = db();
    await prisma.account.update({
      where: { id: own.accountId },
      data: { totpSecret: Buffer.from("encrypted"), totpEnabledAt: new Date() },
    });
    await prisma.recoveryCode.create({ data: { accountId: own.accountId, codeHash: Buffer.alloc(32) } });
    return own;
  }

  it("is turned off with its recovery codes, and sessions end", async () => {
    const own = await withFactor();
    const headers = { cookie: await cookieOf(own) };
    const reset = await administer(resetFactor, { accountId: own.accountId });
    expect(reset.body).toEqual(resetSecondFactor.response.parse(reset.body));
    expect(await account(own.accountId)).toMatchObject({ totpSecret: null, totpEnabledAt: null });
    expect(await db().prisma.recoveryCode.count({ where: { accountId: own.accountId } })).toBe(0);
    expect(await call(me, { method: "GET", headers })).toMatchObject({ status: 401 });
    expect(await activitiesOf(own.accountId)).toMatchObject([
      { action: "second_factor_off", byAdministrator: true },
    ]);
  });

  it("must be there, and somebody else's", async () => {
    const { accountId } = await testAccount();
    expect(await administer(resetFactor, { accountId })).toMatchObject({ status: 409 });
    expect(await administer(resetFactor, { accountId: administrator.accountId })).toMatchObject({
      status: 409,
    });
    expect(await administer(resetFactor, { accountId: 999_999 })).toMatchObject({ status: 404 });
  });
});
