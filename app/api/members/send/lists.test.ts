import { beforeEach, describe, expect, it, test } from "vitest";
import { countMembersStatement, membersStatement, sendListsStatement } from "@/lib/contacts/list-members.sql";
import {
  previewSendOperation,
  type SendPreview,
  type SendSummary,
  sendFromPageOperation,
} from "@/lib/contracts/members/send";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { contact, contactList } from "@/tests/support/contacts";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { ask } from "@/tests/support/member";
import { books, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: block } = handlersOf("/api/members/blocked-numbers");
const { POST: changeList } = handlersOf("/api/members/contacts/lists/change");
const { POST: removeList } = handlersOf("/api/members/contacts/lists/remove");
const { GET: readSend } = handlersOf("/api/members/messages/send");
const { POST: preview } = handlersOf("/api/members/send/preview");
const { POST: send } = handlersOf("/api/members/send");

useTestDatabase();

let own: TestAccount;
let customers: string;
let guests: string;
beforeEach(async () => {
  own = await testAccount({ balanceMicros: 1_000_000_000n });
  customers = await contactList(own, "Customers");
  guests = await contactList(own, "Guests");
  const city = (value: string) => [{ name: "City", value }];
  const lists = [customers];
  await contact(own, { number: "+61412345671", name: "Anna", fields: city("Nelson"), lists });
  await contact(own, { number: "+61412345672", name: "Ben", lists: [customers, guests] });
  await contact(own, { number: "+61412345673", fields: city("Napier"), lists });
  await contact(own, { number: "+61412345674", name: "Dee", lists: [guests] });
});

type Wrong = { error?: string; code?: string };
const given = (json: object) => ({
  to: [],
  lists: [customers],
  body: "Kia ora",
  messageClass: "transactional",
  unicode: false,
  ...json,
});
const look = (json: object = {}, by = own) => ask<SendPreview & Wrong>(preview, by, { json: given(json) });
const go = (json: object = {}, by = own) =>
  ask<SendSummary & Wrong>(send, by, { json: { key: newId(), sandbox: false, ...given(json) } });
const sentTo = async (by = own) =>
  (await messagesOf(by.accountId)).map(({ msisdn, body }) => [msisdn.slice(-1), body]).sort();

describe("a send to lists", () => {
  it("goes to each of their contacts once, and names its lists", async () => {
    const { body: seen } = await look({ lists: [customers, guests, customers] });
    expect(seen).toEqual(previewSendOperation.response.parse(seen));
    expect(seen).toMatchObject({ total: 4, leftOut: 0, text: "Kia ora" });
    const { body } = await go({ lists: [guests, customers] });
    expect(body).toEqual(sendFromPageOperation.response.parse(body));
    expect(body).toMatchObject({ total: 4, accepted: 4, leftOut: 0, price: seen.price });
    expect((await sentTo()).map(([to]) => to)).toEqual(["1", "2", "3", "4"]);
    const read = await ask(readSend, own, { query: { id: body.sendId ?? "" } });
    expect(read.body).toMatchObject({ lists: ["Customers", "Guests"], total: 4 });
  });

  it("leaves out who has opted out: not sent to, not billed, and counted", async () => {
    await ask(block, own, { json: { number: "+61412345672" } });
    const { body: seen } = await look();
    expect(seen).toMatchObject({ total: 2, leftOut: 1, optedOut: 0 });
    const { balance } = await books(own.accountId);
    const { body } = await go();
    expect(body).toMatchObject({ total: 2, accepted: 2, leftOut: 1, optedOut: 0, price: seen.price });
    expect((await sentTo()).map(([to]) => to)).toEqual(["1", "3"]);
    const after = await books(own.accountId);
    expect(after).toMatchObject({ balance: after.ledger, entries: 3 });
    expect(balance - after.balance).toBe(BigInt(Math.round(Number(body.price) * 1_000_000)));
  });

  it("puts a fallback where a contact has no value, also of a field called as what every object has", async () => {
    const lists = [await contactList(own, "Firms")];
    const fields = [{ name: "Constructor", value: "ACME" }];
    await contact(own, { number: "+61412345678", fields, lists });
    await contact(own, { number: "+61412345679", lists });
    expect((await go({ lists, body: "Kia ora {{constructor|there}}" })).body).toMatchObject({ accepted: 2 });
    expect(await sentTo()).toEqual([
      ["8", "Kia ora ACME"],
      ["9", "Kia ora there"],
    ]);
  });

  it("is of whom they have when it is sent, not when it was looked at", async () => {
    expect((await look({ lists: [guests] })).body.total).toBe(2);
    const id = await contact(own, { number: "+61412345675", name: "Eve" });
    await ask(changeList, own, { json: { id: guests, contacts: [id], isMember: true } });
    expect((await go({ lists: [guests] })).body.total).toBe(3);
  });

  it("is one however often it is asked for, whoever is in the lists by then, and when these are gone", async () => {
    await ask(block, own, { json: { number: "+61412345672" } });
    const key = newId();
    const answers = await Promise.all([1, 2, 3].map(() => go({ key })));
    const id = await contact(own, { number: "+61412345676" });
    await ask(changeList, own, { json: { id: customers, contacts: [id], isMember: true } });
    answers.push(await go({ key }));
    await ask(removeList, own, { json: { id: customers } });
    answers.push(await go({ key }));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual(answers[0]?.body);
    }
    expect(answers[0]?.body).toMatchObject({ total: 2, leftOut: 1 });
    expect(await sentTo()).toHaveLength(2);
    expect(await go({ key, lists: [guests] })).toMatchObject({
      status: 409,
      body: { code: "idempotency_conflict" },
    });
  });

  it("to one contact is a send with its list, too", async () => {
    const one = await contactList(own, "One");
    await contact(own, { number: "+61412345677", lists: [one] });
    const { body } = await go({ lists: [one] });
    expect(body).toMatchObject({ total: 1, sendId: body.messageId });
    const read = await ask(readSend, own, { query: { id: body.sendId ?? "" } });
    expect(read.body).toMatchObject({ lists: ["One"] });
  });

  it("in the sandbox sends nothing", async () => {
    expect((await go({ sandbox: true })).body).toMatchObject({
      sandbox: true,
      total: 3,
      accepted: 3,
      sendId: null,
    });
    expect(await sentTo()).toEqual([]);
  });
});

