import { beforeAll, describe, expect, it, vi } from "vitest";
import type { SearchResults } from "@/lib/contracts/members/search";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { indexMessages } from "@/lib/messages/search-index/index-messages";
import { agedMessage, idMadeAt } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { NOON } from "@/tests/support/server/send";

const { GET: findAll } = handlersOf("/api/admin/messages");
const { GET } = handlersOf("/api/members/search");

useTestDatabase();

let account: TestAccount;
let other: TestAccount;
let boss: TestAccount;
let ready: string;
let theirs: string;
let maori: string;

/** Inserts messages that are older than the latest 5,000 of their account. */
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  account = await testAccount();
  other = await testAccount();
  boss = await testAccount({ admin: true });
  const at = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000);
  const sent = ({ accountId }: TestAccount, msisdn: string, minutes: number, body: string) =>
    agedMessage(accountId, at(minutes), { body, item: { msisdn } });
  ready = await sent(account, "64215551781", 90, "Your order-17 is ready at 50% off.");
  maori = await sent(account, "64215559990", 80, "Te Wiki o te Reo Māori");
  theirs = await sent(other, "64215551781", 70, "Their order-17 is ready at 50% off.");
  await db().query(sql`
    insert into messages (id, account_id, send_type, message_class, sender, msisdn, body, encoding, parts, accepted_at,
      status, held_hosts)
    select ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${account.accountId}, 'sms', 'transactional', '552',
      '64210000000', 'Filler', 'GSM-7', 1, ${NOON}::timestamptz, 'DELIVRD', '{}'
    from generate_series(1, 5000) n`);
  return () => vi.useRealTimers();
});

const search = async (q: string, from = account) =>
  (await ask<SearchResults>(GET, from, { query: { q } })).body as SearchResults;
const found = async (q: string, from = account) => (await search(q, from)).messages.map(({ id }) => id);
const foundByBoss = async (query: Record<string, string>) => {
  const { body } = await ask<{ messages: { id: string }[]; searchedSince: string | null }>(findAll, boss, {
    query,
  });
  return { ids: body.messages.map(({ id }) => id), since: body.searchedSince };
};

describe("a search among more messages than are looked through", () => {
  it("finds an older one by words and parts of its number once it is indexed", async () => {
    const chosen = { account: String(account.accountId), search: "order ready" };
    expect([await found("order ready"), await found("5551781")]).toEqual([[], []]);
    expect(await foundByBoss(chosen)).toEqual({ ids: [], since: expect.any(String) });
    expect(await foundByBoss({ search: "order ready" })).toEqual({ ids: [], since: expect.any(String) });
    await indexMessages(db(), new Date(NOON.getTime() + 3_600_000));
    for (const q of ["order ready", "ORD READY", "order-17", "50%", "5551781", "021 555 17", "+64 21 5551"])
      expect(await found(q), q).toEqual([ready]);
    for (const q of ["maori", "MĀORI wiki", "te reo"]) expect(await found(q), q).toEqual([maori]);
    expect(await found("021 555")).toEqual([maori, ready]);
    expect(await foundByBoss(chosen)).toMatchObject({ ids: [ready] });
    expect(await foundByBoss({ ...chosen, search: "5551781" })).toMatchObject({ ids: [ready] });
    for (const search of ["order ready", "ORD", "5551781", "021 555 17"])
      expect((await foundByBoss({ search })).ids, search).toEqual([theirs, ready]);
    expect((await foundByBoss({ search: "wiki" })).ids).toEqual([maori]);
  });

  it("finds nothing where a word is missing, or begins in the middle", async () => {
    for (const q of ["order maori", "orders", "eady", "5%0", "15551782", "their", "or"])
      expect(await found(q), q).toEqual([]);
  });

  it("finds no other account's", async () => {
    expect(await found("order ready", other)).not.toContain(ready);
    expect(await found("5551781", other)).not.toContain(ready);
    expect(await found("wiki", other)).toEqual([]);
  });

  it("keeps to dates and states, and to a page's place, for an administrator", async () => {
    const chosen = { account: String(account.accountId), search: "order" };
    expect((await foundByBoss({ ...chosen, end: "2020-01-01" })).ids).toEqual([]);
    expect((await foundByBoss({ ...chosen, start: "2026-01-01" })).ids).toEqual([ready]);
    expect((await foundByBoss({ ...chosen, status: "DELIVRD" })).ids).toEqual([]);
    const place = (minutes: number) => `${NOON.getTime() - minutes * 60_000}.${ready}`;
    expect((await foundByBoss({ ...chosen, before: place(60) })).ids).toEqual([ready]);
    expect((await foundByBoss({ ...chosen, before: place(120) })).ids).toEqual([]);
    expect((await foundByBoss({ ...chosen, after: "0.00000000-0000-7000-8000-000000000000" })).ids).toEqual([
      ready,
    ]);
  });

  it("gives all of a number's messages, a page at a time, for an administrator", async () => {
    const at = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000);
    const item = { msisdn: "64215552345" };
    const ids: string[] = [];
    for (let minutes = 200; minutes > 190; minutes--)
      ids.unshift(await agedMessage(account.accountId, at(minutes), { body: "Kia ora", item }));
    await db().query(sql`update search_position set indexed_to = '00000000-0000-0000-0000-000000000000'`);
    await db().query(sql`delete from message_words`);
    await indexMessages(db(), new Date(NOON.getTime() + 3_600_000));
    for (const chosen of [{}, { account: String(account.accountId) }]) {
      const seen: string[] = [];
      let before: string | undefined;
      for (let page = 0; page < 4; page++) {
        const query = { ...chosen, search: "555 2345", limit: "3", ...(before && { before }) };
        const { body } = await ask<{ messages: { id: string }[]; older: string }>(findAll, boss, { query });
        seen.push(...body.messages.map(({ id }) => id));
        before = body.older;
      }
      expect(seen).toEqual(ids);
    }
  });

  it("says that all messages of an account were searched once the index has come as far", async () => {
    const chosen = { account: String(account.accountId), search: "order" };
    await db().query(sql`update search_position set indexed_to = 'ffffffff-0000-7000-8000-000000000000'`);
    expect((await foundByBoss(chosen)).since).toBeNull();
    expect((await foundByBoss({ account: chosen.account })).since).toEqual(expect.any(String));
    expect((await foundByBoss({ search: "order" })).since).toBeNull();
    expect((await foundByBoss({ search: "or" })).since).toEqual(expect.any(String));
  });

  it.each([
    ["order", true],
    ["€€ order", true],
    ["5551781", true],
    ["021 555 17", true],
    ["€€", false],
    ["or", false],
    ["order re", false],
  ])("says whether older messages may be missing: %s", async (q, isAll) => {
    const since = isAll ? null : expect.any(String);
    expect((await foundByBoss({ account: String(account.accountId), search: q })).since).toEqual(since);
    expect((await foundByBoss({ search: q })).since).toEqual(since);
    expect((await search(q)).searchedSince).toEqual(since);
  });

  it("says that older messages may be missing where too many numbers have the digits", async () => {
    await db().query(sql`
      insert into message_numbers (account_id, msisdn, parts)
      select ${account.accountId}, '6429998' || lpad(n::text, 4, '0'),
        array_to_tsvector(array[${`${account.accountId}:2999`}, ${`${account.accountId}:9998`}])
      from generate_series(1, 200) n`);
    expect((await search("29998")).searchedSince).toEqual(expect.any(String));
    await db().query(sql`delete from message_numbers where msisdn = '64299980001'`);
    expect((await search("29998")).searchedSince).toBeNull();
  });
});

