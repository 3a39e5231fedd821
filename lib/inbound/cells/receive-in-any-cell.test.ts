import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { receiveInAnyCell } from "@/lib/inbound/cells/receive-in-any-cell";
import { awayFrom } from "@/tests/support/database/away-from";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
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
});

/** In which cells a text from a number is, and whose it is there. */
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
    // The carrier brings them again, and they count once.
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
    // For cell 2 it is home that does not answer.
    await awayFrom("with ordinality", async () => {
      await expect(receiveAt(2, ...given)).rejects.toThrow("does not take this just now");
    });
    expect(await whereIs(known)).toEqual([undefined, away.accountId, undefined]);
    expect(await whereIs(theirs)).toEqual([undefined, undefined, undefined]);
    await receiveAt(2, ...given);
    expect(await whereIs(known)).toEqual([undefined, away.accountId, undefined]);
    expect(await whereIs(theirs)).toEqual([home.accountId, undefined, undefined]);
  });
});
