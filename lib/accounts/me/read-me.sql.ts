import { MAX_ACCOUNTS } from "@/lib/auth/sessions/record-personal";
import { literal, prepared, type Sql, sql } from "@/lib/db/sql";

/** The fields of the signed-in person on every page, besides the session. */
export type MeRow = {
  balanceMicros: bigint;
  secondFactor: boolean;
  recoveryCodesLeft: number;
  accounts: { accountId: number; name: string }[];
};

/**
 * Reads a `MeRow`; no row for an administrator who views an account of another cell. Every page begins with it, so it
 * is one statement without the database client.
 */
export function meStatement({ accountId, personId }: { accountId: number; personId: number }): Sql {
  return prepared(
    "me",
    sql`select a.balance_micros as "balanceMicros", p.totp_enabled_at is not null as "secondFactor",
        (select count(*)::int from recovery_codes c where c.account_id = p.id and c.used_at is null) as "recoveryCodesLeft",
        (select coalesce(json_agg(json_build_object('accountId', o.id, 'name', o.name) order by o.id), '[]') from (
          select o.id, o.name from memberships m join accounts o on o.id = m.account_id
          where m.person_id = p.id and o.status = 'active' order by o.id limit ${literal(MAX_ACCOUNTS)}) o) as accounts
      from accounts a left join accounts p on p.id = ${personId} where a.id = ${accountId}`,
  );
}
