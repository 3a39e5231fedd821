import { beforeEach, expect, it } from "vitest";
import { changeContact } from "@/lib/contacts/change-contacts";
import { eraseRemovedFields, removeField } from "@/lib/contacts/fields";
import { type Database, db } from "@/lib/db/client";
import { contact, contactsOf } from "@/tests/support/contacts";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { killed } from "@/tests/support/pauses";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NUMBER = "0215550101";
const city = (value: string) => [{ name: "City", value }];

let own: TestAccount;
let id: string;
beforeEach(async () => {
  own = await testAccount();
  id = await contact(own, { number: NUMBER, fields: city("Nelson") });
});

/** Removes the field on a server that dies before the values are erased. */
const removeCutOff = (now = new Date()) => killed((tx) => removeField(tx, own.accountId, "City", now));

const values = async () => (await contactsOf(own)).map(({ fields }) => fields);

/** Sets the contact's value of the field. */
const give = (value: string) =>
  db().transaction((tx) =>
    changeContact(tx, own.accountId, { id, number: NUMBER, name: "", fields: city(value) }),
  );

it("a value that is given while those before it are erased stays", async () => {
  await removeCutOff();
  let erasing: Promise<void> = Promise.resolve();
  await db().transaction(async (tx) => {
    await changeContact(tx, own.accountId, { id, number: NUMBER, name: "", fields: city("Napier") });
    erasing = eraseRemovedFields(db());
    await someoneWaits();
  });
  await erasing;
  expect(await values()).toEqual([{ city: "Napier" }]);
});

it("a value that is given and removed again while those before it are erased is erased, too", async () => {
  await removeCutOff(new Date("2026-11-20T23:00:00Z"));
  const query: Database["query"] = async (statement) => {
    if (statement.text.includes("delete from contact_fields")) {
      await give("Napier");
      await removeCutOff();
    }
    return db().query(statement);
  };
  await eraseRemovedFields({ ...db(), query });
  await eraseRemovedFields(db());
  expect(await values()).toEqual([{}]);
  expect(await db().prisma.contactField.count({ where: { accountId: own.accountId } })).toBe(0);
});
