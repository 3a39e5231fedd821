import { cellOf } from "@/lib/cells/cells";
import type { Group } from "@/lib/cells/rebalance/plan-moves";
import {
  type LoadRow,
  loadsStatement,
  type MemberRow,
  membersStatement,
} from "@/lib/cells/rebalance/read-loads.sql";
import type { Database } from "@/lib/db/client";
import { nzDate } from "@/lib/sms/nz-time";

/** How many accounts, and how many memberships, are read at once. */
const ACCOUNTS = 200;
const MEMBERS = 5_000;

/** For so many days messages count as rows that an account has. */
const ROWS_DAYS = 400;

/** So many rows weigh as much as one message of the last days. */
const ROWS_A_MESSAGE = 100;

const DAY_MS = 86_400_000;

/** What a group costs, beside its weight. */
export type Loaded = Group & { messages: number; rows: number };

/**
 * Reads what the accounts of a cell cost it, those that share people together (rules: dividing accounts anew), in bounded pages.
 * What has moved away, or has not arrived yet, is not counted.
 * @param days of how many days messages count.
 */
export async function readLoads(cell: Database, days: number, now: Date): Promise<Loaded[]> {
  const dayBefore = (count: number) => nzDate(new Date(now.getTime() - count * DAY_MS));
  const since = { since: dayBefore(days), rowsSince: dayBefore(Math.max(days, ROWS_DAYS)) };
  const loads = new Map<number, LoadRow>();
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await cell.query<LoadRow>(loadsStatement({ after, limit: ACCOUNTS }, since));
    for (const row of rows) if (cellOf(row.id) === cell.cell) loads.set(row.id, row);
    after = rows.at(-1)?.id ?? after;
    isMore = rows.length === ACCOUNTS;
  }
  const groups = new Together(loads.keys());
  for (let after = { accountId: 0, personId: 0 }, isMore = true; isMore; ) {
    const rows = await cell.query<MemberRow>(membersStatement(after, MEMBERS));
    for (const { accountId, personId } of rows) groups.join(accountId, personId);
    after = rows.at(-1) ?? after;
    isMore = rows.length === MEMBERS;
  }
  return groups.all().map((accounts) => loadedOf(accounts, cell.cell, loads));
}

function loadedOf(accounts: readonly number[], cell: number, loads: ReadonlyMap<number, LoadRow>): Loaded {
  let [messages, rows, own] = [0, 0, 0];
  for (const id of accounts) {
    const load = loads.get(id);
    messages += load?.messages ?? 0;
    rows += load?.rows ?? 0;
    own += load?.hasAccount ? 1 : 0;
  }
  return { accounts, cell, messages, rows, weight: messages + Math.floor(rows / ROWS_A_MESSAGE) + own };
}

/** Ids that are put together. */
class Together {
  private readonly parents: Map<number, number>;

  constructor(ids: Iterable<number>) {
    this.parents = new Map();
    for (const id of ids) this.parents.set(id, id);
  }

  /** Puts two together; those that were not given are left out. */
  join(one: number, other: number): void {
    if (!this.parents.has(one) || !this.parents.has(other)) return;
    const [first, second] = [this.rootOf(one), this.rootOf(other)];
    // The lower id is the root, so that the result is in order.
    this.parents.set(Math.max(first, second), Math.min(first, second));
  }

  /** All that are together, in the order of their first ids. */
  all(): number[][] {
    const groups = new Map<number, number[]>();
    for (const id of this.parents.keys()) {
      const root = this.rootOf(id);
      const group = groups.get(root);
      if (group) group.push(id);
      else groups.set(root, [id]);
    }
    return [...groups.values()];
  }

  private rootOf(id: number): number {
    let root = id;
    for (let parent = this.parents.get(root); parent !== undefined && parent !== root; ) {
      const above = this.parents.get(parent) ?? parent;
      this.parents.set(root, above);
      root = parent;
      parent = this.parents.get(root);
    }
    return root;
  }
}
