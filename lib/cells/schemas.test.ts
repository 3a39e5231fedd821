import { Readable, Writable } from "node:stream";
import { expect, it } from "vitest";
import { restoreBackup } from "@/lib/backup/restore-backup";
import { writeBackup } from "@/lib/backup/write-backup";
import { addCell } from "@/lib/cells/manage/add-cell";
import { inspectCell } from "@/lib/cells/manage/inspect-cell";
import { now } from "@/lib/clock";
import { db, openDatabase } from "@/lib/db/client";
import { diffSchema, MIGRATIONS, migrate } from "@/lib/db/migrations/migrate";
import { listMigrations } from "@/lib/db/migrations/schema-engine";
import { makeMonthsAhead, monthAfter } from "@/lib/db/partitions/partitions";
import { PARTITIONED, partitionsStatement } from "@/lib/db/partitions/partitions.sql";
import { type Sql, sql } from "@/lib/db/sql";
import { setJobRunner } from "@/lib/db/wake";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { schemaUrl } from "@/tests/support/database/make-cells";
import { moveAccount } from "@/tests/support/moves/cells-of-test";
import { testAccount } from "@/tests/support/server/gateway";
import { sendFrom } from "@/tests/support/server/send";

useTestCells("schemas");

/** Reads the contents of a schema, each one as its definition without the schema's name. */
function contentsStatement(schema: string): Sql {
  return sql`
    with own as (select oid, nspname || '.' as prefix from pg_namespace where nspname = ${schema}), things as (
      select c.relkind::text || ' ' || c.relname || ' ' || coalesce(c.reloptions::text, '') || ' '
        || coalesce(pg_get_indexdef(c.oid), '') as thing from pg_class c join own on own.oid = c.relnamespace
      union all select pg_get_functiondef(p.oid) from pg_proc p join own on own.oid = p.pronamespace
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(k.oid)
        from pg_constraint k join own on own.oid = k.connamespace
      union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
        join own on own.oid = c.relnamespace where not t.tgisinternal
      union all select a.attrelid::regclass || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' '
        || a.attnotnull || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '')
        from pg_attribute a join pg_class c on c.oid = a.attrelid join own on own.oid = c.relnamespace
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where a.attnum > 0)
    select replace(replace(thing, own.prefix, ''), 'public.', '') as thing from things, own order by 1`;
}

it("has in a schema what a database has, and nothing of it elsewhere", async () => {
  const url = schemaUrl("empty");
  await expect(migrate(url)).rejects.toThrow(/, schema empty does not exist: create the schema/);
  await db().query(sql`create schema empty`);
  expect((await migrate(url)).applied).toEqual(listMigrations(MIGRATIONS));
  expect((await migrate(url)).applied).toEqual([]);
  expect(await diffSchema(url, "prisma/schema.prisma")).toBeNull();
  const [made, home] = [
    await db().query(contentsStatement("empty")),
    await db().query(contentsStatement("public")),
  ];
  expect(home.length).toBeGreaterThan(1_000);
  expect(made).toEqual(home);
  // A cluster moves a schema during writes only if each table has a primary key.
  const withoutKey = sql`
    select c.relname from pg_class c where c.relnamespace = 'empty'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`;
  expect(await db().query(withoutKey)).toEqual([]);
  const schemas = sql`select nspname as name from pg_namespace where nspname !~ '^pg_' order by 1`;
  const names = ["cell_2", "cell_3", "empty", "information_schema", "public"];
  expect(await db().query(schemas)).toEqual(names.map((name) => ({ name })));
});

it("is told of by its schema, and is no other cell's", async () => {
  const url = schemaUrl("cell_2");
  expect(await inspectCell(openCell(2), url, db())).toMatchObject({
    database: expect.stringMatching(/^test_\w+ at [\w.:]+, schema cell_2$/),
    problem: null,
  });
  const other = openDatabase(schemaUrl("public"), 1, 4);
  await expect(addCell({ home: db(), cell: other }, schemaUrl("public"), now())).rejects.toThrow(
    "is the home cell's.",
  );
  await other.close();
});

it("wakes the jobs of its own schema, and no others", async () => {
  const account = await testAccount({}, openCell(2));
  const woken: number[] = [];
  setJobRunner({ wake: (_job, _inMs, cell) => woken.push(cell) });
  await openCell(2).transaction(async (tx) => tx.wake("dispatch"));
  expect((await sendFrom(account, {})).status).toBe(200);
  expect(woken.length).toBeGreaterThan(1);
  expect(new Set(woken)).toEqual(new Set([2]));
});

it("has months of its own", async () => {
  const [messages] = PARTITIONED;
  const count = async (cell: number) => (await openCell(cell).query(partitionsStatement(messages))).length;
  expect([await count(1), await count(2)]).toEqual([5, 5]);
  expect(await makeMonthsAhead(openCell(2), monthAfter(now(), 2))).toBe(6);
  expect([await count(1), await count(2)]).toEqual([5, 7]);
});

it("is guarded by itself while an account moves, in both schemas and nowhere else", async () => {
  const { accountId } = await testAccount({}, openCell(2));
  const guarded = sql`
    select distinct n.nspname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace where t.tgname like 'move\\_guard\\_%' order by 1`;
  const seen = new Map<string, unknown>();
  const step = async (name: string) => void seen.set(name, await db().query(guarded));
  await moveAccount(accountId, 3, { step });
  expect(seen.get("hold")).toEqual([{ name: "cell_2" }, { name: "cell_3" }]);
  expect(await db().query(guarded)).toEqual([]);
  expect(await openCell(3).prisma.account.count({ where: { id: accountId } })).toBe(1);
  expect(await openCell(2).prisma.account.count({ where: { id: accountId } })).toBe(0);
});

it("is backed up by itself, and restored while the others are in use", async () => {
  await testAccount({}, openCell(3));
  await testAccount();
  const chunks: Buffer[] = [];
  const target = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const { rows } = await writeBackup(schemaUrl("cell_3"), target, "fingerprint", now);
  expect(rows.accounts).toBe(await openCell(3).prisma.account.count());
  const options = { authSecretFingerprint: "fingerprint", stoppedAt: null };
  const restore = (schema: string) => restoreBackup(schemaUrl(schema), Readable.from(chunks), options);
  const user = openDatabase(schemaUrl("restored"), 1);
  await user.query(sql`select 1`);
  await expect(restore("restored")).rejects.toThrow("in use");
  await user.close();
  expect((await restore("restored")).rows).toEqual(rows);
  await expect(restore("restored")).rejects.toThrow("not empty");
  const restored = openDatabase(schemaUrl("restored"), 1);
  expect(await restored.prisma.account.findMany()).toEqual(await openCell(3).prisma.account.findMany());
  await restored.close();
});
