import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { VIEW_MS } from "@/lib/accounts/begin-view";
import { setAccountEnabled } from "@/lib/accounts/set-account-enabled";
import { endSession } from "@/lib/auth/sessions/end-session";
import { endStaleViews } from "@/lib/auth/sessions/end-view";
import { findMember } from "@/lib/auth/sessions/member";
import { memberStatement } from "@/lib/auth/sessions/sessions.sql";
import { ACCOUNT_HEADER } from "@/lib/contracts/members/people/account-header";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { openStream } from "@/lib/http/events/open-streams";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { sentMessage } from "@/tests/support/inbound";
import { ask, cookieOf } from "@/tests/support/member";
import { addMember, personIn } from "@/tests/support/people";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { claimsOf, viewingCookie } from "@/tests/support/views";

const { GET: readActivity } = handlersOf("/api/admin/accounts/activity");
const { POST: begin } = handlersOf("/api/admin/accounts/view");
const { GET: listActivity } = handlersOf("/api/members/activity");
const { GET: readMe } = handlersOf("/api/members/me");
const { GET: listMessages } = handlersOf("/api/members/messages");
const { POST: endOne } = handlersOf("/api/members/sessions/end");
const { POST: endOthers } = handlersOf("/api/members/sessions/end-others");
const { POST: end } = handlersOf("/api/members/view/end");

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

let boss: TestAccount;
let shop: TestAccount;
let cookie: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  boss = await testAccount({ name: "Office", admin: true });
  shop = await testAccount({ name: "Harbour Books" });
  cookie = await cookieOf(boss);
});
afterEach(() => vi.useRealTimers());

const beginIn = (own: string, given: object = {}) =>
  ask(begin, boss, { json: { accountId: shop.accountId, reason: "Ticket 17", ...given } }, { cookie: own });
const endIn = (own: string) => ask(end, boss, { json: {} }, { cookie: own });
const meIn = async (own: string) => (await ask(readMe, boss, {}, { cookie: own })).body;
const views = () => db().prisma.accountView.count({ where: { administratorId: boss.accountId } });

/** Returns the stored activity lines of an account, the oldest first. */
const lines = async ({ accountId }: TestAccount) =>
  (await db().prisma.activity.findMany({ where: { accountId }, orderBy: [{ at: "asc" }, { id: "asc" }] }))
    .filter(({ action }) => action.startsWith("account_view"))
    .map(({ action, details, at, actorId, address }) => ({ action, details, at, actorId, address }));

/** Returns the ends of the account's views, as both accounts read them. */
const ends = async () => {
  const ended = async (account: TestAccount) =>
    (await lines(account))
      .filter(({ action }) => action === "account_view_ended")
      .map(({ details, at }) => [(details as { how: string }).how, at.getTime() - NOW.getTime()]);
  const [theirs, own] = [await ended(shop), await ended(boss)];
  expect(own).toEqual(theirs);
  return theirs;
};

