import { expect, it } from "vitest";
import { copyShared, isCopied } from "@/lib/cells/shared/copy-shared";
import { db } from "@/lib/db/client";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { failingAt } from "@/tests/support/database/failing-at";
import { testAccount } from "@/tests/support/server/gateway";

useTestCells();

const NOW = new Date("2026-11-20T00:00:00Z");

/** The shared rows of a cell. */
async function sharedOf(number: number) {
  const { prisma } = openCell(number);
  return {
    rates: await prisma.rate.findMany({ orderBy: { callingCode: "asc" } }),
    networks: await prisma.network.findMany({ orderBy: { code: "asc" } }),
    prefixes: await prisma.networkPrefix.findMany({ orderBy: { prefix: "asc" } }),
    blocked: await prisma.blockedDestination.findMany({ orderBy: { prefix: "asc" } }),
    shortcodes: await prisma.shortcode.findMany({ where: { active: true }, orderBy: { id: "asc" } }),
  };
}

it("is there once a cell is added, and copies nothing while nothing changes", async () => {
  expect(await sharedOf(2)).toEqual(await sharedOf(1));
  expect(await copyShared(openCell(2), NOW)).toBe(false);
  expect(await copyShared(db(), NOW)).toBe(false);
});

it("takes what was added, changed and removed, and no shortcode that an account has alone", async () => {
  const { prisma } = db();
  const { accountId } = await testAccount();
  await prisma.rate.create({ data: { callingCode: "999", priceMicros: 5_000_000n } });
  await prisma.rate.updateMany({ where: { callingCode: "61" }, data: { priceMicros: 123n } });
  await prisma.networkPrefix.create({ data: { prefix: "999", network: "Test", networkCode: "53001" } });
  await prisma.blockedDestination.createMany({ data: [{ prefix: "979" }, { prefix: "980" }] });
  const shared = await prisma.shortcode.create({ data: { number: "7777" } });
  await prisma.shortcode.create({ data: { number: "8888", ownerId: accountId } });
  expect(await isCopied(openCell(2))).toBe(false);
  expect(await copyShared(openCell(2), NOW)).toBe(true);
  expect(await isCopied(openCell(2))).toBe(true);
  const home = await sharedOf(1);
  const isShared = ({ ownerId }: { ownerId: number | null }) => ownerId === null;
  expect(await sharedOf(2)).toEqual({ ...home, shortcodes: home.shortcodes.filter(isShared) });

  await prisma.rate.deleteMany({ where: { callingCode: "999" } });
  await prisma.networkPrefix.deleteMany({ where: { prefix: "999" } });
  await prisma.blockedDestination.deleteMany({ where: { prefix: "979" } });
  await prisma.shortcode.update({ where: { id: shared.id }, data: { ownerId: accountId } });
  expect(await copyShared(openCell(2), NOW)).toBe(true);
  const now = await sharedOf(1);
  expect(await sharedOf(2)).toEqual({ ...now, shortcodes: now.shortcodes.filter(isShared) });
  expect(await openCell(2).prisma.shortcode.findUnique({ where: { id: shared.id } })).toMatchObject({
    active: false,
  });
});

it("is whole or not there at all, and is done by the next run after a kill in between", async () => {
  const before = await sharedOf(2);
  await db().prisma.rate.create({ data: { callingCode: "998", priceMicros: 1n } });
  await db().prisma.shortcode.create({ data: { number: "6666" } });
  const killed = failingAt("insert into shortcodes", openCell(2));
  await expect(copyShared(killed, NOW)).rejects.toThrow("Killed.");
  expect(await sharedOf(2)).toEqual(before);
  expect(await copyShared(openCell(2), NOW)).toBe(true);
  const { shortcodes, ...rest } = await sharedOf(1);
  expect(await sharedOf(2)).toMatchObject(rest);
  expect(shortcodes.map(({ number }) => number)).toContain("6666");
});

it("is one copy where several servers begin it at once", async () => {
  await db().prisma.rate.create({ data: { callingCode: "997", priceMicros: 1n } });
  const copied = await Promise.all(Array.from({ length: 4 }, () => copyShared(openCell(3), NOW)));
  expect(copied.filter(Boolean)).toHaveLength(1);
  expect((await sharedOf(3)).rates).toEqual((await sharedOf(1)).rates);
});
