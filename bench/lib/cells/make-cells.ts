import type { Sender } from "@/bench/lib/load/requests";
import { makeSenders } from "@/bench/lib/senders";
import { addCell } from "@/lib/cells/manage/add-cell";
import { cellDatabase } from "@/lib/db/cells/cells";
import { closeDb, db } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { reloadEnv } from "@/lib/env";
import { newId } from "@/lib/ids";
import { onShutdown } from "@/lib/shutdown";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";

/** Accounts in all, which the cells share. */
const ACCOUNTS = 96;

/** The databases of a server without or with cells, home first, the senders in each, and the setting that names the others. */
export type Installation = { urls: string[]; senders: Sender[][]; setting: string | undefined };

/** Makes databases on a server, which are removed at the end, and accounts in each. */
export async function makeCells(adminUrl: string, count: number): Promise<Installation> {
  const urls: string[] = [];
  for (let cell = 1; cell <= count; cell++) {
    const name = `bench_${newId().replaceAll("-", "")}`;
    await createDatabase(adminUrl, name);
    onShutdown("resources", () => dropDatabase(adminUrl, name));
    urls.push(databaseUrl(adminUrl, name));
  }
  const [home = "", ...others] = urls;
  await migrate(home);
  const setting =
    others.length === 0
      ? undefined
      : JSON.stringify(Object.fromEntries(others.map((url, index) => [index + 2, url])));
  const senders = await asConfigured(home, setting, async () => {
    const made = [await makeSenders(db(), "bench", ACCOUNTS / count)];
    for (const [index, url] of others.entries()) {
      const cell = cellDatabase(db(), index + 2);
      await addCell({ home: db(), cell }, url, new Date());
      made.push(await makeSenders(cell, `bench${cell.cell}-`, ACCOUNTS / count));
    }
    return made;
  });
  return { urls, senders, setting };
}

/** Does `work` with this process's settings as those of the server. */
async function asConfigured<Result>(
  url: string,
  setting: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  process.env.DATABASE_URL = url;
  if (setting === undefined) delete process.env.CELLS;
  else process.env.CELLS = setting;
  reloadEnv();
  try {
    return await work();
  } finally {
    await closeDb();
  }
}
