import { setTimeout as sleep } from "node:timers/promises";
import { AWAY, memberMark, officeOfCells, readChanges } from "@/lib/accounts/read-changes";
import { inCell } from "@/lib/cell-numbers";
import { allCells, cellOf } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";

/** The times of a watch, in milliseconds. */
export type WatchTimes = {
  /** The shortest time between two looks (rules: live pages). */
  minGapMs: number;
  /** The longest time after a look that failed: it may have waited long, and cost the database nothing. */
  failedGapMs: number;
  /** Administrators wait this long for a cell. After that, the cell counts as away. */
  cellMs: number;
};
const WATCH_TIMES: WatchTimes = { minGapMs: 1_000, failedGapMs: 5_000, cellMs: 2_000 };

/** A look may take this part of the time between two. */
const SHARE = 0.1;

/** Who is told of an account's change mark: at every look, whether or not it has changed. */
export type Watcher = { accountId: number; isAdmin: boolean; told: (mark: string) => void };

/**
 * Looks at the accounts whose pages are open, for all of a cell at once and as long as there are any. A look that takes
 * long makes the next one of its cell later, so that pages cost the database little, however many are open. While an
 * administrator has a page open, it looks at what they see of every cell: once for all of them.
 */
export class ChangeWatch {
  private readonly db: () => Database;
  private readonly times: WatchTimes;
  private readonly watchers = new Set<Watcher>();
  /** The cells that are being looked at, each by one loop. */
  private readonly looking = new Set<number>();
  /** What administrators see of each cell, as it was read last; of those that were looked at since one of them came. */
  private readonly offices = new Map<number, string>();

  constructor(db: () => Database, times: WatchTimes = WATCH_TIMES) {
    this.db = db;
    this.times = times;
  }

  /** @returns what ends it. */
  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    this.begin();
    return () => {
      this.watchers.delete(watcher);
    };
  }

  private hasAdmin(): boolean {
    for (const { isAdmin } of this.watchers) if (isAdmin) return true;
    return false;
  }

  /** The cells of the accounts that are watched, and all of them for an administrator. */
  private needed(): Map<number, Database> {
    if (this.watchers.size === 0) return new Map();
    const wanted = new Set([...this.watchers].map(({ accountId }) => cellOf(accountId)));
    const isAll = this.hasAdmin();
    const cells = allCells(this.db()).filter(({ cell }) => isAll || wanted.has(cell));
    return new Map(cells.map((cell) => [cell.cell, cell]));
  }

  /** Begins to look at each cell that is to be looked at, and is not. */
  private begin(): void {
    for (const [cell, db] of this.needed())
      if (!this.looking.has(cell)) {
        this.looking.add(cell);
        this.run(cell, db).catch((error) => {
          this.looking.delete(cell);
          logFailure(error, inCell(cell), "a cell is not looked at until the next page opens");
        });
      }
  }

  /** Each cell by itself: one that is slow or away keeps nobody else from being told. */
  private async run(cell: number, first: Database): Promise<void> {
    const { minGapMs, failedGapMs } = this.times;
    for (let db: Database | undefined = first; db; db = this.needed().get(cell)) {
      const beganAt = performance.now();
      const isRead = await this.lookInTime(db);
      const tookMs = performance.now() - beganAt;
      const gapMs = Math.max(minGapMs, tookMs / SHARE);
      await sleep(isRead ? gapMs : Math.min(gapMs, failedGapMs), undefined, { ref: false });
      // An account that has moved is in a cell that nobody looked at.
      this.begin();
    }
    this.looking.delete(cell);
    this.offices.delete(cell);
  }

  /** Looks at a cell, and marks it as away for administrators when it does not answer in time. */
  private async lookInTime(db: Database): Promise<boolean> {
    const away = () => this.offices.set(db.cell, AWAY);
    const timer = setTimeout(away, this.times.cellMs);
    timer.unref();
    try {
      await this.look(db);
      return true;
    } catch (error) {
      away();
      logFailure(error, inCell(db.cell), "a look for changes failed");
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  private async look(db: Database): Promise<void> {
    const asking = [...this.watchers].filter(({ accountId }) => cellOf(accountId) === db.cell);
    const accountIds = [...new Set(asking.map(({ accountId }) => accountId))];
    const { accounts, office: own } = await readChanges(db, accountIds, this.hasAdmin());
    if (own === null) this.offices.delete(db.cell);
    else this.offices.set(db.cell, own);
    const office = this.officeOfAll();
    for (const watcher of asking) {
      const { accountId, isAdmin } = watcher;
      if (isAdmin && office === null) continue;
      const mark = memberMark({ accounts, office }, accountId, isAdmin);
      if (mark !== undefined && this.watchers.has(watcher)) watcher.told(mark);
    }
  }

  /** What administrators see of all cells; null until each was looked at, or did not answer in time. */
  private officeOfAll(): string | null {
    const cells = allCells(this.db());
    const offices = cells.map(({ cell }): [number, string | undefined] => [cell, this.offices.get(cell)]);
    const known = new Map(
      offices.flatMap(([cell, office]) => (office === undefined ? [] : [[cell, office]])),
    );
    return known.size < cells.length ? null : officeOfCells(known);
  }
}
