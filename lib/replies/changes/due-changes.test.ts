import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { lockBook } from "@/lib/contacts/lock-book";
import { MAX_CONTACTS } from "@/lib/contracts/base/values";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { receive } from "@/lib/inbound/receive";
import { makeDueChanges } from "@/lib/replies/changes/due-changes";
import { correspondent, testRule, write } from "@/tests/support/auto-replies";
import { contact, contactList, contactsOf, miscounted } from "@/tests/support/contacts";
import { useTestDatabase } from "@/tests/support/database/database";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
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
let vip: string;
let leads: string;
beforeEach(async () => {
  own = await testAccount();
  vip = await contactList(own, "VIP");
  leads = await contactList(own, "Leads");
});
afterEach(async () => {
  expect(await miscounted()).toEqual([]);
  await db().prisma.ruleAction.deleteMany();
});

const rule = (overrides: object) => testRule(own.accountId, { text: "", name: "Sorter", ...overrides });

const somebody = () => correspondent(own.accountId);

const actions = () =>
  db().prisma.ruleAction.findMany({ where: { accountId: own.accountId }, orderBy: { inboundId: "asc" } });

const tags = async () =>
  (await db().prisma.conversationTag.findMany({ where: { accountId: own.accountId } })).map(
    ({ msisdn, tag }) => [msisdn, tag],
  );

const lists = async () => (await contactsOf(own)).map(({ msisdn, lists: of }) => [msisdn, of]);

