import { claimAddress } from "@/lib/auth/directory/directory";
import {
  addressesThereStatement,
  type Entry,
  entriesStatement,
  removeEntryStatement,
} from "@/lib/auth/directory/directory.sql";
import { addressesStatement, listedAddressesStatement } from "@/lib/cells/manage/inspect-cell.sql";
import type { Database } from "@/lib/db/client";

/** How many addresses are compared at once. */
const PAGE = 1_000;

/** Who claims an address makes the account within this time, or has been killed. */
const CLAIMED_MS = 10 * 60_000;

/**
 * What was found and put right; `conflicts` are addresses that another cell has as well, which nobody but a person
 * can.
 */
export type CheckedDirectory = { removed: string[]; added: string[]; conflicts: string[] };

/**
 * Compares the directory with who signs in to a cell (rules: cell directory): removes entries that name nobody, as a
 * crash leaves them, and adds those that are missing, as a backup of home that is older than the cell's leaves them.
 */
export async function checkDirectory(
  { home, cell }: { home: Database; cell: Database },
  now: Date,
): Promise<CheckedDirectory> {
  const removed = await removeNamingNobody({ home, cell }, now);
  return { removed, ...(await addMissing({ home, cell }, now)) };
}

async function removeNamingNobody(
  { home, cell }: { home: Database; cell: Database },
  now: Date,
): Promise<string[]> {
  const before = new Date(now.getTime() - CLAIMED_MS);
  const removed: string[] = [];
  let after = "";
  for (let isMore = true; isMore; ) {
    const entries = await home.query<Entry>(
      entriesStatement({ cell: cell.cell, before, after, limit: PAGE }),
    );
    const emails = entries.map(({ email }) => email);
    const there = new Set(namesOf(await cell.query<{ email: string }>(addressesThereStatement(emails))));
    for (const entry of entries.filter(({ email }) => !there.has(email)))
      removed.push(...namesOf(await home.query<{ email: string }>(removeEntryStatement(entry))));
    after = emails.at(-1) ?? "";
    isMore = entries.length === PAGE;
  }
  return removed;
}

async function addMissing(
  { home, cell }: { home: Database; cell: Database },
  now: Date,
): Promise<Omit<CheckedDirectory, "removed">> {
  const result = { added: [] as string[], conflicts: [] as string[] };
  let after = "";
  for (let isMore = true; isMore; ) {
    const emails = namesOf(await cell.query<{ email: string }>(addressesStatement(after, PAGE)));
    const listed = await home.query<{ email: string }>(listedAddressesStatement(cell.cell, emails));
    const known = new Set(namesOf(listed));
    for (const email of emails.filter((address) => !known.has(address))) {
      const isOurs = await claimAddress(cell, email, now);
      (isOurs ? result.added : result.conflicts).push(email);
    }
    after = emails.at(-1) ?? "";
    isMore = emails.length === PAGE;
  }
  return result;
}

const namesOf = (rows: readonly { email: string }[]) => rows.map(({ email }) => email);
