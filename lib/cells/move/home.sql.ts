import type { MoveRow } from "@/lib/db/cells/moved.sql";
import { type Sql, sql } from "@/lib/db/sql";

/** Begins a move at home, unless one is under way: a row where it is begun. */
export function beginMoveStatement({ move, accounts, from, to, state, begunAt }: MoveRow): Sql {
  return sql`
    insert into account_move (id, move, accounts, from_cell, to_cell, state, begun_at, changed_at)
    values (1, ${move}::uuid, ${accounts}::int[], ${from}::smallint, ${to}::smallint, ${state},
      ${begunAt}::timestamptz, ${begunAt}::timestamptz)
    on conflict (id) do nothing returning id`;
}

/** Takes a move from one state into another: a row where it was in that one. */
export function turnMoveStatement(
  move: string,
  { from, to }: Record<"from" | "to", MoveRow["state"]>,
  now: Date,
): Sql {
  return sql`
    update account_move set state = ${to}, changed_at = ${now}::timestamptz
    where id = 1 and move = ${move}::uuid and state = ${from} returning id`;
}

/** Ends a move in a state: a row where it was in that one. */
export function endMoveStatement(move: string, state: MoveRow["state"]): Sql {
  return sql`delete from account_move where id = 1 and move = ${move}::uuid and state = ${state} returning id`;
}

/** Notes where accounts are from now on, and the cell that they leave. */
export function noteMovedStatement(
  { accounts, from, to }: Pick<MoveRow, "accounts" | "from" | "to">,
  now: Date,
): Sql {
  return sql`
    insert into moved_accounts as m (account_id, cell, left_cells, moved_at)
    select id, ${to}::smallint, array[${from}::smallint], ${now}::timestamptz from unnest(${accounts}::int[]) id
    on conflict (account_id) do update set cell = excluded.cell, moved_at = excluded.moved_at,
      left_cells = array(select distinct c from unnest(m.left_cells || excluded.left_cells) c order by c)`;
}

/** Removes addresses from the directory: home has who has none there. */
export function removeAddressesStatement(emails: readonly string[]): Sql {
  return sql`delete from cell_addresses where email = any(${emails}::text[])`;
}

/** Has the directory say of addresses that they are in a cell. */
export function setAddressesStatement(emails: readonly string[], cell: number, now: Date): Sql {
  return sql`
    insert into cell_addresses (email, cell, claimed_at)
    select email, ${cell}::smallint, ${now}::timestamptz from unnest(${emails}::text[]) email
    on conflict (email) do update set cell = excluded.cell, claimed_at = excluded.claimed_at`;
}
