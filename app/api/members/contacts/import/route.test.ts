import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { saveImport } from "@/lib/contacts/import/save-import";
import { MAX_CONTACTS, MAX_IMPORT_CHUNK, MAX_IMPORT_ROWS } from "@/lib/contracts/base/values";
import { readContactImport, stageContactImport } from "@/lib/contracts/members/contacts/contact-imports";
import { type Database, db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { purgeExpired } from "@/lib/jobs/sweep/purge-expired";
import {
  begun,
  contact,
  contactList,
  contactsOf,
  miscounted,
  previewed,
  saved,
  staged,
} from "@/tests/support/contacts";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: cancel } = handlersOf("/api/members/contacts/import/cancel");
const { POST: begin } = handlersOf("/api/members/contacts/import");

useTestDatabase();

let own: TestAccount;
beforeEach(async () => {
  own = await testAccount();
});
afterEach(async () => {
  expect(await miscounted()).toEqual([]);
});

const number = (place: number) => `021${5_000_000 + place}`;
const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => [number(from + place), `Person ${from + place}`]);

/** Returns an account's contacts, and its counts of other rows that an import can insert. */
async function traces({ accountId }: TestAccount) {
  const where = { accountId };
  return {
    contacts: await contactsOf(own),
    lists: await db().prisma.contactList.count({ where }),
    fields: await db().prisma.contactField.count({ where }),
    lines: await db().prisma.activity.count({ where: { ...where, action: "contacts_imported" } }),
  };
}
const NOTHING = { contacts: [], lists: 0, fields: 0, lines: 0 };

it("comes in pieces, is previewed, and saved whole: what is there already is merged", async () => {
  await contact(own, { number: "021 555 0101", name: "Anna", fields: [{ name: "City", value: "Nelson" }] });
  await contact(own, { number: "021 555 0102", name: "Ben" });
  const id = await begun(own, { fields: ["CITY", "Size"], list: "Spring" });
  const first = await staged(own, {
    id,
    rows: [
      ["021 555 0101", "", "", "L"],
      ["", "Nobody", "", ""],
      ["6.4211E+10", "", "", ""],
      ["09 300 1234", "", "", ""],
      ["021 555 0103", "Cleo", "Napier", ""],
      ["021 555 0104", "x".repeat(81), "", ""],
      ["021 555 0105", "", "", "x".repeat(201)],
    ],
  });
  expect(first.body).toEqual(stageContactImport.response.parse(first.body));
  expect(first.body.problems).toEqual([
    { row: 1, problem: "not-a-number", field: null },
    { row: 2, problem: "rounded", field: null },
    { row: 3, problem: "cannot-receive", field: null },
    { row: 5, problem: "name-too-long", field: null },
    { row: 6, problem: "value-too-long", field: "Size" },
  ]);
  const rows = [
    ["+64215550103", "", "", "M"],
    ["0215550102", "Benjamin", "", ""],
    ["0215550102", "", "Hawera", ""],
  ];
  expect((await staged(own, { id, chunk: 1, rows })).body.problems).toEqual([]);
  const { body } = await previewed(own, id);
  expect(body).toEqual(readContactImport.response.parse(body));
  expect(body).toEqual({ rows: 10, skipped: 5, duplicates: 2, added: 1, updated: 2, fits: true });
  expect(await contactsOf(own)).toHaveLength(2);
  expect((await saved(own, { id, rows: 10 })).body).toEqual({ success: true, added: 1, updated: 2 });
  const all = [
    { msisdn: "64215550101", name: "Anna", fields: { city: "Nelson", size: "L" }, lists: ["Spring"] },
    { msisdn: "64215550102", name: "Benjamin", fields: { city: "Hawera" }, lists: ["Spring"] },
    { msisdn: "64215550103", name: "Cleo", fields: { city: "Napier", size: "M" }, lists: ["Spring"] },
  ];
  expect(await contactsOf(own)).toEqual(all);
  expect((await saved(own, { id, rows: 10 })).body).toEqual({ success: true, added: 1, updated: 2 });
  expect(await contactsOf(own)).toEqual(all);
  const lines = await db().prisma.activity.findMany({
    where: { accountId: own.accountId, action: "contacts_imported" },
  });
  expect(lines.map(({ details }) => details)).toEqual([{ added: 1, updated: 2, list: "Spring" }]);
  expect(await db().prisma.contactImportRow.count({ where: { importId: id } })).toBe(0);
});

