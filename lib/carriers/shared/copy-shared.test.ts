import { afterEach, expect, it, vi } from "vitest";
import { copyShared, isCopied } from "@/lib/carriers/shared/copy-shared";
import { db } from "@/lib/db/client";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { failingAt } from "@/tests/support/database/failing-at";
import { testAccount } from "@/tests/support/server/gateway";

useTestCells();
afterEach(() => vi.restoreAllMocks());

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
    keywords: await prisma.inboundKeyword.findMany({ orderBy: [{ shortcodeId: "asc" }, { keyword: "asc" }] }),
  };
}

it("is there once a cell is added, and copies nothing while nothing changes", async () => {
  expect(await sharedOf(2)).toEqual(await sharedOf(1));
  expect(await copyShared(openCell(2), NOW)).toBe(false);
  expect(await copyShared(db(), NOW)).toBe(false);
});

it("takes what was added, changed and removed, and what an account has alone, wherever it is", async () => {
  const { prisma } = db();
  const { accountId } = await testAccount();
  await prisma.rate.create({ data: { callingCode: "999", priceMicros: 5_000_000n } });
  await prisma.rate.updateMany({ where: { callingCode: "61" }, data: { priceMicros: 123n } });
  await prisma.networkPrefix.create({ data: { prefix: "999", network: "Test", networkCode: "53001" } });
  await prisma.blockedDestination.createMany({ data: [{ prefix: "979" }, { prefix: "980" }] });
  const shared = await prisma.shortcode.create({ data: { number: "7777" } });
  await prisma.shortcode.create({ data: { number: "8888", ownerId: accountId } });
  const words = ["KAI", "MENU"].map((keyword) => ({ shortcodeId: shared.id, keyword, accountId }));
  await prisma.inboundKeyword.createMany({ data: words });
  expect(await isCopied(openCell(2))).toBe(false);
  expect(await copyShared(openCell(2), NOW)).toBe(true);
  expect(await isCopied(openCell(2))).toBe(true);
  const home = await sharedOf(1);
  expect(await sharedOf(2)).toEqual(home);
  expect(home.shortcodes.map(({ ownerId }) => ownerId)).toContain(accountId);
  expect(home.keywords).toHaveLength(2);

  await prisma.rate.deleteMany({ where: { callingCode: "999" } });
  await prisma.networkPrefix.deleteMany({ where: { prefix: "999" } });
  await prisma.blockedDestination.deleteMany({ where: { prefix: "979" } });
  await prisma.shortcode.update({ where: { id: shared.id }, data: { ownerId: accountId, active: false } });
  await prisma.inboundKeyword.deleteMany({ where: { keyword: "MENU" } });
  await prisma.inboundKeyword.updateMany({ data: { accountId: accountId + 1 } });
  expect(await copyShared(openCell(2), NOW)).toBe(true);
  expect(await sharedOf(2)).toEqual(await sharedOf(1));
  const switchedOff = await openCell(2).prisma.shortcode.findUnique({ where: { id: shared.id } });
  expect(switchedOff).toMatchObject({ active: false, ownerId: accountId });
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

it("takes networks with their routes, senders and rules, and no word of how they are", async () => {
  const { prisma } = db();
  const { accountId } = await testAccount();
  const settings = { host: "smsc.example.com", systemId: "us", tps: 50 };
  const encryptedSecrets = new Uint8Array([0, 1, 254, 255]);
  const create = async (name: string, transceiver: number) => {
    const binds = { transceiver, transmitter: 0, receiver: 0 };
    const data = { name, kind: "smpp", settings: { ...settings, binds }, encryptedSecrets, downSince: NOW };
    return (await prisma.carrier.create({ data })).id;
  };
  const many = await create("many", 6);
  const single = await create("single", 1);
  await prisma.carrierSender.create({ data: { carrierId: many, sender: "552", source: "64552", ton: 1 } });
  const route = await prisma.route.create({
    data: { position: 1, prefix: "64", sendType: "otp", targets: { create: { carrierId: many, tier: 1 } } },
  });
  const own = { position: 2, accountId, targets: { create: { carrierId: single } } };
  await prisma.route.create({ data: own });
  await prisma.carrierErrorRule.create({
    data: { kind: "smpp", code: "0x0000000B", action: "refused", delayMs: 0 },
  });
  expect(await copyShared(openCell(2), NOW)).toBe(true);
  const cell = openCell(2).prisma;
  const copied = await cell.carrier.findMany({
    where: { id: { in: [many, single] } },
    orderBy: { id: "asc" },
  });
  const home = await prisma.carrier.findMany({
    where: { id: { in: [many, single] } },
    orderBy: { id: "asc" },
  });
  // The home cell gets all of a single link, so this network is disabled elsewhere.
  expect(copied).toEqual(home.map((row) => ({ ...row, downSince: null, enabled: row.id === many })));
  const whole = { include: { targets: true }, orderBy: { id: "asc" } } as const;
  const shared = await prisma.route.findMany(whole);
  expect(await cell.route.findMany(whole)).toEqual(shared);
  expect(shared.map(({ id }) => id)).toContain(route.id);
  for (const table of ["carrierSender", "carrierErrorRule"] as const) {
    const rows = { of: (of: typeof cell) => (of[table] as typeof cell.carrierSender).findMany() };
    expect(await rows.of(cell)).toEqual(await rows.of(prisma));
  }

  // A cell keeps its own state of a network, and the number of a deleted network.
  await cell.carrier.update({ where: { id: many }, data: { downSince: NOW } });
  await prisma.route.deleteMany({});
  await prisma.carrierErrorRule.deleteMany({});
  await prisma.carrier.delete({ where: { id: single } });
  await prisma.carrier.update({ where: { id: many }, data: { name: "single" } });
  expect(await copyShared(openCell(2), NOW)).toBe(true);
  expect(await cell.carrier.findMany({ orderBy: { id: "asc" } })).toMatchObject([
    { id: many, name: "single", downSince: NOW, enabled: true },
    { id: single, name: `removed-${single}`, enabled: false },
  ]);
  expect([
    await cell.route.count(),
    await cell.routeTarget.count(),
    await cell.carrierErrorRule.count(),
  ]).toEqual([0, 0, 0]);
});

it("is never older than what it replaces, though another server copies in between", async () => {
  const { query } = db();
  const price = (priceMicros: bigint) =>
    db().prisma.rate.updateMany({ where: { callingCode: "61" }, data: { priceMicros } });
  await price(1n);
  let isFirst = true;
  // The price changes between this server's read and its lock, and another server copies the new price.
  vi.spyOn(db(), "query").mockImplementation(async (statement) => {
    const rows = await query(statement);
    if (isFirst && statement.text.includes("jsonb_build_object")) {
      isFirst = false;
      await price(2n);
      await copyShared(openCell(2), NOW);
    }
    return rows as never;
  });
  await copyShared(openCell(2), NOW);
  const [rate] = await openCell(2).prisma.rate.findMany({ where: { callingCode: "61" } });
  expect(rate?.priceMicros).toBe(2n);
});

it("switches a removed network off, whatever it was called", async () => {
  const [home, cell] = [db().prisma.carrier, openCell(2).prisma.carrier];
  const { id } = await home.create({ data: { name: "removed-provider", kind: "http", settings: {} } });
  expect(await copyShared(openCell(2), NOW)).toBe(true);
  await home.delete({ where: { id } });
  expect(await copyShared(openCell(2), NOW)).toBe(true);
  expect(await cell.findUnique({ where: { id } })).toMatchObject({ name: `removed-${id}`, enabled: false });
});
