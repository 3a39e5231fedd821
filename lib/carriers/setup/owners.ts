import { HOME_CELL } from "@/lib/cell-numbers";
import { askCells, awayAmong } from "@/lib/db/cells/ask-cells";
import { databaseOfAccount, furtherCells } from "@/lib/db/cells/cells";
import { readMoved } from "@/lib/db/cells/moved";
import { type Database, db, type Queryable } from "@/lib/db/client";
import { databaseFailure } from "@/lib/db/unavailable";

/** An account that something of home's names: whose a shortcode, a first word or a route is (rules: shared tables). */
export type Owner = { id: number; email: string; name: string };

/** The accounts among those that were asked for, by their ids, and the ids of those whose cell does not answer. */
export type Owners = { known: ReadonlyMap<number, Owner>; away: ReadonlySet<number> };

/**
 * The accounts with some ids, in whichever cells. Those of home are read by `home`, which may be a transaction.
 * @throws what keeps home from answering.
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
  awayAmong(answers, "accounts that something names were not looked up");
  const away = answers.flatMap((answer) => ("failure" in answer ? (further.get(answer.cell) ?? []) : []));
  return { known, away: new Set(away) };
}

function ownersOf(cell: Queryable, ids: number[]): Promise<Owner[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const select = { id: true, email: true, name: true } as const;
  return cell.prisma.account.findMany({ where: { id: { in: ids } }, select });
}

/** The accounts that there are among some ids. One whose cell does not answer is taken to be there. */
export async function accountsThere(home: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const there = async (asked: readonly number[]) => {
    const { known, away } = await readOwners(home, asked);
    return [...known.keys(), ...away];
  };
  const found = new Set(await there(ids));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0 || furtherCells().size === 0) return found;
  // It may have moved, and this process not know of it yet.
  await readMoved(db());
  return new Set([...found, ...(await there(missing))]);
}

/** An account as it is shown of what it owns; one whose cell does not answer has no address. */
export function shownOwner({ known }: Owners, id: number): Owner {
  return known.get(id) ?? { id, email: "", name: `Account ${id}` };
}
