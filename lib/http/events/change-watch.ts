import { setTimeout as sleep } from "node:timers/promises";
import { memberMark, readChanges } from "@/lib/accounts/read-changes";
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
 * Looks at the accounts whose pages are open, for all of them at once and as long as there are any. A look that takes
 * long makes the next one later, so that pages cost the database little, however many are open.
 */
export class ChangeWatch {
  private readonly db: () => Database;
  private readonly watchers = new Set<Watcher>();
  private isRunning = false;

  constructor(db: () => Database) {
    this.db = db;
  }

  /** @returns what ends it. */
  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    void this.run();
    return () => {
      this.watchers.delete(watcher);
    };
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.watchers.size > 0) {
      const beganAt = performance.now();
      await this.look().catch((error) => logFailure(error, {}, "a look for changes failed"));
      const tookMs = performance.now() - beganAt;
      await sleep(Math.max(MIN_GAP_MS, tookMs / SHARE), undefined, { ref: false });
    }
    this.isRunning = false;
  }

  private async look(): Promise<void> {
    const byCell = new Map<Database, Watcher[]>();
    for (const watcher of this.watchers) {
      const db = databaseOfAccount(this.db(), watcher.accountId);
      byCell.set(db, [...(byCell.get(db) ?? []), watcher]);
    }
    // One whose database is away keeps nobody else from being told.
    const looks = await Promise.allSettled([...byCell].map(([db, asking]) => this.lookAt(db, asking)));
    const failure = looks.find((look) => look.status === "rejected");
    if (failure) throw failure.reason;
  }

  private async lookAt(db: Database, asking: readonly Watcher[]): Promise<void> {
    const accountIds = [...new Set(asking.map(({ accountId }) => accountId))];
    const hasOffice = asking.some(({ isAdmin }) => isAdmin);
    const marks = await readChanges(db, accountIds, hasOffice);
    for (const watcher of asking) {
      const mark = memberMark(marks, watcher.accountId, watcher.isAdmin);
      if (mark !== undefined && this.watchers.has(watcher)) watcher.told(mark);
    }
  }
}
