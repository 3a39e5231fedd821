import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { applyDocument } from "@/lib/carriers/document/apply-document";
import { readDocument } from "@/lib/carriers/document/document";
import { accountsThere } from "@/lib/carriers/setup/owners";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { copyShared } from "@/lib/carriers/shared/copy-shared";
import type { ShortcodeRecord } from "@/lib/contracts/admin/shortcodes";
import { type Database, db } from "@/lib/db/client";
import { receiveInAnyCell } from "@/lib/inbound/cells/receive-in-any-cell";
import { addKeyword, listKeywords, removeKeyword } from "@/lib/inbound/keyword-rows";
import { explainRoute } from "@/lib/messages/send/routing/explain-route";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { moveAccount } from "@/tests/support/moves/cells-of-test";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { MOBILE, sendFrom } from "@/tests/support/server/send";

const { POST: give } = handlersOf("/api/admin/shortcodes/owner");
const { GET, POST } = handlersOf("/api/admin/shortcodes");

useTestCells();

const NOW = new Date("2026-11-20T23:00:00Z");

let administrator: TestAccount;
let other: TestAccount;
let home: TestAccount;
let away: TestAccount;
beforeAll(async () => {
  [administrator, other] = [await testAccount({ admin: true }), await testAccount({ admin: true })];
  [home, away] = [await testAccount(), await testAccount({}, openCell(2))];
});
afterEach(async () => {
  await db().prisma.inboundKeyword.deleteMany();
});

const all = () => [1, 2, 3].map(openCell);
const copyAll = async () => {
  for (const cell of all()) await copyShared(cell, NOW);
};

/** Creates a sender as an administrator. */
const add = (number: string, owner?: TestAccount, by = administrator) =>
  ask<{ shortcode: ShortcodeRecord }>(POST, by, { json: { number, ...(owner && { owner: owner.userId }) } });

/** Returns the owner of a sender according to a cell. */
const ownerIn = async (cell: Database, number: string) =>
  (await cell.prisma.shortcode.findUniqueOrThrow({ where: { number } })).ownerId;

/**
 * Receives a text to a sender by a link of another cell. Returns its cell and account; `refused` if the network
 * should send it again.
 */
async function receivedBy(link: number, to: string, body = "Kia ora", sentLast?: TestAccount) {
  const from = newMobile();
  if (sentLast) await sentMessage(sentLast.accountId, from, NOW, { sender: to });
  const given = carrierInbound({ from, to, body });
  try {
    await receiveInAnyCell(openCell(link), "test", [given], new Date(NOW.getTime() + 60_000));
  } catch (error) {
    return (error as Error).message;
  }
  const found = await Promise.all(
    all().map((cell) => cell.prisma.inboundMessage.findMany({ where: { msisdn: from } })),
  );
  return found.flatMap((rows, index) => rows.map(({ accountId }) => [index + 1, accountId]));
}

