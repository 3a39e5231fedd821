import { beforeEach, describe, expect, it, vi } from "vitest";
import { beginView, VIEW_MS } from "@/lib/accounts/begin-view";
import { setAccountEnabled } from "@/lib/accounts/set-account-enabled";
import { endStaleViews } from "@/lib/auth/sessions/end-view";
import type { SessionClaims } from "@/lib/auth/sessions/member";
import { type Database, db } from "@/lib/db/client";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { sessionSetCookie } from "@/lib/http/sessions/session-set-cookie";
import { newId } from "@/lib/ids";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { ask, cookieOf } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { claimsOf, viewingCookie } from "@/tests/support/views";

const { POST: begin } = handlersOf("/api/admin/accounts/view");
const { GET: readMe } = handlersOf("/api/members/me");
const { GET: listMessages } = handlersOf("/api/members/messages");
const { POST: end } = handlersOf("/api/members/view/end");

useTestCells();

let boss: TestAccount;
let shop: TestAccount;
beforeEach(async () => {
  boss = await testAccount({ name: "Office", admin: true });
  shop = await testAccount({ name: "Far Away Books" }, openCell(2));
});

const meIn = (cookie: string) => ask(readMe, boss, {}, { cookie });
const cookieWith = async (claims: SessionClaims) => (await sessionSetCookie(claims)).split(";")[0] ?? "";
const wanted = () => ({ accountId: shop.accountId, reason: "Ticket 17", address: "203.0.113.7" });

/** Inserts a row of an account view into a cell. */
const viewIn = (cell: Database, sessionId: string, administratorId: number, accountId: number) =>
  cell.prisma.accountView.create({
    data: {
      id: newId(),
      sessionId,
      administratorId,
      accountId,
      reason: "x",
      address: "",
      accountName: "x",
      beganAt: new Date(),
      endsAt: new Date(Date.now() + VIEW_MS),
    },
  });

describe("nobody but an administrator with a live view reaches an account of another cell", () => {
  it("not a session of that cell that names the view's session", async () => {
    const cookie = await viewingCookie(boss, shop);
    const stranger = await testAccount({}, openCell(2));
    const [view, own] = [await claimsOf(cookie), await claimsOf(await cookieOf(stranger))];
    for (const claims of [
      { ...own, sessionId: view.sessionId },
      { ...view, personId: stranger.accountId },
      { ...view, sessionId: own.sessionId },
      { ...view, sessionVersion: view.sessionVersion + 1 },
    ])
      expect(await meIn(await cookieWith(claims))).toMatchObject({ status: 401 });
    const { id } = await db().prisma.accountView.findFirstOrThrow({ where: { sessionId: view.sessionId } });
    expect(await meIn(await cookieWith({ ...own, sessionId: id }))).toMatchObject({ status: 401 });
  });

  it("not one of another cell, even where that calls them an administrator and has a view", async () => {
    const victims = [await testAccount({ name: "At home" }), shop];
    const rogue = await testAccount({}, openCell(2));
    const { accountId: id } = rogue;
    await openCell(2).prisma.account.update({ where: { id }, data: { isAdmin: true } });
    const cookie = await cookieOf(rogue);
    const { sessionId } = await claimsOf(cookie);
    for (const { accountId } of victims) {
      const { status } = await ask(begin, rogue, { json: { accountId, reason: "x" } }, { cookie });
      expect(status).toBeGreaterThanOrEqual(400);
      await openCell(2).prisma.accountView.deleteMany();
      await viewIn(openCell(2), sessionId, rogue.accountId, accountId);
      expect((await meIn(cookie)).status).toBe(401);
      expect((await ask(listMessages, rogue, {}, { cookie })).status).toBe(401);
    }
    await openCell(2).prisma.accountView.deleteMany();
  });

  it("not a view's row of somebody else, nor of somebody who is no administrator", async () => {
    const other = await testAccount({ admin: true });
    const plain = await testAccount();
    for (const [who, administrator] of [
      [other, boss],
      [plain, plain],
    ] as const) {
      const cookie = await cookieOf(who);
      await viewIn(db(), (await claimsOf(cookie)).sessionId, administrator.accountId, shop.accountId);
      expect((await meIn(cookie)).body).toMatchObject({ accountId: who.accountId, role: "owner" });
    }
  });

  it("not after the view has ended, by hand or by its time, nor after a removal", async () => {
    const [first, second, third] = [
      await viewingCookie(boss, shop),
      await viewingCookie(boss, shop),
      await viewingCookie(boss, shop),
    ];
    await ask(end, boss, { json: {} }, { cookie: first });
    expect((await ask(listMessages, boss, {}, { cookie: first })).body).toMatchObject({ messages: [] });
    expect((await meIn(first)).body).toMatchObject({ accountId: boss.accountId });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + VIEW_MS });
    expect((await meIn(second)).body).toMatchObject({ accountId: boss.accountId });
    vi.useRealTimers();
    const chief = await testAccount({ admin: true });
    const actor = { accountId: chief.accountId, address: "" };
    await setAccountEnabled(db(), { accountId: boss.accountId, enabled: false }, actor, new Date());
    expect((await meIn(third)).status).toBe(401);
  });
});