describe("a search of the index that takes too long", () => {
  /** Runs work while another transaction locks the words of messages. */
  const withoutWords = <Result>(work: () => Promise<Result>) =>
    db().transaction(async (tx) => {
      await tx.query(sql`lock table message_words in access exclusive mode`);
      return work();
    });

  it("gives what the latest messages have, and says that older ones were not searched", async () => {
    const latest = await agedMessage(account.accountId, new Date(NOON.getTime() + 1_000), {
      body: "The latest order is ready",
    });
    const chosen = { account: String(account.accountId), search: "order ready" };
    expect(await found("order ready")).toEqual([latest, ready]);
    expect(await foundByBoss(chosen)).toEqual({ ids: [latest, ready], since: null });
    await withoutWords(async () => {
      expect(await found("order ready")).toEqual([latest]);
      expect(await foundByBoss(chosen)).toEqual({ ids: [latest], since: expect.any(String) });
      expect((await search("order ready")).searchedSince).toEqual(expect.any(String));
    });
  });
});

describe("a search whose words stand in different messages of many rows", () => {
  const words = (...each: string[]) => each.map((word) => `${account.accountId}:${word}`);
  /**
   * Inserts index rows from the last half hour that contain both words, although no message contains both.
   */
  const addRows = (from: number, to: number) =>
    db().query(sql`
    insert into message_words (last_id, first_id, account_id, message_ids, words)
    select i.id, i.id, ${account.accountId}, array['ffffffff-0000-7000-8000-000000000001'::uuid],
      array_to_tsvector(${words("jane", "smith")}::text[])
    from (select (${idMadeAt(new Date(NOON.getTime() - 1_800_000)).slice(0, 14)} || '7000-8000-' || lpad(n::text, 12, '0'))::uuid
      as id from generate_series(${from}::int, ${to}::int) n) i`);

  it("goes on to older rows while too few were found, and says where it ends", async () => {
    const body = "Dear Jane Smith";
    const hit = await agedMessage(account.accountId, new Date(NOON.getTime() - 6_000_000), { body });
    await db().query(sql`
      insert into message_words (last_id, first_id, account_id, message_ids, words)
      values (${hit}::uuid, ${hit}::uuid, ${account.accountId}, array[${hit}::uuid],
        array_to_tsvector(${words("dear", "jane", "smith")}::text[]))`);
    const chosen = { account: String(account.accountId), search: "jane smith" };
    await addRows(1, 500);
    expect(await search("jane smith")).toMatchObject({ messages: [{ id: hit }], searchedSince: null });
    expect(await foundByBoss(chosen)).toEqual({ ids: [hit], since: null });
    const oldestFirst = { ...chosen, after: "0.00000000-0000-7000-8000-000000000000" };
    expect(await foundByBoss(oldestFirst)).toEqual({ ids: [hit], since: null });
    await addRows(501, 1_100);
    expect(await search("jane smith")).toMatchObject({ messages: [], searchedSince: expect.any(String) });
    expect(await foundByBoss(chosen)).toEqual({ ids: [], since: expect.any(String) });
  });
});