describe("a sender that an account of another cell has alone", () => {
  it("is made and listed by an administrator, told of in both activities, and used by its owner alone", async () => {
    const { status, body } = await add("3030", away);
    const owner = { accountId: away.accountId, email: away.userId, name: expect.any(String) };
    expect([status, body.shortcode]).toEqual([200, expect.objectContaining({ number: "3030", owner })]);
    const listed = await ask<{ shortcodes: ShortcodeRecord[] }>(GET, administrator, { query: {} });
    expect(listed.body.shortcodes).toContainEqual(expect.objectContaining({ number: "3030", owner }));
    const line = { action: "shortcode_changed", details: { change: "added", number: "3030" } };
    const lines = await openCell(2).prisma.activity.findMany({ where: { accountId: away.accountId } });
    expect(lines).toMatchObject([{ ...line, administrator: administrator.userId }]);
    const own = await db().prisma.activity.findMany({ where: { accountId: administrator.accountId } });
    expect(own).toMatchObject([{ ...line, details: { ...line.details, account: away.accountId } }]);
    await copyAll();
    expect((await sendFrom(away, { from: "3030" })).status).toBe(200);
    expect((await sendFrom(home, { from: "3030" })).status).not.toBe(200);
    const neighbour = await testAccount({}, openCell(2));
    expect((await sendFrom(neighbour, { from: "3030" })).status).not.toBe(200);
  });

  it("has its messages in with its owner, by whichever link, whoever sent last, and before its cell has copied it", async () => {
    await add("3131", away);
    for (const link of [1, 2, 3]) {
      expect(await receivedBy(link, "3131")).toEqual([[2, away.accountId]]);
      expect(await receivedBy(link, "3131", "Menu", home)).toEqual([[2, away.accountId]]);
      await copyShared(openCell(3), NOW);
    }
    const { id } = (await add("3232", away)).body.shortcode;
    await copyAll();
    await ask(give, administrator, { json: { id, owner: home.userId } });
    for (const link of [2, 3]) expect(await receivedBy(link, "3232")).toEqual([[1, home.accountId]]);
    await ask(give, administrator, { json: { id } });
    for (const link of [3, 2])
      expect(await receivedBy(link, "3232", "Yes", away)).toEqual([[2, away.accountId]]);
  });

  it("refuses messages in while the cell of its owner is away, whoever sent last", async () => {
    await add("3333", away);
    await copyAll();
    await whileCell(2, "is away", async () => {
      for (const link of [1, 3])
        expect(await receivedBy(link, "3333", "Hi", home)).toContain("refuses statements at the moment");
      const listed = await ask<{ shortcodes: ShortcodeRecord[] }>(GET, administrator, { query: {} });
      expect(listed.body.shortcodes).toContainEqual(
        expect.objectContaining({
          owner: { accountId: away.accountId, email: "", name: `Account ${away.accountId}` },
        }),
      );
    });
    expect(await receivedBy(1, "3333", "Hi", home)).toEqual([[2, away.accountId]]);
  });

  it("is one account's, though two administrators give it at once", async () => {
    const both = await Promise.all([add("3434", home), add("3434", away, other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { id } = await db().prisma.shortcode.findUniqueOrThrow({ where: { number: "3434" } });
    const given = await Promise.all([
      ask(give, administrator, { json: { id, owner: home.userId } }),
      ask(give, other, { json: { id, owner: away.userId } }),
    ]);
    expect(given.map(({ status }) => status)).toEqual([200, 200]);
    await copyAll();
    const owners = await Promise.all(all().map((cell) => ownerIn(cell, "3434")));
    expect(new Set(owners).size).toBe(1);
    expect([home.accountId, away.accountId]).toContain(owners[0]);
  });

  it("is refused for an address that is nobody's, and nothing is made", async () => {
    expect((await add("3636", { ...away, userId: "nobody@example.com" })).status).toBe(404);
    expect(await db().prisma.shortcode.count({ where: { number: "3636" } })).toBe(0);
  });
});

describe("a first word of an account of another cell", () => {
  const keyword = { sender: "552", word: "Kai" };

  it("belongs to it, is listed with its address, and is taken away again", async () => {
    const row = { sender: "552", keyword: "KAI", accountId: away.accountId };
    expect(await addKeyword(openCell(2), keyword, away.accountId)).toEqual(row);
    expect(await listKeywords(db())).toEqual([
      { sender: "552", word: "KAI", account: away.accountId, email: away.userId },
    ]);
    for (const link of [1, 2, 3]) {
      expect(await receivedBy(link, "552", "Kai please", home)).toEqual([[2, away.accountId]]);
      expect(await receivedBy(link, "552", "Else", home)).toEqual([[1, home.accountId]]);
    }
    expect(await removeKeyword(openCell(2), keyword)).toEqual({ removed: true });
    for (const link of [2, 3])
      expect(await receivedBy(link, "552", "Kai", home)).toEqual([[1, home.accountId]]);
  });

  it("is one account's, though two take it at once from two cells", async () => {
    const taken = await Promise.allSettled([
      addKeyword(db(), keyword, home.accountId),
      addKeyword(openCell(2), keyword, away.accountId),
    ]);
    expect(taken.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await db().prisma.inboundKeyword.count()).toBe(1);
  });

  it("is stated in a networks document, also while its cell is away, and refused for nobody's account", async () => {
    const setup = { authSecret: TEST_SECRET, hasServer: true, adopts: false, isDryRun: false, now: NOW };
    const apply = (account: number) => {
      const document = { carriers: {}, keywords: [{ ...keyword, account }] };
      return applyDocument(db(), readDocument(JSON.stringify(document)), {
        ...setup,
        variableOf: () => undefined,
      });
    };
    await expect(apply(away.accountId + 1_000)).rejects.toThrow(
      `there is no account ${away.accountId + 1_000}`,
    );
    await whileCell(2, "is away", () => apply(away.accountId));
    expect(await listKeywords(db())).toMatchObject([{ account: away.accountId, email: away.userId }]);
  });
});

it("a route for an account of another cell is what its messages go by", async () => {
  await db().prisma.carrier.create({ data: { name: "north", kind: "smpp" } });
  const simulator = [{ carrier: "simulator", tier: 0, weight: 1 }];
  const routes = [
    { account: away.accountId, byCost: false, targets: [{ carrier: "north", tier: 0, weight: 1 }] },
    { byCost: false, targets: simulator },
  ];
  const contents = { senders: { north: [{ sender: "552" }] }, routes, blocked: [] };
  await expect(
    db().transaction((tx) =>
      replaceRoutes(tx, { ...contents, routes: [{ ...routes[0], account: 21_000_000 }] }),
    ),
  ).rejects.toThrow("21000000");
  await db().transaction((tx) => replaceRoutes(tx, contents));
  await copyAll();
  const question = { sender: "552", msisdn: MOBILE, sendType: "sms", messageClass: "transactional" } as const;
  const routeOf = async (accountId: number) =>
    (await explainRoute(openCell(2), { ...question, accountId }, NOW)).targets.map(({ carrier }) => carrier);
  expect(await routeOf(away.accountId)).toEqual(["north"]);
  expect(await routeOf(home.accountId)).toEqual(["simulator"]);
});

it("waits two seconds for the only cell that is asked about accounts, and takes them to be there", async () => {
  const beganAt = performance.now();
  const there = await whileCell(2, "hangs", () => accountsThere(db(), [away.accountId]));
  expect([...there]).toEqual([away.accountId]);
  expect(performance.now() - beganAt).toBeLessThan(4_000);
});

describe("an account that moves", () => {
  it("takes along what is its alone: senders that it sends from by default, first words and routes", async () => {
    const account = await testAccount();
    const { id } = (await add("3737", account)).body.shortcode;
    await addKeyword(db(), { sender: "552", word: "Waka" }, account.accountId);
    await db().prisma.account.update({ where: { id: account.accountId }, data: { defaultSenderId: id } });
    for (const to of [2, 3, 1]) {
      await moveAccount(account.userId, to, { together: true });
      const sent = await sendFrom(account, {});
      expect(sent.status).toBe(200);
      const senders = await openCell(to).prisma.message.findMany({ where: { accountId: account.accountId } });
      expect(new Set(senders.map(({ sender }) => sender))).toEqual(new Set(["3737"]));
      for (const link of [1, 2, 3]) {
        expect(await receivedBy(link, "3737", "Hi", away)).toEqual([[to, account.accountId]]);
        expect(await receivedBy(link, "552", "Waka", away)).toEqual([[to, account.accountId]]);
      }
    }
  });

  it("has what comes while it moves, and may be given a sender meanwhile", async () => {
    const account = await testAccount();
    await add("3838", account);
    const came: unknown[] = [];
    const step = async (name: string) => {
      if (!["copy accounts", "compare all", "finish", "wait", "end"].includes(name)) return;
      if (name === "compare all") expect((await add("3939", account)).status).toBe(200);
      came.push(await receivedBy(3, "3838", "Hi", away));
    };
    await moveAccount(account.userId, 2, { step });
    const [before, after] = [[[1, account.accountId]], [[2, account.accountId]]];
    expect(came).toEqual([before, before, after, after, after]);
    expect(await receivedBy(1, "3939")).toEqual([[2, account.accountId]]);
    const stored = await openCell(2).prisma.inboundMessage.count({ where: { accountId: account.accountId } });
    expect(stored).toBe(6);
  });
});
