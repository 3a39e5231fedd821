import { type Database, db, type Queryable } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  Plans?: Node[];
};

/**
 * A read of a table in a statement's plan, and the columns by which its rows are looked up. `limit`: it reads
 * as many rows as are wanted, in the order of an index. Null: it reads all.
 */
export type Scan = { table: string; node: string; by: string | null };

/** The reads of tables in a statement's plan, in the plan's order: without its values where it has a name, as it is planned. */
export async function scansOf(queryable: Queryable, { text, values, name }: Sql): Promise<Scan[]> {
  const [row] = await queryable.query<{ "QUERY PLAN": { Plan: Node }[] }>(
    name === undefined
      ? sql`explain (format json) ${{ text, values }}`
      : sql`explain (generic_plan, format json) ${{ text, values: [] }}`,
  );
  return scansUnder(row?.["QUERY PLAN"][0]?.Plan as Node, false);
}

function scansUnder(node: Node, isLimited: boolean): Scan[] {
  const { "Node Type": type, "Relation Name": table, Plans = [] } = node;
  const by = node["Index Cond"] ?? (isLimited ? "limit" : null);
  const own = table !== undefined && type.endsWith("Scan") ? [{ table, node: type, by }] : [];
  return [...own, ...Plans.flatMap((plan) => scansUnder(plan, type === "Limit"))];
}

/** A database that also records its statements. */
export function recording(): { database: Database; asked: Sql[] } {
  const asked: Sql[] = [];
  const keeping = <Handle extends Queryable>(handle: Handle): Handle => ({
    ...handle,
    query: (statement: Sql) => {
      asked.push(statement);
      return handle.query(statement);
    },
  });
  const own = db();
  const database: Database = {
    ...keeping(own),
    transaction: (work) => own.transaction((tx) => work(keeping(tx))),
  };
  return { database, asked };
}
