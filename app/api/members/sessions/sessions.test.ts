import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SHOWN_ACCOUNT } from "@/lib/contracts/members/people/account-header";
import type { SessionRecord } from "@/lib/contracts/members/people/sessions";
import { db } from "@/lib/db/client";
import { sessionSetCookie } from "@/lib/http/sessions/session-set-cookie";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask, cookieOf } from "@/tests/support/member";
import { addMember, personIn } from "@/tests/support/people";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { claimsOf } from "@/tests/support/views";

const { GET: listActivity } = handlersOf("/api/members/activity");
const { GET: exportLedger } = handlersOf("/api/members/billing/ledger/export");
const { GET: readMe } = handlersOf("/api/members/me");
const { POST: end } = handlersOf("/api/members/sessions/end");
const { POST: endOthers } = handlersOf("/api/members/sessions/end-others");
const { GET: list } = handlersOf("/api/members/sessions");
const { POST: switchTo } = handlersOf("/api/members/sessions/switch");

useTestDatabase();

let account: TestAccount;
let cookie: string;
beforeEach(async () => {
  account = await testAccount({ name: "Harbour Books" });
  cookie = await cookieOf(account);
});

afterEach(() => {
  vi.useRealTimers();
});

const sessions = async (who: TestAccount, own: string) =>
  (await ask<{ sessions: SessionRecord[] }>(list, who, {}, { cookie: own })).body.sessions;
const lives = async (own: string) => (await ask(readMe, account, {}, { cookie: own })).status === 200;

it("are a person's own, with this one marked", async () => {
  const other = await cookieOf(account);
  await cookieOf(await personIn(account, "sender"));
  const seen = await sessions(account, cookie);
  expect(seen).toMatchObject([
    { address: "203.0.113.7", account: "Harbour Books" },
    { address: "203.0.113.7", account: "Harbour Books" },
  ]);
  expect(seen.filter(({ isThis }) => isThis)).toHaveLength(1);
  expect((await sessions(account, other)).find(({ isThis }) => isThis)?.id).not.toBe(
    seen.find(({ isThis }) => isThis)?.id,
  );
});

it("last seven days after their last use, and not after they began", async () => {
  const beganAt = Date.now();
  const at = (hours: number) =>
    vi.useFakeTimers({ toFake: ["Date"], now: beganAt + hours * 3_600_000 }) && undefined;
  const used = async (own: string) => {
    const { status, headers } = await ask(readMe, account, {}, { cookie: own });
    return { status, renewed: headers.get("set-cookie")?.split(";")[0] ?? null };
  };
  const [begun = ""] = (await sessionSetCookie(await claimsOf(cookie))).split(";");
  expect(await used(begun)).toEqual({ status: 200, renewed: null });
  at(6 * 24);
  const { renewed } = await used(begun);
  expect(renewed).toMatch(/^gateway\.session=./);
  expect(await used(renewed ?? "")).toEqual({ status: 200, renewed: null });
  at(8 * 24);
  expect(await used(begun)).toMatchObject({ status: 401 });
  const again = await used(renewed ?? "");
  expect(again).toMatchObject({ status: 200, renewed: expect.any(String) });
  at(8 * 24 + 7 * 24 + 1);
  expect(await used(again.renewed ?? "")).toMatchObject({ status: 401, renewed: null });
});

it("are renewed by no change, which may begin another", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 3_600_000 });
  const { headers } = await ask(endOthers, account, { json: {} }, { cookie });
  expect(headers.get("set-cookie")).toBeNull();
});

it("end one by one, and nobody ends another's", async () => {
  const other = await cookieOf(account);
  const sender = await personIn(account, "sender");
  const theirs = await cookieOf(sender);
  const id = (await sessions(account, cookie)).find(({ isThis }) => !isThis)?.id;
  const foreign = (await sessions(sender, theirs))[0]?.id;
  expect(await ask(end, account, { json: { id: foreign } }, { cookie })).toMatchObject({ status: 404 });
  expect(await ask(end, account, { json: { id } }, { cookie })).toMatchObject({ status: 200 });
  expect(await ask(end, account, { json: { id } }, { cookie })).toMatchObject({ status: 404 });
  expect([await lives(cookie), await lives(other), await lives(theirs)]).toEqual([true, false, true]);
});

it("end all but this one", async () => {
  const others = [await cookieOf(account), await cookieOf(account)];
  const theirs = await cookieOf(await personIn(account, "sender"));
  expect(await ask(endOthers, account, { json: {} }, { cookie })).toMatchObject({ status: 200 });
  expect(await Promise.all([cookie, ...others, theirs].map(lives))).toEqual([true, false, false, true]);
});

it("are noted as seen at most once a minute, and so is the person", async () => {
  const { accountId } = account;
  const seenAt = async () =>
    [
      (await db().prisma.session.findFirstOrThrow({ where: { personId: accountId } })).lastSeenAt,
      (await db().prisma.membership.findFirstOrThrow({ where: { accountId } })).lastSeenAt,
    ] as const;
  const setSeen = (lastSeenAt: Date) => db().prisma.session.updateMany({ data: { lastSeenAt } });
  const lately = new Date(Date.now() - 50_000);
  await setSeen(lately);
  await lives(cookie);
  expect(await seenAt()).toEqual([lately, null]);
  await setSeen(new Date(Date.now() - 61_000));
  await lives(cookie);
  const [session, person] = await seenAt();
  expect(session.getTime()).toBeGreaterThan(lately.getTime());
  expect(person).toEqual(session);
});

it("go on in another account of the person, and in no other", async () => {
  const [other, foreign] = [await testAccount({ name: "Elsewhere" }), await testAccount()];
  await addMember(other, account.accountId, "owner");
  const go = (accountId: number) => ask(switchTo, account, { json: { accountId } }, { cookie });
  expect(await go(foreign.accountId)).toMatchObject({ status: 404 });
  expect(await go(other.accountId)).toMatchObject({ status: 200 });
  expect(await ask(readMe, account, {}, { cookie })).toMatchObject({
    body: { accountId: other.accountId, name: "Elsewhere", email: account.userId },
  });
  expect(await ask(listActivity, account, {}, { cookie })).toMatchObject({
    body: { activities: [{ actor: account.userId, action: "signed_in" }] },
  });
  await db().prisma.account.update({ where: { id: account.accountId }, data: { status: "disabled" } });
  expect(await lives(cookie)).toBe(false);
});

it("give a page that shows one account no file of another", async () => {
  const other = await testAccount({ name: "Elsewhere" });
  await addMember(other, account.accountId, "owner");
  const fileFor = (accountId: number) =>
    ask(exportLedger, account, { query: { [SHOWN_ACCOUNT]: String(accountId) } }, { cookie });
  expect(await fileFor(account.accountId)).toMatchObject({ status: 200 });
  await ask(switchTo, account, { json: { accountId: other.accountId } }, { cookie });
  expect(await fileFor(account.accountId)).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(await fileFor(other.accountId)).toMatchObject({ status: 200 });
});
