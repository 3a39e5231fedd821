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
  /** The longest time after a look that failed: it may have waited long, but the database did little for it. */
  failedGapMs: number;
  /** Administrators wait this long for a cell. After that, the cell counts as away. */
  cellMs: number;
};
const WATCH_TIMES: WatchTimes = { minGapMs: 1_000, failedGapMs: 5_000, cellMs: 2_000 };

/** The part of the time between two looks that one look may use. */
const SHARE = 0.1;

/** A receiver of an account's change mark. It gets the mark after every look, changed or not. */
export type Watcher = { accountId: number; isAdmin: boolean; told: (mark: string) => void };

/**
 * Looks at the accounts whose pages are open: at all of a cell in one look, and as long as there are any. A look that
 * lasts long delays the next one of its cell, so that open pages cost the database little, however many there are.
 * While an administrator has a page open, it also reads the marks of Administration of every cell, once for all
 * administrators.
 */
export class ChangeWatch {
  private readonly db: () => Database;
  private readonly times: WatchTimes;
  private readonly watchers = new Set<Watcher>();
  /** The cells that have a loop of looks. */
  private readonly looking = new Set<number>();
  /** The last read mark of Administration of each cell that was looked at since an administrator came. */
  private readonly offices = new Map<number, string>();

  constructor(db: () => Database, times: WatchTimes = WATCH_TIMES) {
    this.db = db;
    this.times = times;
  }

  /** @returns a function that ends the watch. */
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

  /** Returns the cells of the watched accounts, and all cells if an administrator watches. */
  private needed(): Map<number, Database> {
    if (this.watchers.size === 0) return new Map();
    const wanted = new Set([...this.watchers].map(({ accountId }) => cellOf(accountId)));
    const isAll = this.hasAdmin();
    const cells = allCells(this.db()).filter(({ cell }) => isAll || wanted.has(cell));
    return new Map(cells.map((cell) => [cell.cell, cell]));
  }

  /** Begins a loop for each needed cell without one. */
  private begin(): void {
    for (const [cell, db] of this.needed())
      if (!this.looking.has(cell)) {
        this.looking.add(cell);
        this.run(cell, db).catch((error) => {
          this.looking.delete(cell);
          logFailure(error, inCell(cell), "the watch of a cell failed; it begins again when a page opens");
        });
      }
  }

  /** Runs the loop of one cell: a slow or unreachable cell does not delay the watchers of another. */
  private async run(cell: number, first: Database): Promise<void> {
    const { minGapMs, failedGapMs } = this.times;
    for (let db: Database | undefined = first; db; db = this.needed().get(cell)) {
      const beganAt = performance.now();
      const isRead = await this.lookInTime(db);
      const tookMs = performance.now() - beganAt;
      const gapMs = Math.max(minGapMs, tookMs / SHARE);
      await sleep(isRead ? gapMs : Math.min(gapMs, failedGapMs), undefined, { ref: false });
      // An account that has moved may be in a cell without a loop.
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

  /** Returns the mark of Administration of all cells; null until each was looked at, or did not answer in time. */
  private officeOfAll(): string | null {
    const cells = allCells(this.db());
    const offices = cells.map(({ cell }): [number, string | undefined] => [cell, this.offices.get(cell)]);
    const known = new Map(
      offices.flatMap(([cell, office]) => (office === undefined ? [] : [[cell, office]])),
    );
    return known.size < cells.length ? null : officeOfCells(known);
  }
}
