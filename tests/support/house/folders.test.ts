import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "@/server/base/root";
import { findFolderCycle, readSources } from "@/tests/support/house/folders";

const FOLDERS = ["app", "bench", "components", "e2e", "inngest", "lib", "scripts", "server", "tests"];

describe("the folders of the project", () => {
  const sources = readSources(ROOT, FOLDERS);

  it("import one another one way", () => {
    expect(sources.length).toBeGreaterThan(1000);
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(4000);
    expect(findFolderCycle(sources)).toBeNull();
  });

  const writers = sources.filter(
    ({ file }) => /^(app|lib|mcp|server|scripts|inngest)\//.test(file) && !file.includes(".test."),
  );

  it("keep statements in files of their own", () => {
    const tag = /(?<![\w.`])sql(<[^`]*>)?`/;
    const found = writers.filter(({ file }) => tag.test(readFileSync(path.join(ROOT, file), "utf8")));
    const others = found.map(({ file }) => file).filter((file) => !file.endsWith(".sql.ts"));
    expect(found.length).toBeGreaterThan(50);
    // The definition of `sql` itself.
    expect(others).toEqual(["lib/db/sql.ts"]);
  });

  it("lock rows alone, and ask for nothing that only one node of a cluster knows", () => {
    const alone = /pg_(try_)?advisory|\bxmax\b/;
    const found = writers.filter(({ file }) => alone.test(readFileSync(path.join(ROOT, file), "utf8")));
    // Migrations are compared and applied on one connection, and the views of a node are made and removed on
    // one.
    expect(found.map(({ file }) => file)).toEqual([
      "lib/db/migrations/migrate.ts",
      "lib/db/nodes/node.sql.ts",
    ]);
  });

  it("write ledger entries through one statement", () => {
    const found = writers.filter(({ file }) =>
      /insert into ledger_entries/.test(readFileSync(path.join(ROOT, file), "utf8")),
    );
    expect(found.map(({ file }) => file)).toEqual(["lib/ledger/entries.sql.ts"]);
  });
});

describe("what looks at folders", () => {
  it("finds a round, however long, and leaves tests out", () => {
    const round = [
      { file: "a/x.ts", imports: ["b/x.ts"] },
      { file: "b/x.ts", imports: ["b/y.ts"] },
      { file: "b/y.ts", imports: ["c/x.ts"] },
    ];
    expect(findFolderCycle([...round, { file: "c/x.test.ts", imports: ["a/x.ts"] }])).toBeNull();
    expect(findFolderCycle([...round, { file: "c/x.ts", imports: ["a/x.ts"] }])).toEqual([
      "a",
      "b",
      "c",
      "a",
    ]);
  });
});
