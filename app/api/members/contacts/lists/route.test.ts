import { afterEach, beforeEach, expect, it, test } from "vitest";
import { MAX_CONTACT_LISTS, MAX_MEMBERSHIPS } from "@/lib/contracts/base/values";
import { type ContactLists, listContactLists } from "@/lib/contracts/members/contacts/contact-lists";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { contact, contactList, contactsOf, miscounted } from "@/tests/support/contacts";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: change } = handlersOf("/api/members/contacts/lists/change");
const { POST: remove } = handlersOf("/api/members/contacts/lists/remove");
const { POST: rename } = handlersOf("/api/members/contacts/lists/rename");
const { POST: add, GET: list } = handlersOf("/api/members/contacts/lists");

useTestDatabase();

let own: TestAccount;
beforeEach(async () => {
  own = await testAccount();
});

async function lists(by = own): Promise<ContactLists["lists"]> {
  const { status, body } = await ask<ContactLists>(list, by, { query: {} });
  expect(status).toBe(200);
  expect(body).toEqual(listContactLists.response.parse(body));
  return body.lists;
}
const put = (json: object, by = own) => ask<{ changed: number }>(change, by, { json });

it("lists are added, filled, emptied, renamed and removed; their contacts stay", async () => {
  const one = await contact(own, { number: "0215550101" });
  const two = await contact(own, { number: "0215550102" });
  const id = await contactList(own, "Zoo");
  await contactList(own, "āpōpō");
  expect((await put({ id, contacts: [one, two, one], isMember: true })).body).toEqual({
    success: true,
    changed: 2,
  });
  expect((await put({ id, contacts: [one, two], isMember: true })).body).toEqual({
    success: true,
    changed: 0,
  });
  expect(await lists()).toMatchObject([
    { name: "āpōpō", contacts: 0 },
    { id, name: "Zoo", contacts: 2 },
  ]);
  expect((await put({ id, contacts: [two, newId()], isMember: false })).body).toEqual({
    success: true,
    changed: 1,
  });
  expect((await ask(rename, own, { json: { id, name: "ZOO" } })).status).toBe(200);
  expect(await contactsOf(own)).toMatchObject([{ lists: ["ZOO"] }, { lists: [] }]);
  expect(await miscounted()).toEqual([]);
  expect((await ask(remove, own, { json: { id } })).status).toBe(200);
  expect((await ask(remove, own, { json: { id } })).status).toBe(404);
  expect(await contactsOf(own)).toMatchObject([{ lists: [] }, { lists: [] }]);
  const lines = await db().prisma.activity.findMany({
    where: { accountId: own.accountId, action: { startsWith: "contact_list" } },
    orderBy: { id: "asc" },
  });
  expect(lines.map(({ action, details }) => [action, details])).toEqual([
    ["contact_list_added", { name: "Zoo" }],
    ["contact_list_added", { name: "āpōpō" }],
    ["contact_list_changed", { list: "Zoo", added: 2 }],
    ["contact_list_changed", { list: "Zoo", removed: 1 }],
    ["contact_list_renamed", { name: "ZOO" }],
    ["contact_list_removed", { name: "ZOO" }],
  ]);
});

test.each([
  [{ name: "" }, 400, "Parameter 'name' is required."],
  [{ name: "x".repeat(61) }, 400, "Parameter 'name' must be at most 60 characters long."],
  [{ name: "customers " }, 409, "There is already a list called customers."],
])("a list that cannot be is refused: %j", async (json, status, error) => {
  await contactList(own, "Customers");
  const id = await contactList(own, "Other");
  expect(await ask(add, own, { json })).toMatchObject({ status, body: { error } });
  expect(await ask(rename, own, { json: { ...json, id } })).toMatchObject({ status, body: { error } });
});

it("an account has at most 200 lists and 1,000,000 places, also where several come together", async () => {
  const { accountId } = own;
  const data = Array.from({ length: MAX_CONTACT_LISTS - 1 }, (_, place) => ({
    id: newId(),
    accountId,
    name: `L${place}`,
    createdAt: new Date(),
    members: place === 0 ? MAX_MEMBERSHIPS - 1 : 0,
  }));
  await db().prisma.contactList.createMany({ data });
  const answers = await Promise.all(["One", "Two", "Three"].map((name) => ask(add, own, { json: { name } })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const contacts = [await contact(own, { number: "0215550101" })];
  const filled = await Promise.all(
    [1, 2].map((place) => put({ id: data[place]?.id, contacts, isMember: true })),
  );
  expect(filled.map(({ status }) => status).sort()).toEqual([200, 409]);
});

afterEach(async () => {
  await db().prisma.contactList.deleteMany();
});

it("one name is taken once, also where two add it together", async () => {
  const answers = await Promise.all(["Same", "SAME"].map((name) => ask(add, own, { json: { name } })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it("a list or a contact of another account is not there", async () => {
  const stranger = await testAccount();
  const id = await contactList(own, "Customers");
  const contacts = [await contact(own, { number: "0215550101" })];
  const error = "There is no such list.";
  for (const which of [id, newId()]) {
    expect(await ask(rename, stranger, { json: { id: which, name: "Mine" } })).toMatchObject({
      status: 404,
      body: { error },
    });
    expect(await ask(remove, stranger, { json: { id: which } })).toMatchObject({
      status: 404,
      body: { error },
    });
    for (const isMember of [true, false])
      expect(await put({ id: which, contacts, isMember }, stranger)).toMatchObject({
        status: 404,
        body: { error },
      });
  }
  const mine = await contactList(stranger, "Mine");
  expect((await put({ id: mine, contacts, isMember: true }, stranger)).body.changed).toBe(0);
  expect(await lists(stranger)).toMatchObject([{ name: "Mine", contacts: 0 }]);
});
