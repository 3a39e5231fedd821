import { beforeAll, expect, it, test } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { AccountMovedError, DatabaseUnavailableError, OutcomeUnknownError } from "@/lib/db/unavailable";
import { databaseSentence } from "@/server/base/database-sentence";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();

beforeAll(async () => {
  await db().query(sql`create table told (id int primary key, word text check (word <> ''))`);
  await db().query(sql`insert into told values (1, 'one')`);
});

/** Returns the error that a statement ends with. */
async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error("The statement was done.");
    },
    (error: unknown) => error,
  );
}

async function makeTwice(): Promise<void> {
  const data = { name: "north", kind: "smpp" };
  await db().prisma.carrier.create({ data });
  await db().prisma.carrier.create({ data });
}

const raise = (state: string, says: string) =>
  db().query(
    sql([`do $$ begin raise exception using errcode = '${state}', message = '${says}'; end $$`] as never),
  );

test.each([
  [
    "a missing table",
    () => db().query(sql`select * from nothing`),
    /^The database lacks .*: relation "nothing" does not exist\. Run npm run migrate/,
  ],
  [
    "a missing column",
    () => db().query(sql`select nothing from told`),
    /^The database lacks .* Run npm run migrate/,
  ],
  [
    "a missing function",
    () => db().query(sql`select nothing()`),
    /^The database lacks .* Run npm run migrate/,
  ],
  [
    "a missing schema",
    () => db().query(sql`create table nothing.told ()`),
    /^The database lacks .*schema "nothing"/,
  ],
  [
    "a duplicate",
    () => db().query(sql`insert into told values (1, 'two')`),
    /^The database refused this: duplicate key value .* "told_pkey"\.$/,
  ],
  [
    "a check",
    () => db().query(sql`insert into told values (2, '')`),
    /^The database refused this: .* violates check constraint .*\.$/,
  ],
  [
    "a value out of range",
    () => db().query(sql`select 3000000000::int`),
    /^The database refused this: .*out of range\.$/,
  ],
  ["a duplicate, through Prisma", makeTwice, /^The database refused this: duplicate key value/],
])("explains %s in one sentence", async (_, work, sentence) => {
  const error = await errorOf(work() as Promise<unknown>);
  expect(databaseSentence(error)).toMatch(sentence);
});

test.each([
  [
    "42501",
    "permission denied for table told",
    /^The database role lacks a right: permission denied for table told\. /,
  ],
  ["25006", "cannot execute INSERT in a read-only transaction", /^The database is read-only: .*standby/],
  ["53100", "could not extend file: No space left on device", /^The database has no space left: /],
  ["53300", "too many connections", /^The database cannot do this now: too many connections\. Try again/],
  ["55P03", "could not obtain lock", /^The database cannot do this now: could not obtain lock\. Try again/],
  ["57014", "canceling statement due to statement timeout", /^The database cannot do this now: canceling/],
  ["57P03", "the database system is starting up", /^The database cannot do this now: the database system is/],
  ["40P01", "deadlock detected", /^The database cannot do this now: deadlock detected\./],
  ["40001", "could not serialize access", /^The database cannot do this now: could not serialize/],
  ["58030", "could not read block", /^The database cannot read or write its files: could not read block\.$/],
  ["P0001", "a rule of the table", /^The database refused this: a rule of the table\.$/],
])("explains the code %s in one sentence", async (state, says, sentence) => {
  expect(databaseSentence(await errorOf(raise(state, says)))).toMatch(sentence);
});

it("explains lost connections and moves", () => {
  const lost = new Error("Connection terminated unexpectedly");
  expect(databaseSentence(new DatabaseUnavailableError(lost))).toMatch(
    /^The connection .* Nothing was changed/,
  );
  expect(databaseSentence(new OutcomeUnknownError(lost))).toMatch(/Look for its effect/);
  expect(databaseSentence(new AccountMovedError(lost))).toMatch(/being moved to another cell/);
});

it("leaves other errors as they are", async () => {
  expect(databaseSentence(new Error("A fault."))).toBe(null);
  expect(databaseSentence("a word")).toBe(null);
  expect(databaseSentence(await errorOf(db().query(sql`selec 1`)))).toBe(null);
  expect(databaseSentence(Object.assign(new Error("x"), { code: "ENOENT" }))).toBe(null);
});
