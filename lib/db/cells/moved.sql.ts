import { prepared, type Sql, sql } from "@/lib/db/sql";

/** An account, or a person, that has moved: its cell, and the cells that it has left. */
export type MovedRow = { accountId: number; cell: number; leftCells: number[]; movedAt: Date };

/** Reads the accounts that have moved since an instant, as `MovedRow`. */
export function movedSinceStatement(since: Date): Sql {
  return prepared(
    "moved-since",
    sql`
    select account_id as "accountId", cell::int as cell, left_cells::int[] as "leftCells", moved_at as "movedAt"
    from moved_accounts where moved_at >= ${since}::timestamptz order by moved_at`,
  );
}

/** A move in progress, as home records it. */
export type MoveRow = {
  move: string;
  accounts: number[];
  from: number;
  to: number;
  state: "copying" | "committing" | "reopening" | "moved";
  begunAt: Date;
  changedAt: Date;
};

/** Reads the move in progress as a `MoveRow`, or no row. */
export function moveStatement(): Sql {
  return prepared(
    "account-move",
    sql`
    select move, accounts, from_cell::int as "from", to_cell::int as "to", state, begun_at as "begunAt",
      changed_at as "changedAt"
    from account_move where id = 1`,
  );
}

/** Reads the fence of a cell that accounts leave or enter now, or no row. */
export function fenceStatement(): Sql {
  return prepared("move-fence", sql`select move from move_fence where id = 1`);
}

/** Reads whether an account is behind the fence of a cell that it has left or will enter, or no row. */
export function behindFenceStatement(accountId: number): Sql {
  return prepared(
    "behind-fence",
    sql`select move from move_fence where id = 1 and state <> 'leaving' and accounts @> array[${accountId}::int]`,
  );
}

/** The condition that an account, given as a column, is not behind the fence of its cell. Rows behind it are a copy. */
export const isBeforeFence = (accountId: Sql): Sql => sql`${accountId} <> all(coalesce(
      (select f.accounts from move_fence f where f.id = 1 and f.state <> 'leaving'), '{}'))`;

/** Reads the accounts that have moved into a cell, or move from or to it now, as `accountId`. */
export function movedIntoStatement(cell: number): Sql {
  return sql`
    select account_id as "accountId" from moved_accounts where cell = ${cell}::smallint
    union select unnest(accounts) from account_move where ${cell}::smallint in (from_cell, to_cell)`;
}

/** Reads the accounts that have left a cell, as `accountId` and their current `cell`. */
export function movedAwayStatement(cell: number): Sql {
  return sql`
    select account_id as "accountId", cell::int as cell from moved_accounts
    where cell <> ${cell}::smallint and left_cells @> array[${cell}::smallint]
      and account_id <> all(coalesce((select accounts from account_move where id = 1), '{}'))`;
}

/** Reads the highest id of the moved accounts in a range, as `highest`. */
export function highestMovedStatement({ first, end }: { first: number; end: number }): Sql {
  return sql`
    select max(account_id) as highest from moved_accounts
    where account_id >= ${first}::int and account_id < ${end}::int`;
}