describe("a piece", () => {
  it("with numbers that lack their zero is read as the person answered", async () => {
    const rows = [
      ["275550100", ""],
      ["021 555 0101 / 09 555 0102", ""],
      ['="0215550107"', ""],
    ];
    const problem = { row: 0, problem: "missing-zero", field: null };
    expect((await staged(own, { id: await begun(own), rows })).body.problems).toEqual([problem]);
    const again = await begun(own);
    expect((await staged(own, { id: again, rows, missingZero: "new-zealand" })).body.problems).toEqual([]);
    await saved(own, { id: again, rows: 3 });
    expect((await contactsOf(own)).map(({ msisdn }) => msisdn)).toEqual([
      "64215550101",
      "64215550107",
      "64275550100",
    ]);
  });

  it("that comes twice, or twice at once, is one", async () => {
    const id = await begun(own);
    const rows = [...numbered(3), ["x", ""]];
    const answers = await Promise.all([1, 2, 3].map(() => staged(own, { id, rows })));
    for (const { body } of answers)
      expect(body.problems).toEqual([{ row: 3, problem: "not-a-number", field: null }]);
    expect((await previewed(own, id)).body).toMatchObject({ rows: 4, skipped: 1, duplicates: 0, added: 3 });
  });

  test.each([
    [{ chunk: 1 }, 409, "Piece 0 of the file has not arrived yet."],
    [{ numbers: "1\n".repeat(MAX_IMPORT_CHUNK) }, 400, "Parameter 'numbers' must have at most 2000 lines."],
    [{ values: ["a\nb"] }, 400, "Parameter 'values' must have one line for each number."],
    [{ values: [] }, 400, "Parameter 'values' must have one text for each field."],
    [{ names: "a\nb" }, 400, "Parameter 'values' must have one line for each number."],
    [{ numbers: "\u0007" }, 400, "Parameter 'numbers' must not contain control characters."],
    [{ id: newId() }, 404, "This import has ended. Begin again."],
  ])("is refused: %j", async (wrong, status, error) => {
    const { POST: stage } = handlersOf("/api/members/contacts/import/rows");
    const id = await begun(own, { fields: ["City"] });
    const json = { id, chunk: 0, numbers: number(1), names: "A", values: ["B"], ...wrong };
    expect(await ask(stage, own, { json })).toMatchObject({ status, body: { error } });
  });

  it("is refused where the file has more than 100,000 rows", async () => {
    const id = await begun(own);
    await db().prisma.contactImport.update({ where: { id }, data: { rows: MAX_IMPORT_ROWS - 1 } });
    expect(await staged(own, { id, rows: numbered(2) })).toMatchObject({
      status: 400,
      body: { error: "A file has at most 100,000 rows. Split it." },
    });
    expect((await staged(own, { id, rows: numbered(1) })).status).toBe(200);
  });
});

describe("what is not saved", () => {
  it("leaves nothing but rows, and these are purged after a day; a saved one is kept as long", async () => {
    const id = await begun(own, { fields: ["City"], list: "Spring" });
    await staged(own, { id, rows: numbered(3).map((row) => [...row, "Nelson"]) });
    expect(await traces(own)).toEqual(NOTHING);
    const count = () => db().prisma.contactImport.count({ where: { accountId: own.accountId } });
    await purgeExpired(db(), new Date(Date.now() + 23 * 3_600_000));
    expect(await count()).toBe(1);
    await purgeExpired(db(), new Date(Date.now() + 25 * 3_600_000));
    expect(await count()).toBe(0);
    expect(await db().prisma.contactImportRow.count({ where: { importId: id } })).toBe(0);
    expect((await saved(own, { id, rows: 3 })).status).toBe(404);
  });

  it("is never saved in part, where the sweep has purged the first of its rows", async () => {
    const id = await begun(own);
    await staged(own, { id, rows: numbered(3) });
    const day = new Date(Date.now() + 24 * 3_600_000);
    await db().query(sql`
      delete from contact_import_rows where import_id = ${id}::uuid and msisdn in (
        select min(msisdn) from contact_import_rows where import_id = ${id}::uuid)`);
    const actor = { accountId: own.accountId, address: "203.0.113.7" };
    await expect(saveImport(db(), actor, { id, rows: 3 }, day)).rejects.toThrow("This import has ended");
    expect(await traces(own)).toEqual(NOTHING);
  });

  it("gives way to another import, and is dropped when it is cancelled", async () => {
    const first = await begun(own);
    await staged(own, { id: first, rows: numbered(3) });
    const second = await begun(own);
    expect((await previewed(own, first)).status).toBe(404);
    expect((await ask(cancel, own, { json: { id: second } })).status).toBe(200);
    expect((await ask(cancel, own, { json: { id: second } })).status).toBe(200);
    expect((await previewed(own, second)).status).toBe(404);
    expect(await db().prisma.contactImportRow.count({ where: { importId: first } })).toBe(0);
  });

  it("is not saved where a piece is missing, or there is no room", async () => {
    const id = await begun(own, { list: "Spring" });
    await staged(own, { id, rows: numbered(3) });
    expect(await saved(own, { id, rows: 4 })).toMatchObject({
      status: 409,
      body: { error: "3 of the file's 4 rows arrived. Begin again." },
    });
    const { accountId } = own;
    await db().prisma.contactBook.updateMany({ where: { accountId }, data: { contacts: MAX_CONTACTS - 2 } });
    expect((await previewed(own, id)).body.fits).toBe(false);
    expect((await saved(own, { id, rows: 3 })).status).toBe(409);
    expect(await traces(own)).toEqual(NOTHING);
    await db().prisma.contactBook.updateMany({ where: { accountId }, data: { contacts: 0 } });
    expect((await saved(own, { id, rows: 3 })).body.added).toBe(3);
  });

  it("cannot name fields that are none, or too many", async () => {
    for (const [fields, status] of [
      [["name"], 400],
      [["A", "a"], 400],
      [["{"], 400],
    ] as const)
      expect((await ask(begin, own, { json: { fields } })).status).toBe(status);
    await contact(own, { number: number(1), fields: [{ name: "City", value: "Nelson" }] });
    const fields = Array.from({ length: 20 }, (_, place) => `F${place}`);
    expect((await ask(begin, own, { json: { fields } })).status).toBe(409);
    expect((await ask(begin, own, { json: { fields: ["city", ...fields.slice(1)] } })).status).toBe(200);
  });
});

