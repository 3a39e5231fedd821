import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { firstIdOf } from "@/lib/cell-numbers";
import { openDatabase } from "@/lib/db/client";
import { listedMigrations } from "@/lib/db/migrations/migration-history";
import { runCommandFile, runCommandHere } from "@/tests/support/commands/commands";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";
import { TEST_SECRET } from "@/tests/support/database/submission";

const names = { home: newName(), two: newName(), three: newName(), other: newName() };
const urlOf = (name: keyof typeof names) => databaseUrl(inject("adminUrl"), names[name]);
const CELLS = () => JSON.stringify({ 2: urlOf("two"), 3: urlOf("three"), 9: urlOf("other") });
const settings = (more: Record<string, string> = {}) => ({
  DATABASE_URL: urlOf("home"),
  CELLS: CELLS(),
  AUTH_SECRET: TEST_SECRET,
  LOG_LEVEL: "silent",
  ...more,
});

function newName(): string {
  return `test_${randomUUID().replaceAll("-", "")}`;
}

beforeAll(async () => {
  await createDatabase(inject("adminUrl"), names.home, inject("templateDatabase"));
  await createDatabase(inject("adminUrl"), names.two);
  await createDatabase(inject("adminUrl"), names.three);
  await createDatabase(inject("adminUrl"), names.other);
});
afterAll(async () => {
  for (const name of Object.values(names)) await dropDatabase(inject("adminUrl"), name);
});

const cells = async (args: string[], more: Record<string, string> = {}) => {
  const { code, out, err } = await runCommandHere("cells", args, settings(more));
  return { code, err, said: out === "" ? null : JSON.parse(out) };
};
const account = (args: string[]) => runCommandHere("account", args, settings());
const GIVEN = ["--password", "correct horse battery", "--name", "A shop"];

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