describe("a rule with lists", () => {
  it("makes a contact, puts it in one list and takes it out of the other", async () => {
    await rule({ match: "keyword", words: ["JOIN"], addTo: vip, removeFrom: leads });
    await rule({ match: "keyword", words: ["LEAVE"], removeFrom: vip });
    const [stranger, known] = [await somebody(), await somebody()];
    await contact(own, { number: known, name: "Anna", lists: [leads] });
    woken.length = 0;
    await write(stranger, "Join us");
    expect(woken).toContain("replies");
    expect((await actions())[0]).toMatchObject({ ruleName: "Sorter", dueAt: NOON, addedTo: null });
    await write(known, "Join", "Hello");
    expect(await makeDueChanges(db(), NOON)).toEqual({ more: false, nextAt: null });
    expect(await contactsOf(own)).toEqual(
      [
        { msisdn: stranger, name: "", fields: {}, lists: ["VIP"] },
        { msisdn: known, name: "Anna", fields: {}, lists: ["VIP"] },
      ].sort((one, other) => (one.msisdn < other.msisdn ? -1 : 1)),
    );
    await write(stranger, "Leave");
    await makeDueChanges(db(), NOON);
    expect(new Map((await lists()) as [string, string[]][]).get(stranger)).toEqual([]);
    expect(await actions()).toMatchObject([
      { addedTo: "VIP", removedFrom: null, note: "Was not in Leads.", dueAt: null },
      { addedTo: "VIP", removedFrom: "Leads", note: null, dueAt: null },
      { addedTo: null, removedFrom: "VIP", note: null, dueAt: null },
    ]);
    expect(await db().prisma.autoReply.count({ where: { accountId: own.accountId } })).toBe(0);
  });

  it("acts once however often the text comes, and on however many servers the work is taken", async () => {
    await rule({ addTo: vip });
    const from = await somebody();
    const message = carrierInbound({ from, receivedAt: NOON });
    await Promise.all([1, 2, 3].map(() => receive(db(), "test", [message], NOON)));
    await Promise.all([1, 2, 3].map(() => makeDueChanges(db(), NOON)));
    await receive(db(), "test", [message], later(1));
    await makeDueChanges(db(), later(1));
    expect(await actions()).toMatchObject([{ addedTo: "VIP", note: null }]);
    expect(await lists()).toEqual([[from, ["VIP"]]]);
    // A contact that was removed by hand is not added again by the same text.
    await db().query(sql`delete from contact_list_members`);
    await db().query(sql`update contact_lists set members = 0`);
    await makeDueChanges(db(), later(2));
    expect(await lists()).toEqual([[from, []]]);
  });

  it("acts in the order of the texts", async () => {
    await rule({ match: "keyword", words: ["JOIN"], addTo: vip });
    await rule({ match: "keyword", words: ["LEAVE"], removeFrom: vip });
    const [one, other] = [await somebody(), await somebody()];
    await write(one, "join", "leave", "join");
    await write(other, "join", "join", "leave");
    await Promise.all([1, 2].map(() => makeDueChanges(db(), NOON)));
    expect(new Map((await lists()) as [string, string[]][])).toEqual(
      new Map([
        [one, ["VIP"]],
        [other, []],
      ]),
    );
  });

  it("does all or nothing where a server ends in between", async () => {
    await rule({ addTo: vip, tag: "New" });
    await write(await somebody(), "Kia ora");
    for (const [table, event] of [
      ["contacts", "insert"],
      ["conversation_tags", "insert"],
      ["contact_list_members", "insert"],
      ["rule_actions", "update"],
    ]) {
      await db().query({
        text: `create function killed() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`,
        values: [],
      });
      await db().query({
        text: `create trigger killed before ${event} on ${table} for each row execute function killed()`,
        values: [],
      });
      await expect(makeDueChanges(db(), NOON)).rejects.toThrow();
      await db().query({ text: "drop function killed cascade", values: [] });
      expect([await lists(), await tags()]).toEqual([[], []]);
      expect(await actions()).toMatchObject([{ dueAt: NOON, addedTo: null, tagged: null }]);
    }
    await makeDueChanges(db(), NOON);
    expect(await lists()).toMatchObject([[expect.any(String), ["VIP"]]]);
    expect(await tags()).toMatchObject([[expect.any(String), "New"]]);
  });

  it("waits for nobody who changes the contacts at this moment, and other accounts do not wait either", async () => {
    await rule({ addTo: vip });
    await write(await somebody(), "Kia ora");
    const other = await testAccount();
    const theirs = await contactList(other, "Theirs");
    await testRule(other.accountId, { text: "", addTo: theirs });
    const number = newMobile();
    await sentMessage(other.accountId, number, later(-60));
    await receive(db(), "test", [carrierInbound({ from: number, receivedAt: NOON })], NOON);
    await db().transaction(async (tx) => {
      await lockBook(tx, own.accountId);
      expect(await makeDueChanges(db(), NOON)).toEqual({ more: false, nextAt: later(1) });
    });
    expect(await lists()).toEqual([]);
    expect(await contactsOf(other)).toMatchObject([{ msisdn: number, lists: ["Theirs"] }]);
    await makeDueChanges(db(), later(1));
    expect(await lists()).toHaveLength(1);
  });

  it("says that the account is full, in the activity once a day", async () => {
    await rule({ addTo: vip });
    const [one, two] = [await somebody(), await somebody()];
    await write(one, "Kia ora");
    await write(two, "Kia ora");
    await db().query(
      sql`update contact_books set contacts = ${MAX_CONTACTS} where account_id = ${own.accountId}`,
    );
    await makeDueChanges(db(), NOON);
    await write(one, "Again");
    await makeDueChanges(db(), later(60));
    await db().query(sql`update contact_books set contacts = 0 where account_id = ${own.accountId}`);
    expect(await lists()).toEqual([]);
    const note = "Not added to VIP: an account has at most 200,000 contacts.";
    expect(await actions()).toMatchObject([{ note }, { note }, { note }]);
    expect(
      await db().prisma.activity.findMany({
        where: { accountId: own.accountId, action: "auto_reply_list_full" },
      }),
    ).toMatchObject([{ details: { rule: "Sorter", reason: note } }]);
  });

  it("says that a list is gone, once its rule is gone too, and touches no other account's list", async () => {
    const id = await rule({ addTo: vip });
    await write(await somebody(), "Kia ora");
    await db().prisma.replyRule.delete({ where: { id } });
    const other = await testAccount();
    const theirs = await contactList(other, "Theirs");
    await db().prisma.ruleAction.updateMany({
      where: { accountId: own.accountId },
      data: { addTo: theirs, removeFrom: vip },
    });
    await makeDueChanges(db(), NOON);
    expect(await actions()).toMatchObject([
      { addedTo: null, removedFrom: null, note: "Was not in VIP. The list is no longer there." },
    ]);
    expect(await contactsOf(other)).toEqual([]);
  });

  it("leaves names, short codes and opt-outs alone", async () => {
    await rule({ addTo: vip });
    const from = await somebody();
    await db().prisma.shortcode.create({ data: { number: newMobile(), ownerId: own.accountId } });
    const { number: to } = await db().prisma.shortcode.create({
      data: { number: newMobile(), ownerId: own.accountId },
    });
    const given = ["Bank", "3456", "6434567890"].map((name) =>
      carrierInbound({ from: name, to, receivedAt: NOON }),
    );
    expect(await receive(db(), "test", given, NOON)).toMatchObject({ stored: 3 });
    await write(from, "STOP");
    await makeDueChanges(db(), NOON);
    expect(await actions()).toEqual([]);
    expect(await lists()).toEqual([]);
  });
});
