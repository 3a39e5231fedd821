import { PASSING } from "@/lib/cells/move/guard.sql";
import { MOVED_TABLES, type MovedTable } from "@/lib/cells/move/moved-tables";
import type { Shape } from "@/lib/cells/move/rows.sql";
import { readsOf, shapesStatement } from "@/lib/cells/move/rows.sql";
import type { MoveRow } from "@/lib/db/cells/moved.sql";
import { type Database, withLongSession } from "@/lib/db/client";
import { addressToRead } from "@/lib/db/nodes/placed-schema";
import type { Sql } from "@/lib/db/sql";

/** A cell with the address of its database. */
export type Place = { db: Database; url: string };

/** A move with its databases and tables, for the command that carries it out. */
export type Moving = {
  home: Database;
  source: Place;
  target: Place;
  move: MoveRow;
  shapes: ReadonlyMap<string, Shape>;
  /** Prints a sentence for the operator. */
  say: (sentence: string) => void;
  /** Called with the name of each step before it; throws if the command must not go on. */
  step: (name: string) => Promise<void>;
};

/** A sentence for the operator about an account that cannot move, or not now. */
export class MoveError extends Error {}

/** A connection that runs statements. */
export type Asking = { query<Row>(statement: Sql): Promise<Row[]> };

/** Runs long work on one snapshot of a cell, without changes there. */
export async function inSnapshot<Result>(
  place: Place,
  work: (asking: Asking) => Promise<Result>,
): Promise<Result> {
  const { url, begin } = await addressToRead(place.url);
  return withLongSession(url, async (client) => {
    await client.query(begin);
    // Between two statements here, one of the other cell may take its whole time limit.
    await client.query("set idle_in_transaction_session_timeout = '15min'");
    await client.query("begin isolation level repeatable read, read only");
    const query = async <Row>({ text, values }: Sql) =>
      (await client.query({ text, values: [...values] })).rows as Row[];
    await query(PASSING);
    return work({ query });
  });
}

/** Reads the shapes of all tables whose rows move, for these accounts. */
export async function readShapes(
  db: Asking,
  accounts: readonly number[],
): Promise<ReadonlyMap<string, Shape>> {
  const tables = MOVED_TABLES.map(({ table }) => table);
  const shapes = await db.query<Omit<Shape, "reads">>(shapesStatement(tables));
  return new Map(shapes.map((shape) => [shape.table, { ...shape, reads: readsOf(shape, accounts) }]));
}

/** Returns the shape of a table. */
export function shapeOf({ shapes }: Pick<Moving, "shapes">, { table }: Pick<MovedTable, "table">): Shape {
  const shape = shapes.get(table);
  if (!shape) throw new Error(`There is no table ${table}.`);
  return shape;
}
