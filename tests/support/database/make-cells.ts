import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { addCell } from "@/lib/cells/manage/add-cell";
import { cellDatabase } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { reloadEnv } from "@/lib/env";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";
import { clusterCell } from "@/tests/support/database/cluster-cells";

/** The cells of a test file besides home. */
const NUMBERS = [2, 3];

const made = globalThis as typeof globalThis & { testsTemplateElsewhere?: Promise<string> };

/** Returns a migrated database on the other server. Each process of the run creates it once. */
function templateElsewhere(): Promise<string> {
  const make = async () => {
    const name = `template_${randomUUID().replaceAll("-", "")}`;
    await createDatabase(inject("otherAdminUrl"), name);
    await migrate(databaseUrl(inject("otherAdminUrl"), name));
    return name;
  };
  made.testsTemplateElsewhere ??= make();
  return made.testsTemplateElsewhere;
}

/**
 * The kind of a cell. `databases` are on home's server, and `servers` on another one. `schemas` are in
 * home's database, and `cluster` means schemas that a cluster has placed on a node.
 */
export type CellKind = "databases" | "schemas" | "servers" | "cluster";

/**
 * Adds the cells 2 and 3 to the home cell that `db()` opens.
 * @returns a function that removes them.
 */
export async function makeCells(kind: CellKind): Promise<() => Promise<void>> {
  const isSchemas = kind === "schemas";
  const isCluster = kind === "cluster";
  const names = isSchemas || isCluster ? [] : NUMBERS.map(() => `test_${randomUUID().replaceAll("-", "")}`);
  const isElsewhere = kind === "servers";
  const adminUrl = isElsewhere ? inject("otherAdminUrl") : inject("adminUrl");
  const templateDatabase = isElsewhere ? await templateElsewhere() : inject("templateDatabase");
  for (const name of names) await createDatabase(adminUrl, name, templateDatabase);
  const addresses = isCluster
    ? await Promise.all(NUMBERS.map(clusterCell))
    : NUMBERS.map((number, index) =>
        isSchemas ? schemaUrl(`cell_${number}`) : databaseUrl(adminUrl, names[index] as string),
      );
  const urls = Object.fromEntries(NUMBERS.map((number, index) => [number, addresses[index] as string]));
  process.env.CELLS = JSON.stringify(urls);
  reloadEnv();
  for (const [number, url] of Object.entries(urls))
    await addCell({ home: db(), cell: cellDatabase(db(), Number(number)) }, url, new Date());
  return async () => {
    delete process.env.CELLS;
    reloadEnv();
    for (const name of names) await dropDatabase(adminUrl, name);
  };
}

/** Returns the address of a schema of the test file's database. */
export function schemaUrl(schema: string): string {
  const url = new URL(process.env.DATABASE_URL as string);
  url.searchParams.set("schema", schema);
  return url.href;
}
