import type { Sender } from "@/bench/lib/load/requests";
import { makeEmptyDatabase } from "@/bench/lib/stage/databases";
import { makeSenders } from "@/bench/lib/stage/senders";
import type { Stage } from "@/bench/lib/stage/stage";
import { addCell } from "@/lib/cells/manage/add-cell";
import { cellDatabase } from "@/lib/db/cells/cells";
import { closeDb, db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";

/** A database with the accounts that send from it. */
export type CellSenders = { url: string; senders: Sender[] };

/** The cells of a server, home first, and the setting that names the others; undefined if home is alone. */
export type Cells = { cells: CellSenders[]; setting: string | undefined };

/** Creates cells beside a stage's database, and a total number of accounts, which the cells share. */
export async function makeCells(stage: Stage, count: number, accounts: number): Promise<Cells> {
  const each = Math.round(accounts / count);
  if (count === 1) {
    const senders = await makeSenders(stage.db, "bench", each);
    return { cells: [{ url: stage.url, senders }], setting: undefined };
  }
  const urls: string[] = [];
  while (urls.length < count - 1) urls.push(await makeEmptyDatabase(stage.databases));
  const setting = JSON.stringify(Object.fromEntries(urls.map((url, index) => [index + 2, url])));
  process.env.DATABASE_URL = stage.url;
  process.env.CELLS = setting;
  reloadEnv();
  try {
    const cells = [{ url: stage.url, senders: await makeSenders(db(), "bench", each) }];
    for (const [index, url] of urls.entries()) {
      const cell = cellDatabase(db(), index + 2);
      await addCell({ home: db(), cell }, url, new Date());
      cells.push({ url, senders: await makeSenders(cell, `bench${cell.cell}-`, each) });
    }
    return { cells, setting };
  } finally {
    await closeDb();
    delete process.env.CELLS;
    reloadEnv();
  }
}

/** Returns the senders of all cells in turn. */
export function inTurn(cells: readonly CellSenders[]): Sender[] {
  const [first] = cells;
  return (first?.senders ?? []).flatMap((_, index) => cells.flatMap(({ senders }) => senders[index] ?? []));
}
