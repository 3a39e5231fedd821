import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Database, db, type Transaction } from "@/lib/db/client";
import { addTag } from "@/lib/inbound/change-tags";
import { receive } from "@/lib/inbound/receive";
import { makeDueChanges } from "@/lib/replies/changes/due-changes";
import { correspondent, testRule, write } from "@/tests/support/auto-replies";
import { contactList, contactsOf } from "@/tests/support/contacts";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { carrierInbound, newMobile } from "@/tests/support/inbound";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";
import { woken } from "@/tests/support/server/woken";

useTestDatabase();

const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1_000);

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  return () => vi.useRealTimers();
});

let own: TestAccount;
beforeEach(async () => {
  own = await testAccount();
});
afterEach(async () => {
  await db().prisma.ruleAction.deleteMany();
});

const rule = (overrides: object) => testRule(own.accountId, { text: "", name: "Sorter", ...overrides });
const somebody = () => correspondent(own.accountId);

const actions = () =>
  db().prisma.ruleAction.findMany({ where: { accountId: own.accountId }, orderBy: { inboundId: "asc" } });

const tags = async () => {
  const { accountId } = own;
  const found = await db().prisma.conversationTag.findMany({ where: { accountId }, orderBy: { tag: "asc" } });
  return found.map(({ msisdn, tag }) => [msisdn, tag]);
};

/** Creates existing tags of the account, ten on each conversation. */
const tagged = (count: number, msisdn?: string) =>
  db().prisma.conversationTag.createMany({
    data: Array.from({ length: count }, (_, place) => ({
      accountId: own.accountId,
      since: NOON,
      tag: `Tag ${place}`,
      msisdn: msisdn ?? `642990${Math.floor(place / 10)}`,
    })),
  });

describe("a rule with a tag", () => {
  it("tags whoever wrote, once and as the account writes it, though it is no phone's number, and no opt-out", async () => {
    await rule({ tag: "vip" });
    await db().prisma.conversationTag.create({
      data: { accountId: own.accountId, msisdn: "64299000", tag: "VIP", since: NOON },
    });
    const { number: to } = await db().prisma.shortcode.create({
      data: { number: newMobile(), ownerId: own.accountId },
    });
    const [one, other] = [await somebody(), await somebody()];
    woken.length = 0;
    await receive(db(), "test", [carrierInbound({ from: "Bank", to, receivedAt: NOON })], NOON);
    expect(woken).toContain("replies");
    await write(one, "Kia ora", "Again");
    await write(other, "STOP");
    await Promise.all([1, 2, 3].map(() => makeDueChanges(db(), NOON)));
    const all = [
      ["64299000", "VIP"],
      ["Bank", "VIP"],
      [one, "VIP"],
    ].sort();
    expect((await tags()).sort()).toEqual(all);
    expect(await actions()).toMatchObject([
      { tag: "vip", tagged: "VIP", note: null, dueAt: null },
      { tagged: "VIP", note: null },
      { tagged: null, note: "Already tagged VIP." },
    ]);
    // A tag that was removed by hand is not added again by the same text.
    await db().prisma.conversationTag.deleteMany();
    await makeDueChanges(db(), later(1));
    expect([await tags(), await contactsOf(own)]).toEqual([[], []]);
  });

  it("keeps the limits, says where they are reached, and in the activity once a day, and does the rest", async () => {
    await rule({ match: "keyword", words: ["NEW"], tag: "New", addTo: await contactList(own, "VIP") });
    await rule({ tag: "Tag 3" });
    const [full, free] = [await somebody(), await somebody()];
    await tagged(100);
    await tagged(10, full);
    await write(full, "New", "Tag 3");
    await write(free, "New");
    await makeDueChanges(db(), NOON);
    await write(free, "Kia ora", "New");
    await makeDueChanges(db(), later(60));
    expect((await tags()).filter(([number]) => number === free)).toEqual([[free, "Tag 3"]]);
    const most = "Not tagged New: an account has at most 100 different tags.";
    expect(await actions()).toMatchObject([
      { addedTo: "VIP", tagged: null, note: "Not tagged New: a conversation has at most 10 tags." },
      { note: "Already tagged Tag 3." },
      { addedTo: "VIP", tagged: null, note: most },
      { tagged: "Tag 3", note: null },
      { addedTo: null, tagged: null, note: `Already in VIP. ${most}` },
    ]);
    const action = "auto_reply_tags_full";
    expect(
      await db().prisma.activity.findMany({ where: { accountId: own.accountId, action } }),
    ).toMatchObject([
      { details: { rule: "Sorter", reason: "Not tagged New: a conversation has at most 10 tags." } },
    ]);
  });

  it("waits for a tag that somebody puts on by hand, and for a text that is deleted with its conversation", async () => {
    await rule({ tag: "New" });
    const [full, gone] = [await somebody(), await somebody()];
    await tagged(9, full);
    await write(full, "Kia ora");
    let run: Promise<unknown> | undefined;
    await db().transaction(async (tx) => {
      await addTag(tx, own.accountId, { number: full, tag: "By hand" }, NOON);
      run = makeDueChanges(db(), NOON);
      await someoneWaits();
    });
    await run;
    expect(await actions()).toMatchObject([{ note: "Not tagged New: a conversation has at most 10 tags." }]);
    await write(gone, "Kia ora");
    await db().transaction(async (tx) => {
      await tx.prisma.inboundMessage.deleteMany({ where: { msisdn: gone } });
      run = makeDueChanges(db(), NOON);
      await someoneWaits();
    });
    await run;
    expect((await tags()).filter(([number]) => number === gone)).toEqual([]);
    expect(await actions()).toHaveLength(1);
  });

  it("is not settled by a server of before, which knows of no tags", async () => {
    await rule({ tag: "New" });
    await write(await somebody(), "Kia ora");
    const settled = db().prisma.ruleAction.updateMany({ data: { dueAt: null } });
    await expect(settled).rejects.toThrow("rule_actions_tag_check");
  });

  it("that comes once the account's lock was not asked for is done by the next run", async () => {
    await rule({ tag: "New" });
    const from = await somebody();
    await write(from, "Kia ora");
    const late = (tx: Transaction): Transaction => ({
      ...tx,
      query: async (asked) => (asked.name === "rule-changes-tags" ? [] : tx.query(asked)),
    });
    const database: Database = { ...db(), transaction: (work) => db().transaction((tx) => work(late(tx))) };
    expect(await makeDueChanges(database, NOON)).toEqual({ more: true, nextAt: null });
    expect(await tags()).toEqual([]);
    await makeDueChanges(db(), NOON);
    expect(await tags()).toEqual([[from, "New"]]);
  });
});
