import pg from "pg";
import { expect, it } from "vitest";
import { openDatabase } from "@/lib/db/client";
import { opening } from "@/lib/db/session/settings";
import { sql } from "@/lib/db/sql";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();

it("has the settings of the address and ours, which count where both name one", async () => {
  const url = new URL(process.env.DATABASE_URL as string);
  url.searchParams.set("options", "-c work_mem=1234kB -c enable_seqscan=on");
  const database = openDatabase(url.href, 1);
  const names = sql`select current_setting('work_mem') as memory, current_setting('enable_seqscan') as scan`;
  expect(await database.query(names)).toEqual([{ memory: "1234kB", scan: "off" }]);
  await database.close();
});

it("sees the tables of the schema that the address names, whatever options it has", () => {
  const url = "postgres://user:p%40ss@db.example/gateway?options=-c%20search_path%3Dother&schema=cell_2";
  const { connectionString, options, application_name } = opening(url);
  expect(connectionString).toBe("postgres://user:p%40ss@db.example/gateway");
  expect(options).toMatch(/^-c search_path=other .* -c search_path=cell_2$/);
  expect(application_name).toBe("gateway:cell_2");
  expect(opening("postgres://db.example/gateway")).toMatchObject({
    options: expect.not.stringContaining("search_path"),
    application_name: "gateway:public",
  });
});

it("leaves an address as it is that has none", () => {
  const url = "postgres://user:p%40ss@db.example/gateway?sslmode=require";
  expect(opening(url)).toMatchObject({ connectionString: url, options: expect.stringMatching(/^-c /) });
  const { password } = new pg.Client(opening(`${url}&options=endpoint%3Done`));
  expect(password).toBe("p@ss");
});
