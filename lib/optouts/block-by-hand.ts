import { BLOCKED_BY_HAND } from "@/lib/contracts/members/blocked-numbers";
import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/**
 * Blocks a recipient of an account by hand (rules: blocked numbers), with a word in the keyword's place that nobody can
 * have sent. Who is blocked already stays as they are: their own word is not overwritten.
 * @param msisdn as messages are addressed: international digits.
 * @returns whether the number was not blocked before.
 */
export async function blockByHand(
  db: Queryable,
  accountId: number,
  msisdn: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into blocked_numbers as n (account_id, msisdn, keyword, blocked_at)
    values (${accountId}, ${msisdn}, ${BLOCKED_BY_HAND}, ${now})
    on conflict (account_id, msisdn) do update set keyword = excluded.keyword, shortcode = null,
      blocked_at = excluded.blocked_at, active = true, resubscribed_at = null
    where not n.active returning 1`);
  return rows.length > 0;
}
