import type { MoveRow } from "@/lib/db/cells/moved.sql";
import { type Sql, sql } from "@/lib/db/sql";

/** Begins a move at home; no row if one is under way. */
export function beginMoveStatement({ move, accounts, from, to, state, begunAt }: MoveRow): Sql {
  return sql`
    insert into account_move (id, move, accounts, from_cell, to_cell, state, begun_at, changed_at)
    values (1, ${move}::uuid, ${accounts}::int[], ${from}::smallint, ${to}::smallint, ${state},
      ${begunAt}::timestamptz, ${begunAt}::timestamptz)
    on conflict (id) do nothing returning id`;
}

/** Turns a move from one state to another; no row if it was in a different state. */
export function turnMoveStatement(
  move: string,
  { from, to }: Record<"from" | "to", MoveRow["state"]>,
  now: Date,
): Sql {
  return sql`
    update account_move set state = ${to}, changed_at = ${now}::timestamptz
    where id = 1 and move = ${move}::uuid and state = ${from} returning id`;
}

/** Ends a move in a state; no row if it was in a different state. */
export function endMoveStatement(move: string, state: MoveRow["state"]): Sql {
  return sql`delete from account_move where id = 1 and move = ${move}::uuid and state = ${state} returning id`;
}

/** Notes the new cell of accounts, and the cell that they leave. */
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

/** Removes addresses from the directory: an address without an entry is of home. */
export function removeAddressesStatement(emails: readonly string[]): Sql {
  return sql`delete from cell_addresses where email = any(${emails}::text[])`;
}

/** Enters addresses in the directory for a cell. */
export function setAddressesStatement(emails: readonly string[], cell: number, now: Date): Sql {
  return sql`
    insert into cell_addresses (email, cell, claimed_at)
    select email, ${cell}::smallint, ${now}::timestamptz from unnest(${emails}::text[]) email
    on conflict (email) do update set cell = excluded.cell, claimed_at = excluded.claimed_at`;
}
