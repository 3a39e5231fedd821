import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { loadSources } from "@/lib/carriers/sender-addresses";
import { copyShared } from "@/lib/carriers/shared/copy-shared";
import { db } from "@/lib/db/client";
import { receiveInAnyCell } from "@/lib/inbound/cells/receive-in-any-cell";
import { awayFrom } from "@/tests/support/database/away-from";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { part } from "@/tests/support/inbound-parts";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestCells();

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const CARRIER = "test";

let home: TestAccount;
let away: TestAccount;
beforeAll(async () => {
  home = await testAccount();
  away = await testAccount({}, openCell(2));
  const { id } = await db().prisma.shortcode.findUniqueOrThrow({ where: { number: "552" } });
  await db().prisma.inboundKeyword.create({
    data: { shortcodeId: id, keyword: "MENU", accountId: home.accountId },
  });
  await db().prisma.shortcode.create({ data: { number: "3030", ownerId: home.accountId } });
  await db().prisma.carrier.create({ data: { name: "north", kind: "smpp" } });
  for (const cell of [2, 3]) await copyShared(openCell(cell), NOW);
});

/** Returns the cells that have a text of a number, and its account in each. */
async function whereIs(msisdn: string): Promise<(number | null | undefined)[]> {
  const rows = await Promise.all(
    [db(), openCell(2), openCell(3)].map(({ prisma }) =>
      prisma.inboundMessage.findMany({ where: { msisdn } }),
    ),
  );
  for (const found of rows) expect(found.length).toBeLessThanOrEqual(1);
  return rows.map(([row]) => row?.accountId);
}

const receiveAt = (cell: number, ...given: Parameters<typeof carrierInbound>[0][]) =>
  receiveInAnyCell(openCell(cell), CARRIER, given.map(carrierInbound), later(60));

describe.each([1, 2, 3])("a message in on a connection of cell %i", (cell) => {
  it("goes to the account that sent to the number last, in whichever cell", async () => {
    const [one, other] = [newMobile(), newMobile()];
    for (const [mobile, first, second] of [
      [one, home, away],
      [other, away, home],
    ] as const) {
      await sentMessage(first.accountId, mobile, NOW);
      await sentMessage(second.accountId, mobile, later(1));
    }
    const given = [
      { from: one, reference: `one-${cell}` },
      { from: other, reference: `other-${cell}` },
    ];
    // The carrier repeats them, and they count once.
    for (let times = 0; times < 2; times++) await receiveAt(cell, ...given);
    expect(await whereIs(one)).toEqual([undefined, away.accountId, undefined]);
    expect(await whereIs(other)).toEqual([home.accountId, undefined, undefined]);
  });

  it("goes to who has its first word, or the shortcode, whoever sent last", async () => {
    const [word, own] = [newMobile(), newMobile()];
    for (const mobile of [word, own]) await sentMessage(away.accountId, mobile, NOW);
    await receiveAt(cell, { from: word, body: "Menu please" }, { from: own, to: "3030" });
    expect(await whereIs(word)).toEqual([home.accountId, undefined, undefined]);
    expect(await whereIs(own)).toEqual([home.accountId, undefined, undefined]);
  });

  it("that is nobody's stays there, for administrators", async () => {
    const mobile = newMobile();
    await receiveAt(cell, { from: mobile });
    expect(await whereIs(mobile)).toEqual([1, 2, 3].map((number) => (number === cell ? null : undefined)));
  });
});

describe("while a cell is away", () => {
  it("what others know of is stored, and the rest is asked for again", async () => {
    const [known, theirs] = [newMobile(), newMobile()];
    await sentMessage(away.accountId, known, NOW);
    await sentMessage(home.accountId, theirs, NOW);
    const given = [
      { from: known, reference: "known" },
      { from: theirs, reference: "theirs" },
    ];
    // Home does not answer cell 2.
    await awayFrom("with ordinality", async () => {
      await expect(receiveAt(2, ...given)).rejects.toThrow("refuses statements at the moment");
    });
    expect(await whereIs(known)).toEqual([undefined, away.accountId, undefined]);
    expect(await whereIs(theirs)).toEqual([undefined, undefined, undefined]);
    await receiveAt(2, ...given);
    expect(await whereIs(known)).toEqual([undefined, away.accountId, undefined]);
    expect(await whereIs(theirs)).toEqual([home.accountId, undefined, undefined]);
  });
});

