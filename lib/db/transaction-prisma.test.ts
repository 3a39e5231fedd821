import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { setJobRunner } from "@/lib/db/wake";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const nameOf = async (accountId: number) =>
  (await db().prisma.account.findUniqueOrThrow({ where: { id: accountId } })).name;

it("belongs to the transaction: others see it after the commit, beside what statements wrote", async () => {
  const { accountId } = await testAccount();
  const before = await nameOf(accountId);
  await db().transaction(async (tx) => {
    await tx.prisma.account.update({ where: { id: accountId }, data: { name: "One" } });
    const [row] = await tx.query<{ name: string }>(sql`select name from accounts where id = ${accountId}`);
    expect(row?.name).toBe("One");
    expect(await nameOf(accountId)).toBe(before);
    await tx.query(sql`update accounts set name = 'Two' where id = ${accountId}`);
    expect((await tx.prisma.account.findUniqueOrThrow({ where: { id: accountId } })).name).toBe("Two");
  });
  expect(await nameOf(accountId)).toBe("Two");
});

it("is rolled back with the transaction, and the connection serves the next one", async () => {
  const { accountId } = await testAccount();
  const before = await nameOf(accountId);
  for (let times = 0; times < 20; times++) {
    const refused = db().transaction(async (tx) => {
      await tx.prisma.account.update({ where: { id: accountId }, data: { name: "Undone" } });
      throw new Error("not this time");
    });
    await expect(refused).rejects.toThrow("not this time");
    // The concurrent queries end before the connection serves another transaction, even after one fails.
    const several = db().transaction((tx) =>
      Promise.all([
        tx.prisma.account.update({ where: { id: -1 }, data: { name: "Nobody" } }),
        tx.prisma.account.update({ where: { id: accountId }, data: { name: "Undone" } }),
        tx.prisma.account.count(),
      ]),
    );
    await expect(several).rejects.toMatchObject({ code: "P2025" });
  }
  expect(await nameOf(accountId)).toBe(before);
});

it("tells what the database refuses by Prisma's code, and leaves the rest undone", async () => {
  const { accountId, userId } = await testAccount();
  const other = await testAccount();
  const taken = db().transaction(async (tx) => {
    await tx.prisma.account.update({ where: { id: accountId }, data: { name: "Undone" } });
    await tx.prisma.account.update({ where: { id: other.accountId }, data: { email: userId } });
  });
  await expect(taken).rejects.toMatchObject({ code: "P2002" });
  expect(await nameOf(accountId)).not.toBe("Undone");
});

it("wakes jobs and does what follows after the commit, and neither after a rollback", async () => {
  const { accountId } = await testAccount();
  const seen: string[] = [];
  setJobRunner({ wake: (job) => seen.push(job) });
  const change = (fails: boolean) =>
    db().transaction(async (tx) => {
      tx.wake("emails");
      tx.wake("emails");
      tx.afterCommit(async () => seen.push(await nameOf(accountId)), "not done");
      await tx.prisma.account.update({ where: { id: accountId }, data: { name: `Fails: ${fails}` } });
      if (fails) throw new Error("not this time");
    });
  await expect(change(true)).rejects.toThrow();
  expect(seen).toEqual([]);
  await change(false);
  expect(seen).toEqual(["Fails: false", "emails"]);
});
