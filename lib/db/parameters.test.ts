import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { toColumns, toParameters } from "@/lib/db/parameters";
import { sql } from "@/lib/db/sql";
import { countTurns } from "@/tests/support/count-turns";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();

/** Returns the database's reading of an array, as text again. */
async function texts(values: (string | null)[]): Promise<(string | null)[]> {
  const rows = await db().query<{ value: string | null }>(
    sql`select v as value from unnest(${values}::text[]) with ordinality as u (v, place) order by place`,
  );
  return rows.map(({ value }) => value);
}

describe("parameters", () => {
  it("come to the database as they are, whatever texts an array holds", async () => {
    const odd = [
      "",
      " ",
      "null",
      "NULL",
      "{}",
      "{a,b}",
      '"',
      "\\",
      '\\"',
      "a,b",
      "\n\t",
      "é",
      "👋🏽",
      "'; --",
    ];
    expect(await texts([...odd, null])).toEqual([...odd, null]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(fc.string({ unit: "grapheme" }))), async (values) => {
        const storable = values.map((value) => value?.replaceAll("\0", "") ?? null);
        expect(await texts(storable)).toEqual(storable);
      }),
      { numRuns: 60 },
    );
  });

  it("keep numbers, amounts, truths, instants, bytes and gaps", async () => {
    const at = new Date("2026-11-20T23:00:00.123Z");
    const [row] = await db().query(sql`
      select ${[1, -2, null]}::int[] as ints, ${[9_007_199_254_740_993n, null]}::bigint[]::text[] as amounts,
        ${[true, false, null]}::boolean[] as truths, ${[at, null]}::timestamptz[] as instants, ${at}::timestamptz as at,
        ${[Buffer.from("a\\b"), null]}::bytea[] as bytes, ${[]}::text[] as nothing`);
    expect(row).toEqual({
      ints: [1, -2, null],
      amounts: ["9007199254740993", null],
      truths: [true, false, null],
      instants: [at, null],
      at,
      bytes: [Buffer.from("a\\b"), null],
      nothing: [],
    });
  });

  it("leave to the driver what is neither instant nor plain array", () => {
    const [bytes, json] = [Buffer.from("x"), { a: [1] }];
    expect(toParameters([bytes, json, "text", 1n, null, [[1], [2]]])).toEqual([
      bytes,
      json,
      "text",
      1n,
      null,
      [[1], [2]],
    ]);
  });

  it("are the columns of many rows without holding others up", async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => ({ n, text: n % 2 === 0 ? `"${n}, {}` : null }));
    const turns = countTurns();
    const { number, text } = await toColumns(rows, { number: (row) => row.n, text: (row) => row.text });
    expect(turns.end()).toBeGreaterThanOrEqual(19);
    const [count, last] = [rows.length, rows.findLast((row) => row.text)];
    const read = await db().query(sql`
      select count(*)::int as count, max(text) filter (where n = ${last?.n}) as last, count(text)::int as texts
      from unnest(${number}::int[], ${text}::text[]) as r (n, text)`);
    expect(read).toEqual([{ count, last: last?.text, texts: count / 2 }]);
  });
});