describe("the text", () => {
  it("is filled from contacts", async () => {
    const body = "Hi {{Name|there}}, {{ CITY | your town }}: {{number}}";
    expect((await look({ body })).body.text).toBe("Hi Anna, Nelson: +61 412 345 671");
    expect((await go({ body })).status).toBe(200);
    expect(await sentTo()).toEqual([
      ["1", "Hi Anna, Nelson: +61 412 345 671"],
      ["2", "Hi Ben, your town: +61 412 345 672"],
      ["3", "Hi there, Napier: +61 412 345 673"],
    ]);
  });

  test.each([
    [
      "{{city}}",
      "1 contact has no city (Ben, +61 412 345 672). Fill it in, or add a fallback: {{city|there}}.",
    ],
    ["{{name}}", "1 contact has no name (+61 412 345 673). Fill it in, or add a fallback: {{name|there}}."],
    ["{{size}}", "Contacts have no field called size."],
  ])("%s that cannot be filled refuses the whole send", async (body, error) => {
    for (const answer of [await look({ body }), await go({ body })])
      expect(answer).toMatchObject({ status: 400, body: { error } });
    expect(await sentTo()).toEqual([]);
  });

  it("says how many contacts have no value, and whose is the first", async () => {
    const error =
      "2 contacts have no city (the first is Ben, +61 412 345 672). Fill it in, or add a fallback: {{city|there}}.";
    expect(await look({ body: "{{city}}", lists: [customers, guests] })).toMatchObject({
      status: 400,
      body: { error },
    });
  });
});

it("more than a send goes to, nobody, and what is no list, are refused whole", async () => {
  const { accountId } = own;
  const many = await contactList(own, "Many");
  await db().query(sql`
    with added as (
      insert into contacts (id, account_id, msisdn, created_at)
      select gen_random_uuid(), ${accountId}::int, (61420000000 + g)::text, now() from generate_series(1, 10001) g
      returning id)
    insert into contact_list_members (list_id, contact_id) select ${many}::uuid, id from added`);
  await db().query(sql`update contact_lists set members = 10001 where id = ${many}::uuid`);
  const empty = await contactList(own, "Empty");
  const away = await contactList(own, "Away");
  await contact(own, { number: "+61412345678", lists: [away] });
  await ask(block, own, { json: { number: "+61412345678" } });
  const error = "These lists have 10,001 contacts; a send goes to at most 10,000. Send to smaller lists.";
  for (const [json, status, sentence] of [
    [{ lists: [many] }, 400, error],
    [{ lists: [empty] }, 400, "There are no contacts in these lists."],
    [{ lists: [away] }, 400, "Everybody in these lists has opted out. The send would have no recipients."],
    [{ lists: [newId()] }, 404, "One of these lists is no longer there. Choose again."],
    [{ lists: [] }, 400, "Parameter 'lists' must not be empty."],
    [{ lists: Array.from({ length: 21 }, newId) }, 400, "Parameter 'lists' must be at most 20."],
    [{ to: ["61412345678"] }, 400, "Parameter 'lists' can't be used with 'to' or 'fields'."],
  ] as const)
    for (const answer of [await look(json), await go(json)])
      expect(answer).toMatchObject({ status, body: { error: sentence } });
  expect(await sentTo()).toEqual([]);
  await ask(block, own, { json: { number: "+61420000001" } });
  expect((await look({ lists: [many] })).body).toMatchObject({ total: 10_000, leftOut: 1 });
});

it("lists of another account are not there", async () => {
  const stranger = await testAccount({ balanceMicros: 1_000_000_000n });
  for (const answer of [await look({}, stranger), await go({}, stranger)])
    expect(answer).toMatchObject({ status: 404 });
  expect(await sentTo(stranger)).toEqual([]);
});

it("looks rows up by their index", async () => {
  for (const statement of [
    sendListsStatement(own.accountId, [customers]),
    countMembersStatement([customers]),
    membersStatement([customers], 10),
  ])
    for (const { table, by } of await scansOf(db(), statement))
      expect([table, by]).toEqual([table, expect.stringContaining("id")]);
});
