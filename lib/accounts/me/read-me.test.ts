import { expect, it } from "vitest";
import { readMe } from "@/lib/accounts/me/read-me";
import { readOverview } from "@/lib/accounts/overview";
import { readChangeMark } from "@/lib/accounts/read-changes";
import { findMember, type Member, noteSeen } from "@/lib/auth/sessions/member";
import { type Database, db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const EARLIER = new Date("2026-11-20T22:00:00Z");

/** Begins a session of a person who opened an account, and is a reader in another one that comes before it. */
async function begin() {
  const first = await testAccount({ name: "First" });
  const own = await testAccount({ name: "Own", balanceMicros: 1_500_000n });
  const closed = await testAccount({ name: "Closed" });
  const personId = own.accountId;
  for (const { accountId } of [first, closed])
    await db().prisma.membership.create({
      data: { accountId, personId, role: "read-only", createdAt: EARLIER },
    });
  await db().prisma.account.update({ where: { id: closed.accountId }, data: { status: "disabled" } });
  await db().prisma.recoveryCode.createMany({
    data: [EARLIER, null, null].map((usedAt, nth) => ({
      accountId: personId,
      codeHash: Buffer.from([nth]),
      usedAt,
    })),
  });
  const sessionId = newId();
  const at = { beganAt: EARLIER, lastSeenAt: EARLIER };
  await db().prisma.session.create({
    data: { id: sessionId, accountId: personId, personId, address: "192.0.2.1", browser: "", ...at },
  });
  const { sessionVersion } = await db().prisma.account.findUniqueOrThrow({ where: { id: personId } });
  return { first, own, claims: { sessionId, personId, sessionVersion } };
}

/** Returns a database whose client of everyday queries fails. */
const withoutClient = (): Database => ({
  ...db(),
  get prisma(): never {
    throw new Error("The database client was asked for.");
  },
});

it("makes the first page without the database client, which takes its time to load", async () => {
  const { first, own, claims } = await begin();
  const database = withoutClient();
  const member = (await findMember(database, claims, NOW)) as Member;
  await noteSeen(database, claims, member, NOW);
  expect(await readMe(database, member, true)).toMatchObject({
    accountId: own.accountId,
    name: "Own",
    role: "owner",
    balance: "1.50",
    simulated: true,
    secondFactor: false,
    recoveryCodesLeft: 2,
    accounts: [
      { accountId: first.accountId, name: "First" },
      { accountId: own.accountId, name: "Own" },
    ],
  });
  expect(await readChangeMark(database, member)).not.toBe("");
  expect((await readOverview(database, own.accountId, NOW)).balance).toBe("1.50");
  const [accountId, personId] = [own.accountId, own.accountId];
  const place = { where: { accountId_personId: { accountId, personId } } };
  expect((await db().prisma.membership.findUniqueOrThrow(place)).lastSeenAt).toEqual(NOW);
});

it("names no other account to who only views one", async () => {
  const { claims } = await begin();
  const member = (await findMember(db(), claims, NOW)) as Member;
  expect((await readMe(db(), { ...member, role: "viewer" }, true)).accounts).toEqual([]);
});