describe("a server that is killed while a view begins", () => {
  const lines = async () => {
    const where = { accountId: shop.accountId };
    const all = await openCell(2).prisma.activity.findMany({
      where,
      orderBy: [{ at: "asc" }, { id: "asc" }],
    });
    return all.map(({ details }) => details);
  };
  const views = () => db().prisma.accountView.count({ where: { administratorId: boss.accountId } });
  const nothingShown = [{ reason: "Ticket 17" }, { how: "nothing was shown" }];

  /** Makes all transactions in the home cell fail after a number of them, as on a server that died. */
  async function killedAfter(transactions: number, cookie: string): Promise<void> {
    const home = db();
    let left = transactions;
    const dying: Database = {
      ...home,
      get prisma() {
        return home.prisma;
      },
      transaction: (work) => {
        if (left-- > 0) return home.transaction(work);
        throw new Error("killed");
      },
    };
    await expect(beginView(dying, await claimsOf(cookie), wanted(), new Date())).rejects.toThrow("killed");
  }

  it("leaves one that shows nothing, which the sweep ends and tells, once", async () => {
    const cookie = await cookieOf(boss);
    await killedAfter(1, cookie);
    expect((await meIn(cookie)).body).toMatchObject({ accountId: boss.accountId });
    await endStaleViews(db(), new Date());
    expect([await views(), await lines()]).toEqual([1, [{ reason: "Ticket 17" }]]);
    const later = new Date(Date.now() + 5 * 60_000);
    await Promise.all([endStaleViews(db(), later), endStaleViews(db(), later)]);
    await endStaleViews(db(), later);
    expect([await views(), await lines()]).toEqual([0, nothingShown]);
    expect(await db().prisma.activity.count({ where: { accountId: boss.accountId } })).toBe(0);
  });

  it("before the account's cell has written anything leaves the same, and before anything leaves nothing", async () => {
    const cookie = await cookieOf(boss);
    await killedAfter(0, cookie);
    expect([await views(), await lines()]).toEqual([0, []]);
    const spy = vi.spyOn(openCell(2), "transaction").mockRejectedValue(new DatabaseUnavailableError("gone"));
    const json = { accountId: shop.accountId, reason: "Ticket 17" };
    expect((await ask(begin, boss, { json }, { cookie })).status).toBe(503);
    spy.mockRestore();
    await endStaleViews(db(), new Date());
    expect([await views(), await lines()]).toEqual([0, nothingShown]);
  });

  it("after the end was committed at home has it told by the sweep, once", async () => {
    const cookie = await viewingCookie(boss, shop);
    const spy = vi.spyOn(openCell(2), "transaction").mockRejectedValue(new DatabaseUnavailableError("gone"));
    expect((await ask(end, boss, { json: {} }, { cookie })).status).toBe(200);
    spy.mockRestore();
    expect([await views(), await lines()]).toEqual([1, [{ reason: "Ticket 17" }]]);
    await Promise.all([endStaleViews(db(), new Date()), endStaleViews(db(), new Date())]);
    expect([await views(), await lines()]).toEqual([
      0,
      [{ reason: "Ticket 17" }, { how: "ended by the administrator" }],
    ]);
  });

  it("and of two that begin at once in one session one is refused, which shows nothing", async () => {
    const cookie = await cookieOf(boss);
    const json = { accountId: shop.accountId, reason: "Ticket 17" };
    const both = await Promise.all([1, 2].map(() => ask(begin, boss, { json }, { cookie })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await views()).toBe(1);
    expect((await meIn(cookie)).body).toMatchObject({ accountId: shop.accountId });
  });
});
