import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, test } from "vitest";
import { db } from "@/lib/db/client";
import { diffSchema } from "@/lib/db/migrations/migrate";
import { sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { findPorted } from "@/lib/numbers/find-ported";
import { importPorted, importPortedChanges } from "@/lib/numbers/import-ported";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { NOON } from "@/tests/support/server/send";

useTestDatabase({ each: true });

const folder = mkdtempSync(path.join(tmpdir(), "import-ported-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function write(...rows: string[]): string {
  const file = path.join(folder, `${++files}.csv`);
  writeFileSync(file, `${["msisdn,network_code,ported_at", ...rows].join("\n")}\n`);
  return file;
}

const url = () => env().databaseUrl as string;
const replaceBy = (file: string, allowEmpty = false) => importPorted(url(), file, allowEmpty, NOON);
const change = (...rows: string[]) => importPortedChanges(url(), write(...rows), NOON);

const [A, B, C] = ["64211111111", "64222222222", "64273333333"] as const;
const FIRST = [`${A},53005,2026-03-02`, `${B},53001,2026-03-02 09:30:00`];

async function numbers(): Promise<string[]> {
  const rows = await db().prisma.portedNumber.findMany({ orderBy: { msisdn: "asc" } });
  return rows.map((row) => `${row.msisdn},${row.networkCode},${row.portedAt.toISOString()}`);
}
const FIRST_STORED = [`${A},53005,2026-03-01T11:00:00.000Z`, `${B},53001,2026-03-01T20:30:00.000Z`];

/** Returns the named objects of the table in PostgreSQL's catalog, and leftover tables of imports. */
function structure() {
  return db().query(sql`
    select 'constraint' as kind, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where conrelid = 'ported_numbers'::regclass
    union all select 'index', indexname, indexdef from pg_indexes where tablename = 'ported_numbers'
    union all select 'column', attname, concat_ws(' ', attnum, format_type(atttypid, atttypmod), attnotnull, attstorage)
      from pg_attribute where attrelid = 'ported_numbers'::regclass and attnum > 0
    union all select 'table', relname, concat_ws(' ', relkind, relpersistence, relowner, reloptions)
      from pg_class where relname like 'ported%'
    order by 1, 2`);
}

describe("a full file", () => {
  it("replaces every number that was there", async () => {
    expect(await replaceBy(write(...FIRST))).toEqual({ imported: 2 });
    expect(await numbers()).toEqual(FIRST_STORED);
    expect(await replaceBy(write(`${C},53024,2026-03-02`))).toEqual({ imported: 1 });
    expect(await numbers()).toEqual([`${C},53024,2026-03-01T11:00:00.000Z`]);
  });

  it("may be the sample", async () => {
    expect(await replaceBy(path.resolve("prisma/samples/ported-numbers.csv"))).toEqual({ imported: 20 });
    expect(await findPorted(db(), ["64211230001", "642041230001", "64211230009"])).toEqual(
      new Map([
        ["64211230001", "53005"],
        ["642041230001", "53001"],
      ]),
    );
  });

  it("leaves the table as the migrations made it, to the names of its constraints", async () => {
    const made = await structure();
    await replaceBy(write(...FIRST));
    await replaceBy(write(...FIRST));
    expect(await structure()).toEqual(made);
    expect(await diffSchema(url(), path.resolve("prisma/schema.prisma"))).toBeNull();
    const add = (msisdn: string, networkCode: string) =>
      db().prisma.portedNumber.create({ data: { msisdn, networkCode, portedAt: NOON } });
    await expect(add(A, "53005")).rejects.toThrow(/Unique constraint/);
    await expect(add(C, "53099")).rejects.toThrow(/Foreign key constraint/);
    await expect(add("64312345678", "53005")).rejects.toThrow(/ported_numbers_msisdn_check/);
  });

  it("is planned for from the start: analysed, and known to be visible", async () => {
    await replaceBy(write(...FIRST));
    const [known] = await db().query(sql`
      select reltuples::int as rows, relallvisible::int > 0 as visible from pg_class where relname = 'ported_numbers'`);
    expect(known).toEqual({ rows: 2, visible: true });
  });

  test.each([
    [
      "a bad row",
      [...FIRST, `${C},53099,2026-03-02`],
      'Line 4: network_code "53099" is not a network we know.',
    ],
    [
      "a number that is in it twice",
      [`${C},53001,2026-03-02`, ...FIRST, `${C},53005,2026-03-03`],
      `Lines 2 and 5 both have msisdn ${C}.`,
    ],
    ["no rows", [], /has no rows: with --allow-empty it would remove every ported number\.$/],
  ])("with %s loads nothing", async (_, rows, sentence) => {
    await replaceBy(write(...FIRST));
    const made = await structure();
    await expect(replaceBy(write(...rows))).rejects.toThrow(sentence);
    expect(await numbers()).toEqual(FIRST_STORED);
    expect(await structure()).toEqual(made);
  });

  it("without rows removes every number where that is meant", async () => {
    await replaceBy(write(...FIRST));
    expect(await replaceBy(write(), true)).toEqual({ imported: 0 });
    expect(await numbers()).toEqual([]);
  });
});

describe("a file of changes", () => {
  it("adds, changes and removes, and counts what was not so before", async () => {
    await replaceBy(write(...FIRST));
    const changes = [`${A},53024,2026-04-01`, `${B},,2026-04-01`, `${C},53001,2026-04-01`, "64299999999,,"];
    expect(await change(...changes)).toEqual({ changed: 2, removed: 1 });
    expect(await numbers()).toEqual([
      `${A},53024,2026-03-31T11:00:00.000Z`,
      `${C},53001,2026-03-31T11:00:00.000Z`,
    ]);
    expect(await change(...changes)).toEqual({ changed: 0, removed: 0 });
    expect(await change()).toEqual({ changed: 0, removed: 0 });
  });

  test.each([
    ["a bad row", [`${A},,`, `${C},53005,2026-02-30`], 'Line 3: ported_at "2026-02-30" must be a date'],
    [
      "a number that is in it twice",
      [`${A},,`, `${C},,`, `${A},53024,2026-04-01`],
      "Lines 2 and 4 both have",
    ],
  ])("with %s changes nothing", async (_, rows, sentence) => {
    await replaceBy(write(...FIRST));
    await expect(change(...rows)).rejects.toThrow(sentence);
    expect(await numbers()).toEqual(FIRST_STORED);
  });
});

describe("while others read", () => {
  const all = [A, B, C];

  it("each sees all of the old or all of the new numbers, and no error, by statements prepared before", async () => {
    const even = write(...all.map((msisdn) => `${msisdn},53001,2026-03-02`));
    const odd = write(...all.map((msisdn) => `${msisdn},53005,2026-03-02`));
    await replaceBy(even);
    let done = false;
    const seen = new Set<string>();
    const reader = async () => {
      while (!done) seen.add([...(await findPorted(db(), all)).values()].join());
    };
    const readers = Array.from({ length: 5 }, reader);
    for (let round = 0; round < 10; round++) await replaceBy(round % 2 === 0 ? odd : even);
    done = true;
    await Promise.all(readers);
    expect([...seen].sort()).toEqual(["53001,53001,53001", "53005,53005,53005"]);
  });

  it("who looks with an older snapshot does not find the new table empty", async () => {
    await replaceBy(write(...FIRST));
    await db().transaction(async (tx) => {
      await tx.query(sql`set transaction isolation level repeatable read`);
      await tx.query(sql`select 1 from accounts`);
      await replaceBy(write(`${C},53024,2026-03-02`));
      expect(await findPorted(tx, all)).toEqual(new Map([[C, "53024"]]));
    });
  });

  it("it waits for who holds the old table, lets others read in between, and refuses a second import", async () => {
    await replaceBy(write(...FIRST));
    let importing: Promise<unknown> = Promise.resolve();
    let slowestMs = 0;
    await db().transaction(async (tx) => {
      await findPorted(tx, [A]);
      importing = replaceBy(write(`${C},53024,2026-03-02`));
      const until = performance.now() + 2_600;
      await someoneWaits();
      const busy = "Another import of ported numbers is running. Try again when it is done.";
      await expect(replaceBy(write(...FIRST))).rejects.toThrow(busy);
      await expect(change(`${A},,`)).rejects.toThrow(busy);
      while (performance.now() < until) {
        const askedAt = performance.now();
        expect([...(await findPorted(db(), all)).keys()].sort()).toEqual([A, B]);
        slowestMs = Math.max(slowestMs, performance.now() - askedAt);
      }
    });
    expect(await importing).toEqual({ imported: 1 });
    expect(await numbers()).toHaveLength(1);
    // The reader waited for the swap, and was let through in a pause.
    expect(slowestMs).toBeGreaterThan(500);
    expect(slowestMs).toBeLessThan(2_400);
  });
});

describe("when the server gives up in the middle", () => {
  // A client that is writing when the connection ends may get a broken pipe instead.
  const ENDED = /cancel|terminat|EPIPE|ECONNRESET/;

  test.each(["pg_cancel_backend", "pg_terminate_backend"])(
    "%s: it fails, and leaves nothing",
    async (end) => {
      await replaceBy(write(...FIRST));
      const made = await structure();
      const many = Array.from(
        { length: 300_000 },
        (_, n) => `6421${String(n).padStart(7, "0")},53005,2026-03-02`,
      );
      const failing = expect(replaceBy(write(many.join("\n")))).rejects.toThrow(ENDED);
      for (let ended = 0; ended === 0; ) {
        const copying = sql`datname = current_database() and state = 'active' and query like 'copy %'`;
        const called =
          end === "pg_cancel_backend" ? sql`pg_cancel_backend(pid)` : sql`pg_terminate_backend(pid)`;
        ended = (await db().query(sql`select ${called} from pg_stat_activity where ${copying}`)).length;
      }
      await failing;
      expect(await numbers()).toEqual(FIRST_STORED);
      expect(await structure()).toEqual(made);
      expect(await replaceBy(write(...FIRST))).toEqual({ imported: 2 });
    },
  );
});
