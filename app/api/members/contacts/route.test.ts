import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { contactsByNameStatement, contactsStatement } from "@/lib/contacts/contacts.sql";
import { eraseRemovedFields } from "@/lib/contacts/fields";
import { MAX_CONTACTS } from "@/lib/contracts/base/values";
import { type ContactsPage, listContactsOperation } from "@/lib/contracts/members/contacts/contacts";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { contact, contactList, contactsOf, miscounted } from "@/tests/support/contacts";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: block } = handlersOf("/api/members/blocked-numbers");
const { POST: change } = handlersOf("/api/members/contacts/change");
const { GET: file } = handlersOf("/api/members/contacts/export");
const { POST: removeField } = handlersOf("/api/members/contacts/fields/remove");
const { GET: readLists } = handlersOf("/api/members/contacts/lists");
const { POST: remove } = handlersOf("/api/members/contacts/remove");
const { POST: add, GET: list } = handlersOf("/api/members/contacts");

useTestDatabase();

let own: TestAccount;
beforeEach(async () => {
  own = await testAccount();
});
afterEach(async () => {
  expect(await miscounted()).toEqual([]);
});

const city = (value: string) => [{ name: "City", value }];

async function found(query: Record<string, string> = {}, by = own): Promise<ContactsPage> {
  const { status, body } = await ask<ContactsPage>(list, by, { query });
  expect(status).toBe(200);
  expect(body).toEqual(listContactsOperation.response.parse(body));
  return body;
}
const names = async (query: Record<string, string> = {}) =>
  (await found(query)).contacts.map(({ name }) => name);

describe("a contact", () => {
  it("is added, changed and removed, and whether it has opted out is looked up", async () => {
    const customers = await contactList(own, "Customers");
    const id = await contact(own, {
      number: "021 555 0101",
      name: " Anna ",
      fields: city("Nelson"),
      lists: [customers],
    });
    expect((await found()).contacts).toEqual([
      {
        id,
        number: "64215550101",
        name: "Anna",
        fields: city("Nelson"),
        optedOut: false,
        lists: ["Customers"],
        moreLists: 0,
        addedAt: expect.any(String),
      },
    ]);
    await ask(block, own, { json: { number: "021 555 0101" } });
    expect((await found()).contacts[0]?.optedOut).toBe(true);
    const json = {
      id,
      number: "+64 21 555 0102",
      fields: [
        { name: "CITY", value: "" },
        { name: "Size", value: "L" },
      ],
    };
    expect((await ask(change, own, { json })).status).toBe(200);
    expect((await found()).contacts).toMatchObject([
      { number: "64215550102", name: "", fields: [{ name: "Size", value: "L" }], optedOut: false },
    ]);
    expect((await ask(remove, own, { json: { ids: [id, id, newId()] } })).body).toEqual({
      success: true,
      removed: 1,
    });
    expect((await ask(remove, own, { json: { ids: [id] } })).body).toEqual({ success: true, removed: 0 });
    expect(await found()).toEqual({ contacts: [], order: "-added", newer: null, older: null });
    const { body } = await ask(readLists, own, { query: {} });
    expect(body).toMatchObject({
      contacts: 0,
      lists: [{ name: "Customers", contacts: 0 }],
      fields: ["City", "Size"],
    });
  });

  test.each([
    [{ number: "anna" }, 400, "This is not a phone number."],
    [{ number: "09 300 1234" }, 400, "This number can't receive texts: it is not a mobile number."],
    [{ number: "0215550101" }, 409, "021 555 0101 is a contact already."],
    [{ name: "x".repeat(81) }, 400, "Parameter 'name' must be at most 80 characters long."],
    [{ fields: city("x".repeat(201)) }, 400, "Parameter 'fields' must be at most 200 characters long."],
    [{ fields: [{ name: "{x}", value: "1" }] }, 400, "Parameter 'fields' must not contain {, } or |."],
    [{ fields: [{ name: "Name", value: "1" }] }, 400, "Parameter 'fields': every contact has a Name anyway."],
    [{ fields: [...city("1"), { name: "city", value: "2" }] }, 400, "Parameter 'fields' has 'city' twice."],
    [
      { fields: Array.from({ length: 21 }, (_, place) => ({ name: `F${place}`, value: "1" })) },
      400,
      "Parameter 'fields' must be at most 20.",
    ],
  ])("is refused: %j", async (wrong, status, error) => {
    await contact(own, { number: "0215550101" });
    const id = await contact(own, { number: "0215550103" });
    const given = { number: "0215550104", ...wrong };
    for (const [called, json] of [
      [add, given],
      [change, { ...given, id }],
    ] as const)
      expect(await ask(called, own, { json })).toMatchObject({ status, body: { error } });
    expect(await contactsOf(own)).toHaveLength(2);
  });

  it("has one of 20 fields, which come back once they are removed, and are erased without their being asked for", async () => {
    const fields = Array.from({ length: 20 }, (_, place) => ({ name: `F${place}`, value: "1" }));
    await contact(own, { number: "0215550101", fields });
    const json = { number: "0215550102", fields: city("Nelson") };
    expect(await ask(add, own, { json })).toMatchObject({
      status: 409,
      body: { error: "Contacts have at most 20 fields. There are 20 already: remove some, or use them." },
    });
    expect((await ask(removeField, own, { json: { name: "f0" } })).status).toBe(200);
    expect((await ask(removeField, own, { json: { name: "f0" } })).status).toBe(404);
    expect((await ask(add, own, { json })).status).toBe(200);
    const [first] = await contactsOf(own);
    expect(first?.fields).not.toHaveProperty("f0");
    expect(first?.fields).toHaveProperty("f1");
  });

  it.each(["Constructor", "__proto__"])(
    "has no value of a field called %s that it was not given",
    async (name) => {
      await contact(own, { number: "0215550101", fields: [{ name, value: "ACME" }] });
      await contact(own, { number: "0215550102" });
      expect((await found()).contacts.map(({ fields }) => fields)).toEqual([[], [{ name, value: "ACME" }]]);
      const { text } = await ask(file, own, {});
      expect(text.replace("\ufeff", "").trim().split("\r\n")).toEqual([
        `Number,Name,${name},Opted out`,
        "64215550101,,ACME,",
        "64215550102,,,",
      ]);
    },
  );

  it("whose field's removal was cut off loses its value by the sweep", async () => {
    await contact(own, { number: "0215550101", fields: city("Nelson") });
    await db().query(sql`update contact_fields set removed_at = now() where account_id = ${own.accountId}`);
    expect((await found()).contacts[0]?.fields).toEqual([]);
    await eraseRemovedFields(db());
    expect((await contactsOf(own))[0]?.fields).toEqual({});
    expect(await db().prisma.contactField.count({ where: { accountId: own.accountId } })).toBe(0);
  });
});

