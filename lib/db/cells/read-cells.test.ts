import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readCells } from "@/lib/db/cells/read-cells";
import { loadEnv } from "@/lib/env";

const folder = mkdtempSync(path.join(tmpdir(), "gateway-cells-"));
afterAll(() => rmSync(folder, { recursive: true }));

const HOME = "postgres://gateway:secret@db.example.com/gateway";
const url = (name: string) => `postgres://gateway:secret@db.example.com:5432/${name}`;

describe("the setting CELLS", () => {
  it("is JSON, or the path of a file with it", () => {
    const text = JSON.stringify({ 2: url("two"), 49: url("more") });
    const file = path.join(folder, "cells.json");
    writeFileSync(file, text);
    const expected = new Map([
      [2, url("two")],
      [49, url("more")],
    ]);
    expect(readCells(text, HOME)).toEqual(expected);
    expect(readCells(file, HOME)).toEqual(expected);
  });

  it("may name schemas of one database, home's among them", () => {
    const urls = { 2: `${HOME}?schema=cell_2`, 3: `${HOME}?sslmode=require&schema=cell_3` };
    expect(Object.fromEntries(readCells(JSON.stringify(urls), HOME))).toEqual(urls);
    expect(readCells(JSON.stringify({ 2: HOME }), `${HOME}?schema=cell_1`).get(2)).toBe(HOME);
  });

  it.each([
    ["{", "it must be JSON"],
    ["[]", "its file cannot be read (ENOENT)"],
    ["/nowhere/cells.json", "its file cannot be read (ENOENT)"],
    ["{}", "it names no cell"],
    ['{"2": 7}', "an address must be a text"],
    ['{"2": "mysql://secret@host/x"}', "an address begins with postgres://"],
    [JSON.stringify({ 1: url("two") }), "cell 1 is the one of DATABASE_URL"],
    [JSON.stringify({ 0: url("two") }), "a cell's number is from 2 to 49, and not 0"],
    [JSON.stringify({ 50: url("two") }), "a cell's number is from 2 to 49, and not 50"],
    [JSON.stringify({ "02": url("two") }), "a cell's number is from 2 to 49, and not 02"],
    [JSON.stringify({ 2: url("two"), 3: url("two") }), "cells 2 and 3 are one database"],
    [JSON.stringify({ 2: "postgresql://other@DB.example.com/gateway" }), "cells 1 and 2 are one database"],
    [JSON.stringify({ 2: `${HOME}?schema=public` }), "cells 1 and 2 are one database and schema"],
    [JSON.stringify({ 2: `${HOME}?schema=a`, 3: `${HOME}?schema=a` }), "cells 2 and 3 are one database"],
    ...["", "Cell", "cell-2", "2nd", "a b", "pg_x", "information_schema", "x".repeat(64), "a&schema=b"].map(
      (schema): [string, string] => [
        JSON.stringify({ 2: `${HOME}?schema=${schema}` }),
        "a schema is a name of",
      ],
    ),
  ])("is refused as %s with a sentence, without a password", (text, sentence) => {
    expect(() => readCells(text, HOME)).toThrow(sentence);
    expect(() => readCells(text, HOME)).not.toThrow("secret");
  });

  it("goes beside a home cell in a schema, which is read in the same way", () => {
    expect(loadEnv({ DATABASE_URL: `${HOME}?schema=cell_1` }).databaseUrl).toBe(`${HOME}?schema=cell_1`);
    expect(() => loadEnv({ DATABASE_URL: `${HOME}?schema=Cell` })).toThrow("DATABASE_URL a schema is a name");
  });

  it("needs the home cell's address", () => {
    expect(() => loadEnv({ CELLS: JSON.stringify({ 2: url("two") }) })).toThrow(
      "Setting DATABASE_URL is missing: with CELLS, name the database of the home cell.",
    );
  });
});
