import { expect, it } from "vitest";
import { literal, NOTHING, type Sql, sql } from "@/lib/db/sql";

const between = (low: number, high: number) => sql`n between ${low} and ${high}`;

/** Returns the statement of one template, for any pieces. */
const picked = (name: unknown, where: Sql | unknown, most: Sql) =>
  sql`select ${name} from t where ${where} limit ${most}`;

it("numbers parameters through all that a statement is made of", () => {
  const statement = sql`select ${"a"} where ${between(1, 2)} or ${between(3, 4)} and m = ${5}`;
  expect(statement).toEqual({
    text: "select $1 where n between $2 and $3 or n between $4 and $5 and m = $6",
    values: ["a", 1, 2, 3, 4, 5],
  });
});

it("makes the text anew where a template has other pieces than before", () => {
  const few = { text: "select $1 from t where n between $2 and $3 limit 10", values: ["a", 1, 2] };
  expect(picked("a", between(1, 2), literal(10))).toEqual(few);
  expect(picked("b", between(3, 4), literal(10))).toEqual({ ...few, values: ["b", 3, 4] });
  expect(picked("a", between(1, 2), literal(20)).text).toBe(few.text.replace("10", "20"));
  expect(picked("a", true, literal(20))).toEqual({
    text: "select $1 from t where $2 limit 20",
    values: ["a", true],
  });
  expect(picked(sql`name`, NOTHING, literal(20))).toEqual({
    text: "select name from t where  limit 20",
    values: [],
  });
  expect(picked("a", between(1, 2), literal(10))).toEqual(few);
});
