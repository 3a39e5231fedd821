import { HOME_CELL } from "@/lib/cell-numbers";
import { askCells, awayAmong } from "@/lib/db/cells/ask-cells";
import { databaseOfAccount, furtherCells } from "@/lib/db/cells/cells";
import { readMoved } from "@/lib/db/cells/moved";
import { type Database, db, type Queryable } from "@/lib/db/client";
import { databaseFailure } from "@/lib/db/unavailable";

/** The account that owns a shortcode, a keyword or a route (rules: shared tables). */
export type Owner = { id: number; email: string; name: string };

/** Accounts by their ids, and the ids of accounts whose cell does not answer. */
export type Owners = { known: ReadonlyMap<number, Owner>; away: ReadonlySet<number> };

/**
 * Reads accounts by their ids, in all cells. Accounts of the home cell are read through `home`, which may be
 * a transaction.
 * @throws the home cell's failure.
 */
export async function readOwners(home: Queryable, ids: readonly number[]): Promise<Owners> {
  const [own, further] = [[] as number[], new Map<Database, number[]>()];
  for (const id of new Set(ids)) {
    const cell = furtherCells().size === 0 ? home : databaseOfAccount(db(), id);
    if (cell.cell === HOME_CELL) own.push(id);
    else further.set(cell as Database, [...(further.get(cell as Database) ?? []), id]);
  }
  const known = new Map<number, Owner>();
  const learn = (owners: readonly Owner[]) => {
    for (const owner of owners) known.set(owner.id, owner);
  };
  learn(await ownersOf(home, own));
  const answers = await askCells([...further.keys()], (cell) => ownersOf(cell, further.get(cell) ?? []));
  for (const answer of answers) {
    if ("said" in answer) learn(answer.said);
    else if (databaseFailure(answer.failure) === null) throw answer.failure;
  }
  awayAmong(answers, "accounts of some cells were not looked up");
  const away = answers.flatMap((answer) => ("failure" in answer ? (further.get(answer.cell) ?? []) : []));
  return { known, away: new Set(away) };
}

function ownersOf(cell: Queryable, ids: number[]): Promise<Owner[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const select = { id: true, email: true, name: true } as const;
  return cell.prisma.account.findMany({ where: { id: { in: ids } }, select });
}

/** Returns the ids that exist. An account whose cell does not answer counts as existing. */
export async function accountsThere(home: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const there = async (asked: readonly number[]) => {
    const { known, away } = await readOwners(home, asked);
    return [...known.keys(), ...away];
  };
  const found = new Set(await there(ids));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0 || furtherCells().size === 0) return found;
  // This process may not know of a recent move to another cell.
  await readMoved(db());
  return new Set([...found, ...(await there(missing))]);
}

/** Returns an owner for display; an account whose cell does not answer has no address. */
export function shownOwner({ known }: Owners, id: number): Owner {
  return known.get(id) ?? { id, email: "", name: `Account ${id}` };
}
