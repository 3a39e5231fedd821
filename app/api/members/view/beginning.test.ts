import { beforeEach, describe, expect, it } from "vitest";
import { beginView, VIEW_MS } from "@/lib/accounts/begin-view";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { ask, cookieOf } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { claimsOf } from "@/tests/support/views";

const { POST: createKey } = handlersOf("/api/members/api-keys");

useTestDatabase();

let boss: TestAccount;
let shop: TestAccount;
let cookie: string;
beforeEach(async () => {
  boss = await testAccount({ admin: true });
  shop = await testAccount();
  cookie = await cookieOf(boss);
});

describe("a view that begins", () => {
  const viewOf = (sessionId: string) => ({
    id: newId(),
    sessionId,
    administratorId: boss.accountId,
    accountId: shop.accountId,
    reason: "Ticket 17",
    address: "",
    beganAt: new Date(),
    endsAt: new Date(Date.now() + VIEW_MS),
  });

  it("while a change of the own account waits has nothing changed", async () => {
    const { sessionId } = await claimsOf(cookie);
    let answer: ReturnType<typeof ask> | undefined;
    await db().transaction(async (tx) => {
      await tx.query(sql`select 1 from accounts where id = ${boss.accountId} for no key update`);
      answer = ask(createKey, boss, { json: { name: "late" } }, { cookie });
      await someoneWaits();
      await tx.prisma.accountView.create({ data: viewOf(sessionId) });
    });
    expect(await answer).toMatchObject({ status: 403, body: { code: "viewing_only" } });
    expect(await db().prisma.apiKey.count({ where: { accountId: boss.accountId } })).toBe(0);
  });

  it("while its session is signed out of leaves nothing", async () => {
    const claims = await claimsOf(cookie);
    let begun: Promise<unknown> | undefined;
    await db().transaction(async (tx) => {
      await tx.prisma.session.deleteMany({ where: { id: claims.sessionId } });
      const given = { accountId: shop.accountId, reason: "Ticket 17", address: "" };
      begun = beginView(db(), claims, given, new Date()).catch((error) => error);
      await someoneWaits();
    });
    expect(await begun).toMatchObject({ code: "invalid_credentials" });
    const accounts = { in: [boss.accountId, shop.accountId] };
    expect(await db().prisma.accountView.count({ where: { administratorId: boss.accountId } })).toBe(0);
    expect(await db().prisma.activity.count({ where: { accountId: accounts } })).toBe(0);
  });
});
