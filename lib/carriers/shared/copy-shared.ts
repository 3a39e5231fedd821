import { createHash } from "node:crypto";
import { shareOf, shareOfCell } from "@/lib/carriers/shared/share";
import {
  copyStatement,
  noteCopyStatement,
  SHARED_TABLES,
  sharedColumnsStatement,
  sharedRowsStatement,
  takeRowsStatements,
} from "@/lib/carriers/shared/shared-tables.sql";
import { HOME_CELL } from "@/lib/cell-numbers";
import { type Database, db, type Queryable } from "@/lib/db/client";
import { lockSlots } from "@/lib/db/locks/lock-rows";

/** The rows of each shared table as JSON, and a hash of all of them. */
type SharedRows = { hash: Buffer; tables: Readonly<Record<string, unknown>> };

type NetworkRow = { kind: string; settings: unknown; enabled: boolean };

/** The kind of networks that are reached by links. Each cell has its part of their links. */
const LINKED = "smpp";

/**
 * Copies the home cell's shared tables into a cell (rules: shared tables): all of them in one transaction, if they have
 * changed since the last copy. Home itself is skipped.
 * @returns whether anything was copied.
 */
export async function copyShared(cell: Database, now: Date): Promise<boolean> {
  if (cell.cell === HOME_CELL) return false;
  if (await hasCopy(cell, await readShared(db(), cell.cell))) return false;
  return cell.transaction(async (tx) => {
    // Outside the home cell, this lock only separates concurrent copies.
    await lockSlots(tx, "directory", [0]);
    // The read follows the lock: an earlier one may be older than another server's copy.
    const shared = await readShared(db(), cell.cell);
    if (await hasCopy(tx, shared)) return false;
    const found = await tx.query<{ table: string; columns: string[] }>(sharedColumnsStatement());
    const columns = new Map(found.map((each) => [each.table, each.columns]));
    for (const each of SHARED_TABLES) {
      const rows = JSON.stringify(shared.tables[each.table]);
      for (const statement of takeRowsStatements(each, columns.get(each.table) ?? [], rows))
        await tx.query(statement);
    }
    await tx.query(noteCopyStatement(shared.hash, now));
    return true;
  });
}

/** Returns whether a cell's copy of the shared tables is current. */
export async function isCopied(cell: Database): Promise<boolean> {
  return hasCopy(cell, await readShared(db(), cell.cell));
}

/**
 * Reads the shared rows of the home cell. A network of which the cell has no part is disabled, so that routes
 * use another one.
 */
async function readShared(home: Database, cell: number): Promise<SharedRows> {
  const [row] = await home.query<{ rows: string }>(sharedRowsStatement());
  if (!row) throw new Error("The statement returned no row.");
  const share = shareOfCell(cell);
  const tables = JSON.parse(row.rows) as Record<string, unknown> & { carriers: NetworkRow[] };
  const carriers = tables.carriers.map((carrier) => ({
    ...carrier,
    enabled:
      carrier.enabled && share !== null && shareOf(carrier.settings, carrier.kind === LINKED, share) !== null,
  }));
  const hash = createHash("sha256").update(row.rows).update(JSON.stringify(share)).digest();
  return { hash, tables: { ...tables, carriers } };
}

async function hasCopy(cell: Queryable, { hash }: SharedRows): Promise<boolean> {
  const [copied] = await cell.query<{ hash: Buffer }>(copyStatement());
  return copied !== undefined && hash.equals(copied.hash);
}
