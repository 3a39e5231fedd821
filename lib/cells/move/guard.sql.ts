import type { MovedTable } from "@/lib/cells/move/moved-tables";
import type { Shape } from "@/lib/cells/move/rows.sql";
import { PASSING_ON } from "@/lib/db/passing-on.sql";
import { literal, type Sql, sql } from "@/lib/db/sql";

/** Returns an identifier of ours as part of a statement's text. */
const raw = (text: string): Sql => ({ text, values: [] });

const EVENTS = ["insert", "update", "delete"] as const;

/**
 * Creates the guard of a move on a table, for rows of these accounts. In a table without account ids, it covers all
 * rows. It needs a lock of the table, so writers and the guard wait for each other.
 */
export function guardStatements(
  { table, by, behind }: MovedTable,
  { key }: Shape,
  accounts: readonly number[],
): readonly Sql[] {
  const found = by === "account_id" || by === "id" ? by : null;
  const ids = accountsIn(accounts);
  const names = key.map(({ name }) => name).join(" ");
  return EVENTS.map((event) => {
    const row = event === "delete" ? "old" : "new";
    const isOf = found === null ? "" : `when (${row}.${found} = any('{${ids}}'::int[]))`;
    return raw(
      `create or replace trigger move_guard_${event} before ${event} on ${table} for each row ${isOf}
      execute function guard_move('${by}', '${behind}', '${table}', '${names}')`,
    );
  });
}

/** Returns ids as the elements of an array's text. */
const accountsIn = (accounts: readonly number[]): string => accounts.map((id) => literal(id).text).join(",");

/** Drops the guard of a table. */
export function unguardStatements({ table }: MovedTable): readonly Sql[] {
  return EVENTS.map((event) => raw(`drop trigger if exists move_guard_${event} on ${table}`));
}

/** Reads the tables that have a guard, as `table`. */
export function guardedStatement(): Sql {
  return sql`
    select distinct c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname like 'move\\_guard\\_%' and t.tgparentid = 0 and c.relnamespace = current_schema()::regnamespace`;
}

/** The first statement of a transaction that moves rows: the guard lets it pass, and times have one form in both cells. */
export const PASSING = sql`set local gateway.moving = 'on'; set local timezone = 'UTC'`;

/** The state of a fence: the accounts of a move leave, arrive, or are in the other cell. */
export type FenceState = "leaving" | "arriving" | "closed";

type Fence = { move: string; accounts: readonly number[]; state: FenceState };

/** Inserts the fence of a move. Returns no row if another move has it. */
export function setFenceStatement({ move, accounts, state }: Fence): Sql {
  return sql`
    insert into move_fence as f (id, move, accounts, state) values (1, ${move}::uuid, ${accounts}::int[], ${state})
    on conflict (id) do update set state = excluded.state, held_until = null where f.move = excluded.move
    returning id`;
}

/** Holds changes until an instant of the cell's own clock. Run it outside a transaction: `now()` is the transaction's start. */
export function holdStatement(move: string, heldMs: number): Sql {
  return sql`
    update move_fence set held_until = now() + ${literal(heldMs)} * interval '1 millisecond'
    where id = 1 and move = ${move}::uuid and state = 'leaving' returning id`;
}

/** Releases held changes. */
export function releaseStatement(move: string): Sql {
  return sql`
    update move_fence set held_until = null where id = 1 and move = ${move}::uuid and state = 'leaving' returning id`;
}

/** Waits for transactions that have passed the fence, and locks it until the transaction ends. */
export function lockFenceStatement(move: string): Sql {
  return sql`select id from move_fence where id = 1 and move = ${move}::uuid and state = 'leaving' for update`;
}

/** Limits the wait for a lock of the fence, or of a guarded table. */
export const WAITING_BRIEFLY = sql`set local lock_timeout = '300ms'`;

/**
 * The settings of a transaction that changes triggers. In a placed cell, Citus passes them on to the node, and allows
 * triggers. These are safe: they only read tables of their own cell.
 */
export const TRIGGER_SETTINGS: readonly Sql[] = [
  sql`set local citus.enable_unsafe_triggers = on`,
  PASSING_ON,
  WAITING_BRIEFLY,
];

/** Turns the fence of a move from one state to another; no row if it was in neither. */
export function turnFenceStatement(move: string, from: FenceState, to: FenceState): Sql {
  return sql`
    update move_fence set state = ${to}, held_until = null
    where id = 1 and move = ${move}::uuid and state = any(${[from, to]}::text[]) returning id`;
}

/** Deletes the fence of a move. */
export function removeFenceStatement(move: string): Sql {
  return sql`delete from move_fence where id = 1 and move = ${move}::uuid`;
}

/** The key of a changed row, and the number of the change. */
export type ChangeRow = { id: bigint; table: string; key: object };

/** Reads the changes, as `ChangeRow`, in order. */
export function changesStatement(): Sql {
  return sql`select id, table_name as table, key from move_changes order by id`;
}

/** Counts the changes up to a limit, as `count`. */
export function countChangesStatement(limit: number): Sql {
  return sql`
    select count(*)::int as count from (select from move_changes order by id limit ${literal(limit)}) c`;
}

/** Forgets changes. */
export function forgetChangesStatement(ids: readonly bigint[]): Sql {
  return sql`delete from move_changes where id = any(${ids}::bigint[])`;
}

/** Forgets all changes. */
export const FORGET_ALL_CHANGES = sql`delete from move_changes`;
