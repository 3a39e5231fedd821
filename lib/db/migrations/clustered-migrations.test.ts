import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { MIGRATIONS } from "@/lib/db/migrations/migrate";
import { listMigrations } from "@/lib/db/migrations/schema-engine";

/** Earlier migrations were all applied to a schema before Citus could place it on a node. */
const PLACED_FROM = "20261128140000";

/** Returns the statements of a script, without comments and the bodies of functions. */
function statementsOf(script: string): string[] {
  const read = script.replace(/--[^\n]*/g, "").replace(/\$\$[\s\S]*?\$\$/g, "''");
  return read.split(";").map((statement) => statement.replace(/\s+/g, " ").trim());
}

/** Counts the sub-commands of an `alter table`: the commas outside of brackets, and one. */
function subcommands(statement: string): number {
  let depth = 0;
  let count = 1;
  for (const letter of statement) {
    if (letter === "(") depth++;
    else if (letter === ")") depth--;
    else if (letter === "," && depth === 0) count++;
  }
  return count;
}

/** Returns the reason that a migration is bound to one schema, or null. */
function boundToSchema(script: string): string | null {
  if (/["\s(]public"?\."?\w/i.test(script)) return "names the schema public";
  return /\bsearch_path\b/i.test(script) ? "sets a search path" : null;
}

/** Returns the reason that Citus would refuse a statement on a placed schema, or null. */
function refusedWherePlaced(statement: string): string | null {
  if (/^alter table\b/i.test(statement) && /\bconstraint\b/i.test(statement) && subcommands(statement) > 1)
    return "changes a constraint beside something else: each is a statement of its own";
  if (/^alter sequence\b/i.test(statement)) return "alters a sequence";
  if (/^create (?:or replace )?rule\b/i.test(statement)) return "makes a rule";
  return /\bconcurrently\b/i.test(statement) ? "cannot be in the transaction of a script" : null;
}

describe("migrations", () => {
  const scripts = listMigrations(MIGRATIONS).map((name) => ({
    name,
    script: readFileSync(path.join(MIGRATIONS, name, "migration.sql"), "utf8"),
  }));

  it("can be applied in any schema", () => {
    expect(scripts.length).toBeGreaterThan(90);
    expect(scripts.filter(({ script }) => boundToSchema(script) !== null)).toEqual([]);
    expect(boundToSchema('alter table "public"."messages" drop column x')).toBe("names the schema public");
    expect(boundToSchema("select set_config('search_path', 'a', true)")).toBe("sets a search path");
  });

  it("can be applied in a schema that is on a node of a cluster", () => {
    const refused = scripts
      .filter(({ name }) => name >= PLACED_FROM)
      .flatMap(({ name, script }) =>
        statementsOf(script).map((statement) => `${name}: ${refusedWherePlaced(statement)}`),
      );
    expect(refused.filter((line) => !line.endsWith(": null"))).toEqual([]);
    const two = "alter table a add column b int, add constraint c check (b in (1, 2))";
    expect(refusedWherePlaced(two)).toMatch("beside something else");
    expect(refusedWherePlaced("alter table a add constraint c check (b in (1, 2))")).toBeNull();
    expect(refusedWherePlaced("alter table a add column b int, add column d int")).toBeNull();
    expect(refusedWherePlaced("create index concurrently i on a (b)")).not.toBeNull();
    expect(refusedWherePlaced("alter sequence a_id_seq restart 7")).toBe("alters a sequence");
  });
});
