import { beforeEach, describe, expect, it } from "vitest";
import { endSession } from "@/lib/auth/sessions/end-session";
import { endStaleViews } from "@/lib/auth/sessions/end-view";
import { readMoved } from "@/lib/db/cells/moved";
import { db } from "@/lib/db/client";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { sentMessage } from "@/tests/support/inbound";
import { ask, cookieOf } from "@/tests/support/member";
import { moveAccount } from "@/tests/support/moves/cells-of-test";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { claimsOf, viewingCookie } from "@/tests/support/views";

const { GET: accountActivity } = handlersOf("/api/admin/accounts/activity");
const { POST: begin } = handlersOf("/api/admin/accounts/view");
const { GET: listActivity } = handlersOf("/api/members/activity");
const { POST: createKey } = handlersOf("/api/members/api-keys");
const { GET: readBilling } = handlersOf("/api/members/billing");
const { GET: readMe } = handlersOf("/api/members/me");
const { GET: listMessages } = handlersOf("/api/members/messages");
const { GET: overview } = handlersOf("/api/members/overview");
const { GET: people } = handlersOf("/api/members/people");
const { POST: end } = handlersOf("/api/members/view/end");
const { GET: webhooks } = handlersOf("/api/members/webhooks");

useTestCells();

let boss: TestAccount;
let shop: TestAccount;
let cookie: string;
beforeEach(async () => {
  boss = await testAccount({ name: "Office", admin: true });
  shop = await testAccount({ name: "Far Away Books", balanceMicros: 7_615_000n }, openCell(2));
  cookie = await viewingCookie(boss, shop);
});

const endIn = (own: string) => ask(end, boss, { json: {} }, { cookie: own });
const meIn = (own: string) => ask(readMe, boss, {}, { cookie: own });
const views = () => db().prisma.accountView.count({ where: { administratorId: boss.accountId } });

