import type { MovedTable } from "@/lib/cells/move/moved-tables";
import type { Shape } from "@/lib/cells/move/rows.sql";
import { literal, type Sql, sql } from "@/lib/db/sql";

/** An identifier of ours as part of a statement's text. */
const raw = (text: string): Sql => ({ text, values: [] });

const EVENTS = ["insert", "update", "delete"] as const;

/**
 * Puts the guard of a move on a table, for rows of these accounts; of those that name no account, for all. What changes
 * something waits for it, and it for them.
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

/** Whole numbers as an array's text has them. */
const accountsIn = (accounts: readonly number[]): string => accounts.map((id) => literal(id).text).join(",");

/**
 * Gives each message that these accounts send a lease of its own, where it would be leased by its batch: what is not of the accounts
 * does not move with them. It comes behind the guard.
 */
export function leasingByRowStatement(accounts: readonly number[]): Sql {
  return raw(
    `create or replace trigger move_guard_lease before insert on message_queue for each row
      when (new.account_id = any('{${accountsIn(accounts)}}'::int[]) and new.attempts = 1 and new.due_at is null
        and not new.held and new.paused_at is null)
      execute function lease_by_row()`,
  );
}

/** Takes the guard off a table. */
export function unguardStatements({ table }: MovedTable): readonly Sql[] {
  return [...EVENTS, "lease"].map((event) => raw(`drop trigger if exists move_guard_${event} on ${table}`));
}

/** The tables that have a guard, as `table`. */
export function guardedStatement(): Sql {
  return sql`
    select distinct c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname like 'move\\_guard\\_%' and t.tgparentid = 0 and c.relnamespace = current_schema()::regnamespace`;
}

/** What the first statement of a transaction is that moves rows: the guard lets it pass, and what is compared is alike. */
export const PASSING = sql`set local gateway.moving = 'on'; set local timezone = 'UTC'`;

/** What may change of the accounts of a move: while they leave, while they arrive, and where they are not. */
export type FenceState = "leaving" | "arriving" | "closed";

type Fence = { move: string; accounts: readonly number[]; state: FenceState };

/** Puts up the fence of a move, unless another one has it: a row where it is there afterwards. */
export function setFenceStatement({ move, accounts, state }: Fence): Sql {
  return sql`
    insert into move_fence as f (id, move, accounts, state) values (1, ${move}::uuid, ${accounts}::int[], ${state})
    on conflict (id) do update set state = excluded.state, held_until = null where f.move = excluded.move
    returning id`;
}

/** Has changes wait until an instant, by the cell's own clock. It is a statement by itself, whose time is the transaction's. */
export function holdStatement(move: string, heldMs: number): Sql {
  return sql`
    update move_fence set held_until = now() + ${literal(heldMs)} * interval '1 millisecond'
    where id = 1 and move = ${move}::uuid and state = 'leaving' returning id`;
}

/** Has changes go on. */
export function releaseStatement(move: string): Sql {
  return sql`
    update move_fence set held_until = null where id = 1 and move = ${move}::uuid and state = 'leaving' returning id`;
}

/** Waits for whoever has passed the fence, and keeps it until the transaction ends. */
export function lockFenceStatement(move: string): Sql {
  return sql`select id from move_fence where id = 1 and move = ${move}::uuid and state = 'leaving' for update`;
}

/** How long a lock of the fence, or of a table that is guarded, is waited for. */
export const WAITING_BRIEFLY = sql`set local lock_timeout = '300ms'`;

/** Moves the fence of a move from one state to another: a row where it was in that one, or is in the other already. */
export function turnFenceStatement(move: string, from: FenceState, to: FenceState): Sql {
  return sql`
    update move_fence set state = ${to}, held_until = null
    where id = 1 and move = ${move}::uuid and state = any(${[from, to]}::text[]) returning id`;
}

/** Takes down the fence of a move. */
export function removeFenceStatement(move: string): Sql {
  return sql`delete from move_fence where id = 1 and move = ${move}::uuid`;
}

/** A row that was changed: which one, and the number of the change. */
export type ChangeRow = { id: bigint; table: string; key: object };

/** What was changed, as `ChangeRow`, in order. */
export function changesStatement(): Sql {
  return sql`select id, table_name as table, key from move_changes order by id`;
}

/** How much was changed: one row, `count`, of no more than a limit. */
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