describe("the list", () => {
  beforeEach(async () => {
    await contact(own, { number: "0215550101", name: "Anna Māhuta" });
    await contact(own, { number: "0275550102", name: "Ben" });
    await contact(own, { number: "+61412345678", name: "Cleo 5550" });
  });

  test.each([
    [{}, ["Cleo 5550", "Ben", "Anna Māhuta"]],
    [{ search: "anna" }, ["Anna Māhuta"]],
    [{ search: "MĀHUTA" }, ["Anna Māhuta"]],
    [{ search: "021 555" }, ["Anna Māhuta"]],
    [{ search: "5550" }, ["Cleo 5550", "Ben", "Anna Māhuta"]],
    [{ search: "(027) 555-0102" }, ["Ben"]],
    [{ search: "+6141" }, ["Cleo 5550"]],
    [{ search: "zoe" }, []],
    [{ limit: "1" }, ["Cleo 5550"]],
  ])("asked for %j", async (query: Record<string, string>, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it("is paged both ways, and so is one of its lists", async () => {
    const [cleo, ben, anna] = (await found()).contacts.map(({ id }) => id);
    const id = await contactList(own, "All");
    const { POST: changeList } = handlersOf("/api/members/contacts/lists/change");
    await ask(changeList, own, { json: { id, contacts: [ben, anna, cleo], isMember: true } });
    for (const which of [{}, { list: id }]) {
      const first = await found({ ...which, limit: "2" });
      expect(first.contacts.map(({ name }) => name)).toEqual(["Cleo 5550", "Ben"]);
      const second = await found({ ...which, limit: "2", before: first.older ?? "" });
      expect(second.contacts.map(({ name }) => name)).toEqual(["Anna Māhuta"]);
      const back = await found({ ...which, limit: "2", after: second.newer ?? "" });
      expect(back.contacts.map(({ name }) => name)).toEqual(["Cleo 5550", "Ben"]);
      expect(await names({ ...which, search: "ben" })).toEqual(["Ben"]);
    }
    // A list has no order by name. The response names the order that it used.
    const asked = { limit: "2", order: "name" };
    const newest = await found({ ...asked, list: id });
    expect(newest).toMatchObject({ order: "-added", newer: null, older: expect.any(String) });
    expect(newest.contacts.map(({ name }) => name)).toEqual(["Cleo 5550", "Ben"]);
    expect(await found(asked)).toMatchObject({ order: "name", newer: expect.any(String), older: null });
  });

  it("is sorted by names, whatever their capitals, and by when contacts were added, page by page", async () => {
    await contact(own, { number: "0275550103", name: "ben" });
    const all = {
      name: ["Anna Māhuta", "Ben", "ben", "Cleo 5550"],
      "-name": ["Cleo 5550", "ben", "Ben", "Anna Māhuta"],
      added: ["Anna Māhuta", "Ben", "Cleo 5550", "ben"],
      "-added": ["ben", "Cleo 5550", "Ben", "Anna Māhuta"],
    };
    for (const [order, expected] of Object.entries(all)) {
      expect(await names({ order }), order).toEqual(expected);
      const [on, back] = order.startsWith("-")
        ? (["older", "newer"] as const)
        : (["newer", "older"] as const);
      const to = { older: "before", newer: "after" };
      const first = await found({ order, limit: "3" });
      const second = await found({ order, limit: "3", [to[on]]: first[on] ?? "" });
      expect(
        second.contacts.map(({ name }) => name),
        order,
      ).toEqual(expected.slice(3));
      expect(await names({ order, limit: "3", [to[back]]: second[back] ?? "" }), order).toEqual(
        expected.slice(0, 3),
      );
    }
    expect(await names({ order: "name", search: "BEN" })).toEqual(["Ben", "ben"]);
    // A cursor of another order is ignored.
    const { older } = await found({ limit: "1" });
    expect(await names({ order: "-name", before: older ?? "" })).toEqual(all["-name"]);
    expect((await ask(list, own, { query: { order: "number" } })).status).toBe(400);
    expect((await ask(list, own, { query: { before: "nAA.x" } })).status).toBe(400);
  });

  it("and its file hold nobody else's, and no list of another account", async () => {
    const stranger = await testAccount();
    const id = await contactList(own, "All");
    expect((await found({}, stranger)).contacts).toEqual([]);
    expect((await ask(list, stranger, { query: { list: id } })).status).toBe(404);
    expect((await ask(file, stranger, { query: { list: id } })).status).toBe(404);
    expect((await ask(file, stranger, {})).text.trim().split("\r\n")).toHaveLength(1);
  });

  it("is a file by number, with the fields", async () => {
    const id = await contact(own, { number: "0215550100", name: "=1", fields: city("Nelson") });
    await ask(block, own, { json: { number: "0215550100" } });
    const { text } = await ask(file, own, {});
    expect(text.replace("\ufeff", "").trim().split("\r\n")).toEqual([
      "Number,Name,City,Opted out",
      "61412345678,Cleo 5550,,",
      "64215550100,'=1,Nelson,yes",
      "64215550101,Anna Māhuta,,",
      "64275550102,Ben,,",
    ]);
    const one = await contactList(own, "One");
    const { POST: changeList } = handlersOf("/api/members/contacts/lists/change");
    await ask(changeList, own, { json: { id: one, contacts: [id], isMember: true } });
    expect((await ask(file, own, { query: { list: one } })).text.trim().split("\r\n")).toHaveLength(2);
    expect((await ask(file, own, { query: { search: "ben" } })).text.trim().split("\r\n")).toHaveLength(2);
  });

  it("looks rows up by their index", async () => {
    const stretch = { place: { at: new Date(), id: newId() }, direction: "older", limit: 26 } as const;
    for (const which of [{}, { name: "a", digits: "1" }, { list: newId(), name: "a" }])
      for (const { table, by } of await scansOf(db(), contactsStatement(own.accountId, which, stretch)))
        expect([table, by]).toEqual([table, expect.stringMatching(/_id|id /)]);
    for (const direction of ["older", "newer"] as const)
      for (const place of [null, { name: "Ben", id: newId() }]) {
        const named = { place, direction, limit: 26 };
        const statement = contactsByNameStatement(own.accountId, { name: "a", digits: "1" }, named);
        const [first, ...others] = await scansOf(db(), statement);
        expect(first).toMatchObject({ table: "contacts", node: "Index Only Scan" });
        for (const { table, by } of others)
          expect([table, by]).toEqual([table, expect.stringMatching(/_id|id /)]);
      }
  });
});

it("an account has at most 200,000 contacts, also where several are added together", async () => {
  const { accountId } = own;
  await db().prisma.contactBook.create({ data: { accountId, contacts: MAX_CONTACTS - 1 } });
  const answers = await Promise.all(
    ["0275550101", "0275550102", "0275550103"].map((number) => ask(add, own, { json: { number } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    error: "An account has at most 200,000 contacts. Remove some first.",
  });
  expect(await miscounted()).toHaveLength(1);
  await db().prisma.contactBook.update({ where: { accountId }, data: { contacts: 1 } });
});

it("one number is one contact, also where two add it together", async () => {
  const answers = await Promise.all([1, 2].map(() => ask(add, own, { json: { number: "0275550101" } })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it("a contact of another account is not there", async () => {
  const stranger = await testAccount();
  const id = await contact(own, { number: "0215550101", name: "Anna" });
  expect((await ask(change, stranger, { json: { id, number: "0215550102" } })).status).toBe(404);
  expect((await ask(remove, stranger, { json: { ids: [id] } })).body).toEqual({ success: true, removed: 0 });
  const lists = [await contactList(own, "Customers")];
  expect((await ask(add, stranger, { json: { number: "0215550103", lists } })).status).toBe(404);
  expect(await contactsOf(stranger)).toEqual([]);
  expect(await contactsOf(own)).toMatchObject([{ msisdn: "64215550101", name: "Anna" }]);
});
