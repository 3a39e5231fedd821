import { type Database, db, type Queryable } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";

type Node = {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "CTE Name"?: string;
  "Index Cond"?: string;
  "Actual Loops"?: number;
  Plans?: Node[];
};

/**
 * A read of a table in a statement's plan, and the columns by which rows are looked up. `limit`: the read
 * stops after the wanted number of rows, in the order of an index. Null: it reads all rows.
 */
export type Scan = { table: string; node: string; by: string | null };

/**
 * Returns the reads of tables in a statement's plan, in the plan's order. A named statement is planned
 * without its values, as in production.
 */
export async function scansOf(queryable: Queryable, statement: Sql): Promise<Scan[]> {
  return scansUnder(await planOf(queryable, statement), false);
}

/** Returns the `with` queries of a statement that its plan reads again for each row of another one. */
export async function rescansOf(
  queryable: Queryable,
  statement: Sql,
): Promise<{ of: string; forEach: string }[]> {
  return rescansUnder(await planOf(queryable, statement));
}

async function planOf(queryable: Queryable | Database, { text, values, name }: Sql): Promise<Node> {
  const explain =
    name === undefined
      ? sql`explain (format json) ${{ text, values }}`
      : sql`explain (generic_plan, format json) ${{ text, values: [] }}`;
  const ask = (of: Queryable) => of.query<{ "QUERY PLAN": { Plan: Node }[] }>(explain);
  // A named statement is planned as in a transaction: see `lib/db/session/planning`.
  const isByItself = name === undefined || !("transaction" in queryable);
  const [row] = await (isByItself ? ask(queryable) : queryable.transaction(ask));
  return row?.["QUERY PLAN"][0]?.Plan as Node;
}

function rescansUnder({ "Node Type": type, Plans = [] }: Node): { of: string; forEach: string }[] {
  const [outer, inner] = Plans.map((plan) => plan["CTE Name"]);
  const own = type === "Nested Loop" && outer && inner ? [{ of: inner, forEach: outer }] : [];
  return [...own, ...Plans.flatMap(rescansUnder)];
}

function scansUnder(node: Node, isLimited: boolean): Scan[] {
  const { "Node Type": type, "Relation Name": relation, Plans = [] } = node;
  const by = node["Index Cond"] ?? (isLimited ? "limit" : null);
  const own = relation !== undefined && type.endsWith("Scan");
  const isOfParts = /^(Merge )?Append$/.test(type);
  const under = Plans.flatMap((plan) => scansUnder(plan, type === "Limit" || (isOfParts && isLimited)));
  return own ? [{ table: tableOf(relation), node: type, by }, ...under] : isOfParts ? eachOnce(under) : under;
}

/** Returns the table of a relation in a plan, which may be a partition. */
export function tableOf(relation: string): string {
  return relation.replace(/_(first|\d{4}_\d{2})$/, "");
}

/** Returns each scan once: all partitions are read in the same way. */
function eachOnce(scans: readonly Scan[]): Scan[] {
  return [...new Map(scans.map((scan) => [JSON.stringify(scan), scan])).values()];
}

/**
 * Returns the reads of a statement's plan that use an index without its first column, and so read the whole
 * index. The planner may choose such a read for a table that it thinks empty.
 */
export async function wholeIndexesOf(queryable: Queryable, statement: Sql): Promise<string[]> {
  const indexes = await queryable.query<{ name: string; first: string }>(sql`
    select c.relname as name, pg_get_indexdef(c.oid, 1, false) as first from pg_class c where c.relkind = 'i'`);
  const firsts = new Map(indexes.map(({ name, first }) => [name, first]));
  const under = (node: Node): string[] => {
    const { "Index Name": index = "", "Index Cond": condition, "Relation Name": relation, Plans = [] } = node;
    const isWhole = condition !== undefined && !condition.includes(firsts.get(index) ?? "");
    return [...(isWhole ? [`${relation} by ${index}: ${condition}`] : []), ...Plans.flatMap(under)];
  };
  return under(await planOf(queryable, statement));
}

/**
 * Runs a statement.
 * @returns the number of times that a table was looked into for it.
 */
export async function looksInto(
  queryable: Queryable,
  wanted: string,
  { text, values }: Sql,
): Promise<number> {
  const explain = sql`explain (analyze, format json) ${{ text, values }}`;
  const [row] = await queryable.query<{ "QUERY PLAN": { Plan: Node }[] }>(explain);
  const under = ({ "Relation Name": relation = "", "Actual Loops": loops = 0, Plans = [] }: Node): number =>
    (tableOf(relation) === wanted ? loops : 0) + Plans.reduce((sum, plan) => sum + under(plan), 0);
  return under(row?.["QUERY PLAN"][0]?.Plan as Node);
}

/** Returns a database that records its statements. */
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