describe("a view of an account", () => {
  it("shows that account to the session that began it, and to no other", async () => {
    const other = await cookieOf(boss);
    const id = await sentMessage(shop.accountId, "64215551781", NOW);
    expect(await beginIn(cookie)).toMatchObject({ status: 200, body: { success: true } });
    expect(await meIn(cookie)).toMatchObject({
      accountId: shop.accountId,
      name: "Harbour Books",
      role: "viewer",
      isAdmin: false,
      accounts: [],
      email: boss.userId,
    });
    expect((await ask(listMessages, boss, {}, { cookie })).body).toMatchObject({ messages: [{ id }] });
    expect(await meIn(other)).toMatchObject({ accountId: boss.accountId, role: "owner", isAdmin: true });
    expect((await ask(listMessages, boss, {}, { cookie: other })).body).toMatchObject({ messages: [] });
    expect(await endIn(cookie)).toMatchObject({ status: 200 });
    expect(await meIn(cookie)).toMatchObject({ accountId: boss.accountId, role: "owner", isAdmin: true });
  });

  it("is written down in both accounts, with its reason and its end, each once", async () => {
    await beginIn(cookie, { reason: "  Ticket 17: no replies " });
    await endIn(cookie);
    expect(await endIn(cookie)).toMatchObject({ status: 200 });
    const by = { actorId: boss.accountId, at: NOW, address: expect.stringMatching(/./) };
    const account = `Harbour Books (${shop.accountId})`;
    const [began, ended] = [{ reason: "Ticket 17: no replies" }, { how: "ended by the administrator" }];
    expect(await lines(shop)).toEqual([
      { ...by, action: "account_view_began", details: began },
      { ...by, action: "account_view_ended", details: ended },
    ]);
    expect(await lines(boss)).toEqual([
      { ...by, action: "account_view_began", details: { account, ...began } },
      { ...by, action: "account_view_ended", details: { account, ...ended } },
    ]);
  });

  it("is told to the account's owner without the administrator's name, and with it to administrators", async () => {
    await beginIn(cookie);
    const theirs = await ask(listActivity, shop, {});
    expect(theirs.body).toMatchObject({
      activities: [{ action: "account_view_began", actor: "an administrator", address: "" }],
    });
    const query = { accountId: String(shop.accountId) };
    expect((await ask(readActivity, boss, { query })).body).toMatchObject({
      activities: [{ action: "account_view_began", actor: boss.userId }],
    });
  });

  it("needs an administrator, a reason, and another account that is one", async () => {
    const person = await personIn(shop, "sender");
    const helper = await personIn(boss, "owner");
    for (const who of [shop, helper])
      expect(await ask(begin, who, { json: { accountId: boss.accountId, reason: "x" } })).toMatchObject({
        status: 403,
        body: { code: "forbidden" },
      });
    for (const reason of ["", "  ", "x".repeat(201), "two\nlines", undefined])
      expect((await beginIn(cookie, { reason })).status, String(reason)).toBe(400);
    for (const accountId of [person.personId, 2_000_000_000])
      expect(await beginIn(cookie, { accountId })).toMatchObject({ status: 404 });
    expect(await beginIn(cookie, { accountId: boss.accountId })).toMatchObject({ status: 409 });
    expect([await views(), await lines(shop), await lines(boss)]).toEqual([0, [], []]);
  });

  it("is of an account that is disabled, or an administrator's, as well", async () => {
    await db().prisma.account.update({ where: { id: shop.accountId }, data: { status: "disabled" } });
    expect(await beginIn(cookie)).toMatchObject({ status: 200 });
    expect(await meIn(cookie)).toMatchObject({ accountId: shop.accountId });
    await endIn(cookie);
    const { accountId } = await testAccount({ admin: true });
    expect(await beginIn(cookie, { accountId })).toMatchObject({ status: 200 });
    expect(await meIn(cookie)).toMatchObject({ accountId, isAdmin: false });
  });

  it("is not of a view, and of two that begin at once one is refused", async () => {
    const other = await testAccount();
    const both = await Promise.all([beginIn(cookie), beginIn(cookie, { accountId: other.accountId })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await beginIn(cookie)).toMatchObject({ status: 403, body: { code: "viewing_only" } });
    expect([await views(), (await lines(boss)).length]).toEqual([1, 1]);
  });

  it("gives nothing more to an administrator who belongs to the account", async () => {
    await addMember(shop, boss.accountId, "owner");
    await beginIn(cookie);
    vi.setSystemTime(later(120_000));
    expect(await meIn(cookie)).toMatchObject({ accountId: shop.accountId, role: "viewer" });
    const where = { accountId_personId: { accountId: shop.accountId, personId: boss.accountId } };
    expect((await db().prisma.membership.findUniqueOrThrow({ where })).lastSeenAt).toBeNull();
  });

  it("is told apart by pages that show the administrator's own account", async () => {
    await beginIn(cookie);
    const shown = (accountId: number) => ({ cookie, [ACCOUNT_HEADER]: String(accountId) });
    expect(await ask(readMe, boss, {}, shown(boss.accountId))).toMatchObject({ status: 409 });
    expect(await ask(readMe, boss, {}, shown(shop.accountId))).toMatchObject({ status: 200 });
    await endIn(cookie);
    expect(await ask(readMe, boss, {}, shown(shop.accountId))).toMatchObject({ status: 409 });
  });

  it("takes none of the streams that the account's own pages may have", async () => {
    await beginIn(cookie);
    const ownerOf = async (own: string) => {
      const session = await claimsOf(own);
      const member = await findMember(db(), session, NOW);
      if (!member) throw new Error("This session has ended.");
      return { session, member, since: undefined };
    };
    const viewer = await ownerOf(cookie);
    const opened = Array.from({ length: 10 }, () => openStream(viewer));
    expect(() => openStream(viewer)).toThrow("too many pages");
    opened.push(openStream(await ownerOf(await cookieOf(shop))));
    for (const { body } of opened) await body?.cancel();
  });

  it("is looked up by its session, in the statement that reads that", async () => {
    const scans = await scansOf(db(), memberStatement(await claimsOf(cookie), NOW));
    expect(scans.map(({ table }) => table)).toContain("account_views");
    expect(scans.filter(({ by }) => by === null)).toEqual([]);
  });
});

describe("a view ends", () => {
  beforeEach(async () => {
    cookie = await viewingCookie(boss, shop);
  });

  it("by itself after half an hour, which the sweep writes down once, at that time", async () => {
    vi.setSystemTime(later(VIEW_MS - 1));
    expect(await meIn(cookie)).toMatchObject({ role: "viewer" });
    await endStaleViews(db(), later(VIEW_MS - 1));
    expect(await ends()).toEqual([]);
    vi.setSystemTime(later(VIEW_MS));
    expect(await meIn(cookie)).toMatchObject({ accountId: boss.accountId, role: "owner", isAdmin: true });
    await Promise.all([
      endStaleViews(db(), later(VIEW_MS + 60_000)),
      endStaleViews(db(), later(VIEW_MS + 60_000)),
    ]);
    expect(await ends()).toEqual([["the time was over", VIEW_MS]]);
    expect(await views()).toBe(0);
  });

  it("when its time is over and the next one begins before a sweep", async () => {
    vi.setSystemTime(later(VIEW_MS + 5_000));
    expect(await beginIn(cookie)).toMatchObject({ status: 200 });
    expect(await ends()).toEqual([["the time was over", VIEW_MS]]);
    expect(await meIn(cookie)).toMatchObject({ role: "viewer" });
  });

  it("with signing out", async () => {
    const { sessionId } = await claimsOf(cookie);
    await endSession(db(), sessionId, later(1_000));
    await endSession(db(), sessionId, later(2_000));
    expect(await ends()).toEqual([["the session ended", 1_000]]);
    expect((await ask(readMe, boss, {}, { cookie })).status).toBe(401);
  });

  it("from the list of sessions, by one or by all others", async () => {
    const elsewhere = { cookie: await cookieOf(boss) };
    const { sessionId: id } = await claimsOf(cookie);
    expect(await ask(endOne, shop, { json: { id } })).toMatchObject({ status: 404 });
    expect(await ends()).toEqual([]);
    expect(await ask(endOne, boss, { json: { id } }, elsewhere)).toMatchObject({ status: 200 });
    expect(await ends()).toEqual([["the session ended", 0]]);
    const again = await viewingCookie(boss, shop);
    expect(await ask(endOthers, boss, { json: {} }, elsewhere)).toMatchObject({ status: 200 });
    expect(await ends()).toHaveLength(2);
    expect((await ask(readMe, boss, {}, { cookie: again })).status).toBe(401);
    expect(await meIn(elsewhere.cookie)).toMatchObject({ isAdmin: true });
  });

  it("at once for who administers no more", async () => {
    await db().prisma.account.update({ where: { id: boss.accountId }, data: { isAdmin: false } });
    expect(await meIn(cookie)).toMatchObject({ accountId: boss.accountId, isAdmin: false });
    await endStaleViews(db(), NOW);
    expect(await ends()).toEqual([["no longer an administrator", 0]]);
  });

  it("at once for who owns their own account no more", async () => {
    const where = { accountId: boss.accountId, personId: boss.accountId };
    await db().prisma.membership.updateMany({ where, data: { role: "developer" } });
    expect(await meIn(cookie)).toMatchObject({ accountId: boss.accountId, isAdmin: false });
    await endStaleViews(db(), NOW);
    expect(await ends()).toEqual([["no longer an administrator", 0]]);
    await db().prisma.membership.updateMany({ where, data: { role: "owner" } });
    expect(await meIn(cookie)).toMatchObject({ accountId: boss.accountId, isAdmin: true });
  });

  it("with whatever else ends the session, which the sweep writes down", async () => {
    const actor = { accountId: (await testAccount({ admin: true })).accountId, address: "203.0.113.7" };
    await setAccountEnabled(db(), { accountId: boss.accountId, enabled: false }, actor, NOW);
    expect((await ask(readMe, boss, {}, { cookie })).status).toBe(401);
    expect(await ends()).toEqual([]);
    await endStaleViews(db(), later(60_000));
    expect(await ends()).toEqual([["the session ended", 60_000]]);
  });

  it("whole, or not at all where a server is killed before the second line", async () => {
    await db().query(sql`
      create function no_end() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
    const { accountId } = boss;
    await db().query({
      text: `create trigger no_end before insert on activities for each row
        when (new.account_id = ${accountId} and new.action = 'account_view_ended') execute function no_end()`,
      values: [],
    });
    expect((await endIn(cookie)).status).toBe(500);
    expect(await meIn(cookie)).toMatchObject({ role: "viewer" });
    expect(await ends()).toEqual([]);
    await db().query(sql`drop trigger no_end on activities`);
    await db().query(sql`drop function no_end`);
    expect((await endIn(cookie)).status).toBe(200);
    expect(await ends()).toEqual([["ended by the administrator", 0]]);
  });

  it("once, however many end it", async () => {
    await Promise.all([endIn(cookie), endIn(cookie), endStaleViews(db(), later(VIEW_MS))]);
    expect(await ends()).toHaveLength(1);
  });
});