/**
 * Returns a database that loses its connection before the `at`-th statement of a transaction and before its
 * commit.
 */
function dying(at: number): { database: Database; asked: () => number } {
  let asked = 0;
  const own = db();
  const database: Database = {
    ...own,
    transaction: (work) =>
      own.transaction(async (tx) => {
        const lose = async () => {
          if (asked++ === at) await tx.query(sql`select pg_terminate_backend(pg_backend_pid())`);
        };
        const result = await work({
          ...tx,
          query: async (statement) => {
            await lose();
            return tx.query(statement);
          },
        });
        await lose();
        return result;
      }),
  };
  return { database, asked: () => asked };
}

it("a server that dies between any two statements leaves an import whole or nothing of it", async () => {
  const id = await begun(own, { fields: ["City"], list: "Spring" });
  await staged(own, { id, rows: numbered(50).map((row) => [...row, "Nelson"]) });
  const actor = { accountId: own.accountId, address: "" };
  const save = (database: Database) => saveImport(database, actor, { id, rows: 50 }, new Date());
  let deaths = 0;
  for (let at = 0; ; at++) {
    const { database, asked } = dying(at);
    const result = await save(database).catch(() => null);
    if (result !== null) {
      expect(asked()).toBeLessThanOrEqual(at);
      expect(result).toEqual({ added: 50, updated: 0 });
      break;
    }
    deaths++;
    expect(await traces(own)).toEqual(NOTHING);
  }
  expect(deaths).toBeGreaterThan(8);
  expect(await traces(own)).toMatchObject({ lists: 1, fields: 1, lines: 1 });
  expect(await save(db())).toEqual({ added: 50, updated: 0 });
  expect(await contactsOf(own)).toHaveLength(50);
});

it("is saved once, also where several save it together, and beside other changes", async () => {
  const id = await begun(own, { list: "Spring" });
  await staged(own, { id, rows: numbered(500) });
  const spring = await contactList(own, "Spring");
  const saving = [1, 2, 3].map(() => saved(own, { id, rows: 500 }));
  const adding = [10, 20, 9_000].map((place) =>
    contact(own, { number: number(place), lists: [spring] }).catch(() => null),
  );
  for (const { body } of await Promise.all(saving)) expect(body).toMatchObject({ success: true });
  await Promise.all(adding);
  expect(await contactsOf(own)).toHaveLength(501);
});

it("an import of another account is not there", async () => {
  const stranger = await testAccount();
  const id = await begun(own);
  expect((await staged(stranger, { id, rows: numbered(1) })).status).toBe(404);
  await staged(own, { id, rows: numbered(1) });
  expect((await previewed(stranger, id)).status).toBe(404);
  expect((await saved(stranger, { id, rows: 1 })).status).toBe(404);
  expect((await ask(cancel, stranger, { json: { id } })).status).toBe(200);
  expect((await previewed(own, id)).body.rows).toBe(1);
});