describe("a message in that the carrier brings again", () => {
  it("counts once, though an account of another cell has sent to the number since", async () => {
    const mobile = newMobile();
    await sentMessage(home.accountId, mobile, NOW);
    const given = { from: mobile, reference: "again" };
    await receiveAt(2, given);
    await sentMessage(away.accountId, mobile, later(1));
    for (const cell of [1, 2, 3]) await receiveAt(cell, given);
    expect(await whereIs(mobile)).toEqual([home.accountId, undefined, undefined]);
  });

  it("counts once, though its cell was away in between, and others took what was with it", async () => {
    const [known, theirs] = [newMobile(), newMobile()];
    await sentMessage(home.accountId, known, NOW);
    await sentMessage(away.accountId, theirs, NOW);
    await sentMessage(away.accountId, known, later(1));
    const given = [
      { from: known, reference: "with-others" },
      { from: theirs, reference: "others" },
    ];
    await whileCell(2, "is away", async () => {
      await expect(receiveAt(1, ...given)).rejects.toThrow("refuses statements at the moment");
    });
    await receiveAt(1, ...given);
    expect(await whereIs(known)).toEqual([home.accountId, undefined, undefined]);
    expect(await whereIs(theirs)).toEqual([undefined, away.accountId, undefined]);
  });
});

describe("parts of a long message", () => {
  const partOf = (from: string, number: number) => ({
    from,
    reference: `part-${from}-${number}`,
    body: `part ${number}`,
    part: {
      reference: 7,
      bits: 8 as const,
      total: 2,
      number,
      octets: Buffer.from(`part ${number}`),
      terms: { dataCoding: 0, alphabet: "gsm" as const },
    },
  });

  it("are one message of one cell, whoever sends to the number between them, and by whichever link", async () => {
    const mobile = newMobile();
    await sentMessage(home.accountId, mobile, NOW);
    await receiveAt(2, partOf(mobile, 1));
    await sentMessage(away.accountId, mobile, later(1));
    for (const cell of [3, 1, 2]) await receiveAt(cell, partOf(mobile, 2));
    for (const cell of [3, 1, 2]) await receiveAt(cell, partOf(mobile, 1));
    expect(await whereIs(mobile)).toEqual([home.accountId, undefined, undefined]);
    const waiting = await Promise.all([1, 2, 3].map((cell) => openCell(cell).prisma.inboundPart.count()));
    expect(waiting).toEqual([0, 0, 0]);
  });
});

describe("the same text twice, by links of two cells", () => {
  const hash = Buffer.alloc(32, 1);
  const holds = async (cell: number, owner: string, lease: Date) => {
    const { prisma } = openCell(cell);
    const { id: carrierId } = await prisma.carrier.findUniqueOrThrow({ where: { name: "north" } });
    const row = { carrierId, number: 1, owner, lease, state: "bound" };
    const key = { carrierId_number: { carrierId, number: 1 } };
    await prisma.carrierLink.upsert({ where: key, create: row, update: row });
  };
  const take = (cell: number, from: string, owner: string) =>
    receiveInAnyCell(
      openCell(cell),
      "north",
      [carrierInbound({ from, body: "Yes", origin: { hash, owner } })],
      later(60),
    );
  const stored = (msisdn: string) =>
    openCell(2).prisma.inboundMessage.count({ where: { msisdn, accountId: away.accountId } });

  it("is two messages while both hold their links, and one where the first has ended", async () => {
    const mobile = newMobile();
    await sentMessage(away.accountId, mobile, NOW);
    const owners = [randomUUID(), randomUUID(), randomUUID()] as const;
    await holds(1, owners[0], later(61));
    await holds(2, owners[1], later(61));
    await take(1, mobile, owners[0]);
    await take(2, mobile, owners[1]);
    expect(await stored(mobile)).toBe(2);
    // The process that received the last one ends, and the network repeats that message.
    await holds(2, owners[2], later(61));
    await take(1, mobile, owners[0]);
    expect(await stored(mobile)).toBe(2);
  });
});

it("to an address of several senders, goes to the account that last sent from any of them, in whichever cell", async () => {
  const { id: carrierId } = await db().prisma.carrier.findUniqueOrThrow({ where: { name: "north" } });
  const known = ["2190", "552"].map((sender) => ({ carrierId, sender, source: "64210039999" }));
  await db().prisma.carrierSender.createMany({ data: known });
  for (const cell of [2, 3]) await copyShared(openCell(cell), NOW);
  for (const cell of [1, 2, 3]) loadSources.forget(openCell(cell));
  for (const cell of [1, 2, 3])
    for (const [before, last] of [
      ["2190", "552"],
      ["552", "2190"],
    ] as const) {
      const from = newMobile();
      await sentMessage(home.accountId, from, NOW, { sender: before });
      await sentMessage(away.accountId, from, later(1), { sender: last });
      const given = carrierInbound({ from, to: "64210039999" });
      await receiveInAnyCell(openCell(cell), "north", [given], later(60));
      expect(await whereIs(from)).toEqual([undefined, away.accountId, undefined]);
      const mobile = newMobile();
      await sentMessage(away.accountId, mobile, NOW, { sender: before });
      for (const number of [1, 2]) {
        const octets = Buffer.from(`part ${number}`);
        const half = part({ number, octets }, { from: mobile, to: "64210039999" });
        await receiveInAnyCell(openCell(cell), "north", [half], later(60));
        await sentMessage(home.accountId, mobile, later(60), { sender: last });
      }
      expect(await whereIs(mobile)).toEqual([undefined, away.accountId, undefined]);
    }
});
