import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { withLongSession } from "@/lib/db/client";
import { makeViews } from "@/lib/db/nodes/placed-schema";
import { PortedImportError } from "@/lib/numbers/import-error";
import * as statements from "@/lib/numbers/import-ported.sql";
import { type PortedRow, type RowRules, readPortedFile } from "@/lib/numbers/ported-file";

const UNIQUE_VIOLATION = "23505";
const LOCK_NOT_AVAILABLE = "55P03";

/** The most attempts to swap the tables, and the pause between two attempts, in which readers do not wait. */
const SWAP_ATTEMPTS = 40;
const SWAP_PAUSE_MS = 500;

/**
 * Replaces all ported numbers by the numbers of a file (rules: ported numbers). One transaction fills a new table,
 * adds the keys and replaces the old table. A concurrent reader sees the whole old table or the whole new one. An
 * import that fails or is killed leaves no trace.
 * @param allowEmpty allows a file without rows: no number is ported after it.
 * @returns the number of ported numbers.
 * @throws PortedImportError with the line of a wrong row, or while another import runs.
 */
export async function importPorted(
  databaseUrl: string,
  file: string,
  allowEmpty: boolean,
  now: Date,
): Promise<{ imported: number }> {
  const result = await inImport(databaseUrl, file, { returns: false, now }, async (client, rules) => {
    await client.query(statements.CREATE_NEXT);
    const imported = await copyRows(client, statements.COPY_NEXT, readPortedFile(file, rules));
    if (imported === 0 && !allowEmpty) {
      throw new PortedImportError(
        `${file} has no rows: with --allow-empty it would remove every ported number.`,
      );
    }
    await runEach(client, statements.KEY_NEXT);
    await runEach(client, statements.FINISH_NEXT);
    await swap(client);
    return { imported };
  });
  await makeViews(databaseUrl);
  return result;
}

/**
 * Applies a file of changes, all or none (rules: ported numbers). A row with a network is a number that the network
 * has taken over. A row without one is a number that is back with its original network.
 * @returns the number of inserted or updated numbers, and of removed ones. Rows without a change are not counted.
 * @throws PortedImportError like `importPorted`.
 */
export async function importPortedChanges(
  databaseUrl: string,
  file: string,
  now: Date,
): Promise<{ changed: number; removed: number }> {
  return inImport(databaseUrl, file, { returns: true, now }, async (client, rules) => {
    await client.query(statements.CREATE_CHANGES);
    await copyRows(client, statements.COPY_CHANGES, readPortedFile(file, rules));
    await client.query(statements.KEY_CHANGES);
    const removed = await client.query(statements.APPLY_RETURNS);
    const changed = await client.query(statements.APPLY_PORTINGS);
    return { changed: changed.rowCount ?? 0, removed: removed.rowCount ?? 0 };
  });
}

/** Runs one import in one transaction. A connection that closes before the commit rolls the import back. */
function inImport<Result>(
  databaseUrl: string,
  file: string,
  given: Omit<RowRules, "networks">,
  work: (client: pg.Client, rules: RowRules) => Promise<Result>,
): Promise<Result> {
  return withLongSession(databaseUrl, async (client) => {
    await client.query("begin isolation level read committed");
    const lock = await client.query(statements.TRY_LOCK);
    if (lock.rows.length === 0) {
      throw new PortedImportError("Another import of ported numbers is running. Try again when it is done.");
    }
    const known = await client.query<{ code: string }>("select code from networks");
    const rules = { ...given, networks: new Set(known.rows.map(({ code }) => code)) };
    try {
      const result = await work(client, rules);
      await client.query("commit");
      return result;
    } catch (error) {
      throw (await explainDuplicate(error, file, rules)) ?? error;
    }
  });
}

/** Copies rows into a table while they are read. Returns the number of rows when all are copied. */
async function copyRows(
  client: pg.Client,
  statement: string,
  batches: AsyncIterable<PortedRow[]>,
): Promise<number> {
  const copy = client.query(copyFrom(statement));
  await pipeline(async function* () {
    // A value that passed the checks has no character that this format must escape.
    for await (const rows of batches) if (rows.length > 0) yield rows.map(copyLine).join("");
  }, copy);
  return copy.rowCount;
}

function copyLine({ msisdn, networkCode, portedAt }: PortedRow): string {
  return `${msisdn}\t${networkCode ?? "\\N"}\t${portedAt?.toISOString() ?? "\\N"}\n`;
}

/** Returns the error that names both lines of a duplicate number, or null for any other error. */
async function explainDuplicate(
  error: unknown,
  file: string,
  rules: RowRules,
): Promise<PortedImportError | null> {
  if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) return null;
  const msisdn = /=\((\d+)\)/.exec(error.detail ?? "")?.[1];
  const lines: number[] = [];
  for await (const rows of readPortedFile(file, rules)) {
    for (const row of rows) if (row.msisdn === msisdn) lines.push(row.line);
    if (lines.length > 1) break;
  }
  // The file has changed since the first read.
  if (lines.length < 2) return null;
  return new PortedImportError(`Lines ${lines[0]} and ${lines[1]} both have msisdn ${msisdn}.`);
}

/** Runs statements one by one: Citus rejects a text of several statements. */
async function runEach(client: pg.Client, texts: readonly string[]): Promise<void> {
  for (const text of texts) await client.query(text);
}

/**
 * Tries to replace the old table until the lock is free. The pauses let readers through while a long transaction
 * holds the lock.
 */
async function swap(client: pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query("savepoint before_swap");
    try {
      await runEach(client, statements.SWAP);
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt === SWAP_ATTEMPTS) {
        throw new PortedImportError(
          "The current ported numbers are held by a transaction that does not end. Nothing was imported; try again later.",
        );
      }
      await client.query("rollback to savepoint before_swap");
      await sleep(SWAP_PAUSE_MS);
    }
  }
}
