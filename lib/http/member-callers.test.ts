import { afterEach, beforeEach, expect, it } from "vitest";
import { onInvalidateCallers } from "@/lib/auth/callers/caller-cache";
import { hashSecret } from "@/lib/crypto/secrets";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { call, type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { MOBILE } from "@/tests/support/server/send";

const { POST: changeAccount } = handlersOf("/api/admin/accounts/change");
const { POST: enableAccount } = handlersOf("/api/admin/accounts/enable");
const { POST: activate } = handlersOf("/api/admin/shortcodes/activate");
const { POST: block } = handlersOf("/api/members/blocked-numbers");
const { POST: requestLink } = handlersOf("/api/members/password/forgotten");
const { POST: choosePassword } = handlersOf("/api/members/password/reset");
const { POST: changePassword } = handlersOf("/api/members/password");
const { POST: preview } = handlersOf("/api/members/send/preview");
const { POST: send } = handlersOf("/api/members/send");
const { POST: settings } = handlersOf("/api/members/settings");

useTestDatabase();

let told: number;
beforeEach(() => {
  told = 0;
  onInvalidateCallers(() => void told++);
});
afterEach(() => onInvalidateCallers(undefined));

const OWN_PAGE = { "sec-fetch-site": "same-origin" };
const administrator = async () => {
  const account = await testAccount();
  await db().prisma.account.update({ where: { id: account.accountId }, data: { isAdmin: true } });
  return account;
};
const statusOf = async (handler: Handler, account: TestAccount, json: object) =>
  (await ask(handler, account, { json })).status;

it("what is refused, and what changes nothing of a caller, has no caller read again", async () => {
  const account = await testAccount();
  const form = { to: [MOBILE], body: "Kia ora", messageClass: "transactional" };
  expect(await statusOf(preview, account, form)).toBe(200);
  expect(await statusOf(send, account, { ...form, key: "a-key-of-this-form" })).toBe(200);
  expect(await statusOf(block, account, { number: "not a number" })).toBe(400);
  expect(await statusOf(block, account, {})).toBe(400);
  const given = { headers: OWN_PAGE, json: { email: "nobody@example.com" } };
  expect((await call(requestLink, given)).status).toBe(200);
  expect(told).toBe(0);
  expect(await statusOf(block, account, { number: MOBILE })).toBe(200);
  expect(told).toBe(1);
});

it.each<[string, () => Promise<number>]>([
  ["settings", async () => statusOf(settings, await testAccount(), { passwordOnApi: false })],
  [
    "a new password",
    async () => {
      const account = await testAccount();
      return statusOf(changePassword, account, { present: account.password, next: "quite another password" });
    },
  ],
  [
    "a password by a link",
    async () => {
      const { accountId } = await testAccount();
      const [tokenHash, expiresAt] = [new Uint8Array(hashSecret("a token")), new Date(Date.now() + 60_000)];
      await db().prisma.passwordReset.create({
        data: { accountId, tokenHash, createdAt: new Date(), expiresAt },
      });
      const json = { token: "a token", password: "quite another password" };
      return (await call(choosePassword, { headers: OWN_PAGE, json })).status;
    },
  ],
  [
    "an account that is disabled",
    async () => {
      const { accountId } = await testAccount();
      return statusOf(enableAccount, await administrator(), { accountId, enabled: false });
    },
  ],
  [
    "an account that is changed",
    async () => {
      const { accountId } = await testAccount();
      return statusOf(changeAccount, await administrator(), { accountId, unicodeEnabled: true });
    },
  ],
  [
    "a sender that is taken out of use",
    async () => {
      const { id } = await db().prisma.shortcode.create({ data: { number: "4321" } });
      return statusOf(activate, await administrator(), { id, active: false });
    },
  ],
])("%s has every process read its callers again", async (_, change) => {
  expect([await change(), told]).toEqual([200, 1]);
});
