import { beforeEach, expect, it } from "vitest";
import { findMember, type Member, noteSeen } from "@/lib/auth/sessions/member";
import { Rehearsal } from "@/lib/auth/sessions/rehearsal";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const NOBODY = { sessionId: newId(), personId: 0, sessionVersion: 0 };

beforeEach(async () => {
  await db().prisma.membership.deleteMany();
});

/** A session of a new account's owner, last seen so many hours ago. */
async function session(hoursAgo: number): Promise<{ accountId: number; id: string }> {
  const { accountId } = await testAccount();
  const at = new Date(NOW.getTime() - hoursAgo * 3_600_000);
  const id = newId();
  await db().prisma.session.create({
    data: {
      id,
      accountId,
      personId: accountId,
      address: "192.0.2.1",
      browser: "",
      beganAt: at,
      lastSeenAt: at,
    },
  });
  return { accountId, id };
}

/** Whom a session of a rehearsal finds. */
function rehearsed(claims = NOBODY): Promise<Member | null> {
  const rehearsal = new Rehearsal(NOBODY.sessionId);
  return new Promise((resolve, reject) => {
    rehearsal.run(() => void findMember(db(), claims, NOW).then(resolve, reject));
  });
}

it("finds the member who was here last, and notes nothing of them", async () => {
  await session(9);
  const last = await session(2);
  await session(5);
  const member = await rehearsed();
  expect(member).toMatchObject({ accountId: last.accountId, personId: last.accountId, role: "owner" });
  expect(member).toMatchObject({ isAdmin: false, viewEndsAt: null, seenAt: NOW });
  await noteSeen(db(), NOBODY, member as Member, NOW);
  const [kept] = await db().prisma.session.findMany({ where: { id: last.id } });
  expect(kept?.lastSeenAt).toEqual(new Date(NOW.getTime() - 2 * 3_600_000));
});

it("has all that a session's own member has", async () => {
  const { accountId, id } = await session(1);
  const { sessionVersion } = await db().prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const own = await findMember(db(), { sessionId: id, personId: accountId, sessionVersion }, NOW);
  expect(Object.keys((await rehearsed()) ?? {}).toSorted()).toEqual(Object.keys(own ?? {}).toSorted());
  expect(await rehearsed()).toEqual({ ...own, seenAt: NOW });
});

it("finds the first member where nobody is signed in, and none where that one is disabled", async () => {
  expect(await rehearsed()).toBeNull();
  const { accountId } = await testAccount();
  await testAccount();
  expect(await rehearsed()).toMatchObject({ accountId });
  await db().prisma.account.update({ where: { id: accountId }, data: { status: "disabled" } });
  expect(await rehearsed()).toBeNull();
});

it("finds nobody outside of a rehearsal, nor after it, nor by another session", async () => {
  await session(1);
  expect(await rehearsed({ ...NOBODY, sessionId: newId() })).toBeNull();
  expect(await findMember(db(), NOBODY, NOW)).toBeNull();
  const rehearsal = new Rehearsal(NOBODY.sessionId);
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const late = new Promise<Member | null>((resolve, reject) => {
    rehearsal.run(() => void until.then(() => findMember(db(), NOBODY, NOW)).then(resolve, reject));
  });
  rehearsal.end();
  letGo();
  expect(await late).toBeNull();
});
