import { claimAddress } from "@/lib/auth/directory/directory";
import {
  addressesThereStatement,
  type Entry,
  entriesStatement,
  removeEntryStatement,
} from "@/lib/auth/directory/directory.sql";
import { addressesStatement, listedAddressesStatement } from "@/lib/cells/manage/inspect-cell.sql";
import type { Database } from "@/lib/db/client";

/** The number of addresses that are compared at once. */
const PAGE = 1_000;

/** The longest time from the claim of an address to its account. An older claim is of a killed process. */
const CLAIMED_MS = 10 * 60_000;

/** Addresses that were removed from the directory or added, and those in `conflicts`, which another cell has as well. */
export type CheckedDirectory = { removed: string[]; added: string[]; conflicts: string[] };

/**
 * Compares the directory with the people of a cell (rules: cell directory). It removes entries without a person,
 * which a crash leaves, and adds missing ones, which an older backup of home leaves. An operator resolves conflicts.
 */
export async function checkDirectory(
  { home, cell }: { home: Database; cell: Database },
  now: Date,
): Promise<CheckedDirectory> {
  const result: CheckedDirectory = { removed: [], added: [], conflicts: [] };
  const page = { cell: cell.cell, before: new Date(now.getTime() - CLAIMED_MS), limit: PAGE };
  for await (const entries of pages((after) => home.query<Entry>(entriesStatement({ ...page, after })))) {
    const there = new Set(
      namesOf(await cell.query<{ email: string }>(addressesThereStatement(namesOf(entries)))),
    );
    for (const entry of entries.filter(({ email }) => !there.has(email)))
      result.removed.push(...namesOf(await home.query<{ email: string }>(removeEntryStatement(entry))));
  }
  for await (const rows of pages((after) => cell.query<{ email: string }>(addressesStatement(after, PAGE)))) {
    const listed = await home.query<{ email: string }>(listedAddressesStatement(cell.cell, namesOf(rows)));
    const known = new Set(namesOf(listed));
    for (const email of namesOf(rows).filter((address) => !known.has(address)))
      ((await claimAddress(cell, email, now)) ? result.added : result.conflicts).push(email);
  }
  return result;
}

/** Reads pages of rows that are sorted by their addresses, each from behind the last address of the page before. */
async function* pages<Row extends { email: string }>(read: (after: string) => Promise<Row[]>) {
  for (let after = "", isMore = true; isMore; ) {
    const rows = await read(after);
    yield rows;
    after = rows.at(-1)?.email ?? "";
    isMore = rows.length === PAGE;
  }
}

const namesOf = (rows: readonly { email: string }[]) => rows.map(({ email }) => email);