describe("npm run cells", () => {
  it("adds an empty database as a cell, as a process of its own too", async () => {
    const added = await runCommandFile("cells", ["add", "2"], settings());
    expect(added.err).toBe("");
    expect(JSON.parse(added.out)).toEqual({
      cell: 2,
      answers: true,
      problem: null,
      schema: "current",
      accounts: 0,
      sharedTables: "current",
      database: `${names.two} at ${new URL(urlOf("two")).host}`,
      migrationsApplied: listedMigrations().length,
    });
    expect(added.out).not.toContain("password");
    const made = await account(["create", "--email", "shop@example.com", ...GIVEN, "--cell", "2"]);
    expect(JSON.parse(made.out)).toMatchObject({ accountId: firstIdOf(2) });
  });

  it("adds it again without harm, and goes on counting", async () => {
    expect(await cells(["add", "2"])).toMatchObject({
      code: 0,
      said: { cell: 2, problem: null, accounts: 1, migrationsApplied: 0 },
    });
    const made = await account(["create", "--email", "shop2@example.com", ...GIVEN, "--cell", "2"]);
    expect(JSON.parse(made.out)).toMatchObject({ accountId: firstIdOf(2) + 1 });
  });

  it("refuses what holds something else, another cell's accounts, and the home cell by another address", async () => {
    await run(urlOf("other"), "create table notes (id int)");
    expect(await cells(["add", "9"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("holds something else: a cell begins with an empty one."),
    });
    const CELLS = JSON.stringify({ 4: urlOf("two") });
    expect(await cells(["add", "4"], { CELLS })).toMatchObject({
      code: 1,
      err: expect.stringContaining(`has account ${firstIdOf(2)}, which belongs to cell 2.`),
    });
    const home = new URL(urlOf("home"));
    const { hostname, searchParams } = home;
    const socket = searchParams.get("host");
    if (socket) searchParams.set("host", `${socket}/`);
    else home.hostname = hostname === "localhost" ? "127.0.0.1" : "localhost";
    const same = await cells(["add", "4"], { CELLS: JSON.stringify({ 4: home.href }) });
    expect(same).toMatchObject({ code: 1, err: expect.stringContaining("is the home cell's.") });
    const db = openDatabase(urlOf("home"), 1);
    const [sequence] = await db.query({
      text: "select min_value::int as min from pg_sequences where sequencename = 'accounts_id_seq'",
      values: [],
    });
    await db.close();
    expect(sequence).toEqual({ min: 1 });
  });

  it("lists all of them, and says of each how it is", async () => {
    const away = JSON.stringify({
      2: urlOf("two"),
      3: urlOf("three"),
      7: "postgres://a:hidden@127.0.0.1:1/b",
    });
    const { code, said } = await cells(["list"], { CELLS: away });
    expect(code).toBe(0);
    expect(said).toMatchObject([
      { cell: 1, answers: true, problem: null, schema: "current", accounts: 0, sharedTables: null },
      { cell: 2, answers: true, problem: null, schema: "current", accounts: 2, sharedTables: "current" },
      { cell: 3, answers: true, problem: "It lacks migrations.", schema: "pending", accounts: null },
      {
        cell: 7,
        answers: false,
        problem: expect.stringContaining("ECONNREFUSED"),
        database: "b at 127.0.0.1:1",
      },
    ]);
    expect(JSON.stringify(said)).not.toContain("hidden");
  });

  it("checks, and says by its exit code whether anything is wrong", async () => {
    const two = JSON.stringify({ 2: urlOf("two") });
    expect(await cells(["check"], { CELLS: two })).toMatchObject({
      code: 0,
      said: [{ cell: 1 }, { cell: 2, directory: { removed: [], added: [], conflicts: [] } }],
    });
    await run(urlOf("home"), "delete from cell_addresses where email = 'shop2@example.com'");
    const found = await cells(["check"], { CELLS: two });
    expect(found.said[1]).toMatchObject({ directory: { added: ["shop2@example.com"] } });
    await account(["create", "--email", "home@example.com", ...GIVEN]);
    // A database of another cell is reported, and its directory is not corrected.
    const swapped = await cells(["check"], { CELLS: JSON.stringify({ 5: urlOf("two") }) });
    expect(swapped).toMatchObject({
      code: 1,
      said: [
        { cell: 1 },
        { cell: 5, problem: expect.stringContaining("belongs to cell 2"), directory: null },
      ],
    });
  });

  it("says what it takes, and that there must be cells", async () => {
    expect(await cells([])).toMatchObject({ code: 1, err: expect.stringContaining("Usage") });
    expect(await cells(["add", "1"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("no cell 1 to add"),
    });
    expect(await cells(["check"], { CELLS: "" })).toMatchObject({
      code: 1,
      err: expect.stringContaining("CELLS is not set"),
    });
    expect(await cells(["list"], { CELLS: "nowhere.json" })).toMatchObject({
      code: 1,
      err: expect.stringContaining("Setting CELLS: its file cannot be read"),
    });
  });
});

describe("other commands", () => {
  const two = () => ({ ...settings(), CELLS: JSON.stringify({ 2: urlOf("two") }) });

  it("find the cell of an account by its email address", async () => {
    const topped = await account(["topup", "--email", "shop@example.com", "--amount", "5"]);
    expect(JSON.parse(topped.out)).toMatchObject({ accountId: firstIdOf(2), balance: "5.00" });
    const listed = await account(["list", "--cell", "2"]);
    expect(JSON.parse(listed.out)).toHaveLength(2);
    expect(await account(["list", "--cell", "8"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is no cell 8"),
    });
    const twice = await account(["create", "--email", "shop@example.com", ...GIVEN]);
    expect(twice).toMatchObject({ code: 1, err: expect.stringContaining("There is already an account") });
  });

  it("bring every cell up to date, and name each", async () => {
    const migrated = await runCommandHere("migrate", [], two());
    expect(migrated).toMatchObject({ code: 0, err: "" });
    expect(migrated.out.trim().split("\n")).toEqual([
      expect.stringMatching(/^Cell 1, test_\w+ at .*: The database is up to date\.$/),
      expect.stringMatching(/^Cell 2, test_\w+ at .*: The database is up to date\.$/),
    ]);
  });

  it("take up a migration again that has failed in one cell", async () => {
    const name = listedMigrations().at(-1) as string;
    const row = `update _prisma_migrations set rolled_back_at = null`;
    await run(urlOf("two"), `${row}, finished_at = null where migration_name = '${name}'`);
    const failed = await runCommandHere("migrate", [], two());
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining(`-- rolled-back ${name}\``) });
    const marked = await runCommandHere("migrate", ["rolled-back", name], two());
    expect(marked).toMatchObject({ code: 0, err: "", out: `${name} will be retried.\n` });
    await run(urlOf("two"), `${row}, finished_at = now() where rolled_back_at is not null`);
    expect(await runCommandHere("migrate", [], two())).toMatchObject({ code: 0 });
    expect(await runCommandHere("migrate", ["rolled-back", name], two())).toMatchObject({ code: 1 });
  });

  it("audit the books of every cell, and say of which a difference is", async () => {
    const agrees = await runCommandHere("audit-books", [], two());
    expect(JSON.parse(agrees.out)).toEqual({ agrees: true, findings: [] });
    await run(urlOf("two"), "update accounts set balance_micros = 7 where email = 'shop2@example.com'");
    const differs = await runCommandHere("audit-books", [], two());
    expect(differs.code).toBe(1);
    expect(JSON.parse(differs.out).findings).toMatchObject([{ cell: 2 }]);
  });
});

describe("npm run cells -- move-account", () => {
  const two = () => ({ ...settings(), CELLS: JSON.stringify({ 2: urlOf("two") }) });
  const move = async (...options: string[]) => {
    const { code, out, err } = await runCommandHere("cells", ["move-account", ...options], two());
    return { code, err, said: out === "" ? null : JSON.parse(out) };
  };

  it("is refused with the usage, or with a sentence", async () => {
    for (const options of [[], ["--to", "2"], ["--account", "1"], ["--account", "1", "--to", "x"]])
      expect(await move(...options)).toMatchObject({ code: 1, err: expect.stringContaining("Usage:") });
    expect(await runCommandHere("cells", ["list", "--undo"], two())).toMatchObject({ code: 1 });
    expect(await move("--account", "nobody@example.com", "--to", "2")).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is no account nobody@example.com."),
    });
    expect(await move("--undo")).toMatchObject({
      code: 1,
      err: expect.stringContaining("No move is under way."),
    });
  });

  it("is told of by the others while it is under way, and can be taken back", async () => {
    const id = firstIdOf(2);
    const begin = `insert into account_move values
      (1, gen_random_uuid(), '{${id}}', 2, 1, 'copying', now(), now())`;
    await run(urlOf("home"), begin);
    await run(urlOf("two"), `insert into move_fence values (1, gen_random_uuid(), '{${id}}', 'leaving')`);
    const listed = await runCommandHere("cells", ["check"], two());
    expect(listed.err).toContain(`A move of ${id} to cell 1 is under way.`);
    expect(JSON.parse(listed.out)).toMatchObject([{ cell: 1 }, { cell: 2, directory: null }]);
    expect(await runCommandHere("audit-books", [], two())).toMatchObject({
      code: 1,
      err: expect.stringContaining("An account moves from or to cell 2"),
    });
    expect(await move("--undo")).toMatchObject({
      code: 0,
      said: { accounts: [id], stayIn: 2, notMovedTo: 1 },
    });
    await run(urlOf("two"), "delete from move_fence");
  });
});
