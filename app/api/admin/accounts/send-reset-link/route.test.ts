import { beforeEach, expect, it } from "vitest";
import { sendAccountResetLink } from "@/lib/contracts/admin/accounts";
import { db } from "@/lib/db/client";
import { secondFactor } from "@/tests/support/changes/objects";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { addMember, personIn } from "@/tests/support/people";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST } = handlersOf("/api/admin/accounts/send-reset-link");

useTestDatabase({ each: true });

let boss: TestAccount;
let shop: TestAccount;
beforeEach(async () => {
  boss = await testAccount({ admin: true });
  shop = await testAccount();
});

const send = (accountId: number, from = boss) => ask(POST, from, { json: { accountId } });
const emails = () => db().prisma.email.findMany({ select: { kind: true, accountId: true } });
const links = () => db().prisma.passwordReset.count({ where: { accountId: shop.accountId } });

it("sends the account one link and says so in its activity, but not the link", async () => {
  const { status, body } = await send(shop.accountId);
  expect([status, body]).toEqual([200, sendAccountResetLink.response.parse(body)]);
  expect(body).toEqual({ success: true, isEmailConfigured: false });
  expect(await emails()).toEqual([{ kind: "password_reset", accountId: shop.accountId }]);
  expect(await db().prisma.activity.findMany({ where: { accountId: shop.accountId } })).toMatchObject([
    { action: "reset_link_sent", actorId: boss.accountId, details: {} },
  ]);
});

it("sends no second one within a minute, and leaves no line of it", async () => {
  await send(shop.accountId);
  expect(await send(shop.accountId)).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect([await links(), (await emails()).length]).toEqual([1, 1]);
  expect(await db().prisma.activity.count({ where: { accountId: shop.accountId } })).toBe(1);
});

it("leaves two-factor authentication and the password as they are", async () => {
  await secondFactor(shop);
  const where = { id: shop.accountId };
  const select = { totpEnabledAt: true, totpSecret: true, passwordHash: true, sessionVersion: true } as const;
  const before = await db().prisma.account.findUniqueOrThrow({ where, select });
  expect(await send(shop.accountId)).toMatchObject({ status: 200 });
  expect(before.totpEnabledAt).not.toBeNull();
  expect(await db().prisma.account.findUniqueOrThrow({ where, select })).toEqual(before);
});

it("sends a person in the account one, and both accounts that they are in read of it", async () => {
  const robin = await personIn(shop, "sender");
  const given = { accountId: shop.accountId, personId: robin.personId };
  expect(await ask(POST, boss, { json: given })).toMatchObject({ status: 200 });
  expect(await emails()).toEqual([{ kind: "password_reset", accountId: robin.personId }]);
  const lines = { action: "reset_link_sent", actorId: boss.accountId, details: { person: robin.userId } };
  expect(await db().prisma.activity.findMany()).toMatchObject([{ accountId: shop.accountId, ...lines }]);
  expect(await ask(POST, boss, { json: given })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("This person got one within the last minute") },
  });
  const other = await testAccount();
  await addMember(shop, other.accountId, "billing");
  expect((await ask(POST, boss, { json: { ...given, personId: other.accountId } })).status).toBe(200);
  expect((await db().prisma.activity.findMany()).map(({ accountId }) => accountId)).toEqual(
    expect.arrayContaining([shop.accountId, shop.accountId, other.accountId]),
  );
});

it("sends none to who does not belong to the account, or may not sign in", async () => {
  const [robin, stranger] = [await personIn(shop, "sender"), await testAccount()];
  const to = (accountId: number, personId: number) => ask(POST, boss, { json: { accountId, personId } });
  expect((await to(shop.accountId, stranger.accountId)).status).toBe(404);
  expect((await to(stranger.accountId, robin.personId)).status).toBe(404);
  expect((await to(robin.personId, shop.accountId)).status).toBe(404);
  await db().prisma.account.update({ where: { id: robin.personId }, data: { status: "disabled" } });
  expect((await to(shop.accountId, robin.personId)).status).toBe(409);
  expect([await links(), await emails()]).toEqual([0, []]);
});

it("refuses a disabled account, one that is not there, and a member", async () => {
  expect(await send(shop.accountId, shop)).toMatchObject({ status: 403 });
  expect(await send(999_999)).toMatchObject({ status: 404 });
  await db().prisma.account.update({ where: { id: shop.accountId }, data: { status: "disabled" } });
  expect(await send(shop.accountId)).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect([await links(), await emails()]).toEqual([0, []]);
});
