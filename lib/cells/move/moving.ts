import { PASSING } from "@/lib/cells/move/guard.sql";
import { MOVED_TABLES, type MovedTable } from "@/lib/cells/move/moved-tables";
import type { Shape } from "@/lib/cells/move/rows.sql";
import { readsOf, shapesStatement } from "@/lib/cells/move/rows.sql";
import type { MoveRow } from "@/lib/db/cells/moved.sql";
import { type Database, withLongSession } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";

/** A cell with the address of its database. */
export type Place = { db: Database; url: string };

/** The move of accounts that is under way, as the command that carries it out has it. */
export type Moving = {
  home: Database;
  source: Place;
  target: Place;
  move: MoveRow;
  shapes: ReadonlyMap<string, Shape>;
  /** What the operator reads. */
  say: (sentence: string) => void;
  /** Called before each step, by its name; throws where the command is not to go on. */
  step: (name: string) => Promise<void>;
};

/** Why an account cannot move, or does not move just now: a sentence for the operator. */
export class MoveError extends Error {}

/** What runs statements. */
export type Asking = { query<Row>(statement: Sql): Promise<Row[]> };

/** Does work that sees one snapshot of a cell, changes nothing there and may take its time. */
export function inSnapshot<Result>(
  { url }: Place,
  work: (asking: Asking) => Promise<Result>,
): Promise<Result> {
  return withLongSession(url, async (client) => {
    // The other cell may take as long as a statement may.
    await client.query("set idle_in_transaction_session_timeout = '15min'");
    await client.query("begin isolation level repeatable read, read only");
    const query = async <Row>({ text, values }: Sql) =>
      (await client.query({ text, values: [...values] })).rows as Row[];
    await query(PASSING);
    return work({ query });
  });
}

/** The shapes of all tables whose rows move, for these accounts. */
export async function readShapes(
  db: Asking,
  accounts: readonly number[],
): Promise<ReadonlyMap<string, Shape>> {
  const tables = MOVED_TABLES.map(({ table }) => table);
  const shapes = await db.query<Omit<Shape, "reads">>(shapesStatement(tables));
  return new Map(shapes.map((shape) => [shape.table, { ...shape, reads: readsOf(shape, accounts) }]));
}

/** The shape of a table. */
export function shapeOf({ shapes }: Pick<Moving, "shapes">, { table }: Pick<MovedTable, "table">): Shape {
  const shape = shapes.get(table);
  if (!shape) throw new Error(`There is no table ${table}.`);
  return shape;
}