/** Returns the activity lines of views that an account has in a cell, the oldest first. */
const lines = async (cell: number, { accountId }: TestAccount) => {
  const where = { accountId, action: { startsWith: "account_view" } };
  const all = await openCell(cell).prisma.activity.findMany({
    where,
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  return all.map(({ action, details, administrator }) => ({ action, details, administrator }));
};
const ended = async (cell = 2) =>
  (await lines(cell, shop)).flatMap(({ action, details }) =>
    action === "account_view_ended" ? [(details as { how: string }).how] : [],
  );

describe("a view of an account of another cell", () => {
  it("shows what the account has there, to its session alone", async () => {
    const id = await sentMessage(shop.accountId, "64215551781", new Date());
    const mine = await sentMessage(boss.accountId, "64215551782", new Date());
    const read = async (handler: Parameters<typeof ask>[0], own: string) =>
      (await ask(handler, boss, {}, { cookie: own })).body;
    expect((await meIn(cookie)).body).toMatchObject({
      accountId: shop.accountId,
      name: "Far Away Books",
      role: "viewer",
      isAdmin: false,
      accounts: [],
      email: boss.userId,
      balance: "7.50",
      secondFactor: false,
    });
    expect(await read(listMessages, cookie)).toMatchObject({ messages: [{ id }] });
    expect(await read(people, cookie)).toMatchObject({ people: [{ email: shop.userId, isYou: false }] });
    expect(await read(overview, cookie)).toMatchObject({ balance: "7.50" });
    expect(await read(readBilling, cookie)).toMatchObject({ balance: "7.50" });
    const other = await cookieOf(boss);
    expect(await read(listMessages, other)).toMatchObject({ messages: [{ id: mine }] });
    expect((await endIn(cookie)).status).toBe(200);
    expect((await meIn(cookie)).body).toMatchObject({ accountId: boss.accountId, isAdmin: true });
  });

  it("changes nothing there, and opens nothing that is closed to viewers", async () => {
    const keys = () => openCell(2).prisma.apiKey.count({ where: { accountId: shop.accountId } });
    for (const answer of [
      await ask(createKey, boss, { json: { name: "mine" } }, { cookie }),
      await ask(webhooks, boss, {}, { cookie }),
      await ask(listActivity, boss, {}, { cookie }),
      await ask(accountActivity, boss, { query: { accountId: String(shop.accountId) } }, { cookie }),
      await ask(begin, boss, { json: { accountId: shop.accountId, reason: "Again" } }, { cookie }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: "viewing_only" } });
    expect([await keys(), await views()]).toEqual([0, 1]);
  });

  it("is written down in both accounts, each line once, with who it was for administrators", async () => {
    await Promise.all([endIn(cookie), endIn(cookie), endStaleViews(db(), new Date())]);
    const by = { administrator: boss.userId };
    expect(await lines(2, shop)).toEqual([
      { ...by, action: "account_view_began", details: { reason: "Ticket 17" } },
      { ...by, action: "account_view_ended", details: { how: "ended by the administrator" } },
    ]);
    const account = `Far Away Books (${shop.accountId})`;
    expect((await lines(1, boss)).map(({ details }) => details)).toEqual([
      { account, reason: "Ticket 17" },
      { account, how: "ended by the administrator" },
    ]);
    const told = await ask(listActivity, shop, {});
    expect(told.body).toMatchObject({
      activities: [{ actor: "an administrator", address: "" }, { actor: "an administrator" }],
    });
    expect(await views()).toBe(0);
  });
});

describe("while the cell of the account is away", () => {
  it("one sentence says so, the view can be ended, and the account is told afterwards", async () => {
    for (const how of ["is away", "hangs"] as const) {
      const own = how === "is away" ? cookie : await viewingCookie(boss, shop);
      await whileCell(2, how, async () => {
        if (how === "is away")
          expect(await meIn(own)).toMatchObject({
            status: 503,
            body: { code: "unavailable" },
            text: expect.stringContaining("The cell of the account that you view does not answer"),
          });
        expect((await endIn(own)).status).toBe(200);
        expect((await meIn(own)).body).toMatchObject({ accountId: boss.accountId, isAdmin: true });
        await endStaleViews(db(), new Date());
        expect(await views()).toBe(1);
      });
      await expect
        .poll(
          async () => {
            await endStaleViews(db(), new Date());
            return views();
          },
          { timeout: 10_000 },
        )
        .toBe(0);
    }
    expect(await ended()).toEqual(Array(2).fill("ended by the administrator"));
  });

  it("none begins, which a sentence says, and nothing is left of the attempt", async () => {
    const other = await cookieOf(boss);
    const json = { accountId: shop.accountId, reason: "Ticket 18" };
    await whileCell(2, "is away", async () => {
      expect(await ask(begin, boss, { json }, { cookie: other })).toMatchObject({
        status: 503,
        body: { code: "unavailable" },
        text: expect.stringContaining("can’t be viewed"),
      });
    });
    expect([await views(), (await lines(2, shop)).length]).toEqual([1, 1]);
  });
});

describe("a view of an account that moves", () => {
  it.each([
    [1, 2],
    [2, 3],
    [2, 1],
  ])("from cell %i to cell %i goes on there, and its end is told there", async (from, to) => {
    shop = await testAccount({ name: "On the move" }, openCell(from));
    const own = await viewingCookie(boss, shop);
    const id = await sentMessage(shop.accountId, "64215551783", new Date());
    const seen: number[] = [];
    const step = async () => {
      await readMoved(db());
      seen.push((await ask(listMessages, boss, {}, { cookie: own })).status);
    };
    await moveAccount(shop.userId, to, { step });
    await readMoved(db());
    expect(new Set(seen)).toEqual(new Set([200]));
    expect((await ask(listMessages, boss, {}, { cookie: own })).body).toMatchObject({ messages: [{ id }] });
    expect(await lines(from, shop)).toEqual([]);
    expect((await endIn(own)).status).toBe(200);
    expect((await lines(to, shop)).map(({ action }) => action)).toEqual([
      "account_view_began",
      "account_view_ended",
    ]);
    expect(await views()).toBe(1);
  });
});

describe("an end that nobody caused by hand", () => {
  it("is told to the account with the sign-out, and by the sweep for who administers no more", async () => {
    const { sessionId } = await claimsOf(cookie);
    await endSession(db(), sessionId, new Date());
    expect(await ended()).toEqual(["the session ended"]);
    const again = await viewingCookie(boss, shop);
    await db().prisma.account.update({ where: { id: boss.accountId }, data: { isAdmin: false } });
    expect((await meIn(again)).body).toMatchObject({ accountId: boss.accountId, isAdmin: false });
    await endStaleViews(db(), new Date());
    expect(await ended()).toEqual(["the session ended", "no longer an administrator"]);
    expect(await views()).toBe(0);
  });
});
