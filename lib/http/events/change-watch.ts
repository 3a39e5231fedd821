import { setTimeout as sleep } from "node:timers/promises";
import { memberMark, readChanges } from "@/lib/accounts/read-changes";
import { cellOfAccount, inCell } from "@/lib/cell-numbers";
import { databaseOfAccount } from "@/lib/cells/cells";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";

/** Shortest time between two looks, in milliseconds (rules: live pages). */
const MIN_GAP_MS = 1_000;

/** A look may take this part of the time between two. */
const SHARE = 0.1;

/** Who is told of an account's change mark: at every look, whether or not it has changed. */
export type Watcher = { accountId: number; isAdmin: boolean; told: (mark: string) => void };

/**
 * Looks at the accounts whose pages are open, for all of a cell at once and as long as there are any. A look that takes
 * long makes the next one of its cell later, so that pages cost the database little, however many are open.
 */
export class ChangeWatch {
  private readonly db: () => Database;
  private readonly byCell = new Map<number, Set<Watcher>>();

  constructor(db: () => Database) {
    this.db = db;
  }

  /** @returns what ends it. */
  watch(watcher: Watcher): () => void {
    const cell = cellOfAccount(watcher.accountId);
    const known = this.byCell.get(cell);
    const watchers = known ?? new Set<Watcher>();
    watchers.add(watcher);
    if (!known) {
      this.byCell.set(cell, watchers);
      void this.run(cell, watchers);
    }
    return () => {
      watchers.delete(watcher);
    };
  }

  /** Each cell by itself: one that is slow or away keeps nobody else from being told. */
  private async run(cell: number, watchers: ReadonlySet<Watcher>): Promise<void> {
    while (watchers.size > 0) {
      const beganAt = performance.now();
      await this.look(watchers).catch((error) =>
        logFailure(error, inCell(cell), "a look for changes failed"),
      );
      const tookMs = performance.now() - beganAt;
      await sleep(Math.max(MIN_GAP_MS, tookMs / SHARE), undefined, { ref: false });
    }
    this.byCell.delete(cell);
  }

  private async look(watchers: ReadonlySet<Watcher>): Promise<void> {
    const asking = [...watchers];
    const [first] = asking;
    if (!first) return;
    const accountIds = [...new Set(asking.map(({ accountId }) => accountId))];
    const hasOffice = asking.some(({ isAdmin }) => isAdmin);
    const marks = await readChanges(databaseOfAccount(this.db(), first.accountId), accountIds, hasOffice);
    for (const watcher of asking) {
      const mark = memberMark(marks, watcher.accountId, watcher.isAdmin);
      if (mark !== undefined && watchers.has(watcher)) watcher.told(mark);
    }
  }
}
