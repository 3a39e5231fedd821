import { type Sql, sql } from "@/lib/db/sql";

/** A key in its account's list. */
export type KeyRow = {
  id: string;
  name: string;
  clientId: string;
  createdAt: Date;
  expiresAt: Date | null;
  disabledAt: Date | null;
  lastUsedAt: Date | null;
  dailyLimitMicros: bigint | null;
  /** The day of `spentMicros`, as `YYYY-MM-DD`. */
  spentOn: string | null;
  spentMicros: bigint;
};

/** Reads an account's keys, newest first, as `KeyRow`. */
export function keysStatement(accountId: number, limit: number): Sql {
  return sql`
    select id, name, client_id as "clientId", created_at as "createdAt", expires_at as "expiresAt",
      disabled_at as "disabledAt", last_used_at as "lastUsedAt", daily_limit_micros as "dailyLimitMicros",
      to_char(spent_on, 'YYYY-MM-DD') as "spentOn", spent_micros as "spentMicros"
    from api_keys where account_id = ${accountId} order by created_at desc limit ${limit}`;
}
